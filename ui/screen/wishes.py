"""What the family wishes from its screen: every wish with what may be chosen, kept over a restart.

The wishes stand on the settings page in this order; a value that nobody knows is the usual one.
"""

from collections.abc import Callable

from msgspec import Struct

from companion.index_letters import indices, letters_of
from companion.words import found_languages, languages
from ui.screen.theme import TEXT_SCALES, Sizes
from ui.settings import Forgetful


class Wish(Struct, frozen=True):
    """One thing that can be chosen; its words are ``settings.<name>`` and ``settings.<name>_<choice>``."""

    name: str
    icon: str
    choices: tuple[str, ...]  # the usual one first
    usual: str = ""
    shown: Callable[[str], str] | None = None  # what stands on a choice that calls itself the same everywhere

    @property
    def otherwise(self) -> str:
        return self.usual or self.choices[0]


WISHES = (
    Wish("language", "globe", languages(), shown=lambda code: found_languages()[code].name),
    Wish("index", "cards", indices(), shown=lambda code: " ".join(("A", *letters_of(code).values()))),
    Wish("text_size", "pencil", tuple(TEXT_SCALES)),
    Wish("contrast", "eye", ("normal", "high", "own")),
    Wish("hand", "hand", ("right", "left")),
    Wish("motion", "turn", ("normal", "calm")),
    Wish("sound", "note", ("all", "every", "tones", "off")),
    Wish("tutorial", "question", ("on", "off"), "off"),
    Wish("big", "number", ("off", "on")),
    Wish("replay", "around", ("off", "on")),
    Wish("dim", "clock", ("3", "1", "10", "never")),
)
BY_NAME = {wish.name: wish for wish in WISHES}


def wished(preferences: Forgetful, name: str) -> str:
    """What is wished for *name*, or the usual."""
    wish, value = BY_NAME[name], preferences.get(name)
    return value if isinstance(value, str) and value in wish.choices else wish.otherwise


def sizes_for(preferences: Forgetful, width: float, height: float) -> Sizes:
    """The sizes of a window as they are wished."""
    scale, calm = TEXT_SCALES[wished(preferences, "text_size")], wished(preferences, "motion") == "calm"
    return Sizes(width, height, scale, left_handed=wished(preferences, "hand") == "left", calm=calm)


def dims_after(preferences: Forgetful) -> float | None:
    """After how many seconds without anybody the screen grows dark; None: never."""
    minutes = wished(preferences, "dim")
    return None if minutes == "never" else 60.0 * int(minutes)


def is_on(preferences: Forgetful, name: str) -> bool:
    return wished(preferences, name) == "on"
