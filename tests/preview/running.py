"""The command as a process that goes on: what it says, line by line, and how it is ended."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import Any

PATIENCE = 60  # seconds until a test gives up; nothing here takes nearly as long


class Running:
    """A ``brawlprint`` that runs beside the test, in a folder."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        environment = os.environ | {
            "PYTHONUTF8": "1",
            "PYTHONUNBUFFERED": "1",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "brawlprint", *arguments],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self.said: list[str] = []
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def wait_for(self, pattern: str) -> str:
        """The next line that the pattern is found in."""
        while True:
            try:
                line = self._lines.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError(f"{pattern!r} never came; so far: {self.said}") from None
            self.said.append(line)
            if re.search(pattern, line):
                return line

    def interrupt(self) -> int:
        """Ctrl-C; gives the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """End it, if the test didn't."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[Running]:
    """A command that is ended with the block."""
    command = Running(folder, *arguments)
    try:
        yield command
    finally:
        command.close()


class Preview(Running):
    """A running preview, and what its server answers."""

    def __init__(self, folder: Path, game: str, *options: str) -> None:
        super().__init__(folder, "preview", game, "--no-browser", *options)
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.wait_for("http://"))
        assert found
        self.address, self.port = found[0], int(found[1])

    def ask(
        self, path: str, headers: Mapping[str, str] | None = None, method: str = "GET"
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of one request, sent just as given."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        own = {"Host": f"127.0.0.1:{self.port}"}
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in {**own, **(headers or {})}.items():
                connection.putheader(name, value)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def state(self, view: str = "colour") -> dict[str, Any]:
        """What the page is told."""
        status, _, body = self.ask(f"/state.json?view={view}")
        assert status == 200
        document: dict[str, Any] = json.loads(body)
        return document

    def tiles(self, view: str = "colour") -> dict[str, dict[str, Any]]:
        """All faces by their place."""
        sections = self.state(view)["sections"]
        return {tile["place"]: tile for section in sections for tile in section["tiles"]}

    def events(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The server's events as they come."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/events")
            answer = connection.getresponse()
            name = ""
            while line := answer.readline().decode():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ").strip()
                elif line.startswith("data: "):
                    yield name, json.loads(line.removeprefix("data: "))
        finally:
            connection.close()


@contextmanager
def previewing(folder: Path, game: str, *options: str) -> Iterator[Preview]:
    """A preview that is ended with the block."""
    preview = Preview(folder, game, *options)
    try:
        yield preview
    finally:
        preview.close()
