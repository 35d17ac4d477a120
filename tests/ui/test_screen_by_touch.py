"""Whole games through real touches: every answer goes through the running screens, by a finger alone."""

from random import Random
from typing import Any

import pytest
import screen_scenes
from screen_finger import Finger, Opened
from screen_hand import Hand

from companion.asks import Kind, Source
from tests.at_first import quick
from ui.screen.guests import join

pytestmark = pytest.mark.screens

MOST_TAPS = 3  # for what is told all the time; more pieces than that take a tap each

# What is told again and again in each game, and the most taps it takes: what has no button of
# its own is chosen from a list, in two. Cards are told one by one, then "OK".
COMMON: dict[str, dict[str, int]] = {
    "abi94": {"play": 3, "swap": 2, "handin": 1, "lead": 1},
    "abspecken": {"roll": 2, "discard": 3, "cannot": 1},
    "abstrac": {"choose": 1, "take": 2, "agree": 1},
    "buzzer": {"go": 1, "buzz": 1, "judge": 2},
    "cui_bono": {"take": 2, "tell": 1, "put": 2, "judge": 1},
    "dice_march": {"begin": 1, "move": 2},
    "forced_memory": {"roll": 3, "lift": 2, "read": 3},
    "liars_dice": {"bid": 3, "doubt": 1, "next": 1},
    "pack_rat": {"roll": 2, "stop": 1, "tap": 3, "whose": 2},
    "squeeze_play": {"roll": 2, "build": 2},
    "score_sheet": {"points": 3, "count": 1},
    "ten_thousand": {"keep": 2, "bank": 1},
    "mau_mau": {"lay": 3, "draw": 1, "pass": 1, "wish": 2, "mau": 1},
    "yacht": {"keep": 2, "write": 2},
    "sums": {"roll": 3, "stop": 1, "niete": 1, "show": 2},
    "wobble": {"ready": 1, "flip": 3, "lay": 3, "draw": 2, "toss": 1},
}
AT_ONCE, PIECES = (Kind.CHOICE, Kind.CONFIRM, Kind.CALL), (Kind.DICE, Kind.CARD)
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
    finger = screen({name: game}, size=SIZES.get(name, (800, 480)), language=language)
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
    """At most three taps for the common cases; of dice and cards, more than that take one each."""
    common = COMMON[hand.game.about.name]
    for told, all_taps in hand.told.items():
        taps = max(all_taps)
        opened = 1 + (told.kind is Kind.CARD) + told.optional + 2 * told.hidden  # and cards end with "OK"
        if told.ask in common and told.pieces == 1:
            assert taps <= common[told.ask], f"{told} takes {taps} taps"
        if told.kind is Kind.DICE and not told.optional:
            assert taps <= max(MOST_TAPS, told.pieces), f"{told} takes {taps} taps"
        elif told.kind is Kind.CARD and told.pieces == 1 and not told.hidden:
            assert taps <= MOST_TAPS, f"{told} takes {taps} taps"
        elif told.kind in PIECES:
            assert taps <= max(MOST_TAPS, told.pieces + opened), f"{told} takes {taps} taps"
        elif told.kind in AT_ONCE:
            assert taps <= MOST_TAPS, f"{told} takes {taps} taps"


def test_what_is_common_takes_three_taps_at_most() -> None:
    assert set(COMMON) == set(screen_scenes.GAMES)
    assert max(taps for facts in COMMON.values() for taps in facts.values()) <= MOST_TAPS


@pytest.mark.parametrize("name", quick(screen_scenes.GAMES, 1, more=5))
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
    finger.wait(lambda: finger.page.name == "end")
    check_taps(hand)
    outcome = hand.sitting.table.outcome
    assert outcome is not None and set(outcome.scores) == set(screen_scenes.NAMES[: PEOPLE.get(name, 3)])
    assert finger.app.rooms.journal.verify().good
    assert hand.touches > 20


@pytest.mark.parametrize(("size", "language"), quick([((800, 480), "de"), ((720, 1280), "en")]))
def test_from_the_first_page_to_the_table(screen: Opened, size: tuple[int, int], language: str) -> None:
    finger = screen({"abspecken": screen_scenes.load("abspecken")}, size=size, language=language)
    finger.app.rooms.preferences.put("tutorial", "off")
    hand = Hand(finger, Random(3))
    for key in ("home.play", "ABspecken"):
        hand.tap(hand.say(key) if "." in key else key)
    for name in ("MIA", "TOM"):
        hand.tap(hand.say("players.join"))
        hand.tap(hand.say("who.new"))
        for letter in name:
            hand.tap(letter)
        hand.tap(hand.say("common.ok"))
    assert [guest.name for guest in finger.app.stage.guests] == ["Mia", "Tom"]
    hand.tap(hand.say("common.next"))
    hand.tap(hand.say("options.begin"))
    go_on(finger, hand)
    assert hand.sitting.table.log()
