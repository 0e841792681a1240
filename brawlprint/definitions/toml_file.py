"""TOML files read into types, with errors that name the line, the key and the value."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, inspect

from brawlprint.errors import (
    DefinitionError,
    Finding,
    OutputError,
    Where,
    quoted,
    shown,
    steering,
    suggestion,
)

T = TypeVar("T")
DEEPEST = 32  # tables in tables
LARGEST = 1e12  # of numbers
MOST_BYTES, MOST_OF_TABLE = 2_000_000, 16_000_000  # of a file; of a table of cards
LONGEST_LINE = 300  # characters of a line that are looked at for a key

_HEADER = re.compile(r"^\s*\[(?P<many>\[)?\s*(?P<table>[^\]]+?)\s*\]\]?")
_ASSIGNMENT = re.compile(r"^\s*(?P<key>(?:[\w.\-]|\"[^\"]*\"|'[^']*')+)\s*=")
_INDEX = re.compile(r"\[(\d+)\]")
# A key of very many parts, which tomllib would take minutes for.
_DEEP_KEY = re.compile(
    r"(?:^|[\[{,])[ \t]*(?:(?:[\w-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*\.[ \t]*){" + str(DEEPEST) + "}",
    re.MULTILINE,
)
_STEP = re.compile(r"\.([^.\[`]+)|\[(\d+|\.\.\.)\]")  # of msgspec's paths: $.kinds[...].word


class TomlFile(Struct, frozen=True):
    """A TOML file's data, and enough of its text to say on which line a key stands.

    ``base`` is the file it extends, where its other keys stand; ``over`` names tables whose keys
    go before those of the same name at the root.
    """

    path: Path
    data: dict[str, Any]
    text: str
    base: TomlFile | None = None
    over: tuple[str, ...] = ()

    def find(self, key: str) -> tuple[int, int]:
        """How many parts of a dotted key are there (the others are in no table), and on which line.

        ``token[1].note`` is a key of the second table ``[[token]]``.
        """
        wanted = _parts(_INDEX.sub(r".\1", key))
        best = (0, 0)
        for path, number in _places(self.text):
            if path == wanted[: len(path)] and len(path) > best[0]:
                best = (len(path), number)
        return best

    def where(self, key: str) -> Where:
        """The place of a dotted key, for a finding: the most of it that stands in any file."""
        if not key:
            return Where(shown(self.path))
        places: list[tuple[int, int, Where]] = []
        for full in (*(f"{table}.{key}" for table in self.over), key):
            file: TomlFile | None = self
            while file:
                depth, line = file.find(full)
                missing = len(_parts(full)) - depth
                places.append((missing, len(places), Where(shown(file.path), line or None, full)))
                file = file.base
        return min(places)[2]

    def error(self, key: str, message: str, remedy: str, code: str = "toml") -> DefinitionError:
        """One fault in this file, ready to raise."""
        return DefinitionError([Finding(code, message, self.where(key), remedy)])


@lru_cache(maxsize=8)
def _places(text: str) -> list[tuple[list[str], int]]:
    """The keys of a text, each in its parts, with the line it stands on."""
    places: list[tuple[list[str], int]] = []
    table: list[str] = []
    seen: Counter[str] = Counter()
    for number, line in enumerate(text.split("\n"), 1):
        line = line[:LONGEST_LINE]
        if header := _HEADER.match(line):
            table = _parts(header["table"])
            if header["many"]:
                seen[header["table"]] += 1
                table.append(str(seen[header["table"]] - 1))
            places.append((table, number))
        elif assignment := _ASSIGNMENT.match(line):
            places.append((table + _parts(assignment["key"]), number))
    return places


def _parts(dotted: str) -> list[str]:
    return [part.strip().strip("\"'") for part in dotted.split(".")]


_carried: ContextVar[Mapping[Path, str] | None] = ContextVar("carried", default=None)


@contextmanager
def carried(texts: Mapping[Path, str]) -> Iterator[None]:
    """Within it, :func:`read_text` takes these files from memory: they may be nowhere else.

    >>> with carried({Path("no/such/deck.csv"): "no,id,title,kind"}):
    ...     read_text(Path("no/such/deck.csv"))
    'no,id,title,kind'
    """
    token = _carried.set(texts)
    try:
        yield
    finally:
        _carried.reset(token)


def read_text(path: Path) -> str:
    """A file's text; not UTF-8, or not readable, is told with the line it stands on.

    A spreadsheet's is the CSV that it would be saved as. A file larger than any that people write
    is refused before it is read.
    """
    texts = _carried.get()
    if texts is not None and path in texts:
        return texts[path]
    if path.suffix.lower() == ".xlsx":
        from brawlprint.definitions.spreadsheet import spreadsheet_text

        return spreadsheet_text(path)
    try:
        refuse_large(path)
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


def refuse_large(path: Path) -> None:
    """Raise :class:`DefinitionError` for a file that only fills the memory."""
    most = MOST_OF_TABLE if path.suffix.lower() in (".csv", ".xlsx") else MOST_BYTES
    size = path.stat().st_size
    if size > most:
        message = f"the file has {size / 1e6:,.1f} MB"
        remedy = f"at most {most // 10**6} MB are read; take out what doesn't belong there"
        raise DefinitionError([Finding("too-large", message, Where(shown(path)), remedy)])


def read_toml(path: Path) -> TomlFile:
    """Read a TOML file, or say where its syntax breaks."""
    text = read_text(path)
    try:
        file = TomlFile(path, _parsed(text), text)
    except (ValueError, RecursionError) as error:
        raise broken(path, text, error) from None
    if found := _steered(text):
        key, message = found
        raise file.error(key, message, "take it out")
    return file


@lru_cache(maxsize=64)
def _steered(text: str) -> tuple[str, str] | None:
    """The first key or value of a text that would steer a terminal, and what to say of it."""
    if "\\" not in text and text.replace("\n", "").isprintable():
        return None  # TOML has them as escapes only, but for those that turn a line round
    for key, value in _values(_parsed(text), ""):
        for what, each in (("the key ", key), ("", value)):
            if isinstance(each, str) and (char := steering(each)):
                return key, f"{what}{quoted(each)} holds {char!r} (U+{ord(char):04X})"
    return None


def refuse_endless(file: TomlFile, table: object, at: str) -> None:
    """Raise :class:`DefinitionError` for a number in a table that nothing can be drawn with."""
    for key, value in _values(table, at):
        if isinstance(value, int | float) and not -LARGEST < value < LARGEST:  # nan is none of it
            raise file.error(
                key, f"{quoted(value)} does not fit", "write a number of everyday size"
            )


def _values(value: object, key: str) -> Iterator[tuple[str, object]]:
    """Everything that stands in tables and lists, with its dotted key."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _values(each, f"{key}.{name}".strip("."))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _values(each, f"{key}[{number}]")
    yield key, value


@lru_cache(maxsize=64)
def _parsed(text: str) -> dict[str, Any]:
    """A text's tables; templates extend one base, and every component reads its game's file."""
    if _DEEP_KEY.search(text):
        raise RecursionError
    data = tomllib.loads(text)
    if _is_deeper(data, DEEPEST):
        raise RecursionError
    return data


def _is_deeper(value: object, levels: int) -> bool:
    """Whether tables and lists stand in one another more than so deep."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return False
    return levels == 0 or any(_is_deeper(each, levels - 1) for each in value)


def broken(path: Path, text: str, error: Exception) -> DefinitionError:
    """What tomllib says of a text, with the line it says it of."""
    problem, _, place = str(error).partition(" (at ")
    if isinstance(error, RecursionError):
        problem = "tables stand in tables too deeply"
    elif not isinstance(error, tomllib.TOMLDecodeError):
        problem = "a number has too many digits"
    row = None
    if match := re.match(r"line (\d+)", place):
        row = int(match[1])
    elif place.startswith("end"):
        row = len(text.rstrip().split("\n"))
    line = f": {quoted(text.split(chr(10))[row - 1].strip())}" if row else ""
    remedy = "write it as TOML: text in quotes, one key = value a line"
    finding = Finding("toml-syntax", f"{problem}{line}", Where(shown(path), row), remedy)
    return DefinitionError([finding])


def convert(file: TomlFile, table: object, into: type[T], at: str = "") -> T:
    """Turn a table into a type; a fault names its line, dotted key and value.

    ``at`` is the dotted key of ``table`` in ``file``.
    """
    try:
        return msgspec.convert(table, into)
    except msgspec.ValidationError as error:
        raise _explained(file, deepcopy(table), into, str(error), at) from None


def _explained(file: TomlFile, table: Any, into: type, error: str, at: str) -> DefinitionError:
    """A msgspec error in the words of the person who wrote the file; ``table`` is used up."""
    message, _, place = error.partition(" - at `$")
    key, value, kind = at, table, inspect.type_info(into)
    for name, index in _STEP.findall(place):
        if index == "...":
            name = _culprit(table, value, into, error)
        value = value[int(index) if isinstance(value, list) else name]
        kind = _inside(kind, name)
        key = f"{key}.{name}".strip(".") if name else f"{key}[{index}]"
    if unknown := re.search(r"(?s)unknown field `(.+)`", message):
        full = f"{key}.{unknown[1]}".strip(".")
        known = [field.encode_name for field in getattr(kind, "fields", ())]
        return file.error(full, f"unknown key {unknown[1]!r}", suggestion(unknown[1], known))
    if missing := re.search(r"missing required field `(.+)`", message):
        remedy = f"add  {missing[1]} = …"
        return file.error(key, f"the key {missing[1]!r} is missing", remedy)
    if isinstance(kind, inspect.LiteralType) and isinstance(value, str):
        remedy = suggestion(value, [str(each) for each in kind.values])
    elif isinstance(kind, inspect.LiteralType):
        remedy = f"write {' or '.join(map(str, kind.values))}"
    else:
        wanted = message.partition(", got `")[0].replace(">=", "at least").replace("<=", "at most")
        remedy = re.sub("`([^`]+)`", lambda match: _plain(match[1]), wanted).replace("E", "e", 1)
    return file.error(key, f"{quoted(value)} does not fit", remedy)


def _culprit(table: object, entries: dict[str, Any], into: type, error: str) -> str:
    """Which entry, somewhere in ``table``, is at fault; msgspec does not tell the key."""
    for key, value in list(entries.items()):
        entries.clear()
        entries[key] = value
        try:
            msgspec.convert(table, into)
        except msgspec.ValidationError as again:
            if str(again) == error:
                break
    return key


def _inside(kind: inspect.Type, name: str) -> inspect.Type:
    """The type of a part of a type: a field, an entry or an item; of one that may be None, what else."""
    part: inspect.Type
    if isinstance(kind, inspect.StructType):
        part = next(field.type for field in kind.fields if field.encode_name == name)
    elif isinstance(kind, inspect.DictType):
        part = kind.value_type
    else:
        part = getattr(kind, "item_type", kind)
    types = getattr(part, "types", ())
    some: list[inspect.Type] = [each for each in types if not isinstance(each, inspect.NoneType)]
    return some[0] if len(some) == 1 else part


def _plain(type_name: str) -> str:
    names = {
        "int": "a whole number",
        "float": "a number",
        "str": "text in quotes",
        "array": "a list",
        "object": "a table",
        "bool": "true or false",
    }
    parts = [part.strip() for part in type_name.split("|")]
    return " or ".join(names.get(part, part) for part in parts if part != "null")
