"""`companion calibrate`."""

import argparse

from ui.command.later import not_built_yet


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rest", nargs="*", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    raise not_built_yet("calibrate", "Until then the whole picture is the tray.")
