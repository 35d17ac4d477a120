"""Reads labelled pictures with one number of the eyes changed, in a process of its own.

`python -m ui.lab.bench.changed`: a `Reading` comes in, the scores of its sources go out, both as JSON.
"""

import sys
from pathlib import Path

from msgspec import json

from ui.lab.bench.limits import Reading, change


def main() -> None:
    reading = json.decode(sys.stdin.buffer.read(), type=Reading)
    if reading.limit is not None:
        change(reading.limit)
    from ui.lab.bench.scoring import score, total  # noqa: PLC0415  (the eyes are loaded now)
    from vision.read import read_paths  # noqa: PLC0415

    scores = {}
    for source in reading.sources:
        paths = [Path(path) for path in source.rows]
        lines = read_paths(paths, [source.want], source.deck, keep_in=Path(reading.keep_in))
        scores[source.name] = total(score(source.rows[line["file"]], line, source.want) for line in lines)
    sys.stdout.buffer.write(json.encode(scores))


if __name__ == "__main__":
    main()
