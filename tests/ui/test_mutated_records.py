"""Records that a foreign hand has changed: told entry by entry, never as a fault of the program.

Whole commands, as somebody types them, in a worker that has 512 MB.
"""

import contextlib
import io
import json
import resource
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.games import all_games
from ui.command import main

MOST_MB = 512
LINES = 30  # of a record; more only take time
VALUES = (None, -1, 0, 2**70, 1e308, "", "x", "\ud800", [], {}, [[]], True, {"key": "x"}, ["a"], -(10**30))


def said(*words):
    """What a command says, and its exit code."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(word) for word in words])
    out.flush()
    return code, out.buffer.getvalue().decode() + err.getvalue()


def records(folder):
    """The beginning of a record of every game."""
    for name in all_games():
        journal = folder / f"{name}.sqlite"
        said("demo", name, "--headless", "--no-frames", "--quiet", "--seed", "3", "--journal", journal)
        yield said("export", "--journal", journal)[1].splitlines()[:LINES]


def changed_somewhere(value, chance):
    """*value* with one of its parts, however deep, replaced or gone."""
    at, key = None, None
    inside = value
    while isinstance(inside, dict | list) and inside and chance.random() < 0.8:
        at = inside
        key = chance.choice(list(at)) if isinstance(at, dict) else chance.randrange(len(at))
        inside = at[key]
    if at is None:
        return chance.choice(VALUES)
    if isinstance(at, dict) and chance.random() < 0.2:
        del at[key]
    else:
        at[key] = chance.choice(VALUES)
    return value


def mutated(lines, chance):
    lines = list(lines)
    for _ in range(chance.choice((1, 1, 2, 3))):
        told = [number for number, line in enumerate(lines) if not line.startswith("#")]
        if not told:
            break
        number = chance.choice([*told[:3], chance.choice(told)])
        how = chance.random()
        if how < 0.25:
            data = bytearray(lines[number].encode("utf-8", "surrogatepass"))
            at = chance.randrange(len(data) + 1)
            data[at : at + chance.randrange(4)] = chance.choice((b"", b'"', b"{", b"9", b"null", b"\xff"))
            lines[number] = data.decode("utf-8", "replace")
        elif how < 0.35:
            del lines[number]
        elif how < 0.4:
            lines.insert(chance.choice(told), lines[number])
        else:
            with contextlib.suppress(ValueError):
                lines[number] = json.dumps(with_a_change(json.loads(lines[number]), chance))
    return "\n".join(lines)


def with_a_change(entry, chance):
    if isinstance(entry, dict) and isinstance(entry.get("body"), str) and chance.random() < 0.7:
        return {**entry, "body": json.dumps(changed_somewhere(json.loads(entry["body"]), chance))}
    return changed_somewhere(entry, chance)


def work(folder, many):
    """Runs in the worker: *many* mutants of the records in *folder*."""
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MB << 20, MOST_MB << 20))
    chance, codes, place = Random(many), Counter(), Path(folder) / "mutant.jsonl"
    seeds = json.loads((Path(folder) / "seeds.json").read_text("utf-8"))
    for number in range(many):
        place.write_bytes(mutated(seeds[number % len(seeds)], chance).encode("utf-8", "surrogatepass"))
        code, told = said("replay", place, *(["--verify"] if number % 2 else []))
        if "Something went wrong" in told or not told.strip():
            raise AssertionError(f"{told[-300:]}\n{place.read_text('utf-8', 'surrogatepass')}")
        codes[code] += 1
    print(dict(codes))


def run_mutants(folder, many, timeout):
    (folder / "seeds.json").write_text(json.dumps(list(records(folder))), "utf-8")
    call = f"from tests.ui.test_mutated_records import work; work({str(folder)!r}, {many})"
    done = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, timeout=timeout,
                          check=False, cwd=Path(__file__).parents[2])  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    print(done.stdout)


@pytest.mark.long
def test_mutated_records_end_in_a_sentence(home):
    run_mutants(home, 400, 110)


@pytest.mark.long
def test_ten_thousand_mutated_records_end_in_a_sentence(home):
    run_mutants(home, 10_000, 3000)


@pytest.mark.timeout(60)
def test_a_device_is_no_record(home):
    assert said("replay", "/dev/zero")[0] == 2
