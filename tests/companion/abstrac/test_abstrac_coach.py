"""What the coach of Abstrac says of a deal: its lines, word by word, and the bars beside them."""

import pytest

from companion.games.abstrac import GAME
from companion.games.abstrac.coach import closing, headlines
from companion.games.abstrac.lab.drawing import BAR, Judged, JudgedTake, as_text, margins, verdict
from companion.games.abstrac.state import Deal
from companion.words import game_words
from tests.companion.in_short import sentence


def take(number, margin, cost=0, seat="Elfi", best=(1,), cards=("9C",)):
    return JudgedTake(number, seat, len(cards), cards, best, cost, margin)


def judged(*takes, value=0, choice_cost=0, costs=()):
    deal = Deal("Bo", "Elfi", ("9C",), (1,))
    scores = {"Elfi": 6, "Bo": 4}
    return Judged(deal, ("Elfi", "Bo"), "Elfi", value, choice_cost, dict(costs), scores, takes)


@pytest.mark.parametrize(
    ("value", "key"),
    [
        (5, "favours value=5"),
        (1, "favours value=1"),
        (0, "fair value=0"),
        (-1, "favours_second value=1"),
        (-7, "favours_second value=7"),
    ],
)
def test_whom_the_deal_favoured(value, key):
    assert sentence(headlines(judged(value=value))[1]) == f"coach.{key}"


def test_whether_the_choice_of_sides_was_right():
    right, wrong = (headlines(judged(choice_cost=cost))[2] for cost in (0, 8))

    assert sentence(right).startswith("coach.choice_right")
    assert sentence(wrong) == "coach.choice_cost seat=Elfi cost=8"


def test_what_each_player_gave_away():
    """Who gave nothing away is not named."""
    perfect, slips = (judged(costs={"Elfi": cost, "Bo": 0}) for cost in (0, 8))

    assert [sentence(says) for says in closing(perfect)] == ["coach.perfect_deal"]
    assert [sentence(says) for says in closing(slips)] == ["coach.given_away seat=Elfi cost=8"]


def test_whether_a_take_was_best():
    assert sentence(verdict(take(1, 0))) == "coach.best"
    assert sentence(verdict(take(1, 0, cost=4, best=(1, 3)))) == "coach.cost cost=4 better=1 / 3"


def test_the_margins_for_a_chart():
    assert margins(judged(take(1, 4), take(2, -3, seat="Bo"), value=7)) == {0: 7, 1: 4, 2: -3}


def test_the_bars_of_the_text():
    """The longest fills its half; to the right for who took first, to the left for the other."""
    takes = (
        take(1, 12, cards=("9C", "TD", "AS")),
        take(2, -6, seat="Bo"),
        take(3, 0, cost=2),
        take(4, 1, seat="Bo"),
    )
    lines = as_text(judged(*takes), game_words(GAME), "en").splitlines()[4:8]

    assert [line.partition("|")[0][-BAR - 1 :] for line in lines] == [
        " " * 25,
        " " * 13 + "<" * 12,
        " " * 25,
        " " * 25,
    ]
    assert [line.partition("|")[2][:BAR] for line in lines] == [">" * 24, " " * 24, " " * 24, ">>" + " " * 22]
    assert [line.split()[:2] for line in lines] == [["1", "Elfi"], ["2", "Bo"], ["3", "Elfi"], ["4", "Bo"]]
    assert lines[0].startswith(" 1 Elfi 9C TD AS ")
    assert lines[1].startswith(" 2 Bo   9C       ")
    assert [int(line.partition("|")[2][BAR:].split()[0]) for line in lines] == [12, -6, 0, 1]


def test_a_deal_without_any_margin_has_no_bars():
    lines = as_text(judged(take(1, 0)), game_words(GAME), "en").splitlines()
    assert not any("<" in line or ">" in line for line in lines)
