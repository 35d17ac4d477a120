"""`companion update`: a new version, tried before it is used; and the way back."""

import argparse
from datetime import datetime
from pathlib import Path

from companion import __version__
from ui.command.errors import DONE, USAGE, CommandError
from ui.settings import journal_file
from ui.update.releases import Releases, here
from ui.update.signatures import what_is_wrong
from ui.update.sources import folder_of_the_first_time, is_newer, newest_wheel, places_for_wheels
from ui.update.steps import RealWorks, UpdateFailed, go_back, update


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", nargs="?", metavar="SOURCE",
        help="a wheel, an archive or the project's folder (built in: the newest wheel on a USB stick or in "
        "Downloads, else the folder it was installed from)",
    )  # fmt: skip
    parser.add_argument("--back", action="store_true", help="use the version before again")
    parser.add_argument(
        "--unsigned", action="store_true", help="take it without a good signature, on purpose"
    )
    parser.add_argument("--older", action="store_true", help="take it although it is no newer, on purpose")
    parser.add_argument("--list", action="store_true", help="only list the versions that are here")


def run(args: argparse.Namespace) -> int:
    releases = here()
    if args.list:
        return _list(releases)
    if releases is None:
        raise CommandError(
            "This companion was not put here by the kit's installer, so it does not update itself.",
            "In the project's folder: git pull, then make env; or install the kit with .kit/install.",
        )
    try:
        if args.back:
            release = go_back(releases, journal_file(), RealWorks())
            print(f"In use again: {release.name}.")
            return DONE
        source = args.source or _found(releases)
        if args.source and not Path(source).exists():
            raise CommandError(f"There is no {source}.", "Name a wheel, an archive or a folder.", USAGE)
        _examine(Path(source), args)
        done = update(
            releases, str(Path(source).resolve()), journal_file(), RealWorks(), datetime.now(), print
        )
    except UpdateFailed as error:
        raise CommandError(
            str(error), "Nothing is lost: the journal and the version before are there."
        ) from error
    print(f"Done: {done.release.name} is in use. 'companion update --back' leads back.")
    if done.backup is not None:
        print(f"The journal as it was: {done.backup}")
    return DONE


def _examine(source: Path, args: argparse.Namespace) -> None:
    """Refuse what nobody has signed and what is no newer, unless that is agreed to."""
    if not args.unsigned and (trouble := what_is_wrong(source)):
        raise CommandError(
            f"{source.name} is not used: {trouble}.",
            "Take a release that is signed; if you know where this one comes from, agree with --unsigned.",
        )
    if not args.older and not source.is_dir() and not is_newer(source, __version__):
        raise CommandError(
            f"{source.name} is no newer than {__version__}, which runs here.",
            "Agree with --older, or go back with companion update --back.",
        )


def _found(releases: Releases) -> str:
    current = releases.current()
    found = newest_wheel(places_for_wheels()) or (folder_of_the_first_time(current) if current else None)
    if found is None:
        raise CommandError(
            "There is no newer version at hand.",
            "Plug in a stick with the wheel table_companion-….whl, or name it: companion update FILE.",
        )
    print(f"From {found}")
    return str(found)


def _list(releases: Releases | None) -> int:
    if releases is None or not releases.all():
        print("No versions of the kit's installer are here; this one runs from its own environment.")
        return DONE
    current = releases.current()
    for release in releases.all():
        print(f"{release.name}{'  in use' if release.resolve() == current else ''}")
    return DONE
