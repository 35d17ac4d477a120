"""`companion bench`: how fast and how fair, measured here; without a name a quick run of everything."""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.game import AnyGame
from companion.games import all_games
from companion.words import languages
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError
from ui.lab.bench.limits import EYES, USUAL
from ui.lab.bench.machine import this_machine
from ui.settings import place_for_data

QUICK_PAIRS, ALL_PAIRS = 5_500, 1_000_010  # a whole number for each of the eleven gaps
QUICK_PHONE_PAIRS, ALL_PHONE_PAIRS = 100, 10_000
TIES = 100_000
QUICK_SECONDS, QUICK_FRAMES = 0.3, 20

Bench = Callable[[argparse.Namespace], tuple[dict[str, Any], str, bool]]  # figures, table, whether it holds


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", choices=tuple(BENCHES), help="one of them (default: all, quick)")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument(
        "--seed", type=int, default=1, help="calls, phones and vision: another seed, other chances"
    )
    parser.add_argument(
        "--pairs",
        type=int,
        metavar="N",
        help=f"calls and phones: pairs of presses ({QUICK_PAIRS}; {QUICK_PHONE_PAIRS})",
    )
    parser.add_argument(
        "--full",
        action="store_true",
        help=f"{ALL_PAIRS} pairs of calls, {ALL_PHONE_PAIRS} by phone; takes a while",
    )
    parser.add_argument("--seconds", type=float, help="rules: of each run; app: at rest, and of each game")
    parser.add_argument("--lang", choices=languages(), help="calls: the language (that of the settings)")
    parser.add_argument("--bots", type=int, metavar="N", help="rules: each bot in N games against random")
    parser.add_argument("--game", help="rules and app: only this game")
    parser.add_argument(
        "--frames",
        type=int,
        help=f"vision: how many drawn frames or changes ({QUICK_FRAMES}); "
        f"watch and tune: pictures of each set (all; {USUAL})",
    )
    parser.add_argument("--pyramid", action="store_true", help="vision: changes of the dice pyramid instead")
    parser.add_argument("--pictures", metavar="DIR", help="vision, watch, tune: a folder of labelled sets")
    parser.add_argument(
        "--mat",
        choices=("auto", "none", "corners"),
        default="auto",
        help="watch: whether there is one, or each picture is a tray shown by its corners",
    )
    parser.add_argument("--no-read", action="store_true", help="watch: without `companion read` beside it")
    parser.add_argument("--log", metavar="FILE", help="watch, tune: keep each result; go on from there")
    parser.add_argument("--eye", choices=EYES, default="dice", help="tune: of which eye (dice)")
    parser.add_argument("--limit", nargs="+", default=[], metavar="NAME", help="tune: only these numbers")
    parser.add_argument("--drawing", metavar="FILE", help="tune: questions against silent errors, as SVG")


def run(args: argparse.Namespace) -> int:
    _check(args)
    machine = this_machine()
    told: dict[str, Any] = {"machine": msgspec.to_builtins(machine)}
    if not args.json:
        print(machine)
    all_held = True
    for name in (args.what,) if args.what else BENCHES:
        figures, table, held = BENCHES[name](args)
        told[name] = figures
        all_held &= held
        if not args.json:
            print(f"\n--- {name} ---\n{table}", flush=True)
    if args.json:
        print(json.dumps(told, ensure_ascii=False, indent=1))
    return DONE if all_held else NOT_HELD


def _check(args: argparse.Namespace) -> None:
    for name in ("pairs", "seconds", "frames", "bots"):
        value = getattr(args, name)
        if value is not None and value <= 0:
            raise CommandError(f"--{name} {value} is nothing to measure.", "Give a number above 0.", USAGE)
    if args.seed < 0:
        raise CommandError(f"--seed {args.seed} cannot be a seed.", "Give 0 or more.", USAGE)
    if args.pictures and not Path(args.pictures).is_dir():
        raise CommandError(f"{args.pictures} is not a folder.", "Name the folder of the sets.", USAGE)


def _progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _calls(args: argparse.Namespace) -> tuple[dict[str, Any], str, bool]:
    from hardware.lab import bench_calls, model_of, progress_of, table_of  # noqa: PLC0415

    pairs = ALL_PAIRS if args.full else args.pairs or QUICK_PAIRS
    done = bench_calls(
        pairs, args.seed, TIES, progress=lambda gap: _progress(progress_of(gap, args.language))
    )
    verdict = {"wrong_outside": done.wrong_outside, "held": done.held}
    figures = {"model": model_of(args.language), **msgspec.to_builtins(done), **verdict}
    return figures, table_of(done, args.language), done.held


def _phones(args: argparse.Namespace) -> tuple[dict[str, Any], str, bool]:
    from ui.lab.trials.phones import phone_pairs, phones_table  # noqa: PLC0415

    done = phone_pairs(ALL_PHONE_PAIRS if args.full else args.pairs or QUICK_PHONE_PAIRS, args.seed)
    return {**msgspec.to_builtins(done), "held": done.held}, phones_table(done), done.held


def _rules(args: argparse.Namespace) -> tuple[dict[str, Any], str, bool]:
    from ui.lab.bench.engines import bench_engines, engines_table  # noqa: PLC0415
    from ui.lab.bench.rules import bench_rules, rules_table  # noqa: PLC0415

    results = bench_rules(_games(args), args.seconds or QUICK_SECONDS, _progress)
    figures: dict[str, Any] = {"one_core": msgspec.to_builtins(results)}
    table = rules_table(results)
    engines = bench_engines(args.seconds or QUICK_SECONDS)
    figures["engines"] = engines
    drawn = {row.game: row.moves_per_second for row in results}
    listed = {row.game: row.listed_per_second for row in results}
    table += f"\n\n{engines_table(engines, drawn, listed)}"
    if args.bots:
        from ui.lab.bench.strength import bench_strength, strength_table  # noqa: PLC0415

        strengths = bench_strength(_games(args), args.bots, _progress)
        figures["bots"] = msgspec.to_builtins(strengths)
        table += f"\n\n{strength_table(strengths)}"
    return figures, table, True


def _vision(args: argparse.Namespace) -> tuple[dict[str, Any], str, bool]:
    if args.pyramid:
        from ui.lab.bench.pyramid import bench_pyramid, pyramid_table  # noqa: PLC0415

        changes = bench_pyramid(args.frames or QUICK_FRAMES, args.seed, _progress)
        return msgspec.to_builtins(changes), pyramid_table(changes), True
    from ui.lab.bench.vision import bench_vision, vision_table  # noqa: PLC0415
    from vision.teaching import TAUGHT  # noqa: PLC0415

    folder = Path(args.pictures) if args.pictures else None
    keep_in = place_for_data() / TAUGHT
    result = bench_vision(args.frames or QUICK_FRAMES, args.seed, folder, _progress, keep_in)
    return msgspec.to_builtins(result), vision_table(result), True


def _watch(args: argparse.Namespace) -> tuple[dict[str, Any], str, bool]:
    from ui.lab.bench.vision import with_what_is_taught  # noqa: PLC0415
    from ui.lab.bench.watch import How, bench_watch, watch_table  # noqa: PLC0415
    from vision.teaching import TAUGHT  # noqa: PLC0415

    if not args.pictures:
        return {}, "name a folder of labelled sets: --pictures DIR", not args.what
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as place:
        (Path(place) / TAUGHT).mkdir()
        with_what_is_taught(place_for_data() / TAUGHT, Path(place) / TAUGHT)
        how = How(not args.no_read, Path(args.log) if args.log else None)
        sets = bench_watch(Path(args.pictures), args.frames, args.mat, _progress, Path(place), how)
    return msgspec.to_builtins(sets), watch_table(sets), True


def _tune(args: argparse.Namespace) -> tuple[dict[str, Any], str, bool]:
    from ui.lab.bench.tune import bench_tune, tune_drawing, tune_table  # noqa: PLC0415

    if not args.pictures or not args.what:
        return {}, "name it and a folder of labelled sets: companion bench tune --pictures DIR", not args.what
    log = Path(args.log) if args.log else None
    tuned = bench_tune(Path(args.pictures), args.eye, args.limit, args.frames or USUAL, log, _progress)
    if args.drawing:
        Path(args.drawing).write_text(tune_drawing(tuned), "utf-8")
    return {"limits": msgspec.to_builtins(tuned)}, tune_table(tuned), bool(tuned)


def _app(args: argparse.Namespace) -> tuple[dict[str, Any], str, bool]:
    from ui.lab.bench.app import app_table, bench_app  # noqa: PLC0415
    from ui.lab.bench.redraws import PLAYED  # noqa: PLC0415

    games = [game.about.name for game in _games(args)] if args.game else PLAYED
    result = bench_app(args.seconds or 3.0, games if args.what else ())
    return msgspec.to_builtins(result), app_table(result), True


def _asks(args: argparse.Namespace) -> tuple[dict[str, Any], str, bool]:
    from ui.lab.bench.asks import asks_table, bench_asks  # noqa: PLC0415

    results = bench_asks(_games(args), args.seed, _progress)
    return {"games": msgspec.to_builtins(results)}, asks_table(results), all(row.held for row in results)


def _journal(args: argparse.Namespace) -> tuple[dict[str, Any], str, bool]:
    from ui.lab.bench.journal import bench_journal, journal_table  # noqa: PLC0415

    result = bench_journal(args.seconds or QUICK_SECONDS * 3)
    return msgspec.to_builtins(result), journal_table(result), True


def _games(args: argparse.Namespace) -> list[AnyGame]:
    from ui.command.rules_command import the_game  # noqa: PLC0415

    return [the_game(args.game)] if args.game else list(all_games().values())


BENCHES: dict[str, Bench] = {
    "rules": _rules,
    "vision": _vision,
    "watch": _watch,
    "tune": _tune,
    "calls": _calls,
    "phones": _phones,
    "asks": _asks,
    "journal": _journal,
    "app": _app,
}
