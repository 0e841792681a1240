"""Print settings: from the command line, else ``brawlprint.toml``, else what most people need.

:func:`choose_print` reads them into a :class:`PrintChoice`; :func:`told` and :func:`words` tell them
again, for the manifest and ``--json``, and for the summary. A setting more is a key of ``_Print``,
a reader in ``_READERS`` and a field of :class:`~brawlprint.sheets.plan.Laying`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from brawlprint.definitions.toml_file import convert, read_toml
from brawlprint.errors import RequestError, shown, suggestion
from brawlprint.faces.template import STYLES
from brawlprint.sheets.furniture import MARKS, Marks
from brawlprint.sheets.grid import DUPLEX, Duplex, Margins
from brawlprint.sheets.paper import (
    Chosen,
    find_card_size,
    find_paper,
    locale_paper,
    read_length,
)
from brawlprint.sheets.plan import (
    LAYOUTS,
    MOST_BLEED,
    MOST_CORNER,
    MOST_MARGIN,
    Laying,
    Layout,
)
from brawlprint.workspace import inside, is_file

CONFIG = "brawlprint.toml"
T = TypeVar("T", bound=str)
Told = str | float | bool | list[float]  # a setting as a configuration file has it


class _Print(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """``[print]`` of ``brawlprint.toml``; what it leaves out has a default."""

    paper: str | None = None
    style: str | None = None
    duplex: str | None = None
    card_size: str | None = None
    layout: str | None = None
    marks: str | None = None
    bleed: str | float | None = None
    bleed_outside: bool | None = None
    margins: str | float | list[float] | None = None
    corners: str | float | None = None
    profile: str | None = None


class _Config(Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of ``brawlprint.toml``."""

    print: _Print = _Print()


class PrintChoice(Laying, frozen=True, kw_only=True):
    """The print settings of one run, and who chose the paper."""

    paper_source: str = ""


def choose_print(
    folder: Path,
    paper: str | None = None,
    style: str | None = None,
    duplex: str | None = None,
    **more: str | bool | None,
) -> PrintChoice:
    """Settle the print settings; ``folder`` is the workspace, whose configuration goes first.

    ``more`` are the others by name, as they are written: ``card_size``, ``layout``, ``marks``,
    ``bleed``, ``bleed_outside``, ``margins``, ``corners``, ``profile``. Raises :class:`RequestError` for what
    there is not.
    """
    given = {"paper": paper, "style": style, "duplex": duplex, **more}
    chosen = {key: Chosen(_text(value), "") for key, value in given.items() if value is not None}
    own = folder / CONFIG
    for path in (inside(own, folder) if is_file(own) else own, _user_config()):
        for key, found in _configured(path).items():
            chosen.setdefault(key, found)
    chosen.setdefault("paper", locale_paper())
    profile = chosen.pop("profile", None)
    settled: dict[str, Any] = {key: _settled(key, found) for key, found in chosen.items()}
    if profile is not None:
        settled |= _of_printer(profile, chosen.get("duplex"))
    return PrintChoice(paper_source=chosen["paper"].source, **settled)


def _of_printer(profile: Chosen, duplex: Chosen | None) -> dict[str, Any]:
    """What a printer's profile settles: how far backs are moved, and the edge it was measured by."""
    from brawlprint.profiles import find_profile

    place = f"{profile.source}: " if profile.source else ""
    try:
        found = find_profile(profile.value)
    except RequestError as error:
        raise RequestError(f"{place}{error}") from None
    edge = _settled("duplex", duplex) if duplex else found.duplex
    if edge not in (found.duplex, "off"):
        raise RequestError(
            f"{place}the profile {profile.value!r} was measured with paper turned over its "
            f"{found.duplex}, not its {edge}; calibrate again, or leave --duplex out"
        )
    return {"duplex": edge, "back_offset": found.back_offset}


def _text(value: Told) -> str:
    if isinstance(value, list):
        return ",".join(f"{each:g}" for each in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _settled(key: str, chosen: Chosen) -> object:
    """A setting read; if there is none such, the file that names it is told too."""
    try:
        return _READERS[key](chosen.value)
    except RequestError as error:
        raise RequestError(f"{chosen.source}: {error}" if chosen.source else str(error)) from None


def _style(name: str) -> str:
    return _known({"color": "colour"}.get(name, name), STYLES, "style")


def _edge(name: str) -> Duplex:
    return _known(name, DUPLEX, "duplex")


def _layout(name: str) -> Layout:
    return _known(name, LAYOUTS, "layout")


def _marks(name: str) -> Marks:
    return _known(name, MARKS, "marks")


def read_margins(text: str) -> Margins:
    """One margin for all sides, or top, right, bottom and left; raises :class:`RequestError`.

    >>> read_margins("6,6,10,6").bottom, read_margins("8mm").left
    (10.0, 8.0)
    """
    sides = [read_length(part, "--margins", MOST_MARGIN) for part in text.split(",")]
    if len(sides) == 1:
        sides *= 4
    if len(sides) != 4:
        raise RequestError(
            f"--margins {text!r} can't be read; write one length, or four: top,right,bottom,left"
        )
    return Margins(*sides)


_READERS: Mapping[str, Callable[[str], object]] = {
    "paper": find_paper,
    "style": _style,
    "duplex": _edge,
    "card_size": find_card_size,
    "layout": _layout,
    "marks": _marks,
    "bleed": lambda text: read_length(text, "--bleed", MOST_BLEED),
    "bleed_outside": lambda text: text == "True",
    "margins": read_margins,
    "corners": lambda text: read_length(text, "--corners", MOST_CORNER),
}


def _configured(path: Path) -> dict[str, Chosen]:
    if not is_file(path):
        return {}
    file = read_toml(path)
    found = convert(file, file.data, _Config).print
    values = {key: getattr(found, key) for key in _Print.__struct_fields__}
    return {
        key: Chosen(_text(value), shown(path)) for key, value in values.items() if value is not None
    }


def _user_config() -> Path:
    from platformdirs import user_config_path

    return user_config_path("brawlprint", appauthor=False) / CONFIG


def _known(value: str, known: tuple[T, ...], what: str) -> T:
    for each in known:
        if value == each:
            return each
    raise RequestError(f"there is no {what} {value!r}; {suggestion(value, list(known))}")


def told(laying: Laying) -> dict[str, object]:
    """The settings as ``--json`` and the manifest tell them: names, and lengths in mm."""
    margins = laying.margins
    return {
        "paper": laying.paper.name,
        "style": laying.style,
        "duplex": laying.duplex,
        "card_size": laying.card_size.name if laying.card_size else None,
        "layout": laying.layout,
        "marks": laying.marks,
        "bleed": laying.bleed_of_cards,
        "bleed_outside": laying.bleed_outside,
        "margins": [margins.top, margins.right, margins.bottom, margins.left],
        "corners": laying.corners,
        "back_offset": list(laying.back_offset),
    }


def words(laying: Laying) -> Iterator[str]:
    """The settings for the summary: paper and style, and what else is not as usual."""
    yield laying.paper.title
    yield laying.style
    if laying.card_size:
        yield f"{laying.card_size.title} cards"
    if laying.layout != "sheet":
        yield {"gutterfold": "gutterfold", "single": "one card a page"}[laying.layout]
    if laying.bleed_of_cards:
        where = " outside" if laying.bleed_outside else ""
        yield f"{laying.bleed_of_cards:g} mm bleed{where}"
    if laying.marks != "crop":
        yield {"full": "full cut lines", "none": "no marks"}[laying.marks]
    if laying.corners:
        yield f"corners of {laying.corners:g} mm"
    if laying.margins != Margins():
        yield f"margins {_text(told(laying)['margins'])} mm"  # type: ignore[arg-type]
    if any(laying.back_offset) and laying.duplex != "off" and laying.layout != "gutterfold":
        from brawlprint.profiles import measured_of, moved

        yield f"backs moved {moved(measured_of(laying.back_offset, laying.duplex))}, seen from the front"
