import assert from "node:assert/strict";
import test from "node:test";

import { scripts } from "../../scripts.mjs";

const { Socket } = await scripts("tables/js/socket.js");

/** A line that the test opens, closes and speaks on. */
class Line {
  static CONNECTING = 0;
  static OPEN = 1;
  static all = [];

  constructor(url) {
    this.url = String(url);
    this.readyState = Line.CONNECTING;
    this.sent = [];
    Line.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text).type);
  }

  close() {
    this.readyState = 3;
  }

  opens() {
    this.readyState = Line.OPEN;
    this.says({ type: "snapshot" });
  }

  ends(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }

  says(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

globalThis.WebSocket = Line;
globalThis.location = { href: "https://nardi.example/en/table/x/" };

/** A new page with its socket, whose time the test lets pass. */
function start(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const page = new EventTarget();
  globalThis.document = new EventTarget();
  globalThis.addEventListener = page.addEventListener.bind(page);
  Line.all = [];
  const heard = [];
  const told = [];
  const socket = new Socket("/ws/table/x/", {
    hear: (message) => heard.push(message.type),
    tell: (status) => told.push(status),
  });
  const pass = (ms) => t.mock.timers.tick(ms);
  return { page, heard, told, socket, pass };
}

const last = () => Line.all.at(-1);

test("the line is opened beside the page, and what comes is handed on", (t) => {
  const { heard, told, socket } = start(t);
  assert.equal(last().url, "wss://nardi.example/ws/table/x/");
  assert.ok(!socket.send({ type: "roll" }));
  assert.deepEqual(told, ["connecting"]);
  last().opens();
  assert.ok(socket.send({ type: "roll" }));
  assert.deepEqual(heard, ["snapshot"]);
  assert.deepEqual(told, ["connecting", "open"]);
});

test("a lost line is tried again, at once when the network is back", (t) => {
  const { page, told, pass } = start(t);
  last().opens();
  last().ends();
  assert.deepEqual(told, ["connecting", "open", "lost"]);
  pass(500);
  assert.equal(Line.all.length, 2);
  last().ends();
  page.dispatchEvent(new Event("online"));
  assert.equal(Line.all.length, 3);
  last().opens();
  assert.deepEqual(told, ["connecting", "open", "lost", "open"]);
});

for (const [code, status] of [[4404, "closed"], [4401, "signed-out"], [4430, "too-many"]]) {
  test(`a line closed with ${code} is not tried again`, (t) => {
    const { page, told, pass } = start(t);
    last().opens();
    last().ends(code);
    pass(60_000);
    page.dispatchEvent(new Event("online"));
    assert.equal(Line.all.length, 1);
    assert.equal(told.at(-1), status);
  });
}

test("a ping is answered, a silent line is given up", (t) => {
  const { told, pass } = start(t);
  last().opens();
  const line = last();
  line.says({ type: "ping", version: 4 });
  assert.deepEqual(line.sent, ["pong"]);
  pass(9_000);
  line.says({ type: "ping", version: 4 });
  pass(9_000);
  assert.equal(Line.all.length, 1);
  pass(2_000);
  assert.equal(Line.all.length, 2);
  assert.equal(told.at(-1), "lost");
});

test("a line that never comes about is given up too", (t) => {
  const { pass } = start(t);
  pass(10_000);
  assert.equal(Line.all.length, 2);
});

test("a page that is seen again asks how the table stands", (t) => {
  const { pass } = start(t);
  last().opens();
  document.hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(last().sent, ["sync"]);
  pass(5_000);
  assert.equal(Line.all.length, 2, "no answer: the line is dead");
});

test("who rests before he is through hangs up as soon as he is", (t) => {
  const { socket } = start(t);
  const [line] = Line.all;
  socket.rest();
  assert.equal(line.readyState, Line.CONNECTING);
  line.readyState = Line.OPEN;
  line.onopen();
  assert.equal(line.readyState, 3);
});
