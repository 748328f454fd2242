/** The list of moves of the game under way. */

import { notationOf } from "./scene.js";

const SVG = "http://www.w3.org/2000/svg";

/** Lines of the list: the turns made, then the one under way. */
export function linesOf(view) {
  const { state, history } = view;
  const lines = history.filter(({ game }) => game === state.game);
  const { turn } = state;
  if (!turn?.dice.length || ["between", "over"].includes(state.phase)) return lines;
  const notation = notationOf(turn.steps);
  const current = { ...turn, notation, by: "player", isCurrent: true };
  return [...lines, current];
}

/** Writes the lines into the list and keeps its end in sight. */
export function historyDraw(list, view) {
  const lines = linesOf(view);
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  list.replaceChildren(...lines.map((line) => lineDraw(line, view)));
  if (atEnd || lines.at(-1)?.isCurrent) list.scrollTop = list.scrollHeight;
}

function lineDraw({ number, seat, dice, notation, by, isCurrent }, view) {
  const line = document.createElement("li");
  line.className = "moves__line";
  if (isCurrent) line.setAttribute("aria-current", "true");
  const white = seat === view.state.white;
  line.append(
    part("moves__number", String(number)),
    part(`moves__man ${white ? "is-white" : "is-black"}`, white ? gettext("White") : gettext("Black")),
    diceDraw(dice),
    part("moves__text", textOf(notation, by, isCurrent)),
  );
  return line;
}

function textOf(notation, by, isCurrent) {
  if (isCurrent) return notation ? `${notation} …` : "…";
  const words = notation || gettext("no legal move");
  return by === "server" ? `${words} · ${gettext("time ran out")}` : words;
}

function part(className, text) {
  const made = document.createElement("span");
  made.className = className;
  made.textContent = text;
  return made;
}

function diceDraw(dice) {
  const made = document.createElement("span");
  made.className = "moves__dice";
  for (const face of dice) {
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", String(face));
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#nb-face${face}`);
    picture.append(use);
    made.append(picture);
  }
  return made;
}
