"""The doubter: what the judge takes for pips and is none is asked about or left out; true dice stay told."""

from itertools import islice

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from tests.at_first import more, quick
from vision.dice.drawings import unlike_pips
from vision.dice.networks import Told, doubted, shipped
from vision.dice.reader import dice_in
from vision.dice.verdicts import look_at
from vision.dice.windows import Halvings, Place
from vision.kit.marks import mark_of
from vision.lab.dice import lures
from vision.lab.dice.crops import SIDE as CROP
from vision.lab.dice.crops import SPAN as CROP_SPAN
from vision.lab.dice.deceits import PIPS, Views, empty_part, views
from vision.lab.dice.grounds import any_ground
from vision.lab.dice.photos import Photo
from vision.lab.dice.scenes import laid_on
from vision.lab.dice.sprites import bank_in
from vision.wanted import Wanted

SIDE = 320
SEEDS = range(12)
BELIEVED = 0.6


@pytest.fixture(scope="module")
def grounds():
    return [any_ground(np.random.default_rng((5, n))) for n in range(4)]


@pytest.fixture(scope="module")
def bank(tmp_path_factory):
    return bank_in(tmp_path_factory.mktemp("doubter") / "bank.npz", 60, 91, lambda _line: None)


def view_of(grounds, rng):
    ground = grounds[int(rng.integers(len(grounds)))]
    return np.ascontiguousarray(ground[:SIDE, :SIDE])


def told(dice):
    return [die.value for die in dice if die.type == "pips" and die.value]


@pytest.mark.parametrize(
    ("lure", "at_most"),
    quick([("_tile", 0), ("_plug", 1), ("_stick", 1), ("numbered_solid", 0), ("_lamp", 0)]),
)
def test_what_is_no_die_is_asked_about_or_left_out(lure, at_most, grounds):
    wrong = 0
    for seed in SEEDS:
        rng = np.random.default_rng((9, seed))
        picture = view_of(grounds, rng)
        getattr(lures, lure)(rng, picture, SIDE / 2, SIDE / 2, float(rng.uniform(30, 60)))
        wrong += len(told(dice_in(picture, Wanted())[0]))
    assert wrong <= at_most


class Sure:
    """A doubter that sees the same in everything: nothing, or so many pips; so sure of it is it."""

    def __init__(self, number, share=1 - 1e-8):
        self.number, self.share, self.shown = number, share, 0

    def said_of(self, pictures):
        self.shown += len(pictures)
        shares = np.full((len(pictures), 8), (1 - self.share) / 7, np.float32)
        shares[:, self.number] = self.share
        return np.log(shares)


def told_with_and_without(picture, number):
    """What is told with the doubter, and with one that sees that *number* of pips in everything."""
    agreeing = replace(shipped(), doubter=Sure(number))
    return [told(dice_in(picture, Wanted(), nets=nets)[0]) for nets in (shipped(), agreeing)]


@pytest.mark.long
def test_much_that_the_judge_believes_is_doubted_and_hardly_any_true_die(grounds, bank):
    """Fresh views that nobody learnt from, of what the judge believes, as the reader tells them."""
    false, true = [], []
    place = Place((CROP - 1) / 2, (CROP - 1) / 2, CROP / CROP_SPAN, 1.0)
    for seed in (424242, 7, 99):
        for crop in islice(views(np.random.default_rng(seed), Views((bank,), grounds), shipped()), 300):
            pips = look_at(Halvings(crop.picture), [place], shipped().judge).shares[0, PIPS]
            number = int(pips.argmax()) + 1
            if pips.max() > BELIEVED and crop.name in (0, number):
                with_doubter, without = told_with_and_without(crop.picture, number)
                if str(number) in without:
                    (true if crop.name else false).append(str(number) not in with_doubter)

    assert len(false) >= 15 and np.mean(false) >= 0.45
    assert len(true) >= 40 and np.mean(true) <= 0.04


def test_what_is_doubted_is_asked_with_the_choices_of_the_judge(grounds, bank):
    for seed in range(40):
        rng = np.random.default_rng((21, seed))
        picture = view_of(grounds, rng)
        die = laid_on(rng, picture, bank, 0.0, (SIDE / 2, SIDE / 2), 60.0)
        seen, _ = dice_in(picture, Wanted())
        if die.kind == "pips" and told(seen) == [die.value]:
            break
    asked, _ = dice_in(picture, Wanted(), nets=replace(shipped(), doubter=Sure(0)))
    heard, _ = dice_in(picture, Wanted(), nets=replace(shipped(), doubter=Sure(int(die.value))))

    assert told(heard) == [die.value]
    assert len(asked) == 1 and not asked[0].value and die.value in asked[0].choices


@pytest.mark.long
def test_true_dice_stay_told(grounds, bank):
    dice = []
    for seed in range(120):
        rng = np.random.default_rng((33, seed))
        picture = view_of(grounds, rng)
        tilt = float(rng.uniform(0, 45))
        die = laid_on(rng, picture, bank, tilt, (SIDE / 2, SIDE / 2), float(rng.uniform(30, 90)))
        with_doubter, without = told_with_and_without(picture, int(die.value) if die.kind == "pips" else 1)
        if die.kind == "pips" and die.value in without:
            dice.append(die.value in with_doubter)
    assert len(dice) >= 30 and np.mean(dice) >= 0.95


def test_a_number_that_is_not_seen_is_doubted_and_nobody_asks_about_nothing():
    nets = replace(shipped(), doubter=Sure(4))
    halvings = Halvings(np.full((80, 80, 3), 90, np.uint8))
    place = Place(40.0, 40.0, 20.0, 1.0)

    assert doubted(halvings, [Told(place, 4, 0.99), Told(place, 3, 0.99)], nets) == [False, True]
    assert doubted(halvings, [], nets) == [] and nets.doubter.shown == 3  # what is doubted in a mirror too


@pytest.mark.parametrize(
    ("sure", "share", "doubt"),
    [
        (0.9999, 0.17, True), (0.9999, 0.2, False), (0.97, 0.3, True), (0.97, 0.34, False),
        (0.9, 0.6, True), (0.9, 0.65, False),
    ],
)  # fmt: skip
def test_the_less_sure_the_judge_is_the_more_the_doubter_must_believe(sure, share, doubt):
    nets = replace(shipped(), doubter=Sure(4, share))
    told = Told(Place(40.0, 40.0, 30.0, 1.0), 4, sure)

    assert doubted(Halvings(np.full((80, 80, 3), 90, np.uint8)), [told], nets) == [doubt]


@pytest.mark.parametrize(("share", "doubt"), [(0.2, True), (0.3, True), (0.4, False)])
def test_a_face_on_which_light_lies_must_be_believed_more(share, doubt):
    nets, told = replace(shipped(), doubter=Sure(4, share)), [Told(Place(40.0, 40.0, 40.0, 1.0), 4, 0.999)]
    plain = np.full((80, 80, 3), 90, np.uint8)
    lit = plain.copy()
    lit[38:43, 44:49] = 255

    assert doubted(Halvings(lit), told, nets) == [doubt]
    assert doubted(Halvings(plain), told, nets) == [False]


def pipped(number, edge):
    """A white face with dark pips on a grey table."""
    table = np.full((120, 120, 3), 90, np.uint8)
    face = cv2.cvtColor(255 - mark_of("pips", str(number), side=edge), cv2.COLOR_GRAY2BGR)
    table[60 - edge // 2 : 60 - edge // 2 + edge, 60 - edge // 2 : 60 - edge // 2 + edge] = face
    return cv2.GaussianBlur(table, (0, 0), 1)


@pytest.mark.parametrize("number", range(1, 7))
def test_pips_lie_like_those_of_their_own_number_and_unlike_those_of_others(number):
    at = Halvings(pipped(number, 50)), Place(59.5, 59.5, 50.0), 0.0
    apart = {other: unlike_pips(*at, other) for other in "123456"}

    assert apart[str(number)] == 0 and min(apart[other] for other in apart if other != str(number)) > 0.1


@pytest.mark.parametrize(
    ("shown", "edge", "share", "turn", "doubt"),
    [
        (4, 50, 0.7, 0.0, False), (2, 50, 0.7, 0.0, True), (2, 50, 0.9, 0.0, True),
        (2, 50, 0.97, 0.0, False),  # of this the doubter has no doubt
        (2, 50, 0.7, None, False),  # seen from the side its pips lie otherwise
        (2, 26, 0.7, 0.0, False),  # of so few pixels nobody can say
    ],
)  # fmt: skip
def test_pips_that_lie_like_those_of_another_number_must_be_believed_more(shown, edge, share, turn, doubt):
    nets, place = replace(shipped(), doubter=Sure(4, share)), Place(59.5, 59.5, float(edge), 1.0)

    assert doubted(Halvings(pipped(shown, edge)), [Told(place, 4, 0.99, turn)], nets) == [doubt]


@more
def test_lessons_for_the_doubter_hold_dice_and_what_the_judge_believes(grounds, bank):
    made_with = Views((bank,), grounds)
    lessons = list(islice(views(np.random.default_rng(3), made_with, shipped()), 60))
    again = next(views(np.random.default_rng(3), made_with, shipped()))

    assert np.array_equal(again.picture, lessons[0].picture)
    beliefs = np.array([one.pose[0] for one in lessons if one.name == 0])
    assert 12 <= len(beliefs) <= 48 and (beliefs > 0.3).mean() > 0.5


def test_empty_parts_of_photographs_show_no_die():
    picture = np.zeros((200, 300, 3), np.uint8)
    picture[60:100, 60:100] = 255
    photo = Photo("some", False, picture, ((80.0, 80.0, 40.0, "3"),), ())
    parts = [empty_part(np.random.default_rng(n), photo) for n in range(8)]
    whole = replace(photo, dice=((150.0, 100.0, 300.0, "3"),))

    assert any(part is not None for part in parts)
    assert all(part is None or not part.any() for part in parts)
    assert empty_part(np.random.default_rng(0), whole) is None
