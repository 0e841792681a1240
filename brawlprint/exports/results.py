"""What an export made, before it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from brawlprint.exports.profiles import Profile


class Export(Struct, frozen=True):
    """An export's files by name, how many cards they are, and a line about each deck."""

    profile: Profile
    files: Mapping[str, bytes]
    cards: int
    notes: Sequence[str]


def how_many(things: Sequence[object], word: str) -> str:
    """A count with its word.

    >>> how_many("a", "card"), how_many("ab", "card")
    ('1 card', '2 cards')
    """
    return f"{len(things)} {word}{'' if len(things) == 1 else 's'}"
