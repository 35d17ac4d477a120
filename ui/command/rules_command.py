"""`companion rules`: a game's rules in our words, its switches and its notation."""

import argparse
import difflib
import json
from collections.abc import Mapping, Sequence

import msgspec

from companion.asks import Say
from companion.game import AnyGame, Options, WrongOptionsError
from companion.games import all_games, find_game
from companion.rulebook import RuleText, rulebook, switches, table_rules
from companion.seats import seats_in_words
from companion.words import Words, game_words, languages, words_of
from ui.command.speech import DONE, USAGE, CommandError, worded

TABLE = "table"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?")
    parser.add_argument("id", nargs="?")
    parser.add_argument("--lang", choices=languages())
    parser.add_argument("--notation", action="store_true")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--options", action="store_true")


def run(args: argparse.Namespace) -> int:
    if not args.game:
        _list(words_of("companion.table"), args.language)
        return DONE
    if args.game == TABLE:
        title = worded(args.language, "rules.table")
        _show_rules(title, table_rules(), args.id, words_of("companion.table"), args.language)
        return DONE
    game = the_game(args.game)
    if args.notation:
        print(json.dumps(game.notation(), ensure_ascii=False, indent=1))
    elif args.options:
        _show_options(game, args.language)
    else:
        rules = rulebook(game, the_options(game, args.option, args.language))
        _show_rules(game.about.title, rules, args.id, game_words(game), args.language)
    return DONE


def the_game(name: str) -> AnyGame:
    """The game called *name*, or a usage error that names the nearest one."""
    try:
        return find_game(name)
    except KeyError as error:
        near = difflib.get_close_matches(name.lower(), [*all_games(), TABLE], n=1)
        raise CommandError("rules.no_game", code=USAGE, name=name, near=near) from error


def _list(words: Words, language: str) -> None:
    for name, game in all_games().items():
        about = game.about
        facts = {"seats": seats_in_words(about.seats), "age": about.age}
        print(f"{name}: {about.title}, {words.say(Say('facts.game', facts), language)}")
    print(f"{TABLE}: {words.say(Say('facts.table'), language)}")


def the_options(game: AnyGame, typed: Sequence[str], language: str) -> Options:
    """The house rules as they were *typed*, or a usage error that says what is wrong with them."""
    try:
        return game.read_options(dict(word.partition("=")[::2] for word in typed))
    except (msgspec.ValidationError, WrongOptionsError) as error:
        says = error.refusal.says if isinstance(error, WrongOptionsError) else None
        wrong = says or Say("table.bad_options", {"why": str(error)})
        raise CommandError(
            game_words(game).say(wrong, language), options_hint(game, language), USAGE
        ) from error


def options_hint(game: AnyGame, language: str) -> str:
    """Where the house rules of *game* are listed."""
    return game_words(game).say(Say("facts.options_listed", {"game": game.about.name}), language)


def _show_rules(
    title: str, rules: Mapping[str, RuleText], rule_id: str | None, words: Words, language: str
) -> None:
    if rule_id is None:
        for name, rule in rules.items():
            _show_rule(name, rule, words, language)
        return
    found = next((name for name in rules if name.lower() == rule_id.lower()), None)
    if found is None:
        near = ", ".join(difflib.get_close_matches(rule_id.upper(), list(rules), n=3))
        gaps = {"rule": rule_id, "title": title, "near": near, "known": ", ".join(rules)}
        raise CommandError("rules.no_rule", code=USAGE, **gaps)
    _show_rule(found, rules[found], words, language)


def _show_rule(name: str, rule: RuleText, words: Words, language: str) -> None:
    label = rule.label(words, language)
    switch = (
        f" · {words.say(Say('rule.switch'), language)}: {', '.join(rule.options)}" if rule.options else ""
    )
    print(f"{name}  {rule.title(language)}\n    {rule.text(language)}\n    ({label}{switch})")
    if other := rule.other(language):
        print(f"    {words.say(Say('rule.other', {'other': other}), language)}")


def _show_options(game: AnyGame, language: str) -> None:
    words = game_words(game)
    for switch in switches(game):
        sentence = words.say(Say(f"option.{switch.name}"), language)
        print(f"{switch.name} = {json.dumps(switch.default)}  ({switch.allowed})  {sentence}")
