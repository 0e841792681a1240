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
