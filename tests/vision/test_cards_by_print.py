"""Cards of taught decks are found and named by what is printed on them: no border, any shape, in heaps."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from cards_laid import table
from msgspec.structs import replace

from vision.cards import anywhere, partly_covered, readers, second_witness
from vision.cards.anywhere import cards_anywhere
from vision.cards.cards_in import cards_in
from vision.cards.corners import CornerMark
from vision.cards.decks import Decks, decks_called
from vision.cards.flat import HIGH, is_mostly_paper
from vision.cards.found_card import sights_of
from vision.cards.likeness import COLUMNS, PARTS, ROWS
from vision.cards.outlines import Outline
from vision.cards.prints import features_near, features_of, leads_in, votes_of
from vision.cards.quads import UNIT
from vision.cards.second_witness import Placed, cards_by_look, cards_by_print, shown_by_none
from vision.cards.settings import SETTINGS
from vision.cards.sizes import Size
from vision.cards.taught import (
    Known,
    Recognised,
    compared,
    decide,
    judge_taught,
    of_faces,
    seen_again,
    taught,
    teach_deck,
)
from vision.cards.verdict import FRENCH, NUMBERS, UNO, UNREAD, Verdict, number_like
from vision.pictures import Picture
from vision.wanted import Wanted

_COLOURS = {
    "1_green": (60, 140, 40), "2_pink": (150, 110, 240), "4_blue": (180, 80, 30), "5_yellow": (30, 200, 240),
}  # fmt: skip


def _edged(name: str, size: tuple[int, int] = (130, 178)) -> Picture:
    """A face printed to its edge: a pale oval on a colour, and a digit in it."""
    wide, high = size
    face = np.full((high, wide, 3), _COLOURS[name], np.uint8)
    cv2.ellipse(face, (wide // 2, high // 2), (wide * 2 // 5, high // 3), 0, 0, 360, (245, 250, 250), -1)
    at, font = (wide // 2 - 27, high // 2 + 30), cv2.FONT_HERSHEY_TRIPLEX
    cv2.putText(face, name[0], at, font, 2.7, _COLOURS[name], 7, cv2.LINE_AA)
    cv2.putText(face, name[0], (8, 30), font, 0.8, (250, 250, 250), 2, cv2.LINE_AA)
    face[high - 40 :, wide - 30 :] = face[:40, :30][::-1, ::-1]
    return face


def _table(*lying: tuple[Picture, float, float, float]) -> Picture:
    """Cards on a table of the first one's colour: each face, its middle, and how it is turned."""
    noise = np.random.default_rng(5).normal(0, 4, (480, 640, 3))
    out = np.clip(noise + lying[0][0][2, 60], 0, 255).astype(np.uint8)
    for face, x, y, turn in lying:
        high, wide = face.shape[:2]
        way = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, 1.0)
        way[:, 2] += (x - wide / 2, y - high / 2)
        there = cv2.warpAffine(np.full((high, wide), 255, np.uint8), way, (640, 480))
        out[there > 127] = cv2.warpAffine(face, way, (640, 480))[there > 127]
    return np.asarray(cv2.GaussianBlur(out, (3, 3), 0), np.uint8)


def _large(face: Picture) -> Picture:
    return np.asarray(cv2.resize(face, (130, 178), interpolation=cv2.INTER_CUBIC), np.uint8)


def _deck() -> Known:
    return of_faces("ours", [(name, _edged(name)) for name in _COLOURS])


def _named(picture: Picture, *decks: Known) -> list[tuple[str, str]]:
    cards = cards_anywhere(picture, Decks((NUMBERS, UNO), decks))
    return sorted((card.deck, card.name) for card in cards if card.name)


def test_cards_without_a_border_are_named_on_a_table_of_their_colour_and_one_over_another() -> None:
    lying = [(_edged("4_blue"), 150, 150, 20), (_edged("1_green"), 420, 250, 200)]
    lying.append((_edged("5_yellow"), 500, 320, 240))
    told = _named(_table(*lying), _deck())
    assert told == [("ours", "1_green"), ("ours", "4_blue"), ("ours", "5_yellow")]


def _spotted(name: str) -> Picture:
    """Such a face with many dots on it."""
    face, chance = _large(_edged(name)), np.random.default_rng(int(name[0]))
    for n in range(14):
        x, y, wide = (int(chance.integers(low, high)) for low, high in ((10, 120), (10, 168), (3, 9)))
        cv2.circle(face, (x, y), wide, ((30,) * 3, (250,) * 3)[n % 2], (2, -1)[n % 3 == 0], cv2.LINE_AA)
    return face


@pytest.mark.parametrize("glare", [(0.0, 0.0), (0.7, 0.7), (0.3, 0.85), (0.8, 0.8)])
def test_glare_that_leaves_the_print_of_a_card_leaves_its_name(glare: tuple[float, float]) -> None:
    deck = of_faces("ours", [(name, _spotted(name)) for name in _COLOURS])
    upon = np.linspace(*glare, HIGH)[:, None, None]  # from its one end to the other
    blue, pink = (
        np.asarray(_spotted(name) * (1 - upon) + 235 * upon, np.uint8) for name in ("4_blue", "2_pink")
    )
    lying = _table((blue, 150, 150, 20), (pink, 420, 250, 200))
    assert _named(lying, deck) == [("ours", "2_pink"), ("ours", "4_blue")]


def test_the_texture_of_a_face_is_seen_however_pale_or_dark_and_not_on_another() -> None:
    deck = of_faces("ours", [(name, _spotted(name)) for name in _COLOURS])
    for pale in (deck.cards[0] * 0.2 + 190, deck.cards[0] * 0.15 + 5):
        again = seen_again(deck, compared(deck, np.asarray(pale, np.uint8)), np.ones(PARTS, bool))
        assert again[0] > SETTINGS.taught.found > max(again[1:])


@pytest.mark.parametrize("larger", [0.6, 1.0, 2.0])
def test_about_what_was_found_as_much_print_is_seen_however_large_a_card_is(larger: float) -> None:
    lying = (_spotted("4_blue"), 150, 150, 20), (_spotted("2_pink"), 450, 250, 0)
    picture = np.asarray(cv2.resize(_table(*lying), None, fx=larger, fy=larger), np.uint8)
    quad = np.array([[385, 161], [515, 161], [515, 339], [385, 339]], np.float32) * np.float32(larger)
    wanted = features_of([cv2.resize(_table(*lying), None, fx=0.6, fy=0.6)])
    seen = [
        int(
            (abs(found.spots[:, :2] - np.array([450, 250]) * scale) < np.array([65, 89]) * scale)
            .all(axis=1)
            .sum()
        )
        for found, scale in ((features_near(picture, [quad]), larger), (wanted, 0.6))
    ]
    assert seen[0] == pytest.approx(seen[1], rel=0.3)
    assert seen[1] > 20


def test_one_feature_says_where_a_card_lies_that_is_as_large_as_others() -> None:
    deck = of_faces("ours", [(name, _spotted(name)) for name in _COLOURS])
    votes = votes_of(features_of([_table((_spotted("4_blue"), 300, 240, 0))]), deck)
    likest = np.argsort(-votes.weight)[:5]
    for n in likest:
        (lead,) = leads_in(votes, 130, np.arange(len(votes.weight)) == n)
        assert lead.names(deck, 1) == ("4_blue",)
        assert np.abs(lead.quad - [[235, 151], [365, 151], [365, 329], [235, 329]]).max() < 20
        assert leads_in(votes, 200, np.arange(len(votes.weight)) == n) == []


def _recognised(shown: float, found: float, ahead: float) -> Recognised:
    return Recognised(("4_blue", "2_pink"), (1.0, 0.0), 0.95, False, shown, found, ahead)


@pytest.mark.parametrize(
    ("shown", "found", "ahead", "odd", "sure"),
    [(1.0, 0.9, 0.7, 0.1, True), (1.0, 0.8, 0.7, 0.1, False), (1.0, 0.9, 0.7, 0.9, False),
     (0.3, 0.9, 0.7, 0.1, False), (0.4, 0.95, 0.9, 0.9, True), (1.0, 0.9, 0.55, 0.1, False)],
)  # fmt: skip
def test_a_card_of_few_features_is_named_if_it_is_far_ahead_or_all_of_it_fits(
    monkeypatch: pytest.MonkeyPatch, shown: float, found: float, ahead: float, odd: float, sure: bool
) -> None:
    deck = of_faces("ours", [(name, _spotted(name)) for name in _COLOURS])
    quad = np.array([[235, 151], [365, 151], [365, 329], [235, 329]], np.float32)
    like = compared(deck, deck.cards[2])
    like.unlike[4, PARTS // 2] = odd  # of the face of that name, in the midst of the card
    placed = Placed(quad, ("4_blue",), 4, like, np.zeros(PARTS, bool))
    best = _recognised(shown, found, ahead)
    monkeypatch.setattr(second_witness, "decide", lambda *_: best)
    named = second_witness._told(_table((deck.cards[2], 300, 240, 0)), deck, placed, 0)
    assert [one.card.verdict.name for one in named] == ["4_blue"] * sure


def test_print_that_all_faces_share_tells_none_of_them_and_a_face_that_was_not_taught_is_none() -> None:
    framed = {name: _spotted(name) for name in _COLOURS}
    for face in framed.values():
        face[:40], face[138:] = framed["1_green"][:40], framed["1_green"][138:]
        face[40:138, :, :] = face[40:138, :, 1:2]  # without its colours
    stranger = framed.pop("4_blue")
    deck = of_faces("ours", list(framed.items()))
    rows = deck.tells.reshape(-1, ROWS, COLUMNS).sum(axis=(0, 2))
    assert max(rows[0], rows[-1]) < 0.1 * rows[3:-3].min()
    assert _named(_table((framed["2_pink"], 150, 150, 20)), deck) == [("ours", "2_pink")]
    assert _named(_table((stranger, 150, 150, 20)), deck) == []


@pytest.mark.parametrize(("right", "seen"), [(70, True), (25, False)])
def test_the_strip_of_a_card_that_an_unknown_one_leaves_free_names_it(right: int, seen: bool) -> None:
    deck = of_faces("ours", [(name, _spotted(name)) for name in _COLOURS])
    cover = np.full((178, 150, 3), 90, np.uint8)
    cover[::6, ::6] = 160
    told = _named(_table((deck.cards[0], 300, 240, 0), (cover, 300 + right, 240, 0)), deck)
    assert told == [("ours", "1_green")] * seen


def test_no_index_is_read_where_cards_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()
    answer = readers._ask
    monkeypatch.setattr(readers, "_ask", lambda name, *of: asked.append(name) or answer(name, *of))
    monkeypatch.setattr(partly_covered, "read_indices", lambda _crops: pytest.fail("an index is read"))
    deck = of_faces("ours", [(f"face {name}", _spotted(name)) for name in _COLOURS])
    cover, lower = np.full((178, 130, 3), 90, np.uint8), (deck.cards[0], 300, 240, 0)
    picture = _table(lower, (cover, 350, 270, 20), (deck.cards[1], 120, 130, 30))
    named = [card.name for card in cards_anywhere(picture, Decks((), (deck,))) if card.name]
    assert "face 2_pink" in named
    assert asked and "index" not in asked


@pytest.mark.parametrize(("moved", "free"), [(0, False), (300, True)])
def test_what_is_printed_on_a_card_that_is_named_is_no_corner_of_another(moved: int, free: bool) -> None:
    deck = of_faces("ours", [(name, _spotted(name)) for name in _COLOURS])
    picture = _table((_spotted("4_blue"), 200, 240, 0))
    named = cards_by_print(picture, [votes_of(features_of([picture]), deck)])
    assert [one.card.verdict.name for one in named] == ["4_blue"]
    mark = CornerMark((UNIT * (60, 84) + (180 + moved, 200)).astype(np.float32), 0, 0.6)
    assert shown_by_none([mark], named) == [mark] * free
    hidden = replace(named[0], hidden=np.ones(PARTS, bool))
    assert shown_by_none([mark], [hidden]) == [mark]


@pytest.mark.parametrize(("y", "tried"), [(240, True), (420, False)])
def test_only_what_shows_some_of_a_face_is_brought_onto_it(
    monkeypatch: pytest.MonkeyPatch, y: int, tried: bool
) -> None:
    deck, places = of_faces("ours", [(name, _spotted(name)) for name in _COLOURS]), list[object]()
    picture = _table((_spotted("4_blue"), 200, 240, 0))
    sights = sights_of(picture, [Outline((UNIT * (130, 178) + (135, y - 89)).astype(np.float32), (0.5,) * 4)])
    monkeypatch.setattr(second_witness, "_exactly", lambda *of: places.append(of) or [])
    cards_by_look(picture, [votes_of(features_of([picture]), deck)], sights, [])
    assert bool(places) == tried


@pytest.mark.parametrize(("printed", "sizes"), [(True, 2), (False, 3)])
def test_fewer_sizes_are_tried_where_print_tells_how_large_cards_are(
    monkeypatch: pytest.MonkeyPatch, printed: bool, sizes: int
) -> None:
    corner = CornerMark((UNIT * (130, 178) + (360, 60)).astype(np.float32), 0, 0.6)
    tried = list[Size]()
    monkeypatch.setattr(anywhere, "find_corners", lambda _picture: [corner])
    monkeypatch.setattr(anywhere, "find_outlines", lambda _picture, _marks: [])
    monkeypatch.setattr(anywhere, "_next_size", lambda *_of: Size(100.0 + len(tried), 1.4))
    monkeypatch.setattr(anywhere, "covered_cards", lambda _edges, _free, size: tried.append(size) or [])
    deck = of_faces("ours", [(f"face {name}", _spotted(name)) for name in _COLOURS])
    lying = _table((_spotted("4_blue") if printed else _edged("4_blue") // 8, 400, 200, 0))
    assert bool(_named(lying, deck)) == printed
    assert len(tried) == sizes


def test_what_has_no_corner_is_sought_in_the_whole_picture_where_nothing_else_lies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Round cards have none; a speck elsewhere may be taken for one."""
    speck = CornerMark((UNIT * (20, 28) + 5).astype(np.float32), 0, 0.4)
    monkeypatch.setattr(anywhere, "find_corners", lambda _picture: [speck])
    monkeypatch.setattr(anywhere, "find_outlines", lambda _picture, _marks: [])
    picture = _table((_edged("2_pink"), 420, 300, 25))
    assert _named(picture, _deck()) == [("ours", "2_pink")]


def _with_signs(shape: str, count: int, colour: tuple[int, int, int]) -> Picture:
    """A face with one, two or three signs of a colour: with ovals, or with lozenges."""
    face = np.full((880, 580, 3), (240, 235, 215), np.uint8)
    for n in range(1, count + 1):
        y = round(880 * n / (count + 1))
        if shape == "oval":
            cv2.ellipse(face, (290, y), (150, 76), 0, 0, 360, colour, 22, cv2.LINE_AA)
        else:
            corners = np.array([[290, y - 95], [450, y], [290, y + 95], [130, y]], np.int32)
            cv2.fillConvexPoly(face, corners, colour, cv2.LINE_AA)
    return face


def test_a_strip_that_shows_few_features_names_no_card_whose_other_signs_are_missing(tmp_path: Path) -> None:
    """What covers a card has print of its own: where it is plain the card does not lie there."""
    colours = ((180, 110, 20), (90, 40, 200), (80, 140, 30), (160, 60, 120))
    shown = {
        f"{shape} {count} {n}": _with_signs(shape, count, colour)
        for shape in ("oval", "lozenge")
        for count in (1, 2, 3)
        for n, colour in enumerate(colours)
    }
    (tmp_path / "faces").mkdir()
    for name, face in shown.items():
        cv2.imwrite(str(tmp_path / "faces" / f"{name}.png"), face)
    teach_deck("signs", tmp_path / "faces", tmp_path / "kept")
    deck = taught("signs", tmp_path / "kept")
    assert deck is not None
    for lying in (
        [("oval 1 1", 220, 408, 312.0), ("oval 2 0", 640, 373, 14.0), ("lozenge 2 1", 1060, 295, 119.0)],
        [("oval 2 2", 220, 412, 185.0), ("lozenge 3 1", 640, 303, 299.0), ("lozenge 2 1", 1060, 362, 55.0)],
    ):
        named = [name for _, name in _named(table(shown, lying), deck)]
        assert named
        assert sorted(named) == sorted({*named} & {name for name, *_ in lying})


def test_cards_of_no_known_deck_are_not_named_whatever_they_resemble() -> None:
    """A digit on a colour to the edge may be of a deck of colours or of numbers."""
    lying = [(_edged("4_blue"), 150, 150, 20), (_edged("1_green"), 420, 250, 200)]
    lying.append((_edged("2_pink"), 540, 120, 0))
    assert _named(_table(*lying)) == []
    blots = np.random.default_rng(3).integers(0, 255, (3, 11, 8, 3), np.uint8)
    strangers = of_faces("ours", [(f"blot{n}", _large(blot)) for n, blot in enumerate(blots)])
    assert _named(_table(*lying), strangers) == []


@pytest.mark.parametrize(("ground", "paper"), [((30, 200, 240), False), ((245, 250, 250), True)])
def test_a_large_oval_on_a_colour_is_no_paper_and_a_frame_on_paper_is(
    ground: tuple[int, int, int], paper: bool
) -> None:
    face = np.full((178, 130, 3), ground, np.uint8)
    cv2.ellipse(face, (65, 89), (58, 78), 0, 0, 360, (245, 250, 250), -1)
    cv2.rectangle(face, (5, 5), (124, 172), (30, 200, 240), 5)
    assert is_mostly_paper(face) == paper


@pytest.mark.parametrize(
    ("name", "like"),
    [("blue_4", "4_blue"), ("red_2", "2_pink"), ("yellow_3", "3_orange"), ("red_4", ""), ("wild", "")],
)
def test_which_cards_of_colours_may_be_numbers(name: str, like: str) -> None:
    assert number_like(name) == like


def test_a_card_named_with_number_and_colour_keeps_its_name_and_square_cards_are_taught(
    tmp_path: Path,
) -> None:
    (tmp_path / "faces").mkdir()
    for name in _COLOURS:
        cv2.imwrite(str(tmp_path / "faces" / f"{name}.png"), _edged(name, (150, 150)))
    assert len(teach_deck("square", tmp_path / "faces", tmp_path / "kept").faces) == len(_COLOURS)
    decks = decks_called("square", tmp_path / "kept")
    assert decks is not None and decks.taught[0].tall == 1.0
    wanted = Wanted(cards=True, deck="square", taught_in=str(tmp_path / "kept"))
    found = cards_in(_table((_edged("5_yellow", (150, 150)), 300, 240, 33)), wanted)
    assert [card.name for card in found.cards] == ["5_yellow"]


def test_a_face_that_shows_little_is_not_seen_in_what_shows_nothing() -> None:
    """Plain paper is not far from any part of such a face, but nothing of it is found there."""
    shown = {size: np.full((178, 130, 3), 225, np.uint8) for size in (20, 35, 50)}
    for size, face in shown.items():
        cv2.circle(face, (65, 89), size, (150, 160, 165), 2, cv2.LINE_AA)
    deck = of_faces("ours", [(str(size), face) for size, face in shown.items()])
    sheet = np.full((178, 130, 3), 225, np.uint8)
    own, paper = (decide(deck, compared(deck, card), None) for card in (shown[35], sheet))
    assert (own.names[0], own.found) == ("35", pytest.approx(1, abs=0.02))
    assert judge_taught([(deck, own)], UNREAD).name == "35"
    assert paper.found < SETTINGS.taught.found / 2
    assert not judge_taught([(deck, paper)], UNREAD).name
    read_in_part = Verdict(FRENCH, "", 0.2, ("QH", "9H"))
    assert judge_taught([(deck, paper)], read_in_part).names == ("QH", "9H")
