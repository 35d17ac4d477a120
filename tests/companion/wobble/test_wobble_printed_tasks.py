"""AW-44: which task stands on a card: on the printable deck it is known, on one's own box told once."""

from wobble_tables import after, lay, move, rule, table

from companion.asks import Fact, Kind, Source
from companion.games.wobble import GAME
from companion.games.wobble.deck import TASKS, printed_tasks

DONE = move("judged", "", result="ok")


def hit(*cards, **options):
    return after(table(options=options, discard=["c5"], active=["c"]), lay("A", *cards))


def dare(task):
    return move("dare", "B", task=task)


def dares(state):
    answer = next(ask for ask in GAME.asks(state) if ask.id.startswith("answer"))
    return tuple(c.value.removeprefix("dare:") for c in answer.choices if c.value.startswith("dare"))


def told(state, ask, value):
    """The state after somebody has touched *value*."""
    asked = next(one for one in GAME.asks(state) if one.id.startswith(ask))
    fact = Fact(Kind.CHOICE, value, 9, Source.TOUCH, "B", asked.id)
    return after(state, GAME.understand(state, asked, fact))


def test_aw44_the_printable_deck_is_known():
    state = hit("cP3", deck="test138")
    assert dares(state) == printed_tasks()["cP3"] == ("T5", "T6")
    assert rule(state, dare("T4")) == rule(state, move("printed", "", task="T4")) == "AW-44"
    assert not any(ask.id == "printed" for ask in GAME.asks(state))


def test_aw44_a_pile_of_two_has_each_task_once():
    state = after(hit("cP3", "cP3", deck="test138"), dare("T5"), DONE)
    assert dares(state) == ("T6",)
    assert rule(state, dare("T5")) == "AW-44"
    own = after(hit("cP3", "cP3"), dare("T4"), DONE)
    assert rule(own, dare("T4")) == "AW-44"
    assert rule(own, dare("T5")) is None


def test_aw44_on_an_own_box_it_is_told_once_and_remembered():
    state = hit("cP3")
    assert dares(state) == TASKS
    dared = GAME.play(state, dare("T4"))
    assert [note.says.key for note in dared.notes] == ["note.dares", "note.on_honour"]
    assert dared.state.printed == {"cP3": ("T4",)}

    again = after(dared.state, DONE, move("touch", "B"), move("keep", "B"), lay("C", "cP3"))
    assert dares(again) == ("T4",)
    assert [note.says.key for note in GAME.play(again, move("dare", "A", task="T4")).notes] == ["note.dares"]


def test_aw44_another_copy_may_have_another_task():
    state = hit("cP3", printed={"cP3": ["T4"]})
    assert dares(state) == ("T4",)
    assert rule(state, dare("T7")) == "AW-44"
    state = told(state, "printed", "T7")
    assert dares(state) == ("T4", "T7")
    assert rule(state, move("printed", "", task="T7")) == "AW-44"
    assert GAME.learnt(state) == {"printed": {"cP3": ["T4", "T7"]}}


def test_w40_a_task_stands_on_draw_cards_only():
    state = after(table(), lay("A", "mSK"))
    assert rule(state, move("printed", "", task="T4")) == "W40"


def test_w50_afk_in_the_familys_own_words():
    state = after(table(options={"afk_tasks": ["sing outside"]}), lay("A", "mAFK"))
    assert rule(state, move("accept", "B", own="dance")) == "AW-16"
    answer = next(ask for ask in GAME.asks(state) if ask.id.startswith("answer"))
    assert [choice.value for choice in answer.choices] == ["accept", "own:sing outside"]
    fact = Fact(Kind.CHOICE, "own:sing outside", 9, Source.TOUCH, "B", answer.id)
    step = GAME.play(state, GAME.understand(state, answer, fact))
    assert (step.state.players["B"].away, step.notes[0].says.args["task"]) == (1, "sing outside")


def test_w1_a_counted_box_is_kept_for_the_next_game():
    box = {"m1": 138}
    assert GAME.learnt(table(options={"census": box})) == {"census": box}
    assert GAME.learnt(table()) == {}
