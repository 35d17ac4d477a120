"""Abstrac: what a screen shows, which is everything that lies on the table."""

from msgspec.structs import replace
from test_abstrac_asks import TWO_UNREAD, dealing, lifted, read
from test_abstrac_play import SEATS, after, dealt, started, take_all, taking

from companion.games.abstrac import GAME
from companion.games.abstrac import moves as m
from tests.companion.in_short import panels, sentence, sheet
from tests.tables import cases


@cases(
    "state, phase, turn",
    {
        "AS3 nobody yet": (started(), "phase.lots seat=", []),
        "AS1 the dealer deals": (dealing(), "phase.deal seat=Bo", []),
        "AS4 who chooses": (dealt(), "phase.choose seat=Bo", ["Elfi"]),
        "B1 the dealer chooses": (dealt(chooser="dealer"), "phase.choose seat=Bo", ["Bo"]),
        "AS5 who takes": (take_all(taking(), 1), "phase.take seat=Bo", ["Bo"]),
    },
)
def test_whose_turn_is_shown(state, phase, turn):
    view = GAME.view(state)

    assert sentence(view.phase) == phase
    assert [panel.seat for panel in view.panels if panel.turn] == turn


def test_as12_the_panels_while_cards_are_taken():
    """AS9, AS10, AS12: cards, sets, runs, and what the deal would score if it ended here."""
    state = replace(
        taking(),
        totals={"Elfi": 100, "Bo": 90},
        row=("9C", "TC"),
        hands={"Elfi": ("QS", "KS", "AS", "9D"), "Bo": ("AH", "AD", "AC", "KH", "QH")},
    )

    assert panels(GAME.view(state)) == [
        "Elfi 100 stat.cards=4 stat.sets=0 stat.runs=3 stat.now=15 turn",
        "Bo 90 stat.cards=5 stat.sets=2 stat.runs=3 stat.now=20",
    ]
    assert panels(GAME.view(dealt())) == ["Elfi 0 turn", "Bo 0"]


def test_as9_melds_and_what_would_complete_one():
    """AS9, AS10, AS13: the cards of the row that raise somebody's points, by suit and rank."""
    state = replace(
        taking(misere=True),
        row=("AS", "9C", "TD", "TC", "JH", "KD"),
        hands={"Elfi": ("KS", "QS", "JS", "TS", "TH"), "Bo": ("QD", "JD", "JC")},
    )
    detail = GAME.view(state).detail

    assert detail["melds"] == {
        "Elfi": [{"kind": "run", "cards": ("TS", "JS", "QS", "KS"), "points": 4}],
        "Bo": [],
    }
    assert detail["completes"] == {"Elfi": {"TC": 2, "TD": 2, "AS": 2}, "Bo": {"TD": 3, "KD": 3, "JH": 2}}
    assert [panel.partition("stat.now=")[2] for panel in panels(GAME.view(state))] == ["0 turn", "12"]  # AS13
    of_three = replace(state, hands={"Elfi": ("KS", "QS", "JS"), "Bo": ()})
    assert GAME.view(of_three).detail["completes"] == {"Elfi": {"AS": 1}, "Bo": {}}


@cases(
    "state, places",
    {
        "AS1 nothing lies there": (started(), []),
        "AS1 nor has it been read": (dealing(), []),
        "AS1 read in part": (read(TWO_UNREAD), ["row 24"]),
        "AS2 to be agreed on": (read(), ["row 24"]),
        "AS4 to choose by": (dealt(), ["row 24"]),
        "AS7 and two mats": (take_all(taking(), 3, 2), ["row 19", "mat:Elfi 3", "mat:Bo 2"]),
        "AS8 nothing is left": (take_all(taking(), *[3] * 8), []),
    },
)
def test_which_cards_are_shown(state, places):
    piles = GAME.view(state).piles

    assert [f"{pile.place} {pile.count}" for pile in piles] == places
    assert all(pile.count == len(pile.cards) and pile.deck == "french" for pile in piles)


def test_as6_lifted_cards_are_shown_in_the_order_in_which_they_were_taken():
    """AS6."""
    assert GAME.view(lifted(2)).detail["lifted"] == ["AS", "KS"]


def test_as12_the_sheet_tells_how_each_deal_was_scored():
    """AS12, AS13: a score that is not the product, after misère, stands without it."""
    plain = take_all(taking(), *[3] * 8)
    start = replace(taking(misere=True), row=("9C",), hands={"Elfi": ("AS",), "Bo": ("TH", "JH", "QH")})
    misere = take_all(start, 1)

    assert sheet(GAME.view(started())) == ["sheet.total: 0 0"]
    assert sheet(GAME.view(plain)) == [
        "sheet.deal number=1: 36 × 12 = 432 36 × 12 = 432",
        "sheet.total: 432 432",
    ]
    assert sheet(GAME.view(misere)) == ["sheet.deal number=1: 6 0", "sheet.total: 6 0"]


def test_b10_hints_are_for_the_one_on_turn():
    """B10: what each take is worth for them, and the best of them."""
    state = after(taking(hints="both_agree"), m.Hint(seat="Elfi"), m.Hint(seat="Bo"))
    hands = {"Elfi": ("QS", "KS", "9H"), "Bo": ("9C", "TC", "9D")}
    state = replace(state, row=("JC", "AS"), hands=hands)

    for turn in SEATS:  # two: a run of three times three cards; one, and the other one gets a run as well
        detail = GAME.view(replace(state, turn=turn)).detail
        assert (detail["takes"], detail["best"]) == ({"1": 0, "2": 9}, [2])


def test_b10_looking_back_names_who_gave_something_away():
    """B10."""

    def seen(*counts):
        return sentence(GAME.view(take_all(taking(), *counts)).detail["says"][-1])

    assert seen(*[3] * 8) == "coach.perfect_deal"
    assert seen(1, *[3] * 7, 2) == "coach.given_away seat=Elfi cost=144"
    assert GAME.view(dealing()).detail is None
