"""What a learner may choose for all pages, and how an address says it."""

from dataclasses import dataclass

from engine.rulebooks import CULBERTSON, RULEBOOKS
from engine.variants import VARIANTS
from tutor.words.texts import LANGUAGES

COLOURS = ("four", "two")
"""Suits in four colours, or in the two of an ordinary pack."""

KEYS = ("on", "off")
"""Whether single keys press buttons and cards; whoever dictates or uses a screen reader may not
want them (WCAG 2.1.4)."""

SCHEMES = ("device", "light", "dark")
"""Light or dark as the device is, or always."""

PACES = ("calm", "normal", "quick")
"""How fast the others play, from card to card."""

LETTERS = {"normal": 0, "large": 21, "largest": 25}
"""The size of letters in pixels, by which everything else is measured; 0 is that of the theme."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the learner has chosen; ids, as they stand in the address."""

    language: str
    rulebook: str = CULBERTSON.id
    colours: str = COLOURS[0]
    form: str = "partnership"
    keys: str = KEYS[0]
    letters: str = "normal"
    scheme: str = SCHEMES[0]
    pace: str = "normal"

    def carried(self) -> dict[str, str]:
        """Return the settings as an address carries them."""
        told = {name: getattr(self, name) for name in ADDRESS}
        return {ADDRESS[name][0]: told[name] for name in told if told[name] != _UNSAID.get(name)}


ADDRESS = {
    "language": ("lang", tuple(LANGUAGES)),
    "rulebook": ("rulebook", tuple(book.id for book in RULEBOOKS)),
    "colours": ("colours", COLOURS),
    "form": ("form", tuple(VARIANTS)),
    "keys": ("keys", KEYS),
    "letters": ("letters", tuple(LETTERS)),
    "scheme": ("scheme", SCHEMES),
    "pace": ("pace", PACES),
}
"""Where each setting stands in the address, and what may stand there."""

_UNSAID = {"keys": KEYS[0], "letters": "normal", "scheme": SCHEMES[0], "pace": "normal"}
"""Settings that the address does not say as long as they are so: a link is to be short."""
