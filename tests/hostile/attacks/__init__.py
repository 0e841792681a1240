"""Every attack: what is planted, what a build then ends with, and what it says."""

from attacks.floods import FLOODS
from attacks.links import LINKS
from attacks.paths import PATHS
from attacks.pngs import PNGS
from attacks.python import PYTHON
from attacks.settings import SETTINGS
from attacks.sizes import SIZES
from attacks.svgs import SVGS
from attacks.terminals import TERMINALS
from attacks.workbooks import WORKBOOKS

ATTACKS = [
    *(*LINKS, *PATHS, *SIZES, *FLOODS, *SVGS, *PNGS),
    *(*WORKBOOKS, *TERMINALS, *SETTINGS, *PYTHON),
]

__all__ = ["ATTACKS", "LINKS", "PYTHON"]
