"""What is said can be written to any console, whatever its code page, and to any pipe."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from brawlprint.cli import main

COMMANDS = {
    "list": ("list",),
    "check": ("check", "keilerei", "--playouts", "2"),
    "check, one layer": ("check", "keilerei", "--layer", "composition"),
    "build": ("build", "keilerei", "--only", "cards"),
    "preflight": ("preflight", "keilerei"),
    "gallery": ("gallery", "keilerei"),
    "export": ("export", "keilerei", "--for", "png"),
    "show": ("show", "keilerei", "jab", "--out", "jab.png"),
    "calibrate": ("calibrate", "--paper", "a4", "--measured", "0.5,0.5"),
    "rulings": ("rulings", "tavern"),
    "simulate": ("simulate", "keilerei", "--games", "4", "--jobs", "1"),
    "help": ("build", "--help"),
    "unknown card": ("show", "keilerei", "♠"),
    "unknown game": ("build", "♠→½"),
    "unknown option": ("build", "--♠"),
}
CODES = {"unknown card": 2, "unknown game": 2, "unknown option": 2}
PAGES = ("cp1252", "cp932")  # Western Windows, Japanese Windows


class Console(io.TextIOWrapper):
    """A terminal that writes a code page."""

    def __init__(self, page: str) -> None:
        super().__init__(io.BytesIO(), encoding=page)

    def isatty(self) -> bool:
        return True

    def written(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode(self.encoding)


class Pipe(Console):
    """No terminal: whatever the system's code page, it gets UTF-8."""

    def isatty(self) -> bool:
        return False


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose texts are full of what code pages lack."""
    folder = tmp_path_factory.mktemp("keilerei")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("HOME", str(folder))
        call("new", "keilerei", "--in", ".")
        toml = folder / "cards/keilerei/game.toml"
        text = toml.read_text("utf-8").replace('"Keilerei"', '"½ Keilerei ♠ → ≤ Łódź ’n’"')
        toml.write_text(text.replace('word = "Attack"', 'word = "Schlag → ½"'), "utf-8")
        call("build", "keilerei")
    return folder


def call(*arguments: str) -> int:
    try:
        main.main(list(arguments), "brawlprint", standalone_mode=True)
    except SystemExit as end:
        return int(end.code or 0)
    return 0


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    ("arguments", "code"),
    [(arguments, CODES.get(name, 0)) for name, arguments in COMMANDS.items()],
    ids=COMMANDS.keys(),
)
def test_every_command_can_speak(
    game: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], code: int, page: str
) -> None:
    monkeypatch.chdir(game)
    monkeypatch.setenv("HOME", str(game))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(game / "config"))
    monkeypatch.setenv("NO_COLOR", "1")
    out, err = Console(page), Console(page)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    assert call(*arguments) == code
    assert out.written() or err.written()


@pytest.mark.parametrize("kind", [Console, Pipe])
def test_signs_have_a_stand_in(
    game: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Console]
) -> None:
    monkeypatch.chdir(game)
    out = kind("cp1252")
    monkeypatch.setattr(sys, "stdout", out)
    assert call("check", "keilerei", "--layer", "composition") == 0
    text = out.written()
    if kind is Pipe:
        assert "½ Keilerei ♠ → ≤ Łódź" in text
        assert "✓" in text
    else:
        assert "½ Keilerei [spades] -> <= ?ódz ’n’" in text
        assert "+ " in text
