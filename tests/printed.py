"""Opens a printed sheet again: its pages, every word with the size of its letters, its codes."""

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import zxingcpp
from PIL.Image import Image

_ABOVE_FOOT = 0.93
"""The share of a page above the line over its foot."""


@dataclass(frozen=True)
class Printed:
    """What a reader finds in a PDF: its ``pages`` as text; ``paper`` is their size in mm."""

    data: bytes
    title: str
    pages: tuple[str, ...]
    paper: frozenset[tuple[int, int]]

    @cached_property
    def text(self) -> str:
        """All words without spaces between them: where a line breaks does not matter."""
        return bare("".join(self.pages))

    def says(self, words: str) -> bool:
        return bare(words) in self.text

    def smallest(self) -> float:
        """The height of the smallest letter in points."""
        document = pdfium.PdfDocument(self.data)
        try:
            pages = [document[number].get_textpage() for number in range(len(document))]
            return min(size for page in pages for size in _sizes(page))
        finally:
            document.close()

    def look(self, number: int) -> Image:
        """A photograph of a page, the first being 0."""
        document = pdfium.PdfDocument(self.data)
        try:
            page: Image = document[number].render(scale=130 / 72).to_pil()
            return page.convert("RGB")
        finally:
            document.close()

    def filled(self, number: int) -> float:
        """How far down a page something stands, as a share of what is above its foot."""
        page = self.look(number).convert("L")
        inner = page.crop((0, 0, page.width, round(page.height * _ABOVE_FOOT)))
        box = inner.point(lambda grey: 255 * (grey < 128)).getbbox()
        return box[3] / inner.height if box else 0.0

    def codes(self, number: int = 0) -> tuple[str, ...]:
        """What the QR codes of a page say to a camera."""
        return tuple(code.text for code in zxingcpp.read_barcodes(self.look(number)))

    def every_code(self) -> tuple[str, ...]:
        return tuple(code for number in range(len(self.pages)) for code in self.codes(number))

    def coloured(self, number: int) -> bool:
        """Whether anything on a page is neither black nor white nor grey."""
        red, green, blue = self.look(number).split()
        return bool(red.tobytes() != green.tobytes() or green.tobytes() != blue.tobytes())


def bare(words: str) -> str:
    """Leave out spaces, and the signs that ask for a text form of suits."""
    return re.sub(r"[\s\ufe0e]+", "", words)


def opened(data: bytes) -> Printed:
    """Open a PDF as readers do."""
    document = pdfium.PdfDocument(data)
    try:
        pages = [document[number] for number in range(len(document))]
        texts = [page.get_textpage() for page in pages]
        return Printed(
            data=data,
            title=document.get_metadata_dict()["Title"],
            pages=tuple(text.get_text_bounded() for text in texts),
            paper=frozenset(
                (round(width / 72 * 25.4), round(height / 72 * 25.4))
                for width, height in (page.get_size() for page in pages)
            ),
        )
    finally:
        document.close()


def _sizes(text: pdfium.PdfTextPage) -> Iterator[float]:
    """Return the size of every letter on paper, whatever it was scaled by."""
    matrix = raw.FS_MATRIX()
    for place in range(text.count_chars()):
        if chr(raw.FPDFText_GetUnicode(text, place)).strip():
            raw.FPDFText_GetMatrix(text, place, ctypes.byref(matrix))
            scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
            yield raw.FPDFText_GetFontSize(text, place) * scale
