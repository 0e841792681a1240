"""Throw Down!: what its rules promise for every round."""

from __future__ import annotations

import pytest
from arena import match
from hypothesis import given, settings
from hypothesis import strategies as st

from brawlprint.engine import Event
from brawlprint.engine.agents import RandomAgent


@pytest.mark.parametrize("players", range(2, 9))
@given(seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_every_round(players: int, seed: int) -> None:
    state = match("throwdown", players).new_initial_state(seed)
    table, agent = state.table, RandomAgent(seed)
    while state.to_act:
        number, start = table.round, len(state.history)
        before, duel = [player.pain for player in table.players], table.duel
        throws = {}
        while state.to_act and table.round == number:
            action = agent(state, state.to_act[0])
            if state.rule == "TD-A5":
                throws[action.seat] = action.choice
            state.apply_action(action)
        gained = [player.pain - pain for player, pain in zip(table.players, before, strict=True)]
        attackers = sum(throw.card.is_attack for throw in throws.values())
        dice = [e for e in state.history[start:] if isinstance(e, Event) and e.kind == "dice"]
        assert all(gain >= 0 for gain in gained)
        assert all(gain <= 6 * attackers for gain in gained)
        assert len(dice) <= attackers
        if duel:
            assert sum(gain > 0 for gain in gained) <= 1
            assert all(throw.card.is_attack and throw.target is None for throw in throws.values())
        for player in table.players:
            assert not player.laid
            assert len(player.hand) + len(player.away) == 5
