"""Studies and contests in parts: merged, the report is the same byte for byte.

Wrong parts are refused.
"""

from __future__ import annotations

import json
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


# --- Contests ------------------------------------------------------------------------------------

CONTEST = ("arena", "urbino", "random", "tests.lab.bots:First", "random", "-n", "4", "--seed", "3")


@pytest.fixture
def pieces(contrada: Command, tmp_path: Path) -> list[Path]:
    """The two parts of a contest of twelve games, the last first."""
    files = [tmp_path / f"part-{number}.jsonl" for number in (2, 1)]
    for file, number in zip(files, (2, 1), strict=True):
        done = contrada(*CONTEST, "--shard", f"{number}/2", "--out", file)
        assert (done.status, done.out) == (0, "")
    assert sorted(tmp_path.iterdir()) == sorted(files)
    return files


def test_a_merged_contest_is_the_same_byte_for_byte(
    contrada: Command, pieces: list[Path], tmp_path: Path
) -> None:
    whole, merged = tmp_path / "whole.svg", tmp_path / "merged.svg"
    for form in ((), ("--json",)):
        one = contrada(*CONTEST, "--no-times", *form, "--chart", whole)
        many = contrada("lab", "merge", *pieces, "--no-times", *form, "--chart", merged)
        assert (one.status, one.out) == (0, many.out)
        assert whole.read_bytes() == merged.read_bytes()
    # With times, it is what one log with the same games reports.
    log, lines = tmp_path / "log.jsonl", [file.read_text().splitlines() for file in pieces]
    heading = json.loads(lines[0][0])
    heading = {key: value for key, value in heading.items() if key not in ("shard", "shards")}
    games = [line for part in lines for line in part[1:]]
    log.write_text("\n".join([json.dumps(heading, ensure_ascii=False), *games]) + "\n")
    assert contrada(*CONTEST, "--log", log).out == contrada("lab", "merge", *pieces).out


def test_a_part_that_was_stopped_goes_on(
    contrada: Command, pieces: list[Path], tmp_path: Path
) -> None:
    whole = pieces[0].read_text().splitlines(keepends=True)
    unfinished = tmp_path / f"{pieces[0].name}.unfinished"
    unfinished.write_text("".join(whole[:3]) + whole[3][:20])  # killed in the middle of a line
    pieces[0].unlink()
    assert contrada(*CONTEST, "--shard", "2/2", "--out", pieces[0]).status == 0
    again = pieces[0].read_text().splitlines(keepends=True)
    assert again[:3] == whole[:3], "with the times of then, so not played again"
    assert len(again) == len(whole)
    assert not unfinished.exists()


def test_wrong_parts_of_contests_are_refused(
    contrada: Command, pieces: list[Path], tmp_path: Path
) -> None:
    second, first = pieces
    study = tmp_path / "study.jsonl"
    contrada(*STUDY, "--shard", "1/2", "--out", study)
    cut, other, old = (tmp_path / f"{name}.jsonl" for name in ("cut", "other", "old"))
    cut.write_text("".join(first.read_text().splitlines(keepends=True)[:-1]))
    other.write_text(first.read_text().replace('"seed": 3', '"seed": 4', 1))
    old.write_text(first.read_text().replace('"marks": [""', '"marks": ["abc"'))
    for files, sentence in (
        ((first,), "parts are missing: shard 2"),
        ((second, cut), "the parts have 11 of 12 games"),
        ((second, other), "belongs to another study than"),
        ((first, study), "belongs to another study than"),
        ((old,), "parts are missing"),
    ):
        assert sentence in contrada("lab", "merge", *files).sentence
    both = tmp_path / "one.jsonl"
    both.write_text(old.read_text().replace('"shards": 2', '"shards": 1'))
    assert "is of other bots: its marks is" in contrada("lab", "merge", both).sentence
    for options, sentence in (
        (("--shard", "1/2"), "--shard and --out belong together"),
        (("--shard", "1/2", "--out", both, "--json"), "a part has no report yet; use --json"),
        (("--shard", "1/2", "--out", both, "--log", both), "a part is its own log"),
        (("--on", "cluster"), "work can run on ray or ray://HOST:PORT, not on 'cluster'"),
    ):
        assert sentence in contrada(*CONTEST, *options).sentence
