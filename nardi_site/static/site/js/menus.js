/**
 * Closes an open menu when the reader turns to something else.
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
