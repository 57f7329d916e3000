"""The tree of errors."""

from __future__ import annotations

import inspect
import pickle
import re

import pytest

import tamis
from tamis import errors
from tamis.io.installation import install_command

CLASSES = {
    name: thing
    for name, thing in vars(errors).items()
    if inspect.isclass(thing) and issubclass(thing, errors.TamisError)
}


def told() -> dict[str, str | None]:
    """Each class of the docstring's tree with the one that it stands under."""
    parents: dict[str, str | None] = {}
    path: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r"    ((?:[│ ]   )*)(?:[├└]── )?([A-Z]\w+)", line)
        if match:
            branch = "──" in line
            depth = len(match.group(1)) // 4 + branch
            del path[depth:]
            parents[match.group(2)] = path[-1] if path else None
            path.append(match.group(2))
    return parents


def test_the_docstring_shows_the_tree_as_it_is() -> None:
    real = {name: None if name == "TamisError" else kind.__bases__[0].__name__ for name, kind in CLASSES.items()}
    assert told() == real


def test_every_error_has_a_code_of_its_own_and_says_what_it_is() -> None:
    codes = [kind.code for kind in CLASSES.values()]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z_]+", code) for code in codes)
    assert all(kind.__doc__ for kind in CLASSES.values())


def test_the_public_errors_are_those_of_the_module() -> None:
    assert set(CLASSES) <= set(tamis.__all__)
    assert all(getattr(tamis, name) is kind for name, kind in CLASSES.items())


def test_an_error_as_a_record_has_the_shape_of_an_article() -> None:
    record = errors.TooLarge(5, 3).to_dict("story.html")["tamis"]
    assert (record["outcome"], record["error"]["code"], record["source"]) == ("error", "too_large", "story.html")
    assert record["error"]["message"].startswith("5 characters are over the limit")
    assert "source" not in errors.BadInput("x").to_dict()["tamis"]


MADE = [
    errors.TamisError("x"),
    errors.BadInput("x"),
    errors.NotHtml("application/pdf", "https://x.example/"),
    errors.TooLarge(5, 3),
    errors.BadXml("x", 1, 2),
    errors.BadSettings("x"),
    errors.MissingExtra("Rendering", "render"),
    errors.NoArticle("empty", "the page holds no text"),
    errors.FetchError("https://x.example/", "x"),
    errors.BadStatus("https://x.example/", 404, "not found"),
    errors.UnexpectedType("https://x.example/", "image/png", "a feed"),
    errors.ResponseNotHtml("https://x.example/", "image/png"),
    errors.WorkersFailed("x"),
    errors.DeadlinePassed("https://x.example/", 3.0),
    errors.RenderFailed("x"),
    errors.WorkersBusy(9),
    errors.OutputFailed("out/articles", "No space left on device"),
]


@pytest.mark.parametrize("error", MADE, ids=lambda error: type(error).__name__)
def test_an_error_survives_the_way_to_another_process(error: errors.TamisError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.code, vars(again)) == (type(error), str(error), error.code, vars(error))


def test_messages_say_what_to_do() -> None:
    assert install_command("render") in str(errors.MissingExtra("Rendering", "render"))
    assert "--max-characters" in str(errors.TooLarge(5, 3))
    assert "pass a web page" in str(errors.NotHtml("application/pdf"))
