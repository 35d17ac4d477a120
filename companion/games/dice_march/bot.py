"""An opponent for Dice March: it says which die to tip or turn, and a human hand does it.

The easy one looks at its own move only and overlooks things, the others think ahead, deeper and deeper until
their positions are used up.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from companion.asks import Say
from companion.bots import EachForItself
from companion.game import certain
from companion.games.dice_march.competition import arrive, goal, known_faces, losses, tips_from
from companion.games.dice_march.moves import Begin, First, MarchMove, Tip, Turn
from companion.games.dice_march.rules import funnels_to_order
from companion.games.dice_march.state import MarchOptions, MarchState, axis_of, colour, distance
from companion.pyramid.agree import cell_says
from companion.pyramid.cells import Cell
from companion.pyramid.dice import ORIENTATIONS, Faces
from companion.pyramid.notation import COLOURS, Pyramid, cell_named, die, faces_of, name_of, shape

NODES = 3000  # positions looked at, where nobody says otherwise
WON = 1000.0
# The ways to lie that threaten most: 4, 5 and 6 on top
STRONG_WAYS: tuple[Faces, ...] = tuple(faces for faces in ORIENTATIONS if sum(faces) == 15)


class Action(NamedTuple):
    """A tip to `to`, or a turn to `faces`."""

    cell: Cell
    to: Cell | None = None
    faces: Faces | None = None


class Position(NamedTuple):
    """What the search sees of the table."""

    pyramid: Pyramid
    on_turn: int
    gains: tuple[int, int, int] = (0, 0, 0)  # dice won since the search began
    winner: int | None = None


class Marching:
    """Dice March as a search sees it (see `companion.bots.Searchable`)."""

    def __init__(self, options: MarchOptions) -> None:
        self._options = options

    def to_move(self, position: Position) -> int:
        return position.on_turn

    def actions(self, position: Position) -> Sequence[Action]:
        """Forward tips first, then sideways, then the turns that threaten most."""
        if position.winner is not None:
            return ()
        axis = position.on_turn
        cells = own_cells(position.pyramid, axis)
        tips = list(self._tips(position.pyramid, cells, axis))
        tips.sort(key=lambda tip: (-(tip.to or tip.cell)[axis], distance(axis, tip.cell)))
        return (*tips, *self._turns(position.pyramid, cells))

    def _tips(self, pyramid: Pyramid, cells: Sequence[Cell], axis: int) -> Iterator[Action]:
        occupied = shape(pyramid)
        for cell in cells:
            for end in tips_from(occupied, cell, axis).values():
                yield Action(cell, to=end)

    def _turns(self, pyramid: Pyramid, cells: Sequence[Cell]) -> Iterator[Action]:
        for cell in cells:
            lying = known_faces(pyramid, cell)
            if sum(lying) < 15:
                yield from (Action(cell, faces=faces) for faces in STRONG_WAYS)

    def after(self, position: Position, action: Action) -> Position:
        axis, gains, winner = position.on_turn, position.gains, None
        if action.faces is not None:
            pyramid = {**position.pyramid, name_of(action.cell): die(COLOURS[axis], action.faces)}
        else:
            arrival = arrive(position.pyramid, action.cell, certain(action.to), axis, self._options)
            pyramid = arrival.pyramid
            winner = axis if arrival.in_the_goal else None
            gains = _with_gains(gains, arrival.losses.captured)
        return Position(pyramid, _next(pyramid, axis), gains, winner)

    def worth(self, position: Position, player: int) -> float:
        """How far the player is ahead of the better of the others."""
        if position.winner is not None:
            return WON if position.winner == player else -WON
        mine = self._standing(position, player)
        others = [self._standing(position, axis) for axis in range(3) if axis != player]
        return mine - max(others) - 0.2 * min(others)

    def _standing(self, position: Position, axis: int) -> float:
        """Dice still marching, how near the nearest two are, how high they show, and what was won."""
        cells = own_cells(position.pyramid, axis)
        if not cells:
            return -60.0 + 2 * position.gains[axis]
        steps = sorted(distance(axis, cell) for cell in cells)
        blocked = name_of(goal(axis)) in position.pyramid
        near = 5.0 * (8 - steps[0]) + (1.0 * (8 - steps[1]) if len(steps) > 1 else 0.0)
        top = sum(sum(known_faces(position.pyramid, cell)) for cell in cells) * 0.1
        race = max(0, 4 - steps[0]) ** 2 * 1.5
        return near + race + 4.0 * len(cells) + top + 2.0 * position.gains[axis] - 4.0 * blocked


def own_cells(pyramid: Pyramid, axis: int) -> tuple[Cell, ...]:
    letter = COLOURS[axis]
    return tuple(cell_named(name) for name, lying in pyramid.items() if lying[0] == letter)


def _with_gains(gains: tuple[int, int, int], captured: object) -> tuple[int, int, int]:
    won = [*gains]
    if isinstance(captured, dict):
        for letter, cells in captured.items():
            won[COLOURS.index(letter)] += len(cells)
    return won[0], won[1], won[2]


def _next(pyramid: Pyramid, axis: int) -> int:
    letters = {lying[0] for lying in pyramid.values()}
    return next((at % 3 for at in range(axis + 1, axis + 4) if COLOURS[at % 3] in letters), axis)


# --- choosing ---


def choose(state: MarchState, seat: str, level: str, random: Random, nodes: int = NODES) -> MarchMove | None:
    """What *seat* does next, or None if it waits."""
    if state.phase == "begin":
        return Begin(seat=seat)
    if state.phase == "over" or seat != state.on_turn:
        return None
    if state.phase == "order":
        return First(funnel=max(funnels_to_order(state), key=lambda f: _gained(state, f)), seat=seat)
    rules, position = Marching(state.options), Position(state.pyramid, axis_of(state, seat))
    action = _chosen(rules, position, level, random, nodes)
    if action.faces is not None:
        return Turn(cell=action.cell, faces=action.faces, seat=seat)
    return Tip(cell=action.cell, to=certain(action.to), seat=seat)


def _gained(state: MarchState, first: Cell) -> int:
    """The dice that the mover takes less those that it loses if the funnel *first* competes first."""
    lost, own = (
        losses(state.pyramid, certain(state.picked), state.options, first),
        colour(state, state.on_turn),
    )
    return len(lost.captured.get(own, ())) - sum(state.pyramid[name_of(c)][0] == own for c in lost.gone)


def in_words(state: MarchState, move: MarchMove) -> Say | None:
    """What a hand has to do for *move*."""
    match move:
        case Tip():
            return Say("bot.tip", {"from": cell_says(move.cell), "to": cell_says(move.to)})
        case Turn():
            shown = dict(zip("abc", move.faces, strict=True))
            return Say("bot.turn", {"cell": cell_says(move.cell), **shown})
    return None


def _chosen(rules: Marching, position: Position, level: str, random: Random, nodes: int) -> Action:
    actions, player = list(rules.actions(position)), position.on_turn
    if level == "random" or not actions:  # dice that show 15 and cannot tip have turns, but none that helps
        return random.choice(_everything(rules, position))
    if level == "easy":  # looks at its own move only, and often overlooks something
        tried = random.sample(actions, min(6, len(actions)))
        return max(tried, key=lambda action: rules.worth(rules.after(position, action), player))
    budget = nodes // 8 if level == "medium" else nodes
    return EachForItself(rules, budget).best(position) or actions[0]


def _everything(rules: Marching, position: Position) -> list[Action]:
    """Every tip and every turn that changes something."""
    cells = own_cells(position.pyramid, position.on_turn)
    tips = [action for action in rules.actions(position) if action.to is not None]
    turns = [
        Action(cell, faces=faces)
        for cell in cells
        for faces in ORIENTATIONS
        if faces != faces_of(position.pyramid[name_of(cell)])
    ]
    return [*tips, *turns]
