"""A real scheduler, with workers that are processes of their own in an empty folder."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from doing import run
from ring import workspace

from brawlprint.engine.games import playable
from brawlprint.workspace import Workspace, builtin_root

ROOT = builtin_root()
WAIT = 30.0  # seconds, for what takes two or three


def start(stack: ExitStack, folder: Path, hash_seed: int, *words: str) -> subprocess.Popen[bytes]:
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": str(hash_seed)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


Cluster = tuple[str, list["subprocess.Popen[bytes]"]]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler's address, and its two workers."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("empty")
        start(stack, folder, 1, "scheduler", "--host", "127.0.0.1", "--port", str(port),
              "--no-dashboard")  # fmt: skip
        wait_for(port)
        workers = [
            start(stack, tmp_path_factory.mktemp("empty"), seed, "worker", address,
                  "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
            for seed in (7, 8)
        ]  # fmt: skip
        yield address, workers


def wait_for(port: int) -> None:
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the scheduler does not start")


def command(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "brawlprint", "simulate", *words, "--json"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def figures(process: subprocess.Popen[str]) -> dict:
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    found = json.loads(out)
    del found["seconds"]
    return found


def cpu_seconds(process: subprocess.Popen[bytes]) -> float:
    import psutil

    return psutil.Process(process.pid).cpu_times().user


def test_a_worker_that_is_killed_changes_nothing(cluster: Cluster) -> None:
    address, (worker, other) = cluster
    game = playable(Workspace.at(ROOT))[0]
    wish = (game, "--games", "900", "--agents", "brawler,random", "--seed", "3")
    process = command(*wish, "--scheduler", address)
    # Both have been given work once they have done some; then one of them is lost.
    until = time.monotonic() + WAIT
    idle = cpu_seconds(worker), cpu_seconds(other)
    while time.monotonic() < until and process.poll() is None:
        if cpu_seconds(worker) > idle[0] + 1 and cpu_seconds(other) > idle[1] + 1:
            break
        time.sleep(0.05)
    assert process.poll() is None, "the run was over before a worker could be killed"
    worker.kill()
    assert figures(process) == figures(command(*wish, "--jobs", "1"))


def test_a_fault_comes_back_in_words(cluster: Cluster, tmp_path: Path, monkeypatch) -> None:
    from ring import planted

    monkeypatch.chdir(workspace(tmp_path, planted("victim.nose")))
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    monkeypatch.setenv("PYTHONPATH", path)
    process = subprocess.run(
        [sys.executable, "-m", "brawlprint", "simulate", "duel", "--scheduler", cluster[0]],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 1
    assert process.stderr == run("simulate", "duel", "--jobs", "1").stderr


def test_a_scheduler_that_does_not_answer(tmp_path: Path, monkeypatch) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    script = (
        "from brawlprint.simulation import cluster; cluster.ANSWER = 1;"
        "from brawlprint.cli import main; main()"
    )
    words = ["simulate", playable(Workspace.at(ROOT))[0], "--scheduler", address]
    process = subprocess.run(
        [sys.executable, "-c", script, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 2, process.stderr
    assert f"no scheduler answers at '{address}' within 1 seconds" in process.stderr
    assert "Traceback" not in process.stderr


def test_cluster_words_are_refused(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(workspace(tmp_path))
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("simulate", "duel", "--scheduler", "tcp://127.0.0.1:8786")
    assert result.exit_code == 2
    assert "pip install 'brawlprint[cluster]'" in result.output
    result = run("simulate", "duel", "--scheduler", "tcp://127.0.0.1:8786", "--jobs", "2")
    assert result.exit_code == 2
    assert "--jobs is for this machine alone" in result.output
