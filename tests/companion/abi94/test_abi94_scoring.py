"""AB35, AB39, AB43 to AB46 and the switches for points, dice and decks."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import WrongOptionsError
from companion.games.abi94 import GAME
from companion.games.abi94.deck import AbiOptions, CardKind, deck_of, problems, read_deck, shipped
from companion.games.abi94.scoring import (
    Exam,
    Record,
    chance_percent,
    copy_gain,
    grade,
    klausur_score,
    lost,
    ranking,
    raw_points,
    strikes,
    total_points,
    types_of,
    values_of,
)
from companion.lab.vectors import abi94 as vectors
from companion.words import game_words, languages
from tests.tables import cases

HOUSE = AbiOptions()
DECK = deck_of(HOUSE)


@cases(
    "cards, covered, copied, raw, score",
    {
        "AB2 exactly five": ("+5 +2 -2", "", (), 5, 5),
        "AB2 four are written down as well": ("+5 -1", "", (), 4, 4),
        "AB35 at most fifteen": ("+5 +5 +4 +3", "", (), 17, 15),
        "AB35 covered cards are out, copies are in": ("+5 -5 MP +3 -2", "-5", (4,), 10, 10),
        "AB35 copied points are inside the limit": ("+5 +4 +3", "", (5,), 17, 15),
        "A11 below zero": ("-5 -3 +1", "", (), -7, -7),
        "AB35 cards without value": ("MP CH MA ME", "", (), 0, 0),
    },
)
def test_points_of_a_klausur(cards, covered, copied, raw, score):
    points = raw_points(values_of(cards.split(), DECK), values_of(covered.split(), DECK), copied)
    assert (points, klausur_score(points, False, HOUSE)) == (raw, score)


@cases(
    "options, raw, failed, score",
    {
        "AB26 caught twice beats any cards": ({}, 10, True, 0),
        "A11 never below zero": ({"failed_points": "zero_floor"}, -7, False, 0),
        "A11 a floor changes nothing above it": ({"failed_points": "zero_floor"}, 3, False, 3),
        "A11 a failed one counts 0": ({"failed_points": "fails_zero"}, 4, False, 0),
        "A11 a passed one counts": ({"failed_points": "fails_zero"}, 5, False, 5),
    },
)
def test_failed_klausuren(options, raw, failed, score):
    assert klausur_score(raw, failed, AbiOptions(**options)) == score


@cases(
    "exam, net, doubled, missing",
    {
        "AB44 one pill": (Exam(12, 1, 3), 11, 22, ()),
        "AB44 the pill comes off after the limit": (Exam(17, 1, 3), 14, 28, ()),
        "AB44 three pills": (Exam(20, 3, 4), 12, 24, ()),
        "AB44 six points and two pills": (Exam(6, 2, 3), 4, 8, ("points",)),
        "AB43 five points pass": (Exam(5, 0, 3), 5, 10, ()),
        "AB43 two types are not enough": (Exam(14, 0, 2), 14, 28, ("types",)),
        "AB43 points of which nothing else is known": (Exam(12), 12, 24, ("types",)),
        "AB43 four points fail": (Exam(4, types=3), 4, 8, ("points",)),
        "AB27 thrown out": (Exam(0, 0, 0, True), 0, 0, ("ejected", "points", "types")),
    },
)
def test_the_exam(exam, net, doubled, missing):
    assert (exam.net, exam.doubled, exam.missing, exam.passed) == (net, doubled, missing, not missing)


@cases(
    "options, cards, copied, types",
    {
        "AB43 only plus cards have a type": ({}, "+5 +5 +4 -3 ME", (), 2),
        "A14 a copied answer is no type": ({}, "+5 +4", (3,), 2),
        "A14 as a house rule it is": ({"cheat_type": True}, "+5 +4", (3,), 3),
        "A14 but not twice the same": ({"cheat_type": True}, "+5 +4", (5,), 2),
        "A2 the printed subject": ({"deck": "b"}, "+5g +5r +5v", (), 3),
        "A2 the value": ({"deck": "b", "plus_type": "value"}, "+5g +5r +5v", (), 1),
        "A14 a value is there once": ({"cheat_type": True, "plus_type": "value"}, "+5 +4", (4,), 2),
    },
)
def test_types_of_plus_cards(options, cards, copied, types):
    house = AbiOptions(**options)
    assert types_of(tuple(cards.split()), copied, deck_of(house), house) == types


@cases(
    "options, scores, out",
    {
        "AB3 two of three": ({}, (5, 5, -2), False),
        "AB3 one is not enough": ({}, (4, 15, 3), True),
        "AB42 two fails are the end": ({}, (4, 4), True),
        "AB42 one is not": ({}, (4,), False),
        "A17 all three": ({"pass_count": 3}, (5, 5, 4), True),
        "A17 all three passed": ({"pass_count": 3}, (5, 6, 7), False),
    },
)
def test_who_sits_the_exam(options, scores, out):
    house = AbiOptions(**options)
    assert lost(scores, house) == out


@cases(
    "total, note",
    {
        "AB4 the maximum": (75, "1.0"),
        "AB4 69": (69, "1.0"),
        "AB4 68": (68, "1.1"),
        "AB4 67": (67, "1.2"),
        "AB4 47": (47, "2.5"),
        "AB4 26": (26, "3.9"),
        "AB4 25": (25, "4.0"),
        "AB4 passed with wrecked Klausuren": (-40, "4.0"),
    },
)
def test_grades(total, note):
    assert grade(total) == note


@given(st.integers(-60, 75))
def test_ab4_the_grade_is_the_scale_of_the_real_abitur(total):
    tenths = min(40, max(10, (170 - 2 * total) // 3))
    assert grade(total) == f"{tenths // 10}.{tenths % 10}"


def test_ab4_a_family_can_bring_its_own_table():
    assert grade(30, {"1": 40, "2": 30, "6": 0}) == "2"
    assert grade(-5, {"1": 40, "6": 0}) == "6"


def test_ab45_the_total_is_three_klausuren_and_the_doubled_exam():
    assert total_points((8, 6, 11), Exam(12, 1, 3)) == 25 + 22
    assert total_points((5, 5, -10), Exam(5, 0, 3)) == 10


def test_ab46_a_failed_exam_brings_nothing():
    assert total_points((8, 6, 11), Exam(4, 0, 3)) == 25


@cases(
    "options, rows, order",
    {
        "AB4 the better grade": ({}, [("A", 50, 10, 0), ("B", 60, 10, 0)], (("B",), ("A",))),
        "AB4 then the points": ({}, [("A", 67, 12, 0), ("B", 66, 12, 0)], (("A",), ("B",))),
        "AB4 then the exam": ({}, [("A", 50, 9, 0), ("B", 50, 10, 0)], (("B",), ("A",))),
        "AB4 then fewer pills": ({}, [("A", 50, 10, 2), ("B", 50, 10, 1)], (("B",), ("A",))),
        "AB4 then shared": ({}, [("A", 50, 10, 1), ("B", 50, 10, 1)], (("A", "B"),)),
        "AB4 grade alone": ({"tie": "shared_on_grade"}, [("A", 67, 12, 0), ("B", 66, 9, 3)], (("A", "B"),)),
    },
)
def test_ranking(options, rows, order):
    assert ranking([Record(*row, passed=True) for row in rows], AbiOptions(**options)) == order


def test_ab46_who_failed_has_no_place():
    rows = [Record("A", 70, 4, 0, False), Record("B", 30, 6, 0, True)]
    assert ranking(rows, HOUSE) == (("B",),)


@cases(
    "options, value, face, caught",
    {
        "AB23 equal is caught": ({}, 3, 3, True),
        "AB23 above is not": ({}, 3, 4, False),
        "A1 the zero counts ten": ({}, 5, 0, False),
        "A1 a ten is the same face": ({}, 5, 10, False),
        "A1 the zero counts zero": ({"d10_zero": 0}, 5, 0, True),
    },
)
def test_being_caught(options, value, face, caught):
    assert strikes(value, face, AbiOptions(**options)) is caught


@cases(
    "options, chips, face, pill",
    {
        "AB39 equal is a pill": ({}, 4, 4, True),
        "AB39 above is none": ({}, 4, 5, False),
        "AB39 no chips, no pill": ({}, 0, 0, False),
        "AB39 ten chips: certain": ({}, 10, 0, True),
        "A1 with zero as zero even without chips": ({"d10_zero": 0}, 0, 0, True),
    },
)
def test_stress(options, chips, face, pill):
    assert strikes(chips, face, AbiOptions(**options)) is pill


@given(st.integers(0, 14), st.sampled_from((10, 0)))
def test_a1_the_odds_are_those_of_the_ten_faces(most, zero):
    house = AbiOptions(d10_zero=zero)
    assert chance_percent(most, house) == 10 * sum(strikes(most, face, house) for face in range(10))


@pytest.mark.parametrize(
    ("value", "at_stake", "gain"),
    [(1, 0, 0.9), (2, 0, 1.6), (3, 0, 2.1), (4, 0, 2.4), (5, 0, 2.5), (2, 5, 0.6), (5, 5, 0.0)],
    ids="AB23 +{}".format,
)
def test_what_copying_brings(value, at_stake, gain):
    assert copy_gain(value, at_stake, HOUSE) == pytest.approx(gain)


@cases(
    "switches, field, value",
    {
        "A1": ({"d10_zero_is": 0}, "d10_zero", 0),
        "A13": ({"window": "10 s"}, "window", "timed"),
        "A13 all": ({"window": "all confirm"}, "window", "all_confirm"),
        "A12": ({"handin_before_play": "yes"}, "handin_before_play", "owes_card"),
        "A14": ({"cheat_counts_as_type": True}, "cheat_type", True),
        "A17": ({"pass_count": "three"}, "pass_count", 3),
        "A11": ({"floor_zero": True}, "failed_points", "zero_floor"),
    },
)
def test_switches_as_vectors_name_them(switches, field, value):
    assert getattr(vectors._options(switches), field) == value


# --- decks ---


@pytest.mark.parametrize("name", ["a", "b"])
def test_the_decks_that_come_along_have_92_cards(name):
    assert problems(shipped(name)) == ()
    assert sum(kind.count for kind in shipped(name)) == 92


def test_ab15_both_decks_have_the_same_minus_cards():
    minus = [{k.id: k.count for k in shipped(name) if k.value < 0} for name in "ab"]
    assert minus[0] == minus[1] == {"-1": 6, "-2": 6, "-3": 6, "-4": 4, "-5": 4}


def changed(card, **changes):
    kinds = {kind.id: kind for kind in shipped("a")}
    kinds[card] = msgspec.structs.replace(kinds[card], **changes)
    return tuple(kinds.values())


@cases(
    "kinds, key",
    {
        "91 cards": (changed("+1", count=9), "deck.too_few"),
        "93 cards": (changed("+1", count=11), "deck.too_many"),
        "a name twice": (changed("+1", id="+2"), "deck.name"),
        "the name of hidden cards": (changed("+1", id="?"), "deck.name"),
        "no card at all": (changed("+1", count=0), "deck.count"),
        "a value too high": (changed("+1", value=6), "deck.value"),
        "an unknown effect": (changed("ME", effect="nap"), "deck.effect"),
        "a card that does nothing": (changed("ME", effect=""), "deck.nothing"),
        "AB43 a plus card without a subject": (changed("+1", subject=""), "deck.subject"),
        "AB43 too few subjects": (
            tuple(msgspec.structs.replace(k, subject="x") if k.value > 0 else k for k in shipped("a")),
            "deck.subjects",
        ),
        "AB15 a minus card that nobody can follow": (changed("-5", count=1), "deck.lonely_minus"),
    },
)
def test_decks_that_cannot_be_played(kinds, key):
    found = problems(kinds)
    assert key in [says.key for says in found]
    words = game_words(GAME)
    for says in found:
        for language in languages():
            assert "{" not in words.say(says, language)
    with pytest.raises(WrongOptionsError, match=found[0].key.replace(".", r"\.")):
        deck_of(AbiOptions(cards=kinds))


def test_a_family_can_bring_its_own_deck():
    text = "\n".join(
        f'[[card]]\nid = "{kind.id}"\nvalue = {kind.value}\nsubject = "{kind.subject}"\n'
        f'effect = "{kind.effect}"\ncount = {kind.count}'
        for kind in shipped("b")
    )
    kinds = read_deck(text)
    assert isinstance(kinds[0], CardKind)
    state = GAME.start(("A", "B", "C", "D"), AbiOptions(cards=kinds))
    assert state.draw == 92
    assert GAME.read_position(GAME.write_position(state)) == state


def test_a3_single_hard_learning_is_one_marked_card_of_each():
    deck = deck_of(AbiOptions(hard_learning="single"))
    assert deck.cards.size == 92
    assert (deck.kinds["+4"].effect, deck.kinds["+4*"].effect) == ("", "hard_learning")
    assert (deck.kinds["+4"].count, deck.kinds["+4*"].count) == (7, 1)
    assert (deck.kinds["-4"].effect, deck.kinds["-4*"].effect) == ("", "girl_friend")
