"""What the pages do: join by button, correct in two taps, take back, ask why, switch the language, resume."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import evenings
import pytest
from kivy.core.window import Window
from msgspec.structs import replace
from screen_finger import Finger, Opened, furnished, lay_out

from companion.asks import MS, Fact, Kind, Say, Source
from companion.calls.buttons import Edge
from companion.sightings import Seen, Sighting
from ui.screen.app import Handover
from ui.screen.parts.keyboard import Keyboard, Typing
from ui.screen.ports import Delivery, Look, NoBoard, Trouble
from ui.screen.rooms import Rooms

pytestmark = pytest.mark.screens


class TestBoard(NoBoard):
    """Three buttons with lamps, and perhaps a camera; the test presses them."""

    __test__ = False
    buttons = ("1", "2", "3")

    def __init__(self, eyes: bool = False) -> None:
        self.eyes, self.lit, self.blinking, self.watched = eyes, (), (), ()
        self._deliver: Callable[[Delivery], None] = lambda thing: None

    def start(self, deliver: Callable[[Delivery], None]) -> None:
        self._deliver = deliver

    def stop(self) -> None:
        self._deliver = lambda thing: None

    def light(self, lit: Any, blinking: Any) -> None:
        self.lit, self.blinking = tuple(lit), tuple(blinking)

    def watch(self, asks: Any, seats: Any, layout: Any = None) -> None:
        self.watched = tuple(ask.id for ask in asks)

    def deliver(self, thing: Delivery) -> None:
        """As cameras and buttons do it: from a thread of their own."""
        thread = Thread(target=self._deliver, args=(thing,))
        thread.start()
        thread.join()


def at_a_roll(rooms: Rooms, screen: Any) -> tuple[Rooms, TestBoard, Finger]:
    """A table with buttons where the dice have just been read; rooms, buttons and a finger on the screen."""
    board = TestBoard()
    rooms = replace(rooms, board=board)
    finger = screen.in_rooms(rooms)
    finger.app.stage.sit(evenings.rolled(rooms))
    finger.app.go("table")
    return rooms, board, finger


def press(finger: Finger, board: TestBoard, line: str, ms: float = 60) -> None:
    board.deliver(Edge(line, finger.clock.now(), True))
    finger.step()
    finger.pass_ms(ms)
    board.deliver(Edge(line, finger.clock.now(), False))
    finger.step()


@pytest.fixture
def board() -> TestBoard:
    return TestBoard()


@pytest.fixture
def at_table(screen: Opened, board: TestBoard) -> Callable[..., Finger]:
    """A finger at a table that has been played so far."""

    def sit(making: Callable[..., Any], **kept: Any) -> Finger:
        finger = screen.in_rooms(furnished(evenings.abspecken(), board))
        finger.app.stage.sit(making(finger.app.rooms, **kept))
        finger.app.go("table")
        finger.step()
        return finger

    return sit


def test_people_join_by_pressing_their_buttons(screen, board):
    finger = screen(evenings.abspecken(), board)
    finger.app.stage.choose(evenings.GAME)
    finger.app.go("players")
    assert board.blinking == ("1", "2", "3")
    press(finger, board, "2")
    assert finger.page.name == "guest"
    press(finger, board, "1")  # the next one need not wait until the first has typed a name
    finger.tap("OK")
    assert [guest.button for guest in finger.app.stage.guests] == ["2", "1"]
    assert (board.lit, board.blinking) == (("2", "1"), ("3",))


def test_keys_of_a_keyboard_are_buttons(screen):
    finger = screen(evenings.abspecken())
    finger.app.stage.choose(evenings.GAME)
    finger.app.go("players")
    finger.key("3")
    Window.dispatch("on_key_up", ord("3"), 0)
    assert [guest.button for guest in finger.app.stage.guests] == ["3"]
    assert finger.key(".") is False


def test_keys_of_a_keyboard_type_names(screen):
    finger = screen(evenings.abspecken())
    finger.app.stage.choose(evenings.GAME)
    finger.app.go("players")
    finger.key("3")  # a button: its name is asked for
    for letter in "Evx\b":
        assert finger.key(letter) is True
    keyboard = next(widget for widget in finger.app.page.walk() if isinstance(widget, Keyboard))
    assert keyboard.typed_text == "Ev"


def test_enter_ends_what_is_typed(screen):
    finger, heard = screen(evenings.abspecken()), []
    finger.app.page.ask_for_words("Name?", "Ada", Typing(), heard.append)
    for letter in "Ev\r":
        finger.key(letter)
    assert heard == ["Ev"] and not finger.app.page.covered


def test_the_first_edge_decides_who_called_first(at_table, board):
    finger = at_table(evenings.rolled)
    assert set(board.lit) == {"1", "2", "3"}
    start = finger.clock.now()
    finger.clock.advance(500 * MS)
    board.deliver(Edge("3", start + 312 * MS, True))  # delivered first, pressed later
    board.deliver(Edge("1", start + 300 * MS, True))
    finger.step()
    finger.pass_ms(400)
    assert [call.seat for call in finger.app.stage.sitting.scene().calls] == ["Anna", "Clara"]
    assert any("12 ms" in text for text in finger.texts())


def test_a_press_that_nobody_waits_for_is_told_and_does_not_vanish(at_table, board):
    finger = at_table(evenings.sit)
    press(finger, board, "2")
    finger.pass_ms(500)
    assert finger.app.stage.sitting.scene().banner is not None


def test_a_misread_die_is_mended_in_two_taps(at_table):
    finger = at_table(evenings.rolled)
    finger.tap("Würfel 1", "pips:6")
    assert [die.value for die in finger.app.stage.sitting.table.view.dice[:2]] == ["6", "5"]
    assert "correction" in [entry.by for entry in finger.app.stage.sitting.table.log()]


def test_a_refusal_says_what_to_do_and_why(at_table):
    finger = at_table(evenings.refused)
    banner = finger.app.stage.sitting.scene().banner
    assert banner is not None and banner.rule == "A15"
    finger.tap("(A15)")
    assert any("A15" in text for text in finger.texts())
    finger.tap("Schließen", "Alles klar")
    assert finger.app.stage.sitting.scene().banner is None
    assert finger.find("Ben Karten")


def test_a_slip_is_taken_back_at_once_a_move_only_if_all_agree(at_table):
    finger = at_table(evenings.rolled)
    finger.tap("Zurück")
    assert not finger.app.stage.sitting.table.view.dice, "the roll of a moment ago was a slip"
    finger.pass_ms(60_000)
    finger.tap("Zurück")
    assert finger.page.covered, "what is older needs everybody"
    finger.tap("Ja, wir alle")
    assert "pick_unseen:Clara" in [ask.id for ask in finger.app.stage.sitting.table.asks]


def test_a_tap_on_the_log_goes_back_to_there(at_table):
    finger = at_table(evenings.called)
    entry = next(
        entry for entry in finger.app.stage.sitting.table.log() if entry.seat == "Anna" and entry.stands
    )
    finger.page.over.ask_undo_to(entry.entry)
    finger.tap("Ja, wir alle")
    assert finger.app.stage.sitting.table.log()[-1].by == "undo"


def test_what_the_table_agrees_on_stands_in_the_log(at_table):
    finger = at_table(evenings.called)
    finger.app.go("agreement")
    finger.tap("Ben total")
    for key in ("1", "2", "OK", "Ja, wir alle"):
        finger.tap(key)
    table = finger.app.stage.sitting.table
    assert table.state.players["Ben"].total == 12
    assert table.log()[-1].by == "override"
    assert any("12" in str(entry.says.args) for entry in table.log()[-1:])


def test_the_language_changes_while_a_game_is_played(at_table):
    finger = at_table(evenings.rolled)
    assert any("Legt Karten für die Summe" in text for text in finger.texts())
    finger.tap("Menü", "Français")
    assert finger.find("Annuler")
    assert not any("Würfel" in text for text in finger.texts())


def test_a_flag_on_the_first_page_changes_the_language_and_keeps_it(screen):
    rooms = furnished({}, None, None)
    rooms.preferences.put("language", "de")
    finger = screen.in_rooms(rooms)
    for flag, words in (("English", "Play"), ("Français", "Jouer"), ("Deutsch", "Spielen")):
        finger.tap(flag)
        assert finger.find(words)
        assert rooms.preferences.get("language") == flag[:2].lower()


def test_the_page_follows_the_window(at_table):
    finger = at_table(evenings.rolled)
    Window.dispatch("on_resize", 720, 1280)
    assert finger.page.sizes.portrait
    Window.dispatch("on_resize", 800, 480)
    assert not finger.page.sizes.portrait


def test_after_a_pulled_plug_the_game_goes_on_at_the_same_ask(screen, board):
    rooms = furnished(evenings.abspecken(), board)
    before = [ask.id for ask in evenings.rolled(rooms).table.asks]
    finger = screen.in_rooms(rooms)
    finger.tap("Weiterspielen")
    assert finger.page.name == "table"
    assert [ask.id for ask in finger.app.stage.sitting.table.asks] == before
    assert "roll" not in before


def test_what_eyes_tell_is_shown_and_their_trouble_too(screen):
    board = TestBoard(eyes=True)
    finger = screen.in_rooms(furnished(evenings.abspecken(), board))
    finger.app.stage.sit(evenings.sit(finger.app.rooms))
    finger.app.go("table")
    now = finger.clock.now()
    board.deliver(Look(Sighting(now, Seen.HAND)))
    finger.step(4)
    assert "Hand im Bild" in finger.app.table_now.line.text
    board.deliver(Trouble("camera", Say("eyes.trouble")))
    finger.step(4)
    assert "gestört" in finger.app.table_now.line.text
    board.deliver(Trouble("camera"))
    finger.step(4)
    assert "Hand im Bild" in finger.app.table_now.line.text


def test_facts_of_other_threads_reach_the_table(at_table, board):
    finger = at_table(evenings.sit)
    board.deliver(Fact(Kind.CHOICE, "Ben", finger.clock.now(), Source.SIMULATED))
    finger.step(4)
    assert "pick_unseen:Ben" in board.watched


def test_looks_are_not_queued_but_nothing_else_is_left_out(kivy_window):
    taken: list[Any] = []
    handover = Handover(taken.append)
    looks = [Look(Sighting(t, Seen.WAITING)) for t in range(5)]
    for thing in (looks[0], looks[1], Edge("1", 1, True), Edge("1", 2, False), looks[2], looks[3]):
        handover.deliver(thing)
    lay_out()
    assert taken == [looks[1], Edge("1", 1, True), Edge("1", 2, False), looks[3]]


def test_what_is_secret_lies_behind_a_cover(at_table):
    finger = at_table(evenings.called)
    private = [c for c in finger.app.stage.sitting.scene().captions if c.note.importance.value == "private"]
    assert private, "a caller gets a private line"
    words = [finger.app.stage.say.game(evenings.GAME, caption.note.says) for caption in private]
    assert not any(word in text for word in words for text in finger.texts())
    finger.tap("Nur für Clara")
    assert not any(word in text for word in words for text in finger.texts())
    finger.tap("Jetzt schaut nur Clara")
    assert any(word in text for word in words for text in finger.texts())
