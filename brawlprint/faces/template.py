"""Templates: how a family of faces looks, as TOML that one can extend.

A template names a card size, fonts, palettes, text styles and elements. ``extends`` merges it
over another by name; ``[kind.NAME]`` holds what differs for a kind of card and ``[style.NAME]``
what differs for a print style, in that order. Elements are drawn in the order of the base; an
addition may say ``after = "…"``.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from brawlprint.definitions.conditions import ConditionError, parse_condition
from brawlprint.definitions.toml_file import TomlFile, convert
from brawlprint.errors import DefinitionError, Finding, suggestion
from brawlprint.faces.extending import Find, merged, read_chain, refuse_slip
from brawlprint.faces.fonts import UnknownFontError, font_file

Box = tuple[float, float, float, float]

# Numbers that can be drawn with; TOML also knows inf and nan.
Place = Annotated[float, Meta(ge=-1000, le=1000)]  # mm
Length = Annotated[float, Meta(ge=0.5, le=1000)]  # mm
Past = Annotated[float, Meta(ge=0, le=10)]  # mm, of bleed
Inside = Annotated[float, Meta(ge=0, le=20)]  # mm, of a safe zone
Thickness = Annotated[float, Meta(ge=0, le=20)]  # mm, of a line
Radius = Annotated[float, Meta(ge=0, le=200)]  # mm
Size = Annotated[float, Meta(ge=1, le=400)]  # points
Ratio = Annotated[float, Meta(ge=0.5, le=5)]
Lines = Annotated[int, Meta(ge=0, le=99)]

# More than any face has, and less than would take minutes to draw.
MOST_ELEMENTS, MOST_TILES = 400, 4_000

STYLES = ("colour", "ink-saver", "mono")
# What a style builds on: mono is the ink-saver's outlines in pure black.
STYLE_LAYERS = {"mono": ("ink-saver", "mono")}
# What an element can show, and which of its colours that takes.
SHOWS = {
    "text": (),
    "icon": ("ink", "ground"),
    "picture": ("ink", "ground", "dark", "accent"),
    "shape": ("fill", "stroke"),
    "chips": ("fill", "stroke", "ink", "ground"),
    "pattern": ("ink", "ground"),
    "seat": ("ink",),
    "pips": ("ink", "ground"),
}
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


class TextStyle(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How a text is set: sizes in points, from ``size`` down to ``floor`` where it must."""

    font: str
    size: Size
    floor: Size
    colour: str = "ink"
    align: Literal["left", "centre", "right"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    leading: Ratio = 1.22
    upper: bool = False
    lines: Lines = 0


class Element(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", dict=True):
    """One element: a box (x, y, width, height in mm from the trim's top left) and what it shows.

    Exactly one of ``text``, ``icon``, ``picture``, ``shape``, ``chips``, ``pattern``, ``seat`` and ``pips`` says
    what.
    """

    box: tuple[Place, Place, Place, Place]
    text: str | None = None
    icon: str | None = None
    picture: str | None = None
    shape: str | None = None
    chips: str | None = None
    pattern: str | None = None
    seat: str | None = None
    pips: str | None = None
    style: str = "body"
    when: str = ""
    after: str = ""
    fill: str = ""
    stroke: str = ""
    width: Thickness = 0.0
    radius: Radius = 0.0
    ink: str = "ink"
    ground: str = "ground"
    dark: str = "ink"
    accent: str = "band"
    instead: str = ""
    art: tuple[Place, Place, Place, Place] | None = None
    outline: bool = False
    tile: tuple[Length, Length] = (10.0, 10.0)
    size: Length = 6.0
    hide: bool = False

    @cached_property
    def shows(self) -> str:
        """The name of the thing it shows."""
        return next(name for name in SHOWS if getattr(self, name) is not None)


class _Override(Struct, frozen=True, forbid_unknown_fields=True):
    palette: dict[str, str] = {}
    text: dict[str, dict[str, Any]] = {}
    element: dict[str, dict[str, Any]] = {}


class _TemplateToml(Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of a template file, ``extends`` already merged."""

    card: tuple[Length, Length]
    bleed: Past
    safe: Inside
    fonts: dict[str, str]
    palette: dict[str, str]
    text: dict[str, dict[str, Any]]
    element: dict[str, dict[str, Any]]
    stretch: tuple[Place, Place] | None = None
    extends: str = ""
    kind: dict[str, _Override] = {}
    style: dict[str, _Override] = {}


class TextStyles(dict[str, TextStyle]):
    """Text styles by name; one that there is not is a :class:`DefinitionError`.

    What is not a card needs some by name, and its template may extend nothing that has them.
    """

    def __missing__(self, name: str) -> TextStyle:
        problem = f"the template of the first deck has no text style {name!r}"
        remedy = f"let it extend base, or add [text.{name}]"
        raise DefinitionError([Finding("unknown-style", problem, remedy=remedy)])


class Look(Struct, frozen=True):
    """A template resolved for one kind of card and one print style."""

    palette: Mapping[str, str]
    texts: Mapping[str, TextStyle]
    elements: Mapping[str, Element]
    digest: str

    def colour(self, name: str) -> str:
        """A palette's colour by name; a ``#RRGGBB`` is itself."""
        if _COLOUR.fullmatch(name):
            return name
        if name not in self.palette:
            remedy = suggestion(name, list(self.palette))
            problem = f"{name!r} is no colour of the palette"
            raise DefinitionError([Finding("unknown-colour", problem, remedy=remedy)])
        return self.palette[name]


class Template(Struct, frozen=True):
    """A template: card size, bleed and safe zone in mm, and its look by kind and style.

    ``size`` is another card size (mm) for which its looks are made fit; None is its own.
    """

    name: str
    file: TomlFile
    raw: _TemplateToml
    looks: dict[tuple[str, str], Look] = {}
    size: tuple[float, float] | None = None

    @property
    def card(self) -> tuple[float, float]:
        """The trim size (width, height) in mm."""
        return self.size or self.raw.card

    def sized(self, size: tuple[float, float] | None) -> Template:
        """The same template for cards of another size (mm); None is its own."""
        if size is None or size == self.raw.card:
            return self
        return replace(self, size=size, looks={})

    def look(self, kind: str, style: str) -> Look:
        """The look for a kind and a style; raises :class:`DefinitionError` for a fault in it."""
        key = (kind, style)
        if key not in self.looks:
            self.looks[key] = self._resolve(kind, style)
        return self.looks[key]

    def _resolve(self, kind: str, style: str) -> Look:
        raw = self.raw
        styles = STYLE_LAYERS.get(style, (style,))
        layers = [
            raw.kind.get(kind, _Override()),
            *(raw.style.get(layer, _Override()) for layer in styles),
        ]
        palette, texts, elements = dict(raw.palette), dict(raw.text), dict(raw.element)
        for layer in layers:
            palette |= layer.palette
            texts = merged(texts, layer.text)
            elements = merged(elements, layer.element)
        over = (*(f"style.{layer}" for layer in reversed(styles)), f"kind.{kind}")
        file = replace(self.file, over=over)
        look = Look(
            palette=palette,
            texts=TextStyles(
                {name: self._text(file, name, table, texts) for name, table in texts.items()}
            ),
            elements=self._ordered(file, elements),
            digest=hashlib.sha256(
                json.dumps([palette, texts, elements, self.card, style], sort_keys=True).encode()
            ).hexdigest(),
        )
        _Checker(self, look, file).check()
        if style == "mono":
            from brawlprint.faces.mono import pure

            look = replace(look, palette={name: pure(each) for name, each in palette.items()})
        if self.size is None:
            return look
        from brawlprint.faces.resize import Frame, resized

        frame = Frame(raw.card, self.size, raw.safe, raw.bleed, raw.stretch)
        return resized(look, frame)

    def _text(
        self, file: TomlFile, name: str, table: Mapping[str, Any], texts: Iterable[str]
    ) -> TextStyle:
        if "font" not in table:
            refuse_slip(file, "text", name, texts, "a font, a size and a floor")
        text = convert(file, table, TextStyle, f"text.{name}")
        if text.floor > text.size:
            problem = f"the floor, {text.floor:g}, is over the size, {text.size:g}"
            raise file.error(f"text.{name}.floor", problem, "let it be the size or less")
        font = self.raw.fonts.get(text.font)
        if font is None:
            raise file.error(
                f"text.{name}.font",
                f"{text.font!r} is no font of [fonts]",
                suggestion(text.font, list(self.raw.fonts)),
            )
        return msgspec.structs.replace(text, font=font)

    def _ordered(
        self, file: TomlFile, elements: Mapping[str, Mapping[str, Any]]
    ) -> dict[str, Element]:
        ordered: dict[str, Element] = {}
        if len(elements) > MOST_ELEMENTS:
            problem = f"a face has {len(elements):,} elements"
            raise file.error("element", problem, f"write at most {MOST_ELEMENTS}")
        for name, table in elements.items():
            if "box" not in table or SHOWS.keys().isdisjoint(table):
                refuse_slip(file, "element", name, elements, "a box and what it shows")
            element = convert(file, table, Element, f"element.{name}")
            if element.hide:
                continue
            if not element.after:
                ordered[name] = element
                continue
            if element.after not in ordered:
                raise file.error(
                    f"element.{name}.after",
                    f"no element {element.after!r}",
                    suggestion(element.after, list(ordered)),
                )
            place = list(ordered).index(element.after) + 1
            items = list(ordered.items())
            ordered = dict([*items[:place], (name, element), *items[place:]])
        return ordered


class _Checker:
    """Finds what is wrong with a resolved look before anything is drawn."""

    def __init__(self, template: Template, look: Look, file: TomlFile) -> None:
        self.template, self.look, self.file = template, look, file

    def check(self) -> None:
        for name, colour in self.look.palette.items():
            if not _COLOUR.fullmatch(colour):
                raise self.file.error(
                    f"palette.{name}", f"{colour!r} is no colour", "write '#RRGGBB'"
                )
        for name, style in self.look.texts.items():
            self.font(style.font)
            self.colour(style.colour, f"text.{name}.colour")
        for name, element in self.look.elements.items():
            self.element(name, element)

    def font(self, font: str) -> None:
        try:
            font_file(font)
        except UnknownFontError:
            fonts = self.template.raw.fonts
            raise self.file.error(
                f"fonts.{next(name for name in fonts if fonts[name] == font)}",
                f"no installed font is named {font!r}",
                "install its fontpkg package, or name another",
            ) from None

    def colour(self, name: str, key: str) -> None:
        if name and name not in self.look.palette and not _COLOUR.fullmatch(name):
            raise self.file.error(
                key,
                f"{name!r} is no colour of the palette",
                suggestion(name, list(self.look.palette)),
            )

    def element(self, name: str, element: Element) -> None:
        key = f"element.{name}"
        shown_things = [show for show in SHOWS if getattr(element, show) is not None]
        if len(shown_things) != 1:
            there = ", ".join(shown_things) or "nothing"
            raise self.file.error(
                key, f"the element shows {there}", f"give it one of {', '.join(SHOWS)}"
            )
        for use in SHOWS[element.shows]:
            self.colour(getattr(element, use), f"{key}.{use}")
        if element.shows in ("text", "chips") and element.style not in self.look.texts:
            raise self.file.error(
                f"{key}.style",
                f"{element.style!r} is no text style",
                suggestion(element.style, list(self.look.texts)),
            )
        if element.shows in ("text", "icon", "chips"):
            self.safe_zone(key, element.box)
        tiles = element.box[2] / element.tile[0] * element.box[3] / element.tile[1]
        if element.shows == "pattern" and tiles > MOST_TILES:
            problem = f"the pattern has {tiles:,.0f} tiles"
            raise self.file.error(
                f"{key}.tile", problem, f"make them larger: {MOST_TILES:,} at most"
            )
        try:
            if element.when:
                parse_condition(element.when)
        except ConditionError as error:
            raise self.file.error(
                f"{key}.when", str(error), "such as: kind == 'weapon' and not strength"
            ) from None

    def safe_zone(self, key: str, box: Box) -> None:
        (width, height), safe = self.template.raw.card, self.template.raw.safe
        x, y, w, h = box
        right, bottom = width - safe, height - safe
        if x < safe - 1e-6 or y < safe - 1e-6 or x + w > right + 1e-6 or y + h > bottom + 1e-6:
            remedy = f"keep it within {safe:g} to {right:g} across and {safe:g} to {bottom:g} down"
            raise self.file.error(f"{key}.box", f"{list(box)} leaves the safe zone", remedy)


def load_template(name: str, find: Find) -> Template:
    """Read a template and those it extends; ``find`` tells where ``NAME.toml`` lies."""
    file, data = read_chain(name, find)
    raw = convert(file, data, _TemplateToml)
    for style in raw.style:
        if style not in STYLES:
            remedy = suggestion(style, STYLES)
            raise file.error(f"style.{style}", f"{style!r} is no print style", remedy)
    return Template(name, file, raw)
