"""A card list kept as a spreadsheet: read as it is, and what is wrong with it told by its sheet."""

from __future__ import annotations

import csv
import datetime
import json
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import Result
from doing import run

ROOT = Path(__file__).resolve().parents[2]
TABLE = list(csv.reader((ROOT / "cards/throwdown/deck.csv").read_text("utf-8").splitlines()))
NUMBERS = ("no", "copies", "sides")


@pytest.fixture
def sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The deck as a workbook, numbers as numbers; ``saved`` writes it into a workspace."""
    (tmp_path / "cards/throwdown").mkdir(parents=True)
    text = (ROOT / "cards/throwdown/game.toml").read_text("utf-8")
    (tmp_path / "cards/throwdown/game.toml").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    book = openpyxl.Workbook()
    cells = book.active
    assert cells is not None
    cells.title = "Actions"
    for row in TABLE:
        values = [
            int(cell) if name in NUMBERS and cell.isdigit() else cell or None
            for name, cell in zip(TABLE[0], row, strict=True)
        ]
        cells.append(values)
    return cells


def save(cells: Any) -> Path:
    path = Path("cards/throwdown/deck.xlsx")
    cells.parent.save(path)
    return path


def faults(result: Result) -> list[tuple[object, ...]]:
    found = json.loads(result.output)["findings"]
    return [
        (each["where"].get("sheet"), each["where"]["row"], each["where"]["column"])
        for each in found
        if each["level"] == "error"
    ]


def digests(folder: str) -> list[str]:
    manifest = json.loads(Path(folder, "throwdown/manifest.json").read_text("utf-8"))
    return [face["digest"] for each in manifest["files"] for face in each["faces"]]


def test_it_prints_what_the_csv_prints(sheet: Any) -> None:
    assert run("build", "throwdown", "--only", "cards", "--out", "csv").exit_code == 0
    save(sheet)
    assert run("build", "throwdown", "--only", "cards", "--out", "xlsx").exit_code == 0
    assert digests("xlsx") == digests("csv") != []


def test_a_change_in_it_counts(sheet: Any) -> None:
    sheet["C2"] = "Haymaker"
    save(sheet)
    result = run("list", "--json")
    assert "deck.xlsx" in result.output
    assert run("build", "throwdown", "--only", "cards").exit_code == 0
    assert "haymaker" not in Path("output/throwdown/manifest.json").read_text("utf-8")
    assert run("check", "throwdown", "--layer", "composition").exit_code == 0


def test_empty_rows_formulas_and_formats(sheet: Any) -> None:
    sheet.insert_rows(3, 2)
    sheet["A2"].number_format = "000"
    sheet["F2"] = 6.0
    path = save(sheet)
    worked_out(path, "xl/worksheets/sheet1.xml", '<c r="F2"', 6)
    result = run("check", "throwdown", "--layer", "composition", "--json")
    assert faults(result) == []
    sheet["F6"] = 21  # two rows down from where it was
    save(sheet)
    result = run("check", "throwdown", "--layer", "composition", "--json")
    assert faults(result) == [("Actions", 6, "sides")]


def worked_out(path: Path, part: str, cell: str, value: int) -> None:
    """Make a cell a formula that a spreadsheet program has worked out."""
    with zipfile.ZipFile(path) as parts:
        files = {name: parts.read(name) for name in parts.namelist()}
    text = files[part].decode()
    start = text.index(cell)
    head = text.index("<v>", start)
    text = text[:head] + "<f>3*2</f>" + text[head:]
    assert f"<v>{value}</v>" in text[start:]
    files[part] = text.encode()
    with zipfile.ZipFile(path, "w") as parts:
        for name, data in files.items():
            parts.writestr(name, data)


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ("F3", "=3*2", "the formula '=3*2' has no saved value; open the file"),
        ("F3", "#REF!", "'#REF!' is an error of a formula"),
        ("G3", datetime.date(2026, 2, 1), "is a date or time, which the spreadsheet made of it"),
        ("F3", 21, "'21' is out of range; write a whole number from 2 to 20"),
        ("F3", 2.5, "'2.5' is no number"),
        ("H5", "halves", "did you mean 'halve'?"),
        ("B3", "uppercut", "'uppercut' stands in row 2 already"),
    ],
)
def test_faults_name_sheet_row_and_column(
    sheet: Any, place: str, value: object, message: str
) -> None:
    sheet[place] = value
    save(sheet)
    result = run("check", "throwdown")
    assert result.exit_code == 1
    column = TABLE[0][ord(place[0]) - ord("A")]
    where = f"cards/throwdown/deck.xlsx, sheet 'Actions', row {place[1:]}, column {column!r}: "
    assert where in result.output
    assert message in result.output


def test_the_sheet_named_as_the_file_is_read(sheet: Any) -> None:
    notes = sheet.parent.create_sheet("Notes", 0)
    notes["A1"] = "ideas"
    sheet.title = "Deck"
    save(sheet)
    assert run("check", "throwdown", "--layer", "composition").exit_code == 0


def test_the_first_of_several_sheets_is_no_silent_guess(sheet: Any) -> None:
    """Which one was read is told, and what the right one should be called."""
    sheet.parent.create_sheet("Ideas")["A1"] = "later"
    path = save(sheet)
    note = (
        f"{path.as_posix()}, sheet 'Actions': of the sheets 'Actions' and 'Ideas' the first was "
        "read; name the one with the cards 'deck'"
    )
    checked = run("check", "throwdown", "--layer", "composition")
    assert checked.exit_code == 0
    assert f"· {note}\n" in checked.output
    built = run("build", "throwdown", "--only", "cards")
    assert built.output.count(f"Note: {note}\n") == 1
    sheet.title = "deck"
    save(sheet)
    assert "of the sheets" not in run("check", "throwdown", "--layer", "composition").output


@pytest.mark.parametrize(("cell", "code"), [("ideas", "unknown-column"), (None, "empty-deck")])
def test_a_card_list_that_is_not_the_first_sheet(sheet: Any, cell: str | None, code: str) -> None:
    notes = sheet.parent.create_sheet("Notes", 0)
    notes["A1"], notes["B1"] = cell, cell and "more"
    save(sheet)
    result = run("check", "throwdown", "--json")
    assert result.exit_code == 1
    first, *others = json.loads(result.output)["findings"]
    assert (first["code"], first["where"]["sheet"]) == (code, "Notes")
    told = (
        "of the sheets 'Notes' and 'Actions' the first was read; name the one with the cards 'deck'"
    )
    assert first["remedy"].endswith(told)
    assert not any("of the sheets" in each["remedy"] for each in others)
    sheet.parent.save("other.xlsx")
    sheet.title = "deck"
    save(sheet)
    compared = run("compare", "throwdown", "--with", "other.xlsx")
    assert compared.exit_code == 2
    assert "name the one with the cards 'other'" in compared.output


def test_two_tables_are_no_guess(sheet: Any) -> None:
    save(sheet)
    Path("cards/throwdown/deck.csv").write_text("no", "utf-8")
    result = run("build", "throwdown")
    assert result.exit_code == 1
    assert "deck.csv and deck.xlsx lie beside each other; keep the one that counts" in result.output


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04broken", b"no,id,title\n"])
def test_a_file_that_is_no_spreadsheet(sheet: Any, data: bytes) -> None:
    Path("cards/throwdown/deck.xlsx").write_bytes(data)
    result = run("build", "throwdown")
    assert result.exit_code == 1
    assert "deck.xlsx: the spreadsheet can't be read" in result.output
    assert "save it anew" in result.output


@pytest.mark.parametrize("fault", ["entities", "large"])
def test_a_harmful_one_is_refused(sheet: Any, fault: str) -> None:
    path = save(sheet)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as parts:
        if fault == "entities":
            parts.writestr(
                "xl/extra.xml", '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x/>'
            )
        else:
            parts.writestr("xl/extra.bin", b"\0" * 70_000_000)
    result = run("build", "throwdown")
    assert result.exit_code == 1
    word = "entities of its own" if fault == "entities" else "over 8 MB"
    assert word in result.output


def test_it_is_played_and_compared(sheet: Any) -> None:
    (Path("rules")).mkdir()
    save(sheet)
    few = ["--games", "20", "--players", "3", "--seed", "4", "--json"]
    assert run("simulate", "throwdown", *few).exit_code == 0
    sheet["F2"] = 12
    sheet.parent.save("new.xlsx")
    result = run("compare", "throwdown", "--with", "new.xlsx", *few)
    assert result.exit_code == 0, result.output
