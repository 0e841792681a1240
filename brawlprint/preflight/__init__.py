"""Preflight: whether a PDF that lies in the output folder would print, cut and play as it should.

It reads the file as a printer would, and compares it with the definition made anew; what the build
remembers of its own work counts for nothing.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from brawlprint.definitions import Game
from brawlprint.errors import Finding, Where, shown
from brawlprint.preflight.document import Document, Refusal
from brawlprint.workspace import Workspace

if TYPE_CHECKING:
    from brawlprint.preflight.expected import Expected


class Report(Struct, frozen=True):
    """What was found of one file; ``compared`` says that its content was held to the definition."""

    path: Path
    findings: Sequence[Finding]
    pages: int = 0
    ours: bool = False
    compared: bool = False

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return all(finding.level != "error" for finding in self.findings)

    def as_json(self) -> dict[str, object]:
        """The file as the ``--json`` output shows it."""
        return {
            "file": self.path.as_posix(),
            "ok": self.ok,
            "pages": self.pages,
            "ours": self.ours,
            "compared": self.compared,
            "findings": [finding.as_json() for finding in self.findings],
        }


def preflight(path: Path, workspace: Workspace, game: Game | None = None) -> list[Finding]:
    """What is wrong with one PDF, or with all PDFs of a folder; nothing if all is well.

    ``game`` is whose they are, if somebody knows; else the manifest beside them says it.

    >>> [finding.code for finding in preflight(Path("no-such.pdf"), Workspace.at(Path.cwd()))]
    ['missing-file']
    """
    paths = files_of(path) if path.is_dir() else [path]
    reports = preflight_files(paths, workspace, game)
    return [finding for report in reports for finding in report.findings]


def files_of(folder: Path) -> list[Path]:
    """The PDFs of an output folder, and those that its manifest names though they are gone."""
    from brawlprint.preflight.expected import read_manifest

    manifest = read_manifest(folder)
    names = {entry.path for entry in manifest.files} if manifest else set()
    listed = {folder / name for name in names if name == Path(name).name and name != ".."}
    # A contact sheet is looked at on a screen, and no print.
    there = {path for path in folder.glob("*.pdf") if path.name != "gallery.pdf"}
    return sorted({*there, *listed})


def preflight_files(
    paths: Sequence[Path], workspace: Workspace, game: Game | None = None
) -> list[Report]:
    """A report for each PDF; none is changed, and none can do harm."""
    from brawlprint.preflight.expected import Expected, Maker
    from brawlprint.preflight.isolated import read_documents, refuse

    maker = Maker(workspace, game)
    wanted = {path: maker.expected(path) for path in paths if refuse(path) is None}
    with tempfile.TemporaryDirectory(prefix="brawlprint-") as folder:
        anew: dict[Path, Path] = {}
        for path, made in wanted.items():
            if isinstance(made, Expected) and not made.product.pieces:
                anew[path] = Path(folder) / f"{len(anew)}.pdf"
                anew[path].write_bytes(made.product.data)
        documents = read_documents([*paths, *anew.values()])
    others = dict(zip(anew, documents[len(paths) :], strict=True))
    return [
        _report(path, document, wanted.get(path, []), others.get(path), workspace)
        for path, document in zip(paths, documents, strict=False)
    ]


def _report(
    path: Path,
    document: Document | Refusal,
    wanted: Expected | list[Finding],
    other: Document | Refusal | None,
    workspace: Workspace,
) -> Report:
    from brawlprint.preflight.judge import judge

    if isinstance(document, Refusal):
        where = Where(shown(path))
        return Report(path, [Finding(document.code, document.message, where, document.remedy)])
    findings, compared = judge(document, shown(path), wanted, other, workspace)
    return Report(path, findings, len(document.pages), document.ours, compared)
