/**
 * The board: shows scenes in whichever of its drawings the page displays.
 *
 * A scene is plain data: {family, colours, sides: {mine, theirs}, dice: {mine,
 * theirs}, origins, arrivals, held, sources, hindrances}. Points are the viewer's own
 * numbers; each side is in its owner's. `sources` is a Map from one's own place to
 * {reach: [{to, dice, hits}], tap}, `hindrances` one to [{die, code}].
 */

import { Checkers } from "./checkers.js";
import { Dice } from "./dice.js";
import { Layout } from "./geometry.js";
import { Marks } from "./marks.js";
import { element } from "./svg.js";

export class Board {
  /** `root` holds one SVG for each shape, of which the style sheet displays one. */
  constructor(root, geometry) {
    this.root = root;
    this.geometry = geometry;
    this.checkers = new Checkers();
    this.dice = new Dice();
    this.marks = new Marks();
    this.scene = null;
    this.selected = null;
    this.listeners = [];
    this.fit();
    addEventListener("resize", () => this.fit());
  }

  /** Calls back whenever another drawing comes to be displayed. */
  onMount(listener) {
    this.listeners.push(listener);
    listener(this.svg);
  }

  /** Turns to the drawing that is displayed now. */
  fit() {
    const svg = [...this.root.querySelectorAll("svg")].find(
      (one) => getComputedStyle(one).display !== "none",
    );
    if (!svg || svg === this.svg) return;
    this.svg = svg;
    const { key, layout } = svg.dataset;
    const layer = (name) => svg.querySelector(`.nb-${name}`);
    this.layout = new Layout(this.geometry, layout);
    svg.setAttribute("role", "group");
    layer("slabs").replaceChildren();
    this.counts = layer("counts");
    // Layers that only a live board needs.
    const added = (name, before) => {
      const made = layer(name) ?? element("g", { class: `nb-${name}`, "aria-hidden": "true" });
      before.before(made);
      return made;
    };
    this.marks.mount(
      {
        lights: layer("lights"),
        marks: layer("marks"),
        numbers: added("lit-numbers", layer("slabs")),
        held: added("held-layer", layer("signs")),
        signs: layer("signs"),
      },
      this.layout,
      key,
    );
    this.dice.mount(layer("dice"), this.layout, key);
    this.checkers.mount(layer("checkers"), this.layout, key);
    if (this.scene) this.draw();
    for (const listener of this.listeners) listener(svg);
  }

  /**
   * Shows a scene. `steps` are those that led to it, to be seen on their way;
   * without them checkers glide to where they belong, or appear (`jump`).
   */
  show(scene, { steps = [], rolled = null, jump = false } = {}) {
    const known = this.checkers.isSameGame(scene.family, scene.colours);
    this.scene = scene;
    if (!known || jump) {
      this.checkers.set(scene.sides, scene.family, scene.colours);
    } else {
      this.checkers.play(steps, scene.sides);
    }
    if (!scene.sources.has(this.selected)) this.selected = null;
    this.draw(rolled);
  }

  /** Lights what the top checker of a place can reach; null puts the lights out. */
  select(place) {
    this.selected = place;
    this.marks.light(this.scene, place, this.targets());
  }

  /** What the selected checker can reach: [{to, dice, hits}]. */
  targets() {
    return this.scene?.sources.get(this.selected)?.reach ?? [];
  }

  draw(rolled = null) {
    this.marks.show(this.scene);
    this.marks.light(this.scene, this.selected, this.targets());
    this.dice.show(this.scene.dice, rolled);
    for (const text of this.counts.children) {
      const off = this.scene.sides[text.dataset.who][0];
      text.textContent = text.textContent.replace(/^\d+/, off);
    }
  }

  /** The place in the drawing under a pointer. */
  at(event) {
    const matrix = this.svg.getScreenCTM().inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }

  /** How many of the drawing's units a length on the screen is. */
  units(pixels) {
    return pixels / this.svg.getScreenCTM().a;
  }
}
