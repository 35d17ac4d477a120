"""The rules to read: found by a word, with tonight's house rules first."""

import evenings
import pytest
from msgspec.structs import replace

from companion.rulebook import rulebook, switches
from companion.words import language_after, languages

pytestmark = pytest.mark.screens


def test_rules_are_found_by_a_word_in_any_language(rooms, open_in):
    finger = open_in(rooms)
    finger.tap("Regeln", "ABspecken", "Suchen")
    for letter in ("P", "I", "G", "G", "Y"):
        finger.tap(letter)
    finger.tap("OK")
    assert any("Schweinchen" in text for text in finger.texts())
    for _ in languages()[1:]:
        finger.tap(language_after(finger.page.keep()["language"]).upper())
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


@pytest.mark.parametrize("name", ["abspecken", "abstrac"])
def test_what_decides_most_is_asked_first_with_what_each_choice_means(rooms, open_in, name):
    """AM-4, B2: all readings are told before the first game; the usual one stays if nobody taps."""
    finger = open_in(rooms)
    finger.app.stage.game = game = rooms.games[name]
    finger.app.go("options")
    texts = finger.texts()
    asked = [switch for switch in switches(game) if switch.name in game.about.matter]

    at = 0
    for switch in asked:
        rule = game.about.matter[switch.name]
        for value in switch.choices:
            said = rulebook(game, replace(game.options(), **{switch.name: value}))[rule].text("de")
            found = next(n for n, text in enumerate(texts) if said in text and text.endswith(f"({rule})"))
            assert found > at, "asked in their order, before everything else"
            at = found
    assert finger.app.stage.options == {}
