"""Ordinary packs of playing cards mapped onto a deck: which card each face stands for.

``[mapping]`` in ``game.toml`` names a file of 54 rows (rank, suit, card); each face stands for one
title, and each of ``packs`` packs supplies one copy of it. The mnemonic is data too, so that it can
be proved true of every face. Nothing of this is taken on trust: :func:`load_mapping` proves it or
says in which row it fails.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from brawlprint.definitions.conditions import WORDS, ConditionError, parse_condition
from brawlprint.definitions.deck_file import read_rows
from brawlprint.definitions.model import FIXED_COLUMNS, Card, Deck, Value
from brawlprint.errors import DefinitionError, Finding, Where, shown, suggestion

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
RED = ("hearts", "diamonds", "red")
JOKER = "joker"
JOKERS = ("red", "black")
SLOTS = tuple((rank, suit) for suit in SUITS for rank in RANKS) + tuple(
    (JOKER, colour) for colour in JOKERS
)
COLUMNS = ("rank", "suit", "card")
FACE_COLUMNS = ("rank", "suit", "colour", "pips")
MOST_PACKS = 20
MOST_LISTED = 6  # faces named in one message

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_NAME = re.compile(r"[A-Za-z_][\w.-]*")


class Mnemonic(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence to remember the mapping by, and what it claims.

    Every face for which ``when`` holds must be one for which ``then`` holds: conditions on the
    face's ``rank``, ``suit``, ``colour`` (red, black) and ``pips`` (1 to 10), and on the columns of
    the card that it stands for.
    """

    says: str
    when: str
    then: str

    def holds(self, face: PackFace) -> bool:
        """Whether the sentence is true of a face; it is of those that it says nothing about."""
        return not self.speaks_of(face) or parse_condition(self.then)(face.value)

    def speaks_of(self, face: PackFace) -> bool:
        """Whether the sentence says something about a face."""
        return parse_condition(self.when)(face.value)


class MappingSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """``[mapping]`` of ``game.toml``."""

    file: str
    deck: str
    packs: int = 2
    mnemonic: tuple[Mnemonic, ...] = ()

    def problem(self, columns: Collection[str]) -> tuple[str, str, str] | None:
        """What is wrong with the table itself: its key, what, and what would be right.

        ``columns`` are the deck's own, which the mnemonic's conditions may name beside those of a
        face.
        """
        if not 1 <= self.packs <= MOST_PACKS:
            right = f"write a whole number from 1 to {MOST_PACKS}"
            return "packs", f"{self.packs} packs can't be shuffled together", right
        known = [*FACE_COLUMNS, *FIXED_COLUMNS, *columns]
        for place, line in enumerate(self.mnemonic):
            for part, condition in (("when", line.when), ("then", line.then)):
                key = f"mnemonic[{place}].{part}"
                try:
                    parse_condition(condition)
                except ConditionError as error:
                    remedy = "such as: suit == 'spades' and pips == damage"
                    return key, str(error), remedy
                for name in names_in(condition):
                    if name not in known:
                        message = f"{name!r} in {condition!r} is no column of a face or a card"
                        return key, message, suggestion(name, known)
            if not line.says.strip():
                return f"mnemonic[{place}].says", "the sentence is empty", "write what it says"
        return None


def names_in(condition: str) -> list[str]:
    """The columns that a condition names, in order.

    >>> names_in("suit == 'clubs' and (pips in [2, 3] or damage)")
    ['suit', 'pips', 'damage']
    """
    return [name for name in _NAME.findall(_QUOTED.sub(" ", condition)) if name not in WORDS]


class PackFace(Struct, frozen=True):
    """A playing card's face and the card it stands for; ``row`` is its row in the file."""

    rank: str
    suit: str
    card: Card
    row: int

    @property
    def index(self) -> str:
        """What stands in the corner of such a playing card.

        >>> PackFace("10", "hearts", Card(2, 1, "jab", "Jab", "attack"), 2).index
        '10♥'
        """
        return index_of(self.rank, self.suit)

    @property
    def colour(self) -> str:
        """The colour of the playing card: red or black."""
        return "red" if self.suit in RED else "black"

    @property
    def pips(self) -> int | None:
        """How many pips it has, an ace one; None for a court card or a joker."""
        return 1 if self.rank == "A" else int(self.rank) if self.rank.isdigit() else None

    def value(self, column: str) -> object:
        """A column for a condition: the face's own, then the card's."""
        if column in FACE_COLUMNS:
            return getattr(self, column)
        value: Value = self.card.get(column)
        return value


def index_of(rank: str, suit: str) -> str:
    """The corner index of a playing card; a joker has words.

    >>> index_of("Q", "spades"), index_of("joker", "red")
    ('Q♠', 'red joker')
    """
    return f"{rank}{SUITS[suit]}" if suit in SUITS else f"{suit} joker"


class PackMapping(Struct, frozen=True):
    """A whole mapping: every face of a pack once, in file order."""

    path: Path
    packs: int
    faces: tuple[PackFace, ...]
    mnemonic: tuple[Mnemonic, ...]
    deck: str = ""

    def of(self, card_id: str) -> list[PackFace]:
        """The faces that stand for a card, in file order."""
        return [face for face in self.faces if face.card.id == card_id]

    def left_open(self, deck: Deck) -> list[PackFace]:
        """Faces whose card the mnemonic doesn't settle: another card would fit all it says."""
        if not self.mnemonic:
            return []
        return [face for face in self.faces if len(list(self._fitting(face, deck))) > 1]

    def _fitting(self, face: PackFace, deck: Deck) -> Iterator[Card]:
        for card in deck.titles:
            tried = PackFace(face.rank, face.suit, card, face.row)
            if card.copies and all(line.holds(tried) for line in self.mnemonic):
                yield card


def load_mapping(spec: MappingSpec, path: Path, deck: Deck) -> PackMapping:
    """Read a mapping and prove it; raises :class:`DefinitionError` with every fault.

    A face mapped twice or not at all, a card the deck lacks, packs that don't supply exactly the
    deck's copies, and a mnemonic that isn't true are faults.
    """
    file = shown(path)
    faces, findings = _faces(path, deck)
    findings += _twice(faces, file)
    if not findings:  # else a row that can't be read would be missed below as well
        findings += _missing(faces, file)
    if not findings:
        findings += _copies(faces, deck, spec.packs, file)
        findings += _untrue(faces, spec.mnemonic, file)
    if findings:
        raise DefinitionError(sorted(findings, key=lambda finding: finding.where.row or 0))
    return PackMapping(path, spec.packs, tuple(faces), spec.mnemonic, deck.name)


def _faces(path: Path, deck: Deck) -> tuple[list[PackFace], list[Finding]]:
    """The rows as faces; a row with an unknown rank, suit or card is a finding."""
    file = shown(path)
    cards = {card.id: card for card in deck.titles}
    rows = read_rows(path)
    header_row, header = next(rows, (1, []))
    header = [name for name in header if name]
    if sorted(header) != sorted(COLUMNS):
        message = f"the columns are {', '.join(header) or 'none'}"
        return [], [
            Finding("columns", message, Where(file, header_row), "name them rank,suit,card")
        ]
    faces, findings = [], []
    for row, cells in rows:
        if len(cells) < len(header) or any(cells[len(header) :]):
            message = f"the row has {len(cells)} cells, the header {len(header)}"
            remedy = "write a rank, a suit and a card's id"
            findings.append(Finding("cells", message, Where(file, row), remedy))
            continue
        raw = dict(zip(header, cells, strict=False))
        faults = [*_slot_faults(raw, file, row), *_card_faults(raw, cards, deck, file, row)]
        findings += faults
        if not faults:
            faces.append(PackFace(raw["rank"], raw["suit"], cards[raw["card"]], row))
    return faces, findings


def _slot_faults(raw: Mapping[str, str], file: str, row: int) -> Iterator[Finding]:
    """What is wrong with a row's rank and suit."""
    rank, suit = raw["rank"], raw["suit"]
    suits: Sequence[str] = JOKERS if rank == JOKER else tuple(SUITS)
    if rank not in (*RANKS, JOKER):
        remedy = "write A, 2 to 10, J, Q, K or joker"
        where = Where(file, row, "rank")
        yield Finding("unknown-rank", f"{rank!r} is no rank of a playing card", where, remedy)
    elif suit not in suits:
        what = "colour of a joker" if rank == JOKER else "suit"
        remedy = suggestion(suit, suits)
        yield Finding("unknown-suit", f"{suit!r} is no {what}", Where(file, row, "suit"), remedy)


def _card_faults(
    raw: Mapping[str, str], cards: Mapping[str, Card], deck: Deck, file: str, row: int
) -> Iterator[Finding]:
    """What is wrong with a row's card: the deck lacks it, maybe because it is a title."""
    wanted = raw["card"]
    if wanted in cards:
        return
    titled = [card.id for card in cards.values() if card.title.casefold() == wanted.casefold()]
    remedy = f"write its id, {titled[0]!r}" if titled else suggestion(wanted, list(cards))
    message = f"{wanted!r} is no card of {shown(deck.path)}"
    yield Finding("unknown-card", message, Where(file, row, "card"), remedy)


def _twice(faces: list[PackFace], file: str) -> Iterator[Finding]:
    """Faces that stand there more than once."""
    seen: dict[str, PackFace] = {}
    for face in faces:
        first = seen.setdefault(face.index, face)
        if first is not face:
            message = (
                f"{face.index} is {face.card.title!r} here, "
                f"but {first.card.title!r} in row {first.row} already"
            )
            remedy = "map each face to one card, once"
            yield Finding("face-twice", message, Where(file, face.row, "rank"), remedy)


def _missing(faces: list[PackFace], file: str) -> Iterator[Finding]:
    """Faces of a pack that no row maps."""
    mapped = {face.index for face in faces}
    missing = [index for index in (index_of(*slot) for slot in SLOTS) if index not in mapped]
    if missing:
        more = len(missing) - MOST_LISTED
        listed = ", ".join(missing[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
        remedy = f"a pack has {len(SLOTS)} faces, its two jokers among them; add a row for each"
        yield Finding("face-missing", f"no card for {listed}", Where(file), remedy)


def _copies(faces: list[PackFace], deck: Deck, packs: int, file: str) -> Iterator[Finding]:
    """Cards of which the packs supply another number than the deck has.

    The finding stands where it is mended: at the last row of a surplus, else in the card list.
    """
    for card in deck.titles:
        rows = [face.row for face in faces if face.card.id == card.id]
        if len(rows) * packs == card.copies:
            continue
        listed = f"row{'' if len(rows) == 1 else 's'} {', '.join(map(str, rows))}"
        message = (
            f"{_packs(packs)} {len(rows) * packs} of {card.title!r} "
            f"({listed if rows else 'no row'}), the deck has {card.copies}"
        )
        surplus = len(rows) * packs > card.copies
        where = (
            Where(file, rows[-1], "card")
            if surplus
            else Where(shown(deck.path), card.row, "copies")
        )
        yield Finding("packs", message, where, _copies_remedy(card, packs))


def _copies_remedy(card: Card, packs: int) -> str:
    faces, odd = divmod(card.copies, packs)
    if odd:
        return (
            f"{packs} equal packs can't supply {card.copies}; make its copies a multiple of {packs}"
        )
    plural = "" if faces == 1 else "s"
    return f"map {faces} face{plural} to it, or change its copies in the deck"


def _packs(packs: int) -> str:
    return "the pack supplies" if packs == 1 else f"{packs} packs supply"


def _untrue(faces: list[PackFace], mnemonic: tuple[Mnemonic, ...], file: str) -> Iterator[Finding]:
    """Faces of which a sentence of the mnemonic isn't true, and sentences about no face."""
    for line in mnemonic:
        if not any(line.speaks_of(face) for face in faces):
            message = f"{line.says!r} is about no face: {line.when!r} is never so"
            yield Finding("mnemonic", message, Where(file), "mend the condition 'when'")
        for face in faces:
            if not line.holds(face):
                message = f"{line.says!r} is not true of {face.index}, {face.card.title!r}"
                where = Where(file, face.row, "card")
                yield Finding("mnemonic", message, where, "mend the row or the sentence")


def indices(mapping: PackMapping) -> Mapping[str, list[str]]:
    """The corner index of every copy of every card, by card id, in mapping order."""
    copies: dict[str, list[str]] = {}
    for face in mapping.faces:
        copies.setdefault(face.card.id, []).extend([face.index] * mapping.packs)
    return copies
