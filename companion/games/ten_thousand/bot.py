"""An opponent at Ten Thousand: it weighs what lies at stake against the chance to lose it."""

from random import Random

from msgspec.structs import replace

from companion.games.ten_thousand.rules import dice_to_roll, refuse
from companion.games.ten_thousand.scoring import at_stake, settable
from companion.games.ten_thousand.state import ALL, Bank, Dice, Keep, Roll, TenMove, TenState

_ENOUGH = {"easy": 300, "medium": 500}  # so much at stake is written down
_BUSTS = {1: 0.667, 2: 0.444, 3: 0.278, 4: 0.157, 5: 0.077, 6: 0.025}  # so often nothing counts
_GAINS = {1: 75, 2: 90, 3: 125, 4: 180, 5: 250, 6: 400}  # about, if it does not


def choose(state: TenState, seat: str, level: str, random: Random, nodes: int = 0) -> TenMove | None:
    """What *seat* does next, or None if it waits."""
    if seat != state.turn or state.phase == "over":
        return None
    roll = Roll(seat=seat, dice=tuple(random.randint(1, 6) for _ in range(dice_to_roll(state))))
    if state.phase == "roll":
        return roll
    if not state.aside:
        return Keep(seat=seat, dice=_kept(state, level, random))
    bank = Bank(seat=seat)
    return bank if refuse(state, bank) is None and _is_enough(state, level, random) else roll


def _kept(state: TenState, level: str, random: Random) -> Dice:
    """What the bot sets aside: most points, or for strong ones what leaves the best chances."""
    sets = [dice for dice, _ in settable(state.dice, (), state.options)]
    if level == "random":
        return random.choice(sets)
    return max(sets, key=lambda dice: _hope(state, dice)) if level == "strong" else sets[0]


def _hope(state: TenState, dice: Dice) -> float:
    """What the turn may bring if *dice* are set aside: written down, or rolled for once more."""
    left = len(state.dice) - len(dice)
    stake = at_stake(replace(state, aside=dice))
    return max(stake, _rolled_again(stake, left or ALL))


def _rolled_again(stake: int, dice: int) -> float:
    return (1 - _BUSTS[dice]) * (stake + _GAINS[dice])


def _is_enough(state: TenState, level: str, random: Random) -> bool:
    """TT12: in the last round only more than the best counts."""
    stake = at_stake(state)
    best = max(state.points.values())
    if level == "random":
        return random.random() < 0.6
    if level == "strong":
        behind = state.reached and state.points[state.turn] + stake <= best
        return not behind and _rolled_again(stake, dice_to_roll(state)) <= stake
    return stake >= _ENOUGH[level]
