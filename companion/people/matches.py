"""Games that were played one after the other as a match: the points of all of them together (A-G21)."""

from collections.abc import Iterable

from msgspec import Struct

from companion.people.past import PastGame
from companion.pyramid.chain import match_points


class Match(Struct, frozen=True):
    """The games of a match, the first one first, and everybody's points, most first."""

    games: tuple[PastGame, ...]
    points: tuple[tuple[str, int], ...]


def match_up_to(games: Iterable[PastGame], last: int) -> Match:
    """The match that game *last* belongs to; of *games*, newest first, no more are read than it takes."""
    played: list[PastGame] = []
    for game in games:
        if game.id == last:
            played.insert(0, game)
            last = game.after
        if not last:
            break
    total: dict[str, int] = {}
    for game in played:
        for seat, points in match_points(game.game, game.winners, game.scores).items():
            total[seat] = total.get(seat, 0) + points
    return Match(tuple(played), tuple(sorted(total.items(), key=lambda pair: -pair[1])))
