"""Only what is needed: picked cards, cards that have changed, a whole game as one file, its plan."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest
from doing import edit, run

ROOT = Path(__file__).resolve().parents[2]
DECK, TEMPLATE = Path("cards/tavern/deck.csv"), Path("templates/tavern.toml")
ROW = "92,brawny-cat,Brawny Cat,1,attack,+1,,,any,,Adds 1 to the attack.,,,\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the tavern's own files, whose cards have been built once."""
    root = tmp_path_factory.mktemp("built")
    (root / "templates").mkdir()
    shutil.copytree(ROOT / "cards/tavern", root / "cards/tavern")
    for path in ROOT.glob("templates/tavern*.toml"):
        shutil.copy(path, root / "templates")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        patch.setenv("XDG_CONFIG_HOME", str(root / "config"))
        build("--only", "cards")
    return root


@pytest.fixture
def tavern(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that workspace to change."""
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def build(*words: str, game: str = "tavern") -> Any:
    result = run("build", game, "--paper", "letter", "--json", *words)
    assert result.exit_code == 0, result.output
    return json.loads(result.output)["results"][0]


def printed(path: str) -> Counter[str]:
    """The cards that a PDF's fronts show, by the number at their foot."""
    found: Counter[str] = Counter()
    document = pdfium.PdfDocument(Path(path).read_bytes())
    for page in document:
        found.update(re.findall(r"TAVERN BRAWL (\d+)", page.get_textpage().get_text_range()))
    return found


def reasons(result: Any) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for card in result["cards"]:
        found.setdefault(card["why"], set()).add(card["id"])
    return found


CHANGED = "output/tavern/cards-changed.pdf"


def test_one_edited_card_is_printed_alone(tavern: Path) -> None:
    before = Path("output/tavern/cards.pdf").read_bytes()
    edit(DECK, ",Uppercut,", ",Haymaker,")
    result = build("--changed")
    assert reasons(result) == {"changed": {"uppercut"}}
    assert printed(CHANGED) == {"55": 1}
    (file,) = result["files"]
    assert (file["path"], file["pages"]) == (CHANGED, 2)
    assert Path("output/tavern/cards.pdf").read_bytes() == before


def test_a_changed_template_prints_all(tavern: Path) -> None:
    edit(TEMPLATE, "width = 0.35", "width = 0.45")
    result = build("--changed")
    assert set(reasons(result)) == {"with another look (template, style or size)"}
    assert sum(printed(CHANGED).values()) == 91


def test_a_changed_back_prints_all(tavern: Path) -> None:
    edit(Path("templates/tavern-back.toml"), 'icon = "dragon"', 'icon = "mug"')
    assert set(reasons(build("--changed"))) == {"with another back"}
    assert sum(printed(CHANGED).values()) == 91


def test_nothing_changed_prints_nothing_and_says_so(tavern: Path) -> None:
    edit(DECK, ",Uppercut,", ",Haymaker,")
    build("--changed")
    edit(DECK, ",Haymaker,", ",Uppercut,")
    result = run("build", "tavern", "--paper", "letter", "--changed")
    assert result.exit_code == 0
    assert re.search(
        r"Nothing has changed since the last build \([-\d]+ [:\d]+\); there is nothing to print.",
        result.output,
    )
    assert not Path(CHANGED).exists()
    manifest = json.loads(Path("output/tavern/manifest.json").read_text("utf-8"))
    assert [each["path"] for each in manifest["files"]] == ["cards.pdf"]


def test_a_92nd_card_prints_one(tavern: Path) -> None:
    DECK.write_text(DECK.read_text("utf-8") + ROW, "utf-8")
    assert reasons(build("--changed")) == {"new": {"brawny-cat"}}
    assert printed(CHANGED) == {"92": 1}


def test_more_copies_print_the_further_ones(tavern: Path) -> None:
    edit(DECK, "55,uppercut,Uppercut,1,", "55,uppercut,Uppercut,4,")
    assert reasons(build("--changed")) == {"more copies": {"uppercut"}}
    assert printed(CHANGED) == {"55": 3}
    assert "more copies of 1 card: Uppercut ×3" in run("build", "tavern", "--changed").output
    edit(DECK, "55,uppercut,Uppercut,4,", "55,uppercut,Uppercut,0,")
    result = build("--changed")
    assert (result["cards"], result["gone"]) == ([], ["uppercut"])


def test_until_cards_are_marked_printed_they_stay_to_be_printed(tavern: Path) -> None:
    edit(DECK, ",Uppercut,", ",Haymaker,")
    build("--changed")
    assert printed(CHANGED) == {"55": 1}
    edit(DECK, ",Bite,", ",Nibble,")
    assert len(build("--changed", "--printed")["cards"]) == 2
    assert build("--changed")["cards"] == []
    build("--only", "cards")  # a whole build changes nothing of what is on paper
    edit(DECK, ",Trip,", ",Tumble,")
    build("--only", "cards")
    result = build("--changed")
    assert result["since"] == "the last build marked --printed"
    assert reasons(result) == {"changed": {"trip"}}


def test_picked_and_printed_cards_are_on_paper(tavern: Path) -> None:
    said = run("build", "tavern", "--only", "cards", "--printed").output
    assert "Noted: 91 cards are on paper." in said
    edit(DECK, ",Uppercut,", ",Haymaker,")
    edit(DECK, ",Bite,", ",Nibble,")
    build("--pick", "uppercut", "--printed")
    assert reasons(build("--changed")) == {"changed": {"bite"}}


def test_since_a_card_list_tells_the_columns(tavern: Path) -> None:
    shutil.copy(DECK, "old.csv")
    edit(DECK, "55,uppercut,Uppercut,1,attack,+2,", "55,uppercut,Haymaker,1,attack,+3,")
    edit(
        DECK,
        "Adds 2 to this attack. A fine view of the ceiling comes free.",
        "Adds 3 to this attack. A fine view of the ceiling comes free.",
    )
    result = build("--since", "old.csv")
    assert result["since"] == "old.csv"
    assert reasons(result) == {"changed: title, text, strength": {"uppercut"}}


def test_since_another_manifest(tavern: Path) -> None:
    shutil.copy("output/tavern/manifest.json", "kept.json")
    edit(DECK, ",Uppercut,", ",Haymaker,")
    build("--only", "cards")
    assert build("--changed")["cards"] == []
    assert reasons(build("--since", "kept.json")) == {"changed": {"uppercut"}}


def test_since_a_game_as_it_ships(tavern: Path) -> None:
    """What somebody's expansion is made of, though he has never built the game."""
    DECK.write_text(DECK.read_text("utf-8") + ROW, "utf-8")
    edit(DECK, "55,uppercut,Uppercut,1,attack,+2,", "55,uppercut,Haymaker,1,attack,+2,")
    refused = run("build", "tavern", "--changed", "--out", "other")
    assert refused.exit_code == 2
    assert "--since tavern compares with the game as it ships" in refused.output
    result = build("--since", "tavern", "--out", "other")
    assert (result["since"], result["since_time"]) == ("tavern as it ships", None)
    assert reasons(result) == {"changed: title": {"uppercut"}, "new": {"brawny-cat"}}
    build("--since", "tavern", "--out", "other", "--printed")
    assert build("--changed", "--out", "other")["cards"] == []


def test_a_copy_of_a_game_that_ships(tavern: Path) -> None:
    """Its title stands on the backs: with one of its own, all cards have another back."""
    assert run("new", "pub", "--from", "tavern", "--in", ".").exit_code == 0
    refused = run("build", "pub", "--changed").output
    assert "if it began as a copy of 'joebob', 'stooges', 'tavern', " in refused
    since = ("build", "pub", "--since", "tavern", "--json")
    whole = json.loads(run(*since).stdout)["results"][0]
    assert {each["why"] for each in whole["cards"]} == {"with another back"}
    edit(Path("cards/pub/game.toml"), 'title = "Pub"', 'title = "Tavern Brawl"')
    assert json.loads(run(*since).stdout)["results"][0]["cards"] == []


def test_it_tells_by_the_clock_what_was_compared_with(tavern: Path) -> None:
    """Two builds a day are two; the manifest is written anew by every build of a part."""
    os.utime("output/tavern/cards.pdf", (1e9, 1e9))
    told = f"{datetime.fromtimestamp(1e9):%Y-%m-%d %H:%M}"
    edit(DECK, ",Uppercut,", ",Haymaker,")
    assert f"Compared with the last build ({told})" in run("build", "tavern", "--changed").output
    assert build("--changed")["since_time"] == told
    build("--changed", "--printed")
    os.utime("output/tavern/printed.json", (2e9, 2e9))
    assert build("--changed")["since_time"] == f"{datetime.fromtimestamp(2e9):%Y-%m-%d %H:%M}"


def git(*words: str) -> None:
    subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@y", *words], check=True)


def test_since_a_revision_reads_definitions_through_git(tavern: Path) -> None:
    git("init", "-q")
    git("add", "cards", "templates")
    git("commit", "-qm", "as it was")
    edit(DECK, ",Uppercut,", ",Haymaker,")
    assert reasons(build("--since", "HEAD")) == {"changed: title": {"uppercut"}}
    git("commit", "-qam", "as it is")
    assert build("--since", "HEAD")["cards"] == []
    edit(TEMPLATE, "width = 0.35", "width = 0.45")
    assert len(build("--since", "HEAD~1")["cards"]) == 91
    edit(DECK, "no,id,", "nr,id,")
    git("commit", "-qam", "broken")
    git("checkout", "-q", "HEAD~1", "--", "cards")
    result = run("build", "tavern", "--since", "HEAD")
    assert result.exit_code == 2
    assert "cards/tavern/deck.csv, row 1, column 'nr': unknown column 'nr'" in result.output
    assert "/tmp/brawlprint-" not in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--changed", "--out", "other"], "other/tavern holds no earlier build to compare with"),
        (["--since", "no-such"], "'no-such' is no file here, and no revision that git knows"),
        (["--since", "--help"], "'--help' is no file here"),
        (["--since", "foreign.csv"], "foreign.csv is no deck of Tavern Brawl"),
        (["--since", "config.json"], "it is no manifest of a build that has cards"),
        (["--changed", "--pick", "bite"], "use one of them"),
        (["--pick", "uppercutt"], "tavern has no such card; did you mean 'uppercut'"),
        (["--pick", "200"], "its numbers are 1 to 91"),
        (["--pick", "kind=weapons"], "'weapons' is no kind; did you mean 'kind=weapon'?"),
        (
            ["--pick", "bite,kinds=weapon"],
            "'kinds=weapon': tavern has no column 'kinds'; did you mean 'kind=weapon', ",
        ),
        (
            ["--pick", "Bar Stol"],
            "--pick 'Bar Stol': tavern has no such card; did you mean 'bar-stool'",
        ),
        (["--pick", "20-10"], "--pick '20-10': it runs backwards; did you mean '10-20'?"),
        (["--pick", "95-120"], "--pick '95-120': tavern has no such card; its numbers are 1 to 91"),
        (["--pick", "strength=77"], "no card has that; strength goes from -1 to 4"),
        (["--pick", "needs=theif"], "is no word of needs; did you mean 'needs=thief'?"),
        (["--pick", "traits=%"], "'%' is no letter of traits; known: "),
        (["--pick", "title=Uppercutt"], "no card has that; did you mean 'title=Uppercut'?"),
        (["--pick", "text=Hi"], "no card has that; write what stands in the column, whole"),
        (["--pick", "bite,,trip"], "has an empty term"),
        (["--pick", "bite", "--only", "rulebook"], "rulebook has no cards to choose from"),
    ],
)
def test_refused_with_words(tavern: Path, words: list[str], message: str) -> None:
    Path("config.json").write_text("{}", "utf-8")
    Path("foreign.csv").write_text("no,id,title,kind\n1,ace,Ace,spade\n", "utf-8")
    result = run("build", "tavern", *words)
    assert result.exit_code == 2
    assert message in result.output
    assert not Path(CHANGED).exists()


def test_picked_cards_have_a_file_of_their_own(tavern: Path) -> None:
    before = Path("output/tavern/cards.pdf").read_bytes()
    build("--pick", "uppercut,10-12,kind=spell,Bar Stool,ludite,traits=ES")
    with (ROOT / DECK).open(encoding="utf-8") as file:
        import csv

        rows = list(csv.DictReader(file))
    wanted = {
        row["no"]
        for row in rows
        if row["id"] in ("uppercut", "bar-stool", "ludite-the-dwarf")
        or int(row["no"]) in (10, 11, 12)
        or row["kind"] == "spell"
        or set("ES") <= set(row["traits"])
    }
    assert set(printed("output/tavern/cards-picked.pdf")) == wanted
    assert Path("output/tavern/cards.pdf").read_bytes() == before


@pytest.mark.parametrize("game", ["joebob", "stooges", "throwdown", "wrestling"])
def test_it_holds_for_every_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "cards" / game, tmp_path / "cards" / game)
    monkeypatch.chdir(tmp_path)
    deck = Path("cards", game, "deck.csv")
    build("--only", "cards", game=game)
    assert build("--changed", "--only", "cards", game=game)["cards"] == []
    header, first, *_ = deck.read_text("utf-8").splitlines()
    title, copies = first.split(",")[2], first.split(",")[header.split(",").index("copies")]
    edit(deck, f",{title},", f",{title}y,")
    result = build("--changed", "--only", "cards", game=game)
    assert {card["id"] for card in result["cards"]} == {first.split(",")[1]}
    sets = 4 if game == "throwdown" else 1
    assert sum(card["copies"] for card in result["cards"]) == int(copies) * sets
    assert {"cards.pdf", "cards-changed.pdf"} <= {
        path.name for path in Path("output", game).iterdir()
    }


def test_a_whole_game_as_one_file(tavern: Path) -> None:
    result = build("--combine")
    pages = {each["component"]: each for each in result["files"]}
    path = Path("output/tavern/tavern.pdf")
    data = path.read_bytes()
    with pikepdf.open(path) as document, document.open_outline() as outline:
        titles = [str(item.title) for item in outline.root]
        assert titles == [
            name.replace("-", " ").capitalize()
            for name in pages
            if name not in ("tavern", "print-plan")
        ]
        places = {page.objgen: number for number, page in enumerate(document.pages)}
        starts = [places[item.action.D[0].objgen] for item in outline.root if item.action]
        assert len(starts) == len(titles)
        assert all(start % 2 == 0 for start in starts)  # each on a front
        empty = [
            number
            for number, page in enumerate(document.pages)
            if "/Contents" not in page or not page.Contents.read_bytes().strip()
        ]
        assert len(document.pages) == pages["tavern"]["pages"]
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert str(document.Root.ViewerPreferences.PrintScaling) == "/None"
    own = sum(each["pages"] for name, each in pages.items() if name not in ("tavern", "print-plan"))
    assert len(empty) == pages["tavern"]["pages"] - own > 0
    assert all(number % 2 for number in empty)
    assert sum(printed(str(path)).values()) == 91
    build("--combine")
    assert path.read_bytes() == data


def plan_text() -> str:
    document = pdfium.PdfDocument(Path("output/tavern/print-plan.pdf").read_bytes())
    assert len(document) == 1
    text: str = document[0].get_textpage().get_text_range()
    return text


def test_the_print_plan_tells_every_file(tavern: Path) -> None:
    result = build("--players", "4")
    text = plan_text()
    for file in result["files"]:
        if file["component"] == "print-plan":
            continue
        pages = "page 1" if file["pages"] == 1 else f"pages 1–{file['pages']}"
        assert f"{Path(file['path']).name}, {pages}" in text
        assert f"{-(-file['pages'] // file['sides'])} ×" in text
    assert "Card, 250–330 g/m²: 12 sheets" in text
    assert "Tavern Brawl: print plan" in text
    build("--players", "4", "--combine")
    text = plan_text()
    assert "tavern.pdf, pages 1–22: cards" in text
    assert re.search(r"tavern.pdf, page (\d+) \(\d+ is blank\): tuck-box", text)
    assert "(every second is blank): mats" in text


def test_parts_of_a_kit_have_no_plan(tavern: Path) -> None:
    assert not Path("output/tavern/print-plan.pdf").exists()
    build()
    assert Path("output/tavern/print-plan.pdf").exists()


def stocks(*words: str, game: str = "tavern") -> dict[str, str]:
    return {each["component"]: each["stock"] for each in build(*words, game=game)["files"]}


def test_the_paper_is_named_that_a_layout_wants(tavern: Path) -> None:
    assert stocks("--layout", "gutterfold")["cards"] == "paper, 120–160 g/m², two layers glued"
    assert "Paper, 120–160 g/m², two layers glued: " in plan_text()
    folded = ("--layout", "gutterfold", "--players", "3")
    targets = stocks(*folded, "--only", "target-cards", game="throwdown")
    assert targets == {"target-cards": "paper, 120–160 g/m², two layers glued"}
    sleeves = ("--only", "cards", "--sleeved")
    assert stocks(*sleeves)["cards"] == "card, 250–330 g/m²"
    assert stocks(*sleeves[:2], "--duplex", "off")["cards"] == "card, 250–330 g/m²"
    before = "paper, before a playing card in a sleeve; or card"
    assert stocks(*sleeves, "--duplex", "off")["cards"] == before


def test_picked_cards_that_have_changed_since_are_named_with_what_to_do(tavern: Path) -> None:
    build("--pick", "uppercut,bite")
    assert "✓ 2 files right" in run("preflight", "tavern").output
    edit(DECK, ",Uppercut,", ",Haymaker,")
    build("--only", "cards")
    said = run("preflight", "tavern")
    assert said.exit_code == 1
    assert "it holds cards as they were before (uppercut); " in said.output
    remedy = "build it again with --pick uppercut,bite, or delete it"
    assert remedy in said.output
    checked = run("check", "tavern", "--layer", "print").output
    assert remedy in " ".join(checked.split())
    build("--pick", "bite,uppercut")
    assert "✓ 2 files right" in run("preflight", "tavern").output


@pytest.mark.parametrize(
    "option", [["--since", "tavern"], ["--since", "old list.csv"], ["--changed"]]
)
def test_changed_cards_are_made_anew_as_they_were_compared(tavern: Path, option: list[str]) -> None:
    shutil.copy(DECK, "old list.csv")
    edit(DECK, ",Uppercut,", ",Haymaker,")
    if option != ["--changed"]:  # nothing else was built: only what the remedy says will do
        shutil.rmtree("output")
    build(*option)
    edit(DECK, ",Haymaker,", ",Windmill,")
    remedy = f"build it again with {shlex.join(option)}, or delete it"
    for command in (["preflight", "tavern"], ["check", "tavern", "--layer", "print"]):
        said = run(*command)
        assert remedy in " ".join(said.output.split())
    build(*option)
    assert remedy not in run("preflight", "tavern").output


def test_a_whole_build_clears_files_of_some_cards_away(tavern: Path) -> None:
    edit(DECK, ",Uppercut,", ",Haymaker,")
    build("--changed")
    build("--pick", "bite")
    build("--only", "cards")
    mine = Path("output/tavern/cards-mine.pdf")
    shutil.copy("output/tavern/cards-picked.pdf", mine)
    assert Path(CHANGED).exists()
    build()
    left = {path.name for path in Path("output/tavern").glob("cards*.pdf")}
    assert left == {"cards.pdf", mine.name}
    said = run("preflight", "output/tavern/cards.pdf", str(mine)).output
    assert "✓ 1 file right, 1 not compared" in said


def test_numbers_of_cuts_that_are_near_each_other_stand_apart(tavern: Path) -> None:
    build("--bleed", "3", "--only", "cards", "--combine")
    page = pdfium.PdfDocument(Path("output/tavern/print-plan.pdf").read_bytes())[0].get_textpage()
    text = page.get_text_range()
    start = page.count_chars() - len(text[text.index("strip by the height.") + 20 :])
    boxes = [
        (page.get_charbox(at), page.get_text_range(at, 1))
        for at in range(start, page.count_chars())
        if page.get_text_range(at, 1).isdigit()
    ]
    assert len(boxes) > 9
    for number, ((left, bottom, right, top), _) in enumerate(boxes):
        for (x1, y1, x2, y2), _ in boxes[:number]:
            assert right <= x1 or x2 <= left or top <= y1 or y2 <= bottom
