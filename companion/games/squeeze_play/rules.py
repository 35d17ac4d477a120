"""The rules of Squeeze Play: what is refused and why, and what follows from what stands."""

from msgspec.structs import replace

from companion.asks import Say
from companion.game import Outcome, Rules, Step, clockwise_from, end_notes, gained, leaders, next_seat
from companion.games.squeeze_play import state as st
from companion.games.squeeze_play.moves import Build, Pass, Roll, SqueezeMove, Tap
from companion.games.squeeze_play.placements import can_place, offenders, refuse_start, rule_broken
from companion.pyramid.agree import Agree, cells_say, trouble
from companion.pyramid.cells import Cell, cells_of, exists, shape_of
from companion.pyramid.notation import UNKNOWN_DIE, die, updated, with_dice
from companion.pyramid.questions import fitting_sets
from companion.pyramid.shape import longest_row
from companion.rulings import Note, Refusal, against, announce, tell

# --- what may not stand ---


def _first(state: st.SqueezeState, move: SqueezeMove) -> Refusal | None:
    if state.phase == "over":
        return against(state.end_rule, "over")
    if move.seat != state.on_turn and not isinstance(move, Agree):
        return against("SP4", "not_your_turn", seat=move.seat, turn=state.on_turn)
    return None


def _refuse_agreement(state: st.SqueezeState, move: Agree) -> Refusal | None:
    nameless = [name for name, lying in move.pyramid.items() if lying[0] not in "rym"]
    if nameless:
        return against("SP1", "colour_needed", cell=nameless[0])
    return trouble(move.pyramid)


def _refuse_roll(state: st.SqueezeState, move: Roll) -> Refusal | None:
    if state.phase in ("start roll", "roll"):
        return None
    if state.phase == "bonus":
        return against("SP13", "bonus_not_rolled", seat=state.on_turn, n=state.bonus)
    return against("SP4", "rolled_already", seat=state.on_turn, n=dice_wanted(state))


def dice_wanted(state: st.SqueezeState) -> int:
    """How many dice the build has that is waited for; for bonus dice the most that may be."""
    return {"start build": 4, "build": state.rolled, "bonus": state.bonus}.get(state.phase, 0)


def _refuse_build(state: st.SqueezeState, move: Build) -> Refusal | None:
    if len(set(move.cells)) != len(move.cells):
        return against("G2", "cell_twice", cells=cells_say(sorted(set(move.cells))))
    return _refuse_number(state, len(move.cells)) or _refuse_places(state, move.cells)


def _refuse_cells(state: st.SqueezeState, move: Build | Tap) -> Refusal | None:
    if state.phase in ("start roll", "roll"):
        return against("SP4", "roll_first", seat=state.on_turn)
    strange = next((cell for cell in move.cells if not exists(cell)), None)
    if strange:
        return against("G1", "no_such_cell", cell=",".join(map(str, strange)))
    return None


def _refuse_number(state: st.SqueezeState, n: int) -> Refusal | None:
    """SP4: exactly the rolled number; bonus dice up to what the row earned (SP11)."""
    wanted = dice_wanted(state)
    if state.phase == "bonus":
        if state.options.bonus == "all" and n < wanted:
            return against("A-SP10", "all_bonus", n=wanted, built=n)
        return None if 1 <= n <= wanted else against("SP11", "bonus_number", n=wanted, built=n)
    rule = "SP3" if state.phase == "start build" else "SP4"
    if n < wanted:
        return against(rule, "too_few", n=wanted - n, wanted=wanted)
    if n > wanted:
        return against(rule, "too_many_built", n=n - wanted, wanted=wanted)
    return None


def _refuse_places(state: st.SqueezeState, cells: tuple[Cell, ...]) -> Refusal | None:
    if state.phase == "start build":
        return refuse_start(state.options.centre, cells)
    bonus = state.phase == "bonus"
    site, build = st.site_for(state, state.on_turn, bonus=bonus), shape_of(cells)
    broken = rule_broken(site, build)
    if not broken:
        return None
    where = {"cells": cells_say(cells_of(offenders(site, build))), "n": len(cells)}
    return against(*_why(state, broken), **where)


def _why(state: st.SqueezeState, broken: str) -> tuple[str, str]:
    """The paragraph behind a verdict of `rule_broken`, and its sentence."""
    bonus, own = state.phase == "bonus", st.own_dice(state, state.on_turn)
    if broken == "rule1":
        rule = "SP12" if bonus else "A-SP3" if state.rolled == 1 else "SP6"
        return rule, "not_linked" if state.options.linked else "not_touching"
    if broken == "rule2":
        rule = "SP12" if bonus else "SP7" if own else "SP8"
        return rule, "not_beside_own" if own else "not_beside_any"
    return {"unsupported": ("SP5", "not_in_a_funnel"), "protect": ("SP9", "start_closed")}[broken]


def _refuse_tap(state: st.SqueezeState, move: Tap) -> Refusal | None:
    """What is tapped must be part of a build that may stand, so that nobody taps into a dead end."""
    if fitting_sets(st.possible_builds(state), shape_of(move.cells)):
        return None
    return against("SP5", "no_such_build", cells=cells_say(move.cells))


def _refuse_pass(state: st.SqueezeState, move: Pass) -> Refusal | None:
    """SP10, A-SP9: who can build does; bonus dice are a gift that may be left (SP11)."""
    if state.phase == "bonus" or (state.phase == "build" and state.options.mustBuild == "may"):
        return None
    if state.phase == "start build":
        return against("SP3", "start_must", seat=move.seat)
    if state.phase == "build" and not st.possible_builds(state):
        return None  # after the table has agreed on another pyramid
    if state.phase == "build":
        return against("SP10", "can_build", seat=move.seat, n=state.rolled)
    return against("SP4", "roll_first", seat=move.seat)


# --- what follows ---


def _start_rolled(state: st.SqueezeState, number: int) -> Step[st.SqueezeState]:
    """SP2: the first 4 makes the start player, whose start pyramid is his first turn."""
    if number != 4:
        note = announce("SP2", "no_start", state.on_turn, number=number)
        return Step(replace(state, on_turn=next_seat(state.seats, state.on_turn)), (note,))
    note = announce("SP2", "starts", state.on_turn)
    return Step(replace(state, phase="start build", starter=state.on_turn, rolled=4), (note,))


def _started(state: st.SqueezeState, move: Build) -> Step[st.SqueezeState]:
    laid = _with_build(state, move)
    return Step(_next_turn(replace(laid, start=tuple(sorted(move.cells)))))  # A-SP8: the left neighbour


def _rolled(state: st.SqueezeState, move: Roll) -> Step[st.SqueezeState]:
    seat, number = state.on_turn, move.number
    if state.phase == "start roll":
        return _start_rolled(state, number)
    rolled = after_roll(replace(state, rolled=number, phase="build"), seat)
    if rolled.phase == "over":
        return Step(rolled, end_notes(outcome(rolled)))
    if can_place(st.site_for(rolled, seat), number):
        return Step(rolled)
    note = announce("SP10", "nothing_fits", seat, n=number)  # SP10: proved, so nobody is asked
    return _turn_over(rolled, (note,))


def _built(state: st.SqueezeState, move: Build) -> Step[st.SqueezeState]:
    if state.phase == "start build":
        return _started(state, move)
    seat, was_bonus = state.on_turn, state.phase == "bonus"
    laid = _with_build(state, move)
    if seat == laid.starter:
        laid = replace(laid, start=())  # SP9: from now on the start pyramid may be closed
    if was_bonus:
        if st.supply_of(laid, seat):
            return _turn_over(laid)
        laid = _over(laid, (seat,), "SP18")  # the last die was a bonus die
        return Step(laid, end_notes(outcome(laid)))
    earned = _bonus_after(laid, move)
    if not earned:
        return _turn_over(laid, _lost_bonus(laid, move))
    note = announce("SP11", "bonus", seat, n=earned)
    return Step(replace(laid, phase="bonus", bonus=earned), (note,))


def _bonus_after(state: st.SqueezeState, move: Build) -> int:
    """How many bonus dice the build earns that can also be placed (SP11 to SP13)."""
    row = longest_row(shape_of(move.cells))
    allowed = min(st.BONUS[row], st.supply_of(state, state.on_turn)) if row in st.BONUS else 0
    if not allowed:
        return 0
    site = st.site_for(state, state.on_turn, bonus=True)
    return max((n for n in range(1, allowed + 1) if can_place(site, n)), default=0)


def _lost_bonus(state: st.SqueezeState, move: Build) -> tuple[Note, ...]:
    """SP10 holds for bonus dice as well: where none can be placed, the table hears why there are none."""
    row = longest_row(shape_of(move.cells))
    return (announce("SP12", "bonus_nowhere", state.on_turn),) if row in st.BONUS else ()


def _passed(state: st.SqueezeState, move: Pass) -> Step[st.SqueezeState]:
    if state.phase == "bonus":
        return _turn_over(state)
    if not st.possible_builds(state):
        return _turn_over(state, (announce("SP10", "nothing_fits", state.on_turn, n=state.rolled),))
    return _turn_over(state, (announce("A-SP9", "passes", state.on_turn),))


def _with_build(state: st.SqueezeState, move: Build) -> st.SqueezeState:
    """SP14: the numbers do not matter, so the dice are written without them."""
    seat = state.on_turn
    left = st.supply_of(state, seat) - len(move.cells)
    built = with_dice(state.pyramid, move.cells, die(st.colour(state, seat)))
    return replace(state, pyramid=built, tapped=(), supply={**state.supply, seat: left})


def _turn_over(state: st.SqueezeState, notes: tuple[Note, ...] = ()) -> Step[st.SqueezeState]:
    after = _next_turn(state)
    return Step(after, (*notes, *end_notes(outcome(after))))


def _next_turn(state: st.SqueezeState) -> st.SqueezeState:
    """The left neighbour's turn; A-SP6: perhaps it is looked at first whether he is enclosed."""
    seat = next_seat(state.seats, state.on_turn)
    turns = gained(state.turns, state.on_turn)
    after = replace(state, on_turn=seat, phase="roll", rolled=0, bonus=0, tapped=(), turns=turns)
    return enclosed(after, seat) if state.options.order == "enclosed" else after


def _agreed(state: st.SqueezeState, move: Agree) -> Step[st.SqueezeState]:
    """The pyramid as the table shows it; what came or went has its counterpart in a supply (SP1)."""
    pyramid = {n: updated(state.pyramid.get(n, UNKNOWN_DIE), lying) for n, lying in move.pyramid.items()}
    after = replace(state, pyramid=pyramid, tapped=())
    moved = {s: st.own_dice(state, s).bit_count() - st.own_dice(after, s).bit_count() for s in state.seats}
    supply = {seat: st.supply_of(state, seat) + moved[seat] for seat in state.seats}
    return Step(replace(after, supply=supply), (tell("SP1", "agreed"),))


# --- when it is over and who has won (SP16 to SP18, A-SP6, A-SP7) ---


def after_roll(state: st.SqueezeState, seat: str) -> st.SqueezeState:
    """*state* with an end if the roll of *seat* brings one, in the order that the table plays (A-SP6)."""
    if state.options.order == "enclosed" and (first := enclosed(state, seat)).phase == "over":
        return first
    if state.rolled >= st.supply_of(state, seat):
        return _over(state, (seat,), "SP16")  # it wins at once, whatever could be built
    return enclosed(state, seat)


def enclosed(state: st.SqueezeState, seat: str) -> st.SqueezeState:
    """SP17: who has nowhere to build ends the game; the smallest supply wins."""
    if not st.is_enclosed(state, seat):
        return state
    return _over(state, fewest_left(state, seat), "SP17")


def fewest_left(state: st.SqueezeState, enclosed_seat: str) -> tuple[str, ...]:
    """The winners when *enclosed_seat* is enclosed; ties by the table's own rule (A-SP7)."""
    tied = leaders({seat: -st.supply_of(state, seat) for seat in state.seats})
    if state.options.tie == "turns":
        return leaders({seat: -state.turns.get(seat, 0) for seat in tied})
    if state.options.tie == "after":
        around = (*clockwise_from(state.seats, enclosed_seat)[1:], enclosed_seat)
        return (next(seat for seat in around if seat in tied),)
    return tied


def _over(state: st.SqueezeState, winners: tuple[str, ...], rule: st.EndRule) -> st.SqueezeState:
    return replace(state, phase="over", winners=winners, end_rule=rule)


def outcome(state: st.SqueezeState) -> Outcome | None:
    """How the game ended, or None."""
    if state.phase != "over":
        return None
    says = Say(f"won.{state.end_rule}", {"seats": list(state.winners), "n": len(state.winners)})
    return Outcome(state.winners, scores(state), state.end_rule, says)


def scores(state: st.SqueezeState) -> dict[str, int]:
    """How many of its dice each seat has used up (SP1)."""
    return {seat: 55 - st.supply_of(state, seat) for seat in state.seats}


RULES = Rules[st.SqueezeState](
    _first,
    {
        Roll: (_refuse_roll, _rolled),
        Build: (_refuse_cells, _refuse_build, _built),
        Tap: (_refuse_cells, _refuse_tap, lambda state, move: Step(replace(state, tapped=move.cells))),
        Pass: (_refuse_pass, _passed),
        Agree: (_refuse_agreement, _agreed),
    },
)
