"""Facts from outside, made safe to write down: plain JSON, not endless, whatever came in."""

from typing import Any

import msgspec

from companion.facts import JSON, Fact

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
