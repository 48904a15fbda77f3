"""The chart of a balance report: bars with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from contrada.games import showing
from contrada.games.components import OURS
from contrada.games.drawing import BOLD, END, SERIF, START, Theme, document, panel, text
from contrada.lab.balance import Balance, Estimate, kinds

ROW, HEAD, GAP = 26, 44, 22
EDGE = 28  # margin around the chart
LABEL, PLOT, FIGURE = 220, 400, 280
WIDTH = LABEL + PLOT + FIGURE


class Row(NamedTuple):
    """A row of the chart: its name, the estimate its bar shows, and the figures beside it."""

    name: str
    estimate: Estimate
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """Rows that share a scale, and the fair value if there is one."""

    title: str
    heads: tuple[str, ...]  # headings of the figures
    rows: list[Row]
    fair: float | None = None

    @property
    def most(self) -> float:
        """The end of the scale."""
        return max((abs(row.estimate.high) for row in self.rows), default=0) or 1


def svg(balance: Balance, theme: Theme = "light") -> str:
    """Draw a balance report."""
    found = list(sections(balance))
    height = 60 + sum(HEAD + ROW * len(section.rows) + GAP for section in found)
    said = f"{heading(balance)}. Bars are means, lines 95 % confidence intervals."
    size = (WIDTH + 2 * EDGE, height + EDGE)
    ground = panel(complex(-EDGE, -EDGE / 2), *size, to_move=False)
    moved = [f'<g transform="translate({EDGE} {EDGE // 2})">', ground]
    layers = [moved, _title(balance), *_laid_out(found), ["</g>"]]
    return document("Balance", said, size, layers, None, theme)


def html(balance: Balance) -> str:
    """Show a balance report in a notebook: the chart, and its figures as tables."""
    tables = (
        showing.table(
            section.title,
            ("", *section.heads),
            [(row.name, *row.figures) for row in section.rows],
        )
        for section in sections(balance)
    )
    chart = showing.picture(svg(balance), svg(balance, "dark"))
    return showing.block(chart, "<details><summary>Tables</summary>", *tables, "</details>")


def heading(balance: Balance) -> str:
    """Return the title: game, options, seats, games and player."""
    options = [
        name.replace("_", " ") + ("" if value is True else f" {value}")
        for name, value in balance.options.items()
        if value not in (False, OURS)
    ]
    played = f" with {', '.join(options)}" if options else ""
    return (
        f"{balance.title}{played}, {balance.seats} seats, {balance.games:,} games, "
        f"played by {balance.player}"
    )


def sections(balance: Balance) -> Iterator[Section]:
    """Yield the sections of a report, for the chart and the terminal."""
    for kind in kinds(balance.traits):
        rows = [
            Row(trait.name, trait.wins, (percent(trait.wins), points(trait.score)))
            for trait in balance.traits
            if trait.kind == kind
        ]
        yield Section(f"Wins by {kind}", ("share of wins", "mean score"), rows, 1 / balance.seats)
    for kind in kinds(balance.goals):
        rows = [
            Row(goal.name, goal.met, (percent(goal.met), points(goal.earned)))
            for goal in balance.goals
            if goal.kind == kind
        ]
        yield Section(
            f"How often a {kind} is fulfilled", ("fulfilled when held", "mean points"), rows
        )
    rows = [Row(part.kind, part.points, (points(part.points),)) for part in balance.parts]
    yield Section("Where points come from", ("mean points per seat",), rows)


def percent(estimate: Estimate) -> str:
    """Format a share with its interval, which may not be symmetric."""
    low, high = 100 * estimate.low, 100 * estimate.high
    return f"{100 * estimate.mean:.1f} % ({low:.1f}–{high:.1f})"


def points(estimate: Estimate) -> str:
    """Format a mean with its margin."""
    return f"{estimate.mean:.1f} ± {(estimate.high - estimate.low) / 2:.1f}"


def _title(balance: Balance) -> list[str]:
    return [text(heading(balance), 0 + 28j, 20, "ink", BOLD + SERIF + START)]


def _laid_out(sections: list[Section]) -> Iterator[list[str]]:
    top = 60
    for section in sections:
        yield list(_section(section, top))
        top += HEAD + ROW * len(section.rows) + GAP


def _section(section: Section, top: int) -> Iterator[str]:
    yield text(section.title, complex(0, top + 18), 17, "ink", BOLD + SERIF + START)
    yield text(", ".join(section.heads), complex(WIDTH, top + 18), 13, "ink-2", END)
    foot = top + HEAD - 10
    if section.fair is not None:
        at = _across(section.fair, section)
        end = foot + ROW * len(section.rows)
        yield _line(complex(at, foot), complex(at, end), "last", 2)
    for number, row in enumerate(section.rows):
        yield from _row(row, section, foot + ROW * number)


def _across(value: float, section: Section) -> float:
    return LABEL + PLOT * max(0.0, min(1.0, value / section.most))


def _row(row: Row, section: Section, top: float) -> Iterator[str]:
    middle, estimate = top + ROW / 2, row.estimate
    yield text(row.name, complex(LABEL - 12, middle + 5), 14, "ink", END)
    start, end = sorted((_across(0, section), _across(estimate.mean, section)))
    yield (
        f'<rect x="{start:g}" y="{middle - 8:g}" width="{end - start:.1f}" height="16" rx="2" '
        'fill="var(--accent)" fill-opacity="0.55"/>'
    )
    low, high = _across(estimate.low, section), _across(estimate.high, section)
    yield _line(complex(low, middle), complex(high, middle), "ink", 2)
    yield from (
        _line(complex(x, middle - 5), complex(x, middle + 5), "ink", 2) for x in (low, high)
    )
    yield text(", ".join(row.figures), complex(WIDTH, middle + 5), 13, "ink-2", END)


def _line(start: complex, end: complex, colour: str, width: int) -> str:
    return (
        f'<line x1="{start.real:.1f}" y1="{start.imag:.1f}" x2="{end.real:.1f}" '
        f'y2="{end.imag:.1f}" stroke="var(--{colour})" stroke-width="{width}"/>'
    )
