/** Numbers of coins, and the balances that the page shows. */

/** What parts the thousands, as the server writes them; browsers know no Georgian. */
const SEPARATORS = { ka: "\u00a0", en: ",", ru: "\u00a0", tr: "." };

/** A number of coins as the page's language groups it. */
export function coinNumber(coins, language = globalThis.document?.documentElement.lang) {
  return String(coins).replace(/\B(?=(\d{3})+$)/g, SEPARATORS[language] ?? SEPARATORS.en);
}

/** Brings all balances up to date; a message that comes late changes nothing. */
export function balanceShow({ balance, version }) {
  for (const shown of document.querySelectorAll("[data-coin-balance]")) {
    if (version > Number(shown.dataset.version)) {
      shown.dataset.version = version;
      shown.textContent = coinNumber(balance);
    }
  }
}
