"""Draws the pictures of the README and the docs from real output.

Run from a checkout, with the test requirements installed: ``python docs/pictures.py``
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import chdir
from importlib.util import find_spec
from pathlib import Path

import pypdfium2
from click.testing import CliRunner
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, ImageOps
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import sync_playwright

from brawlprint.build import build_game
from brawlprint.cli import main as brawlprint
from brawlprint.definitions.mapping import indices
from brawlprint.faces.drawing import MM, Instruction, Line, Picture, Symbol
from brawlprint.faces.face import Face, FaceMaker
from brawlprint.faces.fonts import text_width
from brawlprint.faces.pictograms import Tones
from brawlprint.settings import Wishes, choose_print
from brawlprint.sheets.paper import Paper, find_paper
from brawlprint.sheets.pdf import PdfWriter
from brawlprint.sheets.test_page import draw_test_page
from brawlprint.workspace import Workspace

HERE = Path(__file__).parent
PICTURES = HERE / "pictures"
TABLE, GREY = "#6B4A2F", "#B9B4AC"
CORNER = 3.0  # mm
SCALE = 3  # drawn so much larger, then shrunk, for smooth edges

CHECK = ("check", "wrestling")
TERMINAL, INK = "#1E1B18", "#E9E4DA"
INKS = {31: "#FF8A7A", 32: "#8FD694", 33: "#F2C14E", 36: "#7FD1DE"}  # by the terminal's numbers
SIZE = 30  # pixels, of the terminal's letters

CELL = 24.0  # mm, of a sheet of specimens, and so much more below for the name
BELOW, HEADING, NAME_SIZE = 4.5, 9.0, 8.5
FIGURES = Tones("#1D1A17", "#FFFFFF", "#1D1A17", "#E8A15C")

FAN = [
    ("stooges", ["poke-in-the-eyes"]),
    ("joebob", ["pile-driver"]),
    ("tavern", ["bar-stool", "uppercut"]),
    ("wrestling", ["king-of-spades"]),
    ("throwdown", ["leg-sweep"]),
]


def main() -> None:
    """Draw every picture anew."""
    PICTURES.mkdir(exist_ok=True)
    workspace = Workspace.at(HERE.parent)
    fan(workspace)
    kit(workspace)
    printing(workspace)
    icons(workspace)
    pictograms(workspace)
    light_table()
    terminal(CHECK, PICTURES / "check.png", 1300)


def face_picture(workspace: Workspace, face: Face, dpi: float) -> Image.Image:
    """One face cut out at its trim, with round corners."""
    paper = Paper("card", "card", face.width, face.height)
    writer = PdfWriter(paper, workspace.icons, "face", "face")
    writer.place(face, 0, 0)
    writer.end_page("1", "1")
    page = pypdfium2.PdfDocument(io.BytesIO(writer.finish()))[0]
    picture = page.render(scale=dpi / 72 - 1e-9).to_pil().convert("RGBA")
    mask = Image.new("L", picture.size, 0)
    radius = CORNER / 25.4 * dpi
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, *[side - 1 for side in picture.size]), radius, 255
    )
    picture.putalpha(mask)
    return picture


def fan(workspace: Workspace) -> None:
    """A hand of cards of all games, fanned over a wooden table, a back behind them."""
    pictures = []
    for name, ids in FAN:
        game = workspace.game(name)
        deck = game.decks["cards"]
        corner = indices(game.mapping) if game.mapping else {}
        seat = 1 if game.components["cards"].get("each-player") else None
        template = workspace.template(deck.template)
        maker = FaceMaker(game, template, workspace.art, "colour", seat)
        cards = {card.id: card for card in deck.titles}
        for each in ids:
            own = {"index": corner.get(each, [""])[0]}
            pictures.append(face_picture(workspace, maker.face(cards[each], own=own), 150))
    save(spread(pictures), PICTURES / "fan.png", 1400)


def spread(cards: Sequence[Image.Image]) -> Image.Image:
    """Cards turned about a point far below them, each with its shadow."""
    width, height = 1760, 800
    table = Image.new("RGBA", (width, height), TABLE)
    last = len(cards) - 1
    for number, card in enumerate(cards):
        angle = (last / 2 - number) * 6.0
        turned = card.rotate(angle, Image.Resampling.BICUBIC, expand=True)
        shadow = Image.new("RGBA", turned.size, (0, 0, 0, 0))
        shadow.putalpha(turned.getchannel("A").point(lambda value: value * 0.55))
        x = width / 2 - (last / 2 - number) * 238 - turned.width / 2
        y = height / 2 + abs(angle) ** 1.7 * 1.25 - turned.height / 2 - 70
        blurred = Image.new("RGBA", table.size, (0, 0, 0, 0))
        blurred.paste(shadow, (round(x) - 6, round(y) + 9), shadow)
        table.alpha_composite(blurred.filter(ImageFilter.GaussianBlur(9)))
        table.alpha_composite(turned, (max(0, round(x)), max(0, round(y))))
    return table


def kit(workspace: Workspace) -> None:
    """The pages of the kit side by side, in colour and as ink-saver."""
    pages = []
    for style, wanted in (("colour", [("cards", 4), ("cards", 1), ("beer-track", 0), ("tokens", 0),
                                      ("player-aid", 0), ("rulebook", 0)]),
                          ("ink-saver", [("cards", 4), ("cards", 1)])):  # fmt: skip
        choice = choose_print(HERE.parent, "letter", style, "long-edge")
        game = workspace.game("tavern")
        out = HERE.parent / "output" / "pictures" / style
        build = build_game(workspace, game, Wishes().settings(choice, game), out)
        for component, page in wanted:
            pdf = pypdfium2.PdfDocument(build.folder / f"{component}.pdf")
            pages.append(pdf[page].render(scale=1.1).to_pil().convert("RGB"))
    save(contact_sheet(pages, 4), PICTURES / "kit.png", 1600)
    save(contact_sheet(pages[:2], 2), PICTURES / "sheet.png", 1000, 96)
    save(contact_sheet(pages[6:], 2), PICTURES / "ink-saver.png", 1300)


def printing(workspace: Workspace) -> None:
    """What docs/printing.md shows: sheets of one deck, laid in several ways, and the test page."""

    def page(number: int, component: str = "cards", **settings: str | bool) -> Image.Image:
        choice = choose_print(HERE.parent, **({"paper": "letter"} | settings))
        game = workspace.game("tavern")
        out = HERE.parent / "output" / "pictures" / "printing"
        build = build_game(workspace, game, Wishes().settings(choice, game), out)
        return rendered((build.folder / f"{component}.pdf").read_bytes(), number, 110)

    sheet = page(4)
    bleeds = [sheet, page(4, bleed_outside=True), page(4, bleed="3mm")]
    save(contact_sheet(bleeds, 3), PICTURES / "bleed.png", 1100, 96)
    styles = [sheet, page(4, style="ink-saver"), page(4, style="mono")]
    rows = [each.crop((0, 0, each.width, round(each.height * 0.36))) for each in styles]
    save(contact_sheet(rows, 3), PICTURES / "styles.png", 1300, 96)
    save(contact_sheet([page(4, layout="gutterfold")], 1), PICTURES / "gutterfold.png", 560, 64)
    save(contact_sheet([page(0, "print-plan")], 1), PICTURES / "print-plan.png", 700, 12)
    corner = page(4, bleed="3mm", corners="3mm")
    box = (0, 0, corner.width // 2, round(corner.height * 0.3))
    save(contact_sheet([corner.crop(box)], 1), PICTURES / "corners.png", 480, 64)
    light = against_the_light(workspace, (-1.5, 0.5))
    save(light, PICTURES / "test-page.png", 1300, 24)


def icons(workspace: Workspace) -> None:
    """Every icon with its name."""
    drawn = {
        name: Symbol(name, 0, 0, CELL * 0.56, "#1D1A17", "#FFFFFF") for name in workspace.icons.file
    }
    save(specimens(workspace, {"": drawn}, 13, 0.56), PICTURES / "icons.png", 1300, 12)


def pictograms(workspace: Workspace) -> None:
    """Every picture of a card with its name, file by file."""
    drawn: dict[str, dict[str, Instruction]] = {}
    for path in sorted((HERE.parent / "templates/pictograms").glob("*.toml")):
        names = re.findall(r"^\[([a-z0-9-]+)\]", path.read_text(encoding="utf-8"), re.MULTILINE)
        if path.stem != "props":
            drawn[path.stem] = {
                name: Picture(
                    workspace.art.pictograms.shapes(f"{path.stem}/{name}", FIGURES), 0, 0, CELL - 2
                )
                for name in names
            }
    save(specimens(workspace, drawn, 12, 1), PICTURES / "pictograms.png", 1200, 12)


def specimens(
    workspace: Workspace, groups: dict[str, dict[str, Instruction]], columns: int, height: float
) -> Image.Image:
    """Things in rows with their names below them, under headings; ``height`` in cells."""
    down = CELL * height + BELOW
    shown: list[Instruction] = []
    y = 2.0
    for heading, things in groups.items():
        if heading:
            shown.append(Line(2, y + 6, heading, "BarlowCondensed-Bold", 16, "#8A2B23"))
            y += HEADING
        for number, (name, thing) in enumerate(things.items()):
            row, column = divmod(number, columns)
            middle, top = (column + 0.5) * CELL, y + row * down
            shown.append(thing._replace(x=middle - thing.size / 2, y=top))  # type: ignore[union-attr]
            font, size = "BarlowCondensed-Medium", NAME_SIZE
            wide = text_width(name, font, size) / MM
            size *= min(1, (CELL - 1) / wide)
            left = middle - min(wide, CELL - 1) / 2
            shown.append(Line(left, top + down - 1.6, name, font, size, "#1D1A17"))
        y += -(-len(things) // columns) * down + 1
    sheet = Face(columns * CELL, y, 0, tuple(shown), "specimens")
    writer = PdfWriter(Paper("sheet", "sheet", sheet.width, sheet.height), workspace.icons, "", "")
    writer.place(sheet, 0, 0)
    writer.end_page("1", "1")
    return rendered(writer.finish(), 0, 240)


def rendered(data: bytes, number: int, dpi: float) -> Image.Image:
    """One page of a PDF."""
    return pypdfium2.PdfDocument(data)[number].render(scale=dpi / 72).to_pil().convert("RGB")


def against_the_light(workspace: Workspace, off: tuple[float, float]) -> Image.Image:
    """The test page, front and back, and its middle where a back shows through that is ``off``."""
    paper, dpi = find_paper("letter"), 150
    data = draw_test_page(paper, "long-edge", "home", workspace.icons)
    front, back = (rendered(data, number, dpi) for number in (0, 1))
    front, back = (
        each.crop((0, 0, each.width, round(each.height * 0.84))) for each in (front, back)
    )
    shift = [round(each / 25.4 * dpi * 4) for each in off]
    large, behind = (rendered(data, number, dpi * 4) for number in (0, 1))
    middle = [side // 2 for side in large.size]
    reach = round(34 / 25.4 * dpi * 4)
    box = (middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach)
    through = ImageChops.offset(ImageOps.mirror(behind).convert("L"), *shift).crop(box)
    seen = ImageChops.multiply(
        large.crop(box), ImageOps.colorize(through, "#C9A24B", "#FFFDF2").convert("RGB")
    )
    seen = seen.resize((front.height, front.height), Image.Resampling.LANCZOS)
    gap = 24
    sheet = Image.new("RGB", (front.width * 2 + seen.width + 4 * gap, front.height + 2 * gap), GREY)
    for picture, x in (
        (front, gap),
        (back, front.width + 2 * gap),
        (seen, front.width * 2 + 3 * gap),
    ):
        sheet.paste(picture, (x, gap))
    return sheet


def light_table() -> None:
    """The preview's page in a browser, which must be there: Chromium or Chrome."""
    names = ("chromium", "chromium-browser", "google-chrome")
    browser = next(filter(None, map(shutil.which, names)), None)
    command = [sys.executable, "-m", "brawlprint", "preview", "tavern", "--no-browser"]
    with (
        subprocess.Popen(command, cwd=HERE.parent, stdout=subprocess.PIPE, text=True) as preview,
        sync_playwright() as playwright,
    ):
        try:
            assert preview.stdout is not None
            address = preview.stdout.readline().split()[-1]
            window = playwright.chromium.launch(executable_path=browser)
            page = window.new_page(viewport={"width": 1280, "height": 800}, device_scale_factor=2)
            page.goto(address)
            page.get_by_role("button", name="Weapon").first.click()
            page.get_by_role("button", name="Armor").first.click()
            page.wait_for_load_state("networkidle")
            page.mouse.move(0, 0)
            shot = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
            save(shot, PICTURES / "preview.png", 1280)
            window.close()
        finally:
            preview.terminate()


def contact_sheet(pages: Sequence[Image.Image], columns: int) -> Image.Image:
    """Pages in rows on a grey ground."""
    gap = 24
    width, height = pages[0].size
    rows = -(-len(pages) // columns)
    sheet = Image.new("RGB", (columns * (width + gap) + gap, rows * (height + gap) + gap), GREY)
    for number, page in enumerate(pages):
        row, column = divmod(number, columns)
        sheet.paste(page, (gap + column * (width + gap), gap + row * (height + gap)))
    return sheet


def terminal(command: Sequence[str], path: Path, width: int) -> None:
    """What a command says, as a terminal shows it; the picture holds it as text too."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        os.environ["LC_ALL"] = "en_US.UTF-8"
        said = CliRunner().invoke(brawlprint, [*command], color=True).stdout.rstrip("\n")
    lines = [f"$ \x1b[1mbrawlprint {' '.join(command)}\x1b[0m", *said.split("\n")]
    plain = [re.sub(r"\x1b\[\d+m", "", line) for line in lines]
    wide = typeface(400).getlength("m")
    margin, step = SIZE * 1.2, SIZE * 1.36
    size = (max(map(len, plain)) * wide + 2 * margin, len(lines) * step + 2 * margin)
    picture = Image.new("RGB", (round(size[0]), round(size[1])), TERMINAL)
    draw = ImageDraw.Draw(picture)
    for number, line in enumerate(lines):
        column, y = 0, margin + number * step
        for text, weight, ink in inked(line):
            draw.text((margin + column * wide, y), text, ink, typeface(weight))
            column += len(text)
    height = round(picture.height * width / picture.width)
    small = picture.resize((width, height), Image.Resampling.LANCZOS)
    note = PngInfo()
    note.add_itxt("Description", "\n".join(plain))
    small.quantize(128, Image.Quantize.MAXCOVERAGE).save(path, optimize=True, pnginfo=note)


def inked(line: str) -> Iterator[tuple[str, int, str]]:
    """A line cut where its style changes: text, weight, colour."""
    weight, ink = 400, INK
    for part in re.split(r"(\x1b\[\d+m)", line):
        if code := re.fullmatch(r"\x1b\[(\d+)m", part):
            number = int(code[1])
            weight = {0: 400, 1: 700}.get(number, weight)
            ink = INKS.get(number, INK if number == 0 else ink)
        elif part:
            yield part, weight, ink


def typeface(weight: int) -> ImageFont.FreeTypeFont:
    """The letters of a terminal."""
    spec = find_spec("fontpkg_source_code_pro")
    assert spec is not None and spec.origin is not None
    font = ImageFont.truetype(Path(spec.origin).parent / "files/SourceCodePro[wght].ttf", SIZE)
    font.set_variation_by_axes([weight])
    return font


def save(picture: Image.Image, path: Path, width: int, colours: int = 200) -> None:
    """Save as a small PNG of this width (pixels)."""
    height = round(picture.height * width / picture.width)
    small = picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
    small.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
