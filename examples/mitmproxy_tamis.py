"""An add-on for mitmproxy: every web page that passes loses its clutter, as a running `tamis serve` filters it.

mitmproxy has an environment of its own; this file needs nothing but mitmproxy and the standard library:

    tamis serve &
    mitmdump -s examples/mitmproxy_tamis.py

TAMIS_SERVER names the server (http://127.0.0.1:8311) and TAMIS_TOKEN its token, if it has one.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any
from urllib.error import URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

SERVER = os.environ.get("TAMIS_SERVER", "http://127.0.0.1:8311")
TOKEN = os.environ.get("TAMIS_TOKEN")
SECONDS = 30


def filtered(page: bytes, url: str, content_type: str) -> bytes:
    """The page without its clutter."""
    headers = {"Content-Type": content_type, **({"Authorization": f"Bearer {TOKEN}"} if TOKEN else {})}
    request = Request(f"{SERVER}/api/filter?url={quote(url, safe='')}", page, headers)  # noqa: S310 (our own server)
    with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
        return bytes(answer.read())


async def response(flow: Any) -> None:
    """Called by mitmproxy for each answer of a site. A page that tamis cannot filter stays as it is."""
    kind = flow.response.headers.get("content-type", "")
    if flow.request.method != "GET" or flow.response.status_code != 200 or not kind.startswith("text/html"):
        return
    try:
        page = await asyncio.to_thread(filtered, flow.response.content, flow.request.pretty_url, kind)
    except (URLError, OSError) as error:
        flow.response.headers["x-tamis-error"] = str(error)
        return
    flow.response.content = page
    flow.response.headers["content-type"] = "text/html; charset=utf-8"
