"""Which figure is changed for a cell to show other points: told by its effect, on sheets written here.

Each sheet is a function of a few named figures, as that of a game is of its state. The first figure that
fits is not always the right one: what touches another cell, seat or question is none.
"""

from types import SimpleNamespace

import pytest
from msgspec import Struct

from companion.rescoring import LARGEST, Cell, rescored
from tests.tables import cases


class Notes(Struct, frozen=True):
    """All that is kept: figures with names, in the order in which they are tried."""

    seats: tuple[str, ...]
    kept: dict[str, int]


class Paper:
    """A game that is nothing but its score sheet, for Ann and Ben."""

    def __init__(self, sheet, scores, asks=lambda kept: ()):
        self._sheet, self._scores, self._asks = sheet, scores, asks

    def of(self, **kept):
        return Notes(("Ann", "Ben"), kept)

    def view(self, state):
        rows = self._sheet(SimpleNamespace(**state.kept))
        return SimpleNamespace(sheet=[SimpleNamespace(cells=tuple(map(str, row))) for row in rows])

    def scores(self, state):
        return dict(zip(state.seats, self._scores(SimpleNamespace(**state.kept)), strict=True))

    def asks(self, state):
        return [SimpleNamespace(id=one) for one in self._asks(SimpleNamespace(**state.kept))]

    def write_position(self, state):
        return {"kept": dict(state.kept)}

    def read_position(self, position):
        return Notes(("Ann", "Ben"), dict(position["kept"]))


ROUNDS = Paper(lambda k: [(k.a1, k.b1), (k.a2, k.b2)], lambda k: (k.a1 + k.a2, k.b1 + k.b2))
TOTALS = Paper(lambda k: [(k.a1, k.b1), (k.a2, k.b2)], lambda k: (k.a, k.b))
WITH_SUMS = Paper(
    lambda k: [(k.a1, k.b1), (k.a2, k.b2), (k.a1 + k.a2, k.b1 + k.b2)], lambda k: (k.a1 + k.a2, k.b1 + k.b2)
)
ANN, BEN = Cell(0, "Ann"), Cell(0, "Ben")


def kept(game, cell, value, **figures):
    part = rescored(game, game.of(**figures), cell, value)
    return None if part is None else part["kept"]


def test_the_figure_of_the_cell_is_changed_and_no_other():
    assert kept(ROUNDS, ANN, 9, b2=5, b1=5, a2=5, a1=5) == {"b2": 5, "b1": 5, "a2": 5, "a1": 9}
    assert kept(ROUNDS, Cell(1, "Ben"), 9, a1=5, a2=5, b1=5, b2=5) == {"a1": 5, "a2": 5, "b1": 5, "b2": 9}


@pytest.mark.parametrize(("now", "wanted"), [(7, 7), (0, 0)])
def test_what_is_there_already_is_no_change(now, wanted):
    assert kept(ROUNDS, ANN, wanted, a1=now, a2=1, b1=2, b2=3) is None


def test_a_cell_without_a_plain_figure_cannot_be_changed():
    words = Paper(lambda k: [("4 × 14", k.b1)], lambda k: (k.a1, k.b1))

    assert kept(words, ANN, 60, a1=56, b1=3) is None
    assert kept(words, BEN, 4, a1=56, b1=3) is not None


def test_points_that_are_kept_apart_from_the_rounds_follow():
    before = {"a1": 4, "a2": 6, "b1": 1, "b2": 2, "b": 3, "a": 10}

    assert kept(TOTALS, ANN, 7, **before) == before | {"a1": 7, "a": 13}


def test_the_points_of_somebody_else_never_follow_though_they_are_as_many():
    before = {"b": 10, "a": 10, "a1": 4, "a2": 6, "b1": 9, "b2": 1}

    assert kept(TOTALS, ANN, 7, **before) == before | {"a1": 7, "a": 13}
    assert kept(TOTALS, BEN, 8, **before) == before | {"b1": 8, "b": 9}


@pytest.mark.parametrize(("old", "new"), [(0, 5), (5, 0), (-3, 2), (4, 3)])
def test_a_row_of_sums_follows_by_as_much(old, new):
    before = {"a1": old, "a2": 11, "b1": 6, "b2": 7}

    assert kept(WITH_SUMS, ANN, new, **before) == before | {"a1": new}


def beside(other):
    """Ann's figure and Ben's, and another row."""
    return lambda k: [(k.a1, k.b1), other(k)]


own = ROW = lambda k: (k.a1, k.b1)
ONE, TWICE = (lambda k: [ROW(k)]), (lambda k: [ROW(k)] * 2)


@cases(
    "sheet, points, a1, wanted, changed",
    {
        "none: another row of another seat": (
            beside(lambda k: (k.b1, k.a1)),
            own,
            4,
            6,
            None,
        ),
        "none: words of another seat": (beside(lambda k: (k.b1, "x" * k.a1)), own, 4, 6, None),
        "none: a row that changes by more": (
            beside(lambda k: (2 * k.a1, k.b1)),
            own,
            4,
            6,
            None,
        ),
        "none: words of the same seat": (beside(lambda k: ("x" * k.a1, k.b1)), own, 4, 6, None),
        "none: a figure that goes": (beside(lambda k: (k.a1 if k.a1 == 4 else "-", k.b1)), own, 4, 6, None),
        "none: a figure that comes": (beside(lambda k: ("-" if k.a1 == 4 else k.a1, k.b1)), own, 4, 6, None),
        "none: a figure of somebody else in the row": (lambda k: [(k.a1, k.b1 + k.a1)], own, 4, 6, None),
        "none: somebody else gets points": (ONE, lambda k: (k.a1, k.b1 + k.a1), 4, 6, None),
        "rows that do not make the points need not add up": (ONE, lambda k: (50, 60), 4, 5, 5),
        "none: one row is a round": (ONE, lambda k: (k.a1 + (k.a1 > 0), k.b1), 0, 3, None),
        "of two rows the second may be the sum": (TWICE, own, 4, 9, 9),
        "none: a sum that stays": (TWICE, lambda k: (4, 20), 4, 9, None),
        "minus points may be kept as plus": (lambda k: [(-k.a1, -k.b1)], lambda k: (-k.a1, -k.b1), 4, -9, 9),
    },
)
def test_which_figure_is_that_of_the_cell(sheet, points, a1, wanted, changed):
    expected = None if changed is None else {"a1": changed, "b1": 20}

    assert kept(Paper(sheet, points), ANN, wanted, a1=a1, b1=20) == expected


def test_a_figure_that_changes_what_is_asked_or_how_long_the_sheet_is_is_none():
    asking = Paper(lambda k: [(k.a1, k.b1)], lambda k: (k.a1, k.b1), lambda k: ["lay"] if k.a1 > 5 else [])
    growing = Paper(lambda k: [(k.a1, k.b1)] * k.a1, lambda k: (k.a1, k.b1))

    assert kept(asking, ANN, 5, a1=4, b1=1) == {"a1": 5, "b1": 1}
    assert kept(asking, ANN, 6, a1=4, b1=1) is None
    assert kept(growing, ANN, 2, a1=1, b1=1) is None


def test_rounds_that_would_no_longer_make_the_points_are_none():
    fixed = Paper(lambda k: [(k.a1, k.b1), (k.a2, k.b2)], lambda k: (10, k.b1 + k.b2))

    assert kept(fixed, ANN, 5, a1=4, a2=6, b1=1, b2=2) is None


@pytest.mark.parametrize(("figure", "found"), [(LARGEST, True), (-LARGEST, True), (LARGEST + 1, False)])
def test_what_is_larger_than_any_points_is_a_time(figure, found):
    assert (kept(ROUNDS, ANN, 5, a1=figure, a2=0, b1=0, b2=0) is not None) is found


def test_a_position_that_cannot_be_read_is_none():
    class Strict(Paper):
        def read_position(self, position):
            if position["kept"]["a1"] > 8:
                raise ValueError("too much")
            return super().read_position(position)

    strict = Strict(lambda k: [(k.a1, k.b1)], lambda k: (k.a1, k.b1))

    assert kept(strict, ANN, 9, a1=4, b1=1) is None
    assert kept(strict, ANN, 8, a1=4, b1=1) == {"a1": 8, "b1": 1}
