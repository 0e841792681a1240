"""Findings as lines for people: what is said of many cards in the same words is said once."""

from __future__ import annotations

from collections.abc import Iterable

from brawlprint.errors import Finding

LEAST = 3  # rows that make one line
TABLES = (".csv", ".xlsx")


def folded(findings: Iterable[Finding]) -> list[tuple[Finding, str]]:
    """Each line, and the (first) finding it tells; the rows of one line are listed.

    Who reads by machine takes them unfolded.

    >>> from brawlprint.errors import Where
    >>> for row in folded([Finding("x", "no picture", Where("d.csv", n)) for n in (2, 3, 4, 9)]):
    ...     print(row[1])
    d.csv, rows 2–4, 9: no picture
    """
    return [
        (each, with_rows(str(each), rows) if rows else str(each))
        for each, rows in grouped(findings)
    ]


def grouped(findings: Iterable[Finding]) -> list[tuple[Finding, list[int]]]:
    """Each line's (first) finding, with the rows that the line is about; [] where it is alone."""
    found = list(findings)
    alike: dict[Finding, list[int]] = {}
    for each in found:
        if each.where.row is not None and each.where.file.lower().endswith(TABLES):
            alike.setdefault(_anywhere(each), []).append(each.where.row)
    lines: list[tuple[Finding, list[int]]] = []
    for each in found:
        rows = alike.get(_anywhere(each), [])
        if each.where.row is None or len(rows) < LEAST:
            lines.append((each, []))
        elif each.where.row == rows[0]:
            lines.append((each, rows))
    return lines


def _anywhere(finding: Finding) -> Finding:
    return finding._replace(where=finding.where._replace(row=None))


def with_rows(told: str, rows: list[int]) -> str:
    """What is told of the first of some rows, told of all.

    >>> with_rows("d.csv, row 2, column 'kind'", [2, 3, 4, 9])
    "d.csv, rows 2–4, 9, column 'kind'"
    """
    return told.replace(f", row {rows[0]}", f", rows {_listed(rows)}", 1)


def _listed(rows: list[int]) -> str:
    """Rows as people list them: 2–4, 9."""
    runs: list[list[int]] = []
    for row in rows:
        if runs and row == runs[-1][-1] + 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
