"""Forced Memory, rule by rule."""

import json
from random import Random

import msgspec
import pytest

from companion.asks import Fact, Kind, Source
from companion.games.forced_memory import GAME
from companion.games.forced_memory import moves as m
from companion.games.forced_memory.state import (
    COVERS,
    ForcedMemoryOptions,
    Memory,
    Shown,
    covered,
    distance,
    goal,
    unread_pyramid,
)
from companion.lab.candidates import legal
from companion.lab.short_pyramid import read_position
from companion.lab.vectors.forced_memory import outer_faces
from companion.pyramid.agree import Agree, Built, Seen
from companion.pyramid.cells import BASE, SADDLES
from companion.pyramid.notation import completed, total_facing
from companion.pyramid.positions import mixed
from companion.pyramid.shape import free_lying
from companion.rulings import Question
from companion.seats import seats_named
from companion.table.line import CannotStart, open_game
from tests.companion.referee_of import RefereeOf
from tests.tables import cases

_referee = RefereeOf(GAME)
after, refused, ask, told = _referee.after, _referee.refused, _referee.ask, _referee.told

SEATS = ("Ann", "Ben", "Cleo")
FIFTEEN = {"8,0,0": "y412", "7,1,0": "y356", "7,0,1": "y356"}  # 4 + 5 + 6 look into (7,0,0)
HERE, ELSEWHERE = (7, 0, 0), (3, 3, 1)


def lifting(roll=(4, 5, 6), known=FIFTEEN, **more):
    """Everything is covered, three dice are read, and Ann has rolled."""
    pyramid = {**unread_pyramid(), **known}
    position = {
        "seats": SEATS,
        "phase": "lift",
        "on_turn": "Ann",
        "roll": roll,
        "rolls": 1,
        "pyramid": pyramid,
    }
    return read_position(GAME, {**position, **more})


def rules_of(state, move):
    return [note.rule for note in GAME.play(state, move).notes]


# --- the covered funnels ---


def test_fm1_36_red_dice_cover_108_faces():
    """FM1."""
    built = BASE | COVERS

    assert (free_lying(built) & COVERS).bit_count() == len(covered(lifting())) == 36
    assert 3 * BASE.bit_count() - outer_faces(built) == 108


def test_fm13_27_outer_faces_stay_visible_and_a_corner_die_gives_away_its_third():
    """FM13."""
    assert outer_faces(BASE | COVERS) == 27
    assert completed((None, 1, 2)) == (4, 1, 2)


def test_fm9_red_numbers_do_not_matter():
    """FM9."""
    plain = lifting()
    red = lifting(known={**FIFTEEN, "7,0,0": "r132", "6,1,0": "r321"})

    assert total_facing(plain.pyramid, HERE) == total_facing(red.pyramid, HERE) == 15


@cases(
    "pyramid, rule",
    {
        "FM1 the base read before it is covered": (mixed(1, BASE, {"y": 45}), None),
        "FM1 everything covered": (unread_pyramid(), None),
        "FM1 a base that is not full": ({"8,0,0": "y???"}, "FM1"),
        "G1 45 red dice": (mixed(1, BASE, {"r": 55}), "G1"),
        "G2 a die in the air": ({"7,0,0": "r???"}, "G2"),
    },
)
def test_how_it_begins(pyramid, rule):
    refusal = GAME.refuse(GAME.start(SEATS, ForcedMemoryOptions()), Built(pyramid=pyramid))

    assert (refusal and refusal.rule) == rule


# --- rolling and lifting ---


def test_fm2_the_sum_is_announced_and_whoever_rolls_first_begins():
    """FM2."""
    state = after(GAME.start(SEATS, ForcedMemoryOptions()), Built())
    roll = told(state, "roll", {"pips": [6, 3, 1]}, seat="Cleo")

    note = GAME.play(state, roll).notes[0]

    assert (note.rule, note.says.args["sum"]) == ("FM2", 10)
    assert after(state, roll).on_turn == "Cleo"
    assert isinstance(told(state, "roll", {"pips": [6, 3]}), Question)
    assert refused(state, m.Lift(cell=HERE)) == ("A-FM3", "refused.roll_first")


def test_fm4_a_hit_is_kept_and_the_turn_goes_on_with_a_roll():
    """FM4."""
    state = after(lifting(), m.Lift(seat="Ann", cell=HERE))

    assert (state.phase, state.on_turn, GAME.scores(state)["Ann"]) == ("roll", "Ann", 1)
    hit = GAME.play(lifting(), m.Lift(seat="Ann", cell=HERE)).notes[-1]
    assert (hit.says.key, hit.points) == ("note.hit", {"Ann": 1})
    assert refused(state, m.Lift(seat="Ann", cell=ELSEWHERE)) == ("A-FM3", "refused.roll_first")


def test_fm5_a_miss_goes_back_and_the_left_neighbour_is_next():
    """FM5."""
    state = after(lifting((4, 5, 5)), m.Lift(seat="Ann", cell=HERE))

    assert (state.phase, state.on_turn, state.back) == ("choose", "Ben", HERE)
    assert "7,0,0" in state.pyramid
    assert refused(state, m.Lift(seat="Ann", cell=HERE)) == ("FM5", "refused.not_your_turn")
    notes = GAME.play(lifting((4, 5, 5)), m.Lift(seat="Ann", cell=HERE)).notes
    assert [note.says.key for note in notes[-2:]] == ["note.miss", "note.revealed"], "two lines are shown"


def test_fm6_the_next_one_leaves_the_dice_or_rolls_again():
    """FM6."""
    state = after(lifting((4, 5, 5)), m.Lift(seat="Ann", cell=HERE))
    assert [one.optional for one in GAME.asks(state)] == [False, True, True]

    left = after(state, m.Lift(seat="Ben", cell=ELSEWHERE))
    anew = after(state, m.Roll(seat="Ben", dice=(1, 1, 1)))

    assert left.kept_roll
    assert (anew.phase, anew.roll) == ("lift", (1, 1, 1))
    assert refused(anew, m.Roll(seat="Ben", dice=(1, 1, 1))) == ("FM6", "refused.rolled")


@cases(
    "reroll, dice, ruling",
    {
        "A-FM1 all three": ("three", (1, 1, 1), None),
        "A-FM1 one of them": ("one", (5, 4, 1), None),
        "A-FM1 not two": ("one", (4, 1, 1), ("A-FM1", "refused.one_die")),
    },
)
def test_rolling_again(reroll, dice, ruling):
    state = after(lifting((4, 5, 5), options={"reroll": reroll}), m.Lift(seat="Ann", cell=HERE))

    assert refused(state, m.Roll(seat="Ben", dice=dice)) == ruling


def test_fm7_a_won_funnel_is_out():
    """FM7."""
    state = after(lifting(), m.Lift(seat="Ann", cell=HERE), m.Roll(dice=(1, 1, 1)))

    assert refused(state, m.Lift(seat="Ann", cell=HERE)) == ("FM7", "refused.out_of_the_game")
    assert {"cells": [[7, 0, 0]]} not in [choice.value for choice in ask(state, "lift").choices]


def test_fm3_an_unread_sum_is_told_by_the_table_and_only_once():
    """FM3."""
    state = after(lifting(known={}), told(lifting(known={}), "lift", {"cells": [[7, 0, 0]]}))
    assert state.phase == "read"

    state = after(state, told(state, "read", 14))

    assert state.shown == {"7,0,0": Shown(14, 0)}
    again = after(state, m.Roll(seat="Ben", dice=(4, 4, 6)), m.Lift(seat="Ben", cell=HERE))
    assert GAME.scores(again)["Ben"] == 1
    assert refused(lifting(), m.Read(sum=9)) == ("FM3", "refused.nothing_to_read")


def test_a_fm5_the_die_lifted_first_counts():
    """A-FM5."""
    state = after(lifting(known={}), m.Lift(seat="Ann", cell=HERE))

    assert refused(state, m.Lift(seat="Ann", cell=ELSEWHERE)) == ("A-FM5", "refused.second_die")
    both = told(lifting(), "watch", {"taken": ["7,0,0", "3,3,1"]}, Source.CAMERA)
    assert (both.rule, both.says.key) == ("A-FM5", "question.which_first")
    assert told(lifting(), "watch", both.choices[0].value, Source.CAMERA) == m.Lift(cell=ELSEWHERE)


def test_fm12_a_yellow_die_stays_put():
    """FM12."""
    state = lifting()
    assert refused(state, m.Lift(seat="Ann", cell=(8, 0, 0))) == ("FM12", "refused.yellow")

    question = told(state, "watch", {"taken": ["7,0,0"], "turned": {"8,0,0": "?132"}}, Source.CAMERA)

    assert (question.rule, question.says.key) == ("FM12", "question.moved")
    as_remembered, as_it_lies = (told(state, "watch", c.value, Source.CAMERA) for c in question.choices)
    assert after(state, as_remembered).pyramid == state.pyramid
    assert isinstance(as_it_lies, Agree)


def test_fm12_the_question_about_a_moved_die_tells_no_number():
    """FM12."""
    state = lifting(known={**FIFTEEN, "0,0,8": "y654"})

    question = told(state, "watch", {"turned": {"0,0,8": "?132"}}, Source.CAMERA)

    assert "654" not in json.dumps(msgspec.to_builtins(question))


def test_fm3_the_camera_lifts_and_reads_in_one():
    """FM3."""
    state = lifting(known={})
    seen = {"taken": ["7,0,0"], "turned": {name: "?" + die[1:] for name, die in FIFTEEN.items()}}

    state = after(state, told(state, "watch", seen, Source.CAMERA))

    assert GAME.scores(state)["Ann"] == 1


def test_fm5_the_first_seat_is_on_turn_where_nothing_is_said():
    """FM5."""
    assert refused(lifting(on_turn=""), m.Lift(seat="Ann", cell=HERE)) is None
    assert refused(lifting(on_turn=""), m.Lift(seat="Ben", cell=HERE)) == ("FM5", "refused.not_your_turn")


# --- training, time, hints ---


def test_fm11_in_training_the_sum_is_said_first_and_the_dice_decide():
    """FM11."""
    state = after(lifting(options={"training": True}), m.Lift(seat="Ann", cell=HERE))
    assert [one.id for one in GAME.asks(state)] == ["say"]

    wrong = GAME.play(state, told(state, "say", 9))

    assert wrong.state.won["Ann"] == 1
    assert "FM11" in [note.rule for note in wrong.notes]
    assert refused(lifting(), m.Say(sum=9)) == ("FM11", "refused.nothing_to_read")
    assert "note.said_wrong" in [note.says.key for note in wrong.notes]
    right = GAME.play(state, m.Say(sum=15))
    assert right.state.memory["Ann"].said_right == 1
    assert "note.said_right" in [note.says.key for note in right.notes]


def test_fm11_what_the_eyes_read_stays_secret_until_the_sum_is_said():
    """FM11."""
    state = after(lifting(known={}, options={"training": True}), m.Lift(seat="Ann", cell=HERE))

    state = after(state, Seen(pyramid=FIFTEEN))

    assert (state.phase, GAME.scores(state)["Ann"]) == ("say", 0)
    assert GAME.scores(after(state, m.Say(sum=9)))["Ann"] == 1


def test_a_fm6_a_time_limit_passes_the_turn_on():
    """A-FM6."""
    state = lifting(options={"limit_s": 30})
    time = GAME.understand(state, ask(state, "lift"), Fact(Kind.TIME, "lift", 0, Source.CLOCK))

    assert ask(state, "lift").within_ms == 30_000
    assert after(state, time).on_turn == "Ben"
    assert refused(lifting(), m.TimeOver()) == ("A-FM6", "refused.no_clock")


def test_a_fm7_an_impossible_roll_is_told_only_on_request_and_only_if_it_is_certain():
    """A-FM7."""
    base = mixed(7, BASE, {"y": 45})
    sums = {total_facing(base, cell) for cell in covered(lifting(known=base))}
    impossible = next(total for total in range(3, 19) if total not in sums)
    dice = (min(6, impossible - 2), 1, impossible - 1 - min(6, impossible - 2))
    asked = lifting(known=base, phase="roll", options={"hint_impossible": True})

    quiet = lifting(known=base, phase="roll")
    unread = lifting(known={}, phase="roll", options={"hint_impossible": True})

    roll = m.Roll(dice=dice if max(dice) <= 6 else (6, 6, impossible - 12))
    assert "A-FM7" in rules_of(asked, roll)
    assert "A-FM7" not in rules_of(quiet, roll) + rules_of(unread, roll)


def test_a_fm4_a_screen_may_hide_the_outer_faces():
    """A-FM4."""
    state = GAME.start(SEATS, ForcedMemoryOptions(shield=True))

    assert "A-FM4" in rules_of(state, Built())


# --- what is never shown ---


def test_fm10_no_number_that_lies_covered_is_ever_shown():
    """FM10: Whatever was read before it was covered: no view and no public position has a yellow number."""
    random, state = Random(3), GAME.start(SEATS, ForcedMemoryOptions())
    state = after(state, Built(pyramid=mixed(3, BASE, {"y": 45})))
    for _ in range(120):
        if GAME.outcome(state):
            break
        public = GAME.public(state)
        assert {die[1:] for die in public.pyramid.values()} == {"???"}
        assert {die[0] for die in public.pyramid.values()} <= {"y", "r"}
        assert public.shown == {}
        assert {die[1:] for die in GAME.view(state).detail["pyramid"].values()} == {"???"}
        state = after(state, random.choice(legal(GAME, state, state.on_turn)))


# --- memory ---


def test_hits_from_memory_and_lucky_ones():
    shown = {"7,0,0": Shown(15, 4)}
    remembered = after(lifting(shown=shown, reveals=7), m.Lift(seat="Ann", cell=HERE))
    lucky = after(lifting(), m.Lift(seat="Ann", cell=HERE))

    assert remembered.memory["Ann"] == Memory(lifts=1, hits=1, remembered=1, lag=3)
    assert lucky.memory["Ann"] == Memory(lifts=1, hits=1, lucky=1)


def test_a_miss_just_beside_the_right_one():
    shown = {"7,0,0": Shown(15, 0)}
    state = after(lifting(shown=shown), m.Lift(seat="Ann", cell=(6, 1, 0)), m.Read(sum=9))

    assert state.memory["Ann"] == Memory(lifts=1, missed=1, near=1)
    assert distance((7, 0, 0), (6, 1, 0)) == 1


def test_a_kept_roll_that_pays_off():
    state = after(lifting((4, 4, 6)), m.Lift(seat="Ann", cell=HERE))
    state = after(
        state, m.Roll(seat="Ben", dice=(4, 5, 6)), m.Lift(seat="Ben", cell=ELSEWHERE), m.Read(sum=9)
    )

    state = after(state, m.Lift(seat="Cleo", cell=HERE))

    assert state.memory["Cleo"] == Memory(lifts=1, hits=1, remembered=1, lag=2, kept=1, kept_paid=1)


# --- the end ---


@pytest.mark.parametrize(
    ("players", "dice"), [(2, 8), (4, 8), (5, 6), (8, 6)], ids=[f"FM8 {n} players" for n in (2, 4, 5, 8)]
)
def test_how_many_dice_win(players, dice):
    assert goal(players) == dice


def test_fm8_the_eighth_die_wins_at_once():
    """FM8."""
    state = after(lifting(won={"Ann": 7}), m.Lift(seat="Ann", cell=HERE))

    assert GAME.outcome(state).winners == ("Ann",)
    assert refused(state, m.Roll(dice=(1, 1, 1))) == ("FM8", "refused.over")


def test_fm14_up_to_seven_players_the_funnels_always_suffice():
    """FM14."""
    assert [players * (goal(players) - 1) < len(SADDLES) for players in range(2, 9)] == [True] * 6 + [False]


def test_a_fm2_eight_play_on_until_the_funnels_are_gone():
    """A-FM2."""
    seats = tuple("ABCDEFGH")
    with pytest.raises(CannotStart):
        open_game(GAME, seats_named(seats), {})
    state = GAME.start(seats, ForcedMemoryOptions(max_players=8))
    last = msgspec.structs.replace(
        state,
        phase="lift",
        roll=(4, 5, 6),
        rolls=1,
        pyramid={**mixed(1, BASE, {"y": 45}), **FIFTEEN, "7,0,0": "r???"},
        won=dict(zip(seats, (5, 5, 5, 5, 5, 4, 3, 3), strict=True)),
    )

    assert GAME.outcome(after(last, m.Lift(cell=HERE))).winners == ("A",)
    tied = msgspec.structs.replace(last, won=dict(zip(seats, (4, 5, 5, 5, 5, 5, 3, 3), strict=True)))
    assert GAME.outcome(after(tied, m.Lift(cell=HERE))).winners == tuple("ABCDEF")


def test_agreeing_on_the_dice_costs_nobody_a_die():
    state = lifting(won={"Ann": 3})

    assert GAME.scores(after(state, Agree(pyramid=state.pyramid)))["Ann"] == 3
    assert refused(GAME.start(SEATS, ForcedMemoryOptions()), Agree(pyramid={})) == (
        "FM1",
        "refused.not_built",
    )
