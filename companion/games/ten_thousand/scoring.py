"""What dice are worth that are set aside together (TT3 to TT7)."""

from collections import Counter
from functools import lru_cache
from itertools import combinations

from companion.games.ten_thousand.state import ALL, Dice, TenOptions, TenState

SINGLE = {1: 100, 5: 50}  # TT3
FIXED = {4: 1000, 5: 2000, 6: 3000}  # TT5


@lru_cache(maxsize=4096)
def worth(dice: Dice, options: TenOptions) -> int:
    """The most that *dice* give if every one of them counts; else nothing."""
    counts = Counter(dice)
    alike = [_alike(face, count, options) for face, count in counts.items()]
    ways = [sum(alike) if all(alike) else 0]
    if len(counts) == ALL:
        ways.append(options.straight)
    if len(dice) == ALL and all(count % 2 == 0 for count in counts.values()):
        ways.append(options.three_pairs)
    return max(ways)


def _alike(face: int, count: int, options: TenOptions) -> int:
    """The most that *count* dice of one face give, in groups of three or more and one by one."""
    ways = [SINGLE.get(face, 0) * count]
    for group in range(3, count + 1):
        rest = _alike(face, count - group, options)
        if rest or group == count:
            ways.append(_group(face, group, options) + rest)
    return max(ways)


def _group(face: int, count: int, options: TenOptions) -> int:
    """TT4, TT5; nothing where more than three do not count together."""
    three = options.three_ones if face == 1 else 100 * face
    if count == 3 or options.more_alike == "double":
        return three << (count - 3)
    return FIXED[count] if options.more_alike == "fixed" else -ALL * three


@lru_cache(maxsize=4096)
def settable(dice: Dice, aside: Dice, options: TenOptions) -> tuple[tuple[Dice, int], ...]:
    """TT8: what may be set aside of *dice*, with what it makes worth what is *aside*; the best first."""
    sets = {some for n in range(1, len(dice) + 1) for some in combinations(sorted(dice), n)}
    valued = [(some, worth(tuple(sorted((*aside, *some))), options)) for some in sets]
    counting = [(some, points) for some, points in valued if points]
    return tuple(sorted(counting, key=lambda one: (-one[1], len(one[0]), one[0])))


def at_stake(state: TenState) -> int:
    """What a bust would cost."""
    return state.earned + worth(state.aside, state.options) if state.aside else state.earned
