"""Every line of "Accepted": what designers and their spreadsheets write, printed as it is typed."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pypdfium2 as pdfium
import pytest

if TYPE_CHECKING:
    from conftest import Pub, Run

CARDS = ("build", "pub", "--only", "cards", "--paper", "a4", "--duplex", "off")
PDF = Path("output/pub/cards.pdf")

TYPED = {
    "tags": "<b>Bold</b> & <i>fine</i>, <br/> too",
    "entities": "Salt &amp; pepper &lt; &#65; &",
    "fields": "{title} {game.title} {strength:+} {0} {{x}} {",
    "quotes": '"Hi", \'bye\' and "" too',
    "curly quotes": "“Hi”, ‘bye’ and ’tis „so“ «là»",
    "accents": "Ångström, Łódź, Čeština, naïve café, ñ, ß, Ő, ž",
    "signs": "½ × 3 → ♠♥♦♣ ™ – — … ± €",
    "marks of code": r"\n \( (x) %s %(a)s $HOME ~ ^ _ # * `x` | :mug:",
    "lines of csv": "a,b;c,d;e",
    "like a formula": "=1+1 @x -2 +3",
}
TITLES = {
    "tags": "<b>A</b> & B",
    "field": "{title} {x",
    "quotes": "\"A\" 'B'",
    "curly quotes": "“A” ‘B’ ’n’",
    "accents": "Åre Łódź ñ Č",
    "signs": "½ × → ♠♥♦♣ ™",
    "path": "../../etc/hosts",
    "digits": "100",
}


def squeezed(text: str) -> str:
    """Without spaces and line ends, which are where lines are broken and runs of type meet."""
    return "".join(text.split())


def pages(path: Path) -> str:
    document = pdfium.PdfDocument(path.read_bytes())
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def printed(run: Run, *args: str) -> str:
    """Build the cards; the text that is on them."""
    result = run(*(args or CARDS))
    assert (result.code, result.err) == (0, "")
    return pages(PDF)


def embedded(path: Path) -> bool:
    """Whether a PDF has fonts, and the file of each is inside."""
    with pikepdf.open(path) as pdf:
        fonts = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/Font"
        ]
        return bool(fonts) and all(
            "/FontFile2" in font.get("/FontDescriptor", {}) for font in fonts
        )


@pytest.mark.parametrize("text", TYPED.values(), ids=TYPED.keys())
def test_a_text_is_printed_as_it_is_typed(workspace: Pub, run: Run, text: str) -> None:
    workspace.only({"text": f"¶{text}¶"})
    assert squeezed(f"¶{text}¶") in squeezed(printed(run))
    assert embedded(PDF)


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES.keys())
@pytest.mark.parametrize("kind", ["attack", "character"])
def test_a_title_is_printed_as_it_is_typed(workspace: Pub, run: Run, title: str, kind: str) -> None:
    card = {"title": f"§{title}§", "kind": kind, "strength": "3", "hits": "3"}
    workspace.only(card)
    assert squeezed(f"§{title}§").upper() in squeezed(printed(run))
    assert embedded(PDF)


@pytest.mark.parametrize("component", ["cards", "beer-track", "tokens", "player-aid", "rulebook"])
def test_a_game_may_have_signs_in_its_title(workspace: Pub, run: Run, component: str) -> None:
    title = "½ <b> & → ♠♥♦♣ ™"
    workspace.edit("game.toml", '"Tavern Brawl"', f'"{title}"')
    result = run("build", "pub", "--only", component)
    assert (result.code, result.err) == (0, "")
    path = PDF.with_name(f"{component}.pdf")
    assert squeezed(title) in squeezed(pages(path))
    assert embedded(path)


def test_decomposed_accents_are_printed_composed(workspace: Pub, run: Run) -> None:
    title, text = "Crème brûlée", "Å, é, ñ and Ž"
    workspace.only(
        {
            name: unicodedata.normalize("NFD", value)
            for name, value in {"title": title, "text": text}.items()
        }
    )
    found = squeezed(printed(run))
    assert squeezed(title).upper() in found
    assert squeezed(text) in found


def test_a_quoted_newline_starts_a_line(workspace: Pub, run: Run) -> None:
    workspace.only({"title": "Upper\nCut", "text": "First line.\nSecond line.\r\nThird.\rFourth."})
    lines = [line.strip() for line in printed(run).splitlines()]
    at = lines.index("First line.")
    assert lines[at : at + 4] == ["First line.", "Second line.", "Third.", "Fourth."]
    assert lines[lines.index("UPPER") + 1] == "CUT"


def test_copies_are_printed(workspace: Pub, run: Run) -> None:
    workspace.only({"title": "Thrice", "copies": "3"}, {"title": "Once"}, {"copies": ""})
    found = printed(run)
    assert [found.count(word) for word in ("THRICE", "ONCE", "UPPERCUT")] == [3, 1, 1]


# One deck, written in the ways that programs and people write a table.
Rewrite = Callable[[str], str | bytes]


def dialect(**options: object) -> Rewrite:
    def write(text: str) -> str:
        out = io.StringIO(newline="")
        csv.writer(out, **options).writerows(csv.reader(io.StringIO(text, newline="")))
        return out.getvalue()

    return write


def cells(change: Callable[[int, list[str]], list[str]]) -> Rewrite:
    def write(text: str) -> str:
        out = io.StringIO(newline="")
        rows = csv.reader(io.StringIO(text, newline=""))
        csv.writer(out).writerows(change(number, row) for number, row in enumerate(rows))
        return out.getvalue()

    return write


REWRITES: dict[str, Rewrite] = {
    "BOM": lambda text: "\ufeff" + text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "no last line end": lambda text: text.rstrip("\n"),
    "semicolons": dialect(delimiter=";"),
    "semicolons, BOM and CRLF": lambda text: (
        "\ufeff" + str(dialect(delimiter=";", lineterminator="\r\n")(text))
    ),
    "everything quoted": dialect(quoting=csv.QUOTE_ALL),
    "everything quoted, semicolons": dialect(quoting=csv.QUOTE_ALL, delimiter=";"),
    "decomposed accents": lambda text: unicodedata.normalize("NFD", text),
    "spaces around cells": cells(lambda _, row: [f"  {cell}\t " for cell in row]),
    "spaces before quotes": lambda text: re.sub(r",(?=\S)", ", ", text),
    "empty rows": lambda text: text.replace("\n", "\n\n,,,,,,,,,,,,,\n"),
    "empty rows before the header": lambda text: "\n,,,\n" + text,
    "empty rows before the header, semicolons": lambda text: (
        "\n" + str(dialect(delimiter=";")(text))
    ),
    "empty columns at the right": cells(lambda _, row: [*row, "", " "]),
    "columns in another order": cells(lambda _, row: row[::-1]),
    "no column copies": cells(lambda _, row: row[:3] + row[4:]),
    "no columns status and note": cells(lambda _, row: row[:-2]),
    "minus signs": lambda text: text.replace(",-1,", ",−1,", 1).replace(",-1,", ",–1,"),
    "plus signs left out": lambda text: re.sub(r",\+(\d)", r",\1", text),
}


@pytest.fixture(scope="module")
def plain_cache() -> dict[str, bytes]:
    return {}


@pytest.fixture
def plain(workspace: Pub, run: Run, plain_cache: dict[str, bytes]) -> bytes:
    """The PDF of the deck as it stands, a card with accents among the others."""
    workspace.set(24, title="Frappé")
    if not plain_cache:
        printed(run)
        plain_cache["cards"] = PDF.read_bytes()
    return plain_cache["cards"]


@pytest.mark.parametrize("rewrite", REWRITES.values(), ids=REWRITES.keys())
def test_one_deck_written_in_many_ways_gives_one_print(
    workspace: Pub, run: Run, rewrite: Rewrite, plain: bytes
) -> None:
    path = workspace.path("deck.csv")
    before = path.read_bytes()
    after = rewrite(before.decode())
    path.write_bytes(after if isinstance(after, bytes) else after.encode())
    assert path.read_bytes() != before
    printed(run)
    assert PDF.read_bytes() == plain


@pytest.mark.parametrize("name", ["game.toml", "house.toml"])
def test_a_toml_file_may_have_a_bom_and_crlf(
    workspace: Pub, run: Run, plain: bytes, name: str
) -> None:
    path = workspace.path(name)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    printed(run)
    assert PDF.read_bytes() == plain


def test_a_benched_card_is_reported_and_not_printed(workspace: Pub, run: Run) -> None:
    workspace.set(24, copies="0")
    workspace.edit("game.toml", "total = 91", "total = 90")
    workspace.edit("game.toml", "attack = 30", "attack = 29")

    checked = run("check", "pub", "--json")
    assert (checked.code, checked.err) == (0, "")
    composition = checked.json["composition"]
    assert (composition["total"], composition["titles"], composition["benched"]) == (90, 91, 1)
    assert composition["by_kind"]["attack"] == 29
    [finding] = [each for each in checked.json["findings"] if each["code"] == "benched"]
    assert finding["level"] == "info"
    assert finding["where"] == {"file": "cards/pub/deck.csv", "row": 24, "column": "copies"}
    assert "'Backstab'" in finding["message"]
    assert "1 benched" in run("check", "pub").out

    found = printed(run)
    assert "BACKSTAB" not in found
    assert "MIGHTY BLOW" in found


def test_a_benched_card_need_not_fit(workspace: Pub, run: Run) -> None:
    workspace.only({"title": "Fine"}, {"title": "Unfinished", "text": "word " * 200, "copies": "0"})
    found = printed(run)
    assert "FINE" in found
    assert "UNFINISHED" not in found


def test_a_deck_of_5000_cards_is_built(workspace: Pub, run: Run) -> None:
    workspace.only(*({"title": f"Card {no}"} for no in range(1, 5001)))
    result = run(*CARDS)
    assert (result.code, result.err) == (0, "")
    document = pdfium.PdfDocument(PDF.read_bytes())
    assert len(document) == 556
    assert "CARD 5000" in document[555].get_textpage().get_text_range()


def test_an_earlier_build_is_replaced_whole(workspace: Pub, run: Run) -> None:
    printed(run)
    before = {path: path.read_bytes() for path in PDF.parent.iterdir()}
    workspace.set(24, title="Frontstab")
    printed(run)
    after = {path: path.read_bytes() for path in PDF.parent.iterdir()}
    assert before.keys() == after.keys()
    assert all(before[path] != after[path] for path in before)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_pipe_of_any_code_page_gets_utf_8(workspace: Pub, spawn: Run, encoding: str) -> None:
    workspace.set(24, title="♠ → ½")
    check = ("check", "pub", "--layer", "composition")
    said = [
        spawn(*args, PYTHONUTF8="0", PYTHONIOENCODING=encoding)
        for args in (check, (*check, "--json"), CARDS)
    ]
    assert [(result.code, result.err) for result in said] == [(0, "")] * 3
    assert "✓" in said[0].out
