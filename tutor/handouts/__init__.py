"""What a teacher takes along: sheets as values, pressed to a PDF, and the half hour's script."""

from dataclasses import dataclass
from urllib.parse import urlencode

from tutor.handouts.blocks import Block, Code, Pack, Sheet
from tutor.handouts.press import Paper, pdf, pictures

__all__ = ["Block", "Links", "Pack", "Paper", "Sheet", "pdf", "pictures"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The address of the tutor, without a slash at its end, and what every link says besides.

    With no address known (``base`` empty) a sheet has no code: a wrong one would be worse.
    """

    base: str
    language: str
    rulebook: str

    def address(self, path: str, **query: str) -> str:
        """Write the address of a page."""
        said = {**query, "lang": self.language, "rulebook": self.rulebook}
        return f"{self.base}/{path}?{urlencode(said)}"

    def code(self, caption: str, path: str, **query: str) -> Code | None:
        """Return the code of a page; nothing, where the tutor's address is not known."""
        return Code(self.address(path, **query), caption) if self.base else None
