/** Where a page goes whose player may see it no longer. */

/** A form that is being sent, as to log out, leads on by itself within so long. */
const SENDING_MS = 5000;

let sentAt = -Infinity;
globalThis.addEventListener?.("beforeunload", () => {
  sentAt = performance.now();
});

/** Leaves the page where the socket's `status` says so; to reload it then asks who is there. */
export function leave(status) {
  if (performance.now() - sentAt < SENDING_MS) return;
  if (status === "signed-out") location.reload();
  // There he is told why and until when, whichever of his pages asks first.
  if (status === "barred") location.assign(document.querySelector("[data-news]").dataset.desk);
}
