"""Are dice fair? What the tests say, against the tables of the books."""

import pytest
from msgspec.structs import replace

from companion.people.luck import alone, chance_of, count, holm, judged, noticeable_share
from companion.people.past import Roll
from tests.companion.people.games_played import game
from tests.tables import cases


@pytest.mark.parametrize(
    ("freedom", "five", "one"),
    [
        (1, 3.841, 6.635),
        (2, 5.991, 9.210),
        (3, 7.815, 11.345),
        (4, 9.488, 13.277),
        (5, 11.070, 15.086),
        (10, 18.307, 23.209),
    ],
)
def test_chances_of_chi_square(freedom, five, one):
    """The 5 % and 1 % columns of the tables."""
    assert chance_of(five, freedom) == pytest.approx(0.05, abs=1e-4)
    assert chance_of(one, freedom) == pytest.approx(0.01, abs=1e-4)
    assert chance_of(0, freedom) == chance_of(-1, freedom) == 1.0


@pytest.mark.parametrize(
    ("freedom", "chi_square"), [(1, 0.0039), (2, 0.103), (3, 0.352), (4, 0.711), (5, 1.145), (10, 3.940)]
)
def test_dice_that_are_nearly_too_even(freedom, chi_square):
    """The 95 % column of the tables."""
    assert chance_of(chi_square, freedom) == pytest.approx(0.95, abs=1e-3)


@pytest.mark.parametrize(
    ("freedom", "strength"), [(1, 11.68), (2, 13.88), (3, 15.46), (4, 16.75), (5, 17.87)]
)
def test_how_crooked_a_die_must_be_to_be_noticed(freedom, strength):
    """Cohen's table: noncentrality for one in a hundred and four times out of five."""
    for rolls in (60, 600):
        share = 1 / 6 + (strength / rolls / (6 + 6 / 5)) ** 0.5
        assert noticeable_share(rolls, freedom) == pytest.approx(share, abs=1e-3)


def test_with_no_rolls_nothing_is_ever_noticed():
    assert noticeable_share(0, 5) == noticeable_share(1, 5) == 1.0
    assert noticeable_share(600, 5, 1 / 3) == pytest.approx(1 / 3 + (17.87 / 600 / 4.5) ** 0.5, abs=1e-3)


@cases(
    "kind, seen, chi_square, fewest",
    {
        "every face ten times": ("pips", dict.fromkeys("123456", 10), 0.0, 30),
        "nothing but sixes": ("pips", {"6": 30}, 150.0, 30),
        "nearly fair": ("pips", {"1": 8, "2": 12, "3": 10, "4": 10, "5": 10, "6": 10}, 0.8, 30),
        "grim twice": ("piggy", {"grim": 20, "smile": 10, "+-1": 10, "+-2": 10, "+-3": 10}, 0.0, 30),
        "grim only": ("piggy", {"grim": 6}, 12.0, 30),
        "nothing at all": ("pips", {}, 0.0, 30),
    },
)
def test_one_kind_of_dice(kind, seen, chi_square, fewest):
    luck = alone("Ann", kind, seen)

    assert (luck.chi_square, luck.fewest, luck.rolls) == (chi_square, fewest, sum(seen.values()))
    assert luck.chance == luck.adjusted == chance_of(luck.chi_square, len(luck.counts) - 1)
    assert luck.noticeable == round(noticeable_share(luck.rolls, len(luck.counts) - 1), 3)
    assert all(luck.counts[face] == seen.get(face, 0) for face in luck.counts)


def test_a_chi_square_is_told_to_two_places():
    assert alone("Ann", "pips", {"1": 3, "2": 4}).chi_square == 14.43  # 25 · 6/7 - 7 = 14.428…


def test_each_die_and_each_person_is_counted_and_all_together():
    """Of dice that nobody can be named for only the sum of all knows; strange dice and faces are left out."""
    games = [
        game("A", {"A": 1, "B": 0}, rolls=rolls)
        for rolls in (
            (Roll("A", {"pips": ("1", "2"), "colour": ("blue",)}), Roll("B", {"pips": ("6", "6")})),
            (Roll("", {"pips": ("3", "9")}), Roll("A", {"d10": ("0",)})),
        )
    ]
    counts = {}
    for one in games:
        count(one, lambda _, seat: seat.lower(), counts)

    assert counts[""]["pips"] == {"1": 1, "2": 1, "6": 2, "3": 1}
    assert counts["a"]["pips"] == {"1": 1, "2": 1}
    assert counts["b"] == {"pips": {"6": 2}}
    assert counts["a"]["colour"] == {"blue": 1}
    assert counts[""]["d10"] == {}


def test_all_that_are_looked_at_are_judged_together():
    """Holm: the oddest counts as often as there are tests, the next once less; too few rolls are no test."""
    odd = {"1": 1, "2": 4, "3": 5, "4": 5, "5": 5, "6": 16}
    less = {"1": 2, "2": 5, "3": 6, "4": 6, "5": 6, "6": 11}
    few = {"6": 5}
    luck = {one.who: one for one in judged({"A": {"pips": odd}, "B": {"pips": less}, "C": {"pips": few}})}

    assert luck["A"].adjusted == round(2 * luck["A"].chance, 4)
    assert luck["B"].adjusted == round(max(luck["B"].chance, 2 * luck["A"].chance), 4)
    assert (luck["C"].adjusted, luck["C"].enough, luck["C"].odd) == (1.0, False, False)
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.6, 0.9]) == [1.0, 1.0, 1.0]


def test_from_when_on_a_die_is_called_odd():
    fair, crooked = dict.fromkeys("123456", 5), {"1": 15, "2": 3, "3": 3, "4": 3, "5": 3, "6": 3}
    luck = {one.who: one for one in judged({"A": {"pips": fair}, "B": {"pips": crooked}})}

    assert (luck["A"].enough, luck["A"].odd, luck["B"].odd) == (True, False, True)


@pytest.mark.parametrize(("adjusted", "odd"), [(0.0099, True), (0.01, False)])
def test_one_family_in_a_hundred_with_fair_dice_is_not_odd(adjusted, odd):
    luck = alone("Ann", "pips", dict.fromkeys("123456", 5))

    assert replace(luck, adjusted=adjusted).odd is odd
