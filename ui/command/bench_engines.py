"""Other rules engines, measured in the same run: open_spiel's games in Python, and rlcard.

They are no part of this project. Where another Python has them, name it in COMPANION_PEERS.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from ui.command import engines_playing

PATIENCE_S = 120


def bench_engines(seconds: float) -> dict[str, float]:
    """Moves a second of every peer game that is installed; empty where none is."""
    python = os.environ.get("COMPANION_PEERS") or sys.executable
    script = str(Path(engines_playing.__file__))
    try:
        done = subprocess.run(
            [python, script, str(seconds)], capture_output=True, text=True, timeout=PATIENCE_S, check=True
        )
        told: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return {}
    return told


def engines_table(peers: dict[str, float], ours: dict[str, float]) -> str:
    """For people: theirs, and how many times as fast our slowest and our middle game are."""
    if not peers:
        return "Other engines: none here (COMPANION_PEERS names a Python with open_spiel and rlcard)."
    slowest, middle = min(ours.values()), sorted(ours.values())[len(ours) // 2]
    lines = [
        f"{'other engines, random moves':<34} {'moves/s':>10} {'ours, middle':>13} {'ours, slowest':>14}"
    ]
    lines += [
        f"{name:<34} {rate:>10.0f} {middle / rate:>12.2f}x {slowest / rate:>13.2f}x"
        for name, rate in sorted(peers.items(), key=lambda pair: pair[1])
    ]
    return "\n".join(lines)
