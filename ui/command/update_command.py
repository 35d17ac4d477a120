"""`companion update`: a new version, tried before it is used; and the way back."""

import argparse
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.asks import Say
from ui.command.speech import DONE, USAGE, CommandError, flags, language_of, said, worded
from ui.screen.language import screen_words
from ui.settings import journal_file
from ui.update import steps
from ui.update.bundle import NoRelease, read_bundle
from ui.update.releases import Releases, here


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", nargs="?", metavar="SOURCE")
    flags(parser, "--back", "--unsigned", "--older", "--list")


def run(args: argparse.Namespace) -> int:
    releases, words, language = here(), screen_words(), language_of(args)
    if args.list:
        return _list(releases, language)
    if releases is None:
        raise CommandError(
            "This companion was not put here by the kit's installer, so it does not update itself.",
            "In the project's folder: git pull, then make env; or install the kit with .kit/install.",
        )
    now, updater = datetime.now(), steps.Updater(releases, journal_file(), steps.RealWorks())
    with said(language, "Nothing is lost: the journal and the version before are there.", words=words):
        if args.back:
            print(worded(language, "In use again: {name}.", name=updater.go_back(now).name))
            return DONE
        source = Path(args.source) if args.source else _found(releases, language)
        if not source.exists():
            what, how = "There is no {source}.", "Name a release file or a folder."
            raise CommandError(what, how, USAGE, source=source)
        if doubt := _doubt(source, args):
            unproven = doubt.key in ("update.unsigned", "update.unknown_key")
            agree = "Nothing was changed. Agree with --unsigned." if unproven else "Nothing was changed."
            raise CommandError(f"{source.name}: {words.say(doubt, language)}", agree)

        def tell(says: Say) -> None:
            print(words.say(says, language), flush=True)

        done = updater.update(str(source.resolve()), now, tell)
    what = "Done: {name} is in use. 'companion update --back' leads back."
    print(worded(language, what, name=done.release.name))
    if done.backup is not None:
        print(worded(language, "The journal as it was: {file}", file=done.backup))
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
        raise CommandError(
            "There is no newer version at hand.",
            "Plug in a stick with table-companion-….bundle, or name it: companion update FILE.",
        )
    print(worded(language, "From {file}", file=found))
    return found


def _list(releases: Releases | None, language: str) -> int:
    if releases is None or not releases.all():
        none = "No versions of the kit's installer are here; this one runs from its own environment."
        print(worded(language, none))
        return DONE
    current = releases.current()
    for release in releases.all():
        used = worded(language, "in use") if release.resolve() == current else ""
        print(f"{release.name}  {used}".rstrip())
    return DONE
