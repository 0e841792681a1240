"""Rulings that a rules file goes by and that nobody has written down in ``rules/GAME.md``.

Decisions and messages name the number of a ruling; whoever looks it up wants its text. The rules are
read as text here, and not run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from brawlprint.definitions.toml_file import read_text
from brawlprint.engine.rulings import Ruling, nearest, read_rulings
from brawlprint.errors import Finding, Where, shown

_NUMBER = re.compile(r"\b[A-Z]{2}-[A-Z]\d+[a-z]?\b")
MOST_TOLD = 8  # one by one; of more, something else is the matter


def check_rulings(rules: Path, rulings: Path | None) -> list[Finding]:
    """A warning for each number that a rules file names and that has no text.

    ``rulings`` is the file that has the texts, None if there is none. Where many have none, one
    warning tells them all.
    """
    texts = read_rulings(rulings) if rulings is not None else []
    place = shown(rulings) if rulings is not None else shown(rules.with_suffix(".md"))
    written = {ruling.number for ruling in texts}
    named = named_rulings(read_text(rules))
    missing = {number: row for number, row in named.items() if number not in written}
    if len(missing) > MOST_TOLD or (missing and not texts):
        return [_many(rules, place, sorted(missing, key=_in_order), bool(texts))]
    unnamed = [ruling for ruling in texts if ruling.number not in named]
    return [_one(rules, place, number, row, unnamed) for number, row in missing.items()]


def _in_order(number: str) -> tuple[str, int]:
    """As people count: A9 before A10."""
    digits = "".join(filter(str.isdecimal, number))
    return number.rstrip("0123456789abcdefghijklmnopqrstuvwxyz"), int(digits or 0)


def named_rulings(text: str) -> dict[str, int]:
    r"""The numbers of rulings that a rules file names, each with the first line that does.

    Whatever is given as ``rule=`` counts as one, however it is written.

    >>> named_rulings('"As BR-A7 says."\nchoose(0, [], rule="BR-A2")\nchoose(0, [], rule="B 3")')
    {'BR-A7': 1, 'BR-A2': 2, 'B 3': 3}
    """
    found: dict[str, int] = {}
    for row, line in enumerate(text.split("\n"), 1):
        for match in _NUMBER.finditer(line):
            found.setdefault(match[0], row)
    for number, row in _given(text):
        if not _NUMBER.search(number):
            found.setdefault(number, row)
    return dict(sorted(found.items(), key=lambda each: each[1]))


def _given(text: str) -> Iterator[tuple[str, int]]:
    """What calls give as ``rule=``."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.keyword) and node.arg == "rule":
            value = node.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                yield value.value, value.lineno


def _one(rules: Path, place: str, number: str, row: int, others: list[Ruling]) -> Finding:
    if not _NUMBER.fullmatch(number):
        message = f"{number!r} is no ruling's number"
        remedy = "write two letters, a part and a number, such as 'BR-A3'"
        return Finding("unknown-ruling", message, Where(shown(rules), row), remedy, "warning")
    message = f"the rules go by {number}, which has no text in {place}"
    near = nearest(number, others)
    other = f", or name the one that is meant (is it {near}?)" if near else ""
    remedy = f"write it there as - **{number}** …{other}"
    return Finding("unknown-ruling", message, Where(shown(rules), row), remedy, "warning")


def _many(rules: Path, place: str, numbers: list[str], some: bool) -> Finding:
    first = ", ".join(numbers[:MOST_TOLD])
    more = f" and {len(numbers) - MOST_TOLD} more" if len(numbers) > MOST_TOLD else ""
    what = "no text" if some else "no text: there are no rulings"
    message = f"the rules go by {first}{more}, which have {what} in {place}"
    if len(numbers) == 1:
        message = message.replace("which have", "which has")
    remedy = f"write each there on a line of its own, as - **{numbers[0]}** …"
    return Finding("unknown-ruling", message, Where(shown(rules)), remedy, "warning")
