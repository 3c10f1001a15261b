"""Reduces an input that makes a program fail to the smallest one that still does.

    import dwindle
    result = dwindle.reduce(source, lambda data: b"boom" in run(data), name="crash.py")
    print(result.text)

`minimize` does the same to a list. See the functions for workers, limits and scripts.
"""

from __future__ import annotations

import json
import os
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Literal, Optional, Sequence, TypeVar, Union

from . import _dwindle
from ._dwindle import NotInteresting, ReductionError, __version__
from ._keeper import find_keeper
from ._workers import TrialCrashed, Workers, load_error

__all__ = [
    "ALGORITHMS",
    "NotInteresting",
    "ReductionError",
    "Result",
    "TrialCrashed",
    "__version__",
    "minimize",
    "reduce",
]

T = TypeVar("T")

ALGORITHMS: tuple[str, ...] = tuple(_dwindle.algorithms())
"""The names of the list algorithms that `minimize` knows."""

_SECONDS_FOR_A_SCRIPT = 60.0


@dataclass(frozen=True)
class Result:
    """The smallest input that was found."""

    data: bytes
    """The input itself. The test said yes to it."""
    reason: str
    """Why the reduction ended: `complete`, `size`, `trials`, `time` or `interrupted`."""
    trials: int
    """How many trials were run."""
    summary: dict[str, Any] = field(repr=False)
    """All figures, as in the file of `dwindle --summary`."""

    @property
    def text(self) -> str:
        """The input as text; bytes that are not UTF-8 become surrogates, as in names of files."""
        return self.data.decode("utf-8", "surrogateescape")

    @property
    def complete(self) -> bool:
        """Whether there was nothing more to try."""
        return self.reason == "complete"

    def __bytes__(self) -> bytes:
        return self.data

    def __str__(self) -> str:
        return self.text


def reduce(
    data: Union[bytes, str, os.PathLike[str]],
    test: Union[Callable[[bytes], object], os.PathLike[str]],
    *,
    name: Optional[str] = None,
    plan: str = "auto",
    jobs: int = 1,
    timeout: Optional[float] = None,
    on_crash: Literal["raise", "yes", "no"] = "raise",
    budget: Optional[float] = None,
    max_trials: Optional[int] = None,
    target_size: Optional[int] = None,
) -> Result:
    """Finds a small input to which `test` still says yes.

    `data` is bytes, a text, or the path of a file, which is read and never written. `name` is the name of a file that
    tells the language (`crash.c`); the default is that of the path, else `input`.

    `test` is a callable that gets the bytes of a candidate and says whether it is interesting, or the path of a script
    that gets the path of a candidate and exits with status 0 if it is. It must answer the same each time.

    With `jobs=1` and no `timeout`, a callable is called in this process. Otherwise each call runs in a process of its
    own, a fork of a worker that is a fork of this process: it sees all objects of this process, and its changes to
    them are lost. When the call ends, or has taken `timeout` seconds, all processes that it started are killed. A call
    without an answer in time counts as no. If its process is killed by a signal or exits, `TrialCrashed` is raised,
    unless `on_crash` is the answer for such calls. Scripts are started by the program `dwindle`, which kills what they
    leave behind; the time limit of a script is 60 seconds if there is no `timeout`.

    `plan` names a plan or passes (`dwindle passes` lists them). The reduction ends early after `budget` seconds, after
    `max_trials` trials, or when at most `target_size` bytes are left, and returns the smallest input so far. The
    result does not depend on `jobs`.

    Raises `NotInteresting` if the test says no to the whole input. An exception in the test ends the reduction and is
    raised here, and so is `KeyboardInterrupt`; its attribute `best` is the smallest input so far.
    """
    if jobs < 1:
        raise ValueError("jobs: at least one")
    if timeout is not None and not 0 < timeout:
        raise ValueError("timeout: more than 0 seconds")
    if on_crash not in ("raise", "yes", "no"):
        raise ValueError("on_crash: 'raise', 'yes' or 'no'")
    content, default_name = _content(data)
    options = {
        "name": name or default_name,
        "data": content,
        "plan": plan,
        "jobs": jobs,
        "budget": budget,
        "max_trials": max_trials,
        "target_size": target_size,
    }
    if isinstance(test, os.PathLike):
        keeper = find_keeper()
        if keeper is None:
            warnings.warn("the program `dwindle` is not installed with the module: what leaves the process group "
                          "of a trial is not ended", RuntimeWarning, stacklevel=2)
        limit = _SECONDS_FOR_A_SCRIPT if timeout is None else timeout
        outcome = _dwindle.reduce_by_script(options, os.fspath(test), keeper, limit)
    elif not callable(test):
        raise TypeError("test: a callable, or the path of a script (pathlib.Path)")
    elif jobs == 1 and timeout is None:
        outcome = _dwindle.reduce_by_calls(options, test)
    else:
        with Workers(test, jobs, timeout, on_crash) as workers:
            outcome = _dwindle.reduce_by_workers(options, workers.detach(), load_error)
    reduced, text = outcome
    summary = json.loads(text)
    return Result(reduced, summary.pop("reason"), summary["executed"], summary)


def minimize(
    items: Sequence[T],
    test: Callable[[list[T]], object],
    *,
    algorithm: Optional[str] = None,
    max_tests: Optional[int] = None,
) -> list[T]:
    """Finds a small part of a list to which `test` still says yes.

    The items that are kept stay in order, and none of them can be left out alone, unless `max_tests` came first. The
    test is asked about the whole list first, then about the empty one. `algorithm` is one of `ALGORITHMS`; the
    default needs about log2(n) tests for each item that is kept.

    Raises `NotInteresting` if the test says no to the whole list, and any exception of the test.
    """
    items = list(items)
    kept, _ = _dwindle.minimize(len(items), lambda kept: test([items[i] for i in kept]), algorithm, max_tests)
    return [items[i] for i in kept]


def _content(data: Union[bytes, str, os.PathLike[str]]) -> tuple[bytes, str]:
    if isinstance(data, os.PathLike):
        path = Path(data)
        return path.read_bytes(), path.name
    if isinstance(data, str):
        return data.encode("utf-8", "surrogateescape"), "input"
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data), "input"
    raise TypeError(f"data: bytes, a text or a pathlib.Path, not {type(data).__name__}")
