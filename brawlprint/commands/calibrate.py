"""``brawlprint calibrate``: backs right behind their fronts, on the printer that you have."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from brawlprint.errors import shown

if TYPE_CHECKING:
    from brawlprint.print_settings import PrintChoice
    from brawlprint.profiles import Offset, Profile
    from brawlprint.sheets.grid import Duplex

EPILOG = """\b
Examples:
  brawlprint calibrate                         a test page to print; then it asks what you read
  brawlprint calibrate --profile office        the same for another printer
  brawlprint calibrate --measured 0.5,-1       keep what you read
  brawlprint calibrate --verify                the test page again, corrected: all should be at 0
  brawlprint build GAME --profile home         print with it

To use a profile always, write profile = "home" under [print] in brawlprint.toml.
"""


@click.command("calibrate", epilog=EPILOG)
@click.option("--profile", default="home", metavar="NAME", help="Whose printer.  [default: home]")
@click.option(
    "--measured",
    metavar="X,Y[,DEGREES]",
    help="What you read: mm to the right, mm down, degrees clockwise.",
)
@click.option("--verify", is_flag=True, help="Print the test page as the profile corrects it.")
@click.option("--paper", metavar="NAME", help="The test page's paper.  [default: as for build]")
@click.option("--duplex", metavar="EDGE", help="long-edge or short-edge.  [default: long-edge]")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("output"),
    metavar="DIR",
    help="Write test-page-NAME.pdf there.  [default: output]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(
    profile: str,
    measured: str | None,
    verify: bool,
    paper: str | None,
    duplex: str | None,
    out: Path,
    as_json: bool,
) -> None:
    """Print a two-sided test page, and keep how far your printer puts the backs off.

    Every build with --profile NAME then moves backs, and only backs, by as much the other way.
    """
    from brawlprint.output import write_all
    from brawlprint.print_settings import choose_print
    from brawlprint.profiles import check_name, find_profile, read_measured
    from brawlprint.sheets.test_page import draw_test_page
    from brawlprint.workspace import Workspace

    name = check_name(profile)
    choice = choose_print(Path.cwd(), paper=paper, duplex=duplex)
    if measured is not None:
        _keep(name, read_measured(measured), choice, as_json)
        return
    corrected = find_profile(name) if verify else None
    offset = corrected.back_offset if corrected else (0.0, 0.0, 0.0)
    edge = corrected.duplex if corrected else _edge(choice)
    icons = Workspace.at(Path.cwd()).icons
    file = f"test-page-{name}.pdf"
    write_all(out, {file: draw_test_page(choice.paper, edge, name, icons, offset)}, out)
    if as_json:
        document = {"command": "calibrate", "ok": True, "profile": name, "file": str(out / file)}
        click.echo(json.dumps(document, indent=2))
        return
    click.echo(f"{shown(out / file)}: print it on {choice.paper.title}, on both sides, at 100 %.")
    if verify:
        click.echo("Held against the light, every cross should be at 0.")
    elif somebody_is_there():
        _keep(name, _ask(choice), choice, as_json)
    else:
        click.echo(f"Then: brawlprint calibrate --profile {name} --measured RIGHT,DOWN")


def _edge(choice: PrintChoice) -> Duplex:
    """The edge that paper is turned over; whoever prints fronts only still turns it for the test."""
    return "long-edge" if choice.duplex == "off" else choice.duplex


def somebody_is_there() -> bool:
    """Whether questions would be read and answered."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _number(text: str | float) -> float:
    """What somebody read on a scale (mm)."""
    from brawlprint.profiles import FARTHEST

    try:
        number = float(text)
    except ValueError:
        raise click.BadParameter("write a number, as -1 or 0.5") from None
    if not abs(number) <= FARTHEST:
        raise click.BadParameter(f"the scales go to {FARTHEST:g} mm each way")
    return number


def _ask(choice: PrintChoice) -> Offset:
    """What was read, asked for; the sides only if somebody has read them."""
    from brawlprint.profiles import read_measured
    from brawlprint.sheets.test_page import apart

    click.echo("Hold the sheet against the light, the scales towards you (0 is right behind).")
    right = click.prompt("The middle cross, mm to the right (left is minus)", value_proc=_number)
    down = click.prompt("The middle cross, mm down (up is minus)", value_proc=_number)
    left_side = click.prompt("The left cross, mm down", value_proc=_number, default=down)
    right_side = click.prompt("The right cross, mm down", value_proc=_number, default=down)
    degrees = math.degrees(math.atan2(right_side - left_side, apart(choice.paper)))
    return read_measured(f"{right},{down},{degrees:.3f}")


def _read(measured: Offset) -> str:
    """What was read, in words, so that a comma for a point or a wrong sign is seen."""
    right, down, degrees = measured
    words = [f"{abs(right):g} mm {'left' if right < 0 else 'right'}"]
    words.append(f"{abs(down):g} mm {'up' if down < 0 else 'down'}")
    if degrees:
        words.append(f"turned {abs(degrees):g}° {'anti' if degrees < 0 else ''}clockwise")
    return ", ".join(words)


def _keep(name: str, measured: Offset, choice: PrintChoice, as_json: bool) -> None:
    from brawlprint.profiles import Profile, keep_profile, moved

    edge = _edge(choice)
    profile: Profile = Profile(measured, edge, choice.paper.name)
    path = keep_profile(name, profile)
    right, down, degrees = profile.back_offset
    if as_json:
        document = {
            "command": "calibrate",
            "ok": True,
            "profile": name,
            "measured": list(measured),
            "back_offset": [right, down, degrees],
            "duplex": edge,
            "file": str(path),
        }
        click.echo(json.dumps(document, indent=2))
        return
    click.echo(f"Read: {_read(measured)}.")
    how = f"moved {moved(measured)}, seen from the front" if any(measured) else "left as they are"
    click.echo(f"Backs will be {how}.")
    click.echo(f"Kept as {click.style(name, bold=True)} in {shown(path)}.")
    click.echo(f"Now: brawlprint build GAME --profile {name}")
