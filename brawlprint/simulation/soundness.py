"""Matches looked at while they are played: the game's invariants hold, and so do its reasons.

A card may do what the rules say can't be, and nobody notices: the match goes on. So some matches
are watched. After each action the table's ``faults`` are asked for, and now and then the reasons
against choices, which else are told only to somebody at the terminal who tries one. Cards are
counted too: none comes twice, and none is gone when a turn begins.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from brawlprint.engine import notation
from brawlprint.engine.choices import Action
from brawlprint.errors import BrawlprintError, Finding, RulesError, Where, shown

if TYPE_CHECKING:
    from brawlprint.engine.choices import Title
    from brawlprint.engine.state import State

INVARIANT, REFUSAL = "invariant", "refusal"  # the codes of what is found
NOW_AND_THEN = 5  # reasons can be many, so they are asked for after each so-manieth action


class UnsoundError(BrawlprintError):
    """A match that goes on, though by its own rules it can't be so."""

    def __init__(self, code: str, message: str, state: State, where: Where | None = None) -> None:
        where = where or Where(shown(state.match.rules.path))
        players = f"{state.match.players} players"
        last = next((each for each in reversed(state.history) if isinstance(each, Action)), None)
        move = f", the last {state.action_to_string(last)!r}" if last is not None else ""
        told = f"{message} (seed {state.seed}, {players}, after {state.ply} actions{move})"
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


class Count:
    """The cards of a match, counted as it begins; :meth:`look` tells whether they are all there.

    A card that is played may be nowhere for a moment, while somebody is asked for an answer to it;
    when a turn begins, none is.

    >>> from brawlprint.engine.examples import shoving
    >>> state = shoving.match(players=2).new_initial_state(seed=1)
    >>> count = Count(state)
    >>> state.table.discard.append(state.table.players[0].hand[0])
    >>> count.look()
    Traceback (most recent call last):
    brawlprint.simulation.soundness.UnsoundError: shoving.py: what can't be: 'Jab' is in more \
places than there are cards of it: 9 of 8 (P1.hand, P2.hand, discard, stock) \
(seed 1, 2 players, after 0 actions)
    """

    def __init__(self, state: State) -> None:
        self.state, self.turn = state, state.table.turn
        self.first = _cards(state)

    def look(self) -> None:
        """Count again; raises :class:`UnsoundError`."""
        begins = self.state.table.turn != self.turn
        if not begins and self.state.ply % NOW_AND_THEN:
            return
        self.turn = self.state.table.turn
        now = _cards(self.state)
        for title in now:
            most = max(self.first[title], title.copies)
            if now[title] > most:
                told = "is in more places than there are cards of it"
                raise self._wrong(title, f"{told}: {now[title]} of {most}")
        for title in self.first if begins else ():
            if now[title] < self.first[title]:
                gone = self.first[title] - now[title]
                raise self._wrong(title, f"is nowhere any more: {gone} of {self.first[title]}")

    def _wrong(self, title: Title, what: str) -> UnsoundError:
        places = [place for place, cards in self.state.zones() if title in cards]
        there = f" ({', '.join(sorted(places))})" if "places" in what else ""
        return UnsoundError(INVARIANT, f"what can't be: {title.title!r} {what}{there}", self.state)


def _cards(state: State) -> Counter[Title]:
    return Counter(card for _, zone in state.zones() for card in zone)
