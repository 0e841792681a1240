"""Texts and names with signs in them that steer a terminal."""

from __future__ import annotations

from dens import Attack, png, svg
from plants import art, card, edit, write

ESC = "\x1b[2J\x1b]0;owned\x07"
TERMINALS = [
    Attack("a title that rings", card("title", f"Jab{ESC}"), 1, ("U+001B",)),
    Attack("a note that rings", card("note", f"x{ESC}"), 1, ("U+001B",)),
    Attack("a text that turns round", card("text", "evil \u202etxt.exe"), 1, ("U+202E",)),
    Attack("a title with NUL", card("title", "J\0ab"), 1, ("U+0000",)),
    Attack("a title of C1", card("title", "J\x9b2Jab"), 1, ("U+009B",)),
    Attack(
        "a game's title that rings",
        edit("game.toml", 'title = "Den"', 'title = "D\\u001b[2Jen"'),
        1,
        ("U+001B",),
    ),
    Attack(
        "a word that rings",
        edit("game.toml", 'word = "Attack"', 'word = "A\\u001b[2J"'),
        1,
        ("U+001B",),
    ),
    Attack(
        "a key that rings",
        edit("game.toml", "[kinds.attack]", '[kinds."a\\u001b[2J"]'),
        1,
        ("U+001B",),
    ),
    Attack(
        "a template that rings",
        edit("game.toml", 'template = "den"', 'template = "d\\u001b[2J"'),
        1,
        ("U+001B",),
    ),
    Attack("a header that rings", edit("deck.csv", "no,id", f"no,{ESC},id"), 1, ("\\x1b[2J",)),
    Attack("a folder that rings", write(f"cards/x{ESC}/deck.csv", "a"), 1),
    Attack("a folder with a line's end", write("cards/x\nError: y/deck.csv", "a"), 1),
    Attack("a folder of no encoding", write("cards/x\udcff/deck.csv", "a"), 1),
    Attack("art that rings", art(f"x{ESC}.png", png(9, 9)), 0),
    Attack(
        "SVG that rings",
        art("jab.svg", svg(f'<rect fill="{chr(0x9B)}2J" width="9" height="9"/>')),
        1,
    ),
    Attack(
        "a settings' value that rings",
        write("brawlprint.toml", '[print]\npaper = "\\u001b[2J"'),
        1,
        ("U+001B",),
    ),
]
