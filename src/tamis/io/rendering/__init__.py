"""Rendering: pages as a browser draws them, with boxes, styles and hidden elements. Needs the extra `render`.

See docs/rendering.md.
"""

from tamis.io.rendering.browser import Browser
from tamis.io.rendering.renderer import Renderer, needs_browser
from tamis.io.rendering.visit import PICTURE_HEIGHT, Rendered
from tamis.settings.fetching import RenderSettings

__all__ = ["PICTURE_HEIGHT", "Browser", "RenderSettings", "Rendered", "Renderer", "needs_browser"]
