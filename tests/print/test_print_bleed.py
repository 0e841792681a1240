"""Faces reach past the trim, before any sheet clips them: the ground covers trim and bleed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from kits import STYLES, build_kit, read_template

from brawlprint.faces.drawing import Group, Instruction, Shape, Symbol
from brawlprint.faces.face import Face
from brawlprint.sheets.pdf import PdfWriter

BLEED = 3.2
TRIM = (63.5, 88.9)
WHITE = "#FFFFFF"


@dataclass(frozen=True)
class Faces:
    """The different faces on the fronts and on the backs of a build."""

    fronts: list[Face]
    backs: list[Face]

    @property
    def all(self) -> list[Face]:
        return [*self.fronts, *self.backs]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Faces]:
    """The faces that a build puts on its sheets, by style, as they are before a sheet clips them.

    They are taken on their way to the PDF, the aid cards of ``--fill`` and the backs included.
    """
    with pytest.MonkeyPatch.context() as patch:
        return {style: _taken(style, tmp_path_factory.mktemp(style), patch) for style in STYLES}


def _taken(style: str, out: Path, patch: pytest.MonkeyPatch) -> Faces:
    fronts: dict[str, Face] = {}
    backs: dict[str, Face] = {}
    place = PdfWriter.place

    def taking(writer: PdfWriter, face: Face, *rest: Any, **more: Any) -> None:
        (backs if writer.pages % 2 else fronts)[face.digest] = face
        place(writer, face, *rest, **more)

    patch.setattr(PdfWriter, "place", taking)
    build_kit(out, "--paper", "letter", "--style", style, "--only", "cards", "--fill")
    patch.undo()
    return Faces(list(fronts.values()), list(backs.values()))


@pytest.fixture(params=STYLES)
def faces(drawn: dict[str, Faces], request: pytest.FixtureRequest) -> Faces:
    return drawn[request.param]


def bounds(shape: Shape) -> tuple[float, float, float, float]:
    numbers = list(chain.from_iterable(numbers for _, numbers in shape.segments))
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


def covers_the_bleed(instruction: Instruction) -> bool:
    """Whether it is a filled rectangle over trim and bleed."""
    if not isinstance(instruction, Shape) or not instruction.fill:
        return False
    if any(command == "C" for command, _ in instruction.segments):
        return False
    x0, y0, x1, y1 = bounds(instruction)
    width, height = TRIM
    near = 1e-6
    return (
        x0 <= near - BLEED
        and y0 <= near - BLEED
        and x1 >= width + BLEED - near
        and y1 >= height + BLEED - near
    )


def test_all_faces_are_there(faces: Faces) -> None:
    assert (len(faces.fronts), len(faces.backs)) == (91 + 2, 1)
    for face in faces.all:
        assert (face.width, face.height) == TRIM
        assert face.bleed == BLEED


def test_the_ground_is_drawn_first_and_past_the_trim(faces: Faces) -> None:
    for face in faces.all:
        assert covers_the_bleed(face.instructions[0])


def test_fronts_have_one_ground_and_nothing_else_near_the_cut(faces: Faces) -> None:
    grounds = set()
    width, height = TRIM
    for face in faces.fronts:
        ground, *others = face.instructions
        assert isinstance(ground, Shape)
        grounds.add(ground.fill)
        for shape in others:
            if isinstance(shape, Shape):
                x0, y0, x1, y1 = bounds(shape)
                assert min(x0, y0, width - x1, height - y1) - shape.width / 2 > 2.5, shape
    assert len(grounds) == 1


def test_a_back_pattern_runs_past_the_trim_and_meets_its_neighbours(
    drawn: dict[str, Faces],
) -> None:
    (back,) = drawn["colour"].backs
    (pattern,) = (each for each in back.instructions if isinstance(each, Group))
    x, y, w, h = pattern.box
    assert (x, y, x + w, y + h) == pytest.approx((-BLEED, -BLEED, TRIM[0] + BLEED, TRIM[1] + BLEED))
    across, down = read_template("tavern-back")["element"]["pattern"]["tile"]
    # Whole tiles, and as many rows as bring the shifted ones back.
    assert TRIM[0] / across == pytest.approx(round(TRIM[0] / across), abs=1e-4)
    assert TRIM[1] / down / 2 == pytest.approx(round(TRIM[1] / down / 2), abs=1e-4)


def test_an_ink_saver_back_has_no_pattern(drawn: dict[str, Faces]) -> None:
    """A repeated icon is ink; what is left of the back is drawn nowhere near the cut."""
    (back,) = drawn["ink-saver"].backs
    assert not [each for each in back.instructions if isinstance(each, Group)]
    ground, *others = back.instructions
    assert covers_the_bleed(ground)
    width, height = TRIM
    assert others
    for shape in others:
        if isinstance(shape, Shape):
            x0, y0, x1, y1 = bounds(shape)
            assert min(x0, y0, width - x1, height - y1) - shape.width / 2 > 2.5, shape


def test_ink_saver_fills_no_area_over_a_twentieth_of_the_card(drawn: dict[str, Faces]) -> None:
    most = 0.05 * TRIM[0] * TRIM[1]
    for face in drawn["ink-saver"].all:
        for instruction in flat(face.instructions):
            if isinstance(instruction, Shape) and instruction.fill not in (None, WHITE):
                x0, y0, x1, y1 = bounds(instruction)
                assert (x1 - x0) * (y1 - y0) <= most, instruction
            elif isinstance(instruction, Symbol) and not instruction.outline:
                assert instruction.size**2 <= most, instruction.icon


def flat(instructions: tuple[Instruction, ...]) -> Iterator[Instruction]:
    for instruction in instructions:
        if isinstance(instruction, Group):
            yield from flat(instruction.inside)
        else:
            yield instruction
