"""ABspecken by touch, what is shown and said, and what can be known of hidden cards."""

from companion.asks import Fact, Kind, Source
from companion.games.abspecken import GAME
from companion.games.abspecken.knowledge import holdings, point_bounds
from companion.rulings import Verdict
from companion.table.judge import judge
from companion.words import game_words


def test_a_playthrough_by_touch_takes_few_taps():
    """A9, A12, A27: one tap each for the hand, the discard and nothing else; one for all who refill."""
    taps = [
        (Kind.CHOICE, "Ada", "", ""),
        (Kind.CONFIRM, True, "Ada", "pick_unseen:Ada"),
        (Kind.CONFIRM, True, "Ben", "pick_unseen:Ben"),
        (Kind.DICE, {"pips": [2, 4], "colour": ["blue"]}, "", ""),
        (Kind.CARD, {"place": "discard:Ada", "cards": ["5", "1"]}, "", ""),
        (Kind.CARD, {"place": "discard:Ben", "cards": ["2"]}, "", ""),
        (Kind.CONFIRM, True, "", "refill"),
        (Kind.DICE, {"pips": [1, 1], "colour": ["pink"]}, "", ""),
        (Kind.CALL, "cannot", "Ada", ""),
        (Kind.CARD, {"place": "discard:Ben", "cards": ["1"]}, "", ""),
        (Kind.CHOICE, "Ben", "", "take"),
        (Kind.CONFIRM, True, "", "refill"),
    ]
    state = GAME.start(("Ada", "Ben"), GAME.read_options({}))
    for t, (kind, value, seat, ask) in enumerate(taps):
        fact = Fact(kind, value, t, Source.TOUCH, seat, ask)
        judgement = judge(GAME, state, GAME.asks(state), fact)
        assert judgement.ruling.verdict is Verdict.ACCEPTED, (fact, judgement.ruling)
        state = judgement.state

    assert (state.playthrough, state.phase, state.roller) == (3, "rolling", "Ada")
    assert (len(state.player("Ada").hand), len(state.player("Ben").hand)) == (6, 5)


def test_after_a_few_seconds_nobody_objects():
    """A12: then a fact of the clock ends the time for objections."""
    state = GAME.read_position(
        {"players": {"A": {}, "B": {}}, "phase": "read", "rolled": {"pips": [1, 2], "ban": "3"}}
    )
    (ask,) = [ask for ask in GAME.asks(state) if ask.within_ms]

    judgement = judge(GAME, state, GAME.asks(state), Fact(Kind.TIME, ask.id, 9, Source.CLOCK))

    assert judgement.state.phase == "act"


def test_the_view_shows_the_barred_colour_and_the_sums(referee):
    """A7, A19, P5: and whom the Piggy Die concerns."""
    hands = {"K": {"hand": "22346", "draw": 10, "pile": "1"}, "M": ("12456", 10)}
    view = GAME.view(referee(hands, roll=((1, 1), "2", "+-2"), roller="K").state)
    words = game_words(GAME)

    assert [(die.kind, die.value, die.barred) for die in view.dice] == [
        ("pips", "1", False),
        ("pips", "1", False),
        ("colour", "pink", True),
        ("piggy", "+-2", False),
    ]
    assert words.say(view.dice[2].note, "de") == "keine 2 (rosa) in diesem Durchgang"
    assert [(fit["seats"], fit["sums"]) for fit in view.detail["fits"]] == [(["K"], [2, 4]), (["M"], [2])]
    assert [panel.turn for panel in view.panels] == [True, False]


def test_what_can_be_known_of_hidden_cards(referee):
    """A3: of the own set the discards are gone, an unseen take blurs it, and the rest is bounds."""
    whole = "".join(n * 4 for n in "123456")
    players = {"A": {"hand": "?????", "own": whole}, "B": {"hand": "55566", "own": whole}}
    table = referee(players, options={"hands": "hidden"})
    assert point_bounds(table.state, "A") == (84, 84)

    table.play("lay", seat="A", cards=["2"]).play("cannot", seat="B", t=1).play("take", seat="B", victim="A")
    assert holdings(table.state, "A")["6"] == (3, 4)
    assert point_bounds(table.state, "A") == (84 - 2 - 6, 84 - 2 - 1)
