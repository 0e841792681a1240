"""Who plays when no human does: at random, as a sensible brawler, or looking ahead.

What an agent does depends on its seed, the seat and the ply alone, so that a match is the same
whichever worker plays it, and the same after a resume.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

from brawlprint.engine.at_random import RandomAgent, play_at_random
from brawlprint.engine.chance import mixed
from brawlprint.engine.choices import DONE, PASS, Action, Seat
from brawlprint.engine.numbers import drawn
from brawlprint.engine.state import State
from brawlprint.errors import RequestError, choices

Agent: TypeAlias = Callable[[State, Seat], Action]

# More actions than any match has.
_NO_END = 1 << 29
# How good passing looks to a brawler where the game has no opinion: others count as 1.
_IDLE = 0.4
# The most actions of a playout that nobody can judge before its end.
_LONGEST = 1000


class Brawler:
    """Plays sensibly: what looks good is likely, what looks bad is rare, the rest is luck.

    How good a choice looks is the rules file's ``hint``; where it has no opinion, doing something
    is better than passing.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = mixed(seed)

    def __call__(self, state: State, seat: Seat) -> Action:
        """Choose for a seat."""
        legal = state.legal_actions(seat)
        # Cubed, so that twice as good is eight times as likely.
        weights = [weight**3 for weight in looks(state, seat, legal)]
        point = drawn(self.seed, seat, state.ply) / 2**32 * sum(weights)
        for action, weight in zip(legal, weights, strict=True):
            point -= weight
            if point < 0:
                return action
        return legal[drawn(self.seed, seat, state.ply) * len(legal) >> 32]


def looks(state: State, seat: Seat, legal: Sequence[Action]) -> list[float]:
    """How good each action looks at first sight, 0 or more."""
    hint = state.match.rules.hint
    found: list[float] = []
    for action in legal:
        choice = action.choice
        look = None if hint is None else hint(state.table, seat, choice)
        if look is None:
            look = _IDLE if choice is PASS or choice is DONE else 1.0
        found.append(max(look, 0.0))
    return found


class Lookahead:
    """Plays each promising action out many times, and takes the one that wins most.

    What the seat can't see is dealt anew for every playout: it knows no more than its player.
    ``playouts`` is the budget of a decision; ``seconds`` is only a cap on it for slow machines.
    A playout ends after ``depth`` actions if the rules file can tell how a seat stands by then.
    """

    def __init__(
        self, seed: int = 0, playouts: int = 60, seconds: float | None = None, depth: int = 40
    ) -> None:
        self.seed, self.playouts, self.seconds, self.depth = seed, playouts, seconds, depth
        self.thought = 0  # playouts so far: who watches for a match that is stuck looks at it

    def __call__(self, state: State, seat: Seat) -> Action:
        """Choose for a seat: halve the field, round by round, with more playouts for the better."""
        arms = self._promising(state, seat)
        rounds = max(1, math.ceil(math.log2(len(arms))))
        until = math.inf if self.seconds is None else time.monotonic() + self.seconds
        for _ in range(rounds):
            for _ in range(max(1, self.playouts // rounds // len(arms))):
                for arm in arms:
                    arm.add(self._playout(state, seat, arm))
                if time.monotonic() > until:
                    break
            arms = sorted(arms, key=lambda each: -each.mean)[: max(1, len(arms) // 2)]
        return arms[0].action

    def _promising(self, state: State, seat: Seat) -> list[_Arm]:
        """The actions worth a look: all, or the best looking where there are very many."""
        legal = state.legal_actions(seat)
        look = dict(zip(legal, looks(state, seat, legal), strict=True))
        most = max(2, self.playouts // 3)
        best = sorted(legal, key=lambda action: -look[action])[:most]
        return [_Arm(action) for action in best]

    def _playout(self, state: State, seat: Seat, arm: _Arm) -> float:
        # All actions meet the same luck and the same opponents: only they differ.
        self.thought += 1
        seed = mixed(self.seed, seat, state.ply, arm.count)
        twin = state.copy(seed=seed, seat=seat)
        twin.apply_action(arm.action)
        standing = state.match.rules.standing
        depth = self.depth if standing else _LONGEST
        play_out(twin, [Brawler(seed)] * state.match.players, twin.ply + depth)
        if twin.is_terminal():
            return twin.returns()[seat]
        return standing(twin.table, seat) if standing else 1 / state.match.players


class _Arm:
    """An action and what its playouts came to."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.count = 0
        self.total = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value

    @property
    def mean(self) -> float:
        """How good it looks by now."""
        return self.total / max(1, self.count)


def play_out(state: State, agents: Sequence[Agent], most: int = _NO_END) -> None:
    """Play on to the end (or to a ply), each seat by its agent.

    >>> from brawlprint.engine.examples import shoving
    >>> state = shoving.match(players=3).new_initial_state(seed=1)
    >>> play_out(state, [RandomAgent(1), Brawler(2), Lookahead(3, playouts=4)])
    >>> state.is_terminal()
    True
    """
    at_random = [agent for agent in agents if type(agent) is RandomAgent]
    while (to_act := state.to_act) and state.ply < most:
        if len(at_random) == len(agents) and state._seat is not None:
            play_at_random(state, at_random, most)
        else:
            seat = to_act[0]
            state.apply_action(agents[seat](state, seat))


AGENTS: dict[str, Callable[[int], Agent]] = {
    "random": RandomAgent,
    "brawler": Brawler,
    "lookahead": Lookahead,
}


def make_agent(name: str, seed: int) -> Agent:
    """An agent by name; ``lookahead:200`` has a budget of 200 playouts a decision."""
    kind, _, budget = name.strip().casefold().partition(":")
    if kind == "lookahead" and budget.isdecimal() and 0 < int(budget) <= 1_000_000:
        return Lookahead(seed, int(budget))
    if kind not in AGENTS or budget:
        raise RequestError(f"there is no agent {name!r}; write {choices(AGENTS)}"
                           " (with a budget: 'lookahead:200')")  # fmt: skip
    return AGENTS[kind](seed)
