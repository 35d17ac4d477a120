"""`python -m ui.lab.handbook FOLDER`: write the pages and drawings that the program makes itself.

`python -m ui.lab.handbook box --help` and `… stand --help` draw these two in another size.
"""

import sys
from pathlib import Path

from ui.lab.handbook import box, pages, stand

DRAWINGS = {"box": box.main, "stand": stand.main}


def main(arguments: list[str]) -> int:
    if arguments and arguments[0] in DRAWINGS:
        return DRAWINGS[arguments[0]](arguments[1:])
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("Which folder? python -m ui.lab.handbook docs", file=sys.stderr)
        return 2
    for place, text in pages():
        file = Path(arguments[0]) / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
