"""Places of the pyramid in what a page shows: each gets a number, and the drawing has the same number there.

A name like A7-B0-C1 stands in journals and in terminals; nobody at a table should have to spell one.
"""

from typing import Any

import msgspec
from msgspec import Struct

from companion.asks import Ask, Say
from companion.pyramid.cells import Cell
from ui.screen.sitting import Scene

MOST = 12  # numbers that a drawing has room for
FEW = 4  # so many choices stand on buttons beside the drawing; of more, the places are tapped on it

Numbers = dict[Cell, int]


def with_numbers(scene: Scene) -> tuple[Scene, Numbers]:
    """*scene* with the numbers of the places in all that is read on the page at once."""
    numbers: Numbers = {}
    banner = scene.banner
    if banner is not None:
        says, choices = numbered(banner.says, numbers), numbered(banner.choices, numbers)
        banner = msgspec.structs.replace(banner, says=says, choices=choices)
    asks = tuple(_asked(ask, numbers) for ask in scene.asks)
    by_id = {ask.id: ask for ask in asks}
    now = tuple(msgspec.structs.replace(o, ask=by_id.get(o.ask.id, o.ask)) for o in scene.offers.now)
    offers = msgspec.structs.replace(scene.offers, now=now)
    captions = (*scene.captions[:-2], *numbered(scene.captions[-2:], numbers))
    told = {"banner": banner, "asks": asks, "offers": offers, "captions": captions}
    return msgspec.structs.replace(scene, **told), numbers


def _asked(ask: Ask, numbers: Numbers) -> Ask:
    prompt = numbered(ask.prompt, numbers)
    choices = numbered(ask.choices, numbers) if len(ask.choices) <= FEW else ask.choices
    return msgspec.structs.replace(ask, prompt=prompt, choices=choices)


def numbered(shown: Any, numbers: Numbers) -> Any:
    """*shown*, where every place in a sentence is told by its number in *numbers*, which grows."""
    if isinstance(shown, Say):
        if shown.key == "cell":
            return _by_number(shown, numbers)
        return Say(shown.key, {name: numbered(part, numbers) for name, part in shown.args.items()})
    if isinstance(shown, (tuple, list)):
        return type(shown)(numbered(part, numbers) for part in shown)
    if isinstance(shown, Struct):
        parts = {name: numbered(getattr(shown, name), numbers) for name in shown.__struct_fields__}
        return msgspec.structs.replace(shown, **parts)
    return shown


def _by_number(says: Say, numbers: Numbers) -> Say:
    cell: Cell = (says.args["a"], says.args["b"], says.args["c"])
    if cell not in numbers and len(numbers) >= MOST:
        return says
    return Say("cell_numbered", {"number": numbers.setdefault(cell, len(numbers) + 1)})
