/** The thirty checkers: which stands where, and how they get there. */

import { BAR, FULL_STACK, OFF } from "./geometry.js";
import { EASE, HIT, HIT_LATER, STEP, UNDO, isReduced } from "./motion.js";
import { element } from "./svg.js";

const WHO = ["mine", "theirs"];

export class Checkers {
  constructor() {
    this.stacks = null;
    this.layout = null;
  }

  /** Moves into another drawing, or another shape of the board. */
  mount(layer, layout, key) {
    this.layer = layer;
    this.layout = layout;
    this.key = key;
    if (this.stacks) this.rebuild();
  }

  /** Shows the position at once. `colours` is {mine, theirs}. */
  set(sides, family, colours) {
    this.family = family;
    this.colours = colours;
    this.stacks = {};
    for (const who of WHO) {
      let number = 0;
      this.stacks[who] = sides[who].map((count, place) =>
        Array.from({ length: count }, () => ({ who, place, id: `${who}${number++}` })),
      );
    }
    this.rebuild();
  }

  /** Whether the position can be reached from the present one by moving checkers. */
  isSameGame(family, colours) {
    return this.stacks && this.family === family && this.colours.mine === colours.mine;
  }

  /**
   * Plays steps one after the other and ends at `sides`, whatever the steps were.
   * A step is {who, from, to, hit, back}, in its owner's numbering; `back` undoes.
   */
  play(steps, sides) {
    const tracks = new Map();
    let at = 0;
    for (const step of steps) {
      const duration = step.back ? UNDO : STEP;
      const moved = this.shift(step.who, step.back ? step.to : step.from, step.back ? step.from : step.to);
      const struck = step.hit ? this.strike(step) : null;
      this.track(tracks, (checker) =>
        checker === struck && !step.back
          ? { at: at + HIT_LATER, duration: HIT }
          : { at, duration },
      );
      if (moved) at += duration;
    }
    this.reconcile(sides);
    this.track(tracks, () => ({ at, duration: UNDO }));
    this.run(tracks);
  }

  /** Draws the top checker of a place where it is about to go, before the server says so. */
  anticipate(from, to) {
    const checker = this.top("mine", from);
    if (!checker) return;
    const count = this.stacks.mine[to].length;
    const spot = this.layout.spot("mine", this.family, to, count, count + 1);
    checker.ahead = true;
    this.moveTo(checker, spot, STEP);
  }

  top(who, place) {
    return this.stacks?.[who][place].at(-1) ?? null;
  }

  /** Lets the top checker of a place follow a finger. */
  drag(place, spot) {
    const checker = this.top("mine", place);
    if (!checker) return;
    if (this.layer.lastChild !== checker.node) this.layer.append(checker.node);
    checker.animation?.cancel();
    checker.node.style.transform = px(spot);
    checker.at = spot;
    checker.ahead = true;
  }

  /** Everything goes back to its place. */
  settle() {
    for (const checker of this.all()) {
      if (!checker.ahead) continue;
      checker.ahead = false;
      this.moveTo(checker, this.home(checker), UNDO);
    }
  }

  // What stands where

  *all() {
    for (const who of WHO) for (const stack of this.stacks[who]) yield* stack;
  }

  shift(who, from, to) {
    const checker = this.stacks[who][from].pop();
    if (!checker) return null;
    checker.place = to;
    this.stacks[who][to].push(checker);
    return checker;
  }

  /** The checker that a step hits, or puts back when the step is undone. */
  strike({ who, to, back }) {
    const other = who === "mine" ? "theirs" : "mine";
    const { geometry } = this.layout;
    // The table between the two numberings is its own inverse.
    const place = geometry.opposite[this.family][to];
    return back ? this.shift(other, BAR, place) : this.shift(other, place, BAR);
  }

  /** Makes the stacks hold what `sides` say, moving as few checkers as possible. */
  reconcile(sides) {
    for (const who of WHO) {
      const stacks = this.stacks[who];
      const spare = [];
      sides[who].forEach((count, place) => {
        while (stacks[place].length > count) spare.push(stacks[place].pop());
      });
      sides[who].forEach((count, place) => {
        while (stacks[place].length < count && spare.length) {
          const checker = spare.pop();
          checker.place = place;
          stacks[place].push(checker);
        }
      });
    }
  }

  home(checker) {
    const stack = this.stacks[checker.who][checker.place];
    return this.layout.spot(
      checker.who,
      this.family,
      checker.place,
      stack.indexOf(checker),
      stack.length,
    );
  }

  // How it is drawn

  rebuild() {
    this.layer.replaceChildren();
    for (const checker of this.all()) {
      checker.node = this.draw(checker);
      checker.ahead = false;
      checker.animation = null;
      checker.at = this.home(checker);
      checker.node.style.transform = px(checker.at);
      this.layer.append(checker.node);
    }
    this.dress();
  }

  draw(checker) {
    const colour = this.colours[checker.who];
    return element(
      "g",
      { class: `nb-on-${colour}` },
      element("use", { href: `#${this.key}-${colour}`, class: "nb-man" }),
      element("use", { href: `#${this.key}-slab`, class: `nb-slab nb-slab-${colour}` }),
    );
  }

  /** Adds to the tracks every checker that is not where the tracks lead it. */
  track(tracks, timing) {
    for (const checker of this.all()) {
      const to = this.home(checker);
      const track = tracks.get(checker);
      const from = track ? track.at(-1).to : checker.at;
      if (same(from, to)) continue;
      const segment = { to, ...timing(checker) };
      if (track) track.push(segment);
      else tracks.set(checker, [segment]);
    }
  }

  run(tracks) {
    for (const [checker, track] of tracks) {
      const to = track.at(-1).to;
      const last = track.at(-1);
      const end = last.at + last.duration;
      if (checker.ahead || isReduced()) {
        this.moveTo(checker, to, isReduced() ? 0 : UNDO);
        continue;
      }
      this.animate(checker, keyframes(this.shown(checker), track, end), end, to);
    }
    for (const checker of this.all()) checker.ahead = false;
    this.dress();
  }

  moveTo(checker, spot, duration) {
    if (isReduced() || !duration) {
      this.animate(checker, null, 0, spot);
      return;
    }
    const frames = [
      { transform: px(this.shown(checker)), easing: EASE },
      { transform: px(spot) },
    ];
    this.animate(checker, frames, duration, spot);
  }

  animate(checker, frames, duration, to) {
    const { node } = checker;
    const off = checker.place === OFF;
    checker.animation?.cancel();
    checker.animation = null;
    checker.at = to;
    node.style.transform = px(to);
    if (!frames) {
      node.classList.toggle("is-off", off);
      return;
    }
    // The one on its way passes over the others and comes to lie on top.
    if (this.top(checker.who, checker.place) === checker || checker.ahead) {
      this.layer.append(node);
    }
    if (!off) node.classList.remove("is-off");
    const animation = node.animate(frames, { duration });
    checker.animation = animation;
    animation.onfinish = () => {
      checker.animation = null;
      node.classList.toggle("is-off", checker.place === OFF);
    };
  }

  /** Where the eye sees a checker at this moment. */
  shown(checker) {
    if (!checker.animation) return checker.at;
    const matrix = new DOMMatrixReadOnly(getComputedStyle(checker.node).transform);
    return { x: matrix.e, y: matrix.f };
  }

  /** A resting checker is round or a slab; the outermost of a high stack has a number. */
  dress() {
    for (const who of WHO) {
      this.stacks[who].forEach((stack, place) => {
        stack.forEach((checker, index) => {
          if (!checker.animation) checker.node.classList.toggle("is-off", place === OFF);
          const outermost = index === stack.length - 1;
          const high = stack.length > FULL_STACK && place !== OFF;
          write(checker.node, outermost && high ? stack.length : 0);
        });
      });
    }
  }
}

function write(node, count) {
  const text = node.querySelector("text");
  if (!count) {
    text?.remove();
    node.querySelector("circle")?.remove();
  } else if (text) {
    text.textContent = count;
  } else {
    node.append(element("circle", { r: 15 }), element("text", {}, String(count)));
  }
}

/** One animation's frames, from a list of ways one after the other. */
function keyframes(from, track, end) {
  const frames = [];
  let here = from;
  for (const { to, at, duration } of track) {
    frames.push({ transform: px(here), offset: at / end, easing: EASE });
    frames.push({ transform: px(to), offset: (at + duration) / end });
    here = to;
  }
  if (frames[0].offset > 0) frames.unshift({ transform: px(from), offset: 0 });
  return frames;
}

const px = ({ x, y }) => `translate(${x}px, ${y}px)`;

const same = (a, b) => Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5;

