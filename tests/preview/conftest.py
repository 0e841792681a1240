"""A preview to look at, and a browser to look with.

The page's own tests need a Chromium or Chrome. Where there is none they are left out, and the run
says so; ``.ci/run`` makes sure that there is one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "print"))

from browsers import find_browser
from running import Preview, previewing

if find_browser() is None:
    collect_ignore = ["test_page.py"]


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    """A preview of a built-in game that no test changes."""
    with previewing(tmp_path_factory.mktemp("standing"), "tavern") as preview:
        yield preview
