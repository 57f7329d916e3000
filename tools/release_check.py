"""Build the packages as a release does, and try what was built: `make release-check`.

It copies the files that git has to two folders with different names and builds in both: source distributions and
wheels must have the same bytes, and so must wheels built from the source distribution. Then it looks at what is in
them, and installs them where there is no compiler and no source: the demo, tests of the core, other commands. It never
skips; the first difference ends it with status 1. What was built stays in `out/release/dist`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "out" / "release"
TOOLS = Path(sys.executable).parent
MEGABYTE = 1_000_000
MAX_SIZES = {"tamis wheel": 4 * MEGABYTE, "tamis sdist": 8 * MEGABYTE, "bench wheel": MEGABYTE, "bench sdist": MEGABYTE}
"""Largest sizes of packages: an increase over them is a decision, and not an accident."""
NOT_IN_WHEEL = frozenset({".c", ".h"})
IN_SDIST = ("src/", "bench/", "docs/", "examples/", "extension/", "tests/", "tools/")
FILES_IN_SDIST = frozenset(
    (
        *("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "SECURITY.md"),
        *("conftest.py", "constraints.txt", "hatch_build.py", "mkdocs.yml", "pyproject.toml", "tamis.cdx.json"),
        ".gitignore",  # hatchling packs it, because it says what is not packed
    )
)
NEEDED = (
    *(
        "tamis/py.typed",
        "tamis/core/strategies/learned/extractor.npz",
        "tamis/papers/mss.npz",
        "tamis/papers/clipper.json",
    ),
    *("tamis/news/link_model.json", "tamis/serve/pages/templates/base.html", "tamis/serve/pages/static/pages.css"),
    *("tamis/edition/edition.css", "tamis/text/dictionaries/zh.txt.gz", "tamis/text/dictionaries/ja.txt.gz"),
    *("tamis/core/summarizing/related_en.txt.gz", "tamis/text/languages/en.txt", "tamis/cli/demo/site/index.html"),
    *("tamis/write/article.schema.json", "tamis/write/cuter-output.rng"),
)
"""Files that something does not work without: named here as well, in case git loses one."""


class Failed(Exception):
    """The release is not ready; the text says why."""


def main() -> None:
    """Run all steps, or end at the first that fails."""
    with tempfile.TemporaryDirectory(prefix="tamis-release-") as folder:
        try:
            check(Path(folder))
        except Failed as failure:
            sys.exit(f"release-check: {failure}")
    print("release-check: ready")


def check(folder: Path) -> None:
    """Build, compare, look inside, install, try."""
    files = tracked()
    versions_agree()
    first, second = (copied(files, folder / name) for name in ("one", "another place"))
    shutil.rmtree(OUT, ignore_errors=True)
    dist = OUT / "dist"
    built = build_all(first, dist)
    same_bytes(built, build_all(second, folder / "dist again"))
    from_sdist(built, folder / "from sdist")
    look_inside(built, files)
    run([TOOLS / "twine", "check", "--strict", *built.values()])
    run([TOOLS / "cffconvert", "--validate", "-i", ROOT / "CITATION.cff"])
    if "-abi3-" in built["tamis wheel"].name:  # one wheel for every later version: nothing but the limited API
        run([TOOLS / "abi3audit", "--strict", built["tamis wheel"]])
    bill_is_valid(built["tamis wheel"])
    try_installed(built, folder)


def tracked() -> list[str]:
    """List the files that git has or would add, so that nothing else is packed."""
    listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT)
    return sorted(name for name in listed.split("\0") if name and (ROOT / name).is_file())


def versions_agree() -> None:
    """Compare the places that name the version."""
    text = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "CITATION.cff")}
    version = re.search(r'__version__ = "(.+)"', (ROOT / "src/tamis/_version.py").read_text(encoding="utf-8"))
    bench = tomllib.loads((ROOT / "bench/pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if version is None or bench != version[1] or f"\nversion: {version[1]}\n" not in text["CITATION.cff"]:
        raise Failed("the version differs between src/tamis/_version.py, bench/pyproject.toml and CITATION.cff")
    if f"\n## {version[1]} " not in text["CHANGELOG.md"]:
        raise Failed(f"CHANGELOG.md has no section for {version[1]}")


def copied(files: list[str], folder: Path) -> Path:
    """Copy the files into a folder that has nothing else."""
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def build_all(source: Path, dist: Path) -> dict[str, Path]:
    """Build both packages, and the wheel without compiled parts."""
    return {
        "tamis wheel": build(source, dist, "wheel"),
        "tamis wheel, nothing compiled": build(source, dist, "wheel", pure=True),
        "tamis sdist": build(source, dist, "sdist"),
        "bench wheel": build(source / "bench", dist, "wheel"),
        "bench sdist": build(source / "bench", dist, "sdist"),
    }


def build(source: Path, dist: Path, kind: str, *, pure: bool = False) -> Path:
    """Build one package with the time of the last commit, and return its file."""
    before = set(dist.glob("*")) if dist.exists() else set()
    command = [sys.executable, "-m", "build", f"--{kind}", "--outdir", dist, source]
    run(command, SOURCE_DATE_EPOCH=commit_time(), TAMIS_PURE_PYTHON="1" if pure else "")  # without compiled parts
    (made,) = set(dist.glob("*")) - before
    return made


@cache
def commit_time() -> str:
    """Return the time of the last commit, the same for all builds also if somebody commits meanwhile."""
    return run(["git", "log", "-1", "--format=%ct"], cwd=ROOT).strip()


def same_bytes(built: dict[str, Path], again: dict[str, Path]) -> None:
    """Compare two builds."""
    for what, file in built.items():
        if file.name != again[what].name or sha256(file) != sha256(again[what]):
            raise Failed(f"{what} is not reproducible: {file} and {again[what]}{difference(file, again[what])}")
    print(f"reproducible: {len(built)} files, built in two places, have the same bytes")


def difference(file: Path, other: Path) -> str:
    """Name the members that differ."""
    if file.suffix != ".whl":
        return ""
    with zipfile.ZipFile(file) as first, zipfile.ZipFile(other) as second:
        names = set(first.namelist()) ^ set(second.namelist())
        both = set(first.namelist()) & set(second.namelist())
        return f": {sorted(names | {name for name in both if first.read(name) != second.read(name)})}"


def from_sdist(built: dict[str, Path], folder: Path) -> None:
    """Build the wheels from the source distributions: they must be those that were built from the source."""
    for what in ("tamis", "bench"):
        with tarfile.open(built[f"{what} sdist"]) as archive:
            archive.extractall(folder, filter="data")
        (source,) = (path for path in folder.iterdir() if path.name.startswith(built[f"{what} sdist"].name[:-7]))
        wheel = build(source, folder / "dist", "wheel")
        same = sha256(wheel) == sha256(built[f"{what} wheel"])
        if not same:
            raise Failed(f"the wheel of {what} from its sdist differs{difference(wheel, built[f'{what} wheel'])}")
    print("sdist → wheel: the same bytes as from the source")


def look_inside(built: dict[str, Path], files: list[str]) -> None:
    """Compare what is packed with what git has, and look at sizes."""
    for what in ("tamis wheel", "tamis wheel, nothing compiled"):
        compare(what, members(built[what]) - described(built[what]), expected_in_wheel(built[what], files))
    version = built["tamis sdist"].name.removeprefix("tamis-").removesuffix(".tar.gz")
    packed = {name.partition("/")[2] for name in sdist_members(built["tamis sdist"])}
    wanted = {name for name in files if name.startswith(IN_SDIST) or name in FILES_IN_SDIST}
    compare(f"tamis sdist {version}", packed - {"PKG-INFO"}, wanted)
    compare(
        "bench wheel",
        members(built["bench wheel"]) - described(built["bench wheel"]),
        {name.removeprefix("bench/src/") for name in files if name.startswith("bench/src/")},
    )
    missing = [name for name in NEEDED if name not in members(built["tamis wheel"])]
    if missing:
        raise Failed(f"the wheel lacks {missing}")
    if not any("/sboms/" in name for name in members(built["tamis wheel"])):
        raise Failed("the wheel has no bill of materials")
    for what, file in built.items():
        size = file.stat().st_size
        print(f"{what:30} {size:>10,} bytes  {file.name}")
        if size > MAX_SIZES[what.partition(",")[0]]:
            raise Failed(f"{what} is larger than {MAX_SIZES[what.partition(',')[0]]:,} bytes")
    list_contents(built["tamis wheel"])


def expected_in_wheel(wheel: Path, files: list[str]) -> set[str]:
    """Return the files that a wheel of tamis should have."""
    own = {name.removeprefix("src/") for name in files if name.startswith("src/tamis/")}
    demo = {
        name.replace("examples/site", "tamis/cli/demo/site", 1) for name in files if name.startswith("examples/site/")
    }
    compiled = {name for name in members(wheel) if PurePosixPath(name).suffix in (".so", ".pyd")}
    pure = "none-any" in wheel.name
    if bool(compiled) is pure:
        raise Failed(f"{wheel.name} has {len(compiled)} compiled modules: is there a compiler?")
    return {name for name in own if PurePosixPath(name).suffix not in NOT_IN_WHEEL} | demo | compiled


def compare(what: str, packed: set[str], wanted: set[str]) -> None:
    """Raise `Failed` with what is too much and what is missing."""
    if packed != wanted:
        raise Failed(f"{what}: not meant to be in it {sorted(packed - wanted)}; missing {sorted(wanted - packed)}")


def members(wheel: Path) -> set[str]:
    """Return the names of the files in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def described(wheel: Path) -> set[str]:
    """Return the files that describe a wheel."""
    return {name for name in members(wheel) if ".dist-info/" in name}


def sdist_members(sdist: Path) -> list[str]:
    """Return the names of the files in a source distribution."""
    with tarfile.open(sdist) as archive:
        return [member.name for member in archive if member.isfile()]


def list_contents(wheel: Path) -> None:
    """Print what the wheel has, by kind."""
    kinds: dict[str, list[int]] = {}
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.infolist():
            kind = ".dist-info" if ".dist-info/" in member.filename else PurePosixPath(member.filename).suffix
            kinds.setdefault(kind, []).append(member.file_size)
    for kind, sizes in sorted(kinds.items(), key=lambda item: -sum(item[1])):
        print(f"  {kind or 'no suffix':12} {len(sizes):>4} files {sum(sizes):>10,} bytes")


def bill_is_valid(wheel: Path) -> None:
    """Validate the bill of materials in the wheel by CycloneDX's schema, and its hashes by the files beside it."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if "/sboms/" in name)
        text = archive.read(name).decode("utf-8")
        problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
        if problem is not None:
            raise Failed(f"{name} is no CycloneDX 1.6: {problem}")
        components = json.loads(text)["components"]
        wrong = [
            component["name"]
            for component in components
            if hashlib.sha256(archive.read(component["name"])).hexdigest() != component["hashes"][0]["content"]
        ]
    if wrong:
        raise Failed(f"the bill of materials has other hashes for {wrong}: run `make docs`")
    print(f"bill of materials: CycloneDX 1.6, {len(components)} components with the hashes of their files")


def try_installed(built: dict[str, Path], folder: Path) -> None:
    """Install the wheels and the sdist where there is no compiler, and use them."""
    bin_folder = environment(folder / "wheel")
    install(bin_folder, f"{built['tamis wheel']}[serve,news]", built["bench wheel"])
    says(bin_folder, "doctor", "--all", words="compiled parts: all,")
    run([bin_folder / "tamis", "demo"], cwd=folder, PATH=bin_folder)
    says(bin_folder, "bench", "--help", words="quality")
    run([bin_folder / "python", "-m", "pip", "install", "--quiet", "pytest", "pytest-timeout", "hypothesis"])
    run([bin_folder / "python", ROOT / "tools" / "test_installed.py"], PATH=bin_folder)
    for what in ("tamis wheel, nothing compiled", "tamis sdist"):
        bin_folder = environment(folder / what)
        install(bin_folder, built[what])
        says(bin_folder, "doctor", "--all", words="only slower")
        page = ROOT / "examples" / "site" / "harbour-tunnel.html"
        says(bin_folder, "extract", page, words="Harbour")
        run([bin_folder / "python", "-m", "pip", "check"])


def environment(folder: Path) -> Path:
    """Create an environment that has only Python, and return its folder of programs."""
    run([sys.executable, "-m", "venv", folder])
    return folder / ("Scripts" if os.name == "nt" else "bin")


def install(bin_folder: Path, *what: object) -> None:
    """Install with a path that has no compiler, and with one in the settings that always fails."""
    command = [bin_folder / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what]
    run(command, PATH=bin_folder, CC="false", LDSHARED="false")


def says(bin_folder: Path, *arguments: object, words: str) -> None:
    """Run tamis outside of the source, and look for words in what it prints."""
    printed = run([bin_folder / "tamis", *arguments], cwd=bin_folder, PATH=bin_folder)
    if words.lower() not in printed.lower():
        raise Failed(f"tamis {' '.join(map(str, arguments))} does not say {words!r}:\n{printed}")


def run(command: list[object], cwd: Path | None = None, **variables: object) -> str:
    """Run a program without Python's variables of this environment; raise `Failed` with its output if it fails."""
    words = [str(word) for word in command]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    chosen = inherited | {name: str(value) for name, value in variables.items()}
    print("$", *words, flush=True)
    done = subprocess.run(words, cwd=cwd, env=chosen, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise Failed(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return done.stdout + done.stderr


def sha256(file: Path) -> str:
    """Return the hash of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
