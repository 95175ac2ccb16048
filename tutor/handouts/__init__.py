"""What a teacher takes along: sheets as values, pressed to a PDF, and the half hour's script."""

from tutor.handouts.blocks import Block, Links, Pack, Sheet
from tutor.handouts.press import Paper, pdf, pictures

__all__ = ["Block", "Links", "Pack", "Paper", "Sheet", "pdf", "pictures"]
