"""Places of the pyramid in what a page shows: each gets a number, and the drawing has the same number there.

A name like A7-B0-C1 stands in journals and in terminals; nobody at a table should have to spell one.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from msgspec import Struct, ValidationError, convert
from msgspec.structs import astuple, replace

from companion.asks import JSON, Ask, Say
from companion.pyramid.cells import Cell
from ui.screen.offers import Offer
from ui.screen.scene import Scene

MOST = 12  # numbers that a drawing has room for
PLACES = ("cell", "cell_numbered", "cell_above", "cell_below")
FEW = 4  # most choices shown as buttons beside the drawing; with more, places are tapped on it


class Pointed(Struct, frozen=True):
    """The places that a sentence is about; an arrow leads from a die's place to its next place."""

    cells: tuple[Cell, ...] = ()
    arrows: tuple[tuple[Cell, Cell], ...] = ()

    @property
    def every(self) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys((*self.cells, *(cell for arrow in self.arrows for cell in arrow))))


def pointed_at(shown: Any) -> Pointed:
    """The places in all sentences of *shown*."""
    if isinstance(shown, Say):
        ends = [_place(shown.args.get(name)) for name in ("from", "to")]
        if ends[0] is not None and ends[1] is not None:
            return Pointed((), ((ends[0], ends[1]),))
        if (cell := _place(shown)) is not None:
            return Pointed((cell,))
    if isinstance(shown, dict) and "tip" in shown:  # what a finger has entered
        start, end = (tuple(cell) for cell in shown["tip"])
        return Pointed((), ((start, end),))
    parts: Iterable[Any] = shown if isinstance(shown, (tuple, list)) else ()
    if isinstance(shown, Struct):
        parts = shown.args.values() if isinstance(shown, Say) else astuple(shown)
    found = [pointed_at(part) for part in parts]
    cells = dict.fromkeys(cell for one in found for cell in one.cells)
    return Pointed(tuple(cells), tuple(arrow for one in found for arrow in one.arrows))


def _place(says: Any) -> Cell | None:
    if not isinstance(says, Say) or says.key not in PLACES:
        return None
    return says.args["a"], says.args["b"], says.args["c"]


def cells_meant(value: JSON) -> tuple[Cell, ...]:
    """The cells that a choice's *value* names: a set, a beginning, where a die tips to, which one turns."""
    if not isinstance(value, dict):
        return ()
    listed = value.get("cells") or value.get("tapped") or []
    if "tip" in value:
        listed = [value["tip"][1]]
    elif "turn" in value or "die" in value:
        listed = [value["turn"][0] if "turn" in value else value["die"]]
    try:
        return convert(listed, tuple[Cell, ...])
    except ValidationError:
        return ()


Numbers = dict[Cell, int]  # each place that is named, and its number


def with_numbers(scene: Scene, listed: Collection[str] = ()) -> tuple[Scene, Numbers]:
    """*scene* with the numbers of the places in all that is read on the page at once.

    *listed*: the asks whose choices stand on buttons.
    """
    numbers: Numbers = {}
    banner = scene.banner
    if banner is not None:
        says, choices = numbered(banner.says, numbers), numbered(banner.choices, numbers)
        banner = replace(banner, says=says, choices=choices)
    asks = tuple(_asked(ask, numbers, ask.id in listed) for ask in scene.asks)
    by_id, now = {ask.id: ask for ask in asks}, list[Offer]()
    for offer in scene.offers.now:  # of the same people, in the same words
        ask = by_id.get(offer.ask.id, offer.ask)
        same = replace(offer.ask, prompt=ask.prompt, choices=ask.choices)
        now.append(replace(offer, ask=same))
    offers = replace(scene.offers, now=tuple(now))
    captions = (*scene.captions[:-2], *numbered(scene.captions[-2:], numbers))
    trouble, advice = numbered((scene.trouble, scene.advice), numbers)
    changed = {"banner": banner, "asks": asks, "offers": offers, "captions": captions}
    changed |= {"trouble": trouble, "advice": advice}
    return replace(scene, **changed), numbers


def _asked(ask: Ask, numbers: Numbers, listed: bool) -> Ask:
    prompt = numbered(ask.prompt, numbers)
    choices = numbered(ask.choices, numbers) if listed and len(ask.choices) <= FEW else ask.choices
    return replace(ask, prompt=prompt, choices=choices)


def numbered(shown: Any, numbers: Numbers, used: Numbers | None = None, most: int = MOST) -> Any:
    """*shown* with every place in a sentence replaced by its number in *numbers*, which grows.

    Those of them that *shown* names are kept in *used*.
    """
    if isinstance(shown, Say):
        if shown.key in PLACES:
            return _by_number(shown, numbers, {} if used is None else used, most)
        parts = {name: numbered(part, numbers, used, most) for name, part in shown.args.items()}
        return Say(shown.key, parts)
    if isinstance(shown, (tuple, list)):
        return type(shown)(numbered(part, numbers, used, most) for part in shown)
    if isinstance(shown, Struct):
        names = shown.__struct_fields__
        parts = {name: numbered(getattr(shown, name), numbers, used, most) for name in names}
        return replace(shown, **parts)
    return shown


def _by_number(says: Say, numbers: Numbers, used: Numbers, most: int) -> Say:
    a, b, c = cell = (says.args["a"], says.args["b"], says.args["c"])
    upright = [(at, at[0] - a) for at in numbers if at[0] - a == at[1] - b == at[2] - c]
    if cell not in numbers and (upright or len(numbers) >= most):
        return _beside(says, numbers, used, upright)
    used[cell] = numbers.setdefault(cell, len(numbers) + 1)
    return Say("cell_numbered", {**says.args, "number": used[cell]})


def _beside(says: Say, numbers: Numbers, used: Numbers, upright: Sequence[tuple[Cell, int]]) -> Say:
    """The place straight above or below a number, where the drawing has no room for another."""
    for at, higher in upright:
        if abs(higher) == 1:
            used[at] = numbers[at]
            key = "cell_above" if higher > 0 else "cell_below"
            return Say(key, {**says.args, "number": numbers[at]})
    return says
