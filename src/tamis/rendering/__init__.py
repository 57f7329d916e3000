"""Rendering: pages as a browser draws them, with boxes, styles and what is hidden. Needs the extra `render`.

See docs/rendering.md.
"""

from tamis.fetching.settings import RenderSettings
from tamis.rendering.browser import Browser
from tamis.rendering.renderer import Renderer, needs_browser
from tamis.rendering.visit import PICTURE_HEIGHT, Rendered

__all__ = ["PICTURE_HEIGHT", "Browser", "RenderSettings", "Rendered", "Renderer", "needs_browser"]
