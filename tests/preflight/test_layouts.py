"""Other layouts than the usual sheet: right as they are built, and each fault found alone."""

from __future__ import annotations

import pytest
from flights import assert_found_alone, build, flown
from planted import Fault, Plant, both, shift, trim_box, within

from brawlprint.preflight import Report

LAYOUTS: dict[str, tuple[str, ...]] = {
    "gutterfold": ("--layout", "gutterfold", "--paper", "a4"),
    "single": ("--layout", "single", "--paper", "letter"),
    "bleed": ("--bleed", "3mm", "--paper", "letter"),
    "outside": ("--bleed-outside", "--paper", "a4", "--duplex", "short-edge"),
    "tarot": ("--card-size", "tarot", "--paper", "a3"),
    "mono": ("--style", "mono", "--paper", "200x260mm", "--margins", "8,6,12,6"),
}
NOTHING: Plant = lambda pdf: None  # noqa: E731

FAULTS: dict[str, tuple[str, Fault]] = {
    "a back off behind the fold": (
        "gutterfold",
        Fault(
            "cards", shift(1, 2, 0.02, 0), "backs", 1, "row 4, column 1", "0.020 mm too far right"
        ),
    ),
    "a fold that is not the middle": (
        "gutterfold",
        Fault(
            "cards",
            both(*(shift(1, nth, 0, 0.5) for nth in (2, 4, 6, 8))),
            "backs",
            1,
            None,
            "all its backs lie 0.500 mm too low",
        ),
    ),
    "a single back off": (
        "single",
        Fault("cards", shift(4, 1, 0, 0.05), "backs", 4, None, "0.050 mm too low"),
    ),
    "a single card's TrimBox off": (
        "single",
        Fault("cards", trim_box(3, 0.5), "trim-box", 3, None, "0.50 mm"),
    ),
    "a bled card off its grid": (
        "bleed",
        Fault("cards", shift(1, 1, 0, -9), "backs", 2, "row 1, column 2", "9.000 mm too low"),
    ),
    "a colour in a black print": (
        "mono",
        Fault(
            "cards",
            within(1, 2, rb"0 0 0 rg", b"0.9 0 0 rg"),
            "wrong-drawing",
            1,
            "row 1, column 2",
            "instead of #000000",
        ),
    ),
}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    """Every layout as it is built, and every fault in it."""
    out = tmp_path_factory.mktemp("layouts")
    for name, options in LAYOUTS.items():
        build(out / name, "throwdown", "--only", "cards", options=options)
    plants = {name: (out / name / "throwdown/cards.pdf", NOTHING) for name in LAYOUTS}
    for name, (layout, fault) in FAULTS.items():
        plants[name] = (out / layout / "throwdown/cards.pdf", fault.plant)
    return flown(plants, tmp_path_factory.mktemp("laid"))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_right_as_it_is_built(reports: dict[str, Report], layout: str) -> None:
    assert [str(finding) for finding in reports[layout].findings] == []
    assert reports[layout].compared


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_a_layout_is_found_alone(reports: dict[str, Report], name: str) -> None:
    assert_found_alone(FAULTS[name][1], reports[name])
