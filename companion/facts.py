"""What happened at the table: who or what, when, and how we know."""

from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct

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


class Fact(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened.

    `value` is written as the ask of the same kind describes (see `companion.asks`).
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


# --- facts from outside, made safe to write down: plain JSON, not endless, whatever came in ---

LONGEST = 65_536  # bytes: a whole pyramid needs a tenth of it


def plain(fact: Fact) -> Fact:
    """*fact* with values that JSON can hold; what JSON cannot hold becomes text."""
    return msgspec.structs.replace(
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
