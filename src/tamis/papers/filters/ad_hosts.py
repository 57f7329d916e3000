"""Ad server lists: tell whether a URL belongs to an ad server (D3).

A list is data: the small list of tamis is below, and a user can replace or extend it. Any list is a dictionary of
hosts, and a URL costs a look-up for each part of its host name, however long the list is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

OWN_ENTRIES = """
    ad.* adclick.* ads.* adserv.* adserver.* adservice.* adv.* advert.* adverts.* banners.* pagead.*
    2mdn.net 33across.com 3lift.com adblade.com adcash.com adcolony.com adform.net adfox.ru adhese.com
    adition.com admanmedia.com admatic.com.tr admaven.com adnami.io adnxs.com adocean.pl adrecover.com
    adriver.ru adroll.com ads-twitter.com adsafeprotected.com adscale.de adskeeper.co.uk adspirit.de adsrvr.org
    adsterra.com adswizz.com adtech.de adtechus.com adtelligent.com adthrive.com advertising.com adyoulike.com
    amazon-adsystem.com an.yandex.ru aniview.com atdmt.com bidswitch.net bluekai.com btloader.com buysellads.com
    carbonads.com carbonads.net casalemedia.com clickagy.com connatix.com contextweb.com conversantmedia.com
    cpro.baidu.com criteo.com criteo.net demdex.net districtm.io doubleclick.net doubleverify.com emxdgt.com
    engageya.com ero-advertising.com everesttech.net exoclick.com exponential.com eyeota.net facebook.com/tr
    flashtalking.com fusionads.net fwmrm.net googleadservices.com googlesyndication.com googletagservices.com
    gumgum.com hilltopads.net imasdk.googleapis.com imrworldwide.com indexww.com infolinks.com innovid.com
    insightexpressai.com intellitxt.com juicyads.com kargo.com krxd.net lijit.com mathtag.com media.net
    mediavine.com mgid.com ml314.com moatads.com mookie1.com nativo.com netmng.com ntv.io onclickads.net
    openx.net outbrain.com outbrainimg.com plista.com popads.net popcash.net pos.baidu.com propellerads.com
    pubmatic.com pubmine.com quantserve.com revcontent.com revive-adserver.net rfihub.com richaudience.com
    rlcdn.com rubiconproject.com scorecardresearch.com seedtag.com serving-sys.com sharethrough.com smaato.net
    smartadserver.com sonobi.com spotxchange.com springserve.com stickyadstv.com taboola.com tapad.com teads.tv
    trafficfactory.biz tribalfusion.com triplelift.com turn.com undertone.com unrulymedia.com vidoomy.com
    widespace.com yieldlab.net yieldlove.com yieldmo.com yieldoptimizer.com zedo.com zemanta.com zergnet.com
"""
"""Hosts (with all subdomains), hosts with the beginning of a path, and parts of host names (``ads.*``)."""

_HOST = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?//(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]+)(?::\d*)?([^?#]*)")
_COMMENT = re.compile(r"(?:^|\s)#.*|^!.*|^\[.*")
_MAX_LABELS = 8  # maximum number of parts of a host name that are looked up
_ADBLOCK_HOST = re.compile(r"\|\|([\w.-]+)\^(?:\$.*)?")


class AdList(Protocol):
    """A list that recognizes advertisements by URL or by CSS selector."""

    def asks_about_own(self, page: str | None) -> bool:
        """Tell whether URLs on the page's own host can be advertisements; if not, they are not checked."""
        ...

    def matches(self, url: str, page: str | None, tag: str) -> bool:
        """Tell whether the URL, of an element with this tag on the page, belongs to an advertisement."""
        ...

    def selectors(self, page: str | None, classes: Collection[str], ids: Collection[str]) -> Sequence[str]:
        """Return CSS selectors of the advertisements on a page that has these classes and ids."""
        ...


class AdHosts:
    """A list of the hosts of ad servers. Lists with the same entries are equal."""

    def __init__(self, entries: Iterable[str]) -> None:
        """Build a list. An entry is ``host``, ``host/path`` or ``label.*``; see `entries_of` for the lines of files."""
        self._entries = frozenset(entry.strip().lower() for entry in entries if entry.strip())
        self._paths: dict[str, tuple[str, ...]] = {}
        for entry in sorted(self._entries):
            host, slash, path = entry.partition("/")
            self._paths[host] = (*self._paths.get(host, ()), slash + path)
        self._labels = frozenset(entry[:-2] for entry in self._entries if entry.endswith(".*"))

    @classmethod
    def own(cls) -> AdHosts:
        """Return the list that comes with tamis."""
        return _OWN

    def with_entries(self, entries: Iterable[str]) -> AdHosts:
        """Return a list with the entries of this one and further ones."""
        return AdHosts((*self._entries, *entries))

    def asks_about_own(self, page: str | None) -> bool:
        """Tell whether an entry has a path on the page's own host."""
        host, _ = _host_and_path(page or "")
        return any(path for prefixes in self._above(host) for path in prefixes)

    def matches(self, url: str, page: str | None, tag: str) -> bool:  # noqa: ARG002 (the element does not count)
        """Tell whether the host of a URL, or a domain above it, is in the list.

        On the page's own host only entries with a path count: the others would match all of its links.
        """
        host, path = _host_and_path(url)
        # A part of a name counts only below the domain: www.ad.nl is a newspaper.
        if not self._labels.isdisjoint(host.split(".")[:-2]):
            return host != _host_and_path(page or "")[0]
        for prefixes in self._above(host):
            if path.startswith(prefixes) and any(_begins(path, prefix) for prefix in prefixes):
                own = host == _host_and_path(page or "")[0]
                if not own or any(prefix and _begins(path, prefix) for prefix in prefixes):
                    return True
        return False

    def _above(self, host: str) -> Iterator[tuple[str, ...]]:
        """Yield the entries for a host and each domain above it: beginnings of paths, empty for all paths."""
        labels = host.split(".")
        for start in range(max(0, len(labels) - _MAX_LABELS), len(labels)):
            prefixes = self._paths.get(".".join(labels[start:]))
            if prefixes is not None:
                yield prefixes

    def selectors(self, page: str | None, classes: Collection[str], ids: Collection[str]) -> Sequence[str]:  # noqa: ARG002
        """Return no selectors: a list of hosts knows only URLs."""
        return ()

    def __len__(self) -> int:
        return len(self._entries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AdHosts) and self._entries == other._entries

    def __hash__(self) -> int:
        return hash(self._entries)

    def __repr__(self) -> str:
        return f"AdHosts({len(self)} entries)"


def _begins(path: str, prefix: str) -> bool:
    """Tell whether a path begins with an entry's, up to the end of a word: ``/tr`` is not ``/travel``."""
    return path.startswith(prefix) and not (prefix[-1:].isalnum() and path[len(prefix) : len(prefix) + 1].isalnum())


def _host_and_path(url: str) -> tuple[str, str]:
    """Split a URL into host and path, in lower case; both empty if the URL has no host."""
    found = _HOST.match(url)
    return (found.group(1).lower().rstrip("."), found.group(2).lower() or "/") if found else ("", "")


def entries_of(lines: Iterable[str]) -> list[str]:
    """Parse the entries in a file's lines: hosts with or without a path, hosts files, host rules of ad-block lists."""
    found = []
    for line in lines:
        words = _COMMENT.sub("", line.strip()).split()
        if not words or "##" in line or "#@#" in line:
            continue
        rule = _ADBLOCK_HOST.fullmatch(words[-1])
        if rule:
            found.append(rule.group(1))
        elif "." in words[-1] and words[-1][0].isalnum():
            found.append(words[-1].removeprefix("https://").removeprefix("http://"))
    return found


_OWN = AdHosts(OWN_ENTRIES.split())
