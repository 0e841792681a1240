"""Lets ``python -m brawlprint`` do what the ``brawlprint`` command does."""

from brawlprint.cli import main

if __name__ == "__main__":
    main()
