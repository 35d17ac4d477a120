"""The performance table as a picture: an SVG that needs nothing but itself."""

from collections.abc import Iterator, Mapping
from html import escape
from statistics import median
from typing import Any, NamedTuple

from ui.lab.bench.engines import middles
from ui.lab.bench.reliability import HIGH, plot_of

WIDE, LINE, MARGIN = 900, 22, 18
FIRST, BAR = 330, 300  # where bars begin, and how long the longest is
LONGEST = 32  # letters beside a bar, where the end tells most
OURS, THEIRS = "#2d7dd2", "#b8b8b8"


class Line(NamedTuple):
    """A line of the table: words, a figure and a bar from 0 to 1; without a figure it is a heading."""

    words: str
    figure: str = ""
    bar: float = 0.0
    colour: str = OURS


def picture_of(told: Mapping[str, Any]) -> str:
    """All benches of *told* (as `--json` gives them) below each other, with bars where they help; then how
    reliable the eyes are with dice."""
    lines = list(_lines(told))
    end = 2 * MARGIN + LINE * len(lines)
    drawn = "\n".join(_drawn(number, line) for number, line in enumerate(lines))
    ranges = told.get("vision", {}).get("reliability")
    drawn += "\n" + plot_of(ranges, end + LINE) if ranges else ""  # its numbers reach above its upper edge
    high = end + (LINE + HIGH if ranges else 0)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" font-family="sans-serif" '
        f'font-size="14">\n<rect width="{WIDE}" height="{high}" fill="#ffffff"/>\n{drawn}\n</svg>\n'
    )


def _lines(told: Mapping[str, Any]) -> Iterator[Line]:
    machine = told["machine"]
    yield Line(
        f"{machine['name']}, {machine['cores']} cores, load {machine['load']:g}, Python {machine['python']}"
    )
    for name, draw in _BENCHES.items():
        if name in told:
            yield Line(name)
            yield from draw(told[name])


def _bars(rows: Mapping[str, float], unit: str, most: float = 0.0, colour: str = OURS) -> Iterator[Line]:
    """A bar for each of *rows*; the longest stands for *most*, or for the largest of them."""
    most = most or max(rows.values(), default=0.0) or 1.0
    for name, value in rows.items():
        yield Line(name, f"{_number(value)} {unit}", value / most, colour)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def _rules(told: Any) -> Iterator[Line]:
    ours = {row["game"]: row["moves_per_second"] for row in told["one_core"]}
    theirs = told.get("engines", {})
    most = max((*ours.values(), *theirs.values()), default=1.0)
    yield from _bars(ours, "moves/s", most)
    if len(ours) > 1:
        listed = median(row["listed_per_second"] for row in told["one_core"])
        medians = {"our median": median(ours.values()), "our median, from lists": listed}
        yield from _bars(medians, "moves/s", most)
    yield from _bars({**theirs, **middles(theirs)}, "moves/s", most, THEIRS)


def _vision(told: Any) -> Iterator[Line]:
    yield from _bars(told["ms"], "ms")
    for what in ("dice", "cards"):
        drawn = told.get(f"drawn_{what}")
        if drawn and drawn["objects"]:
            told_apart = ", ".join(f"{drawn[name]} {name}" for name in ("right", "asked", "wrong", "missed"))
            yield Line(f"drawn {what}", f"{told_apart} of {drawn['objects']}")
    for name, share in told["all_right"].items():
        done = told.get("sets", {}).get(name)
        wrong = f", {done['wrong']} of {done['objects']} objects wrong" if done else ""
        yield Line(f"{name}: pictures all right", f"{100 * share:.1f} %{wrong}", share)


def _calls(told: Any) -> Iterator[Line]:
    yield Line("wrong winners outside the tie window", f"{told['wrong_outside']} of {told['pairs']:,} pairs")
    for gap in told["gaps"]:
        worst = max(gap["rivals_wrong"].values(), default=0.0)
        yield Line(
            f"gap {gap['gap_ms']:g} ms: the worst of the others", f"{worst:.1f} % wrong", worst / 100, THEIRS
        )


def _asks(told: Any) -> Iterator[Line]:
    for row in told["games"]:
        share = row["questions"] / max(1, row["doubtful"])
        yield Line(row["game"], f"{row['questions']} asked of {row['doubtful']} doubts", share)
    wrong, never = (sum(row[name] for row in told["games"]) for name in ("silently_wrong", "never_ask_wrong"))
    yield Line("states silently wrong", f"{wrong}; {never} if nobody were ever asked")


def _journal(told: Any) -> Iterator[Line]:
    yield Line("rulings on the disk", f"{told['rulings_per_second']:g} a second")
    yield Line("one of them, median and 99 of 100", f"{told['commit_ms']:g} and {told['commit_ms_p99']:g} ms")
    yield Line(f"a game of {told['entries']} entries stands again", f"in {told['resume_ms']:g} ms")


def _app(told: Any) -> Iterator[Line]:
    took = f"{told['start_s']:g} s, {told['start_cpu_s']:g} s of them of the processor"
    yield Line("start to the first usable screen", took)
    yield Line("memory", f"{told['memory_mb']:g} MB")
    yield Line("idle", f"{told['idle_cpu_percent']:g} % of one core")
    yield Line("redraw, and building a page anew", f"{told['redraw_ms']:g} and {told['page_ms']:g} ms")


def _profile(told: Any) -> Iterator[Line]:
    for slow in told["slowest"]:
        yield Line(slow["what"], f"{slow['ms']:g} ms (with the profiler), most of it in")
        for place in slow["places"][:3]:
            where = place["where"]
            where = where if len(where) <= LONGEST else f"…{where[-LONGEST:]}"
            yield Line(f"    {where}", f"{place['percent']:g} %", place["percent"] / 100)


_BENCHES = {
    "rules": _rules,
    "vision": _vision,
    "calls": _calls,
    "asks": _asks,
    "journal": _journal,
    "app": _app,
    "profile": _profile,
}


def _drawn(number: int, line: Line) -> str:
    y = MARGIN + LINE * number + LINE * 0.7
    if not line.figure:
        return f'<text x="{MARGIN}" y="{y:.0f}" font-weight="bold">{escape(line.words)}</text>'
    indent = 10 + 4 * (len(line.words) - len(line.words.lstrip()))
    bar = max(0.0, line.bar) * BAR
    return (
        f'<text x="{MARGIN + indent}" y="{y:.0f}">{escape(line.words.strip())}</text>'
        f'<rect x="{FIRST}" y="{y - 11:.0f}" width="{bar:.1f}" height="13" fill="{line.colour}"/>'
        f'<text x="{FIRST + bar + (10 if bar else 0):.0f}" y="{y:.0f}" fill="#333333">'
        f"{escape(line.figure)}</text>"
    )
