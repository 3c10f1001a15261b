"""The program that starts scripts and kills what they leave behind: `dwindle`, which this package installs."""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path
from typing import Iterator, Optional


def find_keeper() -> Optional[str]:
    """Returns the path of the program, or None where only the module is installed."""
    for path in _candidates():
        if path.is_file() and os.access(path, os.X_OK):
            return str(path)
    return None


def _candidates() -> Iterator[Path]:
    # For tests of a module that is not installed.
    if "DWINDLE_KEEPER" in os.environ:
        yield Path(os.environ["DWINDLE_KEEPER"])
        return
    # `pip install --target`, and `--prefix` on Unix.
    packages = Path(__file__).resolve().parent.parent
    yield packages / "bin" / "dwindle"
    if len(packages.parents) > 2:
        yield packages.parents[2] / "bin" / "dwindle"
    for scheme in (None, f"{os.name}_user"):
        folder = sysconfig.get_path("scripts") if scheme is None else sysconfig.get_path("scripts", scheme)
        yield Path(folder) / "dwindle"
