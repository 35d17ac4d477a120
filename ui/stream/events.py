"""What a stranger may know of a table: the public view, what was said aloud, what is waited for. Pure."""

from typing import Any

from companion.asks import JSON, Ask, Say
from companion.game import AnyGame
from companion.rulings import Importance
from companion.table import Announcement, Table
from companion.words import game_words
from ui.announcer import for_ears


def event_of(announced: Announcement, table: Table, language: str) -> JSON:
    """One ruling as it is announced to everybody; only that it happened where it is for one seat alone."""
    if announced.secret:
        return {"event": "ruling", "entry": announced.entry, "by": announced.by, "secret": True, "notes": []}
    ruling = announced.ruling
    notes = [n for n in ruling.notes if n.importance is not Importance.PRIVATE]
    return {
        "event": "ruling",
        "entry": announced.entry,
        "by": announced.by,
        "seat": announced.fact.seat if announced.fact else "",
        "kind": announced.fact.kind.value if announced.fact else "",
        "sure": announced.fact.sure if announced.fact else 1.0,
        "verdict": ruling.verdict.value,
        "rule": ruling.rule,
        "why": say(table.game, ruling.why, language) if ruling.why else "",
        "notes": [
            {"says": say(table.game, n.says, language), "rule": n.rule, "points": n.points} for n in notes
        ],
    }


def snapshot(table: Table, language: str) -> JSON:
    """The table as its screen shows it to all."""
    view, game = table.view, table.game
    return {
        "event": "table",
        "game": game.about.title,
        "phase": say(game, view.phase, language),
        "over": table.over,
        "people": [
            {
                "seat": panel.seat,
                "score": panel.score,
                "turn": panel.turn,
                "stats": [f"{say(game, stat.label, language)} {stat.value}" for stat in panel.stats],
            }
            for panel in view.panels
        ],
        "dice": [{"kind": die.kind, "value": die.value, "barred": die.barred} for die in view.dice],
        "piles": [
            {"label": say(game, pile.label, language), "cards": list(pile.cards), "count": pile.count}
            for pile in view.piles
        ],
        "sheet": [[say(game, row.label, language), *row.cells] for row in view.sheet],
        "asks": [_ask(game, ask, language) for ask in table.asks if not ask.secret],
    }


def _ask(game: AnyGame, ask: Ask, language: str) -> dict[str, Any]:
    says = say(game, ask.prompt, language)
    return {"id": ask.id, "kind": ask.kind.value, "seats": list(ask.seats), "says": says}


def say(game: AnyGame, says: Say, language: str) -> str:
    return game_words(game).say(for_ears(says), language)  # there is no drawing beside it
