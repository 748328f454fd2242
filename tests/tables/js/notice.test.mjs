import assert from "node:assert/strict";
import test from "node:test";

import { scripts } from "../../scripts.mjs";

const { Notice } = await scripts("tables/js/notice.js");

/** A notice, and what a reader has been shown by it. */
function noticed() {
  const shown = [];
  const notice = new Notice(() => shown.push(notice.text));
  return { notice, shown };
}

test("what is said stays for five seconds", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { notice, shown } = noticed();
  notice.reason("closed");
  context.mock.timers.tick(3000);
  notice.answer("not now");
  context.mock.timers.tick(4999);
  assert.deepEqual(shown, ["closed", "not now"]);
  context.mock.timers.tick(1);
  assert.equal(notice.text, "");
  assert.deepEqual(shown, ["closed", "not now", ""]);
});

test("a reason goes when the table goes on, an answer when the player does", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { notice, shown } = noticed();
  notice.reason("closed");
  notice.happened();
  assert.equal(notice.text, "");
  notice.answer("too late");
  notice.happened();
  assert.equal(notice.text, "too late");
  notice.acted();
  assert.equal(notice.text, "");
  notice.acted();
  assert.deepEqual(shown, ["closed", "", "too late", ""]);
});
