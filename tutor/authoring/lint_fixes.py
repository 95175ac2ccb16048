"""How a fault in a lesson or a bank is put right, in the imperative."""

import re

from tutor.lessons.shape import WANTED
from tutor.lessons.yaml_lines import Problem

_ENTRY = ("id", "puzzle", "expect", "and either from or why")
_FIXES: tuple[tuple[str, str], ...] = (
    (r"did you mean ('[^']+')\?", r"write \1"),
    (
        r"^not YAML|levels, found more$",
        "put the brackets, quotes and indentation of this line right",
    ),
    (r"second document", "move it to a file of its own"),
    (r"^cannot be read: (.+)", r"make the file readable (\1)"),
    (r"want text in UTF-8", "save the file as UTF-8"),
    (r"bytes, found more", "divide the file"),
    (r"want no (?:anchors|tags)|the alias", "write the value out in full"),
    (r"rulebooks differ here.*'(rulebook: \w+|disputed: true)'", r"add '\1'"),
    (r"rulebooks agree here", "remove 'disputed'"),
    (r"^the engine says '([^']+)'", r"write 'expect: \1', or change the position"),
    (
        r"^the engine (?:gives the trick to|counts) (\S+),",
        r"write 'expect: \1', or change the position",
    ),
    (r"^nobody wins here", "remove 'expect', or complete the trick"),
    (r"^the text in (\S+) is missing \(want '(\w+)'\)", r"add '\2: …'"),
    (r"^'(\w+)' is missing[^(]*\(want (.+)\)$", r"add '\1', \2"),
    (r"stands? once, not as (.+) again", r"remove \1"),
    (r"stands? once", "remove one of the two"),
    (r"has the id .+ already", "give one of the two another id"),
    (r"^no such key \(want one of", "remove the key"),
    (r"^no key of \S+ here \(want (.+)\)", r"remove it; this kind takes \1"),
    (r"^no language", "remove it"),
    (
        r"^want keys and values",
        f"begin with the keys id, rules, title and steps; a bank's entry has {', '.join(_ENTRY)}",
    ),
    (r" aims at .+ \(want (.+)\)$", r"name one of \1"),
    (r"in each suit once", "leave out one of the two"),
    (r"^no seat ", "name a seat of the table"),
    (r"either 'from' or 'why'", "add the one that is missing, or remove one of the two"),
    (r"^only 'who-wins' also asks", "remove 'why'"),
    (r"are steps of their own", "make two steps of it, or write the prompt as 'words'"),
    (r"is completed, not under way", "count it among the completed ones, as in S2:-"),
    (r"still to play to", "leave out the last cards of the trick"),
    (r"occurs \d+ times", "write another card"),
    (r"pairs spades with hearts", "give partners paired suits, as in N=C E=S S=D W=H"),
    (r"has the seats ((?:[NESW] )+)clockwise", r"write these seats in this order: \1"),
    (r"a trick .* has (\d.*?) cards", r"write \1 cards after the leader"),
    (r"a sheet stands alone", "move it to a step of its own"),
    (r"no description in", "add the words to tutor/words/text, in every language"),
    (r"\(want (.+)\)$", r"write \1"),
    (r"^want (.+?),? found", r"write \1"),
)
"""How a fault is put right, by what its message says; the first that fits counts."""


def fix(problem: Problem) -> str:
    """Suggest how to put a problem right: from its message, or else from what its key wants."""
    for pattern, words in _FIXES:
        match = re.search(pattern, problem.message)
        if match:
            return match.expand(words).strip()
    last = problem.key.rpartition(".")[2]
    return f"write {WANTED[last]}" if last in WANTED else "change this line"
