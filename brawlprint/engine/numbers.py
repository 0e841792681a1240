"""Numbers that look random, from where in a match somebody stands.

They depend on the seed, the seat and the ply alone, so that a match is the same whichever worker
plays it, and the same after a resume.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import TypeAlias

Seat: TypeAlias = int

BLOCK = 64  # numbers that are drawn ahead at once
_MASK = 0xFFFFFFFF
_PLY, _SEAT, _FIRST, _SECOND = 0x9E3779B1, 0x85EBCA6B, 0x7FEB352D, 0x846CA68B

# One long integer holds a whole block: each number in 64 bits of it, 32 of them to spare.
_WIDTH = 64
_ONES = sum(1 << _WIDTH * place for place in range(BLOCK))
_MASKS = _ONES * _MASK


def drawn(seed: int, seat: Seat, ply: int) -> int:
    """A number of 32 bits.

    >>> drawn(1, 0, 7) == drawn(1, 0, 7) != drawn(1, 1, 7)
    True
    """
    # A hash of 32 bits (after lowbias32): four times as fast as making a generator a decision.
    number = (seed ^ ply * _PLY ^ (seat + 1) * _SEAT) & _MASK
    number = (number ^ number >> 16) * _FIRST & _MASK
    number = (number ^ number >> 15) * _SECOND & _MASK
    return number ^ number >> 16


def drawn_ahead(seed: int, seat: Seat, block: int) -> memoryview[int]:
    """The same for ``BLOCK`` plies in a row; block 0 begins with ply 0.

    >>> drawn_ahead(1, 0, 2)[5] == drawn(1, 0, 2 * BLOCK + 5)
    True
    """
    # All at once in one long integer, which takes a tenth of the time.
    numbers = _plies(block) ^ _ONES * ((seed ^ (seat + 1) * _SEAT) & _MASK)
    numbers = ((numbers ^ numbers >> 16) & _MASKS) * _FIRST & _MASKS
    numbers = ((numbers ^ numbers >> 15) & _MASKS) * _SECOND & _MASKS
    numbers = (numbers ^ numbers >> 16) & _MASKS
    places = memoryview(numbers.to_bytes(BLOCK * _WIDTH // 8, sys.byteorder)).cast("Q")
    return places if sys.byteorder == "little" else places[::-1]


@cache
def _plies(block: int) -> int:
    """What the plies of a block contribute to its numbers."""
    plies = range(block * BLOCK, (block + 1) * BLOCK)
    return sum((ply * _PLY & _MASK) << _WIDTH * place for place, ply in enumerate(plies))
