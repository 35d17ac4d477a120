"""Abi '94: what is told along with a ruling, and by which rule."""

from abi94_evenings import (
    SEATS,
    after,
    before_the_exam,
    calm,
    next_turn,
    position,
    refused,
    scored,
    started,
    turning,
)

from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from tests.tables import cases


def told(state, move):
    return [(note.says.key, note.rule) for note in GAME.play(state, move).notes]


@cases(
    "project, exam, before, key, rule",
    {
        "AB2 four points are a fail": (1, False, ["+4"], "note.klausur_failed", "AB35"),
        "AB2 five are a pass": (1, False, ["+5"], "note.klausur_passed", "AB35"),
        "AB2 more are, too": (1, False, ["+5", "+4"], "note.klausur_passed", "AB35"),
        "AB43 a good exam": (4, True, ["+5", "+4", "+3"], "note.exam_passed", "AB43"),
        "AB43 a hopeless one": (4, True, ["+5"], "note.exam_failed", "AB43"),
    },
)
def test_what_was_handed_in_is_told(project, exam, before, key, rule):
    state = position(project=project, Ben={"before": before, "now": "ME", "received": True, "played": True})
    state = GAME.read_position({**GAME.write_position(state), "phase": "window"})

    assert told(state, m.HandIn(seat="Ben", sure=True))[0] == (key, rule)


def test_ab39_whether_it_was_a_pill_is_told():
    state = scored(turning(), 5, 5, 5, 5)
    state = GAME.read_position(GAME.write_position(state))

    assert told(state, m.Test(seat="Ada", face=9))[0] == ("note.no_pill", "AB39")
    chips = GAME.write_position(state)
    chips["pupils"]["Ada"]["chips"] = 9
    assert told(GAME.read_position(chips), m.Test(seat="Ada", face=9))[0] == ("note.pill", "AB39")


def last_test(state):
    """The notes of the test that ends the project."""
    waiting = [s for s in SEATS if state.pupils[s].standing != "out" and not state.pupils[s].tested]
    for seat in waiting[:-1]:
        state = after(state, m.Test(seat=seat, face=9))
    return GAME.play(state, m.Test(seat=waiting[-1], face=9)).notes


def test_ab1_the_next_project_is_told():
    """AB1: a Klausur by its number; AB3: the exam, for those who are still here."""
    klausur = last_test(scored(turning(), 5, 5, 5, 5))[-1]
    second = next_turn(calm(scored(turning(), 12, 9, 5, 5)))
    third = next_turn(calm(scored(second, 12, 9, 5, 5)))
    exam = last_test(scored(third, 12, 9, 5, 5))[-1]

    assert (klausur.rule, klausur.says.args["project"].key) == ("AB1", "project.klausur")
    assert klausur.says.args["project"].args["number"] == 2
    assert (exam.rule, exam.says.args["project"].key) == ("AB3", "project.exam")
    assert exam.says.args["seats"] == list(SEATS)
    assert before_the_exam().project == 4


@cases(
    "phase, ready, ruling",
    {
        "AB38 somebody has still to lay": ("turn", (), ("AB38", "round_not_complete")),
        "A13 all have confirmed": ("window", SEATS, None),
        "A13 one has not": ("window", SEATS[:3], ("A13", "not_all_confirmed")),
    },
)
def test_when_a_round_may_be_closed(phase, ready, ruling):
    laid = {"now": "+1", "received": True, "played": True}
    pupils = {seat: {**laid, "ready": seat in ready} for seat in SEATS}
    value = {"seats": SEATS, "phase": phase, "leader": "Ada", "turn": "Ada", "pupils": pupils}
    state = GAME.read_position({**value, "options": {"window": "all_confirm"}})

    assert refused(state, m.Close()) == ruling


def test_ab6_who_has_changed_one_card_changes_no_other():
    state = after(started(), m.Deal(), m.Swap(seat="Ben", count=1))

    assert refused(state, m.Swap(seat="Ben", count=1)) == ("AB6", "swapped_already")
    none = after(started(), m.Deal(), m.Swap(seat="Ben", count=0))
    assert refused(none, m.Swap(seat="Ben", count=1)) == ("AB6", "swapped_already")


# --- what a card does ---


@cases(
    "card, chips, project, told_after, chips_after",
    {
        "AB19 two chips": ("+4", 0, 1, [("note.chips_taken", "AB19", 2)], 2),
        "AB20 one goes back": ("-4", 3, 1, [("note.chip_returned", "AB20", 1)], 2),
        "AB20 nothing goes back": ("-4", 0, 1, [("note.no_chip", "AB20", None)], 0),
        "AB21 one goes back": ("ME", 3, 1, [("note.chip_returned", "AB21", 1)], 2),
        "AB40 no chips in the exam": ("ME", 3, 4, [], 3),
        "AB22 nothing to cover": ("MP", 3, 1, [("note.spent.mamapapa", "AB22", None)], 3),
        "AB23 nothing to copy": ("CH", 3, 1, [("note.spent.cheating", "AB23", None)], 3),
        "AB9 a plain card": ("+1", 3, 1, [], 3),
    },
)
def test_what_the_card_does_is_told(card, chips, project, told_after, chips_after):
    state = position(project=project, Ben={"chips": chips, "hand": ["?"] * 5})

    step = GAME.play(state, m.Play(seat="Ada", target="Ben", card=card))

    notes = [(note.says.key, note.rule, note.says.args.get("n")) for note in step.notes]
    assert notes == [("note.laid", "AB9", None), *told_after]
    assert step.state.pupils["Ben"].chips == chips_after


def test_ab9_a_card_for_oneself_is_told_as_such():
    assert told(position(), m.Play(seat="Ada", target="Ada", card="+1"))[0] == ("note.laid_own", "AB9")


# --- the die and the neighbour's answer ---


def copying(**cleo):
    """Ben has received Cheating; Ada and Cleo sit beside him with answers."""
    state = position(Ada={"before": ["+5"]}, Cleo={"before": ["+2"], **cleo})
    return after(
        state, m.Play(seat="Ada", target="Ada", card="-1"), m.Play(seat="Ben", target="Ben", card="CH")
    )


@cases(
    "face, ruling",
    {
        "A1 the face 0": (0, None),
        "A1 ten, which is the same face": (10, None),
        "AB23 no such face": (11, ("AB23", "no_face")),
        "AB23 fewer than none": (-1, ("AB23", "no_face")),
    },
)
def test_faces_of_the_die(face, ruling):
    state = after(copying(), m.Name(seat="Ben", neighbour="Ada", card="+5"))

    assert refused(state, m.Roll(seat="Ben", face=face)) == ruling


@cases(
    "neighbour, before, ruling, named",
    {
        "AB23 it lies before the other one": ("Cleo", ["+2"], ("AB23", "no_such_answer"), 1),
        "AB23 there is none": ("Cleo", ["-2"], ("AB23", "no_answer"), 0),
        "AB24 that is no neighbour": ("Dora", ["+2"], ("AB24", "not_a_neighbour"), None),
    },
)
def test_an_answer_that_is_not_there(neighbour, before, ruling, named):
    state, move = copying(before=before), m.Name(seat="Ben", neighbour=neighbour, card="+5")

    assert refused(state, move) == ruling
    cards = GAME.refuse(state, move).says.args.get("cards")
    assert (cards if cards is None else len(cards)) == named


# --- the end ---


@cases(
    "last, winners, key",
    {
        "AB45 one has the best grade": ((12, 5, 0, 0), ("Ada",), "outcome.won"),
        "AB45 two have": ((12, 12, 0, 0), ("Ada", "Ben"), "outcome.shared"),
    },
)
def test_how_the_end_is_told(last, winners, key):
    exam = {seat: {"raw": raw, "types": 3} for seat, raw in zip(SEATS, last, strict=True)}
    pupils = {
        seat: {"standing": "handed_in", "klausuren": [10, 10, 10], "exam": exam[seat]} for seat in SEATS
    }
    state = GAME.read_position({"seats": SEATS, "phase": "over", "project": 4, "pupils": pupils})

    outcome = GAME.outcome(state)

    assert (outcome.winners, outcome.says.key) == (winners, key)
