"""A page for every game: what it needs, its house rules, and all its rules in our words."""

import json
from collections.abc import Iterable, Iterator

from companion.asks import Say
from companion.game import AnyGame
from companion.games import all_games
from companion.rulebook import rulebook, switches
from companion.seats import seats_in_words
from companion.words import game_words, languages, words_of
from ui.screen.language import Speaker

DECK_OF = {"abspecken": "abspecken", "abi94": "abi94", "wobble": "wobble", "abstrac": "french"}
PYRAMID = ("cui_bono", "dice_march", "forced_memory", "pack_rat", "squeeze_play", "sums")


def _said(language: str) -> dict[str, str]:
    """The page's own words."""
    words = words_of("ui.lab.handbook")
    return {key: words.sentence(key, language) or "" for key in words}


def ending_of(language: str) -> str:
    """What the name of a page in *language* ends with."""
    return "" if language == languages()[0] else f".{language}"


def games_page(language: str) -> str:
    """The list of all games, with a link to each; after the others those with what everybody has."""
    said, games = _said(language), all_games().values()
    others, at_home = ([game for game in games if game.about.at_home is at] for at in (False, True))
    home = Speaker(language)("choose.at_home")
    parts = [f"# {said['list']}\n", f"{said['made']}\n", *_table(others, language)]
    return "\n".join([*parts, f"\n## {home}\n", *_table(at_home, language)]) + "\n"


def _table(games: Iterable[AnyGame], language: str) -> Iterator[str]:
    yield from (_said(language)["row_head"], "|---|---|---|---|")
    for game in games:
        about, (low, high) = game.about, game.about.seats
        seats = f"{low}" if low == high else f"{low}–{high}"
        page = f"{about.name}{ending_of(language)}.md"
        yield f"| [{Speaker(language).title(game)}]({page}) | {seats} | {about.minutes} | {about.age} |"


def game_page(game: AnyGame, language: str) -> str:
    """One game on one page."""
    said, about, words = _said(language), game.about, game_words(game)
    title = Speaker(language).title(game)
    seats = words.say(seats_in_words(about.seats), language)
    facts = said["facts"].format(seats=seats, minutes=about.minutes, age=about.age)
    needs = [f"- {words.say(Say(key), language)}" for key in about.needs]
    return "\n".join(
        [
            f"# {title}\n",
            f"{said['made']}\n",
            f"{facts}\n",
            f"![{title}: {said['screen']}]({picture_of(about.name, language)})\n",
            f"## {said['needs']}\n",
            *needs,
            *(_commands(about.name) if language == "en" else ()),  # once is enough
            *_options(game, language),
            *_rules(game, language),
            "",
        ]
    )


def picture_of(name: str, language: str) -> str:
    """Where the picture of a game's screen lies, as seen from its page."""
    return f"../pictures/games/{name}.{language}.png"


def _commands(name: str) -> list[str]:
    prints = [f"companion print sheet {name} -o sheet.pdf"]
    if name in DECK_OF:
        prints.insert(0, f"companion print cards {DECK_OF[name]} -o cards.pdf")
    if name in PYRAMID:
        prints.insert(0, "companion print mat pyramid -o mat.pdf")
    shown = f"companion demo {name} --headless --no-frames --quiet"
    said = _said(languages()[0])
    picture = f"cards-{DECK_OF[name]}" if name in DECK_OF else "mat-pyramid" if name in PYRAMID else ""
    seen = [f"\n![{said['print']}](../pictures/{picture}.svg)"] if picture else []
    printing = [f"\n## {said['print']}\n", "```sh", *prints, "```", *seen]
    return [*printing, f"\n## {said['try']}\n", "```sh", shown, "```"]


def _options(game: AnyGame, language: str) -> list[str]:
    said, words = _said(language), game_words(game)
    rows = [
        f"| `{switch.name}` | `{json.dumps(switch.default, ensure_ascii=False)}` | {_cell(switch.allowed)} | "
        f"{_cell(words.say(Say(f'option.{switch.name}'), language))} |"
        for switch in switches(game)
    ]
    return [f"\n## {said['options']}\n", said["option_head"], "|---|---|---|---|", *rows] if rows else []


def _rules(game: AnyGame, language: str) -> list[str]:
    said = _said(language)
    lines = [f"\n## {said['rules']}\n"]
    for rule_id, rule in rulebook(game).items():
        label = rule.label(game_words(game), language)
        switched = [f"`{option}`" for option in rule.options]
        title, handled = rule.title(language), ", ".join([label, *switched])
        lines.append(f"- **{rule_id} {title}** {rule.text(language)} *({handled})*")
    return lines


def _cell(text: object) -> str:
    return str(text).replace("|", "/")
