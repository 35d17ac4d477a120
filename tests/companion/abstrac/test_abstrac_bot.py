"""What each level takes in Abstrac, in positions in which that can be told."""

from functools import cache
from random import Random

import pytest

from companion.games.abstrac import GAME, bot
from companion.games.abstrac import moves as m
from companion.games.abstrac.bot import LEVELS, choose
from companion.games.abstrac.coach import solution
from companion.games.abstrac.ending import deal_scores
from companion.games.abstrac.melds import DECK, points
from companion.games.abstrac.state import AbstracOptions
from tests.companion.luck import HIGH, LOW
from tests.tables import cases

EQUAL_ROW = "TD KD QS AD QC QD 9D 9C 9S TH 9H AC TC KC JD JC JS JH AS AH QH KH TS KS"  # taken from the left


def taking(row, own="", other="", **options):
    """A is to take from the right end of *row*."""
    hands = {"A": own.split(), "B": other.split()}
    position = {"seats": ["A", "B"], "phase": "take", "turn": "A", "first": "A", "dealer": "B"}
    return GAME.read_position({**position, "row": row.split(), "hands": hands, "options": options})


def count(state, level, random=HIGH):
    return choose(state, "A", level, random).count


# --- easy and casual: what is to be had at once ---


@cases(
    "row, easy, casual",
    {
        "AS9 the first card completes a set": ("9S KC TH QC 9H", 1, 3),
        "AS9 the second one": ("KC TH QC 9H JS", 2, 3),
        "AS9 the third one": ("KC TH 9H QC JS", 3, 3),
        "AS5 the fourth is too far": ("KC 9H QC JS AS", 1, 3),
        "AS9 four of them are worth more than three": ("9S 9H", 2, 2),
        "AS5 only two are left": ("9H TH", 2, 2),
        "AS5 only one is left": ("9H", 1, 1),
    },
)
def test_melds_in_the_next_three_cards(row, easy, casual):
    """It holds two nines. Both take what is worth most; easy as few cards as that needs, casual as many."""
    state = taking(row, own="9C 9D")

    assert count(state, "easy") == easy
    assert count(state, "casual") == casual


def test_cards_of_others_are_no_reason():
    """Only the own hand makes a meld."""
    assert count(taking("KC TH QC 9H JS", other="9C 9D"), "easy") == 1


def test_the_easy_one_is_not_always_greedy():
    """Where nothing is to be had it takes one card four times in five, and else two or three."""
    state, random = taking("KC TH QC 9H JS"), Random(3)
    counts = [count(state, "easy", random) for _ in range(2000)]

    assert [round(10 * counts.count(n) / len(counts)) for n in (1, 2, 3)] == [8, 1, 1]


# --- medium: four takes ahead ---


def looked_ahead(state, takes):
    """What each take is worth if both look for the best margin after so many *takes*."""
    house = state.options

    @cache
    def worth(row, own, other, left):
        if not row or not left:
            combos = points(own, house).combo, points(other, house).combo
            mine, theirs = deal_scores(combos, (len(own), len(other)), house.misere)
            return mine - theirs
        return max(after(row, own, other, n, left) for n in range(1, min(3, len(row)) + 1))

    def after(row, own, other, n, left):
        return -worth(row[: len(row) - n], other, (*own, *row[-n:]), left - 1)

    row, own, other = state.row, state.hands["A"], state.hands["B"]
    return {n: after(row, own, other, n, takes) for n in range(1, min(3, len(row)) + 1)}


def dealt_out(seed, left, **options):
    """A deal in which *left* cards lie and the others were taken by anybody."""
    cards = list(DECK.cards())
    Random(seed).shuffle(cards)
    cut = left + (24 - left) // 2
    return taking(" ".join(cards[:left]), " ".join(cards[left:cut]), " ".join(cards[cut:]), **options)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("left", [1, 2, 3, 4, 5, 6, 10, 18])
def test_the_medium_one_thinks_four_takes_ahead(left, misere):
    for seed in range(6):
        state = dealt_out(seed, left, misere=misere)
        values = looked_ahead(state, 4)
        assert count(state, "medium") == max(n for n in values if values[n] == max(values.values()))


# --- strong and perfect ---


@pytest.mark.parametrize("level", ["strong", "perfect"])
def test_at_the_end_nothing_is_given_away(level):
    for seed in range(6):
        state = dealt_out(seed, 9)
        best = solution(state.row, state.hands["A"], state.hands["B"], AbstracOptions()).best()
        assert count(state, level) == max(best)


def test_the_strong_one_solves_the_deal_when_17_cards_are_left(monkeypatch):
    asked = []
    monkeypatch.setattr(bot, "solution", lambda *args: asked.append(args) or solution(*args))
    for left in (18, 17):
        state = dealt_out(1, left)
        looked = looked_ahead(state, 4)
        taken = count(state, "strong")
        assert bool(asked) == (left == 17)
        if left == 18:
            assert looked[taken] == max(looked.values())


# --- first or second ---


def choosing(order, **options):
    state = GAME.start(("A", "B"), GAME.options(**options))
    for move in (m.Lots(dealer="B"), m.Row(cards=tuple(reversed(order.split()))), m.Agree(seat="B")):
        state = GAME.play(state, move).state
    return state


def test_as4_where_it_does_not_matter_the_perfect_one_goes_first():
    state = choosing("AS KD JS JH AD TC KH AC KS TH QS TS 9S JD 9D 9C AH JC KC QH 9H QC QD TD")
    assert solution(state.row, (), (), state.options).value == 0
    assert choose(state, "A", "perfect", Random(1)) == m.Choose(seat="A", goes="first")


@pytest.mark.parametrize("level", ["casual", "medium", "strong"])
def test_as4_others_go_first_as_is_usually_better(level):
    """Even in a deal in which it is not."""
    state = choosing("9D 9C QS JC AH JD QD 9H TD KD KC TS AC KS JS QC AD QH KH TC AS TH 9S JH")
    assert [choose(state, "A", level, luck).goes for luck in (LOW, HIGH)] == ["first", "first"]


def test_as4_the_easy_one_tosses_a_coin():
    state = choosing(EQUAL_ROW)
    assert [choose(state, "A", "easy", luck).goes for luck in (LOW, HIGH)] == ["first", "second"]


# --- waiting ---


@pytest.mark.parametrize("level", LEVELS)
def test_when_a_bot_waits(level):
    """Until it is its turn, even if it has chosen who goes first."""
    take = taking("KC TH QC 9H JS")
    theirs = GAME.play(take, m.Take(seat="A", count=1)).state

    assert choose(take, "B", level, Random(1)) is None
    assert choose(theirs, "A", level, Random(1)) is None
    assert choose(choosing(EQUAL_ROW), "B", level, Random(1)) is None
    assert choose(GAME.start(("A", "B"), GAME.options()), "A", level, Random(1)) is None
