"""A made-up sixth game from data alone: every kind of component takes its numbers from its folder."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from games import Kit, build_kits, laid, lines, squeezed
from reading import Box

from brawlprint.cli import main

GAME = """\
title = "Picnic Panic"
tagline = "Ants, wasps and the last sandwich"
credit = "Made up for a test"
players = { min = 1, max = 5, default = 3 }

[kinds.ant]
word = "Ant"
icon = "any"
meaning = "carries one thing home"
[kinds.wasp]
word = "Wasp"
meaning = "stings whoever moves"

[columns.stings]
type = "integer"
min = 0
max = 9
says = ["Stings {n}"]

[options.jars]
default = 7
min = 3
max = 30

[decks.swarm]
file = "swarm.csv"
template = "picnic"
back = "picnic-back"
[decks.swarm.expect]
total = 11
[decks.swarm.expect.count.kind]
ant = 7
wasp = 4

[components.cards]
kind = "cards"
deck = "swarm"
[components.jam]
kind = "track"
title = "Jam left"
start = "{jars}"
end = 0
end-word = "Dry"
past = 2
[components.tally]
kind = "score-sheet"
title = "Stings"
row = "Bite"
rows = 9
entries = ["Arm", "Leg", "Nose"]
total = "Ouch"
[components.bits]
kind = "tokens"
[[components.bits.token]]
word = "3"
note = "crumbs"
per-player = 4
[[components.bits.token]]
icon = "mug"
note = "full"
per-player = 2
back = { note = "empty", word = "0" }
[components.blanket]
kind = "mat"
title = "Your blanket"
[[components.blanket.area]]
title = "Basket"
note = "What is yours"
box = [0, 0, 90, 245]
start = 4
[[components.blanket.area]]
title = "Grass"
box = [90, 0, 90, 245]
[components.weather]
kind = "table"
title = "Weather"
file = "weather.csv"
[components.aims]
kind = "targets"
template = "picnic"
back = "picnic-back"
least-players = 2
[components.sum-up]
kind = "aid"
text = "aid.md"
legend = { kind = "Who is who" }
[components.rules]
kind = "rulebook"
text = "rules.md"
[components.cube]
kind = "dice"
[components.tin]
kind = "tuck-box"
of = ["cards", "aims"]
icon = "mug"
"""
SWARM = """\
no,id,title,copies,kind,stings,text,picture
1,red-ant,Red Ant,5,ant,1,Stings 1. Carries the salt.,picnic/ant
2,black-ant,Black Ant,2,ant,,Only carries.,picnic/ant
3,old-wasp,Old Wasp,4,wasp,6,Stings 6.,picnic/wasp
"""
TEMPLATE = """\
extends = "base"
[palette]
band = "#335577"
[element.picture]
box = [16, 20, 30, 30]
picture = "{picture}"
[element.title]
box = [6, 5, 50, 9]
text = "{title}"
style = "title"
[element.stings]
box = [6, 52, 12, 9]
text = "{stings}"
style = "number"
when = "stings"
[element.text]
box = [6, 62, 50, 18]
text = "{text}"
style = "body"
[element.hand]
box = [20, 52, 36, 6]
text = "Held by {owner}"
style = "body"
when = "kind in ['self', 'target']"
[kind.wasp.palette]
band = "#AA8800"
"""
BACK = """\
extends = "base"
[element.pattern]
box = [-3.2, -3.2, 69.9, 95.3]
pattern = "mug"
tile = [12.7, 12.7]
size = 6
ink = "soft"
[element.title]
box = [6, 40, 50, 9]
text = "{game.title}"
style = "title"
"""
PICTURES = """\
[ant]
says = "An ant under a crumb"
parts = [
  { ground = '10 90 90' },
  { figure = 'dark', facing = 'right', head = '50 40', body = '50 50 48 68', legs = ['42 80 40 90', '56 80 58 90'] },
  { prop = 'crumb', at = '50 20', size = 30 },
]
[wasp]
says = "A wasp"
parts = [
  { accent = 'M20 50 L80 30 L80 70 Z' },
  { burst = '25 50 12' },
]
"""
PROPS = "[crumb]\nlayers = [{ fill = 'M20 20 H80 V80 H20 Z' }]\n"
WEATHER = "Sky,Ants,Wasps\nSun,two each,one each\nRain,none,none\nWind,one each,they blow away\n"
RULES = "# Picnic Panic\n\n## Setup\n\nSpread the blanket.\n\n## Turns\n\n- Carry.\n- Sting.\n"
AID = "# Aid\n\n## Your turn\n\n1. Carry.\n2. Sting.\n"
DECK = {"Red Ant": 5, "Black Ant": 2, "Old Wasp": 4}
FILES = {"cards", "jam", "tally", "bits", "blanket", "weather", "aims", "sum-up", "rules", "cube"}

Make = Callable[..., Kit]


@pytest.fixture
def picnic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace that holds the game's data, its looks, and no code; the run stands there."""
    files = {
        "cards/picnic/game.toml": GAME,
        "cards/picnic/swarm.csv": SWARM,
        "cards/picnic/weather.csv": WEATHER,
        "cards/picnic/rules.md": RULES,
        "cards/picnic/aid.md": AID,
        "templates/picnic.toml": TEMPLATE,
        "templates/picnic-back.toml": BACK,
        "templates/pictograms/picnic.toml": PICTURES,
        "templates/pictograms/props.toml": PROPS,
    }
    for name, content in files.items():
        path = tmp_path / "workspace" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    monkeypatch.chdir(tmp_path / "workspace")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no-config"))
    return tmp_path / "workspace"


@pytest.fixture
def make(picnic: Path) -> Make:
    def run(*options: str) -> Kit:
        return build_kits(picnic / "out", ["picnic"], "--paper", "a4", *options)["picnic"]

    return run


def test_it_is_a_game_as_the_others_are(picnic: Path) -> None:
    """In the list, right by ``check``; its files come from its own folder."""
    listed = CliRunner().invoke(main, ["list", "--json"])
    assert '"picnic"' in listed.stdout
    checked = CliRunner().invoke(main, ["check", "picnic"])
    assert checked.exit_code == 0, checked.output
    assert "11 cards of 3 titles" in checked.output
    (picnic / "cards/picnic/swarm.csv").write_text(SWARM.replace(",5,ant", ",6,ant"), "utf-8")
    checked = CliRunner().invoke(main, ["check", "picnic"])
    assert checked.exit_code == 1
    assert "cards/picnic/game.toml, line " in checked.output
    assert "swarm.csv is not what [decks.swarm.expect] says: " in checked.output
    assert "12 cards, not 11; 8 cards of kind 'ant', not 7" in checked.output


def test_everything_is_made(make: Make, picnic: Path) -> None:
    before = {path for path in picnic.rglob("*") if path.is_file()}
    kit = make()
    assert {path.stem for path in kit.folder.glob("*.pdf")} == FILES | {"tin", "print-plan"}
    assert kit.said["results"][0]["findings"] == []
    assert not [path for path in before if path.suffix == ".py"]


def test_cards(make: Make) -> None:
    cards = list(laid(make("--only", "cards").pages("cards"), two_sided=True))
    titles = Counter(" ".join(each.read([Box(6, 5, 56, 14)])) for each in cards)
    assert titles == {title.upper(): copies for title, copies in DECK.items()}
    assert {each.back for each in cards} == {"PICNIC PANIC"}
    numbers = Counter(" ".join(each.read([Box(6, 52, 18, 61)])) for each in cards)
    assert numbers == {"1": 5, "": 2, "6": 4}


@pytest.mark.parametrize(("jars", "players"), [(7, 3), (3, 1), (30, 5)])
def test_the_track_counts_as_the_option_says(make: Make, jars: int, players: int) -> None:
    options = ("--players", str(players), "--option", f"jars={jars}")
    tracks = list(laid(make("--only", "jam", *options).pages("jam")))
    assert len(tracks) == players
    for each in tracks:
        place = each.place
        inside = lines(each.page.chars_in(Box(place.x0, place.y0 + 13, place.x1, place.y1)))
        cells = [line for line in inside if line[0][0].lstrip("-−").isdigit()]
        read = [int(word.replace("−", "-")) for line in cells for word, _ in line]
        assert read == list(range(jars, -3, -1))
        assert [word for line in inside if line not in cells for word, _ in line] == ["DRY"] * 3


def test_the_score_sheet(make: Make) -> None:
    (sheet,) = laid(make("--only", "tally", "--players", "5").pages("tally"))
    place = sheet.place
    heads = lines(sheet.page.chars_in(Box(place.x0 + 24, place.y0 + 18, place.x1, place.y0 + 40)))
    seats, entries = ([word for word, _ in line] for line in heads)
    assert (seats, entries) == (list("12345"), ["ARM", "LEG", "NOSE"] * 5)
    assert re.findall(r"BITE (\d+)", sheet.text) == list("123456789")
    assert sheet.text.endswith("OUCH")


def test_tokens_mats_and_dice(make: Make) -> None:
    only = ("--only", "bits", "--only", "blanket", "--only", "cube", "--players", "2")
    kit = make(*only)
    tokens = Counter((each.text, each.back) for each in laid(kit.pages("bits"), two_sided=True))
    assert tokens == {("3 CRUMBS", "3 CRUMBS"): 8, ("FULL", "0 EMPTY"): 4}
    mats = [each.text for each in laid(kit.pages("blanket"))]
    assert mats == [f"{seat} YOUR BLANKET BASKET 4 What is yours GRASS" for seat in (1, 2)]
    dice = [re.findall(r"PLAYER (\d)", each.text) for each in laid(kit.pages("cube"))]
    assert dice == [["1"], ["2"]]


def test_the_table(make: Make) -> None:
    tables = [each.text for each in laid(make("--only", "weather").pages("weather"))]
    assert len(tables) == 3
    wanted = "WEATHER " + WEATHER.replace(",", " ").replace("\n", " ")
    assert {squeezed(words) for words in tables} == {squeezed(wanted)}


@pytest.mark.parametrize("players", [1, 2, 5])
def test_targets_from_as_many_as_it_says(make: Make, players: int) -> None:
    kit = make("--players", str(players), "--only", "aims")
    if players == 1:
        assert not kit.path("aims").exists()
        return
    pairs = [re.findall(r"\d", each.text) for each in laid(kit.pages("aims"), two_sided=True)]
    everybody = [str(seat) for seat in range(1, players + 1)]
    assert pairs == [[target, owner] for owner in everybody for target in everybody]


def test_what_is_read(make: Make) -> None:
    kit = make("--only", "sum-up", "--only", "rules", "--only", "tin")
    (aid,) = {each.text for each in laid(kit.pages("sum-up"))}
    assert "Ant: carries one thing home" in aid and "Wasp: stings whoever moves" in aid
    rules = kit.pages("rules")[0].text
    assert all(word in rules for word in ("PICNIC PANIC", "Setup", "Spread the blanket.", "Turns"))
    assert f"{11 + 9} CARDS" in kit.pages("tin")[0].text


def test_pictures_are_its_own(make: Make, picnic: Path) -> None:
    """The prop and both pictures are those of its folder; another shape is another face."""

    def digests() -> dict[str, Any]:
        return {
            face["id"]: face["digest"] for face in make("--only", "cards").listed("cards")["faces"]
        }

    before = digests()
    wasp = PICTURES.replace("M20 50 L80 30", "M20 50 L80 20")
    (picnic / "templates/pictograms/picnic.toml").write_text(wasp, "utf-8")
    after = digests()
    assert [each for each in before if before[each] != after[each]] == ["old-wasp"]


def test_every_number_is_the_datas(make: Make) -> None:
    """Cells keep their order and their distance however many there are."""
    for jars in (4, 12):
        (track, *_) = laid(make("--only", "jam", "--option", f"jars={jars}").pages("jam"))
        place = track.place
        foot = Box(place.x0, place.y1 - 14, place.x1, place.y1)
        middles = [middle for line in lines(track.page.chars_in(foot)) for _, middle in line]
        steps = {round(right - left) for left, right in pairwise(middles)}
        assert len(steps) <= 2
