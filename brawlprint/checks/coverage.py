"""The coverage layer: every word of the cards known to the rules, every rule with a card for it.

A card that asks for what the rules don't know is refused as the rules read the deck; here that
refusal is a finding. What they know is noticed as they read, see :mod:`brawlprint.engine.reading`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from brawlprint.definitions import Deck, Effect, Game
from brawlprint.definitions.model import FIXED_COLUMNS
from brawlprint.definitions.toml_file import read_toml
from brawlprint.errors import Finding, Where, choices, shown, suggestion

if TYPE_CHECKING:
    from brawlprint.engine.rules import Rules


class Coverage(Struct, frozen=True):
    """What the rules know: cards by word for each column with words; columns they don't look at."""

    words: dict[str, dict[str, int]]
    unread: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """The shape of ``coverage`` in ``brawlprint check --json``."""
        return {"words": self.words, "unread": list(self.unread)}


def count_coverage(rules: Rules) -> Coverage:
    """Count the cards, copies included, that have each word the rules know.

    >>> from brawlprint.engine.examples import shoving
    >>> count_coverage(shoving)
    Coverage(words={}, unread=())
    """
    known = rules.known
    counts = {
        column: {word: sum(cards.values()) for word, cards in words.items()}
        for column, words in known.words.items()
    }
    held = {
        name
        for deck in _decks(rules)
        for card in deck.titles
        for name, value in card.values.items()
        if value is not None
    }
    unread = tuple(name for name in rules.game.columns if name in held - known.columns.keys())
    return Coverage(counts, unread)


def check_coverage(rules: Rules) -> list[Finding]:
    """Every finding of this layer; the deck has been read by the rules, so its cards are known."""
    found = [*_undeclared(rules), *_without_card(rules)]
    for column in rules.known.words:
        found += _unknown(rules, column)
    return found


def _undeclared(rules: Rules) -> Iterator[Finding]:
    """Columns that the rules read and that the game has not: for them every cell is empty."""
    known = [*FIXED_COLUMNS, *rules.game.columns]
    for column in rules.known.columns:
        if column not in known:
            message = f"the rules read a column {column!r}, which game.toml doesn't declare"
            where = Where(shown(rules.path))
            yield Finding("no-column", message, where, suggestion(column, known), "warning")


def _without_card(rules: Rules) -> Iterator[Finding]:
    """Words that the rules can play and no card has."""
    where = Where(shown(rules.path))
    for column, words in rules.known.words.items():
        for word, cards in words.items():
            if not cards:
                message = f"no card has {column} {word!r}, which the rules can play"
                remedy = "give it to a card, or take it out of the rules"
                yield Finding(f"unused-{column}", message, where, remedy, "warning")


def _unknown(rules: Rules, column: str) -> Iterator[Finding]:
    """Words that ``game.toml`` declares and the rules don't know; other decks may have them."""
    game, known = rules.game, rules.known
    others = [deck for name, deck in game.decks.items() if name not in known.decks]
    elsewhere = {_word(card.get(column)) for deck in others for card in deck.titles}
    for word in game.vocabulary(column):
        if word not in known.words[column] and word not in elsewhere:
            where = _declared(game, column, word)
            message = f"the rules know no {column} {word!r}"
            remedy = f"known: {choices(known.words[column])}"
            yield Finding(f"unknown-{column}", message, where, remedy, "warning")


def _declared(game: Game, column: str, word: str) -> Where:
    key = f"kinds.{word}" if column == "kind" else f"columns.{column}.values.{word}"
    return read_toml(game.path).where(key)


def _word(value: object) -> str:
    return value.name if isinstance(value, Effect) else str(value)


def _decks(rules: Rules) -> list[Deck]:
    return [rules.game.decks[name] for name in rules.known.decks]
