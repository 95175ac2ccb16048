// Sets the language of the document, which Streamlit fixes as English, moves the focus to what has
// changed, once for every occasion, and brings into view what opens. connection.js goes on.
//
// The page has this script once, with its language; later occasions send its name (by_name.js).
const met = (globalThis.__calypsoOccasions ??= new Set());
const said = new Map(); // the occasion on which words were read last, by their place
const standing = new Map(); // what has words to be read, by its place
const known = (globalThis.__calypso ??= { scripts: {}, waiting: {} });
const FRAMES = 60; // what is to be looked at may be painted a little later

const RUNS = 5000; // milliseconds for which the end of a run is awaited

const AGAIN = 50; // milliseconds after which the same words are others to who listens

const CAUGHT = 3; // frames for which what is to have the focus, or to go, is awaited

const OPENS = 5000; // milliseconds within which what was opened has come, to its full height

export default function ({ data, setTriggerValue }) {
  const { language, scheme } = data;
  known.scripts.reader = look;
  for (const given of known.waiting.reader?.splice(0) ?? []) look(given);
  if (scheme) globalThis.calypsoScheme?.(scheme);
  document.documentElement.lang = language;
  region();
  copyAnywhere();
  // With other data this is called again; what it returned, only when the page goes.
  known.end?.();
  const ends = [catchFocus(), goInto(), connect(data, () => setTriggerValue("returned", Date.now()))];
  known.end = () => ends.forEach((end) => end?.());
  return known.end;
}

/** Whoever presses what then goes, as a way to another page, is not left nowhere: where nothing
 * else takes the focus once the run is over, the heading of the page does. */
function catchFocus() {
  const app = document.querySelector("[data-test-script-state]");
  if (!app) return undefined;
  const note = (event) => {
    known.focused = event.composedPath()[0];
  };
  // What is over goes some frames after the run; then whatever is to have the focus takes it.
  const wait = (frames, gone) => {
    if (running() || frames < 0) return;
    const lost = document.activeElement === document.body && known.focused?.isConnected === false;
    if (lost && gone >= CAUGHT) return toHeading();
    requestAnimationFrame(() => wait(frames - 1, lost ? gone + 1 : 0));
  };
  const observer = new MutationObserver(() => wait(FRAMES, 0));
  observer.observe(app, { attributes: true, attributeFilter: ["data-test-script-state"] });
  addEventListener("focusin", note, { capture: true });
  wait(FRAMES, 0); // the run may have been over before this was begun anew
  return () => {
    observer.disconnect();
    removeEventListener("focusin", note, { capture: true });
  };
}

/** Whoever opens by a key what lies over the page is in it: it stands at the end of the document,
 * and Tab would lead through all of the page first. */
function goInto() {
  const pressed = ({ target, detail }) => {
    const button = target.closest?.("[data-testid=stPopoverButton]");
    if (!button || detail || button.getAttribute("aria-expanded") === "true") return;
    const find = (frames) => {
      // Of another one that is about to go the box comes first.
      const box = [...document.querySelectorAll("[data-testid=stPopoverBody]")].at(-1);
      if (box && button.getAttribute("aria-expanded") === "true") return enter(box);
      if (frames > 0) requestAnimationFrame(() => find(frames - 1));
    };
    find(FRAMES);
  };
  addEventListener("click", pressed, { capture: true });
  return () => removeEventListener("click", pressed, { capture: true });
}

function enter(box) {
  const all = [...box.querySelectorAll("a, button, input, summary, textarea")];
  const first = all.find((one) => one.getBoundingClientRect().width) ?? box;
  if (first === box) box.tabIndex = -1;
  first.focus({ preventScroll: true });
}

function toHeading() {
  const first = document.querySelector("[data-testid=stMain] h1");
  if (!first) return;
  first.tabIndex = -1;
  first.style.outline = "none";
  first.focus({ preventScroll: true });
}

/** Has words read, once as long as what they tell of stands there: opened again, it is read again.
 * Once it is gone, whoever reads on down the page does not come upon them.
 *
 * While a run lasts Streamlit may put back for a moment what is about to go, or take away what
 * stays: only what stands there when it is over is read, and only what is gone is forgotten.
 */
function read(parent, place, occasion, words) {
  const latest = { parent };
  standing.set(place, latest);
  const until = performance.now() + RUNS;
  const judge = (frames) => {
    if (standing.get(place) !== latest) return; // something newer stands there
    if (running() && performance.now() < until) requestAnimationFrame(() => judge(frames));
    else if (!parent.isConnected) {
      said.delete(place);
      if (region().textContent === words) region().textContent = "";
    } else if (frames > 0) requestAnimationFrame(() => judge(frames - 1));
    else if (said.get(place) !== occasion) {
      said.set(place, occasion);
      tell(words);
    }
  };
  judge(CAUGHT);
  return () => requestAnimationFrame(() => judge(0));
}

function tell(words) {
  const told = region();
  if (told.textContent !== words) {
    told.textContent = words;
    return;
  }
  told.textContent = ""; // what says the same as before is not heard
  setTimeout(() => (told.textContent ||= words), AGAIN);
}

/** Does what an occasion asks for, once. */
function look({ data: { place, occasion, opening, words }, parentElement }) {
  if (words) return read(parentElement, place, occasion, words);
  if (!place || met.has(`${place} ${occasion}`)) return;
  met.add(`${place} ${occasion}`);
  const until = performance.now() + RUNS;
  const find = (frames) => {
    if (running() && performance.now() < until) {
      // What is about to go still stands: its words are not to be read with the new ones.
      requestAnimationFrame(() => find(frames));
      return;
    }
    const found = document.querySelector(`.st-key-${CSS.escape(place)}`);
    if (!found) {
      if (frames > 0) requestAnimationFrame(() => find(frames - 1));
      return;
    }
    if (opening) return follow(found);
    const told = linesOf(found);
    // Of a question with more than its heading, all is read that was not read before.
    const whole = place === "question" && told.length > 1;
    const begins = whole ? null : heading(found);
    const target = found.querySelector("[data-look]") ?? begins ?? button(found) ?? found;
    if (target === found) named(found, whole ? newOf(found, told) : told);
    if (whole || place === "step") known.told = told;
    if (target.nodeName !== "BUTTON") {
      target.tabIndex = -1;
      target.style.outline = "none";
    }
    target.focus({ preventScroll: true });
    // Of a new question the table is seen too; the verdict on it moves nothing that is in view.
    const frame = place === "question" ? found.closest(".st-key-asking") : null;
    const page = found.closest("[data-testid=stMain]");
    // A step begins where its page begins: that its end is below the window moves nothing.
    if (place === "step" && page) page.scrollTop = 0;
    else if (frame?.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: "start" });
    else show(found);
  };
  find(FRAMES);
}

/** Whether the server still makes the page: until then what is over stands beside what is new. */
function running() {
  const app = document.querySelector("[data-test-script-state]");
  return !!app && app.dataset.testScriptState !== "notRunning";
}

/** Names *place* by its words while it has the focus: a nameless box is not read aloud.
 *
 * Afterwards other words may stand in it, and then it would be called by what is gone.
 */
function named(place, told) {
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", told.join(" ").slice(0, 600));
  const left = () => {
    if (document.activeElement === place) return; // only the window has lost it
    place.removeEventListener("blur", left);
    place.removeAttribute("role");
    place.removeAttribute("aria-label");
  };
  place.addEventListener("blur", left);
}

/** What *place* says, line by line, without what can be pressed and its signs. */
function linesOf(place) {
  const told = [...place.querySelectorAll("h1, h2, h3, p, li")].filter(
    (one) => !one.closest("button, a, summary") && !one.querySelector("p"),
  );
  return told.map((one) => one.innerText.trim()).filter(Boolean);
}

/** What leads up to a question and was read with the part before is not read again. */
function newOf(place, told) {
  const asked = told.indexOf(place.querySelector("h1:not(.where)")?.innerText.trim());
  return told.filter((line, number) => number >= asked || !known.told?.includes(line));
}

/** The place whose words are read aloud when they change: it is there before they come. */
function region() {
  const id = "calypso-said";
  const found = document.getElementById(id);
  if (found) return found;
  const made = document.createElement("p");
  made.id = id;
  made.setAttribute("role", "status");
  onTop(made);
  made.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
  return document.body.appendChild(made);
}

/** Lets an element be read aloud whatever dialog Streamlit opens: the rest of a page is not. */
function onTop(element) {
  element.setAttribute("data-react-aria-top-layer", "true");
}

/** Over plain http browsers have no clipboard for pages, and what copies would do nothing. */
function copyAnywhere() {
  if (!navigator.clipboard) {
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  }
}

async function writeText(words) {
  const area = document.createElement("textarea");
  area.value = words;
  area.style.cssText = "position:fixed;opacity:0";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (!copied) throw new Error("the browser does not copy");
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
