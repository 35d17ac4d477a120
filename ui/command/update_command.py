"""`companion update`: a new version, tried before it is used; and the way back."""

import argparse
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.asks import Say
from ui.command.speech import DONE, USAGE, CommandError, flags, said, worded
from ui.screen.language import screen_words
from ui.settings import journal_file
from ui.update import steps
from ui.update.bundle import NoRelease, read_bundle
from ui.update.releases import Releases, here


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", nargs="?", metavar="SOURCE")
    flags(parser, "--back", "--unsigned", "--older", "--list")


def run(args: argparse.Namespace) -> int:
    releases, words = here(), screen_words()
    if args.list:
        return _list(releases, args.language)
    if releases is None:
        raise CommandError("update.not_installed")
    now, updater = datetime.now(), steps.Updater(releases, journal_file(), steps.RealWorks())
    with said(args.language, "update.nothing_lost", words=words):
        if args.back:
            print(worded(args.language, "update.back", name=updater.go_back(now).name))
            return DONE
        source = Path(args.source) if args.source else _found(releases, args.language)
        if not source.exists():
            raise CommandError("update.no_source", code=USAGE, source=source)
        if doubt := _doubt(source, args):
            unproven = doubt.key in ("update.unsigned", "update.unknown_key")
            agree = "update.agree" if unproven else "nothing_changed"
            raise CommandError(f"{source.name}: {words.say(doubt, args.language)}", agree)

        def tell(says: Say) -> None:
            print(words.say(says, args.language), flush=True)

        done = updater.update(str(source.resolve()), now, tell)
    print(worded(args.language, "update.done", name=done.release.name))
    if done.backup is not None:
        print(worded(args.language, "update.kept", file=done.backup))
    return DONE


def _doubt(source: Path, args: argparse.Namespace) -> Say | None:
    """Why *source* is not used: broken; or signed by nobody, or no newer, unless that is agreed to."""
    doubt, version = "update.only_bundles", steps.version_of(source)
    if source.suffix == ".bundle":
        try:
            bundle = read_bundle(source)
        except (NoRelease, OSError) as error:
            return error.says if isinstance(error, NoRelease) else Say("update.no_release")
        doubt, version = bundle.doubt, bundle.version
    if doubt and not args.unsigned:
        return Say(doubt)
    if version and not args.older and steps.order(version) <= steps.order(__version__):
        return Say("update.no_newer", {"version": version, "now": __version__})
    return None


def _found(releases: Releases, language: str) -> Path:
    current, release = releases.current(), steps.newest_release(steps.places_for_releases())
    found = release.file if release else steps.folder_of_the_first_time(current) if current else None
    if found is None:
        raise CommandError("update.none")
    print(worded(language, "update.from", file=found))
    return found


def _list(releases: Releases | None, language: str) -> int:
    if releases is None or not releases.all():
        print(worded(language, "update.no_versions"))
        return DONE
    current = releases.current()
    for release in releases.all():
        used = worded(language, "update.in_use") if release.resolve() == current else ""
        print(f"{release.name}  {used}".rstrip())
    return DONE
