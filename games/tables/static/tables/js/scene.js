/** What the board shows of a view: pure, in the board's own terms. */

import { seen } from "../../board/js/geometry.js";
import { isMine, viewerSeat } from "./state.js";

/** The scene of a view, as `board.js` describes it. */
export function sceneOf(view, geometry) {
  const { state, table } = view;
  const seat = viewerSeat(view);
  const { family } = table;
  const moved = lastMoved(view);
  const point = (place) => seen(geometry, whoIs(view, moved.seat), family, place);
  return {
    family,
    colours: {
      mine: seat === state.white ? "bone" : "tea",
      theirs: seat === state.white ? "tea" : "bone",
    },
    sides: { mine: state.sides[seat], theirs: state.sides[1 - seat] },
    dice: diceShown(view),
    origins: moved.left.map(point),
    arrivals: moved.reached.map(point),
    held: (state.turn?.held ?? []).map((place) =>
      seen(geometry, whoIs(view, state.turn.seat), family, place),
    ),
    sources: sources(view),
    hindrances: hindrances(view),
  };
}

export const whoIs = (view, seat) => (seat === viewerSeat(view) ? "mine" : "theirs");

/** The steps in an event's facts, as the board plays them. */
export function stepsOf(view, facts) {
  return facts
    .filter(({ fact }) => fact === "stepped" || fact === "undone")
    .map(({ fact, seat, from, to, hit }) => ({
      who: whoIs(view, seat),
      from,
      to,
      hit,
      back: fact === "undone",
    }));
}

/** One's own places that can move: a Map to {reach, tap}. */
function sources(view) {
  const found = new Map();
  const { turn, phase } = view.state;
  if (phase !== "move" || !isMine(view)) return found;
  for (const { from, to, dice, hits } of turn.reach) {
    if (!found.has(from)) found.set(from, { reach: [], tap: null });
    found.get(from).reach.push({ to, dice, hits });
  }
  for (const { from, die, off = false } of turn.tap) {
    if (found.has(from)) found.get(from).tap = { die, off };
  }
  return found;
}

/** What keeps one's own checkers where they are: a Map from place to [{die, code}]. */
function hindrances(view) {
  const found = new Map();
  if (!isMine(view)) return found;
  for (const { from, die, code } of view.state.turn.why ?? []) {
    if (!found.has(from)) found.set(from, []);
    found.get(from).push({ die, code });
  }
  return found;
}

function diceShown(view) {
  const { turn, opening } = view.state;
  const shown = { mine: [], theirs: [] };
  if (turn?.dice.length) {
    const [first, second] = turn.dice;
    const values = first === second ? [first, first, first, first] : turn.dice;
    shown[whoIs(view, turn.seat)] = values.map((value, index) => ({
      value,
      used: Boolean(turn.used[index]),
    }));
  } else if (opening.length && !canRoll(view)) {
    Object.assign(shown, openingDice(view, opening.at(-1)));
  }
  return shown;
}

/** Each player's die of an opening roll, on his own half. */
export function openingDice(view, roll) {
  const seat = viewerSeat(view);
  return {
    mine: [{ value: roll[seat], used: false }],
    theirs: [{ value: roll[1 - seat], used: false }],
  };
}

export function canRoll(view) {
  return view.state.phase === "roll" && isMine(view);
}

export function canUndo(view) {
  const { phase, turn } = view.state;
  return (phase === "move" || phase === "pause") && isMine(view) && turn.undo;
}

export function canConfirm(view) {
  return view.state.phase === "pause" && isMine(view);
}

/** The places left and reached by the turn under way, or else by the last one. */
function lastMoved(view) {
  const { turn, game } = view.state;
  if (turn?.steps.length) return balance(turn.seat, turn.steps);
  const last = view.history.filter((one) => one.game === game).at(-1);
  return last ? balance(last.seat, notationSteps(last.notation)) : balance(null, []);
}

function balance(seat, steps) {
  const sum = new Map();
  for (const { from, to } of steps) {
    sum.set(from, (sum.get(from) ?? 0) - 1);
    sum.set(to, (sum.get(to) ?? 0) + 1);
  }
  const places = [...sum];
  return {
    seat,
    left: places.filter(([, change]) => change < 0).map(([place]) => place),
    reached: places.filter(([, change]) => change > 0).map(([place]) => place),
  };
}

/** The moves in "13/8/4* 6/off(2)": from where to where, stops left out. */
export function notationSteps(notation) {
  const words = notation.match(/\S+/g) ?? [];
  return words.flatMap((word) => {
    const [, way, times] = word.match(/^([^(]*)(?:\((\d)\))?$/) ?? [];
    const stops = way.replaceAll("*", "").split("/").map(place);
    const step = { from: stops[0], to: stops.at(-1) };
    return Array.from({ length: Number(times ?? 1) }, () => step);
  });
}

const NAMED = { bar: 25, off: 0 };
const place = (text) => NAMED[text] ?? Number(text);

/** A turn under way, in notation; steps are told one by one. */
export function notationOf(steps) {
  return steps
    .map(({ from, to, hit }) => `${from === 25 ? "bar" : from}/${to || "off"}${hit ? "*" : ""}`)
    .join(" ");
}
