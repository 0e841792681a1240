"""The cage from outside: a command goes in, what it said and touched comes out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Caged:
    """What a run in the cage left: its exit code, what it said, and every file it touched."""

    code: int
    said: str
    err: str
    read: tuple[str, ...]
    wrote: tuple[str, ...]
    ran: tuple[str, ...]


class Cage:
    """The process that forks a command at a time; see ``cage.py``."""

    def __init__(self, notes: Path, home: Path) -> None:
        self.notes = notes
        neutral = {"LC_ALL": "de_DE.UTF-8", "NO_COLOR": "1", "PYTHONUTF8": "1", "HOME": str(home)}
        path = os.pathsep.join(filter(None, [str(ROOT), *sys.path]))
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("cage.py"))],
            env={**os.environ, **neutral, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, folder: Path, *arguments: str) -> Caged:
        assert self.process.stdin is not None and self.process.stdout is not None
        request = {"folder": str(folder), "notes": str(self.notes), "arguments": arguments}
        self.process.stdin.write(f"{json.dumps(request)}\n")
        self.process.stdin.flush()
        code = json.loads(self.process.stdout.readline())["code"]
        out, err = ((self.notes / name).read_text("utf-8", "replace") for name in ("out", "err"))
        lines = (self.notes / "touched").read_text("utf-8").splitlines()
        notes = [(what, name) for what, name in map(json.loads, lines)]
        told = {each: tuple(name for what, name in notes if what == each)
                for each in ("read", "write", "run")}  # fmt: skip
        return Caged(code, out + err, err, told["read"], told["write"], told["run"])

    def close(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()
