/** The question before resigning, the list of moves on a phone, the shared link. */

import { coinsAtResigning, resignationSentence } from "./words.js";

const COPIED_MS = 2500;

/** `view()` gives the present view, `resign()` sends the resignation. */
export function dialogsStart(root, { view, resign }) {
  const find = (name) => root.querySelector(`[data-part="${name}"]`);
  const dialog = find("resign-dialog");
  find("resign")?.addEventListener("click", () => {
    find("resign-cost").textContent = resignationSentence(view());
    const coins = find("resign-coins");
    if (coins) coins.textContent = coinsAtResigning(view());
    dialog.showModal();
  });
  dialog?.addEventListener("close", () => {
    if (dialog.returnValue === "yes") resign();
    dialog.returnValue = "";
  });
  movesStart(root, find("moves-toggle"), find("moves"));
  copyStart(find("copy"), find("link"));
}

/** On phones the list takes the opponent's column, and gives it back. */
function movesStart(root, toggle, list) {
  toggle.addEventListener("click", () => {
    const open = root.classList.toggle("shows-moves");
    toggle.setAttribute("aria-expanded", String(open));
    list.scrollTop = list.scrollHeight;
  });
}

function copyStart(button, link) {
  if (!button) return;
  const label = button.textContent;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      // Without a secure context or permission the reader copies it himself.
      link.focus();
      link.select();
      return;
    }
    button.textContent = gettext("Copied");
    setTimeout(() => {
      button.textContent = label;
    }, COPIED_MS);
  });
}
