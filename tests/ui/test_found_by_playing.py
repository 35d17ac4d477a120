"""What somebody new to the table stumbled over, through the assembled app: each stays as it was mended."""

from random import Random
from typing import Any

import evenings
import pytest
import screen_scenes
from kivy.uix.scrollview import ScrollView
from screen_audit import complaints
from screen_finger import _above

from companion.facts import Kind
from companion.games import all_games
from ui.screen.parts.cards import CardFace
from ui.screen.parts.layout import Panel
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.theme import TOUCH_LEAST

pytestmark = pytest.mark.screens


@pytest.fixture
def at(rooms: Any, screen: Any) -> Any:
    """Opens the table that *making* makes, without drawing; the tutorial is off."""

    def opened(making: Any, language: str = "de", size: tuple[int, int] = (800, 480)) -> Any:
        rooms.preferences.put("language", language)
        finger = screen.in_rooms(rooms, size)
        finger.app.stage.sit(making(rooms))
        finger.app.go("table")
        finger.step(5)
        return finger

    return opened


def named(finger: Any) -> list[str]:
    return [thing.called for thing in finger.seen()]


def test_at_a_real_table_a_card_of_abi_is_laid_before_somebody_who_is_named(at: Any) -> None:
    """All whose place is free stand side by side; nothing called "cards" lays silently before oneself."""
    finger = at(screen_scenes.SCENES["abi94 turn"])
    sitting = finger.app.stage.sitting
    free = {ask.place.removeprefix("now:") for ask in sitting.table.asks if ask.place.startswith("now:")}
    assert {name for name in named(finger) if name.endswith("Karte vor")} == {f"{s} Karte vor" for s in free}
    assert len(free) > 1
    assert not [name for name in named(finger) if name.endswith("Karten")]
    finger.tap("Anna Karte vor")
    assert any("Anna" in words for words in finger.texts() + named(finger))


@pytest.mark.parametrize("name", sorted(all_games()))
def test_the_points_beside_a_name_are_those_of_the_pause_and_the_sheet(rooms: Any, name: str) -> None:
    scenes = [making for title, making in screen_scenes.SCENES.items() if title.startswith(name)]
    table = (scenes[0](rooms) if scenes else screen_scenes.sit(rooms, 2, name)).table
    scores = table.game.scores(table.state)
    assert {panel.seat: panel.score for panel in table.view.panels} == scores
    assert any(scores.values()) or name != "sums", "there is something to compare"


def test_a_count_that_no_single_slip_explains_says_so(at: Any) -> None:
    """Nothing is asked about "one of these" where none is named."""
    finger = at(evenings.counting)
    ask = next(ask for ask in finger.app.stage.sitting.table.asks if ask.kind is Kind.NUMBER)
    for number, words in ((ask.low - 1, "eines davon"), (99, "Keine einzelne")):
        finger.page.over._contradicts(next(o for o in offers_of(finger) if o.ask.id == ask.id), number)
        finger.step(2)
        told = " ".join(finger.texts())
        assert words in told and ("eines davon" in told) is (number != 99)
    finger.tap("Es sind trotzdem 99")
    finger.tap(finger.app.stage.say("table.we_agree"))
    state = finger.app.stage.sitting.table.state
    assert 99 in state.counts.values()


def offers_of(finger: Any) -> Any:
    offers = finger.app.stage.sitting.scene().offers
    return (*offers.now, *offers.by_touch)


def test_at_every_size_all_places_of_a_short_ranking_are_in_sight(at: Any, screen: Any) -> None:
    finger = at(lambda rooms: ended(rooms, "dice_march", 3), size=(1280, 800))
    finger.app.go("end")
    finger.step(4)
    shown = [text for text in finger.page.walk(restrict=True) if isinstance(text, Text)]
    for name in evenings.NAMES[:3]:
        text = next(text for text in shown if text.text == name)
        assert not any(isinstance(above, ScrollView) for above in _above(text))
    assert complaints(finger.page) == []


def ended(rooms: Any, name: str, people: int) -> Any:
    """The same game each time, until it is over."""
    sitting = screen_scenes.sit(rooms, people, name)
    screen_scenes.play_until(sitting, rooms, Random(0), lambda _state: False, longest=3000)
    assert sitting.table.outcome is not None
    return sitting


@pytest.mark.parametrize("size", [(1024, 600), (800, 480)], ids=str)
def test_the_pad_of_wobble_keeps_its_cards_to_itself_and_a_card_is_drawn_at_once(at: Any, size: Any) -> None:
    finger = at(screen_scenes.SCENES["wobble turn"], size=size)
    finger.find("Karte ziehen")
    finger.tap("Karte auf den Stapel legen")
    finger.step(3)
    panel = next(thing for thing in finger.top.walk(restrict=True) if isinstance(thing, Panel))
    cards = [thing for thing in panel.walk(restrict=True) if isinstance(thing, CardFace)]
    assert len(cards) > 15 and all(panel.y <= card.y and card.top <= panel.top for card in cards)
    assert complaints(finger.page) == []


def test_nothing_that_only_a_camera_tells_is_offered_to_a_finger(at: Any) -> None:
    finger = at(screen_scenes.SCENES["pack_rat asked"])
    asks = finger.app.stage.sitting.table.asks
    assert any(ask.kind is Kind.PYRAMID for ask in asks)
    assert not any(offer.ask.kind is Kind.PYRAMID for offer in offers_of(finger))


def test_a_line_about_what_was_long_ago_goes(at: Any) -> None:
    finger = at(screen_scenes.SCENES["wobble turn"])
    sitting = finger.app.stage.sitting
    first = sitting.scene().captions[0]
    assert first.entry < sitting.scene().news
    assert finger.app.stage.say.game(sitting.game, first.note.says) not in finger.texts()


def test_who_is_waited_for_is_told_by_name_and_no_sign_looks_like_a_button(at: Any) -> None:
    finger = at(evenings.sit)
    felt = finger.page._felt
    badges = [thing for thing in felt.walk(restrict=True) if isinstance(thing, Badge)]
    assert badges and all(min(badge.size) < finger.page.sizes.mm(TOUCH_LEAST) for badge in badges)
    assert {text.text for text in felt.walk(restrict=True) if isinstance(text, Text)} >= {"Anna", "Ben"}


def test_the_line_above_changes_what_the_table_is_and_leads_back(at: Any) -> None:
    finger = at(evenings.rolled)
    finger.tap(finger.app.table_now.line)
    assert finger.app._name == "camera"
    finger.tap("Zurück")
    assert finger.app._name == "table"
