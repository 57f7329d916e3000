"""``make mitmproxy``: run the example add-on in the real mitmproxy. Fails unless a page is cleaned of its clutter."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.serving import running_service  # noqa: E402 (found by the path above)

START_SECONDS = 240.0


def main(mitmdump: str) -> None:
    """Fetch a page of the example site through mitmproxy, and exit with a message if it was not filtered."""
    with tempfile.TemporaryDirectory() as folder, running_service(Path(folder)) as service:
        port = _free_port()
        command = [mitmdump, "-q", "-p", str(port), "--set", f"confdir={folder}/mitm"]
        command += ["-s", str(ROOT / "examples" / "mitmproxy_tamis.py")]
        environment = {**os.environ, "TAMIS_SERVER": service.url, "PYTHONPATH": ""}
        with subprocess.Popen(command, env=environment) as process:  # noqa: S603 (our own command)
            try:
                _wait_for(port)
                opener = build_opener(ProxyHandler({"http": f"http://127.0.0.1:{port}"}))
                with opener.open(f"{service.site}/harbour-tunnel.html", timeout=60) as answer:
                    html = answer.read().decode()
            finally:
                process.terminate()
    problems = [word for word in ("<script", "Gullwing Mattresses") if word in html]
    if problems or "Harbour tunnel to open nine months early" not in html:
        raise SystemExit(f"the page was not filtered: {problems or 'no headline'}")
    print(f"mitmproxy: {len(html):,} characters, without scripts and advertisements")


def _free_port() -> int:
    """Return a port that nobody listens on; mitmproxy does not say which one it took."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _wait_for(port: int) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.2)
    raise SystemExit("mitmproxy did not start")


if __name__ == "__main__":
    main(sys.argv[1])
