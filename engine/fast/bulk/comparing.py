"""Which of several choices does best, tried side by side in the same deals."""

from dataclasses import dataclass

import numpy as np

from engine.fast.bulk.rollouts import Doubles


class Comparison:
    """The values of choices in the deals they were tried in; those far behind are dropped.

    ``left`` lists the choices, by number, that are still tried.
    """

    def __init__(self, choices: int) -> None:
        self.left = list(range(choices))
        self.values: Doubles = np.zeros((choices, 0))

    def add(self, values: Doubles) -> None:
        """Add what the choices that are left came to in more deals, a row for each."""
        self.values = np.concatenate([self.values, values], axis=1)

    @property
    def best(self) -> int:
        """The choice that does best on average; of equals, the first."""
        return self.left[int(self.values.mean(1).argmax())] if self.values.size else self.left[0]

    def drop(self, clear: float) -> None:
        """Leave out those that are *clear* standard errors or more behind the best."""
        means, errors = behind(self.values, int(self.values.mean(1).argmax()))
        near = means <= clear * errors
        self.left = [one for one, keep in zip(self.left, near, strict=True) if keep]
        self.values = self.values[near]


def behind(values: Doubles, best: int) -> tuple[Doubles, Doubles]:
    """Return how far each row lies behind row *best*, with the standard error of that."""
    found = values[best] - values
    errors: Doubles = found.std(1, ddof=1) / np.sqrt(found.shape[1])
    return found.mean(1), errors


@dataclass(frozen=True, slots=True)
class Ranked:
    """Choices from best to worst, and by choice the mean values and what they lie behind the best.

    The errors are standard errors, those of ``behind`` over the same deals.
    """

    order: list[int]
    means: list[float]
    errors: list[float]
    behind: list[float]
    behind_errors: list[float]


def rank(values: Doubles) -> Ranked:
    """Compare the rows of an array, choices with a value for each deal."""
    means = values.mean(1)
    order: list[int] = (-means).argsort(kind="stable").tolist()
    gaps, gap_errors = behind(values, order[0])
    errors = values.std(1, ddof=1) / np.sqrt(values.shape[1])
    return Ranked(order, means.tolist(), errors.tolist(), gaps.tolist(), gap_errors.tolist())
