"""``--since REVISION`` reads a repository whose own settings and attributes would run commands."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from dens import Den

ATTRIBUTES = "* filter=evil diff=evil export-subst\n"


class Said(NamedTuple):
    """What a run left."""

    code: int
    out: str
    err: str


def git(den: Den, *words: str) -> str:
    own = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "filter.evil.clean=cat")
    done = subprocess.run(
        ["git", *own, *words], cwd=den.root, capture_output=True, encoding="utf-8", check=True
    )
    return done.stdout.strip()


@pytest.fixture
def repository(den: Den) -> Den:
    """A workspace under git, its first card changed since the one commit."""
    git(den, "init", "-q")
    (den.root / ".gitattributes").write_text(ATTRIBUTES, "utf-8")
    git(den, "add", ".")
    git(den, "commit", "-qm", "one")
    den.edit("deck.csv", ",Jab,6", ",Jabber,6")
    return den


def since(den: Den, monkeypatch: pytest.MonkeyPatch, revision: str = "HEAD") -> Said:
    from click.testing import CliRunner

    from brawlprint.cli import main

    monkeypatch.chdir(den.root)
    arguments = ["build", "den", "--only", "cards", "--changed", "--since", revision]
    done = CliRunner().invoke(main, arguments, catch_exceptions=False)
    return Said(done.exit_code, done.stdout, done.stderr)


def traps(den: Den) -> list[str]:
    """Have git run a command by whatever setting there is; the files that would come of it."""
    settings = [
        *("filter.evil.smudge", "filter.evil.process", "diff.evil.textconv", "diff.external"),
        *("core.fsmonitor", "core.pager", "core.sshCommand", "core.alternateRefsCommand"),
        *("core.gitProxy", "core.askPass", "core.editor", "tar.tar.command", "gpg.program"),
        *("alias.cat-file", "alias.ls-tree", "alias.rev-parse", "credential.helper"),
    ]
    for name in settings:
        command = f"touch '{den.outside}/{name}'; cat"
        git(den, "config", name, f"!{command}" if name.startswith(("alias", "cred")) else command)
    git(den, "config", "filter.evil.required", "true")
    hooks = den.root / "hooks"
    hooks.mkdir()
    for name in ("post-checkout", "post-index-change", "reference-transaction"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch '{den.outside}/{name}'\n", "utf-8")
        (hooks / name).chmod(0o755)
    git(den, "config", "core.hooksPath", "hooks")
    return sorted(path.name for path in den.outside.iterdir())


def test_nothing_that_a_repository_sets_is_run(
    repository: Den, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = traps(repository)
    result = since(repository, monkeypatch)
    assert (result.code, result.err) == (0, "")
    assert "6 cards changed: title: Jabber ×6" in result.out
    assert sorted(path.name for path in repository.outside.iterdir()) == before


def test_nothing_that_a_repository_lacks_is_fetched(
    repository: Den, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = traps(repository)
    fetch = f"ext::touch {repository.outside}/fetched"
    for name, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "evil",
        "remote.evil.promisor": "true",
        "remote.evil.url": fetch,
        "protocol.ext.allow": "always",
        "protocol.allow": "always",
    }.items():
        git(repository, "config", name, value)
    blob = git(repository, "rev-parse", "HEAD:cards/den/deck.csv")
    (repository.root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    result = since(repository, monkeypatch)
    assert result.code in (1, 2)
    [line] = result.err.splitlines()
    assert "HEAD" in line
    assert sorted(path.name for path in repository.outside.iterdir()) == before


def test_links_and_ways_out_are_left_out(repository: Den, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree may hold any name; what leads out of its folder is not unpacked."""
    secret = git(repository, "hash-object", "-w", str(repository.outside / "secret.txt"))
    tree = git(repository, "rev-parse", "HEAD:cards")
    made = subprocess.run(
        ["git", "mktree"],
        cwd=repository.root,
        input=f"100644 blob {secret}\t..\\..\\out.csv\n040000 tree {tree}\tcards\n".encode(),
        capture_output=True,
        check=True,
    )
    commit = git(repository, "commit-tree", "-m", "two", made.stdout.decode().strip())
    (repository.root / "art").symlink_to(repository.outside)
    result = since(repository, monkeypatch, commit)
    shutil.rmtree(repository.root / "output", ignore_errors=True)
    assert result.code in (0, 1, 2)
    assert "Traceback" not in result.err
    assert not list(Path(repository.root.parent).rglob("*out.csv"))


def test_a_folder_that_looks_like_a_repository_is_none(
    den: Den, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run(["git", "init", "-q", "--bare", str(den.root)], check=True)
    with (den.root / "config").open("a", encoding="utf-8") as file:
        file.write(f"[core]\n\tfsmonitor = touch '{den.outside}/bare'\n")
    result = since(den, monkeypatch)
    assert result.code == 2
    assert "no file here" in result.err
    assert not (den.outside / "bare").exists()
