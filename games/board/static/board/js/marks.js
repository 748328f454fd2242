/** What lies over the position: lights, discs, the selection, the last move. */

import { FULL_STACK, OFF, isPoint } from "./geometry.js";
import { lightUp } from "./motion.js";
import { element, keyed, translate } from "./svg.js";

const LOZENGE = "M0-19L19 0L0 19L-19 0Z";

/** The dice of a target as its disc says them: 2, 4+2, and 3×4 for four threes. */
export function diceText(dice) {
  return dice.length > 2 ? `${dice[0]}×${dice.length}` : dice.join("+");
}

export class Marks {
  mount(layers, layout, key) {
    this.layers = layers;
    this.layout = layout;
    this.key = key;
    for (const layer of Object.values(layers)) layer.replaceChildren();
  }

  /** Origins, arrivals and held points of a scene. */
  show(scene) {
    const count = (point) => countAt(this.layout, scene, point);
    keyed(
      this.layers.marks,
      [
        ...scene.origins.filter(isPoint).map((point) => ({ key: `o${point}`, kind: "origin", point })),
        ...scene.arrivals.filter(isPoint).map((point) => ({ key: `a${point}`, kind: "arrival", point })),
        ...scene.origins
          .filter((point) => isPoint(point) && count(point) < FULL_STACK)
          .map((point) => ({ key: `r${point}.${count(point)}`, kind: "left", point })),
      ],
      (item) => this.mark(item, count(item.point)),
    );
    keyed(
      this.layers.held,
      scene.held.filter((point) => count(point) === 1).map((point) => ({ key: point, point })),
      ({ point }) =>
        element("path", {
          d: LOZENGE,
          class: "nb-held",
          transform: translate(this.layout.pointSpot(point, 0, 1)),
        }),
    );
  }

  /** The ring around the selected checker and everything it can reach. */
  light(scene, selected, targets) {
    const lit = targets.map(({ to, dice }) => ({
      key: `${selected}-${to}`,
      to,
      spot: this.landing(scene, to),
      text: diceText(dice),
    }));
    keyed(this.layers.lights, lit, ({ to }) => lightUp(this.outline(to)));
    const written = new Set([...scene.origins, ...scene.arrivals]);
    keyed(
      this.layers.numbers,
      lit.filter(({ to }) => isPoint(to) && !written.has(to)),
      ({ to }) => this.number(to),
    );
    keyed(this.layers.signs, [...this.ring(scene, selected), ...lit], (item) =>
      lightUp(item.text ? disc(item) : ring(item)),
    );
  }

  // Parts

  mark({ kind, point }, count) {
    if (kind === "left") {
      const spot = this.layout.pointSpot(point, count, FULL_STACK);
      return element("circle", { r: 42, class: "nb-left", transform: translate(spot) });
    }
    const text = element("text");
    text.textContent = point;
    return element(
      "g",
      { class: `nb-${kind}`, transform: translate(this.layout.numberSpot(point)) },
      element("rect", { x: -27, y: -21, width: 54, height: 42, rx: 8 }),
      text,
    );
  }

  outline(place) {
    if (isPoint(place)) {
      return element("use", {
        href: `#${this.key}-point`,
        class: "nb-lit",
        transform: this.layout.pointTransform(place),
      });
    }
    return element("rect", { ...this.layout.area(place), rx: 8, class: "nb-lit" });
  }

  /** A lit point's number, written over the one on the frame. */
  number(point) {
    const { x, y } = this.layout.numberSpot(point);
    const text = element("text", { x, y, class: "nb-lit-number" });
    text.textContent = point;
    return text;
  }

  ring(scene, selected) {
    if (selected === null) return [];
    const count = scene.sides.mine[selected];
    const spot = this.layout.spot("mine", scene.family, selected, count - 1, count);
    return [{ key: `selected${selected}.${count}`, spot }];
  }

  /** Where the next checker would come to lie; on a lone one it hits. */
  landing(scene, to) {
    const count = scene.sides.mine[to];
    if (to === OFF) {
      const { x, y, width, height } = this.layout.area(OFF);
      if (width < height) return { x: x + width / 2, y: y + height / 2 };
      return this.layout.spot("mine", scene.family, OFF, count, count);
    }
    return this.layout.spot("mine", scene.family, to, count, count + 1);
  }
}

/** How many checkers stand on a point of the viewer's numbering. */
export function countAt(layout, scene, point) {
  const theirs = layout.geometry.opposite[scene.family][point];
  return scene.sides.mine[point] + scene.sides.theirs[theirs];
}

function disc({ spot, text }) {
  const label = element("text", text.length > 2 ? { class: "nb-long" } : {});
  label.textContent = text;
  return element(
    "g",
    { class: "nb-disc", transform: translate(spot) },
    element("circle", { r: 30.5 }),
    label,
  );
}

function ring({ spot }) {
  return element(
    "g",
    { class: "nb-selected", transform: translate(spot) },
    element("circle", { r: 49, class: "nb-selected-gap" }),
    element("circle", { r: 54, class: "nb-selected-ring" }),
  );
}

