/**
 * Closes an open menu when the reader turns to something else, and lets the language
 * switch keep the place on the page.
 *
 * The menus are `details` elements and work without this.
 */

const menus = [...document.querySelectorAll("details[data-menu]")];

function closeAllBut(kept) {
  for (const menu of menus) {
    if (menu !== kept) menu.open = false;
  }
}

document.addEventListener("pointerdown", (event) => {
  closeAllBut(menus.find((menu) => menu.contains(event.target)));
});

document.addEventListener("focusin", (event) => {
  closeAllBut(menus.find((menu) => menu.contains(event.target)));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = menus.find((menu) => menu.open);
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

// The server never hears of what follows the # of an address. Anchors are the same in
// every language.
for (const menu of menus) {
  menu.querySelector("form input[name=next]")?.form.addEventListener("submit", (event) => {
    const { next } = event.target.elements;
    next.value = next.value.split("#")[0] + location.hash;
  });
}
