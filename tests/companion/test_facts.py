"""Facts as they are written down: nothing that says nothing, and nothing that nobody knows."""

import msgspec
import pytest

from companion.asks import Fact, Kind, Source

PRESS = Fact(Kind.CALL, True, 5, Source.BUTTON, seat="Ada")


def test_a_fact_is_written_without_what_goes_without_saying():
    written = msgspec.to_builtins(PRESS)

    assert written == {"kind": "call", "value": True, "t": 5, "source": "button", "seat": "Ada"}
    assert msgspec.convert(written, Fact) == PRESS


def test_a_fact_with_a_word_that_nobody_knows_is_none():
    with pytest.raises(msgspec.ValidationError, match="unknown field `colour`"):
        msgspec.convert({**msgspec.to_builtins(PRESS), "colour": "red"}, Fact)
