"""The cache of compiled code: reused, never stale, safe for two processes, and optional."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest
from llvmlite import binding
from numba import types

from contrada.kernel import jit, operations
from tests.kernel import tiny

ROOT = Path(__file__).parents[2]
compiling = pytest.mark.skipif(jit.is_disabled(), reason="nothing is compiled")


def start_process(cache: Path, number: int = 3) -> subprocess.Popen[str]:
    environment = {**os.environ, jit.CACHE_VARIABLE: str(cache), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.kernel.tiny", str(number)]
    return subprocess.Popen(
        command,
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answer_and_hits(process: subprocess.Popen[str]) -> tuple[int, int]:
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    answer, hits = out.split()
    return int(answer), int(hits)


def run(cache: Path, number: int = 3) -> tuple[int, int]:
    return answer_and_hits(start_process(cache, number))


def load_anew(cache: Path) -> tuple[int, int]:
    """Do in this process what a new one would: start with nothing but the cache."""
    for function in (tiny.double, tiny.quadruple):
        function.forget()  # type: ignore[attr-defined]
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv(jit.CACHE_VARIABLE, str(cache))
        return tiny.answer_and_hits(3)


@compiling
def test_the_second_process_compiles_nothing(tmp_path: Path) -> None:
    assert run(tmp_path) == (12, 0)
    assert run(tmp_path, 5) == (20, 1)


@compiling
def test_processes_that_start_at_once_get_right_answers_and_a_whole_cache(tmp_path: Path) -> None:
    together = [start_process(tmp_path, number) for number in range(1, 3)]
    assert [answer_and_hits(process)[0] for process in together] == [4, 8]
    assert load_anew(tmp_path) == (12, 1)


@compiling
@pytest.mark.parametrize("ending", ["*.nbi", "*.nbc"])
def test_a_damaged_cache_is_made_anew(tmp_path: Path, ending: str) -> None:
    assert load_anew(tmp_path) == (12, 0)
    for file in tmp_path.rglob(ending):
        file.write_bytes(file.read_bytes()[:20])
    assert load_anew(tmp_path) == (12, 0)
    assert load_anew(tmp_path) == (12, 1)


@compiling
def test_a_compilation_broken_off_is_made_anew(tmp_path: Path) -> None:
    assert load_anew(tmp_path) == (12, 0)
    for marker in tmp_path.rglob(jit.COMPLETE):
        marker.unlink()
    assert load_anew(tmp_path) == (12, 0)


@compiling
def test_where_the_cache_cannot_be_written_a_private_one_serves(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no directory")
    before = set(Path(tempfile.gettempdir()).glob("contrada-*"))
    assert run(blocked / "cache") == (12, 0)
    assert blocked.read_text() == "no directory"
    left = set(Path(tempfile.gettempdir()).glob("contrada-*")) - before
    assert not left, "the private directory stays behind"


def test_what_may_be_read_but_not_written_is_still_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished = tmp_path / "tiny-key"
    finished.mkdir()
    (finished / jit.COMPLETE).touch()
    (finished / "code").write_text("compiled")
    private = jit._private_directory(finished)
    assert private != finished
    assert (private / jit.COMPLETE).exists()
    assert (private / "code").read_text() == "compiled"
    assert jit._private_directory(finished) == private


def test_the_key_changes_with_every_source(tmp_path: Path) -> None:
    rules, helper = tmp_path / "rules.py", tmp_path / "helper.py"
    rules.write_text("a = 1")
    helper.write_text("b = 1")
    keys = [jit.sources_key([rules, helper])]
    helper.write_text("b = 2")
    keys.append(jit.sources_key([rules, helper]))
    os.environ["NUMBA_TEST_SETTING"] = "1"
    keys.append(jit.sources_key([rules, helper]))
    del os.environ["NUMBA_TEST_SETTING"]
    assert len(set(keys)) == 3
    assert jit.sources_key([helper, rules]) == keys[1]


class Features(dict[str, bool]):
    """What another processor can do."""

    def flatten(self) -> str:
        return ",".join(self)


@compiling
@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("get_host_cpu_name", "another-processor"),
        ("get_host_cpu_features", Features(another_feature=True)),
    ],
)
def test_code_for_another_processor_is_never_loaded(
    tmp_path: Path, asked: str, answer: object
) -> None:
    """It would crash; the one that it was compiled for still finds it."""
    with pytest.MonkeyPatch.context() as elsewhere:
        elsewhere.setattr(binding, asked, lambda: answer)
        assert load_anew(tmp_path) == (12, 0)
        assert load_anew(tmp_path) == (12, 1)
    assert load_anew(tmp_path) == (12, 0)
    assert load_anew(tmp_path) == (12, 1)
    assert len([path for path in tmp_path.glob("tiny-*") if path.is_dir()]) == 2


@compiling
def test_code_for_another_processor_is_not_loaded_under_a_forged_key(tmp_path: Path) -> None:
    """Somebody has copied a cache, or renamed it: the compiler looks at the processor again."""
    assert load_anew(tmp_path / "ours") == (12, 0)
    (ours,) = (path for path in (tmp_path / "ours").glob("tiny-*") if path.is_dir())
    with pytest.MonkeyPatch.context() as elsewhere:
        elsewhere.setattr(binding, "get_host_cpu_name", lambda: "another-processor")
        assert load_anew(tmp_path / "theirs") == (12, 0)
    (theirs,) = (path for path in (tmp_path / "theirs").glob("tiny-*") if path.is_dir())
    forged = theirs.rename(theirs.with_name(ours.name))
    assert (forged / jit.COMPLETE).exists()
    assert load_anew(tmp_path / "theirs") == (12, 0)


def test_old_directories_are_forgotten(tmp_path: Path) -> None:
    for age in range(jit.KEPT + 3):
        old = tmp_path / f"tiny-{age:020}"
        old.mkdir()
        (tmp_path / f"tiny-{age:020}.lock").touch()
        os.utime(old, (1000 - age, 1000 - age))
    others = [tmp_path / f"other-{0:020}", tmp_path / f"tiny-search-{0:020}"]
    for other in others:
        other.mkdir()
        os.utime(other, (1, 1))
    jit._forget_old(tmp_path, "tiny")
    kept = [path for path in tmp_path.glob("tiny-0*") if path.is_dir()]
    assert len(kept) == jit.KEPT
    assert not (tmp_path / f"tiny-{jit.KEPT + 2:020}").exists()
    assert len(list(tmp_path.glob("tiny-*.lock"))) == jit.KEPT
    assert all(other.exists() for other in others)


@compiling
def test_python_cannot_call_what_was_not_loaded() -> None:
    with pytest.raises(TypeError, match="double is not an entry point"):
        tiny.double(2)


@compiling
def test_what_was_compiled_for_others_can_become_an_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled for a caller, a function has no wrapper, without which Python would crash."""
    monkeypatch.setenv(jit.CACHE_VARIABLE, str(tmp_path))
    half = jit.Compiled(lambda number: number // 2)
    quarter = jit.Compiled(lambda number: half(half(number)))
    signature, sources = types.int64(types.int64), [Path(__file__)]
    jit.load("quarter", sources, {"quarter": jit.EntryPoint(quarter, signature)})
    ready = jit.load("half", sources, {"half": jit.EntryPoint(half, signature)})
    assert (quarter(20), ready["half"](20), half(20)) == (5, 10, 10)


def test_two_games_of_one_layout_are_refused() -> None:
    layout = np.dtype([("only_in_this_test", np.int64)])
    rules: operations.Rules = {}
    operations.register(layout, rules)
    operations.register(layout, rules)
    with pytest.raises(TypeError, match="layout"):
        operations.register(layout, dict(rules))


def test_a_record_with_padding_is_refused() -> None:
    layout = np.dtype([("byte", np.int8), ("word", np.int64)], align=True)
    with pytest.raises(TypeError, match="padding"):
        operations.register(layout, {})


def test_a_record_with_another_generator_is_refused() -> None:
    """Its key could not be forgotten."""
    with pytest.raises(TypeError, match="'random' of a state is its generator"):
        operations.register(np.dtype([("random", np.uint64, (1,))]), {})


def test_rules_that_lack_an_operation_are_refused() -> None:
    with pytest.raises(TypeError, match="the rules lack start, to_move"):
        operations.entry_points(np.dtype([("a", np.int64)]), {})
