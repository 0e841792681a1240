"""The table in words, as one player sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brawlprint.engine.chance import Event
from brawlprint.engine.choices import Action, Seat, written
from brawlprint.engine.places import AnyTable, is_seat, shown_value
from brawlprint.engine.state import State
from brawlprint.engine.table import InPlay, Pile, by_index


def table_lines(state: State, seat: Seat | None) -> Iterator[str]:
    r"""The table line by line: each player, what lies before him, and the middle.

    >>> from brawlprint.engine.examples import shoving
    >>> state = shoving.match(names=["Ann", "Ben"]).new_initial_state(seed=1)
    >>> print("\n".join(table_lines(state, seat=0)))
    Ann (you)  breath 5, hand: Jab, Hook
    Ben        breath 5, hand: 2 cards
    turn 1, stock: 8 cards, discard: none
    """
    table, names = state.table, state.match.names
    labels = [f"{name} (you)" if at == seat else name for at, name in enumerate(names)]
    width = max(map(len, labels)) + 2
    for label, player in zip(labels, table.players, strict=True):
        told = "out" if player.out else ", ".join(_told(table, player, seat))
        yield f"{label:{width}}{told}"
        for value in vars(player).values():
            if isinstance(value, InPlay):
                yield from _pieces(table, value, seat)
    middle = [text for text in _told(table, table, seat) if not text.startswith("active ")]
    if middle:
        yield ", ".join(middle)


def _pieces(table: AnyTable, pieces: InPlay[Any], seat: Seat | None) -> Iterator[str]:
    for piece in pieces:
        told = ", ".join(_told(table, piece, seat))
        yield f"    {piece.title.title}{f'  {told}' if told else ''}"


_NOTHING: Any = (False, None, "", [], ())


def _told(table: AnyTable, holder: object, seat: Seat | None) -> Iterator[str]:
    """A holder's values in words; what is as good as nothing is left out.

    A seat is told by its name, the first one's too, though it is number 0.
    """
    for name, value in vars(holder).items():
        word = name.removesuffix("_seat").replace("_", " ")
        if name.startswith("_") or name == "players" or isinstance(value, InPlay):
            continue
        if isinstance(value, Pile):
            if value or holder is table:
                yield f"{word}: {_pile(value, seat)}"
        elif value is True:
            yield word
        elif value not in _NOTHING or (value == 0 and value is not False and is_seat(name)):
            more = " …" if isinstance(value, (list, tuple)) and len(value) > 3 else ""
            value = value[:3] if more else value
            yield f"{word} {shown_value(value, table.match.names, is_seat(name))}{more}"


def _pile(pile: Pile[Any], seat: Seat | None) -> str:
    if not pile:
        return "none"
    if not pile.visible_to(seat):
        return f"{len(pile)} card{'s' if len(pile) != 1 else ''}"
    if pile.owner is not None:
        return ", ".join(card.title for card in sorted(pile, key=by_index))
    cards = [card.title for card in reversed(pile)]
    top = ", ".join(cards[:3])
    return top if len(cards) <= 3 else f"{len(cards)} cards, {top} on top"


def event_line(state: State, event: Action | Event, seat: Seat | None) -> str | None:
    """What happened, in words; None for what players don't see."""
    names = state.match.names
    if isinstance(event, Action):
        who = "you" if event.seat == seat else names[event.seat]
        return f"{who}: {written(event.choice, names)}"
    if event.kind == "dice":
        return f"the die shows {event.result}"
    if event.kind == "coin":
        return f"the coin shows {'heads' if event.result else 'tails'}"
    if event.kind == "pick":
        return f"picked blindly: {event.result.title}"
    return f"{event.place} is shuffled" if event.kind == "shuffle" else None
