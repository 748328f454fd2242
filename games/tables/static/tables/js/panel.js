/** Everything beside the board: seats, sentence, buttons, final panel. */

import { clockText, moveShown, share, timeLeft, wholeSeconds } from "./clock.js";
import { historyDraw } from "./history.js";
import { canConfirm, canRoll, canUndo } from "./scene.js";
import { turnSentence } from "./sentences.js";
import { isMine, viewerSeat } from "./state.js";
import {
  canRematch,
  coinsSentence,
  colourName,
  divisible,
  gameLine,
  givenLine,
  matchSentence,
  nameOf,
  nextGameSentence,
  pageNameOf,
  reasonSentence,
  rematchSentence,
  say,
  wishText,
} from "./words.js";
import { isReduced } from "../../board/js/motion.js";
import { nobodySits } from "../../site/js/news.js";

const PLAYING = ["roll", "move", "pause"];

export class Panel {
  constructor(root) {
    this.root = root;
    this.playerUrl = root.dataset.playerUrl;
    this.find = (name) => root.querySelector(`[data-part="${name}"]`);
    this.seats = ["mine", "theirs"].map((who) => root.querySelector(`[data-seat="${who}"]`));
    this.undo = this.find("undo");
    this.roll = this.find("roll");
    this.confirm = this.find("confirm");
    this.ready = this.find("ready");
    this.rematch = this.find("rematch");
    this.warned = null;
  }

  /** Brings all but the clocks up to date. */
  show(view, selected) {
    const { state } = view;
    const own = viewerSeat(view);
    this.root.dataset.phase = state.phase;
    this.root.dataset.turn = isMine(view) ? "mine" : "theirs";
    this.root.dataset.away = view.away[1 - own] ? "theirs" : "";
    this.seat(this.seats[0], view, own);
    this.seat(this.seats[1], view, 1 - own);
    this.sentence(view, selected);
    this.buttons(view);
    historyDraw(this.find("moves"), view);
    const waiting = this.find("waiting");
    if (waiting) waiting.hidden = state.phase !== "waiting";
    const playing = [...PLAYING, "opening", "between"].includes(state.phase);
    const resign = this.find("resign");
    if (resign) resign.hidden = !playing || view.you === null;
    this.between(view);
    this.final(view);
    this.watchers(view);
  }

  seat(node, view, seat) {
    const { state } = view;
    const put = (part, text) => {
      const cell = node.querySelector(`[data-part="${part}"]`);
      if (cell.textContent !== String(text)) cell.textContent = text;
    };
    put("name", nameOf(view, seat) || "–");
    const name = node.querySelector('[data-part="name"]');
    // Until somebody sits there it leads nowhere, nor to a closed account.
    const page = pageNameOf(view, seat);
    if (page) name.href = this.playerUrl.replace("NAME", page);
    else name.removeAttribute("href");
    put("colour", colourName(view, seat));
    const away = node.querySelector('[data-part="away"]');
    away.hidden = !view.away[seat] || state.phase === "over";
    node.classList.toggle("is-away", !away.hidden);
    node.classList.toggle("is-here", Boolean(view.table.seats[seat]) && away.hidden && state.phase !== "over");
    put("wish", wishText(view, seat));
    node.classList.toggle("is-wishing", wishText(view, seat) !== "");
    put("score", state.score[seat]);
    put("pips", state.pips[seat]);
    const onBar = state.sides[seat][25];
    put("bar", onBar);
    node.querySelector('[data-part="bar"]').parentElement.hidden = !onBar;
    const man = seat === state.white ? "#nb-man-bone" : "#nb-man-tea";
    node.querySelector("use").setAttribute("href", man);
    node.classList.toggle("is-turn", state.turn?.seat === seat && PLAYING.includes(state.phase));
  }

  sentence(view, selected) {
    const { now, more, besides = "" } = turnSentence(view, selected);
    const put = (part, text) => {
      const node = this.find(part);
      if (node.textContent !== text) node.textContent = text;
    };
    put("now", divisible(now));
    put("more", divisible(more));
    put("besides", divisible(besides));
    this.find("now").classList.toggle("is-mine", isMine(view) && PLAYING.includes(view.state.phase));
  }

  /** Buttons stay in the page, so that the focus has somewhere to stay. */
  buttons(view) {
    if (!this.undo) return;
    const roll = canRoll(view);
    this.roll.hidden = !roll;
    this.undo.hidden = roll;
    this.confirm.hidden = roll;
    able(this.undo, canUndo(view));
    able(this.confirm, canConfirm(view));
  }

  /** Between two games a player may say that he need not wait. */
  between(view) {
    if (!this.ready) return;
    this.ready.parentElement.hidden = view.state.phase !== "between";
    const said = view.ready[view.you];
    this.ready.setAttribute("aria-pressed", String(said));
    able(this.ready, !said);
  }

  watchers({ watchers }) {
    const box = this.find("watchers");
    box.classList.toggle("is-empty", watchers === 0);
    this.find("watchers-count").textContent = watchers;
    this.find("watchers-text").textContent = watchers
      ? say(ngettext("%(count)s person is watching.", "%(count)s people are watching.", watchers), {
          count: watchers,
        })
      : "";
  }

  final(view) {
    const { match, phase, score, games } = view.state;
    const box = this.find("final");
    const ended = phase === "over" || phase === "cancelled";
    box.hidden = !ended;
    if (!ended || !match) return;
    this.again(view);
    if (this.find("final-title").textContent) return;
    const own = viewerSeat(view);
    this.find("final-title").textContent = divisible(matchSentence(view, match));
    this.find("final-reason").textContent = divisible(reasonSentence(view, match));
    this.find("final-score").textContent = `${score[own]} : ${score[1 - own]}`;
    const coins = this.find("final-coins");
    if (coins) coins.textContent = divisible(coinsSentence(view, match));
    const lines = games.map((game) => lineMade(gameLine(view, game)));
    const given = givenLine(view);
    if (given) lines.push(lineMade(given, "table__given"));
    this.find("final-games").replaceChildren(...lines);
  }

  /** Both must want the rematch; once it has begun there is a way to it. */
  again(view) {
    const way = this.find("rematch-way");
    way.hidden = view.rematchSlug === null;
    if (view.rematchSlug !== null) way.href = tableAddress(view.rematchSlug);
    if (!this.rematch) return;
    const asked = view.rematch[view.you];
    this.rematch.hidden = view.rematchSlug !== null;
    this.rematch.setAttribute("aria-pressed", String(asked));
    able(this.rematch, canRematch(view) && !nobodySits());
    this.find("rematch-text").textContent = divisible(rematchSentence(view, nobodySits()));
  }

  // Clocks

  /** Draws the time that is left; returns the seconds at which to warn, or null. */
  clocks(view, now) {
    const time = timeLeft(view.clock, view.clockAt, now);
    const whole = view.table.move_seconds * 1000;
    const own = viewerSeat(view);
    this.seats.forEach((node, index) => {
      const seat = index === 0 ? own : 1 - own;
      const left = moveShown(time, seat, whole);
      const text = clockText(left);
      const clock = node.querySelector('[data-part="clock"]');
      if (clock.textContent !== text) clock.textContent = text;
      node.querySelector('[data-part="left"]').style.transform = `scaleX(${share(left, whole)})`;
    });
    this.seats.forEach((node, index) => {
      const absence = view.presence[index === 0 ? own : 1 - own];
      if (absence) node.querySelector('[data-part="away"]').textContent = awayText(absence, now - view.presenceAt);
    });
    // The pause may outlast the move time, but only to confirm.
    if (this.undo && time?.move === 0) able(this.undo, false);
    this.pause(view, time);
    if (time?.kind === "between") this.next(wholeSeconds(time.remaining));
    return this.warning(view, time);
  }

  /** The ✓ fills over the pause; with reduced motion it counts instead. */
  pause(view, time) {
    if (!this.confirm) return;
    const runs = time?.kind === "pause" && canConfirm(view);
    const filled = runs ? 1 - share(time.remaining, time.total) : 0;
    this.confirm.style.setProperty("--filled", isReduced() ? 1 : filled.toFixed(3));
    const count = this.find("count");
    count.textContent = runs && isReduced() ? String(wholeSeconds(time.remaining)) : "";
  }

  /** The seconds until the next game begins by itself. */
  next(seconds) {
    const text = nextGameSentence(seconds);
    const node = this.find("more");
    if (node.textContent !== text) node.textContent = text;
  }

  warning(view, time) {
    if (time?.kind !== "move" || time.seat !== view.you || view.you === null) {
      this.warned = null;
      return null;
    }
    const seconds = wholeSeconds(time.move);
    if (seconds > 10) this.warned = null;
    if (seconds > 10 || seconds === 0 || this.warned === view.state.turn.number) return null;
    this.warned = view.state.turn.number;
    return seconds;
  }
}

function lineMade(text, className = "") {
  const line = document.createElement("li");
  line.className = className;
  line.textContent = text;
  return line;
}

/** Another table's page, in the language of this one. */
export const tableAddress = (slug) => new URL(`../${slug}/`, location.href).href;

/** How long a player may still be away. */
function awayText({ grace_ms: grace }, passed) {
  if (grace === null || grace === undefined) return gettext("away");
  return say(gettext("away, %(time)s left"), { time: clockText(Math.max(0, grace - passed)) });
}

/** A button that cannot be pressed now keeps its place and the focus. */
function able(button, isAble) {
  if (isAble) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}
