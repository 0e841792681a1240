"""Who plays: this process, several, or a cluster; each an executor and how much it takes at once."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from brawlprint.errors import RequestError

T = TypeVar("T")
P = ParamSpec("P")

MOST_JOBS = 61 if os.name == "nt" else 256  # Windows can wait for no more
_ADDRESS = re.compile(r"([a-z]+://)?[^\s/]+:\d{1,5}/?")
ANSWER = 10  # seconds in which a scheduler has to answer


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


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a dask.distributed cluster, by its scheduler's address.

    Raises :class:`RequestError` if it doesn't answer, or has nobody to work.
    """
    try:
        distributed: Any = import_module("distributed")  # untyped where it is there at all
    except ImportError:
        raise RequestError("--scheduler needs dask.distributed, which is not installed; "
                           "pip install 'brawlprint[cluster]'") from None  # fmt: skip
    if not _ADDRESS.fullmatch(address):
        raise RequestError(f"{address!r} is no scheduler's address; write one such as "
                           "'tcp://192.168.0.7:8786'")  # fmt: skip
    _quiet()
    try:
        client = distributed.Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise RequestError(f"no scheduler answers at {address!r} within {ANSWER} seconds "
                           f"({_short(error)}); write one such as 'tcp://192.168.0.7:8786', "
                           "and see that it runs") from None  # fmt: skip
    try:
        try:
            client.wait_for_workers(1, timeout=ANSWER)
        except TimeoutError:
            raise RequestError(f"the scheduler at {address!r} has no workers; start some with "
                               f"'dask worker {address}'") from None  # fmt: skip
        # A worker that is lost has its shares played by another; that is the scheduler's doing.
        yield Workers(client.get_executor(pure=False), sum(client.nthreads().values()))
    finally:
        client.close(timeout=2)


def _short(error: Exception) -> str:
    return str(error).partition("\n")[0][:120] or type(error).__name__


def _quiet() -> None:
    """What goes wrong is told in our words."""
    import logging

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
