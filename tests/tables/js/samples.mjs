/** Snapshots and events as the server sends them; Nino is seat 0, Giorgi seat 1. */

import { readFileSync } from "node:fs";

export const geometry = JSON.parse(
  readFileSync(new URL("../../board/js/geometry.json", import.meta.url)),
);

/** A side of 26 counts from {place: count}; what is missing was borne off. */
export function side(checkers) {
  const counts = new Array(26).fill(0);
  for (const [place, count] of Object.entries(checkers)) counts[place] = count;
  counts[0] += 15 - counts.reduce((sum, count) => sum + count, 0);
  return counts;
}

const START = side({ 24: 2, 13: 5, 8: 3, 6: 5 });

export function turn(changes = {}) {
  return {
    seat: 0,
    number: 9,
    dice: [4, 2],
    used: [false, false],
    steps: [],
    next: [],
    reach: [],
    tap: [],
    held: [],
    why: [],
    undo: false,
    ...changes,
  };
}

export function state(changes = {}) {
  return {
    phase: "move",
    white: 0,
    score: [0, 1],
    game: 2,
    sides: [START, START],
    pips: [167, 167],
    unattended: [0, 0],
    opening: [],
    turn: turn(),
    result: null,
    games: [],
    match: null,
    ...changes,
  };
}

export function clock(changes = {}) {
  return {
    kind: "move",
    seat: 0,
    remaining_ms: 30_000,
    total_ms: 60_000,
    move_remaining_ms: 30_000,
    ...changes,
  };
}

export function snapshot(changes = {}) {
  return {
    type: "snapshot",
    version: 41,
    you: 0,
    table: {
      slug: "q3mX0vJk2LpA",
      ruleset: "georgian",
      family: "short",
      target: 3,
      move_seconds: 60,
      pause_ms: 2500,
      unattended_turns: 3,
      private: false,
      seats: [{ name: "Nino" }, { name: "Giorgi" }],
    },
    state: state(),
    clock: clock(),
    presence: [null, null],
    watchers: 0,
    ready: [false, false],
    rematch: [false, false],
    rematch_slug: null,
    history: [],
    ...changes,
  };
}

export function event(changes = {}) {
  return { type: "event", version: 42, facts: [], state: state(), clock: clock(), ...changes };
}

/** Django's catalog functions, in English. */
export function catalogInstall() {
  globalThis.gettext = (text) => text;
  globalThis.ngettext = (one, many, count) => (count === 1 ? one : many);
  globalThis.interpolate = (text, values) =>
    text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));
}
