"""An opponent at Yacht: it keeps what it has most of or what runs on, and fills the box that gains most."""

from collections import Counter
from random import Random

from companion.games.yacht.rules import dice_to_roll
from companion.games.yacht.scoring import choices_of, dice_of, worth
from companion.games.yacht.state import THROWS, Box, Dice, Keep, Roll, Write, YachtMove, YachtState

# about what each box brings on average: what gives more than that is worth writing
_USUAL: dict[Box, int] = {
    "ones": 2, "twos": 5, "threes": 8, "fours": 12, "fives": 15, "sixes": 19,
    "three": 21, "four": 13, "full": 22, "small": 29, "large": 32, "yacht": 16, "chance": 22,
}  # fmt: skip


def choose(state: YachtState, seat: str, level: str, random: Random, nodes: int = 0) -> YachtMove | None:
    """What *seat* does next, or None if it waits."""
    if seat != state.turn or state.phase == "over":
        return None
    roll = Roll(seat=seat, dice=tuple(random.randint(1, 6) for _ in range(dice_to_roll(state) or 1)))
    if state.phase == "roll":
        return roll
    box = max(choices_of(state), key=lambda box: _gain(state, box, level))
    hold = _held(state, level, random) if state.throws < THROWS else dice_of(state)
    if len(hold) == len(dice_of(state)) or not state.dice:
        return Write(seat=seat, box=box)
    more = tuple(sorted((Counter(hold) - Counter(state.kept)).elements()))
    return Keep(seat=seat, dice=more) if more else roll


def _gain(state: YachtState, box: Box, level: str) -> float:
    points = worth(state, box)
    return points if level in ("random", "easy") else points - _USUAL[box]


def _held(state: YachtState, level: str, random: Random) -> Dice:
    """The dice that are not rolled again; all of them where that is enough."""
    dice, free = dice_of(state), choices_of(state)
    if level == "random":
        return state.kept or tuple(die for die in dice if random.random() < 0.4)
    if any(worth(state, box) >= 25 and box in free for box in ("large", "yacht", "full")):
        return dice
    run = _run(dice)
    if len(run) >= (3 if level == "strong" else 4) and {"small", "large"} & {*free} and not state.kept:
        return run
    face = max(state.kept or dice, key=lambda face: (dice.count(face), face))
    return (*state.kept, *(die for die in state.dice if die == face))


def _run(dice: Dice) -> Dice:
    """The longest run of different numbers among *dice*."""
    runs = [tuple(range(first, last + 1)) for first in range(1, 7) for last in range(first, 7)]
    return max((run for run in runs if {*run} <= {*dice}), key=len)
