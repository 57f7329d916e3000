"""The packaged model as it is stored, read without numpy: its import takes longer than the first page."""

from __future__ import annotations

import re
import struct
import zlib
from typing import NamedTuple

_ENTRY, _END = b"PK\x01\x02", b"PK\x05\x06"  # of ZIP files
_DEFLATED = 8
_HEADER = re.compile(rb"'descr': '([^']+)', 'fortran_order': False, 'shape': \(([0-9, ]*)\)")


class StoredArray(NamedTuple):
    """An array as numpy stores it: type, shape and bytes."""

    kind: str
    shape: tuple[int, ...]
    data: bytes

    def floats(self) -> tuple[float, ...]:
        """Return the numbers of an array of floats of any size."""
        size = {"<f2": "e", "<f4": "f", "<f8": "d"}[self.kind]
        return struct.unpack(f"<{len(self.data) // struct.calcsize(size)}{size}", self.data)


def read_arrays(content: bytes) -> dict[str, StoredArray]:
    """Read the arrays of a file that `numpy.savez_compressed` wrote."""
    end = content.rindex(_END)
    count, _, offset = struct.unpack_from("<HII", content, end + 10)
    arrays = {}
    for _ in range(count):
        if not content.startswith(_ENTRY, offset):
            raise ValueError("not a ZIP file")
        method, *_, packed, _, name_size, extra, comment = struct.unpack_from("<HHHIIIHHH", content, offset + 10)
        local = struct.unpack_from("<I", content, offset + 42)[0]
        name = content[offset + 46 : offset + 46 + name_size].decode("utf-8")
        begin = local + 30 + sum(struct.unpack_from("<HH", content, local + 26))
        data = content[begin : begin + packed]
        arrays[name.removesuffix(".npy")] = _array(zlib.decompress(data, -15) if method == _DEFLATED else data)
        offset += 46 + name_size + extra + comment
    return arrays


def _array(data: bytes) -> StoredArray:
    """Read one array in numpy's format."""
    size = struct.unpack_from("<H", data, 8)[0]
    header = _HEADER.search(data, 10, 10 + size)
    if header is None:
        raise ValueError("not an array of numpy")
    shape = tuple(int(length) for length in header[2].decode("ascii").split(",") if length.strip())
    return StoredArray(header[1].decode("ascii"), shape, data[10 + size :])
