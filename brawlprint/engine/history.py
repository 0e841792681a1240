"""What happened in a match so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from brawlprint.engine.chance import Event
from brawlprint.engine.choices import Action, Choice, Seat


class History(Sequence["Action | Event"]):
    """The actions and chance events of a match, in order.

    It is written a million times for each time it is read, so it is kept as what was chosen, with
    the seats aside, and made into actions for its readers.

    >>> from brawlprint.engine.choices import PASS
    >>> history = History()
    >>> history.happened.append(Event("dice", (5, 2)))
    >>> history.act(1, PASS)
    >>> list(history), len(history)
    ([Event(kind='dice', result=(5, 2), place='', given=False), P2: pass], 2)
    """

    __slots__ = ("happened", "seats")

    def __init__(self) -> None:
        self.happened: list[Choice | Event] = []
        self.seats = bytearray()  # whose choice each was

    def act(self, seat: Seat, choice: Choice) -> None:
        """Note what a seat has chosen."""
        self.happened.append(choice)
        self.seats.append(seat)

    def __iter__(self) -> Iterator[Action | Event]:
        seats = iter(self.seats)
        for each in self.happened:
            yield each if isinstance(each, Event) else each.actions[next(seats)]

    def until(self, ply: int) -> list[Action | Event]:
        """What happened up to and with what followed the last of so many actions."""
        count = 0
        events = list(self)
        for index, each in enumerate(events):
            if not isinstance(each, Event):
                count += 1
                if count > ply:
                    return events[:index]
        return events

    def __len__(self) -> int:
        return len(self.happened)

    @overload
    def __getitem__(self, place: int) -> Action | Event: ...
    @overload
    def __getitem__(self, place: slice) -> list[Action | Event]: ...
    def __getitem__(self, place: int | slice) -> Action | Event | list[Action | Event]:
        """What happened at a place; of a slice, a list."""
        return list(self)[place]
