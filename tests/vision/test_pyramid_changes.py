"""What happened to the pyramid between two views: every die that came, went, was tipped, turned or slid."""

from random import Random

import pytest

from companion.lab.real_pyramid import BASE_PLACES, PLACES, WAYS, RealDie, RealPyramid
from companion.pyramid.dice import tipped
from companion.pyramid.notation import die, name_of
from companion.sightings import PyramidDieSeen, PyramidSeen, Seen, Sighting
from tests.tables import cases
from vision.pyramid.changes import Moved, changes, written
from vision.scene.events import Crooked, Rebuilt
from vision.scene.scene import StandingPyramid

NAMES = {"r": "red", "y": "yellow", "m": "white"}


def a_pyramid(seed, places=PLACES):
    return RealPyramid.filled(places, {"r": 55, "y": 55, "m": 55}, Random(seed))


def seen(pyramid, **more):
    """What eyes without a fault see of it."""
    dice = []
    for place, lying in sorted(pyramid.dice.items()):
        bare = pyramid.bare_sides(place)
        if bare:
            faces = tuple(lying.shows[axis] if axis in bare else None for axis in range(3))
            dice.append(
                PyramidDieSeen(
                    place, NAMES[lying.colour], faces, 1.0, tuple(axis in bare for axis in range(3)), **more
                )
            )
    return PyramidSeen(tuple(dice), tuple(sorted(pyramid.dice)))


def known(pyramid):
    return {name_of(place): die(lying.colour, lying.shows) for place, lying in pyramid.dice.items()}


@pytest.mark.parametrize("seed", range(20))
def test_every_added_and_taken_die_is_named(seed):
    random, before = Random(seed), a_pyramid(seed, [p for p in PLACES if sum(p) >= 4])
    after = RealPyramid(before.dice)
    gone = random.sample(after.free(), 3)
    for place in gone:
        del after.dice[place]
    gap = random.choice([g for g in after.gaps() if g not in gone])
    after.dice[gap] = RealDie("r", random.choice(WAYS))

    told, now = changes(known(before), seen(after))

    assert set(told.added) == {name_of(gap)}
    assert set(told.taken) == {name_of(place) for place in gone}
    assert not (told.turned or told.tipped or told.slid)
    assert now.keys() == known(after).keys()


@pytest.mark.parametrize("seed", range(20))
def test_a_turned_die_is_turned_and_nothing_else(seed):
    random, before = Random(seed), a_pyramid(seed, [p for p in PLACES if sum(p) >= 6])
    place = random.choice(before.free())
    after = RealPyramid(before.dice)
    old = after.dice[place]
    after.dice[place] = RealDie(old.colour, random.choice([w for w in WAYS if w != old.shows]))

    told, _ = changes(known(before), seen(after))

    assert set(told.turned) == {name_of(place)} and not (told.added or told.taken or told.tipped)


@pytest.mark.parametrize("seed", range(20))
def test_a_tip_into_the_next_funnel_is_one_move(seed):
    random = Random(seed)
    places = random.sample(BASE_PLACES, 6)
    before = a_pyramid(seed, places)
    start = places[0]
    plus, minus = random.choice([(p, m) for p in range(3) for m in range(3) if p != m and start[m] > 0])
    end = tuple(c + (a == plus) - (a == minus) for a, c in enumerate(start))
    after = RealPyramid({p: d for p, d in before.dice.items() if p not in (start, end)})
    lying = before.dice[start]
    after.dice[end] = RealDie(lying.colour, tipped(lying.shows, plus, minus))
    before.dice.pop(end, None)

    told, _ = changes(known(before), seen(after))

    assert told.tipped == (Moved(start, end),) and not (told.added or told.taken)


@pytest.mark.parametrize("seed", range(20))
def test_a_slide_takes_the_hidden_dice_along(seed):
    random, before = Random(seed), a_pyramid(seed)
    edge = [p for p in BASE_PLACES if len(before.bare_sides(p)) == 2]
    place = random.choice(edge)
    (axis,) = [a for a in range(3) if a not in before.bare_sides(place)]
    after, hole, moved = RealPyramid(before.dice), place, []
    del after.dice[place]
    while (above := tuple(c - (a == axis) for a, c in enumerate(hole))) in after.dice:
        after.dice[hole] = after.dice.pop(above)
        moved.append(Moved(above, hole))
        hole = above

    told, now = changes(known(before), seen(after))

    assert told.slid == tuple(moved)
    assert set(told.taken) == {name_of(place)}
    assert now == known(after)  # the hidden ones as well


def test_hidden_dice_are_remembered_from_the_building():
    whole = a_pyramid(3)
    memory = {}
    for lowest in range(8, -1, -1):
        part = RealPyramid({p: d for p, d in whole.dice.items() if sum(p) >= lowest})
        _, memory = changes(memory, seen(part))

    assert memory == known(whole)


def test_another_colour_in_a_place_is_another_die():
    before = a_pyramid(1, BASE_PLACES)
    place = BASE_PLACES[4]
    after = RealPyramid(before.dice)
    other = "r" if before.dice[place].colour != "r" else "y"
    after.dice[place] = RealDie(other, before.dice[place].shows)

    told, _ = changes(known(before), seen(after))

    assert set(told.added) == set(told.taken) == {name_of(place)}


@pytest.mark.parametrize(("sure", "known_after"), [(0.77, "y654"), (0.99, "y451")])
def test_a_die_that_is_leant_on_is_not_turned_by_a_doubtful_look(sure, known_after):
    """It was seen whole before dice were laid upon it; now a part of a face seems to show another number."""
    covered = PyramidDieSeen((0, 0, 7), "yellow", (4, 5, None), sure, (True, True, False))
    view = PyramidSeen((covered,), ((0, 0, 6), (0, 0, 7)))

    _, now = changes({"0,0,6": "r236", "0,0,7": "y654"}, view)

    assert now["0,0,7"] == known_after


@cases(
    "choices, known_after",
    {"none may show what it showed": (((5,), (6, 4), ()), "y563"), "one may": (((5, 3), (6, 4), ()), "y356")},
)
def test_a_die_that_is_leant_on_was_turned_if_none_of_its_faces_can_be_as_it_was(choices, known_after):
    """Somebody has lifted the one that leans on it, and put it back."""
    covered = PyramidDieSeen((0, 0, 1), "yellow", (5, 6, None), 0.93, (True, True, False), choices)
    view = PyramidSeen((covered,), ((0, 0, 0), (0, 0, 1)))

    _, now = changes({"0,0,0": "m465", "0,0,1": "y356"}, view)

    assert now["0,0,1"] == known_after


def test_a_die_that_is_free_may_be_turned_however_it_is_seen():
    free = PyramidDieSeen((0, 0, 8), "yellow", (4, 5, None), 0.8, (True, True, True))
    told, _ = changes({"0,0,8": "y654"}, PyramidSeen((free,), ((0, 0, 8),)))

    assert set(told.turned) == {"0,0,8"}


def test_what_is_not_sure_changes_nothing():
    before = a_pyramid(5, BASE_PLACES)
    view = seen(before)
    doubtful = PyramidSeen(
        tuple(PyramidDieSeen(d.cell, "", (None, None, None), 0.5, d.seen) for d in view.dice), view.occupied
    )

    told, now = changes(known(before), doubtful)

    assert not told and now == known(before)
    assert written(doubtful)[name_of(BASE_PLACES[0])] == "????"


# --- over several looks ---


class Looks:
    def __init__(self):
        self.watch, self.events, self.t = StandingPyramid(), [], 0

    def show(self, pyramid, times=2, state=Seen.SETTLED, **more):
        for _ in range(times):
            self.t += 1
            sighting = Sighting(self.t, state, pyramid=None if pyramid is None else seen(pyramid, **more))
            self.watch, events = self.watch.after(sighting)
            self.events += events
        return self


def test_a_change_is_told_once_with_the_time_in_which_it_came_about():
    before = a_pyramid(2, BASE_PLACES)
    after = RealPyramid({p: d for p, d in before.dice.items() if p != BASE_PLACES[0]})
    looks = Looks().show(before, 3).show(None, 2, Seen.HAND).show(after, 4)

    first, second = looks.events
    assert isinstance(first, Rebuilt) and first.first
    assert isinstance(second, Rebuilt) and set(second.changes.taken) == {name_of(BASE_PLACES[0])}
    assert second.since == 3 and 6 <= second.t <= 7


def test_a_hand_in_view_holds_the_judgement_back():
    looks = Looks().show(a_pyramid(2, BASE_PLACES), 6, Seen.HAND)
    assert looks.events == []


def test_two_looks_that_contradict_each_other_are_not_believed():
    one = a_pyramid(2, BASE_PLACES)
    other = RealPyramid(one.dice)
    old = other.dice[BASE_PLACES[0]]
    other.dice[BASE_PLACES[0]] = RealDie(old.colour, next(w for w in WAYS if w[0] != old.shows[0]))
    looks = Looks()
    for _ in range(3):
        looks.show(one, 1).show(other, 1)
    assert looks.events == []


def test_a_crooked_die_is_told_once():
    looks = Looks().show(a_pyramid(2, BASE_PLACES[:1]), 5, crooked=True)
    assert [type(event) for event in looks.events] == [Crooked, Rebuilt]


def test_a_die_that_was_pressed_into_its_place_is_told_too():
    pyramid = a_pyramid(2, BASE_PLACES[:1])
    looks = Looks().show(pyramid, 5, crooked=True).show(pyramid, 5)
    assert [event.cells for event in looks.events if isinstance(event, Crooked)] == [(BASE_PLACES[0],), ()]
