"""What the referee waits for now, and the facts that answer it: who or what, when, and how we know.

Asks drive everything: eyes, lamps, speech and screen. An ask names its kind, and the kind fixes how the value
of an answering fact is written:

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

from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

JSON = Any  # anything that JSON can hold; its shape is checked where it is understood
MS = 1_000_000  # nanoseconds in a millisecond: all times are CLOCK_MONOTONIC nanoseconds
UNREAD = "?"  # what a die shows that lies there and cannot be read


class Source(StrEnum):
    """How the companion knows a fact."""

    CAMERA = "camera"
    BUTTON = "button"
    USB = "usb"  # a key with the kernel's own time
    TOUCH = "touch"
    KEYBOARD = "keyboard"
    PHONE = "phone"
    SIMULATED = "simulated"
    AGREEMENT = "agreement"  # the whole table has agreed on it
    IMPLIED = "implied"  # what was entered next could not have been without it
    CLOCK = "clock"  # a time that the referee had asked for is over


class Kind(StrEnum):
    """What a fact is about and an ask waits for."""

    DICE = "dice"
    CARD = "card"
    PYRAMID = "pyramid"
    CALL = "call"
    CHOICE = "choice"
    NUMBER = "number"
    CONFIRM = "confirm"
    TIME = "time"


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened.

    `value` is written as the ask of the same kind describes (see above).
    `t` is stamped at the source; the true time lies within ±`uncertainty`.
    """

    kind: Kind
    value: JSON
    t: int
    source: Source
    seat: str = ""
    ask: str = ""  # the id of the ask that this answers; empty: whichever ask fits
    uncertainty: int = 0
    sure: float = 1.0
    choices: tuple[JSON, ...] = ()  # other values that the eyes think possible, likeliest first


class Say(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence that is not in words yet: a key in the words file, and the values for its gaps."""

    key: str
    args: dict[str, Any] = {}


class Unable(Exception):  # noqa: N818  (no mistake of the program)
    """Something cannot be done; `says` is the reason for the family."""

    def __init__(self, key: str, **args: Any) -> None:
        super().__init__(f"{key} {args}")
        self.says = Say(key, args)


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the things that may be chosen."""

    value: JSON
    says: Say
    # the seat that this choice is about, if it is about one: the screen shows its colour and shape
    seat: str = ""


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
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


# --- facts from outside, made safe to write down: plain JSON, not endless, whatever came in ---

LONGEST = 65_536  # bytes: a whole pyramid needs a tenth of it


def plain(fact: Fact) -> Fact:
    """*fact* with values that JSON can hold; what JSON cannot hold becomes text."""
    return replace(
        fact,
        value=plain_value(fact.value),
        seat=plain_text(fact.seat),
        ask=plain_text(fact.ask),
        choices=tuple(plain_value(choice) for choice in fact.choices),
    )


def plain_value(value: Any) -> JSON:
    try:
        text = msgspec.json.encode(value)
        if len(text) <= LONGEST:
            return msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError, OverflowError):
        pass
    return plain_text(repr_of(value))[:200]


def plain_text(text: Any) -> str:
    """*text* without halves of characters, which no file can hold."""
    return str(text).encode("utf-8", "replace").decode("utf-8")


def repr_of(value: Any) -> str:
    try:
        return repr(value)
    except Exception:  # some values cannot even be printed
        return f"<{type(value).__name__}>"
