"""Playing at random, by the thousand, as soaks and benchmarks do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brawlprint.engine.chance import mixed
from brawlprint.engine.choices import Action, Choice, Seat
from brawlprint.engine.numbers import BLOCK, drawn_ahead
from brawlprint.engine.state import State


class RandomAgent:
    """Chooses any legal action, each as likely as the others."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = mixed(seed)
        self._block = -1
        self._ahead: dict[Seat, memoryview[int]] = {}

    def __call__(self, state: State, seat: Seat) -> Action:
        """Choose for a seat."""
        choices = state.choices(seat)
        return choices[self.pick(seat, state.ply, len(choices))].actions[seat]

    def pick(self, seat: Seat, ply: int, count: int) -> int:
        """Which of so many choices it takes at a ply."""
        return self.ahead(seat, ply)[ply % BLOCK] * count >> 32

    def ahead(self, seat: Seat, ply: int) -> memoryview[int]:
        """The numbers it picks by, for the whole block of plies around one."""
        block = ply // BLOCK
        if block != self._block:
            self._block, self._ahead = block, {}
        if seat not in self._ahead:
            self._ahead[seat] = drawn_ahead(self.seed, seat, block)
        return self._ahead[seat]


def play_at_random(state: State, agents: Sequence[RandomAgent], most: int) -> None:
    """Play on to the end (or to a ply), from a decision that one seat has to make.

    Nobody looks at the state meanwhile, so it is brought up to date only at the end; and a choice
    that is picked out of the list by its place need not be looked for in it.
    """
    send, ply, forced = state._send, state.ply, state.forced
    happened, seats = state.history.happened, state.history.seats
    request, first, end = state._request, 0, 0
    try:
        while True:
            seat, choices, rule, _ = request
            if seat is None:
                state.forced = forced
                if (choice := state._forced_of(choices, rule)) is None:
                    if ply + len(state.to_act) > most:
                        break
                    choice = _picked_together(state, agents, choices, ply)
                    ply += len(state.to_act)
                    forced = []
            elif (count := len(choices)) > 1:
                if ply >= end:
                    if ply >= most:
                        break
                    ahead = [agent.ahead(each, ply) for each, agent in enumerate(agents)]
                    first = ply - ply % BLOCK
                    end = min(first + BLOCK, most)
                choice = choices[ahead[seat][ply - first] * count >> 32]
                happened.append(choice)
                seats.append(seat)
                ply += 1
                if forced:
                    forced = []
            else:
                choice = choices[0] if choices else state._none(seat, rule)
                forced.append((seat, choice, rule))
            request = send(choice)
        state.ply, state.forced = ply, forced
        state._open(request)
    except BaseException as stop:
        state.ply, state.forced = ply, forced
        state._stopped(stop)


def _picked_together(
    state: State, agents: Sequence[RandomAgent], choices: Mapping[Seat, Sequence[Choice]], ply: int
) -> dict[Seat, Choice]:
    """What several seats choose at once, those with a choice one after another."""
    chosen = state._chosen
    for each in state.to_act:
        options = choices[each]
        chosen[each] = choice = options[agents[each].pick(each, ply, len(options))]
        state.history.act(each, choice)
        ply += 1
    state._chosen = {}
    return {seat: chosen[seat] for seat in choices}
