"""What a command is: a name, its options, and what it does."""

from argparse import ArgumentParser, _SubParsersAction
from typing import TypeAlias

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"
"""Where a command adds itself; its parser's default ``run`` takes the parsed arguments and
returns the exit code."""
