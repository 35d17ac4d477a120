"""The rules of Abi '94: which module judges and plays which move."""

from companion.game import Judge, Rules, Step, only_in
from companion.games.abi94 import handing_in, laying, projects
from companion.games.abi94 import moves as m
from companion.games.abi94.knowledge import open_hand, refuse_open
from companion.games.abi94.state import AbiState
from companion.rulings import Refusal, against


def _asked(what: str, rule: str, key: str) -> Judge:
    """Judges the answer to what a card has caused, which only one pupil owes."""

    def refuse(state: AbiState, move: m.AbiMove) -> Refusal | None:
        asks = state.pending is not None and (state.pending.what, state.pending.seat) == (what, move.seat)
        return None if asks else against(rule, f"refused.{key}", seat=move.seat)

    return refuse


RULES = Rules[AbiState](
    lambda state, _: against("AB46", "refused.over") if state.phase == "over" else None,
    {
        m.Deal: (only_in("AB5", "dealt_already", "deal"), projects.deal),
        m.Swap: (projects.refuse_swap, projects.swap),
        m.Lead: (projects.refuse_lead, lambda state, move: projects.begin(state, move.leader)),
        m.Play: (laying.refuse_play, laying.play),
        m.Cover: (_asked("cover", "AB22", "no_mamapapa"), laying.refuse_cover, laying.cover),
        m.Decline: (laying.refuse_decline, laying.decline),
        m.Name: (_asked("copy", "AB23", "no_cheating"), laying.refuse_name, laying.name),
        m.Roll: (_asked("roll", "AB23", "no_roll"), laying.refuse_roll, laying.roll),
        m.HandIn: (handing_in.refuse_hand_in, handing_in.hand_in),
        m.Keep: (_asked("sure", "AB43", "not_asked"), handing_in.keep),
        m.Ready: (handing_in.refuse_ready, handing_in.ready),
        m.Close: (handing_in.refuse_close, lambda state, _: handing_in.end_round(state)),
        m.Test: (projects.refuse_test, projects.test),
        m.Open: (refuse_open, open_hand),
    },
)


def play(state: AbiState, move: m.AbiMove) -> Step[AbiState]:
    """The table after *move*. A13: a house may leave no time for handing in after the last card."""
    step = RULES.play(state, move)
    if step.state.phase == "window" and step.state.options.window == "none":
        return handing_in.end_round(step.state).after(*step.notes)
    return step
