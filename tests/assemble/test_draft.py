"""Assembly makes blocks like any others."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from tamis.core.assemble.draft import Draft
from tamis.model import Block, Kind

from .putting_together import only


def test_a_draft_has_the_fields_of_a_block_and_their_types() -> None:
    assert list(Draft.__annotations__.items()) == [(field.name, field.type) for field in fields(Block)]


def test_an_assembled_block_is_a_block() -> None:
    block = only("<p>A line of text.</p>")
    assert type(block) is Block
    assert block == replace(block)
    assert hash(block) == hash(replace(block))
    assert pickle.loads(pickle.dumps(block)) == block


def test_an_assembled_block_cannot_be_changed() -> None:
    block = only("<p>A line of text.</p>")
    with pytest.raises(FrozenInstanceError):
        block.kind = Kind.CODE  # type: ignore[misc]
