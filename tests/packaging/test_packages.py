"""What travels in the packages, and whether it runs where the checkout is not."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAME = "tavern"
BUILTIN = ("cards", "templates", "rules")  # what lies under brawlprint/builtin/ in a wheel

# What git ignores, left by editors, by Python and by a build, in every folder that is packed.
JUNK = (
    "cards/tavern/.~lock.deck.csv#",
    "cards/.DS_Store",
    "templates/.DS_Store",
    "rules/__pycache__/tavern.cpython-311.pyc",
    "brawlprint/__pycache__/cli.cpython-311.pyc",
    "brawlprint/faces/__pycache__/face.cpython-311.pyc",
    "brawlprint/faces/fitting.pyc",
    "brawlprint.egg-info/PKG-INFO",
    "output/tavern/cards.pdf",
    "build/lib/brawlprint/cli.py",
    "dist/brawlprint-0.0.1-py3-none-any.whl",
    ".venv/pyvenv.cfg",
    ".pytest_cache/README.md",
)


def call(*command: str | Path, cwd: Path, **environment: str) -> str:
    """A process's standard output; its standard error is shown where it fails."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=kept | {"PYTHONUTF8": "1", "NO_COLOR": "1", "LC_ALL": "de_DE.UTF-8"} | environment,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def tracked(clone: Path, *folders: str) -> set[str]:
    return set(call("git", "ls-files", "-z", *folders, cwd=clone).split("\0")) - {""}


@dataclass(frozen=True)
class Packages:
    """The packages built from a clone, and the clone."""

    clone: Path
    sdist: Path
    wheel: Path

    def in_sdist(self) -> set[str]:
        with tarfile.open(self.sdist) as tar:
            files = [member.name for member in tar.getmembers() if member.isfile()]
        return {name.partition("/")[2] for name in files}

    def in_wheel(self) -> set[str]:
        with zipfile.ZipFile(self.wheel) as archive:
            return set(archive.namelist())

    def read(self, name: str) -> bytes:
        with zipfile.ZipFile(self.wheel) as archive:
            return archive.read(name)

    @property
    def info(self) -> str:
        """The name of the wheel's dist-info folder."""
        return f"{'-'.join(self.wheel.name.split('-')[:2])}.dist-info"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """An sdist of the checkout's HEAD with junk strewn in, and the wheel built from that sdist."""
    assert shutil.which("git") and (ROOT / ".git").exists(), "packages are built from a checkout"
    folder = tmp_path_factory.mktemp("packages")
    clone, dist = folder / "clone", folder / "dist"
    call("git", "clone", "--quiet", ROOT, clone, cwd=folder)
    for name in JUNK:
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_bytes(b"junk")
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir", dist, clone)
    call(*build, cwd=folder)
    (sdist,), (wheel,) = dist.glob("*.tar.gz"), dist.glob("*.whl")
    return Packages(clone, sdist, wheel)


def test_the_sdist_holds_what_git_tracks(packages: Packages) -> None:
    assert packages.in_sdist() == tracked(packages.clone) | {"PKG-INFO"}


def test_the_wheel_holds_what_git_tracks(packages: Packages) -> None:
    code = tracked(packages.clone, "brawlprint")
    games = {f"brawlprint/builtin/{name}" for name in tracked(packages.clone, *BUILTIN)}
    about = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
    info = {f"{packages.info}/{name}" for name in (*about, "licenses/NOTICE")}
    assert packages.in_wheel() == code | games | info
    assert f"brawlprint/builtin/cards/{GAME}/deck.csv" in games


def test_the_wheel_holds_the_same_bytes(packages: Packages) -> None:
    for name in tracked(packages.clone, "brawlprint", *BUILTIN):
        inside = name if name.startswith("brawlprint/") else f"brawlprint/builtin/{name}"
        assert packages.read(inside) == (packages.clone / name).read_bytes(), name


def test_types_and_licences_travel(packages: Packages) -> None:
    assert "brawlprint/py.typed" in packages.in_wheel()
    for name in ("LICENSE", "NOTICE"):
        inside = packages.read(f"{packages.info}/licenses/{name}")
        assert inside == (packages.clone / name).read_bytes()


def test_the_entry_point_is_the_command(packages: Packages) -> None:
    text = packages.read(f"{packages.info}/entry_points.txt").decode()
    assert text.split("\n")[:2] == ["[console_scripts]", "brawlprint = brawlprint.cli:main"]


@dataclass(frozen=True)
class Bare:
    """An environment of its own that holds the wheel and reaches its dependencies."""

    python: Path
    command: Path
    folder: Path

    def empty(self, name: str) -> Path:
        """An empty folder to work in."""
        empty = self.folder / name
        empty.mkdir(exist_ok=True)
        return empty


@pytest.fixture(scope="module")
def bare(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Bare:
    """A venv with the wheel alone; a .pth file lends it this environment's libraries.

    The folder that it names is only searched, its own .pth files aren't read: an editable
    brawlprint of this environment stays out of reach.
    """
    folder = tmp_path_factory.mktemp("bare")
    venv = folder / "venv"
    call(sys.executable, "-m", "venv", "--without-pip", venv, cwd=folder)
    scripts = venv / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    install = ("install", "--quiet", "--no-deps", "--no-index", "--no-compile", packages.wheel)
    call(*pip, *install, cwd=folder)
    where = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    own = Path(call(python, "-c", where, cwd=folder).strip())
    lent = dict.fromkeys(sysconfig.get_paths()[key] for key in ("purelib", "platlib"))
    (own / "lent.pth").write_text("\n".join(lent), encoding="utf-8")
    return Bare(python, scripts / f"brawlprint{'.exe' if os.name == 'nt' else ''}", folder)


def test_the_wheel_is_what_runs(packages: Packages, bare: Bare) -> None:
    found = call(
        bare.python, "-c", "import brawlprint; print(brawlprint.__file__)", cwd=bare.empty("where")
    )
    assert Path(found.strip()).is_relative_to(bare.python.parent.parent)


COMMANDS = (
    ("--version",),
    ("--help",),
    ("list",),
    ("check", GAME, "--layer", "composition", "--layer", "odds"),
    ("check", "wrestling"),  # all layers; it has nothing to say of a file, whose place differs
    ("build", GAME, "--paper", "letter"),
)


def runs_of(run: tuple[str | Path, ...], cwd: Path, **more: str) -> Iterator[tuple[str, str]]:
    cwd.mkdir(exist_ok=True)
    for arguments in COMMANDS:
        config = {"XDG_CONFIG_HOME": str(cwd / "no-config")}
        yield " ".join(arguments), call(*run, *arguments, cwd=cwd, **config, **more)


def files_of(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_the_wheel_does_what_the_checkout_does(packages: Packages, bare: Bare) -> None:
    of_wheel, of_checkout = bare.empty("wheel"), bare.empty("checkout")
    installed = dict(runs_of((bare.command,), of_wheel))
    source = (sys.executable, "-m", "brawlprint")
    checkout = dict(runs_of(source, of_checkout, PYTHONPATH=str(packages.clone)))
    # click names the program by how it was called.
    checkout = {
        key: text.replace("python -m brawlprint", "brawlprint") for key, text in checkout.items()
    }
    assert installed == checkout
    assert GAME in installed["list"]
    files = files_of(of_wheel)
    assert f"output/{GAME}/cards.pdf" in files and f"output/{GAME}/manifest.json" in files
    assert files == files_of(of_checkout)


def test_python_m_runs_the_same_command(bare: Bare) -> None:
    cwd = bare.empty("module")
    by_module = call(bare.python, "-m", "brawlprint", "list", cwd=cwd)
    assert by_module == call(bare.command, "list", cwd=cwd)


# ---- the source, whether packed or not ----


def sources() -> dict[str, str]:
    paths = sorted((ROOT / "brawlprint").rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def test_the_tool_names_no_game() -> None:
    games = [folder.name for folder in (ROOT / "cards").iterdir() if folder.is_dir()]
    assert GAME in games
    named = re.compile(rf"\b({'|'.join(map(re.escape, games))})\b", re.IGNORECASE)
    found = [
        f"{name}, line {number}: {line.strip()}"
        for name, text in sources().items()
        for number, line in enumerate(text.splitlines(), 1)
        if named.search(line)
    ]
    assert not found, "\n".join(found)


def imported() -> set[str]:
    """The first names of all modules that the tool imports, wherever in a file."""
    names = set()
    for text in sources().values():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
    return {name.partition(".")[0] for name in names}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(extras: bool = False) -> set[str]:
    """The names of the distributions that the tool depends on; extras but for the tests' own."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = list(project["dependencies"])
    if extras:
        optional = project["optional-dependencies"].items()
        lines += [line for name, each in optional if name != "test" for line in each]
    return {canonical(re.split(r"[^\w.-]", line)[0]) for line in lines}


def font_package(family: str) -> str:
    """``BarlowCondensed`` is a font of ``fontpkg-barlow-condensed``."""
    return "fontpkg-" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", family).lower()


def test_every_import_is_declared() -> None:
    foreign = imported() - set(sys.stdlib_module_names) - {"brawlprint"}
    owners = packages_distributions()
    allowed = declared(extras=True)
    for name in foreign:
        assert {canonical(each) for each in owners.get(name, ())} & allowed, name


def test_every_dependency_is_used() -> None:
    owners = packages_distributions()
    used = {canonical(each) for name in imported() for each in owners.get(name, ())}
    # Fonts are no imports: a template or a constant names the family.
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.toml")]
    named = re.findall(
        r"\"([A-Z][A-Za-z]+)[-\[][\w\]-]+\"", "\n".join([*texts, *sources().values()])
    )
    used |= {font_package(family) for family in named}
    assert declared() <= used, f"not used: {sorted(declared() - used)}"
