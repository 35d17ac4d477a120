"""What the referee waits for now. Asks drive everything: eyes, lamps, speech and screen.

An ask names its kind, and the kind fixes how the value of an answering fact is written:

=======  ======================================================================
kind     value of the fact
=======  ======================================================================
dice     ``{"pips": [3, 5], "colour": ["red"], "piggy": ["smile"]}``: lists by die kind, as in `Ask.dice`
card     ``{"place": "discard:Elfi", "cards": ["5", "1"]}``: last card on top
pyramid  the whole shape or a change, in the notation of `companion.pyramid`
call     the name of the call, as in `Ask.call`
choice   the `value` of one of `Ask.choices`, or where `by_cards` the cards: ``{"cards": ["-1"]}``;
         where `sets_aside` a value is the faces that are slid out of the tray: ``[1, 5]``
number   a whole number from `Ask.low` to `Ask.high`
confirm  ``true``
time     the id of the ask whose time is over
=======  ======================================================================
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.facts import JSON, Kind


class Say(Struct, frozen=True, omit_defaults=True):
    """A sentence that is not in words yet: a key in the words file, and the values for its gaps."""

    key: str
    args: dict[str, Any] = {}


class Unable(Exception):  # noqa: N818  (no mistake of the program)
    """Something cannot be done; `says` is the reason for the family."""

    def __init__(self, key: str, **args: Any) -> None:
        super().__init__(f"{key} {args}")
        self.says = Say(key, args)


class Choice(Struct, frozen=True, omit_defaults=True):
    """One of the things that may be chosen."""

    value: JSON
    says: Say
    # the seat that this choice is about, if it is about one: the screen shows its colour and shape
    seat: str = ""


class Ask(Struct, frozen=True, omit_defaults=True):
    """One thing that the referee waits for, from whom, and in which words."""

    id: str  # the same as long as the same thing is waited for, like "roll" or "act:Elfi"
    kind: Kind
    seats: tuple[str, ...]  # who may answer; everybody who may gets a lit lamp when the kind is a call
    prompt: Say
    rule: str  # the id of the rule that asks
    choices: tuple[Choice, ...] = ()
    dice: dict[str, int] = {}  # how many of which kind: {"pips": 2, "colour": 1}; {}: whatever lies there
    deck: str = ""  # which deck a card is of
    place: str = ""  # where the card or the hand belongs, like "discard:Elfi", or where dice are laid out
    cards: tuple[int, int] = (1, 1)  # fewest and most cards
    # what lies there already as far as it is known, the last card on top; what the dice in the tray show; or
    # for a choice among many of which each value is a list of faces, the faces that are tapped to find one
    lies: tuple[str, ...] = ()
    among: tuple[str, ...] = ()  # which cards it can be, each as often as there is one; (): any
    call: str = ""  # the name of the call, like "cannot"
    low: int = 0
    high: int = 0
    optional: bool = False  # the game goes on without an answer
    spoken: bool = True  # worth a tap or a voice; False: eyes and hands show it anyway, touch is one tap away
    implied: bool = False  # a confirm that needs no tap: whoever tells what comes next says this as well
    secret: bool = False  # only for the eyes of `seats`: never on the public screen, never spoken
    within_ms: int = 0  # an answer is expected within this time; then a fact of kind `time` is heard


def by_cards(ask: Ask) -> bool:
    """Whether *ask* is how many cards of a hand are given: where the hand is seen, they are named instead."""
    return ask.kind is Kind.CHOICE and ask.cards[0] < ask.cards[1]


def sets_aside(ask: Ask) -> bool:
    """Whether *ask* is which dice leave the tray: what eyes see missing there answers it."""
    return ask.kind is Kind.CHOICE and bool(ask.dice)


def aside(ask: Ask) -> Ask:
    """*ask* as one that may be answered at any time: the game goes on without it, no voice asks for it."""
    return replace(ask, optional=True, spoken=False)


def ask_cards(
    name: str, seats: tuple[str, ...], prompt: Say, rule: str, deck: str, place: str, **more: Any
) -> Ask:
    """An ask for cards at *place*; *more* is as in `Ask`."""
    return Ask(name, Kind.CARD, seats, prompt, rule, deck=deck, place=place, **more)
