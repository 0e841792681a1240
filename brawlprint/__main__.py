"""Lets ``python -m brawlprint`` do what the ``brawlprint`` command does."""

import os
import sys


def _forget_folder() -> None:
    """Import nothing from the folder one stands in, which ``python -m`` looks in first.

    It may be somebody else's workspace, with a ``json.py`` of its own; a checkout's root stays.
    """
    here = os.getcwd()  # noqa: PTH109, no more modules than there are already
    if sys.path[:1] == [here] and here != os.path.dirname(os.path.dirname(__file__)):  # noqa: PTH120
        del sys.path[0]


if __name__ == "__main__":
    _forget_folder()
    from brawlprint.cli import main

    main()
