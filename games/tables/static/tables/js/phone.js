/**
 * What a phone can do for the table: full screen, a screen that stays on, a hint.
 *
 * Everything here is asked of the browser and done without where it says no: iPhones
 * have no full screen for pages, and locking the orientation is allowed to few.
 */

const HINT_KEY = "nardi-turn-hint";

/** Whether a page may fill the screen here. */
const canFill = (node) => Boolean(document.fullscreenEnabled && node.requestFullscreen);

/** Fills the screen with a node, turned to landscape where that can be held. */
async function fill(node) {
  try {
    await node.requestFullscreen({ navigationUI: "hide" });
    await screen.orientation?.lock?.("landscape");
  } catch {
    // Not allowed, or not here: the page stays as it is.
  }
}

async function leave() {
  try {
    screen.orientation?.unlock?.();
    await document.exitFullscreen();
  } catch {
    // It was left already.
  }
}

/** One button goes to full screen and back; without full screen there is none. */
export function fullScreenStart(button, node) {
  if (!button || !canFill(node)) return;
  button.hidden = false;
  button.addEventListener("click", () => (document.fullscreenElement ? leave() : fill(node)));
  document.addEventListener("fullscreenchange", () => {
    button.setAttribute("aria-pressed", String(Boolean(document.fullscreenElement)));
  });
}

/** Keeps the screen on while `isWanted()`; a hidden page loses that and asks again. */
export class Wakefulness {
  constructor(isWanted) {
    this.isWanted = isWanted;
    this.lock = null;
    this.asking = false;
    document.addEventListener("visibilitychange", () => this.check());
  }

  /** Asks for the lock or gives it back, as is wanted now. */
  async check() {
    const wanted = this.isWanted() && !document.hidden;
    if (!wanted) {
      const { lock } = this;
      this.lock = null;
      await lock?.release().catch(() => {});
      return;
    }
    if (this.lock || this.asking || !navigator.wakeLock) return;
    this.asking = true;
    try {
      const lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => {
        if (this.lock === lock) this.lock = null;
      });
      this.lock = lock;
    } catch {
      // A battery that is low, or a browser that does not: the screen may go off.
    } finally {
      this.asking = false;
    }
    // What was wanted may have changed while the browser thought.
    if (this.lock && (!this.isWanted() || document.hidden)) await this.check();
  }
}

/** The hint to turn the phone stays away once it has been put away. */
export function turnHintStart(hint, button) {
  if (!hint) return;
  hint.hidden = remembered();
  button.addEventListener("click", () => {
    hint.hidden = true;
    try {
      localStorage.setItem(HINT_KEY, "1");
    } catch {
      // Then it comes again with the next page.
    }
  });
}

function remembered() {
  try {
    return localStorage.getItem(HINT_KEY) !== null;
  } catch {
    return false;
  }
}
