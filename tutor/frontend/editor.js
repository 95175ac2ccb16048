// A text with line numbers, and a mark at every line about which something was found.
//
// The text belongs to whoever writes: it is sent when they pause, and the server's own text
// takes its place only when the server says that it has put another there (`version`). What is
// written stays in this browser too, so that a reload loses nothing: each tab keeps its own, and a
// new tab begins with the last of any.

const PAUSE = 500; // milliseconds without a key after which the text is sent
const mounted = new WeakMap();

export default function editor({ data, parentElement, setTriggerValue }) {
  const area = parentElement.querySelector("textarea");
  const gutter = parentElement.querySelector(".gutter");
  const told = parentElement.querySelector(".told");
  const first = !mounted.has(area);
  const state = first ? { version: null, timer: 0, sent: null, line: 0 } : mounted.get(area);
  mounted.set(area, state);
  state.data = data;

  const send = () => {
    clearTimeout(state.timer);
    state.timer = 0;
    const text = area.value;
    if (text === state.sent) return;
    const large = new Blob([text]).size > state.data.most;
    told.textContent = large ? state.data.tooLarge : "";
    if (large) return;
    state.sent = text;
    setTriggerValue("typed", text);
  };

  if (state.version !== data.version) {
    // Only a text that nobody has touched gives way to the draft kept here: as the page opens, or
    // when a server that was started again knows of none.
    const draft = data.fresh ? recall(data.keep) : null;
    const other = draft !== null && draft !== data.text;
    area.value = other ? draft : data.text;
    state.sent = data.text;
    state.version = data.version;
    if (other) send();
    else if (!data.fresh) keep(data.keep, area.value);
  } else if (data.fresh && state.sent !== data.text) {
    state.sent = data.text; // it has forgotten what was sent to it
    send();
  }
  area.setAttribute("aria-label", data.label);
  area.setAttribute("aria-invalid", String(Object.keys(data.marks).length > 0));
  number(gutter, area, data);
  if (data.goto && data.goto !== state.line) {
    state.line = data.goto;
    go(gutter, area, Number(data.goto.split(" ")[0]));
  }

  area.oninput = () => {
    number(gutter, area, state.data);
    keep(state.data.keep, area.value);
    clearTimeout(state.timer);
    state.timer = setTimeout(send, PAUSE);
  };
  area.onblur = () => state.timer && send();
  area.onscroll = () => (gutter.scrollTop = area.scrollTop);
  area.onkeydown = (event) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing) indent(event, area);
  };
  return () => {
    if (state.timer) send();
  };
}

/** Begins a new line as far in as the one before, in a way that can be undone. */
function indent(event, area) {
  const before = area.value.slice(0, area.selectionStart);
  const spaces = /^ */.exec(before.slice(before.lastIndexOf("\n") + 1))[0];
  if (!spaces) return;
  event.preventDefault();
  document.execCommand("insertText", false, `\n${spaces}`);
}

/**
 * Writes the numbers of the lines, and a sign where something was found.
 *
 * Beside its number each line stands once more, unseen and in the same letters: where a long one
 * takes several rows in the text, the next number is as far below. A text too large to be sent
 * is not wrapped.
 */
function number(gutter, area, { marks, most }) {
  const large = area.value.length > most;
  const lines = area.value.split("\n");
  area.classList.toggle("large", large);
  while (gutter.childElementCount > lines.length) gutter.lastChild.remove();
  while (gutter.childElementCount < lines.length) {
    const line = document.createElement("div");
    line.append(document.createElement("span"), document.createElement("span"));
    gutter.append(line);
  }
  [...gutter.children].forEach((line, index) => {
    const [sign, unseen] = line.children;
    const mark = marks[index + 1];
    write(sign, mark ? `! ${index + 1}` : String(index + 1));
    write(unseen, large ? "" : lines[index]);
    sign.className = mark ? "marked" : "";
    sign.title = mark ?? "";
  });
  gutter.scrollTop = area.scrollTop;
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Puts the cursor at the beginning of a line and shows it. */
function go(gutter, area, line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const end = start + (lines[line - 1] ?? "").length;
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, end);
  area.scrollTop = gutter.children[Math.max(0, line - 4)]?.offsetTop ?? 0;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  area.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
}

/** A browser may forbid to keep anything: then a reload loses what was not downloaded. */
function keep(key, text) {
  try {
    sessionStorage.setItem(key, text);
    localStorage.setItem(key, text);
  } catch {
    return;
  }
}

function recall(key) {
  try {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}
