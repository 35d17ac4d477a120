"""What each move of Sums leads to."""

from msgspec.structs import replace

from companion.asks import Say
from companion.facts import MS
from companion.game import Step
from companion.games.sums import moves as m
from companion.games.sums.calls import judge_niete, judge_stop, penalty, without_dice
from companion.games.sums.funnels import matching, open_funnels
from companion.games.sums.state import SumsState, dice_left, next_round, one_more, roller
from companion.pyramid.agree import Agree, cell_says
from companion.pyramid.cells import BASE, Cell, cells_of
from companion.pyramid.learning import Seen, learnt
from companion.pyramid.notation import UNKNOWN_DIE, name_of, updated, with_dice
from companion.rulings import Importance, Note

NewStep = Step[SumsState]


def play(state: SumsState, move: m.SumsMove) -> NewStep:  # noqa: PLR0912  (a case per move)
    """The table after *move*."""
    match move:
        case m.Built(pyramid=pyramid):
            return _built(state, pyramid or with_dice({}, cells_of(BASE)))
        case Seen(pyramid=pyramid):
            return Step(replace(state, pyramid=learnt(state.pyramid, pyramid)))
        case Agree(pyramid=pyramid):
            return Step(replace(state, pyramid=pyramid), (Note(Say("note.agreed"), "SU11"),))
        case m.Roll(dice=dice, t=t):
            return _roll(replace(state, roller=move.seat or roller(state)), dice, t)
        case m.Stop(seat=seat, t=t):
            return _stop(state, seat, t)
        case m.Niete(seat=seat, t=t):
            return _niete(state, seat, t)
        case m.Show(cell=cell):
            return _show(state, cell)
        case m.Summed(sum=total):
            return _summed(state, total)
        case m.TimeOver():
            return _wrong(state, "note.too_slow") if state.phase == "show" else _right(state)
        case m.Stand():
            return _right(state)
        case m.Place(cell=cell, die=die):
            return _place(state, cell, die)
        case m.Turn(cell=cell, die=die):
            turned = with_dice(state.pyramid, [cell], updated(state.pyramid[name_of(cell)], die))
            return Step(replace(state, pyramid=turned), (Note(Say("note.turned"), "A-SU8"),))
        case m.GiveUp():
            return _give_up(state)


def _built(state: SumsState, pyramid: dict[str, str]) -> NewStep:
    told = {"n": dice_left(state, roller(state))}
    now = replace(state, phase="roll", pyramid=pyramid, roller=roller(state))
    return Step(now, (Note(Say("note.built", told), "SU2", Importance.ANNOUNCE),))


def _roll(state: SumsState, dice: tuple[int, int, int], t: int) -> NewStep:
    """SU2: everybody adds up for themselves, so the sum is not said."""
    now = replace(state, phase="search", roll=dice, rolled_t=t, placed=None, rounds=state.rounds + 1)
    return Step(now, (Note(Say("note.rolled", {"dice": [str(number) for number in dice]}), "SU2"),))


# --- calls ---


def _stop(state: SumsState, seat: str, t: int) -> NewStep:
    now = replace(state, phase="show", caller=seat, call="stop", called_t=t)
    return Step(now, (Note(Say("note.stop", {"seat": seat}), "SU4", Importance.ANNOUNCE, seat),))


def _niete(state: SumsState, seat: str, t: int) -> NewStep:
    """SU6; where the list cannot decide or may not, the others search (A-SU1)."""
    named = state.phase == "show"  # the button was pressed before, and that time counts
    now = replace(state, phase="check", caller=seat, call="niete", called_t=state.called_t if named else t)
    verdict = judge_niete(state.pyramid, sum(state.roll), state.added)
    if state.options.niete_judge == "players" or verdict is None:
        return Step(now, (Note(Say("note.niete", {"seat": seat}), "A-SU1", Importance.ANNOUNCE, seat),))
    if verdict:
        return _right(now)
    found = matching(state.pyramid, sum(state.roll), state.added)[0]
    return _wrong(replace(now, shown=found), "note.niete_wrong")


def _show(state: SumsState, cell: Cell) -> NewStep:
    """SU5, SU7: the funnel shown first is judged (A-SU3); a place that is no funnel does not match."""
    now = replace(state, shown=cell)
    verdict = judge_stop(state.pyramid, sum(state.roll), cell, state.added)
    if verdict is None:
        return Step(replace(now, phase="add"))
    return _verdict(now, verdict)


def _summed(state: SumsState, total: int) -> NewStep:
    """What the table has added up once is not asked again, as long as the funnel is open."""
    assert state.shown is not None
    now = replace(state, added={**state.added, name_of(state.shown): total})
    return _verdict(now, total == sum(state.roll))


def _verdict(state: SumsState, matches: bool) -> NewStep:
    """What a shown funnel means: a Stop is right if it matches, a Niete is wrong if it does."""
    if state.call == "stop":
        return _right(state) if matches else _wrong(state, "note.stop_wrong")
    if matches:
        return _wrong(state, "note.niete_wrong")
    return Step(replace(state, phase="check", shown=None), (Note(Say("note.no_match"), "A-SU1"),))


def _right(state: SumsState) -> NewStep:
    seat, now = state.caller, replace(state, right=one_more(state.right, state.caller), phase="place")
    took = max(0, state.called_t - state.rolled_t) // MS
    now = replace(now, reaction_ms={**state.reaction_ms, seat: state.reaction_ms.get(seat, 0) + took})
    if state.call == "niete":  # A-SU9: nobody has to agree
        now = replace(now, shown=None)
        if not open_funnels(state.pyramid):
            return Step(next_round(now), (Note(Say("note.no_funnel"), "SU6"),))
    key, rule = ("note.stop_right", "SU5") if state.call == "stop" else ("note.niete_right", "SU6")
    return Step(now, (Note(Say(key, {"seat": seat}), rule, Importance.ANNOUNCE, seat),))


def _wrong(state: SumsState, key: str) -> NewStep:
    """SU7: nothing is placed, and everybody else gives the caller a die."""
    seat = state.caller
    supply = penalty(state.supply, state.seats, seat)
    points = {name: supply[name] - dice_left(state, name) for name in state.seats}
    told: dict[str, object] = {"seat": seat}
    if state.shown is not None:
        told |= {"cell": cell_says(state.shown)}
    rule = "A-SU4" if key == "note.too_slow" else "SU7"
    note = Note(Say(key, told), rule, Importance.ANNOUNCE, seat, {n: p for n, p in points.items() if p})
    now = replace(state, supply=supply, wrong=one_more(state.wrong, seat))
    return _go_on(now, (note,))


# --- the end of a round ---


def _place(state: SumsState, cell: Cell, die: str) -> NewStep:
    seat = state.caller
    now = replace(
        state,
        pyramid=with_dice(state.pyramid, [cell], updated(UNKNOWN_DIE, die)),
        supply={**state.supply, seat: dice_left(state, seat) - 1},
        added={name: total for name, total in state.added.items() if name != name_of(cell)},
        placed=cell,
    )
    told = {"seat": seat, "n": dice_left(now, seat)}
    return _go_on(now, (Note(Say("note.placed", told), "SU5", seat=seat),))


def _go_on(state: SumsState, notes: tuple[Note, ...]) -> NewStep:
    """SU8, SU9: the next round, unless somebody has no dice left."""
    if without_dice(state.supply, state.seats):
        return Step(replace(state, phase="over"), notes)
    after = next_round(state)
    return Step(after, (*notes, Note(Say("note.next", {"seat": roller(after)}), "SU8", seat=roller(after))))


def _give_up(state: SumsState) -> NewStep:
    """A-SU2: no penalty, even if something was there."""
    missed = matching(state.pyramid, sum(state.roll), state.added)
    now = replace(state, overlooked=state.overlooked + len(missed))
    key = "note.gave_up_missed" if missed else "note.gave_up"
    return _go_on(now, (Note(Say(key, {"n": len(missed)}), "A-SU2"),))
