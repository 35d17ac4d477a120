"""`python -m ui.handbook FOLDER`: write the pages and drawings that the program makes itself."""

import sys
from pathlib import Path

from ui.handbook import pages


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("Which folder? python -m ui.handbook docs", file=sys.stderr)
        return 2
    for place, text in pages():
        file = Path(arguments[0]) / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
