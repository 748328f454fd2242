/** Facts and places in words, for those who listen to the board. */

import { BAR, OFF, isPoint, seen } from "../../board/js/geometry.js";
import { forbiddenFrom } from "../../board/js/input.js";
import { diceText } from "../../board/js/marks.js";
import { whoIs } from "./scene.js";
import { turnSentence } from "./sentences.js";
import { gameSentence, matchSentence, nameOf, personOf, reasonSentence, say } from "./words.js";

/** Everything an event brought, as one text; points are the viewer's numbers. */
export function factsSpoken(view, facts, geometry) {
  const said = facts.map((fact) => factSpoken(view, fact, geometry)).filter(Boolean);
  const turns = facts.some(({ fact }) => ["turn", "opening", "seated"].includes(fact));
  const ends = facts.some(({ fact }) => ["game", "match", "cancelled"].includes(fact));
  const complete = view.state.phase === "pause";
  if ((turns && !ends) || complete) said.push(...Object.values(turnSentence(view)));
  return said.filter(Boolean).join(" ");
}

function factSpoken(view, fact, geometry) {
  switch (fact.fact) {
    case "seated":
      return fact.seat === view.you
        ? ""
        : say(gettext("Your opponent is here: %(name)s."), { name: nameOf(view, fact.seat) });
    case "opening":
      return openingSpoken(view, fact);
    case "rolled":
      return rollSpoken(view, fact);
    case "stepped":
      return stepSpoken(view, fact, geometry);
    case "undone":
      return fact.seat === view.you
        ? gettext("You took a step back.")
        : say(gettext("%(name)s: a step was taken back."), { name: nameOf(view, fact.seat) });
    case "turn":
      return finishSpoken(view, fact.turn);
    case "game":
      return gameSentence(view, fact);
    case "match":
      return `${reasonSentence(view, fact)} ${matchSentence(view, fact)}`.trim();
    case "cancelled":
      return gettext("This table was cancelled.");
    default:
      return "";
  }
}

function openingSpoken(view, { rolls, starter }) {
  const said = rolls.map(([first, second]) =>
    say(gettext("Opening roll: %(first)s %(one)s, %(second)s %(two)s."), {
      first: personOf(view, 0),
      one: first,
      second: personOf(view, 1),
      two: second,
    }),
  );
  said.push(
    starter === view.you
      ? gettext("You begin.")
      : say(gettext("First to move: %(name)s."), { name: nameOf(view, starter) }),
  );
  return said.join(" ");
}

function rollSpoken(view, { seat, dice, by }) {
  const values = { name: nameOf(view, seat), first: dice[0], second: dice[1] };
  if (seat !== view.you) {
    return say(gettext("Dice, %(name)s: %(first)s and %(second)s."), values);
  }
  return by === "server"
    ? say(gettext("The dice were rolled for you: %(first)s and %(second)s."), values)
    : say(gettext("You rolled: %(first)s and %(second)s."), values);
}

function stepSpoken(view, { seat, from, to, hit }, geometry) {
  const point = (place) => seen(geometry, whoIs(view, seat), view.table.family, place);
  const step = say(stepText(from, to, hit), { from: point(from), to: point(to) });
  if (seat === view.you) return step;
  return say(gettext("%(name)s: %(step)s"), { name: nameOf(view, seat), step });
}

function stepText(from, to, hit) {
  if (from === BAR) {
    return hit
      ? gettext("entered on %(to)s and hit.")
      : gettext("entered on %(to)s.");
  }
  if (to === OFF) return gettext("borne off from %(from)s.");
  return hit
    ? gettext("%(from)s to %(to)s, a hit.")
    : gettext("%(from)s to %(to)s.");
}

function finishSpoken(view, { seat, by }) {
  if (by !== "server") return "";
  return seat === view.you
    ? gettext("Your time ran out. The move was finished for you.")
    : say(gettext("%(name)s: time ran out, the move was finished by the table."), {
        name: nameOf(view, seat),
      });
}

/** One place of the board, as its focus says it. */
export function placeSpoken(scene, place, selected, geometry) {
  const target = scene.sources.get(selected)?.reach.find(({ to }) => to === place);
  if (target) return targetSpoken(target, place);
  const forbidden = forbiddenFrom(scene, selected).find(({ to }) => to === place);
  if (!forbidden || (place !== OFF && scene.sides.mine[place])) {
    return standingSpoken(scene, place, geometry);
  }
  // Of an empty place, what was meant.
  const said = isPoint(place) && theirsOn(scene, place, geometry)
    ? standingSpoken(scene, place, geometry)
    : targetSpoken({ dice: [forbidden.die], hits: [] }, place);
  return `${said} ${gettext("This move is not allowed.")}`;
}

function theirsOn(scene, point, geometry) {
  return scene.sides.theirs[seen(geometry, "theirs", scene.family, point)];
}

/** Who stands on a place, and how many. */
function standingSpoken(scene, place, geometry) {
  const names = { bone: gettext("White"), tea: gettext("Black") };
  const mine = scene.sides.mine[place];
  const count = mine || (isPoint(place) ? theirsOn(scene, place, geometry) : 0);
  const values = { point: place, count, colour: names[scene.colours[mine ? "mine" : "theirs"]] };
  if (place === BAR) {
    return say(
      ngettext(
        "On the bar: %(colour)s, %(count)s checker.",
        "On the bar: %(colour)s, %(count)s checkers.",
        count,
      ),
      values,
    );
  }
  return say(
    ngettext(
      "Point %(point)s: %(colour)s, %(count)s checker.",
      "Point %(point)s: %(colour)s, %(count)s checkers.",
      count,
    ),
    values,
  );
}

function targetSpoken({ dice, hits }, place) {
  const values = { point: place, dice: diceText(dice) };
  if (place === OFF) return say(gettext("Bear off with %(dice)s."), values);
  return hits.length
    ? say(gettext("Move to point %(point)s with %(dice)s and hit."), values)
    : say(gettext("Move to point %(point)s with %(dice)s."), values);
}

/** Speaks without moving the focus; old sentences go, so that the log stays short. */
export class Announcer {
  constructor(region) {
    this.region = region;
  }

  say(text) {
    if (!text) return;
    const line = document.createElement("p");
    line.textContent = text;
    this.region.append(line);
    while (this.region.children.length > 8) this.region.firstChild.remove();
  }
}
