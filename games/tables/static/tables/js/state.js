/**
 * What this browser knows of the table: a pure reduction of the socket's messages.
 *
 * A view is {version, you, table, state, clock, clockAt, presence, presenceAt, watchers,
 * ready, rematch, rematchSlug, history, pending, near, away, isReadOnly, isIll, stillAt}.
 * `stillAt` is since when all clocks stand still because the site is read-only, or because
 * something of it is away (`isIll`), else null. `near` is the seat at whose
 * side a spectator watches; `away` says for each seat whether it is shown as away, which
 * a reload is too short for. `clockAt` and `presenceAt` are the moments, on the caller's monotonic clock
 * in ms, at which `clock` and `presence` were true.
 */

/** How long a command may stay unanswered before the table is asked for anew. */
export const PATIENCE_MS = 2500;

/** How long somebody must be away before it is worth a word. */
export const SILENT_ABSENCE_MS = 3000;

/** The first view, from the snapshot that came with the page. */
export function viewStart(snapshot, now, isReadOnly = false) {
  const stillAt = isReadOnly ? now : null;
  const view = { ...viewOf(snapshot, now), pending: null, near: 0, isReadOnly, isIll: false, stillAt };
  return { ...view, away: awayAt(view, now) };
}

/**
 * Returns {view, facts, changed, sync, refusal}: `facts` led from the old view to
 * the new one, `sync` asks for a snapshot, `refusal` is an error.
 */
export function reduce(view, message, now) {
  switch (message.type) {
    case "snapshot": {
      const { near, away, isReadOnly, isIll, stillAt } = view;
      return {
        ...unchanged(view),
        view: { ...viewStart(message, now), near, away, isReadOnly, isIll, stillAt },
        changed: true,
      };
    }
    case "site":
      return { ...unchanged(stillness({ ...view, isReadOnly: message.read_only }, now)), changed: true };
    case "event":
      return eventReduce(view, message, now);
    case "presence":
      return { ...unchanged({ ...view, ...besideOf(message, now) }), changed: true };
    case "ping":
      return {
        ...unchanged(stillness({ ...view, isIll: message.well === false }, now)),
        sync: (message.version ?? 0) > view.version,
      };
    case "error":
      return {
        ...unchanged({ ...view, pending: null }),
        changed: true,
        refusal: message,
      };
    default:
      return unchanged(view);
  }
}

/** The moment for which clocks are drawn: the present, or when they were stopped. */
export const clockNow = (view, now) => view.stillAt ?? now;

/** Clocks go on from where they stood; the server says soon what is left by its own. */
function stillness(view, now) {
  if (view.isReadOnly || view.isIll) return { ...view, stillAt: view.stillAt ?? now };
  if (view.stillAt === null) return view;
  const later = (at) => at + (now - Math.max(at, view.stillAt));
  return {
    ...view,
    clockAt: later(view.clockAt),
    presenceAt: later(view.presenceAt),
    stillAt: null,
  };
}

/** The view after a command was sent; until it is answered no second one goes out. */
export function sent(view, command, now) {
  return { ...view, pending: { command, at: now } };
}

/** Whether a command has waited so long that the table must be asked for anew. */
export function isOverdue(view, now) {
  return view.pending !== null && now - view.pending.at >= PATIENCE_MS;
}

/** The seat at the bottom of the board: one's own, or the one a spectator chose. */
export function viewerSeat(view) {
  return view.you ?? view.near;
}

/** The view of a spectator who goes round the table; players stay where they sit. */
export function flipped(view) {
  return { ...view, near: 1 - view.near };
}

/** Whether it is this browser's player who has the turn. */
export function isMine(view) {
  return view.you !== null && view.state.turn?.seat === view.you;
}

function eventReduce(view, message, now) {
  if (message.version <= view.version) return unchanged(view);
  if (message.version > view.version + 1) return { ...unchanged(view), sync: true };
  const turns = message.facts.filter(({ fact }) => fact === "turn");
  return {
    view: {
      ...view,
      version: message.version,
      table: message.table ?? view.table,
      state: message.state,
      clock: message.clock,
      clockAt: now,
      // What was said before one game says nothing of the next.
      ready: message.state.phase === "between" ? view.ready : [false, false],
      history: [...view.history, ...turns.map(({ turn }) => turn)],
      pending: null,
    },
    facts: message.facts,
    changed: true,
    sync: false,
    refusal: null,
  };
}

/** Who is to be shown as away at `now`: a flag for each seat. */
export function awayAt(view, now) {
  return view.presence.map(
    (absence) =>
      Boolean(absence) && absence.away_ms + (now - view.presenceAt) >= SILENT_ABSENCE_MS,
  );
}

/** Who has gone or come back since `view.away` was true: [{seat, away}, …]. */
export function comings(view, now) {
  return awayAt(view, now)
    .map((away, seat) => ({ seat, away }))
    .filter(({ away, seat }) => away !== view.away[seat]);
}

function viewOf({ version, you, table, state, clock, history, ...beside }, now) {
  return { version, you, table, state, clock, clockAt: now, ...besideOf(beside, now), history };
}

/** What travels beside the versions, whole each time. */
function besideOf({ presence, watchers, ready, rematch, rematch_slug: slug }, now) {
  return {
    presence: presence ?? [null, null],
    presenceAt: now,
    watchers: watchers ?? 0,
    ready: ready ?? [false, false],
    rematch: rematch ?? [false, false],
    rematchSlug: slug ?? null,
  };
}

/** The address part of the rematch that has just begun between the two, or null. */
export function rematchBegun(before, after) {
  const isNew = before.rematchSlug === null && after.rematchSlug !== null;
  return isNew && after.you !== null ? after.rematchSlug : null;
}

function unchanged(view) {
  return { view, facts: [], changed: false, sync: false, refusal: null };
}
