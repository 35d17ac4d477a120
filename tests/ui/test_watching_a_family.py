"""From the first page a simulated family sits down and plays; it waits while somebody reads."""

import time
from random import Random

import evenings
import pytest
from msgspec.structs import replace
from screen_audit import complaints
from screen_shots import kept

from companion.asks import Fact, Kind, Say, Source
from companion.clock import HandClock
from companion.games import all_games
from companion.lab.family import family_class
from tests.at_first import more, quick
from tests.vision.reports import ROLL
from ui.house import open_house
from ui.settings import journal_file, settings_in_force
from ui.twin.live import SimulatedTable
from ui.twin.show import FamilyShow

pytestmark = pytest.mark.screens
PATIENCE_S = 90.0


def turn(finger, until) -> None:
    over = time.monotonic() + PATIENCE_S
    while not until():
        finger.step()
        assert time.monotonic() < over, "what was waited for did not come"


def seen(sitting) -> list:
    """What the eyes have told of the game."""
    return [entry for entry in sitting.journal.entries() if f'"{Source.CAMERA.value}"' in entry.body]


@more
@pytest.mark.timeout(300)
def test_a_family_plays_in_the_window_and_waits_while_somebody_reads(screen, home):
    settings = settings_in_force(["camera.kind=simulated", "sound.volume=0", "table.language=en"])
    with open_house(settings) as house:
        house.rooms.preferences.put("tutorial", "off")
        finger = screen.in_rooms(house.rooms)
        finger.tap("Watch a family play")
        first = finger.app.stage.sitting
        assert [seat.name for seat in first.seats] == ["Ada", "Ben", "Cem"]
        turn(finger, lambda: seen(first))

        finger.app.go("settings")
        assert finger.app.read_in
        told = len(first.journal.entries())
        for _ in range(20):
            finger.step()
        assert len(first.journal.entries()) - told <= 1, "what was on its way, and nothing more"

        finger.app.go("home")
        finger.tap("Watch a family play")
        second = finger.app.stage.sitting
        assert second.game is not first.game, "another game"
        turn(finger, lambda: seen(second))
        assert not house.rooms.journal.games(), "nobody has played here"
        assert journal_file(simulated=True).is_file() and not journal_file().is_file()
        screen.close()


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "size", quick([pytest.param((800, 480), id="wide"), pytest.param((720, 1280), id="tall")], 0, 1)
)
def test_whoever_watches_sees_what_is_asked_and_why_and_sets_the_pace(screen, home, size):
    settings = settings_in_force(["camera.kind=simulated", "sound.volume=0", "table.language=en"])
    with open_house(settings) as house:
        finger = screen.in_rooms(house.rooms, size)
        finger.tap("Watch a family play")
        turn(finger, lambda: finger.page.view._frame is not None and "A11" in " ".join(finger.texts()))
        assert complaints(finger.page) == []
        kept(finger.picture(), f"watch_{size[0]}")

        finger.tap("Pause")
        family = finger.app.stage.family
        turn(finger, lambda: not family._waiting)
        done = family.happenings
        for _ in range(20):
            finger.step()
        assert family.happenings == done
        finger.tap("One step")
        turn(finger, lambda: family.paused)
        assert family.happenings == done + 1

        finger.tap("Another game")
        kept(finger.picture(), f"watch_games_{size[0]}")
        assert complaints(finger.page) == []
        finger.tap("Dice March")
        assert finger.app.stage.sitting.game.about.name == "dice_march"
        goal = finger.app.stage.say.game(finger.app.stage.sitting.game, Say("about.goal"))
        assert goal in finger.texts(), "what it is about"
        house.rooms.preferences.put("tutorial", "on")
        finger.tap("Their screen")
        assert finger.app.page_name == "table"
        assert not finger.page.covered, "nobody who watches is told what to do"
        assert not finger.page.sitting.table.over and {"Menu", "Why?"} <= {
            one.called for one in finger.seen()
        }
        assert "Draw" not in str([one.called for one in finger.seen()]), "nor offered anything"
        finger.tap("Menu", "Watch a family play")
        assert finger.app.page_name == "watch"
        screen.close()


def test_when_a_family_goes_dice_are_rolled_for_whoever_sits_down_then():
    clock = HandClock(now=1_000_000_000)
    table = SimulatedTable(clock, Random(1))
    game = all_games()["abspecken"]
    families = [
        FamilyShow(
            family_class(game)(game, ("Ada", "Ben"), game.options(), Random(n), 0.0),
            {"Ada": "1", "Ben": "2"}, clock, Random(n), 100.0,
        )
        for n in (1, 2)
    ]  # fmt: skip
    for family in families:
        table.invite(family)
    table.watch((ROLL,), ["Mia", "Tom"])
    table.gone(families[0])
    assert table._family is families[1], "whoever has gone before does not take others along"

    numbers = [table.next_frame().number]
    table.gone(families[1])
    table.looked(numbers[0])
    numbers += [table.next_frame().number for _ in range(2)]
    assert numbers == [1, 2, 3], "pictures are numbered on: a late look is not taken for another"
    assert table._film.running, "the dice that Mia and Tom are asked for roll"


def test_what_eyes_still_report_of_the_family_before_is_not_heard(rooms, open_in):
    """Dice of the game that was watched before were refused at the new table, for all who watched to read."""
    finger = open_in(replace(rooms, simulated=True))
    finger.app.stage.sit(sitting := evenings.sit(rooms, 3))
    cards = Fact(
        Kind.CARD, {"place": "", "cards": ["5"]}, sitting.since, Source.CAMERA, ask="nothing like it"
    )
    finger.app.deliver(replace(cards, t=sitting.since - 1))
    finger.step()
    assert sitting.scene().banner is None
    finger.app.deliver(cards)
    finger.step()
    assert sitting.scene().banner is not None, "of this table it is heard"
