"""Measure printing: whole processes from a cold start, interleaved, the median of several runs.

usage: print.py [--runs 5] [--json | --stages]

Compared with the floor (``floor.py``), which draws the same cards with reportlab alone. Prints a
table of ratios and says which targets are met; the exit code is 1 if one is missed. ``--stages``
tells instead where the time of building the cards goes.

Needs a system with ``os.wait4`` (Linux, macOS). This process imports little, since a child's peak
memory counts from its parent's.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
RUN_STAGES = "import sys; from stages import main; main(sys.argv[1])"
RUN_FLOOR = "import sys; from floor import main; main(*sys.argv[1:])"
MEGABYTE = 1_000_000


class Run(NamedTuple):
    """One run of one process: seconds of wall and CPU time, peak memory in bytes."""

    wall: float
    cpu: float
    memory: float


class Case(NamedTuple):
    """Something to measure, the folder it runs in, and the PDFs it leaves."""

    name: str
    command: list[str]
    folder: Path
    pdfs: Path | None = None


class Target(NamedTuple):
    """What a figure must not exceed."""

    what: str
    value: float
    most: float
    unit: str

    @property
    def met(self) -> bool:
        return self.value <= self.most


def brawlprint() -> list[str]:
    """The installed command beside this Python, else the package."""
    script = Path(sys.executable).parent / "brawlprint"
    return [str(script)] if script.is_file() else [sys.executable, "-m", "brawlprint"]


def cases(work: Path) -> list[Case]:
    """What is measured; in the folder ``plain`` lies the tavern without pictures."""
    plain, empty = work / "plain", work / "empty"

    def build(name: str, folder: Path, *options: str) -> Case:
        out = work / name
        words = ["build", "tavern", "--paper", "letter", "--out", str(out), *options]
        return Case(name, [*brawlprint(), *words], folder, out / "tavern")

    floor_pdf = work / "floor.pdf"
    floor = [sys.executable, "-c", RUN_FLOOR, str(plain / "deck.json"), str(floor_pdf)]
    return [
        Case("floor", floor, empty, floor_pdf),
        build("cards", plain, "--only", "cards"),
        build("with pictures", empty, "--only", "cards"),
        build("whole kit", empty),
        Case("--help", [*brawlprint(), "--help"], empty),
        Case("bare Python", [sys.executable, "-c", "pass"], empty),
    ]


def environment(work: Path) -> dict[str, str]:
    """This environment, but for what bends Python; compiled files are kept apart from others'."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return kept | {
        "PYTHONPYCACHEPREFIX": str(work / "compiled"),
        "PYTHONPATH": str(HERE),
        "PYTHONUTF8": "1",
    }


def run(command: list[str], folder: Path, variables: dict[str, str]) -> Run:
    start = time.monotonic()
    with subprocess.Popen(
        command, cwd=folder, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        said = process.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - start
    if process.returncode:
        sys.exit(f"failed ({process.returncode}): {' '.join(command)}\n{said}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)


def prepared(work: Path) -> Path:
    """Make the folders that cases run in; gives the one with the tavern without pictures."""
    plain, empty = work / "plain", work / "empty"
    plain.mkdir()
    empty.mkdir()
    run([sys.executable, str(HERE / "floor_deck.py"), str(plain)], empty, environment(work))
    return plain


def measure(runs: int, work: Path) -> tuple[dict[str, Run], dict[str, int]]:
    """The median of each figure, by case, and the bytes of the PDFs it leaves."""
    prepared(work)
    variables, todo = environment(work), cases(work)
    for case in todo:  # not measured: compiles, and warms the disk's cache
        run(case.command, case.folder, variables)
    seen: dict[str, list[Run]] = {case.name: [] for case in todo}
    for _ in range(runs):
        for case in todo:
            seen[case.name].append(run(case.command, case.folder, variables))
    medians = {
        name: Run(*(statistics.median(column) for column in zip(*each, strict=True)))
        for name, each in seen.items()
    }
    return medians, {case.name: size(case.pdfs) for case in todo if case.pdfs}


def stages(runs: int, work: Path) -> dict[str, float]:
    """The median CPU time of each stage of building the cards, in ms."""
    command = [sys.executable, "-c", RUN_STAGES, str(work / "out")]
    plain = prepared(work)
    seen: dict[str, list[float]] = {}
    for number in range(runs + 1):
        done = subprocess.run(
            command, cwd=plain, env=environment(work), capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(done.stderr)
        for line in done.stderr.splitlines() if number else ():  # the first compiles
            spent, _, stage = line.partition(" ")
            seen.setdefault(stage, []).append(float(spent))
    return {stage: statistics.median(each) for stage, each in seen.items()}


def report_stages(medians: dict[str, float]) -> None:
    whole = sum(medians.values())
    for stage, spent in medians.items():
        print(f"{stage:24}{spent:8.1f} ms{spent / whole:6.0%}")
    print(f"{'all':24}{whole:8.1f} ms")


def size(path: Path) -> int:
    files = path.glob("*.pdf") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files)


def targets(medians: dict[str, Run], sizes: dict[str, int]) -> list[Target]:
    floor, cards, pictures = (medians[name] for name in ("floor", "cards", "with pictures"))
    help_cpu = (medians["--help"].cpu - medians["bare Python"].cpu) * 1000
    return [
        Target("cards: wall time against the floor", cards.wall / floor.wall, 1.5, "×"),
        Target("cards: size of the PDF", sizes["cards"] / 1000, 150, "KB"),
        Target("cards: peak memory", cards.memory / MEGABYTE, 100, "MB"),
        Target("--help: CPU time above bare Python", help_cpu, 150, "ms"),
        Target("with pictures: wall time against cards", pictures.wall / cards.wall, 1.5, "×"),
        Target("with pictures: size of the PDF", sizes["with pictures"] / 1000, 300, "KB"),
    ]


def same_words(work: Path) -> str:
    """Whether the floor's pages say what the build's say; lines may break elsewhere."""
    try:
        import pypdfium2  # noqa: PLC0415, late: it would count in the children's memory
    except ImportError:
        return "not compared: pypdfium2 is not installed"

    def words(path: Path) -> list[list[str]]:
        with pypdfium2.PdfDocument(path) as document:
            pages = [page.get_textpage().get_text_range() for page in document]
        return [sorted("".join(text.split())) for text in pages]

    floor, cards = words(work / "floor.pdf"), words(work / "cards" / "tavern" / "cards.pdf")
    different = [
        str(n)
        for n, pair in enumerate(zip(floor, cards, strict=True), 1)
        if len(set(map(tuple, pair))) > 1
    ]
    if different:
        return f"the floor's words differ on pages {', '.join(different)}: mend floor_deck.py"
    return f"the floor says the same on all {len(cards)} pages"


def report(medians: dict[str, Run], sizes: dict[str, int]) -> None:
    floor = medians["floor"]
    print(f"{'':14}{'wall ms':>9}{'× floor':>9}{'CPU ms':>9}{'× floor':>9}{'MB':>7}{'KB':>7}")
    for name, each in medians.items():
        kilobytes = f"{sizes[name] / 1000:.1f}" if name in sizes else ""
        print(
            f"{name:14}{each.wall * 1000:9.0f}{each.wall / floor.wall:9.2f}"
            f"{each.cpu * 1000:9.0f}{each.cpu / floor.cpu:9.2f}"
            f"{each.memory / MEGABYTE:7.0f}{kilobytes:>7}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure printing against the floor.")
    parser.add_argument("--runs", type=int, default=5, help="measured runs of each (5)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON alone")
    parser.add_argument("--stages", action="store_true", help="where the cards' time goes")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        if given.stages:
            report_stages(stages(given.runs, work))
            return
        medians, sizes = measure(given.runs, work)
        words = same_words(work)
    found = targets(medians, sizes)
    if given.json:
        document = {
            "runs": given.runs,
            "python": sys.version.split()[0],
            "cpus": os.cpu_count(),
            "medians": {name: each._asdict() for name, each in medians.items()},
            "bytes": sizes,
            "targets": [each._asdict() | {"met": each.met} for each in found],
            "words": words,
        }
        print(json.dumps(document, indent=1, ensure_ascii=False))
    else:
        report(medians, sizes)
        print()
        for each in found:
            verdict = "met" if each.met else "MISSED"
            print(f"{each.what:40}{each.value:8.2f} of {each.most:g} {each.unit}: {verdict}")
        print(f"\n{words}")
    sys.exit(0 if all(each.met for each in found) else 1)


if __name__ == "__main__":
    main()
