"""Callables in processes of their own."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

import dwindle

from conftest import SOURCE


def is_running(pid: int) -> bool:
    """Whether a process is there, and not only its entry in the table."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_any_number_of_workers_comes_to_the_same_result() -> None:
    results = [
        dwindle.reduce(SOURCE, lambda data: b"1 << count" in data, name="crash.c", jobs=jobs) for jobs in (1, 3)
    ]
    assert {result.data.strip() for result in results} == {b"1 << count"}
    assert len({result.summary["accepted_hash"] for result in results}) == 1


def test_closures_run_elsewhere_and_change_nothing_here(tmp_path: Path) -> None:
    seen: list[bytes] = []
    pids = tmp_path / "pids"

    def test(data: bytes) -> bool:
        seen.append(data)
        with pids.open("a") as file:
            file.write(f"{os.getpid()}\n")
        return b"<<" in data

    dwindle.reduce(SOURCE, test, name="crash.c", jobs=2)
    assert seen == []
    lines = pids.read_text().split()
    assert len(set(lines)) == len(lines) and str(os.getpid()) not in lines


def test_what_a_trial_leaves_behind_is_ended(tmp_path: Path) -> None:
    pids = tmp_path / "pids"

    def test(data: bytes) -> bool:
        left = subprocess.Popen(["sleep", "600"], start_new_session=True)
        with pids.open("a") as file:
            file.write(f"{left.pid}\n")
        return b"<<" in data

    dwindle.reduce(SOURCE, test, name="crash.c", jobs=2, max_trials=10)
    left = [int(pid) for pid in pids.read_text().split()]
    assert 10 < len(left)
    assert [pid for pid in left if is_running(pid)] == []


def test_a_trial_without_end_counts_as_no() -> None:
    def test(data: bytes) -> bool:
        if b"unused" not in data:
            time.sleep(600)
        return b"<<" in data

    result = dwindle.reduce("unused <<", test, name="crash.txt", timeout=0.5, max_trials=4)
    assert b"unused" in result.data and b"<<" in result.data


def test_what_the_test_raises_is_raised_here() -> None:
    def test(data: bytes) -> bool:
        if b"unused" not in data:
            raise KeyError("unused")
        return True

    with pytest.raises(KeyError, match="unused") as raised:
        dwindle.reduce(SOURCE, test, name="crash.c", jobs=2)
    assert b"unused" in raised.value.best
    assert "test_workers.py" in str(raised.value.__cause__)


def test_an_exception_that_cannot_be_sent_is_told() -> None:
    class Local(Exception):
        pass

    def test(data: bytes) -> bool:
        raise Local("only here")

    with pytest.raises(dwindle.ReductionError, match="only here"):
        dwindle.reduce(SOURCE, test, name="crash.c", jobs=2)


def test_a_crash_of_the_process_is_an_answer_on_wish() -> None:
    def test(data: bytes) -> bool:
        if b"1 << count" in data:
            os.abort()
        return False

    with pytest.raises(dwindle.TrialCrashed, match="SIGABRT"):
        dwindle.reduce(SOURCE, test, name="crash.c", jobs=2)
    assert dwindle.reduce(SOURCE, test, name="crash.c", jobs=2, on_crash="yes").data.strip() == b"1 << count"


def test_no_worker_is_left_behind() -> None:
    dwindle.reduce(SOURCE, lambda data: b"<<" in data, name="crash.c", jobs=3)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
