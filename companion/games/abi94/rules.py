"""The rules of Abi '94: which module judges and plays which move."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.asks import Say
from companion.game import Step
from companion.games.abi94 import handing_in, laying, projects, settling
from companion.games.abi94 import moves as m
from companion.games.abi94.knowledge import open_hand, refuse_open
from companion.games.abi94.state import AbiState
from companion.rulings import Refusal

Refuse = Callable[[AbiState, Any], Refusal | None]
Do = Callable[[AbiState, Any], Step[AbiState]]

RULES: Mapping[type[m.AbiMove], tuple[Refuse, Do]] = {
    m.Deal: (lambda state, _: projects.refuse_deal(state), lambda state, _: projects.deal(state)),
    m.Swap: (projects.refuse_swap, projects.swap),
    m.Lead: (projects.refuse_lead, projects.lead),
    m.Play: (laying.refuse_play, laying.play),
    m.Cover: (settling.refuse_cover, settling.cover),
    m.Decline: (settling.refuse_decline, settling.decline),
    m.Name: (settling.refuse_name, settling.name),
    m.Roll: (settling.refuse_roll, settling.roll),
    m.HandIn: (handing_in.refuse_hand_in, handing_in.hand_in),
    m.Keep: (handing_in.refuse_keep, handing_in.keep),
    m.Ready: (handing_in.refuse_ready, handing_in.ready),
    m.Close: (lambda state, _: handing_in.refuse_close(state), lambda state, _: handing_in.end_round(state)),
    m.Test: (projects.refuse_test, projects.test),
    m.Open: (refuse_open, open_hand),
}


def refuse(state: AbiState, move: m.AbiMove) -> Refusal | None:
    """The first rule that *move* breaks, or None if it may stand."""
    if state.phase == "over":
        return Refusal("AB46", Say("refused.over"))
    return RULES[type(move)][0](state, move)


def play(state: AbiState, move: m.AbiMove) -> Step[AbiState]:
    """The table after *move*. A13: a house may leave no time for handing in after the last card."""
    step = RULES[type(move)][1](state, move)
    if step.state.phase == "window" and step.state.options.window == "none":
        return handing_in.end_round(step.state).after(*step.notes)
    return step
