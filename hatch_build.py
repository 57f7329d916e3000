"""The build step of the wheel: compiles what the package has in C, if there is a compiler."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledModules(BuildHookInterface):
    """Puts the compiled modules into the wheel; without them it is a wheel for every platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling's signature)
        """Compile in place, which serves editable installations too."""
        tool = runpy.run_path(str(Path(self.root) / "tools" / "compile_extensions.py"))
        try:
            modules = tool["compile_all"]()
        except tool["CannotCompile"] as error:
            self.app.display_warning(f"tamis without its compiled parts, so slower: {error}")
            return
        build_data["artifacts"] += [str(module.relative_to(self.root)) for module in modules]
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
