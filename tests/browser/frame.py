"""Measures the one frame of whatever asks: what is outside the window, and where the table is.

``hidden`` is what must be scrolled to, ``low`` by how much, in heights of the window; ``broken``
is wrong however small the window: a bar of two rows, something sideways, no place for what leads
on, a word on two lines there. ``table`` says where the table is, and ``scrolled`` how far the page
has moved by itself.
"""

from typing import Any

from playwright.sync_api import Page

_MEASURE = """() => {
  const stages = [...document.querySelectorAll('*')].filter((node) => node.shadowRoot);
  const drawn = (what) => stages.flatMap((node) => [...node.shadowRoot.querySelectorAll(what)]);
  const place = document.querySelector('.st-key-actions') ?? drawn('.ways')[0];
  const foot = place?.getBoundingClientRect();
  const floor = foot && foot.top > innerHeight / 2 ? foot.top : innerHeight;
  const hidden = [];
  const broken = [];
  let low = 0;
  const see = (name, node, end) => {
    const box = node.getBoundingClientRect();
    if (box.height && (box.top < -1 || box.bottom > end + 1)) {
      hidden.push(`${name} at ${Math.round(box.top)} to ${Math.round(box.bottom)} of ${end}`);
      low = Math.max(low, (box.bottom - end) / end);
    }
  };
  const cards = drawn('[data-event]:not(.ways *)');
  const answers = [...document.querySelectorAll("[class*='st-key-answers'] button")];
  for (const area of document.querySelectorAll('.st-key-question, .st-key-verdict')) {
    see(area.className.match(/st-key-[a-z]+/)[0], area, floor);
  }
  // Where it leads on from the top, it is above what is asked, and not over it.
  const words = document.querySelector('.st-key-question, .st-key-verdict');
  const asked = words?.getBoundingClientRect();
  const over = foot && asked?.height && foot.top <= asked.top && foot.bottom > asked.top + 1;
  if (over && foot.right > asked.left && foot.left < asked.right) {
    hidden.push(`what is asked at ${asked.top}, by what leads on down to ${foot.bottom}`);
  }
  for (const node of cards.length ? cards : answers) see('an answer', node, floor);
  if (cards.length && answers.length && !cards.every((node) => node.dataset.event === 'play')) {
    for (const node of answers) see('an answer', node, floor);
  }
  for (const node of drawn('.line-under')) {
    see('what is said', node, floor);
    // On a desk the points stand below it, in the same column, and are read with it.
    const said = node.getBoundingClientRect();
    const points = drawn('.sides-part')[0]?.getBoundingClientRect();
    const beside = points?.height && points.left > innerWidth / 2;
    const read = node.matches('.settled') || node.matches('.to-move:has(.acts)');
    if (beside && read && points.top < said.bottom - 1) {
      hidden.push(`points at ${points.top}, by what is said down to ${said.bottom}`);
    }
  }
  for (const node of drawn('.told-part')) see('what was asked for', node, floor);
  for (const said of drawn('.line-under.to-move').length ? drawn('.told-part') : []) {
    const top = said.getBoundingClientRect();
    for (const card of drawn('.felt .spot .card')) {
      const box = card.getBoundingClientRect();
      const apart = box.bottom <= top.top + 1 || box.top >= top.bottom - 1
        || box.right <= top.left || box.left >= top.right;
      if (!apart) hidden.push('a card of the trick, by what the coach says');
    }
  }
  // Letters made larger leave a telephone no room for whole words beside one another.
  const letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const crowded = innerWidth < 768 && letter > 18;
  for (const node of place?.querySelectorAll('button') ?? []) {
    const box = node.getBoundingClientRect();
    const inside = box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    if (box.height && !inside) broken.push(`${node.innerText} leads on outside the window`);
    for (const letters of node.querySelectorAll('p')) {
      if (letters.offsetWidth <= 1 || crowded) continue;  // the first is for the ear alone
      const text = letters.firstChild;
      for (const word of text?.data?.matchAll(/\\p{Script=Latin}+/gu) ?? []) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (range.getClientRects().length > 1) broken.push(`${word[0]} goes on in another line`);
      }
    }
  }
  for (const node of drawn('.playing :is(.hand, .acts) button')) {
    // Only what a trick led to is told over the hand: no card is asked for then.
    if (drawn('.settled, .over').length) break;
    const box = node.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const over = node.getRootNode().elementFromPoint(x, y);
    const seen = !box.height || y < 0 || y > innerHeight || node.contains(over);
    // What is below the place that leads on is scrolled to.
    if (!seen && !over?.closest('.ways')) broken.push(`${node.innerText} is covered`);
  }
  if (!foot) broken.push('no place for what leads on');
  const bar = document.querySelector('.st-key-top').getBoundingClientRect().height;
  if (bar > 3.5 * letter) broken.push(`a bar of ${bar} px`);
  const main = document.querySelector('[data-testid="stMain"]');
  if (main.scrollWidth > innerWidth) broken.push('sideways scrolling');
  const painted = ".st-key-asking [class*='st-key-table-']";
  const felt = drawn('.felt')[0] ?? document.querySelector(painted);
  const table = felt.getBoundingClientRect();
  const of = drawn('.felt')[0] ? ['left', 'top', 'width', 'height'] : ['left', 'top'];
  const scrolled = Math.round(main.scrollTop);
  return { hidden, low, broken, scrolled, table: of.map((side) => Math.round(table[side])) };
}"""

_EACH = f"""pictures => {{
  const measure = {_MEASURE};
  const stage = [...document.querySelectorAll('*')].map((node) => node.shadowRoot)
    .find((root) => root?.querySelector('[data-beat]')).querySelector('.stage');
  return pictures.map((picture) => {{
    stage.innerHTML = picture;
    return measure();
  }});
}}"""


_LETTERS = """async letters => {
  const id = 'letters-of-the-reader';
  const style = document.getElementById(id) ?? document.createElement('style');
  style.id = id;
  const wanted = `html { font-size: ${18 * letters}px !important; }`;
  if (style.textContent !== wanted) style.textContent = wanted;
  if (!style.isConnected) document.head.append(style);
  const next = () => new Promise(requestAnimationFrame);
  await next();
  document.querySelector('[data-testid="stMain"]').scrollTop = 0;
  await next();
}"""

_AROUND = f"async letters => {{ await ({_LETTERS})(letters); return ({_MEASURE})(); }}"


def enlarge(page: Page, letters: float) -> None:
    """Make all letters larger, as a setting of the reader's own does, and begin at the top."""
    page.evaluate(_LETTERS, letters)


def measured_in(page: Page, size: tuple[int, int], letters: float) -> dict[str, Any]:
    """What is outside a window of this *size* with larger letters, and where the table is."""
    width, height = size
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})
    found: dict[str, Any] = page.evaluate(_AROUND, letters)
    return found


def measured(page: Page) -> dict[str, Any]:
    """What is outside the window as *page* is, and where the table is."""
    found: dict[str, Any] = page.evaluate(_MEASURE)
    return found


def measured_each(page: Page, pictures: list[str]) -> list[dict[str, Any]]:
    """The same with one picture after another in place of the game on *page*."""
    found: list[dict[str, Any]] = page.evaluate(_EACH, pictures)
    return found
