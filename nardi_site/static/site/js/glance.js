/**
 * A visitor's page that comes back into sight asks how the switches stand.
 *
 * It has no socket: with one the browser could not keep it to go back to.
 */

import { newsShow } from "./news.js";

const { address } = document.querySelector("[data-news]")?.dataset ?? {};

async function look() {
  if (document.hidden || !address) return;
  const answer = await fetch(address).catch(() => null);
  if (answer?.status === 200) newsShow({ type: "site", ...(await answer.json()) });
}

document.addEventListener("visibilitychange", look);
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) look();
});
