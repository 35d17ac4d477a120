"""A bot at the table of the real window: what it wants is read, and a finger says that it was done."""

from typing import Any

import pytest
from evenings import NAMES
from screen_audit import complaints
from screen_finger import Finger

from companion.games import find_game
from companion.seats import Seat
from ui.screen.parts.cards import CardFan

pytestmark = pytest.mark.screens

ANNA, BEN = NAMES[:2]
ROW = "JS AD AS AH QS TH AC KD QD 9D 9C TD TC TS KH 9H KS JH QH QC JD JC 9S KC".split()  # noqa: SIM905


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    """A bot that pauses for people would make the tests wait as well."""
    monkeypatch.setattr("companion.bot_seat.PAUSE_MS", 0)


def seated(screen: Any, name: str, position: Any, people: int) -> Finger:
    game = find_game(name)
    finger = screen({name: game})
    seats = [
        Seat(who, "red" if n else "blue", "circle", who[0], "de", str(n + 1), bot="medium" if n == 1 else "")
        for n, who in enumerate(NAMES[:people])
    ]
    finger.app.seat(game, seats, game.options())
    sitting = finger.app.stage.sitting
    sitting.agree_on(game.write_position(game.read_position(position)), "for the test")
    return finger


def when_it_says(finger: Finger, until: Any = None) -> None:
    """Go on when the bot has said what it wants; the thread that thinks may take as long as it likes."""
    bots = finger.app.stage.sitting.bots
    finger.step(4)
    finger.wait(until or (lambda: bots.advice))
    finger.step(4)


def test_what_the_bot_says_is_done_by_a_touch(screen, shots_folder):
    position = {"seats": [ANNA, BEN], "phase": "take", "turn": BEN, "dealer": ANNA, "dealt": ROW}
    finger = seated(screen, "abstrac", {**position, "row": ROW[::-1]}, 2)
    sitting = finger.app.stage.sitting
    when_it_says(finger)
    assert any("Ben sagt" in text for text in finger.texts())
    finger.shot(shots_folder / "bot-says.png")
    assert complaints(finger.page) == []

    finger.tap("Gemacht")

    assert len(sitting.table.state.row) < len(ROW)
    assert sitting.table.state.turn == ANNA


def test_the_cards_of_a_bot_are_told_on_a_pad(screen, shots_folder):
    position = {"seats": NAMES[:3], "phase": "turn", "turn": BEN, "discard": ["m5"], "active": ["m"]}
    players = {who: {"hand": ["?"] * (2 if who == BEN else 5)} for who in NAMES[:3]}
    finger = seated(screen, "wobble", {**position, "players": players}, 3)
    sitting = finger.app.stage.sitting
    when_it_says(finger)
    finger.shot(shots_folder / "bot-cards.png")
    finger.tap("Karten nennen")
    finger.shot(shots_folder / "bot-covered.png")
    assert not any("m7" in text for text in finger.texts())
    finger.tap("Jetzt schaut nur, wer hilft. Zum Nennen der Karten tippen.")
    for card in ("c2", "m7"):
        finger.tap(card)
    finger.step(2)
    finger.shot(shots_folder / "bot-tells.png")
    assert [fan.cards for fan in finger.page.walk() if isinstance(fan, CardFan)][-1:] == [("?", "?")]
    finger.tap("OK")
    when_it_says(finger, lambda: any(advice.move for advice in sitting.bots.advice))
    (advice,) = sitting.bots.advice
    assert (advice.move["cards"], advice.places) == (("m7",), (2,))
    finger.step(2)
    assert any("Karte 2 von links" in text for text in finger.texts())
    finger.shot(shots_folder / "bot-lays.png")
