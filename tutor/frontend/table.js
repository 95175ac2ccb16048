// Shows pictures and reports which card was pressed.
//
// A picture arrives as markup. It is not put in place of the old one: the old one is
// changed into it, so that focus, scrolling and what has not changed stay as they are.

/** The page has this script and the style sheet once, for all its pictures (by_name.js). */
export default function ({ parentElement }) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(parentElement.querySelector("style").textContent);
  const known = (globalThis.__calypso ??= { scripts: {}, waiting: {} });
  const show = (given) => cardTable(given, sheet);
  known.scripts.table = show;
  for (const given of known.waiting.table?.splice(0) ?? []) show(given);
}

/** Moves the focus as `look_at` does: what comes with a picture needs no element of its own. */
function lookElsewhere(places) {
  const { scripts, waiting } = globalThis.__calypso;
  const later = (given) => (waiting.reader ??= []).push(given);
  const go = scripts.reader ?? later;
  for (const [place, occasion] of places) go({ data: { place, occasion } });
}

const mounted = new WeakMap();
const BEATS = { calm: 800, normal: 300, quick: 80 }; // milliseconds from card to card, by pace
const TRAVEL = 250; // milliseconds a card is on its way, when it is played and when it is collected
const PATIENCE = 2000; // milliseconds after which a press that came to nothing is forgotten
const ANSWER = 5000; // milliseconds after which a press is no longer waited for
const SLOW = 350; // milliseconds after which a table says that it is still thinking

function cardTable({ data, parentElement, setTriggerValue }, sheet) {
  if (!parentElement.adoptedStyleSheets.includes(sheet)) parentElement.adoptedStyleSheets = [sheet];
  const stage = parentElement.querySelector(".stage");
  const news = parentElement.querySelector(".news");
  const first = !mounted.has(stage);
  const state = first ? { announced: undefined, reported: 0, presses: [] } : mounted.get(stage);
  mounted.set(stage, state);
  clearTimeout(state.slow);
  state.waiting = false;
  state.beat = BEATS[data.pace];
  delete stage.dataset.waiting;

  const wanted = document.createElement("template");
  wanted.innerHTML = data.html;
  if (data.keys === "off") withoutKeys(wanted.content);
  readPicker(wanted.content, state);
  const arrived = [];
  const focus = focusIn(stage, parentElement.activeElement);
  const before = first || calm() ? null : lying(stage);
  morph(stage, wanted.content, arrived);
  refocus(stage, focus);
  if (before) collect(stage, before);
  if (!first) arrive(stage, state, arrived, before);
  stage.querySelectorAll("[data-rove]").forEach((group) => rove(group));
  // What stands on a page that opens is read like the page; a game just dealt is news.
  const quiet = first && !stage.querySelector("[data-begun]");
  lookAt(stage, state, focus, { quiet, dealt: first && !quiet });
  if (first) showTop(stage);
  if (first) tellDrawn(parentElement.host);

  if (!quiet && data.announce !== state.announced) news.textContent = data.announce;
  state.announced = data.announce;
  lookElsewhere(data.focus);

  state.html = data.html;
  state.tell = setTriggerValue;
  state.asked = parentElement.host?.closest(".st-key-asking");
  settle(stage, state, data.heard);
  sendNext(stage, state);

  stage.onclick = (event) => {
    const button = event.target.closest?.("button[data-event], button[data-opens]");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    // The second half of a double click is not a second answer.
    if (state.button === button && event.timeStamp - state.reported < 300) return;
    const picker = button.closest(".picker");
    // At a game one press is one step: what comes next is pressed when it is there.
    const asked = event.timeStamp - state.reported < PATIENCE;
    if (state.waiting && asked && button.closest("[data-beat]")) return;
    Object.assign(state, { button, reported: event.timeStamp });
    if (!button.dataset.opens) state.presses.push({ ...button.dataset });
    if (picker) openNext(picker, state, button);
    sendNext(stage, state);
  };
  stage.onkeydown = (event) => {
    const group = event.target.closest?.("[data-rove]");
    if (!group || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = step(group, event.target, event.key);
    if (!next) return;
    event.preventDefault();
    rove(group, next);
    next.focus();
  };
  stage.addEventListener("focusin", follow);
  if (first) listen(stage);
  if (first) lookOut(stage, state);
}

/** Takes away the keys by which cards are chosen, for who has switched them off. */
function withoutKeys(picture) {
  for (const name of ["aria-keyshortcuts", "data-digit", "data-letter"]) {
    for (const node of picture.querySelectorAll(`[${name}]`)) node.removeAttribute(name);
  }
}

/** Keeps the suit that is open in the picker; where another suit is led than was, that one opens.
 *
 * The suit is no affair of the server: between the two taps of a card nobody waits for it. */
function readPicker(picture, state) {
  const picker = picture.querySelector(".picker");
  if (!picker) return;
  const { led } = picker.dataset;
  if (led !== state.led) Object.assign(state, { led, suit: led });
  openSuit(picker, state.suit);
}

/** Shows the ranks of *suit*, or those that wait for one. */
function openSuit(picker, suit) {
  const rows = [...picker.querySelectorAll("[data-of]")];
  const shown = rows.find((row) => row.dataset.of === suit) ?? rows[0];
  for (const row of rows) row.hidden = row !== shown;
  for (const button of picker.querySelectorAll("[data-opens]")) {
    button.setAttribute("aria-pressed", String(button.dataset.opens === shown.dataset.of));
  }
}

/** Opens the suit that was pressed; after a card of another, the suit led. */
function openNext(picker, state, button) {
  if (button.dataset.opens) state.suit = button.dataset.opens;
  else state.suit = state.led ||= button.closest("[data-of]").dataset.of;
  openSuit(picker, state.suit);
  rove(picker);
}

/** Awaits nothing more once the server has heard of the press that was sent, or the picture offers
 * something else by now: for that one nothing was pressed. */
function settle(stage, state, heard) {
  const offered = [...stage.querySelectorAll("button[data-event]")].map((one) => one.dataset.value).join();
  const other = offered !== state.offered;
  if (other) state.presses = [];
  if (other || heard !== state.heard) {
    clearTimeout(state.sent);
    state.sent = undefined;
    if (!away()) state.awaited = undefined;
  }
  Object.assign(state, { heard, offered });
}

/** Sends the next of what was pressed, once the server has heard the one before: of two that reach
 * it at once it takes only the later. The other buttons of a question wait meanwhile (connection.js). */
function sendNext(stage, state) {
  const { sent, tell } = state;
  if (sent || away()) return;
  const page = globalThis.__calypso;
  const unheard = (page.unheard ??= new Set());
  const button = nextPressed(stage, state);
  if (!button) {
    if (unheard.delete(stage)) page.heard?.();
    return;
  }
  // The letters that choose cards are to come through.
  if (state.asked && !stage.querySelector(".picker")) unheard.add(stage);
  state.waiting = true;
  state.sent = setTimeout(() => {
    state.sent = undefined;
    sendNext(stage, state);
  }, ANSWER);
  // Who thinks for a while says so: the words stand in the picture and are shown then.
  state.slow = setTimeout(() => (stage.dataset.waiting = ""), SLOW);
  const { event, value } = button.dataset;
  state.awaited = { event, value, html: state.html, heard: state.heard };
  tell(event, value);
}

/** Whether the connection is lost, or the page is not there again yet (connection.js). */
function away() {
  return globalThis.__calypsoHeld?.run !== undefined;
}

/** Awaits nothing of a server that is lost. Once it is back, what was on its way is pressed again
 * where the picture is as it was and the server has not heard of it; in a game not if something
 * else was pressed instead. One that was begun *anew* has heard of nothing. */
function lookOut(stage, state) {
  const lost = () => {
    for (const timer of [state.sent, state.slow]) clearTimeout(timer);
    Object.assign(state, { sent: undefined, waiting: false });
    delete stage.dataset.waiting;
  };
  const back = ({ detail: { anew, again } }) => {
    if (!stage.isConnected) {
      removeEventListener("calypso-away", lost);
      return removeEventListener("calypso-back", back);
    }
    const { awaited } = state;
    state.awaited = undefined;
    const same = awaited?.html === state.html && (anew || awaited.heard === state.heard);
    const instead = again && stage.querySelector("[data-beat]");
    if (awaited && same && !instead) state.presses.unshift(awaited);
    sendNext(stage, state);
  };
  addEventListener("calypso-away", lost);
  addEventListener("calypso-back", back);
}

/** Takes the press that is next, and finds its button; what cannot be pressed any more is left out. */
function nextPressed(stage, state) {
  const all = [...stage.querySelectorAll("button[data-event]:not([aria-disabled=true])")];
  while (state.presses.length) {
    const { event, value } = state.presses.shift();
    const button = all.find(({ dataset }) => dataset.event === event && dataset.value === value);
    if (button) return button;
  }
  return undefined;
}

/** Changes the children of *old* into those of *now*; notes nodes that came with data-enter. */
function morph(old, now, arrived) {
  const keys = new Set([...now.children].map((child) => child.dataset.key));
  const kept = new Map();
  for (const child of [...old.children]) {
    const key = child.dataset.key;
    // What is gone goes first, so that nothing else has to move: moving takes the focus away.
    if (key && !keys.has(key)) child.remove();
    else if (key) kept.set(key, child);
  }
  let at = old.firstChild;
  for (const want of [...now.childNodes]) {
    const key = want.dataset?.key;
    let have = key ? kept.get(key) : at;
    if (key) kept.delete(key);
    if (!alike(have, want) || (!key && have.dataset?.key)) have = null;
    if (!have) {
      old.insertBefore(want, at);
      if (want.nodeType === Node.ELEMENT_NODE) {
        if (want.hasAttribute("data-enter")) arrived.push(want);
        arrived.push(...want.querySelectorAll("[data-enter]"));
      }
      continue;
    }
    if (have === at) at = at.nextSibling;
    else old.insertBefore(have, at);
    if (have.nodeType !== Node.ELEMENT_NODE) {
      if (have.nodeValue !== want.nodeValue) have.nodeValue = want.nodeValue;
      continue;
    }
    dress(have, want);
    morph(have, want, arrived);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

function alike(have, want) {
  return have && have.nodeType === want.nodeType && have.nodeName === want.nodeName;
}

/** Gives *have* the attributes of *want*; where the arrow keys stand is our own affair, and what was
 * opened is the reader's. */
function dress(have, want) {
  for (const { name } of [...have.attributes]) {
    if (name !== "tabindex" && name !== "open" && !want.hasAttribute(name)) have.removeAttribute(name);
  }
  for (const { name, value } of want.attributes) {
    if (have.getAttribute(name) !== value) have.setAttribute(name, value);
  }
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Lets a new card come in after *delay* milliseconds, unless the learner wants no motion. */
function enter(node, delay = 0, from = "translateY(-0.6rem) scale(0.96)", duration = 150) {
  if (calm()) return;
  const frames = [{ opacity: 0, transform: from }, { opacity: 1, transform: "none" }];
  node.animate(frames, { duration, easing: "ease-out", delay, fill: "backwards" });
}

/** Notes where the cards of the hand and of the trick are, and where the winner's go. */
function lying(stage) {
  const box = (node) => node.getBoundingClientRect();
  const hand = new Map();
  for (const card of stage.querySelectorAll("button[data-event=play]")) hand.set(card, box(card));
  const trick = [...stage.querySelectorAll(".spot")].map((spot) => [spot, spot.querySelector(".card")]);
  const winner = stage.querySelector(".spot.wins")?.closest(".seat")?.querySelector(".plate");
  return {
    hand,
    trick: trick.filter(([, card]) => card).map(([spot, card]) => ({ spot, card, at: box(card) })),
    to: winner && box(winner),
  };
}

/** Lets the cards of a trick that is turned over go to whoever won it. */
function collect(stage, { trick, to }) {
  const gone = trick.filter(({ spot }) => !spot.isConnected);
  if (!to || gone.length < trick.length) return;
  for (const { card, at } of gone) {
    const ghost = card.cloneNode(true);
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.toggle("two-colour", Boolean(stage.querySelector(".two-colour")));
    ghost.style.cssText = `position: absolute; z-index: 4; pointer-events: none; --size: ${at.width}px; left: 0; top: 0;`;
    stage.append(ghost);
    const home = ghost.getBoundingClientRect();
    const [x, y] = [at.left - home.left, at.top - home.top];
    const [dx, dy] = [to.left + to.width / 2 - home.left - at.width / 2, to.top - home.top];
    const frames = [
      { transform: `translate(${x}px, ${y}px)`, opacity: 1 },
      { transform: `translate(${dx}px, ${dy}px) scale(0.35)`, opacity: 0.3 },
    ];
    ghost.animate(frames, { duration: TRAVEL, easing: "ease-in" }).onfinish = () => ghost.remove();
  }
}

/** Lets everything new come in; at a table where a game is played, card after card. */
function arrive(stage, state, arrived, before) {
  const table = stage.querySelector("[data-beat]");
  const number = (spot) => Number(spot.querySelector(".order")?.textContent);
  const played = table
    ? arrived.filter((node) => node.matches(".spot")).sort((one, other) => number(one) - number(other))
    : [];
  const rest = Math.max(0, played.length - 1) * state.beat;
  played.forEach((spot, index) => enter(spot, index * state.beat, origin(spot, before), TRAVEL));
  for (const node of arrived) if (!played.includes(node)) enter(node, rest && rest + state.beat);
  clearTimeout(state.playing);
  delete stage.dataset.playing;
  if (!rest || calm()) return;
  // Who has won is seen when the last card lies there.
  stage.dataset.playing = "";
  state.playing = setTimeout(() => delete stage.dataset.playing, rest + state.beat);
}

/** Gives the way a card comes from its player; the learner's own from its place in the hand. */
function origin(spot, before) {
  const card = spot.dataset.key.split("-").at(-1);
  const from = [...(before?.hand ?? [])].find(
    ([button]) => !button.isConnected && button.dataset.value.startsWith(card),
  )?.[1];
  if (from && spot.closest(".at-bottom")) {
    const to = spot.getBoundingClientRect();
    return `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  }
  const seat = spot.closest(".seat")?.className ?? "";
  if (seat.includes("at-left")) return "translateX(-1.4rem) scale(0.94)";
  if (seat.includes("at-right")) return "translateX(1.4rem) scale(0.94)";
  return seat.includes("at-top") ? "translateY(-1.4rem) scale(0.94)" : "translateY(1.4rem) scale(0.94)";
}

/**
 * Moves the focus to what is marked as next, once for every mark, if it was at this table. Of a game
 * that was just dealt it comes from the button that dealt, which may still be there.
 */
function lookAt(stage, state, before, { quiet, dealt }) {
  const next = stage.querySelector("[data-focus]");
  const mark = next?.dataset.focus;
  const met = mark === state.mark;
  state.mark = mark;
  if (!next || met || quiet) return;
  const lost = !document.activeElement || document.activeElement === document.body;
  if (!before && !state.button && !lost && !dealt) return;
  const group = next.matches("[data-rove]") ? buttons(next) : [];
  const lit = group.filter((button) => !button.matches(".dim"));
  const same = group.find((button) => button.tabIndex === 0 && lit.includes(button));
  (same ?? lit[0] ?? group[0] ?? next).focus({ preventScroll: true });
  const table = stage.querySelector("[data-beat]");
  const seen = [table, next].map((node) => node.getBoundingClientRect());
  if (seen[0].top >= 0 && seen[1].bottom <= innerHeight) return;
  table.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
}

/** Shows the page of a game from its top if what was there before left it scrolled. */
function showTop(stage) {
  const table = stage.querySelector("[data-beat]");
  const page = document.querySelector("[data-testid=stMain]");
  if (page && table?.getBoundingClientRect().top < 0) page.scrollTop = 0;
}

const buttons = (group) => [...group.querySelectorAll("button:not([hidden] > *)")];

/** Lets answers be seen once the table that moves them has its height (frame.css). */
function tellDrawn(host) {
  const table = host?.closest("[class*='st-key-table-']");
  table?.closest(".st-key-asking")?.setAttribute("data-drawn", "");
}

/** Makes one button of *group* the one that Tab reaches. */
function rove(group, chosen) {
  const all = buttons(group);
  const at = chosen ?? all.find((button) => button.tabIndex === 0 && button.hasAttribute("tabindex"));
  const stop = all.includes(at) ? at : all[0];
  for (const button of all) button.tabIndex = button === stop ? 0 : -1;
}

const WRITES = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])";

/** Lets the digit that stands at a card choose it, and in the picker the letter of a suit or a
 * rank, wherever on the page the focus is. */
function listen(stage) {
  const press = (event) => {
    if (!stage.isConnected) return document.removeEventListener("keydown", press);
    if (event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
    const digit = /^Digit(\d)$/.exec(event.code)?.[1] ?? event.key; // with Shift a key writes a sign
    if (!/^[0-9a-z]$/i.test(digit) || event.composedPath()[0].matches?.(WRITES)) return;
    const wanted = event.shiftKey ? `⇧${digit}` : digit;
    const letter = /[10]/.test(digit) ? "T" : digit.toUpperCase(); // a ten has two digits
    const card = stage.querySelector(
      `[data-digit="${wanted}"] > button, button[data-letter="${letter}"]:not([hidden] > *)`,
    );
    if (!card) return;
    // Whoever types a card twice has two of them; a double click has one.
    if (card.closest(".picker")) mounted.get(stage).button = null;
    card.focus({ preventScroll: true }); // what was chosen is read aloud
    card.click();
  };
  document.addEventListener("keydown", press);
}

function follow(event) {
  const group = event.target.closest?.("[data-rove]");
  if (group && event.target.matches("button")) rove(group, event.target);
}

/** Finds where *key* leads from *from*: along the cards, or to the one above or below. */
function step(group, from, key) {
  const all = buttons(group);
  const at = all.indexOf(from);
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  if (key === "ArrowRight") return all[Math.min(at + 1, all.length - 1)];
  if (key === "ArrowLeft") return all[Math.max(at - 1, 0)];
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const here = from.getBoundingClientRect();
  const down = key === "ArrowDown";
  const boxes = all.map((button) => [button, button.getBoundingClientRect()]);
  const beyond = boxes.filter(([, box]) => (down ? box.top >= here.bottom - 2 : box.bottom <= here.top + 2));
  const gap = ([, box]) => Math.abs(box.top - here.top) * 10 + Math.abs(box.left - here.left);
  return beyond.sort((one, other) => gap(one) - gap(other))[0]?.[0] ?? from;
}

/** Remembers which button has the focus, and its index in its group. */
function focusIn(stage, button) {
  if (!button || !stage.contains(button)) return null;
  const group = button.closest("[data-rove]");
  return { button, key: group?.dataset.key, at: group ? buttons(group).indexOf(button) : 0 };
}

/** When the button has gone, gives its focus to the one that has taken its place. */
function refocus(stage, focus) {
  if (!focus || stage.contains(focus.button)) return;
  const group = stage.querySelector(`[data-rove][data-key="${focus.key}"]`) ?? stage;
  const left = buttons(group);
  (left[focus.at] ?? left.at(-1))?.focus();
}
