"""Matches looked at while they are played: the game's invariants hold, and so do its reasons.

A card may do what the rules say can't be, and nobody notices: the match goes on. So some matches
are watched. After each action the table's ``faults`` are asked for, and now and then the reasons
against choices, which else are told only to somebody at the terminal who tries one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brawlprint.engine import notation
from brawlprint.errors import BrawlprintError, Finding, RulesError, Where, shown

if TYPE_CHECKING:
    from brawlprint.engine.state import State

INVARIANT, REFUSAL = "invariant", "refusal"  # the codes of what is found
NOW_AND_THEN = 5  # reasons can be many, so they are asked for after each so-manieth action


class UnsoundError(BrawlprintError):
    """A match that goes on, though by its own rules it can't be so."""

    def __init__(self, code: str, message: str, state: State, where: Where | None = None) -> None:
        where = where or Where(shown(state.match.rules.path))
        players = f"{state.match.players} players"
        told = f"{message} (seed {state.seed}, {players}, after {state.ply} actions)"
        self._finding = Finding(code, told, where)
        super().__init__(str(self._finding))

    def findings(self) -> tuple[Finding, ...]:
        """The error as the one finding it is."""
        return (self._finding,)


def look(state: State) -> None:
    """Hold a match to its invariants and its reasons; raises :class:`UnsoundError`.

    >>> from brawlprint.engine.examples import shoving
    >>> state = shoving.match(players=2).new_initial_state(seed=1)
    >>> look(state)
    >>> state.table.faults = lambda: iter(["P1 holds 9 cards (SH-A3)"])
    >>> look(state)
    Traceback (most recent call last):
    brawlprint.simulation.soundness.UnsoundError: shoving.py: what can't be: P1 holds 9 cards \
(SH-A3) (seed 1, 2 players, after 0 actions)
    """
    if faults := list(state.table.faults()):
        raise UnsoundError(INVARIANT, f"what can't be: {'; '.join(faults)}", state)
    if state.to_act and state.ply % NOW_AND_THEN == 0:
        _reasons(state, state.to_act[0])


def _reasons(state: State, seat: int) -> None:
    """Ask for every reason against a seat's choices; none may be against a legal one."""
    try:
        refusals = notation.refusals(state, seat)
    except RulesError as error:
        (finding,) = error.findings()
        raise UnsoundError(REFUSAL, finding.message, state, finding.where) from error
    legal = set(state.choices(seat)) if refusals else ()
    for choice, rule, reason in refusals:
        if choice in legal:
            move = state.action_to_string(choice.actions[seat])
            told = f"{move!r} is legal, and there is a reason against it: {reason} ({rule})"
            raise UnsoundError(REFUSAL, told, state)
