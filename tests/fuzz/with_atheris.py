"""One target under the engine of `atheris` (libFuzzer), which has to see our code while it is imported."""

import sys

import atheris

with atheris.instrument_imports(include=["companion", "vision", "ui", "tomllib", "tests.fuzz.targets"]):
    import ui.settings  # noqa: F401  (what a target imports only when it runs would not be seen)
    import vision.files  # noqa: F401
    from companion import bots, family, people  # noqa: F401
    from companion.games import all_games
    from tests.fuzz.targets import TARGETS

    all_games()


if __name__ == "__main__":
    name = sys.argv.pop(1)
    atheris.Setup(sys.argv, TARGETS[name])
    atheris.Fuzz()
