/** Numbers of coins, and the balance in the page's header. */

/** A number of coins as the page's language groups it. */
export function coinNumber(coins) {
  const language = globalThis.document?.documentElement.lang ?? "en";
  return new Intl.NumberFormat(language, { useGrouping: "always" }).format(coins);
}

/** Brings the header up to date; a message that comes late changes nothing. */
export function balanceShow({ balance, version }) {
  const shown = document.querySelector("[data-coin-balance]");
  if (!shown || version <= Number(shown.dataset.version)) return;
  shown.dataset.version = version;
  shown.textContent = coinNumber(balance);
}
