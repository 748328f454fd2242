/** The record's page: replays a match on the board. */

import { Board } from "../../board/js/board.js";
import { geometryRead } from "../../board/js/geometry.js";
import { motionBetween, positionsOf, sceneAt } from "./replay.js";

const EVERY_MS = 1400;
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

const root = document.querySelector("[data-record]");
const part = (name) => root.querySelector(`[data-part="${name}"]`);
const button = (name) => root.querySelector(`[data-go="${name}"]`);
const record = JSON.parse(document.getElementById("record").textContent);
const geometry = geometryRead();
const positions = positionsOf(record);
const last = positions.length - 1;
const list = part("list");
const lines = new Map();
for (const line of root.querySelectorAll("[data-position]")) {
  lines.set(line.id, line);
  // The page stays where it is: the script goes to the position, not the browser.
  line.removeAttribute("id");
}

let board = null;
let viewer = Number(root.dataset.viewer);
let at = last;
let timer = 0;

const say = (text, values) => interpolate(text, values, true);
const indexOf = (hash) => positions.findIndex(({ key }) => `#${key}` === hash);

/** Goes to a position; `jump` shows it at once. */
function go(index, { jump = false } = {}) {
  const before = positions[at];
  at = Math.max(0, Math.min(last, index));
  const here = positions[at];
  const motion = jump ? { jump } : motionBetween(before, here, viewer);
  board.show(sceneAt(here, record, viewer, geometry), motion);
  head(here);
  lineMark(here);
  part("explorer").href = lines.get(here.key).dataset.explorer;
  const sentence = sentenceOf(here);
  part("now").textContent = sentence;
  board.svg.setAttribute("aria-label", sentence);
  for (const name of ["first", "back"]) able(button(name), at > 0);
  for (const name of ["forward", "last"]) able(button(name), at < last);
  if (timer && at === last) pause();
}

/** Goes there by the reader's hand: the playing stops, the address says where. */
function visit(index, motion) {
  pause();
  go(index, motion);
  history.replaceState(history.state, "", `#${positions[at].key}`);
}

function head({ game, score, pips }) {
  for (const player of root.querySelectorAll("[data-player]")) {
    const seat = Number(player.dataset.player);
    const man = seat === game.white ? "bone" : "tea";
    player.querySelector("use").setAttribute("href", `#nb-man-${man}`);
    player.querySelector("[data-points]").textContent = score[seat];
    player.querySelector("[data-pips]").textContent = pips[seat];
  }
}

/** Marks the line of the position, and brings it into the list's sight, not the page's. */
function lineMark({ key }) {
  for (const [name, line] of lines) {
    if (name === key) line.setAttribute("aria-current", "true");
    else line.removeAttribute("aria-current");
  }
  const line = lines.get(key).getBoundingClientRect();
  const box = list.getBoundingClientRect();
  const spare = line.height;
  if (line.top < box.top + spare) list.scrollTop -= box.top + spare - line.top;
  else if (line.bottom > box.bottom - spare) list.scrollTop += line.bottom + spare - box.bottom;
}

function sentenceOf({ game, turn }) {
  const values = { game: game.number, move: turn?.number ?? 0 };
  return turn
    ? say(gettext("Game %(game)s, move %(move)s"), values)
    : say(gettext("Game %(game)s, the start"), values);
}

/** A button that cannot be pressed now keeps its place and the focus. */
function able(node, isAble) {
  if (isAble) node.removeAttribute("aria-disabled");
  else node.setAttribute("aria-disabled", "true");
}

function play() {
  if (at === last) go(0);
  timer = setInterval(() => go(at + 1), EVERY_MS);
  playDraw();
}

function pause() {
  if (!timer) return;
  clearInterval(timer);
  timer = 0;
  history.replaceState(history.state, "", `#${positions[at].key}`);
  playDraw();
}

function playDraw() {
  const node = button("play");
  node.querySelector("use").setAttribute("href", timer ? "#go-pause" : "#go-play");
  node.querySelector("[data-label]").textContent = timer
    ? gettext("Pause")
    : pgettext("the moves of a record", "Play");
}

const acts = {
  first: () => visit(0),
  back: () => visit(at - 1),
  play: () => (timer ? pause() : play()),
  forward: () => visit(at + 1),
  last: () => visit(last),
  flip: () => {
    viewer = 1 - viewer;
    go(at, { jump: true });
  },
};

function start() {
  board = new Board(root.querySelector("[data-board]"), geometry);
  part("controls").hidden = false;
  root.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-go]");
    if (pressed && pressed.getAttribute("aria-disabled") !== "true") acts[pressed.dataset.go]();
    const link = event.target.closest("[data-position], [data-jump]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    visit(indexOf(link.hash));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!KEYS[event.key]) return;
    event.preventDefault();
    acts[KEYS[event.key]]();
  });
  addEventListener("hashchange", () => {
    const index = indexOf(location.hash);
    if (index >= 0) visit(index);
  });
  const asked = indexOf(location.hash);
  go(asked < 0 ? last : asked, { jump: true });
  if (asked >= 0) scrollTo(0, 0);
}

if (positions.length) start();
