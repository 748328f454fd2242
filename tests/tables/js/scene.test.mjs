import assert from "node:assert/strict";
import test from "node:test";

import { geometry, side, snapshot, state, turn } from "./samples.mjs";
import { scripts } from "../../scripts.mjs";

const {
  canConfirm,
  canRoll,
  canUndo,
  notationOf,
  notationSteps,
  sceneOf,
  stepsOf,
} = await scripts("tables/js/scene.js");
const { Input } = await scripts("board/js/input.js");
const { viewStart } = await scripts("tables/js/state.js");

const view = (changes = {}, more = {}) =>
  viewStart(snapshot({ state: state(changes), ...more }), 0);
const scene = (changes, more) => sceneOf(view(changes, more), geometry);

const MOVES = {
  reach: [
    { from: 13, to: 9, dice: [4], hits: [] },
    { from: 13, to: 7, dice: [4, 2], hits: [9] },
    { from: 6, to: 0, dice: [4], hits: [] },
  ],
  tap: [
    { from: 13, die: 4, off: false },
    { from: 6, die: 4, off: true },
  ],
};

test("the mover's places light what they reach", () => {
  const { sources } = scene({ turn: turn(MOVES) });
  assert.deepEqual([...sources.keys()], [13, 6]);
  assert.deepEqual(sources.get(13).reach[1], { to: 7, dice: [4, 2], hits: [9] });
  assert.deepEqual(sources.get(13).tap, { die: 4, off: false });
  assert.deepEqual(sources.get(6).tap, { die: 4, off: true });
});

test("nothing lights for the opponent, a spectator, or in the pause", () => {
  assert.equal(scene({ turn: turn({ ...MOVES, seat: 1 }) }).sources.size, 0);
  assert.equal(scene({ turn: turn(MOVES) }, { you: null }).sources.size, 0);
  assert.equal(scene({ turn: turn(MOVES), phase: "pause" }).sources.size, 0);
});

test("each player sees his own side below and his colour stays his", () => {
  const mine = side({ 6: 15 });
  const theirs = side({ 5: 15 });
  const first = scene({ sides: [mine, theirs] });
  const second = scene({ sides: [mine, theirs] }, { you: 1 });
  assert.equal(first.sides.mine, mine);
  assert.equal(second.sides.mine, theirs);
  assert.equal(first.colours.mine, "bone");
  assert.equal(second.colours.mine, "tea");
  assert.equal(scene({ white: 1 }).colours.mine, "tea");
});

test("dice lie on their owner's half, a double as four", () => {
  const mine = scene({ turn: turn({ used: [true, false] }) }).dice;
  assert.deepEqual(mine.mine, [
    { value: 4, used: true },
    { value: 2, used: false },
  ]);
  assert.deepEqual(mine.theirs, []);
  const theirs = scene({ turn: turn({ seat: 1, dice: [3, 3], used: [true, true, false, false] }) });
  assert.deepEqual(theirs.dice.mine, []);
  assert.deepEqual(theirs.dice.theirs.map(({ used }) => used), [true, true, false, false]);
});

test("the last opening roll lies until the first dice, but not under the roll button", () => {
  const opening = [[5, 5], [6, 2]];
  const waiting = { phase: "roll", opening, turn: turn({ seat: 1, dice: [] }) };
  assert.deepEqual(scene(waiting).dice, {
    mine: [{ value: 6, used: false }],
    theirs: [{ value: 2, used: false }],
  });
  assert.deepEqual(scene({ ...waiting, turn: turn({ dice: [] }) }).dice, { mine: [], theirs: [] });
});

test("a turn under way marks where it left and came, stops left out", () => {
  const steps = [
    { from: 13, die: 4, to: 9, hit: true },
    { from: 9, die: 2, to: 7, hit: false },
  ];
  const shown = scene({ turn: turn({ steps, held: [] }) });
  assert.deepEqual(shown.origins, [13]);
  assert.deepEqual(shown.arrivals, [7]);
});

test("before the first step the opponent's last move is marked, seen from here", () => {
  const history = [
    { game: 1, number: 30, seat: 1, dice: [1, 1], notation: "6/5", by: "player" },
    { game: 2, number: 8, seat: 1, dice: [6, 2], notation: "24/18 13/11", by: "player" },
  ];
  const shown = scene({}, { history });
  assert.deepEqual(shown.origins, [1, 12]);
  assert.deepEqual(shown.arrivals, [7, 14]);
});

test("the move of another game is not marked", () => {
  const history = [{ game: 1, number: 30, seat: 1, dice: [1, 1], notation: "6/5", by: "player" }];
  assert.deepEqual(scene({}, { history }).origins, []);
});

test("in the long family the opponent's points are seen along the common way", () => {
  const table = { ...snapshot().table, ruleset: "long", family: "long" };
  const history = [{ game: 2, number: 1, seat: 1, dice: [6, 5], notation: "24/13", by: "player" }];
  const shown = scene({}, { history, table });
  assert.deepEqual(shown.origins, [12]);
  assert.deepEqual(shown.arrivals, [1]);
});

test("held points are the mover's", () => {
  assert.deepEqual(scene({ turn: turn({ held: [4] }) }).held, [4]);
  assert.deepEqual(scene({ turn: turn({ seat: 1, held: [4] }) }).held, [21]);
});

test("notation gives steps, whatever was hit, entered or borne off", () => {
  assert.deepEqual(notationSteps("8/4*/2 6/off(2)"), [
    { from: 8, to: 2 },
    { from: 6, to: 0 },
    { from: 6, to: 0 },
  ]);
  assert.deepEqual(notationSteps("bar/20*"), [{ from: 25, to: 20 }]);
  assert.deepEqual(notationSteps(""), []);
});

test("a turn under way is written step by step", () => {
  const steps = [
    { from: 25, to: 20, hit: true },
    { from: 4, to: 0, hit: false },
  ];
  assert.equal(notationOf(steps), "bar/20* 4/off");
});

test("facts become steps on the board, an undone one backwards", () => {
  const facts = [
    { fact: "rolled", seat: 1, dice: [4, 2], by: "player" },
    { fact: "stepped", seat: 1, from: 8, to: 4, die: 4, hit: true },
    { fact: "undone", seat: 1, from: 8, to: 4, die: 4, hit: true },
  ];
  assert.deepEqual(stepsOf(view(), facts), [
    { who: "theirs", from: 8, to: 4, hit: true, back: false },
    { who: "theirs", from: 8, to: 4, hit: true, back: true },
  ]);
});

test("buttons follow the phase, the turn and the seat", () => {
  assert.ok(canRoll(view({ phase: "roll", turn: turn({ dice: [] }) })));
  assert.ok(!canRoll(view({ phase: "roll", turn: turn({ dice: [], seat: 1 }) })));
  assert.ok(!canRoll(view({ phase: "roll", turn: turn({ dice: [] }) }, { you: null })));
  assert.ok(canUndo(view({ turn: turn({ undo: true }) })));
  assert.ok(canUndo(view({ phase: "pause", turn: turn({ undo: true }) })));
  assert.ok(!canUndo(view()));
  assert.ok(canConfirm(view({ phase: "pause" })));
  assert.ok(!canConfirm(view()));
  assert.ok(!canConfirm(view({ phase: "between", turn: null })));
});

test("a checker that stays, and a point that is not lit, are told why", () => {
  const why = [
    { from: 24, die: 4, code: "held" },
    { from: 24, die: 2, code: "closed" },
    { from: 13, die: 2, code: "maximum_use" },
    { from: 1, die: 4, code: "bear_off_higher" },
  ];
  const told = (place, selected = null, seat = 0) => {
    const board = { scene: scene({ turn: turn({ ...MOVES, why, seat }) }), selected };
    return Input.prototype.hindrance.call({ board }, place);
  };
  assert.equal(told(24), "held");
  assert.equal(told(11, 13), "maximum_use");
  assert.equal(told(0, 1), "bear_off_higher");
  assert.equal(told(24, 13), "held");
  assert.equal(told(10, 13), undefined);
  assert.equal(told(24, null, 1), undefined);
});
