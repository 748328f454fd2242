import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { catalogInstall, geometry, side, snapshot, state, turn } from "./samples.mjs";
import { scripts } from "../../scripts.mjs";

const { factsSpoken, placeSpoken } = await scripts("tables/js/announce.js");
const { linesOf } = await scripts("tables/js/history.js");
const { sceneOf } = await scripts("tables/js/scene.js");
const { turnSentence, unattendedSentence } = await scripts("tables/js/sentences.js");
const { viewStart } = await scripts("tables/js/state.js");
const { coinNumber } = await scripts("coins/js/coins.js");
const {
  canRematch,
  coinsSentence,
  divisible,
  gameSentence,
  givenLine,
  hindranceSentence,
  matchSentence,
  nameOf,
  nextGameSentence,
  pageNameOf,
  pointsGiven,
  reasonSentence,
  refusalSentence,
  rematchSentence,
  resignationSentence,
  wishesSpoken,
  wishText,
} = await scripts("tables/js/words.js");

catalogInstall();

const view = (changes = {}, more = {}) =>
  viewStart(snapshot({ state: state(changes), ...more }), 0);
const spoken = (facts, changes, more) => factsSpoken(view(changes, more), facts, geometry);

test("one sentence says whose turn it is and what to do", () => {
  const said = (changes, more) => {
    const { now, more: todo } = turnSentence(view(changes, more));
    return `${now} ${todo}`.trim();
  };
  assert.equal(said({ phase: "roll", turn: turn({ dice: [] }) }), "Your turn. Roll the dice.");
  assert.equal(said({}), "Your turn. Choose a checker.");
  assert.equal(said({ turn: turn({ seat: 1 }) }), "To move: Giorgi.");
  assert.equal(said({}, { you: null }), "To move: Nino.");
  assert.equal(
    said({ sides: [side({ 25: 1, 6: 14 }), side({ 6: 15 })] }),
    "Your turn. Enter from the bar first.",
  );
  const steps = [{ from: 8, die: 4, to: 4, hit: false }];
  assert.equal(said({ turn: turn({ steps, used: [true, false] }) }), "Your turn. Left to play: 2.");
  assert.equal(said({ phase: "pause" }), "You have no legal move. The turn passes.");
  assert.equal(said({ phase: "pause", turn: turn({ steps }) }), "Your move is complete.");
});

test("a selected checker asks for a point, a held one explains itself", () => {
  assert.equal(turnSentence(view(), 8).more, "Choose a point.");
  assert.equal(
    turnSentence(view({ turn: turn({ held: [4] }) })).besides,
    "A checker stays until the turn ends: point 4.",
  );
});

test("every reason of the rules has a sentence of its own", () => {
  const rules = readFileSync(new URL("../../../games/rules/reasons.py", import.meta.url), "utf8");
  const codes = [...rules.matchAll(/^    [A-Z_]+ = "(\w+)"$/gm)].map(([, code]) => code);
  const said = new Set(codes.map(hindranceSentence));
  assert.ok(codes.length > 8);
  assert.equal(said.size, codes.length);
  assert.ok(!said.has(hindranceSentence("unheard_of")));
});

test("what a resignation gave makes up the score, whenever it came", () => {
  const oini = (winner) => ({ winner, points: 1, name: "oini" });
  const over = (score, games, match = { winner: 0, by: "resignation" }) => ({
    phase: "over",
    score,
    games,
    match,
  });
  const given = (...ended) => givenLine(view(over(...ended)));
  assert.equal(given([3, 0], []), "Nino: opponent resigned, 3 points", "before the first game ended");
  assert.equal(given([3, 0], [oini(0)]), "Nino: opponent resigned, 2 points", "after one");
  assert.equal(given([3, 2], [oini(1), oini(1), oini(0), oini(0)]), "Nino: opponent resigned, 1 point");
  assert.equal(given([3, 1], [oini(1)], { winner: 0, by: "absence" }), "Nino: win by forfeit, 3 points");
  assert.equal(given([1, 3], [oini(0)], { winner: 1, by: "resignation" }), "Giorgi: opponent resigned, 3 points");
});

test("a match that was played out, or is void, gives nothing besides its games", () => {
  const mars = { winner: 0, points: 2, name: "mars" };
  const played = { winner: 0, by: "play" };
  assert.equal(pointsGiven({ match: played, score: [3, 0], games: [mars, mars] }), 0, "more than needed");
  assert.equal(givenLine(view({ phase: "over", match: played, score: [2, 0], games: [mars] })), "");
  assert.equal(pointsGiven({ match: { winner: null, by: "void" }, score: [2, 0], games: [mars] }), 0);
  // The score of a match that was resigned and then annulled stays.
  assert.equal(pointsGiven({ match: { winner: null, by: "annulled" }, score: [3, 0], games: [] }), 0);
});

test("a result is told in words, to winner, loser and spectator", () => {
  const mars = { winner: 0, points: 2, name: "mars" };
  assert.equal(gameSentence(view(), mars), "You win the game: mars, 2 points.");
  assert.equal(
    gameSentence(view({}, { you: 1 }), mars),
    "Winner of the game: Nino (mars, 2 points).",
  );
  const end = { winner: 1, by: "absence" };
  assert.equal(matchSentence(view(), end), "Your opponent wins the match.");
  assert.equal(reasonSentence(view(), end), "You were away too long.");
  assert.equal(reasonSentence(view({}, { you: 1 }), end), "Your opponent left.");
  assert.equal(matchSentence(view({}, { you: null }), end), "Winner of the match: Giorgi.");
  assert.equal(matchSentence(view(), { winner: null, by: "void" }), "The match is void.");
});

test("resigning says what it costs: the points still needed, at least one", () => {
  assert.match(resignationSentence(view({ score: [0, 1] })), /gets the 2 points still needed/);
  assert.match(resignationSentence(view({ score: [2, 2] })), /gets the 1 point still needed/);
});

test("what moved at the end is told to winner, loser and spectator", () => {
  const told = (winner, you = 0, entry = 1250) => {
    const seen = view({}, { you });
    return coinsSentence({ ...seen, table: { ...seen.table, entry_coins: entry } }, { winner });
  };
  assert.equal(told(0), "Both entries are yours: 2,500 coins.");
  assert.equal(told(1), "Both entries go to your opponent: 2,500 coins.");
  assert.equal(told(1, null), "Both entries go to the winner: 2,500 coins.");
  assert.equal(told(null), "The entry went back to both: 1,250 coins each.");
  assert.equal(told(0, 0, 0), "");
});

test("coins are grouped from the first thousand on", () => {
  assert.equal(coinNumber(999), "999");
  assert.equal(coinNumber(1000), "1,000");
  assert.equal(coinNumber(1234567, "ka"), "1\u00a0234\u00a0567");
  assert.equal(coinNumber(1240, "ru"), "1\u00a0240");
  assert.equal(coinNumber(1240, "tr"), "1.240");
});

test("an entry that cannot be paid is named with what there is", () => {
  assert.equal(
    refusalSentence("insufficient_coins", { needed: 2500, balance: 30 }),
    "The entry is 2,500 coins; you have 30.",
  );
});

test("a player whose turns the table plays is warned", () => {
  assert.equal(unattendedSentence(view()), "");
  assert.match(unattendedSentence(view({ unattended: [1, 0] })), /2 more times in a row/);
  assert.match(unattendedSentence(view({ unattended: [2, 0] })), /once more in a row/);
  assert.equal(unattendedSentence(view({ unattended: [1, 0] }, { you: null })), "");
});

test("facts are spoken with the points as the viewer sees them", () => {
  const step = { fact: "stepped", seat: 0, from: 8, to: 4, die: 4, hit: true };
  assert.equal(spoken([step]), "8 to 4, a hit.");
  assert.equal(spoken([step], { turn: turn() }, { you: 1 }), "Nino: 17 to 21, a hit.");
  const entered = { fact: "stepped", seat: 0, from: 25, to: 20, die: 5, hit: false };
  assert.equal(spoken([entered]), "entered on 20.");
  const off = { fact: "stepped", seat: 0, from: 3, to: 0, die: 3, hit: false };
  assert.equal(spoken([off]), "borne off from 3.");
  assert.equal(
    spoken([{ fact: "rolled", seat: 1, dice: [6, 2], by: "player" }]),
    "Dice, Giorgi: 6 and 2.",
  );
});

test("the end of a turn says who is next", () => {
  const played = { game: 2, number: 9, seat: 1, dice: [4, 2], notation: "8/4", by: "server" };
  const roll = { phase: "roll", turn: turn({ dice: [] }) };
  assert.equal(
    spoken([{ fact: "turn", turn: played }], roll),
    "Giorgi: time ran out, the move was finished by the table. Your turn. Roll the dice.",
  );
});

test("an opening tells every roll and who begins", () => {
  const fact = { fact: "opening", rolls: [[5, 5], [6, 2]], starter: 0 };
  assert.match(
    spoken([fact]),
    /^Opening roll: You 5, Giorgi 5\. Opening roll: You 6, Giorgi 2\. You begin\./,
  );
});

test("a place says what stands there, a target by which dice it is reached", () => {
  const reach = [
    { from: 13, to: 7, dice: [4, 2], hits: [7] },
    { from: 13, to: 9, dice: [4], hits: [] },
  ];
  const scene = sceneOf(view({ turn: turn({ reach }) }), geometry);
  const said = (place, selected = null) => placeSpoken(scene, place, selected, geometry);
  assert.equal(said(13), "Point 13: White, 5 checkers.");
  assert.equal(said(1), "Point 1: Black, 2 checkers.");
  assert.equal(said(9, 13), "Move to point 9 with 4.");
  assert.equal(said(7, 13), "Move to point 7 with 4+2 and hit.");
});

test("a place that the chosen checker may not go to says so", () => {
  const why = [
    { from: 13, die: 1, code: "closed" },
    { from: 13, die: 4, code: "maximum_use" },
    { from: 13, die: 5, code: "maximum_use" },
    { from: 4, die: 5, code: "bear_off_early" },
  ];
  const sides = [side({ 13: 5, 8: 3, 4: 2, 0: 5 }), side({ 13: 2 })];
  const scene = sceneOf(view({ sides, turn: turn({ why }) }), geometry);
  const said = (place, selected) => placeSpoken(scene, place, selected, geometry);
  assert.equal(said(12, 13), "Point 12: Black, 2 checkers. This move is not allowed.");
  assert.equal(said(9, 13), "Move to point 9 with 4. This move is not allowed.");
  assert.equal(said(8, 13), "Point 8: White, 3 checkers.");
  assert.equal(said(0, 4), "Bear off with 5. This move is not allowed.");
  assert.equal(said(12, null), "Point 12: Black, 2 checkers.");
});

test("the list shows this game's turns and the one under way", () => {
  const history = [
    { game: 1, number: 30, seat: 1, dice: [1, 1], notation: "6/5", by: "player" },
    { game: 2, number: 8, seat: 1, dice: [6, 2], notation: "24/18", by: "player" },
  ];
  const steps = [{ from: 8, die: 4, to: 4, hit: true }];
  const lines = linesOf(view({ turn: turn({ steps }) }, { history }));
  assert.deepEqual(lines.map(({ notation }) => notation), ["24/18", "8/4*"]);
  assert.ok(lines[1].isCurrent);
  assert.equal(linesOf(view({ phase: "roll", turn: turn({ dice: [] }) }, { history })).length, 1);
});

test("being ready and wanting a rematch are said of whoever asked", () => {
  const between = view({ phase: "between", turn: null }, { ready: [false, true] });
  assert.equal(wishText(between, 1), "ready");
  assert.equal(wishText(between, 0), "");
  const before = view({ phase: "between", turn: null });
  assert.equal(wishesSpoken(before, between), "Giorgi: ready");
  assert.equal(wishesSpoken(between, between), "");
  assert.equal(nextGameSentence(1), "The next game begins in 1 second.");
  const over = (rematch, more = {}) => view({ phase: "over", turn: null }, { rematch, ...more });
  assert.equal(rematchSentence(over([false, false])), "");
  assert.equal(rematchSentence(over([false, true])), "Wants a rematch: Giorgi.");
  assert.equal(
    rematchSentence(over([true, false])),
    "Asked for a rematch. Waiting for: Giorgi.",
  );
  assert.equal(rematchSentence(over([true, true], { rematch_slug: "Zt81" })), "");
  assert.equal(rematchSentence(over([false, true], { you: null })), "");
});

test("who has left is said to have, wants no rematch and can be asked for none", () => {
  const absence = { away_ms: 60_000, grace_ms: null };
  const over = (rematch, presence) =>
    view({ phase: "over", turn: null }, { rematch, presence });
  for (const asked of [false, true]) {
    const left = over([asked, true], [null, absence]);
    assert.equal(wishText(left, 1), "");
    assert.equal(rematchSentence(left), "No longer connected: Giorgi.");
    assert.ok(!canRematch(left));
  }
  const back = over([false, true], [null, null]);
  assert.equal(wishText(back, 1), "wants a rematch");
  assert.ok(canRematch(back));
  assert.ok(!canRematch(over([true, false], [null, null])));
  assert.match(rematchSentence(back, true), /^No new match can begin/);
});

test("what the desk did to a match has a sentence for everybody", () => {
  const player = view();
  const watcher = view({}, { you: null });
  const said = (of, match) => reasonSentence(of, match);
  assert.equal(said(player, { winner: null, by: "annulled" }), "The moderators declared it void.");
  assert.equal(said(watcher, { winner: 1, by: "ruling" }), "The moderators decided it.");
  assert.equal(
    said(player, { winner: 0, by: "sanction" }),
    "Your opponent was taken off the tables.",
  );
  assert.equal(said(player, { winner: 1, by: "sanction" }), "You were taken off the tables.");
  assert.equal(
    said(watcher, { winner: 1, by: "sanction" }),
    "The other player was taken off the tables.",
  );
});

test("a closed account has words for a name, and no page", () => {
  const gone = view();
  gone.table = { ...gone.table, seats: [{ name: "deleted_27" }, { name: "deleted_me" }] };
  assert.equal(nameOf(gone, 0), "deleted player");
  assert.equal(pageNameOf(gone, 0), "");
  assert.equal(nameOf(gone, 1), "deleted_me");
  assert.equal(pageNameOf(gone, 1), "deleted_me");
});

test("a long Georgian word may be divided between its syllables, others not", () => {
  assert.equal(
    divisible("მატჩი მოწინააღმდეგემ მოიგო."),
    "მატჩი მო\u00ADწი\u00ADნა\u00ADაღმდე\u00ADგემ მოიგო.",
  );
  assert.equal(divisible("Противоположность nobody_knows"), "Противоположность nobody_knows");
});
