"""What holds in every game, whoever plays it and whatever the luck."""

from __future__ import annotations

import os
import subprocess
import sys

from arena import ROOT, cards, each_game, each_seating, match, played, rules, told
from hypothesis import given, settings
from hypothesis import strategies as st

from brawlprint.engine import State, match_seed
from brawlprint.engine.agents import Brawler, RandomAgent, play_out
from brawlprint.engine.replay import replay
from brawlprint.engine.transcripts import dumps, loads
from brawlprint.errors import ActionError

FEW = settings(max_examples=4, deadline=None)
SEEDS = st.integers(0, 2**32)


@each_seating
@given(seed=SEEDS)
@FEW
def test_the_position_is_sound_after_every_action(game: str, players: int, seed: int) -> None:
    state = match(game, players).new_initial_state(seed)
    dealt, agent = cards(state), RandomAgent(seed)
    while state.to_act and state.ply < 250:
        for seat in state.to_act:
            legal = state.legal_actions(seat)
            assert len(legal) > 1
            assert len(set(map(str, legal))) == len(legal)
        assert not any(
            state.legal_actions(seat) for seat in range(players) if seat not in state.to_act
        )
        state.apply_action(agent(state, state.to_act[-1]))
        assert cards(state) == dealt
        assert list(state.table.faults()) == []
    assert state.is_terminal() == (state.outcome() is not None)
    assert sum(state.returns()) in (0, 1) or abs(sum(state.returns()) - 1) < 1e-9


@each_seating
@given(seed=SEEDS, plies=st.integers(0, 120))
@FEW
def test_every_listed_action_applies(game: str, players: int, seed: int, plies: int) -> None:
    state = played(game, players, seed, plies)
    before = told(state)
    for seat in state.to_act:
        for action in state.legal_actions(seat)[:20]:
            assert state.string_to_action(state.action_to_string(action)) is action
            twin = state.copy()
            twin.apply_action(action)
            assert twin.ply == state.ply + 1
    assert told(state) == before


@each_seating
@given(seed=SEEDS, plies=st.integers(0, 120))
@FEW
def test_reasons_never_contradict_the_list(game: str, players: int, seed: int, plies: int) -> None:
    state = played(game, players, seed, plies)
    for seat in state.to_act:
        reasons = state.why_not()
        legal = {action.choice for action in state.legal_actions(seat)}
        assert not legal & {each.choice for each in (reasons(seat) if reasons else ())}


def _same(one: State, other: State) -> bool:
    seats = [None, *range(one.match.players)]
    return (
        told(one) == told(other)
        and one.to_act == other.to_act
        and one.outcome() == other.outcome()
        and list(one.zones()) == list(other.zones())
        and all(one.observation(seat) == other.observation(seat) for seat in seats)
    )


@each_seating
@given(seed=SEEDS, plies=st.integers(0, 120))
@FEW
def test_a_copy_is_the_same_match_with_the_same_luck(
    game: str, players: int, seed: int, plies: int
) -> None:
    state = played(game, players, seed, plies)
    twin = state.copy()
    assert _same(state, twin)
    for each in (state, twin):
        play_out(each, [RandomAgent(seed)] * players, plies + 100)
    assert _same(state, twin)
    assert _same(state.copy(ply=plies), played(game, players, seed, plies))


@each_seating
@given(seed=SEEDS, plies=st.integers(0, 120))
@FEW
def test_a_seat_can_not_tell_what_it_does_not_see(
    game: str, players: int, seed: int, plies: int
) -> None:
    state = played(game, players, seed, plies)
    before, dealt = told(state), cards(state)
    for seat in state.to_act:
        fresh = [state.copy(seed=future, seat=seat) for future in (1, 2)]
        assert fresh[0].observation(seat) == fresh[1].observation(seat)
        hidden = {"to_act"}  # secret choices of others are open again
        for key, value in state.observation(seat).items():
            assert key in hidden or fresh[0].observation(seat)[key] == value
        for twin in fresh:
            again = twin.copy()
            for each in (twin, again):
                play_out(each, [RandomAgent(seed)] * players, plies + 150)
                assert cards(each) == dealt
            assert _same(twin, again)
    assert told(state) == before


@each_seating
@given(seed=SEEDS)
@FEW
def test_a_recorded_match_replays_to_the_same_end(game: str, players: int, seed: int) -> None:
    state = played(game, players, seed, 400)
    again = replay(loads(dumps(state)), rules(game))
    assert list(again.zones()) == list(state.zones())
    assert (again.ply, again.outcome()) == (state.ply, state.outcome())
    assert dumps(again) == dumps(state)


@each_seating
@given(seed=SEEDS, text=st.text(max_size=40), plies=st.integers(0, 40))
@settings(max_examples=25, deadline=None)
def test_garbage_is_refused(game: str, players: int, seed: int, text: str, plies: int) -> None:
    state = played(game, players, 7, plies)
    for attempt in (text, f"P1: {text}", f"P2: {text} {seed}", f"P99: {text}"):
        try:
            action = state.string_to_action(attempt)
        except ActionError as error:
            assert str(error)
        else:
            assert action in state.legal_actions(action.seat)


@each_seating
def test_matches_end_by_the_rules_or_by_a_named_reason(game: str, players: int) -> None:
    for index in range(6):
        state = match(game, players).new_initial_state(match_seed(1, index))
        agents = [RandomAgent(index), Brawler(index)]
        play_out(state, [agents[seat % 2] for seat in range(players)])
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.termination


_DIGEST = """
import hashlib
from arena import SEATINGS, played, told
lines = [line for game, players in SEATINGS for line in told(played(game, players, 11, 200))]
print(hashlib.sha256("\\n".join(lines).encode()).hexdigest())
"""


def test_the_same_seed_is_the_same_match_in_every_process() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", _DIGEST],
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests" / "engine")]),
            },
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


@each_game
def test_first_seat_starts(game: str) -> None:
    definition = rules(game).game
    if "first_seat" in definition.options:
        for seat in range(definition.players.max):
            table = rules(game).match(definition.players.max, {"first_seat": seat})
            assert table.new_initial_state(3).table.active == seat
