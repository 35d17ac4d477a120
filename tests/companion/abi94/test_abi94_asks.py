"""Abi '94 by touch, by camera and in words; and how many ways there are."""

import msgspec
import pytest
from abi94_evenings import SEATS, after, before_the_exam, position

from companion.facts import Fact, Kind, Source
from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from companion.games.abi94.state import Pupil, deck, places
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


def test_ab14_ab10_the_eyes_look_only_where_a_card_may_lie():
    state = after(position(), m.Play(seat="Ada", target="Ben", card="+1"), m.HandIn(seat="Ben"))
    places_asked = {ask.place for ask in GAME.asks(state) if ask.kind is Kind.CARD}
    assert places_asked == {"now:Ada", "now:Cleo", "now:Dora"}


def test_ab11_the_mat_has_two_zones():
    state = after(position(Ben={"before": ["+2"]}), m.Play(seat="Ada", target="Ben", card="+1"))
    piles = {pile.place: pile.cards for pile in GAME.view(state).piles}
    assert piles["now:Ben"] == ("+1",) and piles["before:Ben"] == ("+2",)


def test_ab2_ab4_the_view_tells_what_is_still_needed():
    state = position(project=4, Ben={"before": ["+2"], "pills": 1, "klausuren": [5, 5, 15]}, Ada={"pills": 3})
    assert GAME.view(state).detail["needs"] == {"Ada": 8, "Ben": 4, "Cleo": 5, "Dora": 5}


def test_the_view_shows_no_hidden_card():
    state = position(Ben={"hand": ["-5", "+5"]})
    view = GAME.view(state)
    assert not any(pile.place.startswith("hand") for pile in view.piles)


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


def test_every_card_of_the_pack_is_somewhere():
    state = position(Ben={"before": ["+2", "-5"]})
    assert sum(len(cards) for cards in places(state).values()) == deck(state).cards.size


def test_a_position_reads_as_it_was_written():
    state = before_the_exam()
    assert GAME.read_position(GAME.write_position(state)) == state
    assert isinstance(state.pupils["Ada"], Pupil)


# --- how many ways there are, against silent changes of the rules ---

ALL = ["A", "B", "C", "D"]
COUNTED = [
    pytest.param({}, (56, 2379), id="AB9 hidden hands: fourteen kinds before four players"),
    pytest.param(
        {
            "pupils": {
                "A": {"hand": ["-2", "+1"]},
                "B": {"hand": ["-2", "+5"]},
                "C": {"hand": ["MA", "-1"]},
                "D": {"hand": ["CH", "MP"]},
            }
        },
        (8, 44, 229),
        id="AB15 AB30 open hands",
    ),
    pytest.param(
        {
            "pupils": {
                "A": {"hand": ["CH", "ME"], "before": ["+5", "+1"]},
                "B": {"hand": ["+1", "+2"], "before": ["+3"]},
                "C": {"hand": ["MP", "-4"], "before": ["-5", "-1"]},
                "D": {"hand": ["-5"]},
            }
        },
        (8, 42, 280),
        id="AB22 AB23 MamaPapa and cheating",
    ),
    pytest.param(
        {"project": 4, "pupils": {s: {"hand": ["+5", "MA"], "before": ["+4", "+3", "-1"]} for s in ALL}},
        (8, 138, 1361),
        id="AB28 AB43 the exam",
    ),
]


def ways(state, moves):
    if not moves:
        return 1
    legal = (move for seat in state.seats for move in GAME.legal(state, seat))
    return sum(ways(GAME.play(state, move).state, moves - 1) for move in legal)


@pytest.mark.parametrize(("start", "counts"), COUNTED)
def test_how_many_ways_there_are(start, counts):
    state = GAME.read_position({"seats": ALL, "phase": "turn", "leader": "A", **start})
    assert tuple(ways(state, n) for n in range(1, len(counts) + 1)) == counts
