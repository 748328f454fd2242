import assert from "node:assert/strict";
import test from "node:test";

import { clock } from "./samples.mjs";
import { scripts } from "../../scripts.mjs";

const { clockText, moveShown, share, timeLeft, wholeSeconds } = await scripts("tables/js/clock.js");
const { waitMs } = await scripts("tables/js/socket.js");

test("time runs from the moment the message came", () => {
  const left = timeLeft(clock(), 5000, 7500);
  assert.equal(left.remaining, 27_500);
  assert.equal(left.move, 27_500);
  assert.equal(left.total, 60_000);
});

test("time never runs below nothing, nor backwards", () => {
  assert.equal(timeLeft(clock(), 5000, 99_000).remaining, 0);
  assert.equal(timeLeft(clock(), 5000, 4000).remaining, 30_000);
});

test("in a pause the move time goes on beside it", () => {
  const pause = clock({ kind: "pause", remaining_ms: 2500, total_ms: 2500, move_remaining_ms: 9000 });
  const left = timeLeft(pause, 0, 1000);
  assert.equal(left.remaining, 1500);
  assert.equal(left.move, 8000);
});

test("without a clock nothing runs, and between games nobody's time does", () => {
  assert.equal(timeLeft(null, 0, 1000), null);
  const between = clock({ kind: "between", seat: null, move_remaining_ms: null });
  assert.equal(timeLeft(between, 0, 1000).move, null);
});

test("a clock shows whole seconds and reaches zero only at the end", () => {
  assert.equal(clockText(60_000), "1:00");
  assert.equal(clockText(59_001), "1:00");
  assert.equal(clockText(28_000), "0:28");
  assert.equal(clockText(1), "0:01");
  assert.equal(clockText(0), "0:00");
  assert.equal(wholeSeconds(9001), 10);
});

test("a bar is what is left of the whole", () => {
  assert.equal(share(15_000, 60_000), 0.25);
  assert.equal(share(61_000, 60_000), 1);
  assert.equal(share(1, 0), 0);
});

test("tries to connect come ever more slowly, but never far apart", () => {
  assert.ok(waitMs(0, 0) >= 250);
  assert.ok(waitMs(0, 1) <= 500);
  assert.ok(waitMs(3, 0.5) > waitMs(1, 0.5));
  assert.ok(waitMs(50, 1) <= 10_000);
  assert.equal(waitMs(0, 0, 1012), 0, "a process that ends sends to another");
  assert.ok(waitMs(3, 0, 1012) > 250, "but not for ever");
});

test("a clock never shows more than a move may take", () => {
  const shown = (remaining) => moveShown(timeLeft(clock({ seat: 0, remaining_ms: remaining }), 0, 0), 0, 60_000);
  assert.equal(shown(76_000), 60_000);
  assert.equal(shown(28_000), 28_000);
  assert.equal(moveShown(timeLeft(clock({ seat: 0, remaining_ms: 28_000 }), 0, 0), 1, 60_000), 60_000);
  assert.equal(moveShown(null, 0, 60_000), 60_000);
});
