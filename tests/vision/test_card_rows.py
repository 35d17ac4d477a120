"""Overlapping rows: each card is read by the side that is seen, in its order; nothing is guessed."""

import math

import cv2
import numpy as np
import pytest

from companion.sightings import CardSeen
from tests.at_first import more, quick
from vision import Wanted, calibration_of, look
from vision.cards import row_anywhere
from vision.cards.cards_in import cards_in
from vision.cards.decks import decks_called
from vision.cards.outlines import Outline, as_points
from vision.cards.row import find_rows
from vision.cards.verdict import Card, Verdict
from vision.drawn import CardOnTable, Light, TableScene, draw
from vision.drawn import cards as drawn_cards
from vision.drawn.prints import french
from vision.drawn.prints.card import HIGH, WIDE, both_ways
from vision.drawn.prints.signs import PAPER, sign
from vision.drawn.shapes import Pen, marks, painted
from vision.kit.camera import Camera
from vision.mat import Mat
from vision.scene.events import Laid
from vision.scene.spots import Spots, likely, see_spots

PACK = tuple(rank + suit for rank in "9TJQKA" for suit in "SHDC")
SHUFFLED = tuple(PACK[(7 * n + 5) % 24] for n in range(24))
TALL = 178.0  # pixels of a card's height under the usual camera
SCAN = (300.0, 274.0)  # the middle of the scan place


def row(names, pitch=15.5, turn=0.0, fan=0.0, uneven=0.0, at=SCAN, deck="french"):
    """Cards laid one upon the other from left to right, for somebody who sits where they are upright."""
    rng = np.random.default_rng(len(names))
    way = math.radians(turn)
    cards = []
    for n, name in enumerate(names):
        along = (n - (len(names) - 1) / 2) * pitch + rng.uniform(-uneven, uneven)
        angle = turn + fan * (n / max(1, len(names) - 1) - 0.5) + rng.uniform(-0.5, 0.5) * uneven
        x, y = at[0] + math.cos(way) * along, at[1] + math.sin(way) * along
        cards.append(CardOnTable(name, x, y + rng.uniform(-1, 1), angle, deck, place="scan"))
    return tuple(cards)


def read(scene, deck="french"):
    """The rows that are found, each as its names; "?" where a card is asked about."""
    rows = find_rows(draw(scene), TALL, decks_called(deck, None))
    return [[card.verdict.name or "?" for card in one] for one in rows]


def seen_on_mat(scene, deck="french"):
    wanted = Wanted(tray=False, cards=True, deck=deck, rows=True)
    return look(draw(scene), wanted, calibration_of(scene.camera, scene.mat))


# --- the kit's own print ---


@pytest.mark.parametrize(
    ("lies", "camera"),
    quick(
        [
            pytest.param(
                {"turn": 3.0, "fan": 8.0, "uneven": 1.5}, Camera(tilt=8, azimuth=40), id="fan, seen aslant"
            ),
            pytest.param({}, Camera(), id="straight"),
            pytest.param({"turn": 180.0, "uneven": 1.0}, Camera(), id="from the other side of the table"),
        ]
    ),
)
def test_a_row_of_24_is_read_in_its_order(lies, camera):
    assert read(TableScene(cards=row(SHUFFLED, **lies), camera=camera)) == [list(SHUFFLED)]


@pytest.mark.parametrize("turn", quick([90.0, 250.0]))
def test_a_row_may_lie_in_any_direction(turn):
    some = SHUFFLED[:12]
    assert read(TableScene(cards=row(some, turn=turn, at=(300.0, 170.0)))) == [list(some)]


@pytest.mark.parametrize(
    "light", quick([Light(tint=(0.75, 1.0, 1.15), slope=0.4), Light(level=0.45), Light(level=1.2)])
)
def test_a_row_is_read_in_other_light(light):
    some = SHUFFLED[:14]
    assert read(TableScene(cards=row(some), light=light)) == [list(some)]


def test_two_rows_are_read_like_the_lines_of_a_text():
    upper = row(SHUFFLED[:12], pitch=20, at=(300.0, 172.0))
    lower = row(SHUFFLED[12:], pitch=24, at=(300.0, 276.0))

    assert read(TableScene(cards=(*upper, *lower))) == [list(SHUFFLED[:12]), list(SHUFFLED[12:])]


@pytest.mark.parametrize(
    ("deck", "names"),
    [
        ("wobble", ["m5", "c8", "c8", "mSK", "yP5", "g0", "DG"]),
        ("abi94", ["+3", "-2", "CH", "+1", "+5"]),
        ("uno-like", ["red_5", "green_draw2", "wild_draw4", "blue_0"]),
    ],
)
def test_a_hand_of_any_printed_deck_may_lie_in_a_row(deck, names):
    assert read(TableScene(cards=row(names, pitch=17, deck=deck)), deck) == [names]


def test_a_card_that_was_printed_for_another_deck_is_not_named():
    cards = row(SHUFFLED[:8])
    strange = tuple(
        CardOnTable("m7", c.x, c.y, c.angle, "wobble", place="scan") if n == 3 else c
        for n, c in enumerate(cards)
    )

    assert read(TableScene(cards=strange)) == [[*SHUFFLED[:3], "?", *SHUFFLED[4:8]]]


def test_cards_beside_each_other_are_no_row():
    apart = row(SHUFFLED[:5], pitch=64)
    assert read(TableScene(cards=apart)) == []


@pytest.mark.parametrize("turn", quick([0.0, 180.0]))
def test_cards_that_only_touch_are_read_from_the_left_to_the_right(turn):
    names = SHUFFLED[:6] if turn == 0 else SHUFFLED[5::-1]
    cards = row(SHUFFLED[:6], pitch=56.3, turn=turn)
    for seed in range(5):  # which of them are found as a row differs from look to look
        told = [name for one in read(TableScene(cards=cards, seed=seed)) for name in one]
        assert told == [name for name in names if name in told]
    assert told


def test_an_empty_table_has_no_row():
    assert read(TableScene()) == []


@pytest.mark.parametrize("place", [1, 4])
def test_a_card_whose_beads_are_hidden_is_asked_about_in_its_place(place):
    """Somebody's pencil covers half of the beads, but not the bar."""
    scene = TableScene(cards=row(SHUFFLED[:8]))
    picture = draw(scene)
    (found,) = find_rows(picture, TALL, decks_called("french", None))
    quad = found[place].quad.astype(np.float64)
    across, down = (quad[1] - quad[0]) / WIDE, (quad[3] - quad[0]) / HIGH
    corners = [quad[0] + across * x + down * y for x, y in ((7.4, 9), (10.2, 9), (10.2, 52), (7.4, 52))]
    paper = tuple(
        int(v) for v in picture[tuple((quad[0] + across * 11 + down * 60).round().astype(int)[::-1])]
    )
    cv2.fillConvexPoly(picture, np.array(corners).round().astype(np.int32), paper)

    (seen,) = find_rows(picture, TALL, decks_called("french", None))
    assert [card.verdict.name or "?" for card in seen] == [
        "?" if n == place else name for n, name in enumerate(SHUFFLED[:8])
    ]


def test_of_a_card_that_seems_to_lie_there_twice_both_are_asked_about():
    names = [*SHUFFLED[:5], SHUFFLED[1], *SHUFFLED[5:8]]
    (found,) = read(TableScene(cards=row(names)))
    assert found == ["?" if name == SHUFFLED[1] else name for name in names]


# --- at the table ---


@more
def test_a_row_is_told_once_and_in_its_order_whichever_way_it_lies():
    scene = TableScene(cards=row(SHUFFLED, turn=180.0))
    empty, laid = seen_on_mat(TableScene()), seen_on_mat(scene)

    places, told = Spots(), []
    for looked in (empty, empty, laid, laid, laid):
        places, events = see_spots(places, looked)
        told += events

    (event,) = told
    assert isinstance(event, Laid) and event.place == "scan"
    assert tuple(card.name for card in event.cards) == SHUFFLED
    assert [card.in_row for card in event.cards] == list(range(1, 25))


@pytest.mark.parametrize("away", [57.0, 60.0])
def test_a_card_that_touches_a_row_is_read_beside_it(away):
    cards = row(SHUFFLED[:6], pitch=30)
    beside = CardOnTable(SHUFFLED[8], cards[-1].x + away, SCAN[1], 0.0, "french", place="scan")
    seen = seen_on_mat(TableScene(cards=(*cards, beside))).cards

    assert sorted(card.name for card in likely(seen)) == sorted((*SHUFFLED[:6], SHUFFLED[8]))


def test_rows_are_looked_for_only_where_they_are_wanted():
    scene = TableScene(cards=row(SHUFFLED[:2]))
    wanted = Wanted(tray=False, cards=True, deck="french")
    cards = look(draw(scene), wanted, calibration_of(scene.camera, scene.mat)).cards

    assert not any(card.in_row for card in cards)


@more
def test_a_pile_in_a_seats_place_is_no_row():
    scene = TableScene()
    x, y = next(zone.centre for zone in scene.mat.zones if zone.kind == "discard")
    pile = tuple(CardOnTable(name, x + 6.5 * n, y, 0.0, "french") for n, name in enumerate(SHUFFLED[:2]))

    assert not any(card.in_row for card in seen_on_mat(TableScene(cards=pile)).cards)


# --- cards of other makers ---


@pytest.fixture(params=[pytest.param(False, id="two indices"), pytest.param(True, id="four indices")])
def plain_cards(request, monkeypatch):
    """French cards without frame and beads, as if somebody else had printed them."""

    def face(_deck, name):
        rank, suit = name[0].replace("T", "10"), name[1]
        ink = (40, 35, 190) if suit in "DH" else (30, 28, 28)
        index = marks(rank, 6.0, 4.0, 7.0, ink, Pen(0.17, 0.55 if len(rank) == 1 else 0.36))
        corner = (*index, *sign(french.SUITS[suit][1], 6.0, 15.5, 2.6, ink))
        size = (round(WIDE * drawn_cards.PER_MM), round(HIGH * drawn_cards.PER_MM))
        picture = painted(both_ways(corner), (WIDE, HIGH), drawn_cards.PER_MM, PAPER)
        picture = np.minimum(picture, picture[:, ::-1]) if request.param else picture
        return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)

    drawn_cards.card_face.cache_clear()
    monkeypatch.setattr("vision.drawn.printed_decks.face", face)
    yield
    drawn_cards.card_face.cache_clear()


@pytest.mark.usefixtures("plain_cards")
@pytest.mark.parametrize(("pitch", "azimuth"), [(24, 0), (15.5, 240), (14, 120)])
def test_every_card_of_another_maker_is_found_and_none_is_named_wrongly(pitch, azimuth):
    names = SHUFFLED[:12] if pitch > 20 else SHUFFLED
    laid = row(names, pitch=pitch, turn=3, uneven=1.0)
    (found,) = read(TableScene(cards=laid, camera=Camera(tilt=4, azimuth=azimuth)))

    assert len(found) == len(names)
    assert all(said in ("?", name) for said, name in zip(found, names, strict=True))
    assert sum(said != "?" for said in found) >= len(names) / 3
    if pitch > 20:  # and not the next index as well
        assert sum(said != "?" for said in found) >= len(names) / 2


@pytest.mark.usefixtures("plain_cards")
def test_what_looks_like_one_card_by_its_four_sides_may_be_a_row():
    names = SHUFFLED[:12]
    scene = TableScene(cards=row(names, pitch=24, turn=180, uneven=1.0), light=Light(level=0.45))
    cards = seen_on_mat(scene).cards

    assert [card.in_row for card in cards] == list(range(1, 13))
    assert all(card.name in ("", name) for card, name in zip(cards, names, strict=True))


# --- in any picture ---


@pytest.mark.usefixtures("plain_cards")
def test_a_row_of_another_maker_is_found_where_nothing_is_known_of_the_table():
    names = [name for name in SHUFFLED if name[0] != "J"][:12]  # a J of these strokes is taken for a 3
    picture = draw(TableScene(mat=Mat(600, 334, ()), cards=row(names, pitch=14, turn=5)))
    cards = cards_in(picture, Wanted(cards=True, deck="any")).cards

    assert len(cards) == len(names)
    assert {card.name for card in cards if card.name} <= set(names)


@pytest.mark.parametrize(
    ("turn", "along", "sought"),
    [(0, 15, True), (25, 15, True), (45, 15, False), (90, 15, False), (0, 45, True), (0, 55, False)],
)
def test_rows_are_sought_in_any_picture_only_where_cards_lie_upon_each_other(
    monkeypatch, turn, along, sought
):
    calls = []
    monkeypatch.setattr(row_anywhere, "rows_by_index", lambda *_: calls.append(1) or [])
    flat = np.array([[-30, -45], [30, -45], [30, 45], [-30, 45]], np.float32)
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    quads = (flat, flat @ np.array([[c, s], [-s, c]], np.float32) + np.array([along, 15], np.float32))
    seen = [
        CardSeen("french", card, as_points(quad), 0.95)
        for card, quad in zip(("QS", "5H"), quads, strict=True)
    ]

    assert row_anywhere.with_rows(np.zeros((9, 9, 3), np.uint8), seen, decks_called("any", None)) == seen
    assert bool(calls) == sought


@pytest.mark.parametrize(
    ("said", "name", "choices"), [("KD", "", ("QS", "KD")), ("QS", "QS", ()), ("", "QS", ())]
)
def test_a_card_that_its_row_calls_otherwise_is_asked_about(monkeypatch, said, name, choices):
    quads = [np.array([[x, 0], [x + 60, 0], [x + 60, 90], [x, 90]], np.float32) for x in (0, 30)]
    of_row = Card(Outline(quads[0], (1, 0, 0, 1)), Verdict("french", said, 0.9, (said or "2C",)))
    monkeypatch.setattr(row_anywhere, "rows_by_index", lambda *_: [(of_row,)])
    seen = [
        CardSeen("french", card, as_points(quad), 0.95)
        for card, quad in zip(("QS", "5H"), quads, strict=True)
    ]
    first, other = row_anywhere.with_rows(np.zeros((9, 9, 3), np.uint8), seen, decks_called("any", None))

    assert (first.name, first.choices, other) == (name, choices, seen[1])


@more
def test_a_row_is_read_where_nothing_is_known_of_the_table():
    names = SHUFFLED[:8]
    table = Mat(600, 334, ())
    picture = draw(TableScene(mat=table, cards=row(names, turn=5)))
    cards = cards_in(picture, Wanted(cards=True, deck="any")).cards

    assert [card.name for card in cards if card.name] == list(names)
    assert {card.deck for card in cards if card.name} == {"french"}
