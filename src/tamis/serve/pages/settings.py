"""Settings pages, after figures 1 and 2 of Agarwal et al.: Ignore, Advanced, Output; and what came since.

The forms are generated from the settings classes (`tamis.serve.pages.forms`), so that a new filter appears by itself. A
preview shows what a switch does before anything is saved.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from tamis.errors import BadSettings
from tamis.io.files import write_whole
from tamis.io.workers.extraction import PageBytes
from tamis.serve.faults import Fault
from tamis.serve.pages.profile import SUGGESTIONS, profile_from
from tamis.serve.pages.shell import form_values, framed_headers, last_values, seen_other, web_url_in
from tamis.serve.pages.work import PreviewFilters
from tamis.serve.proxy.cleaned_page import safe_filters
from tamis.settings.edition import EDITION
from tamis.settings.file import PROFILE_NAME
from tamis.settings.options import ADVANCED, IGNORE, OUTPUT
from tamis.settings.reader import LOOK

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from tamis.serve.pages.profile import Profile
    from tamis.serve.pages.shell import Shell

GROUPS = {"ignore": IGNORE, "advanced": ADVANCED, "output": OUTPUT, "print": EDITION, "look": LOOK}
"""Group of settings for each page, by the page's name in the URL."""
LABELS = {**GROUPS, "print": "Print"}
"""Titles of the pages."""
ABOUT = {
    "ignore": "What is left out of a page by the cleaning proxy and the filters.",
    "advanced": "How lists of links, empty tables and articles are recognized.",
    "output": "How cleaned pages and stories are written.",
    "print": "How print editions look.",
    "look": "How stories look on the screen.",
}
TABLES = {
    "filters": "Cleaned pages",
    "extract": "Stories",
    "print": "Print editions",
    "summary": "Summaries",
    "reader": "Pages of this server",
}
"""Titles of the tables of a settings file on the pages."""


@cache
def sample_page() -> PageBytes:
    """Return a sample page with something for every filter."""
    body = files("tamis.serve.pages").joinpath("sample.html").read_bytes()
    return PageBytes(body, "https://courier.example/harbour", "text/html; charset=utf-8")


def settings_routes(shell: Shell) -> list[BaseRoute]:
    """List the routes of the settings."""
    pages = SettingsPages(shell)
    return [
        Route("/settings", pages.first),
        Route("/settings/profiles", pages.profiles),
        Route("/settings/profiles", pages.change_profiles, methods=["POST"]),
        Route("/settings/profile.toml", pages.download),
        Route("/settings/preview", pages.preview, methods=["GET", "POST"]),
        Route("/settings/{group}", pages.show),
        Route("/settings/{group}", pages.save, methods=["POST"]),
    ]


class SettingsPages:
    """The handlers of the settings."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    async def first(self, request: Request) -> Response:
        """Redirect to the first settings page."""
        return seen_other(request, "/settings/ignore")

    async def show(self, request: Request) -> Response:
        """Show the form of a group."""
        return self._form(request, _group(request), self._shell.profile(request))

    async def save(self, request: Request) -> Response:
        """Save what a form sent, or show it again with its errors."""
        group = _group(request)
        sent = await form_values(request)
        profile = self._shell.profile(request)
        errors: dict[str, dict[str, str]] = {}
        if "reset" in sent:
            profile = profile.with_defaults(GROUPS[group])
        else:
            profile, errors = profile.with_form(sent)
        if errors:
            return self._form(request, group, profile, errors)
        return self._shell.keep(request, seen_other(request, f"/settings/{group}?saved=1"), profile)

    def _form(
        self, request: Request, group: str, profile: Profile, errors: dict[str, dict[str, str]] | None = None
    ) -> Response:
        return self._shell.page(
            request,
            "settings.html",
            status=400 if errors else 200,
            frames=True,
            section="settings",
            group=group,
            groups=LABELS,
            about=ABOUT[group],
            tables=TABLES,
            forms=profile.fields(GROUPS[group], errors),
            suggestions=SUGGESTIONS,
            errors=[message for wrong in (errors or {}).values() for message in wrong.values()],
            saved=request.query_params.get("saved") == "1",
            url=web_url_in(request.query_params.get("url", "")) or "",
            has_preview=group in ("ignore", "advanced", "output"),
        )

    async def preview(self, request: Request) -> Response:
        """Show a page as the filters of a form leave it; nothing is saved. Without a URL, the sample page."""
        sent = await form_values(request) if request.method == "POST" else {}
        values = last_values(sent) if sent else dict(request.query_params)
        profile, _ = self._shell.profile(request).with_form(sent)
        page = (await self._shell.asked(values)).page if values.get("url") else sample_page()
        settings = self._shell.settings(profile)
        as_text = profile.reader.output == "text"
        job = PreviewFilters(page, safe_filters(profile.filters), settings, self._shell.inside(request), as_text)
        written = await self._shell.context.run(job)
        headers = framed_headers(self._shell.image_sources)
        return PlainTextResponse(written, headers=headers) if as_text else HTMLResponse(written, headers=headers)

    async def download(self, request: Request) -> Response:
        """Send the settings as a file that the commands read."""
        text = self._shell.profile(request).to_toml() or "# All settings have their defaults.\n"
        headers = {"content-disposition": 'attachment; filename="tamis-profile.toml"'}
        return PlainTextResponse(text, headers=headers, media_type="application/toml")

    async def profiles(self, request: Request) -> Response:
        """Show the saved profiles, and the current settings as a file."""
        return self._shell.page(
            request,
            "profiles.html",
            section="settings",
            group="profiles",
            groups=LABELS,
            toml=self._shell.profile(request).to_toml(),
            names=sorted(file.stem for file in self._folder.glob("*.toml")) if self._folder.is_dir() else [],
            saved=request.query_params.get("saved", ""),
        )

    async def change_profiles(self, request: Request) -> Response:
        """Save the current settings under a name, use or remove a saved profile, or restore the defaults."""
        sent = last_values(await form_values(request))
        profile = self._shell.profile(request)
        name = sent.get("name", "").strip()
        match sent.get("do"):
            case "save":
                file = self._file(name)
                file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(file, profile.to_toml())
                return seen_other(request, f"/settings/profiles?saved={name}")
            case "use":
                profile = self._read(self._file(name))
            case "remove":
                self._file(name).unlink(missing_ok=True)
            case "defaults":
                profile = profile_from({})
            case other:
                raise BadSettings(f"a profile can be saved, used or removed, not {other!r}")
        return self._shell.keep(request, seen_other(request, "/settings/profiles"), profile)

    @property
    def _folder(self) -> Path:
        return self._shell.context.profiles

    def _file(self, name: str) -> Path:
        if not PROFILE_NAME.fullmatch(name):
            raise BadSettings("the name of a profile has letters, digits, - and _, at most 40")
        return self._folder / f"{name}.toml"

    def _read(self, file: Path) -> Profile:
        try:
            return profile_from(tomllib.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            raise BadSettings(f"the profile {file.stem} cannot be read") from error


def _group(request: Request) -> str:
    group = str(request.path_params["group"])
    if group not in GROUPS:
        raise Fault("no_such_page", f"there is no settings page {group!r}")
    return group
