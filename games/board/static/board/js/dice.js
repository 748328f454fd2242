/** The dice: how they lie, fall and are used up. */

import { EASE, ROLL, isReduced } from "./motion.js";
import { element, keyed } from "./svg.js";

const FACES = 6;

export class Dice {
  mount(layer, layout, key) {
    this.layer = layer;
    this.layout = layout;
    this.key = key;
    layer.replaceChildren();
  }

  /**
   * Shows dice, {mine, theirs} of [{value, used}].
   * `rolled` names whose dice fall now: "mine", "theirs", "both" or null.
   */
  show(dice, rolled = null) {
    const items = ["mine", "theirs"].flatMap((who) => {
      const spots = this.layout.dieSpots(who, dice[who].length);
      return dice[who].map((die, index) => ({
        ...die,
        who,
        index,
        key: `${who}${index}of${dice[who].length}`,
        spot: spots[index],
      }));
    });
    keyed(
      this.layer,
      items,
      () => this.make(),
      (node, item) => this.update(node, item),
    );
    if (!rolled || isReduced()) return;
    items.forEach((item, index) => {
      if (rolled === "both" || rolled === item.who) {
        this.fall(this.layer.children[index], item);
      }
    });
  }

  make() {
    return element(
      "g",
      { class: "nb-die" },
      element("use", { href: `#${this.key}-die` }),
      element("use", { class: "nb-pips" }),
      element("path", { d: "M-34 34L34-34", class: "nb-strike" }),
    );
  }

  update(node, { value, used, spot }) {
    node.style.transform = `translate(${spot.x}px, ${spot.y}px)`;
    node.classList.toggle("is-used", Boolean(used));
    this.face(node, value);
  }

  face(node, value) {
    node.children[1].setAttribute("href", `#${this.key}-d${value}`);
  }

  fall(node, { value, spot, who, index }) {
    const away = (who === "mine" ? 1 : -1) * (150 + 40 * index);
    const turn = (who === "mine" ? 1 : -1) * (250 + 70 * index);
    node.animate(
      [
        {
          transform: `translate(${spot.x + away}px, ${spot.y + 60}px) rotate(${turn}deg)`,
          opacity: 0,
          easing: EASE,
        },
        { opacity: 1, offset: 0.3 },
        { transform: `translate(${spot.x}px, ${spot.y}px) rotate(0deg)`, opacity: 1 },
      ],
      { duration: ROLL },
    );
    // Other faces while it tumbles; the last one is the roll.
    [0.15, 0.32, 0.5].forEach((part, step) => {
      const other = ((value + 1 + step * 2) % FACES) + 1;
      setTimeout(() => node.dataset.falling && this.face(node, other), ROLL * part);
    });
    node.dataset.falling = "1";
    this.face(node, (value % FACES) + 1);
    setTimeout(() => {
      delete node.dataset.falling;
      this.face(node, value);
    }, ROLL * 0.65);
  }
}
