"""A workspace that somebody else made can be looked at, drawn and printed, and does no harm by it.

Each attack is planted in a small game. Whatever is run then ends with words and no traceback, within
the cage's memory and time, without having read or written what lies outside.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from attacks import ATTACKS, LINKS, PYTHON
from dens import SECRET, WRITES_A_FILE, Attack, Den

if TYPE_CHECKING:
    from caging import Cage, Caged

BUILD = ("build", "den")
COMMANDS = {
    "list": ("list",),
    "preview": ("preview", "den"),
    "check": ("check", "den", *(f"--layer={name}" for name in ("composition", "print"))),
    "show": ("show", "den", "jab"),
    "gallery": ("gallery", "den"),
    "export": ("export", "den", "--for=png", "--dpi=100", "--for=tabletop-simulator"),
    "changed": ("build", "den", "--changed", "--since", "cards/den/deck.csv"),
    "new": ("new", "mine", "--from", "den"),
    "preflight": ("preflight", "den"),
}
STEERING = "\x1b\x07\x9b\u202e\0"
SLOW = ("check", "export", "preflight")  # a second each, for what a few attacks tell
FEW = [
    *PYTHON,
    *(attack for attack in LINKS if "output" in attack.name or "PDF is a link" in attack.name),
]
QUICK = [command for name, command in COMMANDS.items() if name not in SLOW]
OTHERS = [attack for attack in ATTACKS if attack not in LINKS and attack not in PYTHON]
# Everything against what is about files and code; against the others a build and one more each.
PLANNED = [
    *((attack, [BUILD, *COMMANDS.values()]) for attack in FEW),
    *((attack, [BUILD, *QUICK]) for attack in LINKS if attack not in FEW),
    *zip(OTHERS, ([BUILD, command] for command in cycle(COMMANDS.values())), strict=False),
]


def assert_harmless(caged: Caged, den: Den) -> None:
    """Words, not a crash; nothing of outside, and nothing that steers a terminal."""
    assert caged.code in (0, 1, 2), caged.err[-2000:]
    assert "Traceback" not in caged.err
    assert caged.said.strip()
    assert [char for char in STEERING if char in caged.said] == []
    assert [name for name in caged.read if Path(name).is_relative_to(den.outside)] == []
    assert SECRET not in caged.said
    allowed = (den.root, Path(tempfile.gettempdir()) / "brawlprint-")
    strange = [
        name
        for name in caged.wrote
        if not name.startswith((*map(str, allowed), "/dev/null"))
        and Path(name).parent != Path(tempfile.gettempdir())  # where tempfile tries whether it can
    ]
    assert strange == []
    assert [run for run in caged.ran if "brawlprint.preflight.child" not in run] == []
    assert not [p for p in (den.root, den.root.parent) if (p / "ran.txt").exists()]


@pytest.mark.parametrize(
    ("attack", "commands"), PLANNED, ids=[attack.name for attack, _ in PLANNED]
)
def test_it_does_no_harm(
    den: Den, cage: Cage, attack: Attack, commands: list[tuple[str, ...]]
) -> None:
    outside = {path: path.read_bytes() for path in den.outside.rglob("*") if path.is_file()}
    attack.plant(den)
    for command in commands:
        caged = cage.run(den.root, *command)
        assert_harmless(caged, den)
        if command == BUILD:
            assert caged.code == attack.code, caged.said
            assert [words for words in attack.says if words not in caged.said] == []
    assert {path: path.read_bytes() for path in outside} == outside


def test_the_cage_sees_what_it_is_for(den: Den, cage: Cage) -> None:
    """What is asked to play runs the rules, and that is seen."""
    (den.root / "rules/den.py").write_text(WRITES_A_FILE, "utf-8")
    caged = cage.run(den.root, "simulate", "den", "--games", "1", "--jobs", "1")
    assert str(den.root / "ran.txt") in caged.wrote
    assert any(Path(name) == den.root / "rules/den.py" for name in caged.read)
    with pytest.raises(AssertionError):
        assert_harmless(caged, den)


def test_no_module_of_the_folder_is_imported(den: Den) -> None:
    """Not even by ``python -m``, which looks there first for whatever is imported late."""
    for name in ("openpyxl", "pikepdf", "pypdfium2", "reportlab", "msgspec", "click", "PIL"):
        (den.root / f"{name}.py").write_text(WRITES_A_FILE, "utf-8")
    for arguments in (["list"], ["build", "den"], ["preflight", "den"]):
        done = subprocess.run(
            [sys.executable, "-m", "brawlprint", *arguments],
            cwd=den.root,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert not (den.root.parent / "ran.txt").exists()
