"""`companion club`: one page about all tables of a club evening."""

import argparse
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from companion.journal.connect import FromTheFuture, MigrationFailed
from ui.command.speech import USAGE, CommandError, flags, worded
from ui.settings import make_private, place_for_data, settings_in_force


def arguments(parser: argparse.ArgumentParser) -> None:
    flags(parser, "--network")


def run(args: argparse.Namespace) -> int:
    from ui.stream.club.hall import Hall, page_in  # noqa: PLC0415  (not for one that only shows its options)
    from ui.stream.server import own_address  # noqa: PLC0415

    club, file = settings_in_force(args.set).settings.club, place_for_data() / "league.sqlite"
    if not club.mqtt:
        raise CommandError("club.no_broker", code=USAGE)
    make_private(file.parent)
    with TemporaryDirectory() as folder:
        try:
            hall = Hall(club, file, Path(folder))
            server = page_in(Path(folder), club.port, args.network)
        except (sqlite3.Error, FromTheFuture, MigrationFailed, OSError) as error:
            raise CommandError("club.not_opened", file=file, why=error) from error
        hall.attend(0)
        Thread(target=server.serve_forever, daemon=True).start()
        where = f"http://{own_address() if args.network else 'localhost'}:{club.port}/"
        print(worded(args.language, "club.page", where=where), flush=True)
        while True:
            hall.attend(1.0)
