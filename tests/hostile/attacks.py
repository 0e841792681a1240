"""Every attack: what is planted, what a build then ends with, and what it says."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from dens import SECRET, WRITES_A_FILE, Attack, Den, chunk, png, sparse, svg, workbook

EDIT = Callable[[Den], object]


def edit(name: str, old: str, new: str) -> EDIT:
    return lambda den: den.edit(name, old, new)


def card(column: str, value: str) -> EDIT:
    """A value in the first card's row."""

    def plant(den: Den) -> None:
        lines = den.path("deck.csv").read_text("utf-8").splitlines()
        cells = lines[1].split(",")
        cells[lines[0].split(",").index(column)] = value
        lines[1] = ",".join(cells)
        den.path("deck.csv").write_text("\n".join(lines) + "\n", "utf-8")

    return plant


def rows(count: int, copies: int = 1) -> EDIT:
    def plant(den: Den) -> None:
        with den.path("deck.csv").open("w", encoding="utf-8") as file:
            file.write("no,id,title,copies,kind,strength,effect,text,picture,note\n")
            for no in range(1, count + 1):
                file.write(
                    f"{no},card-{no},Card {no},{copies},attack,1,,Your target loses 1 breath.,,\n"
                )

    return plant


def linked(name: str, to: str, folder: bool = False) -> EDIT:
    return lambda den: den.link(name, den.outside / to if to else den.outside, folder=folder)


def art(name: str, data: bytes) -> EDIT:
    return lambda den: den.art(name, data)


def both(*plants: EDIT) -> EDIT:
    return lambda den: [plant(den) for plant in plants]


def component(text: str) -> EDIT:
    return lambda den: den.component(text)


def when(condition: str) -> EDIT:
    return edit("den.toml", 'when = "strength"', f'when = "{condition}"')


OUT = "leads outside the workspace"

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
    Attack(
        "a file is a pipe",
        lambda den: (den.path("deck.csv").unlink(), os.mkfifo(den.path("deck.csv"))),
        1,
    ),
    Attack(
        "art is a pipe",
        lambda den: (den.art("x.png", b""), os.mkfifo(den.root / "art/den/jab.png")),
        0,
    ),
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
        both(
            *(
                linked(f"output/den/.{n}.part", "victim.txt")
                for n in ("cards.pdf", "gallery.png", "jab.png")
            )
        ),
        0,
    ),
    Attack("an old PDF is a link", linked("output/den/cards.pdf", "victim.txt"), 0),
    Attack(
        "an old PDF is a pipe",
        lambda den: (
            (den.root / "output/den").mkdir(parents=True),
            os.mkfifo(den.root / "output/den/cards.pdf"),
        ),
        0,
    ),
    Attack("the manifest is a link", linked("output/den/manifest.json", "secret.txt"), 0),
]

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

NUMBERS = [
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
        lambda den: den.add("game.toml", "[[components.tokens.token]]\nper-player = 500\n" * 2000),
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

BOMBS = [
    Attack("100,000 rows", rows(100_000), 1, ("rows",)),
    Attack("thousands of rows, a thousand copies each", rows(3_000, 1000), 1, ("cards",)),
    Attack(
        "a sparse gigabyte of cards",
        lambda den: sparse(den.path("deck.csv"), 1_000_000_000, b"no,id,title,kind\n"),
        1,
        ("MB",),
    ),
    Attack(
        "a sparse gigabyte of game",
        lambda den: sparse(den.path("game.toml"), 1_000_000_000),
        1,
        ("MB",),
    ),
    Attack("50 MB of game", lambda den: den.add("game.toml", "# " + "x" * 50_000_000), 1, ("MB",)),
    Attack(
        "a sparse gigabyte of rules",
        lambda den: sparse(den.path("rulebook.md"), 1_000_000_000),
        1,
        ("MB",),
    ),
    Attack(
        "a sparse gigabyte of picture",
        lambda den: (
            den.art("jab.png", b""),
            sparse(den.root / "art/den/jab.png", 1_000_000_000, png(9, 9)),
        ),
        1,
        ("MB",),
    ),
    Attack(
        "a sparse gigabyte of SVG",
        lambda den: (
            den.art("jab.svg", b""),
            sparse(den.root / "art/den/jab.svg", 1_000_000_000, svg("")),
        ),
        1,
        ("MB",),
    ),
    Attack(
        "a sparse gigabyte of spreadsheet",
        lambda den: (
            den.path("deck.csv").unlink(),
            sparse(den.root / "cards/den/deck.xlsx", 1_000_000_000, b"PK\3\4"),
        ),
        1,
    ),
    Attack(
        "a sparse gigabyte of icons",
        lambda den: sparse(den.root / "templates/icons.toml", 1_000_000_000),
        1,
        ("MB",),
    ),
    Attack(
        "a sparse gigabyte of settings",
        lambda den: sparse(den.root / "brawlprint.toml", 1_000_000_000),
        1,
        ("MB",),
    ),
    Attack(
        "a sparse gigabyte of manifest",
        lambda den: (
            (den.root / "output/den").mkdir(parents=True),
            sparse(den.root / "output/den/manifest.json", 1_000_000_000),
        ),
        0,
    ),
    Attack(
        "a manifest of brackets",
        lambda den: (
            (den.root / "output/den").mkdir(parents=True),
            [
                (den.root / "output/den" / n).write_text("[" * 500_000)
                for n in ("manifest.json", "printed.json")
            ],
        ),
        0,
    ),
    Attack(
        "lists in lists",
        lambda den: den.add("game.toml", f"[x]\na = {'[' * 20_000}{']' * 20_000}"),
        1,
        ("deep",),
    ),
    Attack(
        "tables in tables",
        lambda den: den.add("game.toml", f"[{'.'.join(['a'] * 20_000)}]"),
        1,
        ("deep",),
    ),
    Attack(
        "a key of a million parts",
        lambda den: den.add("game.toml", f"{'a.' * 900_000}a = 1"),
        1,
        ("deep",),
    ),
    Attack("brackets in a condition", when("(" * 20_000), 1, ("long",)),
    Attack("a condition that says no and no", when("not " * 200 + "strength"), 1, ("deep",)),
    Attack("a condition of brackets", when("(" * 300 + "strength" + ")" * 300), 1, ("deep",)),
    Attack("a condition without end", when("strength or " * 60_000 + "strength"), 1, ("long",)),
    Attack("a condition that is no regex", when("'" + "a" * 900_000), 1, ("long",)),
    Attack(
        "a line of spaces",
        edit(
            "game.toml", 'title = "Den"', 'title = "Den"\ntext = """\n[' + " " * 200_000 + '\n"""'
        ),
        1,
        ("text",),
    ),
    Attack(
        "templates that go round",
        edit("den-back.toml", 'extends = "base"', 'extends = "den-back"'),
        1,
        ("loop",),
    ),
    Attack(
        "templates without end",
        lambda den: (
            den.edit("den.toml", '"base"', '"t0"'),
            [
                (den.root / f"templates/t{n}.toml").write_text(f'extends = "t{n + 1}"')
                for n in range(3000)
            ],
        ),
        1,
    ),
    Attack(
        "elements without end",
        lambda den: den.add(
            "den.toml",
            "\n".join(
                f"[element.e{n}]\nbox = [5, 5, 9, 9]\nshape = 'rectangle'\nafter = 'band'"
                for n in range(12_000)
            ),
        ),
        1,
        ("elements",),
    ),
    Attack(
        "kinds without end",
        lambda den: den.add(
            "game.toml", "\n".join(f"[kinds.k{n}]\nword = 'K'" for n in range(20_000))
        ),
        0,
    ),
    Attack(
        "faults without end",
        lambda den: (
            rows(20_000)(den),
            den.path("deck.csv").write_text(
                den.path("deck.csv").read_text().replace(",attack,", f",{'x' * 400},")
            ),
        ),
        1,
        ("known kind",),
    ),
    Attack("a text without end", card("text", "word " * 900), 1),
    Attack("a word without end", card("text", "w" * 4_900), 1),
    Attack(
        "emphasis without end", lambda den: den.add("rulebook.md", "*a " * 40_000 + "[" * 40_000), 1
    ),
    Attack(
        "quotes in quotes", lambda den: den.add("rulebook.md", ">" * 3000 + " a"), 1, ("too deep",)
    ),
    Attack(
        "lists in lists of rules",
        lambda den: den.add("rulebook.md", "- " * 3000 + " a"),
        1,
        ("too deep",),
    ),
    Attack(
        "a table of a thousand columns",
        lambda den: den.add(
            "rulebook.md",
            "\n" + "|a" * 2000 + "|\n" + "|-" * 2000 + "|\n" + ("|b" * 2000 + "|\n") * 20,
        ),
        1,
    ),
]

SVGS = [
    Attack("svg: a script", art("jab.svg", svg("<script>alert(1)</script>")), 1, ("scripts",)),
    Attack(
        "svg: a handler",
        art("jab.svg", svg('<rect width="9" height="9" onload="x()"/>')),
        1,
        ("scripts",),
    ),
    Attack(
        "svg: an entity",
        art("jab.svg", svg("&e;", '<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>')),
        1,
        ("entities",),
    ),
    Attack(
        "svg: a billion laughs",
        art(
            "jab.svg",
            svg(
                "&i;",
                "<!DOCTYPE svg [<!ENTITY a 'ha'>"
                + "".join(f"<!ENTITY {b} '{f'&{a};' * 10}'>" for a, b in pairwise("abcdefghi"))
                + "]>",
            ),
        ),
        1,
        ("entities",),
    ),
    Attack(
        "svg: an entity in UTF-16",
        art(
            "jab.svg",
            svg("&e;", '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE svg [<!ENTITY e "x">]>')
            .decode()
            .encode("utf-16"),
        ),
        1,
        ("entities",),
    ),
    Attack(
        "svg: another file",
        art("jab.svg", svg('<image href="file:///etc/passwd" width="9" height="9"/>')),
        1,
        ("refers",),
    ),
    Attack(
        "svg: another file by xlink",
        art(
            "jab.svg",
            svg(
                '<use xmlns:x="http://www.w3.org/1999/xlink" x:href="http://127.0.0.1:9/x.svg#a"/>'
            ),
        ),
        1,
        ("refers",),
    ),
    Attack(
        "svg: data",
        art("jab.svg", svg('<image href="data:image/png;base64,AAAA" width="9" height="9"/>')),
        1,
        ("refers",),
    ),
    Attack(
        "svg: a style that fetches",
        art(
            "jab.svg",
            svg('<style>@import "http://127.0.0.1:9/x.css";</style><rect width="9" height="9"/>'),
        ),
        1,
        ("style sheet",),
    ),
    Attack(
        "svg: a fill that fetches",
        art("jab.svg", svg('<rect width="9" height="9" style="fill:url(http://127.0.0.1:9/x)"/>')),
        1,
        ("refers",),
    ),
    Attack(
        "svg: an include",
        art(
            "jab.svg",
            svg(
                '<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>'
            ),
        ),
        1,
        ("refers",),
    ),
    Attack(
        "svg: a foreign object",
        art("jab.svg", svg("<foreignObject><b>x</b></foreignObject>")),
        1,
        ("can't be drawn",),
    ),
    Attack(
        "svg: uses of uses",
        art(
            "jab.svg",
            svg(
                "".join(
                    f'<g id="g{n}"><use href="#g{n - 1}"/><use href="#g{n - 1}"/></g>'
                    for n in range(1, 60)
                )
            ),
        ),
        1,
        ("can't be drawn",),
    ),
    Attack(
        "svg: groups in groups",
        art("jab.svg", svg("<g>" * 100_000 + "</g>" * 100_000)),
        1,
        ("nested",),
    ),
    Attack(
        "svg: a stylesheet by instruction",
        art(
            "jab.svg",
            svg(
                '<rect width="9" height="9"/>', '<?xml-stylesheet href="http://127.0.0.1:9/x.css"?>'
            ),
        ),
        0,
    ),
    Attack(
        "svg: a transform without end",
        art("jab.svg", svg(f'<rect width="9" height="9" transform="{"a" * 900_000}"/>')),
        1,
        ("transform",),
    ),
    Attack(
        "svg: transforms never closed",
        art("jab.svg", svg(f'<rect width="9" height="9" transform="{"scale(" * 150_000}"/>')),
        1,
        ("transform",),
    ),
    Attack(
        "svg: shapes without end",
        art("jab.svg", svg('<rect width="1" height="1"/>' * 60_000)),
        1,
        ("shapes",),
    ),
    Attack("svg: a path without end", art("jab.svg", svg(f'<path d="M0 0{"h1" * 900_000}"/>')), 1),
    Attack(
        "svg: arcs without end",
        art("jab.svg", svg(f'<path d="M0 0{"a9 9 0 1 1 9 9" * 120_000}"/>')),
        1,
    ),
    Attack("svg: numbers beyond all", art("jab.svg", svg('<rect width="1e999" height="9"/>')), 1),
    Attack(
        "svg: a point far away",
        art(
            "jab.svg",
            svg('<rect x="1e300" width="1e300" height="1e300" transform="scale(1e300)"/>'),
        ),
        1,
    ),
]

PNGS = [
    Attack(
        "png: 300 megapixels",
        art("jab.png", png(20_000, 15_000, rows=10)),
        1,
        ("300,000,000 pixels",),
    ),
    Attack("png: four billion pixels", art("jab.png", png(2**31 - 1, 2, rows=0)), 1),
    Attack("png: 61 megapixels", art("jab.png", png(8_000, 7_700)), 1, ("megapixels",)),
    Attack("png: 50 megapixels of nothing", art("jab.png", png(8_000, 6_250)), 0),
    Attack(
        "png: a text that unpacks",
        art(
            "jab.png",
            png(300, 300, chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(300_000_000), 9))),
        ),
        1,
    ),
    Attack(
        "png: an international text that unpacks",
        art(
            "jab.png",
            png(300, 300, chunk(b"iTXt", b"a\0\1\0\0\0" + zlib.compress(bytes(300_000_000), 9))),
        ),
        1,
    ),
    Attack(
        "png: a profile that unpacks",
        art(
            "jab.png",
            png(300, 300, chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(300_000_000), 9))),
        ),
        1,
    ),
    Attack("png: more rows than it has", art("jab.png", png(300, 300, rows=100_000)), 0),
    Attack("png: fewer rows than it has", art("jab.png", png(300, 300, rows=3)), 0),
    Attack(
        "png: a chunk longer than the file",
        art("jab.png", png(300, 300)[:33] + struct.pack(">I", 2**31 - 1) + b"tEXtabc"),
        1,
    ),
    Attack(
        "png: an animation",
        art("jab.png", png(300, 300, chunk(b"acTL", struct.pack(">II", 2**31 - 1, 0)))),
        0,
    ),
    Attack("png: a text that it isn't", art("jab.png", SECRET.encode()), 1),
    Attack("jpg: an image of another sort", art("jab.jpg", b"GIF89a" + bytes(50)), 1),
    Attack(
        "jpg: as large as can be",
        art(
            "jab.jpg",
            bytes.fromhex("ffd8ffc0000b08ffffffff01011100ffda0008010100003f00")
            + bytes(500)
            + b"\xff\xd9",
        ),
        1,
    ),
]


def xlsx(**parts: bytes) -> EDIT:
    def plant(den: Den) -> None:
        den.path("deck.csv").unlink()
        workbook(den.root / "cards/den/deck.xlsx", **parts)

    return plant


NS = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LAUGHS = (
    b'<!DOCTYPE x [<!ENTITY a "ha">'
    + b"".join(b'<!ENTITY %c "%s">' % (b, b"&%c;" % a * 10) for a, b in pairwise(b"abcdefghi"))
    + b"]>"
)
BOOKS = [
    Attack(
        "xlsx: a billion laughs",
        xlsx(
            **{
                "xl__worksheets__sheet1.xml": LAUGHS
                + b"<worksheet %s><sheetData><row><c t='str'><v>&i;</v></c></row></sheetData></worksheet>"
                % NS
            }
        ),
        1,
        ("entities",),
    ),
    Attack(
        "xlsx: laughs behind much space",
        xlsx(
            **{
                "xl__worksheets__sheet1.xml": b"<?xml version='1.0'?>"
                + b" " * 5000
                + LAUGHS
                + b"<worksheet %s><sheetData><row><c t='str'><v>&i;</v></c></row></sheetData></worksheet>"
                % NS
            }
        ),
        1,
        ("entities",),
    ),
    Attack(
        "xlsx: unpacks to a gigabyte",
        xlsx(**{"xl__worksheets__sheet1.xml": b" " * 200_000_000}),
        1,
        ("MB",),
    ),
    Attack(
        "xlsx: styles without end",
        xlsx(
            **{
                "xl__styles.xml": b"<styleSheet %s><cellXfs>%s</cellXfs></styleSheet>"
                % (NS, b"<xf/>" * 11_000_000)
            }
        ),
        1,
    ),
    Attack(
        "xlsx: strings without end",
        xlsx(
            **{
                "xl__sharedStrings.xml": b"<sst %s>%s</sst>"
                % (NS, b"<si><t>a</t></si>" * 3_500_000)
            }
        ),
        1,
    ),
    Attack(
        "xlsx: rows without end",
        xlsx(
            **{
                "xl__worksheets__sheet1.xml": b"<worksheet %s><sheetData>%s</sheetData></worksheet>"
                % (NS, b"<row/>" * 9_000_000)
            }
        ),
        1,
    ),
    Attack(
        "xlsx: a row a billion down",
        xlsx(
            **{
                "xl__worksheets__sheet1.xml": b"<worksheet %s><sheetData><row r='1000000000'><c r='A1000000000' t='str'><v>no</v></c></row></sheetData></worksheet>"
                % NS
            }
        ),
        1,
    ),
    Attack(
        "xlsx: a column far right",
        xlsx(
            **{
                "xl__worksheets__sheet1.xml": b"<worksheet %s><sheetData><row r='1'><c r='XFD1' t='str'><v>no</v></c></row></sheetData></worksheet>"
                % NS
            }
        ),
        1,
    ),
    Attack(
        "xlsx: no workbook at all",
        lambda den: (
            den.path("deck.csv").unlink(),
            (den.root / "cards/den/deck.xlsx").write_bytes(b"PK\5\6" + bytes(18)),
        ),
        1,
    ),
]

ESC = "\x1b[2J\x1b]0;owned\x07"
TERMINAL = [
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
    Attack(
        "a folder that rings",
        lambda den: (
            (den.root / f"cards/x{ESC}").mkdir(),
            (den.root / f"cards/x{ESC}/deck.csv").write_text("a"),
        ),
        1,
    ),
    Attack(
        "a folder with a line's end",
        lambda den: (
            (den.root / "cards/x\nError: y").mkdir(),
            (den.root / "cards/x\nError: y/deck.csv").write_text("a"),
        ),
        1,
    ),
    Attack(
        "a folder of no encoding",
        lambda den: (
            Path(f"{den.root}/cards/x\udcff").mkdir(),
            Path(f"{den.root}/cards/x\udcff/deck.csv").write_text("a"),
        ),
        1,
    ),
    Attack("art that rings", lambda den: den.art(f"x{ESC}.png", png(9, 9)), 0),
    Attack(
        "SVG that rings",
        art("jab.svg", svg(f'<rect fill="{chr(0x9B)}2J" width="9" height="9"/>')),
        1,
    ),
    Attack(
        "a settings' value that rings",
        lambda den: (den.root / "brawlprint.toml").write_text('[print]\npaper = "\\u001b[2J"'),
        1,
        ("U+001B",),
    ),
]

SETTINGS = [
    Attack(
        "settings of no sense",
        lambda den: (den.root / "brawlprint.toml").write_text('[print]\npaper = "1e300x1e300mm"'),
        2,
    ),
    Attack(
        "settings without number",
        lambda den: (den.root / "brawlprint.toml").write_text(
            "[print]\nbleed = nan\nmargins = [inf, 1, 1, 1]"
        ),
        2,
    ),
    Attack(
        "a card of nothing",
        lambda den: (den.root / "brawlprint.toml").write_text(
            '[print]\ncard-size = "0.0001x0.0001mm"'
        ),
        2,
    ),
    Attack(
        "a profile with a path",
        lambda den: (den.root / "brawlprint.toml").write_text(
            '[print]\nprofile = "../../outside/x"'
        ),
        2,
        ("profile",),
    ),
]

CODE = [
    Attack(
        "rules that write", lambda den: (den.root / "rules/den.py").write_text(WRITES_A_FILE), 0
    ),
    Attack(
        "modules that write",
        lambda den: [
            (den.root / name).write_text(WRITES_A_FILE)
            for name in (
                "json.py",
                "sitecustomize.py",
                "openpyxl.py",
                "reportlab.py",
                "pikepdf.py",
                "conftest.py",
                "rules/__init__.py",
                "cards/__init__.py",
                "brawlprint_rules.py",
            )
        ],
        0,
    ),
]

ATTACKS = [*LINKS, *PATHS, *NUMBERS, *BOMBS, *SVGS, *PNGS, *BOOKS, *TERMINAL, *SETTINGS, *CODE]
