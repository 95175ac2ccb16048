// One entry in the browser's history for each thing that is pressed. As a page opens, Streamlit
// writes what the page tells into the address of the page before it, and then makes one more
// entry for the path: Back would lead to a page that never was, such as a teacher's without its
// room. That entry becomes the new page's; and what a page adds to the address by which it was
// opened makes none. Where Back leads there is an address already: a page that comes late, when
// Back was pressed once more, would write its own over that of another.
(() => {
  let pressed = false; // whether anything was pressed on this page since it was opened
  let written = false; // whether the address was written since the last press
  let led = false; // whether Back or Forward has led here since then
  for (const press of ["click", "keydown"]) {
    addEventListener(press, () => { pressed = true; written = led = false; }, true);
  }
  addEventListener("popstate", () => { written = false; led = true; });
  const adds = (next) => {
    const told = new URLSearchParams(next.search);
    const same = ([key, said]) => told.get(key) === said || (key === "day" && said === "today");
    return [...new URLSearchParams(location.search)].every(same); // today is told by its date
  };
  const { pushState: push, replaceState: replace } = history;
  history.replaceState = function (state, title, url) {
    if (!led) replace.call(history, state, title, url);
  };
  history.pushState = function (state, title, url) {
    if (led) return;
    const next = new URL(url ?? location.href, location.href); // none stands for this one
    const same = next.pathname === location.pathname;
    const becomes = same
      ? !pressed || (written && adds(next))
      : written && next.search === location.search;
    written = true;
    (becomes ? replace : push).call(history, state, title, url);
  };
})();
