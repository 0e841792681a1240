"""What reads pages back is that of ``tests/print``, what tells of faults that of ``tests/input``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "input"))
sys.path.insert(0, str(Path(__file__).parents[1] / "print"))
