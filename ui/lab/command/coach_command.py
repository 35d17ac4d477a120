"""`companion coach`: what perfect play would have been, the odds of a hand, and whether the dice are fair."""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.asks import Kind, Say
from companion.game import AnyGame
from companion.journal import Entry
from companion.lab.deeds import Figure, deeds_of, figures
from companion.people.luck import SHARES, Luck, alone
from companion.rulings import Verdict
from companion.table.entries import Corrected, Heard, read_body
from companion.words import Words, game_words, languages
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError
from ui.command.the_journal import replayed

if TYPE_CHECKING:
    from companion.games.abstrac.lab.drawing import Judged


USAGES = {
    "abstrac": "companion coach abstrac RECORD",
    "odds": "companion coach odds abspecken HAND",
    "dice": "companion coach dice RECORD…",
    "deeds": "companion coach deeds RECORD…",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", choices=tuple(USAGES), help="a match, a hand, the dice, or what everybody has done"
    )
    parser.add_argument(
        "of", nargs="+", metavar="RECORD", help="; ".join(USAGES.values()).replace("companion coach ", "")
    )
    parser.add_argument("--svg", metavar="FILE", help="abstrac: draw it as well, a file for each deal")
    parser.add_argument("--top", metavar="CARD", help="odds: the card on the own pile, for the Piggy Die")
    parser.add_argument("--json", action="store_true", help="odds, dice and deeds: as JSON")
    parser.add_argument("--lang", choices=languages(), help="the language (default: that of the settings)")


def run(args: argparse.Namespace) -> int:
    if args.svg and args.what != "abstrac":
        raise CommandError("--svg is only for coach abstrac.", "Leave it away.", USAGE)
    if args.what == "abstrac":
        return _abstrac(args)
    if args.what == "deeds":
        return _deeds(args)
    return _dice(args) if args.what == "dice" else _odds(args)


# --- a match of Abstrac ---


def _abstrac(args: argparse.Namespace) -> int:
    from companion.games.abstrac.lab.drawing import as_text, reviews  # noqa: PLC0415  (only this needs the solver)

    _only(args, 1)
    _, replay = replayed(args.of[0], args.language)
    if replay.game.about.name != "abstrac":
        raise CommandError(
            f"{args.of[0]} is a record of {replay.game.about.title}.", "This coach only knows Abstrac.", USAGE
        )
    if not replay.good:
        raise CommandError(
            f"{args.of[0]} does not hold.",
            "companion replay RECORD --verify says where; nothing was judged.",
        )
    words, deals = game_words(replay.game), reviews(replay.line.state)
    if not deals:
        raise CommandError("No deal of this match is finished yet.", "Play one to its end first.")
    drawn = _draw(Path(args.svg), deals, words, args.language) if args.svg else ()
    print("\n\n".join(as_text(deal, words, args.language) for deal in deals))
    for place in drawn:
        print(f"Written to {place}")
    return DONE


def _draw(file: Path, deals: Sequence["Judged"], words: Words, language: str) -> tuple[Path, ...]:
    """One deal goes to *file*, more of them to files with their number."""
    from companion.games.abstrac.lab.drawing import as_svg  # noqa: PLC0415

    numbered = tuple(file.with_stem(f"{file.stem}-{number}") for number in range(1, len(deals) + 1))
    places = numbered if len(deals) > 1 else (file,)
    for place, deal in zip(places, deals, strict=True):
        try:
            place.write_text(as_svg(deal, words, language), "utf-8")
        except OSError as error:
            raise CommandError(
                f"{place} cannot be written ({error.strerror}).", "Choose another file."
            ) from error
    return places


# --- a hand of ABspecken ---


def _odds(args: argparse.Namespace) -> int:
    from companion.games.abspecken.lab.odds import (  # noqa: PLC0415
        ROLLS,
        best_discard,
        opening_hands,
        piggy_gain,
        rolls,
        rolls_with_a_discard,
    )

    game, hand = _only(args, 2)
    if game.lower() != "abspecken":
        raise CommandError(f"There are no odds for {game}.", f"Use: {USAGES['odds']}.", USAGE)
    cards = _hand(hand)
    good = rolls_with_a_discard(cards)
    odds = {
        "hand": list(cards),
        "rolls_with_a_discard": good,
        "of_rolls": ROLLS,
        "chance": round(good / ROLLS, 4),
        "mean_best_points": round(sum(best_discard(cards, roll) for roll in rolls()) / ROLLS, 3),
    }
    if args.top:
        odds["piggy_gain"] = round(piggy_gain(cards, _card(args.top)), 3)
    opening = [rolls_with_a_discard(other) for other in opening_hands()]
    odds["opening_hands_with_less_chance"] = sum(n < good for n in opening)
    odds["opening_hands"] = len(opening)
    print(json.dumps(odds) if args.json else _odds_in_words(odds))
    return DONE


def _hand(word: str) -> tuple[str, ...]:
    from companion.games.abspecken.state import COPIES, NUMBERS  # noqa: PLC0415

    cards = tuple(sorted(word.replace(",", "").replace(" ", "")))
    unknown = sorted(set(cards) - set(NUMBERS))
    many = [card for card in NUMBERS if cards.count(card) > COPIES]
    if unknown or not cards:
        raise CommandError(
            f"There is no card {unknown[0] if unknown else ''!r}.", "Write a hand like 11346.", USAGE
        )
    if many:
        raise CommandError(
            f"There are only {COPIES} cards with a {many[0]}.", "Write a hand like 11346.", USAGE
        )
    return cards


def _card(word: str) -> str:
    from companion.games.abspecken.state import NUMBERS  # noqa: PLC0415

    if word not in NUMBERS:
        raise CommandError(f"There is no card {word!r}.", "Give one from 1 to 6.", USAGE)
    return word


def _odds_in_words(odds: Mapping[str, Any]) -> str:
    lines = [
        f"{' '.join(odds['hand'])}: {odds['rolls_with_a_discard']} of {odds['of_rolls']} rolls let this hand"
        f" discard ({100 * odds['chance']:.1f} %), {odds['mean_best_points']:g} points on average at best.",
        f"Of the {odds['opening_hands']} possible opening hands"
        f" {odds['opening_hands_with_less_chance']} have a smaller chance.",
    ]
    if "piggy_gain" in odds:
        lines.append(f"With the Piggy Die it is {odds['piggy_gain']:+g} points on average.")
    return "\n".join(lines)


# --- the dice of some records ---


def _dice(args: argparse.Namespace) -> int:
    counts: dict[str, Counter[str]] = {}
    for name in args.of:
        entries, _ = replayed(name, args.language)
        for kind, seen in rolled(entries).items():
            counts.setdefault(kind, Counter()).update(seen)
    verdicts = tuple(judged(counts))
    if not verdicts:
        raise CommandError("No dice were rolled in this record.", "Name the record of a game with dice.")
    if args.json:
        print(json.dumps([{**msgspec.to_builtins(v), **_figures(v)} for v in verdicts]))
    else:
        print("\n".join(line for verdict in verdicts for line in fairness_in_words(verdict)))
        print("Dice of one kind are counted together, for a record does not know which of them was which.")
    return NOT_HELD if any(verdict.odd for verdict in verdicts) else DONE


def _figures(verdict: Luck) -> dict[str, object]:
    """What is worked out from the counts."""
    return {"rolls": verdict.rolls, "enough": verdict.enough, "odd": verdict.odd}


# --- what everybody has done ---


def _deeds(args: argparse.Namespace) -> int:
    game, figures = counted(args.of, args.language)
    if args.json:
        print(json.dumps(msgspec.to_builtins(figures)))
    else:
        print("\n".join(deeds_in_words(game, figures, args.language)))
    return DONE


def _only(args: argparse.Namespace, count: int) -> list[str]:
    if len(args.of) != count:
        raise CommandError("That is not what this coach looks at.", f"Use: {USAGES[args.what]}.", USAGE)
    return list(args.of)


# --- are the real dice fair? A chi-square test over the rolls of records, and how much it can show at all ---


def rolled(entries: Iterable[Entry]) -> dict[str, Counter[str]]:
    """How often each face was rolled, as it was accepted, or corrected later."""
    rolls: dict[int, Mapping[str, Iterable[object]]] = {}
    for entry in entries:
        try:
            body = read_body(entry)
        except msgspec.ValidationError:
            continue  # the replay has reported it
        if not isinstance(body, (Heard, Corrected)) or body.ruling.verdict is not Verdict.ACCEPTED:
            continue
        if isinstance(body, Heard) and body.fact.kind is Kind.DICE and isinstance(body.fact.value, dict):
            rolls[entry.id] = body.fact.value
        elif isinstance(body, Corrected) and body.corrects in rolls and body.fact is not None:
            rolls[body.corrects] = body.fact.value
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for roll in rolls.values():
        for kind, faces in roll.items():
            if kind in SHARES and isinstance(faces, (list, tuple)):
                counts[kind].update(str(face) for face in faces if str(face) in SHARES[kind])
    return dict(counts)


def judged(counts: Mapping[str, Counter[str]]) -> Iterator[Luck]:
    """Each kind of dice against a fair one."""
    return (alone("", kind, seen) for kind, seen in counts.items())


def fairness_in_words(verdict: Luck) -> Iterator[str]:
    """For people, with what the number of rolls allows to say."""
    faces = ", ".join(f"{face} {count}×" for face, count in verdict.counts.items())
    yield f"{verdict.kind}: {verdict.rolls} rolls: {faces}"
    if not verdict.enough:
        yield "  Too few rolls to say anything: each face should have had its chance at least five times."
        return
    odd = f"a fair die looks at least this odd in {100 * verdict.chance:.1f} % of cases"
    yield f"  chi-square {verdict.chi_square:g}; {odd}."
    if verdict.odd:
        yield "  That is rare, yet one fair die in 100 does so: roll it some hundred times more to be sure."
    else:
        yield "  Nothing speaks against it."
    yield (
        f"  With so many rolls a face that comes up {100 * verdict.noticeable:.0f} % of the time instead of"
        " 17 % would most likely be noticed, a smaller fault would not."
    )


# --- `companion coach deeds`: what everybody has done over the games of some records ---


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


def deeds_in_words(game: AnyGame, figures: Sequence[Figure], language: str) -> Iterator[str]:
    """For people, seat by seat."""
    words = game_words(game)
    for seat in dict.fromkeys(figure.seat for figure in figures):
        yield seat
        for figure in figures:
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
