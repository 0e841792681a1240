"""A workspace works in a folder of any name, with line ends of any system."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from click.testing import CliRunner

from brawlprint.cli import main
from brawlprint.preview.light_table import LightTable
from brawlprint.preview.state import page_state
from brawlprint.workspace import Workspace, builtin_root

FOLDER = "Döner & Söhne/mein Spiel ♠ 100%"


def said(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert done.exit_code == code, done.output
    return done.stdout


@pytest.fixture(scope="module")
def spiel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of one's own in such a folder, made, built and drawn there."""
    folder = tmp_path_factory.mktemp("Tür") / FOLDER
    folder.mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        said("new", "keilerei", "--in", ".")
        said("build", "keilerei")
    return folder


@pytest.fixture
def here(spiel: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(spiel)
    return spiel


def test_it_is_listed_and_checked(here: Path) -> None:
    assert "keilerei" in said("list")
    document = json.loads(said("check", "keilerei", "--layer", "composition", "--json"))
    assert document["ok"]


def test_it_is_built(here: Path) -> None:
    with pikepdf.open(here / "output/keilerei/cards.pdf") as pdf:
        assert len(pdf.pages) > 1
    assert "output/keilerei/cards.pdf" in said("build", "keilerei", "--only", "cards")
    assert (here / "drucke ♠/keilerei/cards.pdf").is_file() or said(
        "build", "keilerei", "--only", "cards", "--out", "drucke ♠"
    )
    assert (here / "drucke ♠/keilerei/cards.pdf").is_file()


def test_a_pdf_is_read_back(here: Path) -> None:
    """By a process of its own, that is told the place."""
    said("build", "keilerei")
    assert json.loads(said("preflight", "keilerei", "--json"))["ok"]


@pytest.mark.parametrize(
    ("arguments", "made"),
    [
        (("show", "keilerei", "jab", "--out", "Karte ½.png"), "Karte ½.png"),
        (("gallery", "keilerei"), "output/keilerei/gallery.png"),
        (("export", "keilerei", "--for", "png"), "output/keilerei/export-png/manifest.json"),
        (("calibrate", "--paper", "a4", "--out", "Tür"), "Tür"),
    ],
    ids=["show", "gallery", "export", "calibrate"],
)
def test_it_is_drawn(here: Path, arguments: tuple[str, ...], made: str) -> None:
    said(*arguments)
    assert (here / made).exists()


def test_its_cards_changed_since(here: Path) -> None:
    deck = here / "cards/keilerei/deck.csv"
    shutil.copy(deck, here / "früher ♠.csv")
    text = deck.read_text("utf-8")
    deck.write_text(text.replace(",Jab,", ",Döner,"), "utf-8")
    told = said(*("build", "keilerei", "--only", "cards"), "--changed", "--since", "früher ♠.csv")
    deck.write_text(text, "utf-8")
    assert "title: Döner" in told


def test_it_lies_on_the_light_table(here: Path) -> None:
    table = LightTable(here, "keilerei")
    table.check()
    state: dict[str, Any] = page_state(table, "colour")
    assert not state["errors"]
    [section] = state["sections"]
    key = section["tiles"][0]["picture"].split("/")[2]
    assert table.picture(key, "card", False)


def test_it_is_played_by_several_processes(here: Path) -> None:
    """As people run it: workers are started anew, with the folder in their command line."""
    done = subprocess.run(
        [sys.executable, "-m", "brawlprint", "simulate", "keilerei", "--games", "40", "--jobs", "2",
         "--save", "Zahlen ♠.json", "--json"],
        cwd=here,
        env={**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        timeout=120,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode("utf-8"))["games"] == 40
    assert (here / "Zahlen ♠.json").is_file()


def as_saved_by_windows(path: Path) -> None:
    raw = path.read_bytes()
    assert b"\r" not in raw
    path.write_bytes(raw.replace(b"\n", b"\r\n"))


GAMES = ("joebob", "throwdown", "wrestling")  # a mapping, tables, aids and rulebooks among them


def test_line_ends_make_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text of a game with the line ends of Windows: the same PDFs, to the byte."""
    texts = []
    for folder in ("cards", "templates", "rules"):
        shutil.copytree(builtin_root() / folder, tmp_path / "crlf" / folder)
        texts += [path for path in (tmp_path / "crlf" / folder).rglob("*") if path.is_file()]
    shutil.rmtree(tmp_path / "crlf/rules/__pycache__", ignore_errors=True)
    for path in texts:
        if path.suffix in (".toml", ".csv", ".md", ".py"):
            as_saved_by_windows(path)
    (tmp_path / "lf").mkdir()
    made: dict[str, dict[str, bytes]] = {}
    for side in ("lf", "crlf"):
        monkeypatch.chdir(tmp_path / side)
        said("build", *GAMES, "--paper", "a4")
        made[side] = {
            f"{path.parent.name}/{path.name}": path.read_bytes()
            for path in (tmp_path / side / "output").rglob("*.pdf")
        }
    assert len(Workspace.at(tmp_path / "crlf").roots) == 2
    assert made["lf"].keys() == made["crlf"].keys()
    assert [name for name, data in made["lf"].items() if made["crlf"][name] != data] == []


@pytest.mark.parametrize("ends", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_a_transcript_has_any_line_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    source = sorted((Path(__file__).parents[1] / "transcripts/wrestling").glob("*.txt"))[0]
    path = tmp_path / "match.txt"
    path.write_bytes(source.read_bytes().replace(b"\n", ends.encode()))
    monkeypatch.chdir(tmp_path)
    shutil.copy(source, tmp_path / "plain.txt")
    assert said("replay", "match.txt") == said("replay", "plain.txt").replace("plain", "match")


def test_rulings_have_any_line_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said("new", "den", "--in", ".")
    before = said("rulings", "den")
    as_saved_by_windows(tmp_path / "rules/den.md")
    assert said("rulings", "den") == before
