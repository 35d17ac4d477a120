"""What Squeeze Play waits for, and how facts are understood as moves."""

from companion.asks import Ask, Choice, Fact, Kind, Say
from companion.games.squeeze_play.moves import Build, Pass, Roll, SqueezeMove, Tap
from companion.games.squeeze_play.rules import dice_wanted
from companion.games.squeeze_play.state import SqueezeState, colour, possible_builds, supply_of
from companion.pyramid import questions
from companion.pyramid.agree import Agree, colour_says, trouble
from companion.pyramid.cells import shape_of
from companion.pyramid.notation import cell_named
from companion.rulings import Question

PASS = "pass"
_RULES = {"start build": "SP3", "build": "SP4", "bonus": "SP11"}


def asks(state: SqueezeState) -> tuple[Ask, ...]:
    """What is waited for now."""
    if state.phase == "over":
        return ()
    if state.phase in ("start roll", "roll"):
        return (_roll(state),)
    return _builds(state)


def _roll(state: SqueezeState) -> Ask:
    seat = state.on_turn
    start = state.phase == "start roll"
    prompt = Say("roll_for_start" if start else "roll", {"seat": seat, "n": supply_of(state, seat)})
    return Ask("roll", Kind.DICE, (seat,), prompt, "SP2" if start else "SP4", dice={"pips": 1})


def _builds(state: SqueezeState) -> tuple[Ask, ...]:
    """The pyramid as the eyes see it, and the same by touch."""
    seat, rule = state.on_turn, _RULES[state.phase]
    key = state.phase.replace(" ", "_")
    args = {"seat": seat, "n": dice_wanted(state), "colour": colour_says(colour(state, seat))}
    offered = questions.choices(possible_builds(state), shape_of(state.tapped))
    seen = Ask("build", Kind.PYRAMID, (seat,), Say(key, args), rule, spoken=False)
    may_pass = _may_pass(state)
    if may_pass:
        offered = (*offered, Choice(PASS, Say("no_bonus" if state.phase == "bonus" else "no_build")))
    if state.tapped:
        offered = (*offered, Choice({"tapped": []}, Say("start_over")))
    prompt = Say("and_then") if state.tapped else Say(f"{key}_touch", args)
    return seen, Ask("build:touch", Kind.CHOICE, (seat,), prompt, rule, choices=offered)


def _may_pass(state: SqueezeState) -> bool:
    """SP11: bonus dice are a gift; A-SP9: some tables let who can build pass; SP10: perhaps nothing fits."""
    if state.phase != "build":
        return state.phase == "bonus"
    return state.options.mustBuild == "may" or not possible_builds(state)


# --- from facts to moves ---


def understand(state: SqueezeState, ask: Ask, fact: Fact) -> SqueezeMove | Question:
    """*fact*, which answers *ask*, as a move."""
    seat = fact.seat or state.on_turn
    if ask.kind == Kind.DICE:
        return _rolled(seat, fact)
    if ask.kind == Kind.PYRAMID:
        return _seen(state, seat, fact)
    if fact.value == PASS:
        return Pass(seat=seat)
    return _tapped(seat, ask, fact)


def _tapped(seat: str, ask: Ask, fact: Fact) -> SqueezeMove | Question:
    """A whole build, or a beginning of one."""
    cells, beginning = questions.named_cells(fact.value, "cells"), questions.named_cells(fact.value, "tapped")
    if cells is not None:
        return Build(cells=cells, seat=seat)
    if beginning is not None:
        return Tap(cells=beginning, seat=seat)
    return Question(Say("tap_the_cells"), ask.choices, ask.rule)


def _rolled(seat: str, fact: Fact) -> Roll | Question:
    pips = fact.value.get("pips") if isinstance(fact.value, dict) else None
    if isinstance(pips, (list, tuple)) and len(pips) == 1 and pips[0] in range(1, 7):
        return Roll(number=pips[0], seat=seat)
    shown = tuple(Choice({"pips": [n]}, Say("die_shows", {"number": n})) for n in range(1, 7))
    return Question(Say("one_die", {"seat": seat}), shown, "SP4")


def _seen(state: SqueezeState, seat: str, fact: Fact) -> SqueezeMove | Question:
    """New dice of the own colour are a build; anything else is asked about (SP4)."""
    change = questions.heard(fact.value, state.pyramid)
    if isinstance(change, (Question, Agree)):
        return change
    if change.taken or change.swapped:  # SP14: numbers do not matter, so a turned die is nothing
        return questions.differs(state.pyramid, fact.value, "SP1")
    own = colour(state, seat)
    strangers = {name: lying for name, lying in change.placed.items() if lying[0] not in (own, "?")}
    if strangers and trouble({**state.pyramid, **change.placed}):
        return questions.differs(state.pyramid, fact.value, "SP1")
    if strangers:
        says = Say("wrong_colour", {"seat": seat, "colour": colour_says(own), "n": len(strangers)})
        return Question(says, (), "SP4")
    cells = tuple(sorted(cell_named(name) for name in change.placed))
    if not cells:
        return Question(Say("nothing_new", {"seat": seat}), (), "SP4")
    return Build(cells=cells, seat=seat)
