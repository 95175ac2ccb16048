// The nickname of this evening stays in this browser, so that the next room need not ask for it again.

const KEY = "calypso-nickname";
const EVENING = 12 * 60 * 60 * 1000; // milliseconds for which it is offered again

export default function nickname({ data, setTriggerValue }) {
  if (data.name) return keep(data.name);
  const name = recall();
  const typed = document.querySelector(".st-key-join-nickname input")?.value;
  if (name && !typed) setTriggerValue("kept", name);
}

function keep(name) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ name, at: Date.now() }));
  } catch {
    // A browser that keeps nothing asks again.
  }
}

function recall() {
  try {
    const { name, at } = JSON.parse(localStorage.getItem(KEY)) ?? {};
    if (Date.now() - at < EVENING) return name;
    localStorage.removeItem(KEY);
  } catch {
    return undefined;
  }
  return undefined;
}
