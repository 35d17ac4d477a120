"""`companion rules`: a game's rules in our words, its switches and its notation."""

import argparse
import difflib
import json
from collections.abc import Mapping

from companion.asks import Say
from companion.game import AnyGame
from companion.games import all_games, find_game
from companion.house_rules import switches
from companion.rulebook import RuleText, rulebook, table_rules
from companion.words import game_words
from ui.command.errors import DONE, USAGE, CommandError
from ui.settings import settings_in_force

TABLE = "table"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", help="the game, or table for the rules of the table itself; without one, the list"
    )
    parser.add_argument("id", nargs="?", help="the id of one rule, like A17")
    parser.add_argument("--lang", choices=("de", "en"), help="the language (built in: that of the settings)")
    parser.add_argument("--notation", action="store_true", help="moves, positions and options as JSON Schema")
    parser.add_argument("--options", action="store_true", help="the house-rule switches")


def run(args: argparse.Namespace) -> int:
    language = args.lang or settings_in_force(args.set).settings.table.language
    if not args.game:
        for name, game in all_games().items():
            low, high = game.about.seats
            print(f"{name}: {game.about.title}, {low} to {high} seats, from {game.about.age} years")
        print(f"{TABLE}: what holds at every table, whatever is played")
        return DONE
    if args.game == TABLE:
        _show_rules("the rules of the table", table_rules(), args.id, language)
        return DONE
    game = the_game(args.game)
    if args.notation:
        print(json.dumps(game.notation(), ensure_ascii=False, indent=1))
    elif args.options:
        _show_options(game, language)
    else:
        _show_rules(game.about.title, rulebook(game), args.id, language)
    return DONE


def the_game(name: str) -> AnyGame:
    """The game called *name*, or a usage error that names the nearest one."""
    try:
        return find_game(name)
    except KeyError as error:
        near = difflib.get_close_matches(name.lower(), [*all_games(), TABLE], n=1)
        hint = f"Did you mean {near[0]}?" if near else "companion rules lists them."
        raise CommandError(f"{error.args[0]}.", hint, USAGE) from error


def _show_rules(title: str, rules: Mapping[str, RuleText], rule_id: str | None, language: str) -> None:
    if rule_id is None:
        for name, rule in rules.items():
            _show_rule(name, rule, language)
        return
    found = next((name for name in rules if name.lower() == rule_id.lower()), None)
    if found is None:
        near = difflib.get_close_matches(rule_id.upper(), list(rules), n=3)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"Known are {', '.join(rules)}."
        raise CommandError(f"There is no rule {rule_id} in {title}.", hint, USAGE)
    _show_rule(found, rules[found], language)


def _show_rule(name: str, rule: RuleText, language: str) -> None:
    options = f" (house rule: {', '.join(rule.options)})" if rule.options else ""
    print(f"{name}  {rule.title.get(language, '')}\n    {rule.text(language)}{options}")


def _show_options(game: AnyGame, language: str) -> None:
    words = game_words(game)
    for switch in switches(game):
        told = words.say(Say(f"option.{switch.name}"), language)
        print(f"{switch.name} = {json.dumps(switch.default)}  ({switch.allowed})  {told}")
