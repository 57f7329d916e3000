"""Windows, as far as Linux can play it: run before tamis is imported, in a process of its own.

Modules and functions that Windows does not have are gone for whoever imports them from now on. What cannot be played:
its sockets, its paths, and how it starts processes; modules of Python and of other packages that ask for the platform
when they are imported are loaded before.
"""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import signal
import subprocess
import sys
from contextlib import suppress
from importlib.abc import MetaPathFinder
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

MODULES = frozenset({"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"})
"""Modules of Python that Windows lacks."""
FUNCTIONS = ("fork", "geteuid", "getuid", "getpgid", "killpg", "sched_getaffinity", "setsid", "statvfs", "waitid")
SIGNALS = ("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGUSR1", "ITIMER_REAL", "getitimer", "setitimer")
BEFORE = (
    "asyncio.unix_events",
    "click",
    "ctypes",
    "multiprocessing.util",
    "numpy",
    "socket",
    "ssl",
    "tempfile",
    "turbohtml",
)
"""Modules of others that are loaded while this is still Linux."""
EXTRAS = (
    *("anyio._backends._asyncio", "concurrent.futures.process", "feedparser", "fsspec.implementations.local", "httpx"),
    *("jinja2", "mcp.server", "playwright.async_api", "pyarrow.dataset", "rich.progress", "uvicorn.main", "webbrowser"),
)
"""The same for parts of tamis that not every command loads."""


class _Missing(MetaPathFinder):
    """A finder that says of these modules that there are none."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def play(*before: str) -> None:
    """Take away what Windows does not have, after loading these modules."""
    for name in (*BEFORE, *before):
        with suppress(ImportError):  # extras that are not installed
            importlib.import_module(name)
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _Missing())
    for holder, names in ((os, FUNCTIONS), (signal, SIGNALS)):
        for name in names:
            if hasattr(holder, name):
                delattr(holder, name)
    setattr(os, "process_cpu_count", os.cpu_count)  # noqa: B010 (typeshed has it from Python 3.13 on)
    setattr(signal, "SIGBREAK", signal.SIGTERM)  # noqa: B010 (typeshed has it on Windows only)
    setattr(asyncio, "ProactorEventLoop", asyncio.SelectorEventLoop)  # noqa: B010 (the same)
    multiprocessing.get_context = _no_context
    _keep_starting_processes()
    sys.platform = "win32"


def _no_context(method: str | None = None) -> NoReturn:
    raise AssertionError(f"a process by {method}, which is not tamis's way")


def _keep_starting_processes() -> None:
    """Let processes inherit descriptors whatever the platform is said to be: they are Linux's still."""
    start = subprocess.Popen.__init__

    def started(self: Any, *given: Any, **options: Any) -> None:
        played, sys.platform = sys.platform, "linux"
        try:
            start(self, *given, **options)
        finally:
            sys.platform = played

    subprocess.Popen.__init__ = started  # type: ignore[method-assign]
    subprocess.Popen.kill = lambda process: process.send_signal(9)  # type: ignore[method-assign,assignment]
