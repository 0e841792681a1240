"""Who plays: this process, several, or a cluster; each an executor and how much it takes at once."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

MOST_JOBS = 61 if os.name == "nt" else 256  # Windows can wait for no more


def usable_cpus() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers:
    """An executor, and how many shares it plays at once.

    Unless a run is ``finished``, nobody waits for what is still being played.
    """

    def __init__(self, executor: Executor, slots: int) -> None:
        self.executor, self.slots = executor, slots
        self.finished = True

    def submit(self, part: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give out some work."""
        with _interrupts_held():
            return self.executor.submit(part, *args, **kwargs)

    def check(self) -> None:
        """Raise :class:`WorkerError` if nobody is there any more; asked when nothing comes in."""


class _Inline(Executor):
    """Does what is submitted at once, here."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class _InlineWorkers(Workers):
    """The process itself; it is asked for one share at a time, and can be interrupted in it."""

    def __init__(self) -> None:
        super().__init__(_Inline(), 1)

    def submit(self, part: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return self.executor.submit(part, *args, **kwargs)


@contextmanager
def inline() -> Iterator[Workers]:
    """The process itself, alone."""
    yield _InlineWorkers()


@contextmanager
def processes(jobs: int) -> Iterator[Workers]:
    """So many processes of this machine; they are gone afterwards, whatever happened."""
    from multiprocessing import active_children, get_context

    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_ignore_interrupts)
    workers = Workers(pool, jobs)
    try:
        yield workers
    finally:
        if not workers.finished:
            for child in set(active_children()) - others:
                child.terminate()
        pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C goes to the whole group of processes; the first one tells the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Within it an interrupt waits; processes started in it never hear of one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
