"""Tavern Brawl: what its rules promise, and what a changed deck may and may not say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from arena import match, rules, with_deck
from hypothesis import given, settings
from hypothesis import strategies as st

from brawlprint.engine import DONE, PASS, Action, Choice, State
from brawlprint.engine.agents import RandomAgent
from brawlprint.errors import DefinitionError, PositionError

SEEDS = st.integers(0, 2**32)
each_number = pytest.mark.parametrize("players", range(2, 7))


def _steps(players: int, seed: int, **options: bool | str) -> Iterator[State]:
    """A random match, before each decision, with house rules if any are given."""
    state = rules("tavern").match(players, options).new_initial_state(seed)
    agent = RandomAgent(seed)
    while state.to_act:
        yield state
        state.apply_action(agent(state, state.to_act[0]))


@each_number
@given(seed=SEEDS)
@settings(max_examples=3, deadline=None)
def test_every_turn(players: int, seed: int) -> None:
    beers = [10] * players
    acted: set[str] = set()
    turn = 0
    for state in _steps(players, seed):
        table = state.table
        now = [player.beers for player in table.players]
        assert all(was - 2 <= is_ <= was for was, is_ in zip(beers, now, strict=True))
        if table.turn != turn:
            turn, acted = table.turn, set()
        if table.phase != "quaff":
            assert all(len(player.hand) <= 7 for player in table.players)
        still = {each.card.id for each in table.characters() if each.acted}
        assert acted & {each.card.id for each in table.characters()} <= still
        beers, acted = now, still
        if table.attacker is not None and table.target is not None:
            assert not (table.attacker.employee and table.target.employee)
            assert table.damage >= 0


@each_number
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"stun_blocks_all": True, "empty_side_drinkable": False},
        {"negated_counts_as_attacked": False, "stun_clock": "all", "chug_any_quaff": True},
        {"no_drinking_on_first_turn": True},
    ],
)
def test_what_may_be_done_is_what_nothing_is_against(
    players: int, options: dict[str, bool | str]
) -> None:
    told = set()
    for seed in range(3):
        for state in _steps(players, seed, **options):
            seat = state.to_act[0]
            if wished := _wished(state.rule, state.table, seat):
                granted = {choice for choice, reason in wished if reason is None}
                assert granted == set(state.choices(seat)) - {PASS, DONE}
                told.add(state.rule)
    assert told == {"TV-A13", "TV-B6", "TV-A9", "TV-A15", "TV-A16"}


def _wished(rule: str, table: Any, seat: int) -> list[tuple[Choice, Any]]:
    """All that somebody could want to do, with what is against it."""
    wishes = {
        "TV-A13": "wished_acts",
        "TV-B6": "wished_plays",
        "TV-A9": "wished_spoils",
        "TV-A15": "wished_attack_cards",
        "TV-A16": "wished_answers",
    }
    if rule not in wishes:
        return []
    return [*getattr(rules("tavern").module, wishes[rule])(table, table.players[seat])]


def test_every_card_gets_played() -> None:
    left = {title.id for title in rules("tavern").titles.values()}
    for seed in range(60):
        rule = ""
        for state in _steps(2 + seed % 5, seed):
            last = state.history[-1]
            # All that a move names has been played; but what is discarded in the Quaff has not.
            if isinstance(last, Action) and rule != "TV-A5":
                left -= set(last.choice.tokens())
            rule = state.rule
    assert left == set()


def test_a_new_attack_needs_no_code(tmp_path: Path) -> None:
    new = "92,flick-ears,Flick Ears,2,attack,+2,,,thief,,Adds 2 to this attack.,,source,\n1,old-red"
    changed = with_deck(tmp_path, "tavern", "1,old-red", new)
    position = [
        ("P1.crew", "gimpy freddy"),
        ("P1.hand", "2*flick-ears"),
        ("P2.crew", "karloff boris"),
    ]
    state = changed.match(2).new_initial_state(1, position=position)
    while state.rule != "TV-A13":
        state.apply_action(state.legal_actions()[-1])
    state.apply_action(state.string_to_action("attack freddy karloff"))
    state.apply_action(state.string_to_action("flick-ears"))
    while state.table.attacker is not None:
        state.apply_action(state.string_to_action("pass"))
    karloff = state.table.character(changed.titles["karloff-the-blacksmith"])
    assert karloff.damage == 4


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "Duck,1,defense,,,,any,cancel",
            "Duck,1,defense,,,,any,heal 5",
            "row 90, column 'effect': the rules know no effect 'heal'; known: 'cancel'",
        ),
        (
            "Soup,1,food,,,,any,heal 5",
            "Soup,1,food,,,,any,",
            "a food without an effect does nothing; known: 'heal'",
        ),
        (
            "Bite,1,attack,+2,,,any,",
            "Bite,1,aid,+2,,,any,",
            "the rules know no kind 'aid'; known: 'character',",
        ),
        (
            "Tuck the Cleric,1,character",
            "Tuck the Cleric,2,character",
            "there can't be 2 of a character; known: '1'",
        ),
    ],
)
def test_what_the_rules_can_not_play_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        with_deck(tmp_path, "tavern", old, new)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("karloff.damage", "40", "Karloff the Blacksmith has 40 damage of 40 (TV-A22)"),
        ("karloff.modifiers", "plate-mail", "can't have Plate Mail (TV-A11)"),
        ("karloff.weapon", "bowl beer-mug", "has more than one weapon (TV-A10)"),
        ("karloff.weapon", "duck", "has more than one weapon (TV-A10)"),
        ("karloff.stun", "4", "is stunned for 4 turns (TV-B16)"),
        ("karloff.strength", "9", "karloff.strength can't be given"),
        ("karloff.card", "ludite", "karloff.card can't be given"),
        ("P2.crew", "bowl", "Bowl is no character (TV-A8)"),
        ("P2.beers", "11", "P2 has 11 beers (TV-A2)"),
        ("P2.beers", "0", "P2 has 0 beers (TV-A2)"),
        ("P2.hand", "hide slippery duck beg shake bite trip chug", "and 7 is the most (TV-B3)"),
    ],
)
def test_positions_that_can_not_be(path: str, value: str, said: str) -> None:
    position = [("P1.crew", "karloff"), (path, value)]
    with pytest.raises(PositionError) as caught:
        match("tavern", 2).new_initial_state(1, position=position)
    assert said in str(caught.value)
