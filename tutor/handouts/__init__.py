"""Sheets of paper: a sheet is a value, and a press turns it into a PDF or a picture."""

from tutor.handouts.blocks import Block, Pack, Sheet
from tutor.handouts.press import Paper, pdf, pictures

__all__ = ["Block", "Pack", "Paper", "Sheet", "pdf", "pictures"]
