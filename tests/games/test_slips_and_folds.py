"""Slips in one's own templates and texts, and what is wrong with many cards told once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result

from brawlprint.cli import main

DECK, TEMPLATE, RULEBOOK = "cards/plank/deck.csv", "templates/plank.toml", "cards/plank/rulebook.md"
Check = Callable[[str], Result]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


@pytest.fixture
def plank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """A game of one's own; the check of what is added to its template."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "plank").exit_code == 0
    monkeypatch.chdir("plank")

    def check(addition: str) -> Result:
        with Path(TEMPLATE).open("a", encoding="utf-8") as file:
            file.write(f"\n{addition}\n")
        return run("check", "plank", "--layer", "composition", "--layer", "print")

    return check


@pytest.mark.parametrize(
    ("addition", "message"),
    [
        ('[element.titel]\nstyle = "body"', "key 'element.titel': there is no element 'titel' to "
         "change; did you mean 'title'? A new one needs a box and what it shows"),
        ("[element.titel]\nbox = [16, 4.4, 30, 9.6]", "no element 'titel' to change"),
        ("[element.titel]\nhide = true", "no element 'titel' to change"),
        ("[kind.attack.element.titel]\nhide = true", "key 'kind.attack.element.titel': there is no"),
        ("[text.titel]\nsize = 12", "no text 'titel' to change; did you mean 'title'?"),
        ('[style.inksaver.palette]\nband = "#112233"', "key 'style.inksaver': 'inksaver' is "
         "no print style; did you mean 'ink-saver'?"),
    ],
)  # fmt: skip
def test_a_slip_in_a_name_is_refused(plank: Check, addition: str, message: str) -> None:
    checked = plank(addition)
    assert checked.exit_code == 1
    assert message in checked.output
    assert run("build", "plank").exit_code == 1


@pytest.mark.parametrize(
    ("addition", "message"),
    [
        ('[kind.trick.element.band]\nradius = 0\n[kind.attack.text.body]\nsize = 9', ""),
        ('[palette]\nbnad = "#112233"', "key 'palette.bnad': nothing uses the colour 'bnad'; did you mean 'band'"),
        ('[style.mono.palette]\nbandd = "#112233"', "key 'style.mono.palette.bandd': nothing uses"),
        ('[text.bodi]\nfont = "text"\nsize = 12\nfloor = 9',
         "nothing uses the text style 'bodi'; did you mean 'body'?"),
        ('[palette]\ngold = "#112233"\nmine = "#445566"\n[element.band]\nfill = "mine"', ""),
    ],
)  # fmt: skip
def test_what_nothing_uses_is_a_warning(plank: Check, addition: str, message: str) -> None:
    if addition.endswith('fill = "mine"'):
        text = Path(TEMPLATE).read_text("utf-8").replace('fill = "band"', 'fill = "mine"')
        Path(TEMPLATE).write_text(text, "utf-8")
        addition = addition.partition("\n[element")[0]
    checked = plank(addition)
    assert checked.exit_code == 0
    assert message in checked.output
    assert ("; 1 warning" in checked.output) == bool(message)


def test_a_new_element_may_be_called_what_it_likes(plank: Check) -> None:
    assert plank('[element.titel]\nbox = [16, 76, 30, 5]\ntext = "{no}"').exit_code == 0


def test_texts_take_the_values_of_options(plank: Check) -> None:
    text = Path(RULEBOOK).read_text("utf-8")
    assert "{breath}" in text
    Path(RULEBOOK).write_text(text + "\n\nMost: \\{breath}, {1} and { breath }.\n", "utf-8")
    for option, shown in (([], "10"), (["--option", "breath=17"], "17")):
        assert run("build", "plank", "--only", "rulebook", *option).exit_code == 0
        page = pypdfium2.PdfDocument("output/plank/rulebook.pdf")[0].get_textpage()
        words = " ".join(page.get_text_range().split())
        assert f"puts a token on {shown}." in words
        assert "Most: {breath}, {1} and { breath }." in words


def test_an_option_there_is_not_is_told_with_its_line(plank: Check) -> None:
    text = Path(RULEBOOK).read_text("utf-8").replace("{breath}", "{braeth}")
    Path(RULEBOOK).write_text(text, "utf-8")
    built = run("build", "plank", "--only", "rulebook")
    assert built.exit_code == 1
    assert f"{RULEBOOK}, line 7: '{{braeth}}' is no option of plank; did you mean 'breath'? " in (
        built.output
    )
    assert "or write \\{braeth} for the braces" in built.output


def test_pictures_still_to_be_drawn_are_one_line(plank: Check) -> None:
    lines = Path(DECK).read_text("utf-8").splitlines()
    for row in (2, 3, 4, 7):
        cells = lines[row - 1].rsplit(",", 2)
        lines[row - 1] = f"{cells[0]},,"
    Path(DECK).write_text("\n".join(lines), "utf-8")
    checked = plank("")
    told = [line for line in checked.output.splitlines() if "there is no picture" in line]
    assert told == [f"! {DECK}, rows 2–4, 7, column 'picture': there is no picture; name one, or "
                    "put it into art/plank/ID.png"]  # fmt: skip
    document = json.loads(run("check", "plank", "--layer", "composition", "--json").stdout)
    found = [each for each in document["findings"] if each["code"] == "no-picture"]
    assert [each["where"]["row"] for each in found] == [2, 3, 4, 7]  # each at its card


def test_a_kind_that_is_not_declared_is_one_line(plank: Check) -> None:
    text = Path(DECK).read_text("utf-8")
    Path(DECK).write_text(text.replace(",attack,", ",swing,"), "utf-8")
    built = run("build", "plank")
    assert f"{DECK}, rows 2–5, column 'kind': 'swing' is no known kind; " in built.output
    assert "or declare it in game.toml as [kinds.NAME]" in built.output
    Path(DECK).write_text(text.replace(",attack,", ",swing,", 2), "utf-8")
    assert run("build", "plank").output.count("is no known kind") == 2  # two are a line each
