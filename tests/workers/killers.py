"""Functions for workers: some kill them."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from pathlib import Path

from tamis.errors import TooLarge

COUNTED: list[str] = []


def shout(document: str) -> bytes:
    """The document in capitals, unless it names something worse to do."""
    action = _ACTIONS.get(document.partition(" ")[0])
    return action(document) if action else document.upper().encode()


def _loop_in_c(_document: str) -> bytes:
    return str(len(str(9 ** (1 << 34)))).encode()  # Powers of huge numbers hold the interpreter's lock for ages.


def _allocate(_document: str) -> bytes:
    return bytes(len(bytearray(4 << 30)))


def _grow(_document: str) -> bytes:
    hoard = []
    while True:
        hoard.append(b"x" * (1 << 20) + os.urandom(1))


def _leak(document: str) -> bytes:
    COUNTED.append("x" * (int(document.split()[1]) << 20))
    return str(os.getpid()).encode()


def _segfault(_document: str) -> bytes:
    return ctypes.string_at(0)


def _exit(_document: str) -> bytes:
    os._exit(3)


def _raise_exit(_document: str) -> bytes:
    sys.exit("enough")


def _raise_own(_document: str) -> bytes:
    raise TooLarge(12, 10)


def _raise_other(_document: str) -> bytes:
    raise KeyError("no such key")


def _return_text(_document: str) -> bytes:
    return "text"  # type: ignore[return-value]


def _pid(_document: str) -> bytes:
    return str(os.getpid()).encode()


def _sleep(document: str) -> bytes:
    time.sleep(float(document.split()[1]))
    return b"slept"


def _wait_for(document: str) -> bytes:
    """Done once a file exists."""
    while not Path(document.split()[1]).exists():
        time.sleep(0.01)
    return b"waited"


def _die_once(document: str) -> bytes:
    """Killed from outside the first time, so to say."""
    mark = Path(document.split()[1])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return b"alive"


def _print(_document: str) -> bytes:
    print("this must not come out of the pool's owner")
    return b"printed"


_ACTIONS = {
    "loop": _loop_in_c,
    "allocate": _allocate,
    "grow": _grow,
    "leak": _leak,
    "segfault": _segfault,
    "exit": _exit,
    "raise-exit": _raise_exit,
    "raise-own": _raise_own,
    "raise-other": _raise_other,
    "return-text": _return_text,
    "pid": _pid,
    "sleep": _sleep,
    "wait-for": _wait_for,
    "die-once": _die_once,
    "print": _print,
}


def with_suffix(document: str, suffix: str) -> bytes:
    return (document + suffix).encode()


def with_threads(document: str) -> bytes:
    """Leaves a thread behind, as some libraries do when they are imported."""
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    return document.encode()
