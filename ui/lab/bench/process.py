"""The app in a process of its own, without a window, with everything of its own empty: for benches of it."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ui.command.speech import CommandError

PATIENCE_S = 60


def offscreen(module: str, *arguments: str, seconds: float = 0.0) -> tuple[float, dict[str, float]]:
    """Run *module*, which takes *seconds*; gives when it was started, and the figures of its last line."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        environment = {
            **os.environ,
            "SDL_VIDEODRIVER": "offscreen",
            "SDL_AUDIODRIVER": "dummy",
            "KIVY_HOME": folder,
            "COMPANION_DATA": folder,
            "COMPANION_CONFIG": str(Path(folder) / "config.toml"),
        }
        start = time.monotonic()
        try:
            done = subprocess.run(
                [sys.executable, "-m", module, *arguments],
                env=environment,
                capture_output=True,
                text=True,
                timeout=PATIENCE_S + seconds,
                check=True,
            )
            return start, json.loads(done.stdout.splitlines()[-1])
        except (subprocess.SubprocessError, OSError, IndexError, ValueError) as error:
            raise CommandError(
                "The app did not come up for the bench.", "Try it by itself: companion run."
            ) from error
