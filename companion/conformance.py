"""`python -m companion.conformance [record] GAME`: does a game keep to everything? It needs a checkout."""

import importlib.util
import sys


def main() -> int:
    """Does what `companion.lab.conformance` does, where that is here."""
    if importlib.util.find_spec("companion.lab") is None:
        print("Games are examined in a checkout of the project; only what a table needs is installed here.")
        return 2
    from companion.lab.conformance.__main__ import main as examine_or_record  # noqa: PLC0415

    return examine_or_record()


if __name__ == "__main__":
    sys.exit(main())
