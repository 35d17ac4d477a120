"""Pages about all that was played read in slices: a year of evenings blocks nobody."""

import gc
import time
from collections.abc import Iterator
from typing import Any

import evenings
import pytest
from screen_finger import Opened, furnished

from companion.clock import HandClock
from companion.games import all_games
from companion.people.profiles import Profile, keep
from tests.at_first import quick
from ui.screen.rooms import Rooms

pytestmark = pytest.mark.screens

BLOCKED_MS = 100.0
GAMES = 40  # two months of evenings, read in several slices
PAGES = ("fame", "folk", "calls", "luck")


@pytest.fixture(scope="module")
def many() -> Rooms:
    rooms = furnished(all_games())
    person = keep(rooms.journal, Profile("Anna", "red", "circle", "A")).id
    for number in range(GAMES):
        assert isinstance(rooms.clock, HandClock)
        rooms.clock.advance(9 * 3600 * 10**9)
        rooms.journal.append(0, [*evenings.whole_game(number % 3, person)])
    return rooms


@pytest.fixture
def tidy() -> Iterator[None]:
    """Memory is as the app keeps it: what was made before stays for good."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("name", quick(PAGES, 0, more=1))
def test_a_page_of_figures_never_blocks(screen: Opened, many: Rooms, tidy: None, name: str) -> None:
    """What this thread takes for each picture, from the tap until all is there."""
    finger = screen.in_rooms(many)
    took, shown = [], False
    for turn in range(400):
        start = time.thread_time()
        if turn == 0:
            finger.app.go(name)
        finger.step(1)
        took.append((time.thread_time() - start) * 1e3)
        shown = len(finger.page.games) == GAMES and not any("blättere" in text for text in finger.texts())
        if shown:
            break
    assert shown, "all games are in it at last"
    assert len(took) > 1, "in slices, or there are too few games for this test"
    assert sorted(took)[-2] < BLOCKED_MS, "all but one, for whatever else the machine does"


def test_somebody_who_opens_another_page_meanwhile_is_not_called_back(screen: Opened, many: Rooms) -> None:
    finger = screen.in_rooms(many)
    finger.app.go("fame")
    left: Any = finger.page
    finger.app.go("home")
    finger.step(5)
    assert len(left.games) < GAMES
    assert finger.page.name == "home"
