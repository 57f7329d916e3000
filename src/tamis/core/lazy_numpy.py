"""numpy, imported when it is first used: pages that the compiled model reads do not need it.

`np` has the attributes of numpy. A module that uses numpy on the way of every page imports it from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["np"]

if TYPE_CHECKING:
    import numpy as np
else:

    class _Numpy:
        """Looks like numpy, and imports it at the first look."""

        def __getattr__(self, name: str) -> Any:
            import numpy

            value = getattr(numpy, name)
            setattr(self, name, value)
            return value

    np = _Numpy()
