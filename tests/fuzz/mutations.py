"""Mutations of inputs by a seeded generator, for runs without coverage."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

MOST_BYTES = 16_384
"""Size of the largest input that is made."""
_MOST_CHANGES = 6
_INTERESTING = (
    b"\x00", b"\xff", b"\x80", b"\r", b"\n", b"\t", b" ", b"<", b">", b"&", b'"', b"'", b"\\", b"/", b"[", b"]", b"{",
    b"}", b"(", b")", b":", b";", b"=", b"%", b"#", b"@", b"\xc2\xa0", b"\xed\xa0\x80", b"\xef\xbb\xbf",
    b"\xe2\x80\xae", b"-1", b"0", b"1e999", b"65536", b"9223372036854775808", b"ffffffffffffffff", b"\xe6\xb5\xb7",
    b"\xf0\x9f\x8c\x8a",
)  # fmt: skip
_TOKEN = re.compile(rb"[A-Za-z0-9_.-]+|\s+|[^A-Za-z0-9_.\s-]")


def mutated(random: Random, seeds: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    """Make an input out of one or two of the corpus, with words of the target's dictionary."""
    data = random.choice(seeds)
    for _ in range(random.randint(1, _MOST_CHANGES)):
        data = random.choice(_WAYS)(random, data, random.choice(seeds), words)[:MOST_BYTES]
    return data


def _place(random: Random, data: bytes) -> int:
    return random.randint(0, len(data))


def _range(random: Random, data: bytes) -> tuple[int, int]:
    start = _place(random, data)
    return start, min(len(data), start + random.choice((1, 2, 8, 40, 400)))


def _insert(random: Random, data: bytes, _: bytes, words: Sequence[bytes]) -> bytes:
    at = _place(random, data)
    return data[:at] + random.choice(words or _INTERESTING) + data[at:]


def _insert_odd(random: Random, data: bytes, _: bytes, __: Sequence[bytes]) -> bytes:
    at = _place(random, data)
    return data[:at] + random.choice(_INTERESTING) + data[at:]


def _replace_token(random: Random, data: bytes, _: bytes, words: Sequence[bytes]) -> bytes:
    """Put a word in the place of one: a tag for a tag, a value for a value."""
    tokens = list(_TOKEN.finditer(data))
    if not tokens:
        return data
    token = random.choice(tokens)
    return data[: token.start()] + random.choice(words or _INTERESTING) + data[token.end() :]


def _flip(random: Random, data: bytes, _: bytes, __: Sequence[bytes]) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def _delete(random: Random, data: bytes, _: bytes, __: Sequence[bytes]) -> bytes:
    start, end = _range(random, data)
    return data[:start] + data[end:]


def _repeat(random: Random, data: bytes, _: bytes, __: Sequence[bytes]) -> bytes:
    start, end = _range(random, data)
    return data[:end] + data[start:end] * random.choice((1, 2, 30)) + data[end:]


def _move(random: Random, data: bytes, _: bytes, __: Sequence[bytes]) -> bytes:
    start, end = _range(random, data)
    rest = data[:start] + data[end:]
    at = _place(random, rest)
    return rest[:at] + data[start:end] + rest[at:]


def _splice(random: Random, data: bytes, other: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _range(random, other)
    at = _place(random, data)
    return data[:at] + other[start:end] + data[at:]


def _cross(random: Random, data: bytes, other: bytes, _: Sequence[bytes]) -> bytes:
    return data[: _place(random, data)] + other[_place(random, other) :]


def _cut(random: Random, data: bytes, _: bytes, __: Sequence[bytes]) -> bytes:
    return data[: _place(random, data)]


_WAYS: tuple[Callable[[Random, bytes, bytes, Sequence[bytes]], bytes], ...] = (
    _insert, _insert, _insert_odd, _replace_token, _replace_token, _flip, _delete, _repeat, _move, _splice, _cross,
    _cut,
)  # fmt: skip
