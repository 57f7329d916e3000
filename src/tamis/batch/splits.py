"""Processing of splits: reads pages, extracts them in a pool of workers, writes output files. Every engine uses it.

Documents of a split are numbered as they are read, and each output file takes `shard_rows` of them. So a run after a
kill reads a split again, skips the documents of output files that have their mark, and writes the other files again.

With site profiles, a split is read twice, first to learn what the pages of each host have in common. Each split learns
separately, from the first pages of each host, so that every engine gives the same rows.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tamis.batch.fetched import PageFetcher
from tamis.batch.output import ShardKey
from tamis.batch.pages import PageToLearn, PassedOver, RawPage, Reference
from tamis.batch.reading import Reading
from tamis.batch.rows import row_of, row_of_result
from tamis.batch.shards import Shard
from tamis.batch.tally import Tally
from tamis.core.site_profile import MIN_PAGES, SiteProfile, site_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tamis.batch.inputs import Split
    from tamis.batch.output import Output
    from tamis.io.fetching import FetchSettings
    from tamis.io.workers import Pool
    from tamis.settings.batch import BatchSettings


class Task(NamedTuple):
    """A page on its way to a worker."""

    key: ShardKey
    page: RawPage


@dataclass(slots=True)
class Progress:
    """The progress of a batch."""

    tally: Tally = field(default_factory=Tally)
    """Counts of this run."""
    bytes_read: int = 0
    bytes_in_all: int = 0


class SplitWriter:
    """A writer that reads splits, lets workers extract their pages, and writes the rows."""

    def __init__(
        self,
        output: Output,
        pool: Pool,
        settings: BatchSettings,
        fetching: FetchSettings,
        progress: Callable[[Progress], None] | None = None,
        *,
        asks_sites: bool = False,
    ) -> None:
        """Set up. With `asks_sites` the sites of pages to fetch are asked for the rights that they declare."""
        self.state = Progress()
        self._output = output
        self._pool = pool
        self._settings = settings
        self._fetching = fetching
        self._tell = progress
        self._asks_sites = asks_sites
        self._open: dict[ShardKey, Shard] = {}
        self._done: set[ShardKey] = set()

    def run(self, splits: Sequence[Split], done: set[ShardKey]) -> None:
        """Process all documents whose output files are not done yet."""
        self._done = done
        complete = self._complete_splits()
        left = [split for split in splits if split.number not in complete]
        self.state.bytes_in_all = sum(split.size for split in splits)
        self.state.bytes_read = self.state.bytes_in_all - sum(split.size for split in left)
        tasks: dict[int, Task] = {}  # tasks in progress, by index, without the bodies of their pages

        def bodies() -> Iterator[RawPage]:
            for index, (key, page) in enumerate(self._tasks(left)):
                tasks[index] = Task(key, page.without_body())
                yield page

        try:
            for result in self._pool.map(bodies(), ordered=self._settings.ordered):
                task = tasks.pop(result.index)
                self._add(task.key, row_of_result(task.page, result))
            self._close_complete()
        except BaseException as error:
            for shard in self._open.values():
                shard.abandon(error)
            raise

    def _complete_splits(self) -> set[int]:
        """Return the splits that need not be read again: their last output file and all before it have their mark."""
        found = set()
        for split, files in Counter(key.split for key in self._done).items():
            mark = self._output.read_sealed(ShardKey(split, files - 1).mark)
            if isinstance(mark, dict) and mark["last"]:
                found.add(split)
        return found

    def _tasks(self, splits: Iterable[Split]) -> Iterator[tuple[ShardKey, RawPage]]:
        """Yield the pages that workers have to extract. Pages that readers reject go straight to the output."""
        settings = self._settings
        with PageFetcher(
            self._fetching, settings.warc_root, settings.fetch_concurrency, asks_sites=self._asks_sites
        ) as fetcher:
            for split in splits:
                profiles = SplitProfiles(split, self._pool) if settings.site_profiles else None
                for key, page in fetcher.pages(self._documents(split)):
                    if page.problem is not None:
                        self._add(key, row_of(page, settings))
                    else:
                        yield key, profiles.add_to(page) if profiles is not None else page

    def _documents(self, split: Split) -> Iterator[tuple[ShardKey, RawPage | Reference]]:
        """Yield the documents of a split that are not done, with the output file that each belongs to."""
        reading = Reading(split)
        before, number = self.state.bytes_read, 0
        for found in reading:
            key = ShardKey(split.number, number // self._settings.shard_rows)
            shard = self._shard(key)
            if isinstance(found, PassedOver):
                if shard is not None:
                    shard.tally.passed_over[found.name] += 1
                continue
            number += 1
            self.state.bytes_read = before + reading.bytes_read
            if shard is not None:
                shard.expected += 1
                yield key, found
            if number % self._settings.shard_rows == 0:
                self._all_read(key)
        last = ShardKey(split.number, number // self._settings.shard_rows)
        self._shard(last)
        self._all_read(last, is_last=True)
        self.state.bytes_read = before + split.size

    def _shard(self, key: ShardKey) -> Shard | None:
        """Return the output file, opened if it is not; None if it is done."""
        if key in self._done:
            return None
        if key not in self._open:
            self._open[key] = Shard(self._output, key, self._settings)
        return self._open[key]

    def _all_read(self, key: ShardKey, *, is_last: bool = False) -> None:
        shard = self._open.get(key)
        if shard is not None:
            shard.is_read = True
            shard.is_last = is_last

    def _add(self, key: ShardKey, row: dict[str, object]) -> None:
        self._open[key].add(row)
        self.state.tally.add(row)
        self._close_complete()
        if self._tell is not None:
            self._tell(self.state)

    def _close_complete(self) -> None:
        for key, shard in tuple(self._open.items()):
            if shard.is_complete:
                shard.close()
                self._done.add(key)
                del self._open[key]


MAX_PAGES = 12
"""Number of pages of a host to learn from, the first ones."""


class SplitProfiles:
    """The profiles of the hosts of a split, learned when the first one is requested."""

    def __init__(self, split: Split, pool: Pool) -> None:
        self._split = split
        self._pool = pool
        self._profiles: dict[str, str] | None = None

    def add_to(self, page: RawPage) -> RawPage:
        """Return the page with the profile of its host, if there is one."""
        if self._profiles is None:
            self._profiles = _learned(self._split, self._pool)
        return page._replace(profile=self._profiles.get(site_name(page.url)))


def _learned(split: Split, pool: Pool) -> dict[str, str]:
    hosts: list[str] = []
    profiles: dict[str, SiteProfile] = {}

    def pages() -> Iterator[PageToLearn]:
        for host, page in _pages_to_learn(split):
            hosts.append(host)
            yield PageToLearn(page)

    for result in pool.map(pages()):
        host = hosts[result.index]
        if result.value is not None:
            learned = SiteProfile.from_json(result.value.decode("utf-8"))
            profiles[host] = profiles.get(host, SiteProfile(host)).merged(learned)
    known = {host: profile.compact() for host, profile in profiles.items() if profile.pages >= MIN_PAGES}
    return {host: profile.to_json() for host, profile in known.items()}


def _pages_to_learn(split: Split) -> Iterator[tuple[str, RawPage]]:
    """Yield the first pages of each host. References are not fetched for this."""
    seen: Counter[str] = Counter()
    for found in Reading(split):
        if isinstance(found, RawPage) and found.body is not None:
            host = site_name(found.url)
            if host and seen[host] < MAX_PAGES:
                seen[host] += 1
                yield host, found
