"""The chart of a contest: each bot's share of points as a bar, and its rating; SVG or PNG."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from contrada import record
from contrada.errors import OptionError
from contrada.games import showing
from contrada.games.components import OURS
from contrada.games.drawing import BOLD, END, SERIF, START, Theme, document, panel, rect, text
from contrada.lab.balance import Estimate
from contrada.lab.ratings import Report, Standing

FORMATS = (".svg", ".png")
ROW, HEAD, FOOT = 40, 104, 46
EDGE = 28  # margin around the chart
LETTER = 8  # approximate width of a letter
FEWEST_LETTERS, MOST_LETTERS = 12, 34
PLOT, SHARE, RATING = 420, 170, 150
GAP = 14  # between a name and its bar
SHARPNESS = 2  # PNG pixels per SVG unit


def check_path(path: Path) -> None:
    """Fail before the contest, not after it, if the chart cannot be written."""
    if path.suffix.lower() not in FORMATS:
        raise OptionError(f"the name of a chart must end in .svg or .png, not {path}")
    if not path.parent.is_dir():
        raise OptionError(f"{path}: there is no folder {path.parent}")


def write(path: Path, report: Report) -> None:
    """Write the chart of a contest; the ending of the file says in which format."""
    check_path(path)
    if path.suffix.lower() == ".svg":
        record.write_text(path, svg(report))
        return
    unfinished = path.with_name(f".contrada-{secrets.token_hex(8)}")
    try:
        unfinished.write_bytes(png(report))
        unfinished.replace(os.path.realpath(path))
    finally:
        unfinished.unlink(missing_ok=True)


def png(report: Report, theme: Theme = "light") -> bytes:
    """Draw a contest as PNG, with the fonts of this machine."""
    import resvg_py  # noqa: PLC0415 - only needed here

    ground = "#ffffff" if theme == "light" else "#14181D"
    return resvg_py.svg_to_bytes(svg(report, theme), zoom=SHARPNESS, background=ground)


def html(report: Report) -> str:
    """Show a contest in a notebook: chart and table."""
    heads = ("bot", "games", "won", "shared", "lost", "mean score", "seconds per turn")
    rows = (
        (
            *(each.name, each.games, each.wins, each.shared, each.losses),
            *(f"{each.score:.1f}", "–" if each.seconds is None else f"{each.seconds:.3f}"),
        )
        for each in report.standings
    )
    chart = showing.picture(svg(report), svg(report, "dark"))
    return showing.block(chart, showing.table("Games", heads, rows))


def svg(report: Report, theme: Theme = "light") -> str:
    """Draw a contest as SVG."""
    chart = _Chart(report)
    said = f"{heading(report)}; {about(report)}. Bars are shares of points, lines 95 % intervals."
    size = (chart.width + 2 * EDGE, chart.height + EDGE)
    ground = panel(complex(-EDGE, -EDGE / 2), *size, to_move=False)
    moved = [f'<g transform="translate({EDGE} {EDGE // 2})">', ground]
    layers = [moved, chart.heads(), chart.scale(), chart.rows(), ["</g>"]]
    return document("Arena", said, size, layers, None, theme)


# --- Words ---------------------------------------------------------------------------------------


def heading(report: Report) -> str:
    """Return the title: game, options and seats."""
    options = [
        name.replace("_", " ") + ("" if value is True else f" {value}")
        for name, value in report.settings["options"].items()
        if value not in (False, OURS)
    ]
    played = f" with {', '.join(options)}" if options else ""
    return f"{report.title}{played}, {report.settings['seats']} seats"


def about(report: Report) -> str:
    """Return the number of games and deals, the limits and the seed, as text."""
    units = {"seconds": "s", "iterations": "iterations", "nodes": "nodes"}
    given = [f"{value:,} {units[name]}" for name, value in _limits(report) if value is not None]
    limits = f", {' or '.join(given)} per turn" if given else ""
    deals = f"{report.rounds:,} deal{'s' if report.rounds != 1 else ''}"
    return f"{report.games:,} games of {deals}{limits}, seed {report.settings['seed']}"


def _limits(report: Report) -> list[tuple[str, float | None]]:
    return list(report.settings["limits"].items())


def percent(estimate: Estimate) -> str:
    """Format a share with its interval."""
    low, high = 100 * estimate.low, 100 * estimate.high
    return f"{100 * estimate.mean:.1f} % ({low:.1f}–{high:.1f})"


def rating(report: Report, standing: Standing) -> str:
    """Format a rating with its margin; Elo is relative to the bot that was named first."""
    estimate, margin = standing.rating, (standing.rating.high - standing.rating.low) / 2
    if standing.name == report.settings["names"][0]:
        return "0"
    return f"{round(estimate.mean):+d} ± {margin:.0f}".replace("-", "\N{MINUS SIGN}")


def shortened(name: str) -> str:
    """Shorten a name to fit beside a bar."""
    return name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…"


# --- Drawing -------------------------------------------------------------------------------------


class _Chart:
    """The layout of a chart, and its drawing."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.names = [shortened(standing.name) for standing in report.standings]
        self.left = LETTER * max(FEWEST_LETTERS, *map(len, self.names)) + GAP
        self.width = self.left + PLOT + SHARE + RATING
        self.height = HEAD + ROW * len(self.names) + FOOT
        highest = max(standing.share.high for standing in report.standings)
        self.most = min(10, int(10 * max(highest, report.fair)) + 1)  # tenths

    def across(self, share: float) -> float:
        """Return the x coordinate of a share."""
        return self.left + PLOT * share * 10 / self.most

    def heads(self) -> Iterator[str]:
        """Yield the title and the column headings."""
        yield text(heading(self.report), 0 + 28j, 20, "ink", BOLD + SERIF + START)
        yield text(about(self.report), 0 + 52j, 14, "ink-2", START)
        foot = HEAD - 16
        share = complex(self.width - RATING, foot)
        yield text("Share of points", complex(self.left, foot), 14, "ink", BOLD + START)
        yield text("95 % interval", share, 13, "ink-2", END)
        yield text("Elo", complex(self.width, foot), 14, "ink", BOLD + END)

    def scale(self) -> Iterator[str]:
        """Yield a line for every tenth, and one for the fair share."""
        foot = self.height - FOOT
        for tenth in range(self.most + 1):
            x = self.across(tenth / 10)
            yield _line(complex(x, HEAD), complex(x, foot), "line", 1)
            if self.most <= 5 or tenth % 2 == 0:
                yield text(f"{10 * tenth} %", complex(x, foot + 18), 12, "ink-3")
        fair = self.across(self.report.fair)
        yield _line(complex(fair, HEAD - 4), complex(fair, foot + 22), "last", 2)
        said = f"fair share: {100 * self.report.fair:.3g} %"
        yield text(said, complex(fair, foot + 38), 13, "last", BOLD)

    def rows(self) -> Iterator[str]:
        """Yield the bots, best first."""
        for number, standing in enumerate(self.report.standings):
            middle = HEAD + ROW * (number + 0.5)
            name = complex(self.left - GAP, middle + 5)
            yield text(self.names[number], name, 15, "ink", END)
            yield from self._bar(standing.share, middle)
            share = complex(self.width - RATING, middle + 5)
            yield text(percent(standing.share), share, 13, "ink-2", END)
            value = rating(self.report, standing)
            yield text(value, complex(self.width, middle + 5), 15, "ink", END)

    def _bar(self, share: Estimate, middle: float) -> Iterator[str]:
        corner = complex(self.left, middle - 11)
        looks = 'rx="2" fill="var(--accent)" fill-opacity="0.55"'
        yield rect(corner, round(self.across(share.mean) - self.left, 1), 22, looks)
        low, high = self.across(share.low), self.across(share.high)
        yield _line(complex(low, middle), complex(high, middle), "ink", 2)
        for x in (low, high):
            yield _line(complex(x, middle - 6), complex(x, middle + 6), "ink", 2)


def _line(start: complex, end: complex, colour: str, width: int) -> str:
    return (
        f'<line x1="{start.real:.1f}" y1="{start.imag:.1f}" x2="{end.real:.1f}" '
        f'y2="{end.imag:.1f}" stroke="var(--{colour})" stroke-width="{width}"/>'
    )
