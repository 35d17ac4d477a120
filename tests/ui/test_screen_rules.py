"""The rules to read: found by a word, with tonight's house rules first."""

import evenings
import pytest

pytestmark = pytest.mark.screens


def test_rules_are_found_by_a_word_in_either_language(rooms, open_in):
    finger = open_in(rooms)
    finger.tap("Regeln")
    finger.tap("ABspecken")
    finger.tap("Suchen")
    for letter in ("P", "I", "G", "G", "Y"):
        finger.tap(letter)
    finger.tap("Finden")
    assert any("Schweinchen" in text for text in finger.texts())
    finger.tap("EN")
    assert any("Piggy" in text for text in finger.texts())
    assert finger.find("Zurück"), "only the rules change their language"


def test_a_search_without_result_says_what_to_do(rooms, open_in):
    finger = open_in(rooms)
    finger.app.go("rules", game="wobble", search="xyz")
    assert any("kürzeren Wort" in text for text in finger.texts())


def test_the_house_rules_of_tonight_stand_first(rooms, open_in):
    finger = open_in(rooms)
    finger.app.stage.sit(evenings.sit(rooms, limit=60))
    finger.app.go("rules")
    texts = finger.texts()
    assert any("60" in text for text in texts)
    assert texts.index("Unsere Hausregeln heute") < texts.index("Wer mitspielt")
