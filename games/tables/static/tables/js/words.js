/**
 * Names and short words in the reader's language.
 *
 * `gettext`, `ngettext` and `interpolate` are globals of Django's catalog script.
 */

import { viewerSeat } from "./state.js";
import { coinNumber } from "../../coins/js/coins.js";

/** A translated sentence with its named values put in. */
export const say = (text, values) => interpolate(text, values, true);

/**
 * A text whose long Georgian words may be divided, between syllables and with a hyphen:
 * beside a phone's board they are wider than their column, and no browser knows how.
 */
export const divisible = (text) =>
  text.replace(/[ა-ჰ]{12,}/g, (word) =>
    word.replace(/[აეიოუ](?=[^აეიოუ]?[აეიოუ])/g, "$&\u00AD"),
  );

/** How the server calls closed accounts, which have neither a name nor a page. */
const CLOSED = /^deleted_\d+$/;

/** The name of the player in a seat; empty while nobody sits there. */
export function nameOf(view, seat) {
  const name = view.table.seats[seat]?.name ?? "";
  return CLOSED.test(name) ? gettext("deleted player") : name;
}

/** The name by which the player in a seat has a page; empty where there is none. */
export function pageNameOf(view, seat) {
  const name = view.table.seats[seat]?.name ?? "";
  return CLOSED.test(name) ? "" : name;
}

/** "You" for the reader's own seat, else the player's name. */
export function personOf(view, seat) {
  return seat === view.you ? gettext("You") : nameOf(view, seat);
}

export function colourName(view, seat) {
  return seat === view.state.white ? gettext("White") : gettext("Black");
}

/** What a won game is called, by the key that the rules give it. */
export function resultName(key) {
  const names = {
    oini: gettext("oini"),
    oin: gettext("oin"),
    mars: gettext("mars"),
    koks: gettext("koks"),
    single: gettext("single win"),
    gammon: gettext("gammon"),
    backgammon: gettext("backgammon"),
  };
  return names[key] ?? key;
}

/** Who won a game and what it was worth. */
export function gameSentence(view, { winner, points, name }) {
  const values = { name: nameOf(view, winner), result: resultName(name), points };
  if (winner === view.you) {
    return say(
      ngettext(
        "You win the game: %(result)s, %(points)s point.",
        "You win the game: %(result)s, %(points)s points.",
        points,
      ),
      values,
    );
  }
  return say(
    ngettext(
      "Winner of the game: %(name)s (%(result)s, %(points)s point).",
      "Winner of the game: %(name)s (%(result)s, %(points)s points).",
      points,
    ),
    values,
  );
}

/** A game of the match in one line. */
export function gameLine(view, { winner, points, name }) {
  return pointsLine(view, winner, resultName(name), points);
}

function pointsLine(view, winner, result, points) {
  return say(
    ngettext(
      "%(name)s: %(result)s, %(points)s point",
      "%(name)s: %(result)s, %(points)s points",
      points,
    ),
    { name: nameOf(view, winner), result, points },
  );
}

/** The points that the match's end gave its winner besides those of his games. */
export function pointsGiven({ match, score, games }) {
  const { winner } = match;
  if (winner === null) return 0;
  const won = games.filter((game) => game.winner === winner);
  // The last game may have been worth more than was still needed.
  return Math.max(0, score[winner] - won.reduce((sum, { points }) => sum + points, 0));
}

/** What a match that was not played out gave its winner, in one line; else empty. */
export function givenLine(view) {
  const points = pointsGiven(view.state);
  if (!points) return "";
  const { winner, by } = view.state.match;
  const result = by === "resignation" ? gettext("opponent resigned") : gettext("win by forfeit");
  return pointsLine(view, winner, result, points);
}

/** How the match ended. */
export function matchSentence(view, { winner, by }) {
  if (winner === null) return gettext("The match is void.");
  if (view.you === null) {
    return say(gettext("Winner of the match: %(name)s."), { name: nameOf(view, winner) });
  }
  return winner === view.you
    ? gettext("You win the match.")
    : gettext("Your opponent wins the match.");
}

/** Why the match ended before its last game was played; empty when it was. */
export function reasonSentence(view, { winner, by }) {
  if (by === "void") return gettext("Both players were away.");
  if (by === "annulled") return gettext("The moderators declared it void.");
  if (by === "ruling") return gettext("The moderators decided it.");
  if (view.you === null) {
    const reasons = {
      resignation: gettext("The other player resigned."),
      absence: gettext("The other player left."),
      inattention: gettext("The other player left the moves to the table."),
      sanction: gettext("The other player was taken off the tables."),
    };
    return reasons[by] ?? "";
  }
  const reasons =
    winner === view.you
      ? {
          resignation: gettext("Your opponent resigned."),
          absence: gettext("Your opponent left."),
          inattention: gettext("Your opponent left the moves to the table."),
          sanction: gettext("Your opponent was taken off the tables."),
        }
      : {
          resignation: gettext("You resigned."),
          absence: gettext("You were away too long."),
          inattention: gettext("You left the moves to the table."),
          sanction: gettext("You were taken off the tables."),
        };
  return reasons[by] ?? "";
}

/** What the end of the match did to the coins; empty where the entry was free. */
export function coinsSentence(view, { winner }) {
  const { entry_coins: entry } = view.table;
  if (!entry) return "";
  if (winner === null) {
    return say(gettext("The entry went back to both: %(coins)s coins each."), {
      coins: coinNumber(entry),
    });
  }
  const coins = coinNumber(2 * entry);
  if (winner === view.you) return say(gettext("Both entries are yours: %(coins)s coins."), { coins });
  return view.you === null
    ? say(gettext("Both entries go to the winner: %(coins)s coins."), { coins })
    : say(gettext("Both entries go to your opponent: %(coins)s coins."), { coins });
}

/** What resigning would do to the coins; empty where the entry was free. */
export function coinsAtResigning({ table: { entry_coins: entry } }) {
  if (!entry) return "";
  const coins = coinNumber(2 * entry);
  return say(gettext("Both entries would go to your opponent: %(coins)s coins."), { coins });
}

/** Who came to the table or went from it. */
export function presenceSentence(view, { seat, away }) {
  if (seat === view.you) return "";
  const name = nameOf(view, seat);
  return away
    ? say(gettext("No longer connected: %(name)s."), { name })
    : say(gettext("Connected again: %(name)s."), { name });
}

/**
 * What a player has asked for: the next game, or another match; else empty. The wish
 * for a match is no longer his when he has left: the table forgets it too.
 */
export function wishText(view, seat) {
  if (view.state.phase === "between" && view.ready[seat]) return gettext("ready");
  if (view.state.phase === "over" && view.rematch[seat] && !view.away[seat]) return gettext("wants a rematch");
  return "";
}

/** What others have asked for since `before`. */
export function wishesSpoken(before, view) {
  return [0, 1]
    .filter((seat) => seat !== view.you && wishText(view, seat) && !wishText(before, seat))
    .map((seat) => `${nameOf(view, seat)}: ${wishText(view, seat)}`)
    .join(" ");
}

/** When the next game begins. */
export function nextGameSentence(seconds) {
  return say(
    ngettext(
      "The next game begins in %(seconds)s second.",
      "The next game begins in %(seconds)s seconds.",
      seconds,
    ),
    { seconds },
  );
}

/** Whether a player can ask for a rematch now: not twice, nor one who has left. */
export function canRematch(view) {
  return view.you !== null && !view.rematch[view.you] && !view.away[1 - view.you];
}

/**
 * What has become of a rematch, to one of the two players; empty while nobody asked.
 * `isHalted` says that no match can begin for now.
 */
export function rematchSentence(view, isHalted = false) {
  const other = 1 - viewerSeat(view);
  const name = nameOf(view, other);
  if (view.you === null || view.rematchSlug !== null) return "";
  if (isHalted) return refusalSentence("no_new_tables");
  if (view.away[other]) return presenceSentence(view, { seat: other, away: true });
  if (view.rematch[view.you]) return say(gettext("Asked for a rematch. Waiting for: %(name)s."), { name });
  if (view.rematch[other]) return say(gettext("Wants a rematch: %(name)s."), { name });
  return "";
}

/** What resigning costs, before it is done. */
export function resignationSentence(view) {
  const other = 1 - viewerSeat(view);
  const points = Math.max(1, view.table.target - view.state.score[other]);
  return say(
    ngettext(
      "Resigning ends the match: your opponent gets the %(points)s point still needed.",
      "Resigning ends the match: your opponent gets the %(points)s points still needed.",
      points,
    ),
    { points },
  );
}

/** Why the table refused, by the code of its error message. */
export function refusalSentence(code, detail = {}) {
  const sentences = {
    stale_version: gettext("The table had moved on. This is how it stands now."),
    illegal_move: gettext("This move is not allowed."),
    nothing_to_undo: gettext("There is no step to take back."),
    not_your_turn: gettext("It is not your turn."),
    not_now: gettext("This cannot be done now."),
    not_seated: gettext("You are watching this table."),
    too_late: gettext("The move time had run out."),
    insufficient_coins: say(gettext("The entry is %(needed)s coins; you have %(balance)s."), {
      needed: coinNumber(detail.needed ?? 0),
      balance: coinNumber(detail.balance ?? 0),
    }),
    wallet_frozen: gettext("Your wallet is frozen: it can neither pay an entry nor take a gift."),
    opponent_cannot_pay: gettext("Your opponent cannot pay the entry just now."),
    blocked: gettext("You and this player do not meet at a table. Choose another one."),
    barred: gettext("This account may not sit down at a table."),
    no_new_tables: gettext("No new match can begin just now. Please try again later."),
    read_only: gettext("Nothing can be changed for a moment. Your game is safe: no time runs."),
    already_seated: gettext("One of you already sits at another table."),
    unavailable: gettext("The table cannot answer just now. Please try again."),
    too_fast: gettext("That was too fast. Please wait a moment."),
  };
  return sentences[code] ?? gettext("The table did not understand. Nothing was done.");
}

/** Why a checker cannot be moved, by the code that the rules give. */
export function hindranceSentence(code) {
  const sentences = {
    on_bar: gettext("Your checkers on the bar come first."),
    held: gettext("A checker that hit here stays until the turn ends."),
    head: gettext("No more checkers may leave the head in this turn."),
    six_block: gettext("Six points in a row are allowed only behind an opposing checker."),
    larger_die: gettext("Only one of the dice can be played: it must be the larger."),
    maximum_use: gettext("Then a die would stay unplayed that can be played."),
    bear_off_higher: gettext("A checker on a higher point comes first."),
    bear_off_early: gettext("Bearing off begins when all your checkers are home."),
    closed: gettext("Your opponent holds the point where it would land."),
  };
  return sentences[code] ?? gettext("This checker has no legal move.");
}

/** The state of the line in words; empty while all is well. */
export function lineSentence(status) {
  const sentences = {
    connecting: gettext("Connecting…"),
    open: "",
    lost: gettext("Connection lost. Trying again…"),
    closed: gettext("This table cannot be reached. Please reload the page."),
    "too-many": gettext("Too many pages of the site are open at once. Close some of them and reload this one."),
    "signed-out": gettext("You are logged out. Log in again and come back to the table."),
  };
  return sentences[status];
}
