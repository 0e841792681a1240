"""TOML files read into types, with errors that name the line, the key and the value."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from brawlprint.errors import DefinitionError, Finding, OutputError, Where, shown, suggestion

T = TypeVar("T")

_HEADER = re.compile(r"^\s*\[\[?\s*(?P<table>[^\]]+?)\s*\]\]?")
_ASSIGNMENT = re.compile(r"^\s*(?P<key>[\w.\-\"']+)\s*=")
_INDEX = re.compile(r"\[(\d+|\.\.\.)\]")


@dataclass(frozen=True, slots=True)
class TomlFile:
    """A TOML file's data, and enough of its text to say on which line a key stands."""

    path: Path
    data: dict[str, Any]
    text: str

    def line_of(self, key: str) -> int | None:
        """The line of a dotted key, or of the nearest table around it; None if neither is there."""
        wanted = key.split(".")
        best: tuple[int, int] | None = None
        table: list[str] = []
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := _HEADER.match(line):
                table = _parts(header["table"])
                path = table
            elif assignment := _ASSIGNMENT.match(line):
                path = table + _parts(assignment["key"])
            else:
                continue
            if path == wanted[: len(path)] and (best is None or len(path) > best[0]):
                best = (len(path), number)
        return best[1] if best else None

    def where(self, key: str) -> Where:
        """The place of a dotted key, for a finding."""
        return Where(shown(self.path), self.line_of(key), key or None)

    def error(self, key: str, message: str, remedy: str, code: str = "toml") -> DefinitionError:
        """One fault in this file, ready to raise."""
        return DefinitionError([Finding(code, message, self.where(key), remedy)])


def _parts(dotted: str) -> list[str]:
    return [part.strip().strip("\"'") for part in dotted.split(".")]


def read_text(path: Path) -> str:
    """A file's text; not UTF-8, or not readable, is told with the line it stands on."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise OutputError(f"{shown(path)} can't be read: {error.strerror}") from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = raw[: error.start].count(b"\n") + 1
        message = f"byte 0x{raw[error.start]:02X} is not UTF-8"
        remedy = "save the file as UTF-8 (in a spreadsheet: 'CSV UTF-8')"
        where = Where(shown(path), row)
        raise DefinitionError([Finding("not-utf-8", message, where, remedy)]) from None


def read_toml(path: Path) -> TomlFile:
    """Read a TOML file, or say where its syntax breaks."""
    text = read_text(path)
    try:
        return TomlFile(path, tomllib.loads(text), text)
    except tomllib.TOMLDecodeError as error:
        match = re.search(r"\(at line (\d+)", str(error))
        row = int(match[1]) if match else len(text.splitlines())
        quoted = text.splitlines()[row - 1].strip() if text.strip() else ""
        message = f"{str(error).split(' (at')[0]}: {quoted!r}"
        where = Where(shown(path), row)
        remedy = "write it as TOML: text in quotes, one key = value a line"
        raise DefinitionError([Finding("toml-syntax", message, where, remedy)]) from None


def convert(file: TomlFile, table: object, into: type[T], at: str = "") -> T:
    """Turn a table into a type; a fault names its line, dotted key and value.

    ``at`` is the dotted key of ``table`` in ``file``.
    """
    try:
        return msgspec.convert(table, into)
    except msgspec.ValidationError as error:
        message, _, inner = str(error).partition(" - at `$")
        key = ".".join(filter(None, [at, _INDEX.sub("", inner.rstrip("`")).strip(".")]))
        raise _explained(file, table, into, message, key, at) from None


def _explained(
    file: TomlFile, table: object, into: type, message: str, key: str, at: str
) -> DefinitionError:
    """A msgspec message in the words of the person who wrote the file."""
    if unknown := re.search(r"unknown field `(.+)`", message):
        full = f"{key}.{unknown[1]}".strip(".")
        known = sorted(_fields_of(into))
        return file.error(full, f"unknown key {unknown[1]!r}", suggestion(unknown[1], known))
    if missing := re.search(r"missing required field `(.+)`", message):
        remedy = f"add  {missing[1]} = …"
        return file.error(key, f"the key {missing[1]!r} is missing", remedy)
    value = _look_up(table, key[len(at) :].strip(".") if at else key)
    wanted = re.search(r"Expected `([^`]+)`", message)
    remedy = f"expected {_plain(wanted[1])}" if wanted else message
    return file.error(key, f"{value!r} does not fit", remedy)


def _fields_of(into: type) -> set[str]:
    """The key names a type takes, nested ones included, for suggestions."""
    from msgspec import inspect

    names: set[str] = set()

    def walk(node: object) -> None:
        if isinstance(node, inspect.StructType):
            for each in node.fields:
                names.add(each.encode_name)
                walk(each.type)
        for attribute in ("value_type", "item_type"):
            if (inner := getattr(node, attribute, None)) is not None:
                walk(inner)

    walk(inspect.type_info(into))
    return names


def _look_up(table: object, key: str) -> object:
    for part in filter(None, key.split(".")):
        table = table.get(part) if isinstance(table, dict) else table
    return table


def _plain(type_name: str) -> str:
    names = {
        "int": "a whole number",
        "float": "a number",
        "str": "text in quotes",
        "array": "a list",
        "object": "a table",
        "bool": "true or false",
    }
    return " or ".join(names.get(part.strip(), part.strip()) for part in type_name.split("|"))
