"""What the screens show of Wobble: piles, the running attack, the people as they sit now, and the sheet."""

import msgspec

from companion.asks import JSON, Say
from companion.game import certain
from companion.games.wobble import judging
from companion.games.wobble.asks import DECK
from companion.games.wobble.attack import refuse_brown, refuse_grey
from companion.games.wobble.deck import BROWN, DRAWING, GREY
from companion.games.wobble.ending import scores
from companion.games.wobble.settling import tasks_in
from companion.games.wobble.state import Trying, WobbleState, here, performer, size
from companion.layout import Pile, Row, SeatPanel, Stat, View, pile

GOALS_MS = {"T1": judging.SPIN_MS, "T2": judging.CALL_MS, "T9": 20_000}


def view(state: WobbleState) -> View:
    """All that the table may see; hands are numbers."""
    points = scores(state)
    acting = _acting(state)
    return View(
        phase=Say(f"phase.{state.phase}", {"seat": acting, "dealer": state.dealer, "round": state.round}),
        panels=tuple(_panel(state, seat, points[seat], acting) for seat in state.order),
        piles=_piles(state),
        sheet=_sheet(state),
        detail=_detail(state),
    )


def _acting(state: WobbleState) -> str:
    for part in (state.trying, state.pointing, state.effect):
        if part is not None:
            return part.seat
    if state.attack is not None and state.phase != "vote":
        return performer(state)
    return state.turn or state.dealer


def _panel(state: WobbleState, seat: str, points: int, acting: str) -> SeatPanel:
    player = state.players[seat]
    stats = [Stat(Say("stat.hand"), str(size(state, seat)))]
    if player.debt:
        stats.append(Stat(Say("stat.debt"), str(player.debt)))
    stats.append(Stat(Say("stat.tosses"), str(state.tosses.get(seat, 0))))
    stats.append(Stat(Say("stat.hits"), str(state.hits.get(seat, 0))))
    return SeatPanel(seat, points, tuple(stats), seat == acting, bool(player.away))


def _piles(state: WobbleState) -> tuple[Pile, ...]:
    if state.phase == "ready":
        return ()
    top = state.discard[-4:]
    below = len(state.discard) - len(top)
    return pile("draw", (), DECK, state.draw), pile("discard", top, DECK, below)


def _sheet(state: WobbleState) -> tuple[Row, ...]:
    people = [state.players[seat] for seat in state.seats]  # as on paper: they may move, the columns do not
    return (
        Row(Say("sheet.last"), tuple(str(player.last_round) for player in people)),
        Row(Say("sheet.total"), tuple(str(player.minus) for player in people)),
    )


def _detail(state: WobbleState) -> JSON:
    """The live attack, what the Magnet has called, and where the people sit."""
    detail: dict[str, JSON] = {
        "order": list(state.order),
        "dir": state.dir,
        "active": list(state.active),
        "called": list(state.called),
        "away": [seat for seat in state.order if state.players[seat].away],
    }
    if state.attack is not None:
        detail["attack"] = _attack(state)
    if detail["away"]:
        detail["away_since"] = {seat: state.players[seat].away_since for seat in detail["away"]}
    if state.trying is not None:
        detail["task"] = _task(state.trying)
    return detail


def _task(trying: Trying) -> JSON:
    """All that the task's tool needs on the screen, so that it runs on where it was."""
    task: dict[str, JSON] = msgspec.to_builtins(trying)
    task["watch"] = "hidden" if trying.task == "T9" else "shown"  # W-T9: the display stays dark
    task["goal_ms"] = GOALS_MS.get(trying.task, 0)
    if trying.task == "T8":
        task["source"] = judging.source_of_people()
    if trying.task == "T12" and trying.numbers:
        task["goal_mm"] = round(judging.goal_mm(trying.numbers[0]))
    return task


def _answers(state: WobbleState) -> JSON:
    """W21 to W24: the kinds of card that may still be laid against it: by the target, and by others."""
    attack = certain(state.attack)
    grey = [card for card in GREY if refuse_grey(state, attack.target, card) is None]
    others = any(refuse_brown(state, seat, BROWN[0]) is None for seat in here(state))
    same = DRAWING if state.options.mix_plus and attack.kind in DRAWING else (attack.kind,)
    return {"target": [*same, *grey], "brown": list(BROWN) if others else []}


def _attack(state: WobbleState) -> JSON:
    attack = certain(state.attack)
    shown: dict[str, JSON] = msgspec.to_builtins(attack)
    shown["target"] = performer(state)
    if state.phase == "attack":
        shown["answers"] = _answers(state)
    if attack.kind in DRAWING and state.options.stack_tasks == "all":
        shown["break_even"] = round(100 * judging.breaks_even(max(1, tasks_in(state) - state.tasks_done)))
    return shown
