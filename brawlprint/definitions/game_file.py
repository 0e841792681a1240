"""``game.toml`` and the card lists it names, read into a :class:`Game`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from brawlprint.definitions.conditions import WORDS
from brawlprint.definitions.deck_file import DEVICES, SLUG, load_deck
from brawlprint.definitions.mapping import MappingSpec, PackMapping, load_mapping
from brawlprint.definitions.model import (
    FIXED_COLUMNS,
    OWN,
    Column,
    Deck,
    DeckSpec,
    Game,
    OptionSpec,
    Players,
    Term,
)
from brawlprint.definitions.toml_file import TomlFile, convert, read_toml
from brawlprint.errors import DefinitionError, Finding, Where, shown, suggestion

Find = Callable[[str], Path | None]
MOST_PLAYERS = 20
_COLUMN = re.compile(
    r"[A-Za-z_][\w-]*", re.ASCII
)  # what a template's fields and conditions can name


class _GameToml(Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of ``game.toml``."""

    title: str
    players: Players
    kinds: dict[str, Term]
    decks: dict[str, DeckSpec]
    components: dict[str, dict[str, Any]]
    tagline: str = ""
    credit: str = ""
    columns: dict[str, Column] = {}
    options: dict[str, OptionSpec] = {}
    mapping: dict[str, Any] | None = None


def load_game(name: str, find: Find, *, mapped: bool = True) -> Game:
    """Read a game; ``find`` tells where a file of its folder lies (the user's, else the built-in).

    A deck that is tried out may be none that packs of playing cards can stand for any more: not
    ``mapped``, it is read without that.
    Raises :class:`DefinitionError` for whatever the files get wrong.
    """
    path = find("game.toml")
    if path is None:
        raise _missing(name, "game.toml", "every game folder needs one")
    file = read_toml(path)
    raw = convert(file, file.data, _GameToml)
    _check_parts(file, raw)
    _check_players(file, raw.players)
    _check_columns(file, raw.columns)
    _check_options(file, raw.options)
    decks = {}
    for key, spec in raw.decks.items():
        deck_path = find(spec.file)
        if deck_path is None:
            raise file.error(
                f"decks.{key}.file",
                f"there is no {spec.file!r} beside game.toml",
                "put the card list there, or name the one that is",
            )
        columns = _columns_of(file, key, spec, raw.columns)
        _check_expected(file, key, spec, raw)
        decks[key] = load_deck(key, spec, deck_path, raw.kinds, columns)
    return Game(
        name=name,
        path=path,
        title=raw.title,
        tagline=raw.tagline,
        credit=raw.credit,
        players=raw.players,
        kinds=raw.kinds,
        columns=raw.columns,
        decks=decks,
        components=raw.components,
        options=raw.options,
        mapping=_mapping(file, raw.mapping, decks, find) if mapped else None,
    )


def _mapping(
    file: TomlFile, table: dict[str, Any] | None, decks: dict[str, Deck], find: Find
) -> PackMapping | None:
    if table is None:
        return None
    spec = convert(file, table, MappingSpec, "mapping")  # here, so that a fault knows its keys
    if spec.deck not in decks:
        hint = suggestion(spec.deck, list(decks))
        raise file.error("mapping.deck", f"there is no deck {spec.deck!r}", hint)
    path = find(spec.file)
    if path is None:
        message = f"there is no {spec.file!r} beside game.toml"
        raise file.error("mapping.file", message, "put the mapping there, or name the one that is")
    deck = decks[spec.deck]
    columns = {column for card in deck.titles for column in card.values}
    if problem := spec.problem(columns):
        key, message, remedy = problem
        raise file.error(f"mapping.{key}", message, remedy)
    return load_mapping(spec, path, deck)


def _columns_of(
    file: TomlFile, deck: str, spec: DeckSpec, columns: dict[str, Column]
) -> dict[str, Column]:
    if spec.columns is None:
        return columns
    for name in spec.columns:
        if name not in columns:
            raise file.error(
                f"decks.{deck}.columns",
                f"{name!r} is no declared column",
                suggestion(name, list(columns)),
            )
    return {name: columns[name] for name in spec.columns}


def _check_expected(file: TomlFile, deck: str, spec: DeckSpec, raw: _GameToml) -> None:
    """Refuse words of which no deck could have any: they would be counted as cards that lack."""
    worded = {"kind": raw.kinds, **{name: each.values for name, each in raw.columns.items()}}
    known = [name for name, words in worded.items() if words]
    for column, counts in spec.expect.count.items():
        key = f"decks.{deck}.expect.count.{column}"
        if column not in known:
            message = f"{column!r} is no column with a vocabulary"
            raise file.error(key, message, suggestion(column, known))
        for word in counts:
            if word not in worded[column]:
                message = f"{word!r} is no word of {column!r}"
                raise file.error(f"{key}.{word}", message, suggestion(word, list(worded[column])))


def _missing(game: str, file: str, remedy: str) -> DefinitionError:
    where = Where(f"cards/{game}/{file}")
    return DefinitionError([Finding("missing-file", "the file is missing", where, remedy)])


def _check_parts(file: TomlFile, raw: _GameToml) -> None:
    if not raw.title.strip():
        raise file.error("title", f"{raw.title!r} is empty", "every game needs a title")
    if not raw.decks:
        raise file.error("decks", "the game has no deck", "add a table [decks.cards]")
    for name in raw.components:
        if not SLUG.fullmatch(name):
            remedy = "its file is called so: write lower-case letters, digits and single hyphens"
            raise file.error(f"components.{name}", f"{name!r} is no component's name", remedy)
        if name in DEVICES:
            message = f"{name!r} is a name that Windows keeps for itself"
            raise file.error(f"components.{name}", message, f"write another, such as '{name}-1'")


def _check_players(file: TomlFile, players: Players) -> None:
    if not 1 <= players.min <= players.default <= players.max:
        raise file.error(
            "players",
            f"{players.min}, {players.default}, {players.max} do not fit",
            f"1 ≤ min ≤ default ≤ max ≤ {MOST_PLAYERS}",
        )
    if players.max > MOST_PLAYERS:
        message = f"{players.max} players are too many"
        remedy = f"write a whole number from {players.default} to {MOST_PLAYERS}"
        raise file.error("players.max", message, remedy)


def _check_columns(file: TomlFile, columns: dict[str, Column]) -> None:
    for name, column in columns.items():
        if name in FIXED_COLUMNS:
            raise file.error(
                f"columns.{name}",
                f"{name!r} is a column that every deck has",
                "choose another name",
            )
        if not _COLUMN.fullmatch(name) or name in (*OWN, *WORDS, "game"):
            message = f"no template could name a column {name!r}"
            remedy = f"write letters, digits, '_' or '-', and none of {', '.join(OWN)} or game"
            raise file.error(f"columns.{name}", message, remedy)
        if column.type in ("letters", "choice", "effect") and not column.values:
            raise file.error(
                f"columns.{name}",
                f"a column of type {column.type!r} has no values",
                f"add tables [columns.{name}.values.NAME]",
            )
        if column.min is not None and column.max is not None and column.min > column.max:
            raise file.error(
                f"columns.{name}.min",
                f"no number is from {column.min} to {column.max}",
                "let min be the smaller",
            )
        if column.type == "letters" and any(len(key) != 1 for key in column.values):
            raise file.error(
                f"columns.{name}.values",
                "a letter is one character",
                "name each value by its letter",
            )


def _check_options(file: TomlFile, options: dict[str, OptionSpec]) -> None:
    for name, option in options.items():
        low, high = option.min or 0, option.max
        if high is not None and low > high:
            key = "max" if option.min is None else "min"
            message = f"no number is from {low} to {high}"
            remedy = f"let max be {low} or more" if key == "max" else "let min be the smaller"
            raise file.error(f"options.{name}.{key}", message, remedy)
        try:
            option.read(option.default)
        except ValueError as error:
            message = f"the default {option.default!r} is not one the option may have"
            raise file.error(f"options.{name}.default", message, str(error)) from None


def game_files(game: Game) -> list[str]:
    """The files a game is made of, as paths people know."""
    return [shown(game.path), *(shown(deck.path) for deck in game.decks.values())]
