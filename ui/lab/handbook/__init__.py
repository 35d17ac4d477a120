"""The pages and drawings of docs/ that the program makes itself, so that they cannot tell anything untrue.

`python -m ui.lab.handbook docs` writes them all; a test compares what is kept with what would be written.
"""

from collections.abc import Iterator
from pathlib import Path

from companion.games import all_games
from companion.words import languages
from ui.lab.handbook import measures
from ui.lab.handbook.box import box_drawing
from ui.lab.handbook.cards import SOME, cards_picture, mat_picture
from ui.lab.handbook.configuration import configuration_page
from ui.lab.handbook.games import ending_of, game_page, games_page
from ui.lab.handbook.licences import licences_page
from ui.lab.handbook.optics import camera_table
from ui.lab.handbook.stand import stand_drawing
from ui.lab.handbook.symptoms import symptoms_page
from vision.mat import SIZES, pyramid_mat, table_mat


def pages() -> Iterator[tuple[str, str]]:
    """Every page and drawing: its place below docs/, and what stands in it."""
    yield "configuration.md", configuration_page()
    yield "licences.md", licences_page()
    yield "symptoms.md", symptoms_page()
    for language in filter(_has_words, languages()):
        yield f"games/README{ending_of(language)}.md", games_page(language)
        for name, game in all_games().items():
            yield f"games/{name}{ending_of(language)}.md", game_page(game, language)
    for camera_cm in SIZES:
        yield f"pictures/stand-{camera_cm}.svg", stand_drawing(camera_cm)
    yield "pictures/box.svg", box_drawing()
    yield "kit/measures.scad", measures.scad()
    yield "pictures/mat-table.svg", mat_picture(table_mat(4))
    yield "pictures/mat-pyramid.svg", mat_picture(pyramid_mat())
    for deck in SOME:
        yield f"pictures/cards-{deck}.svg", cards_picture(deck)


def _has_words(language: str) -> bool:
    """Whether the handbook itself is written in *language*; games and screens may speak more."""
    return (Path(__file__).parent / "words" / f"{language}.po").is_file()


__all__ = ["camera_table", "pages"]
