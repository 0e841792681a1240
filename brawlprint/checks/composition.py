"""The composition layer: every card there, as often as it should be, its text in agreement."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict

from brawlprint.definitions import Card, Deck, Effect, Game
from brawlprint.definitions.deck_file import first_sheet
from brawlprint.definitions.model import Column
from brawlprint.definitions.toml_file import read_toml
from brawlprint.errors import Finding, Where, shown

if TYPE_CHECKING:
    from brawlprint.faces.template import Template
    from brawlprint.workspace import Workspace

_NUMBER = re.compile(r"\d+")
EXPECT = "expect"  # the code of several differences from what is expected


class Mapped(Struct, frozen=True):
    """Ordinary packs that are the deck: faces of one pack, packs, the cards they make together.

    There is one only where the mapping is proved, since a game with an untrue one doesn't load.
    """

    faces: int
    packs: int
    cards: int
    sentences: int

    def __str__(self) -> str:
        packs = "1 ordinary pack makes" if self.packs == 1 else f"{self.packs} ordinary packs make"
        true = {0: "", 1: "; the mnemonic is true of every face"}
        told = f"; all {self.sentences} sentences of the mnemonic are true of every face"
        return f"{packs} the {self.cards} cards: {self.faces} faces, each one title" + true.get(
            self.sentences, told
        )


class Composition(Struct, frozen=True):
    """A deck counted: cards in all, and by each column that has a vocabulary.

    ``mapping`` is there where ordinary packs of playing cards can stand for the deck.
    """

    total: int
    titles: int
    benched: int
    counts: dict[str, dict[str, int]]
    mapping: Mapped | None = None

    def as_json(self) -> dict[str, object]:
        """The shape of ``composition`` in ``brawlprint check --json``."""
        by = {f"by_{column}": counts for column, counts in self.counts.items()}
        counted = {"total": self.total, "titles": self.titles, "benched": self.benched, **by}
        return counted | ({"mapping": asdict(self.mapping)} if self.mapping else {})


def count_deck(game: Game, deck: Deck) -> Composition:
    """Count a deck's cards, copies included.

    A column of letters counts each letter of a card; an effect counts by its name.
    """
    counts: dict[str, dict[str, int]] = {"kind": cards_by_word(game, deck, "kind")}
    for name, column in game.columns.items():
        if column.values and any(card.get(name) is not None for card in deck.titles):
            counts[name] = cards_by_word(game, deck, name)
    benched = sum(card.copies == 0 for card in deck.titles)
    return Composition(len(deck), len(deck.titles), benched, counts, _mapped(game, deck))


def _mapped(game: Game, deck: Deck) -> Mapped | None:
    """The packs that stand for a deck, if any do."""
    mapping = game.mapping
    if mapping is None or mapping.deck != deck.name:
        return None
    faces = len(mapping.faces)
    return Mapped(faces, mapping.packs, faces * mapping.packs, len(mapping.mnemonic))


def cards_by_word(game: Game, deck: Deck, column: str) -> dict[str, int]:
    """Cards by the words of a column, in the vocabulary's order, without those that none has."""
    counted: Counter[str] = Counter()
    declared = game.columns.get(column)
    letters = declared is not None and declared.type == "letters"
    for card in deck.titles:
        value = card.get(column)
        if value is not None:
            name = value.name if isinstance(value, Effect) else str(value)
            counted.update(dict.fromkeys(name if letters else [name], card.copies))
    return {word: counted[word] for word in game.vocabulary(column) if counted[word]}


def check_composition(game: Game) -> list[Finding]:
    """Every finding of this layer, deck by deck."""
    return [finding for deck in game.decks.values() for finding in _check_deck(game, deck)]


def check_pictures(workspace: Workspace, game: Game) -> list[Finding]:
    """Every card whose picture there is not, deck by deck; raises what its template gets wrong."""
    return [finding for deck in game.decks.values() for finding in _pictures(workspace, game, deck)]


def _pictures(workspace: Workspace, game: Game, deck: Deck) -> Iterator[Finding]:
    """Names of no picture; where faces show pictures and others have one, cards that name none."""
    template = workspace.template(deck.template)
    others = any(card.picture for card in deck.titles)
    for card in deck.titles:
        if not card.copies or workspace.art.user.find(game.name, card.id):
            continue
        where = Where(shown(deck.path), card.row, "picture")
        if card.picture:
            if problem := workspace.art.pictograms.problem(card.picture):
                yield Finding("unknown-picture", problem[0], where, problem[1])
        elif others and _shows_pictures(template, card):
            remedy = f"name one, or put it into art/{game.name}/ID.png"
            yield Finding("no-picture", "there is no picture", where, remedy, level="warning")


def _shows_pictures(template: Template, card: Card) -> bool:
    elements = template.look(card.kind, "colour").elements.values()
    return any("{picture}" in (element.picture or "") for element in elements)


def _check_deck(game: Game, deck: Deck) -> Iterator[Finding]:
    yield from first_sheet(deck)
    yield from _expected(game, deck)
    yield from _copies(game, deck)
    yield from _statuses(deck)
    yield from _left_open(game, deck)
    longest = _longest(game, deck)
    for card in deck.titles:
        yield from _numbers_in_text(game, deck, card, longest)
        yield from _untold_effects(deck, card)


def _expected(game: Game, deck: Deck) -> Iterator[Finding]:
    """What is not as expected: as it is, if that is one thing; else all of it in one finding.

    Cards that are added or taken out on purpose differ in many ways at once.
    """
    found = list(_totals(game, deck))
    if len(found) < 2:
        yield from found
        return
    table = f"decks.{deck.name}.expect"
    differences = [each.message.removeprefix("the deck has ") for each in found]
    yield Finding(
        EXPECT,
        f"{shown(deck.path)} is not what [{table}] says: {'; '.join(differences)}",
        read_toml(game.path).where(table),
        f"update it, or {_accepted(game)}; or delete the table (and those below it) if you don't "
        "want to be held to it",
    )


def _totals(game: Game, deck: Deck) -> Iterator[Finding]:
    expect, where = deck.expect, Where(shown(deck.path))
    if expect.total is not None and len(deck) != expect.total:
        yield Finding(
            "total",
            f"the deck has {len(deck)} cards, not {expect.total}",
            where,
            _too(game, "card", len(deck) - expect.total),
        )
    for column, wanted in expect.count.items():
        have = cards_by_word(game, deck, column)
        for word in dict.fromkeys([*wanted, *have]):
            got, right = have.get(word, 0), wanted.get(word, 0)
            if got != right:
                place = Where(where.file, column=column)
                message = f"{got} cards of {column} {word!r}, not {right}"
                yield Finding(
                    f"count-{column}", message, place, _too(game, f"{word!r} card", got - right)
                )


def _too(game: Game, what: str, surplus: int) -> str:
    number = abs(surplus)
    plural = "" if number == 1 else "s"
    change = f"change what game.toml expects, or {_accepted(game)}"
    if surplus > 0:
        return f"take {number} {what}{plural} out, or {change}"
    return f"{number} {what}{plural} missing; put it back, or {change}"


def _accepted(game: Game) -> str:
    return f"brawlprint check {game.name} --accept if the list is right"


def _copies(game: Game, deck: Deck) -> Iterator[Finding]:
    for card in deck.titles:
        where = Where(shown(deck.path), card.row, "copies")
        if card.copies == 0:
            yield Finding(
                "benched",
                f"{card.title!r} has 0 copies and stays out of the deck",
                where,
                "give it copies to bring it back",
                level="info",
            )
        elif deck.expect.copies is not None and card.copies != deck.expect.copies:
            yield Finding(
                "copies",
                f"{card.copies} copies of {card.title!r}, not {deck.expect.copies}",
                where,
                f"write {deck.expect.copies}; or {_rule_of_copies(game, deck)}",
            )


def _rule_of_copies(game: Game, deck: Deck) -> str:
    """What helps where a title is to have other copies than the rest: the rule is its author's."""
    table = f"decks.{deck.name}.expect"
    file, line, _ = read_toml(game.path).where(f"{table}.copies")
    return f"change or delete copies = {deck.expect.copies} of [{table}] ({Where(file, line)})"


def _statuses(deck: Deck) -> Iterator[Finding]:
    rows = [card.row for card in deck.titles if card.status == "reconstructed"]
    if rows:
        listed = ", ".join(map(str, rows[:5])) + (" …" if len(rows) > 5 else "")
        yield Finding(
            "reconstructed",
            f"{len(rows)} of {len(deck.titles)} titles are reconstructed (rows {listed})",
            Where(shown(deck.path), column="status"),
            "the source does not list them; edit the table if you know better",
            level="info",
        )


def _left_open(game: Game, deck: Deck) -> Iterator[Finding]:
    """Faces that the mnemonic, though true, doesn't tell: nobody could play by it alone."""
    mapping = game.mapping
    if mapping is None or mapping.deck != deck.name:
        return
    faces = mapping.left_open(deck)
    if faces:
        listed = ", ".join(face.index for face in faces[:5]) + (" …" if len(faces) > 5 else "")
        yield Finding(
            "mnemonic-open",
            f"the mnemonic doesn't settle {len(faces)} of {len(mapping.faces)} faces ({listed})",
            Where(shown(mapping.path), faces[0].row, "card"),
            "say more, or claim more of what it says",
            level="info",
        )


def _numbers_in_text(
    game: Game, deck: Deck, card: Card, longest: Mapping[str, int]
) -> Iterator[Finding]:
    """Numbers in a card's text against its columns.

    A phrase that a column declares (``says``) ties its number to that column. Any other number that
    could be some column's must be one that a column of the card holds: a year of the brewery, out
    of all their ranges, is none of them.
    """
    if not card.values:
        return  # an aid card tells of the game, not of itself
    numbers = {name: _number(card, name) for name in card.values}
    tied: set[int] = set()
    for name, number in numbers.items():
        for phrase in game.columns[name].says:
            pattern = re.escape(phrase).replace(r"\{n\}", r"(\d+)")
            for match in re.finditer(rf"\b{pattern}\b", card.text):
                tied.add(match.start(1))
                if int(match[1]) != number:
                    yield _disagreement(deck, card, match[0], name, number)
    known = {number for number in numbers.values() if number is not None}
    for match in _NUMBER.finditer(card.text):
        named = int(match[0])
        if match.start() in tied or named in known:
            continue
        if any(_could_hold(game.columns[name], longest[name], named) for name in numbers):
            columns = (
                ", ".join(
                    f"{name} {number}" for name, number in numbers.items() if number is not None
                )
                or "no numbers"
            )
            yield Finding(
                "text-number",
                f"the text names {match[0]}, the card has {columns}",
                Where(shown(deck.path), card.row, "text"),
                "make text and columns agree, or spell out a number that is not the card's",
            )


def _untold_effects(deck: Deck, card: Card) -> Iterator[Finding]:
    """Effects whose number the text does not tell."""
    for name in card.values:
        effect = card.get(name)
        told = re.search(rf"\b{effect.number}\b", card.text) if isinstance(effect, Effect) else None
        if isinstance(effect, Effect) and effect.number is not None and not told:
            yield Finding(
                "text-number",
                f"the text does not tell the {effect.number} of {effect}",
                Where(shown(deck.path), card.row, "text"),
                f"name {effect.number} in the text",
            )


def _longest(game: Game, deck: Deck) -> dict[str, int]:
    """How many digits the longest number has that any card holds in a column; 0 if none does."""
    return {
        name: max((len(str(number)) for number in _held(deck, name)), default=0)
        for name in game.columns
    }


def _held(deck: Deck, column: str) -> Iterator[int]:
    for card in deck.titles:
        number = _number(card, column)
        if number is not None:
            yield number


def _could_hold(column: Column, longest: int, number: int) -> bool:
    """Whether a number could be a column's: within its bounds, no longer than those it holds."""
    least = 0 if column.min is None else column.min
    most = number if column.max is None else column.max
    within = any(least <= value <= most for value in (number, -number))
    return within and len(str(number)) <= longest


def _disagreement(deck: Deck, card: Card, phrase: str, column: str, number: int | None) -> Finding:
    right = "is empty" if number is None else f"is {number}"
    agree = "make text and column agree"
    if number is None:  # it may be another column's, in the same words
        agree += f", or change the phrases of [columns.{column}], 'says'"
    return Finding(
        "text-number",
        f"the text says {phrase!r}, but {column} {right}",
        Where(shown(deck.path), card.row, "text"),
        agree,
    )


def _number(card: Card, column: str) -> int | None:
    """The number a column holds, without its sign; an effect's is its own."""
    value = card.get(column)
    if isinstance(value, Effect):
        return value.number
    return abs(value) if isinstance(value, int) else None
