"""Wrestling: what its rules promise for every turn, and what a changed deck may and may not say."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest
from arena import WORKSPACE, match, rules, with_deck
from hypothesis import given, settings
from hypothesis import strategies as st

from brawlprint.engine import Rules
from brawlprint.engine.agents import Brawler, RandomAgent, play_out
from brawlprint.engine.view import table_lines
from brawlprint.errors import DefinitionError, PositionError

MOVES = rules("wrestling").module.MOVES
OPTIONS = [
    {},
    {"longer_game": True},
    {"draw_when": "stock_empty"},
    {"longer_game": True, "draw_when": "stock_empty", "first_seat": 1},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_every_turn(options: dict[str, bool | str], seed: int) -> None:
    state = rules("wrestling").match(2, options).new_initial_state(seed)
    table, agent = state.table, RandomAgent(seed)
    turn, taken, removed = 0, 0, []
    while state.to_act:
        seat = state.to_act[0]
        player, other = table.players[table.active], table.players[1 - table.active]
        if table.turn != turn:
            # A turn ends with a discard, a weakener or a broken try, and in no other way (WR-D5).
            assert len(other.hand) == 4 if turn == 0 else len(other.hand) in (2, 3, 4)
            assert table.turn == turn + 1
            turn, taken = table.turn, 0
        if state.rule in ("WR-A5", "WR-A8"):
            assert (seat, len(player.hand)) == (table.active, 5)  # WR-D2
        elif state.rule == "WR-A4":
            assert (seat, len(player.hand) in range(1, 5)) == (table.active, True)
            assert table.discarded_by[0] == other.seat
        else:
            assert (seat, state.rule, len(player.hand)) == (other.seat, "WR-A9", 2)
            assert all(card.id != "king" for card in table.played)  # WR-D3
        assert table.removed[: len(removed)] == removed  # WR-D3
        removed = list(table.removed)
        action = agent(state, seat)
        # The discard is taken before anything else, once a turn (WR-D4).
        taken += repr(action.choice).startswith("take ")
        assert taken <= 1
        state.apply_action(action)
    assert state.outcome().termination in (
        "pin", "submission", "finisher", "knockout", "disqualified", "out-of-cards", "move_limit",
    )  # fmt: skip


def test_every_rank_gets_played_and_every_match_can_end_each_way() -> None:
    ends: Counter[str] = Counter()
    played: set[str] = set()
    for seed in range(150):
        state = match("wrestling", 2).new_initial_state(seed)
        play_out(state, [Brawler(seed), Brawler(seed + 1)])
        ends[state.outcome().termination] += 1
        played |= {card.id for card in state.table.removed}
    assert played == set(rules("wrestling").titles)
    assert len(ends) == 6


def test_a_brawler_beats_luck() -> None:
    won = Counter[str]()
    for seed in range(60):
        state = match("wrestling", 2).new_initial_state(seed)
        agents = [Brawler(seed), RandomAgent(seed)]
        play_out(state, agents if seed % 2 else agents[::-1])
        for seat in state.outcome().winners:
            won["luck" if seat == seed % 2 else "brawler"] += 1
    assert won["brawler"] > 2 * won["luck"]


def test_the_table_that_is_printed_is_the_table_that_is_played() -> None:
    path = WORKSPACE.find("cards", "wrestling", "moves.csv")
    assert path is not None
    printed = {}
    for row in csv.DictReader(path.read_text("utf-8").splitlines()):
        if "-" in row["Cards"]:
            name = row["Move"].removesuffix(" attempt").lower().replace(" ", "-")
            printed[name, row["Cards"]] = set(
                re.findall("queen|king|joker", row["Broken by"].lower())
            )
    cards = rules("wrestling").titles.values()
    assert printed == {
        (move.name, each): {c.id for c in cards if move.broken_by and move.broken_by in c.breaks}
        for move in MOVES
        for each in move.sets
    }


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("P1.hand", "4 5 6 7 8", "P1 holds 5 cards (WR-A4)"),
        ("P1.hand", "none", "P1 holds 0 cards (WR-A4)"),
        ("P2.hand", "4 5 6 7 8", "P2 holds 5 cards (WR-A4)"),
        ("attempt", "pin", "a move waits for its answer only within a turn (WR-A9)"),
        ("played", "4 4", "a move waits for its answer only within a turn (WR-A9)"),
        ("discard", "4 5", "2 discards by 0 players (WR-B4)"),
        ("discarded-by", "P1", "0 discards by 1 players (WR-B4)"),
        ("discard", "5*king", "there are not so many copies of king (4 in the deck)"),
    ],
)
def test_positions_that_can_not_be(path: str, value: str, said: str) -> None:
    position = {"P1.hand": "ace", "P2.hand": "2", path: value}
    with pytest.raises(PositionError) as caught:
        match("wrestling", 2).new_initial_state(1, position=[*position.items()])
    assert said in str(caught.value)


def test_who_discarded_is_told() -> None:
    position = [("P1.hand", "ace"), ("P2.hand", "2"), ("discard", "3 4 5 6"),
                ("discarded-by", "P2 P1 P1 P2")]  # fmt: skip
    state = match("wrestling", 2).new_initial_state(1, position=position)
    assert "discarded by P2 P1 P1 …, played: none" in [*table_lines(state, 0)][-1]
    assert state.observation(1)["discarded_by"] == (1, 0, 0, 1)


def _answers(changed: Rules, hand: str, move: str) -> list[str]:
    position = [("P1.hand", hand), ("P2.hand", "2 3 king joker"), ("stock", "ace")]
    state = changed.match(2).new_initial_state(1, position=position)
    state.apply_action(state.string_to_action(move))
    return [repr(action) for action in state.legal_actions()]


def test_more_jokers_are_a_matter_of_the_deck(tmp_path: Path) -> None:
    row = "54,black-joker,Black Joker,1,"
    changed = with_deck(tmp_path, "wrestling", row, row.replace(",1,", ",3,"))
    assert changed.titles["joker"].copies == 4
    found = _answers(changed, "joker joker joker 9", "submission joker joker joker")
    assert found == ["P2: king", "P2: joker", "P2: give-up"]


def test_what_a_card_breaks_is_a_matter_of_the_deck(tmp_path: Path) -> None:
    changed = with_deck(tmp_path, "wrestling", ",PSK,", ",PSFK,")
    found = _answers(changed, "ace ace 5 5", "finisher ace ace ace")
    assert found == ["P2: king", "P2: joker", "P2: give-up"]


def test_a_move_that_its_cards_do_not_name_is_none(tmp_path: Path) -> None:
    changed = with_deck(tmp_path, "wrestling", ",9-9,", ",,")
    position = [("P1.hand", "9 9 10 10"), ("P2.hand", "2")]
    state = changed.match(2).new_initial_state(1, position=position)
    told = [repr(action.choice) for action in state.legal_actions()]
    assert "weakener 10 10" in told
    assert "weakener 9 9" not in told


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (",J-J,", ",J-J-J,", "column 'moves': the rules know no moves 'J-J-J'; known: 'A-2-3',"),
        (
            "hearts,,,PSK,",
            "hearts,,,PS,",
            "row 27, column 'breaks': every King breaks the same moves; known: 'PSK'",
        ),
        (
            "clubs,4,4-5-6 · 4-4,",
            "clubs,4,4-5-6,",
            "row 44, column 'moves': every 4 makes the same moves; known: '4-5-6 · 4-4'",
        ),
    ],
)
def test_what_the_rules_can_not_play_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        with_deck(tmp_path, "wrestling", old, new)
    assert said in str(caught.value)
