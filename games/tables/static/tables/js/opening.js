/** Shows a game's opening rolls one after the other, before its first dice. */

import { openingDice } from "./scene.js";

const SHOWN_MS = 1100;

export class OpeningShow {
  constructor(board) {
    this.board = board;
    this.run = 0;
  }

  /** Lets each player's die fall on his half, a tie again, then shows what lies there. */
  async play(view, rolls) {
    const run = ++this.run;
    const { dice } = this.board;
    for (const roll of rolls) {
      if (run !== this.run) return;
      dice.show(openingDice(view, roll), "both");
      await new Promise((done) => setTimeout(done, SHOWN_MS));
    }
    if (run === this.run) dice.show(this.board.scene.dice);
  }

  /** The table has gone on: the board's own dice are shown. */
  stop() {
    this.run += 1;
  }
}
