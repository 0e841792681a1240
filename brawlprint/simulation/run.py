"""A run: its matches given out in shares over an executor, and put together again."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from msgspec import Struct

from brawlprint.errors import BrawlprintError, WorkerError
from brawlprint.simulation.shares import Fault, Plan, Share, play_share

if TYPE_CHECKING:
    from brawlprint.simulation.workers import Workers

SHARE = 0.5  # seconds of work given out at once
GROWTH = 8  # times that a share may be larger than the last one
TICK = 0.25  # seconds between two looks at the clock
QUIET = 10.0  # seconds without news after which one asks whether anybody is there


class Progress(Struct, frozen=True):
    """How far a run is."""

    done: int
    games: int
    seconds: float

    @property
    def rate(self) -> float:
        """Matches a second."""
        return self.done / self.seconds if self.seconds else 0.0

    @property
    def left(self) -> float | None:
        """Seconds left; None before anything is done.

        >>> Progress(done=100, games=300, seconds=2.0).left
        4.0
        """
        return (self.games - self.done) / self.rate if self.done else None


class Result(Struct):
    """What came of a run; ``share`` is None if it was interrupted before any match was over."""

    share: Share | None
    seconds: float
    interrupted: bool = False


def run(
    plans: Sequence[Plan],
    indexes: range,
    workers: Workers,
    tell: Callable[[Progress], None] = lambda progress: None,
) -> Result:
    """Play matches by their numbers; a keyboard interrupt ends the run with what is done.

    A match that can't go on raises :class:`MatchFault`: always the first one by number.

    >>> from brawlprint.simulation.examples import plan
    >>> from brawlprint.simulation.workers import inline
    >>> with inline() as workers:
    ...     run([plan()], range(20), workers).share.tallies[0].games
    20
    """
    return _Run(plans, indexes, workers, tell).play()


class MatchFault(Exception):  # noqa: N818 - it becomes an error when its command is known
    """A match that can't go on."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class _Run:
    def __init__(
        self,
        plans: Sequence[Plan],
        indexes: range,
        workers: Workers,
        tell: Callable[[Progress], None],
    ) -> None:
        self.plans, self.indexes, self.workers, self.tell = plans, indexes, workers, tell
        self.start = self.news = time.perf_counter()
        self.next = indexes.start
        self.size = 1
        self.waiting: deque[Future[Share]] = deque()
        self.whole: Share | None = None
        self.done = 0
        self.faults: list[Fault] = []

    def play(self) -> Result:
        self.workers.finished = interrupted = False
        try:
            while self.give_out() or self.waiting:
                self.collect()
        except KeyboardInterrupt:
            interrupted = True
            self.keep_finished()
        except BrawlprintError:
            raise
        except BrokenProcessPool:
            raise WorkerError("a process that played matches was ended from outside (out of "
                              "memory?); fewer --jobs need less of it") from None  # fmt: skip
        except CancelledError:
            raise WorkerError("the scheduler was lost in the middle of the run") from None
        except Exception as error:
            what = f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
            raise WorkerError(f"a worker can't do its part: {what}") from error
        finally:
            for future in self.waiting:
                future.cancel()
        if self.faults:
            raise MatchFault(min(self.faults, key=lambda fault: (fault.index, fault.plan)))
        self.workers.finished = not interrupted
        return Result(self.whole, time.perf_counter() - self.start, interrupted)

    def give_out(self) -> bool:
        """Keep every worker busy, with one share each to go on with; false when all is given."""
        if self.faults:
            return False
        while self.next < self.indexes.stop and len(self.waiting) < 2 * self.workers.slots:
            # The last shares are small, so that all workers end at about the same time.
            fair = -(-(self.indexes.stop - self.next) // (2 * self.workers.slots))
            last = self.next + max(1, min(self.size, fair))
            future = self.workers.submit(play_share, self.plans, self.next, last)
            self.waiting.append(future)
            self.next = last
        return self.next < self.indexes.stop

    def collect(self) -> None:
        """Wait for a share, but not for longer than the clock needs."""
        wait(self.waiting, timeout=TICK, return_when=FIRST_COMPLETED)
        for _ in range(len(self.waiting)):
            future = self.waiting.popleft()
            if future.done():
                self.take(future.result())
            else:
                self.waiting.append(future)
        now = time.perf_counter()
        if now > self.news + QUIET:
            self.workers.check()
            self.news = now
        self.tell(Progress(self.done, len(self.indexes), now - self.start))

    def take(self, share: Share) -> None:
        self.news = time.perf_counter()
        games = share.tallies[0].games
        if share.fault is not None:
            # Shares were given out in order: all that come before are done or waited for.
            self.faults.append(share.fault)
        if games:
            each = max(share.seconds / games, 1e-6)
            self.size = max(1, min(int(SHARE / each), self.size * GROWTH))
        self.done += games
        if self.whole is None:
            self.whole = share
        else:
            self.whole.merge(share)

    def keep_finished(self) -> None:
        """After an interrupt: count what has come in, and wait for nothing."""
        for future in self.waiting:
            if future.done() and not future.cancelled() and future.exception() is None:
                self.take(future.result())
        if self.done == 0:
            self.whole = None
