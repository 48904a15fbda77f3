"""The dashboard and the alerts: they ask for figures that there are, and for all of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY

from contrada.server import app

FOLDER = Path(__file__).parents[2] / "deploy" / "monitoring"
HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
DASHBOARD = FOLDER / "grafana-contrada.json"
ALERTS = (FOLDER / "alerts.yml").read_text(encoding="utf-8")
NAME = re.compile(r"\bcontrada_\w+")
LABEL = re.compile(r"(\w+)\s*=~?\s*\"")
OF_PROMETHEUS = {"instance", "job", "le"}  # which adds these itself
ENDINGS = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}


def served() -> dict[str, tuple[str, set[str]]]:
    """Return every figure that can be asked for: of which metric it is, and its labels."""
    assert app.__name__  # importing it registers them
    found: dict[str, tuple[str, set[str]]] = {}
    collectors: set[Any] = {*REGISTRY._names_to_collectors.values()}
    for collector in collectors:
        name, kind = getattr(collector, "_name", ""), getattr(collector, "_type", "")
        for ending in ENDINGS.get(kind, ()) if name.startswith("contrada_") else ():
            found[name + ending] = name, {*collector._labelnames}
    return found


def queries() -> Iterator[str]:
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield target["expr"]
    yield from (
        each["definition"] for each in dashboard["templating"]["list"] if "definition" in each
    )


def alerts() -> dict[str, str]:
    return dict(re.findall(r"- alert: (\w+)\n\s+expr: (.+)\n", ALERTS))


@pytest.mark.parametrize("query", [*queries(), *alerts().values()])
def test_a_query_asks_for_figures_that_there_are(query: str) -> None:
    known = served()
    names = NAME.findall(query)
    assert {*names} <= {*known}, query
    labels = {label for name in names for label in known[name][1]} | OF_PROMETHEUS
    assert {*LABEL.findall(query)} <= labels, query
    assert query.count("(") == query.count(")")
    for group in re.findall(r"\bby \(([\w, ]+)\)", query):
        assert {*group.split(", ")} <= labels, query


def test_the_dashboard_shows_every_figure() -> None:
    shown = {served()[name][0] for query in queries() for name in NAME.findall(query)}
    assert shown == {metric for metric, _ in served().values()}


def test_the_dashboard_can_be_imported() -> None:
    dashboard: dict[str, Any] = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    places = [tuple(panel["gridPos"].values()) for panel in dashboard["panels"]]
    assert len({*places}) == len(places)
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(places)
    assert {panel["type"] for panel in dashboard["panels"]} == {"stat", "timeseries"}
    assert all(panel["title"] for panel in dashboard["panels"])


def test_every_alert_is_described() -> None:
    assert len(alerts()) == ALERTS.count("- alert:") == ALERTS.count("summary:")
    described = re.findall(
        r"^\| `(Contrada\w+)` \|", HOSTING.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert described == [*alerts()]
