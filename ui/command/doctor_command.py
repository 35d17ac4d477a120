"""`companion doctor`."""

import argparse

from ui.command.later import not_built_yet


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rest", nargs="*", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    raise not_built_yet("doctor", "Until then look at the start page: it names every device that is missing.")
