"""Links and pipes where files and folders are read or written."""

from __future__ import annotations

import os
from pathlib import Path

from dens import Attack, Den
from plants import Plant, art, both, linked

HALF = [f"output/den/.{name}.part" for name in ("cards.pdf", "gallery.png", "jab.png")]
OUT = "leads outside the workspace"


def pipe(name: str) -> Plant:
    """A pipe that nobody writes to, in a file's place."""

    def plant(den: Den) -> None:
        path = den.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        os.mkfifo(path)

    return plant


LINKS = [
    Attack("deck.csv is a link", linked("cards/den/deck.csv", "deck.csv"), 1, (OUT,)),
    Attack("game.toml is a link", linked("cards/den/game.toml", "game.toml"), 1, (OUT,)),
    Attack("a template is a link", linked("templates/den.toml", "den.toml"), 1, (OUT,)),
    Attack("the rulebook is a link", linked("cards/den/rulebook.md", "secret.txt"), 1, (OUT,)),
    Attack("the templates' folder is a link", linked("templates", "", True), 1, (OUT,)),
    Attack("the game's folder is a link", linked("cards/den", "", True), 1, (OUT,)),
    Attack("a picture is a link", linked("art/den/jab.png", "jab.png"), 1, (OUT,)),
    Attack("the art folder is a link", linked("art", "", True), 1, (OUT,)),
    Attack("art is a link to everything", lambda den: den.link("art", Path("/"), folder=True), 0),
    Attack("a file is a pipe", pipe("cards/den/deck.csv"), 1),
    Attack("art is a pipe", both(art("x.png", b""), pipe("art/den/jab.png")), 0),
    Attack(
        "a link to itself",
        lambda den: den.link("cards/den/deck.csv", den.root / "cards/den/deck.csv"),
        1,
    ),
    Attack("settings are a link", linked("brawlprint.toml", "secret.txt"), 1, (OUT,)),
    Attack("output is a link", linked("output", "", True), 2, ("link",)),
    Attack("the game's output is a link", linked("output/den", "", True), 2, ("link",)),
    Attack(
        "what is half written is a link",
        both(*(linked(name, "victim.txt") for name in HALF)),
        0,
    ),
    Attack("an old PDF is a link", linked("output/den/cards.pdf", "victim.txt"), 0),
    Attack("an old PDF is a pipe", pipe("output/den/cards.pdf"), 0),
    Attack("the manifest is a link", linked("output/den/manifest.json", "secret.txt"), 0),
]
