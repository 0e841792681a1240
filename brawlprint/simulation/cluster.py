"""Workers on other machines: a dask.distributed cluster, used as an executor like any other."""

from __future__ import annotations

import logging
import pkgutil
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from brawlprint import __version__
from brawlprint.errors import RequestError, WorkerError
from brawlprint.simulation.workers import Workers

ANSWER = 10  # seconds in which a scheduler has to answer
_ADDRESS = re.compile(r"([a-z]+://)?[^\s/]+:\d{1,5}/?")


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a cluster, by its scheduler's address.

    A worker that is lost has its shares played by another: that is the scheduler's doing.
    Raises :class:`RequestError` if the scheduler doesn't answer, has nobody to work, or if one of
    them lacks this brawlprint.
    """
    distributed = _library(address)
    for name in [
        each for each in logging.root.manager.loggerDict if each.startswith("distributed")
    ]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told by us
    try:
        client = distributed.Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        what = str(error).partition("\n")[0][:120] or type(error).__name__
        raise RequestError(f"no scheduler answers at {address!r} within {ANSWER} seconds "
                           f"({what}); write one such as 'tcp://192.168.0.7:8786', "
                           "and see that it runs") from None  # fmt: skip
    try:
        if not _somebody_works(client):
            raise RequestError(f"the scheduler at {address!r} has no workers; start some with "
                               f"'dask worker {address}'")  # fmt: skip
        _refuse_others(client, address)
        yield _ClusterWorkers(client)
    finally:
        client.close(timeout=2)


def _library(address: str) -> Any:
    """dask.distributed, if it is installed and the address is one."""
    if not _ADDRESS.fullmatch(address):
        raise RequestError(f"{address!r} is no scheduler's address; write one such as "
                           "'tcp://192.168.0.7:8786'")  # fmt: skip
    try:
        return import_module("distributed")
    except ImportError:
        raise RequestError("--scheduler needs dask.distributed, which is not installed; "
                           "pip install 'brawlprint[cluster]'") from None  # fmt: skip


def _somebody_works(client: Any) -> bool:
    try:
        client.wait_for_workers(1, timeout=ANSWER)
    except TimeoutError:
        return False
    return True


def _refuse_others(client: Any, address: str) -> None:
    """Refuse machines without this brawlprint: one would die of the first share it is sent.

    They are asked by a function of Python's own library, which they have.
    """
    name = "brawlprint:__version__"
    versions = {"the scheduler": _asked(client, name)}
    versions |= client.run(pkgutil.resolve_name, name, on_error="return")
    for machine, version in versions.items():
        if version != __version__:
            there = f"brawlprint {version}" if isinstance(version, str) else "no brawlprint"
            who = machine if machine == "the scheduler" else f"the worker {machine}"
            raise RequestError(f"{who} of {address!r} has {there}; every machine of the cluster "
                               f"needs brawlprint {__version__}")  # fmt: skip


def _asked(client: Any, name: str) -> object:
    try:
        version: object = client.run_on_scheduler(pkgutil.resolve_name, name)
    except Exception as error:
        return error
    return version


class _ClusterWorkers(Workers):
    """A cluster's workers, as many shares at once as they have threads."""

    def __init__(self, client: Any) -> None:
        super().__init__(client.get_executor(pure=False), sum(client.nthreads().values()))
        self.client = client

    def check(self) -> None:
        """A scheduler waits for workers for ever; a run waits as long as for the first of them."""
        if self.client.status != "running":
            raise WorkerError("the scheduler was lost in the middle of the run")
        if not self.client.nthreads() and not _somebody_works(self.client):
            raise WorkerError("all workers of the cluster were lost in the middle of the run")
