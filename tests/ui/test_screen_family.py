"""An evening under a finger: who plays, what is explained, pauses, old scores, figures, locks and wishes."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import evenings
import pytest
from msgspec.structs import replace
from screen_finger import Finger, Opened, furnished
from test_screen_pages import TestBoard, press

from companion.asks import Say
from companion.calls import Edge
from companion.clock import HandClock
from companion.facts import MS, Fact, Kind, Source
from companion.games import all_games
from companion.journal import Journal
from companion.people import Profile, keep, past_game, profiles
from companion.people.luck import COLOURS
from companion.seats import Seat
from companion.table import Table
from ui.screen import theme
from ui.screen.child_lock import HOLD
from ui.screen.choosing import Wanted, fitting
from ui.screen.pages.big import CAPITAL
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.ports import Forgetful, Rooms
from ui.screen.sitting import Sitting

pytestmark = pytest.mark.screens

GAME = evenings.GAME


@pytest.fixture
def rooms() -> Rooms:
    return furnished(all_games())


@pytest.fixture
def open_in(screen: Opened) -> Callable[[Rooms], Finger]:
    return lambda rooms: screen.in_rooms(rooms, draws=False)


def choose(finger: Finger, name: str = "abspecken") -> None:
    finger.app.stage.choose(finger.app.rooms.games[name])
    finger.app.go("players")
    finger.step()


class Played(NamedTuple):
    """A game of the journal."""

    game_id: int


def season(rooms: Rooms, games: int = 3) -> list[Played]:
    """Games played to the end on several evenings, with rolls that came as facts."""
    ann = keep(rooms.journal, Profile("Anna", "red", "circle", "A"))
    found = []
    for seed in range(games):
        assert isinstance(rooms.clock, HandClock)
        rooms.clock.advance(9 * 3600 * 10**9)
        entries = rooms.journal.append(0, [*whole_game(seed, ann.id)])
        found.append(Played(entries[0].id))
    return found


@cache
def whole_game(seed: int, person: int) -> tuple[tuple[str, Any], ...]:
    """The entries of a game of ABspecken, played once for all tests."""
    clock, random = HandClock(10**12), Random(seed)
    journal = Journal.open(":memory:", clock)
    seats = [Seat("Anna", "red", "circle", "A", person=person), Seat("Ben", "blue", "square", "B")]
    table = Table.start(GAME, seats, {"limit": 60}, journal, clock)
    while table.outcome is None:
        clock.advance(700 * MS)
        moves = [move for seat in table.state.seats for move in GAME.legal(table.state, seat)]
        move = GAME.write_move(random.choice(moves))
        if move["move"] == "roll":
            value = {"pips": move["pips"], "colour": [random.choice(COLOURS)]}
            table.hear(Fact(Kind.DICE, value, clock.now(), Source.SIMULATED))
        else:
            table.propose(move, Source.SIMULATED)
    return tuple((entry.kind, entry.read()) for entry in journal.entries())


# --- who plays ---


def test_somebody_known_sits_down_with_one_tap_and_all_that_is_theirs(rooms, open_in):
    tom = keep(rooms.journal, Profile("Tom", "orange", "cross", "T", language="en", handicap_ms=200))
    finger = open_in(rooms)
    choose(finger)
    finger.tap("Mitspielen")
    finger.tap("Tom")
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
        if type(finger.page).__name__ == "Who":
            finger.tap("Jemand Neues")
        for letter in name:
            finger.tap(letter.upper())
        finger.tap("OK")
    finger.tap("Weiter")
    finger.tap("Los geht's")
    assert [profile.name for profile in profiles(rooms.journal)] == ["Ida", "Bo"]
    assert [seat.person for seat in finger.app.stage.sitting.seats] == [p.id for p in profiles(rooms.journal)]


def test_a_button_that_is_usually_somebodys_seats_them_at_once(rooms, screen):
    keep(rooms.journal, Profile("Oma", button="2"))
    board = TestBoard()
    finger = screen.in_rooms(replace(rooms, board=board), draws=False)
    choose(finger)
    press(finger, board, "2")
    assert [(guest.name, guest.button) for guest in finger.app.stage.guests] == [("Oma", "2")]
    assert type(finger.page).__name__ == "Players"


def test_the_head_start_is_set_in_steps_and_reaches_the_journal(rooms, open_in):
    finger = open_in(rooms)
    choose(finger)
    finger.tap("Mitspielen")
    finger.tap("Mehr")
    finger.tap("Mehr Vorsprung")
    finger.tap("Mehr Vorsprung")
    finger.tap("English")
    (guest,) = finger.app.stage.guests
    assert (guest.handicap_ms, guest.language) == (100, "en")


def test_only_games_that_fit_are_offered(rooms, open_in):
    finger = open_in(rooms)
    finger.tap("Spielen")
    for tap in ("egal wie viele", "4 Leute", "egal wie alt", "ab 8"):
        finger.tap(tap)
    titles = [game.about.title for game in rooms.games.values()]
    shown = {title for title in titles if any(title == text for text in finger.texts())}
    assert shown == {"ABspecken", "Sums", "Cui bono?", "Forced Memory"}
    assert finger.app.stage.wanted == Wanted(people=4, age=8)


def test_a_wish_that_no_game_fits_says_what_to_do():
    games = tuple(all_games().values())
    assert fitting(games, Wanted(people=8, minutes=20, age=6)) == ()
    assert fitting(games, Wanted()) == games


def test_what_is_only_for_somebody_is_said_in_their_language(rooms, open_in):
    tom = keep(rooms.journal, Profile("Tom", language="en"))
    seats = [Seat("Tom", language="en", person=tom.id), Seat("Ben")]
    finger = open_in(rooms)
    finger.app.stage.sit(Sitting.begin(GAME, seats, GAME.options(), rooms))
    assert finger.app.stage.speaker_for("Tom").language == "en"
    assert finger.app.stage.speaker_for("Ben").language == "de"
    finger.app.go("table")
    finger.page._open_secret("Tom")
    assert any("Only Tom looks now" in text for text in finger.texts())


# --- what is new is explained ---


def test_each_ask_is_explained_the_first_time_and_never_again(rooms, open_in):
    rooms.preferences.put("tutorial", "on")
    finger = open_in(rooms)
    finger.app.stage.sit(evenings.sit(rooms))
    finger.app.go("table")
    assert finger.page.covered
    assert any("(A11)" in text for text in finger.texts()), "the rule that asks is named"
    finger.tap("Alles klar")
    assert not finger.page.covered
    finger.app.go("table")
    assert not finger.page.covered
    finger.tap("Anna")
    finger.step(3)
    assert finger.page.covered, "the next ask is a new one"
    finger.tap("Nichts mehr erklären")
    assert rooms.preferences.get("tutorial") == "off"


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
    board = TestBoard()
    rooms = replace(rooms, board=board)
    finger = screen.in_rooms(rooms, draws=False)
    finger.app.stage.sit(evenings.rolled(rooms))
    finger.app.go("table")
    before = [ask.id for ask in finger.app.stage.sitting.table.asks]
    finger.tap("Menü")
    finger.tap("Pause")
    entries = len(rooms.journal.entries())
    press(finger, board, "1")
    finger.pass_ms(3_600_000)
    assert len(rooms.journal.entries()) == entries
    assert board.watched == () and board.lit == ()
    finger.tap("Weiterspielen")
    assert [ask.id for ask in finger.app.stage.sitting.table.asks] == before


def test_a_game_is_given_up_only_if_all_want_it(rooms, open_in):
    finger = open_in(rooms)
    finger.app.stage.sit(evenings.rolled(rooms))
    finger.app.go("pause")
    finger.tap("Dieses Spiel abbrechen")
    finger.tap("Nein, zurück")
    assert not rooms.journal.games()[0].finished
    finger.tap("Dieses Spiel abbrechen")
    finger.tap("Ja, wir alle")
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
    finger.tap("Pack Rat")
    finger.tap("Los geht's")
    assert finger.app.stage.sitting.game.about.name == "pack_rat"
    assert [seat.name for seat in finger.app.stage.sitting.seats] == [seat.name for seat in sitting.seats]


# --- old scores and figures ---


def test_an_old_score_is_changed_by_touch_and_the_old_version_stays(rooms, open_in):
    (table, *_) = season(rooms, 1)
    before = past_game(rooms.journal, table.game_id)
    finger = open_in(rooms)
    finger.tap("Ergebnisse")
    finger.tap("ABspecken")
    finger.tap("Runde 1")
    finger.tap("Ben ")
    for key in ("-", "5", "0", "OK"):
        finger.tap(key)
    finger.tap("Ja, wir alle")
    after = past_game(rooms.journal, table.game_id)
    assert after.scores != before.scores and after.versions == 1
    assert any("statt" in text for text in finger.texts()), "the change stands below the sheet"
    assert rooms.journal.verify().good


def test_a_score_of_the_game_that_is_played_can_be_changed_too(rooms, open_in):
    finger = open_in(rooms)
    sitting = evenings.finished(rooms)
    finger.app.stage.sit(sitting)
    finger.app.go("sheet")
    finger.tap("Runde 1")
    finger.tap("Ben ")
    for key in ("-", "4", "0", "OK"):
        finger.tap(key)
    finger.tap("Ja, wir alle")
    assert sitting.table.log()[-1].by in ("override", "fact")
    assert any(entry.by == "override" for entry in sitting.table.log())


def test_a_game_that_was_not_finished_has_no_sheet_to_change(rooms, open_in):
    finger = open_in(rooms)
    table = Table.start(GAME, evenings.seats(2), {}, rooms.journal, rooms.clock)
    entries = len(rooms.journal.entries())
    finger.app.go("sheet", game=table.game_id)
    assert any("nicht zu Ende" in text for text in finger.texts())
    assert len(rooms.journal.entries()) == entries, "looking at it writes nothing"


def test_the_figures_of_all_evenings(rooms, open_in):
    season(rooms, 3)
    finger = open_in(rooms)
    finger.tap("Ergebnisse")
    finger.tap("Ruhm")
    assert any("bestes Ergebnis" in text for text in finger.texts())
    finger.tap("Leute")
    finger.tap("Anna")
    assert any("bei gleichem Glück wären es 1,5" in text for text in finger.texts())
    finger.tap("Vergessen")
    finger.tap("Vergessen")
    assert profiles(rooms.journal) == ()


def test_the_dice_page_says_how_little_few_rolls_tell(rooms, open_in):
    evenings.rolled(rooms)
    finger = open_in(rooms)
    finger.app.go("luck")
    assert "2 Würfe sagen noch nichts. Ab 30 kann ich" in " ".join(finger.texts())
    finger.tap("Anna")
    assert "Farbwürfel: 1 Würfe" not in " ".join(finger.texts())
    season(rooms, 1)
    finger.app.go("luck")
    told = " ".join(finger.texts())
    assert "Nichts spricht gegen faire Würfel" in told and "Vergleiche" in told


def test_without_any_game_every_page_of_figures_says_so(rooms, open_in):
    finger = open_in(rooms)
    for name in ("scores", "fame", "folk", "luck"):
        finger.app.go(name)
        assert any("noch" in text.lower() for text in finger.texts())


# --- taking along ---


@pytest.fixture
def shared(rooms, open_in, tmp_path) -> tuple[Finger, Path, Played]:
    table = season(rooms, 1)[0]
    folder = tmp_path / "exports"
    finger = open_in(replace(rooms, exports=folder))
    finger.app.go("share", game=table.game_id)
    finger.step(3)
    return finger, folder, table


@pytest.mark.parametrize(
    ("button", "ending"), [("Als Bild", "png"), ("Als Tabelle (CSV)", "csv"), ("Alles (JSON)", "json")]
)
def test_a_result_is_taken_along(shared, button, ending):
    finger, folder, table = shared
    finger.tap(button)
    (file,) = folder.glob(f"*.{ending}")
    assert any(str(file) in text for text in finger.texts()), "it says where the file is"
    data = file.read_bytes()
    if ending == "png":
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(data[16:20], "big") > 800, "sharper than the screen"
    elif ending == "json":
        assert json.loads(data)["games"][0]["id"] == table.game_id
    else:
        assert data.decode("utf-8-sig").splitlines()[0] == ",Anna,Ben"


def test_a_place_that_cannot_be_written_says_so(rooms, open_in, tmp_path):
    table = season(rooms, 1)[0]
    (tmp_path / "file").write_text("")
    finger = open_in(replace(rooms, exports=tmp_path / "file" / "exports"))
    finger.app.go("share", game=table.game_id)
    finger.tap("Alles (JSON)")
    assert any("ließ sich nicht speichern" in text for text in finger.texts())


# --- rules ---


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


# --- the child lock, the dark screen, switching off ---


def test_under_the_lock_fingers_do_nothing_and_buttons_play_on(rooms, screen):
    board = TestBoard()
    rooms = replace(rooms, board=board)
    finger = screen.in_rooms(rooms, draws=False)
    finger.app.stage.sit(evenings.rolled(rooms))
    finger.app.go("table")
    menu = finger.find("Menü")
    finger.app.lock()
    finger.tap(menu)
    assert not finger.page.covered
    start = len(rooms.journal.entries())
    press(finger, board, "1")
    finger.pass_ms(400)
    assert len(rooms.journal.entries()) > start


def hold(finger: Finger, button: Any) -> None:
    touch = finger.press(button)
    button.wait(HOLD)
    touch.touch_up()
    finger.step()


def test_a_grown_up_opens_the_lock_by_holding_and_reading(rooms, open_in):
    finger = open_in(rooms)
    finger.app.lock()
    shield = finger.app._shield
    finger.tap(shield.open_button)
    assert shield._question is None, "a short tap is not enough"
    hold(finger, shield.open_button)
    wrong = (shield._numbers[0] + 1) % 10
    shield._tapped(wrong)
    assert shield._question is None and finger.app._shield is shield, "a slip closes the question"
    hold(finger, shield.open_button)
    for number in shield._numbers:
        shield._tapped(number)
    assert finger.app._shield is None
    assert rooms.preferences.get("locked") is False


def test_a_parent_can_always_switch_off_even_under_the_lock(rooms, open_in):
    asked: list[str] = []
    finger = open_in(replace(rooms, power_off=lambda: asked.append("off") or ""))
    finger.app.lock()
    hold(finger, finger.app._shield.off_button)
    assert type(finger.page).__name__ == "Off"
    finger.app._power_off()
    assert asked == ["off"]


def test_the_lock_is_still_there_after_a_restart(rooms, open_in):
    open_in(rooms).app.lock()
    assert open_in(rooms).app._shield is not None


def test_a_machine_that_does_not_switch_off_says_why(rooms, open_in):
    finger = open_in(replace(rooms, power_off=lambda: "not allowed"))
    finger.tap("Ausschalten")
    finger.tap("Ausschalten")
    finger.app._power_off()
    assert any("not allowed" in text and "Stecker" in text for text in finger.texts())


def test_where_the_machine_is_not_ours_only_the_app_is_closed(rooms, open_in):
    finger = open_in(rooms)
    stopped: list[str] = []
    finger.app.stop = lambda: stopped.append("stopped")
    finger.tap("Beenden")
    finger.tap("Beenden")
    assert stopped


def test_the_first_touch_on_a_dark_screen_only_lights_it(rooms, open_in):
    light: list[float] = []
    finger = open_in(replace(rooms, backlight=light.append))
    play = finger.find("Spielen")
    finger.app._dimmer.dim()
    finger.tap(play)
    assert type(finger.page).__name__ == "Home"
    assert light == [0.1, 1.0]
    finger.tap(play)
    assert type(finger.page).__name__ == "Choose"


def test_a_button_lights_the_screen(rooms, screen):
    board = TestBoard()
    finger = screen.in_rooms(replace(rooms, board=board), draws=False)
    finger.app._dimmer.dim()
    press(finger, board, "1")
    assert not finger.app._dimmer.dark


def test_a_lamp_that_cannot_be_set_disturbs_nobody(rooms, open_in):
    def broken(_share: float) -> None:
        raise OSError("no right to")

    finger = open_in(replace(rooms, backlight=broken))
    finger.app._dimmer.dim()
    assert finger.app._dimmer.dark


# --- wishes ---


def test_every_wish_is_kept_and_in_force_at_once(rooms, open_in):
    finger = open_in(rooms)
    finger.app.go("settings")
    finger.tap("starker Kontrast")
    assert theme.rgb(theme.GROUND) == (0, 0, 0)
    finger.tap("linke Hand")
    assert finger.app.stage.sizes.left_handed
    finger.tap("English")
    assert finger.find("Child lock")
    kept = {name: rooms.preferences.get(name) for name in ("contrast", "hand", "language")}
    assert kept == {"contrast": "high", "hand": "left", "language": "en"}
    finger.tap("usual")
    assert theme.rgb(theme.GROUND) != (0, 0, 0)


def test_what_is_touched_lies_on_the_side_of_the_hand(rooms, open_in):
    def left_edge(hand: str) -> float:
        rooms.preferences.put("hand", hand)
        finger = open_in(rooms)
        finger.step(3)
        return float(finger.find("Spielen").x)

    assert left_edge("left") < 100 < left_edge("right")


def test_a_kept_wish_that_nobody_knows_is_the_usual_one():
    from ui.screen.wishes import WISHES, sizes_for, wished  # noqa: PLC0415

    odd = Forgetful(
        **{wish.name: value for wish, value in zip(WISHES, ["x", 7, None, [], {}] * 2, strict=False)}
    )
    assert all(wished(odd, wish.name) == wish.otherwise for wish in WISHES)
    assert sizes_for(odd, 800, 480).text_scale == 1.0


def test_the_big_board_is_read_from_two_metres(rooms, open_in):
    finger = open_in(rooms)
    finger.app.stage.sit(evenings.rolled(rooms))
    finger.app.go("big")
    finger.step(4)
    sizes = finger.page.sizes
    figures = [w for w in finger.page.walk() if isinstance(w, Text) and w.text.strip().lstrip("-").isdigit()]
    assert len(figures) == 3
    assert all(0.71 * figure.font_size / sizes.unit >= CAPITAL for figure in figures)
    assert all(min(w.size) / sizes.unit >= 15 for w in finger.page.walk() if isinstance(w, Badge))


def test_the_big_board_comes_by_itself_if_wished_and_goes_when_something_must_be_answered(rooms, open_in):
    finger = open_in(rooms)
    finger.app.stage.sit(evenings.rolled(rooms))
    finger.app.go("table")
    finger.app._nobody_taps()
    assert type(finger.page).__name__ == "TablePage"
    rooms.preferences.put("big", "on")
    finger.app._nobody_taps()
    assert type(finger.page).__name__ == "Big"
    evenings.touch(finger.app.stage.sitting, Kind.CARD, {"place": "discard:Ben", "cards": ["6", "6"]}, "Ben")
    finger.step(4)
    assert type(finger.page).__name__ == "TablePage"


def test_what_was_wrong_at_the_start_is_told_on_the_first_page(rooms, screen):
    told = replace(rooms, troubles=(Say("window.settings", {"what": "sound.volume = 700"}),))
    finger = screen.in_rooms(told, draws=False)
    finger.app.on_start()
    finger.step(2)
    assert any("sound.volume = 700" in text for text in finger.texts())
    finger.tap("Alles klar")
    assert not finger.page.covered


def test_edges_of_a_lock_still_reach_the_pages(rooms, screen):
    board = TestBoard()
    finger = screen.in_rooms(replace(rooms, board=board), draws=False)
    choose(finger)
    finger.app.lock()
    board.deliver(Edge("2", finger.clock.now(), True))
    finger.step()
    assert [guest.button for guest in finger.app.stage.guests] == ["2"]
