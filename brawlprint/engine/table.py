"""What lies on the table: piles of cards, cards in play, and the players around it.

A game's rules file makes its own ``Table`` and ``Player`` from these. Their public attributes
*are* the position: numbers, yes/no, words, titles, piles and cards in play. Transcripts check and
give them by name (``Ann.pain``, ``stock``), observations show them, and the invariants count their
cards. An attribute that is no part of the position starts with an underscore.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import wraps
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from brawlprint.engine.chance import Chance
from brawlprint.engine.choices import Seat, Title
from brawlprint.engine.decisions import MatchOver, Outcome

if TYPE_CHECKING:
    from brawlprint.engine.rules import Match

TitleT = TypeVar("TitleT", bound=Title)
PieceT = TypeVar("PieceT", bound="Piece")
KitT = TypeVar("KitT")

by_index = attrgetter("index")


class Seen(Enum):
    """Who can see the cards of a pile; everybody sees how many there are."""

    BY_ALL = "all"
    BY_OWNER = "owner"
    BY_NOBODY = "nobody"


class Pile(list[TitleT], Generic[TitleT]):
    """Cards lying together. The last one is on top, so that drawing is cheap.

    >>> from brawlprint.engine.examples import cards
    >>> jab, hook = cards("jab", "hook")
    >>> hand = Pile([hook, jab, jab], seen=Seen.BY_OWNER)
    >>> hand.titles()
    (jab, hook)
    """

    __slots__ = ("_cards", "_titles", "owner", "path", "seen")

    def __init__(self, cards: Iterable[TitleT] = (), seen: Seen = Seen.BY_ALL) -> None:
        super().__init__(cards)
        self.seen = seen
        self.owner: Seat | None = None
        self.path = ""
        # As it was when it was last looked through: comparing the cards is quicker than sorting.
        self._cards: list[TitleT] = []
        self._titles: tuple[TitleT, ...] = ()

    def titles(self) -> tuple[TitleT, ...]:
        """Each title once, in the deck's order: the fixed order of options."""
        if self._cards != self:
            self._cards, self._titles = self[:], tuple(sorted(set(self), key=by_index))
        return self._titles

    def visible_to(self, seat: Seat | None) -> bool:
        """Whether a seat may look at the cards; ``None`` is an onlooker."""
        if self.seen is Seen.BY_OWNER:
            return seat is not None and self.owner == seat
        return self.seen is Seen.BY_ALL

    def send(self, card: TitleT, pile: Pile[TitleT]) -> None:
        """Move one card from here to the top of another pile."""
        self.remove(card)
        pile.append(card)

    def send_all(self, pile: Pile[TitleT]) -> None:
        """Move every card from here onto another pile, in order."""
        pile.extend(self)
        self.clear()


class Hand(Pile[TitleT]):
    """A hand whose cards are kept apart by their uses, for games that look through it all the time.

    ``by_use`` has the titles for each use, each once and in the deck's order. What a card can be
    used for is its title's ``uses``, which a game sets when it reads the cards.

    >>> from brawlprint.engine.examples import cards
    >>> jab, hook = cards("jab", "hook")
    >>> jab.uses = hook.uses = ("attack",)
    >>> hand = Hand(["attack", "defense"], [hook, jab, hook])
    >>> hand.by_use
    {'attack': [jab, hook], 'defense': []}
    >>> hand.remove(jab)
    >>> hand.by_use["attack"]
    [hook]
    """

    __slots__ = ("by_use",)

    def __init__(
        self, uses: Iterable[str], cards: Iterable[TitleT] = (), seen: Seen = Seen.BY_OWNER
    ) -> None:
        super().__init__(cards, seen)
        self.by_use: dict[str, list[TitleT]] = {use: [] for use in uses}
        self._sort_anew()

    # Cards come and go one by one most of the time; after all else the hand is sorted anew.

    def append(self, card: TitleT) -> None:
        """Take a card."""
        list.append(self, card)
        for use in card.uses:
            titles = self.by_use[use]
            if card not in titles:
                insort(titles, card, key=by_index)

    def remove(self, card: TitleT) -> None:
        """Give a card away."""
        list.remove(self, card)
        if card not in self:
            for use in card.uses:
                self.by_use[use].remove(card)

    def _sort_anew(self) -> None:
        for titles in self.by_use.values():
            titles.clear()
        for card in self.titles():
            for use in card.uses:
                self.by_use[use].append(card)


def _then_sorted(change: Callable[..., Any]) -> Callable[..., Any]:
    def changed(hand: Hand[Any], *given: Any) -> Any:
        found = change(hand, *given)
        hand._sort_anew()
        return found

    return wraps(change)(changed)


for _change in ("extend", "insert", "pop", "clear", "__setitem__", "__delitem__", "__iadd__"):
    setattr(Hand, _change, _then_sorted(getattr(list, _change)))


class Piece:
    """A card in play that has a state of its own: damage, what is attached to it.

    A game makes its subclass, with numbers and piles as attributes: ``gimpy.damage`` and
    ``gimpy.weapon`` are then names in transcripts. What is in ``__slots__`` is no part of the
    position, as with properties, and quicker than these.
    """

    __slots__ = ("__dict__", "title")

    def __init__(self, title: Title) -> None:
        self.title = title  # the card that it is


class InPlay(list[PieceT], Generic[PieceT]):
    """The cards in play before a player (or in the middle), in the order they came.

    ``make`` turns a title into its piece, for positions given by name.
    """

    __slots__ = ("make",)

    def __init__(self, make: Callable[[Any], PieceT]) -> None:
        super().__init__()
        self.make = make


class Player:
    """Who sits at the table; a game adds counters and piles. Who is ``out`` is passed over."""

    __slots__ = ("__dict__", "seat")

    def __init__(self, seat: Seat) -> None:
        self.seat = seat  # the place at the table, from 0, clockwise
        self.out = False


PlayerT = TypeVar("PlayerT", bound=Player)


class Table(Generic[KitT, PlayerT]):
    """One match's table. ``kit`` is what the rules read from the deck, shared by all matches.

    A subclass makes ``players`` and its piles in ``__init__``. ``turn`` counts turns (or rounds)
    begun and ``active`` is whose turn it is, for the games that take turns. What the match is set
    to, its luck and its seats are in ``__slots__``, and no part of the position.
    """

    __slots__ = ("__dict__", "chance", "kit", "match", "seats")

    players: Sequence[PlayerT]

    def __init__(self, match: Match, chance: Chance) -> None:
        self.match, self.chance = match, chance
        self.kit: KitT = match.rules.kit
        self.seats = range(match.players)  # those who are out too
        self._turn_limit = match.options.get_number("move_limit", default=0)
        first = match.options.get_number("first_seat", default=0)
        self.active: Seat = first if first < match.players else 0
        self.turn = 0

    def live(self) -> list[Seat]:
        """The seats still in, in seat order."""
        return [seat for seat, player in enumerate(self.players) if not player.out]

    def others(self, seat: Seat) -> list[Seat]:
        """The seats still in but this one, clockwise from its left."""
        players = self.players
        round_ = (*range(seat + 1, len(players)), *range(seat))
        return [each for each in round_ if not players[each].out]

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise that is still in (the seat itself when nobody else is)."""
        players = self.players
        for player in (*players[seat + 1 :], *players[:seat]):
            if not player.out:
                return player.seat
        return seat

    def begin_turn(self) -> None:
        """Count one more turn (or round); past the option ``move_limit`` the match just ends."""
        if self._turn_limit and self.turn >= self._turn_limit:
            raise MatchOver(Outcome("move_limit"))
        self.turn += 1

    def faults(self) -> Iterator[str]:
        """What can't be in this position, told with the rule's number; a game lists its own."""
        return iter(())

    def piles(self) -> Iterator[Pile[Any]]:
        """Every pile: the table's, the players', and those of cards in play."""
        yield from _piles_of(self)
        for player in self.players:
            yield from _piles_of(player)

    def pieces(self) -> Iterator[Piece]:
        """Every card in play."""
        for holder in (self, *self.players):
            for value in vars(holder).values():
                if isinstance(value, InPlay):
                    yield from value

    def zones(self) -> Iterator[tuple[str, tuple[Title, ...]]]:
        """Every place cards can be, with its cards: each card is in exactly one."""
        for pile in self.piles():
            yield pile.path, tuple(pile)
        for holder, prefix in self._holders():
            for name, value in vars(holder).items():
                if isinstance(value, InPlay):
                    yield prefix + name, tuple(piece.title for piece in value)

    def name_piles(self) -> None:
        """Tell each pile its name and its owner."""
        self._name_places(self, "", None)
        for player in self.players:
            self._name_places(player, f"P{player.seat + 1}.", player.seat)

    def _name_places(self, holder: object, prefix: str, owner: Seat | None) -> None:
        # An object whose ``__dict__`` was once asked for is slow to read ever after, so only the
        # first table of a match is asked where its cards can be.
        known = self.match.places
        if type(holder) not in known:
            found = vars(holder).items()
            known[type(holder)] = [n for n, value in found if isinstance(value, (Pile, InPlay))]
        for name in known[type(holder)]:
            place = getattr(holder, name)
            if isinstance(place, Pile):
                place.path, place.owner = prefix + name, owner
            else:
                for piece in place:
                    self._name_places(piece, f"{piece.title.id}.", None)

    def _holders(self) -> Iterator[tuple[object, str]]:
        yield self, ""
        for player in self.players:
            yield player, f"P{player.seat + 1}."
        for piece in self.pieces():
            yield piece, f"{piece.title.id}."


def _piles_of(holder: object) -> Iterator[Pile[Any]]:
    for value in vars(holder).values():
        if isinstance(value, Pile):
            yield value
        elif isinstance(value, InPlay):
            for piece in value:
                yield from _piles_of(piece)
