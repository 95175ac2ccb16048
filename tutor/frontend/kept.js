// What stands in a box stays in this tab, so that a reload loses nothing of it. A nickname stays in
// this browser for an evening, so that the next room need not ask for it again.

const EVENING = 12 * 60 * 60 * 1000; // milliseconds
const met = (globalThis.__calypsoBoxes ??= new Set()); // the boxes of this page, until it is loaded again

export default function kept({ data, setTriggerValue }) {
  if (data.text || met.has(data.box)) return keep(data);
  met.add(data.box);
  const text = recall(data);
  const typed = document.querySelector(`.st-key-${data.box} :is(input, textarea)`)?.value;
  if (text && !typed) setTriggerValue("kept", text);
}

/** A browser may forbid to keep anything: then a reload loses what stood there. */
function keep({ box, text, evening }) {
  met.add(box);
  if (text === null) return; // only what is kept is asked for
  try {
    place(evening).setItem(`calypso-${box}`, JSON.stringify({ text, at: Date.now() }));
  } catch {
    return;
  }
}

function recall({ box, evening }) {
  try {
    const { text, at } = JSON.parse(place(evening).getItem(`calypso-${box}`)) ?? {};
    return !evening || Date.now() - at < EVENING ? text : undefined;
  } catch {
    return undefined;
  }
}

function place(evening) {
  return evening ? localStorage : sessionStorage;
}
