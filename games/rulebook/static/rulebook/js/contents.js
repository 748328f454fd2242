/** Marks in the contents which section is being read, and counts it on a phone. */

const sections = [...document.querySelectorAll(".idea[id]")];
const links = document.querySelectorAll("[data-contents] a, [data-strip] a");
const place = document.querySelector("[data-strip-place]");
const strip = document.querySelector("[data-strip]");

/** The last section whose heading has passed the upper third of the window. */
function current() {
  const line = window.innerHeight / 3;
  const passed = sections.filter((one) => one.getBoundingClientRect().top <= line);
  return passed.at(-1) ?? sections[0];
}

function mark() {
  const section = current();
  for (const link of links) {
    if (link.hash === `#${section.id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (place) place.textContent = String(sections.indexOf(section) + 1);
}

if (sections.length > 1) {
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mark();
    });
  };
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later, { passive: true });
  mark();
}

strip?.addEventListener("click", (event) => {
  if (event.target.closest("a")) strip.open = false;
});
