"""Colours and numbers that lay there unread: they are learnt whenever the eyes or the table tell them."""

from companion.asks import Say
from companion.facts import JSON
from companion.game import Move
from companion.pyramid.agree import cells_say, difference, look, trouble
from companion.pyramid.notation import Laid, Pyramid, cell_named, shape, updated
from companion.rulings import Refusal


class Seen(Move, frozen=True, tag="seen"):
    """The pyramid lies as it was believed, and some of its colours or numbers have been read now."""

    pyramid: Pyramid


def learnt(believed: Pyramid, seen: Pyramid) -> Pyramid:
    """*believed* with everything that *seen* tells besides."""
    news = {name: updated(believed[name], die) for name, die in seen.items() if name in believed}
    return Laid(believed | news, shape(believed)) if news else believed


def seen_in(value: JSON, believed: Pyramid) -> Seen:
    """What a pyramid fact without any difference from *believed* has told."""
    shown = look(value, believed)
    return Seen(pyramid={} if isinstance(shown, Refusal) else learnt(believed, shown))


def refuse_seen(believed: Pyramid, seen: Pyramid) -> Refusal | None:
    """Why *seen* cannot be the pyramid that was *believed*, only better known (G1, G2)."""
    if not seen:
        return None
    differing = difference(believed, {**believed, **seen})
    if not differing:
        return trouble(seen)
    dice = (*differing.placed, *differing.turned, *differing.swapped)
    return Refusal("G2", Say("not_as_believed", {"cells": cells_say(cell_named(name) for name in dice)}))
