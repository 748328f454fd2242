/**
 * Choosing checkers and targets by touch, pointer and keyboard.
 *
 * Knows no rule: the scene says which places can move and what they reach.
 */

import { BAR, OFF, POINTS } from "./geometry.js";
import { element, keyed } from "./svg.js";

const PLACES = [...POINTS, BAR, OFF];
const DRAG_FROM_PX = 6;
const FINGER_PX = 22;
const BORDER_PX = 5;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Input {
  /**
   * `play({from, to, dice})` is called for a choice made, `refuse(code)` with what
   * keeps a checker of one's own from it, `choose(place)` when the selection
   * changes; `label(scene, place, selected)` says a place in words.
   */
  constructor(board, { play, refuse, choose, label }) {
    Object.assign(this, { board, play, refuse, choose, label });
    this.focused = null;
    this.press = null;
    this.isOpen = true;
    board.onMount((svg) => this.mount(svg));
  }

  mount(svg) {
    this.layer = svg.querySelector(".nb-spots") ?? element("g", { class: "nb-spots" });
    svg.append(this.layer);
    if (!svg.dataset.heard) {
      svg.dataset.heard = "1";
      svg.addEventListener("pointerdown", (event) => this.down(event));
      svg.addEventListener("pointermove", (event) => this.moved(event));
      svg.addEventListener("pointerup", (event) => this.up(event));
      svg.addEventListener("pointercancel", () => this.cancel());
      svg.addEventListener("click", (event) => this.click(event));
      svg.addEventListener("keydown", (event) => this.key(event));
      svg.addEventListener("focusin", (event) => this.focusIn(event));
    }
    if (this.board.scene) this.refresh();
  }

  /** Brings the places that can be reached by keyboard up to date with the scene. */
  refresh() {
    const { scene, selected } = this.board;
    const places = this.places();
    // What is being dragged may just have been moved by the table itself.
    if (this.press?.dragging && !scene.sources.has(this.press.source)) this.press = null;
    if (!places.includes(this.focused)) this.focused = this.firstFocus(places);
    const targets = new Set(this.board.targets().map(({ to }) => to));
    const hadFocus = this.layer.contains(document.activeElement);
    keyed(
      this.layer,
      places.map((place) => ({ key: place, place })),
      ({ place }) => this.spot(place),
      (node, { place }) => {
        node.setAttribute("tabindex", place === this.focused ? "0" : "-1");
        node.setAttribute("aria-label", this.label(scene, place, selected));
        const active = targets.has(place) || scene.sources.has(place);
        if (active) node.removeAttribute("aria-disabled");
        else node.setAttribute("aria-disabled", "true");
        if (scene.sources.has(place)) {
          node.setAttribute("aria-pressed", String(place === selected));
        } else {
          node.removeAttribute("aria-pressed");
        }
        node.classList.toggle("is-live", active);
        node.classList.toggle("is-source", scene.sources.has(place));
      },
    );
    if (hadFocus && !this.layer.contains(document.activeElement)) this.focus();
  }

  /** Moves the keyboard's focus onto the board. */
  focus() {
    this.layer.querySelector('[tabindex="0"]')?.focus();
  }

  /** Lets go of the selection. */
  clear() {
    if (this.board.selected === null) return;
    this.board.select(null);
    this.refresh();
    this.choose(null);
  }

  /** Tells whether choices are taken now; a drag under way is let go. */
  open(isOpen) {
    this.isOpen = isOpen;
  }

  // What can be chosen

  /**
   * On one's own move one's checkers, the targets, and where the selected checker
   * may not go, which can be asked; else whatever is occupied.
   */
  places() {
    const { scene, selected } = this.board;
    const { mine, theirs } = scene.sides;
    const table = this.board.geometry.opposite[scene.family];
    const targets = new Set(this.board.targets().map(({ to }) => to));
    const moving = scene.sources.size > 0;
    const forbidden = new Set(this.offered(forbiddenFrom(scene, selected).map(({ to }) => to)));
    return PLACES.filter(
      (place) =>
        targets.has(place) ||
        forbidden.has(place) ||
        (place !== OFF && mine[place] > 0) ||
        (!moving && place !== OFF && place !== BAR && theirs[table[place]] > 0),
    );
  }

  firstFocus(places) {
    return places.find((place) => this.board.scene.sources.has(place)) ?? places[0] ?? null;
  }

  /** Acts on a place: plays a target, selects a checker, plays it on a second tap. */
  act(place) {
    if (!this.isOpen) return;
    const { scene, selected } = this.board;
    const target = this.board.targets().find(({ to }) => to === place);
    if (target) {
      this.send(selected, target);
      return;
    }
    const source = scene.sources.get(place);
    if (!source) {
      const code = this.hindrance(place);
      this.clear();
      this.explain(code);
    } else if (source.tap && (source.tap.off || place === selected)) {
      this.tap(place, source.tap);
    } else {
      this.select(place);
    }
  }

  /** What forbids the selected checker this place, or the checker there every move. */
  hindrance(place) {
    const { scene, selected } = this.board;
    const forbidden = forbiddenFrom(scene, selected).find(({ to }) => to === place);
    return (forbidden ?? scene.hindrances.get(place)?.[0])?.code;
  }

  /** Says why, where there is something to say. */
  explain(code) {
    if (code) this.refuse(code);
  }

  select(place) {
    this.board.select(place);
    this.refresh();
    this.choose(place);
  }

  tap(from, { die, off }) {
    const { reach } = this.board.scene.sources.get(from);
    const step = reach.find(({ to, dice }) => dice.length === 1 && (off ? to === OFF : dice[0] === die));
    this.send(from, { to: step?.to ?? from, dice: [die] });
  }

  send(from, { to, dice }) {
    this.board.select(null);
    this.refresh();
    this.choose(null);
    if (to !== from) this.board.checkers.anticipate(from, to);
    this.play({ from, to, dice });
  }

  // Touch and pointer

  down(event) {
    if (!event.isPrimary || event.button !== 0 || !this.isOpen) return;
    const { sources } = this.board.scene;
    const targets = this.board.targets().map(({ to }) => to);
    const place = this.placeUnder(event, [...targets, ...sources.keys()]);
    // A lit point that is also one's own may still be dragged from.
    const source = sources.has(place) ? place : null;
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.press = { id, place, source, x, y, dragging: false };
    // Also what cannot be dragged is asked about, wherever the finger is lifted.
    if (source !== null || this.board.scene.hindrances.has(place)) {
      this.board.svg.setPointerCapture(id);
    }
  }

  moved(event) {
    const { press } = this;
    if (!press || press.source === null || press.id !== event.pointerId) return;
    if (!press.dragging && distance(press, event) < DRAG_FROM_PX) return;
    if (!press.dragging) {
      press.dragging = true;
      this.select(press.source);
    }
    const { x, y } = this.board.at(event);
    this.board.checkers.drag(press.source, { x, y });
  }

  up(event) {
    const { press } = this;
    if (press?.id !== event.pointerId) return;
    this.press = null;
    if (!press.dragging) {
      if (distance(press, event) < FINGER_PX) this.act(press.place);
      else this.explain(this.board.scene.hindrances.get(press.place)?.[0].code);
      return;
    }
    this.drop(press.source, event);
  }

  /** Plays what was dragged to where it was let go, or puts it back and says why. */
  drop(source, event) {
    const targets = this.board.targets();
    const place = this.placeUnder(event, targets.map(({ to }) => to));
    const target = targets.find(({ to }) => to === place);
    if (target && this.isOpen) {
      this.send(source, target);
      return;
    }
    const forbidden = forbiddenFrom(this.board.scene, source).find(({ to }) => to === place);
    this.board.checkers.settle();
    if (forbidden) this.clear();
    this.explain(forbidden?.code);
  }

  cancel() {
    if (this.press?.dragging) this.board.checkers.settle();
    this.press = null;
  }

  /** The place that a finger means, where `live` can be chosen. */
  placeUnder(event, live) {
    const { x, y } = this.board.at(event);
    const { layout, scene } = this.board;
    // An empty bar is nothing to tap: a finger on it means what lies beside it.
    const places = PLACES.filter((place) => place !== BAR || scene.sides.mine[BAR] > 0);
    const slack = { finger: this.board.units(FINGER_PX), border: this.board.units(BORDER_PX) };
    return layout.meant(x, y, this.offered(places), this.offered(live), slack);
  }

  /** Without trays there is nothing to tap for borne off checkers. */
  offered(places) {
    return this.board.layout.shape.trays.mine ? places : places.filter((place) => place !== OFF);
  }

  // Keyboard, and whatever presses without a pointer

  click(event) {
    const spot = event.target.closest?.(".nb-spot");
    if (spot && event.detail === 0) this.act(Number(spot.dataset.key));
  }

  key(event) {
    if (event.key === "Escape") {
      this.clear();
      return;
    }
    const spot = event.target.closest?.(".nb-spot");
    if (!spot) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) this.act(Number(spot.dataset.key));
    } else if (ARROWS[event.key]) {
      event.preventDefault();
      this.step(Number(spot.dataset.key), ARROWS[event.key]);
    }
  }

  /** Focuses the nearest place in the arrow's direction. */
  step(place, [dx, dy]) {
    const centre = (one) => {
      const { x, y, width, height } = this.board.layout.area(one);
      return { x: x + width / 2, y: y + height / 2 };
    };
    const here = centre(place);
    let best = null;
    for (const other of this.places()) {
      const there = centre(other);
      const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
      if (ahead < 1) continue;
      const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
      const cost = ahead + 3 * aside;
      if (!best || cost < best.cost) best = { place: other, cost };
    }
    if (best) this.rove(best.place);
  }

  rove(place) {
    this.focused = place;
    for (const node of this.layer.children) {
      node.setAttribute("tabindex", node.dataset.key === String(place) ? "0" : "-1");
    }
    this.focus();
  }

  focusIn(event) {
    const spot = event.target.closest?.(".nb-spot");
    if (spot && Number(spot.dataset.key) !== this.focused) this.rove(Number(spot.dataset.key));
  }

  spot(place) {
    const { x, y, width, height } = this.board.layout.area(place);
    const box = { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 8 };
    return element(
      "g",
      { class: "nb-spot", role: "button", "data-place": place },
      element("rect", { ...box, class: "nb-spot-gap" }),
      element("rect", { ...box, class: "nb-spot-ring" }),
    );
  }
}

/** Where a die in hand would lead from a place but may not: [{to, die, code}]. */
export function forbiddenFrom(scene, from) {
  const hindrances = scene.hindrances.get(from) ?? [];
  return hindrances.map(({ die, code }) => ({ to: Math.max(OFF, from - die), die, code }));
}

const distance = ({ x, y }, { clientX, clientY }) => Math.hypot(clientX - x, clientY - y);
