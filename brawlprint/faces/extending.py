"""A template's tables, merged by name over those of the one that it extends, and so on down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from brawlprint.definitions.toml_file import TomlFile, read_toml
from brawlprint.errors import DefinitionError, Finding, Where, suggestion

Find = Callable[[str], Path | None]
MOST_BASES = 16  # below one another


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Tables merged by name, at every depth; other values are replaced."""
    whole = dict(base)
    for key, value in over.items():
        if isinstance(value, Mapping) and isinstance(whole.get(key), Mapping):
            whole[key] = merged(whole[key], value)
        else:
            whole[key] = value
    return whole


def refuse_slip(file: TomlFile, sort: str, name: str, names: Iterable[str], needs: str) -> None:
    """Raise :class:`DefinitionError` for half a table whose name is nearly that of another.

    Somebody wanted to change that one: a new ``[element.NAME]`` is never without what it ``needs``.
    """
    remedy = suggestion(name, [each for each in names if each != name])
    if remedy.startswith("did you mean"):
        message = f"there is no {sort} {name!r} to change"
        raise file.error(f"{sort}.{name}", message, f"{remedy} A new one needs {needs}")


def read_chain(
    name: str, find: Find, seen: tuple[str, ...] = ()
) -> tuple[TomlFile, dict[str, Any]]:
    """A template's file, and its tables merged over those that it extends; ``seen`` are above it.

    Raises :class:`DefinitionError` for one that is missing, and for those that go round.
    """
    if name in seen:
        where = Where(f"templates/{name}.toml", column="extends")
        raise DefinitionError(
            [
                Finding(
                    "template-loop",
                    f"{' → '.join([*seen, name])} is a loop",
                    where,
                    "let one of them extend nothing",
                )
            ]
        )
    if len(seen) > MOST_BASES:
        where = Where(f"templates/{name}.toml", column="extends")
        problem = f"it is the base of {len(seen)} templates that extend each other"
        raise DefinitionError([Finding("template-loop", problem, where, "let one extend the base")])
    path = find(f"{name}.toml")
    if path is None:
        where = Where(f"templates/{name}.toml")
        used = f"the template {seen[-1]!r} extends" if seen else "game.toml names"
        raise DefinitionError(
            [
                Finding(
                    "missing-template",
                    f"the file is missing; {used} it",
                    where,
                    "write it, or name another",
                )
            ]
        )
    file = read_toml(path)
    base = file.data.get("extends")
    if not base:
        return file, file.data
    if not isinstance(base, str) or not re.fullmatch(r"[\w-]+", base):
        raise file.error(
            "extends",
            f"{base!r} is no template's name",
            "name a template of the same folder, without .toml",
        )
    below, data = read_chain(base, find, (*seen, name))
    return replace(file, base=below), merged(data, file.data)
