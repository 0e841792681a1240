"""Properties of reading: what is written reads back equal; whatever else is refused in words."""

from __future__ import annotations

import csv
import datetime
import io
import tomllib
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from brawlprint.definitions import Card, Effect, Game, load_game
from brawlprint.errors import BrawlprintError

GAME = """
title = "Any"
players = { min = 1, max = 4, default = 2 }

[kinds]
attack = { word = "Attack" }
food = { word = "Food" }

[columns]
power = { type = "integer", min = -99, max = 99 }
hint = { type = "text" }
needs = { type = "choice", values = { thief = { word = "Thief" }, mage = { word = "Mage" } } }
does = { type = "effect", values = { stun = { word = "Stun", number = "turns" }, out = { word = "Out" } } }

[columns.traits]
type = "letters"
values = { A = { word = "Able" }, B = { word = "Big" }, C = { word = "Calm" } }

[decks.cards]
file = "deck.csv"
template = "any"
expect = { total = 3, count = { kind = { attack = 2, food = 1 } } }

[options]
flags = { default = true }
drinks = { default = 10, min = 1, max = 20 }

[components.cards]
[[components.tokens.token]]
note = "beer"
"""
COLUMNS = ["no", "id", "title", "copies", "kind", "power", "hint", "traits", "needs", "does"]
COLUMNS += ["text", "picture", "status", "note"]
DECK = f"{','.join(COLUMNS)}\n1,jab,Jab,2,attack,+1,,AB,thief,stun 2,Hit!,,source,\n"

Read = Callable[[bytes, bytes], Game]


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Read:
    """Read a game from the bytes of its two files."""
    folder = tmp_path_factory.mktemp("game")

    def load(game: bytes, deck: bytes) -> Game:
        (folder / "game.toml").write_bytes(game)
        (folder / "deck.csv").write_bytes(deck)

        def find(name: str) -> Path | None:
            path = folder / name
            return path if path.parent == folder and path.is_file() else None

        return load_game("any", find)

    return load


def refused_or_read(read: Read, game: bytes, deck: bytes) -> None:
    """Either there is a deck, or an error with a finding a line, each in a file."""
    try:
        found = read(game, deck)
    except BrawlprintError as error:
        assert error.exit_code == 1
        assert error.findings()
        for finding in error.findings():
            assert finding.where.file.endswith(("game.toml", "deck.csv"))
            assert finding.message
            assert len(str(finding).splitlines()) == 1
    else:
        assert all(len(each) for each in found.decks.values())


# Any text but for what is no text: lone surrogates, which UTF-8 has not.
# What steers a terminal is refused; line feeds and tabs are none of it.
STEERING = [
    *range(9),
    *range(11, 32),
    *range(127, 160),
    *range(0x2028, 0x202F),
    *range(0x2066, 0x206A),
]
STEERS = "".join(map(chr, STEERING))
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters=STEERS), max_size=40)
TRICKY = st.sampled_from(["é", "e\u0301", "\ufeff", '"', '""', ",", ";", "\n", "'", "<b>&{x}", " "])
TEXT = st.lists(ANY_TEXT | TRICKY, max_size=4).map("".join)


def as_read(text: str) -> str:
    return unicodedata.normalize("NFC", text.strip())


def signed(number: int | None) -> st.SearchStrategy[str]:
    """The ways to write a number."""
    if number is None:
        return st.just("")
    return st.sampled_from(
        [f"{number}", f"{number:+}", f" {number} ", f"{number}".replace("-", "−")]
    )


@st.composite
def cards(draw: st.DrawFn) -> tuple[list[list[str]], list[dict[str, Any]]]:
    """Rows as somebody writes them, and what must be read from each."""
    numbers = draw(st.lists(st.integers(1, 99_999), min_size=1, max_size=6, unique=True))
    slug = st.from_regex(r"[a-z0-9]{1,9}(-[a-z0-9]{1,9}){0,2}", fullmatch=True)
    ids = draw(st.lists(slug, min_size=len(numbers), max_size=len(numbers), unique=True))
    rows, expected = [], []
    for place, (no, id_) in enumerate(zip(numbers, ids, strict=True)):
        power = draw(st.none() | st.integers(-99, 99))
        effect = draw(
            st.none() | st.just(Effect("out")) | st.integers(1, 99).map(lambda n: Effect("stun", n))
        )
        own: dict[str, Any] = {
            "no": no,
            "id": id_,
            "title": draw(TEXT.filter(as_read)),
            "copies": draw(st.integers(0 if place else 1, 1000)),
            "kind": draw(st.sampled_from(["attack", "food"])),
            "power": power,
            "hint": draw(TEXT),
            "traits": "".join(draw(st.lists(st.sampled_from("ABC"), unique=True))),
            "needs": draw(st.sampled_from([None, "thief", "mage"])),
            "does": effect,
            "text": draw(TEXT),
            "picture": draw(TEXT),
            "status": draw(st.sampled_from(["source", "reconstructed"])),
            "note": draw(TEXT),
        }
        written = {key: "" if value is None else str(value) for key, value in own.items()}
        rows.append([written[column] for column in COLUMNS])
        rows[-1][COLUMNS.index("power")] = draw(signed(power))
        expected.append({k: as_read(v) if isinstance(v, str) else v for k, v in own.items()})
    return rows, expected


@st.composite
def dialects(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "delimiter": draw(st.sampled_from(",;")),
        "lineterminator": draw(st.sampled_from(["\n", "\r\n"])),
        "quoting": draw(st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL])),
    }


@settings(max_examples=60, deadline=None)
@given(cards(), dialects(), st.permutations(range(len(COLUMNS))), st.booleans(), st.booleans())
def test_what_is_written_is_read(
    read: Read,
    written: tuple[list[list[str]], list[dict[str, Any]]],
    dialect: dict[str, Any],
    order: list[int],
    bom: bool,
    gaps: bool,
) -> None:
    rows, expected = written
    out = io.StringIO(newline="")
    writer = csv.writer(out, **dialect)
    for row in [COLUMNS, *rows]:
        writer.writerow([row[column] for column in order])
        if gaps:
            writer.writerow([" "] * len(row))
    deck = read(GAME.encode(), out.getvalue().encode("utf-8-sig" if bom else "utf-8")).decks[
        "cards"
    ]

    step = 2 if gaps else 1
    assert [card.row for card in deck.titles] == [1 + step * (n + 1) for n in range(len(rows))]
    found: list[Card] = list(deck.titles)
    assert [{column: card[column] for column in COLUMNS} for card in found] == expected
    assert len(deck) == sum(each["copies"] for each in expected)
    assert [card.id for card in deck] == [
        each["id"] for each in expected for _ in range(each["copies"])
    ]


# Something of a file, then anything, then something of the file: near to what people get wrong.
def spliced(text: str) -> st.SearchStrategy[bytes]:
    raw = text.encode()
    ends = st.tuples(st.integers(0, len(raw)), st.integers(0, len(raw)))
    filling = (
        st.binary(max_size=30)
        | TEXT.map(str.encode)
        | st.sampled_from(
            [
                b"",
                b"\0",
                b'"',
                b"[",
                b"[[",
                b"=",
                b"{",
                b"}",
                b"\n",
                b"\r",
                b"#",
                b",",
                b";",
                b'"""',
                b"\xff",
            ]
        )
    )
    return st.builds(lambda ends, new: raw[: ends[0]] + new + raw[ends[1] :], ends, filling)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300) | spliced(DECK))
@example(b"")
@example(b"\xef\xbb\xbf")
@example(b"\xff\xfe\0\0")
@example(DECK.encode() * 2)
@example(DECK.encode("utf-16"))
@example(DECK.encode() + b'2,"' + b"x" * 200_000)
@example(DECK.encode() + b"2," + b"9" * 5000)
def test_any_bytes_are_a_deck_or_are_refused(read: Read, deck: bytes) -> None:
    refused_or_read(read, GAME.encode(), deck)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300) | spliced(GAME))
@example(b"")
@example(b"a=" + b"[" * 9999)
@example(b"a=" + b"{a=" * 9999)
@example(b"a=" + b"9" * 9999)
@example(b"a." * 9999 + b"a=1")
@example(b"[" + b"a." * 9999 + b"a]")
def test_any_bytes_are_a_game_or_are_refused(read: Read, game: bytes) -> None:
    refused_or_read(read, game, DECK.encode())


# A whole game.toml with one value that is something else.
VALUES = st.recursive(
    st.integers()
    | st.floats()
    | st.booleans()
    | TEXT
    | st.just(datetime.date(2024, 2, 29))
    | st.sampled_from(
        ["", "deck.csv", "kind", "power", "integer", "{n}", "../deck.csv", 0, -1, 2**70]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)


def toml(value: object) -> str:
    """A value as TOML, tables in braces."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(key)} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, str):
        escaped = "".join(f"\\U{ord(char):08X}" if not char.isalnum() else char for char in value)
        return f'"{escaped}"'
    return str(value).lower() if isinstance(value, bool) else str(value)


@st.composite
def games(draw: st.DrawFn) -> str:
    """The game with one of its values replaced, taken out or added."""
    root = tomllib.loads(GAME)
    node = root
    while True:
        key = draw(st.sampled_from(sorted(node)))
        if not isinstance(node[key], dict) or not node[key] or draw(st.booleans()):
            break
        node = node[key]
    what = draw(st.sampled_from(["replace", "remove", "add"]))
    if what == "replace":
        node[key] = draw(VALUES)
    elif what == "remove":
        del node[key]
    else:
        node[draw(TEXT)] = draw(VALUES)
    return "\n".join(f"{toml(key)} = {toml(value)}" for key, value in root.items())


@settings(max_examples=150, deadline=None)
@given(games())
def test_any_value_is_a_game_or_is_refused(read: Read, game: str) -> None:
    refused_or_read(read, game.encode(), DECK.encode())
