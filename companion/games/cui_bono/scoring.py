"""Minus points, the end of the game and who wins (CB1, CB12 to CB14)."""

from collections.abc import Mapping, Sequence

ORDER = "rym"  # A-CB1: the colours for 1, 2 and 3 points


def costs(order: str = ORDER) -> dict[str, int]:
    """What a die of each colour costs (CB13): *order* names the colours, the cheapest first."""
    return {colour: number for number, colour in enumerate(order, start=1)}


def minus_points(kept: str, cost: Mapping[str, int]) -> int:
    """CB13: the points of the *kept* colours."""
    return sum(cost[colour] for colour in kept)


def limit(players: int) -> int:
    """CB12: the kept die that ends the game: the tenth, with five or six players the seventh."""
    return 10 if players <= 4 else 7


def is_over(kept: Mapping[str, str], players: int) -> bool:
    """CB12: whether somebody has kept too many."""
    return any(len(colours) >= limit(players) for colours in kept.values())


def winners(kept: Mapping[str, str], seats: Sequence[str], cost: Mapping[str, int]) -> tuple[str, ...]:
    """CB1, CB14: the fewest points; among equals the fewest dice; still equal: shared."""
    worth = {seat: (minus_points(kept.get(seat, ""), cost), len(kept.get(seat, ""))) for seat in seats}
    best = min(worth.values())
    return tuple(seat for seat in seats if worth[seat] == best)
