"""A file that a viewer holds open, as on Windows: a named error, and all that was there is left.

Windows refuses to open such a file for writing, to rename and to replace it; here the same calls do.
"""

from __future__ import annotations

from errno import EACCES
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest
from doing import run

SIMULATE = ("simulate", "den", "--games", "4", "--jobs", "1")
# A command, and the file that is held meanwhile.
HELD = {
    "build": (("build", "den", "--only", "cards"), "output/den/cards.pdf"),
    "build, all in one": (("build", "den", "--combine"), "output/den/den.pdf"),
    "build, its manifest": (("build", "den", "--only", "cards"), "output/den/manifest.json"),
    "gallery": (("gallery", "den"), "output/den/gallery.pdf"),
    "gallery, its picture": (("gallery", "den"), "output/den/gallery.png"),
    "export": (("export", "den", "--for", "png"), "output/den/export-png/manifest.json"),
    "calibrate": (("calibrate", "--paper", "a4"), "output/test-page-home.pdf"),
    "show": (("show", "den", "jab", "--out", "card.png"), "card.png"),
    "report": ((*SIMULATE, "--report", "report.pdf"), "report.pdf"),
    "save": ((*SIMULATE, "--save", "figures.json"), "figures.json"),
}


@pytest.fixture(scope="module")
def den(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("den")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert run("new", "den", "--in", ".").exit_code == 0
    return folder


def hold(patch: pytest.MonkeyPatch, held: Path) -> None:
    """Refuse what Windows refuses while another program has the file open."""
    replace, open_ = Path.replace, Path.open

    def refuse(path: Path) -> None:
        if path.absolute() == held:
            raise PermissionError(EACCES, "Permission denied", str(path))

    def replaced(self: Path, target: Path) -> Path:
        refuse(self)
        refuse(Path(target))
        return replace(self, target)

    def opened(self: Path, mode: str = "r", *rest: Any, **more: Any) -> IO[Any]:
        if set(mode) & set("wax+"):
            refuse(self)
        return open_(self, mode, *rest, **more)

    patch.setattr(Path, "replace", replaced)
    patch.setattr(Path, "open", opened)
    patch.setattr("brawlprint.output.os", SimpleNamespace(name="nt"))


def tree(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("arguments", "held"), HELD.values(), ids=HELD.keys())
def test_a_held_file_is_named_and_left(
    den: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], held: str
) -> None:
    monkeypatch.chdir(den)
    assert run(*arguments).exit_code == 0
    assert (den / held).is_file()
    (den / held).write_bytes(b"what is looked at just now")
    before = tree(den)
    with monkeypatch.context() as patch:
        hold(patch, den / held)
        result = run(*arguments)
    assert result.exit_code == 2
    [line] = result.stderr.strip().splitlines()[-1:]
    assert f"{held} can't be" in line
    assert "another program has it open; close its viewer" in line
    assert tree(den) == before
    assert run(*arguments).exit_code == 0  # closed, it goes on
    assert (den / held).read_bytes() != before[den / held]


def test_a_profile_that_is_held(den: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(den)
    profiles = tmp_path / "profiles.toml"
    monkeypatch.setattr("brawlprint.profiles.profiles_file", lambda: profiles)
    keep = ("calibrate", "--measured", "0.5,0.5")
    assert run(*keep).exit_code == 0
    before = tree(tmp_path)
    with monkeypatch.context() as patch:
        hold(patch, profiles)
        result = run("calibrate", "--measured", "1,1")
    assert result.exit_code == 2
    assert "profiles.toml can't be written" in result.stderr
    assert tree(tmp_path) == before


def test_a_stale_pdf_that_is_held_stays(den: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build clears away what is no more part of it; what a viewer holds can wait."""
    monkeypatch.chdir(den)
    assert run("build", "den").exit_code == 0
    game = den / "cards/den/game.toml"
    text = game.read_text("utf-8")
    game.write_text(text.replace("[components.breath-track]", "[components.breath]"), "utf-8")
    unlink = Path.unlink

    def unlinked(self: Path, missing_ok: bool = False) -> None:
        if self.name == "breath-track.pdf":
            raise PermissionError(EACCES, "Permission denied")
        unlink(self, missing_ok)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", unlinked)
        result = run("build", "den")
    game.write_text(text, "utf-8")
    assert (result.exit_code, result.stderr) == (0, "")
    assert (den / "output/den/breath.pdf").is_file()
    assert (den / "output/den/breath-track.pdf").is_file()
