"""The reference pages; the reader of printed PDFs is that of ``tests/print``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "print"))
