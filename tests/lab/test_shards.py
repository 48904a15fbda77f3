"""Studies in parts: merged, the report is the same byte for byte, and wrong parts are refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.running import Command, within

STUDY = ("lab", "balance", "urbe", "--seats", "3", "--games", "11", "--seed", "4")


@pytest.fixture
def contrada(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    return within(capsys, monkeypatch)


@pytest.fixture
def parts(contrada: Command, tmp_path: Path) -> list[Path]:
    """The three parts of a study, the last first."""
    files = [tmp_path / f"part-{number}.jsonl" for number in (3, 2, 1)]
    for file, number in zip(files, (3, 2, 1), strict=True):
        done = contrada(*STUDY, "--shard", f"{number}/3", "--out", file)
        assert (done.status, done.out) == (0, "")
    assert sorted(tmp_path.iterdir()) == sorted(files)
    return files


def test_a_merged_report_is_the_same_byte_for_byte(
    contrada: Command, parts: list[Path], tmp_path: Path
) -> None:
    whole, merged = tmp_path / "whole.svg", tmp_path / "merged.svg"
    for form, charts in (((), ()), (("--json",), ()), ((), (whole, merged))):
        one = contrada(*STUDY, *form, *(("--svg", charts[0]) if charts else ()))
        many = contrada("lab", "merge", *parts, *form, *(("--svg", charts[1]) if charts else ()))
        assert (one.status, one.out) == (0, many.out)
    assert whole.read_bytes() == merged.read_bytes()


def test_wrong_parts_are_refused_in_a_sentence(
    contrada: Command, parts: list[Path], tmp_path: Path
) -> None:
    third, second, first = parts
    again, other = tmp_path / "again.jsonl", tmp_path / "other.jsonl"
    shutil.copy(first, again)
    other.write_text(first.read_text().replace('"seed": 4', '"seed": 5'))
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(first.read_text().splitlines(keepends=True)[:-1]))
    broken = tmp_path / "broken.jsonl"
    broken.write_text("[]\n")
    for files, sentence in (
        ((second, first), "parts are missing: shard 3"),
        ((first, again), "are both shard 1"),
        ((second, other), "belongs to another study than"),
        ((third, second, cut), "the parts have 10 of 11 games"),
        ((broken,), "broken.jsonl is not a part of a study"),
        ((tmp_path / "none.jsonl",), "none.jsonl: No such file"),
    ):
        assert sentence in contrada("lab", "merge", *files).sentence
    for options, sentence in (
        (("--shard", "4/3", "--out", other), "a shard is written as NUMBER/ALL"),
        (("--shard", "1/3"), "--shard and --out belong together"),
        (("--shard", "1/3", "--out", other, "--json"), "a part has no report yet"),
    ):
        assert sentence in contrada(*STUDY, *options).sentence
