/** Whose turn it is and what to do, in one sentence or two. */

import { canConfirm } from "./scene.js";
import { isMine } from "./state.js";
import { gameSentence, matchSentence, nameOf, reasonSentence, say } from "./words.js";

/**
 * Returns {now, more, besides}: `now` says whose turn it is, `more` what to do, and
 * `besides` what the smallest screens may leave out. `selected` is the place whose
 * targets are lit, or null.
 */
export function turnSentence(view, selected = null) {
  const { state, table } = view;
  switch (state.phase) {
    case "waiting":
      return {
        now: gettext("Waiting for an opponent."),
        more: "",
        besides: table.private ? gettext("Only those who have the link can join.") : "",
      };
    case "opening":
      return view.presence.some(Boolean)
        ? { now: gettext("The game begins when both players are connected."), more: "" }
        : {
            now: gettext("Both players are here."),
            more: gettext("The first game is about to begin."),
          };
    case "between":
      return {
        now: state.result ? gameSentence(view, state.result) : "",
        more: gettext("The next game begins by itself."),
      };
    case "over":
      return { now: matchSentence(view, state.match), more: reasonSentence(view, state.match) };
    case "cancelled":
      return { now: gettext("This table was cancelled."), more: "" };
    default:
      return isMine(view) ? ownTurn(view, selected) : othersTurn(view);
  }
}

function ownTurn(view, selected) {
  const { phase, turn } = view.state;
  if (phase === "roll") return { now: gettext("Your turn."), more: gettext("Roll the dice.") };
  if (canConfirm(view) && !turn.steps.length) {
    return { now: gettext("You have no legal move."), more: gettext("The turn passes.") };
  }
  if (canConfirm(view)) {
    return {
      now: gettext("Your move is complete."),
      more: "",
      besides: turn.undo
        ? gettext("Confirm it, or take a step back.")
        : gettext("Confirm it."),
    };
  }
  return {
    now: gettext("Your turn."),
    more: guidance(view, selected),
    besides: turn.held.length
      ? say(gettext("A checker stays until the turn ends: point %(points)s."), {
          points: turn.held.join(", "),
        })
      : "",
  };
}

function guidance(view, selected) {
  const { turn, sides } = view.state;
  if (selected !== null) return gettext("Choose a point.");
  if (sides[turn.seat][25]) return gettext("Enter from the bar first.");
  if (!turn.steps.length) return gettext("Choose a checker.");
  return say(gettext("Left to play: %(dice)s."), { dice: diceLeft(turn).join(", ") });
}

/** A warning to a player whose turns were left to the table; empty otherwise. */
export function unattendedSentence(view) {
  const limit = view.table.unattended_turns;
  const count = view.you === null ? 0 : (view.state.unattended?.[view.you] ?? 0);
  if (!limit || !count || view.state.match) return "";
  const left = limit - count;
  // A sentence of its own: "1 more time" is said by a word in some languages.
  if (left === 1) {
    return gettext(
      "The table played for you. If it does so once more in a row, the match is lost.",
    );
  }
  return say(
    ngettext(
      "The table played for you. If it does so %(left)s more time in a row, the match is lost.",
      "The table played for you. If it does so %(left)s more times in a row, the match is lost.",
      left,
    ),
    { left },
  );
}

function othersTurn(view) {
  const { phase, turn } = view.state;
  const name = nameOf(view, turn.seat);
  if (phase === "roll") return { now: say(gettext("To roll: %(name)s."), { name }), more: "" };
  if (phase === "pause" && !turn.steps.length) {
    return {
      now: say(gettext("No legal move: %(name)s."), { name }),
      more: gettext("The turn passes."),
    };
  }
  return { now: say(gettext("To move: %(name)s."), { name }), more: "" };
}

function diceLeft({ dice, used }) {
  const shown = dice[0] === dice[1] ? [...dice, ...dice] : dice;
  return shown.filter((_, index) => !used[index]);
}
