"""Cards of any deck in any picture: found however they lie, named or asked about, taught in a moment."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from cards_laid import SPREAD, at, table
from msgspec.structs import replace

from companion.sightings import CardSeen
from tests.at_first import more, quick
from tests.tables import cases
from ui.lab.laboratory_stage import LaboratoryStage
from vision.cards.anywhere import cards_anywhere
from vision.cards.cards_in import cards_in
from vision.cards.decks import Decks, decks_called, names_of
from vision.cards.flat import HIGH, WIDE, flat_card
from vision.cards.likeness import COLUMNS, ROWS
from vision.cards.outlines import Outline
from vision.cards.readers import RANKS, Said
from vision.cards.reading import telling
from vision.cards.rivals import covered_parts, covering, none_worse, one_of_each
from vision.cards.taught import Recognised, compared, decide, judge_taught, of_faces, taught, teach_deck
from vision.cards.verdict import FRENCH, NUMBERS, UNO, Card, Verdict, deck_of_name, plain_name
from vision.drawn import CardOnTable, draw
from vision.lab.printed import faces
from vision.pictures import Picture
from vision.teaching import CannotTeachError, pictures_by_face
from vision.wanted import Wanted


def test_french_cards_apart_are_found_and_none_is_named_wrongly() -> None:
    decks = decks_called("french", None)
    assert decks is not None
    seen = cards_anywhere(table(faces("french"), SPREAD), decks)
    found = {name: [c for c in seen if at(c, x, y)] for name, x, y, _ in SPREAD}
    assert all(len(cards) == 1 for cards in found.values())
    assert all(cards[0].name in ("", name) for name, cards in found.items())
    assert sum(cards[0].name == name for name, cards in found.items()) >= 4
    assert all(card.choices for card in seen if not card.name)


def test_corners_are_exact_in_pixels() -> None:
    decks = decks_called("french", None)
    assert decks is not None
    (card,) = cards_anywhere(table(faces("french"), [("6H", 640, 360, 0)], wide=200), decks)
    xs, ys = zip(*card.corners, strict=True)
    assert (min(xs), max(xs)) == pytest.approx((540, 740), abs=11)
    high = 200 * 348 / 224
    assert (min(ys), max(ys)) == pytest.approx((360 - high / 2, 360 + high / 2), abs=11)


def test_an_empty_table_has_no_cards() -> None:
    decks = decks_called("any", None)
    assert decks is not None
    assert not [card for card in cards_anywhere(table({}, []), decks) if card.name]


def write(shown: Mapping[str, Picture], folder: Path) -> Path:
    folder.mkdir()
    for name, face in shown.items():
        cv2.imwrite(str(folder / f"{name}.png"), face)
    return folder


@more
def test_a_deck_taught_from_flat_faces_is_known_turned_and_in_other_light(tmp_path: Path) -> None:
    names = ("m5", "m8", "c5", "c8", "mSK")
    shown = {name: face for name, face in faces("wobble").items() if name in names}
    told = teach_deck("ours", write(shown, tmp_path / "faces"), tmp_path / "kept")
    assert set(told.faces) == set(shown)
    decks = decks_called("ours", tmp_path / "kept")
    assert decks is not None
    spots = [(name, 180 + 240 * n, 360, 40.0 * n) for n, name in enumerate(shown)]
    for gain in (1.0, 0.6):
        seen = cards_anywhere(np.asarray(table(shown, spots) * gain, np.uint8), decks)
        for name, x, y, _ in spots:
            names_there = [card.name for card in seen if at(card, x, y)]
            assert names_there in ([name], [""]), f"{name} was read as {names_there}"
        assert sum(bool(card.name) for card in seen) >= len(spots) - 1


def with_photograph(n: int) -> Picture:
    """A card with a photograph in its upper half, not quite straight, above a table of figures."""
    face, inside = np.full((910, 590, 3), 245, np.uint8), np.zeros((910, 590), np.uint8)
    photograph = cv2.resize(np.random.default_rng(n).integers(0, 200, (12, 8, 3), np.uint8), (590, 910))
    corners = cv2.boxPoints(((295, 310), (500, 360), 3.0))
    cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 255)
    face[inside > 0] = photograph[inside > 0]
    for row in range(5):
        cv2.rectangle(face, (60, 560 + 65 * row), (530 - 40 * ((n + row) % 4), 580 + 65 * row), (90,) * 3, -1)
    return face


def test_a_photograph_printed_on_each_face_is_not_taken_for_the_card(tmp_path: Path) -> None:
    shown = {f"a{n}": with_photograph(n) for n in range(6)}
    teach_deck("quartet", write(shown, tmp_path / "faces"), tmp_path / "kept")
    deck = taught("quartet", tmp_path / "kept")
    assert deck is not None and deck.tall == pytest.approx(910 / 590)
    assert np.abs(deck.cards[0][:8].astype(int) - 245).max() < 12


def test_a_card_of_another_deck_is_never_named(tmp_path: Path) -> None:
    shown = {name: face for name, face in faces("wobble").items() if name in ("m5", "c8", "m8")}
    teach_deck("ours", write(shown, tmp_path / "faces"), tmp_path / "kept")
    decks = decks_called("ours", tmp_path / "kept")
    assert decks is not None
    strangers = table(faces("french"), [("KH", 300, 360, 10), ("4S", 800, 360, 100)])
    assert not [card.name for card in cards_anywhere(strangers, decks) if card.name]


@pytest.mark.parametrize("taught_too", quick([True, False]), ids=["and a taught one", "built in"])
def test_with_every_deck_possible_no_card_gets_another_name(taught_too: bool, tmp_path: Path) -> None:
    shown = {name: face for name, face in faces("wobble").items() if name in ("m5", "c8", "m8")}
    if taught_too:
        teach_deck("ours", write(shown, tmp_path / "faces"), tmp_path / "kept")
    decks = decks_called("any", tmp_path / "kept")
    assert decks is not None
    seen = cards_anywhere(table(faces("french"), SPREAD), decks)
    for name, x, y, _ in SPREAD:
        assert [card.name for card in seen if at(card, x, y)] in ([name], [""])


def taught_name(marks: Verdict, likely: tuple[str, ...], share: float, fit: float, tmp_path: Path) -> Verdict:
    """What a card is called whose *marks* say so, and whose picture fits faces of a taught deck so."""
    shown = {name: face for name, face in faces("wobble").items() if name in ("m5", "c8", "m8")}
    teach_deck("ours", write(shown, tmp_path / "faces"), tmp_path / "kept")
    known = taught("ours", tmp_path / "kept")
    assert known is not None
    rest = (1 - share) / 2
    return judge_taught([(known, Recognised(likely, (share, rest, rest), fit, False))], marks)


@pytest.mark.parametrize(
    ("marks", "share", "fit", "deck", "name"),
    [
        pytest.param(Verdict(FRENCH, "QH", 0.99, ("QH",)), 0.6, 0.4, FRENCH, "QH", id="of a built-in deck"),
        pytest.param(Verdict(FRENCH, "QH", 0.99, ("QH",)), 0.99, 0.9, "ours", "", id="both sure: asked"),
        pytest.param(Verdict(FRENCH, "", 0.3, ("QH",)), 0.99, 0.9, "ours", "m5", id="marks that say little"),
        pytest.param(Verdict(FRENCH, "", 0.8, ("QH",)), 0.5, 0.3, FRENCH, "", id="the likelier question"),
    ],
)  # fmt: skip
def test_marks_and_a_taught_deck(
    marks: Verdict, share: float, fit: float, deck: str, name: str, tmp_path: Path
) -> None:
    verdict = taught_name(marks, ("m5", "c8", "m8"), share, fit, tmp_path)
    assert (verdict.deck, verdict.name) == (deck, name)


def test_a_deck_taught_with_german_letters_keeps_them() -> None:
    """Bube and Dame are the jack and queen whose marks are read, called as the family calls them."""
    shown = faces("french")
    own = {"BH": "JH", "DC": "QC", "KS": "KS", "AH": "AH"}
    deck = of_faces(
        "ours",
        [
            (name, np.asarray(cv2.resize(shown[as_read], (WIDE, HIGH)), np.uint8))
            for name, as_read in own.items()
        ],
    )
    assert deck.family == FRENCH
    looks = Recognised(("BH", "KS"), (0.98, 0.02), 0.8, False)
    verdict = judge_taught([(deck, looks)], Verdict(FRENCH, "JH", 0.95, ("JH", "QH"), (0.95, 0.05)))
    assert (verdict.deck, verdict.name) == ("ours", "BH")


@pytest.mark.parametrize(
    ("fit", "deck", "name"), [(0.4, FRENCH, "KS"), (0.8, "ours", "KS"), (0.95, "ours", "")]
)
def test_marks_that_are_sure_stand_against_a_likeness_that_is_not(fit: float, deck: str, name: str) -> None:
    """Else teaching a French deck made its cards worse than not teaching it; and others are none of it."""
    shown = faces("french")
    cards = [(face, np.asarray(cv2.resize(shown[face], (WIDE, HIGH)), np.uint8)) for face in ("KS", "KC")]
    looks = Recognised(("KC", "KS"), (0.99, 0.01), fit, False)
    marks = Verdict(FRENCH, "KS", 0.97, ("KS", "KC"), (0.97, 0.03))

    verdict = judge_taught([(of_faces("ours", cards), looks)], marks)
    assert (verdict.deck, verdict.name) == (deck, name)


def test_faces_that_look_alike_are_named_when_taught(tmp_path: Path) -> None:
    face = faces("french")["4C"]
    shown = {"one": face, "two": face.copy(), "three": faces("french")["KH"]}
    told = teach_deck("twins", write(shown, tmp_path / "faces"), tmp_path / "kept")
    assert told.alike == (("one", "two"),)
    known = taught("twins", tmp_path / "kept")
    assert known is not None
    card = np.asarray(cv2.resize(face, (WIDE, HIGH), interpolation=cv2.INTER_AREA), np.uint8)
    assert decide(known, compared(known, card), None).shares[0] < 0.9  # asked about, not guessed


def test_a_face_is_recognised_though_half_of_it_is_covered() -> None:
    shown = [
        (name, np.asarray(cv2.resize(face, (WIDE, HIGH), interpolation=cv2.INTER_AREA), np.uint8))
        for name, face in list(faces("wobble").items())[:12]
    ]
    known = of_faces("some", shown)
    hidden = np.zeros((ROWS, COLUMNS), bool)
    hidden[:, COLUMNS // 2 :] = True
    for name, face in shown:
        card = face.copy()
        card[:, WIDE // 2 :] = 128
        assert decide(known, compared(known, card), hidden.ravel()).names[0] == name


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (("QH.jpg", "QH_2.jpg", "KS.jpg"), {"QH": 2, "KS": 1}),
        (("blue_5.jpg", "blue_6.jpg"), {"blue_5": 1, "blue_6": 1}),
        (("blue_5.jpg", "blue_5_2.jpg"), {"blue_5": 2}),
        (("d01_sunrise.png", "notes.txt"), {"d01_sunrise": 1}),
    ],
)
def test_pictures_are_named_after_their_face(
    files: Sequence[str], expected: Mapping[str, int], tmp_path: Path
) -> None:
    for name in files:
        (tmp_path / name).write_bytes(b"")
    assert {face: len(paths) for face, paths in pictures_by_face(tmp_path).items()} == expected


def test_a_folder_without_pictures_cannot_be_taught(tmp_path: Path) -> None:
    with pytest.raises(CannotTeachError, match="holds no pictures"):
        teach_deck("none", tmp_path, tmp_path / "kept")


def test_a_damaged_deck_file_is_no_deck(tmp_path: Path) -> None:
    (tmp_path / "broken.deck").write_bytes(b"\x93nonsense")
    assert taught("broken", tmp_path) is None
    assert decks_called("broken", tmp_path) is None


@pytest.mark.parametrize(
    ("name", "deck", "plain"),
    [
        ("10H", FRENCH, "TH"),
        ("QS", FRENCH, "QS"),
        ("BH", FRENCH, "JH"),
        ("DC", FRENCH, "QC"),
        ("3_orange", NUMBERS, "3_orange"),
        ("3_blue", "", "3_blue"),
        ("red_skip", UNO, "red_skip"),
        ("black_wild_draw4", UNO, "wild_draw4"),
        ("d01_sunrise", "", "d01_sunrise"),
    ],
)
def test_names_of_built_in_decks_are_known_however_they_are_spelt(name: str, deck: str, plain: str) -> None:
    assert (deck_of_name(name), plain_name(name)) == (deck, plain)


@pytest.mark.parametrize(
    ("deck", "count"), [("french", 52), ("abspecken", 6), ("uno-like", 54), ("abi94", 14)]
)
def test_built_in_decks_can_be_counted(deck: str, count: int) -> None:
    assert len(names_of(deck, None)) == count


def outline(x: float, y: float, seen: tuple[float, float, float, float]) -> Outline:
    return Outline(np.array([[x, y], [x + 100, y], [x + 100, y + 150], [x, y + 150]], np.float32), seen)


def test_the_card_whose_corners_are_seen_lies_above() -> None:
    lower = outline(0, 0, (0.9, 0.0, 0.0, 0.9))
    upper = outline(50, 10, (0.9, 0.9, 0.9, 0.9))
    assert covering([lower, upper]) == [[1], []]
    hidden = covered_parts(lower, [upper]).reshape(ROWS, COLUMNS)
    assert hidden[5, COLUMNS - 1]
    assert not hidden[:, 0].any()


@cases(
    "deck, x, names",
    {
        "apart: the other is asked about": (FRENCH, 300.0, ["7S", ""]),
        "over each other: the same card twice": (FRENCH, 40.0, ["7S"]),
        "a deck with several copies": (UNO, 300.0, ["7S", "7S"]),
    },
)
def test_a_french_card_lies_there_once(deck: str, x: float, names: Sequence[str]) -> None:
    verdict = Verdict(deck, "7S", 0.99, ("7S",), (0.99,))
    clear, other = outline(0, 0, (0.9, 0.9, 0.9, 0.9)), outline(x, 0, (0.9, 0.0, 0.0, 0.0))
    assert [v.name for _, v in one_of_each([Card(other, verdict), Card(clear, verdict)])] == names


def test_a_flattened_card_is_upright_and_whole() -> None:
    face = faces("french")["2C"]
    picture = table({"2C": face}, [("2C", 640, 360, 90)], wide=200)
    high = 200 * face.shape[0] / face.shape[1]
    x0, x1, y0, y1 = 640 - high / 2, 640 + high / 2, 360 - 100, 360 + 100
    quad = np.array([[x1, y0], [x1, y1], [x0, y1], [x0, y0]], np.float32)
    flat = flat_card(picture, quad).astype(np.float32)
    want = cv2.resize(face, (WIDE, HIGH), interpolation=cv2.INTER_AREA).astype(np.float32)
    assert np.abs(flat - want).mean() < 12


@pytest.mark.parametrize("spelt", quick(["10", "T"], 0))
def test_teaching_a_french_deck_makes_no_card_worse(spelt: str) -> None:
    """It was taught badly, from pictures in which hardly anything can be seen."""
    pytest.importorskip("PIL")
    from vision.lab.cards import faces as drawn  # noqa: PLC0415
    from vision.lab.cards import marks  # noqa: PLC0415

    style, rng = drawn.FrenchStyle(np.random.default_rng(7)), np.random.default_rng(9)
    style.font, style.foreign = marks.plain_font(), {}
    laid = {"TH": ("10", "H"), "KS": ("K", "S"), "9D": ("9", "D"), "2C": ("2", "C"), "KC": ("K", "C")}
    laid |= {"AC": ("A", "C"), "AS": ("A", "S")}
    printed = {name: drawn.french(rng, style, *card).picture for name, card in laid.items()}
    blurred = {name: cv2.GaussianBlur(face, (0, 0), 25) for name, face in printed.items()}
    deck = of_faces("mine", [(name.replace("T", spelt), np.asarray(face)) for name, face in blurred.items()])
    heaps = [("TH", 300, 200, 8), ("KS", 340, 260, 20), ("KC", 640, 360, 0), ("AC", 680, 380, 30)]
    picture = table(printed, [*heaps, ("9D", 980, 330, -10)])

    untaught = {card.name for card in cards_anywhere(picture, Decks((FRENCH,)))} - {""}
    seen = cards_anywhere(picture, Decks((FRENCH,), (deck,), frozenset(deck.names)))
    assert len(untaught) > 1 and untaught <= {plain_name(card.name) for card in seen if card.name}
    assert {card.name for card in seen} <= {"", *deck.names}


def test_what_a_taught_deck_names_is_not_named_otherwise_untaught() -> None:
    def card(name: str, x: float) -> CardSeen:
        corners = ((x, 0.0), (x + 60, 0.0), (x + 60, 90.0), (x, 90.0))
        return CardSeen("mine", name, corners, 0.95, choices=() if name else ("QS",))

    seen = none_worse([card("QS", 0), card("", 100)], [card("KS", 5), card("9D", 105), card("QS", 300)])
    assert [one.name for one in seen] == ["QS", "9D"]


@pytest.mark.parametrize(("deck", "name"), [(FRENCH, "TH"), ("mine", "10H"), ("mine", "TH")])
def test_a_corner_tells_a_french_card_of_a_taught_deck_as_of_the_built_in_one(deck: str, name: str) -> None:
    ranks = np.full((4, len(RANKS)), 0.01, np.float32)
    ranks[2, RANKS.index("10")] = 0.9
    nothing = np.zeros(4, np.float32)
    said = Said(ranks, ranks, nothing, nothing, nothing, nothing)
    assert telling(said, Verdict(deck, name, 0.95, (name,))) == (2,)


@more
def test_the_corner_of_a_sheet_beside_a_card_is_no_card_that_cannot_be_read() -> None:
    scene = LaboratoryStage(["Ada", "Ben"], Random(1), on_mat=False).scene
    lying = draw(replace(scene, cards=(CardOnTable("mCD", 118, 258, 3.7, deck="wobble"),)))
    seen = cards_in(lying, Wanted(cards=True, tray=False, deck="wobble")).cards
    assert [card.name for card in seen] == ["mCD"]
