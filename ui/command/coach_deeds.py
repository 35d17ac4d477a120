"""`companion coach deeds`: what everybody has done over the games of some records."""

from collections.abc import Iterator, Sequence

from companion.asks import Say
from companion.deeds import Figure, deeds_of, figures
from companion.game import AnyGame
from companion.journal import Entry
from companion.words import game_words
from ui.command.errors import USAGE, CommandError
from ui.command.record_file import replayed


def counted(names: Sequence[str], language: str) -> tuple[AnyGame, tuple[Figure, ...]]:
    """The game of the records *names*, and what is counted in them."""
    records: list[Sequence[Entry]] = []
    games: dict[str, AnyGame] = {}
    for name in names:
        entries, replay = replayed(name, language)
        records.append(entries)
        games[replay.game.about.name] = replay.game
    if len(games) > 1:
        titles = " and ".join(sorted(game.about.title for game in games.values()))
        raise CommandError(f"These are records of {titles}.", "Name records of one game only.", USAGE)
    game = next(iter(games.values()))
    if not deeds_of(game):
        raise CommandError(f"Nothing is counted in {game.about.title}.", "Try coach dice instead.", USAGE)
    return game, figures(game, records)


def in_words(game: AnyGame, told: Sequence[Figure], language: str) -> Iterator[str]:
    """For people, seat by seat."""
    words = game_words(game)
    for seat in dict.fromkeys(figure.seat for figure in told):
        yield seat
        for figure in told:
            if figure.seat == seat:
                told_figure = written(figure)
                if figure.even is not None:
                    pays = Say("deed.even", {"n": round(100 * figure.even)})
                    told_figure += f" ({words.say(pays, language)})"
                yield f"  {words.say(figure.says, language)}: {told_figure}"


def written(figure: Figure) -> str:
    """The figure, how often it was tried, and how sure it is."""
    if figure.low is None or figure.high is None:
        return f"{figure.figure:.1f} ({figure.tries}×)"
    done = round(figure.figure * figure.tries)
    text = f"{done}/{figure.tries} = {100 * figure.figure:.0f} %"
    return f"{text} [{100 * figure.low:.0f}–{100 * figure.high:.0f} %]"
