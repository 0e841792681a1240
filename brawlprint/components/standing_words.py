"""What words in braces stand for in a rulebook or an aid: what data say, said once."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from brawlprint.definitions import Game
from brawlprint.definitions.model import Setting
from brawlprint.errors import DefinitionError, Finding, Where, printable, quoted, suggestion

if TYPE_CHECKING:
    from markdown_it.token import Token

_IN_BRACES = re.compile(r"(?<!\\)\{([^{}]+)\}")
LONGEST = 80  # characters of what may be meant for a word; more of them are an aside
_BARE = re.compile(r"\\(\{[^{}]*\})")
# What Markdown could take for markup is put in as characters that it has no use for.
_GUARDS = {ord(mark): 0xF0000 + ord(mark) for mark in string.punctuation + string.digits}
_MARKS = {guard: mark for mark, guard in _GUARDS.items()}


def standing_words(game: Game, options: Mapping[str, Setting]) -> dict[str, str]:
    """Every word that can stand in braces, with what is printed in its place.

    ``title`` is the game's, ``kind.NAME`` is what a kind is called, ``cards.DECK`` how many cards a
    deck has and ``hand.DECK`` how many of them everybody is dealt; ``cards`` and ``hand`` are those of
    the first deck. An option's name is its value, and goes before a word of ours.
    """
    words = {"title": game.title, **dict(_of_decks(game)), **dict(_of_kinds(game))}
    return {**words, **dict(_of_options(options))}


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

    So do braces without a letter in them. What is put in is no Markdown: :func:`printed` gives the
    text of what was read as such.
    Raises :class:`DefinitionError` for a word that stands for nothing, with the line and the nearest.
    """

    def value(match: re.Match[str]) -> str:
        if match[1] in words:
            return words[match[1]].translate(_GUARDS)
        if len(match[1]) > LONGEST or not any(map(str.isalpha, match[1])):
            return match[0]
        message, remedy = _unknown(match[1], words, game)
        finding = Finding("unknown-option", f"{quoted(match[0])} {message}", where, remedy)
        raise DefinitionError([finding])

    return _IN_BRACES.sub(value, line)


def printed(tokens: Iterable[Token]) -> None:
    """Give tokens of Markdown the text that is printed, whatever marks a word has.

    In a code span a backslash is one, but before braces it has done its duty.
    """
    for child in (child for token in tokens for child in token.children or ()):
        if child.type == "code_inline":
            child.content = _BARE.sub(r"\1", child.content)
        child.content = child.content.translate(_MARKS)


def _unknown(word: str, words: Mapping[str, str], game: Game) -> tuple[str, str]:
    """What is wrong with a word, and what helps."""
    what, _, name = word.partition(".")
    name = name or next(iter(game.decks))
    if what == "hand" and name in game.decks:
        return f"has no number: [decks.{name}] has no hand", f"add hand = 3 to [decks.{name}]"
    alike = [each for each in words if "." in word and each.startswith(f"{what}.")]
    remedy = (
        f"{suggestion(word, alike or list(words))}; or write \\{{{printable(word)}}} for the braces"
    )
    return f"stands for nothing in {game.name}", remedy.replace("?;", "?")
