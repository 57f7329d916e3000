"""Worker loop: take a document, call the function, answer, until the other side is gone.

It unpickles what the pool sends and answers with plain bytes: the pool never unpickles what a worker says, so that a
page that takes over a worker has not taken over the pool.
"""

from __future__ import annotations

import json
import pickle
import time
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.errors import TamisError
from tamis.io.memory import LARGE_BLOCK, give_memory_back
from tamis.io.workers import frames
from tamis.io.workers.frames import FrameKind
from tamis.io.workers.results import FailureCode

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Mapping

RETIRE_SHARE = 0.5
"""Share of the memory limit. A worker that holds more after a document retires, or the next document would be blamed.
"""
LONGEST_MESSAGE = 2_000
"""Maximum number of characters of an exception's message that are passed on."""
_STATM = Path("/proc/self/statm")


def load_function(path: str, arguments: Mapping[str, object]) -> Callable[[Any], object]:
    """Load the function at ``module:name``, with its fixed arguments."""
    module, _, name = path.partition(":")
    function = getattr(import_module(module), name)
    return partial(function, **arguments) if arguments else function


def serve(channel: socket.socket, function: Callable[[Any], object], max_memory: int, max_documents: int) -> None:
    """Answer documents until there are no more, or until it is time to retire."""
    frames.send(channel, FrameKind.READY)
    for _ in range(max_documents):
        frame = frames.receive(channel)
        if frame is None:
            return
        is_sound = _answer(channel, function, frame.payload)
        is_large = len(frame.payload) > LARGE_BLOCK
        del frame
        if is_large:
            give_memory_back()
        if not is_sound or _resident() > max_memory * RETIRE_SHARE:
            break
    frames.send(channel, FrameKind.RETIRING)


def _answer(channel: socket.socket, function: Callable[[Any], object], payload: bytes) -> bool:
    """Process a document and send the result; return False if the worker should not take another."""
    start = time.process_time_ns()
    kind, answer, sound = FrameKind.FAILED, b"", True
    try:
        value = function(pickle.loads(payload))  # noqa: S301 (written by the pool)
        if not isinstance(value, bytes):
            raise TypeError(f"the function returned {type(value).__name__}, not bytes")
        kind, answer = FrameKind.DONE, value
    except MemoryError:
        answer, sound = (
            failure_bytes(FailureCode.OUT_OF_MEMORY, "the document needs more memory than it may have"),
            False,
        )
    except TamisError as error:
        answer = failure_bytes(error.code, str(error))
    except BaseException as error:  # noqa: BLE001 (also what asks to exit: the document is answered, the worker lives)
        answer = failure_bytes(FailureCode.UNEXPECTED_ERROR, f"{type(error).__name__}: {error}")
    frames.send(channel, kind, answer, time.process_time_ns() - start)
    return sound


def failure_bytes(code: str, message: str) -> bytes:
    """Encode a failure for sending, as JSON."""
    return json.dumps([code, message[:LONGEST_MESSAGE]]).encode()


def _resident() -> int:
    """Return the bytes of this process in memory; 0 if the system does not say."""
    try:
        return resident_bytes(_STATM.read_bytes())
    except OSError:
        return 0


def resident_bytes(statm: bytes) -> int:
    """Parse the resident size in the content of a statm file: proc(5), the second number, in pages."""
    import resource

    return int(statm.split()[1]) * resource.getpagesize()
