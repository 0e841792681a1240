"""Joe Bob's Rasslin': what its rules promise, and what a changed deck may and may not say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from arena import chosen, count_played, match, rules, watch_cards, with_deck
from hypothesis import given, settings
from hypothesis import strategies as st

from brawlprint.engine import Action, State
from brawlprint.engine.agents import Brawler, RandomAgent
from brawlprint.errors import DefinitionError, IllegalActionError, PositionError

SEEDS = st.integers(0, 2**32)
each_number = pytest.mark.parametrize("players", range(2, 9))
each_test = pytest.mark.parametrize("test", ["status", "crossing"])


def _steps(players: int, seed: int, **options: str | int) -> Iterator[State]:
    """A match before each decision, every other seat at random, with house rules if given."""
    state = rules("joebob").match(players, options).new_initial_state(seed)
    agents = [RandomAgent(seed), Brawler(seed)]
    while state.to_act:
        yield state
        seat = state.to_act[0]
        state.apply_action(agents[seat % 2](state, seat))


def _told(table: Any) -> list[tuple[int, ...]]:
    return [(p.stamina, p.reserve, p.turn_damage, p.removed) for p in table.players]


@each_number
@each_test
@given(seed=SEEDS)
@settings(max_examples=3, deadline=None)
def test_every_step(players: int, test: str, seed: int) -> None:
    turn = extra = 0
    was = [(35, 15, 0, 0)] * players
    for state in _steps(players, seed, knockdown_test=test):
        table = state.table
        active = table.players[table.active]
        now = _told(table)
        if state.rule == "JB-A10":
            # The start of a turn is over (JB-D4), and all hands were full before it (JB-D6).
            assert (active.turn_damage, active.down) == (0, False)
            assert active.stamina >= 1
            for player in table.players:
                assert len(player.hand) == (0 if player.out else 7) + (player is active)
        if table.turn != turn:
            turn, extra = table.turn, 0
        elif table.phase == "action":
            # Points leave the game at the start of their player's turn, or with him (JB-D2).
            for player, before in zip(table.players, was, strict=True):
                assert player.out or player.removed == before[3]
        for player, before in zip(table.players, was, strict=True):
            assert player.stamina + player.reserve <= before[0] + before[1]  # JB-D8
            assert player.reserve <= before[1]
        if state.rule == "JB-A16":
            extra += 1
            actor = state.to_act[0]
            targets = {action.choice.target for action in state.legal_actions()}  # type: ignore[attr-defined]
            assert len(targets) == 1
            assert actor not in targets
            assert table.players[targets.pop()].down
            assert test == "crossing" or extra <= 2  # JB-D7
        was = now


@each_number
def test_all_is_either_legal_or_has_a_reason(players: int) -> None:
    module = rules("joebob").module
    for seed in range(3):
        for state in _steps(players, seed):
            if state.rule not in ("JB-A10", "JB-A16"):
                continue
            seat = state.to_act[0]
            reasons = state.why_not()
            assert reasons is not None
            legal = {action.choice for action in state.legal_actions()}
            refused = {each.choice for each in reasons(seat)}
            hand = state.table.players[seat].hand.titles()
            for blow in [*hand, module.PUNCH, module.SMILE]:
                for target in range(players):
                    act = module.Act(blow.setup, blow, target)
                    assert (act in legal) != (act in refused)


def test_every_card_gets_played() -> None:
    left = {title.id for title in rules("joebob").titles.values()}
    for seed in range(60):
        rule = ""
        for state in _steps(2 + seed % 7, seed):
            last = state.history[-1]
            if isinstance(last, Action) and rule != "JB-A17":
                left -= set(last.choice.tokens())
            rule = state.rule
    assert left == set()


@each_number
def test_played_is_what_is_laid_down(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Setups, moves, answers, what rides on a reversal or is thrown at the referee: all of it is.
    # What is discarded at the end of a turn is not, nor is the hand of who is out.
    sent = watch_cards(monkeypatch)
    done = chosen(match("joebob", players).new_initial_state(players), players)
    assert count_played(choice for _, choice in done) == Counter(
        card for card, _, to in sent if to == "played"
    )
    assert {type(choice).__name__ for _, choice in done} >= {"Act", "Card", "Discard", "Recover"}
    assert any(to == "discard" for _, _, to in sent)


def test_matches_end_in_every_way() -> None:
    seen: set[str] = set()
    for seed in range(40):
        *_, state = _steps(2, seed)
        outcome = state.outcome()
        assert outcome is not None
        seen.add(outcome.termination)
        assert sorted(outcome.places) == [1, 2]
    assert seen == {"pin", "victory-pin", "exhaustion"}


def test_a_brawler_beats_chance() -> None:
    wins = 0
    for seed in range(100):
        *_, state = _steps(2, seed)  # the second seat is the brawler
        wins += state.returns()[1] == 1.0
    assert wins > 75


@pytest.mark.parametrize(
    ("position", "move", "said"),
    [
        (
            {"P1.hand": "victory-pin"},
            "victory-pin p2",
            "is for a victim who is down (JB-B20)",
        ),
        (
            {"P1.hand": "suplex", "draw_pile": "lariat"},
            "headlock suplex p2",
            "there is no Headlock in hand to go with it (JB-B34)",
        ),
        (
            {"P1.hand": "headlock lariat", "draw_pile": "lariat"},
            "headlock lariat p2",
            "Headlock is not played with that (JB-A10)",
        ),
        (
            {"P1.hand": "duck-punch"},
            "duck-punch p2",
            "that card is no action by itself (JB-B34)",
        ),
        ({}, "punch p1", "the target is one opponent who is still in (JB-B49)"),
    ],
)
def test_refusals_say_why(position: dict[str, str], move: str, said: str) -> None:
    state = match("joebob", 2).new_initial_state(1, position=list(position.items()) or None)
    with pytest.raises(IllegalActionError) as caught:
        state.string_to_action(move)
    assert said in str(caught.value)


def test_a_new_card_needs_no_code(tmp_path: Path) -> None:
    # An object that goes through the ropes: of another sort, and answered by a new defense.
    old = "29,referee,Referee,2,defense,,,,O,referee,"
    new = (
        "30,flying-boot,Flying Boot,2,rope-move,7,alone,R,,knockdown,One boot.,,source,\n"
        "31,stand-fast,Stand Fast,2,defense,3,,,RW,dodge,Not today.,,source,\n"
        f"{old}"
    )
    changed = with_deck(tmp_path, "joebob", old, new)
    position = [
        ("P1.hand", "2*flying-boot"),
        ("P2.hand", "stand-fast reverse-rope-throw"),
        ("draw_pile", "12*headlock"),
    ]
    state = changed.match(2).new_initial_state(1, position=position)
    for move in ("P1: flying-boot P2", "P2: stand-fast"):
        state.apply_action(state.string_to_action(move))
    assert state.table.players[0].areas == "32/15/3"
    state = changed.match(2).new_initial_state(1, position=position)
    for move in ("P1: flying-boot P2", "P2: pass"):
        state.apply_action(state.string_to_action(move))
    assert state.table.players[1].areas == "28/15/7"
    assert state.table.players[1].down
    assert state.rule == "JB-A16"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "2,defense,,,,P,cancel",
            "2,defense,,,,P,pin",
            "the rules know no effect 'pin'; known: 'cancel'",
        ),
        (
            "2,defense,,,,P,cancel",
            "2,defense,,,,P,",
            "a defense without an effect does nothing; known: 'cancel'",
        ),
        (
            "object,1,alone,O,,knockdown",
            "object,1,alone,O,,referee",
            "the rules know no effect 'referee'; known: 'knockdown'",
        ),
        (
            "rope-throw,Rope Throw,12",
            "rope-throw,Rope Throw,0",
            "the rules know no needs 'rope-throw'; known: 'headlock', 'down' or 'alone'",
        ),
    ],
)
def test_what_the_rules_can_not_play_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        with_deck(tmp_path, "joebob", old, new)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("P1.stamina", "36", "P1 can't have 36/15/0 points (JB-A2)"),
        ("P1.stamina", "-1", "P1 can't have -1/15/0 points (JB-A2)"),
        ("P1.reserve", "16", "P1 can't have 35/16/0 points (JB-A2)"),
        ("P1.turn_damage", "1", "P1 can't have 35/15/1 points (JB-A2)"),
        ("P1.stamina", "0", "P1 has no Stamina, so must be down and have Reserve (JB-A14, JB-A15)"),
        ("P1.hand", "8*headlock", "P1 holds 8 cards, and 7 is the most (JB-B44)"),
        ("P1.hand", "13*headlock", "not so many copies of headlock (12 in the deck)"),
        ("P1.removed", "3", "P1.removed can't be given"),
        ("P3.out", "yes", "P3 is out, and place 0 is not possible (JB-A18)"),
    ],
)
def test_positions_that_can_not_be(path: str, value: str, said: str) -> None:
    with pytest.raises(PositionError) as caught:
        match("joebob", 3).new_initial_state(1, position=[(path, value)])
    assert said in str(caught.value)
