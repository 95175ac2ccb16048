"""What a teacher takes along: sheets as values, pressed to a PDF, and the half hour's script.

What can stand on a sheet stands here; `sheet.typ` says how each of them looks. Every text is
plain: it reaches the paper sign by sign, whatever it says.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Code:
    """An address as a QR code, with a line that says where it leads."""

    address: str
    caption: str


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """A seat at the table: where it is drawn, its name, its trump and whether it is to play.

    ``side`` is ``major`` or ``minor`` where there are partners, else ``alone``.
    """

    place: str
    name: str
    suit: str
    trump: str
    side: str
    turn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A card on the table: in front of whom, as which of the trick, and what it turned out to be.

    ``mark`` is a word on the card; a card that ``wins`` has a thick edge besides.
    """

    place: str
    owner: str
    order: int
    face: Card
    wins: bool
    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickBlock:
    """A table and the cards that lie on it; ``description`` says all of it in words."""

    seats: tuple[Plate, ...]
    cards: tuple[Played, ...]
    led: tuple[str, str] | None
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A hand of cards; ``boxes`` puts a box to tick under each."""

    title: str
    cards: tuple[Card, ...]
    boxes: bool
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A place in a calypso: its rank, and whether the card is there."""

    rank: str
    held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One suit that a seat builds, rank by rank, and what is completed in words."""

    suit: str
    slots: tuple[Slot, ...]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfBlock:
    """What a seat has built, and its won pile in words."""

    title: str
    rows: tuple[Row, ...]
    note: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """Successive tricks, each card with its owner; above them everybody's trump and name."""

    titles: tuple[str, ...]
    tricks: tuple[tuple[Played, ...], ...]
    description: str
    owners: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RungBlock:
    """One line of the ladder: whose card, what it did, and by which rule."""

    order: int
    seat: str
    face: Card
    part: str
    step: str
    rule: str
    wins: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderBlock:
    """A trick told card by card."""

    title: str
    rungs: tuple[RungBlock, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a sheet, and a note under it; both stay with what follows."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; a ``strong`` one is bold, a ``spoken`` one is what somebody says aloud."""

    text: str
    strong: bool = False
    spoken: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """A list, each point under a bullet."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A title and what belongs under it, in one of the columns of a page."""

    title: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Sections in two columns, and ``spare`` below them, where the page has room for all of it."""

    left: tuple[Section, ...]
    right: tuple[Section, ...]
    spare: tuple["Block", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsBlock:
    """A question and its answers to tick; with ``many`` several may be ticked."""

    question: str
    many: bool
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """Blocks at the left, others at the right of them, and ``below`` those of the whole width."""

    left: tuple["Block", ...]
    right: tuple["Block", ...]
    below: tuple["Block", ...] = ()


@dataclass(frozen=True, slots=True)
class ItemBlock:
    """Something with a number, kept together on a page where it fits.

    Where it *flows*, only the first block and what a heading leads to are: the rest of it may
    stand on the next page.
    """

    number: str
    blocks: tuple["Block", ...]
    flows: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table to be written in: headings, then rows; an empty cell is a field.

    ``wide`` is how many times as wide as another the first column is. A line break in a
    heading is one on paper. The last row has the sums.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    wide: float


@dataclass(frozen=True, slots=True)
class Fields:
    """Labels, each with a line to write on."""

    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """Something to cut out: a large sign, words under it, and small print.

    ``suit`` is a letter of a suit or nothing; ``sign`` a letter to be seen across a room.
    """

    words: str
    suit: str = ""
    sign: str = ""
    small: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cutouts:
    """Tickets in a grid, with lines to cut along; ``folded`` ones stand up, see the back too."""

    across: int
    down: int
    folded: bool
    tickets: tuple[Ticket, ...]


@dataclass(frozen=True, slots=True)
class Break:
    """The end of a page; ``code`` leads from the pages that follow."""

    title: str
    code: Code | None


Block = (
    TrickBlock
    | Hand
    | ShelfBlock
    | Recalled
    | LadderBlock
    | Heading
    | Paragraph
    | Points
    | Columns
    | OptionsBlock
    | Beside
    | ItemBlock
    | Grid
    | Fields
    | Cutouts
    | Break
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One document to print.

    ``name`` is that of its file, without an ending; ``code`` leads to the same thing in
    the app, where the app has an address. ``small`` stands at the foot of every page.
    """

    name: str
    language: str
    title: str
    subtitle: str
    code: Code | None
    blocks: tuple[Block, ...]
    small: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """Several sheets bound as one document, each beginning a page."""

    name: str
    language: str
    title: str
    sheets: tuple[Sheet, ...]
