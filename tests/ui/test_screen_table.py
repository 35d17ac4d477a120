"""The table page: every point and every refusal tells its reason, decks have pads, views show their games."""

from random import Random
from typing import Any

import evenings
import pytest
import screen_scenes
from screen_audit import complaints
from screen_finger import Finger, Opened, furnished

from companion.games.wobble.deck import known_cards
from companion.rulebook import find_rule
from tests.at_first import more, quick
from ui.screen.looks import card_look, cards_of
from ui.screen.pages.table.sheets import AT_ONCE
from ui.screen.parts.cards import CardFace, CardFan
from ui.screen.views.abi94 import Chips, Odds
from ui.screen.views.abstrac import CardRow
from ui.screen.views.wobble import OrderStrip

pytestmark = pytest.mark.screens


def at_table(screen: Opened, scene: str, size: tuple[int, int] = (800, 480)) -> Finger:
    game = screen_scenes.load(scene.split(maxsplit=1)[0])
    rooms = furnished({game.about.name: game})
    sitting = screen_scenes.SCENES[scene](rooms)
    finger = screen.in_rooms(rooms, size)
    finger.app.stage.game = game
    finger.app.stage.sit(sitting)
    finger.app.go("table")
    finger.step(4)
    return finger


def shown(finger: Finger, kind: type) -> list[Any]:
    return [widget for widget in finger.page.walk(restrict=True) if isinstance(widget, kind)]


def overlaid(finger: Finger) -> list[str]:
    return [str(w.text) for w in finger.page.overlay.walk(restrict=True) if getattr(w, "text", "")]


# --- why? ---


def test_a_tap_on_a_person_tells_where_the_points_came_from(screen: Opened):
    finger = at_table(screen, "abi94 exam")
    table = finger.app.stage.sitting.table
    seat = max(table.game.scores(table.state), key=lambda seat: abs(table.game.scores(table.state)[seat]))
    finger.tap(finger.app.stage.say("table.points_of", seat=seat))
    changes = [told for told in table.scored() if told.seat == seat]
    assert changes
    for told in changes:
        assert f"{told.change:+d}" in overlaid(finger)
    finger.tap(finger.app.stage.say("table.why_rule", rule=changes[-1].rule))
    rule = find_rule(table.game, changes[-1].rule)
    assert rule is not None
    assert rule.text("de") in overlaid(finger)


@pytest.mark.parametrize("name", screen_scenes.GAMES)
def test_the_points_of_everybody_add_up_and_each_has_a_rule(screen: Opened, kivy_window: None, name: str):
    game = screen_scenes.load(name)
    rooms = furnished({name: game})
    sitting = screen_scenes.sit(rooms, game.about.seats[0], name)
    at_first = game.scores(sitting.table.state)
    screen_scenes.play_until(sitting, rooms, Random(4), lambda state: False, longest=60)
    table = sitting.table
    for seat, points in game.scores(table.state).items():
        mine = [told for told in table.scored() if told.seat == seat]
        assert at_first.get(seat, 0) + sum(told.change for told in mine) == points
        assert [told for told in mine if not told.rule] == []


@more
def test_a_long_log_is_shown_in_parts(screen: Opened):
    finger = at_table(screen, "abi94 exam")
    finger.tap("Menü", "Verlauf")
    lines = [w for w in finger.seen() if w.called == finger.app.stage.say("table.more")]
    assert len(lines) == 1
    before = len(finger.seen())
    finger.tap(lines[0])
    assert AT_ONCE <= len(finger.seen()) - before <= 2 * AT_ONCE


def test_a_refusal_tells_its_rule(screen: Opened):
    rooms = furnished(evenings.abspecken())
    sitting = evenings.refused(rooms)
    finger = screen.in_rooms(rooms)
    finger.app.stage.game = sitting.game
    finger.app.stage.sit(sitting)
    finger.app.go("table")
    finger.tap("Warum? (A15)")
    rule = find_rule(sitting.game, "A15")
    assert rule is not None and rule.text("de") in overlaid(finger)
    assert "wie gedruckt · geprüft" in overlaid(finger)
    assert any(
        "Die andere Lesart" in text and "so viele Karten, wie du magst" in text for text in overlaid(finger)
    )


def test_why_tells_the_rule_as_it_is_tonight(screen: Opened):
    rooms = furnished(evenings.abspecken())
    finger = screen.in_rooms(rooms)
    finger.app.stage.sit(evenings.sit(rooms, limit=60))
    finger.app.go("table")
    finger.app.page.over.rule("A34")

    assert any("60 oder mehr Minuspunkte" in text for text in overlaid(finger))
    assert "Hausregel · geprüft" in overlaid(finger)


def after_a_refusal(screen: Opened, size):
    """The table's page of an evening in which something was refused."""
    rooms = furnished(evenings.abspecken())
    sitting = evenings.refused(rooms)
    finger = screen.in_rooms(rooms, size)
    finger.app.stage.game = sitting.game
    finger.app.stage.sit(sitting)
    finger.app.go("table")
    return finger


@pytest.mark.parametrize(
    "size", quick([pytest.param((800, 480)), pytest.param((720, 1280))]), ids="{0[0]}x{0[1]}".format
)
def test_why_is_a_court_and_the_table_can_play_on_with_the_other_reading(screen: Opened, size):
    finger = after_a_refusal(screen, size)
    finger.tap("Warum? (A15)", "Was wäre dann herausgekommen?")
    assert "In diesem Spiel hätte sich bisher nichts geändert." in overlaid(finger)
    finger.tap("Ab jetzt so spielen", "Ja, wir alle")

    table = finger.app.stage.sitting.table
    assert table.options.cap == "none"
    assert "so viele Karten, wie du magst" in table.log()[-1].says.args["says"]
    finger.app.page.over.rule("A15")
    assert "Hausregel · geprüft" in overlaid(finger)


@pytest.mark.parametrize(
    "size", quick([pytest.param((800, 480)), pytest.param((720, 1280))]), ids="{0[0]}x{0[1]}".format
)
def test_why_tells_what_would_have_come_out_with_another_number(screen: Opened, shots_folder, size):
    finger = after_a_refusal(screen, size)
    finger.app.page.over.rule("A34")
    finger.step(4)
    assert complaints(finger.page) == []
    finger.shot(shots_folder / f"court-number-{size[0]}.png")
    finger.tap("Und mit einer anderen Zahl?")
    assert complaints(finger.page) == []
    for key in ("1", "2", "OK"):
        finger.tap(key)
    assert "A34 mit 12 statt 33" in overlaid(finger)
    assert any("12 oder mehr Minuspunkte" in text for text in overlaid(finger))
    assert complaints(finger.page) == []
    finger.tap("Ab jetzt so spielen", "Ja, wir alle")

    assert finger.app.stage.sitting.table.options.limit == 12


# --- tailored views ---


def test_abspecken_shows_the_barred_card_struck_out_and_sums_only_on_wish(screen: Opened):
    finger = at_table(screen, "abspecken piggy")
    state = finger.app.stage.sitting.table.state
    barred = [face.card for face in shown(finger, CardFace) if face.barred]
    assert barred == [state.rolled.ban]
    before = {fan.cards for fan in shown(finger, CardFan)}
    finger.tap("Was passt?")
    sets = {fan.cards for fan in shown(finger, CardFan)} - before
    assert sets and all(state.rolled.ban not in cards for cards in sets)
    sums = {sum(map(int, cards)) for cards in sets}
    assert sum(state.rolled.pips) in sums


def test_abi_draws_the_chips_and_the_odds(screen: Opened):
    finger = at_table(screen, "abi94 stress")
    state = finger.app.stage.sitting.table.state
    assert sorted(chips.chips for chips in shown(finger, Chips)) == sorted(
        pupil.chips for pupil in state.pupils.values()
    )
    assert len(shown(finger, Odds)) == 1


def test_abstrac_draws_the_row_and_what_is_lifted(screen: Opened):
    finger = at_table(screen, "abstrac lifted")
    state = finger.app.stage.sitting.table.state
    (row,) = shown(finger, CardRow)
    assert row.shown.cards == state.row
    assert row.shown.lifted == 2
    assert set(row.shown.takes) == {1, 2, 3}


def test_wobble_draws_who_is_hit_and_which_way_it_goes(screen: Opened):
    finger = at_table(screen, "wobble chain", (720, 1280))
    state = finger.app.stage.sitting.table.state
    (strip,) = shown(finger, OrderStrip)
    assert tuple(face.name for face in strip.faces) == state.order
    assert strip.way == state.dir
    assert strip.on == state.attack.target


# --- pads ---


def test_every_card_of_wobble_has_a_face_and_a_place_on_the_pad(screen: Opened):
    assert set(cards_of("wobble")) == set(known_cards())
    assert all(card_look("wobble", card).text or card_look("wobble", card).sign for card in known_cards())


@more
def test_the_pad_of_wobble_tells_two_the_same(screen: Opened):
    finger = at_table(screen, "wobble turn")
    state = finger.app.stage.sitting.table.state
    heard: list[Any] = []
    finger.page.sitting.answer = lambda ask, value, *_: heard.append(value)
    finger.tap("Karten", "Zwei gleiche")
    finger.tap(f"{state.active[0]}4")
    assert heard == [{"place": "discard", "cards": [f"{state.active[0]}4"] * 2}]


def test_a_card_of_a_whole_pack_is_tapped_once(screen: Opened):
    finger = at_table(screen, "abstrac over")
    finger.tap("Karten", "9C")
    assert "9C" not in [button.called for button in finger.seen()]
