"""Whether what is on the paper is what the definition says, card by card."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence

from msgspec import Struct

from brawlprint.errors import Finding, Where, quoted
from brawlprint.preflight.document import Document, Stroke
from brawlprint.preflight.expected import Expected
from brawlprint.preflight.likeness import (
    Likeness,
    bare,
    difference,
    spaced_alike,
    texts_of,
    texts_on,
    unlike,
)
from brawlprint.preflight.slots import Sheets, Side, Slot, unpaired
from brawlprint.sheets.card_sheets import Piece

ALIKE = 0.5  # the share of words from which two faces are one card, changed
MOST_GUESSES = 250_000  # comparisons by which changed cards are told from strange ones
REBUILD = "build it again from the definition as it is now"


class Printed(Struct, frozen=True):
    """A face of the paper: its slot, its texts, and those as they are compared."""

    slot: Slot
    side: Side
    texts: list[str]
    key: str


class Content:
    """Compares a file's faces with the pieces of the build made anew.

    ``missing`` counts cards that are told to be missing; ``told`` are faces that need no more words.
    """

    def __init__(
        self, document: Document, sheets: Sheets, expected: Expected, likeness: Likeness, file: str
    ) -> None:
        self.expected, self.likeness, self.file = expected, likeness, file
        self.sheets = sheets
        self.missing = 0
        self._drawings = document.drawings
        self._texts = {page.number: texts_on(page) for page in document.pages}
        self.pieces = list(expected.product.pieces)
        self.keys = [bare(texts_of(piece.front)) for piece in self.pieces]

    def check(self, told: set[tuple[int, int]]) -> Iterator[Finding]:
        """Every difference, one a face; each face is added to ``told``."""
        printed = [
            self._printed(slot, slot.front) for slot in self.sheets.slots if slot.front is not None
        ]
        pairs, strange, lost = self._dealt(printed)
        changed = self._likely(strange, lost)
        for each, number in changed:
            yield self._told(each.side, self._changed(each, number), told)
        for each in strange:
            words = quoted(" ".join(each.texts), 40) if each.texts else "what is here"
            message = f"{words} is not in the definition"
            yield self._told(each.side, Finding("extra-card", message, remedy=REBUILD), told)
        yield from self._lost(lost)
        for each, number in pairs:
            if not spaced_alike(each.texts, texts_of(self.pieces[number].front)):
                yield self._told(each.side, self._changed(each, number), told)
            yield from self._drawing(each.side, self.pieces[number].front, number, told)
        for each, number in [*pairs, *changed]:
            yield from self._back(each.slot, number, told)

    def _printed(self, slot: Slot, side: Side) -> Printed:
        texts = self._texts[side.page.number].get(side.number, [])
        return Printed(slot, side, texts, bare(texts))

    def _dealt(
        self, printed: Sequence[Printed]
    ) -> tuple[list[tuple[Printed, int]], list[Printed], list[int]]:
        """Each face with the piece it shows; faces that show none; pieces that nothing shows."""
        free: dict[str, deque[int]] = defaultdict(deque)
        for number, key in enumerate(self.keys):
            free[key].append(number)
        pairs, strange = [], []
        for each in printed:
            numbers = free[each.key]
            if not numbers:
                strange.append(each)
                continue
            # Players' sets have the same words in other colours.
            drawn = self._drawn(each.side)
            best = next((n for n in numbers if not self._unlike(drawn, n)), numbers[0])
            numbers.remove(best)
            pairs.append((each, best))
        lost = sorted(number for numbers in free.values() for number in numbers)
        return pairs, strange, lost

    def _drawn(self, side: Side) -> Sequence[Stroke]:
        return self._drawings[side.face.drawing]

    def _unlike(self, drawn: Sequence[Stroke], number: int) -> str:
        return unlike(drawn, self.likeness.drawn(self.pieces[number].front))

    def _likely(self, strange: list[Printed], lost: list[int]) -> list[tuple[Printed, int]]:
        """Strange faces that are a lost piece with other words; both are taken from their lists."""
        likely: list[tuple[Printed, int]] = []
        if len(strange) * len(lost) > MOST_GUESSES:
            return likely
        words = {number: Counter(self._words(number)) for number in lost}
        for each in list(strange):
            own = Counter(" ".join(each.texts).split())
            scores = [(_alike(own, words[number]), -number) for number in lost]
            score, number = max(scores, default=(0.0, 0))
            if score >= ALIKE:
                likely.append((each, -number))
                strange.remove(each)
                lost.remove(-number)
        return likely

    def _words(self, number: int) -> list[str]:
        return " ".join(texts_of(self.pieces[number].front)).split()

    def _changed(self, each: Printed, number: int) -> Finding:
        how = difference(each.texts, texts_of(self.pieces[number].front))
        return Finding("wrong-text", f"{self._name(number)}: {how}", remedy=REBUILD)

    def _lost(self, lost: Sequence[int]) -> Iterator[Finding]:
        """Pieces that nothing shows, each where a back without a front tells its place."""
        self.missing = len(lost)
        holes = list(unpaired(self.sheets))
        counts = Counter(self.keys)
        gone = Counter(self.keys[number] for number in lost)
        once: set[str] = set()
        for at, number in enumerate(lost):
            key = self.keys[number]
            where = Where(self.file)
            if at < len(holes):
                page = holes[at].page
                place = page.place_name(holes[at].number)
                where = Where(self.file, page.number, f"{place} (before this back)".strip())
            elif key in once:
                continue
            once.add(key)
            message = f"{self._name(number)} is missing"
            if counts[key] > 1:
                message += f": {counts[key] - gone[key]} copies instead of {counts[key]}"
            yield Finding("missing-card", message, where, REBUILD)

    def _name(self, number: int) -> str:
        """What people call a piece: its title, else its first words."""
        front = self.pieces[number].front
        title = self.expected.titles.get(front.digest)
        words = " ".join(texts_of(front))
        return quoted(title or words or f"piece {number + 1}", 40)

    def _drawing(
        self, side: Side, face: object, number: int, told: set[tuple[int, int]]
    ) -> Iterator[Finding]:
        if side.key not in told and (how := self._unlike(self._drawn(side), number)):
            found = Finding("wrong-drawing", f"{self._name(number)}: {how}", remedy=REBUILD)
            yield self._told(side, found, told)

    def _back(self, slot: Slot, number: int, told: set[tuple[int, int]]) -> Iterator[Finding]:
        """The back behind a front is that piece's."""
        piece: Piece = self.pieces[number]
        if slot.back is None or piece.back is None or slot.back.key in told:
            return
        texts = self._texts[slot.back.page.number].get(slot.back.number, [])
        wanted = texts_of(piece.back)
        name = f"the back of {self._name(number)}"
        if bare(texts) != bare(wanted) or not spaced_alike(texts, wanted):
            found = Finding("wrong-text", f"{name}: {difference(texts, wanted)}", remedy=REBUILD)
            yield self._told(slot.back, found, told)
        elif how := unlike(self._drawn(slot.back), self.likeness.drawn(piece.back)):
            found = Finding("wrong-drawing", f"{name}: {how}", remedy=REBUILD)
            yield self._told(slot.back, found, told)

    def _told(self, side: Side, finding: Finding, told: set[tuple[int, int]]) -> Finding:
        told.add(side.key)
        place = side.page.place_name(side.number) or None
        return finding._replace(where=Where(self.file, side.page.number, place))


def _alike(one: Counter[str], two: Counter[str]) -> float:
    """The share of words that two texts have in common."""
    either = (one | two).total()
    return (one & two).total() / either if either else 1.0


def check_pages(document: Document, wanted: Document, file: str) -> Iterator[Finding]:
    """Pages that are no sheets of faces: their words are those of the build made anew."""
    if len(document.pages) != len(wanted.pages):
        message = f"it has {len(document.pages)} pages instead of {len(wanted.pages)}"
        yield Finding("pages", message, Where(file), REBUILD)
        return
    for page, other in zip(document.pages, wanted.pages, strict=True):
        one = [text.words for text in page.texts if not text.hidden]
        two = [text.words for text in other.texts if not text.hidden]
        if bare(one) != bare(two) or not spaced_alike(one, two):
            where = Where(file, page.number)
            yield Finding("wrong-text", difference(one, two), where, REBUILD)
