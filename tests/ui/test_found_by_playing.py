"""What somebody new to the table stumbled over, through the assembled app: each stays as it was mended."""

from typing import Any

import evenings
import pytest
import screen_scenes

from companion.facts import Kind
from companion.games import all_games

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
