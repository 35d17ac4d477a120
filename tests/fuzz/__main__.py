"""`python -m tests.fuzz`: fuzz the targets, one after the other; ends with 1 if anything has fallen."""

import argparse
import importlib.util
import subprocess
import sys
from pathlib import Path

from tests.fuzz.guided import LONGEST, for_seconds, fuzz
from tests.fuzz.targets import OURS, SEEDS, TARGETS, WORDS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)} (all)")
    parser.add_argument("--minutes", type=float, default=10.0, help="for each target (10)")
    parser.add_argument("--corpus", default=".fuzz", metavar="DIR", help="where inputs are kept (.fuzz)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=("atheris", "own"), help="(atheris where it is installed)")
    args = parser.parse_args()
    if unknown := [name for name in args.targets if name not in TARGETS]:
        parser.error(f"no target {unknown[0]!r}; there are {', '.join(TARGETS)}")
    engine = args.engine or ("atheris" if importlib.util.find_spec("atheris") else "own")
    fallen = 0
    for name in args.targets or TARGETS:
        folder = Path(args.corpus) / name
        run = _atheris if engine == "atheris" else _own
        fallen += run(name, folder, args.minutes * 60, args.seed)
    print("Nothing has fallen." if not fallen else f"{fallen} FINDS")
    return 1 if fallen else 0


def _own(name: str, folder: Path, seconds: float, seed: int) -> int:
    run = fuzz(name, TARGETS[name], SEEDS[name], WORDS, OURS, folder, for_seconds(seconds), seed)
    print(f"{name}: {run.inputs} inputs, {run.places} lines reached, {run.corpus} kept", flush=True)
    for find in run.finds:
        print(f"{name}: FELL with {find.error} on {find.data[:200]!r}\n{find.trace}")
    return len(run.finds)


def _atheris(name: str, folder: Path, seconds: float, seed: int) -> int:
    """In a process of its own: the engine ends the process when it has found something."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(SEEDS[name]):
        (folder / f"seed-{number}").write_bytes(data)
    words = folder.parent / "words.dict"
    quoted = ("".join(f"\\x{byte:02x}" for byte in word) for word in WORDS)
    words.write_text("".join(f'"{word}"\n' for word in quoted), "ascii")
    options = [
        f"-max_total_time={round(seconds)}",
        f"-dict={words}",
        f"-max_len={LONGEST}",
        "-rss_limit_mb=3000",
    ]
    options += [
        f"-seed={seed}",
        "-print_final_stats=1",
        f"-artifact_prefix={folder.parent}/{name}-",
        "-timeout=120",  # of the clock on the wall, and machines are busy
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.with_atheris", name, str(folder), *options],
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stderr.splitlines()
    cover = next((line for line in reversed(said) if " cov: " in line), "no line told")
    print(f"{name}: {cover.strip()}", flush=True)
    if done.returncode:
        print("\n".join(said[-40:]))
    return int(done.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
