/** Says on the page that a passkey did not work; allauth's script says it to nobody. */

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const note = document.querySelector("[data-passkey-failed]");
  if (note) note.hidden = false;
});
