// Sets the language of the document, which Streamlit fixes as English, moves the focus to
// what has changed, once for every occasion, brings into view what opens, and asks for the whole page once a lost
// server is back: a restarted one knows nothing of the parts that stand in the browser.
//
// The page has this script once, with its language; later occasions send its name (by_name.js).
const met = (globalThis.__calypsoOccasions ??= new Set());
const FRAMES = 60; // what is to be looked at may be painted a little later

const RUNS = 5000; // milliseconds for which the end of a run is awaited

const STATE = "data-test-script-state"; // of the server: whether it makes the page

const LOST = "calypso-lost"; // what is said while the connection is lost

const LATE = 1500; // milliseconds after which a lost connection is said to be lost

const SILENT = 3000; // milliseconds of silence after which a server that is waited for is asked

const ANSWERED = 5000; // milliseconds within which it answers, on a slow network too

const SETTLED = 100; // milliseconds after which it is looked at again whether the run is over

const OPENS = 5000; // milliseconds within which what was opened has come, to its full height

export default function ({ data, setTriggerValue }) {
  const { language, scheme, run, lost, live } = data;
  const known = (globalThis.__calypso ??= { scripts: {}, waiting: {} });
  known.scripts.reader = look;
  for (const given of known.waiting.reader?.splice(0) ?? []) look(given);
  if (scheme) globalThis.calypsoScheme?.(scheme);
  document.documentElement.lang = language;
  region();
  copyAnywhere();
  release(run);
  known.heard = () => held.run === undefined && doAgain();
  // Once: they are the same functions.
  for (const kind of ["click", "keydown"]) addEventListener(kind, keep, { capture: true });
  addEventListener("click", note, { capture: true });
  const ends = [watch(() => setTriggerValue("returned", Date.now()), run, lost), listen(live, lost)];
  return () => ends.forEach((end) => end?.());
}

/** Does what an occasion asks for, once. */
function look({ data: { place, occasion, opening, words } }) {
  if (!place || met.has(`${place} ${occasion}`)) return;
  met.add(`${place} ${occasion}`);
  if (words) {
    region().textContent = words;
    return;
  }
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
    const target = found.querySelector("[data-look]") ?? heading(found) ?? button(found) ?? found;
    if (target === found) {
      // Of what has the focus its name is read aloud, and of a nameless box nothing.
      found.setAttribute("role", "group");
      found.setAttribute("aria-label", wordsOf(found));
    }
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

/** What *place* says: its headings and paragraphs, without what can be pressed and its signs. */
function wordsOf(place) {
  const told = [...place.querySelectorAll("h1, h2, h3, p")].filter(
    (one) => !one.closest("button, a, summary"),
  );
  return told.map((one) => one.innerText.trim()).filter(Boolean).join(" ").slice(0, 600);
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

/** Calls *back* each time the connection is there again after it was lost in the run *run*. */
function watch(back, run, words) {
  const app = document.querySelector("[data-test-connection-state]");
  if (!app) return undefined;
  let lost = false;
  const observer = new MutationObserver((changes) => {
    const here = app.dataset.testConnectionState === "CONNECTED";
    if (changes.some(({ attributeName }) => attributeName === STATE)) {
      held.answer = null;
      hear(words);
    }
    if (!here) hold(run);
    if (!here && !lost) setTimeout(() => tellLost(words), LATE);
    if (lost && here) {
      back();
      tellLost();
    }
    lost = !here;
  });
  observer.observe(app, { attributes: true, attributeFilter: ["data-test-connection-state", STATE] });
  return () => observer.disconnect();
}

/** Asks a server that is waited for and silent whether it is there: a connection can stand open
 * to one that has stopped, or over a network that is gone. A live page always waits. */
function listen(live, words) {
  let asking = false;
  const ask = async () => {
    const since = live ? held.heard : held.pressed;
    const waiting = since >= held.heard && performance.now() - since > SILENT;
    if (!waiting || asking || document.hidden) return;
    asking = true;
    const asked = performance.now();
    const request = new AbortController();
    const late = setTimeout(() => request.abort(), ANSWERED);
    const options = { cache: "no-store", signal: request.signal };
    const there = await fetch("livez", options).then(() => true, () => false);
    clearTimeout(late);
    asking = false;
    if (there) return hear(words);
    held.silent ??= asked;
    tellLost(words);
  };
  const asks = setInterval(ask, 1000);
  return () => clearInterval(asks);
}

/** Notes that the server has said something. */
function hear(words) {
  held.heard = performance.now();
  if (!held.silent) return;
  held.silent = undefined;
  tellLost(words);
}

/** Says in the language of the page that the connection is lost, while it is; without words no more.
 * What Streamlit says of it, in English, is hidden meanwhile (pages.css). */
function tellLost(words) {
  const app = document.querySelector("[data-test-connection-state]");
  const away = app?.dataset.testConnectionState !== "CONNECTED";
  const lost = Boolean(words) && (away || performance.now() - held.silent > LATE);
  if (lost && document.getElementById(LOST)) return;
  document.documentElement.classList.toggle("calypso-lost", lost);
  const told = document.getElementById(LOST) ?? document.createElement("p");
  if (!lost) return told.remove();
  told.id = LOST;
  onTop(told);
  told.textContent = words;
  document.body.append(told);
  region().textContent = words;
}

/** From when the connection is lost until a run of the whole page has come, a press would reach a
 * server that does not know yet what was pressed. It is kept, and done once the page is there. So is
 * an answer that was given before anybody could know that the server is lost, and what is pressed
 * before the server has heard of a card (card_table.js). */
const held = (globalThis.__calypsoHeld ??= {
  run: undefined,
  again: undefined,
  answer: null,
  heard: performance.now(), // when the server said something last,
  pressed: 0, // when something was pressed first after that,
  silent: undefined, // and since when the server does not answer
});

/** Notes which answer is on its way, until the server has begun with it. */
function note(event) {
  if (held.run !== undefined || !event.isTrusted) return;
  const button = event.composedPath()[0].closest?.("button");
  const place = /st-key-answer-\S+/.exec(button?.closest("[class*='st-key-answer-']")?.className);
  held.answer = place && { place: place[0], words: button.innerText };
}

/** Gives an answer again, where the question still stands as it did: what arrived is not asked. */
function answerAgain({ place, words }) {
  const button = document.querySelector(`.${CSS.escape(place)} button`);
  if (button?.innerText === words) button.click();
}

function hold(run) {
  held.run ??= run;
  const { answer } = held;
  held.answer = null;
  if (answer) held.again = () => answerAgain(answer);
}

/** Whether a card was pressed of which the server has not heard yet. */
function unheard() {
  return [...(globalThis.__calypso.unheard ?? [])].some((stage) => stage.isConnected);
}

function keep(event) {
  if (event.isTrusted && held.pressed < held.heard) held.pressed = performance.now();
  const lost = held.run !== undefined;
  if (!event.isTrusted || !(lost || unheard())) return;
  const target = event.composedPath()[0];
  const button = target.closest?.("button");
  // Cards wait for one another by themselves, and their keys are digits.
  const other = lost || button?.closest(".st-key-asking");
  const short = !event.altKey && !event.ctrlKey && !event.metaKey && !target.matches?.("input, textarea");
  const key = event.type === "keydown" && short && (lost ? event.key.length === 1 : /^[a-z]$/i.test(event.key));
  if (!key && !(event.type === "click" && button && other)) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  held.again = key
    ? () => target.dispatchEvent(new KeyboardEvent("keydown", pressed(event)))
    : () => button.isConnected && button.click();
}

function pressed({ key, code, shiftKey }) {
  return { key, code, shiftKey, bubbles: true, composed: true };
}

/** Does what was pressed meanwhile, once, when the page of another run than the lost one stands. */
function release(run) {
  if (held.run === undefined || held.run === run) return;
  held.run = undefined;
  doAgain();
}

function doAgain() {
  const { again } = held;
  held.again = undefined;
  if (again) setTimeout(() => once(again), SETTLED);
}

/** Does *again* when the server is done with the run: only then it knows every button. */
function once(again) {
  if (!running()) return again();
  setTimeout(() => once(again), SETTLED);
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
