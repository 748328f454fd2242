/** What concerns every page: the operators' switches, a word from the desk. */

const part = (name) => document.querySelector(`[data-${name}]`);

/** Shows what a socket has heard; other messages are none of its business. */
export function newsShow(message) {
  if (message.type === "site") switchesShow(message);
  if (message.type === "ping") stillShow("data-away", message.well === false);
  if (message.type === "notice" && part("notice")) {
    part("notice").hidden = false;
    say(part("notice").querySelector("p").textContent);
  }
}

/** Whether nobody may sit down at a table for now. */
export const nobodySits = () => part("news")?.hasAttribute("data-nobody-sits") ?? false;

/** Whether nothing may be changed for now. */
export const isReadOnly = () => part("news")?.hasAttribute("data-read-only") ?? false;

function switchesShow({ announcement, no_new_tables: noNewTables, read_only: readOnly }) {
  const text = announcement[document.documentElement.lang] ?? "";
  if (part("announcement-text").textContent !== text) {
    say(text);
    part("announcement-text").textContent = text;
    part("announcement").hidden = text === "";
  }
  stillShow("data-read-only", readOnly);
  part("news").toggleAttribute("data-nobody-sits", readOnly || noNewTables);
  for (const line of document.querySelectorAll("[data-no-new-tables]")) line.hidden = !noNewTables;
  for (const button of document.querySelectorAll("[data-sits-down]")) button.disabled = nobodySits();
}

/** Says that nothing can be changed, for whichever reason, and no more once it can be. */
function stillShow(reason, is) {
  const standsStill = () => part("news").matches("[data-read-only], [data-away]");
  const before = standsStill();
  part("news").toggleAttribute(reason, is);
  if (standsStill() === before) return;
  part("when-read-only").hidden = before;
  if (!before) say(part("when-read-only").querySelector("p").textContent);
}

function say(text) {
  part("news-heard").textContent = text;
}

for (const button of globalThis.document?.querySelectorAll("[data-news-close]") ?? []) {
  button.hidden = false;
  button.addEventListener("click", () => {
    button.closest(".news").hidden = true;
  });
}
