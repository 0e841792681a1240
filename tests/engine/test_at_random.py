"""Play at random by the thousand is the same play, decision by decision."""

from __future__ import annotations

import pytest
from arena import each_seating, match, told
from hypothesis import given, settings
from hypothesis import strategies as st

from brawlprint.engine import State, load_rules
from brawlprint.engine.agents import RandomAgent, play_out
from brawlprint.engine.examples import SHOVING, definition, shoving
from brawlprint.engine.numbers import BLOCK, drawn, drawn_ahead
from brawlprint.errors import RulesError

FEW = settings(max_examples=4, deadline=None)
SEEDS = st.integers(0, 2**64)


def step_by_step(state: State, agents: list[RandomAgent], most: int) -> None:
    """Each action asked of its agent, checked and applied by itself."""
    while state.to_act and state.ply < most:
        seat = state.to_act[0]
        state.apply_action(agents[seat](state, seat))


def position(state: State) -> list[object]:
    legal = [state.legal_actions(seat) for seat in state.to_act]
    seen = [state.observation(seat) for seat in range(state.match.players)]
    return [told(state), state.ply, state.to_act, legal, [*state.forced], state.outcome(), seen]


@each_seating
@given(seed=SEEDS, most=st.sampled_from([0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 200, 10_000]))
@FEW
def test_nothing_is_different_but_the_time_it_takes(
    game: str, players: int, seed: int, most: int
) -> None:
    ends = []
    for play in (play_out, step_by_step):
        state = match(game, players).new_initial_state(seed)
        play(state, [RandomAgent(seed + seat) for seat in range(players)], most)
        ends.append(position(state))
        if state.to_act:  # and on from there
            play(state, [RandomAgent(seed)] * players, most + 7)
            ends[-1] += position(state)
    assert ends[0] == ends[1]


@given(SEEDS, st.integers(0, 7), st.integers(0, 100_000))
def test_numbers_drawn_ahead_are_those_drawn_one_by_one(seed: int, seat: int, ply: int) -> None:
    numbers = drawn_ahead(seed, seat, ply // BLOCK)
    first = ply - ply % BLOCK
    assert list(numbers) == [drawn(seed, seat, first + place) for place in range(BLOCK)]


def test_an_agent_picks_alike_whoever_asked_it_before() -> None:
    agent = RandomAgent(5)
    plies = [3, 700, 4, 3, 63, 64, 3]
    picks = {(seat, ply): RandomAgent(5).pick(seat, ply, 1000) for seat in (0, 1) for ply in plies}
    assert [agent.pick(seat, ply, 1000) for ply in plies for seat in (1, 0)] == [
        picks[seat, ply] for ply in plies for seat in (1, 0)
    ]
    assert len(set(picks.values())) > 8


@pytest.mark.parametrize(
    ("wrong", "says"),
    [("[*shoves, REST][:0]", "P2 has nothing to choose from"), ("1 / 0", "division by zero")],
)
def test_a_fault_of_the_rules_is_told_where_it_happened(wrong: str, says: str) -> None:
    choices = "[*shoves, REST]"
    assert SHOVING.count(choices) == 1
    broken = f"{choices} if table.turn < 4 or table.active != 1 else {wrong}"
    game = load_rules(definition(), shoving.path, SHOVING.replace(choices, broken))
    told = []
    for play in (play_out, step_by_step):
        state = game.match(players=2).new_initial_state(1)
        with pytest.raises(RulesError, match=says) as caught:
            play(state, [RandomAgent(2)] * 2, 10_000)
        told.append(str(caught.value))
    assert told[0] == told[1]
