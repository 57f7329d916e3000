"""The example add-on for mitmproxy, with flows as mitmproxy hands them over. `make mitmproxy` runs the real one."""

from __future__ import annotations

import asyncio
import importlib.util
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.serving import running_service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

pytestmark = pytest.mark.slow


ADD_ON = Path(__file__).parents[2] / "examples" / "mitmproxy_tamis.py"
PAGE = (
    "<title>Tides</title><script>steal()</script><div class=advert>Buy shoes</div>"
    f"<p>{'The sea came in and went out again. ' * 9}</p><a href='/next'>Next</a>"
).encode()


@dataclass
class Message:
    """A request or a response of a flow."""

    method: str = "GET"
    pretty_url: str = "https://news.example/tides"
    status_code: int = 200
    content: bytes = PAGE
    headers: dict[str, str] = field(default_factory=lambda: {"content-type": "text/html; charset=utf-8"})


@dataclass
class Flow:
    request: Message = field(default_factory=Message)
    response: Message = field(default_factory=Message)


@pytest.fixture(scope="module")
def add_on(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The add-on, with a service that it asks."""
    specification = importlib.util.spec_from_file_location("mitmproxy_tamis", ADD_ON)
    assert specification is not None
    assert specification.loader is not None
    module: Any = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    with running_service(tmp_path_factory.mktemp("service")) as service:
        module.SERVER = service.url
        yield module


def test_a_page_that_passes_loses_its_clutter(add_on: ModuleType) -> None:
    flow = Flow()
    asyncio.run(add_on.response(flow))
    html = flow.response.content.decode()
    assert "The sea came in" in html
    assert "steal" not in html
    assert "Buy shoes" not in html
    assert 'href="https://news.example/next"' in html


@pytest.mark.parametrize(
    "flow",
    [
        Flow(Message(method="POST")),
        Flow(response=Message(status_code=404)),
        Flow(response=Message(headers={"content-type": "image/png"})),
    ],
    ids=["form", "error", "picture"],
)
def test_what_is_no_page_passes_as_it_is(add_on: ModuleType, flow: Flow) -> None:
    asyncio.run(add_on.response(flow))
    assert flow.response.content == PAGE


def test_a_page_that_cannot_be_filtered_passes_as_it_is_with_the_reason(
    add_on: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(add_on, "SERVER", "http://127.0.0.1:9")
    flow = Flow()
    asyncio.run(add_on.response(flow))
    assert flow.response.content == PAGE
    assert "refused" in flow.response.headers["x-tamis-error"]
