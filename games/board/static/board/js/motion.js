/** How long things move, in milliseconds, and whether they move at all. */

export const STEP = 220;
export const HIT = 320;
export const HIT_LATER = 60;
export const ROLL = 450;
export const LIGHT = 120;
export const UNDO = 160;
export const REDUCED_LIGHT = 80;
export const EASE = "cubic-bezier(.2,.7,.2,1)";

const reduced = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

export const isReduced = () => Boolean(reduced?.matches);

/** Fades an element in; the one motion that stays when motion is reduced. */
export function lightUp(node) {
  node.animate([{ opacity: 0 }, { opacity: 1 }], {
    duration: isReduced() ? REDUCED_LIGHT : LIGHT,
    easing: "ease-out",
  });
  return node;
}
