"""Where a Chromium or Chrome lies on this machine."""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    *(
        f"{os.environ.get(base, '')}/Google/Chrome/Application/chrome.exe"
        for base in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
    ),
)


@cache
def find_browser() -> str | None:
    """The program's path, or None where there is none."""
    on_path = (shutil.which(name) for name in NAMES)
    apps = (path for path in APPS if Path(path).is_file())
    return next((path for path in (*on_path, *apps) if path), None)
