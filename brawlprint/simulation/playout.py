"""One match, by its number, to a small record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import lcm

from msgspec import Struct

from brawlprint.engine.agents import Agent, make_agent
from brawlprint.engine.chance import match_seed
from brawlprint.engine.choices import Action, Seat, Title, cards_played
from brawlprint.engine.decisions import Outcome
from brawlprint.engine.rules import Match
from brawlprint.engine.state import State
from brawlprint.engine.table import Pile, Seen
from brawlprint.simulation import soundness

# A whole win, in parts: whole numbers add up to the same in any order, fractions don't.
WIN = lcm(*range(1, 21))
# Decisions after which a match is broken off that counts no turns, or endless ones.
MOST_DECISIONS = 100_000


class Record(Struct, frozen=True):
    """What came of a match.

    ``shares`` are each seat's parts of :data:`WIN`; cards are told by their places in the deck's
    order. ``drawn`` are those that came to light or into a hand, ``playable`` those that were a
    legal option at least once, ``played`` those that each seat played.
    """

    termination: str
    shares: tuple[int, ...]
    turns: int
    decisions: int
    drawn: frozenset[int]
    playable: frozenset[int]
    played: tuple[frozenset[int], ...]

    @property
    def decided(self) -> bool:
        """Whether anybody won."""
        return any(self.shares)


def seated(agents: Sequence[str], players: int, index: int) -> tuple[str, ...]:
    """Who sits where in a match: everybody moves on by one seat from match to match.

    >>> seated(["random", "brawler"], 3, 0), seated(["random", "brawler"], 3, 1)
    (('random', 'brawler', 'random'), ('brawler', 'random', 'random'))
    """
    return tuple(agents[(seat + index) % players % len(agents)] for seat in range(players))


class Player:
    """Plays matches of one kind by their numbers.

    Each ``watch``-th match is held to the game's invariants (none, if it is 0): what breaks them
    raises :class:`UnsoundError`. What it is at can be asked from another thread: ``index``, ``state`` and :meth:`standing`.

    >>> from brawlprint.engine.examples import shoving
    >>> player = Player(shoving.match(players=2), ["brawler"], seed=1)
    >>> record = player.play(7)
    >>> record == player.play(7), record.termination, record.decided
    (True, 'last-standing', True)
    """

    def __init__(
        self, match: Match, agents: Sequence[str], seed: int, watch: int = 0, first: int = 0
    ) -> None:
        self.match, self.names, self.seed = match, agents, seed
        self.watch, self.first = watch, first
        self.index = -1
        self.state: State | None = None
        self.agents: list[Agent] = []
        self.places = {title: place for place, title in enumerate(match.rules.kit.titles)}
        self._cards: dict[Action, frozenset[int]] = {}

    def standing(self) -> tuple[int, ...]:
        """Numbers that change as long as the match goes on."""
        state = self.state
        thought = (getattr(agent, "thought", 0) for agent in self.agents)
        return (self.index, -1 if state is None else state.__dict__.get("ply", -1), *thought)

    def play(self, index: int) -> Record:
        """Play a match to its end."""
        self.index, self.state = index, None
        number = match_seed(self.seed, index)
        names = seated(self.names, self.match.players, index)
        # As `brawlprint play` seats them, so that it can show any match of a run.
        self.agents = [make_agent(name, number + seat) for seat, name in enumerate(names)]
        state = self.state = self.match.new_initial_state(number)
        options, used, drawn = self._play(state)
        outcome = state.outcome() or Outcome("decision_limit")
        return Record(
            termination=_name_of(outcome),
            shares=_shares(outcome, self.match.players),
            turns=state.table.turn,
            decisions=state.ply,
            drawn=frozenset(self.places[title] for title in drawn if title in self.places),
            playable=frozenset().union(*map(self.cards, options), *map(self.cards, used)),
            played=self._played(used),
        )

    def _play(self, state: State) -> tuple[set[Action], list[Action], set[Title]]:
        """Play on to the end: the options there were, those that were used, the cards drawn."""
        options: set[Action] = set()
        used: list[Action] = []
        offer, use = options.update, used.append
        apply_action, agents = state.apply_action, self.agents
        hidden = _Hidden(state)
        look = self._watching(state, hidden) if self._watches() else hidden.look
        used += _forced(state)
        while (to_act := state.to_act) and state.ply < MOST_DECISIONS:
            seat = to_act[0]
            offer(state.legal_actions(seat))
            action = agents[seat](state, seat)
            use(action)
            apply_action(action)
            if state.forced:
                used += _forced(state)
            look()
        return options, used, hidden.drawn

    def _watches(self) -> bool:
        return self.index < self.first or (self.watch > 0 and self.index % self.watch == 0)

    def _watching(self, state: State, hidden: _Hidden) -> Callable[[], None]:
        """What is done after each action of a watched match; once now, before the first."""
        count = soundness.Count(state)

        def look() -> None:
            hidden.look()
            soundness.look(state)
            count.look()

        soundness.look(state)
        return look

    def _played(self, used: Sequence[Action]) -> tuple[frozenset[int], ...]:
        by_seat: list[set[int]] = [set() for _ in range(self.match.players)]
        for action in used:
            by_seat[action.seat] |= self.cards(action)
        return tuple(map(frozenset, by_seat))

    def cards(self, action: Action) -> frozenset[int]:
        """The places of the cards that an action plays; actions come up again and again."""
        found = self._cards.get(action)
        if found is None:
            places = self.places
            played = cards_played(action.choice)
            found = frozenset(places[title] for title in played if title in places)
            self._cards[action] = found
        return found


def _forced(state: State) -> Iterator[Action]:
    """What had to be done since the last action: it counts as if somebody had decided it."""
    return (choice.actions[seat] for seat, choice, _ in state.forced)


class _Hidden:
    """Watches the piles that nobody looks into, for the cards that leave them."""

    def __init__(self, state: State) -> None:
        piles = list(state.table.piles())
        hidden = [pile for pile in piles if pile.seen is Seen.BY_NOBODY]
        self.piles: list[tuple[Pile[Title], list[Title]]] = [(pile, pile[:]) for pile in hidden]
        ids = {id(pile) for pile in hidden}
        self.drawn: set[Title] = {card for pile in piles if id(pile) not in ids for card in pile}
        self.drawn |= {piece.title for piece in state.table.pieces()}

    def look(self) -> None:
        """Note what has been drawn since the last look."""
        for pile, before in self.piles:
            if len(pile) != len(before):
                self.drawn.update(_gone(before, pile))
                before[:] = pile


def _gone(before: list[Title], now: list[Title]) -> Iterable[Title]:
    """The cards of which there are fewer than before."""
    if before[: len(now)] == now:  # as a rule they were drawn from the top
        return before[len(now) :]
    return Counter(before) - Counter(now)


def _name_of(outcome: Outcome) -> str:
    if not isinstance(outcome.termination, str) or not outcome.termination:
        raise TypeError(f"the match ended without a reason's name: {outcome!r}")
    return outcome.termination


def _shares(outcome: Outcome, players: int) -> tuple[int, ...]:
    winners: set[Seat] = set(outcome.winners)
    if len(winners) < len(outcome.winners) or not winners <= set(range(players)):
        raise ValueError(f"there can't be such winners among {players} players: {outcome!r}")
    each = WIN // len(winners) if winners else 0
    return tuple(each if seat in winners else 0 for seat in range(players))
