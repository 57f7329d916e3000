from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tamis.core.embedded.hydration import MIN_JSON, References, apollo_table, from_flat, from_stream


def test_a_flat_list_is_put_together() -> None:
    flat = [
        ["ShallowReactive", 1],
        {"data": 2, "n": 5},
        {"article": 3},
        {"body": 4, "tags": 6},
        "<p>Ebb</p>",
        7,
        [4, 5],
    ]
    assert from_flat(flat) == {"data": {"article": {"body": "<p>Ebb</p>", "tags": ["<p>Ebb</p>", 7]}}, "n": 7}


def test_what_holds_itself_is_not_followed() -> None:
    assert from_flat([{"self": 0, "other": 1}, [0]]) == {"self": None, "other": [None]}


@given(st.recursive(st.integers(-2, 9) | st.text(max_size=3), lambda inner: st.lists(inner, max_size=4), max_leaves=20))
def test_any_list_can_be_put_together(values: object) -> None:
    from_flat(values)


def push(text: str) -> str:
    return f"self.__next_f.push([1,{json.dumps(text)}])"


def test_rows_of_a_stream_are_joined_across_its_pieces() -> None:
    text = "Ebbe und Flut – wörtlich\nüber zwei Zeilen"
    stream = f'1:"first"\n2:T{len(text.encode()):x},{text}3:I["module"]\n4:{{"body":"$2"}}\n'
    rows = from_stream([push(stream[:20]), "self.__next_f=self.__next_f||[]", push(stream[20:50]), push(stream[50:])])
    assert rows == {"$1": "first", "$2": text, "$4": {"body": "$2"}}


def test_broken_rows_and_pieces_are_passed_over() -> None:
    assert from_stream([push('1:{"a":\n2:[3]\nrest without a name')]) == {"$2": [3]}
    assert from_stream(['self.__next_f.push([1,"cut off']) == {}


def test_references_name_rows_and_objects() -> None:
    rows = References({"$1f": "text", "Article:7": {"id": 7}})
    assert rows.resolve("$1f") == "text"
    assert rows.resolve("$L1f") == "text"
    assert rows.resolve("$5") == "$5"
    assert rows.resolve({"__ref": "Article:7"}) == {"id": 7}
    assert rows.resolve({"type": "id", "id": "Article:7"}) == {"id": 7}
    assert rows.resolve({"__ref": "Article:8"}) == {"__ref": "Article:8"}


def test_a_string_that_is_json_stands_for_what_it_spells() -> None:
    inner = [{"text": "x" * MIN_JSON}]
    assert References({}).resolve(json.dumps(inner)) == inner
    broken = json.dumps(inner)[:-1]
    assert References({}).resolve(broken) == broken


def test_apollos_table_is_found_some_levels_in() -> None:
    table = {"ROOT_QUERY": {}, "Article:7": {"id": 7}}
    found = apollo_table({"props": {"pageProps": {"apolloState": table}}})
    assert found.resolve({"__ref": "Article:7"}) == {"id": 7}
    assert apollo_table([1]).resolve({"__ref": "Article:7"}) == {"__ref": "Article:7"}
