"""Every sentence of the screens is there, in every language, and nothing is said that has no words."""

import re
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import ui.screen
from companion.asks import Source
from companion.games import all_games
from companion.people.league import Record
from companion.people.luck import SHARES
from companion.pyramid.notation import COLOUR_NAMES
from companion.sightings import Seen
from companion.table import UndoLevel
from companion.words import catalogue, game_words, languages, words_of
from hardware.findings import Level
from hardware.sound.devices import BOARD, SCREEN, USB
from ui.prints.order import PAPERS
from ui.screen import theme
from ui.screen.guests import THINGS
from ui.screen.language import Speaker, screen_words
from ui.screen.looks import COLOUR_MARKS
from ui.screen.pages.choose import FILTERS
from ui.screen.pages.figures import FIGURES, ICONS
from ui.screen.pages.lesson import PIGS
from ui.screen.pages.players import OFFERED
from ui.screen.pages.printing import DECKS
from ui.screen.pages.printing import THINGS as PRINTED
from ui.screen.pages.settings import WAYS as WAYS_IN
from ui.screen.pages.setup import STEPS
from ui.screen.pages.teach import PLACES, WAYS, key_of
from ui.screen.wishes import WISHES
from vision.scene.change import Finish

ROOT = Path(ui.screen.__file__).parent


def said_on_phones():
    """What the page in a phone's browser says, and why it lets nobody in."""
    folder = ROOT.parent / "stream"
    page, script = ((folder / name).read_text("utf-8") for name in ("phone.html", "phone.js"))
    said = re.findall(
        r'data-says="(\w+)"|(?:say|told|trouble)\("(\w+)"|say\(hide \? "(\w+)" : "(\w+)"\)', page + script
    )
    denied = re.findall(r'"(code|later|elsewhere|closed)"', page_of_server(folder))
    return {word for words in said for word in words if word} | set(denied)


def said_in_the_hall():
    """What the page about all tables of a club says."""
    script = (ROOT.parent / "stream" / "club" / "club.js").read_text("utf-8")
    states = get_args(get_type_hints(Record)["state"])
    heads = re.findall(r'"(\w+)"', re.search(r'\["", (.+?)\]', script)[1])
    return {*re.findall(r'say\((?:table\.state \|\| )?"(\w+)"', script), *states, *heads}


def page_of_server(folder):
    return "".join((folder / name).read_text("utf-8") for name in ("phones.py", "server.py"))


OWN = list(catalogue("ui.screen", languages()[0]).sentences)
BUILT = {
    *(f"eyes.{seen.name.lower()}" for seen in Seen),
    *(f"undo.{level.name.lower()}" for level in UndoLevel),
    *(f"guest.colour.{colour}" for colour in theme.SEAT_COLOURS),
    *(f"guest.shape.{shape}" for shape in theme.SEAT_SHAPES),
    *(f"looks.{colour}" for colour in COLOUR_MARKS),
    *(f"settings.{wish.name}" for wish in WISHES),
    *(f"settings.{wish.name}_{choice}" for wish in WISHES if not wish.shown for choice in wish.choices),
    *(f"lock.number_{number}" for number in range(10)),
    *(f"choose.{start}{name}" for start in ("", "any_", "ask_") for name in (*FILTERS, "things")),
    *(f"choose.thing_{thing}" for thing in THINGS),
    *(f"scores.tab_{name}" for name in FIGURES),
    *(f"{name}.title" for name in FIGURES if name != "scores"),
    *(f"fame.{what}" for what in ICONS),
    *(f"luck.{kind}" for kind in SHARES),
    *(f"tutorial.{how}_{way}" for how in ("dice", "card", "pyramid") for way in ("seen", "touch", "here")),
    "tutorial.aside_here",
    *(f"tutorial.call_{way}" for way in ("button", "touch", "here")),
    *(f"tutorial.{kind}" for kind in ("choice", "number", "confirm", "confirm_here")),
    *(f"guest.{part}" for part in ("name", "looks", "more")),
    *(f"{prefix}_{level}" for prefix in ("players.bot", "who.bot_name") for level in OFFERED),
    *(f"scores.month_{month}" for month in range(1, 13)),
    *(f"table.touch_{kind}" for kind in ("dice", "card", "pyramid", "confirm")),
    *(f"home.{name}" for name in ("play", "play_here", "watch", "set_up", "scores", "rules", "settings")),
    *(f"home.{name}" for name in ("power_off", "close")),
    *(f"doctor.{level.value}" for level in Level),
    *(f"camera.{key}" for key in ("nobody", "looking", "none")),
    *(f"sound.{kind}" for kind in (USB, BOARD, SCREEN)),
    *(f"setup.{step}" for step in STEPS[1:]),
    *(f"{page}.title" for page in ("doctor", "setup_result")),
    *(f"share.{what}" for what in ("picture", "csv", "everything")),
    *(f"{step}.title" for step in STEPS[1:]),
    *(f"printing.{thing}" for thing in (*PRINTED, "looking", "one_piece", "no_printer")),
    *(f"printing.{came}" for came in ("saved", "on_stick", "sent")),
    *(f"printing.paper_{paper}" for paper in PAPERS),
    *(f"printing.deck_{deck.replace('-', '_')}" for deck in DECKS if deck not in all_games()),
    "tutorial.card_to_hand",
    *(f"first.by_{source.value}" for source in Source),
    *(f"first.{finish}" for finish in Finish),
    *(f"first.die_{finish}" for finish in Finish if finish is not Finish.UNSEEN),
    *(f"first.die.{colour}" for colour in (*COLOUR_NAMES.values(), "unknown")),
    *(f"{key_of(way)}{end}" for way in WAYS for end in ("", "_how")),
    *(f"{key_of(way)}_name" for way in WAYS if way.endswith("die")),
    *(f"teach.face_{pig}" for pig in PIGS),
    *(f"corners.{place}" for place in PLACES),
    *(f"corners.tap_{place}" for place in PLACES),
    *(
        f"corners.{told}"
        for told in ("blind", "fine", "shorter", "longer", "kept", "by_the_mat", "no_table", "not_kept")
    ),
    *(f"phones.{way}" for way in WAYS_IN),
    *(f"phones.how_{way}" for way in WAYS_IN),
    *(f"phone.{key}" for key in said_on_phones()),
    *(f"hall.{key}" for key in said_in_the_hall()),
    "options.on",
    "options.off",
}


FILE_ENDINGS = (".toml", ".txt", ".jpg", ".json", ".css", ".html", ".js")  # names of files look like keys


@cache
def used() -> set[str]:
    """The keys that the code says, as far as they are written out."""
    written = "|".join(sorted({key.partition(".")[0] for key in OWN}))
    pattern = re.compile(rf"""["']((?:{written})\.[a-z_]+)["']""")
    own_words = ROOT.parent / "prints"  # what is printed has words of its own
    files = [file for file in ROOT.parent.rglob("*.py") if own_words not in file.parents]
    found = {key for file in files for key in pattern.findall(file.read_text("utf-8"))}
    return {key for key in found if not key.endswith(FILE_ENDINGS)}


def test_nothing_is_said_without_words():
    others = [words_of("ui.command"), *(game_words(game) for game in all_games().values())]
    missing = {
        key
        for key in used() | BUILT
        if key not in screen_words() and not any(key in words for words in others)
    }
    assert not missing


def test_no_sentence_of_the_screens_hides_one_of_the_table():
    assert not set(OWN) & set(words_of("companion"))


def test_no_sentence_is_left_over():
    left_over = {key for key in OWN if key not in used() | BUILT}
    assert not left_over


def test_a_language_that_nobody_knows_is_english():
    assert Speaker("tlh").language == "en"
