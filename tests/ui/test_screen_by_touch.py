"""Whole games through real touches: from the first page to the last, with nothing but a finger."""

from random import Random

import evenings
import pytest
from screen_finger import Finger, Opened

from companion.asks import Ask
from companion.facts import Kind, Source
from ui.screen.looks import DIE_FACES
from ui.screen.offers import Offer
from ui.screen.pages.table.asking import offer_words

pytestmark = pytest.mark.screens


class Hand:
    """Somebody who answers whatever is asked, by touch alone, with moves that the rules allow."""

    def __init__(self, finger: Finger, random: Random) -> None:
        self.finger, self.random, self.touches = finger, random, 0

    @property
    def sitting(self):
        return self.finger.app.stage.sitting

    def tap(self, what: object) -> None:
        self.touches += 1
        self.finger.tap(what)

    def say(self, key: str, **args: object) -> str:
        return self.finger.app.stage.say(key, **args)

    def answer(self) -> None:
        """One thing that is offered now, told with the fewest taps."""
        self.finger.clock.advance(1_500_000_000)
        offered = self.sitting.scene().offers
        cards = [offer for offer in offered.now if offer.ask.kind is Kind.CARD]
        if cards:
            self.lay_or_call(cards[0])
            return
        offer = offered.now[0]
        words = offer_words(self.finger.app.stage.say, self.sitting.game, offer)
        ask = offer.ask
        if ask.kind is Kind.CHOICE:
            choice = self.random.choice(ask.choices)
            self.tap(self.finger.app.stage.say.game(self.sitting.game, choice.says))
        elif ask.kind is Kind.NUMBER:
            self.tap(words)
            self.type(ask.low)
        else:
            self.tap(f"{offer.seat} {words}".strip())
            if ask.kind is Kind.DICE:
                self.throw(ask)

    def lay_or_call(self, offer: Offer) -> None:
        """The first seat gets rid of as many cards as it can, the others of as few; or "I cannot"."""
        game, state, seat = self.sitting.game, self.sitting.table.state, offer.seat
        lays = [move for move in game.legal(state, seat) if game.write_move(move)["move"] == "lay"]
        if not lays:
            self.tap(f"{seat} {self.finger.app.stage.say.game(game, evenings.Say('call.cannot'))}")
            self.finger.pass_ms(200)
            return
        eager = seat == state.seats[0]
        best = (max if eager else min)(lays, key=lambda move: len(move.cards))
        self.tap(f"{seat} {self.say('table.touch_card')}")
        for card in best.cards:
            self.tap(card)
        if self.finger.page.covered:
            self.tap(self.say("common.ok"))

    def throw(self, ask: Ask) -> None:
        """A face for every die, each in its own line."""
        for number, kind in enumerate(kind for kind, count in ask.dice.items() for _ in range(count)):
            face = self.random.choice(DIE_FACES[kind])
            lines = [button for button in self.finger.seen() if button.called == f"{kind}:{face}"]
            self.tap(lines[number if kind == "pips" else 0])

    def type(self, number: int) -> None:
        for digit in str(number):
            self.tap(digit)
        self.tap(self.say("common.ok"))


@pytest.mark.parametrize(("size", "language"), [((800, 480), "de"), ((720, 1280), "en")])
def test_a_whole_game_of_abspecken_by_touch_alone(screen: Opened, size, language):
    finger = screen(evenings.abspecken(), size=size, language=language, draws=False)
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
    finger.app.stage.options = {"limit": 1}  # one round is enough to see the end
    hand.tap(hand.say("options.begin"))

    for _ in range(600):
        if hand.sitting.table.outcome is not None:
            break
        hand.answer()
        assert hand.sitting.scene().banner is None, hand.sitting.scene().banner
    finger.wait(lambda: type(finger.page).__name__ == "End")

    outcome = hand.sitting.table.outcome
    assert outcome is not None and set(outcome.scores) == {"Mia", "Tom"}
    assert any("Mia" in text or "Tom" in text for text in finger.texts())
    entries = finger.app.rooms.journal.entries(hand.sitting.table.game_id)
    assert all(Source.CAMERA.value not in str(entry.body) for entry in entries)
    assert finger.app.rooms.journal.verify().good
    hand.tap(hand.say("end.again"))
    finger.wait(lambda: type(finger.page).__name__ == "TablePage")
    assert hand.sitting.table.outcome is None
