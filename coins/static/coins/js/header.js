/** A page that has been out of sight asks what the player has by now. */

import { balanceShow } from "./coins.js";

const shown = document.querySelector("[data-coin-balance]");

document.addEventListener("visibilitychange", async () => {
  if (document.hidden) return;
  const answer = await fetch(shown.dataset.address).catch(() => null);
  if (answer?.status === 200) balanceShow(await answer.json());
});
