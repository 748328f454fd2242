/** A page that has been out of sight asks what the player has by now. */

import { balanceShow } from "./coins.js";

const { address } = document.querySelector(".header__coins [data-coin-balance]").dataset;

document.addEventListener("visibilitychange", async () => {
  if (document.hidden) return;
  const answer = await fetch(address).catch(() => null);
  if (answer?.status === 200) balanceShow(await answer.json());
});
