"""A process that runs commands in cages: each in a fork of its own, with little memory and time.

Everything is imported before the first fork, so that a run costs no more than its work. A hook sees
every file that is opened, in the cage as in whatever it imports.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

MEMORY = 1_500_000_000  # bytes of address space, the program's own half a gigabyte among them
TIME = 60  # seconds until a run is given up; none takes nearly as long
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate")


def serve() -> None:
    """Answer a request a line: folder, arguments, and where to note what was touched."""
    load_everything()
    gc.freeze()  # or each fork would copy what its collector looks at
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if not child:
            run(request)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(json.dumps({"code": code, "most": usage.ru_maxrss}), flush=True)


def load_everything() -> None:
    import importlib
    import pkgutil

    import brawlprint

    for module in pkgutil.walk_packages(brawlprint.__path__, "brawlprint."):
        if not module.name.endswith(("__main__", ".child", ".cluster")):
            importlib.import_module(module.name)
    for name in ("openpyxl", "PIL.PngImagePlugin", "PIL.JpegImagePlugin", "PIL.ImageOps"):
        importlib.import_module(name)


def run(request: dict[str, Any]) -> None:
    """Become the command: never returns."""
    folder, notes = Path(request["folder"]), Path(request["notes"])
    os.chdir(folder)
    for number, name in ((1, "out"), (2, "err")):
        opened = os.open(notes / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    touched = os.open(notes / "touched", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(TIME)
    watch(touched, folder)
    code = 70
    try:
        code = command(request["arguments"])
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def give_up(signum: int, frame: FrameType | None) -> None:
    """Say where it was, and end."""
    traceback.print_stack(frame)
    sys.stderr.flush()
    os._exit(71)


def watch(touched: int, folder: Path) -> None:
    """Note every file that is opened or changed, by its true path."""

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | bytes):
            mode, flags = str(arguments[1] or ""), arguments[2] or 0
            writes = bool(set(mode) & set("wax+")) or bool(flags & WRITES)
            tell("write" if writes else "read", arguments[0])
        elif event in CHANGES:  # of the entry itself, wherever it may lead
            for path in arguments[:2]:
                if isinstance(path, str | bytes):
                    above, name = os.path.split(os.fsdecode(path))
                    tell("write", above or ".", name)
        elif event in ("subprocess.Popen", "os.exec", "os.system"):
            os.write(touched, f"{json.dumps(['run', repr(arguments)])}\n".encode())
        elif event in ("socket.connect", "socket.getaddrinfo"):
            os.write(touched, f"{json.dumps(['net', repr(arguments)])}\n".encode())

    def tell(what: str, path: str | bytes, entry: str = "") -> None:
        name = os.path.realpath(os.path.join(folder, os.fsdecode(path)))  # noqa: PTH118
        name = os.path.join(name, entry) if entry else name  # noqa: PTH118
        os.write(touched, f"{json.dumps([what, name])}\n".encode())

    sys.addaudithook(note)


def command(arguments: list[str]) -> int:
    """Run a command line, or what the preview's page would ask for; its exit code."""
    import click

    if arguments[0] == "preview":
        return preview(arguments[1])
    from brawlprint.cli import main

    try:
        return int(main.main(arguments, "brawlprint", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except SystemExit as error:
        return int(error.code or 0)


def preview(game: str) -> int:
    """All that the server does for its page, in each view, without the page."""
    from brawlprint.errors import BrawlprintError
    from brawlprint.preview.light_table import LightTable
    from brawlprint.preview.state import VIEWS, page_state
    from brawlprint.watch import Watcher

    try:
        table = LightTable(Path.cwd(), game)
    except BrawlprintError as error:
        print(f"Error: {error}", file=sys.stderr)
        return error.exit_code
    with Watcher(Path.cwd(), [game]):
        table.check()
        for view in VIEWS:
            state = page_state(table, view)
            print(json.dumps(state, ensure_ascii=False))
            for section in state["sections"][:1]:  # type: ignore[index]
                first = section["tiles"][0]["picture"]  # of the card that is attacked, if one is
                if first:
                    table.picture(first.split("/")[2], "card", "grey" in first)
    return 1 if table.errors or state["errors"] else 0


if __name__ == "__main__":
    serve()
