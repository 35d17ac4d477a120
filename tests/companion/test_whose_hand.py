"""A hand that lies there while several have to show theirs: the table is asked whose it is, by name."""

import pytest

from companion.asks import Fact, Kind, Source
from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import Table
from companion.words import game_words, languages

HANDS = {"Ben": ["m5", "g7"], "Cem": ["y1", "c3"]}


@pytest.fixture
def scoring():
    """Ada has won the round of Wobble, and two have to show two cards each."""
    game, clock = find_game("wobble"), HandClock(10**9)
    table = Table.start(game, seats_named(("Ada", *HANDS), "en"), {}, Journal.open(":memory:", clock), clock)
    position = game.write_position(table.state)
    players = {
        name: {**player, "hand": [] if name == "Ada" else ["?", "?"], "counted": name == "Ada"}
        for name, player in position["players"].items()
    }
    agreed = table.override({"phase": "score", "players": players, "discard": ["g4"]}, "to score")
    assert agreed.verdict is Verdict.ACCEPTED
    assert sorted(ask.place for ask in table.asks if not ask.optional) == ["hand:Ben", "hand:Cem"]
    return table


def seen(*cards):
    ben, cem = ({"place": f"hand:{seat}", "cards": list(cards)} for seat in HANDS)
    return Fact(Kind.CARD, ben, 2 * 10**9, Source.CAMERA, sure=0.4, choices=(cem,))


def test_it_is_asked_whose_hand_it_is_and_the_answer_counts(scoring):
    ruling = scoring.hear(seen(*HANDS["Cem"]))
    assert ruling.verdict is Verdict.UNSURE
    words = game_words(scoring.game)
    for language in languages():
        assert [words.say(choice.says, language) for choice in ruling.choices] == ["Ben", "Cem"]
        assert "Ben" in words.say(ruling.why, language) and "{" not in words.say(ruling.why, language)

    cem = next(choice for choice in ruling.choices if choice.seat == "Cem")
    told = scoring.hear(Fact(Kind.CARD, cem.value, 3 * 10**9, Source.TOUCH, cem.seat))
    assert told.verdict is Verdict.ACCEPTED
    assert scoring.state.players["Cem"].counted and not scoring.state.players["Ben"].counted
    assert scoring.state.players["Cem"].minus == 4
