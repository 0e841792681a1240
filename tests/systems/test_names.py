"""Names that one system takes and another doesn't."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

import pytest
from doing import run

from brawlprint.definitions.deck_file import DEVICES
from brawlprint.faces.fonts import UnknownFontError, font_file
from brawlprint.past import _plain_files

if TYPE_CHECKING:
    from conftest import Pub, Run

WINDOWS = ("con", "prn", "aux", "nul", "com1", "com9", "lpt1", "lpt9")


def test_the_devices_are_those_of_windows() -> None:
    reserved = [name for name in DEVICES if PureWindowsPath(f"{name}.pdf").is_reserved()]
    assert set(WINDOWS) <= DEVICES
    assert {*DEVICES} - set(reserved) <= {"com0", "lpt0"}


@pytest.mark.parametrize("name", WINDOWS)
def test_no_game_is_named_as_a_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("new", name)
    assert result.exit_code == 2
    assert f"'{name}' is a name that Windows keeps for itself" in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["den.", "den ", "Den", "den:x", "den\\x", "den/x", "..", "-den"])
def test_no_game_has_a_name_that_a_system_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "--", name).exit_code == 2
    assert not list(tmp_path.iterdir())


def test_no_component_is_named_as_a_device(workspace: Pub, run: Run) -> None:
    workspace.edit("game.toml", "[components.beer-track]", "[components.aux]")
    result = run("build", "pub")
    assert result.code == 1
    assert "key 'components.aux': 'aux' is a name that Windows keeps for itself" in result.err


def test_no_card_is_named_as_a_device(workspace: Pub, run: Run) -> None:
    workspace.set(24, id="con")
    result = run("build", "pub")
    assert result.code == 1
    assert "row 24, column 'id': 'con' is a name that Windows keeps for itself" in result.err


def test_two_games_that_differ_in_capitals_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On one file system they are two folders, on another the same."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "den", "--in", ".").exit_code == 0
    (tmp_path / "cards/den").rename(tmp_path / "cards/Den")
    result = run("new", "den", "--in", ".")
    assert result.exit_code == 2
    assert "'Den'" in result.stderr or "is there already" in result.stderr
    assert "did you mean 'Den'?" in run("build", "DEN").stderr or run("build", "DEN").exit_code == 0


@pytest.mark.parametrize(
    "place", ["..\\out.csv", "\\out.csv", "C:out.csv", "C:\\out.csv", "a\\..\\..\\b", "x.csv:ads"]
)
def test_an_old_revision_has_no_way_out_on_any_system(place: str) -> None:
    line = f"100644 blob {'0' * 40}       5\t{place}\0".encode()
    assert list(_plain_files(line)) == []
    assert list(_plain_files(line.replace(place.encode(), b"cards/den/deck.csv")))


@pytest.mark.parametrize("name", ["Vera/../../x", "Vera-/../x", "Vera\\..\\x", "C:Vera", "Vera\0"])
def test_a_font_is_no_path_on_any_system(name: str) -> None:
    with pytest.raises(UnknownFontError):
        font_file(name)
