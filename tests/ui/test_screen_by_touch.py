"""Whole games through real touches: every answer goes through the running screens, by a finger alone."""

from random import Random
from typing import Any

import pytest
import screen_scenes
from screen_finger import Finger, Opened
from screen_hand import Hand

from companion.facts import Source
from ui.screen.evening import join

pytestmark = pytest.mark.screens

MOST_TAPS = 3  # for what is told all the time; more pieces than that take a tap each
COMMON = ("choice", "confirm", "call", "dice")
LONGEST = 1500  # answers in a game
FIRST = 5  # answers in the quick run

# House rules that make a game short; whole games all the same.
SHORT: dict[str, dict[str, Any]] = {
    "abspecken": {"limit": 1},
    "abstrac": {"deals": 2},
    "wobble": {"until": "rounds", "rounds": 1},
}
PEOPLE = {"abstrac": 2, "cui_bono": 2, "forced_memory": 2, "sums": 2, "wobble": 2}
SIZES = {"abspecken": (720, 1280), "wobble": (720, 1280), "cui_bono": (720, 1280), "sums": (1024, 600)}


def begun(screen: Opened, name: str, language: str = "de") -> tuple[Finger, Hand]:
    """A table of the game *name*, opened by touch, with nobody but fingers to tell it anything."""
    game = screen_scenes.load(name)
    finger = screen({name: game}, size=SIZES.get(name, (800, 480)), language=language, draws=False)
    finger.app.rooms.preferences.put("tutorial", "off")
    stage = finger.app.stage
    stage.choose(game)
    for guest in screen_scenes.NAMES[: PEOPLE.get(name, 3)]:
        stage.guests = join(stage.guests, guest)
    finger.app.go("options")
    stage.options = dict(SHORT.get(name, {}))
    hand = Hand(finger, Random(5))
    hand.tap(hand.say("options.begin"))
    return finger, hand


def go_on(finger: Finger, hand: Hand) -> None:
    """One answer; where nothing can be told, time passes and the table decides."""
    if not hand.play_one():
        finger.pass_ms(11_000)
    finger.step(2)
    banner = hand.sitting.scene().banner
    assert banner is None, f"refused: {banner.says} ({banner.rule})"


def check_taps(hand: Hand) -> None:
    """At most three taps for the common cases; more dice than three take one each."""
    for (kind, pieces), taps in hand.taps.items():
        if kind in COMMON:
            assert taps <= max(MOST_TAPS, pieces), f"{kind} with {pieces} pieces takes {taps} taps"
        if kind == "card" and pieces == 1:
            assert taps <= MOST_TAPS, f"one card takes {taps} taps"


@pytest.mark.parametrize("name", screen_scenes.GAMES)
def test_every_game_begins_with_a_finger_alone(screen: Opened, name: str) -> None:
    finger, hand = begun(screen, name)
    for _ in range(FIRST):
        go_on(finger, hand)
    check_taps(hand)
    entries = finger.app.rooms.journal.entries(hand.sitting.table.game_id)
    assert len(entries) > FIRST - 1
    assert all(Source.CAMERA.value not in str(entry.body) for entry in entries)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", screen_scenes.GAMES)
def test_a_whole_game_with_a_finger_alone(screen: Opened, name: str) -> None:
    finger, hand = begun(screen, name, "en" if name in ("abstrac", "sums") else "de")
    for _ in range(LONGEST):
        if hand.sitting.table.outcome is not None:
            break
        go_on(finger, hand)
    finger.wait(lambda: type(finger.page).__name__ == "End")
    check_taps(hand)
    outcome = hand.sitting.table.outcome
    assert outcome is not None and set(outcome.scores) == set(screen_scenes.NAMES[: PEOPLE.get(name, 3)])
    assert finger.app.rooms.journal.verify().good
    assert hand.touches > 20


@pytest.mark.parametrize(("size", "language"), [((800, 480), "de"), ((720, 1280), "en")])
def test_from_the_first_page_to_the_table(screen: Opened, size: tuple[int, int], language: str) -> None:
    finger = screen({"abspecken": screen_scenes.load("abspecken")}, size=size, language=language, draws=False)
    finger.app.rooms.preferences.put("tutorial", "off")
    hand = Hand(finger, Random(3))
    for key in ("home.play", "ABspecken"):
        hand.tap(hand.say(key) if "." in key else key)
    for name in ("MIA", "TOM"):
        hand.tap(hand.say("players.join"))
        for letter in name:
            hand.tap(letter)
        hand.tap(hand.say("common.ok"))
    assert [guest.name for guest in finger.app.stage.guests] == ["Mia", "Tom"]
    hand.tap(hand.say("common.next"))
    hand.tap(hand.say("options.begin"))
    go_on(finger, hand)
    assert hand.sitting.table.log()
