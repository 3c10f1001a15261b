"""What the tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

SOURCE = """\
int unused(int a) { return a + 1; }

static int shift(void) {
    int count = 33;
    return 1 << count;
}
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A C file with a shift."""
    path = tmp_path / "crash.c"
    path.write_text(SOURCE)
    return path


@pytest.fixture
def script(tmp_path: Path):
    """Makes a test script of the lines of a shell."""

    def make(text: str) -> Path:
        path = tmp_path / "test.sh"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    return make
