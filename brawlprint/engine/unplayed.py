"""Parts of a rules file that would never be played: called, and not gone through.

A part that asks for decisions is a generator; calling it without ``yield from`` makes one and drops
it, without a word. That is always a slip, so it is told before anything is played.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from brawlprint.errors import RulesError, Where, shown

_OWN_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def refuse_unplayed(text: str, path: Path) -> None:
    r"""Raise :class:`RulesError` for the first such call in a rules file's text.

    >>> refuse_unplayed("def ask():\n    yield\ndef play():\n    ask()\n    yield", Path("duel.py"))
    Traceback (most recent call last):
    brawlprint.errors.RulesError: duel.py, line 4: ask(…) is called without 'yield from', so nothing in it is played
    """
    tree = ast.parse(text)
    playable = {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and any(_yields(node.body))
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and (name := _called(node.value)) in playable:
            raise RulesError(
                f"{name}(…) is called without 'yield from', so nothing in it is played",
                Where(shown(path), node.lineno),
            )


def _called(node: ast.expr) -> str:
    """The name of a plain call; methods may be anybody's, and are left alone."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    return ""


def _yields(body: list[ast.stmt]) -> Iterator[bool]:
    """The yields of a function's own body, those of functions within it aside."""
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, _OWN_SCOPE):
            continue
        if isinstance(node, ast.Yield | ast.YieldFrom):
            yield True
        waiting += ast.iter_child_nodes(node)
