"""The kinds of question, one file each."""

from collections.abc import Mapping
from types import MappingProxyType

from puzzles.kinds.best_card import BestCard
from puzzles.kinds.ladder import Ladder
from puzzles.kinds.may_name import MayName
from puzzles.kinds.rulebooks_differ import RulebooksDiffer
from puzzles.kinds.spot_revoke import SpotRevoke
from puzzles.kinds.suit_markers import SuitMarkers
from puzzles.kinds.what_is_built import WhatIsBuilt
from puzzles.kinds.what_score import WhatScore
from puzzles.kinds.which_cards import WhichCards
from puzzles.kinds.who_has_won import WhoHasWon
from puzzles.kinds.who_wins import WhoWins
from puzzles.kinds.whose_turn import WhoseTurn
from puzzles.puzzle import Puzzle

KINDS: Mapping[str, type[Puzzle]] = MappingProxyType(
    {
        kind.kind: kind
        for kind in (
            WhoWins,
            WhichCards,
            WhatIsBuilt,
            WhatScore,
            SpotRevoke,
            RulebooksDiffer,
            Ladder,
            BestCard,
            WhoseTurn,
            SuitMarkers,
            WhoHasWon,
            MayName,
        )
    }
)
"""Every kind of question by its name in a puzzle line."""
