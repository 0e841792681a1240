"""Each planted fault is found, its page and place named, and nothing else."""

from __future__ import annotations

import pytest
from planted import FAULTS, HARMLESS

from brawlprint.preflight import Report


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_alone(planted: dict[str, Report], name: str) -> None:
    fault, report = FAULTS[name], planted[name]
    told = "\n".join(map(str, report.findings))
    assert len(report.findings) == 1, told or "nothing found"
    (finding,) = report.findings
    found = (finding.code, finding.where.row, finding.where.column)
    assert found[:2] == (fault.code, fault.page), told
    assert (finding.where.column or "").startswith(fault.place or ""), told
    assert (finding.where.column is None) == (fault.place is None), told
    assert fault.words in finding.message, told
    assert finding.remedy
    assert finding.level == "error"
    assert not report.ok


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_right_is_let_be(planted: dict[str, Report], name: str) -> None:
    report = planted[name]
    assert [str(finding) for finding in report.findings] == []
    assert report.ok
    assert report.compared
