"""How a very large deck prints: memory, and the time a card, beside the deck it was made of.

    python benchmarks/large_deck.py [CARDS]      10,000 by default

Every card is a title of its own, so that no face is shared. Each build is a process of its own.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "tavern"
BUILD = ["-m", "brawlprint", "build"]
CARDS_ONLY = ["--only", "cards", "--paper", "letter", "--json"]


def write_deck(folder: Path, cards: int) -> None:
    """A workspace with the game ``large``: the source's titles over and over, numbered."""
    own, source = folder / "cards/large", ROOT / "cards" / SOURCE
    own.mkdir(parents=True)
    for path in source.iterdir():
        (own / path.name).write_bytes(path.read_bytes())
    text = (source / "game.toml").read_text("utf-8")
    # The source's own number of cards is not expected of it.
    text = re.sub(r"^\[decks\.cards\.expect[^\[]*", "", text, flags=re.MULTILINE)
    (own / "game.toml").write_text(text, "utf-8")
    rows = list(csv.DictReader(io.StringIO((source / "deck.csv").read_text("utf-8"))))
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0], lineterminator="\n")
    writer.writeheader()
    for number in range(cards):
        row, round_ = rows[number % len(rows)], number // len(rows)
        own_words = {"no": number + 1, "id": f"{row['id']}-{round_}"}
        writer.writerow(row | own_words | {"title": f"{row['title']} {round_}"})
    (own / "deck.csv").write_text(out.getvalue(), "utf-8")


def measure(game: str, folder: Path) -> tuple[float, float, int]:
    """CPU seconds, MB at the most, and pages of a build."""
    process = subprocess.Popen(
        [sys.executable, *BUILD, game, *CARDS_ONLY, "--out", str(folder / "output")],
        cwd=folder,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    document = json.loads(process.stdout.read())
    _, _, usage = os.wait4(process.pid, 0)
    (file,) = document["results"][0]["files"]
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, file["pages"]


def main() -> None:
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_deck(folder, cards)
        rows = [(SOURCE, 91, *measure(SOURCE, folder)), ("large", cards, *measure("large", folder))]
    print(f"{'deck':8} {'cards':>7} {'pages':>6} {'CPU s':>7} {'ms a card':>10} {'MB':>6}")
    for game, number, seconds, megabytes, pages in rows:
        each = seconds / number * 1000
        print(f"{game:8} {number:7,} {pages:6,} {seconds:7.2f} {each:10.2f} {megabytes:6.0f}")


if __name__ == "__main__":
    main()
