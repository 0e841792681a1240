"""Whether backs lie behind their fronts, once the sheet is turned over as it says."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from brawlprint.errors import Finding, Where
from brawlprint.preflight.document import Document
from brawlprint.preflight.general import listed
from brawlprint.preflight.slots import (
    PREFERENCES,
    Miss,
    Side,
    Slot,
    edge_of,
    find_slots,
    layout_of,
    offset_of,
    shares,
    unpaired,
)

TOLERANCE = 0.01  # mm; what is measured is exact to a tenth of it
SLACK = 0.001
NEARLY = 1.0  # mm within which a back belongs to its front, whatever else is wrong
OTHER = {"long-edge": "short-edge", "short-edge": "long-edge"}
WORDS = {"long-edge": "long edge", "short-edge": "short edge"}
NO_OFFSET = (0.0, 0.0, 0.0)


class Backs:
    """The backs of one file, and the sheets as they fit."""

    def __init__(self, document: Document, file: str) -> None:
        self.document, self.file = document, file
        self.edge = edge_of(document)
        self.sheets = find_slots(document)
        self.turned: Finding | None = None
        if layout_of(document) == "sheet" and self.edge in OTHER:
            self._turn()

    def _turn(self) -> None:
        """By which edge the backs fit; that of the file's own word if both or neither do."""
        asked = PREFERENCES.get(self.document.duplex, self.edge)
        other = find_slots(self.document, OTHER[self.edge])
        if shares(self.sheets, NEARLY) < 0.5 and shares(other, NEARLY) >= 0.9:
            self.sheets, self.edge = other, OTHER[self.edge]
            self.turned = self._wrong_edge(self.edge, OTHER[self.edge])
        elif asked != self.edge:
            self.turned = self._wrong_edge(self.edge, asked)

    def _wrong_edge(self, fits: str, asked: str) -> Finding:
        message = (
            f"it is to be turned over the {WORDS[asked]}, but its backs lie behind the fronts only "
            f"when it is turned over the {WORDS[fits]}"
        )
        remedy = f"print it with flip on the {WORDS[fits]}, or build it with --duplex {asked}"
        return Finding("flip-edge", message, Where(self.file), remedy)

    def check(self, told: set[tuple[int, int]], missing: int = 0) -> Iterator[Finding]:
        """The wrong edge, and each back that is off.

        ``told`` are faces that a finding names already, ``missing`` is how many fronts one does.
        """
        if self.turned:
            yield self.turned
        if not self.sheets.two_sided:
            return
        yield from self._alone(told, missing)
        pairs = [
            slot
            for slot in self.sheets.slots
            if slot.front and slot.miss and slot.front.key not in told
        ]
        bad = [slot for slot in pairs if _is_off(slot)]
        if not bad:
            return
        told.update(side.key for slot in bad for side in (slot.front, slot.back) if side)
        if self._unmoved():
            x, y, turn = offset_of(self.document)
            message = (
                f"it records an offset of the backs ({x:g} mm right, {y:g} mm down, {turn:g}°), "
                "but they are not moved by it"
            )
            yield Finding("back-offset", message, Where(self.file), "build it again")
        elif len(bad) == len(pairs) and _alike(bad):
            where = Where(self.file)
            yield _finding(bad[0], where, f"all backs ({self._pages(bad)})")
        else:
            yield from self._by_page(pairs, bad)

    def _by_page(self, pairs: Sequence[Slot], bad: Sequence[Slot]) -> Iterator[Finding]:
        for number in sorted({_key(slot)[0] for slot in bad}):
            here = [slot for slot in bad if _key(slot)[0] == number]
            whole = len(here) == sum(_key(slot)[0] == number for slot in pairs)
            if whole and len(here) > 1 and _alike(here):
                yield _finding(here[0], Where(self.file, number), "all its backs")
                continue
            for slot in here:
                assert slot.back is not None
                yield _finding(slot, self._where(slot.back))

    def _alone(self, told: set[tuple[int, int]], missing: int) -> Iterator[Finding]:
        """Backs without a front, and fronts without a back where others have one."""
        for side in list(unpaired(self.sheets))[missing:]:
            told.add(side.key)
            message = "a back lies here, but no front on the other side"
            yield Finding("backs", message, self._where(side), "build it again")
        paired = any(slot.miss for slot in self.sheets.slots)
        for slot in self.sheets.slots:
            if slot.front and slot.back is None and paired and slot.front.key not in told:
                message = "nothing lies behind this front"
                yield Finding("backs", message, self._where(slot.front), "build it again")

    def _unmoved(self) -> bool:
        """Whether the backs fit if the offset that is recorded is forgotten."""
        if offset_of(self.document) == NO_OFFSET:
            return False
        return shares(find_slots(self.document, self.edge, NO_OFFSET), TOLERANCE + SLACK) == 1.0

    def _where(self, side: Side) -> Where:
        return Where(self.file, side.page.number, side.page.place_name(side.number) or None)

    @staticmethod
    def _pages(slots: Sequence[Slot]) -> str:
        return listed(sorted({_key(slot)[0] for slot in slots}))


def _is_off(slot: Slot) -> bool:
    return slot.miss is not None and (slot.miss.askew or slot.miss.most > TOLERANCE + SLACK)


def _key(slot: Slot) -> tuple[int, int]:
    assert slot.back is not None
    return slot.back.key


def _alike(slots: Sequence[Slot]) -> bool:
    """Whether all backs are off in the same way."""
    misses = [slot.miss for slot in slots if slot.miss]
    first = misses[0]
    return all(
        math.dist((each.x, each.y), (first.x, first.y)) <= TOLERANCE and each.askew == first.askew
        for each in misses
    )


def _finding(slot: Slot, where: Where, several: str = "") -> Finding:
    """One back that is off, or ``several`` that are off in the same way."""
    assert slot.miss is not None
    if slot.miss.askew:
        how = "stand otherwise than their fronts" if several else "stands otherwise than its front"
        message = f"{several or 'a back'} {how}: cut out, one side is turned"
    else:
        lies, fronts = ("lie", "their fronts") if several else ("lies", "its front")
        message = f"{several or 'a back'} {lies} {_direction(slot.miss)} behind {fronts}"
    return Finding("backs", message, where, "build it again")


def _direction(miss: Miss) -> str:
    """How far off, in words.

    >>> _direction(Miss(0.3, -0.2, 0.36, False))
    '0.300 mm too far right and 0.200 mm too high'
    """
    parts = [
        f"{abs(value):.3f} mm {after if value > 0 else before}"
        for value, before, after in (
            (miss.x, "too far left", "too far right"),
            (miss.y, "too high", "too low"),
        )
        if abs(value) >= 0.0005
    ]
    return " and ".join(parts) or f"{miss.most:.3f} mm askew"
