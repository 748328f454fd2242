/** What is said for a while: until its time is over, or what it was about has passed. */

const SHOWN_MS = 5000;

export class Notice {
  /** `draw()` is called whenever `text` has changed. */
  constructor(draw) {
    this.draw = draw;
    this.text = "";
    this.isReason = false;
  }

  /** The answer to a command, which holds whatever the others do. */
  answer(text) {
    this.put(text);
  }

  /** Why a checker could not be moved, which holds while the position does. */
  reason(text) {
    this.put(text);
    this.isReason = true;
  }

  /** The player has gone on: what he was told is behind him. */
  acted() {
    if (this.text) this.put("");
  }

  /** The table has gone on: a reason may no longer be true. */
  happened() {
    if (this.isReason) this.put("");
  }

  put(text) {
    clearTimeout(this.timer);
    this.text = text;
    this.isReason = false;
    if (text) this.timer = setTimeout(() => this.put(""), SHOWN_MS);
    this.draw();
  }
}
