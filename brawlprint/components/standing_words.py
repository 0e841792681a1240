"""What words in braces stand for in a rulebook or an aid: what data say, said once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from brawlprint.definitions import Game
from brawlprint.definitions.model import Setting
from brawlprint.errors import DefinitionError, Finding, Where, quoted, suggestion

_IN_BRACES = re.compile(r"(?<!\\)\{([a-z][a-z0-9_-]{0,60}(?:\.[^{}\s]{1,60})?)\}")


def standing_words(game: Game, options: Mapping[str, Setting]) -> dict[str, str]:
    """Every word that can stand in braces, with what is printed in its place.

    ``kind.NAME`` is what a kind is called, ``cards.DECK`` how many cards a deck has and ``hand.DECK``
    how many of them everybody is dealt; ``cards`` and ``hand`` are those of the first deck. An option's
    name is its value, and goes before a word of ours.
    """
    return {**dict(_of_decks(game)), **dict(_of_kinds(game)), **dict(_of_options(options))}


def _of_decks(game: Game) -> Iterator[tuple[str, str]]:
    for place, (name, deck) in enumerate(game.decks.items()):
        for end in ("", f".{name}") if place == 0 else (f".{name}",):
            yield f"cards{end}", str(len(deck))
            if deck.hand is not None:
                yield f"hand{end}", str(deck.hand)


def _of_kinds(game: Game) -> Iterator[tuple[str, str]]:
    return ((f"kind.{name}", kind.word) for name, kind in game.kinds.items())


def _of_options(options: Mapping[str, Setting]) -> Iterator[tuple[str, str]]:
    for name, value in options.items():
        yield name, "on" if value is True else "off" if value is False else str(value)


def put_in(words: Mapping[str, str], line: str, where: Where, game: Game) -> str:
    """A line with what its words in braces stand for; a backslash before the brace leaves it as typed.

    Raises :class:`DefinitionError` for a word that stands for nothing, with the line and the nearest.
    """

    def value(match: re.Match[str]) -> str:
        if match[1] in words:
            return words[match[1]]
        message, remedy = _unknown(match[1], words, game)
        finding = Finding("unknown-option", f"{quoted(match[0])} {message}", where, remedy)
        raise DefinitionError([finding])

    return _IN_BRACES.sub(value, line)


def _unknown(word: str, words: Mapping[str, str], game: Game) -> tuple[str, str]:
    """What is wrong with a word, and what helps."""
    what, _, name = word.partition(".")
    name = name or next(iter(game.decks))
    if what == "hand" and name in game.decks:
        return f"has no number: [decks.{name}] has no hand", f"add hand = 3 to [decks.{name}]"
    alike = [each for each in words if "." in word and each.startswith(f"{what}.")]
    remedy = f"{suggestion(word, alike or list(words))}; or write \\{{{word}}} for the braces"
    return f"stands for nothing in {game.name}", remedy.replace("?;", "?")
