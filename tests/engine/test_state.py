"""The state itself: checked actions, broken matches, forced and simultaneous choices."""

from __future__ import annotations

from pathlib import Path

import pytest

from brawlprint.engine import Rules, State, Word, load_rules
from brawlprint.engine.agents import RandomAgent, play_out
from brawlprint.engine.examples import SHOVING, definition, shoving
from brawlprint.errors import (
    AmbiguousActionError,
    DefinitionError,
    IllegalActionError,
    InvalidActionError,
    RequestError,
    RulesError,
)


def rules(play: str, *more: str) -> Rules:
    """The shoving game with another ``play``."""
    text = SHOVING.replace("def play(table)", "def unused(table)")
    head = "from brawlprint.engine import *\nfrom brawlprint.engine import Table as _Base\n"
    text = text.replace("class Table(Table", "class Table(_Base")
    body = "\n".join(more) + "\ndef play(table):\n" + play
    return load_rules(definition(), Path("trial.py"), text.replace("from brawl", head + "from brawl", 1) + body)  # fmt: skip


def state_of(play: str, *more: str, players: int = 3) -> State:
    return rules(play, *more).match(players).new_initial_state(seed=1)


def test_an_illegal_action_leaves_the_state_as_it_was() -> None:
    state = shoving.match(2).new_initial_state(seed=1)
    before = state.observation(None), list(state.history)
    for action in (Word("pass").actions[0], state.legal_actions()[0].choice.actions[1]):
        with pytest.raises(IllegalActionError):
            state.apply_action(action)
    with pytest.raises(InvalidActionError):
        state.apply_action("jab")  # type: ignore[arg-type]
    assert (state.observation(None), list(state.history)) == before


def test_a_text_that_fits_several_is_ambiguous() -> None:
    state = shoving.match(3).new_initial_state(seed=1)
    with pytest.raises(AmbiguousActionError, match="'jab P2', 'jab P3'"):
        state.string_to_action("P1: jab")


def test_after_the_end_nothing_is_legal() -> None:
    state = state_of("    return Outcome('done')\n    yield")
    assert state.is_terminal()
    assert state.legal_actions() == state.legal_actions(0) == ()
    with pytest.raises(IllegalActionError, match="the match is over"):
        state.apply_action(Word("pass").actions[0])


def test_a_fault_of_the_rules_breaks_the_state() -> None:
    state = state_of("    yield from choose(0, [PASS, DONE], 'X-1')\n    return 1 / 0")
    with pytest.raises(RulesError, match=r"trial.py, line \d+: ZeroDivisionError.*seed 1"):
        state.apply_action(state.legal_actions()[0])
    for name in ("to_act", "legal_actions", "is_terminal", "outcome", "copy", "zones"):
        with pytest.raises(RulesError, match="can't go on"):
            getattr(state, name)


@pytest.mark.parametrize(
    ("play", "said"),
    [
        ("    yield from choose(0, [], 'X-1')", r"line \d+: LookupError: P1 has nothing to choose"),
        ("    yield from choose_all({2: []}, 'X-1')", "P3 has nothing to choose from"),
        (
            "    yield from choose(3, [PASS, DONE], 'X-1')",
            r"line \d+: LookupError: .*seat 3, but 3 pl",
        ),
        (
            "    yield from choose(-1, [PASS, DONE], 'X-1')",
            "for seat -1, but 3 players sit on seats 0",
        ),
        (
            "    yield table.players[0], [PASS, DONE], 'X-1', None",
            r"line \d+: .*a Boxer.*its \.seat",
        ),
        ("    yield from choose(0, ['pass', 'go'], 'X-1')", r"line \d+: .*'pass' is no choice"),
        ("    yield from choose_all({3: [PASS, DONE], 0: [PASS, DONE]}, 'X')", "for seat 3, but 3"),
        ("    yield from choose(0, [PASS], 'X-1')", "ended with None and not with an Outcome"),
    ],
)
def test_what_rules_must_not_do(play: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        state_of(play)


def test_what_is_no_choice_is_told_wherever_it_stands() -> None:
    for play in ("choose(0, [PASS, 'go'], 'X-1')", "choose_all({0: [PASS, 'go']}, 'X-1')"):
        state = state_of(f"    yield from {play}")
        with pytest.raises(RulesError, match=r"trial.py, line \d+: TypeError: 'go' is no choice"):
            state.legal_actions()


def test_play_at_random_tells_a_wrong_seat_as_well() -> None:
    state = state_of("    for seat in (0, 1, 2, 3):\n"
                     "        yield from choose(seat, [PASS, DONE], 'X-1')")  # fmt: skip
    with pytest.raises(RulesError, match=r"line \d+: LookupError: .*seat 3, but 3"):
        play_out(state, [RandomAgent(1)] * 3, 3)


def test_a_forced_choice_is_not_asked_for() -> None:
    state = state_of(
        "    first = yield from choose(0, [PASS], 'X-1')\n"
        "    both = yield from choose_all({0: [PASS], 1: [DONE]}, 'X-2')\n"
        "    some = yield from choose_all({2: [DONE], 1: [PASS, DONE], 0: [PASS, DONE]}, 'X-3')\n"
        "    return Outcome(f'{first} {both} {some}')\n"
    )
    assert state.to_act == (1, 0)
    state.apply_action(state.legal_actions(0)[1])
    assert state.to_act == (1,)
    assert state.observation(0)["chosen"] == "done"
    assert "chosen" not in state.observation(2) or state.observation(2)["chosen"] == "done"
    # What another has chosen in secret is open again for whoever thinks ahead.
    assert state.copy(seat=1).to_act == (1, 0)
    state.apply_action(state.legal_actions(1)[0])
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.termination == "pass {0: pass, 1: done} {2: done, 1: pass, 0: done}"
    assert state.ply == 2


def test_reactions_go_as_deep_as_they_like_and_can_be_taken_back() -> None:
    state = state_of(
        "    table.score = 0\n"
        "    answer = yield from undoable(exchange(table, 0), Kept((table, ['score'])))\n"
        "    return Outcome(f'{answer!r} {table.score} {table.deepest}')\n",
        "def exchange(table, depth):\n"
        "    table.score += 1\n"
        "    table.deepest = depth\n"
        "    if depth == 50:\n"
        "        raise TakeBack(by=2)\n"
        "    yield from choose(depth % 3, [PASS, DONE], 'X-1')\n"
        "    yield from exchange(table, depth + 1)\n",
    )
    while state.to_act:
        state.apply_action(state.legal_actions()[0])
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.termination == "TakeBack(2) 0 50"


def test_the_move_limit_is_a_termination() -> None:
    state = shoving.match(2, {"move_limit": 3}).new_initial_state(seed=1)
    for _ in range(3):
        state.apply_action(state.string_to_action("rest"))
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.termination, state.returns()) == ("move_limit", [0, 0])


def test_what_is_no_part_of_the_position_is_told() -> None:
    state = state_of("    table.notes = {}\n    yield from choose(0, [PASS, DONE], 'X-1')")
    with pytest.raises(TypeError, match="notes is a dict"):
        state.observation(0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def read(game:", "rules.py, line 1: SyntaxError.*; the file can't be loaded"),
        ("import nothing_of_the_kind", "line 1: ModuleNotFoundError"),
        ("x = 1", "rules.py: it lacks read, Table, setup, play"),
        (
            "def read(game): return 1 / 0\nTable = setup = play = None",
            "line 1: ZeroDivisionError.*; the deck can't be read",
        ),
    ],
)
def test_a_rules_file_that_is_none(text: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        load_rules(definition(), Path("rules.py"), text)


def test_an_unknown_word_in_the_deck_is_told_by_its_row() -> None:
    text = SHOVING.replace(
        "Title(row.card, index)", "Title(row.card, row.word('kind', ['defense']) or index)"
    )
    with pytest.raises(DefinitionError, match=r"deck.csv, row 2, column 'kind': the rules know no"):
        load_rules(definition(), Path("rules.py"), text)


def test_options_are_checked() -> None:
    for options, said in [
        ({"move_limits": 3}, "no option 'move_limits'; did you mean 'move_limit'"),
        ({"move_limit": "many"}, "option move_limit can't be 'many'; write a whole number"),
        ({"first_seat": 2}, "with 2 players write 0 to 1"),
    ]:
        with pytest.raises(RequestError, match=said):
            shoving.match(2, options)
