"""What a game is made of, watched: which of its files were changed by a save.

The system tells that something happened (through watchdog); what it was is seen by looking at
the files themselves. So one save is told once, however an editor goes about it; and where the
system tells nothing, as for many network drives, a look every second or two finds it all the same.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from brawlprint.errors import BrawlprintError, shown
from brawlprint.workspace import Workspace, leads_outside

if TYPE_CHECKING:
    from watchdog.events import FileSystemEventHandler
    from watchdog.observers.api import BaseObserver, ObservedWatch

CONFIG = "brawlprint.toml"
QUIET = 0.06  # seconds without a further event: then a save is over
MOST_WAITS = 10  # for that, where something is written all the time
LOOK = 1.5  # seconds between looks where no event comes
_READS = {"opened", "closed_no_write"}  # events that change nothing

Stamps = Mapping[Path, tuple[int, int]]


class Watcher:
    """Watches the files that the faces of some games are made of; used in a ``with``.

    Rules are not among them: nothing that prints reads them.
    """

    def __init__(self, folder: Path, games: Sequence[str]) -> None:
        self.folder, self.games = folder.resolve(), games
        self._happened = threading.Event()
        self._ended = threading.Event()
        self._observer: BaseObserver | None = None
        self._watched: dict[Path, ObservedWatch | None] = {}
        self._stamps = self._look()

    def __enter__(self) -> Watcher:
        from watchdog.observers import Observer

        self._observer = Observer()
        self._follow()
        self._observer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.end()
        if self._observer is not None:
            self._observer.stop()
            self._observer.join(timeout=2)

    def end(self) -> None:
        """Let :meth:`changes` come to its end; may be called from any thread."""
        self._ended.set()
        self._happened.set()

    def changes(self) -> Iterator[list[str]]:
        """After each save, the changed files as people know them; waits for the next one."""
        while not self._ended.is_set():
            self._happened.wait(LOOK)
            for _ in range(MOST_WAITS):
                if self._ended.is_set() or not self._happened.is_set():
                    break
                self._happened.clear()
                self._happened.wait(QUIET)
            if self._ended.is_set():
                return
            before, self._stamps = self._stamps, self._look()
            self._follow()
            if changed := different(before, self._stamps):
                yield [shown(path) for path in changed]

    def _look(self) -> Stamps:
        """When each file was written and how large it is."""
        stamps = {}
        for path in self._files():
            try:
                stat = path.stat()
            except OSError:
                continue  # gone since it was listed
            stamps[path] = (stat.st_mtime_ns, stat.st_size)
        return stamps

    def _files(self) -> Iterable[Path]:
        for folder in self._folders():
            yield from (path for path in folder.rglob("*") if path.is_file())
        yield from (path for path in [self.folder / CONFIG] if path.is_file())

    def _folders(self) -> Iterable[Path]:
        try:
            roots = Workspace.at(self.folder).roots
        except BrawlprintError:  # whoever reads it will tell; until then it is watched alone
            roots = (self.folder,)
        for root in roots:
            parts = [root / "templates", root / "art", *(root / "cards" / g for g in self.games)]
            yield from (part for part in parts if part.is_dir() and not leads_outside(part, root))

    def _follow(self) -> None:
        """Have the system tell of each folder; of one that comes later, once it is there."""
        observer = self._observer
        assert observer is not None, "the watcher is used in a with"
        wanted = dict.fromkeys(self._folders(), True) | {self.folder: False}
        for folder in [each for each in self._watched if each not in wanted]:
            if watch := self._watched.pop(folder):
                observer.unschedule(watch)
        for folder, deep in wanted.items():
            if folder not in self._watched:
                self._watched[folder] = None
                with suppress(OSError):  # where the system watches no more, the looks remain
                    handler = _handler(self._happened)
                    self._watched[folder] = observer.schedule(handler, folder, recursive=deep)


def _handler(happened: threading.Event) -> FileSystemEventHandler:
    """What sets a flag at each event that may have changed a file."""
    from watchdog.events import FileSystemEvent, FileSystemEventHandler

    class Handler(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            if event.event_type not in _READS:
                happened.set()

    return Handler()


def different(before: Stamps, after: Stamps) -> list[Path]:
    """The files that came, went or were written between two looks, sorted.

    >>> before, after = {Path("a"): (1, 5), Path("b"): (1, 5)}, {Path("a"): (2, 5)}
    >>> [path.name for path in different(before, after)]
    ['a', 'b']
    """
    return sorted(
        path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
    )
