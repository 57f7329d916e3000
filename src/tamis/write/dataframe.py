"""A table as a pandas DataFrame, where pandas is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tamis.errors import MissingExtra

if TYPE_CHECKING:
    from tamis.model import Table


def data_frame(table: Table) -> Any:
    """Make a DataFrame of texts: header rows become its columns, on several levels if there are several."""
    try:
        import pandas
    except ImportError as error:
        raise MissingExtra("Table.to_pandas", "pandas") from error
    grid = table.grid()
    count = table.header_rows
    head, body = grid[:count], grid[count:]
    if not head:
        return pandas.DataFrame(body)
    columns = head[0] if count == 1 else pandas.MultiIndex.from_arrays(head)
    return pandas.DataFrame(body, columns=columns)
