"""Names that nothing has: refused where they stand, and not drawn, counted or left out in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from faults import BUILD, GAME, Fault, Spoil, assert_said, both, edit, ids, place, refused, toml

if TYPE_CHECKING:
    from conftest import Pub, Run

HOUSE, BASE = "house.toml", "base.toml"
TEXT = '[element.text]\nbox = [5.3, 58.2, 52.9, 21.8]\ntext = "'
CARDS = 'kind = "cards"\ndeck = "cards"'


def house(name: str, old: str, new: str, key: str, *says: str, row: str = "") -> Fault:
    return Fault(name, edit(HOUSE, old, new), f"templates/{HOUSE}", row or new, key, says)


def base(name: str, old: str, new: str, key: str, *says: str) -> Fault:
    return Fault(name, edit(BASE, old, new), f"templates/{BASE}", new, key, says)


def part(name: str, spoil: Spoil, key: str, *says: str, players: str = "2") -> Fault:
    """A fault of a component, told in the line of its table."""
    component = key.split(".", maxsplit=1)[0]
    args = ("build", "pub", "--only", component, "--players", players)
    return Fault(name, spoil, GAME, f"[components.{component}]", f"components.{key}", says, args)


FAULTS = [
    *(
        house(
            f"field {{{wrong}}}",
            TEXT + "{text}",
            TEXT + f"{{{wrong}}}",
            "element.text",
            repr(wrong.removesuffix(":+")),
            *right,
            row="[element.text]",
        )
        for wrong, *right in [
            ("Text", "'text'"),
            ("hit points", "no column of pub"),
            ("hits:d", "did you mean 'hits'?"),
            ("2hits:+", "did you mean 'hits'?"),
            ("", "no column of pub"),
        ]
    ),
    toml("column a template can't name", "[columns.hits]", '[columns."hit points"]',
         "columns.hit points", "'hit points'", "letters, digits"),
    *(
        toml(f"column {name}", "[columns.hits]", f"[columns.{name}]", f"columns.{name}",
             repr(name), "none of seat, index, owner or game")
        for name in ("seat", "index", "owner", "game", "not")
    ),
    toml("word to count", "character = 21", "charcter = 21", "decks.cards.expect.count.kind.charcter",
         "'charcter' is no word of 'kind'", "did you mean 'character'?"),
    toml("column to count", "[decks.cards.expect.count.kind]", "[decks.cards.expect.count.kin]",
         "decks.cards.expect.count.kin", "'kin' is no column", "did you mean 'kind'?"),
    toml("column without words", "[decks.cards.expect.count.kind]", "[decks.cards.expect.count.hits]",
         "decks.cards.expect.count.hits", "'hits' is no column with a vocabulary"),
    base("bleed", "bleed = 3.2", "bleed = nan", "bleed", "nan does not fit", "at least 0"),
    base("safe zone", "safe = 3.2", "safe = -1", "safe", "-1 does not fit", "at least 0"),
    base("width", "width = 0.35", "width = -2", "element.frame.width", "-2", "at least 0"),
    base("radius", "radius = 3", "radius = inf", "element.frame.radius", "inf", "at most 200"),
    base("lines", "lines = 2", "lines = -2", "text.title.lines", "-2", "at least 0"),
    house("own picture's box", "art = [3.3,", "art = [nan,", "element.picture.art[0]", "nan"),
]  # fmt: skip
PARTS = [
    part(
        "kinds of a small game",
        edit("game.toml", CARDS, CARDS + '\nsmall-game = { players = 3, kinds = ["atack"] }'),
        "cards.small-game.kinds",
        "'atack' is no kind of card",
        "did you mean 'attack'?",
    ),
    part(
        "a small game of no cards",
        edit("game.toml", CARDS, CARDS + '\nsmall-game = { players = 3, kinds = ["aid"] }'),
        "cards.small-game.kinds",
        "a game for 2 would have no cards",
    ),
    part(
        "seat's colour",
        both(
            edit("game.toml", CARDS, CARDS + "\neach-player = true"),
            edit(BASE, 'blue = "#0072B2"\n', ""),
        ),
        "cards",
        "'blue' is no colour of the palette",
    ),
    part(
        "text style of a mat",
        edit(BASE, "[text.heading]", "[text.no-heading]"),
        "mats",
        "no text style 'heading'",
        "let it extend base, or add [text.heading]",
    ),
]


@pytest.mark.parametrize("fault", FAULTS, ids=ids(FAULTS))
def test_a_name_that_nothing_has(fault: Fault, workspace: Pub, run: Run) -> None:
    fault.spoil(workspace)
    words, where = place(fault, workspace)
    said, finding = refused(workspace, run, BUILD, 1)
    assert said.startswith(f"{words}: ")
    assert finding["where"] == where
    assert_said(fault.says, said)


@pytest.mark.parametrize("fault", PARTS, ids=ids(PARTS))
def test_of_a_component(fault: Fault, workspace: Pub, run: Run) -> None:
    fault.spoil(workspace)
    said, finding = refused(workspace, run, fault.args, 1)
    assert finding["where"]["file"] == GAME
    assert finding["where"]["column"] == fault.column
    assert_said(fault.says, said)


def test_tokens_of_no_sort(workspace: Pub, run: Run) -> None:
    path = workspace.path("game.toml")
    head, _, tail = path.read_text("utf-8").partition("[[components.tokens.token]]")
    rest = tail[tail.index("[components.player-aid]") :]
    path.write_text(f"{head}token = []\n\n{rest}", "utf-8")
    said, _ = refused(workspace, run, ("build", "pub", "--only", "tokens"), 1)
    assert_said(["components.tokens.token", "there are no tokens"], said)


def test_colours_that_an_element_has_no_use_for_may_lack(workspace: Pub, run: Run) -> None:
    """A template that extends nothing needs no ``band`` and no ``ground`` for a rectangle."""
    (workspace.root / "templates/house-back.toml").write_text(PLAIN, "utf-8")
    assert run(*BUILD).code == 0


PLAIN = """\
card = [63.5, 88.9]
bleed = 3.2
safe = 3.2
fonts = {}
text = {}

[palette]
night = "#101030"

[element.all]
box = [-3.2, -3.2, 69.9, 95.3]
shape = "rectangle"
fill = "night"
"""


def test_icons_and_pictures_overlay_one_by_one(workspace: Pub, run: Run) -> None:
    """A file of one's own needs only what it adds or changes; the built-in rest stays."""
    (workspace.root / "templates/icons.toml").write_text(
        "[anchor]\nlayers = [ { line = 'M50 10 V90' } ]\n", "utf-8"
    )
    (workspace.root / "templates/pictograms").mkdir()
    (workspace.root / "templates/pictograms/tavern.toml").write_text(
        "[uppercut]\nparts = [\n  { prop = 'anchor', at = '50 50' },\n]\n", "utf-8"
    )
    workspace.edit("house-back.toml", '"dragon"', '"anchor"')
    assert run(*BUILD).code == 0
    first = faces(run)
    workspace.edit("icons.toml", "V90", "V80")
    then = faces(run)
    assert {name for name in first if first[name] != then[name]} == {"back", "uppercut"}

    workspace.edit("house-back.toml", '"anchor"', '"anchr"')
    said, _ = refused(workspace, run, BUILD, 1)
    assert_said(["'anchr'", "did you mean 'anchor'"], said)


def faces(run: Run) -> dict[str, str]:
    """The digest of every face, and of the back, as a build notes them."""
    import json
    from pathlib import Path

    assert run(*BUILD).code == 0
    manifest = json.loads(Path("output/pub/manifest.json").read_text("utf-8"))
    [entry] = [each for each in manifest["files"] if each["component"] == "cards"]
    return {"back": entry["back"], **{face["id"]: face["digest"] for face in entry["faces"]}}
