// Sets the language of the document, which Streamlit fixes as English, and moves the
// focus to what has changed, once for every occasion.
const met = (globalThis.__calypsoOccasions ??= new Set());
const FRAMES = 60; // what is to be looked at may be painted a little later

export default function ({ data: { language, place, occasion } }) {
  if (language) document.documentElement.lang = language;
  if (!place || met.has(`${place} ${occasion}`)) return;
  met.add(`${place} ${occasion}`);
  const look = (frames) => {
    const found = document.querySelector(`.st-key-${CSS.escape(place)}`);
    if (!found) {
      if (frames > 0) requestAnimationFrame(() => look(frames - 1));
      return;
    }
    const target = heading(found) ?? button(found) ?? found;
    if (target.nodeName !== "BUTTON") {
      target.tabIndex = -1;
      target.style.outline = "none";
    }
    target.focus({ preventScroll: true });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    found.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
  };
  look(FRAMES);
}

/** A heading that begins *place*: what has the focus is read aloud, and a heading has words. */
function heading(place) {
  const first = place.querySelector("h1, h2, h3");
  return first && place.innerText.trim().startsWith(first.innerText.trim()) ? first : null;
}

/** The button that leads on, of a place that holds nothing but buttons: else the first of them. */
function button(place) {
  const all = [...place.querySelectorAll("button")];
  const words = (nodes) => nodes.map((node) => node.innerText).join("").replace(/\s/g, "");
  if (!all.length || words(all) !== words([place])) return null;
  return all.find((one) => one.dataset.testid === "stBaseButton-primary") ?? all[0];
}
