"""What is asked when the table shows another pyramid than the game can explain.

One touch answers: it lies right as it is now, or it was made again as the companion remembers it.
"""

from collections.abc import Mapping, Sequence

from companion.asks import Choice, Say
from companion.facts import JSON
from companion.pyramid.agree import Agree, Difference, difference, look, repairs
from companion.pyramid.notation import Pyramid
from companion.rulings import Question, Refusal

MOST_STEPS = 5  # that are told one after the other


def heard(value: JSON, believed: Pyramid) -> Difference | Agree | Question:
    """What a pyramid fact tells: a difference from what was *believed*, or what the table agreed on."""
    agreed = isinstance(value, Mapping) and "agreed" in value
    shown = look(value["agreed"] if agreed else value, believed)
    if isinstance(shown, Refusal):
        return Question(shown.says, (), shown.rule)
    return Agree(pyramid=shown) if agreed else difference(believed, shown)


def as_built(value: JSON) -> Pyramid | Question:
    """What the eyes saw of a pyramid that has just been built, before anything was known of it."""
    told = heard(value, {})
    if isinstance(told, Question):
        return told
    return told.pyramid if isinstance(told, Agree) else told.placed


def differs(believed: Pyramid, value: JSON, rule: str) -> Question:
    """Table and companion differ in a way that no move explains: what to lay, and who of the two is right."""
    shown = look(value, believed)
    if isinstance(shown, Refusal):
        return Question(shown.says, (), shown.rule)
    told = {"repairs": few(repairs(believed, difference(believed, shown)))}
    choices = (
        Choice({"agreed": {"dice": believed}}, Say("as_remembered")),
        Choice({"agreed": {"dice": shown}}, Say("as_it_lies")),
    )
    return Question(Say("differs", told), choices, rule)


def few(steps: Sequence[Say]) -> list[Say]:
    """As many of *steps* as somebody can keep in mind; the drawing shows the rest."""
    if len(steps) <= MOST_STEPS:
        return list(steps)
    return [*steps[: MOST_STEPS - 1], Say("more_steps", {"n": len(steps) - MOST_STEPS + 1})]


def who_began(seats: Sequence[str], value: JSON, rule: str) -> Question:
    """The eyes have seen the first thing of a game, and whoever did it begins: hands have no names."""
    choices = tuple(Choice(value, Say("began", {"seat": seat}), seat) for seat in seats)
    return Question(Say("who_began"), choices, rule)
