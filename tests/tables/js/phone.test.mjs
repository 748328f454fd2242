import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { scripts } from "../../scripts.mjs";

const { Wakefulness, fullScreenStart, turnHintStart } = await scripts("tables/js/phone.js");

const put = (name, value) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
const settle = () => new Promise((done) => setTimeout(done));

class Node extends EventTarget {
  hidden = true;
  attributes = {};
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  click() {
    this.dispatchEvent(new Event("click"));
    return settle();
  }
}

beforeEach(() => {
  put("document", Object.assign(new Node(), { hidden: false, fullscreenElement: null }));
  put("navigator", {});
  put("screen", {});
});

/** A screen that can be kept on, and how often it was asked to. */
function wakeLock() {
  const locks = [];
  navigator.wakeLock = {
    async request() {
      const lock = new Node();
      lock.release = async () => lock.dispatchEvent(new Event("release"));
      locks.push(lock);
      return lock;
    },
  };
  return locks;
}

test("the screen stays on during a game, and is asked for again after a hidden page", async () => {
  const locks = wakeLock();
  let plays = true;
  const wakefulness = new Wakefulness(() => plays);
  await wakefulness.check();
  await wakefulness.check();
  assert.equal(locks.length, 1);
  // The browser takes the lock from a page that is hidden.
  document.hidden = true;
  await locks[0].release();
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
  assert.equal(locks.length, 1);
  document.hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
  assert.equal(locks.length, 2);
  plays = false;
  await wakefulness.check();
  assert.equal(wakefulness.lock, null);
});

test("a game that ends while the lock is asked for does not keep it", async () => {
  wakeLock();
  let plays = true;
  const wakefulness = new Wakefulness(() => plays);
  const asked = wakefulness.check();
  plays = false;
  await asked;
  assert.equal(wakefulness.lock, null);
});

test("without the means, or refused, nothing goes wrong", async () => {
  await new Wakefulness(() => true).check();
  navigator.wakeLock = { request: () => Promise.reject(new Error("low battery")) };
  const refused = new Wakefulness(() => true);
  await refused.check();
  assert.equal(refused.lock, null);
  const button = new Node();
  fullScreenStart(button, new Node());
  assert.ok(button.hidden, "an iPhone has no full screen to offer");
  fullScreenStart(null, new Node());
  turnHintStart(null, null);
});

test("one tap fills the screen and turns it, where either is allowed", async () => {
  const done = [];
  document.fullscreenEnabled = true;
  document.exitFullscreen = async () => done.push("exit");
  const page = { requestFullscreen: async () => done.push("fill") };
  const button = new Node();
  fullScreenStart(button, page);
  assert.ok(!button.hidden);
  await button.click();
  screen.orientation = {
    lock: () => Promise.reject(new Error("not supported")),
    unlock: () => done.push("unlock"),
  };
  await button.click();
  assert.deepEqual(done, ["fill", "fill"]);
  document.fullscreenElement = page;
  document.dispatchEvent(new Event("fullscreenchange"));
  assert.equal(button.attributes["aria-pressed"], "true");
  await button.click();
  assert.deepEqual(done.slice(2), ["unlock", "exit"]);
});

test("the hint to turn the phone is put away for good, if it can be remembered", async () => {
  const kept = new Map();
  put("localStorage", {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  });
  const [hint, button] = [new Node(), new Node()];
  turnHintStart(hint, button);
  assert.ok(!hint.hidden);
  await button.click();
  assert.ok(hint.hidden);
  turnHintStart(hint, new Node());
  assert.ok(hint.hidden);
  const denied = () => {
    throw new Error("denied");
  };
  put("localStorage", { getItem: denied, setItem: denied });
  turnHintStart(hint, button);
  assert.ok(!hint.hidden);
  await button.click();
  assert.ok(hint.hidden);
});
