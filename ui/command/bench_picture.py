"""The performance table as a picture: an SVG that needs nothing but itself."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from ui.command.bench_reliability import HIGH, plot_of

WIDE, LINE, MARGIN = 860, 22, 18
BAR = 300


def picture_of(told: Mapping[str, Any]) -> str:
    """All benches of *told* (as `--json` gives them) below each other, with bars where they help; then how
    reliable the eyes are with dice."""
    lines = list(_lines(told))
    end = 2 * MARGIN + LINE * len(lines)
    drawn = "\n".join(_drawn(number, *line) for number, line in enumerate(lines))
    ranges = told.get("vision", {}).get("reliability")
    drawn += "\n" + plot_of(ranges, end) if ranges else ""
    high = end + (HIGH if ranges else 0)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" font-family="sans-serif" '
        f'font-size="14">\n<rect width="{WIDE}" height="{high}" fill="#ffffff"/>\n{drawn}\n</svg>\n'
    )


Line = tuple[str, str, float]  # words, figure, length of the bar (0 to 1; below 0: a heading)


def _lines(told: Mapping[str, Any]) -> Iterator[Line]:
    machine = told["machine"]
    words = (
        f"{machine['name']}, {machine['cores']} cores, load {machine['load']:g}, Python {machine['python']}"
    )
    yield words, "", -1
    for name, draw in _BENCHES.items():
        if name in told:
            yield name, "", -1
            yield from draw(told[name])


def _bars(rows: Mapping[str, float], unit: str) -> Iterator[Line]:
    most = max(rows.values(), default=1.0) or 1.0
    for name, value in rows.items():
        yield name, f"{value:,.4g} {unit}", value / most


def _rules(told: Any) -> Iterator[Line]:
    ours = {row["game"]: row["moves_per_second"] for row in told["one_core"]}
    yield from _bars({**ours, **told.get("engines", {})}, "moves/s")


def _vision(told: Any) -> Iterator[Line]:
    yield from _bars(told["ms"], "ms")
    for name, share in told["all_right"].items():
        yield f"{name}: pictures all right", f"{100 * share:.1f} %", share


def _calls(told: Any) -> Iterator[Line]:
    yield "wrong winners outside the tie window", f"{told['wrong_outside']} of {told['pairs']} pairs", 0
    for gap in told["gaps"]:
        worst = max(gap["rivals_wrong"].values(), default=0.0)
        yield f"gap {gap['gap_ms']:g} ms: the worst of the others", f"{worst:.1f} % wrong", worst / 100


def _asks(told: Any) -> Iterator[Line]:
    yield from _bars({row["game"]: row["questions"] for row in told["games"]}, "questions")


def _journal(told: Any) -> Iterator[Line]:
    yield "rulings on the disk", f"{told['rulings_per_second']:g} a second", 0
    yield "one of them, median and 99 of 100", f"{told['commit_ms']:g} and {told['commit_ms_p99']:g} ms", 0


def _app(told: Any) -> Iterator[Line]:
    yield "start to the first usable screen", f"{told['start_s']:g} s", 0
    yield "memory", f"{told['memory_mb']:g} MB", 0
    yield "idle", f"{told['idle_cpu_percent']:g} % of one core", 0
    yield "redraw", f"{told['redraw_ms']:g} ms", 0


_BENCHES = {
    "rules": _rules,
    "vision": _vision,
    "calls": _calls,
    "asks": _asks,
    "journal": _journal,
    "app": _app,
}


def _drawn(number: int, words: str, figure: str, length: float) -> str:
    y = MARGIN + LINE * number + LINE * 0.7
    if length < 0:
        return f'<text x="{MARGIN}" y="{y:.0f}" font-weight="bold">{escape(words)}</text>'
    bar = max(0.0, length) * BAR
    return (
        f'<text x="{MARGIN + 10}" y="{y:.0f}">{escape(words)}</text>'
        f'<rect x="330" y="{y - 11:.0f}" width="{bar:.1f}" height="13" fill="#2d7dd2"/>'
        f'<text x="{340 + bar:.0f}" y="{y:.0f}" fill="#333333">{escape(figure)}</text>'
    )
