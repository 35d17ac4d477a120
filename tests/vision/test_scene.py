"""From looks to events: tables of what the eyes saw, and what they tell of it."""

import pytest
from msgspec.structs import replace

from companion.sightings import CardSeen, DieSeen, Seen, Sighting
from tests.tables import cases
from vision.scene.events import Cocked, Laid, Miscounted, Nudged, Rolled
from vision.scene.scene import Scene
from vision.scene.tray import AT_MOST

WANTED = {"pips": 2, "colour": 1}
BLUE = DieSeen("colour", "blue", (300, 100, 40, 40), 1.0)
PINK = DieSeen("colour", "pink", (360, 300, 40, 40), 1.0)


def pips(value, x, y=100, **more):
    return DieSeen("pips", value, (x, y, 40, 40), 1.0, **more)


START = (pips("3", 100), pips("4", 200), BLUE)
THROWN = (pips("3", 500), pips("6", 600, 250), PINK)


def steps(*scenes, times=3):
    """What a watch tells of *scenes*: dice (shown so many times, at rest), or a state in which nothing is
    read."""
    watch, told, t = Scene(), [], 0
    for scene in scenes:
        for _ in range(times):
            t += 1
            if isinstance(scene, Sighting):
                sighting = Sighting(t, scene.state, scene.dice, scene.cards, ms=scene.ms, why=scene.why)
            elif isinstance(scene, Seen):
                sighting = Sighting(t, scene, why="black" if scene == Seen.BLOCKED else "")
            else:
                cocked = any(die.cocked for die in scene)
                state = Seen.COCKED if cocked else Seen.SETTLED if scene else Seen.EMPTY
                sighting = Sighting(t, state, tuple(scene))
            watch, events = watch.after(sighting, WANTED)
            told += events
    return watch, told


def kinds(*scenes, times=3):
    told = steps(*scenes, times=times)[1]
    return [_kind(event) if isinstance(event, Laid) else type(event) for event in told]


def _kind(event):
    return "moved" if event.moved else Laid if event.cards else "taken"


NEARLY = tuple(replace(die, box=(die.box[0] + 8, *die.box[1:])) for die in START)  # a fifth of an edge
LIFTED = START[1:]
LEANING = (*THROWN[:2], DieSeen("colour", "", (360, 300, 40, 40), 0.4, cocked=True))
GHOST = DieSeen("pips", "", (320, -80, 400, 400), 0.03, choices=("2", "1"))  # as large as the picture


@cases(
    "scenes, told",
    {
        "dice that lie there from the start are no roll": ([START], []),
        "all dice elsewhere": ([START, Seen.HAND, THROWN], [Rolled]),
        "through an empty tray": ([START, Seen.HAND, (), Seen.MOVING, THROWN], [Rolled]),
        "into an empty tray": ([(), Seen.MOVING, THROWN], [Rolled]),
        "all lifted, and by chance nearly as before": ([START, Seen.HAND, (), NEARLY], [Rolled]),
        "a phone lay upon all of them": ([START, Seen.HAND, (), START], []),
        "and after that a roll": ([START, (), START, Seen.HAND, THROWN], [Rolled]),
        "another face where one lay": ([START, Seen.HAND, (), (pips("5", 100), *START[1:])], [Rolled]),
        "a phone upon one of them as well": ([START, (), LIFTED, (), START], [Miscounted, Nudged]),
        "a hand that took nothing": ([START, Seen.HAND, START], []),
        "one picked up and put back": ([START, Seen.HAND, LIFTED, Seen.HAND, START], [Miscounted, Nudged]),
        "one pushed": ([START, Seen.HAND, (pips("3", 130), *START[1:])], [Nudged]),
        "one turned on its place": ([START, Seen.HAND, (pips("5", 100), *START[1:])], [Nudged]),
        "told once": ([START, THROWN, THROWN, THROWN], [Rolled]),
        "one leans": ([START, Seen.MOVING, LEANING], [Cocked]),
        "only the leaning one again": ([START, LEANING, Seen.HAND, (*THROWN[:2], BLUE)], [Cocked, Rolled]),
        "not the leaning one again": (
            [START, LEANING, Seen.HAND, (pips("1", 450), *LEANING[1:])],
            [Cocked, Nudged],
        ),
        "the third one thrown later": ([START, THROWN[:2], THROWN], [Miscounted, Rolled]),
        "a die too many": ([START, (*THROWN, pips("2", 700))], [Miscounted]),
        "blind in between": ([Seen.BLOCKED, START, THROWN], [Rolled]),
        "where something far larger seemed to lie": ([(GHOST,), Seen.MOVING, THROWN], [Rolled]),
    },
)
def test_what_is_a_roll(scenes, told):
    assert kinds(*scenes) == told


@cases(
    "lifted, told",
    {
        "all were rolled, by chance nearly as before": (START, [Rolled]),
        "one was put back": (START[:1], [Nudged]),
        "none was seen to go": ((), []),
    },
)
def test_dice_that_were_taken_up_are_new_wherever_they_lie(lifted, told):
    watch, _ = steps(START)
    watch, _ = watch.lifted(lifted).after(Sighting(5, Seen.HAND), WANTED)
    looks = [Sighting(t, Seen.SETTLED, NEARLY) for t in (6, 7, 8)]
    events = []
    for look in looks:
        watch, new = watch.after(look, WANTED)
        events += new
    assert [type(event) for event in events] == told
    assert not watch.tray.lifted or not told


def test_a_roll_has_the_time_of_the_first_look_at_rest_and_all_dice():
    _, told = steps(START, Seen.MOVING, THROWN)

    assert told == [Rolled(7, THROWN)]


@pytest.mark.parametrize(
    ("scenes", "state"),
    [
        ([Seen.HAND], Seen.HAND),
        ([Seen.MOVING], Seen.MOVING),
        ([Seen.BLOCKED], Seen.BLOCKED),
        ([()], Seen.WAITING),
        ([START], Seen.WAITING),
        ([START, Seen.HAND], Seen.HAND),
    ],
)
def test_states_by_name(scenes, state):
    assert steps(*scenes)[0].state == state


def test_a_doubtful_die_gets_more_looks_before_anybody_is_asked():
    doubt = (*THROWN[:2], DieSeen("colour", "", THROWN[2].box, 0.6, choices=("pink", "purple")))
    watch = steps(START)[0]
    told = []
    for t in range(AT_MOST):
        assert not told
        watch, events = watch.after(Sighting(t, Seen.SETTLED, doubt), WANTED)
        told += events

    assert [die.value for die in told[0].dice] == ["3", "6", ""] and told[0].dice[2].choices == (
        "pink",
        "purple",
    )


def test_a_face_that_flips_while_nothing_moves_is_asked_about_and_told_once():
    watch = steps(START)[0]
    told = []
    for t in range(20):
        watch, events = watch.after(Sighting(t, Seen.SETTLED, (*THROWN[:2], (BLUE, PINK)[t % 2].__class__(
            "colour", ("blue", "pink")[t % 2], PINK.box, 1.0))), WANTED)  # fmt: skip
        told += events

    assert [type(event) for event in told] == [Rolled]
    assert told[0].dice[2].value == "" and set(told[0].dice[2].choices) == {"blue", "pink"}


def card(name, x=50, place="discard:1", **more):
    return CardSeen("abspecken", name, ((x, 50), (x + 60, 50), (x + 60, 140), (x, 140)), 1.0, place, **more)


def laid(*cards):
    return Sighting(0, Seen.WAITING, cards=cards, ms={"cards": 1.0})


@cases(
    "scenes, told",
    {
        "lay there from the start": ([laid(card("5"))], []),
        "a card": ([laid(), laid(card("5"))], [Laid]),
        "counted once": ([laid(), laid(card("5")), laid(card("5")), Seen.HAND, laid(card("5"))], [Laid]),
        "another on top": ([laid(card("5")), laid(card("1", 53))], [Laid]),
        "pushed, or the same number on top": ([laid(card("5")), laid(card("5", 80))], ["moved"]),
        "taken back": ([laid(card("5")), laid()], ["taken"]),
        "doubtful: not told after three looks": ([laid(), laid(card("", choices=("3", "5")))], []),
        "a hand spread out": ([laid(), laid(card("2", place="scan"), card("4", 200, "scan"))], [Laid]),
    },
)
def test_cards_in_their_places(scenes, told):
    assert kinds(*scenes) == told


def hand(*cards):
    return laid(*(card(name, x, "scan", in_row=in_row) for name, x, in_row in cards))


TOUCHING = [("2", 0), ("4", 60), ("6", 120), ("1", 180)]


def touching(*in_row):
    """Cards that touch: of some the eyes think that they lie upon each other."""
    return hand(*((name, x, n) for (name, x), n in zip(TOUCHING, in_row, strict=True)))


@pytest.mark.parametrize("looks", [[(0, 0, 0, 0), (1, 2, 0, 0)], [(0, 1, 2, 0), (2, 1, 4, 3)]])
def test_cards_that_touch_lie_alike_whichever_of_them_seem_to_be_a_row(looks):
    assert kinds(laid(), laid(), *(touching(*look) for look in looks), times=1) == [Laid]


def test_of_cards_that_lie_upon_each_other_two_looks_must_see_the_same_order():
    one, other = hand(("2", 0, 1), ("4", 15, 2)), hand(("2", 0, 2), ("4", 15, 1))
    assert kinds(laid(), laid(), one, other, one, times=1) == []
    assert kinds(laid(), laid(), one, other, other, times=1) == [Laid]


@cases(
    "cards, order",
    {
        "beside each other": ([("2", 400, 0), ("4", 100, 0)], "42"),
        "a row and one after it": ([("2", 0, 1), ("4", 15, 2), ("6", 78, 0)], "246"),
        "a row to the left": ([("2", 100, 1), ("4", 85, 2), ("6", 22, 0)], "246"),
        "far away": ([("6", 300, 0), ("1", 500, 0), ("2", 100, 1), ("4", 85, 2)], "2461"),
    },
)
def test_cards_in_the_order_in_which_they_lie(cards, order):
    told = steps(laid(), hand(*cards))[1]
    assert "".join(card.name for card in told[0].cards) == order


def test_a_doubtful_card_is_asked_about_after_some_looks():
    unsure = laid(card("", choices=("3", "5")))

    _, told = steps(laid(), unsure, unsure)

    assert [type(event) for event in told] == [Laid] and told[0].cards[0].choices == ("3", "5")


@cases(
    "seen, told",
    {
        "may be the one that lies there": (card("", choices=("3", "5")), []),
        "can be none that lies there": (card("", choices=("3", "6")), [Laid]),
        "lies elsewhere": (card("", 53, choices=("3", "5")), [Laid]),
    },
)
def test_a_card_that_cannot_be_read_any_more_where_it_lay_is_the_same_one(seen, told):
    assert kinds(laid(card("5")), laid(seen), times=7) == told
