"""A bot as one more player: it says what it would do, and a human hand does it.

It knows what the table knows, and its own cards if somebody has shown them to it. It never invents what a die
shows, and it leaves to the people what belongs to the whole table: building up, dealing, confirming.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from msgspec import Struct

from companion.asks import JSON, Ask, Fact, Kind, Say, Source
from companion.bots import bot_of
from companion.cards import Cards
from companion.cards import hand as sorted_hand
from companion.game import AnyGame, Move
from companion.rulings import Question

Places = tuple[int, ...]  # counted from the left, the first is 1
LEVELS = ("easy", "medium", "strong", "perfect")  # those that people may meet, the weakest first
ROLLS = ("roll", "test")  # moves that state what a real die shows
OF_THE_TABLE = ("begin", "built", "deal", "lead", "ready", "close", "no_toss")  # nobody's own decision
PAUSE_MS = 1500  # a bot that needs no time thinks for so long, so that people can follow
HOW_REPORTED = ("t", "within", "source", "uncertainty")  # of a move: when and by what, not what was done
NODES = 600  # positions that it may look at


class Advice(Struct, frozen=True):
    """What a bot would do now, and what hands have to do for it."""

    seat: str
    says: Say
    after_ms: int = 0  # how long it thinks about it
    move: JSON = None  # in the game's notation; None if hands have to do something first
    call: str = ""  # it calls by itself: it has no hand for a button
    hand: int = 0  # so many cards of its own have to be shown to it first
    anew: bool = True  # these are all its cards; else only those that are new at the right end of its row
    places: Places = ()  # of the cards in its row that it gives away with the move


class BotSeat(NamedTuple):
    """Where a bot sits, how well it plays, and the cards that it has been shown."""

    seat: str
    level: str
    row: Cards = ()


def advise(
    game: AnyGame, state: Any, asks: Sequence[Ask], bot_seat: BotSeat, random: Random
) -> Advice | None:
    """What the bot at *bot_seat* would do, or None if it waits."""
    seat, level, row = bot_seat
    mine = [ask for ask in asks if seat in ask.seats and ask.kind is not Kind.TIME]
    bot = bot_of(game)
    if not mine:
        return None
    needed = bot.hidden_cards(state, seat) if hasattr(bot, "hidden_cards") else 0
    if needed and len(row) != needed:
        return _wants_to_see(seat, row, needed)
    with_hand = {"hand": sorted_hand(row)} if needed else {}
    move: Move | None = bot.choose(state, seat, level, random, NODES, **with_hand)
    if move is None or _tag(game, move) in OF_THE_TABLE:
        return None
    if _tag(game, move) in ROLLS:
        return Advice(seat, Say("bot.rolls", {"seat": seat}))
    if game.refuse(state, move) is not None:
        return None
    after = int(bot.delay_ms(state, seat, level, random)) if hasattr(bot, "delay_ms") else PAUSE_MS
    calls = [ask.call for ask in mine if ask.kind is Kind.CALL and means(game, state, ask, ask.call, move)]
    if calls:
        says = Say("bot.calls", {"seat": seat, "call": f"@call.{calls[0]}|{calls[0].capitalize()}"})
        return Advice(seat, says, after, game.write_move(move), calls[0])
    places = leaving(bot, state, move, row) if needed else ()
    says = _says(seat, in_words(game, state, mine, move), places)
    return Advice(seat, says, after, game.write_move(move), places=places)


def _wants_to_see(seat: str, row: Cards, needed: int) -> Advice:
    """All its cards, or only the new ones while the others lie as they were shown."""
    new = needed - len(row)
    if row and new > 0:
        return Advice(seat, Say("bot.shows_new", {"seat": seat, "n": new}), hand=new, anew=False)
    return Advice(seat, Say("bot.shows_hand", {"seat": seat, "n": needed}), hand=needed)


def _says(seat: str, move: Say, places: Places) -> Say:
    """What hands have to do; where cards lie face down, which of them, so that nobody looks at the others."""
    if not places:
        return Say("bot.advises", {"seat": seat, "move": move})
    where = {"places": [str(place) for place in places], "n": len(places)}
    return Say("bot.advises_from_row", {"seat": seat, "move": move, **where})


def in_words(game: AnyGame, state: Any, asks: Sequence[Ask], move: Move) -> Say:
    """*move* as it stands on the button that would enter it, or as the game's bot puts it."""
    bot: ModuleType = bot_of(game)
    own: Say | None = bot.in_words(state, move) if hasattr(bot, "in_words") else None
    if own is not None:
        return own
    for ask in asks:
        for choice in ask.choices:
            if means(game, state, ask, choice.value, move):
                return choice.says
        if ask.kind in (Kind.CALL, Kind.CONFIRM) and means(game, state, ask, ask.call or True, move):
            return ask.prompt
    return Say("bot.number", {"n": getattr(move, "sum", getattr(move, "count", _tag(game, move)))})


def means(game: AnyGame, state: Any, ask: Ask, value: JSON, move: Move) -> bool:
    """Whether *value*, entered by *move*'s seat, answers *ask* with that very move."""
    heard = understood(game, state, ask, value, move.seat)
    return heard is not None and _timeless(game, heard) == _timeless(game, move)


def understood(game: AnyGame, state: Any, ask: Ask, value: JSON, seat: str) -> Move | None:
    """What *value* is, entered by *seat* as the answer to *ask*; None where that is no move."""
    try:
        heard = game.understand(state, ask, Fact(ask.kind, value, 0, Source.TOUCH, seat, ask.id))
    except (ValueError, TypeError, LookupError, AttributeError):
        return None
    return None if isinstance(heard, Question) else heard


def values(ask: Ask, move: Mapping[str, Any]) -> Iterator[JSON]:
    """Values of *ask* that might mean *move*."""
    match ask.kind:
        case Kind.CHOICE:
            yield from (choice.value for choice in ask.choices)
        case Kind.CALL:
            yield ask.call
        case Kind.CONFIRM:
            yield True
        case Kind.NUMBER:
            yield from (
                part for part in move.values() if isinstance(part, int) and not isinstance(part, bool)
            )
        case Kind.CARD:
            cards = [*move.get("cards", [move["card"]] if "card" in move else [])]
            yield {"place": ask.place, "cards": cards, **({"only": True} if move.get("only") else {})}


def _timeless(game: AnyGame, move: Move) -> Mapping[str, JSON]:
    written: dict[str, JSON] = game.write_move(move)
    return {key: value for key, value in written.items() if key not in HOW_REPORTED}


def _tag(game: AnyGame, move: Move) -> str:
    return str(game.write_move(move)["move"])


# --- the hidden cards of a bot: face down in a row before it, from left to right as it got them ---


def places_of(row: Cards, cards: Cards) -> Places:
    """Where *cards* lie in *row*; nothing if not all of them do."""
    left = list(row)
    found = []
    for card in cards:
        if card not in left:
            return ()
        place = left.index(card)
        left[place] = ""
        found.append(place + 1)
    return tuple(sorted(found))


def without_places(row: Cards, places: Places) -> Cards:
    """*row* pushed together after the cards at *places* have gone."""
    return tuple(card for place, card in enumerate(row, 1) if place not in places)


def leaving(bot: ModuleType, state: Any, move: Move, row: Cards) -> Places:
    """Which cards of *row* the bot gives away with its own *move*."""
    return places_of(row, bot.gives_up(state, move, row))


def row_after(bot: ModuleType, state: Any, seat: str, move: Move, row: Cards, given: Places = ()) -> Cards:
    """*row* of the bot at *seat* after *move* of anybody; empty if nobody knows any more what lies there.

    *given* are the places of the cards that the bot itself has just given away.
    """
    if given:
        return without_places(row, given)
    if bot.is_new_hand(state, move, seat):
        return ()
    return without_places(row, leaving(bot, state, move, row)) if move.seat == seat else row
