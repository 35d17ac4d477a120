"""One target under the engine of `atheris` (libFuzzer), which has to see our code while it is imported."""

import sys

import atheris

with atheris.instrument_imports(include=["companion", "vision", "ui", "tests.fuzz.targets"]):
    from companion.games import all_games
    from tests.fuzz.targets import TARGETS

    all_games()


if __name__ == "__main__":
    name = sys.argv.pop(1)
    atheris.Setup(sys.argv, TARGETS[name])
    atheris.Fuzz()
