"""Reads docstrings and comments from the source of classes."""

from __future__ import annotations

import ast
import inspect
import sys
from dataclasses import dataclass
from functools import cache
from types import ModuleType


@dataclass(frozen=True)
class ClassText:
    """The docstring and comments of a class."""

    about: str  # its docstring
    bases: tuple[type, ...]
    fields: dict[str, str]  # its own, each with its comment
    line: int = 0  # of its module


def text_of(kind: type) -> ClassText:
    """Read the docstring and comments of a class."""
    module = sys.modules[kind.__module__]
    tree, lines = _parsed(module)
    classes = {each.name: each for each in tree.body if isinstance(each, ast.ClassDef)}
    if kind.__name__ not in classes:  # `TypedDict("Name", {…})`, for fields that Python cannot name
        return ClassText("", (), dict.fromkeys(kind.__annotations__, ""))
    node = classes[kind.__name__]
    names = [each.id for each in node.bases if isinstance(each, ast.Name)]
    bases = tuple(base for name in names if isinstance(base := vars(module)[name], type))
    fields = {
        each.target.id: _comment(lines, each)
        for each in node.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }
    about = " ".join((ast.get_docstring(node) or "").split())
    return ClassText(about, bases, fields, node.lineno)


def named_types(module: ModuleType) -> dict[str, str]:
    """Find the named types of a module, such as `Status = Literal[…]`, each with its comment."""
    tree, lines = _parsed(module)
    return {
        each.targets[0].id: _comment(lines, each)
        for each in tree.body
        if isinstance(each, ast.Assign)
        and isinstance(each.targets[0], ast.Name)
        and _is_type(each.value)
    }


def _is_type(value: ast.expr) -> bool:
    if isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name):
        return value.value.id in ("Literal", "dict")
    return isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)


@cache
def _parsed(module: ModuleType) -> tuple[ast.Module, list[str]]:
    text = inspect.getsource(module)
    return ast.parse(text), text.splitlines()


def _comment(lines: list[str], node: ast.stmt) -> str:
    """Return the comment next to a statement, or the comment lines right above it."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    _, _, beside = lines[node.end_lineno - 1][node.end_col_offset :].partition("# ")
    if beside:
        return beside.strip()
    above: list[str] = []
    for line in reversed(lines[: node.lineno - 1]):
        if not line.strip().startswith("# ") or line.strip().startswith("# ---"):
            break
        above.insert(0, line.strip().removeprefix("# "))
    return " ".join(above)
