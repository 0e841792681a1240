"""Something done under watch: if it stands still for too long, it is given up."""

from __future__ import annotations

import contextvars
import ctypes
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Generic, TypeVar

T = TypeVar("T")

PATIENCE = 10.0  # seconds
LOOKS = 20  # in that time; a computer that slept has missed them, and blames nobody


class GivenUp(BaseException):
    """Thrown into what stands still; no Exception, so that nobody catches it for one."""


class Stuck(Exception):  # noqa: N818
    """It stands still; ``frame`` is where."""

    def __init__(self, frame: FrameType | None) -> None:
        super().__init__("no progress")
        self.frame = frame

    def line_in(self, path: str) -> int | None:
        """The innermost line of a file at which it stands."""
        frame = self.frame
        while frame is not None and frame.f_code.co_filename != path:
            frame = frame.f_back
        return None if frame is None else frame.f_lineno


class _Part(threading.Thread, Generic[T]):
    """A thread that keeps what came of its work."""

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.context = contextvars.copy_context()
        self.done = threading.Event()
        self.answer: list[T] = []
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.answer.append(self.context.run(self.work))
        except BaseException as error:
            self.error = error
        finally:
            self.done.set()

    def result(self) -> T:
        if self.error is not None:
            raise self.error
        return self.answer[0]

    def give_up(self) -> FrameType | None:
        """Break a loop that goes round and round; what sleeps stays behind and harms nobody."""
        ident = self.ident or 0
        frame = sys._current_frames().get(ident)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(GivenUp))
        return frame


def watched(
    work: Callable[[], T],
    standing: Callable[[], object],
    patience: float = PATIENCE,
) -> T:
    """Do some work in a thread of its own; raise :class:`Stuck` if it makes no progress.

    ``standing`` tells how far it is: anything that differs after progress. A loop without an end
    is stopped by that, on every system and in whatever thread this is called; so is a wait, though
    its thread stays behind.

    >>> watched(lambda: 6 * 7, lambda: None)
    42
    >>> import time
    >>> watched(lambda: time.sleep(9), lambda: "where it was", patience=0.1)
    Traceback (most recent call last):
    brawlprint.simulation.patience.Stuck: no progress
    """
    part = _Part(work)
    part.start()
    last, looks = standing(), 0
    while not part.done.wait(patience / LOOKS):
        now = standing()
        looks = looks + 1 if now == last else 0
        last = now
        if looks >= LOOKS:
            raise Stuck(part.give_up())
    return part.result()
