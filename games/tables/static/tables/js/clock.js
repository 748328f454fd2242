/** Time that is left, from a monotonic clock; the device's date is never asked. */

const SECOND = 1000;

/**
 * What runs, from the server's clock and the moment it was true: {kind, seat, total,
 * remaining, move} in ms; `move` is what is left of the move time, or null.
 */
export function timeLeft(clock, clockAt, now) {
  if (!clock) return null;
  const passed = Math.max(0, now - clockAt);
  const left = (ms) => Math.max(0, ms - passed);
  const move =
    clock.kind === "move"
      ? left(clock.remaining_ms)
      : clock.move_remaining_ms === null
        ? null
        : left(clock.move_remaining_ms);
  return {
    kind: clock.kind,
    seat: clock.seat,
    total: clock.total_ms,
    remaining: left(clock.remaining_ms),
    move,
  };
}

/**
 * The move time that a seat's clock shows, in ms, of `whole`: all of it while it does not
 * run, and never more, though after an outage the deadline may be further away.
 */
export function moveShown(time, seat, whole) {
  const runs = time?.seat === seat && (time.kind === "move" || time.kind === "pause");
  return runs && time.move !== null ? Math.min(time.move, whole) : whole;
}

/** The seconds as they are read aloud: whole, and 1 until the very end. */
export const wholeSeconds = (ms) => Math.ceil(ms / SECOND);

/** 28000 as "0:28". */
export function clockText(ms) {
  const seconds = wholeSeconds(ms);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What is left of a whole, 0 to 1. */
export const share = (left, whole) => (whole > 0 ? Math.min(1, left / whole) : 0);

/**
 * Calls `draw(now)` whenever what it shows may have changed: with every frame while
 * `isFine()`, else a few times a second, and not at all while the page is hidden.
 */
export class Ticker {
  constructor(draw, isFine) {
    this.draw = draw;
    this.isFine = isFine;
    this.timer = null;
    document.addEventListener("visibilitychange", () => this.kick());
  }

  /** Draws now and plans the next time. */
  kick() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    if (document.hidden) return;
    this.draw(performance.now());
    if (this.isFine()) this.frame = requestAnimationFrame(() => this.kick());
    else this.timer = setTimeout(() => this.kick(), SECOND / 5);
  }
}
