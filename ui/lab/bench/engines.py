"""Other rules engines, measured in the same run: open_spiel's games in Python, and rlcard.

They are no part of this project. Where another Python has them, name it in COMPANION_PEERS.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from ui.lab.bench import engines_playing

PATIENCE_S = 120  # beside the measuring itself
MEASURED = 150  # so many times as long as one run: three rounds of each game, and room for a busy machine


def bench_engines(seconds: float) -> dict[str, float]:
    """Moves a second of every peer game that is installed; empty where none is."""
    python = os.environ.get("COMPANION_PEERS") or sys.executable
    script = str(Path(engines_playing.__file__))
    try:
        done = subprocess.run(
            [python, script, str(seconds)],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S + MEASURED * seconds,
            check=True,
        )
        told: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return {}
    return told


def engines_table(peers: dict[str, float], ours: dict[str, float], listed: dict[str, float]) -> str:
    """For people: theirs, and how many times as fast our middle and slowest game are, and from lists."""
    if not peers:
        return "Other engines: none here (COMPANION_PEERS names a Python with open_spiel and rlcard)."
    slowest, middle, lists = min(ours.values()), median(ours.values()), median(listed.values())
    lines = [
        f"{'other engines, random moves':<34} {'moves/s':>10} {'ours, middle':>13} {'ours, slowest':>14}"
        f" {'from lists':>11}"
    ]
    lines += [
        f"{name:<34} {rate:>10.0f} {middle / rate:>12.2f}x {slowest / rate:>13.2f}x {lists / rate:>10.2f}x"
        for name, rate in (*sorted(peers.items(), key=lambda pair: pair[1]), *middles(peers).items())
    ]
    lines += ["They always list the legal moves. Ours draw one and judge it, or list them too."]
    return "\n".join(lines)


def middles(peers: dict[str, float]) -> dict[str, float]:
    """The median of the games of each engine."""
    engines = dict.fromkeys(name.partition(" ")[0] for name in peers)
    return {
        f"{engine}, median": median(rate for name, rate in peers.items() if name.startswith(engine))
        for engine in engines
    }
