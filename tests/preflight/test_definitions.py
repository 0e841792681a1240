"""What is on the paper is held to the definition as it is now: an older print is found."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from doing import edit
from flights import ROOT, build, run_json
from PIL import Image

from brawlprint.cli import main


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, throwdown: Path) -> Path:
    """A workspace with the small game in it, and the PDFs of the build of it as it was."""
    shutil.copytree(ROOT / "cards/throwdown", tmp_path / "cards/throwdown")
    shutil.copytree(throwdown, tmp_path / "output/throwdown")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def findings(*arguments: str) -> list[dict[str, Any]]:
    _, document = run_json(*arguments)
    return [finding for each in document["results"] for finding in each["findings"]]


def test_an_older_text_is_found_with_its_card(own: Path) -> None:
    edit(own / "cards/throwdown/deck.csv", "Going up!", "Going far up!")
    told = findings("output/throwdown/cards.pdf")
    assert {finding["code"] for finding in told} == {"wrong-text"}
    assert [(each["where"]["row"], each["where"]["column"]) for each in told] == [
        (1, "row 1, column 1"),
        (1, "row 2, column 3"),
        (3, "row 1, column 2"),
        (3, "row 3, column 1"),
    ]
    assert all(each["message"] == "'Uppercut': it lacks 'far'" for each in told)
    assert all(each["where"]["file"] == "output/throwdown/cards.pdf" for each in told)


def test_a_word_that_is_two_now_is_found(own: Path) -> None:
    edit(own / "cards/throwdown/deck.csv", ",Uppercut,", ",Upper Cut,")
    told = findings("output/throwdown/cards.pdf")
    assert [each["code"] for each in told] == ["wrong-text"] * 4
    assert "says 'UPPERCUT' instead of 'UPPER CUT'" in told[0]["message"]


def test_a_file_for_a_shop_is_not_held_to_a_home_printer(own: Path) -> None:
    export = ["export", "throwdown", "--for", "drivethrucards", "--pick", "uppercut"]
    result = CliRunner().invoke(main, export, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    (path,) = own.glob("output/throwdown/export-drivethrucards/*.pdf")
    code, document = run_json(str(path))
    (report,) = document["results"]
    assert (code, report["compared"]) == (0, False)
    assert [each["code"] for each in report["findings"]] == ["for-a-shop"]


def test_a_card_that_the_print_lacks_is_named(own: Path) -> None:
    deck = own / "cards/throwdown/deck.csv"
    rows = deck.read_text(encoding="utf-8").rstrip("\n").split("\n")
    last = rows[-1].replace(",dodge,Dodge,", ",duck,Duck,").split(",")
    rows.append(",".join([str(int(last[0]) + 1), *last[1:]]))
    deck.write_text("\n".join(rows) + "\n", encoding="utf-8")
    told = findings("output/throwdown/cards.pdf")
    assert [each["code"] for each in told] == ["missing-card"] * 4
    assert all("'Duck' is missing" in each["message"] for each in told)


def test_a_card_that_there_is_no_more_is_named(own: Path) -> None:
    deck = own / "cards/throwdown/deck.csv"
    rows = deck.read_text(encoding="utf-8").rstrip("\n").split("\n")
    deck.write_text("\n".join(rows[:-1]) + "\n", encoding="utf-8")
    told = findings("output/throwdown/cards.pdf")
    assert [each["code"] for each in told] == ["extra-card"] * 4
    assert all("DODGE" in each["message"] for each in told)


def test_another_picture_is_found(own: Path) -> None:
    deck = (own / "cards/throwdown/deck.csv").read_text(encoding="utf-8")
    assert ",uppercut," in deck
    (own / "art").mkdir()
    Image.new("RGB", (900, 900), "#884400").save(own / "art/uppercut.png")
    told = findings("output/throwdown/cards.pdf")
    assert [each["code"] for each in told] == ["wrong-drawing"] * 4
    assert all(each["message"].startswith("'Uppercut'") for each in told)


def test_a_coarse_picture_of_ones_own_is_found_where_it_lies(own: Path) -> None:
    (own / "art").mkdir()
    Image.new("RGB", (90, 90), "#884400").save(own / "art/guard.png")
    build(own / "output", "throwdown", "--paper", "letter", options=("--only", "cards"))
    told = findings("output/throwdown/cards.pdf")
    assert [each["code"] for each in told] == ["low-resolution"] * 4
    assert told[0]["where"] == {
        "file": "output/throwdown/cards.pdf",
        "row": 1,
        "column": "row 2, column 1",
    }


def test_other_files_are_held_to_it_too(own: Path) -> None:
    edit(own / "cards/throwdown/rulebook.md", "# ", "# New: ")
    told = findings("throwdown")
    assert [(each["code"], Path(each["where"]["file"]).name) for each in told] == [
        ("wrong-text", "rulebook.pdf")
    ]


def test_a_definition_that_is_broken_now_is_told(own: Path) -> None:
    edit(own / "cards/throwdown/deck.csv", ",uppercut,", ",body slam!,")
    told = findings("output/throwdown/cards.pdf")
    assert told
    assert {Path(each["where"]["file"]).name for each in told} == {"deck.csv"}


def test_a_file_that_the_manifest_names_and_is_gone(own: Path) -> None:
    (own / "output/throwdown/dice.pdf").unlink()
    (told,) = findings("throwdown")
    assert told["code"] == "missing-file"
    assert told["where"]["file"] == "output/throwdown/dice.pdf"


Change = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda manifest: manifest.update(game="nobody"), "not-compared"),
        (lambda manifest: manifest.update(files=[]), "not-compared"),
        (lambda manifest: manifest["files"][0]["settings"].update(copies=10**9), "stale-file"),
        (lambda manifest: manifest["files"][0]["settings"].update(players=99), "stale-file"),
        (lambda manifest: manifest["files"][0]["settings"].update(players="2"), "not-compared"),
        (lambda manifest: manifest["files"][0]["settings"].update(paper="../a4"), "request"),
        (lambda manifest: manifest["files"][0].update(component="../../x"), "stale-file"),
    ],
)
def test_a_manifest_that_makes_no_sense_does_no_harm(own: Path, change: Change, code: str) -> None:
    path = own / "output/throwdown/manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    assert manifest["files"][0]["path"] == "cards.pdf"
    change(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")
    (told,) = findings("output/throwdown/cards.pdf")
    assert told["code"] == code


def test_a_file_alone_is_looked_at_as_far_as_it_goes(own: Path, throwdown: Path) -> None:
    shutil.copy(throwdown / "cards.pdf", own / "alone.pdf")
    code, document = run_json("alone.pdf")
    (result,) = document["results"]
    assert (code, result["ok"], result["compared"]) == (0, True, False)
    assert [each["level"] for each in result["findings"]] == ["info"]
    assert "manifest.json" in result["findings"][0]["message"]
