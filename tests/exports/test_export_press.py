"""The press PDF, read by pikepdf: inks alone and not too many, nothing see-through, boxes, keys."""

from __future__ import annotations

import io

import pikepdf
import pypdfium2
import pytest
from looks import nearest, read
from PIL import Image, ImageDraw

from brawlprint.errors import ExportError
from brawlprint.exports.inks import inks, picture_inks
from brawlprint.exports.press_check import check_press

NAME = "drivethrucards"
GAMES = ("tavern", "joebob", "stooges", "wrestling", "throwdown")
CARDS = {"tavern": 91, "joebob": 108, "stooges": 60, "wrestling": 54, "throwdown": 36}
WITH_COLOUR = {
    "rg",
    "RG",
    "g",
    "G",
    "cs",
    "CS",
    "sc",
    "SC",
    "scn",
    "SCN",
    "sh",
    "gs",
    "INLINE IMAGE",
}
MOST = 2.4
DPI = 100


def streams(pdf):
    """All that draws: pages and forms."""
    yield from pdf.pages
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            yield thing


def inks_set(pdf):
    """Every colour that is set anywhere, and the operators that set others."""
    found, others = set(), set()
    for stream in streams(pdf):
        for operands, operator in pikepdf.parse_content_stream(stream):
            if str(operator) in ("k", "K"):
                found.add(tuple(float(each) for each in operands))
            elif str(operator) in WITH_COLOUR:
                others.add(str(operator))
    return found, others


def images(pdf):
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image":
            yield thing


def keys(thing, seen):
    """Every key of every dictionary."""
    if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        for key, value in thing.items():
            seen.add(str(key))
            if not getattr(value, "is_indirect", False):
                keys(value, seen)
    elif isinstance(thing, pikepdf.Array):
        for value in thing:
            if not getattr(value, "is_indirect", False):
                keys(value, seen)
    return seen


@pytest.fixture(params=GAMES)
def press(request, export):
    made = export(request.param, NAME)
    path = made.folder / f"{request.param}.pdf"
    with pikepdf.open(path) as pdf:
        yield request.param, path, pdf


def test_colours_are_inks_within_the_limit(press):
    _, _, pdf = press
    found, others = inks_set(pdf)
    assert others == set()
    assert len(found) > 5
    assert max(map(sum, found)) <= MOST
    assert (0, 0, 0, 1) in found, "type and outlines in black ink alone"
    assert list(images(pdf)) == []


def test_nothing_is_see_through_and_nothing_is_noted(press):
    _, _, pdf = press
    found = set()
    for thing in pdf.objects:
        keys(thing, found)
    forbidden = {"/SMask", "/Group", "/ExtGState", "/ca", "/CA", "/BM", "/Annots", "/AA", "/JS"}
    assert not found & {*forbidden, "/OpenAction", "/AcroForm", "/EmbeddedFiles", "/Encrypt"}
    assert not pdf.is_encrypted


def test_pages_are_back_and_face_in_turn_with_their_boxes(press):
    game, _, pdf = press
    assert len(pdf.pages) == 2 * CARDS[game]
    for page in pdf.pages:
        assert [float(each) for each in page.MediaBox] == [0, 0, 198, 270]
        assert [float(each) for each in page.BleedBox] == [0, 0, 198, 270]
        assert [float(each) for each in page.TrimBox] == pytest.approx([9, 9, 189, 261], abs=0.001)
        assert "/CropBox" not in page
        assert "/ArtBox" not in page


def test_keys_of_the_standard_are_there(press):
    _, path, pdf = press
    assert path.read_bytes().startswith(b"%PDF-1.4")
    assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
    assert str(pdf.docinfo["/Trapped"]) == "/False"
    assert {"/Title", "/Creator", "/Producer", "/CreationDate", "/ModDate"} <= set(
        pdf.docinfo.keys()
    )
    (intent,) = pdf.Root.OutputIntents
    assert (str(intent.S), str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "CGATS TR 001")
    assert str(intent.RegistryName) == "http://www.color.org"
    assert len(pdf.trailer["/ID"]) == 2
    assert pdf.check_pdf_syntax() == []


def test_fonts_are_embedded(press):
    _, _, pdf = press
    fonts = [
        thing
        for thing in pdf.objects
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"
    ]
    assert fonts
    for font in fonts:
        assert len(font.FontDescriptor.FontFile2.read_bytes()) > 500


def shown(document, page):
    return document[page].render(scale=DPI / 72).to_pil().convert("RGB")


def test_every_page_shows_the_right_side(export):
    made, single = export("stooges", NAME), export("stooges", "png", "--dpi", "100")
    document = pypdfium2.PdfDocument(made.folder / "stooges.pdf")
    cards = {name: read(single.folder / name) for name in single.names()}

    def seen(page):
        drawn = shown(document, page)
        edge = round(9 * DPI / 72)
        trimmed = drawn.crop((edge, edge, drawn.width - edge, drawn.height - edge))
        return list(cards)[nearest(trimmed, list(cards.values()))]

    fronts = []
    for name in (name for name in cards if name.startswith("cards-front-")):
        _, many, number = name.removesuffix(".png").rpartition("-x")
        fronts += [name] * (int(number) if many and number.isdigit() else 1)
    assert len(fronts) == 55
    for number in (0, 1, 6, 7, 20, 54):
        assert seen(2 * number) == "cards-back.png"
        assert seen(2 * number + 1) == fronts[number]
    for number in range(1, 6):
        assert seen(108 + 2 * number).startswith(f"instruction-cards-back-{number}")
        assert seen(109 + 2 * number).startswith(f"instruction-cards-front-{number}")


@pytest.fixture
def with_art(workspace, run):
    """A deck with pictures: see-through over a ground, far too large, and as dark as can be."""
    art = workspace.root / "art/pub"
    art.mkdir(parents=True)
    disc = Image.new("RGBA", (900, 900), (0, 0, 0, 0))
    ImageDraw.Draw(disc).ellipse((200, 200, 700, 700), fill=(200, 30, 30, 160))
    disc.save(art / "card-1.png")
    Image.linear_gradient("L").resize((2400, 2400)).convert("RGB").save(art / "card-2.png")
    Image.new("RGB", (900, 900), (26, 0, 0)).save(art / "card-3.png")
    Image.new("CMYK", (900, 900), (255, 255, 255, 200)).save(art / "card-4.jpg")
    workspace.only(*({"title": title} for title in ("One", "Two", "Three", "Four")))
    assert run("export", "pub", "--for", NAME).code == 0
    path = workspace.root / f"output/pub/export-{NAME}/pub.pdf"
    with pikepdf.open(path) as pdf:
        yield path, pdf


def test_pictures_are_in_inks_opaque_and_not_too_fine(with_art):
    _, pdf = with_art
    found = list(images(pdf))
    assert len(found) == 4
    for image in found:
        assert image.ColorSpace == "/DeviceCMYK"
        assert "/SMask" not in image
        assert "/Mask" not in image
        assert image.Filter == "/FlateDecode" or list(image.Filter) == ["/FlateDecode"]
        assert max(image.Width, image.Height) <= 750, "300 dpi of a card's width at most"
        data = image.read_bytes()
        assert len(data) == image.Width * image.Height * 4
        assert max(map(sum, zip(*[iter(data)] * 4, strict=True))) / 255 <= MOST
    assert inks_set(pdf)[1] == set()


def test_a_see_through_picture_shows_what_lies_below(with_art):
    path, _ = with_art
    page = pypdfium2.PdfDocument(path)[1]
    drawn = page.render(scale=100 / 72).to_pil().convert("RGB")
    middle = drawn.getpixel((drawn.width // 2, round(drawn.height * 0.38)))
    assert middle[0] > middle[1] + 40, "the disc is red"
    beside = drawn.getpixel((round(drawn.width * 0.85), round(drawn.height * 0.5)))
    assert min(beside) > 180, "the picture's own ground is there, not black"


@pytest.mark.parametrize("colour", [(0, 0, 0), (0.1, 0.1, 0.1), (29 / 255, 26 / 255, 23 / 255)])
def test_black_is_black_ink_alone(colour):
    assert inks(*colour) == (0, 0, 0, 1)


def test_inks_never_go_over_the_limit_and_greys_are_black_ink():
    steps = [step / 20 for step in range(21)]
    for red in steps:
        assert inks(red, red, red)[:3] == (0, 0, 0)
        for green in steps:
            for blue in steps:
                mixed = inks(red, green, blue)
                assert sum(mixed) <= MOST
                assert min(mixed) >= 0
                assert max(mixed) <= 1
    assert inks(0, 1, 1) == (1, 0, 0, 0)
    assert picture_inks(Image.new("RGB", (1, 1), (0, 255, 255))).getpixel((0, 0)) == (255, 0, 0, 0)


# Faults planted into a good file


def plant(path, change):
    with pikepdf.open(path) as pdf:
        change(pdf)
        buffer = io.BytesIO()
        pdf.save(buffer, object_stream_mode=pikepdf.ObjectStreamMode.disable, force_version="1.4")
    return buffer.getvalue()


def draw(pdf, operators):
    pdf.pages[3].Contents = pdf.make_stream(pdf.pages[3].Contents.read_bytes() + operators)


def rgb_picture(pdf):
    picture = pdf.make_stream(bytes(12))
    picture.update({"/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Image})
    picture.update({"/Width": 2, "/Height": 2, "/ColorSpace": pikepdf.Name.DeviceRGB})
    pdf.pages[1].Resources.XObject["/Photo"] = picture


def dark_picture(pdf):
    picture = pdf.make_stream(bytes([255, 255, 255, 0] * 4))
    picture.update({"/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Image})
    picture.update({"/Width": 2, "/Height": 2, "/ColorSpace": pikepdf.Name.DeviceCMYK})
    pdf.pages[1].Resources.XObject["/Photo"] = picture


def loose_font(pdf):
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor":
            del thing["/FontFile2"]


def swap(pdf):
    pdf.pages[1], pdf.pages[2] = pdf.pages[2], pdf.pages[1]


FAULTS = {
    "sets RGB": (lambda pdf: draw(pdf, b" 1 0 0 rg"), "draws with rg"),
    "shades": (lambda pdf: draw(pdf, b" /S1 sh"), "draws with sh"),
    "too much ink": (lambda pdf: draw(pdf, b" 1 1 .5 0 k"), "250% ink"),
    "a page short": (lambda pdf: pdf.pages.__delitem__(5), "5 pages, not 6"),
    "pages swapped": (swap, "another card"),
    "a trim that is none": (
        lambda pdf: pdf.pages[0].__setitem__("/TrimBox", pikepdf.Array([0, 0, 198, 270])),
        "TrimBox",
    ),
    "no bleed": (lambda pdf: pdf.pages[2].__delitem__("/BleedBox"), "BleedBox"),
    "a group": (
        lambda pdf: pdf.pages[2].__setitem__(
            "/Group", pikepdf.Dictionary(S=pikepdf.Name.Transparency)
        ),
        "it has /Group",
    ),
    "a note": (lambda pdf: pdf.pages[2].__setitem__("/Annots", pikepdf.Array([])), "/Annots"),
    "no intent": (lambda pdf: pdf.Root.__delitem__("/OutputIntents"), "GTS_PDFX is missing"),
    "no name": (lambda pdf: pdf.docinfo.__delitem__("/GTS_PDFXVersion"), "GTS_PDFXVersion"),
    "a picture in RGB": (rgb_picture, "not in the four inks"),
    "a picture too dark": (dark_picture, "a picture takes 300% ink"),
    "a font elsewhere": (loose_font, "not embedded"),
}


@pytest.fixture
def small(workspace, run):
    """Three cards for the press: where it lies, and what each of its pages shows."""
    workspace.only({"title": "One"}, {"title": "Two"}, {"title": "Three"})
    assert run("export", "pub", "--for", NAME).code == 0
    path = workspace.root / f"output/pub/export-{NAME}/pub.pdf"
    return path, ["back", "one", "back", "two", "back", "three"]


def test_planted_faults_are_found(small):
    path, pages = small
    sizes = (198.0, 270.0), (180.0, 252.0)
    check_press(path.read_bytes(), pages, *sizes)
    check_press(plant(path, lambda _: None), pages, *sizes)
    for name, (change, words) in FAULTS.items():
        with pytest.raises(ExportError) as refused:
            check_press(plant(path, change), pages, *sizes)
        assert words in str(refused.value), name


def test_what_is_no_pdf_is_refused():
    for data in (b"", b"%PDF-1.4\nstartxref\n", b"%PDF-1.4 xref 0000000003 00000 n startxref 9"):
        with pytest.raises(ExportError, match="can't be read back"):
            check_press(data, [], (1, 1), (1, 1))


def test_a_card_without_a_back_has_a_white_page(workspace, run):
    workspace.edit("game.toml", 'back = "house-back"\n', "")
    workspace.only({"title": "One"}, {"title": "Two"})
    assert run("export", "pub", "--for", NAME).code == 0
    document = pypdfium2.PdfDocument(workspace.root / f"output/pub/export-{NAME}/pub.pdf")
    assert len(document) == 4
    assert shown(document, 0).getextrema() == ((255, 255),) * 3
    assert shown(document, 1).getextrema() != ((255, 255),) * 3


def test_words_on_a_card_are_no_colour(workspace, run):
    workspace.only(
        {"title": "1 0 0 rg", "text": r"Say (1 0 0 RG) and \( 0 1 0 rg"}, {"title": "Two"}
    )
    assert run("export", "pub", "--for", NAME).code == 0
    document = pypdfium2.PdfDocument(workspace.root / f"output/pub/export-{NAME}/pub.pdf")
    text = " ".join(document[1].get_textpage().get_text_range().split())
    assert r"Say (1 0 0 RG) and \( 0 1 0 rg" in text
