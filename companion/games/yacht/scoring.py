"""What five dice are worth in each box (YT4 to YT8)."""

from collections import Counter

from companion.games.yacht.state import BOXES, LOWER, UPPER, Box, Dice, Sheet, YachtOptions, YachtState

FIXED: dict[Box, int] = {"small": 30, "large": 40, "yacht": 50}
FULL_HOUSE, ENOUGH = 25, 63  # YT6; YT5: so many points above bring the bonus
RUNS: dict[Box, int] = {"small": 4, "large": 5}


def dice_of(state: YachtState) -> Dice:
    """All five: those in the tray, and those beside it."""
    return tuple(sorted((*state.dice, *state.kept)))


def sheet_of(state: YachtState, seat: str) -> Sheet:
    return state.sheets.get(seat, {})


def open_boxes(state: YachtState, seat: str) -> tuple[Box, ...]:
    """The boxes in which *seat* has written nothing yet."""
    return tuple(box for box in BOXES if box not in sheet_of(state, seat))


def is_joker(state: YachtState) -> bool:
    """YT8: five alike, though whoever's turn it is has filled the box for them."""
    five = len(set(dice_of(state))) == 1 and len(dice_of(state)) > 1
    return state.options.joker != "none" and five and "yacht" in sheet_of(state, state.turn)


def choices_of(state: YachtState) -> tuple[Box, ...]:
    """The open boxes in which the dice may be written; a joker that is forced leaves not all of them."""
    free = open_boxes(state, state.turn)
    if not is_joker(state) or state.options.joker == "free":
        return free
    own = UPPER[dice_of(state)[0] - 1]
    return (own,) if own in free else tuple(box for box in free if box in LOWER) or free


def worth(state: YachtState, box: Box) -> int:
    """What the dice give in *box*."""
    dice = dice_of(state)
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * dice.count(face)
    return _lower(box, dice, state.options, is_joker(state))


def _lower(box: Box, dice: Dice, options: YachtOptions, joker: bool) -> int:
    counts = sorted(Counter(dice).values())
    match box:
        case "three" | "four":
            return sum(dice) if counts[-1] >= (3 if box == "three" else 4) else 0
        case "full":
            points = FULL_HOUSE if options.full_house == "25" else sum(dice)
            return points if counts == [2, 3] or joker else 0
        case "small" | "large":
            runs = (range(first, first + RUNS[box]) for first in range(1, 8 - RUNS[box]))
            return FIXED[box] if joker or any({*run} <= {*dice} for run in runs) else 0
        case "yacht":
            return FIXED[box] if counts == [len(dice)] else 0
    return sum(dice)


def bonus_of(state: YachtState, seat: str) -> int:
    """YT5."""
    sheet = sheet_of(state, seat)
    return state.options.bonus if sum(sheet.get(box, 0) for box in UPPER) >= ENOUGH else 0


def total(state: YachtState, seat: str) -> int:
    extra = state.options.extra * state.extras.get(seat, 0)
    return sum(sheet_of(state, seat).values()) + bonus_of(state, seat) + extra
