"""What Pig's rules say with its switch, and whether its referee does so."""

from tests.companion.eleventh.pig import GAME as PIG
from tests.companion.rules_said import Claim, numbers


def _ends_at(points):
    """PG4: whether so many points kept are the end, and one less are not."""

    def does(options):
        state = PIG.start(("Ada", "Ben"), options)
        over = [
            PIG.outcome(PIG.read_position({**PIG.write_position(state), "totals": {"Ada": n, "Ben": 0}}))
            is not None
            for n in (points - 1, points)
        ]
        return over == [False, True]

    return does


CLAIMS = [
    Claim("goal", points, ["PG4"], f" {points} points", f" {points} Punkte", _ends_at(points))
    for points in numbers(PIG, "goal")
]
