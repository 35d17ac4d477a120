"""Who plays: people who are known, their buttons, head start and language, and a game that fits."""

import evenings
import pytest
from evenings import GAME, choose
from msgspec.structs import replace
from test_screen_pages import TestBoard, press

from companion.games import all_games
from companion.journal import NotWritten
from companion.people.profiles import Profile, keep, profiles
from companion.seats import Seat
from ui.screen.guests import Wanted, fitting
from ui.screen.parts.layout import Scroll
from ui.screen.sitting import Sitting

FAINT = 3  # shades that nobody sees

pytestmark = pytest.mark.screens


def test_somebody_known_sits_down_with_one_tap_and_all_that_is_theirs(rooms, open_in):
    tom = keep(rooms.journal, Profile("Tom", "orange", "cross", "T", language="en", handicap_ms=200))
    finger = open_in(rooms)
    choose(finger)
    finger.tap("Mitspielen", "Tom")
    (guest,) = finger.app.stage.guests
    assert (guest.name, guest.colour, guest.shape, guest.person) == ("Tom", "orange", "cross", tom.id)
    seat = guest.seat("de")
    assert (seat.language, seat.handicap_ms, seat.person) == ("en", 200, tom.id)
    assert any("200 ms" in text for text in finger.texts()), "the head start is published"


def test_whoever_gives_a_name_is_known_on_the_next_evening(rooms, open_in):
    finger = open_in(rooms)
    choose(finger)
    for name in ("Ida", "Bo"):
        finger.tap("Mitspielen")
        if finger.page.name == "who":
            finger.tap("Jemand Neues")
        for letter in name:
            finger.tap(letter.upper())
        finger.tap("OK")
    finger.tap("Weiter", "Los geht's")
    assert [profile.name for profile in profiles(rooms.journal)] == ["Ida", "Bo"]
    assert [seat.person for seat in finger.app.stage.sitting.seats] == [p.id for p in profiles(rooms.journal)]


def test_a_button_that_is_usually_somebodys_seats_them_at_once(rooms, screen):
    keep(rooms.journal, Profile("Oma", button="2"))
    board = TestBoard()
    finger = screen.in_rooms(replace(rooms, board=board))
    choose(finger)
    press(finger, board, "2")
    assert [(guest.name, guest.button) for guest in finger.app.stage.guests] == [("Oma", "2")]
    assert finger.page.name == "players"


def test_the_head_start_is_set_in_steps_and_reaches_the_journal(rooms, open_in):
    finger = open_in(rooms)
    choose(finger)
    finger.tap("Mitspielen", "Jemand Neues", "Mehr", "Mehr Vorsprung", "Mehr Vorsprung", "English")
    (guest,) = finger.app.stage.guests
    assert (guest.handicap_ms, guest.language) == (100, "en")


def test_only_games_that_fit_are_offered(rooms, open_in):
    finger = open_in(rooms)
    finger.tap("Spielen")
    for tap in ("egal wie viele", "4 Leute", "egal wie alt", "ab 8"):
        finger.tap(tap)
    titles = [finger.app.stage.say.title(game) for game in rooms.games.values()]
    shown = {title for title in titles if any(title == text for text in finger.texts())}
    at_home = {"Buzzer", "Zehntausend", "Yacht", "Mau-Mau", "Lügenwürfel", "Punktezettel"}
    assert shown == {"ABspecken", "Sums", "Cui bono?", "Forced Memory", *at_home}
    assert finger.app.stage.wanted == Wanted(people=4, age=8)


def test_a_wish_that_no_game_fits_says_what_to_do():
    games = tuple(all_games().values())
    assert fitting(games, Wanted(people=8, minutes=10, age=6)) == ()
    assert fitting(games, Wanted()) == tuple(sorted(games, key=lambda g: g.about.at_home))


def test_games_for_which_everything_is_here_come_first(rooms, open_in):
    finger = open_in(rooms)
    finger.tap("Spielen", "was liegt hier?", "ein Kartenspiel", "Schließen")
    names = [game.about.title for game in rooms.games.values()]
    assert next(text for text in finger.texts() if text in names) == "Abstrac"
    assert sum("alles ist da" in text for text in finger.texts()) == 2
    pyramids = fitting(rooms.games.values(), Wanted(), ["pyramid"])[:6]
    assert {game.about.things for game in pyramids} == {("pyramid",)}
    with_dice = fitting(rooms.games.values(), Wanted(), ["dice"])
    at_home = {"liars_dice", "ten_thousand", "yacht"}
    assert {game.about.name for game in with_dice[:3]} == at_home, "though all have dice"


def test_what_is_only_for_somebody_is_said_in_their_language(rooms, open_in):
    tom = keep(rooms.journal, Profile("Tom", language="en"))
    seats = [Seat("Tom", language="en", person=tom.id), Seat("Ben")]
    finger = open_in(rooms)
    finger.app.stage.sit(Sitting.begin(GAME, seats, GAME.options(), rooms))
    assert finger.app.stage.speaker_for("Tom").language == "en"
    assert finger.app.stage.speaker_for("Ben").language == "de"
    finger.app.go("table")
    finger.page.over.secret("Tom")
    assert any("Only Tom looks now" in text for text in finger.texts())


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_game_that_cannot_begin_is_told_over_the_page(screen, language):
    """Too few people, and a card that is full: the house rules stay, and nothing is lost."""
    finger = screen(evenings.abspecken(), language=language)
    stage = finger.app.stage
    stage.game, stage.guests = stage.rooms.games["abspecken"], evenings.guests(1)
    finger.app.go("options")
    finger.tap(stage.say("options.begin"))
    assert finger.page.covered and finger.page.name == "options"
    told = " ".join(str(widget.text) for widget in finger.top.walk() if getattr(widget, "text", ""))
    assert "2" in told and "5" in told
    finger.tap(stage.say("common.understood"))
    stage.guests = evenings.guests(3)
    finger.tap(stage.say("options.begin"))
    assert finger.page.name == "table"


def test_a_full_card_is_told_when_the_next_game_begins(screen, monkeypatch):
    finger = screen(evenings.abspecken())
    stage = finger.app.stage
    stage.sit(evenings.finished(finger.app.rooms))
    stage.game = stage.sitting.game
    finger.app.go("end")

    def full(*_args: object) -> None:
        raise NotWritten("no space left on device")

    monkeypatch.setattr(finger.app.rooms.journal, "append", full)
    finger.tap(stage.say("end.again"))
    told = " ".join(str(widget.text) for widget in finger.top.walk() if getattr(widget, "text", ""))
    assert finger.page.covered and "Platz auf der Karte" in told


def test_nothing_that_is_scrolled_away_shows_through_what_stands_above(rooms, open_in):
    finger = open_in(rooms)
    finger.app.stage.go("choose")
    finger.step(3)
    scroll = next(widget for widget in finger.page.walk(restrict=True) if isinstance(widget, Scroll))
    above = finger.picture().shape[0] - round(scroll.top)
    shown = []
    for place in (1.0, 0.6, 0.0):
        scroll.scroll_y = place
        finger.step(3)
        shown.append(finger.picture()[: above - 2].astype(int))
    assert all(abs(picture - shown[0]).max() < FAINT for picture in shown)
