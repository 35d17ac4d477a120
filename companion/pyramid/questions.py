"""What is asked when the table shows another pyramid than the game can explain.

One touch answers: it lies right as it is now, or it was made again as the companion remembers it.
"""

from collections.abc import Mapping, Sequence

from companion.asks import Ask, Choice, Say, aside
from companion.facts import JSON, Kind
from companion.pyramid import agree
from companion.pyramid.cells import Cell
from companion.pyramid.notation import Pyramid
from companion.rulings import Question, Refusal

MOST_STEPS = 5  # that are named one after the other


def heard(value: JSON, believed: Pyramid) -> agree.Difference | agree.Agree | Question:
    """What a pyramid fact tells: a difference from what was *believed*, or what the table agreed on."""
    agreed = isinstance(value, Mapping) and "agreed" in value
    shown = agree.look(value["agreed"] if agreed else value, believed)
    if isinstance(shown, Refusal):
        return Question(shown.says, (), shown.rule)
    return agree.Agree(pyramid=shown) if agreed else agree.difference(believed, shown)


def as_built(value: JSON, believed: Pyramid = {}) -> agree.Built | Question:  # noqa: B006  (nobody changes it)
    """What the eyes saw of a pyramid that has just been built, on what was *believed* to lie there before."""
    agreed = isinstance(value, Mapping) and "agreed" in value
    shown = agree.look(value["agreed"] if agreed else value, believed)
    return Question(shown.says, (), shown.rule) if isinstance(shown, Refusal) else agree.Built(pyramid=shown)


def differs(believed: Pyramid, value: JSON, rule: str, stock: Mapping[str, int] = agree.STOCK) -> Question:
    """Table and companion differ in a way that no move explains: what to lay, and who of the two is right.

    What no table can show is not offered as right; then the way back is all there is, or another look.
    """
    shown = agree.look(value, believed)
    if isinstance(shown, Refusal):
        return Question(shown.says, (), shown.rule)
    remembered = Choice({"agreed": {"dice": believed}}, Say("as_remembered"))
    if impossible := cannot_be(shown, stock, remembered):
        return impossible
    steps = {"repairs": few(agree.repairs(believed, agree.difference(believed, shown)))}
    lies = Choice({"agreed": {"dice": shown}}, Say("as_it_lies"))
    return Question(Say("differs", steps), (remembered, lies), rule)


def cannot_be(shown: Pyramid, stock: Mapping[str, int], remembered: Choice) -> Question | None:
    """What to do about a pyramid that no table can show, or None; *remembered* is the way back."""
    why = agree.trouble(shown, stock)
    return Question(why.says, (remembered,), why.rule) if why else None


def few(steps: Sequence[Say]) -> list[Say]:
    """As many of *steps* as somebody can keep in mind; the drawing shows the rest."""
    return _shortened(steps, "more_steps")


def few_cells(cells: Sequence[Cell]) -> list[Say]:
    """As many of *cells* as a sentence can name; the drawing shows the rest."""
    return _shortened(agree.cells_say(cells), "more_places")


def _shortened(parts: Sequence[Say], key: str) -> list[Say]:
    if len(parts) <= MOST_STEPS:
        return list(parts)
    return [*parts[: MOST_STEPS - 1], Say(key, {"n": len(parts) - MOST_STEPS + 1})]


def who_began(seats: Sequence[str], value: JSON, rule: str) -> Question:
    """The eyes have seen the first thing of a game, and whoever did it begins: hands have no names."""
    choices = tuple(Choice(value, Say("began", {"seat": seat}), seat) for seat in seats)
    return Question(Say("who_began"), choices, rule)


def eyes(topic: str, seats: tuple[str, ...], rule: str, **values: object) -> Ask:
    """What the camera may tell by the way; nobody has to tap it."""
    return aside(Ask(topic, Kind.PYRAMID, seats, Say(f"ask.{topic}", values), rule))
