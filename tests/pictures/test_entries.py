"""The quick way of reading an entry says what tomllib says."""

import tomllib
from pathlib import Path

import pytest

from brawlprint.definitions.entry_file import EntryFile, read_plain_entry

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
FILES = [TEMPLATES / "icons.toml", *sorted((TEMPLATES / "pictograms").glob("*.toml"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_entry_reads_as_toml_says(path: Path) -> None:
    wanted = tomllib.loads(path.read_text(encoding="utf-8"))
    assert {name: dict(entry) for name, entry in EntryFile(path).items()} == wanted


@pytest.mark.parametrize(
    "line",
    [
        "  { line = 'M1 2', line = 'M3 4' },",
        "  { line = 'M1 2' width = 3 },",
        "  { line = 'M1 2', width = 3. },",
        "  { line = 'M1 2', width = 03 },",
        '  { line = "M1 2", width = 3 },',
        "  { line = 'M1 2', width = 3 }, # a remark",
        "  { at = ['1 2', 3] },",
    ],
)
def test_what_is_not_plain_is_left_to_toml(line: str) -> None:
    assert read_plain_entry(f"[a]\nparts = [\n{line}\n]\n") is None
