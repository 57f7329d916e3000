"""The build step of the wheel: compiles what the package has in C, if there is a compiler."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import sys_tags


class CompiledModules(BuildHookInterface):
    """Puts the compiled module into the wheel; without them it is a wheel for every platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling's signature)
        """Compile in place, which serves editable installations too."""
        tool = runpy.run_path(str(Path(self.root) / "tools" / "compile_extensions.py"))
        try:
            module = tool["compile_module"]()
        except tool["CannotCompile"] as error:
            self.app.display_warning(f"tamis without its compiled part, so slower: {error}")
            return
        build_data["artifacts"].append(str(module.relative_to(self.root)))
        build_data["pure_python"] = False
        if tool["is_for_every_version"]():
            build_data["tag"] = f"cp311-abi3-{_platform()}"
        else:
            build_data["infer_tag"] = True


def _platform() -> str:
    """Return the platform's tag; those of many Linuxes are for wheels that were built to run on all of them."""
    platforms = (tag.platform for tag in sys_tags())
    return next(platform for platform in platforms if not platform.startswith(("manylinux", "musllinux")))
