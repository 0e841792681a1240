"""The game of the reference pages: it builds, and everything that its examples say has an effect."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from documented import PLACES, Struct, uses
from pages import codes, data_of, example_files, table, toml, write
from PIL import Image
from reading import read_pdf

from brawlprint.build import make_products
from brawlprint.checks.composition import check_composition
from brawlprint.cli import main
from brawlprint.components import KINDS
from brawlprint.definitions import Card, Game, load_game
from brawlprint.definitions.columns import read_value
from brawlprint.definitions.conditions import parse_condition
from brawlprint.errors import BrawlprintError
from brawlprint.faces.art import Art
from brawlprint.faces.face import FaceMaker
from brawlprint.faces.fields import Fields
from brawlprint.faces.template import SHOWS, load_template
from brawlprint.settings import Wishes, choose_print
from brawlprint.workspace import Workspace

FILES = example_files()
DATA = data_of(FILES)
GAME = "cards/park/game.toml"
Path_ = tuple[str | int, ...]


@pytest.fixture(scope="module")
def park(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace of the example, as it stands on the pages."""
    root = tmp_path_factory.mktemp("park")
    write(root, FILES)
    return root


@pytest.fixture(scope="module")
def kit(park: Path) -> dict[str, str]:
    """What the whole build prints: the words of each file, all pages in one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(park)
        result = CliRunner().invoke(main, ["build", "park", "--paper", "a4", "--fill"])
    assert result.exit_code == 0, result.output
    return {
        path.stem: "\n".join(page.text for page in read_pdf(path))
        for path in (park / "output/park").glob("*.pdf")
    }


def test_every_component_is_made(kit: dict[str, str]) -> None:
    made = DATA[GAME]["components"]
    assert set(kit) == {*made, "print-plan"}
    assert {each.get("kind", name) for name, each in made.items()} == set(KINDS)


@pytest.mark.parametrize(
    ("component", "words"),
    [
        ("cards", ["UPPERCUT", "+3", "Hits for 3.", "MIND YOUR CHIN, AND MINE", "PARK BRAWL 1", "A♠", "Duck",
                   "ATTACK A", "BARE FIST", "LOUD"]),
        ("hands", ["SHOVE", "Stand Firm", "PLAYER 1", "PLAYER 3"]),
        ("reminders", ["Whoever has no crumbs left"]),
        ("aims", ["AT PLAYER 2", "THIS IS YOU: 3", "Hand of player 1"]),
        ("crumb-track", ["CRUMBS", "HOME", "-2", "Slide your button"]),
        ("bench", ["YOUR BENCH", "Keep it dry.", "CRUMBS", "What you still have.", "HAND"]),
        ("score-sheet", ["CRUMBS DROPPED", "HIT", "LEFT", "ROUND 12", "SUM"]),
        ("weather", ["WEATHER", "One throw each round.", "Hands go to the left"]),
        ("tokens", ["CRUMBS", "DRY", "WET"]),
        ("dice", ["PLAYER 3"]),
        ("aid", ["Play one, or pass.", "CARDS", "LETTERS", "Loud: wakes the pigeons"]),
        ("rulebook", ["Deal 3 of the 54 cards and 10 crumbs each. Attack is a card that hits."]),
        ("box", ["PARK BRAWL & HANDS", "All for a bag of crumbs", "Made up for these pages"]),
        ("deck-map", ["A–K♠", "Black hits", "red joker"]),
        ("stickers", ["8195", "UPPERCUT"]),
    ],
)  # fmt: skip
def test_the_kit_says_what_its_data_say(
    kit: dict[str, str], component: str, words: list[str]
) -> None:
    if component == "stickers":  # the sheet of the paper that is printed
        words = ["L7651", *words[1:]]
    said = " ".join(kit[component].split()).upper()
    assert [word for word in words if word.upper() not in said] == []


def test_the_deck_is_right(park: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(park)
    result = CliRunner().invoke(main, ["check", "park"])
    assert result.exit_code == 0, result.output
    assert "54 cards of 6 titles, 1 benched" in result.output
    result = CliRunner().invoke(main, ["check", "park", "--layer", "odds", "--json"])
    [odds] = json.loads(result.stdout)["odds"]
    assert (odds["hand"], odds["deck"]) == (3, 54)


def game_of(root: Path) -> Game:
    return Workspace.at(root).game("park")


def cards_of(park: Path) -> dict[str, Fields]:
    game = game_of(park)
    return {card.title: Fields(game, card) for card in game.decks["cards"].titles}


def test_fields_say_what_the_table_says(park: Path) -> None:
    [shown, _] = table("templates.md", "Fields", "field")
    cards = cards_of(park)
    for field, *values in zip(
        shown.names()[2:], shown.column("Uppercut")[1:], shown.column("Splash")[1:], strict=True
    ):
        said = [cards[title].filled(field) for title in ("Uppercut", "Splash")]
        assert said == values, field


def test_conditions_hold_as_the_table_says(park: Path) -> None:
    [shown] = table("templates.md", "Conditions", "condition")
    cards = cards_of(park)
    for title in ("Uppercut", "Splash"):
        for condition, told in zip(shown.names(), shown.column(title), strict=True):
            holds = parse_condition(condition)(cards[title].value)
            assert holds == (told == "yes"), (condition, title)


# One element of each sort, and another value of every key that some of them heed.
SHOWN: dict[str, dict[str, Any]] = {
    "text": {"text": "{title}"},
    "icon": {"icon": "coin"},
    "picture": {"picture": "{picture}"},
    "shape": {"shape": "rectangle", "fill": "band", "stroke": "soft", "width": 0.5},
    "chips": {"chips": "with traits", "fill": "band", "stroke": "soft", "width": 0.5},
    "pattern": {"pattern": "coin"},
    "seat": {"seat": "2"},
    "pips": {"pips": "4 coin"},
}
OTHER: dict[str, Any] = {
    "style": "foot", "fill": "#112233", "stroke": "#112233", "width": 0.9, "radius": 2.0,
    "ink": "#112233", "ground": "#112233", "outline": True, "dark": "#112233", "accent": "#112233",
    "instead": "coin", "art": [10, 10, 20, 30], "size": 3.0, "tile": [8, 8],
}  # fmt: skip


def test_each_key_is_for_the_elements_that_it_names(park: Path, tmp_path: Path) -> None:
    [uses_] = [each for each in table("templates.md", "Elements", "key") if "for" in each.head]
    assert sorted(uses_.names()) == sorted(OTHER)
    told = {
        key: set(codes(cell)) for key, cell in zip(uses_.names(), uses_.column("for"), strict=True)
    }
    found: dict[str, set[str]] = {key: set() for key in OTHER}
    for show, element in SHOWN.items():
        before = drawn(park, tmp_path, element)
        for key, value in OTHER.items():
            if drawn(park, tmp_path, element | {key: value}) != before:
                found[key].add(show)
    assert found == told
    colours = {show: {key for key in ("fill", "stroke", "ink", "ground", "dark", "accent") if show in found[key]}
               for show in SHOWS}  # fmt: skip
    assert {show: set(names) for show, names in SHOWS.items()} == colours


def own_picture(path: Path) -> None:
    path.parent.mkdir(exist_ok=True, parents=True)
    Image.new("RGB", (300, 300), "red").save(path)


def drawn(park: Path, folder: Path, element: dict[str, Any]) -> object:
    """What an element draws of cards with a picture in the list, without one, and with one's own."""
    workspace = Workspace.at(park)
    game = workspace.game("park")
    own = folder / "art/duck.png"
    own_picture(own)
    height = 5 if "chips" in element else 30
    (folder / "one.toml").write_text(
        toml({"extends": "base", "element": {"it": {"box": [5, 20, 52, height], **element}}}),
        "utf-8",
    )
    template = load_template(
        "one",
        lambda name: folder / name if name == "one.toml" else workspace.find("templates", name),
    )
    art = workspace.art
    art = Art(art.icons, art.pictograms, type(art.user)([folder]))
    maker = FaceMaker(game, template, art, "colour")
    cards: dict[str, Card] = {card.id: card for card in game.decks["cards"].titles}
    return [maker.face(cards[name]).instructions for name in ("uppercut", "goose", "duck")]


# What a build, a check or an option shows of each part; a key that is left out must change it.
WATCHED = {
    "title": ["box", "rulebook"], "tagline": ["box"], "credit": ["box"],
    "players": ["crumb-track", "tokens"], "kinds": ["hands", "aid"], "columns": ["hands", "aid", "deck-map"],
    "decks": ["cards", "hands", "reminders"], "options": ["crumb-track"], "mapping": ["deck-map"],
    "templates/park.toml": ["cards", "hands"], "templates/park-back.toml": ["aims", "tokens"],
    "templates/park-hand.toml": ["hands", "tokens"], "templates/park-aim.toml": ["aims", "tokens"],
    "templates/park-aid.toml": ["reminders"],
}  # fmt: skip
# Keys that nothing printed or checked can show: there is one value, or it is for the reader.
SILENT = {("Params", "sides"), ("OptionSpec", "meaning")}
SPOILT = [
    ("cards/park/deck.csv", "Uppercut,13", "Uppercut,14"),
    ("cards/park/deck.csv", "Hits for 3.", "Hits for 4."),
    ("cards/park/hands.csv", "Shove,1", "Shove,2"),
]


# The quick ones first: a key that has been seen to have an effect is not tried again.
TEMPLATES = [f"templates/park{part}.toml" for part in ("-aid", "-aim", "-hand", "", "-back")]


@pytest.mark.parametrize("files", [[GAME], TEMPLATES], ids=["game", "templates"])
def test_every_key_of_the_examples_has_an_effect(files: list[str], tmp_path: Path) -> None:
    assert {GAME, *TEMPLATES} == set(DATA)
    write(tmp_path / "right", FILES)
    own_picture(tmp_path / "right/art/park/shove.png")
    spoilt = dict(FILES)
    for name, old, new in SPOILT:
        assert old in spoilt[name]
        spoilt[name] = spoilt[name].replace(old, new)
    write(tmp_path / "spoilt", spoilt)
    before: dict[tuple[str, ...], object] = {}
    seen: dict[tuple[Struct, str], bool] = {}
    used = [(file, *use) for file in files for use in uses(file, DATA[file])]
    for file, struct, key, path in used:
        if seen.get((struct, key)) or (struct.__name__, key) in SILENT:
            continue
        watched = watched_by(file, path)
        if watched not in before:
            before[watched] = outcome(tmp_path, *watched)
        with without(tmp_path, file, path):
            seen[struct, key] = outcome(tmp_path, *watched) != before[watched]
    assert seen
    silent = [f"{struct.__name__}.{key}" for (struct, key), effect in seen.items() if not effect]
    assert silent == []
    assert {struct for struct, _ in seen} <= set(PLACES)


def watched_by(file: str, path: Path_) -> tuple[str, ...]:
    """The print style, then the components, in which a key shows."""
    style = str(path[1]) if path[0] == "style" and len(path) > 1 else "colour"
    if path[0] == "style":
        return style if len(path) > 1 else "ink-saver", *WATCHED[file]
    if path[0] == "components":
        return style, *([str(path[1])] if len(path) > 1 else ["crumb-track"])
    return style, *WATCHED[file if file.startswith("templates") else str(path[0])]


class without:  # noqa: N801
    """Within it, a key is left out of a file of both workspaces."""

    def __init__(self, root: Path, file: str, path: Path_) -> None:
        self.root, self.file = root, file
        data = deepcopy(DATA[file])
        place: Any = data
        for part in path[:-1]:
            place = place[part]
        del place[path[-1]]
        self.text = toml(data)

    def __enter__(self) -> None:
        self.write(self.text)

    def __exit__(self, *_: object) -> None:
        self.write(FILES[self.file])

    def write(self, text: str) -> None:
        for part in ("right", "spoilt"):
            (self.root / part / self.file).write_text(text, encoding="utf-8")


def outcome(root: Path, style: str, *components: str) -> object:
    """What these components print, in games of several sizes; what check says; what options take."""
    try:
        return [*printed(root / "right", style, components), *checked(root / "spoilt")]
    except BrawlprintError as error:
        return str(error)


def printed(root: Path, style: str, components: tuple[str, ...]) -> Iterator[object]:
    workspace = Workspace.at(root)
    game = workspace.game("park")
    choice = choose_print(root, paper="a4", style=style)
    wishes = [Wishes(fill=True)]
    if len(components) == 1 and components[0] in ("cards", "hands", "aims"):
        wishes += [Wishes(players=2), Wishes(players=5), Wishes(players=5, options=["short=on"])]
    if components in (("reminders",), ("cards",)):  # of another size, too
        other = choose_print(root, paper="a4", card_size="tarot")
        yield from made(workspace, game, Wishes(fill=True).settings(other, game), components)
    for wish in wishes:
        yield from made(workspace, game, wish.settings(choice, game), components)


def made(
    workspace: Workspace, game: Game, settings: Any, components: tuple[str, ...]
) -> Iterator[object]:
    for product in make_products(workspace, game, settings, components):
        yield product.component, product.data, product.findings


def checked(root: Path) -> Iterator[object]:
    game = load_game("park", Workspace.at(root).finder("cards", "park"), mapped=False)
    yield check_composition(game)
    yield game.players, [deck.hand for deck in game.decks.values()]
    yield [read_value(text, column) for column in game.columns.values() for text in ("0", "99")]
    for option in game.options.values():
        for text in ("on", "2", "99", "windy"):
            yield tried(option.read, text)


def tried(read: Callable[[str], object], text: str) -> object:
    try:
        return read(text)
    except ValueError as error:
        return str(error)
