"""Which addresses are those of ad servers (D3).

A list is data: a small one of tamis's own is below, and a user can replace or extend it. Any list is a dictionary
of hosts, and an address costs a look-up for each part of its host name, however long the list is.
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
"""Hosts (with all below them), hosts with the beginning of a path, and parts of host names (``ads.*``)."""

_HOST = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?//(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]+)(?::\d*)?([^?#]*)")
_COMMENT = re.compile(r"(?:^|\s)#.*|^!.*|^\[.*")
_MAX_LABELS = 8  # parts of a host's name that are looked up
_ADBLOCK_HOST = re.compile(r"\|\|([\w.-]+)\^(?:\$.*)?")


class AdList(Protocol):
    """What can say whether something is an advertisement."""

    def asks_about_own(self, page: str | None) -> bool:
        """Whether addresses on the page's own host can be those of advertisements; else they are not asked about."""
        ...

    def matches(self, address: str, page: str | None, tag: str) -> bool:
        """Whether an address, that an element with this tag has on a page, is that of an advertisement."""
        ...

    def selectors(self, page: str | None, classes: Collection[str], ids: Collection[str]) -> Sequence[str]:
        """CSS selectors of what is an advertisement on a page that has these classes and ids."""
        ...


class AdHosts:
    """A list of hosts of ad servers. Two with the same entries are equal."""

    def __init__(self, entries: Iterable[str]) -> None:
        """An entry is ``host``, ``host/path`` or ``label.*``; see `entries_of` for what is in files."""
        self._entries = frozenset(entry.strip().lower() for entry in entries if entry.strip())
        self._paths: dict[str, tuple[str, ...]] = {}
        for entry in sorted(self._entries):
            host, slash, path = entry.partition("/")
            self._paths[host] = (*self._paths.get(host, ()), slash + path)
        self._labels = frozenset(entry[:-2] for entry in self._entries if entry.endswith(".*"))

    @classmethod
    def own(cls) -> AdHosts:
        """The list that comes with tamis."""
        return _OWN

    def with_entries(self, entries: Iterable[str]) -> AdHosts:
        """This list and further entries."""
        return AdHosts((*self._entries, *entries))

    def asks_about_own(self, page: str | None) -> bool:
        """Whether an entry has a path on the page's own host."""
        host, _ = _host_and_path(page or "")
        return any(path for prefixes in self._above(host) for path in prefixes)

    def matches(self, address: str, page: str | None, tag: str) -> bool:  # noqa: ARG002 (the element does not count)
        """Whether the host of an address, or one above it, is in the list.

        On the page's own host only entries with a path count: the others would take all of its links.
        """
        host, path = _host_and_path(address)
        # A part of a name counts only below the domain: www.ad.nl is a newspaper.
        if not self._labels.isdisjoint(host.split(".")[:-2]):
            return host != _host_and_path(page or "")[0]
        for prefixes in self._above(host):
            if path.startswith(prefixes):
                own = host == _host_and_path(page or "")[0]
                if not own or path.startswith(tuple(prefix for prefix in prefixes if prefix)):
                    return True
        return False

    def _above(self, host: str) -> Iterator[tuple[str, ...]]:
        """What the list has for a host and those above it: the beginnings of paths, empty for all of them."""
        labels = host.split(".")
        for start in range(max(0, len(labels) - _MAX_LABELS), len(labels)):
            prefixes = self._paths.get(".".join(labels[start:]))
            if prefixes is not None:
                yield prefixes

    def selectors(self, page: str | None, classes: Collection[str], ids: Collection[str]) -> Sequence[str]:  # noqa: ARG002
        """None: a list of hosts knows only addresses."""
        return ()

    def __len__(self) -> int:
        return len(self._entries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AdHosts) and self._entries == other._entries

    def __hash__(self) -> int:
        return hash(self._entries)

    def __repr__(self) -> str:
        return f"AdHosts({len(self)} entries)"


def _host_and_path(address: str) -> tuple[str, str]:
    """Both in lower case; of an address without a host both empty."""
    found = _HOST.match(address)
    return (found.group(1).lower().rstrip("."), found.group(2).lower() or "/") if found else ("", "")


def entries_of(lines: Iterable[str]) -> list[str]:
    """The entries in a file's lines: hosts with or without a path, hosts files, host rules of ad-block lists."""
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
