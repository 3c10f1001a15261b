"""Scripts, and the command beside the module."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import dwindle
from dwindle._keeper import find_keeper

from test_workers import is_running


def test_a_script_reduces_a_file(source: Path, script) -> None:
    test = script('grep -q "1 << count" "$1"\n')
    assert [dwindle.reduce(source, test, jobs=jobs).data.strip() for jobs in (1, 2)] == [b"1 << count"] * 2


def test_what_a_script_leaves_behind_is_buried_by_the_keeper(source: Path, script, tmp_path: Path) -> None:
    assert find_keeper() is not None
    pids = tmp_path / "pids"
    test = script(f'setsid sleep 600 & echo $! >>{pids}\ngrep -q "<<" "$1"\n')
    dwindle.reduce(source, test, max_trials=10)
    # `setsid` forks when it leads a group, so that the sleep has another number than the one that the shell knows.
    left = [int(pid) for pid in pids.read_text().split()]
    assert 10 < len(left)
    assert [pid for pid in left if is_running(pid)] == []
    sleeping = subprocess.run(["pgrep", "-f", "sleep 600"], capture_output=True, text=True).stdout
    mine = [pid for pid in sleeping.split() if str(pids.parent) in _environment(pid)]
    assert mine == []


def _environment(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().decode(errors="replace")
    except (FileNotFoundError, PermissionError):
        return ""


def test_without_the_command_it_warns(source: Path, script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DWINDLE_KEEPER", "nowhere")
    with pytest.warns(RuntimeWarning, match="is not installed"):
        result = dwindle.reduce(source, script('grep -q "1 << count" "$1"\n'))
    assert result.data.strip() == b"1 << count"


def test_a_script_that_is_not_there_is_named(source: Path) -> None:
    with pytest.raises(dwindle.ReductionError, match="does not exist"):
        dwindle.reduce(source, Path("nowhere.sh"))


def test_the_command_and_the_module_are_of_one_version() -> None:
    keeper = find_keeper()
    assert keeper is not None
    said = subprocess.run([keeper, "--version"], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["dwindle", dwindle.__version__]
