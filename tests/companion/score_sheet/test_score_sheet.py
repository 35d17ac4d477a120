"""The score sheet: what is written and counted, when it is over, and who has won."""

from random import Random

import pytest

from companion.asks import UNREAD, Kind, Source
from companion.bots import LEVELS
from companion.games.score_sheet import GAME
from companion.games.score_sheet import bot as bots
from companion.games.score_sheet.rules import worth
from companion.games.score_sheet.state import totals
from companion.rulings import Verdict
from tests.companion.at_the_table import AtTheTable
from tests.companion.score_sheet.claims import SEATS, count, finish, played, refused, seen, write


def options(**wanted):
    return GAME.read_options(wanted)


FRENCH, UNO, NOTHING = {"counts": "french"}, {"counts": "uno"}, {"counts": "nothing"}
ROUND = (write("Ada", 7), write("Ben", 3))
ENDED = (*ROUND, finish())


@pytest.mark.parametrize(
    ("before", "move", "house", "rule"),
    [
        pytest.param((), write("Ben", 3), {}, None, id="SC1 in any order"),
        pytest.param((), write("Ada", -5), {}, None, id="SC1 less than nothing"),
        pytest.param((write("Ada", 7),), write("Ada", 9), {}, "SC1", id="SC1 once"),
        pytest.param((), write("Cem", 9), {}, "SC1", id="SC1 nobody sits there"),
        pytest.param(ROUND, write("Ada", 9), {}, None, id="SC2 the next round"),
        pytest.param((), count("Ada"), {}, None, id="SC3 count these"),
        pytest.param((), count("Ada"), NOTHING, "SC3", id="SC3 nothing is counted"),
        pytest.param((write("Ada", 7),), count("Ada"), {}, "SC1", id="SC3 instead of writing, not besides"),
        pytest.param((), seen("Ada", "3"), {}, "SC3", id="SC3 first say whose"),
        pytest.param((count("Ada"),), seen("Ben", "3"), {}, "SC3", id="SC3 those of somebody else"),
        pytest.param((count("Ada"),), seen("Ada", "3", "6"), {}, None, id="SC3 dice"),
        pytest.param((count("Ada"),), count("Ben"), {}, None, id="SC3 whose it was after all"),
        pytest.param((count("Ada"),), write("Ada", 9), {}, None, id="SC3 a number after all"),
        pytest.param((count("Ada"),), seen("Ada", "3", "red"), {}, "SC4", id="SC4 a die without a number"),
        pytest.param((count("Ada"),), seen("Ada", "3", UNREAD), {}, "SC4", id="SC4 one that cannot be read"),
        pytest.param((count("Ada"),), seen("Ada", "7H", "?"), FRENCH, "SC4", id="SC4 a card face down"),
        pytest.param((count("Ada"),), seen("Ada", "red_5", "?"), UNO, "SC4", id="SC4 not known which"),
        pytest.param((), finish(), {}, "SC7", id="SC7 nothing is written"),
        pytest.param((write("Ada", 7),), finish(), {}, "SC7", id="SC7 the round is not complete"),
        pytest.param(ROUND, finish(), {}, None, id="SC7 enough"),
        pytest.param(ENDED, write("Ada", 1), {}, "SC8", id="SC8 it is over"),
    ],
)
def test_what_may_be_done(before, move, house, rule):
    assert refused(played(options(**house), *before), move) == rule


@pytest.mark.parametrize(
    ("thing", "house", "points"),
    [
        pytest.param("4", {}, 4, id="SC3 a die"),
        pytest.param("7H", FRENCH, 7, id="SC4 a number"),
        pytest.param("TD", FRENCH, 10, id="SC4 ten"),
        pytest.param("KS", FRENCH, 10, id="SC4 a king"),
        pytest.param("AC", FRENCH, 11, id="SC4 an ace"),
        pytest.param("AC", {**FRENCH, "ace": 1}, 1, id="SC4 an ace for one"),
        pytest.param("blue_0", UNO, 0, id="SC4 nought"),
        pytest.param("red_draw2", UNO, 20, id="SC4 a sign"),
        pytest.param("wild_draw4", UNO, 50, id="SC4 a black card"),
    ],
)
def test_sc4_what_a_thing_counts(thing, house, points):
    assert worth(thing, options(**house)) == points


def test_sc3_what_lies_there_is_added_up_and_said():
    state = played(options(**FRENCH), count("Ben"))
    step = GAME.play(state, seen("Ben", "7H", "KS", "AC"))
    assert step.notes[0].says.args == {"sum": "7 + 10 + 11", "n": 28, "seat": "Ben"}
    assert totals(step.state) == {"Ada": 0, "Ben": 28}


@pytest.mark.parametrize(
    ("house", "points", "winners"),
    [
        pytest.param({}, (7, 3), ("Ada",), id="SC8 the most"),
        pytest.param({"wins": "least"}, (7, 3), ("Ben",), id="SC8 the fewest"),
        pytest.param({}, (5, 5), SEATS, id="SC8 ties share"),
    ],
)
def test_sc8_who_wins(house, points, winners):
    written = [write(seat, n) for seat, n in zip(SEATS, points, strict=True)]
    assert GAME.outcome(played(options(**house), *written, finish())).winners == winners


def told(at, kind, value, name, seat="", source=Source.TOUCH):
    ask = next(ask.id for ask in at.table.asks if ask.id.startswith(name))
    return at.hear(kind, value, seat, ask=ask, source=source)


def test_a_round_is_told_by_touch_and_by_what_the_eyes_see():
    at = AtTheTable(GAME, SEATS, target=20)
    told(at, Kind.NUMBER, 12, "points:1:Ada", "Ada")
    told(at, Kind.CONFIRM, True, "count:1:Ben", "Ben")
    assert (
        told(at, Kind.DICE, {"pips": [4, UNREAD]}, "seen", source=Source.CAMERA).verdict
        is not Verdict.ACCEPTED
    )
    told(at, Kind.DICE, {"pips": [4, 6, 6, 4]}, "seen", source=Source.CAMERA)
    assert at.state.phase == "over" and GAME.scores(at.state) == {"Ada": 12, "Ben": 20}


def test_cards_beside_each_other_are_counted():
    at = AtTheTable(GAME, SEATS, counts="uno")
    told(at, Kind.CONFIRM, True, "count:1:Ada", "Ada")
    cards = {"place": "score:Ada", "cards": ["red_5", "blue_skip", "wild"]}
    told(at, Kind.CARD, cards, "seen", source=Source.CAMERA)
    assert at.state.row == {"Ada": 75}


@pytest.mark.parametrize("wins", ["most", "least"])
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_writes_points_like_those_of_the_others(level, wins):
    state = played(options(wins=wins), *ROUND)
    move = bots.choose(state, "Ben", level, Random(1))
    assert refused(state, move) is None and 2 <= move.points <= 10
    assert bots.choose(played(options(), count("Ada")), "Ben", level, Random(1)) is None
    many = played(options(), rounds=({"Ada": 1, "Ben": 2},) * 20)
    assert bots.choose(many, "Ben", level, Random(1)) == finish("Ben"), "nobody has set an end"
