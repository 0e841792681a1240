"""Each planted fault is found, its page and place named, and nothing else."""

from __future__ import annotations

import pytest
from flights import assert_found_alone
from planted import FAULTS, HARMLESS

from brawlprint.preflight import Report


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_alone(planted: dict[str, Report], name: str) -> None:
    assert_found_alone(FAULTS[name], planted[name])


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_right_is_let_be(planted: dict[str, Report], name: str) -> None:
    report = planted[name]
    assert [str(finding) for finding in report.findings] == []
    assert report.ok
    assert report.compared
