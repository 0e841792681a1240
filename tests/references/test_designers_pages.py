"""What designers are told of pictures and of an expansion of their own is so."""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result
from pages import codes, table, text_of

from brawlprint.cli import main
from brawlprint.definitions import Game
from brawlprint.faces.svg import SvgError, parse_svg
from brawlprint.faces.user_art import LEAST_DPI, MOST_PIXELS
from brawlprint.new_game import STARTER, STARTER_GAME
from brawlprint.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
STARTED = "a game by `brawlprint new`"


def run(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, list(words), catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


# ---- docs/art.md ----


def sizes(workspace: Workspace, game: Game) -> Iterator[tuple[str, str, str]]:
    """What a game's templates have of pictures: a bitmap's size, that in pixels, an SVG's size."""
    for deck in game.decks.values():
        template = workspace.template(deck.template)
        for kind in {card.kind for card in deck.titles}:
            for element in template.look(kind, "colour").elements.values():
                if element.picture is None:
                    continue
                wide, high = (element.art or element.box)[2:]
                side = min(element.box[2:])
                dots = [round(each / 25.4 * 300) for each in (wide, high)]
                mm, svg = f"{wide:g} × {high:g} mm", f"{side:g} × {side:g} mm"
                yield mm, f"{dots[0]} × {dots[1]} pixels", svg


def test_sizes_are_those_of_the_templates() -> None:
    [shown] = table("art.md", "How large", "cards of")
    told = defaultdict(set)
    heads = ("a bitmap fills", "at 300 dpi", "an SVG fits into")
    for who, *row in zip(shown.column("cards of"), *map(shown.column, heads), strict=True):
        told[STARTED if who == STARTED else codes(who)[0]].add(tuple(row))
    ours = Workspace((ROOT,))
    wanted = {name: set(sizes(ours, ours.game(name))) for name in ours.games}
    starter = Workspace((STARTER, ROOT))
    wanted[STARTED] = set(sizes(starter, starter.game(STARTER_GAME)))
    assert told == wanted


def test_the_tab_over_a_tavern_picture_is_as_large_as_told() -> None:
    template = Workspace((ROOT,)).template("tavern")
    path = template.look("weapon", "colour").elements["tab"].shape
    assert path is not None
    left, top, right = re.fullmatch(r"M(\S+) (\S+) H(\S+) .*", path).groups()  # type: ignore[union-attr]
    [bottom] = re.findall(r"(\S+) H\S+ Z$", path)
    mm = [round(float(right) - float(left), 2), round(float(bottom) - float(top), 2)]
    dots = [round(each / 25.4 * 300) for each in mm]
    [shown] = table("art.md", "How large", "cards of")
    over = shown.column("what lies over it")[0]
    assert f"{mm[0]:g} × {mm[1]:g} mm ({dots[0]} × {dots[1]} pixels)" in over


def test_limits_of_pictures() -> None:
    text = " ".join(text_of("art.md").split())
    assert f"less than {LEAST_DPI:.0f} dpi" in text
    assert f"more than {MOST_PIXELS // 10**6} megapixels" in text


RECT = "<rect width='9' height='9'/>"
REFUSED = {
    "style sheets": f"<style>.a {{}}</style>{RECT}",
    "text": "<text>Hi</text>",
    "gradients": "<rect width='9' height='9' fill='url(#a)'/>",
    "transparency": "<rect width='9' height='9' opacity='0.5'/>",
    "masks": f"<g mask='url(#a)'>{RECT}</g>",
    "clips": f"<g clip-path='url(#a)'>{RECT}</g>",
    "filters": f"<g filter='url(#a)'>{RECT}</g>",
    "`use`": f"<defs>{RECT}</defs><use href='#a'/>",
    "symbols": f"<symbol>{RECT}</symbol>",
    "embedded pictures": "<image href='data:image/png;base64,AAAA'/>",
    "`skewX`": f"<g transform='skewX(9)'>{RECT}</g>",
    "`skewY`": f"<g transform='skewY(9)'>{RECT}</g>",
    "scripts": f"<script>x()</script>{RECT}",
    "whatever refers to another file": f"{RECT}<use href='b.svg#a'/>",
}


def svg(inside: str) -> bytes:
    return f"<svg viewBox='0 0 9 9'>{inside}</svg>".encode()


@pytest.mark.parametrize("what", REFUSED)
def test_what_an_svg_may_not_hold(what: str) -> None:
    [shown] = table("art.md", "What an SVG may hold", "what")
    assert what in " ".join(shown.column("what"))
    with pytest.raises(SvgError):
        parse_svg(svg(REFUSED[what]))


def test_what_an_svg_may_hold() -> None:
    lists = text_of("art.md").split("## What an SVG may hold")[1].split("Refused")[0]
    forms, colours, transforms = (
        codes(each.split(", in groups")[0]) for each in lists.split("\n- ")[1:4]
    )
    for form in forms:
        sizes_ = "width='9' height='9' r='3' rx='3' ry='2' x2='9' points='0,0 9,9' d='M0 0 L9 9'"
        assert parse_svg(svg(f"<g><{form} {sizes_} stroke='red'/></g>")).shapes
    for name in transforms:
        numbers = "1 0 0 1 2 2" if name == "matrix" else "2"
        assert parse_svg(svg(f"<g transform='{name}({numbers})'>{RECT}</g>")).shapes
    for colour in colours:
        if re.fullmatch(r"#RRGGBB|#RGB|rgb\(…\)|black|tomato|rebeccapurple", colour):
            value = colour.replace("…", "1, 2, 3").replace("RRGGBB", "123456").replace("RGB", "123")
            assert parse_svg(svg(f"<rect width='9' height='9' fill='{value}'/>")).shapes


def test_what_does_not_count_in_an_svg() -> None:
    hole = "M0 0 H9 V9 H0 Z M3 3 H6 V6 H3 Z"
    plain = parse_svg(svg(f"<path d='{hole}' stroke='red'/>"))
    ruled = "fill-rule='evenodd' stroke-dasharray='2' stroke-linecap='butt'"
    assert parse_svg(svg(f"<path d='{hole}' stroke='red' {ruled}/>")) == plain
    assert parse_svg(svg("<circle r='50%'/>")) == parse_svg(svg("<circle r='0'/>"))
    assert parse_svg(svg(f"{RECT}<rect x='20' width='9' height='9'/>")).shapes[1:]


# ---- docs/pictograms.md ----


def test_every_picture_is_named() -> None:
    lists = text_of("pictograms.md").split("## What there is")[1].split("\n## ")[0]
    told = {}
    for item in lists.split("\n- ")[1:]:
        file, *names = codes(item.split("\n\n")[0])
        told[file] = names
    assert told == {
        path.stem: re.findall(r"^\[([\w-]+)\]", path.read_text("utf-8"), re.MULTILINE)
        for path in (ROOT / "templates/pictograms").glob("*.toml")
    }


# ---- docs/templates.md ----


def test_fonts_of_base() -> None:
    base = tomllib.loads((ROOT / "templates/base.toml").read_text("utf-8"))
    told = text_of("templates.md").split("Its fonts are")[1].split("\n\n")[0]
    names = codes(told)
    assert dict(zip(names[::2], names[1::2], strict=True)) == base["fonts"]


def test_which_colours_ink_saver_changes(tmp_path: Path) -> None:
    path = tmp_path / "templates/mine.toml"
    path.parent.mkdir()
    mine = 'extends = "base"\n[palette]\nback = "#123456"\nmine = "#654321"\n'
    path.write_text(mine, "utf-8")

    def palette() -> tuple[str, str]:
        colours = Workspace((tmp_path, ROOT)).template("mine").look("any", "ink-saver").palette
        return colours["back"], colours["mine"]

    assert palette() == ("#FFFFFF", "#654321")
    path.write_text(f'{mine}[style.ink-saver.palette]\nmine = "#ABCDEF"\n', "utf-8")
    assert palette() == ("#FFFFFF", "#ABCDEF")


# ---- docs/your-own-game.md ----


@pytest.fixture
def my_tavern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The expansion of the page, put where the page says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    run("new", "tavern", "--from", "tavern", "--in", "my-tavern")
    monkeypatch.chdir("my-tavern")
    rows, effects, function, entry, known, done = _blocks()
    edit("cards/tavern/deck.csv", r"\Z", rows)
    edit("cards/tavern/game.toml", r"(?<=^\[columns\.effect\.values\]\n)", effects)
    edit("rules/tavern.py", r"^(?=ON_CHARACTER\b)", f"{function}\n\n")
    edit("rules/tavern.py", r"(?<=^    \"remove\": remove,\n)", entry)
    edit("rules/tavern.py", r"^    \"attack\": \[.*\],\n", known)
    edit(
        "rules/tavern.py",
        r"(?<=^        stun\(table, target\.player, target, card\.number\)\n)",
        done,
    )
    accepts = r"^brawlprint (check tavern .*--accept)$"
    [accept] = re.findall(accepts, text_of("your-own-game.md"), re.M)
    run(*accept.split())
    return Path.cwd()


def _blocks() -> list[str]:
    pieces = r"^```\w+ ((?:cards|rules)/\S+)[^\n]*\n(.*?)^```$"
    found = re.findall(pieces, text_of("your-own-game.md"), re.MULTILINE | re.DOTALL)
    deck, game, rules = "cards/tavern/deck.csv", "cards/tavern/game.toml", "rules/tavern.py"
    assert [name for name, _ in found] == [deck, game, *[rules] * 4]
    return [text for _, text in found]


def edit(name: str, place: str, addition: str) -> None:
    path = Path(name)
    text, there = re.subn(place, lambda _: addition, path.read_text("utf-8"), flags=re.MULTILINE)
    assert there == 1, (name, place)
    path.write_text(text, "utf-8")


def test_the_expansion_of_the_page(my_tavern: Path) -> None:
    document = json.loads(run("check", "tavern", "--playouts", "30", "--json").stdout)
    levels = {(each["level"], each["code"]) for each in document["findings"]}
    assert not {level for level, _ in levels} & {"error", "warning"}, document["findings"]
    run("simulate", "tavern", "--games", "20", "--cards", "92-94")
    built = run("build", "tavern", "--only", "cards", "--pick", "92-94", "--json")
    assert built.exit_code == 0
    manifest = json.loads(Path("output/tavern/manifest.json").read_text("utf-8"))
    faces = {face["id"] for face in manifest["files"][0]["faces"] if face.get("id")}
    assert {"chamber-pot", "loose-rafter", "flying-tray"} <= faces


def test_the_transcript_of_the_page_proves_the_attacks_effect(my_tavern: Path) -> None:
    [proof] = re.findall(
        r"^```transcript tray\.txt\n(.*?)^```$", text_of("your-own-game.md"), re.M | re.S
    )
    Path("tray.txt").write_text(proof, "utf-8")
    for _ in range(5):  # whatever else is drawn
        run("replay", "tray.txt")
    [done] = [text for text in _blocks() if "send_all" in text]
    rules = Path("rules/tavern.py")
    rules.write_text(rules.read_text("utf-8").replace(done, ""), "utf-8")
    assert "boris.weapon is bar-stool" in run("replay", "tray.txt", code=1).output


def test_an_attack_shows_its_effect_on_a_label_once(my_tavern: Path) -> None:
    run("build", "tavern", "--only", "cards", "--layout", "single", "--duplex", "off")
    document = pypdfium2.PdfDocument("output/tavern/cards.pdf")
    faces = [page.get_textpage().get_text_range().replace("\r", "") for page in document]
    for title, label in (("FLYING TRAY", "DISARM"), ("BANG HEADS", "SPLIT"), ("TRIP", "STUNS")):
        [face] = [text for text in faces if f"STR {title}\n" in text]
        assert re.findall(r"[A-Z]*(?:DISARM|SPLIT|STUN)[A-Z]*", face) == [label]


# A game by ``new`` whose kind goes by another name: every place that the page names, in its order.
RENAMED = {
    "game.toml": ("cards/pier/game.toml", r"^(\[kinds\.)attack\b|^()attack(?= = 18$)"),
    "deck.csv": ("cards/pier/deck.csv", r"(?<=,)()attack(?=,)"),
    "templates/GAME.toml": ("templates/pier.toml", r"^(\[kind\.)attack\b"),
    "rules/GAME.py": ("rules/pier.py", r"^(KINDS = .*\")attack(?=\")"),
    "rulebook.md": ("cards/pier/rulebook.md", r"(\{kind\.)attack(?=\})"),
}


@pytest.fixture
def pier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    run("new", "pier")
    monkeypatch.chdir("pier")
    return Path.cwd()


def test_the_five_minutes_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first commands, with a row edited before the check; the preview is seen elsewhere."""
    monkeypatch.chdir(tmp_path)
    first = text_of("your-own-game.md").split("## ")[0]
    words = re.findall(r"^(?:brawlprint|cd) .*$", first, re.MULTILINE)
    assert [line.split()[:2] for line in words] == [
        ["brawlprint", "new"],
        ["cd", "harbour-brawl"],
        ["brawlprint", "preview"],
        ["brawlprint", "check"],
        ["brawlprint", "simulate"],
        ["brawlprint", "build"],
    ]
    run(*words[0].split()[1:])
    monkeypatch.chdir(words[1].split()[1])
    edit("cards/harbour-brawl/deck.csv", r"(?<=^1,jab,Jab,)6", "9")
    assert "33 cards" in run("check", "harbour-brawl", "--layer", "composition", code=1).output
    for line in words[3:]:
        run(*line.split()[1:])
    assert Path("output/harbour-brawl/cards.pdf").is_file()


def test_all_places_where_a_kind_is_named(pier: Path) -> None:
    [told] = [
        t for t in table("your-own-game.md", "A game of your own", "file") if len(t.head) == 2
    ]
    assert [codes(cell)[0] for cell in told.column("file")] == list(RENAMED)
    for number, (name, pattern) in enumerate(RENAMED.values()):
        left = run("check", "pier", "--playouts", "10", "--json", code=0 if not number else 1)
        assert bool(json.loads(left.stdout)["ok"]) == (not number)
        text = Path(name).read_text("utf-8")
        text, there = re.subn(pattern, lambda m: f"{m[1] or ''}swing", text, flags=re.M)
        assert there, name
        Path(name).write_text(text, "utf-8")
    found = json.loads(run("check", "pier", "--playouts", "10", "--json").stdout)
    assert not [each for each in found["findings"] if each["level"] != "info"]


def test_what_the_page_says_one_can_change_is_there(pier: Path) -> None:
    [told] = table("your-own-game.md", "A game of your own", "what you want to change")
    files = {
        path.name.replace("pier", "GAME"): path.read_text("utf-8")
        for path in [*pier.glob("cards/*/*"), *pier.glob("templates/*"), *pier.glob("rules/*")]
    }
    for file, there in zip(told.column("file"), told.column("there"), strict=True):
        name = codes(file)[0].split("/")[-1]
        wanted = codes(there)[0]
        if name == "ID.png" or "/" in wanted:
            continue
        word = re.sub(r"NAME.*", "", wanted) if "]" in wanted else wanted
        assert word in files[name], (name, word)


def test_tables_and_functions_that_the_page_names_are_in_the_rules() -> None:
    text = text_of("your-own-game.md").split("**3.")[1].split("**4.")[0]
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    rules = (ROOT / "rules/tavern.py").read_text("utf-8")
    words = {word for code in codes(text) for word in re.findall(r"^[\w.]+", code)}
    words -= {"yield", "rules", "player", "check", "stun", "attack"}
    words = {word for word in words if not word.startswith("target.")}
    assert {"ON_CHARACTER", "ON_WEAPON", "ANOTHER_TIME", "EFFECTS", "hit", "strike"} <= words
    for word in words:
        assert re.search(rf"^(def )?{word}\b", rules, re.MULTILINE), word


def test_commands_of_the_page_are_there() -> None:
    lines = re.findall(r"^brawlprint (\w+)", text_of("your-own-game.md"), re.MULTILINE)
    assert {"new", "build", "check", "preview", "simulate"} == set(lines)
    for name in lines:
        run(name, "--help")
