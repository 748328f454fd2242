/** What concerns every page: the operators' announcement, a word from the desk. */

const part = (name) => document.querySelector(`[data-${name}]`);

/** Shows what a socket has heard; other messages are none of its business. */
export function newsShow(message) {
  if (message.type === "site") {
    const text = message.announcement[document.documentElement.lang] ?? "";
    if (part("announcement-text").textContent !== text) say(text);
    part("announcement-text").textContent = text;
    part("announcement").hidden = text === "";
  }
  if (message.type === "notice" && part("notice")) {
    part("notice").hidden = false;
    say(part("notice").querySelector("p").textContent);
  }
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
