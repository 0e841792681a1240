"""Which struct is documented where, and which of its keys a TOML file uses."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from brawlprint.components import KINDS
from brawlprint.definitions import game_file, mapping, model
from brawlprint.faces import template

Struct = type[msgspec.Struct]


def params(kind: str) -> Any:
    module: Any = importlib.import_module(f"brawlprint.components.{KINDS[kind]}")
    return module


# Where each sort of table is documented: page, heading, head of the first column.
PLACES: dict[Struct, tuple[str, str, str]] = {
    game_file._GameToml: ("data.md", "game.toml", "key"),
    model.Players: ("data.md", "game.toml", "`players`"),
    model.Term: ("data.md", "[kinds.NAME]", "key"),
    model.Column: ("data.md", "[columns.NAME]", "key"),
    model.DeckSpec: ("data.md", "[decks.NAME]", "key"),
    model.Expect: ("data.md", "[decks.NAME]", "`expect`"),
    model.OptionSpec: ("data.md", "[options.NAME]", "key"),
    mapping.MappingSpec: ("data.md", "Ordinary packs: [mapping]", "key"),
    mapping.Mnemonic: ("data.md", "Ordinary packs: [mapping]", "`mnemonic`"),
    **{params(kind).Params: ("data.md", kind, "key") for kind in KINDS},
    params("cards").SmallGame: ("data.md", "cards", "`small-game`"),
    params("cards").LargeGame: ("data.md", "cards", "`large-game`"),
    params("mat").Area: ("data.md", "mat", "`area`"),
    params("tokens").Token: ("data.md", "tokens", "`token`"),
    params("tokens").Print: ("data.md", "tokens", "`back`"),
    template._TemplateToml: ("templates.md", "The file's own keys", "key"),
    template.TextStyle: ("templates.md", "Text styles", "key"),
    template.Element: ("templates.md", "Elements", "key"),
    template._Override: ("templates.md", "By kind and by style", "`[kind.NAME]`, `[style.NAME]`"),
}
ROOTS: list[Struct] = [
    game_file._GameToml, mapping.MappingSpec, template._TemplateToml, template.Element,
    template.TextStyle, *(params(kind).Params for kind in KINDS),
]  # fmt: skip


def fields_of(struct: Struct) -> dict[str, inspect.Field]:
    kind = inspect.type_info(struct)
    assert isinstance(kind, inspect.StructType)
    return {field.encode_name: field for field in kind.fields}


def uses(name: str, data: dict[str, Any]) -> Iterator[tuple[Struct, str, tuple[str | int, ...]]]:
    """Every key of a file with the struct that it is of, and its path."""
    yield from walked(data, inspect.type_info(
        game_file._GameToml if name.startswith("cards") else template._TemplateToml), ())  # fmt: skip


def walked(
    value: Any, kind: inspect.Type, path: tuple[str | int, ...]
) -> Iterator[tuple[Struct, str, tuple[str | int, ...]]]:
    kind = special(value, kind, path)
    parts = [each for each in getattr(kind, "types", ()) if not isinstance(each, inspect.NoneType)]
    if parts:
        fit = [each for each in parts if isinstance(each, inspect.StructType)]
        kind = fit[0] if fit else parts[0]
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        known = {field.encode_name: field.type for field in kind.fields}
        for key, each in value.items():
            if key in known:
                yield kind.cls, key, (*path, key)
                yield from walked(each, known[key], (*path, key))
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict):
        for key, each in value.items():
            yield from walked(each, kind.value_type, (*path, key))
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from walked(each, getattr(kind, "item_type", kind), (*path, place))


def special(value: Any, kind: inspect.Type, path: tuple[str | int, ...]) -> inspect.Type:
    """What is read in a second step: components, the mapping, text styles and elements."""
    if path[:1] == ("components",) and len(path) == 2:
        return inspect.type_info(params(value.get("kind", path[1])).Params)
    if path == ("mapping",):
        return inspect.type_info(mapping.MappingSpec)
    for table_, struct in (("text", template.TextStyle), ("element", template.Element)):
        if len(path) in (2, 4) and path[-2] == table_ and isinstance(value, dict):
            return inspect.type_info(struct)
    return kind
