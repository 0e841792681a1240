"""Build the tavern's cards once, and tell on standard error what CPU time each stage took, in ms.

usage: stages.py OUTPUT-FOLDER     (``print.py --stages`` runs it several times)

A stage's time is its own: what it calls that is a stage itself is counted there.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

# stage -> what it imports, in this order
IMPORTS = {
    "import reportlab": ("reportlab.pdfgen.canvas", "reportlab.pdfbase.ttfonts"),
    "import click": ("click",),
    "import msgspec": ("msgspec",),
    "import other libraries": ("tomllib", "csv", "json", "hashlib", "platformdirs"),
    "import brawlprint": (
        "brawlprint.cli",
        "brawlprint.commands.build",
        "brawlprint.build",
        "brawlprint.components.cards",
    ),
}
# stage -> the functions that make it up, as module:function or module:Class.function
STAGES = {
    "read game and deck": ("brawlprint.workspace:load_game",),
    "read templates": (
        "brawlprint.workspace:load_template",
        "brawlprint.faces.template:Template.look",
    ),
    "read fonts": ("reportlab.pdfbase.ttfonts:TTFont.__init__",),
    "fit texts": ("brawlprint.faces.elements:fit",),
    "make faces": ("brawlprint.faces.face:FaceMaker.face",),
    "make icons": ("brawlprint.sheets.pdf:PdfWriter._icon_form",),
    "draw pages": ("brawlprint.components.cards:write_sheets",),
    "write the PDF": ("brawlprint.sheets.pdf:PdfWriter.finish",),
    "write files, manifest": ("brawlprint.build:_manifest", "brawlprint.build:write_all"),
}
START, OTHER = "start Python", "command line, settings"


class Clock:
    """Gives each moment to the innermost stage that is running."""

    def __init__(self) -> None:
        self.last = time.process_time()
        self.spent = {START: self.last}
        self.running = [OTHER]

    def turn(self) -> None:
        now, stage = time.process_time(), self.running[-1]
        self.spent[stage] = self.spent.get(stage, 0.0) + now - self.last
        self.last = now

    def timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            self.turn()
            self.running.append(stage)
            try:
                return function(*args, **kwargs)
            finally:
                self.turn()
                self.running.pop()

        return run


def imported(modules: tuple[str, ...]) -> None:
    for name in modules:
        import_module(name)


def main(out: str) -> None:
    clock = Clock()
    for stage, modules in IMPORTS.items():
        clock.timed(stage, imported)(modules)
    for stage, places in STAGES.items():
        for place in places:
            module, _, path = place.partition(":")
            owner: Any = import_module(module)
            *classes, name = path.split(".")
            for each in classes:
                owner = getattr(owner, each)
            setattr(owner, name, clock.timed(stage, getattr(owner, name)))
    command = import_module("brawlprint.cli").main
    words = ["build", "tavern", "--only", "cards", "--paper", "letter", "--out", out]
    command(words, standalone_mode=False)
    clock.turn()
    for stage in (START, *IMPORTS, *STAGES, OTHER):
        print(f"{clock.spent.get(stage, 0.0) * 1000:.3f} {stage}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
