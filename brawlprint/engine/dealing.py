"""Hidden cards dealt anew: what a player who thinks ahead has to reckon with."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from brawlprint.engine.chance import Chance
from brawlprint.engine.choices import Seat, Title
from brawlprint.engine.places import AnyTable
from brawlprint.engine.table import Pile, Seen, by_index


def deal_anew(
    table: AnyTable, chance: Chance, seat: Seat | None, bound: Container[Seat] = ()
) -> None:
    """Deal anew what a seat can't see, each pile as many cards as it had.

    Without a seat only the order of piles that nobody has looked into is new. The hands of seats
    in ``bound`` stay: their open decisions were made from them.
    """
    piles = [pile for pile in table.piles() if _is_unknown(pile, seat, bound)]
    if seat is None:
        for pile in piles:
            _deal(chance, list(pile), [pile])
    else:
        _deal(chance, [card for pile in piles for card in pile], piles)


def _is_unknown(pile: Pile[Any], seat: Seat | None, bound: Container[Seat]) -> bool:
    if pile.seen is Seen.BY_NOBODY:
        return True
    return seat is not None and not pile.visible_to(seat) and pile.owner not in bound


def _deal(chance: Chance, cards: list[Title], piles: Sequence[Pile[Any]]) -> None:
    # From the deck's order, so that two tables that look alike are dealt alike.
    cards.sort(key=by_index)
    for index in range(len(cards) - 1, 0, -1):
        other = chance.below(index + 1)
        cards[index], cards[other] = cards[other], cards[index]
    for pile in piles:
        pile[:], cards = cards[: len(pile)], cards[len(pile) :]
