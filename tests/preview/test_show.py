"""``brawlprint show``: one card, as a PNG or in the terminal."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageStat

from brawlprint.terminal import drawn

if TYPE_CHECKING:
    from conftest import Pub, Run


def ink(path: Path) -> float:
    with Image.open(path) as picture:
        return 255 - ImageStat.Stat(picture.convert("L")).mean[0]


def size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        return picture.size


def test_without_a_terminal_it_writes_a_png_and_says_where(workspace: Pub, run: Run) -> None:
    result = run("show", "pub", "bar-stool")
    assert result.code == 0
    assert result.out == "output/pub/bar-stool.png shows bar-stool, 750 × 1050 pixels\n"
    assert size(workspace.root / "output/pub/bar-stool.png") == (750, 1050)


def test_out_and_dpi_and_style(workspace: Pub, run: Run) -> None:
    for style in ("colour", "ink-saver"):
        name = f"made/{style}.png"
        wishes = ("--style", style, "--dpi", "100", "--out", name)
        assert run("show", "pub", "Bar Stool", *wishes).code == 0
    colour, outlines = (workspace.root / f"made/{style}.png" for style in ("colour", "ink-saver"))
    assert size(colour) == (250, 350)
    assert ink(outlines) < ink(colour) / 2


def test_the_back_is_a_card_too(workspace: Pub, run: Run) -> None:
    assert run("show", "pub", "back", "--out", "back.png").code == 0
    assert ink(workspace.root / "back.png") > 0


def test_json_is_one_document(workspace: Pub, run: Run) -> None:
    document = run("show", "pub", "BAR-STOOL", "--json", "--dpi", "50").json
    assert document == {
        "command": "show",
        "ok": True,
        "results": [
            {
                "game": "pub",
                "ok": True,
                "card": "bar-stool",
                "path": "output/pub/bar-stool.png",
                "style": "colour",
                "pixels": [125, 175],
            }
        ],
    }


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("pub", "bar-stol"), "pub has no card 'bar-stol'; did you mean 'bar-stool'"),
        (("pub", "Bar Stol"), "did you mean 'bar-stool'"),
        (("pubb", "bar-stool"), "there is no game 'pubb'; did you mean 'pub'"),
        (("pub", "bar-stool", "--style", "ink"), "there is no style 'ink'"),
        (("pub", "bar-stool", "--dpi", "5"), "--dpi 5 is out of range; 20 to 1200"),
        (("pub", "bar-stool", "--out", "x.jpg"), "let it end in .png"),
    ],
    ids=lambda value: " ".join(value[1:]) if isinstance(value, tuple) else "",
)
def test_what_there_is_not_is_told(
    workspace: Pub, run: Run, arguments: tuple[str, ...], says: str
) -> None:
    before = workspace.tree()
    result = run("show", *arguments)
    assert (result.code, says in result.err) == (2, True), result.err
    assert workspace.tree() == before


def test_a_card_that_does_not_fit_is_told_with_its_row(workspace: Pub, run: Run) -> None:
    workspace.set(24, text="Nothing personal. " * 60)
    result = run("show", "pub", "backstab")
    assert result.code == 1 and "cards/pub/deck.csv, row 24, column 'text'" in result.err
    assert run("show", "pub", "uppercut").code == 0


# ---- in a terminal ----

QUARTERS = Image.new("RGB", (20, 40))
for place, colour in {(0, 0): "#FF0000", (10, 0): "#00FF00", (0, 20): "#0000FF"}.items():
    QUARTERS.paste(colour, (*place, place[0] + 10, place[1] + 20))


def test_cells_show_two_pixels_each() -> None:
    text = drawn(QUARTERS, "cells", 20)
    rows = text.splitlines()
    assert len(rows) == 20 and all(row.count("▀") == 20 for row in rows)
    assert all(row.endswith("\x1b[0m") for row in rows)
    inks = [re.findall(r"38;2;(\d+);(\d+);(\d+)", row) for row in rows]
    assert inks[2][2] == ("255", "0", "0") and inks[2][17] == ("0", "255", "0")
    assert inks[17][2] == ("0", "0", "255") and inks[17][17] == ("0", "0", "0")


def test_kitty_and_iterm_get_the_png_itself() -> None:
    noise = Image.effect_noise((300, 300), 80)
    kitty = drawn(noise, "kitty", 80)
    chunks = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", kitty)
    assert len(chunks) > 2 and all(len(data) <= 4096 for _, data in chunks)
    assert "a=T,f=100" in chunks[0][0]
    assert [keys[-3:] for keys, _ in chunks] == ["m=1"] * (len(chunks) - 1) + ["m=0"]
    iterm = re.fullmatch(r"\x1b\]1337;File=inline=1;[^:]*:(.*)\x07\n", drawn(noise, "iterm", 80))
    assert iterm
    for data in ("".join(data for _, data in chunks), iterm[1]):
        shown = Image.open(io.BytesIO(base64.b64decode(data)))
        assert shown.tobytes() == noise.tobytes()


def test_a_terminal_shows_the_card_and_nothing_is_written(
    workspace: Pub, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brawlprint.terminal.this_terminal", lambda: "cells")
    before = workspace.tree()
    result = run("show", "pub", "bar-stool")
    assert result.code == 0 and "▀" in result.out and workspace.tree() == before
    # Whoever names a file wants the file.
    result = run("show", "pub", "bar-stool", "--out", "x.png")
    assert "▀" not in result.out and (workspace.root / "x.png").is_file()
