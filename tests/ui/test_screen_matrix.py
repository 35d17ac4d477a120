"""Every screen on every panel, in every language and text size, for all eyes: rendered, examined by code."""

from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from screen_audit import faults, not_drawn, unreadable
from screen_finger import Finger, Opened
from screen_panels import EVERY_LOOK, QUICK_LOOKS, USUAL_LOOKS, Look, longer
from screen_shots import contact_sheet, kept
from screen_shown import NAMES, furnish
from screen_vision import SIMULATIONS, picture_seen_as

from tests.at_first import quick

pytestmark = pytest.mark.screens

EVERY_SECOND = [*range(0, len(QUICK_LOOKS), 2), *range(1, len(QUICK_LOOKS), 2)]


def test_of_what_every_change_is_seen_at_any_two_choices_meet() -> None:
    for one, other in combinations(range(len(Look._fields)), 2):
        every = {(a[one], b[other]) for a, b in product(QUICK_LOOKS, QUICK_LOOKS)}
        assert {(look[one], look[other]) for look in QUICK_LOOKS} == every
    assert {look.size for look in QUICK_LOOKS} == {look.size for look in USUAL_LOOKS}
    assert len(NAMES) >= 4 * len(QUICK_LOOKS)


def test_the_long_run_has_every_size_in_every_language_and_size_of_letters() -> None:
    parts = [{look[part] for look in EVERY_LOOK} for part in range(3)]
    assert {look[:3] for look in USUAL_LOOKS} == set(product(*parts))
    assert len(set(EVERY_LOOK)) == len(EVERY_LOOK)


def test_a_language_that_nobody_speaks_is_two_fifths_longer() -> None:
    for sentence in ("Noch einmal", "Wer spielt mit?", "Zurück"):
        assert len(longer(sentence)) == round(1.4 * len(sentence))


@pytest.fixture(scope="module")
def screens() -> Any:
    return furnish()


def pictured(screen: Opened, screens: Any, names: Any, look: Look) -> Iterator[tuple[str, Finger, Any]]:
    """The screens *names* at one *look*, one after the other: each with its page and its picture."""
    finger, house = None, None
    for name in names:
        rooms, show = screens[name]
        if finger is None or rooms is not house:
            look.wish(rooms.preferences)
            house = rooms
            finger = screen.in_rooms(rooms, look.size, longer if look.language == "longer" else None)
        show(finger)
        yield name, finger, finger.picture()
        if finger.app.shield is not None:
            for number in finger.app.shield.numbers:
                finger.app.shield.tapped(number)


def examined(finger: Finger, picture: Any) -> list[str]:
    """What is wrong with what is shown, as it is laid out and as it is drawn."""
    top = finger.top
    return [*faults(top, finger.page.sizes.unit), *not_drawn(top, picture), *unreadable(top, picture)]


@pytest.mark.parametrize(
    "number", quick(EVERY_SECOND, 1, more=3), ids=lambda number: QUICK_LOOKS[number].name
)
def test_every_screen_fits_at_one_look(screen: Opened, screens: Any, number: int) -> None:
    """Each look has its share of the screens; neighbours in the list are alike, and go to other looks."""
    look, found = QUICK_LOOKS[number], []
    for name, finger, picture in pictured(screen, screens, NAMES[number :: len(QUICK_LOOKS)], look):
        kept(picture, f"{name} {look.name}")
        found += [f"{name} {look.name}: {wrong}" for wrong in examined(finger, picture)]
    assert not found, "\n".join(found)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("look", EVERY_LOOK, ids=lambda look: look.name)
def test_every_screen_fits_at_every_look(
    screen: Opened, screens: Any, shots_folder: Path, look: Look
) -> None:
    """And contact sheets of them all; for the usual look on each panel also as other eyes see them."""
    found: list[str] = []
    pictures: dict[str, Any] = {}
    for name, finger, picture in pictured(screen, screens, NAMES, look):
        pictures[name] = picture
        kept(picture, f"{name} {look.name}")
        found += [f"{name} {look.name}: {wrong}" for wrong in examined(finger, picture)]
    contact_sheet(pictures, shots_folder / f"contact_{look.name}.png")
    if look == Look(look.size, "de", "normal"):
        for how in SIMULATIONS:
            seen = {name: picture_seen_as(picture, how) for name, picture in pictures.items()}
            contact_sheet(seen, shots_folder / f"contact_{look.name}_{how}.png")
    assert not found, "\n".join(found)
