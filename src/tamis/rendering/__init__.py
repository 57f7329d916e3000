"""Rendering: pages as a browser draws them, with boxes, styles and what is hidden. Needs the extra `render`.

See docs/rendering.md.
"""

from tamis.rendering.browser import Browser, Rendered
from tamis.rendering.settings import RenderSettings

__all__ = ["Browser", "RenderSettings", "Rendered"]
