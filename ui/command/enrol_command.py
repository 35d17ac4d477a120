"""`companion enrol`."""

import argparse

from ui.command.later import not_built_yet


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rest", nargs="*", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    raise not_built_yet("enrol", "Until then the eyes know the kit's own dice and cards.")
