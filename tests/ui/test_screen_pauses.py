"""What is new is explained once, pauses stop everything, and one game follows the other."""

import time

import evenings
import pytest
from evenings import GAME
from screen_shots import kept
from test_screen_pages import at_a_roll, press

from companion.asks import Say
from companion.games import all_games
from companion.words import game_words
from ui.screen.guests import THINGS
from ui.screen.pages.table.over import UNREAD
from ui.screen.parts.emblem import Emblem
from ui.screen.parts.pyramid import PyramidDrawing

pytestmark = pytest.mark.screens


# --- what is new is explained ---


def with_explanations(rooms, open_in, evening):
    """The table's page in an *evening* in which what is new is explained."""
    rooms.preferences.put("tutorial", "on")
    finger = open_in(rooms)
    finger.app.stage.sit(evening(rooms))
    finger.app.go("table")
    return finger


def test_each_ask_is_explained_the_first_time_and_never_again(rooms, open_in):
    finger = with_explanations(rooms, open_in, evenings.sit)
    assert finger.page.covered
    assert any("Werde vor allen anderen deine 24 Karten los" in text for text in finger.texts()), (
        "first the goal"
    )
    assert any(isinstance(widget, Emblem) for widget in finger.top.walk()), "and a picture"
    finger.tap("Alles klar")
    assert any("(A11)" in text for text in finger.texts()), "the rule that asks is named"
    finger.tap("Alles klar")
    assert not finger.page.covered
    finger.app.go("table")
    assert not finger.page.covered
    finger.tap("Anna")
    finger.step(3)
    assert finger.page.covered, "the next ask is a new one"
    finger.tap("Nichts mehr erklären")
    assert finger.page.covered and rooms.preferences.get("tutorial") == "on", "meant for a card below"
    time.sleep(UNREAD)
    finger.step()
    finger.tap("Nichts mehr erklären")
    assert rooms.preferences.get("tutorial") == "off"


@pytest.mark.parametrize("name", ["sums", "wobble"])
def test_a_lesson_has_a_drawing_and_what_can_be_done_is_a_tap_away(rooms, open_in, name):
    """The very table where something lies on it; and "Why?" always says what can be done now as well."""
    finger = with_explanations(rooms, open_in, lambda rooms: evenings.sit(rooms, 3, name))
    finger.tap("Alles klar")
    assert any(isinstance(widget, Emblem | PyramidDrawing) for widget in finger.top.walk())
    while finger.page.covered:
        finger.tap("Alles klar")
    finger.tap("Warum?")
    said = finger.texts()
    assert "Was du jetzt tun kannst" in said
    for part in finger.page.over.explained(finger.page.over.open_asks()):
        assert part.prompt in said and part.how in said


def test_every_game_says_what_it_is_about_and_why_one_would_play_it(rooms):
    for name, game in all_games().items():
        said = [game_words(game).say(Say(f"about.{what}"), "en") for what in ("goal", "lure")]
        assert all(sentence.endswith((".", "!")) for sentence in said), name
        assert game.about.picture and set(game.about.things) <= set(THINGS)


def test_a_clock_waits_for_what_is_explained(rooms, open_in):
    finger = with_explanations(rooms, open_in, evenings.rolled)
    assert finger.page.covered
    table = finger.app.stage.sitting.table
    finger.pass_ms(60_000)
    assert any(ask.id == "read" for ask in table.asks), "the four seconds to object have not begun to run"
    while finger.page.covered:
        finger.tap("Alles klar")
    finger.pass_ms(60_000)
    assert not any(ask.id == "read" for ask in table.asks)


def test_bots_wait_for_what_is_explained(rooms, open_in):
    """Else they call, lay and take while somebody still reads what a call is."""
    finger = with_explanations(rooms, open_in, evenings.abspecken_here)
    waits = finger.app.stage.sitting.here.waits
    while finger.page.covered:
        assert waits()
        finger.tap("Alles klar")
    assert not waits()
    finger.tap("Warum?")
    assert waits()


def test_explanations_can_begin_anew_with_the_house_rules(rooms, open_in):
    rooms.preferences.put("explained", ["abspecken:pick", "sums:stop"])
    finger = open_in(rooms)
    finger.app.stage.choose(GAME)
    finger.app.stage.guests = evenings.guests(3)
    finger.app.go("options")
    finger.tap("ja, beim ersten Mal")
    assert rooms.preferences.get("explained") == ["sums:stop"]


# --- pause and several games ---


def test_in_a_pause_nothing_counts_and_the_game_goes_on_at_the_same_ask(rooms, screen):
    rooms, board, finger = at_a_roll(rooms, screen)
    before = [ask.id for ask in finger.app.stage.sitting.table.asks]
    finger.tap("Menü", "Pause")
    entries = len(rooms.journal.entries())
    press(finger, board, "1")
    finger.pass_ms(3_600_000)
    assert len(rooms.journal.entries()) == entries
    assert board.watched == () and board.lit == ()
    finger.tap("Weiterspielen")
    assert [ask.id for ask in finger.app.stage.sitting.table.asks] == before


def test_every_unfinished_game_can_be_gone_on_with(rooms, open_in):
    older, newer = evenings.rolled(rooms), evenings.sit(rooms, 3, "squeeze_play")
    finger = open_in(rooms)
    assert "Squeeze Play" in " ".join(finger.texts())
    finger.tap("Andere offene Spiele")
    kept(finger.picture(), "scores_unfinished_800")
    finger.tap("ABspecken")
    assert finger.app.page_name == "table"
    assert finger.app.stage.sitting.table.game_id == older.table.game_id != newer.table.game_id
    assert finger.app.stage.sitting.table.asks == older.table.asks
    finger.app.go("home")
    finger.app.go("scores")
    finger.tap("Squeeze Play")
    assert finger.app.stage.sitting.table.game_id == newer.table.game_id
    finger.app.go("home")
    finger.step(5)
    kept(finger.picture(), "home_unfinished_800")


def test_a_game_is_given_up_only_if_all_want_it(rooms, open_in):
    finger = open_in(rooms)
    finger.app.stage.sit(evenings.rolled(rooms))
    finger.app.go("pause")
    finger.tap("Dieses Spiel abbrechen", "Nein, zurück")
    assert not rooms.journal.games()[0].finished
    finger.tap("Dieses Spiel abbrechen", "Ja, wir alle")
    assert rooms.journal.games()[0].finished
    with pytest.raises(LookupError):
        finger.find("Weiterspielen")


def test_the_pyramid_is_taken_apart_by_the_next_game_with_the_same_people(rooms, open_in):
    sitting = evenings.sit(rooms, 3, "squeeze_play")
    sitting.agree_on({"phase": "over", "winners": ["Anna"], "end_rule": "SP16"}, "Anna has built everything")
    assert sitting.table.outcome is not None
    finger = open_in(rooms)
    finger.app.stage.sit(sitting)
    finger.app.go("end")
    finger.tap("Pack Rat", "Los geht's")
    assert finger.app.stage.sitting.game.about.name == "pack_rat"
    assert [seat.name for seat in finger.app.stage.sitting.seats] == [seat.name for seat in sitting.seats]
