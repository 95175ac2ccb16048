// Sets the language of the document, which Streamlit fixes as English, and moves the
// focus to what has changed, once for every occasion.
const seen = new Set();

export default function ({ data }) {
  document.documentElement.lang = data.language;
  const occasion = `${data.target} ${data.occasion}`;
  if (!data.target || seen.has(occasion)) return;
  seen.add(occasion);
  const find = (tries) => {
    const place = document.querySelector(`.st-key-${CSS.escape(data.target)}`);
    if (place) {
      place.tabIndex = -1;
      place.style.outline = "none";
      place.focus({ preventScroll: true });
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      place.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
    } else if (tries > 0) {
      requestAnimationFrame(() => find(tries - 1));
    }
  };
  find(60);
}
