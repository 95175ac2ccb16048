// The second part of the page's script (focus.js is the first): what is said while the connection is
// lost, what becomes of what is pressed meanwhile, and how the page goes on once a lost server is back:
// a restarted one knows nothing of the parts that stand in the browser. And a double click is one press.

const STATE = "data-test-script-state"; // of the server: whether it makes the page

const GIVEN_UP = "DISCONNECTED_FOREVER"; // what Streamlit calls it where it does not connect again

const LOST = "calypso-lost"; // what is said while the connection is lost

const LATE = 1500; // milliseconds after which a lost connection is said to be lost

const SILENT = 3000; // milliseconds of silence after which a server that is waited for is asked

const ANSWERED = 5000; // milliseconds within which it answers, on a slow network too

const TWICE = 400; // milliseconds within which two taps are one

const NEAR = 20; // pixels between them

const PRESSED = "a, button, label, summary, [role=option]";

const ASKING = ".st-key-asking"; // the frame in which everything is asked

const FILE = "[data-testid=stDownloadButton]"; // what is saved when it is pressed

// What does nothing twice where it stands as it stood, and so can be pressed once more.
const ONCE = /^st-key-(answer|check|next|control)-/;

// What is pressed several times running: steps of a game, taking back, figures.
const COUNTS = ".st-key-replay-steps, [class*='undo'], [data-testid=stNumberInput]";

const last = { touch: false, x: 0, y: 0, when: -Infinity }; // what was pressed last

const SETTLED = 100; // milliseconds after which it is looked at again whether the run is over

/** Looks after the connection of the page; calls *back* when it is there again. Returns what ends it. */
function connect({ run, lost, live }, back) {
  release(run);
  globalThis.__calypso.heard = () => held.run === undefined && doAgain();
  // Once: they are the same functions.
  for (const kind of ["pointerdown", "click"]) addEventListener(kind, pressOnce, { capture: true });
  for (const kind of ["click", "keydown"]) {
    addEventListener(kind, keep, { capture: true });
    addEventListener(kind, note, { capture: true });
  }
  const ends = [watch(back, run, lost), listen(live, lost), live ? lookAgain(back) : undefined];
  return () => ends.forEach((end) => end?.());
}

/** Calls *back* when a live page is looked at again: what was answered meanwhile in another tab of
 * this browser changes nothing in the room by which its page would know. */
function lookAgain(back) {
  const seen = () => !document.hidden && back();
  document.addEventListener("visibilitychange", seen);
  return () => document.removeEventListener("visibilitychange", seen);
}

/** Calls *back* each time the connection is there again after it was lost in the run *run*. */
function watch(back, run, words) {
  const app = document.querySelector("[data-test-connection-state]");
  if (!app) return undefined;
  let lost = false;
  const observer = new MutationObserver((changes) => {
    const here = app.dataset.testConnectionState === "CONNECTED";
    if (app.dataset.testConnectionState === GIVEN_UP) openAnew();
    if (changes.some(({ attributeName }) => attributeName === STATE)) {
      // A live page runs by itself: only what came of the press tells that it was heard.
      if (here && !running() && !buttonAt(held.sent)) held.sent = null;
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

/** Opens the page anew, from its address, as soon as the server answers. */
async function openAnew() {
  const there = await fetch("livez", { cache: "no-store" }).then(() => true, () => false);
  if (there) location.reload();
  else setTimeout(openAnew, LATE);
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

/** A double click, or two quick taps, is one press: the second half would press what the first has put
 * in its place, as "Skip" for "Continue", or do the same twice. Where every press counts both do. */
function pressOnce(event) {
  const { type, detail, pointerType, timeStamp, clientX, clientY } = event;
  if (type === "pointerdown") {
    last.touch = pointerType === "touch";
    return;
  }
  const target = event.composedPath()[0];
  if (!detail || target.matches?.("input")) return; // by a key, or by the label of the box
  const near = Math.max(Math.abs(clientX - last.x), Math.abs(clientY - last.y)) < NEAR;
  // Of fingers not every browser counts.
  const again = detail > 1 || (last.touch && near && timeStamp - last.when < TWICE);
  Object.assign(last, { x: clientX, y: clientY, when: timeStamp });
  if (!again || !target.closest?.(PRESSED) || target.closest(COUNTS)) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** From when the connection is lost until a run of the whole page has come, a press would reach a
 * server that does not know yet what was pressed. It is kept, and done once the page is there. So is
 * what answered or led on before anybody could know that the server is lost, and what is pressed
 * before the server has heard of a card (table.js). */
const held = (globalThis.__calypsoHeld ??= {
  run: undefined,
  again: undefined,
  sent: null,
  heard: performance.now(), // when the server said something last,
  pressed: 0, // when something was pressed first after that,
  silent: undefined, // and since when the server does not answer
});

/** Notes what is on its way that answers or leads on, until something has come of it. */
function note(event) {
  if (held.run !== undefined || !event.isTrusted) return;
  const target = event.composedPath()[0];
  const button = event.type === "click" ? target.closest?.("button") : buttonOf(event);
  if (!button && event.type !== "click") return;
  const place = knownAs(button);
  held.sent = place && ONCE.test(place.key) ? place : null;
}

/** The button that a key presses: it shows the key. */
function buttonOf({ key, repeat, altKey, ctrlKey, metaKey, target }) {
  if (repeat || altKey || ctrlKey || metaKey || key.length > 1) return undefined;
  if (target.matches?.("input:not([type=radio]), textarea")) return undefined;
  const keys = [...document.querySelectorAll("button kbd")];
  return keys.find((shown) => shown.textContent === key.toUpperCase())?.closest("button");
}

/** What a button is known by when its page was made anew: its place, its words, and what is asked
 * or told beside it. */
function knownAs(button) {
  const keyed = button?.closest("[class*='st-key-']");
  if (!keyed) return undefined;
  const told = button.closest(ASKING)?.textContent;
  return { key: /st-key-\S+/.exec(keyed.className)[0], words: labelOf(button), told };
}

/** All that is said on a button, of a card also what only who listens is told. */
function labelOf(button) {
  return [button.innerText, button.getAttribute("aria-label"), button.dataset.value].join("\n");
}

/** Finds a button again, where the question still stands as it did: what arrived is not asked. Of
 * what leads on the place may be another; that all else is the same tells that it has not been done. */
function buttonAt(place) {
  if (!place) return undefined;
  const { key, words, told } = place;
  const all = [...document.querySelectorAll(`.${CSS.escape(key)} button`)];
  const frame = document.querySelector(ASKING);
  if (told && frame?.textContent === told) all.push(...frame.querySelectorAll("button"));
  return all.find((button) => labelOf(button) === words);
}

function hold(run) {
  if (held.run === undefined) dispatchEvent(new Event("calypso-away"));
  held.run = run;
  const { sent } = held;
  held.sent = null;
  if (sent) held.again = () => buttonAt(sent)?.click();
}

/** Whether a card was pressed of which the server has not heard yet. */
function unheard() {
  return [...(globalThis.__calypso.unheard ?? [])].some((stage) => stage.isConnected);
}

function keep(event) {
  if (!event.isTrusted) return;
  if (held.pressed < held.heard) held.pressed = performance.now();
  const lost = held.run !== undefined;
  const target = event.composedPath()[0];
  const button = target.closest?.("button");
  if (!lost && event.type === "click" && button?.closest(FILE)) return saveOnce(event, button);
  if (!(lost || unheard())) return;
  // Cards wait for one another by themselves, and their keys are digits.
  const other = lost || button?.closest(ASKING);
  const short = !event.altKey && !event.ctrlKey && !event.metaKey && !target.matches?.("input, textarea");
  const key = event.type === "keydown" && short && (lost ? event.key.length === 1 : /^[a-z]$/i.test(event.key));
  if (!key && !(event.type === "click" && button && other)) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  const place = knownAs(button);
  held.again = key
    ? () => (target.isConnected ? target : document.body).dispatchEvent(new KeyboardEvent("keydown", pressed(event)))
    : () => (button.isConnected || !place ? button : buttonAt(place))?.click();
}

/** Saves a file when nothing is on its way that would make it another one: whoever presses right after
 * a box was filled, which is sent as it is left, would have what was drawn before. */
function saveOnce(event, button) {
  event.stopImmediatePropagation();
  event.preventDefault();
  const place = knownAs(button);
  const save = () => (button.isConnected || !place ? button : buttonAt(place))?.click();
  // Twice: of two runs the second begins a little after the first is over.
  const soon = (then) => setTimeout(() => once(then), SETTLED);
  soon(() => soon(save));
}

function pressed({ key, code, shiftKey }) {
  return { key, code, shiftKey, bubbles: true, composed: true };
}

/** Does what was pressed meanwhile, once, when the page of another run than the lost one stands: until
 * that run is over the server does not know all of its buttons. */
function release(run) {
  if (held.run === undefined || held.run === run) return;
  once(() => {
    if (held.run === undefined || held.run === run) return; // done already, or lost once more
    const anew = run.split(" ")[0] !== held.run.split(" ")[0];
    held.run = undefined;
    dispatchEvent(new CustomEvent("calypso-back", { detail: { anew, again: Boolean(held.again) } }));
    if (!unheard()) doAgain();
  });
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
