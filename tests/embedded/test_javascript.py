from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.core.embedded.javascript import MAX_DEPTH, MIN_LITERAL, read_literal, read_script

LONG = "x" * MIN_LITERAL


def values(source: str) -> list[object]:
    return [data.value for data in read_script(source)]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ('window.__STATE__ = {"a": "LONG"};', "__STATE__"),
        ('var state={"a": "LONG"}', "state"),
        ('window[\'__STATE__\'] = {"a": "LONG"}', "__STATE__"),
        ('Fusion.globalContent={"a": "LONG"};Fusion.x=1', "globalContent"),
        ('app.start({"a": "LONG"})', "start"),
    ],
)
def test_what_is_assigned_or_handed_over_is_read_with_its_name(source: str, name: str) -> None:
    (data,) = read_script(source.replace("LONG", LONG))
    assert data == (name, {"a": LONG})


def test_data_between_code_is_found_in_order() -> None:
    source = 'function f(a){if(a=={}){return"["}}x={"a":"LONG"};for(var i=0;i<3;i++){g({"i":1})} y = [{"b":"LONG"}];'
    assert values(source.replace("LONG", LONG)) == [{"a": LONG}, [{"b": LONG}]]


def test_short_values_are_passed_over() -> None:
    assert values('x = {"a": 1}; y = "[1]"; z = {"b": 2}') == []


def test_too_many_failures_end_the_search() -> None:
    assert values('x={"a":' * 1000 + f'y={{"a":"{LONG}"}}') == []


@pytest.mark.parametrize(
    "literal",
    [
        json.dumps(json.dumps({"a": LONG, "b": '\u2019 "q"'})),
        "'" + json.dumps({"a": LONG, "b": '\u2019 "q"'}).replace("\\", "\\\\").replace("'", "\\'") + "'",
        "`" + json.dumps({"a": LONG, "b": '\u2019 "q"'}).replace("\\", "\\\\") + "`",
        "String.raw`" + json.dumps({"a": LONG, "b": '\u2019 "q"'}) + "`",
    ],
    ids=["double", "single", "backtick", "raw"],
)
def test_json_in_a_string_is_read(literal: str) -> None:
    assert values(f"window.data = JSON.parse({literal});") == [{"a": LONG, "b": '\u2019 "q"'}]


def test_two_escapes_for_one_character_make_one() -> None:
    text = json.dumps({"a": LONG + "😀"}).replace("\\", "\\\\")
    assert values(f"data = JSON.parse('{text}')") == [{"a": LONG + "😀"}]


def test_what_json_does_not_know_is_rewritten() -> None:
    source = (
        '{plain: \'it\\\'s\', "quoted": "\\x3cp\\x3e", n: -1.5, t: !0, f: !1, u: undefined, v: void 0, '
        "d: new Date(2024, 1, [2]), fn: function(a){return {a:1}}, 7: [,2,], sum: 1 + f(2), last: {},}"
    )
    found = read_literal(source, 0)
    assert found is not None
    assert found[0] == {
        "plain": "it's",
        "quoted": "<p>",
        "n": -1.5,
        "t": True,
        "f": False,
        "u": None,
        "v": None,
        "d": None,
        "fn": None,
        "7": [None, 2],
        "sum": 1,
        "last": {},
    }
    assert found[1] == len(source)


def test_nuxts_function_is_read_with_the_values_that_it_is_called_with() -> None:
    source = 'window.__NUXT__=(function(a,b,c){return {layout:a,data:[{body:"<p>Ebb</p>",n:b,x:c}]}}("wide",3,null));'
    assert list(read_script(source)) == [
        ("__NUXT__", {"layout": "wide", "data": [{"body": "<p>Ebb</p>", "n": 3, "x": None}]})
    ]


def test_an_object_that_is_json_for_long_and_then_not_is_read() -> None:
    assert values('s = {"a": "' + LONG + '", "b": undefined}') == [{"a": LONG, "b": None}]


@pytest.mark.parametrize(
    "source",
    ["", "x=", "=", '={"', '={"a":', "a=[[", "JSON.parse(", 'JSON.parse("{', "__NUXT__=(function(a){", "x='{", "x=`["],
)
def test_what_is_cut_off_gives_nothing(source: str) -> None:
    assert values(source) == []


def test_deep_nesting_is_given_up() -> None:
    assert read_literal("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), 0) is None
    assert values('x={"a":' + "[" * 100_000) == []


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@given(st.lists(_json, max_size=3) | st.dictionaries(st.text(max_size=5), _json, max_size=3))
def test_json_is_a_literal_that_reads_as_itself(value: object) -> None:
    source = json.dumps(value)
    assert read_literal(source + ";rest", 0) == (value, len(source))


@given(st.text(alphabet="={}[](\"'`\\:,ax1!.;\n N_", max_size=60))
def test_any_code_is_survived(source: str) -> None:
    list(read_script("__NUXT__=" + source))
    list(read_script(source + 'x={"a":' + source))
