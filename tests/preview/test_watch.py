"""Saves noticed: by the watcher itself, and by ``brawlprint build --watch``."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING

import pytest
from running import PATIENCE, running

from brawlprint.watch import Watcher

if TYPE_CHECKING:
    from conftest import Pub, Run


@contextmanager
def watching(folder: Path) -> Iterator[Callable[[], list[str]]]:
    """Gives a function that waits for the next save and tells its files."""
    told: Queue[list[str]] = Queue()
    with Watcher(folder, ["pub"]) as watcher:
        thread = threading.Thread(target=lambda: [told.put(each) for each in watcher.changes()])
        thread.start()
        yield lambda: told.get(timeout=PATIENCE)
        watcher.end()
        thread.join(PATIENCE)
        assert not thread.is_alive()
    assert told.empty()


def test_each_file_of_the_game_is_watched(workspace: Pub) -> None:
    with watching(workspace.root) as save:
        workspace.edit("deck.csv", "Backstab", "Back stab")
        assert save() == ["cards/pub/deck.csv"]
        workspace.edit("house.toml", 'fill = "band"', 'fill = "ink"')
        assert save() == ["templates/house.toml"]
        (workspace.root / "brawlprint.toml").write_text("", encoding="utf-8")
        assert save() == ["brawlprint.toml"]
        workspace.path("house.toml").unlink()
        assert save() == ["templates/house.toml"]


def test_a_folder_that_comes_later_is_watched_too(workspace: Pub) -> None:
    with watching(workspace.root) as save:
        (workspace.root / "art/pub").mkdir(parents=True)
        (workspace.root / "art/pub/uppercut.svg").write_text("<svg/>", encoding="utf-8")
        assert save() == ["art/pub/uppercut.svg"]
        (workspace.root / "art/pub/uppercut.svg").write_text("<svg />", encoding="utf-8")
        assert save() == ["art/pub/uppercut.svg"]


def test_a_save_by_renaming_is_one(workspace: Pub) -> None:
    """As many editors do: a new file is written beside the old one and takes its place."""
    deck = workspace.path("deck.csv")
    with watching(workspace.root) as save:
        fresh = workspace.root / "deck.new"
        fresh.write_bytes(deck.read_bytes() + b"\n")
        fresh.replace(deck)
        assert save() == ["cards/pub/deck.csv"]


def test_what_is_no_part_of_the_faces_is_no_save(workspace: Pub) -> None:
    with watching(workspace.root) as save:
        for name in ("rules/pub.py", "output/pub/cards.pdf", "notes.txt", "cards/other/deck.csv"):
            (workspace.root / name).parent.mkdir(parents=True, exist_ok=True)
            (workspace.root / name).write_text("x", encoding="utf-8")
        workspace.path("deck.csv").read_bytes()
        workspace.edit("game.toml", "Tavern Brawl", "Tavern Fray")
        assert save() == ["cards/pub/game.toml"]


def test_where_the_system_tells_nothing_a_look_finds_it(
    workspace: Pub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object, **more: object) -> None:
        raise OSError("inotify watch limit reached")

    monkeypatch.setattr("watchdog.observers.api.BaseObserver.schedule", full)
    monkeypatch.setattr("brawlprint.watch.LOOK", 0.05)
    with watching(workspace.root) as save:
        time.sleep(0.01)
        workspace.edit("deck.csv", "Backstab", "Back stab")
        assert save() == ["cards/pub/deck.csv"]


# ---- build --watch ----


def test_build_goes_on_after_each_save(workspace: Pub) -> None:
    with running(workspace.root, "build", "pub", "--only", "cards", "--watch") as build:
        build.wait_for("Watching for saves")
        assert any("output/pub/cards.pdf" in line for line in build.said)
        first = (workspace.root / "output/pub/cards.pdf").read_bytes()

        workspace.set(24, text="Adds 3 to this attack. Quite personal.")
        assert build.wait_for("saved").endswith("cards/pub/deck.csv saved")
        assert build.wait_for("built") == "  output/pub/cards.pdf built: backstab"
        assert (workspace.root / "output/pub/cards.pdf").read_bytes() != first

        workspace.set(24, needs="theif")
        said = build.wait_for("Error")
        assert "cards/pub/deck.csv, row 24, column 'needs'" in said and "'thief'" in said

        workspace.set(24, needs="thief")
        build.wait_for("saved")
        assert build.wait_for("  ") == "  nothing that prints has changed"
        assert build.interrupt() == 0
        build.wait_for("The watch has ended")


def test_a_deck_that_is_wrong_from_the_start_is_waited_for(workspace: Pub) -> None:
    workspace.set(24, needs="theif")
    with running(workspace.root, "build", "pub", "--only", "cards", "--watch") as build:
        build.wait_for("Error: cards/pub/deck.csv, row 24")
        build.wait_for("Watching for saves")
        workspace.set(24, needs="thief")
        assert build.wait_for("built") == "  output/pub/cards.pdf built"


def test_a_wrong_command_is_not_watched(run: Run) -> None:
    result = run("build", "pub", "--watch", "--only", "card")
    assert result.code == 2 and "did you mean 'cards'" in result.err
    result = run("build", "pub", "--watch", "--json")
    assert result.code == 2 and "--watch" in result.json["findings"][0]["message"]
