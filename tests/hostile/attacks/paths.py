"""Names in the data that would lead out of the workspace, if they were paths."""

from __future__ import annotations

from dens import Attack
from plants import card, component, edit

PATHS = [
    Attack(
        "a deck outside",
        edit("game.toml", 'file = "deck.csv"', 'file = "../../../outside/deck.csv"'),
        1,
        ("there is no",),
    ),
    Attack(
        "a deck with a path",
        lambda den: den.edit("game.toml", 'file = "deck.csv"', f'file = "{den.outside}/deck.csv"'),
        1,
        ("there is no",),
    ),
    Attack(
        "a template outside",
        edit("game.toml", 'template = "den"', 'template = "../../outside/den"'),
        1,
        ("missing",),
    ),
    Attack(
        "extends outside",
        edit("den.toml", 'extends = "base"', 'extends = "../../outside/base"'),
        1,
        ("no template's name",),
    ),
    Attack("a picture outside", card("picture", "../../outside/jab"), 1),
    Attack(
        "a text outside",
        edit("game.toml", 'text = "rulebook.md"', 'text = "../../../outside/secret.txt"'),
        1,
        ("there is no",),
    ),
    Attack(
        "a text of the system",
        edit("game.toml", 'text = "rulebook.md"', 'text = "/etc/passwd"'),
        1,
        ("there is no",),
    ),
    Attack(
        "a table outside",
        component('kind = "table"\ntitle = "T"\nfile = "../../../outside/deck.csv"'),
        1,
        ("there is no",),
    ),
    Attack(
        "a name without end",
        edit("game.toml", 'file = "deck.csv"', f'file = "{"x" * 5000}"'),
        1,
        ("there is no",),
    ),
    Attack("a name with NUL", edit("game.toml", 'file = "deck.csv"', 'file = "a\\u0000b"'), 1),
    Attack(
        "a font with a path",
        edit("den.toml", 'extends = "base"', 'extends = "base"\n[fonts]\ntext = "Vera/../../x"'),
        1,
        ("font",),
    ),
    Attack(
        "a font like a template",
        edit(
            "den.toml",
            'extends = "base"',
            'extends = "base"\n[fonts]\ntext = "BarlowCondensed-/../../x"',
        ),
        1,
        ("font",),
    ),
    Attack(
        "a picture in the rulebook",
        lambda den: den.add("rulebook.md", f"![]({den.outside}/jab.png) [a](file:///etc/passwd)"),
        1,
        ("can't be set",),
    ),
    Attack(
        "markup in the rulebook",
        lambda den: den.add("rulebook.md", f'<img src="{den.outside}/jab.png"/> a'),
        1,
    ),
]
