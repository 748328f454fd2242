/** The front page's board: a match under way, step by step, and nothing to press. */

import { Board } from "../../board/js/board.js";
import { geometryRead } from "../../board/js/geometry.js";
import { newsShow } from "../../site/js/news.js";
import { sceneOf, stepsOf, whoIs } from "./scene.js";
import { Socket } from "./socket.js";
import { reduce, viewStart } from "./state.js";

/** How long the end of a match is shown before another match takes its place. */
const END_SHOWN_MS = 8000;

const geometry = geometryRead();

class Glimpse {
  constructor(root) {
    this.root = root;
    this.board = new Board(root, geometry);
    // The drawing that came with the page was described as it stood then; the
    // link is called after the players and the score.
    this.board.onMount((svg) => svg.setAttribute("aria-hidden", "true"));
    this.view = null;
    this.socket = new Socket(root.dataset.glimpse, {
      hear: (message) => this.hear(message),
      tell: (status) => status === "closed" && this.over(),
    });
  }

  hear(message) {
    newsShow(message);
    const now = performance.now();
    if (this.view === null) {
      if (message.type !== "snapshot") return;
      this.view = viewStart(message, now);
      this.draw({ jump: true });
      return;
    }
    const before = this.view;
    const { view, facts, changed, sync } = reduce(before, message, now);
    this.view = view;
    if (sync) this.socket.sync();
    if (!changed || message.type === "presence") return;
    const rolled = facts.find(({ fact }) => fact === "rolled");
    this.draw({
      steps: stepsOf(view, facts),
      rolled: rolled ? whoIs(view, rolled.seat) : null,
      // A new game is set up, not walked to.
      jump: before.state.game !== view.state.game,
    });
  }

  draw(motion) {
    const { state } = this.view;
    this.board.show(sceneOf(this.view, geometry), motion);
    this.root.querySelector("[data-score]").textContent = state.score.join(" : ");
    if (state.phase === "over") this.over();
  }

  over() {
    this.timer ??= setTimeout(() => this.another(), END_SHOWN_MS);
  }

  /** Shows what the front page shows now: another match, or the board without one. */
  async another() {
    this.socket.end();
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-front]");
    document.querySelector("[data-front]").replaceWith(fresh);
    shown = begin();
  }
}

function begin() {
  const root = document.querySelector("[data-glimpse]");
  return root && new Glimpse(root);
}

let shown = begin();
// With a line open the browser could not keep the page to come back to.
addEventListener("pagehide", () => shown?.socket.rest());
