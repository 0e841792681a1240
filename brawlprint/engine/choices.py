"""What a player may choose: cards, words, numbers, players, and moves made of them.

A choice is made once and shared: two that say the same are the same object, so that comparing
them is comparing identities. An :class:`Action` is a choice in the hand of a seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from operator import itemgetter
from string import Formatter
from typing import Any, ClassVar, TypeAlias, TypeVar, dataclass_transform

from brawlprint.definitions import Card

K = TypeVar("K")
V = TypeVar("V")
Seat: TypeAlias = int
Token: TypeAlias = "str | int"  # a written word; or a seat, to be written as its player's name


class Choice:
    """Something a player may choose; ``actions[seat]`` is that choice as a seat's action."""

    __slots__ = ("actions",)

    actions: dict[Seat, Action]

    def __init__(self) -> None:
        self.actions = _Actions(self)

    def tokens(self) -> tuple[Token, ...]:
        """The words of its notation; a seat stands for its player's name."""
        raise TypeError(f"{type(self).__name__} has no notation")

    def spellings(self) -> Sequence[tuple[Token, ...]]:
        """Every way to write it, its notation first; several where an order means nothing."""
        return (self.tokens(),)

    def __repr__(self) -> str:
        return " ".join(player(t) if isinstance(t, int) else t for t in self.tokens())


class _Actions(dict[Seat, "Action"]):
    """The actions of one choice by seat, made as they come up."""

    __slots__ = ("choice",)

    def __init__(self, choice: Choice) -> None:
        self.choice = choice

    def __missing__(self, seat: Seat) -> Action:
        action = self[seat] = Action(seat, self.choice)
        return action


class Action:
    """A choice made by a seat. There is one object for each, so equality is identity."""

    __slots__ = ("choice", "seat")

    def __init__(self, seat: Seat, choice: Choice) -> None:
        self.seat = seat
        self.choice = choice

    def text(self, names: Sequence[str]) -> str:
        """The action as a transcript writes it.

        >>> Word("pass").actions[1].text(["Ann", "Ben"])
        'Ben: pass'
        """
        return f"{names[self.seat]}: {written(self.choice, names)}"

    def __repr__(self) -> str:
        return f"{player(self.seat)}: {self.choice!r}"


def player(seat: Seat) -> str:
    """A seat as it is called when its player has no name.

    >>> player(0)
    'P1'
    """
    return f"P{seat + 1}"


def written(choice: Choice, names: Sequence[str]) -> str:
    """A choice in words, players by their names."""
    return named(choice.tokens(), names)


def named(tokens: Sequence[Token], names: Sequence[str]) -> str:
    """Written words in one line, players by their names."""
    return " ".join(names[t] if isinstance(t, int) else t for t in tokens)


class _Once(type):
    """Makes each distinct object of a class once: same arguments, same object.

    Options come up thousands of times a second; a look-up costs a fifth of making one anew, and
    identity is the fastest equality there is. ``Shove.made["hard", 1]`` is ``Shove("hard", 1)``
    without the call, for lists that are made all the time.
    """

    made: dict[tuple[Any, ...], Any]
    fields: tuple[str, ...]

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        own = _fields_in(body)
        if not body.keys() & own.keys():  # a field with a default can't have a slot
            body["__slots__"] = tuple(own)  # an object of slots is half as far to reach
        return super().__new__(cls, name, bases, body)

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> None:
        super().__init__(name, bases, body)
        own = _fields_in(body)
        cls.made = _Made(cls)
        cls.fields = (*getattr(cls, "fields", ()), *own)
        setattr(cls, "__match_args__", cls.fields)  # noqa: B010 - mypy holds it for a constant
        cls.seats = getattr(cls, "seats", frozenset()) | {n for n, a in own.items() if "Seat" in a}

    def __call__(cls, *values: Any, **named: Any) -> Any:
        if named:
            values += tuple(named[field] for field in cls.fields[len(values) :])
        return cls.made[values]


def _fields_in(body: dict[str, Any]) -> dict[str, str]:
    """The fields that a class body declares, by their annotations."""
    found = body.get("__annotations__", {}).items()
    return {name: str(kind) for name, kind in found if "ClassVar" not in str(kind)}


class _Made(dict[tuple[Any, ...], Any]):
    """The objects of a class by their arguments, made as they come up."""

    __slots__ = ("kind",)

    def __init__(self, kind: _Once) -> None:
        self.kind = kind

    def __missing__(self, values: tuple[Any, ...]) -> Any:
        made = self[values] = _make(self.kind, values)
        return made


def _make(cls: Any, values: tuple[Any, ...]) -> Any:
    defaults = [getattr(cls, field) for field in cls.fields[len(values) :] if hasattr(cls, field)]
    full = (*values, *defaults)
    if len(full) != len(cls.fields):
        raise TypeError(f"{cls.__name__} takes {', '.join(cls.fields)}, not {values!r}")
    choice = cls.__new__(cls)
    # One by one: an object whose ``__dict__`` was once asked for is slow to read ever after.
    for field, value in zip(cls.fields, full, strict=True):
        object.__setattr__(choice, field, value)
    object.__setattr__(choice, "actions", _Actions(choice))
    return choice


@dataclass_transform(frozen_default=True, eq_default=False)
class Move(Choice, metaclass=_Once):
    """A choice made of several things; a game declares its own.

    ``notation`` says how it is written. A field annotated ``Seat`` is written as the player's
    name; one that is ``None`` is left out; a tuple is written one by one. The annotations are
    read as text, so the file starts with ``from __future__ import annotations``.

    ``plays`` names the fields whose cards are played by it, for the counts of playouts; where it
    is not set these are all cards that it names, and none if its notation begins with ``discard``.

    >>> class Shove(Move):
    ...     how: "str"
    ...     target: "Seat"
    ...     notation = "shove {how} {target}"
    >>> Shove("hard", 1), Shove("hard", 1) is Shove("hard", 1)
    (shove hard P2, True)
    """

    notation: ClassVar[str] = ""
    plays: ClassVar[tuple[str, ...] | None] = None

    def tokens(self) -> tuple[Token, ...]:
        """The words of the notation, with the fields put in."""
        found: list[Token] = []
        for words, field, _, _ in Formatter().parse(self.notation):
            found += words.split()
            if field is not None:
                found += _tokens_of(getattr(self, field), field in type(self).seats)
        return tuple(found)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} can't be changed: it is shared")


def _tokens_of(value: object, is_seat: bool) -> tuple[Token, ...]:
    if value is None:
        return ()
    if isinstance(value, Choice):
        return value.tokens()
    if isinstance(value, tuple):
        return tuple(token for each in value for token in _tokens_of(each, is_seat))
    return (int(str(value)),) if is_seat else (str(value),)


def cards_played(value: object) -> frozenset[Title]:
    """The cards that a choice plays.

    >>> class Drop(Move):
    ...     card: "Title"
    ...     notation = "discard {card}"
    >>> from brawlprint.engine.examples import cards
    >>> (jab,) = cards("jab")
    >>> cards_played(jab), cards_played(Drop(jab))
    (frozenset({jab}), frozenset())
    """
    if isinstance(value, Title):
        return frozenset((value,))
    if isinstance(value, Move):
        kind = type(value)
        fields = kind.plays
        if fields is None:
            fields = () if kind.notation.split()[:1] == ["discard"] else kind.fields
        return frozenset().union(*(cards_played(getattr(value, field)) for field in fields))
    if isinstance(value, tuple):
        return frozenset().union(*map(cards_played, value))
    return frozenset()


class Word(Move):
    """A choice that is one word, such as ``pass``.

    >>> DONE = Word("done")
    >>> DONE is Word("done")
    True
    """

    word: str
    notation = "{word}"


class Number(Move):
    """A choice of a number.

    >>> Number(3), Number(3).value
    (3, 3)
    """

    value: int
    notation = "{value}"


class Opponent(Move):
    """A choice of a player.

    >>> Opponent(2), Opponent(2).seat
    (P3, 2)
    """

    seat: Seat
    notation = "{seat}"


PASS = Word("pass")
DONE = Word("done")


class Title(Choice):
    """A card title as the rules use it; all its copies are this one object.

    A game makes its own subclass that reads what it needs from the row, see :func:`titles`.
    """

    def __init__(self, card: Card, index: int) -> None:
        super().__init__()
        self.id = card.id
        self.title = card.title
        self.kind = card.kind
        self.copies = card.copies
        self.index = index
        self.uses: tuple[str, ...] = ()  # by which a Hand keeps it apart

    def tokens(self) -> tuple[Token, ...]:
        """A card is written as its id."""
        return (self.id,)


def values_of(keys: Collection[K]) -> Callable[[Mapping[K, V]], Sequence[V]]:
    """What takes the values of some keys out of a table of choices, in the order of the keys.

    It costs a third of taking them one by one.

    >>> values_of(["ben", "ann"])({"ann": PASS, "ben": DONE})
    (done, pass)
    """
    if len(keys) > 1:
        return itemgetter(*keys)
    if not keys:
        return lambda table: ()
    (key,) = keys
    return lambda table: (table[key],)


_APOSTROPHES = re.compile(r"['’]")


def words_of(text: str) -> list[str]:
    """Text cut into what is compared: lower-case words and numbers, no punctuation.

    >>> words_of("Ann's Head-Butt > Ben")
    ['anns', 'head', 'butt', 'ben']
    """
    return re.findall(r"\w+", _APOSTROPHES.sub("", text.casefold()).replace("_", " "))
