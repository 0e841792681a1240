"""Numbers out of all measure, and numbers that are none."""

from __future__ import annotations

from dens import Attack
from plants import add, component, edit

SIZES = [
    Attack(
        "billions of players",
        edit("game.toml", "max = 6, default = 2", "max = 1000000000, default = 1000000000"),
        1,
        ("players",),
    ),
    Attack(
        "a number too long", edit("game.toml", "max = 6", f"max = {'9' * 5000}"), 1, ("digits",)
    ),
    Attack("a number beyond 64 bits", edit("game.toml", "max = 6", f"max = {'9' * 100}"), 1),
    Attack("a track without end", edit("game.toml", "end = 0", "end = 1000000000"), 1, ("track",)),
    Attack(
        "a track past its end",
        edit("game.toml", "end = 0", "end = 0\npast = 1000000000"),
        1,
        ("past",),
    ),
    Attack(
        "tokens without end",
        edit("game.toml", "each-player = true", "per-player = 1000000000"),
        1,
        ("per-player",),
    ),
    Attack(
        "sorts of tokens without end",
        add("game.toml", "[[components.tokens.token]]\nper-player = 500\n" * 2000),
        1,
    ),
    Attack(
        "rows without end",
        component('kind = "score-sheet"\ntitle = "S"\nrows = 1000000000\nentries = ["a"]'),
        1,
        ("rows",),
    ),
    Attack(
        "entries without end",
        component(
            'kind = "score-sheet"\ntitle = "S"\nrows = 3\nentries = [' + '"a",' * 100_000 + "]"
        ),
        1,
        ("entries",),
    ),
    Attack(
        "dice without end", component('kind = "dice"\nper-player = 1000000000'), 1, ("per-player",)
    ),
    Attack("a die of no size", component('kind = "dice"\nsize = nan'), 1, ("size",)),
    Attack("a die without end", component('kind = "dice"\nsize = 1e300'), 1, ("size",)),
    Attack(
        "areas without number",
        component(
            'kind = "mat"\ntitle = "M"\n[[components.more.area]]\ntitle = "A"\nbox = [nan, nan, nan, nan]'
        ),
        1,
        ("box",),
    ),
    Attack(
        "areas without end",
        component(
            'kind = "mat"\ntitle = "M"\n'
            + '[[components.more.area]]\ntitle = "A"\nbox = [0, 0, 10, 10]\n' * 20000
        ),
        1,
        ("overlap",),
    ),
    Attack(
        "boxes without end",
        component('kind = "tuck-box"\nicon = "attack"\nboxes = 1000000000'),
        1,
        ("boxes",),
    ),
    Attack(
        "a start without end",
        component(
            f'kind = "mat"\ntitle = "M"\n[[components.more.area]]\ntitle = "A"\nbox = [0, 0, 90, 90]\nstart = {"9" * 4000}'
        ),
        1,
    ),
    Attack(
        "a face of tiles",
        edit(
            "den-back.toml", "tile = [10.583333, 8.89]\nsize = 6", "tile = [0.5, 0.5]\nsize = 0.5"
        ),
        1,
        ("tile",),
    ),
    Attack(
        "a face of boxes out of all measure",
        edit("den-back.toml", "box = [-3.2, -3.2, 69.9, 95.3]", "box = [-1000, -1000, 1000, 1000]"),
        1,
    ),
    Attack("a width of nothing", edit("den.toml", "width = 0.35", "width = nan"), 1),
    Attack(
        "a radius of infinity",
        edit("den.toml", 'shape = "circle"', 'shape = "circle"\nradius = inf'),
        1,
    ),
    Attack(
        "art of no size",
        edit("den.toml", "art = [3.5, 15.1, 56.5, 38]", "art = [nan, inf, nan, -1]"),
        1,
    ),
    Attack(
        "a bleed of no size",
        edit("den.toml", 'extends = "base"', 'extends = "base"\nbleed = nan'),
        1,
    ),
    Attack(
        "a bleed without end",
        edit("den.toml", 'extends = "base"', 'extends = "base"\nbleed = 1e300\nsafe = -1e300'),
        1,
    ),
    Attack(
        "a card as large as a house",
        edit("den.toml", 'extends = "base"', 'extends = "base"\ncard = [1000, 1000]'),
        2,
    ),
    Attack(
        "lines without end",
        edit("den.toml", 'style = "title"', 'style = "title"\n[text.title]\nlines = 1000000000'),
        1,
    ),
    Attack(
        "copies without end",
        edit(
            "game.toml",
            'deck = "cards"',
            'deck = "cards"\nlarge-game = { players = 2, copies = 1000000000 }',
        ),
        1,
    ),
    Attack("an option without end", edit("game.toml", "default = 10", f"default = {'9' * 400}"), 1),
    Attack("a seat that is none", edit("den.toml", 'shape = "circle"', 'seat = "{title}"'), 1),
    Attack("pips of no number", edit("den.toml", 'shape = "circle"', 'pips = "² attack"'), 0),
]
