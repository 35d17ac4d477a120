"""`companion run` (or just `companion`): the touchscreen app."""

import argparse
import os
import sys

from ui.command.speech import DONE, CommandError, flags
from ui.settings import settings_in_force


def arguments(parser: argparse.ArgumentParser) -> None:
    flags(parser, "--or-demo", "--safe")


def run(args: argparse.Namespace) -> int:
    from ui import lifeline  # noqa: PLC0415
    from ui.screen.display import NO_DISPLAY, display_problem  # noqa: PLC0415

    problem = lifeline.wait_while(display_problem, NO_DISPLAY)
    if problem is not None:
        return _without_display(problem, args)
    from ui.house import open_house  # noqa: PLC0415  (everything is loaded only now)
    from ui.screen.window import DisplayError  # noqa: PLC0415

    loaded = settings_in_force(args.set)
    for trouble in loaded.problems:
        print(trouble, file=sys.stderr)
    try:
        with open_house(loaded, safe=args.safe) as house:
            again = house.show(lifeline.hold)
    except DisplayError as error:
        return _without_display(str(error), args)
    if again:  # as a new program: a window cannot be opened twice
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    return DONE


def _without_display(problem: str, args: argparse.Namespace) -> int:
    if not args.or_demo:
        raise CommandError(problem, "")
    from ui.command import main  # noqa: PLC0415

    print(problem, file=sys.stderr, flush=True)
    return main(["demo", "--headless"])
