"""Callables in this process."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

import pytest

import dwindle

from conftest import SOURCE


def test_a_file_a_text_and_bytes_come_to_the_same_result(source: Path) -> None:
    def shifts(data: bytes) -> bool:
        return b"1 << count" in data

    results = [
        dwindle.reduce(data, shifts, name="crash.c").data.strip() for data in (source, SOURCE, SOURCE.encode())
    ]
    assert results == [b"1 << count"] * 3
    assert source.read_text() == SOURCE


def test_the_result_says_how_it_came_about() -> None:
    calls = []
    result = dwindle.reduce(SOURCE, lambda data: calls.append(data) or b"<<" in data, name="crash.c")
    assert result.complete and result.reason == "complete"
    assert len(calls) == result.trials + 1, "the trials, and the original"
    assert result.summary["bytes"] == [len(SOURCE), len(result.data)]
    assert bytes(result) == result.data and str(result) == result.text


def test_what_the_test_raises_is_raised_with_the_best_until_then() -> None:
    class Broken(Exception):
        pass

    calls = []

    def test(data: bytes) -> bool:
        calls.append(data)
        if len(calls) == 6:
            raise Broken("no more")
        return b"<<" in data

    with pytest.raises(Broken, match="no more") as raised:
        dwindle.reduce(SOURCE, test, name="crash.c")
    assert b"<<" in raised.value.best
    assert len(calls) == 6, "nothing is asked after that"


def test_an_input_without_the_property_is_refused() -> None:
    with pytest.raises(dwindle.NotInteresting):
        dwindle.reduce(b"abc", lambda data: False)


def test_limits_end_it_with_the_best_until_then() -> None:
    def reduce(**limit: float) -> dwindle.Result:
        return dwindle.reduce(SOURCE, lambda data: b"<<" in data, name="crash.c", **limit)

    assert (reduce(max_trials=3).reason, reduce(max_trials=3).trials) == ("trials", 3)
    assert reduce(budget=0.0).reason == "time"
    assert reduce(target_size=100).reason == "size"


def test_arguments_that_make_no_sense_are_named() -> None:
    with pytest.raises(ValueError, match="there is no pass or plan `tokns`"):
        dwindle.reduce(b"abc", lambda data: True, plan="lines,tokns")
    with pytest.raises(ValueError, match="name"):
        dwindle.reduce(b"abc", lambda data: True, name="../up.c")
    with pytest.raises(TypeError, match="data"):
        dwindle.reduce(7, lambda data: True)
    with pytest.raises(TypeError, match="test"):
        dwindle.reduce(b"abc", "test.sh")


def test_a_signal_interrupts_it_and_keeps_the_best() -> None:
    calls = []

    def test(data: bytes) -> bool:
        calls.append(data)
        if len(calls) == 5:
            signal.raise_signal(signal.SIGINT)
        return b"<<" in data

    with pytest.raises(KeyboardInterrupt) as raised:
        dwindle.reduce(SOURCE, test, name="crash.c")
    assert b"<<" in raised.value.best
    assert len(calls) <= 6


def test_other_threads_run_while_it_thinks() -> None:
    counted = [0]
    stop = threading.Event()

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    try:
        dwindle.reduce(SOURCE * 50, lambda data: data.count(b"<<") >= 3, name="crash.c")
    finally:
        stop.set()
        thread.join()
    assert counted[0] > 0
