"""A notebook for the widgets: the least that a host of anywidget's front-end modules has to do.

The widget and its messages are real, and so are the element and the browser. Between them is what
Jupyter does otherwise: a model with the synchronised traits, and messages both ways.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import comm
from comm.base_comm import BaseComm
from playwright.sync_api import Page

HOST = """
async ([script, state]) => {
  const values = JSON.parse(state, (key, value) =>
    value?.bytes === undefined
      ? value
      : new DataView(Uint8Array.from(atob(value.bytes), (c) => c.charCodeAt(0)).buffer));
  const callbacks = new Map();
  const call = (name, said) => (callbacks.get(name) ?? []).forEach((back) => back(said));
  window.told = (data) => {
    const message = JSON.parse(data);
    if (message.method === "custom") return call("msg:custom", message.content);
    Object.assign(values, message.state);
    Object.keys(message.state).forEach((name) => call(`change:${name}`));
  };
  const changed = {};
  const host = {
    get: (name) => values[name],
    set: (name, value) => { values[name] = value; changed[name] = value; call(`change:${name}`); },
    save_changes: () => {
      window.tell(JSON.stringify({ method: "update", state: { ...changed } }));
      Object.keys(changed).forEach((name) => delete changed[name]);
    },
    send: (content) => window.tell(JSON.stringify({ method: "custom", content })),
    on: (name, back) => callbacks.set(name, [...(callbacks.get(name) ?? []), back]),
    off: (name, back) =>
      callbacks.set(name, (callbacks.get(name) ?? []).filter((one) => one !== back)),
  };
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: widget } = await import(address);
  window.leave = await widget.render({ model: host, el: document.querySelector("main") });
}
"""


class Recorded(BaseComm):
    """Keeps what a widget says until somebody reads it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.said: list[dict[str, Any]] = []
        super().__init__(*given, **named)

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any
    ) -> None:
        if msg_type == "comm_msg" and data and data["method"] in ("update", "custom"):
            self.said.append(data)


@contextmanager
def recorded() -> Iterator[None]:
    """Let widgets that are made meanwhile keep what they say."""
    usual, comm.create_comm = comm.create_comm, Recorded
    try:
        yield
    finally:
        comm.create_comm = usual


def written(value: Any) -> str:
    """Return a message as JSON, with bytes as an object."""

    def packed(one: Any) -> Mapping[str, str]:
        return {"bytes": base64.b64encode(one).decode()}

    return json.dumps(value, default=packed)


class Notebook:
    """A page with the output of a cell: a widget."""

    def __init__(self, page: Page, widget: Any, lang: str = "en", theme: str = "true") -> None:
        self.page, self.widget = page, widget
        page.expose_function("tell", self._told)
        page.set_content(
            f'<!doctype html><html lang="{lang}"><body data-jp-theme-light="{theme}"><main></main>'
        )
        page.evaluate(HOST, [str(widget._esm), written(widget.get_state())])

    def _told(self, text: str) -> None:
        data = json.loads(text)
        self.widget._handle_msg({"content": {"data": data}, "buffers": []})
        self.flush()

    def flush(self) -> None:
        """Bring to the page what the widget has said."""
        said, self.widget.comm.said = self.widget.comm.said, []
        for each in said:
            self.page.evaluate("window.told", written(each))
