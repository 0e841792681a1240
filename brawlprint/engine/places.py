"""The position by names: what a check reads, what a starting position gives, what a seat sees.

A name is ``stock`` (the table's), ``Ann.pain`` (a player's) or ``gimpy.damage`` (a card in play).
``P1`` is always the first player, whatever he is called; ``-`` and ``_`` are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from brawlprint.engine.choices import Title, player, words_of
from brawlprint.engine.table import InPlay, Piece, Pile, Seen, Table
from brawlprint.errors import ActionError, InvalidActionError, suggestion

if TYPE_CHECKING:
    from brawlprint.engine.rules import Match

AnyTable = Table[Any, Any]
_YES_NO = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}


def find_title(match: Match, text: str) -> Title:
    """A card by its id or title; raises :class:`InvalidActionError` with the nearest known.

    The first words of a title will do where no other card has them.
    """
    titles = match.rules.titles
    slug = "-".join(words_of(text))
    if slug in titles:
        return titles[slug]
    near = [title for key, title in titles.items() if key.startswith(f"{slug}-")]
    if len(near) == 1:
        return near[0]
    called = {"-".join(words_of(title.title)): title for title in titles.values()}
    if slug in called:
        return called[slug]
    near = [title for key, title in called.items() if key.startswith(f"{slug}-")]
    if len(near) == 1:
        return near[0]
    raise InvalidActionError(f"there is no card {text!r}; {suggestion(slug, list(titles))}")


def find_holder(table: AnyTable, name: str) -> object:
    """The player or the card in play of that name."""
    seat = table.match.find_seat(name)
    if seat is not None:
        return table.players[seat]
    slug = "-".join(words_of(name))
    found = [p for p in table.pieces() if p.title.id == slug or p.title.id.startswith(f"{slug}-")]
    if len(found) == 1:
        return found[0]
    known = [*table.match.names, *(piece.title.id for piece in table.pieces())]
    raise InvalidActionError(f"there is no player and no card in play {name!r}; "
                             f"{suggestion(name, known)}")  # fmt: skip


def find(table: AnyTable, path: str) -> tuple[object, str]:
    """The holder of a named value, and the attribute's name."""
    name, _, attribute = path.rpartition(".")
    holder = find_holder(table, name) if name else table
    attribute = attribute.replace("-", "_").casefold()
    if attribute.startswith("_") or not hasattr(holder, attribute):
        known = [key for key in vars(holder) if not key.startswith("_")]
        raise InvalidActionError(f"there is no {attribute!r} in {path!r}; "
                                 f"{suggestion(attribute, known)}")  # fmt: skip
    return holder, attribute


def value_of(table: AnyTable, path: str) -> Any:
    """The value a name stands for."""
    holder, attribute = find(table, path)
    return getattr(holder, attribute)


def cards_of(match: Match, text: str) -> list[Title]:
    """Cards as a list in words: separated by commas, or one word each; ``none`` is no card."""
    parts = text.split(",") if "," in text else text.split()
    parts = [part.strip() for part in parts if part.strip()]
    if [part.casefold() for part in parts] == ["none"]:
        return []
    return [title for part in parts for title in _counted(match, part)]


def _counted(match: Match, part: str) -> list[Title]:
    """``jab`` or ``3*jab``."""
    number, star, name = part.partition("*")
    if star and number.isdecimal() and int(number) <= 1000:
        return [find_title(match, name)] * int(number)
    return [find_title(match, part)]


def shown_value(value: object, names: Sequence[str], by_seat: bool = False) -> str:
    """A value as checks write it; a seat (``by_seat``) as its player's name.

    >>> shown_value(True, []), shown_value([1, 0], ["Ann", "Ben"], by_seat=True)
    ('yes', 'Ben Ann')
    """
    if isinstance(value, Pile):
        value = value[::-1]  # a pile is told from its top
    if isinstance(value, (list, tuple)):
        return " ".join(shown_value(each, names, by_seat) for each in value) or "none"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if by_seat and isinstance(value, int):
        return names[value]
    card = value.title if isinstance(value, Piece) else value
    return card.id if isinstance(card, Title) else str(card)


def check(table: AnyTable, path: str, wanted: str) -> str | None:
    """Compare a named value with what is wanted; None if it is so, else what it is instead.

    Piles are compared without regard to order. ``stock.count`` is a pile's number of cards,
    ``stock.top`` its top cards, as many as are written.
    """
    head, _, last = path.rpartition(".")
    if last in ("count", "top") and isinstance(pile := _try(table, head), (Pile, InPlay)):
        return _check_pile(table, pile, last, wanted)
    value = value_of(table, path)
    shown = shown_value(value, table.match.names, by_seat=is_seat(path))
    if isinstance(value, (Pile, InPlay)):
        same = sorted(_title(card).id for card in value) == sorted(
            c.id for c in cards_of(table.match, wanted)
        )
        return None if same else shown
    return None if _same(table, value, wanted, shown) else shown


def _same(table: AnyTable, value: object, wanted: str, shown: str) -> bool:
    wanted = wanted.strip()
    if isinstance(value, bool):
        return _YES_NO.get(wanted.casefold()) is value
    seat = table.match.find_seat(wanted)
    if seat is not None and not isinstance(value, str) and value == seat:
        return True
    if isinstance(value, Title) and wanted.casefold() != "none":
        return find_title(table.match, wanted) is value
    return words_of(wanted) == words_of(shown)


def _try(table: AnyTable, path: str) -> object:
    try:
        return value_of(table, path) if path else None
    except ActionError:
        return None


def _check_pile(table: AnyTable, pile: Pile[Any] | InPlay[Any], what: str, text: str) -> str | None:
    if what == "count":
        return None if text.strip() == str(len(pile)) else str(len(pile))
    wanted = cards_of(table.match, text)
    top = [_title(card) for card in pile[::-1][: len(wanted)]]
    return None if top == wanted else " ".join(card.id for card in top) or "none"


def _title(card: Title | Piece) -> Title:
    return card.title if isinstance(card, Piece) else card


def is_seat(path: str) -> bool:
    """Whether a name is that of seats: ``active``, or one like ``last_seat``, ``discarded_by``."""
    name = path.rpartition(".")[2].replace("-", "_")
    return name in ("active", "seat") or name.endswith(("_seat", "_by"))


def seen_by(table: AnyTable, seat: int | None) -> dict[str, Any]:
    """The position as a seat sees it, by names; of a pile it can't look into, the count."""
    seen: dict[str, Any] = {}
    for holder, prefix in _holders(table):
        for name, value in vars(holder).items():
            if not name.startswith("_") and name != "players":
                seen[prefix + name] = _seen_value(prefix + name, value, seat)
    return seen


def _holders(table: AnyTable) -> Iterator[tuple[object, str]]:
    yield table, ""
    for each in table.players:
        yield each, f"{player(each.seat)}."
    for piece in table.pieces():
        yield piece, f"{piece.title.id}."


def _seen_value(path: str, value: object, seat: int | None) -> Any:
    if isinstance(value, Pile):
        if not value.visible_to(seat):
            return len(value)
        in_hand = value.seen is Seen.BY_OWNER  # the order of a hand says nothing
        return tuple(sorted(c.id for c in value) if in_hand else [c.id for c in reversed(value)])
    if isinstance(value, InPlay):
        return tuple(piece.title.id for piece in value)
    if isinstance(value, (list, tuple)):
        return tuple(_seen_value(path, each, seat) for each in value)
    if isinstance(value, Title):
        return value.id
    if value is None or isinstance(value, (bool, int, str)):
        return value
    raise TypeError(f"{path} is a {type(value).__name__}; what is no part of the position "
                    "has a name that starts with '_'")  # fmt: skip
