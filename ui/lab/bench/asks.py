"""`companion bench asks`: how often people are asked when the eyes are not sure."""

from collections.abc import Callable, Iterable, Sequence

from companion.game import AnyGame
from ui.lab.trials.doubts import DOUBTFUL, WRONG, DoubtsResult, doubts


def bench_asks(
    games: Iterable[AnyGame], seed: int, progress: Callable[[str], None] = lambda _line: None
) -> tuple[DoubtsResult, ...]:
    """A whole game of each of *games*."""
    results = []
    for game in games:
        results.append(doubts(game, seed))
        progress(f"{game.about.name}: {results[-1].questions} questions")
    return tuple(results)


def asks_table(results: Sequence[DoubtsResult]) -> str:
    """For people."""
    lines = [
        f"{DOUBTFUL:.0%} of all readings doubtful, {WRONG:.0%} of those wrong at first sight; whole games.",
        f"{'game':<16} {'readings':>8} {'always ask':>10} {'ours':>6} {'choices':>7} "
        f"{'never ask: wrong':>16} {'ours: silently wrong':>20}",
    ]
    lines += [
        f"{row.game:<16} {row.readings:>8} {row.doubtful:>10} {row.questions:>6} {row.choices:>7.2f} "
        f"{row.never_ask_wrong:>16} {row.silently_wrong:>20}"
        for row in results
    ]
    asked, doubtful = sum(r.questions for r in results), sum(r.doubtful for r in results)
    wrong = sum(r.silently_wrong for r in results)
    lines.append(
        f"{asked} questions instead of {doubtful}; {wrong} states silently wrong instead of "
        f"{sum(r.never_ask_wrong for r in results)}"
    )
    return "\n".join(lines)
