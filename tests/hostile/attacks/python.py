"""Python in the workspace, which only a command that plays may run."""

from __future__ import annotations

from dens import WRITES_A_FILE, Attack
from plants import both, write

MODULES = (
    *("json", "sitecustomize", "openpyxl", "reportlab", "pikepdf", "conftest"),
    *("rules/__init__", "cards/__init__", "brawlprint_rules"),
)

PYTHON = [
    Attack("rules that write", write("rules/den.py", WRITES_A_FILE), 0),
    Attack(
        "modules that write", both(*(write(f"{name}.py", WRITES_A_FILE) for name in MODULES)), 0
    ),
]
