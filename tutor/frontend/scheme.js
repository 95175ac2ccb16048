// Light or dark, as the learner has chosen or else as the device is. It stands in the head of every
// page: Streamlit takes its theme from the browser's answer to prefers-color-scheme, so it is told
// the choice there, and told again when that changes; our own sheets go by the class on the root.
(() => {
  const KEY = "calypso-scheme";
  const QUERY = /^\s*\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)\s*$/;
  const root = document.documentElement;
  const native = window.matchMedia.bind(window);
  const device = native("(prefers-color-scheme: dark)");
  const lists = new Map();
  const named = (scheme) => (scheme === "light" || scheme === "dark" ? scheme : "");

  const kept = () => {
    try {
      return named(localStorage.getItem(KEY));
    } catch {
      return ""; // a browser may keep nothing
    }
  };
  const keep = (scheme) => {
    try {
      if (scheme) localStorage.setItem(KEY, scheme);
      else localStorage.removeItem(KEY);
    } catch {
      // The choice then holds for this page, and comes again with the settings.
    }
  };

  let chosen = named(new URLSearchParams(location.search).get("scheme")) || kept();
  let printing = false;
  const onScreen = () => chosen || (device.matches ? "dark" : "light");
  const now = () => (printing ? "light" : onScreen());

  const paint = () => {
    root.classList.toggle("dark", onScreen() === "dark");
    root.style.colorScheme = now();
    const bar = document.querySelector("meta[name='theme-color']");
    if (bar) bar.content = bar.dataset[now()];
  };
  const tell = () => {
    paint();
    for (const list of lists.values()) list.dispatchEvent(new Event("change"));
  };

  /** Makes what matchMedia returns for one of the two schemes. */
  const listOf = (scheme) => {
    const list = new EventTarget();
    Object.defineProperty(list, "matches", { get: () => now() === scheme });
    list.media = `(prefers-color-scheme: ${scheme})`;
    list.onchange = null;
    list.addEventListener("change", (event) => list.onchange?.(event));
    list.addListener = (listener) => list.addEventListener("change", listener);
    list.removeListener = (listener) => list.removeEventListener("change", listener);
    return list;
  };

  window.matchMedia = (query) => {
    const scheme = QUERY.exec(query)?.[1];
    if (!scheme) return native(query);
    if (!lists.has(scheme)) lists.set(scheme, listOf(scheme));
    return lists.get(scheme);
  };
  device.addEventListener("change", () => printing || tell());
  // Paper is light: Streamlit would print its dark theme, and ours would be black on it. Where a
  // browser does not wait for Streamlit, our sheet knows by the class what it has to undo.
  const print = (begins) => () => {
    const before = now();
    printing = begins;
    if (now() !== before) tell();
  };
  window.addEventListener("beforeprint", print(true));
  window.addEventListener("afterprint", print(false));
  paint();

  /** Takes the learner's choice; anything but light and dark is as the device is. */
  globalThis.calypsoScheme = (choice) => {
    const before = now();
    chosen = named(choice);
    keep(chosen);
    if (now() !== before) tell();
  };
})();
