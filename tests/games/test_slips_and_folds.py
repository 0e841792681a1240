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
TOML = "cards/plank/game.toml"
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
    Path(RULEBOOK).write_text(text + "\n\nMost: \\{breath}, {1}, {} and { }.\n", "utf-8")
    for option, shown in (([], "10"), (["--option", "breath=17"], "17")):
        assert run("build", "plank", "--only", "rulebook", *option).exit_code == 0
        page = pypdfium2.PdfDocument("output/plank/rulebook.pdf")[0].get_textpage()
        words = " ".join(page.get_text_range().split())
        assert f"puts a token on {shown}." in words
        assert "Most: {breath}, {1}, {} and { }." in words


def test_an_option_there_is_not_is_told_with_its_line(plank: Check) -> None:
    text = Path(RULEBOOK).read_text("utf-8").replace("{breath}", "{braeth}")
    Path(RULEBOOK).write_text(text, "utf-8")
    built = run("build", "plank", "--only", "rulebook")
    assert built.exit_code == 1
    assert f"{RULEBOOK}, line 7: '{{braeth}}' stands for nothing in plank; did you mean " in (
        built.output
    )
    assert "did you mean 'breath'? or write \\{braeth} for the braces" in built.output


def rulebook(*options: str) -> str:
    assert run("build", "plank", "--only", "rulebook", *options).exit_code == 0
    page = pypdfium2.PdfDocument("output/plank/rulebook.pdf")[0].get_textpage()
    return " ".join(page.get_text_range().split())


def change(name: str, old: str, new: str) -> None:
    text = Path(name).read_text("utf-8")
    assert text.count(old) == 1, (name, old)
    Path(name).write_text(text.replace(old, new), "utf-8")


def test_what_data_say_stands_once(plank: Check) -> None:
    """Another hand, another word of a kind, another card: rulebook and rules follow."""
    words = rulebook()
    assert "Shuffle the 30 cards and deal 3 to each." in words
    assert "up to 3 cards, and one more" in words
    assert "one Attack card against somebody, or one Trick card" in words
    change(TOML, "hand = 3", "hand = 5")
    change(TOML, 'word = "Attack"', 'word = "Swing"')
    change(DECK, "Jab,6,", "Jab,7,")
    words = rulebook()
    assert "Shuffle the 31 cards and deal 5 to each." in words
    assert "up to 5 cards, and one more" in words
    assert "one Swing card against somebody" in words
    assert "Attack" not in words
    Path("five.txt").write_text(
        "[game plank]\n[players Ann Ben]\n[seed 1]\n\n= Ann.hand.count 6\n= Ben.hand.count 5\n",
        "utf-8",
    )
    assert run("replay", "five.txt").exit_code == 0, run("replay", "five.txt").output


def test_a_deck_by_its_name_and_an_option_of_a_words_name(plank: Check) -> None:
    change(RULEBOOK, "# {title}\n", "# Brawl\n\nOf {cards.cards}: {hand.cards}. \\{kind.attack}\n")
    assert "Of 30: 3. {kind.attack}" in rulebook()
    change(TOML, "[options.breath]", "[options.hand]\ndefault = 17\n\n[options.breath]")
    assert "cards and deal 17 to each" in rulebook()
    assert "cards and deal 8 to each" in rulebook("--option", "hand=8")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("{kind.attack} card ", "{kind.atack} card ", "12: '{kind.atack}' stands for nothing in "
         "plank; did you mean 'kind.attack' or 'kind.trick'? or write \\{kind.atack}"),
        ("{kind.attack} card ", "{kinds.attack} card ", "12: '{kinds.attack}' stands for nothing in "
         "plank; did you mean 'kind.attack'"),
        ("{cards} cards", "{cards.crads} cards", "7: '{cards.crads}' stands for nothing in plank; "
         "did you mean 'cards.cards'?"),
        ("{cards} cards", "{cards } cards", "7: '{cards }' stands for nothing in plank; did you mean "
         "'cards'"),
        ("{hand} to", "{Hand} to", "7: '{Hand}' stands for nothing in plank; did you mean 'hand'"),
        ("{kind.attack} card ", "{kind.sly trick} card ", "12: '{kind.sly trick}' stands for nothing "
         "in plank; did you mean 'kind.trick'"),
        ("{cards} cards", "{card} cards", "7: '{card}' stands for nothing in plank; did you mean "
         "'cards'"),
    ],
)  # fmt: skip
def test_a_word_that_stands_for_nothing_is_told(
    plank: Check, old: str, new: str, told: str
) -> None:
    change(RULEBOOK, old, new)
    built = run("build", "plank", "--only", "rulebook")
    assert built.exit_code == 1
    assert f"{RULEBOOK}, line {told}" in built.output


def test_every_name_that_data_may_have_is_a_word(plank: Check) -> None:
    with Path(TOML).open("a", encoding="utf-8") as file:
        file.write('\n[options.Breath]\ndefault = 7\n\n[kinds."sly trick"]\nword = "Sly"\n')
    change(RULEBOOK, "# {title}\n", "# Brawl\n\nOf {Breath}: {kind.sly trick}.\n")
    assert "Of 7: Sly." in rulebook()


MARKED = "1. *A|_b_ <i>`c`\\\\"


@pytest.mark.parametrize("around", ["{}", "A **{}** of", "{} of", "# {}", "`{}`"])
def test_a_word_is_printed_as_it_is(plank: Check, around: str) -> None:
    change(TOML, 'word = "Trick"', f'word = "{MARKED}"')
    line = around.replace("{}", "{kind.trick}")
    table = f"| a | b |\n|---|---|\n| {{kind.trick}} | end |\n\nCount:\n\n{{cards}}. So.\n\n{line}"
    change(RULEBOOK, "# {title}\n", f"# Brawl\n\n{table}\n")
    shown = MARKED.replace("\\\\", "\\")
    words = rulebook()
    plain = around.replace("*", "").replace("`", "").replace("# ", "").format(shown)
    assert f"{shown} end Count: 30. So. " in words
    assert (plain.upper() if around[0] == "#" else plain) in words.partition("So. ")[2]


def test_braces_in_a_code_span_have_no_backslash(plank: Check) -> None:
    change(RULEBOOK, "# {title}\n", "# Brawl\n\nWrite `\\{hand}` or \\{hand}, not `\\x`.\n")
    assert "Write {hand} or {hand}, not \\x." in rulebook()


def test_a_hand_that_is_untold(plank: Check) -> None:
    change(TOML, "hand = 3\n", "")
    built = run("build", "plank", "--only", "rulebook")
    assert (
        f"{RULEBOOK}, line 7: '{{hand}}' has no number: [decks.cards] has no hand; " in built.output
    )
    assert "add hand = 3 to [decks.cards]" in built.output


def test_an_aid_takes_the_same_words(plank: Check) -> None:
    change(TOML, 'word = "Trick"', f'word = "{MARKED}"')
    text = "# Aid\n\n## Turn\n\n- Hold {hand}.\n- {kind.trick}\n- `\\{hand}`\n"
    Path("cards/plank/aid.md").write_text(text, "utf-8")
    with Path(TOML).open("a", encoding="utf-8") as file:
        file.write('\n[components.aid]\nkind = "aid"\ntext = "aid.md"\n')
    assert run("build", "plank", "--only", "aid").exit_code == 0
    page = pypdfium2.PdfDocument("output/plank/aid.pdf")[0].get_textpage()
    words = page.get_text_range()
    assert "Hold 3." in words
    assert MARKED.replace("\\\\", "\\") in words
    assert "{hand}" in words


def test_an_effect_shows_its_icon(plank: Check) -> None:
    """On tricks, and on an attack that has one: another icon, another face."""
    change(DECK, "jab,Jab,6,attack,1,,", "jab,Jab,6,attack,1,rest 2,")

    def faces() -> dict[str, str]:
        assert run("build", "plank", "--only", "cards").exit_code == 0
        document = json.loads(Path("output/plank/manifest.json").read_text("utf-8"))
        return {face["id"]: face["digest"] for face in document["files"][0]["faces"]}

    before = faces()
    change(TOML, 'icon = "heal"', 'icon = "special"')
    after = faces()
    assert {name for name in before if before[name] != after[name]} == {"jab", "deep-breath"}


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
