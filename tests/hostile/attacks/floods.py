"""More than can be read: files without end, and data nested without end."""

from __future__ import annotations

from dens import Attack, Den, png, svg
from plants import Plant, add, both, card, edit, gigabyte, remove, rows, write


def when(condition: str) -> Plant:
    return edit("den.toml", 'when = "strength"', f'when = "{condition}"')


def text(value: str) -> Plant:
    """A text of the game's own."""
    return edit("game.toml", 'title = "Den"', f'title = "Den"\ntext = """{value}"""')


def templates(den: Den) -> None:
    """Each template extends the next."""
    den.edit("den.toml", '"base"', '"t0"')
    for n in range(3000):
        (den.root / f"templates/t{n}.toml").write_text(f'extends = "t{n + 1}"')


def many(count: int, table: str) -> str:
    """A table of TOML so many times, ``{n}`` being its number."""
    return "\n".join(table.format(n=n) for n in range(count))


ELEMENT = "[element.e{n}]\nbox = [5, 5, 9, 9]\nshape = 'rectangle'\nafter = 'band'"
COLUMNS = "\n" + "|a" * 2000 + "|\n" + "|-" * 2000 + "|\n" + ("|b" * 2000 + "|\n") * 20

FILES = [
    Attack("100,000 rows", rows(100_000), 1, ("rows",)),
    Attack("thousands of rows, a thousand copies each", rows(3_000, 1000), 1, ("cards",)),
    Attack(
        "a sparse gigabyte of cards",
        gigabyte("cards/den/deck.csv", b"no,id,title,kind\n"),
        1,
        ("MB",),
    ),
    Attack("a sparse gigabyte of game", gigabyte("cards/den/game.toml"), 1, ("MB",)),
    Attack("50 MB of game", lambda den: den.add("game.toml", "# " + "x" * 50_000_000), 1, ("MB",)),
    Attack("a sparse gigabyte of rules", gigabyte("cards/den/rulebook.md"), 1, ("MB",)),
    Attack("a sparse gigabyte of picture", gigabyte("art/den/jab.png", png(9, 9)), 1, ("MB",)),
    Attack("a sparse gigabyte of SVG", gigabyte("art/den/jab.svg", svg("")), 1, ("MB",)),
    Attack(
        "a sparse gigabyte of spreadsheet",
        both(remove("deck.csv"), gigabyte("cards/den/deck.xlsx", b"PK\3\4")),
        1,
    ),
    Attack("a sparse gigabyte of icons", gigabyte("templates/icons.toml"), 1, ("MB",)),
    Attack("a sparse gigabyte of settings", gigabyte("brawlprint.toml"), 1, ("MB",)),
    Attack("a sparse gigabyte of manifest", gigabyte("output/den/manifest.json"), 0),
    Attack(
        "a manifest of brackets",
        both(
            *(write(f"output/den/{n}.json", "[" * 500_000) for n in ("manifest", "printed")),
        ),
        0,
    ),
]

DEPTHS = [
    Attack(
        "lists in lists",
        add("game.toml", f"[x]\na = {'[' * 20_000}{']' * 20_000}"),
        1,
        ("deep",),
    ),
    Attack("tables in tables", add("game.toml", f"[{'.'.join(['a'] * 20_000)}]"), 1, ("deep",)),
    Attack("a key of a million parts", add("game.toml", f"{'a.' * 900_000}a = 1"), 1, ("deep",)),
    Attack("brackets in a condition", when("(" * 20_000), 1, ("long",)),
    Attack("a condition that says no and no", when("not " * 200 + "strength"), 1, ("deep",)),
    Attack("a condition of brackets", when("(" * 300 + "strength" + ")" * 300), 1, ("deep",)),
    Attack("a condition without end", when("strength or " * 60_000 + "strength"), 1, ("long",)),
    Attack("a condition that is no regex", when("'" + "a" * 900_000), 1, ("long",)),
    Attack("a line of spaces", text("\n[" + " " * 200_000 + "\n"), 1, ("text",)),
    Attack(
        "templates that go round",
        edit("den-back.toml", 'extends = "base"', 'extends = "den-back"'),
        1,
        ("loop",),
    ),
    Attack("templates without end", templates, 1),
    Attack("elements without end", add("den.toml", many(12_000, ELEMENT)), 1, ("elements",)),
    Attack("kinds without end", add("game.toml", many(20_000, "[kinds.k{n}]\nword = 'K'")), 0),
    Attack("faults without end", rows(20_000, kind="x" * 400), 1, ("known kind",)),
    Attack("a text without end", card("text", "word " * 900), 1),
    Attack("a word without end", card("text", "w" * 4_900), 1),
    Attack("emphasis without end", add("rulebook.md", "*a " * 40_000 + "[" * 40_000), 1),
    Attack("quotes in quotes", add("rulebook.md", ">" * 3000 + " a"), 1, ("too deep",)),
    Attack("lists in lists of rules", add("rulebook.md", "- " * 3000 + " a"), 1, ("too deep",)),
    Attack("a table of a thousand columns", add("rulebook.md", COLUMNS), 1),
]

FLOODS = [*FILES, *DEPTHS]
