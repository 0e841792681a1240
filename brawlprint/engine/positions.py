"""Starting positions: what ``given`` lines say, laid on the table before the first turn."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from brawlprint.engine.choices import Seat, Title
from brawlprint.engine.places import AnyTable, cards_of, find, find_title, is_seat
from brawlprint.engine.table import InPlay, Pile, Seen
from brawlprint.errors import PositionError

Given = Sequence[tuple[str, str]]
_REST = "..."
_YES_NO = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}


def lay_out(table: AnyTable, given: Given) -> None:
    """Lay out a given position, in the order of its lines.

    It says everything: a pile that no line names is empty, a counter has its first value. The
    cards that no line names are shuffled and lie where a line ends in ``...``, or else under what
    the draw pile is given. Raises :class:`PositionError` for what can't be.
    """
    layout = _Layout(table)
    for path, text in given:
        layout.give(path, text)
    layout.finish()
    table.name_piles()
    faults = list(table.faults())
    if faults:
        raise PositionError(f"the position can't be: {'; '.join(faults)}")


class _Layout:
    def __init__(self, table: AnyTable) -> None:
        self.table = table
        hidden = (pile for pile in table.piles() if pile.seen is Seen.BY_NOBODY)
        self.supply: Pile[Any] | None = next(hidden, None)
        self.done: list[Pile[Any]] = []
        self.on_top: list[Title] | None = None
        self.rest: Pile[Any] | None = self.supply

    def give(self, path: str, text: str) -> None:
        holder, name = find(self.table, path)
        if name not in vars(holder):
            raise PositionError(f"{path} can't be given: it follows from the rest")
        value = getattr(holder, name)
        if isinstance(value, Pile):
            self.give_pile(path, value, text)
        elif isinstance(value, InPlay):
            for title in cards_of(self.table.match, text):
                self.take(title)
                value.append(value.make(title))
            self.table.name_piles()
        else:
            try:
                setattr(holder, name, self.scalar(value, text, is_seat(path)))
            except (ValueError, AttributeError):
                raise PositionError(f"{path} can't be {text!r}; it is "
                                    f"{_kind_of(value)}") from None  # fmt: skip

    def give_pile(self, path: str, pile: Pile[Any], text: str) -> None:
        text = text.strip()
        if text.endswith(_REST):
            text, self.rest = text.removesuffix(_REST), pile
        wanted = cards_of(self.table.match, text)
        if pile is self.supply:
            self.on_top = wanted
            return
        if pile and self.supply is not None:
            pile.send_all(self.supply)
        elif pile:
            raise PositionError(f"{path} can't be given: its cards have nowhere else to be")
        for title in wanted:
            self.take(title)
        pile.extend(reversed(wanted))
        self.done.append(pile)

    def take(self, title: Title) -> None:
        """Take a card from where it is free: the draw pile, or a pile not given yet."""
        piles = [pile for pile in self.table.piles() if all(pile is not each for each in self.done)]
        piles.sort(key=lambda pile: pile is not self.supply)
        for pile in piles:
            if title in pile:
                pile.remove(title)
                return
        raise PositionError(f"there are not so many copies of {title.id} "
                            f"({title.copies} in the deck)")  # fmt: skip

    def finish(self) -> None:
        supply, rest = self.supply, self.rest
        if supply is None or rest is None:
            return
        on_top = self.on_top or []
        for title in on_top:
            if title not in supply:
                raise PositionError(f"{title.id} can't lie in {supply.path}: it is elsewhere")
            supply.remove(title)
        if rest is supply:
            self.table.chance.shuffle(supply)
        else:
            # The rest goes under what that pile was given.
            rest[:0] = supply
            supply.clear()
        supply.extend(reversed(on_top))

    def scalar(self, value: object, text: str, seat: bool) -> object:
        """A value of the same type as the one it takes the place of."""
        word = text.strip().casefold()
        if isinstance(value, list):
            return self.items(text)
        found = self.table.match.find_seat(word) if seat else None
        if found is not None:
            return found
        if isinstance(value, bool):
            if word not in _YES_NO:
                raise ValueError(text)
            return _YES_NO[word]
        if isinstance(value, int):
            return int(word)
        if isinstance(value, str):
            return word
        return None if word == "none" else find_title(self.table.match, text)

    def items(self, text: str) -> list[object]:
        """A list of numbers, players and words."""
        find_seat = self.table.match.find_seat
        found: list[object] = []
        for word in text.replace(",", " ").split():
            seat = find_seat(word)
            number = int(word) if word.lstrip("-").isdecimal() else word
            found.append(number if seat is None else seat)
        return [] if found == ["none"] else found


def _kind_of(value: object) -> str:
    kinds = {bool: "'yes' or 'no'", int: "a whole number", str: "a word"}
    return kinds.get(type(value), "a card or 'none'")


def stack(table: AnyTable, path: str, titles: Sequence[Title], bound: Container[Seat] = ()) -> None:
    """Bring cards to the top of a pile (or into a hand) out of the piles nobody looks into.

    Each takes the place of another, so that no pile changes its size. The hands of seats in
    ``bound`` stay: their open decisions were made from them.
    """
    holder, name = find(table, path)
    pile = getattr(holder, name)
    if not isinstance(pile, Pile):
        raise PositionError(f"{path} is no pile")
    if pile.seen is Seen.BY_ALL:
        raise PositionError(f"{path} lies open: its cards are what they are")
    if pile.owner is not None and _is_bound(pile, bound):
        name = table.match.names[pile.owner]
        raise PositionError(f"{path} can't be stacked now: {name} is choosing from it; "
                            "stack it before the move that leads here")  # fmt: skip
    if len(titles) > len(pile):
        raise PositionError(f"{path} has {len(pile)} cards, not {len(titles)}")
    for depth, title in enumerate(titles, 1):
        place = len(pile) - depth
        _swap_in(table, pile, place, title, bound)


def _is_bound(pile: Pile[Any], bound: Container[Seat]) -> bool:
    return pile.seen is not Seen.BY_NOBODY and pile.owner in bound


def _swap_in(
    table: AnyTable, pile: Pile[Any], place: int, title: Title, bound: Container[Seat]
) -> None:
    for index in range(place, -1, -1):
        if pile[index] is title:
            pile[index], pile[place] = pile[place], pile[index]
            return
    hidden = [each for each in table.piles() if each is not pile and each.seen is not Seen.BY_ALL]
    hidden.sort(key=lambda each: each.seen is not Seen.BY_NOBODY)
    for other in (each for each in hidden if not _is_bound(each, bound)):
        for index, card in enumerate(other):
            if card is title:
                other[index], pile[place] = pile[place], card
                return
    raise PositionError(
        f"{title.id} can't come into {pile.path}: no hidden pile has it that may give it"
    )
