"""What somebody says is true: a count that cannot be, a "No", what is taken back, and records that say so."""

from companion.asks import Fact, Kind, Source
from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.seats import seats_named
from companion.table import Table
from companion.words import game_words

GAME = find_game("abspecken")
POSITION = {
    "seats": ["Ann", "Bob"],
    "phase": "act",
    "players": {
        "Ann": {"hand": ["5", "6"], "draw": []},
        "Bob": {"hand": ["?", "?"], "own": ["2", "3", "5", "6", "6"], "pile": []},
    },
    "rolled": {"pips": [5, 6], "ban": "1"},
}


def table():
    clock = HandClock(now=10)
    made = Table.start(
        GAME, seats_named(("Ann", "Bob")), GAME.options(), Journal.open(":memory:", clock), clock
    )
    assert made.override(POSITION, "for the test").verdict == "accepted"
    for seat, cards in (("Bob", ["5"]), ("Ann", ["6", "5"])):
        value = {"place": f"discard:{seat}", "cards": cards}
        made.hear(Fact(Kind.CARD, value, clock.now(), Source.CAMERA, seat, f"discard:{seat}"))
    assert made.state.phase == "score"
    return made


def count_of(made, seat="Bob"):
    return next(ask for ask in made.asks if ask.id == f"count:{seat}")


def test_a_count_that_cannot_be_names_the_card_that_was_read_wrongly():
    """Bob laid the 6 and not the 5: then one point less is left."""
    made = table()
    ask = count_of(made)
    assert ask.low == ask.high
    slips = made.slips(ask, ask.low - 1)
    said = [game_words(GAME).say(slip.says, "en") for slip in slips]
    assert said == ["Bob: the 5 was a 6"]
    assert made.correct(slips[0].entry, slips[0].value).verdict == "accepted"
    assert count_of(made).low == ask.low - 1


def test_nobody_is_named_for_what_no_single_card_explains():
    made = table()
    assert made.slips(count_of(made), 99) == ()


def test_what_people_are_sure_of_stands_all_the_same():
    made = table()
    part = GAME.as_counted(made.state, count_of(made), 21)
    assert made.override(part, "Bob counts 21").verdict == "accepted"
    assert made.state.counts == {"Bob": 21}


def test_the_log_says_of_a_wish_that_was_refused_that_it_was():
    made = table()
    assert made.override({"roller": "Nobody"}, "somebody else").verdict == "refused"
    assert made.log()[-1].says.key == "log.override_refused"
