// Sets the language of the document, which Streamlit fixes as English, moves the focus to
// what has changed, once for every occasion, brings into view what opens, and asks for the whole page once a lost
// server is back: a restarted one knows nothing of the parts that stand in the browser.
const met = (globalThis.__calypsoOccasions ??= new Set());
const FRAMES = 60; // what is to be looked at may be painted a little later

const OPENS = 5000; // milliseconds within which what was opened has come, to its full height

export default function ({ data: { language, place, occasion, opening }, setTriggerValue }) {
  if (language) {
    document.documentElement.lang = language;
    return watch(() => setTriggerValue("returned", Date.now()));
  }
  if (!place || met.has(`${place} ${occasion}`)) return;
  met.add(`${place} ${occasion}`);
  const look = (frames) => {
    const found = document.querySelector(`.st-key-${CSS.escape(place)}`);
    if (!found) {
      if (frames > 0) requestAnimationFrame(() => look(frames - 1));
      return;
    }
    if (opening) return follow(found);
    const target = found.querySelector("[data-look]") ?? heading(found) ?? button(found) ?? found;
    if (target.nodeName !== "BUTTON") {
      target.tabIndex = -1;
      target.style.outline = "none";
    }
    target.focus({ preventScroll: true });
    // Of a new question the table is seen too; the verdict on it moves nothing that is in view.
    const frame = place === "question" ? found.closest(".st-key-asking") : null;
    if (frame?.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: "start" });
    else show(found);
  };
  look(FRAMES);
}

/** Brings *place* into view; of what is taller than the window, the beginning. */
function show(place) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const block = place.getBoundingClientRect().height > innerHeight ? "start" : "nearest";
  place.scrollIntoView({ block, behavior: calm ? "auto" : "smooth" });
}

/** Keeps *place* in view while it grows, until somebody does something else. */
function follow(place) {
  const observer = new ResizeObserver(() => show(place));
  const stop = () => observer.disconnect();
  observer.observe(place);
  for (const by of ["wheel", "pointerdown", "keydown"]) {
    addEventListener(by, stop, { once: true, passive: true });
  }
  setTimeout(stop, OPENS);
}

/** Calls *back* each time the connection is there again after it was lost. */
function watch(back) {
  const app = document.querySelector("[data-test-connection-state]");
  if (!app) return undefined;
  let lost = false;
  const observer = new MutationObserver(() => {
    const here = app.dataset.testConnectionState === "CONNECTED";
    if (lost && here) back();
    lost = !here;
  });
  observer.observe(app, { attributes: true, attributeFilter: ["data-test-connection-state"] });
  return () => observer.disconnect();
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
