"""Dice are read from pixels: every face, however it is turned, on drawn tables under random light."""

from collections import Counter
from functools import lru_cache

import numpy as np
import pytest
from msgspec.structs import replace

from companion.sightings import Seen
from tests.at_first import more, quick
from vision import Wanted, calibration_of, look
from vision.dice.colours import Light, burnt_alike, grey_gains, hue_shares, tint_on, tint_shares
from vision.dice.drawings import colour_shares
from vision.dice.windows import Halvings, Place
from vision.drawn import DieLook, DieOnTable, Hand, TableScene, draw
from vision.kit.values import COLOURS, DIE_VALUES
from vision.lab.scenes import any_scene, truth
from vision.lab.scenes.glare import Glare
from vision.lab.scenes.invent import AS_AT_HOME, BODIES

SETS = ({"pips": 2, "colour": 1}, {"pips": 2, "colour": 1, "piggy": 1}, {"pips": 2, "number": 1}, {"pips": 5})
LOOKS = {"pips": "ivory", "number": "white", "colour": "black", "piggy": "pink"}


@lru_cache(maxsize=16)
def drawn(scene):
    """Several tests look at the same tables."""
    return draw(scene)


def seen(scene, wanted):
    return look(drawn(scene), wanted, calibration_of(scene.camera, scene.mat))


def judge(seeds, sets=SETS, variety=AS_AT_HOME, expected=None):
    """How many dice of so many drawn tables were right, asked, missed; wrong and extra are silent errors.

    The eyes are told to expect the dice that lie there, or others.
    """
    count = Counter()
    for seed in seeds:
        wanted = sets[seed % len(sets)]
        scene = any_scene(seed, wanted, variety=variety)
        left = list(seen(scene, Wanted(wanted if expected is None else expected)).dice)
        for die in truth(scene)["dice"]:
            count[_verdict(die, left)] += 1
        count["extra"] += sum(bool(die.value) for die in left)
    return count


def _verdict(die, left):
    def away(other):
        x, y = die["centre_top"]
        return np.hypot(other.box[0] + other.box[2] / 2 - x, other.box[1] + other.box[3] / 2 - y)

    nearest = min(left, key=away, default=None)
    if nearest is None or away(nearest) > 14:
        return "missed"
    left.remove(nearest)
    if not nearest.value:
        return "asked"
    return "right" if (nearest.type, nearest.value) == (die["type"], str(die["value"])) else "wrong"


@pytest.mark.parametrize(
    ("expected", "least"),
    quick(
        [({"pips": 1}, 0.3), ({"pips": 4, "colour": 1}, 0.8), ({"pips": 3, "colour": 2}, 0.8), ({}, 0.8)],
        most=1,
        more=1,
    ),
)
def test_who_expects_other_dice_is_never_told_a_wrong_value(expected, least):
    """Too few, too many, any at all: two ivory dice and a colour die lie there."""
    count = judge(range(700, 708), sets=({"pips": 2, "colour": 1},), expected=expected)

    assert count["wrong"] == count["extra"] == 0, count
    assert count["right"] >= least * sum(count.values()), count


@pytest.mark.parametrize("start", quick([7, 0], more=0))
@pytest.mark.parametrize(
    ("kind", "value"), [(kind, value) for kind in DIE_VALUES for value in DIE_VALUES[kind]]
)
def test_every_face_however_it_is_turned(kind, value, start):
    body, mark = BODIES[LOOKS[kind]]
    look_of_die = DieLook(kind, body, mark, LOOKS[kind])
    places = [(200 + 40 * n, 60 + 40 * (n % 3)) for n in range(6)]
    dice = tuple(
        DieOnTable(look_of_die, value, x, y, yaw=start + 60.0 * n + 11 * n) for n, (x, y) in enumerate(places)
    )
    sighting = seen(TableScene(dice=dice, seed=start), Wanted({kind: 6}))

    assert [die.value for die in sighting.dice] == [value] * 6
    assert sighting.state == Seen.SETTLED


@more
def test_quick_share_of_right_dice_and_none_silently_wrong():
    count = judge(range(300, 324))

    assert count["wrong"] == count["extra"] == 0
    assert count["right"] >= 0.9 * sum(count.values())  # dark dice in dark trays are asked about
    assert count["right"] + count["asked"] >= 0.97 * sum(count.values())


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_share_of_right_dice_on_two_thousand_and_none_silently_wrong():
    count = judge(range(10_000, 10_540))

    assert count["wrong"] == count["extra"] == 0, count
    assert count["right"] >= 0.92 * sum(count.values()), count


def test_an_empty_tray_is_empty():
    assert all(seen(any_scene(seed), Wanted({"pips": 2})).state == Seen.EMPTY for seed in range(4))


def test_a_hand_in_the_tray_is_no_die():
    scene = replace(any_scene(5), hands=(Hand(300, 110, 90),))

    assert not [die for die in seen(scene, Wanted({"pips": 2})).dice if die.value]


def test_a_reflection_beside_the_dice_does_not_hide_them():
    dice = (DieOnTable(DieLook(), "5", 260, 90, 20), DieOnTable(DieLook(), "2", 300, 120, 50))
    scene = TableScene(dice=dice, glare=(Glare(280, 70, 20, 160),))

    assert sorted(die.value for die in seen(scene, Wanted({"pips": 2})).dice) == ["2", "5"]


@pytest.mark.parametrize(
    ("tilt", "least_named", "most_read"),
    quick([(40, 0.7, 0), (25, 0.8, 0), (16, 0.2, 4), (10, 0.0, 20)], 0, more=2),
)
def test_a_leaning_die_is_named_or_asked_about_the_surer_the_more_it_leans(tilt, least_named, most_read):
    """Real dice that stand flat look like some that lean by ten degrees: those cannot be told apart."""
    dice = Counter()
    for turn in range(24):
        towards, look_of_die = turn * 75.0, DieLook("pips", *BODIES[("ivory", "white", "black")[turn % 3]])
        x, y = 200 + 8 * turn, 50 + 31 * (turn % 4)
        die = DieOnTable(look_of_die, str(turn % 6 + 1), x, y, turn * 37.0, tilt=tilt, tilt_towards=towards)
        for seen_die in seen(TableScene(dice=(die,), seed=turn), Wanted({"pips": 1})).dice:
            dice["cocked" if seen_die.cocked else "read" if seen_die.value else "asked"] += 1

    assert dice["cocked"] >= least_named * 24, dice
    assert dice["read"] <= most_read, dice
    assert sum(dice.values()) >= 23, dice  # none is passed by because it shows no top face


@more
def test_a_die_squarely_on_another_one_hides_it_so_that_one_too_few_is_seen():
    for turn in range(24):
        body = DieLook("pips", *BODIES[("ivory", "white", "black")[turn % 3]])
        x, y, yaw = 200 + 8 * turn, 50 + 20 * (turn % 4), turn * 37.0
        below = DieOnTable(body, str(turn % 6 + 1), x, y, yaw)
        on_top = DieOnTable(body, str((turn + 2) % 6 + 1), x, y, yaw + turn % 5, lift=body.edge)
        assert len(seen(TableScene(dice=(below, on_top), seed=turn), Wanted({"pips": 2})).dice) == 1


@more
def test_dice_that_stand_flat_are_hardly_ever_said_to_lean():
    dice = [
        die for seed in range(40, 60) for die in seen(any_scene(seed, SETS[0]), Wanted(dict(SETS[0]))).dice
    ]

    assert sum(die.cocked for die in dice) <= 1 and len(dice) >= 57


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.8, 1.0, 1.15), (1.15, 1.0, 0.85), (0.5, 0.5, 0.5)])
@pytest.mark.parametrize("name", COLOURS)
def test_colours_keep_their_names_under_coloured_light(name, light):
    gains = np.array(light)

    light_on_paper = Light(grey_gains(np.array([240.0, 240, 240]) * gains))
    shares = tint_shares(light_on_paper.taken_out_of(np.array(COLOURS[name]) * gains), COLOURS)

    assert max(shares, key=shares.get) == name and shares[name] > 0.9


@pytest.mark.parametrize("grey", [20, 90, 180, 250])
def test_grey_is_none_of_the_colours(grey):
    assert not tint_shares(np.full(3, float(grey)), COLOURS)


def hue_name(colour):
    shares = hue_shares(colour)
    return max(shares, key=shares.get)


@pytest.mark.parametrize("name", COLOURS)
def test_a_colour_that_is_not_burnt_out_has_one_name(name):
    assert burnt_alike(COLOURS[name], hue_name) == {name}


@pytest.mark.parametrize("light", [1.7, 2.2])
def test_an_overexposed_orange_may_be_yellow_and_an_overexposed_yellow_orange(light):
    overexposed = np.minimum(np.array([13.0, 121, 246]) * light, 255)

    assert hue_name(overexposed) == "yellow"
    assert burnt_alike(overexposed, hue_name) == {"orange", "yellow"}
    assert burnt_alike(np.array([13.0, 121, 246]), hue_name) == {"orange"}


@pytest.mark.parametrize(("bright", "likeliest"), [(1.0, 0.9), (1.7, 0.5)])
def test_of_colours_that_burn_out_alike_none_is_told_before_the_other(bright, likeliest):
    face = np.minimum(np.array([13.0, 121, 246]) * bright, 255).astype(np.uint8)
    picture = np.broadcast_to(face, (120, 120, 3)).copy()
    judged = dict.fromkeys(COLOURS, 0.004) | {hue_name(face): 0.98}
    seen = Halvings(picture), Place(60.0, 60.0, 50.0, 0.6), 0.0

    shares = colour_shares(*seen, (), judged)

    assert max(shares.values()) == pytest.approx(likeliest, abs=0.1)
    assert sum(shares.values()) == pytest.approx(1.0)


WARM = np.array([0.65, 0.9, 1.15])


@pytest.mark.parametrize(
    ("light", "tint"), [(np.ones(3), ""), (WARM, "warm"), (np.array([0.7, 1.0, 0.7]), "greenish")]
)
def test_white_and_grey_things_tell_which_hue_the_light_has(light, tint):
    dice = np.array([(40, 60, 200)] * 60 + [(205, 210, 208)] * 2 + [(20, 20, 20)] * 20)

    assert tint_on((dice * light).astype(np.uint8)) == tint
    assert tint_on(np.array([(20, 20, 20)] * 50, np.uint8))  # what is dark has no hue in any light


def test_in_greenish_light_an_orange_that_looks_yellow_is_not_told():
    picture = np.broadcast_to(np.array([80, 172, 191], np.uint8), (120, 120, 3)).copy()
    seen = Halvings(picture), Place(60.0, 60.0, 50.0, 0.6), 0.0
    judged = dict.fromkeys(COLOURS, 0.01) | {"yellow": 0.6, "orange": 0.3}

    shares = colour_shares(*seen, (), judged, Light(may_be="greenish"))
    assert shares["yellow"] == shares["orange"] < 0.51


def test_in_light_that_may_be_warm_a_purple_that_looks_pink_is_not_told():
    face = np.array([131, 41, 107]) * WARM
    picture = np.broadcast_to(face.astype(np.uint8), (120, 120, 3)).copy()
    seen = Halvings(picture), Place(60.0, 60.0, 50.0, 0.6), 0.0
    judged = dict.fromkeys(COLOURS, 0.004) | {"pink": 0.98}

    lights = (Light(may_be=tint) for tint in ("", "warm"))
    white, warm = (colour_shares(*seen, (), judged, light) for light in lights)

    assert white["pink"] > 0.9
    assert warm["pink"] == warm["purple"] < 0.51


@pytest.mark.parametrize("name", ["green", "orange", "blue", "yellow"])
def test_what_has_the_same_name_in_white_light_is_told_in_light_that_may_be_warm(name):
    picture = np.broadcast_to(np.array(COLOURS[name], np.uint8), (120, 120, 3)).copy()
    seen = Halvings(picture), Place(60.0, 60.0, 50.0, 0.6), 0.0
    judged = dict.fromkeys(COLOURS, 0.004) | {name: 0.98}

    assert colour_shares(*seen, (), judged, Light(may_be="warm"))[name] > 0.9


@pytest.mark.parametrize("burnt", [0.0, 0.4, 0.65])
@pytest.mark.parametrize("name", COLOURS)
def test_a_colour_keeps_its_hue_when_much_light_pales_it(name, burnt):
    seen = np.array(COLOURS[name], float) * (1 - burnt) + 255 * burnt
    shares = hue_shares(seen)

    assert max(shares, key=shares.__getitem__) == name and sum(shares.values()) == pytest.approx(1)
    assert min(shares.values()) > 0  # other signs may still say otherwise


@pytest.mark.parametrize("grey", [0, 90, 200, 255])
def test_a_grey_face_has_no_hue(grey):
    assert set(hue_shares((grey, grey, grey)).values()) == {1 / len(COLOURS)}
