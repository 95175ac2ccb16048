"""What our style sheets and scripts use of the web, and since when the browsers have it.

The versions are those of MDN's browser-compat-data, as developer.mozilla.org shows them under
each name. `FLOOR` is what Streamlit itself needs. Whatever is used must stand here: what is new
to the project is looked up once, and what is newer than the floor has a plain fallback.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FLOOR = (16.4, 115, 110)
"""Safari, Firefox, Chrome: the oldest in which the tutor works."""

NEVER = 999

SINCE: dict[str, tuple[float, float, float]] = {
    # CSS: at-rules, units, functions, pseudo-classes
    "@container": (16.0, 110, 105),
    "@keyframes": (9, 16, 43),
    "@media": (3, 1.5, 1),
    "@supports": (9, 22, 28),
    "cqw": (16.0, 110, 105),
    "dvh": (15.4, 101, 108),
    ":is": (14, 78, 88),
    ":has": (15.4, 121, 105),
    ":not": (9, 84, 88),  # with a list; with one selector since long ago
    ":focus-visible": (15.4, 85, 86),
    ":focus-within": (10.1, 52, 60),
    "light-dark(": (17.5, 120, 123),
    "color-mix(": (16.2, 113, 111),
    "clamp(": (13.1, 75, 79),
    "min(": (11.1, 75, 79),
    "max(": (11.1, 75, 79),
    "env(": (11.1, 65, 69),
    "minmax(": (10.1, 52, 57),
    "repeat(": (10.1, 76, 57),
    "inset(": (10.1, 54, 55),
    "polygon(": (10.1, 54, 55),
    "drop-shadow(": (6, 35, 18),
    "brightness(": (6, 35, 18),
    # CSS: properties and values
    "isolation": (8, 36, 41),
    "&": (16.5, 117, 112),
    "content: … / …": (17.4, 128, 77),
    "auto-phrase": (NEVER, NEVER, 119),
    "zoom": (3.1, 126, 1),
    "scrollbar-width": (18.2, 64, 121),
    "user-select": (NEVER, 69, 54),  # Safari: -webkit-user-select
    "inset": (14.1, 66, 87),
    "gap": (14.1, 63, 84),  # in flex boxes
    "row-gap": (14.1, 63, 84),
    "column-gap": (14.1, 63, 84),
    "container": (16.0, 110, 105),
    "container-type": (16.0, 110, 105),
    "aspect-ratio": (15, 89, 88),
    "margin-inline": (14.1, 66, 87),
    "padding-inline": (14.1, 66, 87),
    "padding-block": (14.1, 66, 87),
    "place-items": (11, 45, 59),
    "overflow-wrap": (7, 49, 23),
    "scroll-margin-bottom": (14.1, 68, 69),
    "clip-path": (9.1, 54, 55),
    "touch-action": (13, 52, 36),
    "unicode-bidi": (1.3, 1, 2),
    "text-underline-offset": (12.1, 70, 87),
    "font-variant-numeric": (9.1, 34, 52),
    # JavaScript
    "??=": (14, 79, 85),
    "??": (13.1, 72, 80),
    "?.": (13.1, 74, 80),
    "at": (15.4, 90, 92),
    "composedPath": (10, 52, 53),
    "animate": (13.1, 48, 36),
    "escape": (10, 31, 46),  # CSS.escape
    "ResizeObserver": (13.1, 69, 64),
}

LONG_AGO = _words(
    # In all three for many years: CSS 2.1, CSS 3, flex boxes, grids, animations.
    """
    :root :hover :active :focus :empty :first-child
    :last-child :only-child :nth-child ::before ::after
    var( calc( rgb( attr( scale( rotate( translate( translateX( translateY( url( ease cubic-bezier(
    linear-gradient( radial-gradient( steps( not( has( is( nth-child( first-child(
    -webkit-tap-highlight-color -webkit-user-select align-content align-items align-self animation
    animation-delay animation-duration background border border-bottom border-collapse border-color
    border-left border-left-color border-radius border-top border-top-style border-width bottom
    box-shadow box-sizing color content cursor display fill filter flex flex-direction flex-wrap
    float font font-family font-size font-style font-weight grid-area grid-auto-flow grid-column
    grid-row grid-template grid-template-areas grid-template-columns grid-template-rows height
    justify-content justify-items justify-self left letter-spacing line-height list-style margin
    margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width
    opacity order outline outline-offset overflow overflow-x overflow-y padding padding-bottom
    padding-left padding-right padding-top pointer-events position resize right stroke
    stroke-dasharray stroke-linecap stroke-width tab-size text-align text-decoration text-overflow
    text-shadow text-transform top transform transform-origin transition transition-duration
    vertical-align visibility white-space width word-break z-index caret-color
    """
)

UNITS = _words("px rem em fr s ms vw vh ch deg")

METHODS = _words(
    """
    abs add addEventListener append appendChild assign bind call ceil clear click closest contains
    createElement createTextNode defineProperty cloneNode delete disconnect
    dispatchEvent getElementById entries every exec execCommand filter
    find findIndex flat flatMap floor focus forEach from get getAttribute getBoundingClientRect
    getItem has hasAttribute includes indexOf insertBefore join keys lastIndexOf log map matches max
    min now observe of parse pop preventDefault push querySelector querySelectorAll reduce remove
    removeAttribute removeEventListener removeItem replace replaceChildren replaceWith reverse round
    scrollIntoView select set setAttribute setItem setSelectionRange shift slice some sort splice
    split startsWith endsWith stopPropagation
    stopImmediatePropagation stringify test toFixed toggle toLowerCase toString
    toUpperCase trim unshift values
    """
)
"""Methods that every browser has had since before 2020."""

FALLBACKS: dict[str, str] = {
    "light-dark(": "colours.css says every colour plainly, and again by prefers-color-scheme",
    "content: … / …": "the same content without what is read aloud stands before it",
    "user-select": "-webkit-user-select stands before it",
    "auto-phrase": "a line is broken where it fits, as everywhere else",
    "zoom": "on the wall the table is a tenth smaller",
    "scrollbar-width": "the row of pages shows its scroll bar where it is longer than the screen",
}
"""What a browser at the floor shows instead of what is newer."""
