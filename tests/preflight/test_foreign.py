"""PDFs that somebody else made, and files that mean harm: told in words, and no harm done."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from flights import run_json
from reportlab.pdfgen.canvas import Canvas

from brawlprint.cli import main
from brawlprint.errors import Finding
from brawlprint.preflight import preflight_files
from brawlprint.workspace import Workspace


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def foreign() -> bytes:
    """A page as other programs make them: a font that is not embedded, no TrimBox."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(2, 2, "near the edge")
    canvas.save()
    return buffer.getvalue()


def test_a_foreign_file_gets_the_general_checks_and_is_told_of_the_rest(here: Path) -> None:
    (here / "foreign.pdf").write_bytes(foreign())
    code, document = run_json("foreign.pdf")
    (result,) = document["results"]
    assert (code, result["ours"], result["compared"]) == (1, False, False)
    assert [each["code"] for each in result["findings"]] == [
        "font-not-embedded",
        "trim-box",
        "foreign",
    ]
    assert "Helvetica" in result["findings"][0]["message"]


def encrypted(path: Path) -> None:
    with pikepdf.open(io.BytesIO(foreign())) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(owner="o", user="u"))


def endless_forms(path: Path) -> None:
    """Forms that draw forms that draw forms: ten to the power of nine."""
    with pikepdf.new() as pdf:
        inner = pdf.make_stream(b"0 0 m 1 1 l S", Type=pikepdf.Name.XObject, BBox=[0, 0, 9, 9])
        inner.Subtype = pikepdf.Name.Form
        for _ in range(9):
            outer = pdf.make_stream(b"/A Do " * 10, Type=pikepdf.Name.XObject, BBox=[0, 0, 9, 9])
            outer.Subtype = pikepdf.Name.Form
            outer.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=inner))
            inner = outer
        page = pdf.add_blank_page()
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=inner))
        page.Contents = pdf.make_stream(b"/A Do")
        pdf.save(path)


def loop(path: Path) -> None:
    """A form that draws itself."""
    with pikepdf.new() as pdf:
        form = pdf.make_stream(b"/A Do", Type=pikepdf.Name.XObject, BBox=[0, 0, 9, 9])
        form.Subtype = pikepdf.Name.Form
        form = pdf.make_indirect(form)
        form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=form))
        page = pdf.add_blank_page()
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=form))
        page.Contents = pdf.make_stream(b"q 1 0 0 1 5 5 cm 0 0 9 9 re W n /A Do Q")
        page.TrimBox = [0, 0, 9, 9]
        pdf.docinfo["/Creator"] = "brawlprint 1"
        pdf.save(path)


def bomb(path: Path) -> None:
    """A stream that unpacks to two gigabytes."""
    packer = zlib.compressobj()
    head = packer.compress(b" ") + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(b" " * 10_000_000) + packer.flush(zlib.Z_FULL_FLUSH)
    packed = head + block * 200 + packer.flush()
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        page.Contents = pikepdf.Stream(pdf, b"")
        page.Contents.write(packed, filter=pikepdf.Name.FlateDecode)
        pdf.save(path, compress_streams=False)


def huge(path: Path) -> None:
    """Three hundred megabytes, most of which are a hole."""
    with path.open("wb") as file:
        file.write(b"%PDF-1.4\n")
        file.truncate(300_000_000)


Make = Callable[[Path], object]
REFUSED: dict[str, tuple[Make, str, str]] = {
    "empty": (lambda path: path.write_bytes(b""), "empty", "the file is empty"),
    "text": (lambda path: path.write_text("Dear printer"), "no-pdf", "it is no PDF"),
    "head only": (lambda path: path.write_bytes(b"%PDF-1.4\n"), "broken", "can't be read"),
    "cut off": (lambda path: path.write_bytes(foreign()[:400]), "broken", "can't be read"),
    "noise": (lambda path: path.write_bytes(b"%PDF-1.4\n" + bytes(range(256)) * 99), "broken", ""),
    "encrypted": (encrypted, "encrypted", "it is encrypted"),
    "huge": (huge, "too-large", "it has 300 MB"),
    "bomb": (bomb, "", "can't be read"),
    "folder": (lambda path: path.mkdir(), "missing-file", "it is no file"),
    "nowhere": (lambda path: None, "missing-file", "there is no such file"),
}


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Finding]:
    """What is said of each file that can't be read; all of them at once, and a good one last."""
    folder = tmp_path_factory.mktemp("refused")
    for name, (make, _, _) in REFUSED.items():
        make(folder / f"{name}.pdf")
    with pikepdf.open(io.BytesIO(foreign())) as pdf:
        pdf.save(folder / "zz.pdf")
    names = [*REFUSED, "zz"]
    paths = [folder / f"{name}.pdf" for name in names]
    reports = preflight_files(paths, Workspace.at(folder))
    return {name: report.findings[0] for name, report in zip(names, reports, strict=True)}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_in_words(refused: dict[str, Finding], name: str) -> None:
    _, code, words = REFUSED[name]
    finding = refused[name]
    assert words in finding.message
    assert finding.remedy
    assert finding.level == "error"
    assert code in ("", finding.code)


def test_a_good_file_after_bad_ones_is_still_read(refused: dict[str, Finding]) -> None:
    assert refused["zz"].code == "font-not-embedded"


@pytest.mark.parametrize("trap", [endless_forms, loop])
def test_traps_come_to_an_end(here: Path, trap: Make) -> None:
    trap(here / "trap.pdf")
    code, document = run_json("trap.pdf")
    assert code in (0, 1)
    assert document["results"][0]["findings"]


def test_nothing_of_the_folder_one_stands_in_is_run(here: Path) -> None:
    for name in ("msgspec", "pypdf", "brawlprint", "pypdfium2", "zlib"):
        (here / f"{name}.py").write_text("open('ran', 'w').close()\n")
    (here / "foreign.pdf").write_bytes(foreign())
    code, _ = run_json("foreign.pdf")
    assert code == 1
    assert not (here / "ran").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tavren",), "did you mean 'tavern'?"),
        (("tavern",), "brawlprint build tavern"),
        (("all",), "brawlprint build all"),
        (("empty-folder",), "holds no PDFs"),
        ((), "Missing argument"),
    ],
)
def test_wrong_use_is_told(here: Path, words: tuple[str, ...], said: str) -> None:
    (here / "empty-folder").mkdir()
    result = CliRunner().invoke(main, ["preflight", *words], catch_exceptions=False)
    assert result.exit_code == 2
    assert said in result.stderr


def test_people_are_told_in_words(here: Path) -> None:
    (here / "foreign.pdf").write_bytes(foreign())
    result = CliRunner().invoke(main, ["preflight", "foreign.pdf"], catch_exceptions=False)
    assert result.exit_code == 1
    first, font, *_ = result.stdout.splitlines()
    assert first == "✗ foreign.pdf  1 page"
    assert font.startswith("  ✗ page 1: the font 'Helvetica' is not embedded")
    assert "should not be printed so" in result.stdout.splitlines()[-1]
