"""Decks other than ABspecken on the kit's mat: each card in its place, and told once."""

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from tests.at_first import more, quick
from vision import Wanted, calibration_of, look
from vision.calibration import Calibration
from vision.cards.four_sides import cards_by_sides
from vision.cards.lying import lying_on
from vision.drawn import CardOnTable, Light, TableScene, draw
from vision.mat import SCAN, TRAY
from vision.pictures import Picture
from vision.read import read_paths
from vision.scene.events import Laid
from vision.scene.spots import Spots, see_spots


def sighting(scene: TableScene, deck: str, t: int = 0):
    calibration = calibration_of(scene.camera, scene.mat)
    return replace(look(draw(scene), Wanted(tray=False, cards=True, deck=deck), calibration), t=t)


@pytest.mark.parametrize(
    ("deck", "names"),
    [("french", ("7S", "KH", "4C")), ("wobble", ("m5", "c8", "mSK")), ("abi94", ("+3", "-2", "CH"))],
)
def test_cards_spread_out_are_read_in_their_place(deck, names):
    cards = tuple(CardOnTable(name, 180 + 75 * n, 274, 3.0 * n, deck) for n, name in enumerate(names))

    seen = sighting(TableScene(cards=cards), deck).cards

    assert {card.place for card in seen} == {"scan"}
    assert [card.name for card in sorted(seen, key=lambda card: card.corners[0])].count("") <= 1
    assert {card.name for card in seen} - {""} <= set(names)
    assert {card.deck for card in seen} == {deck}


def test_a_card_that_lies_there_is_told_once():
    scene = TableScene(cards=(CardOnTable("KH", 240, 274, 0, "french"),))
    empty, with_card = sighting(TableScene(), "french"), sighting(scene, "french")

    places, told = Spots(), []
    for looked in (empty, empty, with_card, with_card, with_card, with_card):
        places, events = see_spots(places, looked)
        told += events

    assert [(type(event), event.place, [card.name for card in event.cards]) for event in told] == [
        (Laid, "scan", ["KH"])
    ]


def test_a_deck_that_nobody_taught_is_passed_over_with_the_reason():
    looked = sighting(TableScene(cards=(CardOnTable("KH", 240, 274, 0, "french"),)), "tarot")

    assert not looked.cards
    assert "not taught" in looked.passed_over[0].why


def test_a_card_carries_the_time_of_the_picture_that_showed_it_first():
    """And of the last one before in which its place lay as it had been: in between somebody has laid it."""
    scene = TableScene(cards=(CardOnTable("KH", 240, 274, 0, "french"),))
    places = Spots()
    told, until = [], []
    for t, looked in enumerate((TableScene(), TableScene(), TableScene(), scene, scene, scene), start=1):
        places, events = see_spots(places, sighting(looked, "french", t))
        told += [(event.t, event.since) for event in events]
        until.append(places.reported_until)

    assert told == [(4, 3)]
    assert until == [1, 2, 3, 3, 5, 6], "what lies there and is not told yet holds it back"


# --- what lies there at all ---


def everything_in(scene: TableScene):
    """What lies in any place of the mat."""
    calibration = calibration_of(scene.camera, scene.mat)
    places = sorted(zone.name for zone in scene.mat.zones if zone.kind != TRAY)
    return lying_on(draw(scene), calibration, places)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "light", [Light(), Light(level=0.4), Light(slope=0.5, azimuth=40.0), Light(vignette=0.3)]
)
def test_nothing_lies_on_a_mat_that_shows_only_its_print(light, seed):
    assert everything_in(TableScene(light=light, seed=seed)).nothing


@pytest.mark.parametrize(("deck", "name"), [("french", "2H"), ("wobble", "DG"), ("abspecken", "5")])
def test_a_card_lies_where_it_was_laid_and_nowhere_else(deck, name):
    scene = TableScene(cards=(CardOnTable(name, 240, 274, 5, deck),))
    lies, calibration = everything_in(scene), calibration_of(scene.camera, scene.mat)

    def card_at(x: float, y: float):
        corners = [(x + dx, y + dy, 0.0) for dx, dy in ((-31, -44), (31, -44), (31, 44), (-31, 44))]
        return calibration.project(np.array(corners)).astype(np.float32)

    assert not lies.nothing and lies.shows(card_at(240, 274)) and not lies.shows(card_at(400, 274))
    assert lies.without([card_at(240, 274)]).nothing


@more
def test_marks_printed_on_the_mat_are_no_cards_beside_a_hand():
    """Corners of markers and places look like corners of cards; bare as they are, none lies upon them."""
    hand = ("m7", "y5", "ySK", "g3")
    laid = [CardOnTable("g4", 140, 274, 4, "wobble")]
    laid += [CardOnTable(name, 260 + 61 * n, 274, n, "wobble") for n, name in enumerate(hand)]
    scene = TableScene(cards=tuple(laid))
    wanted = Wanted(tray=False, cards=True, deck="wobble", rows=True, places=("scan",))
    for seed in range(6):
        seen = look(draw(replace(scene, seed=seed)), wanted, calibration_of(scene.camera, scene.mat)).cards
        assert sorted(card.name for card in seen) == ["g3", "g4", "m7", "y5", "ySK"]


# --- cards of which hardly more than an edge is seen ---


def paper_on_mat(turn: float) -> tuple[Picture, Calibration, NDArray[np.float64]]:
    """A card as white as the mat: its edge is six grey levels darker, its index is printed; and a coin."""
    scene = TableScene()
    calibration, picture = calibration_of(scene.camera, scene.mat), draw(scene)
    angle = np.radians(turn)
    to = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]]) @ to + (230, 274)
    marks = np.array([[-27, -39], [-22, -39], [-22, -29], [-27, -29]])

    def seen(points):
        return np.round(calibration.project(np.column_stack([points, np.zeros(len(points))]))).astype(
            np.int32
        )

    edge = picture.copy()
    cv2.polylines(edge, [seen(corners)], True, (0, 0, 0), 2)
    picture = np.where(edge < picture, picture - 6, picture).astype(np.uint8)
    for index in (marks, -marks):
        cv2.fillConvexPoly(picture, seen(index @ to + (230, 274)), (40, 40, 40))
    cv2.circle(picture, tuple(int(v) for v in seen(np.array([[420.0, 274.0]]))[0]), 20, (90, 140, 160), -1)
    return picture, calibration, corners


@pytest.mark.parametrize("turn", [-65, 0, 12])
def test_a_white_card_on_the_white_mat_is_found_by_its_edge(turn):
    picture, calibration, corners = paper_on_mat(turn)
    lying = lying_on(picture, calibration, [SCAN])

    (ways,) = cards_by_sides(lying)

    lies = calibration.on_table(ways[0].quad.astype(np.float64))
    apart = min(np.hypot(*(np.roll(lies, half, axis=0) - corners).T).max() for half in (0, 2))
    assert apart < 4, "millimetres"
    assert lying.is_free_beside([ways[0].quad])


@pytest.mark.parametrize("file", quick(["r4_dev_002.jpg", "r4_dev_012.jpg"]))
def test_path_traced_cards_on_the_mat_are_all_read(file):
    folder = os.environ.get("COMPANION_PICTURES")
    if not folder:
        pytest.skip("COMPANION_PICTURES is not set: no pictures that nobody here drew")
    labels = json.loads((Path(folder) / "renders/R4/labels.json").read_text())
    (there,) = (row["cards"] for row in labels if row["file"] == file)

    (line,) = read_paths([Path(folder) / "renders/R4" / file], ["cards"])

    assert sorted(card["name"] for card in line["cards"]) == sorted(card["name"] for card in there)
    assert not line["unsure"]
