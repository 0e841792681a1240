"""What a build makes is right: all games, all their files, on both papers and in other ways."""

from __future__ import annotations

from pathlib import Path

import pytest
from flights import build, run_json

GAMES = ("joebob", "stooges", "tavern", "throwdown", "wrestling")


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_every_kit_is_right(tmp_path: Path, paper: str) -> None:
    build(tmp_path, "all", "--paper", paper)
    files = sorted(path.as_posix() for path in tmp_path.glob("*/*.pdf"))
    code, document = run_json("all", "--out", str(tmp_path))
    told = [finding for each in document["results"] for finding in each["findings"]]
    assert told == []
    assert (code, document["command"], document["ok"]) == (0, "preflight", True)
    assert sorted(each["file"] for each in document["results"]) == files
    assert {Path(file).parent.name for file in files} == set(GAMES)
    assert all(each["compared"] and each["ours"] for each in document["results"])


@pytest.mark.parametrize(
    "arguments",
    [
        ("throwdown", "--style", "ink-saver", "--players", "8"),
        ("throwdown", "--duplex", "short-edge", "--copies", "2"),
        ("wrestling", "--combine"),
        ("joebob", "--pick", "kind=rope-move,1-9"),
        ("stooges", "--pick", "id=slap", "--only", "cards"),
        ("tavern", "--duplex", "off", "--fill", "--only", "cards"),
        ("joebob", "--booklet", "--nudge", "0.5,-0.5", "--only", "rulebook", "--only", "stickers"),
        ("tavern", "--sleeved", "--stock-thickness", "0.2", "--only", "tuck-box"),
        ("all", "--sleeved", "--stock-thickness", "0.4", "--only", "tuck-box"),
    ],
    ids=" ".join,
)
def test_other_builds_are_right_too(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    build(tmp_path, *arguments[:1], "--paper", "letter", options=arguments[1:])
    code, document = run_json(arguments[0], "--out", str(tmp_path))
    assert [each["findings"] for each in document["results"] if each["findings"]] == []
    assert code == 0
    assert all(each["compared"] for each in document["results"])
