"""Which of the machine's GPIO chips carries the 40-pin header: found by its label, for its number changes."""

import errno
from collections.abc import Iterable
from pathlib import Path

HEADER_LABELS = (
    "pinctrl-rp1",
    "pinctrl-bcm2711",
    "pinctrl-bcm2835",
    "gpio-sim",
)  # Pi 5, Pi 4, older, simulated


def header_chip(wanted: str = "", paths: Iterable[Path] | None = None) -> str:
    """The path of the chip with the label (or the path) *wanted*; without a wish, of the one with the header.

    Raises FileNotFoundError where there is none and PermissionError where it may not be opened.
    """
    if wanted.startswith("/"):
        return wanted
    labels, forbidden = _labels(paths if paths is not None else sorted(Path("/dev").glob("gpiochip*")))
    for label in (wanted,) if wanted else HEADER_LABELS:
        for path, found in labels.items():
            if found == label or (found.startswith(label) and not found[len(label) :][:1].isalnum()):
                return path
    if forbidden:
        raise forbidden
    raise FileNotFoundError(errno.ENODEV, "no GPIO chip with the header", wanted or None)


def _labels(paths: Iterable[Path]) -> tuple[dict[str, str], PermissionError | None]:
    import gpiod  # noqa: PLC0415

    labels: dict[str, str] = {}
    forbidden = None
    for path in paths:
        try:
            with gpiod.Chip(str(path)) as chip:
                labels[str(path)] = chip.get_info().label
        except PermissionError as error:
            forbidden = error
        except OSError:  # not a GPIO chip after all
            continue
    return labels, forbidden
