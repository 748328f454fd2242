/**
 * Keeps the lobby as it is on the server: open tables and one's own table.
 *
 * The page is complete as it comes; this replaces what changes.
 */

import { Socket } from "./socket.js";
import { balanceShow, coinNumber } from "../../coins/js/coins.js";
import { leave } from "../../site/js/leaving.js";
import { newsShow, nobodySits } from "../../site/js/news.js";

const OFFLINE_AFTER_MS = 2000;
const ANNOUNCE_AFTER_MS = 1000;

const lobby = document.querySelector("[data-lobby]");
const part = (name) => lobby.querySelector(`[data-${name}]`);
const address = (kind, slug) => lobby.dataset[`${kind}Url`].replace("SLUG", slug);
/** Names a player, as a link to his page. */
function named(node, name) {
  node.textContent = name;
  node.href = lobby.dataset.playerUrl.replace("NAME", name);
}
const targetText = (points) =>
  interpolate(ngettext("%(points)s point", "%(points)s points", points), { points }, true);
const secondsText = (seconds) =>
  interpolate(ngettext("%(seconds)s second", "%(seconds)s seconds", seconds), { seconds }, true);

const title = document.title;
let offlineTimer = 0;
let announceTimer = 0;
let opponent = part("opponent").textContent;
let count = part("rows").children.length;

/** The rule sets' signs and names stand on the filter's buttons. */
function gamePut(node, ruleset) {
  const buttons = [...part("filter").querySelectorAll("button")];
  const button = buttons.find(({ value }) => value === ruleset);
  node.replaceChildren(...(button?.cloneNode(true).childNodes ?? []));
}

/** Hide the rows that the filter leaves out; say so where nothing is left. */
function filterApply() {
  const wanted = part("filter").querySelector('[aria-pressed="true"]').value;
  const rows = [...part("rows").children];
  for (const row of rows) row.hidden = wanted !== "" && row.dataset.ruleset !== wanted;
  const shown = rows.filter((row) => !row.hidden).length;
  part("tables").hidden = shown === 0;
  part("none-such").hidden = rows.length === 0 || shown > 0;
}

function announce(sentence) {
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => {
    part("announce").textContent = sentence;
  }, ANNOUNCE_AFTER_MS);
}

/** Fill one row of the list; the rows' forms come from the page's template. */
function rowFilled(row, table, isPlaying) {
  row.dataset.slug = table.slug;
  named(row.querySelector("[data-name]"), table.name);
  row.dataset.ruleset = table.ruleset;
  gamePut(row.querySelector("[data-game]"), table.ruleset);
  row.querySelector("[data-target]").textContent = targetText(table.target);
  row.querySelector("[data-time]").textContent = secondsText(table.move_seconds);
  row.querySelector("[data-free]").hidden = table.entry_coins > 0;
  row.querySelector("[data-entry]").hidden = table.entry_coins === 0;
  row.querySelector("[data-coins]").textContent = coinNumber(table.entry_coins);
  row.querySelector("[data-mine]").hidden = !table.mine;
  const join = row.querySelector("[data-join]");
  join.hidden = table.mine || isPlaying;
  join.action = address("join", table.slug);
  join.querySelector("[data-sits-down]").disabled = nobodySits();
  return row;
}

/** Show the open tables; a row that stays keeps its place and its focus. */
function openShown(tables, isPlaying) {
  const rows = part("rows");
  const standing = new Map([...rows.children].map((row) => [row.dataset.slug, row]));
  const kept = new Set(tables.map((table) => table.slug));
  const focusLost = [...standing].some(
    ([slug, row]) => !kept.has(slug) && row.contains(document.activeElement),
  );
  for (const [slug, row] of standing) {
    if (!kept.has(slug)) row.remove();
  }
  tables.forEach((table, index) => {
    const row =
      standing.get(table.slug) ?? part("row").content.firstElementChild.cloneNode(true);
    rowFilled(row, table, isPlaying);
    if (rows.children[index] !== row) rows.insertBefore(row, rows.children[index] ?? null);
  });
  part("none").hidden = tables.length > 0;
  filterApply();
  if (focusLost) document.getElementById("open-tables").focus();
  if (tables.length !== count) {
    count = tables.length;
    announce(interpolate(gettext("Open tables: %(count)s"), { count }, true));
  }
}

/** Show the tables that one can watch; a line that stays keeps its focus. */
function liveShown(tables) {
  const list = part("live-list");
  const standing = new Map([...list.children].map((line) => [line.dataset.slug, line]));
  const kept = new Set(tables.map(({ slug }) => slug));
  for (const [slug, line] of standing) if (!kept.has(slug)) line.remove();
  tables.forEach((table, index) => {
    const line =
      standing.get(table.slug) ?? part("live-line").content.firstElementChild.cloneNode(true);
    line.dataset.slug = table.slug;
    const put = (name, text) => {
      line.querySelector(`[data-${name}]`).textContent = text;
    };
    named(line.querySelector("[data-first]"), table.players[0]);
    named(line.querySelector("[data-second]"), table.players[1]);
    gamePut(line.querySelector("[data-live-game]"), table.ruleset);
    put("live-score", table.score.join(" : "));
    line.querySelector("[data-watch]").href = address("table", table.slug);
    if (list.children[index] !== line) list.insertBefore(line, list.children[index] ?? null);
  });
  part("live").hidden = tables.length === 0;
}

/** Show one's own table, or the form for a new one. */
function seatShown(seat) {
  part("seat").hidden = !seat;
  for (const shown of lobby.querySelectorAll("[data-when-seated]")) shown.hidden = !seat;
  for (const shown of lobby.querySelectorAll("[data-when-free]")) shown.hidden = Boolean(seat);
  if (!seat) {
    opponent = "";
    document.title = title;
    return;
  }
  const waiting = seat.phase === "waiting";
  part("pair").hidden = waiting;
  part("opponent").textContent = seat.opponent ?? "";
  part("score").textContent = seat.score.join(" : ");
  part("waiting").hidden = !waiting;
  part("my-turn").hidden = !seat.is_my_turn;
  part("under-way").hidden = waiting || seat.is_my_turn;
  part("seat-link").href = address("table", seat.slug);
  part("cancel").hidden = !waiting;
  part("cancel").action = address("cancel", seat.slug);
  if (seat.opponent && seat.opponent !== opponent) opponentCame(seat.opponent);
  opponent = seat.opponent ?? "";
}

/** Show the way to the table at once to the one who has waited for this. */
function opponentCame(name) {
  const sentence = interpolate(gettext("Your opponent is here: %(name)s"), { name }, true);
  announce(sentence);
  document.title = sentence;
  part("seat").scrollIntoView({ block: "nearest" });
  if (document.activeElement === document.body) part("seat-link").focus();
}

part("filter").hidden = false;
part("filter").addEventListener("click", ({ target }) => {
  if (!target.matches("button")) return;
  for (const button of part("filter").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === target));
  }
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
  filterApply();
});

new Socket("/ws/lobby/", {
  hear: (message) => {
    if (message.type === "coins") balanceShow(message);
    newsShow(message);
    if (message.type !== "lobby") return;
    openShown(message.open, Boolean(message.seat) && message.seat.phase !== "waiting");
    liveShown(message.live);
    seatShown(message.seat);
  },
  tell: (status) => {
    leave(status);
    clearTimeout(offlineTimer);
    if (status === "open" || status === "connecting") {
      part("offline").hidden = true;
      return;
    }
    // A short gap is nobody's business.
    offlineTimer = setTimeout(() => {
      part("offline").hidden = false;
    }, OFFLINE_AFTER_MS);
  },
});
