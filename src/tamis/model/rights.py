"""Rights: what a page and its site declare about being used by machines, and which use each declaration reserves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

OWN_NAME = "tamis"
"""Name by which robots directives can address tamis."""


class Use(NamedTuple):
    """A use of a page, with the declarations that reserve it."""

    name: str
    robots: frozenset[str] = frozenset()
    """Robots directives that reserve it."""
    signal: str = ""
    """Content signal that reserves it if it is ``no``."""
    is_mining: bool = False
    """True if a reservation of text and data mining reserves it."""


USES = {
    use.name: use
    for use in (
        Use("train", frozenset({"noai"}), "ai-train", is_mining=True),
        Use("input", frozenset({"noai"}), "ai-input", is_mining=True),
        Use("search", frozenset({"noindex", "none"}), "search"),
        Use("archive", frozenset({"noarchive", "nocache"})),
    )
}
"""Uses by name: training models, input to models, a search index, stored copies."""


@dataclass(frozen=True, slots=True)
class Rights:
    """Declarations about the use of a page by machines, of the page, its HTTP headers and its site.

    An empty field says that nothing is declared, which is neither a permission nor a reservation.
    """

    tdm_reservation: bool | None = None
    """True if text and data mining is reserved, False if it is not (TDMRep)."""
    tdm_policy: str | None = None
    """URL of the policy under which mining can be licensed (TDMRep)."""
    robots: tuple[str, ...] = ()
    """Robots directives: ``noai``, ``max-snippet:50``; those for one crawler with its name: ``googlebot: noindex``."""
    content_signals: tuple[str, ...] = ()
    """Content signals: ``search=yes``, ``ai-train=no``."""

    @property
    def declarations(self) -> tuple[str, ...]:
        """All declarations, as texts: ``tdm-reservation=1``, ``noai``, ``ai-train=no``."""
        mining = () if self.tdm_reservation is None else (f"tdm-reservation={self.tdm_reservation:d}",)
        policy = (f"tdm-policy={self.tdm_policy}",) if self.tdm_policy else ()
        return (*mining, *policy, *self.robots, *self.content_signals)

    def over(self, less: Rights | None) -> Rights:
        """Add the declarations of a source that counts less: an HTTP header's to a page's, a site's to a header's."""
        if less is None or less == NO_RIGHTS:
            return self
        own = {signal.partition("=")[0] for signal in self.content_signals}
        others = (signal for signal in less.content_signals if signal.partition("=")[0] not in own)
        is_silent = self.tdm_reservation is None
        return Rights(
            tdm_reservation=less.tdm_reservation if is_silent else self.tdm_reservation,
            tdm_policy=self.tdm_policy or (less.tdm_policy if is_silent or self.tdm_reservation else None),
            robots=tuple(dict.fromkeys((*self.robots, *less.robots))),
            content_signals=(*self.content_signals, *others),
        )

    def reservation_of(self, use: str) -> str | None:
        """Return the declaration that reserves a use, as the page or the site writes it; None if none does.

        Directives for a crawler with another name than tamis reserve nothing.
        """
        wanted = USES[use]
        if wanted.is_mining and self.tdm_reservation:
            return "tdm-reservation=1"
        for written in self.robots:
            directive = written.removeprefix(f"{OWN_NAME}: ")
            if directive in wanted.robots:
                return written
        return next((signal for signal in self.content_signals if signal == f"{wanted.signal}=no"), None)


NO_RIGHTS = Rights()
"""Nothing is declared."""
