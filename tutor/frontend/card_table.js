// Shows a picture and reports which card was pressed.
//
// The picture arrives as markup. It is not put in place of the old one: the old one is
// changed into it, so that focus, scrolling and what has not changed stay as they are.

const mounted = new WeakMap();

export default function cardTable({ data, parentElement, setTriggerValue }) {
  const stage = parentElement.querySelector(".stage");
  const news = parentElement.querySelector(".news");
  const first = !mounted.has(stage);
  const state = first ? { announced: data.announce, reported: 0 } : mounted.get(stage);
  mounted.set(stage, state);

  const wanted = document.createElement("template");
  wanted.innerHTML = data.html;
  const arrived = [];
  const focus = focusIn(stage, parentElement.activeElement);
  morph(stage, wanted.content, arrived);
  refocus(stage, focus);
  if (!first) arrived.forEach(enter);
  stage.querySelectorAll("[data-rove]").forEach((group) => rove(group));

  if (data.announce !== state.announced) news.textContent = data.announce;
  state.announced = data.announce;

  stage.onclick = (event) => {
    const button = event.target.closest?.("button[data-event]");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    // The second half of a double click is not a second answer.
    if (state.button === button && event.timeStamp - state.reported < 300) return;
    Object.assign(state, { button, reported: event.timeStamp });
    setTriggerValue(button.dataset.event, button.dataset.value);
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

/** Gives *have* the attributes of *want*; where the arrow keys stand is our own affair. */
function dress(have, want) {
  for (const { name } of [...have.attributes]) {
    if (name !== "tabindex" && !want.hasAttribute(name)) have.removeAttribute(name);
  }
  for (const { name, value } of want.attributes) {
    if (have.getAttribute(name) !== value) have.setAttribute(name, value);
  }
}

/** Lets a new card come in, unless the learner wants no motion. */
function enter(node) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const from = { opacity: 0, transform: "translateY(-0.6rem) scale(0.96)" };
  node.animate([from, { opacity: 1, transform: "none" }], { duration: 150, easing: "ease-out" });
}

const buttons = (group) => [...group.querySelectorAll("button")];

/** Makes one button of *group* the one that Tab reaches. */
function rove(group, chosen) {
  const all = buttons(group);
  const at = chosen ?? all.find((button) => button.tabIndex === 0 && button.hasAttribute("tabindex"));
  const stop = all.includes(at) ? at : all[0];
  for (const button of all) button.tabIndex = button === stop ? 0 : -1;
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

/** Remembers which button has the focus, and the how-manieth of its group it is. */
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
