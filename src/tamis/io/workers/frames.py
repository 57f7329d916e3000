"""Message format on a socket: a kind, a length, the CPU time, then the payload."""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

HEADER = struct.Struct("!BQQ")


class FrameKind(IntEnum):
    """The kind of a message."""

    TASK = 1
    """To a worker: a pickled document."""
    READY = 2
    """From a worker or the fork server: it can begin."""
    DONE = 3
    """From a worker: the bytes that the function returned."""
    FAILED = 4
    """A failure as JSON: its code and message."""
    RETIRING = 5
    """From a worker: it takes no more documents; another one has to process those it has not answered."""
    THREADED = 6
    """From the fork server: preparing the function started threads, so nothing can be forked safely."""


class Frame(NamedTuple):
    """One message."""

    kind: FrameKind
    payload: bytes
    cpu_nanoseconds: int


def encode(kind: FrameKind, payload: bytes = b"", cpu_nanoseconds: int = 0) -> list[bytes]:
    """Encode a message as buffers, so that a long payload is not copied."""
    header = HEADER.pack(kind, len(payload), cpu_nanoseconds)
    return [header, payload] if payload else [header]


def send(channel: socket.socket, kind: FrameKind, payload: bytes = b"", cpu_nanoseconds: int = 0) -> None:
    """Send a message and wait until all of it is sent."""
    for buffer in encode(kind, payload, cpu_nanoseconds):
        channel.sendall(buffer)


def send_some(channel: socket.socket, buffers: list[memoryview]) -> int:
    """Send as much of the buffers as the socket takes at once, and return how many bytes it took."""
    if hasattr(channel, "sendmsg"):
        return channel.sendmsg(buffers)
    return channel.send(buffers[0])  # Windows


def receive(channel: socket.socket) -> Frame | None:
    """Wait for a message; return None when the other side is gone."""
    header = _receive_exactly(channel, HEADER.size)
    if header is None:
        return None
    kind, length, cpu_nanoseconds = HEADER.unpack(header)
    payload = _receive_exactly(channel, length)
    return None if payload is None else Frame(FrameKind(kind), bytes(payload), cpu_nanoseconds)


def _receive_exactly(channel: socket.socket, size: int) -> bytearray | None:
    data = bytearray(size)
    view = memoryview(data)
    while view:
        try:
            count = channel.recv_into(view)
        except ConnectionResetError:
            return None
        if count == 0:
            return None
        view = view[count:]
    return data


class FrameReader:
    """A parser of messages that arrive in pieces."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, piece: bytes) -> Iterator[Frame]:
        """Yield the messages that this piece completes."""
        self._buffer += piece
        while len(self._buffer) >= HEADER.size:
            kind, length, cpu_nanoseconds = HEADER.unpack_from(self._buffer)
            end = HEADER.size + length
            if len(self._buffer) < end:
                return
            payload = bytes(memoryview(self._buffer)[HEADER.size : end])
            del self._buffer[:end]
            yield Frame(FrameKind(kind), payload, cpu_nanoseconds)
