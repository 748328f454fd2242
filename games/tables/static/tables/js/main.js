/** The table's page: wires socket, state, board, input and panel together. */

import { Board } from "../../board/js/board.js";
import { geometryRead } from "../../board/js/geometry.js";
import { Input } from "../../board/js/input.js";
import { balanceShow } from "../../coins/js/coins.js";
import { leave } from "../../site/js/leaving.js";
import { isReadOnly, newsShow } from "../../site/js/news.js";
import { Announcer, factsSpoken, placeSpoken } from "./announce.js";
import { Ticker } from "./clock.js";
import { dialogsStart } from "./dialogs.js";
import { Notice } from "./notice.js";
import { OpeningShow } from "./opening.js";
import { Panel, tableAddress } from "./panel.js";
import { Wakefulness, fullScreenStart, turnHintStart } from "./phone.js";
import { canConfirm, canRoll, canUndo, sceneOf, stepsOf, whoIs } from "./scene.js";
import { turnSentence, unattendedSentence } from "./sentences.js";
import { Socket } from "./socket.js";
import {
  awayAt,
  clockNow,
  comings,
  flipped,
  isOverdue,
  reduce,
  rematchBegun,
  sent,
  viewStart,
} from "./state.js";
import {
  divisible,
  hindranceSentence,
  lineSentence,
  presenceSentence,
  refusalSentence,
  say,
  wishesSpoken,
} from "./words.js";

const { title } = document;

const root = document.querySelector("[data-table]");
const geometry = geometryRead();
const snapshot = JSON.parse(document.getElementById("snapshot").textContent);
const announcer = new Announcer(root.querySelector('[data-part="announcer"]'));
const panel = new Panel(root);
const board = new Board(root.querySelector("[data-board]"), geometry);
const opening = new OpeningShow(board);

let view = viewStart(snapshot, performance.now(), isReadOnly());
let line = "connecting";
const notice = new Notice(() => statusDraw());

const input = new Input(board, {
  play: ({ from, dice }) =>
    command(
      dice.length === 1
        ? { type: "step", from, die: dice[0] }
        : { type: "move", from, dice },
    ),
  refuse: (code) => {
    notice.reason(hindranceSentence(code));
    announcer.say(notice.text);
  },
  choose: (place) => {
    notice.acted();
    panel.sentence(view, place);
  },
  label: (scene, place, selected) => placeSpoken(scene, place, selected, geometry),
});

const socket = new Socket(root.dataset.socket, {
  hear: (message) => hear(message),
  tell: (status) => {
    // Who is logged out may still watch; only for the barred is there another page.
    if (status === "barred") leave(status);
    if (line === "lost" && status === "open") announcer.say(gettext("Connected again."));
    line = status;
    statusDraw();
    if (!["connecting", "open"].includes(status)) announcer.say(lineSentence(status));
    openDraw();
  },
});

const LIVE = ["opening", "roll", "move", "pause", "between"];
const wakefulness = new Wakefulness(() => LIVE.includes(view.state.phase));

const ticker = new Ticker(
  (now) => {
    const seconds = panel.clocks(view, clockNow(view, now));
    if (seconds !== null) {
      announcer.say(
        say(ngettext("%(seconds)s second left.", "%(seconds)s seconds left.", seconds), { seconds }),
      );
    }
    awayDraw(now);
    if (isOverdue(view, now)) {
      view = { ...view, pending: null };
      openDraw();
      socket.sync();
    }
  },
  () => canConfirm(view),
);

function hear(message) {
  if (message.type === "coins") balanceShow(message);
  newsShow(message);
  const before = view;
  const { view: after, facts, changed, sync, refusal } = reduce(view, message, performance.now());
  view = after;
  if (sync) socket.sync();
  if (refusal) {
    notice.answer(refusalSentence(refusal.code, refusal.detail));
    announcer.say(notice.text);
  }
  if (!changed) return;
  const slug = rematchBegun(before, view);
  if (slug !== null) location.assign(tableAddress(slug));
  if (refusal) {
    board.checkers.settle();
    openDraw();
    return;
  }
  if (message.type === "presence" || message.type === "site") {
    announcer.say(wishesSpoken(before, view));
    panel.show(view, board.selected);
    ticker.kick();
    return;
  }
  if (facts.length) notice.happened();
  const rolled = facts.find(({ fact }) => fact === "rolled");
  const opened = facts.find(({ fact }) => fact === "opening");
  // A new game is set up, not walked to.
  const jump = before.state.game !== view.state.game;
  draw({
    steps: stepsOf(view, facts),
    rolled: rolled ? whoIs(view, rolled.seat) : null,
    jump,
  });
  if (opened) opening.play(view, opened.rolls);
  announcer.say(
    message.type === "snapshot" && view.version !== before.version
      ? Object.values(turnSentence(view)).join(" ")
      : factsSpoken(view, facts, geometry),
  );
}

/** Shows and says who has been away for more than a moment, or is back from it. */
function awayDraw(now) {
  const changes = comings(view, now);
  if (changes.length === 0) return;
  view = { ...view, away: awayAt(view, now) };
  panel.show(view, board.selected);
  // Two who have gone on to their rematch are not missed here.
  if (view.rematchSlug !== null) return;
  for (const change of changes) announcer.say(presenceSentence(view, change));
}

function draw(motion = {}) {
  const hadFocus = document.activeElement;
  opening.stop();
  board.show(sceneOf(view, geometry), motion);
  root.dataset.version = view.version;
  panel.show(view, board.selected);
  openDraw();
  statusDraw();
  input.refresh();
  flag(board.svg);
  document.title = `${turnSentence(view).now.replace(/\.$/, "")} · ${title}`;
  // The button that was pressed may be gone: the focus goes to what comes next.
  const isGone = hadFocus?.hidden || (hadFocus === panel.undo && !canUndo(view));
  if (isGone && root.contains(hadFocus)) {
    if (canRoll(view)) panel.roll.focus();
    else input.focus();
  }
  ticker.kick();
  wakefulness.check();
}

/** Tells the style sheet what can be done with the drawing that is displayed. */
function flag(svg) {
  svg.classList.toggle("is-live", board.scene?.sources.size > 0);
  svg.classList.toggle("is-roll", canRoll(view));
}

/** Choices are taken only while the line is open and nothing is on its way. */
function openDraw() {
  input.open(line === "open" && view.pending === null);
}

function command(message) {
  const now = performance.now();
  if (view.pending || !socket.send({ ...message, version: view.version })) {
    board.checkers.settle();
    return;
  }
  notice.acted();
  view = sent(view, message.type, now);
  openDraw();
}

/** The state of the line, or what was last said for a while, or a standing warning. */
function statusDraw() {
  const status = panel.find("status");
  const text = divisible(lineSentence(line) || notice.text || unattendedSentence(view));
  root.dataset.line = line;
  root.classList.toggle("is-telling", !lineSentence(line) && notice.text !== "");
  if (status.textContent === text) return;
  status.textContent = text;
  // The final panel may be scrolled away from what answers its button.
  if (view.state.phase === "over") status.scrollIntoView({ block: "nearest" });
}

function press(button, isAble, type) {
  button?.addEventListener("click", () => {
    if (isAble(view)) command({ type });
  });
}

press(panel.roll, canRoll, "roll");
press(panel.undo, canUndo, "undo");
press(panel.confirm, canConfirm, "confirm");
for (const [button, type] of [
  [panel.ready, "ready"],
  [panel.rematch, "rematch"],
]) {
  button?.addEventListener("click", () => {
    if (!button.hasAttribute("aria-disabled")) socket.send({ type });
  });
}
board.onMount((svg) => {
  svg.setAttribute("aria-label", gettext("Board"));
  svg.setAttribute("aria-describedby", "board-hint");
  svg.querySelector(".nb-throw").onclick = () => {
    if (canRoll(view)) command({ type: "roll" });
  };
  flag(svg);
});
dialogsStart(root, { view: () => view, resign: () => socket.send({ type: "resign" }) });
const flip = panel.find("flip");
if (flip) {
  flip.hidden = false;
  flip.addEventListener("click", () => {
    view = flipped(view);
    draw({ jump: true });
  });
}
fullScreenStart(panel.find("full-screen"), document.documentElement);
turnHintStart(panel.find("turn-hint"), panel.find("turn-hint-close"));
statusDraw();
draw({ jump: true });
