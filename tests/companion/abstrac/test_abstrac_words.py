"""Abstrac: cards and melds in words, in both languages, and cards that are not of its pack."""

from companion.games.abstrac import GAME
from companion.games.abstrac.melds import melds
from companion.games.abstrac.state import AbstracOptions
from companion.games.abstrac.words_for import card_say, cards_say, meld_say, stranger_say
from companion.words import game_words
from tests.tables import cases

WORDS = game_words(GAME)


def said(says, language):
    return says if isinstance(says, str) else WORDS.say(says, language)


@cases(
    "card, english, german",
    {
        "AS1 a court card": ("KH", "king of hearts", "Herz König"),
        "AS1 a number": ("9C", "nine of clubs", "Kreuz Neun"),
        "AS1 an ace": ("AS", "ace of spades", "Pik Ass"),
        "AS1 ten": ("TD", "ten of diamonds", "Karo Zehn"),
    },
)
def test_the_name_of_a_card(card, english, german):
    assert (said(card_say(card), "en"), said(card_say(card), "de")) == (english, german)


@cases(
    "card, english",
    {
        "AS1 a card of a larger pack has a name": ("8C", "8 of clubs"),
        "AS1 the lowest": ("2S", "2 of spades"),
        "there is no 1": ("1S", "1S"),
        "no such suit": ("8X", "8X"),
        "too long": ("8CC", "8CC"),
        "too short": ("8", "8"),
        "something else": ("joker", "joker"),
    },
)
def test_as1_a_card_that_is_not_of_the_pack(card, english):
    assert said(stranger_say(card), "en") == english


def test_as9_as10_melds_and_what_they_are_worth():
    """A set by its rank, a run by its ends."""
    held = ("9C", "9D", "9H", "JS", "QS", "KS", "AS")
    told = [meld_say(meld) for meld in melds(held, AbstracOptions())]
    texts = [said(says, "en") for says in told]

    assert texts == ["3 nines (2)", "jack of spades to ace of spades (4)"]
    assert told[1].args["size"] == 4


def test_cards_one_by_one():
    assert [said(says, "en") for says in cards_say(["9C", "KH"])] == ["nine of clubs", "king of hearts"]
