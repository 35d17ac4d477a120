"""Somebody who plays any game with nothing but a finger: every answer goes through what the screen shows."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from screen_finger import Finger

from companion.asks import Ask, Fact, Kind, Say, Source
from companion.rulings import Question
from ui.screen.looks import DIE_FACES, WOBBLE_COLOURS, cards_of, die_value
from ui.screen.numbered import cells_meant, numbered, with_numbers
from ui.screen.offers import Offer
from ui.screen.pages.table.asking import offer_words
from ui.screen.pages.table.over import MOST_BESIDE
from ui.screen.parts.touch import Touchable
from ui.screen.views.abstrac import CARDS as ABSTRAC_CARDS

TRIES = 60  # readings of dice or cards that are tried until one is legal
EAGER = 0.25  # how often something is told that need not be


class Answer:
    """One thing to tell: to which ask, for whom, and what."""

    def __init__(self, ask: Ask, seat: str, value: Any) -> None:
        self.ask, self.seat, self.value = ask, seat, value


class Told(NamedTuple):
    """What kind of answer: to which ask, with so many dice, cards or digits."""

    ask: str
    kind: Kind
    pieces: int
    optional: bool  # it may be told besides what is waited for
    hidden: bool  # behind a cover that only one person lifts


class Hand:
    """Answers whatever is asked with something that the rules allow, and counts the taps."""

    def __init__(self, finger: Finger, random: Random) -> None:
        self.finger, self.random, self.touches = finger, random, 0
        self.told: dict[Told, list[int]] = {}  # the taps that each kind of answer took

    @property
    def sitting(self) -> Any:
        return self.finger.app.stage.sitting

    @property
    def game(self) -> Any:
        return self.sitting.game

    def say(self, key: str, **args: object) -> str:
        return self.finger.app.stage.say(key, **args)

    def tap(self, what: Touchable | str) -> None:
        self.touches += 1
        self.finger.tap(what)

    # --- what to tell ---

    def play_one(self) -> bool:
        """Tell one thing; False when nothing that could be told is legal, so that only time can go on."""
        self.finger.pass_ms(1500)
        answer = self._choose()
        if answer is None:
            return False
        before = self.touches
        self.tell(answer)
        banner = self.sitting.scene().banner
        if banner is not None and banner.choices:  # like "Who has rolled?"
            words = self.finger.app.stage.say.game(self.game, self.random.choice(banner.choices).says)
            self.tap(words)
            before += 1
        pieces = _pieces(answer)
        ask = answer.ask
        told = Told(ask.id.partition(":")[0], ask.kind, pieces, ask.optional, ask.secret)
        self.told.setdefault(told, []).append(self.touches - before)
        return True

    def _choose(self) -> Answer | None:
        scene = self.sitting.scene()
        offers = (*scene.offers.now, *scene.offers.by_touch, *scene.offers.secret)
        needed = [offer for offer in offers if not offer.ask.optional]
        groups = [list(offers), needed] if self.random.random() < EAGER else [needed, list(offers)]
        for group in groups:
            self.random.shuffle(group)
            for offer in group:
                for answer in self._readings(offer):
                    if self._stands(answer):
                        return answer
        return None

    def _readings(self, offer: Offer) -> Iterator[Answer]:
        ask, random = offer.ask, self.random
        match ask.kind:
            case Kind.CHOICE:
                values: list[Any] = [choice.value for choice in ask.choices]
                random.shuffle(values)
            case Kind.CONFIRM:
                values = [True]
            case Kind.CALL:
                values = [ask.call]
            case Kind.NUMBER:
                values = sorted(
                    range(ask.low, min(ask.high, ask.low + 40) + 1), key=lambda _n: random.random()
                )
            case Kind.DICE:
                values = [self._roll(ask) for _ in range(TRIES)]
            case Kind.CARD:
                values = list(self._cards(ask))
            case _:
                values = []
        for value in values:
            yield Answer(ask, offer.seat, value)

    def _roll(self, ask: Ask) -> dict[str, list[Any]]:
        return {
            kind: [die_value(kind, self.random.choice(DIE_FACES[kind])) for _ in range(count)]
            for kind, count in ask.dice.items()
        }

    def _cards(self, ask: Ask) -> Iterator[Any]:
        pack = list(ABSTRAC_CARDS if ask.deck == "french" else cards_of(ask.deck))
        low, high = ask.cards
        for _ in range(TRIES):
            count = self.random.randint(max(1, low), max(1, min(high, low + 3)))
            few = (
                self.random.sample(pack, count) if count <= len(pack) else self.random.choices(pack, k=count)
            )
            yield {"place": ask.place, "cards": few}

    def _stands(self, answer: Answer) -> bool:
        """Whether the rules would take it, or would only ask who it was."""
        state, now = self._state_of(answer.ask), self.finger.clock.now()
        fact = Fact(answer.ask.kind, answer.value, now, Source.TOUCH, answer.seat, answer.ask.id)
        move = self.game.understand(state, answer.ask, fact)
        if isinstance(move, Question):
            return bool(move.choices) and answer.ask.kind is Kind.DICE
        return self.game.refuse(state, move) is None

    def _state_of(self, ask: Ask) -> Any:
        """The state that *ask* is about: what it implies is answered there."""
        table = self.sitting.table
        state = table.state
        for implied in table.asks if ask not in table.asks else ():
            if implied.implied:
                said = Fact(implied.kind, True, 0, Source.IMPLIED, "", implied.id)
                state = self.game.play(state, self.game.understand(state, implied, said)).state
        return state

    # --- telling it ---

    def tell(self, answer: Answer) -> None:
        offers = self.sitting.scene().offers
        offer = next(o for o in _all(offers) if o.ask == answer.ask and o.seat == answer.seat)
        if offer in offers.secret:
            self.tap(self.say("table.only_for", seat=offer.seat))
            self.tap(self.say("table.uncover", seat=offer.seat))
        elif offer.ask.place == "discard" and self._seen(self.say("wobble_table.lay")):
            self.tap(self.say("wobble_table.lay"))
            self._lay(answer)
            return
        elif offer in offers.by_touch:
            self.tap(self.say("table.by_touch"))
        words = offer_words(self.finger.app.stage.say, self.game, self._as_shown(offer))
        name = f"{offer.face} {words}".strip()
        ask = answer.ask
        if ask.kind is Kind.CHOICE:
            self._choice(answer, name)
        elif ask.kind is Kind.DICE:
            if not self._seen(f"{next(iter(ask.dice))}:"):
                self.tap(name)
            self._dice(answer)
        else:
            self.tap(name)
            if ask.kind is Kind.CARD:
                self._lay(answer)
            elif ask.kind is Kind.NUMBER:
                for digit in str(answer.value):
                    self.tap(digit)
                self.tap(self.say("common.ok"))

    def _as_shown(self, offer: Offer) -> Offer:
        """*offer* with the numbers that its places have where it is touched."""
        scene, numbers = with_numbers(self.sitting.scene())
        by_touch = numbered(scene.offers.by_touch, numbers, most=MOST_BESIDE)
        shown = (*scene.offers.now, *by_touch)
        same = (one for one in shown if (one.ask.id, one.seat) == (offer.ask.id, offer.seat))
        return next(same, offer)

    def _seen(self, beginning: str) -> list[Touchable]:
        self.finger.step(2)
        return [button for button in self.finger.seen() if button.called.startswith(beginning)]

    def _on_drawing(self, answer: Answer) -> bool:
        """Whether the one place that is meant has a number on the drawing, and was tapped there."""
        drawn = self.finger.page._lying.numbers
        cells = [cell for cell in cells_meant(answer.value) if cell in drawn]
        if len(cells) != 1:
            return False
        a, b, c = cells[0]
        says = Say("cell_numbered", {"a": a, "b": b, "c": c, "number": drawn[cells[0]]})
        words = self.finger.app.stage.say.game(self.game, says)
        found = [button for button in self._seen("") if button.called == words]
        if found:
            self.tap(words)
        return bool(found)

    def _choice(self, answer: Answer, name: str) -> None:
        if self._on_drawing(answer):
            return
        _, numbers = with_numbers(self.sitting.scene())
        choices = numbered(answer.ask, numbers, most=MOST_BESIDE).choices
        choice = next(choice for choice in choices if choice.value == answer.value)
        words = self.finger.app.stage.say.game(self.game, choice.says)
        called = f"{choice.seat} {words[:1].upper()}{words[1:]}".strip()
        if not [button for button in self._seen("") if button.called == called]:
            listed = f"{answer.seat} {self.say('table.choose_one')}".strip()
            self.tap(next((button for button in self._seen("") if button.called == listed), name))
        if answer.ask.lies and not [button for button in self._seen("") if button.called == called]:
            self.tap(f"pips:{answer.value[0]}")
        self.tap(next(button for button in self._seen("") if button.called == called))

    def _dice(self, answer: Answer) -> None:
        for kind, faces in answer.value.items():
            both = f"{kind}:{' '.join(sorted(map(str, faces)))}"
            together = [button for button in self.finger.seen() if button.called == both]
            for number, face in enumerate([] if together else faces):
                lines = [b for b in self.finger.seen() if b.called == f"{kind}:{face}"]
                self.tap(lines[number] if len(lines) > 1 else lines[0])  # many dice are counted on one line
            for button in together:
                self.tap(button)

    def _lay(self, answer: Answer) -> None:
        whole = " ".join([self.say("table.lay_own"), *sorted(answer.value["cards"])])
        if any(button.called == whole for button in self._seen(whole)):
            self.tap(whole)
            return
        for card in answer.value["cards"]:
            found = [button for button in self._seen(card) if button.called == card]
            if not found and answer.ask.deck == "wobble":
                self.tap(self._group(card))
                found = [button for button in self._seen(card) if button.called == card]
            if found:  # the last card of a whole pack needs no tap
                self.tap(found[0])
        if self.finger.page.covered:
            self.tap(self.say("common.ok"))

    def _group(self, card: str) -> str:
        """What the group is called in which the quick pad has *card*."""
        say = self.finger.app.stage.say
        if card.startswith("CS"):
            return say("wobble_table.swaps")
        if card[:1] in WOBBLE_COLOURS and card[:1].islower():
            words = {"m": "Magenta", "c": "Cyan", "y": ("Gelb", "Yellow"), "g": ("Grün", "Green")}[card[:1]]
            return words if isinstance(words, str) else words[say.language == "en"]
        return say("wobble_table.rest")


def _all(offers: Any) -> tuple[Offer, ...]:
    return (*offers.now, *offers.by_touch, *offers.secret)


def _pieces(answer: Answer) -> int:
    """How many dice, cards or digits there are to tell."""
    match answer.ask.kind:
        case Kind.DICE:
            return sum(answer.ask.dice.values())
        case Kind.CARD:
            return len(answer.value["cards"])
        case Kind.NUMBER:
            return len(str(answer.value))
        case _:
            return 1
