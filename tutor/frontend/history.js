// One entry in the browser's history for each thing that is pressed. As a page opens, Streamlit
// writes what the page tells into the address of the page before it, and then makes one more
// entry for the path: Back would lead to a page that never was, such as a teacher's without its
// room. That entry becomes the new page's; and what a page adds to the address by which it was
// opened makes none.
(() => {
  let pressed = false; // whether anything was pressed on this page since it was opened
  let written = false; // whether the address was written since the last press
  for (const press of ["click", "keydown"]) {
    addEventListener(press, () => { pressed = true; written = false; }, true);
  }
  addEventListener("popstate", () => { written = false; });
  const adds = (next) => {
    const told = new URLSearchParams(next.search);
    return [...new URLSearchParams(location.search)].every(([key, said]) => told.get(key) === said);
  };
  const push = history.pushState;
  history.pushState = function (state, title, url) {
    const next = new URL(url ?? location.href, location.href); // none stands for this one
    const same = next.pathname === location.pathname;
    const becomes = same
      ? !pressed || (written && adds(next))
      : written && next.search === location.search;
    written = true;
    (becomes ? history.replaceState : push).call(history, state, title, url);
  };
})();
