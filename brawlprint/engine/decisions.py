"""What a rules file says to the engine: who chooses what, how a match ends, what is taken back.

A part of a game is a generator: ``yield from choose(...)`` hands one decision to whoever plays
and goes on with what was chosen. Parts are put together with ``yield from``, so a reaction to a
reaction is a call inside a call.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn, TypeAlias, TypeVar

from brawlprint.engine.choices import Choice, Seat

T = TypeVar("T")
C = TypeVar("C", bound=Choice)


class Refusal(NamedTuple):
    """Why a choice is not among the legal ones: the ruling's number, and the reason in words."""

    choice: Choice
    rule: str
    reason: str


# Tells a seat the choices people argue about, only when it tries one that is not legal.
WhyNot: TypeAlias = Callable[[Seat], Iterable[Refusal]]

# A request to the engine: one seat and its choices, or None and the choices by seat.
Request: TypeAlias = tuple["Seat | None", Any, str, "WhyNot | None"]


def fault_of(request: Request, players: int) -> Exception:
    """What is wrong with a request that could not be opened, in words for who wrote the rules.

    >>> fault_of((2, [], "X-1", None), players=2)
    LookupError('choose is for seat 2, but 2 players sit on seats 0 to 1')
    """
    seat, choices, *_ = request
    asked = {seat: choices} if seat is not None else choices
    for each, own in asked.items():
        if not isinstance(each, int):
            kind = type(each).__name__
            hint = "; write its .seat" if hasattr(each, "seat") else ""
            return TypeError(f"choose is for a {kind}, which is no seat{hint}")
        if not 0 <= each < players:
            return LookupError(f"choose is for seat {each}, but {players} players sit on seats "
                               f"0 to {players - 1}")  # fmt: skip
        for choice in own:
            if not isinstance(choice, Choice):
                return TypeError(f"{choice!r} is no choice; make it one of the rules, "
                                 "such as Word('pass') or a Move")  # fmt: skip
    return TypeError("choose takes a seat, a list of choices and the number of a ruling")


# A part of a game, which ends with a T.
Play: TypeAlias = Generator[Request, Any, T]


def choose(seat: Seat, choices: Sequence[C], rule: str, why_not: WhyNot | None = None) -> Play[C]:
    """Let a seat choose one of its choices, in their fixed order; a single one is not asked for.

    ``rule`` is the number of the ruling the decision stands under; ``why_not`` tells the reasons
    against choices that are missing from the list. ``chosen = yield seat, choices, rule, why_not``
    is the same but for its type, and quicker: for what is asked thousands of times a second.
    """
    chosen: C = yield (seat, choices, rule, why_not)
    return chosen


def choose_all(
    choices: Mapping[Seat, Sequence[C]], rule: str, why_not: WhyNot | None = None
) -> Play[dict[Seat, C]]:
    """Let several seats choose at once, in secret; all is revealed together.

    The answer has every seat, in the order of ``choices``, whatever order they chose in.
    """
    chosen: dict[Seat, C] = yield (None, choices, rule, why_not)
    return chosen


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the reason's name, who won, and what each seat has to show for it.

    ``scores`` and ``places`` (1 is best, shared places alike) are empty where a game has none.
    """

    termination: str
    winners: tuple[Seat, ...] = ()
    scores: tuple[int, ...] = ()
    places: tuple[int, ...] = ()

    def returns(self, players: int) -> list[float]:
        """Each seat's share of the win.

        >>> Outcome("last-standing", winners=(0, 2)).returns(3)
        [0.5, 0.0, 0.5]
        """
        share = 1 / len(self.winners) if self.winners else 0.0
        return [share if seat in self.winners else 0.0 for seat in range(players)]


class MatchOver(Exception):  # noqa: N818 - the end of a match is no error
    """Raised by rules when the match is over, however deep in a turn that happens."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.termination)
        self.outcome = outcome


def end_match(
    termination: str,
    winners: Iterable[Seat] = (),
    scores: Iterable[int] = (),
    places: Iterable[int] = (),
) -> NoReturn:
    """End the match here and now."""
    raise MatchOver(Outcome(termination, tuple(winners), tuple(scores), tuple(places)))


class TakeBack(Exception):  # noqa: N818 - nor is taking back
    """Raised by rules to unwind to the :func:`undoable` part around; ``by`` is who did it."""

    def __init__(self, by: Seat) -> None:
        super().__init__(by)
        self.by = by


class Kept:
    """Values of some attributes, to be put back as they were."""

    def __init__(self, *holders: tuple[object, Sequence[str]]) -> None:
        self._values = [
            (holder, name, _copied(getattr(holder, name)))
            for holder, names in holders
            for name in names
        ]

    def put_back(self) -> None:
        """Restore every value; a list or pile stays the same object."""
        for holder, name, value in self._values:
            current = getattr(holder, name)
            if isinstance(current, list):
                current[:] = value
            else:
                setattr(holder, name, _copied(value))


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, (list, dict, set)) else value


def undoable(part: Play[T], kept: Kept) -> Play[T | TakeBack]:
    """Play a part that a :class:`TakeBack` may undo: then what was kept is put back.

    The answer is the part's own, or the take-back. What was not kept stays as it has become:
    played cards are on the discard pile, for instance.

    >>> class Score:
    ...     points = 0
    >>> def exchange():
    ...     Score.points = 5
    ...     yield from choose(0, [], "X-1")
    >>> part = undoable(exchange(), Kept((Score, ["points"])))
    >>> _ = next(part); Score.points
    5
    >>> part.throw(TakeBack(by=1))
    Traceback (most recent call last):
    StopIteration: 1
    >>> Score.points
    0
    """
    try:
        return (yield from part)
    except TakeBack as taken_back:
        kept.put_back()
        return taken_back
