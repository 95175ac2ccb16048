"""What our style sheets and scripts use of the web, and since when the browsers have it.

The versions are those of `PUBLISHED`, the data behind MDN's compatibility tables, each under
the key that stands beside it. ``python -m tests.baseline data.json`` compares them with that
package's file and says where they differ. `FLOOR` is what Streamlit itself needs. Whatever is
used must stand here: what is new to the project is looked up once, and what is newer than the
floor has a plain fallback.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

PUBLISHED = "@mdn/browser-compat-data 8.1.9"
"""The npm package the versions were read from, on 22 November 2026."""


class Since(NamedTuple):
    """Where the published table has a name, and the first versions that have all of it."""

    key: str
    safari: float
    firefox: float
    chrome: float

    @property
    def versions(self) -> tuple[float, float, float]:
        """Safari, Firefox, Chrome."""
        return self.safari, self.firefox, self.chrome


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FLOOR = (16.4, 115, 110)
"""Safari, Firefox, Chrome: the oldest in which the tutor works."""

NEVER = 999

SINCE: dict[str, Since] = {
    # CSS: at-rules, units, functions, pseudo-classes
    "@container": Since("css.at-rules.container", 16.0, 110, 105),
    "@keyframes": Since("css.at-rules.keyframes", 9, 16, 43),
    "@media": Since("css.at-rules.media", 3, 1, 1),
    "@supports": Since("css.at-rules.supports", 9, 22, 28),
    "cqw": Since("css.types.length.container_query_length_units", 16.0, 110, 105),
    "dvh": Since("css.types.length.viewport_percentage_units_dynamic", 15.4, 101, 108),
    ":is": Since("css.selectors.is", 14, 78, 88),
    ":has": Since("css.selectors.has", 15.4, 121, 105),
    ":not": Since("css.selectors.not.selector_list", 9, 84, 88),
    ":focus-visible": Since("css.selectors.focus-visible", 15.4, 85, 86),
    ":focus-within": Since("css.selectors.focus-within", 10.1, 52, 60),
    "color-mix(": Since("css.types.color.color-mix", 16.2, 113, 111),
    "clamp(": Since("css.types.clamp", 13.1, 75, 79),
    "min(": Since("css.types.min", 11.1, 75, 79),
    "max(": Since("css.types.max", 11.1, 75, 79),
    "env(": Since("css.types.env", 11.1, 65, 69),
    "minmax(": Since("css.properties.grid-template-columns.minmax", 10.1, 52, 57),
    "repeat(": Since("css.properties.grid-template-columns.repeat", 10.1, 76, 57),
    "inset(": Since("css.types.basic-shape.inset", 10.1, 54, 37),
    "polygon(": Since("css.types.basic-shape.polygon", 10.1, 54, 37),
    "drop-shadow(": Since("css.types.filter-function.drop-shadow", 6, 35, 18),
    "brightness(": Since("css.types.filter-function.brightness", 6, 35, 18),
    # CSS: properties and values
    "isolation": Since("css.properties.isolation", 8, 36, 41),
    "&": Since("css.selectors.nesting", 17.2, 117, 120),
    "content: … / …": Since("css.properties.content.alt_text", 17.4, 128, 77),
    "auto-phrase": Since("css.properties.word-break.auto-phrase", NEVER, NEVER, 119),
    "zoom": Since("css.properties.zoom", 3.1, 126, 1),
    "user-select": Since("css.properties.user-select", 27.3, 69, 54),  # Safari: -webkit-user-select
    "inset": Since("css.properties.inset", 14.1, 66, 87),
    "line-break": Since("css.properties.line-break", 11, 69, 58),
    "gap": Since("css.properties.gap.flex_context", 14.1, 63, 84),  # in flex boxes
    "row-gap": Since("css.properties.row-gap.flex_context", 14.1, 63, 84),
    "column-gap": Since("css.properties.column-gap.flex_context", 14.1, 63, 84),
    "container": Since("css.properties.container", 16.0, 110, 105),
    "container-type": Since("css.properties.container-type", 16.0, 110, 105),
    "aspect-ratio": Since("css.properties.aspect-ratio", 15, 89, 88),
    "margin-inline": Since("css.properties.margin-inline", 14.1, 66, 87),
    "padding-inline": Since("css.properties.padding-inline", 14.1, 66, 87),
    "padding-block": Since("css.properties.padding-block", 14.1, 66, 87),
    "place-items": Since("css.properties.place-items", 11, 45, 59),
    "overflow-wrap": Since("css.properties.overflow-wrap", 7, 49, 23),
    "scroll-margin-bottom": Since("css.properties.scroll-margin-bottom", 14.1, 68, 69),
    "scroll-snap-type": Since("css.properties.scroll-snap-type", 11, 99, 69),
    "scroll-snap-align": Since("css.properties.scroll-snap-align", 11, 68, 69),
    "clip-path": Since("css.properties.clip-path", 9.1, 3.5, 55),
    "touch-action": Since("css.properties.touch-action", 13, 52, 36),
    "unicode-bidi": Since("css.properties.unicode-bidi", 1.3, 1, 2),
    "text-wrap-style": Since("css.properties.text-wrap-style", 17.5, 124, 130),
    "text-underline-offset": Since("css.properties.text-underline-offset", 12.1, 70, 87),
    "font-variant-numeric": Since("css.properties.font-variant-numeric", 9.1, 34, 52),
    "svh": Since("css.types.length.viewport_percentage_units_small", 15.4, 101, 108),
    # JavaScript
    "??=": Since("javascript.operators.nullish_coalescing_assignment", 14, 79, 85),
    "??": Since("javascript.operators.nullish_coalescing", 13.1, 72, 80),
    "?.": Since("javascript.operators.optional_chaining", 13.1, 74, 80),
    "at": Since("javascript.builtins.Array.at", 15.4, 90, 92),
    "composedPath": Since("api.Event.composedPath", 10, 59, 53),
    "animate": Since("api.Element.animate", 13.1, 48, 36),
    "escape": Since("api.CSS.escape_static", 10.1, 31, 46),  # CSS.escape
    "replaceSync": Since("api.CSSStyleSheet.replaceSync", 16.4, 101, 73),  # adoptedStyleSheets too
    "ResizeObserver": Since("api.ResizeObserver", 13.1, 69, 64),
}

LONG_AGO = _words(
    # In all three for many years: CSS 2.1, CSS 3, flex boxes, grids, animations.
    """
    :root :hover :active :focus :empty :first-child :lang lang(
    :last-child :only-child :nth-child :nth-last-child ::before ::after
    var( calc( rgb( attr( scale( rotate( translate( translateX( translateY( url( ease cubic-bezier(
    linear-gradient( radial-gradient( steps( not( has( is( nth-child( nth-last-child( first-child(
    -webkit-tap-highlight-color -webkit-user-select align-content align-items align-self animation
    animation-delay animation-duration background border border-bottom border-collapse border-color
    border-left border-left-color border-radius border-top border-top-style border-width bottom
    box-shadow box-sizing color content cursor display fill filter flex flex-basis flex-direction
    flex-wrap float font font-family font-size font-style font-weight grid-area grid-auto-flow
    grid-column grid-row grid-template grid-template-areas grid-template-columns grid-template-rows
    height justify-content justify-items justify-self left letter-spacing line-height list-style
    margin margin-bottom margin-left margin-right margin-top max-height max-width min-height
    min-width opacity order outline outline-offset overflow overflow-x overflow-y padding
    padding-bottom padding-left padding-right padding-top pointer-events position resize right
    stroke stroke-dasharray stroke-linecap stroke-width tab-size text-align text-decoration
    text-overflow text-shadow text-transform top transform transform-origin transition
    transition-duration vertical-align visibility white-space width word-break z-index caret-color
    """
)

UNITS = _words("px rem em fr s ms vw vh ch deg")

METHODS = _words(
    """
    abort abs add addEventListener append appendChild assign bind call ceil clear click closest
    contains
    createElement createTextNode defineProperty cloneNode delete disconnect
    dispatchEvent getElementById entries every exec execCommand filter
    find findIndex flat flatMap floor focus forEach from get getAttribute getBoundingClientRect
    getItem has hasAttribute includes indexOf insertBefore join keys lastIndexOf log map matches max
    min now observe of parse pop preventDefault push querySelector querySelectorAll reduce reload
    remove removeAttribute removeEventListener removeItem replace replaceWith reverse round
    scrollIntoView select set setAttribute setItem setSelectionRange shift slice some sort splice
    split startsWith endsWith stopPropagation
    stopImmediatePropagation stringify test then toFixed toggle toLowerCase toString
    toUpperCase trim unshift values write
    """
)
"""Methods that every browser has had since before 2020."""

FALLBACKS: dict[str, str] = {
    "content: … / …": "the same content without what is read aloud stands before it",
    "user-select": "-webkit-user-select stands before it",
    "auto-phrase": "a line is broken where it fits, as everywhere else",
    "text-wrap-style": "the last line of a Japanese paragraph may be one letter",
    "zoom": "on the wall the table is a tenth smaller",
}
"""What a browser at the floor shows instead of what is newer."""


def differing(published: Mapping[str, Any]) -> Iterator[str]:
    """List what is said otherwise in the published table, or is not there under its key."""
    for name, since in SINCE.items():
        found: Any = published
        for step in since.key.split("."):
            found = found.get(step, {})
        support = found.get("__compat", {}).get("support")
        versions = support and tuple(
            _first(support[browser]) for browser in ("safari", "firefox", "chrome")
        )
        if versions != since.versions:
            yield f"{name}: {since.versions}, published under {since.key}: {versions}"


def _first(said: Mapping[str, object] | list[Mapping[str, object]]) -> float:
    """Return since when a browser has something whole, under its own name, and has kept it."""
    for one in said if isinstance(said, list) else [said]:
        if {"prefix", "alternative_name", "partial_implementation", "flags"}.isdisjoint(one):
            version = str(one["version_added"])
            whole = version.replace(".", "", 1).isdigit() and "version_removed" not in one
            return float(version) if whole else NEVER
    return NEVER


if __name__ == "__main__":
    found = list(differing(json.loads(Path(sys.argv[1]).read_text("utf-8"))))
    sys.stdout.write("\n".join(found) or f"All {len(SINCE)} names are as published.\n")
    sys.exit(bool(found))
