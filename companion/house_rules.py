"""The house-rule switches of a game, read off its options type, so that nobody lists them twice."""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec import inspect as mi

from companion.game import AnyGame, is_list_of_words


class Switch(Struct, frozen=True):
    """One switch: a choice among `choices`, a whole number from `low` to `high`, or a list of `words`."""

    name: str
    default: Any
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    words: bool = False

    @property
    def allowed(self) -> str:
        """What may be typed, in signs that every language reads."""
        if self.choices:
            return " | ".join(_written(choice) for choice in self.choices)
        if self.low is not None and self.high is not None:
            return f"{self.low}–{self.high}"
        if self.words:
            return "…, …"
        return f"≥ {self.low}" if self.low is not None else "…"


def _written(choice: Any) -> str:
    return {True: "on", False: "off"}.get(choice, str(choice)) if isinstance(choice, bool) else str(choice)


def switches(game: AnyGame) -> tuple[Switch, ...]:
    """The switches of *game* in the order of its options."""
    info = mi.type_info(game.options)
    assert isinstance(info, mi.StructType)
    defaults = game.options()
    return tuple(_switch(field, getattr(defaults, field.name)) for field in info.fields)


def _switch(field: mi.Field, default: Any) -> Switch:
    kind = field.type.type if isinstance(field.type, mi.Metadata) else field.type
    default = msgspec.to_builtins(default)
    if isinstance(kind, mi.BoolType):
        return Switch(field.encode_name, default, (True, False))
    if isinstance(kind, mi.LiteralType):
        return Switch(field.encode_name, default, tuple(kind.values))
    if isinstance(kind, mi.IntType):
        return Switch(field.encode_name, default, (), kind.ge, kind.le)
    return Switch(field.encode_name, default, words=is_list_of_words(kind))
