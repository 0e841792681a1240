"""Printer profiles: how far a printer puts backs from where they should be, and what corrects it.

What is kept is what was measured, on a test page held against the light: where the back's cross
shows through, seen from the front. :attr:`Profile.back_offset` is the correction that comes of it.
Profiles lie in the user's configuration, in ``profiles.toml``, a table for each.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from brawlprint.definitions.deck_file import SLUG
from brawlprint.definitions.toml_file import convert, read_toml
from brawlprint.errors import OutputError, RequestError, shown, suggestion
from brawlprint.sheets.grid import AXIS, DUPLEX, Duplex

FILE = "profiles.toml"
FARTHEST, MOST_TURNED = (
    6.0,
    5.0,
)  # mm (as far as the scales go) and degrees that a printer may be off
Offset = tuple[float, float, float]


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """One printer, as it was measured with paper turned over its ``duplex`` edge.

    ``measured`` is where the back's cross shows through, seen from the front: mm to the right, mm
    down, degrees clockwise. ``paper`` is what it was measured on.
    """

    measured: Offset
    duplex: Duplex = "long-edge"
    paper: str = ""

    @property
    def back_offset(self) -> Offset:
        """What corrects it: mm right and down as the back is read, degrees clockwise.

        >>> Profile((0.5, 0.25, 0.0)).back_offset
        (0.5, -0.25, 0.0)
        >>> Profile((0.5, 0.25, 0.0), "short-edge").back_offset
        (-0.5, 0.25, 0.0)
        """
        right, down, degrees = self.measured
        # As the back is read, one axis of what is seen through the paper is the other way round.
        right, down = (-right, down) if AXIS[self.duplex] == "across" else (right, -down)
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        x, y = -(right * cos - down * sin), -(right * sin + down * cos)
        return round(x, 4) + 0.0, round(y, 4) + 0.0, degrees


def read_measured(text: str) -> Offset:
    """``X,Y`` or ``X,Y,DEGREES`` as they were read; raises :class:`RequestError`.

    >>> read_measured("0.4,-0.2"), read_measured("0,0,0.1")
    ((0.4, -0.2, 0.0), (0.0, 0.0, 0.1))
    """
    try:
        right, down, degrees = (*(float(part) for part in text.split(",")), 0.0, 0.0)[:3]
        if len(text.split(",")) not in (2, 3):
            raise ValueError
    except ValueError:
        raise RequestError(
            f"--measured {text!r} can't be read; write X,Y or X,Y,DEGREES, as 0.4,-0.2,0.1: "
            "mm without their unit, with a point"
        ) from None
    if not (abs(right) <= FARTHEST and abs(down) <= FARTHEST):
        raise RequestError(
            f"--measured {text!r} is out of range; the scales go to {FARTHEST:g} mm each way"
        )
    if not abs(degrees) <= MOST_TURNED:
        raise RequestError(f"--measured {text!r} is out of range; up to {MOST_TURNED:g} degrees")
    return right, down, degrees


def moved(measured: Offset) -> str:
    """How backs are moved to correct what was measured, in words, seen from the front.

    >>> moved((-1.0, 0.5, 0.0)), moved((0.0, 0.0, 0.1))
    ('1 mm right, 0.5 mm up', 'turned 0.1° anticlockwise')
    """
    right, down, degrees = measured
    words = [f"{abs(right):g} mm {'right' if right < 0 else 'left'}"] if right else []
    words += [f"{abs(down):g} mm {'down' if down < 0 else 'up'}"] if down else []
    turned = f"turned {abs(degrees):g}° {'' if degrees < 0 else 'anti'}clockwise"
    return ", ".join([*words, *([turned] if degrees else [])])


def measured_of(back_offset: Offset, duplex: Duplex) -> Offset:
    """What was measured of a printer whose backs are moved so; see :attr:`Profile.back_offset`.

    >>> measured_of(Profile((0.5, 0.25, 0.0)).back_offset, "long-edge")
    (0.5, 0.25, 0.0)
    """
    x, y, degrees = back_offset
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    right, down = -(x * cos + y * sin), -(y * cos - x * sin)
    right, down = (-right, down) if AXIS[duplex] == "across" else (right, -down)
    return round(right, 3) + 0.0, round(down, 3) + 0.0, degrees


def profiles_file() -> Path:
    """Where the user's profiles lie, whether there are any or not."""
    from platformdirs import user_config_path

    return user_config_path("brawlprint", appauthor=False) / FILE


def read_profiles() -> dict[str, Profile]:
    """Every profile by its name; raises :class:`DefinitionError` for what the file gets wrong."""
    path = profiles_file()
    if not path.is_file():
        return {}
    file = read_toml(path)
    found: dict[str, Profile] = convert(file, file.data, dict[str, Profile])
    for name, profile in found.items():
        if profile.duplex == "off":
            raise file.error(f"{name}.duplex", "'off' has no backs to move", _edges())
        try:
            read_measured(",".join(f"{value:g}" for value in profile.measured))
        except RequestError as error:
            problem = str(error).removeprefix("--measured ")
            raise file.error(f"{name}.measured", *problem.split("; ", 1)) from None
    return found


def _edges() -> str:
    return f"write {' or '.join(repr(edge) for edge in DUPLEX if edge != 'off')}"


def find_profile(name: str) -> Profile:
    """A profile by its name; raises :class:`RequestError` for one that there is not."""
    profiles = read_profiles()
    if name in profiles:
        return profiles[name]
    if not profiles:
        raise RequestError(
            f"there is no printer profile {name!r}, and no other; "
            f"make it with: brawlprint calibrate --profile {name}"
        )
    raise RequestError(f"there is no printer profile {name!r}; {suggestion(name, list(profiles))}")


def check_name(name: str) -> str:
    """A name that a profile can have; raises :class:`RequestError`."""
    if SLUG.fullmatch(name):
        return name
    raise RequestError(
        f"{name!r} is no name for a profile; write lower-case letters, digits and single hyphens"
    )


def keep_profile(name: str, profile: Profile) -> Path:
    """Write a profile beside the others; raises :class:`OutputError` where it can't be."""
    path, profiles = profiles_file(), {**read_profiles(), name: profile}
    partial = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(_toml(profiles), encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        why = (error.strerror or str(error)).lower()
        raise OutputError(f"{shown(path)} can't be written: {why}") from None
    return path


def _toml(profiles: Mapping[str, Profile]) -> str:
    lines = ["# Printers, as `brawlprint calibrate` measured them: mm right, mm down, degrees."]
    for name, profile in sorted(profiles.items()):
        measured = ", ".join(repr(float(value)) for value in profile.measured)
        lines += ["", f"[{name}]", f"measured = [{measured}]", f'duplex = "{profile.duplex}"']
        if profile.paper:
            lines.append(f'paper = "{profile.paper}"')
    return "\n".join(lines) + "\n"
