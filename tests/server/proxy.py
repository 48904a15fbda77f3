"""A real web server in front of several of ours: nginx, from the system's packages."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from tests.server.serving import HOST, PATIENCE, Server

PROGRAM = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
CONFIGURATION = """
daemon off;
{user}
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  upstream contrada {{
    {servers}
  }}
  server {{
    listen {host}:{port};
    location / {{
      proxy_pass http://contrada;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection upgrade;
      proxy_read_timeout 1h;
      proxy_next_upstream error timeout non_idempotent;
    }}
  }}
}}
"""


class Proxy:
    """An nginx that shares clients out among servers."""

    def __init__(self, folder: Path, servers: Sequence[Server]) -> None:
        assert PROGRAM is not None
        self._folder = folder
        with socket.create_server((HOST, 0)) as free:
            self.port: int = free.getsockname()[1]
        self._write(servers)
        self._process = subprocess.Popen(
            [PROGRAM, "-p", str(folder), "-c", str(folder / "nginx.conf")]
        )
        self._wait()

    def _wait(self) -> None:
        """Wait until it listens."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection((HOST, self.port)).close()
            except ConnectionRefusedError:
                assert time.monotonic() < until
                time.sleep(0.01)
            else:
                return

    def _write(self, servers: Sequence[Server]) -> None:
        lines = [f"server {HOST}:{each.port} max_fails=1 fail_timeout=1s;" for each in servers]
        text = CONFIGURATION.format(
            folder=self._folder,
            host=HOST,
            port=self.port,
            servers=" ".join(lines),
            user="user root;" if os.geteuid() == 0 else "",
        )
        (self._folder / "nginx.conf").write_text(text, encoding="ascii")

    def share_among(self, servers: Sequence[Server]) -> None:
        """Let new clients go to these servers; the others keep their connections."""
        self._write(servers)
        self._process.send_signal(signal.SIGHUP)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
