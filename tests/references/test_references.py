"""The references name every key there is, and no other, with its unit and its default."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from documented import PLACES, ROOTS, Struct, fields_of, uses
from msgspec import inspect
from pages import Table, blocks, codes, data_of, example_files, table, tables, text_of

from brawlprint.commands.build import command as build_command
from brawlprint.components import KINDS
from brawlprint.components.stickers import DEFAULT, SHEETS
from brawlprint.definitions import deck_file, mapping, model
from brawlprint.faces import fields, icons, template
from brawlprint.faces.fonts import font_file
from brawlprint.print_settings import _Print, choose_print

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "brawlprint"
BASE = tomllib.loads((ROOT / "templates/base.toml").read_text("utf-8"))


def structs_in(kind: inspect.Type) -> Iterator[Struct]:
    """Every struct that a type is made of."""
    if isinstance(kind, inspect.StructType):
        yield kind.cls
        for field in kind.fields:
            yield from structs_in(field.type)
    for name in ("item_type", "value_type"):
        if hasattr(kind, name):
            yield from structs_in(getattr(kind, name))
    for part in (*getattr(kind, "types", ()), *getattr(kind, "item_types", ())):
        yield from structs_in(part)


def documented(struct: Struct) -> list[Table]:
    found = table(*PLACES[struct])
    assert found, PLACES[struct]
    return found


def test_every_table_that_is_read_has_its_place() -> None:
    read = {each for root in ROOTS for each in structs_in(inspect.type_info(root))}
    assert read == set(PLACES)


@pytest.mark.parametrize("struct", PLACES, ids=lambda each: f"{each.__module__}.{each.__name__}")
class TestKeys:
    def test_are_those_there_are(self, struct: Struct) -> None:
        keys = [key for each in documented(struct) for key in each.names()]
        assert sorted(keys) == sorted(fields_of(struct))

    def test_say_what_they_are(self, struct: Struct) -> None:
        for each in documented(struct):
            assert {"what it says", "what it shows"} & set(each.head)
            assert each.head[-2:] == ("values", "else")
            assert all(cell for row in each.rows for cell in row)

    def test_tell_their_defaults(self, struct: Struct) -> None:
        known = fields_of(struct)
        for each in documented(struct):
            for key, told in zip(each.names(), each.column("else"), strict=True):
                assert told_default(told) == default(known[key]), (key, told)

    def test_tell_their_bounds(self, struct: Struct) -> None:
        known = fields_of(struct)
        for each in documented(struct):
            for key, values in zip(each.names(), each.column("values"), strict=True):
                for bound in bounds(known[key].type):
                    assert re.search(rf"(?<![\d.]){bound:g}(?![\d.])", values), (key, values)
                for word in literals(known[key].type) - {"text", "integer", "letters"}:
                    assert word in values or struct is model.Column, (key, word)


def told_default(cell: str) -> object:
    """What a cell says: a value in code, ``needed``, or in words that there is none."""
    if cell == "`needed`":
        return "needed"
    value = re.fullmatch("`([^`]+)`", cell)
    return tomllib.loads(f"it = {value[1]}")["it"] if value else None


def default(field: inspect.Field) -> object:
    if field.required:
        return "needed"
    made = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    plain: object = msgspec.to_builtins(made)
    if plain in EMPTY:
        return None
    return list(plain) if isinstance(plain, tuple) else plain


EMPTY: list[object] = ["", {}, [], (), None, {"total": None, "copies": None, "count": {}}]


def bounds(kind: inspect.Type) -> set[float]:
    """The least and most that a number of this type may be."""
    inside = [*getattr(kind, "item_types", ()), *getattr(kind, "types", ())]
    found = {getattr(kind, side) for side in ("ge", "le") if getattr(kind, side, None) is not None}
    return found | {bound for part in inside for bound in bounds(part)}


def literals(kind: inspect.Type) -> set[str]:
    return set(map(str, kind.values)) if isinstance(kind, inspect.LiteralType) else set()


def told(page: str, under: str, first: str) -> list[str]:
    """The keys of the one table there."""
    [found] = table(page, under, first)
    return found.names()


def test_every_kind_of_component_has_its_heading() -> None:
    listed = re.findall(
        r"^### ([a-z-]+)$", text_of("data.md").split("## [components.NAME]")[1], re.M
    )
    assert sorted(listed) == sorted(KINDS)


FIXED = [*deck_file.REQUIRED_COLUMNS, "copies", "text", "picture", "status", "note"]


def test_columns_and_their_types() -> None:
    assert told("data.md", "The card list", "column") == FIXED
    assert sorted(FIXED) == sorted(deck_file.FIXED_COLUMNS)
    [columns] = table("data.md", "The card list", "column")
    needed = [row[0].strip("`") for row in columns.rows if row[-1] == "`needed`"]
    assert needed == list(deck_file.REQUIRED_COLUMNS)
    for most in (deck_file.MOST_COPIES, deck_file.MOST_NUMBER, deck_file.MOST_CHARACTERS):
        assert f"{most:,}" in " ".join(columns.column("values"))
    assert sorted(told("data.md", "[columns.NAME]", "`type`")) == sorted(
        literals(fields_of(model.Column)["type"].type)
    )
    assert told("data.md", "Ordinary packs: [mapping]", "column") == list(mapping.COLUMNS)


def test_label_sheets() -> None:
    [sheets] = table("data.md", "stickers", "paper")
    names = [name for cell in sheets.column("sheets") for name in codes(cell)]
    sizes = [size for cell in sheets.column("a label in mm") for size in cell.split(", ")]
    assert names == list(SHEETS)
    for name, size in zip(names, sizes, strict=True):
        wanted = (SHEETS[name].width, SHEETS[name].height)
        assert tuple(map(float, size.split(" × "))) == pytest.approx(wanted, abs=0.051)
    assert [codes(names)[0] for names in sheets.column("sheets")] == list(DEFAULT.values())


def test_fields_are_those_there_are() -> None:
    [shown, own] = table("templates.md", "Fields", "field")
    listed = [key.strip("{}") for key in shown.names()]
    game = {name for name in listed if name.startswith("game.")}
    assert game == {f"game.{part}" for part in fields.GAME}
    parts = {name.partition(".")[2] for name in listed if "." in name} - {
        each.removeprefix("game.") for each in game
    }
    assert parts == set(model.Term.__struct_fields__)
    assert [key.strip("{}") for key in own.names()] == ["index", "seat", "owner"]
    assert set(model.OWN) == {"index", "seat", "owner"}


def test_what_an_element_can_show_has_its_heading() -> None:
    [shows, *_] = table("templates.md", "Elements", "key")
    assert sorted(shows.names()) == sorted(template.SHOWS)
    headings = re.findall(r"^### (\w+)$", text_of("templates.md"), re.M)
    assert set(template.SHOWS) <= set(headings)


def test_styles_of_print() -> None:
    section = text_of("templates.md").split("## By kind and by style")[1].split("\n## ")[0]
    assert set(template.STYLES) <= set(codes(section))


def test_what_base_has() -> None:
    [palette] = table("templates.md", "What base has", "colour")
    ink = BASE["palette"] | BASE["style"]["ink-saver"]["palette"]
    assert dict(zip(palette.names(), palette.column("`colour`"), strict=True)) == {
        name: f"`{colour}`" for name, colour in BASE["palette"].items()
    }
    assert [codes(cell)[0] for cell in palette.column("`ink-saver`")] == [
        ink[name] for name in palette.names()
    ]
    [texts] = table("templates.md", "What base has", "text style")
    assert texts.names() == list(BASE["text"])
    for name, font, size, floor in zip(
        texts.names(),
        texts.column("font"),
        texts.column("size"),
        texts.column("floor"),
        strict=True,
    ):
        style = BASE["text"][name]
        assert (font, float(size), float(floor)) == (
            f"`{style['font']}`",
            style["size"],
            style["floor"],
        )
    assert list(BASE["element"]) == ["ground", "frame"]


def test_fonts_are_installed() -> None:
    section = text_of("templates.md").split("### Fonts")[1].split("```")[0]
    family = ""
    for name in codes(section)[2:]:
        if name.startswith("-"):
            assert font_file(f"{family}{name}")
        elif name not in ("Italic", "fontpkg-…"):
            family = name
    assert family == "AtkinsonHyperlegible"


def test_icons_and_their_layers() -> None:
    names = re.findall(r"^\[([\w-]+)\]$", (ROOT / "templates/icons.toml").read_text("utf-8"), re.M)
    section = text_of("templates.md").split("## Icons")[1].split("An icon is")[0]
    assert codes(section)[1:] == names
    assert set(told("templates.md", "Icons", "layer")) == {*icons._PAINTS, "width"}


def test_pictures_have_no_other_keys() -> None:
    source = (PACKAGE / "faces/pictograms.py").read_text("utf-8")
    read = set(re.findall(r"""part(?:\.get\(|\[)"([\w-]+)""", source))
    read |= set(re.findall(r"limbs\(\"([\w-]+)\"", source)) | {"burst", "ground"}
    read |= {each for each in icons._AREAS if not each.endswith("circle")}
    [figure] = table("pictograms.md", "Figures", "key")
    [parts] = table("pictograms.md", "Everything else", "part")
    listed = {word for cell in parts.column("part") + parts.column("what it draws")
              for code in codes(cell) for word in re.findall(r"([\w-]+) =|^(\w+)$", code)}  # fmt: skip
    flat = {name for pair in listed for name in pair if name.strip("_")} | set(figure.names())
    assert {name.removesuffix("_circle") for name in flat} - {""} == read
    assert read <= flat


def test_print_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    [settings] = [each for each in tables("print-settings.md") if "key" in each.head]
    keys = [codes(cell)[0] for cell in settings.column("key")]
    assert keys == sorted(keys, key=list(fields_of(_Print)).index) or set(keys) == set(
        fields_of(_Print)
    )
    options = {option for each in build_command.params for option in each.opts}
    assert set(settings.names()) <= options
    for key, option, values in zip(
        keys, settings.names(), settings.column("what it takes"), strict=True
    ):
        assert option == f"--{key}"
        for value in [] if key in ("profile", "bleed-outside") else codes(values):
            assert choose_print(tmp_path, **{key.replace("-", "_"): value})


@pytest.mark.parametrize("page", ["data.md", "print-settings.md"])
def test_print_examples_are_read(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    [text] = [text for name, text in blocks(page) if name == "brawlprint.toml"]
    (tmp_path / "brawlprint.toml").write_text(text, "utf-8")
    assert choose_print(tmp_path).paper.name == tomllib.loads(text)["print"]["paper"]


# Codes that other commands tell: of PDFs, of exports, of transcripts and positions.
ELSEWHERE = ("preflight", "exports", "engine", "simulation", "cli.py", "errors.py", "preview")


def told_codes(*parts: str) -> set[str]:
    """Every code of a finding in these parts of the package."""
    return {
        code
        for part in parts
        for path in [*(PACKAGE / part).rglob("*.py"), PACKAGE / part]
        if path.suffix == ".py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for code in codes_at(node)
    }


def codes_at(node: ast.AST) -> Iterator[str]:
    """The code that a call gives its finding, or that a function gives by default."""
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
        place = {"Finding": 0, "fault": 0, "MisfitError": 0, "Problem": 0, "error": 3}.get(
            str(name)
        )
        if place is not None and len(node.args) > place:
            yield from literal(node.args[place])
    if isinstance(node, ast.FunctionDef):
        names = [each.arg for each in node.args.args][-len(node.args.defaults or [0]) :]
        for argument, value in zip(names, node.args.defaults, strict=False):
            if argument == "code":
                yield from literal(value)


def literal(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.JoinedStr):
        yield "".join(part.value if isinstance(part, ast.Constant) else "*" for part in node.values)  # type: ignore[misc]


def listed_codes(page: str) -> set[str]:
    return {code for each in tables(page) if each.head[0] == "code" for code in each.names()}


def test_codes_of_what_reads_and_builds() -> None:
    parts = {path.name for path in PACKAGE.iterdir()} - {*ELSEWHERE, "checks"}
    known = told_codes(*parts)
    assert {"wide-word", "toml"} <= known
    stars = {"unknown-*": ("kind",), "duplicate-*": ("id", "no")}
    wanted = known - set(stars)
    wanted |= {star.replace("*", word) for star, words in stars.items() for word in words}
    assert listed_codes("data.md") == wanted


def test_codes_of_checks() -> None:
    known = told_codes("checks") - {"*-there"}
    assert {"total", "seat-edge", "no-print"} <= known
    assert {code.replace("*", "COLUMN") for code in known} <= listed_codes("check.md")


def test_the_examples_use_every_key() -> None:
    used: set[tuple[Struct, str]] = set()
    for name, data in data_of(example_files()).items():
        used |= {(struct, key) for struct, key, _ in uses(name, data)}
    lacking = [
        f"{struct.__name__}.{key}"
        for struct in PLACES
        for key in fields_of(struct)
        if (struct, key) not in used
    ]
    assert lacking == []
