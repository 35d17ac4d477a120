"""Who sits at the table, what is offered by touch, and how a game is counted: all without a window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.asks import Ask, Choice, Fact, Kind, Say, Source
from companion.game import Outcome
from companion.games import all_games
from companion.layout import Row
from companion.seats import Seat
from tests.tables import cases
from ui.screen import guests as joined
from ui.screen.offers import offers
from ui.screen.pages.end import ranking
from ui.screen.parts.chart import series, ticks
from ui.screen.scene import ranked
from ui.screen.sitting import with_keys
from ui.screen.standing import with_die
from ui.screen.theme import SEAT_COLOURS


def seated(*names):
    guests = ()
    for name in names:
        guests = joined.join(guests, name)
    return guests


@given(st.lists(st.text(max_size=20), max_size=joined.MOST))
def test_everybody_can_be_told_apart(names):
    guests = seated(*names)
    for of in (lambda g: g.name.casefold(), lambda g: (g.colour, g.shape), lambda g: g.letter):
        assert len({of(guest) for guest in guests}) == len(guests)
    for of in (lambda g: g.colour, lambda g: g.shape):
        assert len({of(guest) for guest in guests}) == min(len(guests), len(SEAT_COLOURS))
    assert all(len(guest.name) <= joined.NAME_LENGTH for guest in guests)


def test_a_game_for_eleven_finds_eleven_looks():
    assert max(game.about.seats[1] for game in all_games().values()) <= joined.MOST


def test_whoever_has_the_colour_swaps():
    ann, ben = seated("Ann", "Ben")
    after = joined.change((ann, ben), ann, colour=ben.colour)
    assert [guest.colour for guest in after] == [ben.colour, ann.colour]


def test_a_new_name_brings_its_letter():
    guests = seated("Gast 1", "Gast 2")
    after = joined.change(guests, guests[1], name="Zoe")
    assert after[1].letter == "Z"


def test_the_first_sits_last_when_moved_to_the_front():
    ann, ben, cem = guests = seated("Ann", "Ben", "Cem")
    assert joined.seated_earlier(guests, ann) == (ben, cem, ann)
    assert joined.seated_earlier(guests, cem) == (ann, cem, ben)


# --- what is offered ---

DICE = Ask("roll", Kind.DICE, ("Ann",), Say("roll"), "R1", dice={"pips": 2})
CARD = Ask("lay:Ben", Kind.CARD, ("Ben",), Say("lay"), "R2", place="discard:Ben")
CALL = Ask("stop", Kind.CALL, ("Ann", "Ben"), Say("stop"), "R3", call="stop")
PICK = Ask("pick", Kind.CHOICE, ("Ann",), Say("pick"), "R4", (Choice(1, Say("one")), Choice(2, Say("two"))))
ANY = Ask("done", Kind.CONFIRM, ("Ann", "Ben"), Say("done"), "R5")
QUIET = Ask("fix", Kind.CONFIRM, ("Ann",), Say("fix"), "R6", optional=True, spoken=False)
DRAW = Ask("draw", Kind.CONFIRM, ("Ann",), Say("draw"), "R6", spoken=False)
SECRET = Ask("hand:Ann", Kind.CARD, ("Ann",), Say("hand"), "R7", place="hand:Ann", secret=True)
OVER = Ask("over", Kind.TIME, (), Say("over"), "R8")


@cases(
    "asks, eyes, buttons, now, by_touch",
    {
        "all told otherwise": ([DICE, CALL], True, ("Ann", "Ben"), [], ["roll", "stop", "stop"]),
        "one seat has no button": ([DICE, CALL], True, ("Ann",), ["stop"], ["roll", "stop"]),
        "no eyes: by touch at once": ([DICE, CARD], False, (), ["roll", "lay:Ben"], []),
        "what only fingers can tell": ([PICK, ANY], True, ("Ann",), ["pick", "done"], []),
        "what hands tell anyway is one tap away": ([PICK, QUIET], False, (), ["pick"], ["fix"]),
        "what the game waits for": ([DRAW, QUIET], False, (), ["draw"], ["fix"]),
        "never nothing to touch without eyes": ([QUIET], False, (), ["fix"], []),
        "time is told by no finger": ([OVER], True, (), [], []),
    },
)
def test_what_is_offered(asks, eyes, buttons, now, by_touch):
    offered = offers(asks, eyes, buttons)
    assert [offer.ask.id for offer in offered.now] == now
    assert [offer.ask.id for offer in offered.by_touch] == by_touch


def test_what_is_secret_is_never_on_the_public_page():
    offered = offers([SECRET, PICK], False, ())
    assert [offer.ask.id for offer in offered.secret] == ["hand:Ann"]
    assert SECRET not in [offer.ask for offer in (*offered.now, *offered.by_touch)]


def test_every_ask_that_can_be_answered_is_offered_somewhere():
    asks = [DICE, CARD, CALL, PICK, ANY, QUIET, SECRET]
    for eyes in (False, True):
        offered = offers(asks, eyes, ("Ann",))
        assert {o.ask.id for o in (*offered.now, *offered.by_touch, *offered.secret)} == {a.id for a in asks}


# --- calls, dice, charts ---


def test_the_order_of_calls_is_that_of_the_first_edges():
    calls = [
        Fact(Kind.CALL, "stop", t, Source.BUTTON, seat)
        for seat, t in (("Ben", 5_400_000), ("Ann", 5_000_000))
    ]
    assert [(call.seat, call.gap_ms) for call in ranked(calls)] == [("Ann", 0), ("Ben", 0.4)]


def test_one_die_is_corrected_and_the_others_stay():
    value = {"pips": [3, 5], "colour": ["red"]}
    assert with_die(value, 2, "blue") == {"pips": [3, 5], "colour": ["blue"]}
    assert value["colour"] == ["red"]


def test_who_has_no_button_calls_with_the_key_of_the_place():
    seats = with_keys([Seat("Ann", button="2"), Seat("Ben"), Seat("Cem")])
    assert [seat.button for seat in seats] == ["2", "", "3"]


@cases(
    "rows, others, standings",
    {
        "points of each round": ([(-3, 0), (0, -5)], [], [(0, 0), (-3, 0), (-3, -5)]),
        "with a total below": ([(-3, 0), (0, -5)], [(-3, -5)], [(0, 0), (-3, 0), (-3, -5)]),
        "the last round and all": ([], [(-2, -1), (-7, -4)], [(0, 0)]),
        "nothing yet": ([], [], [(0, 0)]),
    },
)
def test_the_chart_understands_the_sheet(rows, others, standings):
    sheet = [Row(Say("r", {"n": n}), tuple(map(str, row))) for n, row in enumerate(rows, 1)]
    sheet += [Row(Say("sheet.total"), tuple(map(str, row))) for row in others]
    assert series(sheet, standings[-1]) == tuple(standings)


@pytest.mark.parametrize(("exam", "after"), [(("8", "10"), ((20, 13),)), (("", "10"), ((12, 13),))])
def test_rows_that_add_up_others_are_no_rounds_in_the_chart(exam, after):
    row = lambda *cells, sums=False: Row(Say("r", {"n": 1}), cells, sums)  # noqa: E731
    sheet = [row("7", "3"), row("5", "0"), row("12", "3", sums=True), row(*exam)]
    final = after[-1]
    sheet.append(row(*map(str, final), sums=True))
    assert series(sheet, final) == ((0, 0), (7, 3), (12, 3), *after)


def test_rows_that_are_not_figures_are_left_out_of_the_chart():
    sheet = [Row(Say("grade", {"n": 1}), ("good", "–")), Row(Say("r", {"n": 1}), ("1", "2"))]
    assert series(sheet, (1, 2)) == ((0, 0), (1, 2))


@given(st.integers(-500, 500), st.integers(1, 5000))
def test_the_lines_across_are_few_and_round(low, span):
    lines = ticks(low, low + span)
    assert 1 <= len(lines) <= 7
    assert all(low <= line <= low + span for line in lines)


@pytest.mark.parametrize(
    ("scores", "winners", "order"),
    [
        ({"Ann": -9, "Ben": 0, "Cem": -3}, ("Ben",), ["Ben", "Cem", "Ann"]),
        ({"Ann": 9, "Ben": 0, "Cem": 3}, ("Ben",), ["Ben", "Cem", "Ann"]),
    ],
)
def test_winners_first_whichever_end_is_good(scores, winners, order):
    assert ranking(Outcome(winners, scores, "R", Say("won"))) == order
