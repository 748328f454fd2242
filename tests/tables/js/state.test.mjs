import assert from "node:assert/strict";
import test from "node:test";

import { clock, event, snapshot, state, turn } from "./samples.mjs";
import { scripts } from "../../scripts.mjs";

const {
  PATIENCE_MS,
  awayAt,
  clockNow,
  comings,
  flipped,
  isMine,
  isOverdue,
  reduce,
  rematchBegun,
  sent,
  viewStart,
  viewerSeat,
} = await scripts("tables/js/state.js");

const start = (changes) => viewStart(snapshot(changes), 1000);

test("an event of the next version carries the whole new state", () => {
  const next = state({ phase: "pause" });
  const facts = [{ fact: "stepped", seat: 0, from: 8, to: 4, die: 4, hit: true }];
  const result = reduce(start(), event({ facts, state: next, clock: clock() }), 2000);
  assert.equal(result.view.version, 42);
  assert.equal(result.view.state, next);
  assert.equal(result.view.clockAt, 2000);
  assert.deepEqual(result.facts, facts);
  assert.ok(result.changed);
  assert.ok(!result.sync);
});

test("a gap asks for a snapshot and changes nothing", () => {
  const view = start();
  const result = reduce(view, event({ version: 43 }), 2000);
  assert.equal(result.view, view);
  assert.ok(result.sync);
  assert.ok(!result.changed);
});

test("an event that comes late or twice is ignored", () => {
  const view = start();
  for (const version of [40, 41]) {
    const result = reduce(view, event({ version }), 2000);
    assert.equal(result.view, view);
    assert.ok(!result.changed);
    assert.ok(!result.sync);
  }
});

test("a snapshot always wins, even with an older version", () => {
  const result = reduce(start(), snapshot({ version: 7, you: null }), 2000);
  assert.equal(result.view.version, 7);
  assert.equal(result.view.you, null);
  assert.ok(result.changed);
  assert.deepEqual(result.facts, []);
});

test("turns that ended join the history", () => {
  const played = { game: 2, number: 9, seat: 0, dice: [4, 2], notation: "8/4* 6/4", by: "player" };
  const result = reduce(start(), event({ facts: [{ fact: "turn", turn: played }] }), 2000);
  assert.deepEqual(result.view.history, [played]);
  const later = reduce(result.view, event({ version: 43 }), 3000);
  assert.deepEqual(later.view.history, [played]);
});

test("an event with a new player brings the table with his name", () => {
  const waiting = snapshot();
  waiting.table.seats = [{ name: "Nino" }, null];
  const { table } = snapshot();
  const result = reduce(
    viewStart(waiting, 0),
    event({ facts: [{ fact: "seated", seat: 1 }], table }),
    10,
  );
  assert.equal(result.view.table.seats[1].name, "Giorgi");
});

test("a command waits for whatever answers it, and for nothing else", () => {
  const waiting = sent(start(), "step", 1000);
  assert.ok(waiting.pending);
  assert.equal(reduce(waiting, { type: "ping", version: 41 }, 1100).view.pending, waiting.pending);
  const presence = { type: "presence", presence: [null, null] };
  assert.ok(reduce(waiting, presence, 1100).view.pending);
  assert.equal(reduce(waiting, event(), 1100).view.pending, null);
  assert.equal(reduce(waiting, snapshot(), 1100).view.pending, null);
  const refused = reduce(waiting, { type: "error", code: "illegal_move", detail: {} }, 1100);
  assert.equal(refused.view.pending, null);
  assert.equal(refused.refusal.code, "illegal_move");
  assert.equal(refused.view.state, waiting.state);
});

test("a command without an answer is overdue", () => {
  const waiting = sent(start(), "step", 1000);
  assert.ok(!isOverdue(waiting, 1000 + PATIENCE_MS - 1));
  assert.ok(isOverdue(waiting, 1000 + PATIENCE_MS));
  assert.ok(!isOverdue(start(), 1e9));
});

test("a ping with a higher version asks for a snapshot", () => {
  const ping = (version) => reduce(start(), { type: "ping", version }, 2000).sync;
  assert.ok(!ping(41));
  assert.ok(!ping(null));
  assert.ok(ping(42));
});

test("a reload is silent, an absence is not", () => {
  const away = { away_ms: 0, grace_ms: 60_000 };
  const gone = reduce(start(), { type: "presence", presence: [null, away] }, 2000).view;
  assert.equal(gone.presenceAt, 2000);
  assert.deepEqual(comings(gone, 4999), []);
  const back = reduce(gone, { type: "presence", presence: [null, null] }, 4500).view;
  assert.deepEqual(comings(back, 9000), []);

  assert.deepEqual(comings(gone, 5000), [{ seat: 1, away: true }]);
  const shown = { ...gone, away: awayAt(gone, 5000) };
  const later = reduce(shown, { type: "presence", presence: [null, null] }, 6000).view;
  assert.deepEqual(comings(later, 6000), [{ seat: 1, away: false }]);
});

test("an unknown message is passed over", () => {
  const view = start();
  assert.equal(reduce(view, { type: "talk", text: "…" }, 2000).view, view);
});

test("a spectator sits beside seat 0 and has no turn", () => {
  const view = start({ you: null });
  assert.equal(viewerSeat(view), 0);
  assert.ok(!isMine(view));
  assert.ok(isMine(start()));
  assert.ok(!isMine(start({ state: state({ turn: turn({ seat: 1 }) }) })));
  assert.ok(!isMine(start({ state: state({ phase: "waiting", turn: null }) })));
});

const beside = (changes = {}) => ({
  type: "presence",
  presence: [null, null],
  watchers: 0,
  ready: [false, false],
  rematch: [false, false],
  rematch_slug: null,
  ...changes,
});

test("who watches and what the players ask for comes beside the versions", () => {
  const { view, changed } = reduce(start(), beside({ watchers: 3, ready: [true, false] }), 10);
  assert.ok(changed);
  assert.equal(view.watchers, 3);
  assert.deepEqual(view.ready, [true, false]);
});

test("being ready holds for one pause between games only", () => {
  const between = state({ phase: "between", turn: null });
  const { view } = reduce(start({ state: between }), beside({ ready: [true, true] }), 10);
  const still = reduce(view, event({ state: between }), 20).view;
  assert.deepEqual(still.ready, [true, true]);
  assert.deepEqual(reduce(still, event({ version: 43 }), 30).view.ready, [false, false]);
});

test("a rematch that begins is told once, and to its players alone", () => {
  const before = start({ state: state({ phase: "over" }) });
  const { view } = reduce(before, beside({ rematch_slug: "Zt81" }), 10);
  assert.equal(rematchBegun(before, view), "Zt81");
  assert.equal(rematchBegun(view, reduce(view, beside({ rematch_slug: "Zt81" }), 20).view), null);
  const watching = { ...before, you: null };
  assert.equal(rematchBegun(watching, { ...view, you: null }), null);
});

test("a spectator goes round the table and stays there; a player keeps his side", () => {
  const watching = flipped(start({ you: null }));
  assert.equal(viewerSeat(start({ you: null })), 0);
  assert.equal(viewerSeat(watching), 1);
  assert.equal(viewerSeat(reduce(watching, event(), 10).view), 1);
  assert.equal(viewerSeat(reduce(watching, snapshot({ you: null }), 10).view), 1);
  assert.equal(viewerSeat(flipped(watching)), 0);
  assert.equal(viewerSeat(flipped(start({ you: 0 }))), 0);
});

const site = (readOnly) => ({ type: "site", announcement: {}, no_new_tables: false, read_only: readOnly });

test("clocks stand still while the site is read-only, and go on from there", () => {
  const still = reduce(start(), site(true), 3000);
  assert.ok(still.changed);
  assert.equal(clockNow(still.view, 50_000), 3000);
  const again = reduce(still.view, site(true), 9000).view;
  assert.equal(clockNow(again, 50_000), 3000);
  const on = reduce(again, site(false), 63_000).view;
  assert.equal(clockNow(on, 64_000), 64_000);
  // Two seconds had passed of what was left at 1000, and pass no second time.
  assert.equal(on.clockAt, 61_000);
  assert.equal(on.presenceAt, 61_000);
});

test("what comes while clocks stand still is shown as it came", () => {
  const still = reduce(start(), site(true), 3000).view;
  const fresh = reduce(still, snapshot(), 5000).view;
  assert.equal(clockNow(fresh, 50_000), 3000);
  assert.equal(reduce(fresh, site(false), 60_000).view.clockAt, 60_000);
});

test("a page that opens while the site is read-only starts with clocks that stand", () => {
  const view = viewStart(snapshot(), 1000, true);
  assert.equal(clockNow(view, 9000), 1000);
  assert.equal(reduce(view, site(false), 9000).view.clockAt, 9000);
});

const ping = (well) => ({ type: "ping", version: 4, well });

test("clocks stand still while something of the site is away", () => {
  const still = reduce(start(), ping(false), 3000).view;
  assert.equal(clockNow(still, 50_000), 3000);
  const fresh = reduce(still, snapshot(), 5000).view;
  assert.equal(clockNow(fresh, 50_000), 3000);
  assert.equal(clockNow(reduce(fresh, ping(true), 9000).view, 50_000), 50_000);
});

test("clocks stand until neither reason is left", () => {
  const both = reduce(reduce(start(), ping(false), 3000).view, site(true), 4000).view;
  const well = reduce(both, ping(true), 5000).view;
  assert.equal(clockNow(well, 50_000), 3000);
  assert.equal(clockNow(reduce(well, site(false), 6000).view, 50_000), 50_000);
});

test("the word that nothing is read-only changes no clock that runs", () => {
  assert.equal(reduce(start(), site(false), 5000).view.clockAt, 1000);
});
