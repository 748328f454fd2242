/**
 * A record as a row of positions: pure, in the board's own terms.
 *
 * A position is {key, game, turn, coming, sides, pips, score}: `turn` led to it and is null at
 * a game's start, `coming` is the next one or null. Nothing here knows a rule.
 */

import { seen } from "../../board/js/geometry.js";

/** Every position of a record, in order: each game's start, then one a turn. */
export function positionsOf({ games, score }) {
  return games.flatMap((game, index) => {
    const after = games[index + 1]?.score ?? score;
    const at = (number, turn, { sides, pips }) => ({
      key: `g${game.number}m${number}`,
      game,
      turn,
      coming: game.turns[number] ?? null,
      sides: sides.map(sideRead),
      pips,
      score: number === game.turns.length ? after : game.score,
    });
    return [
      at(0, null, { sides: game.start, pips: game.pips }),
      ...game.turns.map((turn, before) => at(before + 1, turn, turn)),
    ];
  });
}

/** The 26 counts of a side from its 26 hexadecimal digits. */
export const sideRead = (text) => [...text].map((digit) => parseInt(digit, 16));

/** The scene of a position for the player in seat `viewer`, as `board.js` describes it. */
export function sceneAt({ game, turn, sides }, { family }, viewer, geometry) {
  const { left, reached } = moved(turn?.steps ?? []);
  const point = (place) => seen(geometry, whose(viewer, turn.seat), family, place);
  const mine = viewer === game.white ? "bone" : "tea";
  return {
    family,
    colours: { mine, theirs: mine === "bone" ? "tea" : "bone" },
    sides: { mine: sides[viewer], theirs: sides[1 - viewer] },
    dice: diceAt(game, turn, viewer),
    origins: left.map(point),
    arrivals: reached.map(point),
    held: [],
    sources: new Map(),
  };
}

/** How to get from one position to the next or the one before; null for any other way. */
export function motionBetween(from, to, viewer) {
  if (from.game !== to.game) return { jump: true };
  if (to.turn && from.coming === to.turn) {
    const who = whose(viewer, to.turn.seat);
    return { steps: stepsOf(to.turn, who), rolled: who };
  }
  if (from.turn && to.coming === from.turn) {
    const steps = stepsOf(from.turn, whose(viewer, from.turn.seat));
    return { steps: steps.reverse().map((step) => ({ ...step, back: true })) };
  }
  return {};
}

const whose = (viewer, seat) => (seat === viewer ? "mine" : "theirs");

const stepsOf = ({ steps }, who) =>
  steps.map(({ from, to, hit }) => ({ who, from, to, hit, back: false }));

/** The dice of the turn that was played; at the start, each player's opening die. */
function diceAt({ opening }, turn, viewer) {
  const lying = (values) => values.map((value) => ({ value, used: false }));
  const shown = { mine: [], theirs: [] };
  if (turn) {
    const [first, second] = turn.dice;
    shown[whose(viewer, turn.seat)] = lying(
      first === second ? [first, first, first, first] : turn.dice,
    );
  } else if (opening.length) {
    const roll = opening.at(-1);
    shown.mine = lying([roll[viewer]]);
    shown.theirs = lying([roll[1 - viewer]]);
  }
  return shown;
}

/** Places left and places reached; stops on the way are left out. */
function moved(steps) {
  const sum = new Map();
  for (const { from, to } of steps) {
    sum.set(from, (sum.get(from) ?? 0) - 1);
    sum.set(to, (sum.get(to) ?? 0) + 1);
  }
  const places = [...sum];
  return {
    left: places.filter(([, change]) => change < 0).map(([place]) => place),
    reached: places.filter(([, change]) => change > 0).map(([place]) => place),
  };
}
