/** Marks in the contents which section is being read, and counts it on a phone. */

const sections = [...document.querySelectorAll(".idea[id]")];
const links = document.querySelectorAll("[data-contents] a, [data-strip] a");
const place = document.querySelector("[data-strip-place]");
const strip = document.querySelector("[data-strip]");

/** The sections that reach into the upper third of the window. */
const reaching = new Set();

function mark() {
  // Between two sections the one before is still being read.
  const section = sections.findLast((one) => reaching.has(one));
  if (!section) return;
  for (const link of links) {
    if (link.hash === `#${section.id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (place) place.textContent = String(sections.indexOf(section) + 1);
}

if (sections.length > 1) {
  reaching.add(sections[0]);
  mark();
  // Asks nothing of the layout, which a long page is slow to answer.
  const watch = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) reaching.add(target);
        else reaching.delete(target);
      }
      mark();
    },
    { rootMargin: "0px 0px -66.6% 0px" },
  );
  for (const one of sections) watch.observe(one);
}

strip?.addEventListener("click", (event) => {
  if (event.target.closest("a")) strip.open = false;
});
