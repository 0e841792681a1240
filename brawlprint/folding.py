"""Findings as lines for people: what is said of many cards in the same words is said once."""

from __future__ import annotations

from collections.abc import Iterable

from brawlprint.errors import Finding

LEAST = 3  # rows that make one line
TABLES = (".csv", ".xlsx")


def folded(findings: Iterable[Finding]) -> list[tuple[Finding, str]]:
    """Each line, and the (first) finding it tells; the rows of one line are listed.

    Who reads by machine, and the page that shows findings beside their cards, take them unfolded.

    >>> from brawlprint.errors import Where
    >>> for row in folded([Finding("x", "no picture", Where("d.csv", n)) for n in (2, 3, 4, 9)]):
    ...     print(row[1])
    d.csv, rows 2–4, 9: no picture
    """
    found = list(findings)
    alike: dict[Finding, list[int]] = {}
    for each in found:
        if each.where.row is not None and each.where.file.lower().endswith(TABLES):
            alike.setdefault(_anywhere(each), []).append(each.where.row)
    lines: list[tuple[Finding, str]] = []
    for each in found:
        rows = alike.get(_anywhere(each), [])
        if each.where.row is None or len(rows) < LEAST:
            lines.append((each, str(each)))
        elif each.where.row == rows[0]:
            lines.append((each, _one_line(each, rows)))
    return lines


def _anywhere(finding: Finding) -> Finding:
    return finding._replace(where=finding.where._replace(row=None))


def _one_line(finding: Finding, rows: list[int]) -> str:
    one, many = f", row {rows[0]}", f", rows {_listed(rows)}"
    return str(finding).replace(one, many, 1)


def _listed(rows: list[int]) -> str:
    """Rows as people list them: 2–4, 9."""
    runs: list[list[int]] = []
    for row in rows:
        if runs and row == runs[-1][-1] + 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
