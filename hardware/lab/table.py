"""The bench of calls for people: its table and what follows from it, in German or English."""

from collections.abc import Iterator
from functools import cache

from companion.asks import Say
from companion.words import Words, found_languages, words_of
from hardware.lab.report import CallBench, GapResult
from hardware.lab.rivals import RIVALS

FIGURES = 10  # signs for each of our own figures
OWN = ("gap", "pairs", "wrong", "ties", "unknown")


def table_of(bench: CallBench, language: str) -> str:
    """All of *bench*, from the model to the verdict."""
    verdict = _say("held" if bench.held else "not_held", language)
    return "\n".join((model_of(language), "", *_rows(bench, language), "", *_sums(bench, language), verdict))


def model_of(language: str) -> str:
    """What the switches are that are pressed here, and that they are only a model."""
    return _say("model", language)


def progress_of(result: GapResult, language: str) -> str:
    """That one gap is done."""
    gap = _number(result.gap_ms, "g", language)
    return _say("progress", language, gap=gap, wrong=result.wrong, pairs=result.pairs)


def _rows(bench: CallBench, language: str) -> Iterator[str]:
    rivals = {name: _say(f"rival.{name}", language) for name in RIVALS}
    heads = [f"{_say(f'head.{name}', language):>{FIGURES}}" for name in OWN]
    yield "  ".join((*heads, *rivals.values()))
    for gap in bench.gaps:
        ours = (f"{_number(gap.gap_ms, 'g', language)} ms", gap.pairs, gap.wrong, gap.ties, gap.unknown)
        theirs = [
            f"{_number(gap.rivals_wrong[name], '.1f', language) + ' %':>{len(head)}}"
            for name, head in rivals.items()
        ]
        yield "  ".join((*(f"{figure:>{FIGURES}}" for figure in ours), *theirs))


def _sums(bench: CallBench, language: str) -> Iterator[str]:
    shares = [
        f"{_say(f'share.{name}', language)} {_number(100 * share, '.2f', language)} %"
        for name, share in bench.tie_shares.items()
    ]
    seconds = round(bench.seconds)
    yield _say("outside", language, wrong=bench.wrong_outside, pairs=bench.pairs, seconds=seconds)
    yield _say("permuted", language, times=bench.permutations, changed=bench.permutation_faults)
    yield _say("ties", language, ties=bench.ties, shares=", ".join(shares))


def _number(value: float, form: str, language: str) -> str:
    told = f"{value:{form}}"
    return told.replace(".", found_languages()[language].decimal)


def _say(key: str, language: str, **args: object) -> str:
    return _words().say(Say(key, args), language)


@cache
def _words() -> Words:
    return words_of("hardware.lab")
