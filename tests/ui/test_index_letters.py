"""The letters on French cards, A K Q J or A K D B: set, wished for or learnt, and shown on every card."""

from pathlib import Path

import cv2
import pytest
from screen_audit import complaints
from screen_finger import furnished

from companion.games import find_game
from companion.index_letters import index_of, lettered
from tests.at_first import quick
from tests.tables import cases
from ui.command.read_command import in_words
from ui.house import first_wishes
from ui.prints.order import Order, write
from ui.screen.looks import card_look
from ui.settings import KeptPreferences, TableSettings, settings_in_force
from ui.teaching import DECK, EyesTeacher
from vision.cards.taught import taught
from vision.drawn.printed_decks import face

COURT = {"JH": "B", "QD": "D", "KS": "K", "AC": "A", "TD": "10", "9C": "9"}


@pytest.mark.parametrize(("card", "letter"), COURT.items())
def test_german_letters_change_the_court_cards_and_no_suit(card, letter):
    assert lettered(card, "de")[:-1].replace("T", "10") == letter
    assert lettered(card, "de")[-1] == card[-1]
    assert lettered(card, "en") == card


@cases(
    "cards, index",
    {
        "Dame and Bube": (("AH", "KH", "DH", "BH", "TD"), "de"),
        "queen and jack": (("AH", "KH", "QH", "JH", "TD"), "en"),
        "no court card that tells": (("AH", "KH", "9D"), None),
        "another deck": (("g4", "DG", "CSmc", "blue_5"), None),
    },
)
def test_the_letters_of_a_deck_are_learnt_from_the_names_of_its_faces(cards, index):
    assert index_of(cards) == index


def test_the_settings_say_which_letters_until_somebody_wishes_for_others(tmp_path):
    assert settings_in_force([]).settings.table.index == "en"
    table = settings_in_force(["table.index=de"]).settings.table
    preferences = KeptPreferences(tmp_path / "preferences.json")
    first_wishes(preferences, table)
    assert preferences.get("index") == "de"

    preferences.put("index", "en")
    first_wishes(preferences, TableSettings(index="de"))
    assert preferences.get("index") == "en"


def test_what_was_read_is_told_in_the_letters_of_the_deck():
    line = {
        "file": "hand.jpg",
        "cards": [{"name": "QH", "face_down": False}, {"name": "9D", "face_down": False}],
        "unsure": [{"what": "card", "choices": ["JC", "KC"]}],
    }
    assert "cards QH, 9D; not sure JC/KC" in in_words(line)
    assert "cards DH, 9D; not sure BC/KC" in in_words(line, "de")


def test_a_deck_is_printed_with_either_letters(tmp_path):
    english, german = tmp_path / "en.pdf", tmp_path / "de.pdf"
    for file, index in ((english, "en"), (german, "de")):
        assert write(Order("cards", "french", ("en",), single=True, index=index), file) == 6
    assert english.read_bytes() != german.read_bytes()


def test_a_deck_that_is_taught_keeps_its_letters_and_says_which(tmp_path: Path):
    shown = {lettered(card, "de"): [face("french", card, 1)] for card in ("QH", "JC", "KS", "9D")}
    teacher = EyesTeacher(tmp_path, lambda _: None)
    learnt = teacher.learn(DECK, "ours", shown)

    assert learnt.index == "de"
    known = taught("ours", tmp_path / "taught")
    assert known is not None and set(known.names) == {"DH", "BC", "KS", "9D"}


@pytest.mark.screens
def test_the_wish_changes_every_card_at_once_and_is_kept(screen):
    rooms = furnished({"abstrac": find_game("abstrac")})
    finger = screen.in_rooms(rooms)
    assert card_look("french", "QD").text == "Q"
    finger.app.go("settings")
    finger.tap("A K D B")
    assert [card_look("french", card).text for card in COURT] == list(COURT.values())
    assert card_look("wobble", "DG").text == card_look("wobble", "DG").text != "BG"
    assert rooms.preferences.get("index") == "de"

    again = screen.in_rooms(rooms)
    assert card_look("french", "JS").text == "B", "after a restart"
    again.app.go("settings")
    again.tap("A K Q J")
    assert card_look("french", "JS").text == "J"


@pytest.mark.screens
@pytest.mark.parametrize(("size", "language"), quick([((800, 480), "de"), ((720, 1280), "en")]), ids=str)
def test_the_settings_page_has_room_for_it(screen, shots_folder, size, language):
    rooms = furnished({"abstrac": find_game("abstrac")})
    rooms.preferences.put("language", language)
    finger = screen.in_rooms(rooms, size)
    finger.app.go("settings")
    finger.tap("A K D B")
    finger.shot(shots_folder / f"settings-index-{language}-{size[0]}.png")

    assert complaints(finger.page) == []
    assert cv2.imread(str(shots_folder / f"settings-index-{language}-{size[0]}.png")) is not None


@pytest.mark.screens
def test_a_row_on_the_table_shows_the_letters_of_the_deck(screen, shots_folder):
    from test_screen_discrepancy import row_lies_out  # noqa: PLC0415

    rooms = furnished({"abstrac": find_game("abstrac")})
    rooms.preferences.put("index", "de")
    finger = screen.in_rooms(rooms, (800, 480))
    finger.app.stage.sit(row_lies_out(rooms))
    finger.app.go("table")
    finger.step(4)
    finger.shot(shots_folder / "row-german.png")
    assert complaints(finger.page) == []
