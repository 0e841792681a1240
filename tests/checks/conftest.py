from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from desk import Desk, desk_of


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Desk]:
    """A copy of a game on the desk, which is the current folder."""
    neutral = {"LC_ALL": "en_US.UTF-8", "NO_COLOR": "1", "HOME": str(tmp_path)}
    for key, value in neutral.items():
        monkeypatch.setenv(key, value)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no-config"))

    def make(game: str) -> Desk:
        monkeypatch.chdir(tmp_path)
        return desk_of(tmp_path, game)

    return make
