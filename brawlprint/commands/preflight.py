"""``brawlprint preflight``: whether a PDF would print, cut and play as it should."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from brawlprint.errors import RequestError, shown, suggestion

if TYPE_CHECKING:
    from brawlprint.preflight import Report
    from brawlprint.workspace import Workspace

EPILOG = """\b
Examples:
  brawlprint preflight GAME               all that lies in output/GAME
  brawlprint preflight output/GAME        the same, by its folder
  brawlprint preflight cards.pdf a4.pdf   some files
  brawlprint preflight GAME --json        for a script

Exit code: 0 if the files are right, 1 if one falls short, 2 for wrong use.
"""

MARKS = {"error": ("✗", "red"), "warning": ("!", "yellow"), "info": ("·", "cyan")}
MOST = 12  # findings a file on a screen; --json has all


@click.command("preflight", epilog=EPILOG)
@click.argument("what", nargs=-1, required=True, metavar="FILE.pdf|FOLDER|GAME…")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("output"),
    metavar="DIR",
    help="Where builds lie, for a game's name.  [default: output]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.pass_context
def command(ctx: click.Context, what: tuple[str, ...], out: Path, as_json: bool) -> None:
    """Check PDFs before they go to the printer: what is on the paper, and where.

    Cards are compared with the definition; texts keep their safe zone, faces and texts the
    printable margin, backs lie behind their fronts, fonts are embedded, pictures fine enough, page
    boxes right. A PDF of another program gets the checks that need no definition.
    """
    from brawlprint.preflight import preflight_files
    from brawlprint.workspace import Workspace

    workspace = Workspace.at(Path.cwd())
    paths = list(dict.fromkeys(path for word in what for path in _paths(word, workspace, out)))
    reports = preflight_files(paths, workspace)
    good = all(report.ok for report in reports)
    if as_json:
        results = [report.as_json() for report in reports]
        document = {"command": "preflight", "ok": good, "results": results}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        for report in reports:
            _echo(report)
        _echo_sum(reports)
    ctx.exit(0 if good else 1)


def _paths(word: str, workspace: Workspace, out: Path) -> Iterator[Path]:
    """The PDFs that a word names: a game's, a folder's, or itself."""
    from brawlprint.output import refuse_links

    path = Path(word)
    if word == "all":
        built = [name for name in workspace.games if (out / name).is_dir()]
        if not built:
            raise RequestError(f"nothing is built in {shown(out)}; run: brawlprint build all")
        for name in built:
            refuse_links(out / name, out)
            yield from _folder(out / name, f"brawlprint build {name}")
    elif word in workspace.games and not path.is_file():
        refuse_links(out / word, out)
        yield from _folder(out / word, f"brawlprint build {word}")
    elif path.is_dir():
        yield from _folder(path, "")
    elif path.suffix or path.exists():
        yield path
    else:
        hint = suggestion(word, workspace.games)
        raise RequestError(f"there is no file, folder or game {word!r}; {hint}")


def _folder(folder: Path, remedy: str) -> list[Path]:
    from brawlprint.preflight import files_of

    if files := files_of(folder):
        return files
    inner = sorted(path.parent.name for path in folder.glob("*/*.pdf"))
    below = f"; name one below it: {', '.join(dict.fromkeys(inner))}" if inner else ""
    run = f"; run: {remedy}" if remedy else ""
    raise RequestError(f"{shown(folder)} holds no PDFs{run or below}")


def _echo(report: Report) -> None:
    """A file's line, and what was found of it."""
    good = click.style("✓", fg="green") if report.ok else click.style("✗", fg="red")
    pages = f"{report.pages} page{'' if report.pages == 1 else 's'}"
    told = f"{pages}, compared with the definition" if report.compared else pages
    click.echo(f"{good} {shown(report.path)}" + (f"  {told}" if report.pages else ""))
    for finding in report.findings[:MOST]:
        mark, colour = MARKS[finding.level]
        bare = finding._replace(where=finding.where._replace(file=".pdf"))
        click.echo(
            f"  {click.style(mark, fg=colour)} {str(bare).removeprefix('.pdf, ').removeprefix('.pdf: ')}"
        )
    if len(report.findings) > MOST:
        click.echo(f"    and {len(report.findings) - MOST} more; --json tells all")


def _echo_sum(reports: list[Report]) -> None:
    bad = sum(not report.ok for report in reports)
    unknown = sum(report.ok and not report.compared for report in reports)
    right = len(reports) - bad - unknown
    others = f"{unknown} not compared" if unknown else ""
    if bad:
        told = f"✗ {bad} of {_files(len(reports))} should not be printed so"
        click.echo("\n" + click.style(", ".join(filter(None, (told, others))), fg="red"))
    elif right:
        told = ", ".join(filter(None, (f"✓ {_files(right)} right", others)))
        click.echo("\n" + click.style(told, fg="green"))
    else:
        click.echo(f"\n· {_files(unknown)} not compared, nothing wrong found")


def _files(number: int) -> str:
    return f"{number} file{'' if number == 1 else 's'}"
