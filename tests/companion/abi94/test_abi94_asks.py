"""Abi '94 by touch, by camera and in words; and how many ways there are."""

import msgspec
import pytest
from abi94_evenings import SEATS, after, position
from test_abi94_prompts import pending

from companion.asks import Fact, Kind, Source
from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from companion.lab.candidates import legal
from companion.rulings import Question
from companion.words import game_words
from tests.tables import cases

# --- by touch, by camera, in words ---


def ask_of(state, name):
    return next(ask for ask in GAME.asks(state) if ask.id.partition(":")[0] == name)


def test_ab23_the_odds_are_told_before_anybody_dares():
    state = position(Ada={"before": ["+5"]}, Ben={"before": ["+3"]}, Cleo={"before": ["+2"]})
    state = after(state, m.Play(seat="Ada", target="Ben", card="CH"))
    said = [game_words(GAME).say(choice.says, "en") for choice in ask_of(state, "copy").choices]
    assert said == [
        "+2 (art) from Cleo: caught 20 %, on average +1.0",
        "+5 (physics) from Ada: caught 50 %, on average +1.0",
        "do not copy",
    ]


def test_ab23_the_die_is_seen_or_typed():
    state = position(Ada={"before": ["+5"]})
    state = after(state, m.Play(seat="Ada", target="Ben", card="CH"))
    ask = ask_of(state, "copy")
    fact = Fact(Kind.CHOICE, ask.choices[0].value, 0, Source.TOUCH, "Ben", ask.id)
    state = after(state, GAME.understand(state, ask, fact))
    seen, typed = (next(a for a in GAME.asks(state) if a.kind is kind) for kind in (Kind.DICE, Kind.NUMBER))
    by_eye = GAME.understand(state, seen, Fact(Kind.DICE, {"d10": ["0"]}, 0, Source.CAMERA))
    by_hand = GAME.understand(state, typed, Fact(Kind.NUMBER, 0, 0, Source.TOUCH))
    assert by_eye == by_hand == m.Roll(seat="Ben", face=0)
    assert after(state, by_eye).pupils["Ben"].copied == (5,)


def test_ab32_the_companion_asks_whether_there_is_nothing_but_mantas():
    state = position()
    state = after(
        state,
        m.Play(seat="Ada", target="Ben", card="+1"),
        m.Play(seat="Ben", target="Ada", card="+1"),
        m.Play(seat="Cleo", target="Dora", card="+1"),
    )
    ask = next(ask for ask in GAME.asks(state) if ask.place == "now:Cleo")
    value = {"place": "now:Cleo", "cards": ["MA"]}
    question = GAME.understand(state, ask, Fact(Kind.CARD, value, 0, Source.CAMERA))
    assert isinstance(question, Question)
    fact = Fact(Kind.CARD, question.choices[0].value, 0, Source.TOUCH)
    assert after(state, GAME.understand(state, ask, fact)).phase == "window"


@cases(
    "answer, move",
    {
        "AB43 it is not handed in": ("keep", m.Keep(seat="Ben")),
        "AB43 it is": ("handin", m.HandIn(seat="Ben", sure=True)),
    },
)
def test_who_was_asked_is_sure_or_not(answer, move):
    state = pending("sure", project=4)
    (ask,) = GAME.asks(state)

    assert GAME.understand(state, ask, Fact(Kind.CHOICE, answer, 0, Source.TOUCH, "Ben", ask.id)) == move


@cases(
    "value",
    {
        "no seats": {"seats": []},
        "a seat twice": {"seats": ["A", "A"]},
        "a stranger": {"seats": SEATS, "leader": "Nobody"},
        "an unknown card": {"seats": SEATS, "pupils": {"Ada": {"before": ["+7"]}}},
        "AB22 a cover on nothing": {"seats": SEATS, "pupils": {"Ada": {"covered": ["-5"]}}},
        "AB41 chips that are no number": {"seats": SEATS, "pupils": {"Ada": {"chips": "many"}}},
        "an unknown deck": {"seats": SEATS, "options": {"deck": "c"}},
    },
)
def test_positions_that_cannot_be(value):
    with pytest.raises(msgspec.ValidationError):
        GAME.read_position(value)


# --- how many ways there are, against silent changes of the rules ---

ALL = ["A", "B", "C", "D"]
COUNTED = {
    "AB9 hidden hands: fourteen kinds before four players": ({}, (56, 2379)),
    "AB15 AB30 open hands": (
        {
            "pupils": {
                "A": {"hand": ["-2", "+1"]},
                "B": {"hand": ["-2", "+5"]},
                "C": {"hand": ["MA", "-1"]},
                "D": {"hand": ["CH", "MP"]},
            }
        },
        (8, 44, 229),
    ),
    "AB22 AB23 MamaPapa and cheating": (
        {
            "pupils": {
                "A": {"hand": ["CH", "ME"], "before": ["+5", "+1"]},
                "B": {"hand": ["+1", "+2"], "before": ["+3"]},
                "C": {"hand": ["MP", "-4"], "before": ["-5", "-1"]},
                "D": {"hand": ["-5"]},
            }
        },
        (8, 42, 280),
    ),
    "AB28 AB43 the exam": (
        {"project": 4, "pupils": {s: {"hand": ["+5", "MA"], "before": ["+4", "+3", "-1"]} for s in ALL}},
        (8, 138, 1361),
    ),
}


def ways(state, moves):
    if not moves:
        return 1
    every = (move for seat in state.seats for move in legal(GAME, state, seat))
    return sum(ways(GAME.play(state, move).state, moves - 1) for move in every)


@cases("start, counts", COUNTED)
def test_how_many_ways_there_are(start, counts):
    state = GAME.read_position({"seats": ALL, "phase": "turn", "leader": "A", **start})
    assert tuple(ways(state, n) for n in range(1, len(counts) + 1)) == counts
