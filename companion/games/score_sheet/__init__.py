"""Score sheet: the points of any other game, written down, or counted by the eyes."""

from companion.games.score_sheet.game import ScoreSheet

GAME = ScoreSheet()
