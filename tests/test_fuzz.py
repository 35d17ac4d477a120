"""A short fuzz of every target, and that the fuzzer finds what there is to be found."""

import itertools

import pytest

from tests.at_first import quick
from tests.fuzz.guided import fuzz
from tests.fuzz.targets import OURS, SEEDS, TARGETS, WORDS

ROUNDS = {"journal": 25, "pictures": 150, "vectors": 120, "config": 40}


@pytest.mark.parametrize("name", quick(sorted(TARGETS, key="config".__eq__), len(TARGETS) - 1))
def test_nothing_falls_in_a_short_run(name, tmp_path):
    rounds = iter(range(ROUNDS.get(name, 250)))
    run = fuzz(name, TARGETS[name], SEEDS[name], WORDS, OURS, tmp_path, rounds, seed=3)

    assert run.finds == [], run.finds[0].trace
    assert run.inputs > 20 and run.places > 10


def _falls(data: bytes, heard: list[bytes]) -> None:
    if data.endswith(b"}"):
        heard.append(data)
        raise RuntimeError("this parser falls")


def test_what_falls_is_found_by_following_the_lines_that_were_reached(tmp_path):
    heard: list[bytes] = []

    def brittle(data: bytes) -> None:
        if data[:1] != b"{":
            return
        if b"null" in data:  # one step after the other, or no step would be a new place
            _falls(data, heard)

    # no round more than it takes: from Python 3.12 on each one looks at all code that waits for it
    rounds = itertools.takewhile(lambda _: not heard, range(60_000))
    run = fuzz("brittle", brittle, (b"[]",), (b"null", b"{", b"}"), ("tests",), tmp_path, rounds)

    assert [find.error.partition(" ")[0] for find in run.finds] == ["RuntimeError"]
    assert any(file.read_bytes().startswith(b"{") for file in tmp_path.iterdir())  # a step on the way


def test_a_later_run_goes_on_from_what_was_kept(tmp_path):
    (tmp_path / "kept").write_bytes(b"found before")
    heard: list[bytes] = []
    fuzz("listener", heard.append, (b"seed",), WORDS, OURS, tmp_path, iter(range(2)))

    assert heard == [b"found before", b"seed"]
