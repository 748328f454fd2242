import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { scripts } from "../../scripts.mjs";

const { BAR, Layout, OFF, POINTS } = await scripts("board/js/geometry.js");
const { Input } = await scripts("board/js/input.js");

const geometry = JSON.parse(readFileSync(new URL("geometry.json", import.meta.url)));

// Points are as narrow as on the smallest phones.
const POINT_PX = 24;

const side = (checkers) => Array.from({ length: 26 }, (_, place) => checkers[place] ?? 0);

/**
 * A board without a page, and what has been asked of the table through it. `moves` are
 * [from, to, die], `why` [from, die, code]; a tap on a checker plays its first move
 * where that bears off.
 */
function table({ mine, theirs = {}, moves = [], why = [], layout = "landscape", selected = null }) {
  const sources = new Map();
  for (const [from, to, die] of moves) {
    if (!sources.has(from)) sources.set(from, { reach: [], tap: { die, off: to === OFF } });
    sources.get(from).reach.push({ to, dice: [die], hits: [] });
  }
  const hindrances = new Map();
  for (const [from, die, code] of why) {
    hindrances.set(from, [...(hindrances.get(from) ?? []), { die, code }]);
  }
  const scene = {
    family: "short",
    sides: { mine: side(mine), theirs: side(theirs) },
    sources,
    hindrances,
  };
  const done = [];
  const board = {
    scene,
    selected,
    geometry,
    layout: new Layout(geometry, layout),
    svg: { setPointerCapture() {} },
    checkers: { drag() {}, settle: () => done.push("settle"), anticipate() {} },
    targets: () => scene.sources.get(board.selected)?.reach ?? [],
    select: (place) => { board.selected = place; },
    at: ({ clientX: x, clientY: y }) => ({ x: (x * 100) / POINT_PX, y: (y * 100) / POINT_PX }),
    units: (pixels) => (pixels * 100) / POINT_PX,
  };
  const input = Object.assign(Object.create(Input.prototype), {
    board,
    press: null,
    isOpen: true,
    refresh() {},
    choose: (place) => place !== null && done.push(`choose ${place}`),
    refuse: (code) => done.push(code),
    play: ({ from, to }) => done.push(`${from}/${to}`),
  });
  const middle = (place, [aside, along] = [0, 0]) => {
    const { x, y, width, height } = board.layout.area(place);
    return {
      isPrimary: true,
      button: 0,
      pointerId: 1,
      clientX: ((x + width / 2) * POINT_PX) / 100 + aside,
      clientY: ((y + height / 2) * POINT_PX) / 100 + along,
    };
  };
  const tap = (place, shift) => {
    input.down(middle(place, shift));
    input.up(middle(place, shift));
    return done.splice(0);
  };
  const drag = (from, to) => {
    input.down(middle(from));
    input.moved(middle(to));
    input.up(middle(to));
    return done.splice(0);
  };
  return { input, board, tap, drag };
}

const DOUBLE_FIVES = {
  mine: { 24: 2, 13: 5, 8: 3, 7: 1, 6: 4 },
  theirs: { 22: 2, 13: 5, 8: 3, 6: 5 },
  moves: [[13, 8, 5], [7, 2, 5], [6, 1, 5]],
  why: [[24, 5, "closed"], [8, 5, "closed"]],
};

test("a tap on a blocked checker tells its reason and chooses no neighbour", () => {
  for (const layout of ["landscape", "portrait"]) {
    const { board, tap } = table({ ...DOUBLE_FIVES, layout });
    assert.deepEqual(tap(8), ["closed"]);
    assert.equal(board.selected, null);
  }
});

test("a tap on a checker that may not be borne off bears off no other", () => {
  const { tap } = table({
    mine: { 5: 2, 4: 3 },
    moves: [[5, OFF, 5]],
    why: [[4, 5, "bear_off_higher"]],
  });
  assert.deepEqual(tap(4), ["bear_off_higher"]);
  assert.deepEqual(tap(5), ["5/0"]);
});

test("a tap on a dark point tells why, and does not play to the lit one beside it", () => {
  const { tap } = table({
    mine: { 20: 1, 2: 14 },
    theirs: { 10: 2 },
    moves: [[20, 14, 6]],
    why: [[20, 5, "closed"]],
    selected: 20,
  });
  assert.deepEqual(tap(15), ["closed"]);
});

test("no tap on the middle of a point acts on another one", () => {
  for (const layout of ["desktop", "landscape", "portrait"]) {
    for (const point of POINTS) {
      const others = POINTS.filter((place) => place !== point);
      const moves = others.map((place) => [place, OFF, 6]);
      const { tap } = table({ mine: { 1: 15 }, moves, layout });
      assert.deepEqual(tap(point), [], `${layout} ${point}`);
    }
  }
});

test("a finger on a border means the live neighbour, one on nothing what is near it", () => {
  const { tap } = table({ mine: { 6: 1, 5: 1 }, moves: [[6, 1, 5]] });
  // Point 5 lies at the right of 6: a quarter of its width still counts for 6.
  assert.deepEqual(tap(5, [-POINT_PX / 2 + 4, 0]), ["choose 6"]);
  assert.deepEqual(table({ mine: { 6: 1, 5: 1 }, moves: [[6, 1, 5]] }).tap(5, [-POINT_PX / 2 + 7, 0]), []);
  // Below point 6 is the frame, on its left the bar, which is empty.
  const below = table({ mine: { 6: 1 }, moves: [[6, 1, 5]] });
  assert.deepEqual(below.tap(6, [0, (POINT_PX * 9.76) / 4 + 9]), ["choose 6"]);
  const lit = table({ mine: { 19: 1 }, moves: [[19, 14, 5]] });
  assert.deepEqual(lit.tap(BAR, [POINT_PX / 2, 0]), ["choose 19"]);
  const occupied = table({ mine: { 19: 1, 25: 1 }, moves: [[19, 14, 5]], why: [[25, 5, "closed"]] });
  assert.deepEqual(occupied.tap(BAR), ["closed"]);
});

test("dragging what cannot move tells why, and so does letting it go where it may not", () => {
  const { drag } = table(DOUBLE_FIVES);
  assert.deepEqual(drag(8, 3), ["closed"]);
  const movable = table({
    mine: { 20: 1, 2: 14 },
    theirs: { 10: 2 },
    moves: [[20, 14, 6]],
    why: [[20, 5, "closed"]],
  });
  assert.deepEqual(movable.drag(20, 15), ["choose 20", "settle", "closed"]);
  assert.equal(movable.board.selected, null);
  assert.deepEqual(movable.drag(20, 14), ["choose 20", "20/14"]);
  assert.deepEqual(movable.drag(20, 9), ["choose 20", "settle"]);
});

test("with a checker chosen the keyboard reaches what it may not go to, and asks there", () => {
  const { input, board } = table({
    mine: { 20: 1, 2: 14 },
    theirs: { 10: 2, 3: 2 },
    moves: [[20, 14, 6]],
    why: [[20, 5, "closed"]],
  });
  assert.deepEqual(input.places(), [2, 20]);
  board.selected = 20;
  assert.deepEqual(input.places(), [2, 14, 15, 20]);
});
