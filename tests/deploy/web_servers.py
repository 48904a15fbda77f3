"""The examples for nginx and Caddy in `deploy/`, running on free ports in front of a server.

Only what a test cannot have is replaced: the ports, the domain and its certificates.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import ClassVar

from tests.server.serving import HOST, PATIENCE, Server

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
MOST = 30  # connections of one address here, instead of 1000
AROUND = """
daemon off;
{user}
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  include {folder}/contrada.conf;
}}
"""


def found(program: str) -> str | None:
    return shutil.which(program, path=PLACES)


class WebServer:
    """A web server that forwards to one of ours; `port` is its own."""

    program: ClassVar[str]

    def __init__(self, folder: Path, server: Server) -> None:
        with socket.create_server((HOST, 0)) as free:
            self.port: int = free.getsockname()[1]
        self.folder, self.server = folder, server
        self._process = self._started()
        self._wait()

    def _started(self) -> subprocess.Popen[bytes]:
        raise NotImplementedError

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection((HOST, self.port)).close()
            except ConnectionRefusedError:
                assert self._process.poll() is None, "it did not start"
                assert time.monotonic() < until
                time.sleep(0.01)
            else:
                return

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)


class Nginx(WebServer):
    program = "nginx"

    def _started(self) -> subprocess.Popen[bytes]:
        (self.folder / "contrada.conf").write_text(self._site(), encoding="utf-8")
        user = "user root;" if os.geteuid() == 0 else ""
        text = AROUND.format(folder=self.folder, user=user)
        (self.folder / "nginx.conf").write_text(text, encoding="utf-8")
        program = found(self.program)
        assert program is not None
        where = ["-p", str(self.folder), "-e", str(self.folder / "error.log")]
        return subprocess.Popen([program, *where, "-c", str(self.folder / "nginx.conf")])

    def _site(self) -> str:
        """Return the example without TLS, and on our ports."""
        changes = {
            "server 127.0.0.1:8000;": f"server {HOST}:{self.server.port};",
            "listen 443 ssl http2;": f"listen {HOST}:{self.port};",
            "limit_conn contrada 1000;": f"limit_conn contrada {MOST};",
            "  listen 80;\n": f"  listen unix:{self.folder}/plain.sock;\n",
        }
        text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        for example, ours in changes.items():
            assert text.count(example) == 1, example
            text = text.replace(example, ours)
        left_out = ("listen [::]:", "ssl_certificate")
        lines = [line for line in text.splitlines() if not line.strip().startswith(left_out)]
        return "\n".join(lines)


class Caddy(WebServer):
    program = "caddy"

    def _started(self) -> subprocess.Popen[bytes]:
        program = found(self.program)
        assert program is not None
        settings = self.folder / "Caddyfile"
        # The port for its own settings is one for the whole machine.
        example = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
        settings.write_text(f"{{\n\tadmin off\n}}\n{example}", encoding="utf-8")
        ours = {
            "CONTRADA_ADDRESS": f"http://{HOST}:{self.port}",
            "CONTRADA_SERVER": f"{HOST}:{self.server.port}",
            "HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder),
        }
        with (self.folder / "caddy.log").open("wb") as log:
            return subprocess.Popen(
                [program, "run", "--config", str(settings), "--adapter", "caddyfile"],
                env={**os.environ, **ours},
                stdout=log,
                stderr=log,
            )


KINDS: tuple[type[WebServer], ...] = (Nginx, Caddy)
