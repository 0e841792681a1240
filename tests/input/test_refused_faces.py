"""What is refused only once something is drawn: misfits, missing characters, templates, parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from faults import (
    GAME,
    NOT_UTF_8,
    Fault,
    Spoil,
    assert_refused,
    cell,
    deck,
    edit,
    game,
    gone,
    ids,
    raw,
    toml,
)

if TYPE_CHECKING:
    from conftest import Pub, Run

HOUSE, BASE = "house.toml", "base.toml"


def look(name: str, file: str, old: str, new: str, key: str | None, *says: str) -> Fault:
    """A fault in a template, on the last line of what is put there."""
    return Fault(name, edit(file, old, new), f"templates/{file}", new, key, says)


def lost(
    name: str, spoil: Spoil, file: str, row: int | str | None, key: str | None, *says: str
) -> Fault:
    """A fault of a whole template."""
    return Fault(name, spoil, f"templates/{file}", row, key, says)


LONG = "word " * 99
DRAWN = [
    deck(
        "long text",
        cell(24, text=LONG),
        24,
        "text",
        "'word word ",
        "at 7 pt",
        "shorten it by about",
    ),
    deck(
        "long title", cell(24, title="Two " * 40), 24, "title", "'TWO TWO ", "at 9.5 pt", "shorten"
    ),
    deck("wide word", cell(24, text="o" * 80), 24, "text", f"'{'o' * 80}'", "52.9 mm", "hyphenate"),
    deck("wide title", cell(24, title="O" * 50), 24, "title", f"'{'O' * 50}'", "mm", "hyphenate"),
    deck("emoji in the text", cell(24, text="Ale 🍺"), 24, "text", "'🍺' (U+1F37A) of 'Ale 🍺'"),
    deck("emoji in the title", cell(24, title="Ale 🍺"), 24, "title", "'🍺' (U+1F37A)", "another"),
    deck("Chinese text", cell(24, text="酒"), 24, "text", "'酒' (U+9152)", "use another character"),
    deck("Chinese title", cell(24, title="酒"), 24, "title", "'酒' (U+9152)", "another character"),
    deck("NUL in the text", cell(24, text="a\0b"), 24, "text", r"'\x00' (U+0000) of 'a\x00b'"),
    deck("NUL in the title", cell(24, title="a\0b"), 24, "title", r"'\x00' (U+0000)"),
    deck("bell", cell(24, title="a\ab"), 24, "title", r"'\x07' (U+0007)", "another character"),
    deck("escape", cell(24, text="\x1b[31m"), 24, "text", r"'\x1b' (U+001B)", "another character"),
    deck("tab", cell(24, text="a\tb"), 24, "text", r"'\t' (U+0009)", "another character"),
    deck("right to left", cell(24, text="a\u202eb"), 24, "text", r"'\u202e' (U+202E)", "another"),
    deck("no character", cell(24, title="a\uffffb"), 24, "title", r"'\uffff' (U+FFFF)", "another"),
    deck("too many traits", cell(2, traits="ESFTMGNZ"), 2, "traits", "EMPLOYEE, STRONG", "fewer"),
    toml("emoji in the game's title", "Tavern Brawl", "Bar 🍺", "title", "'🍺'", "another"),
    toml("long game's title", "Tavern Brawl", "Bar " * 30, "title", "'BAR BAR ", "shorten it"),
    toml("emoji in a kind", '"Attack"', '"A 🍺"', "kinds.attack.word", "'🍺'", "another"),
    toml(
        "emoji in a need",
        '"Thief only"',
        '"🍺"',
        "columns.needs.values.thief.word",
        "'🍺' (U+1F37A)",
        "use another character",
    ),
    game(
        "icon of a kind",
        edit("game.toml", 'icon = "attack"', 'icon = "atack"'),
        '"atack"',
        "kinds.attack.icon",
        "'atack'",
        "did you mean 'attack'",
    ),
    toml(
        "icon of a trait",
        'word = "Employee", icon = "employee"',
        'word = "Employee", icon = "employe"',
        "columns.traits.values.E.icon",
        "'employe'",
        "did you mean 'employee'?",
    ),
    toml(
        "deck of a component",
        'deck = "cards"',
        'deck = "crads"',
        "components.cards.deck",
        "'cards'",
    ),
    toml(
        "kind of component", 'kind = "cards"', 'kind = "crads"', "components.cards.kind", "'cards'"
    ),
]

TEMPLATES = [
    lost("cp1252", raw(HOUSE, b"\n# caf\xe9\n"), HOUSE, 2, None, "0xE9", NOT_UTF_8),
    lost("empty", raw(HOUSE, b""), HOUSE, None, None, "'card' is missing", "add  card = "),
    lost(
        "missing",
        edit("game.toml", '"house"', '"hut"'),
        "hut.toml",
        None,
        None,
        "game.toml names it",
    ),
    lost(
        "base missing",
        edit(HOUSE, '"base"', '"bass"'),
        "bass.toml",
        None,
        None,
        "'house' extends it",
    ),
    lost(
        "extends itself",
        edit(HOUSE, '"base"', '"house"'),
        HOUSE,
        None,
        "extends",
        "house → house is",
    ),
    lost(
        "loop",
        edit(BASE, "bleed =", 'extends = "house"\nbleed ='),
        BASE,
        None,
        "extends",
        "base → house → base is a loop",
        "let one of them extend nothing",
    ),
    lost(
        "above",
        edit("game.toml", '"house"', '"../templates/house"'),
        "../templates/house.toml",
        None,
        None,
        "missing",
    ),
    look("syntax", HOUSE, '= "base"', "= base", None, "'extends = base'", "as TOML"),
    look("extends a number", HOUSE, '= "base"', "= 3", "extends", "3 is no template's name"),
    look(
        "extends a path",
        HOUSE,
        '= "base"',
        '= "../base"',
        "extends",
        "'../base'",
        "name a template",
    ),
    look(
        "key",
        HOUSE,
        "[element.tab]",
        "[element.tab]\nfil = 1",
        "element.tab.fil",
        "'fil'",
        "'fill'",
    ),
    look(
        "key of the base",
        BASE,
        "radius = 3",
        "radus = 3",
        "element.frame.radus",
        "'radus'",
        "'radius'",
    ),
    look("table", BASE, "[fonts]", "[fnts]", "fnts", "'fnts'", "did you mean 'fonts'?"),
    look(
        "colour",
        HOUSE,
        'fill = "tint"',
        'fill = "tin"',
        "element.picture-wall.fill",
        "'tin'",
        "'tint'",
    ),
    look(
        "colour of a text",
        BASE,
        '"on-band"',
        '"no-band"',
        "text.title.colour",
        "'no-band'",
        "'on-ba",
    ),
    look("no colour", BASE, '"#E69F00"', '"orange"', "palette.gold", "'orange'", "write '#RRGGBB'"),
    look(
        "no colour of a kind",
        HOUSE,
        'band = "#0072B2"',
        'band = "#0072B"',
        "kind.character.palette.band",
        "'#0072B'",
        "write '#RRGGBB'",
    ),
    look("font", BASE, "Condensed-ExtraBold", "Condensed-Blod", "fonts.title", "-Blod'", "fontpkg"),
    look("font a path", BASE, "Barlow", "../Barlow", "fonts.title", "'../Barlow", "fontpkg"),
    look(
        "font of a text",
        BASE,
        'font = "title"',
        'font = "tilt"',
        "text.title.font",
        "'tilt'",
        "'title'",
    ),
    look(
        "style of a text",
        HOUSE,
        '= "number"',
        '= "numb"',
        "element.strength.style",
        "'numb'",
        "'number'",
    ),
    look("size 0", BASE, "size = 10", "size = 0", "text.body.size", "0 does not fit", "at least 1"),
    look(
        "size inf", BASE, "size = 10", "size = inf", "text.body.size", "inf does not", "at most 400"
    ),
    look("size nan", BASE, "size = 10", "size = nan", "text.body.size", "nan does not fit"),
    look(
        "floor over size",
        BASE,
        "size = 10\nfloor = 7",
        "size = 10\nfloor = 11",
        "text.body.floor",
        "11",
    ),
    look(
        "no leading",
        BASE,
        "leading = 1.2",
        "leading = 0.1",
        "text.body.leading",
        "0.1 does not fit",
        "at least 0.5",
    ),
    look(
        "tile 0",
        "house-back.toml",
        "[10.583333,",
        "[0,",
        "element.pattern.tile[0]",
        "0 does not fit",
    ),
    look(
        "box outside the safe zone",
        HOUSE,
        "[5.3, 58.2, 52.9, 21.8]",
        "[5.3, 58.2, 52.9, 31.8]",
        "element.text.box",
        "[5.3, 58.2, 52.9, 31.8]",
        "keep it within 3.2 to 60.3 across and 3.2 to 85.7 down",
    ),
    look("box nan", HOUSE, "[5.3, 58.2", "[nan, 58.2", "element.text.box[0]", "nan", "a number at"),
    look(
        "box of 3",
        HOUSE,
        "52.9, 21.8]",
        "52.9]",
        "element.text.box",
        "[5.3, 58.2, 52.9]",
        "length 4",
    ),
    look(
        "condition",
        HOUSE,
        'when = "hits ',
        'when = "= ',
        "element.hits-only.when",
        "'= and not strength'",
        "such as: ",
    ),
    look(
        "after",
        HOUSE,
        "[element.tab]",
        '[element.tab]\nafter = "x"',
        "element.tab.after",
        "'x'",
        "known",
    ),
    look(
        "icon",
        "house-back.toml",
        '"dragon"',
        '"dragn"',
        "element.emblem.icon",
        "'dragn'",
        "'dragon'",
    ),
    look(
        "shape",
        HOUSE,
        'shape = "line"',
        'shape = "lien"',
        "element.band-line.shape",
        "'ien'",
        "write rectangle",
    ),
    lost(
        "two things",
        edit(HOUSE, "[element.badge]", '[element.two]\nicon = "x"'),
        HOUSE,
        "[element.two]",
        "element.two",
        "icon, shape",
        "give it one of",
    ),
]


def part(name: str, old: str, new: str, row: str, key: str, *says: str) -> Fault:
    """A fault in the parameters of a component beside the cards."""
    args = ("build", "pub", "--only", key.split(".", maxsplit=1)[0])
    return Fault(name, edit("game.toml", old, new), GAME, row, f"components.{key}", says, args)


def text(name: str, file: str, content: str | bytes, component: str, *says: str) -> Fault:
    """A fault in a text of the game, told where game.toml names it."""
    content = content if isinstance(content, bytes) else content.encode()
    args = ("build", "pub", "--only", component)
    return Fault(
        name,
        raw(file, content),
        GAME,
        f'text = "{file}"',
        f"components.{component}.text",
        says,
        args,
    )


TRACK, TOKENS = "[components.beer-track]", "[components.tokens]"
COMPONENTS = [
    part(
        "track's key",
        "start = 10",
        "strat = 10",
        "strat = 10",
        "beer-track.strat",
        "'strat'",
        "'start'",
    ),
    part(
        "track's start", "start = 10", "start = '10'", "'10'", "beer-track.start", "'10'", "whole"
    ),
    part("track's icon", '"beer"', '"bere"', TRACK, "beer-track", "'bere'", "did you mean 'beer'"),
    part("track's title", "on the wall", "🍺", TRACK, "beer-track", "'🍺' (U+1F37A)", "another"),
    part("track's note", "Slide", "Slide " * 99, TRACK, "beer-track", "'Slide Slide", "shorten it"),
    part("token's colour", '"gold"', '"glod"', TOKENS, "tokens", "'glod'", "did you mean 'gold'"),
    part(
        "token's icon", 'icon = "damage"', 'icon = "dmage"', TOKENS, "tokens", "'dmage'", "'damage'"
    ),
    part(
        "token's word", 'word = "10"', 'word = "🍺"', TOKENS, "tokens", "'🍺' (U+1F37A)", "another"
    ),
    part(
        "token too wide",
        '"10"',
        '"10101010"',
        '"10101010"',
        "tokens.token[2].word",
        "'10101010'",
        "shorter",
    ),
    part(
        "no tokens",
        "per-player = 12",
        "per-player = 0",
        "player = 0",
        "tokens.token[0].per-player",
        "= 0",
        "1 to 500",
    ),
    part(
        "tokens galore",
        "player = 12",
        "player = 501",
        "player = 501",
        "tokens.token[0].per-player",
        "501",
        "1 to 500",
    ),
    part(
        "token's note",
        '"beer"\nper',
        '"beer beer beer beer"\nper',
        TOKENS,
        "tokens",
        "'BEER BEER",
        "shorten",
    ),
    part(
        "no kind",
        'kind = "track"',
        'kind = "trak"',
        '"trak"',
        "beer-track.kind",
        "'trak'",
        "'track'",
    ),
    text(
        "aid's character",
        "aid.md",
        "# A\n\n## B\n\n- 🍺\n",
        "player-aid",
        "'🍺' (U+1F37A)",
        "another",
    ),
    text(
        "aid too long",
        "aid.md",
        "# A\n\n## B\n\n" + "- word word\n" * 999,
        "player-aid",
        "too long",
        "shorten",
    ),
    text(
        "rulebook's character", "rulebook.md", "# A\n\nAle 🍺\n", "rulebook", "rulebook.md", "'🍺'"
    ),
    text(
        "rulebook's picture",
        "rulebook.md",
        "# A\n\n![x](y.png)\n",
        "rulebook",
        "image",
        "paragraphs",
    ),
    Fault(
        "rulebook in cp1252",
        raw("rulebook.md", b"# A\n\nCaf\xe9\n"),
        "cards/pub/rulebook.md",
        3,
        None,
        ("0xE9", NOT_UTF_8),
        ("build", "pub", "--only", "rulebook"),
    ),
    Fault(
        "no rulebook",
        gone("rulebook.md"),
        GAME,
        'text = "rulebook.md"',
        "components.rulebook.text",
        ("'rulebook.md'", "write it"),
        ("build", "pub", "--only", "rulebook"),
    ),
]
FAULTS = [*DRAWN, *TEMPLATES, *COMPONENTS]


@pytest.mark.parametrize("fault", FAULTS, ids=ids(FAULTS))
def test_build_refuses_what_it_cannot_draw(workspace: Pub, run: Run, fault: Fault) -> None:
    assert_refused(fault, workspace, run)
