"""`companion referee`: a game over JSON lines, so that any program can drive or check the referee."""

import argparse
import sys

from companion.lab.referee_loop import RefereeLoop
from companion.table import CannotStart
from companion.words import game_words, languages
from ui.command.rules_command import options_hint, the_game
from ui.command.speech import DONE, USAGE, CommandError


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the game")
    parser.add_argument("--seats", default="", metavar="A,B,…", help="names, clockwise")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    parser.add_argument("--lang", choices=languages(), default="", help="the language spoken")


def run(args: argparse.Namespace) -> int:
    game = the_game(args.game)
    seats = [name.strip() for name in args.seats.split(",") if name.strip()]
    options = dict(word.partition("=")[::2] for word in args.option)
    try:
        loop = RefereeLoop(game, seats, options, args.lang)
    except CannotStart as error:
        hint = options_hint(game, args.lang)
        raise CommandError(game_words(game).say(error.says, args.lang), hint, USAGE) from error
    for line in sys.stdin.buffer:  # bytes: what is no text is answered as well
        if line.strip():
            print(loop.answer(line.decode("utf-8", "replace").rstrip("\r\n")), flush=True)
    return DONE
