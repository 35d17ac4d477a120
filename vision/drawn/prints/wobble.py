"""Wobble: numbers and actions in four colours, grey and brown cards, and the tasks on the draw cards."""

from collections.abc import Iterable

from companion.asks import Say
from companion.games.wobble.deck import BROWN, DRAWING, GREY, colours, kind, printed_tasks, test_138
from companion.words import printed_languages, words_of
from vision.drawn.prints.card import INK, WIDE, bar_below, both_ways, frame, index, lines, readable, title
from vision.drawn.prints.signs import PAPER, sign
from vision.drawn.shapes import Disc, Drawing, fitting, marks
from vision.kit.bead_code import rows
from vision.kit.values import COLOURS
from vision.pictures import Colour

COLOUR_OF: dict[str, tuple[Colour, str]] = {
    "m": ((150, 40, 215), "triangle"),
    "c": ((205, 145, 0), "disc"),
    "y": (COLOURS["yellow"], "square"),
    "g": (COLOURS["green"], "star"),
}
DEFENCE: tuple[Colour, str] = ((150, 118, 92), "hexagon")
JERK: tuple[Colour, str] = ((25, 70, 130), "drop")
SAID = {"M20": "-20", "P3": "+3", "P5": "+5", "DBL": "X2"}
PICTURES = {
    "CD": "turn_back", "HH": "half_hand", "CE": "exchange", "SK": "skip", "AFK": "away", "MAG": "magnet",
    "DG": "dodge", "YOU": "you", "MIR": "mirror", "UNL": "unlucky", "NM": "not_me", "CAP": "flag",
}  # fmt: skip


def copies() -> dict[str, int]:
    return test_138()


def variants(name: str) -> int:
    """How many pictures of the same card there are: every copy of a draw card carries another task."""
    return copies()[name] if kind(name) in DRAWING else 1


def card(name: str, variant: int = 0) -> Drawing:
    what, own = kind(name), colours(name)
    if what == "CS":
        return _swap(name)
    colour, sign_name = COLOUR_OF[own[0]] if own else DEFENCE if name in GREY else JERK
    said, ink = SAID.get(what, what), readable(colour)
    corner = (
        *frame(colour, row=rows()["wobble", name]),
        *index(said, sign_name, colour, ink, high=8.0 if len(said) < 3 else 6.5),
    )
    if what.isdigit():
        big = fitting(what, WIDE / 2, 28.5, 30.0, 22.0, ink)
        letter = marks(own[0].upper(), 43.2, 11.0, 5.0, ink)
        return *corner, *bar_below(what, ink), *big, *both_ways(letter)
    return *corner, *_middle(what, ink), *_letter(own, ink), *title(_names(what)), *_task(name, variant)


def _middle(what: str, colour: Colour) -> Drawing:
    if what in PICTURES:
        return sign(PICTURES[what], WIDE / 2, 42.0, 11.5, colour)
    y, high = (21.5, 15.0) if what in DRAWING else (33.5, 20.0)
    return fitting(SAID[what], WIDE / 2, y, high, 24.0 if y > 30 else 17.0, colour)


def _letter(own: tuple[str, ...], colour: Colour) -> Drawing:
    return both_ways(marks(own[0].upper(), 43.2, 23.5, 4.0, colour)) if own else ()


def _swap(name: str) -> Drawing:
    """Half in the one colour and half in the other; both signs, with their letters, in the middle."""
    own = colours(name)
    (one, one_sign), (two, two_sign) = (COLOUR_OF[colour] for colour in own)
    return (
        *frame(one, two, rows()["wobble", name]),
        *index("CS", one_sign, one, readable(one), high=7.0),
        Disc(42.4, 62.0, 4.2, PAPER),
        *sign(two_sign, 42.4, 62.0, 2.9, two),
        *sign(one_sign, WIDE / 2, 33.5, 8.0, one),
        *marks(own[0].upper(), WIDE / 2, 31.0, 5.0, _on(one)),
        *sign(two_sign, WIDE / 2, 54.5, 8.0, two),
        *marks(own[1].upper(), WIDE / 2, 52.0, 5.0, _on(two)),
        *title(_names("CS")),
    )


def _on(colour: Colour) -> Colour:
    """Ink that can be read on *colour*."""
    return INK if readable(colour) != colour else PAPER


def _task(name: str, variant: int) -> Drawing:
    """The task on a draw card, in both languages."""
    if kind(name) not in DRAWING:
        return ()
    key = f"task.{printed_tasks()[name][variant]}"
    one, other = (_sentence(key, language) for language in printed_languages())
    first = lines(other, 43.0, bold=True)
    return *first, *lines(one, first[-1].y + 3.9)


def _sentence(key: str, language: str) -> str:
    said = words_of("companion.games.wobble").say(Say(key), language)
    return said[:1].upper() + said[1:] + "."


def _names(what: str) -> Iterable[str]:
    said = words_of("companion.games.wobble")
    return [said.say(Say(f"kind.{what}"), language) for language in printed_languages()]


assert set(GREY) | set(BROWN) <= set(PICTURES) | set(SAID)
