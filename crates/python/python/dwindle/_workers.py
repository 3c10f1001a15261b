"""Tests that are called in processes of their own.

A worker is a fork of this process, made before there are threads of ours. It forks once more for each candidate, so that
the test sees everything and changes nothing, can be ended at any time, and leaves no process behind: the worker is the
parent of all orphans below it. The protocol stands in `src/workers.rs`.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import socket
import struct
import sys
import time
import traceback
from types import TracebackType
from typing import Callable, Optional, Union

from . import _dwindle
from ._dwindle import ReductionError

_CANCEL = 2**64 - 1
_NO, _YES, _RAISED, _NO_ANSWER = range(4)


class TrialCrashed(ReductionError):
    """The process in which a test ran was killed by a signal, or exited."""


class Workers:
    """Worker processes. They end when their sockets are closed."""

    def __init__(self, test: Callable[[bytes], object], jobs: int, timeout: Optional[float], on_crash: str) -> None:
        self._sockets: list[socket.socket] = []
        self._pids: list[int] = []
        # Otherwise each fork would write what is buffered.
        sys.stdout.flush()
        sys.stderr.flush()
        for _ in range(jobs):
            near, far = socket.socketpair()
            self._sockets.append(near)
            pid = os.fork()
            if pid == 0:
                _work(far, self._sockets, _Trial(test, timeout, on_crash))
            far.close()
            self._pids.append(pid)

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        for near in self._sockets:
            near.close()
        for pid in self._pids:
            os.waitpid(pid, 0)

    def detach(self) -> list[int]:
        """Returns the descriptors of the sockets, which the caller closes."""
        return [near.detach() for near in self._sockets]


def load_error(message: bytes) -> BaseException:
    """Returns the exception that the message of a worker describes."""
    error, text = pickle.loads(message)
    try:
        raised = pickle.loads(error)
        assert isinstance(raised, BaseException)
    except Exception:
        return ReductionError(f"the test raised:\n{text}")
    raised.__cause__ = ReductionError(f"raised in a worker process:\n{text}")
    return raised


class _Trial:
    def __init__(self, test: Callable[[bytes], object], timeout: Optional[float], on_crash: str) -> None:
        self.test = test
        self.timeout = timeout
        self.on_crash = on_crash

    def run(self, data: bytes, commands: socket.socket) -> Optional[tuple[int, bytes]]:
        """Returns the reply, or None if the socket was closed meanwhile."""
        output, entry = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(output)
            commands.close()
            self._answer(data, entry)
        os.close(entry)
        try:
            reply = self._await(output, commands)
        finally:
            os.close(output)
            _kill(pid)
        _, status = os.waitpid(pid, 0)
        _dwindle.end_children()
        if reply is not None and not reply[1] and reply[0] == _RAISED:
            return self._crashed(status)
        return reply

    def _answer(self, data: bytes, entry: int) -> None:
        """Runs in the process of the trial, and ends it."""
        os.setsid()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            kind, message = (_YES if self.test(data) else _NO), b""
        except BaseException as error:
            kind, message = _RAISED, _dump_error(error)
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except OSError:
            # Nobody reads what a trial prints.
            pass
        with os.fdopen(entry, "wb") as pipe:
            pipe.write(_framed(kind, message))
        os._exit(0)

    def _await(self, output: int, commands: socket.socket) -> Optional[tuple[int, bytes]]:
        """Reads the answer of the trial; `_RAISED` without a message if its process ended without one."""
        deadline = None if self.timeout is None else time.monotonic() + self.timeout
        answer = b""
        sources: list[Union[int, socket.socket]] = [output, commands]
        while True:
            patience = None if deadline is None else deadline - time.monotonic()
            if patience is not None and patience <= 0:
                return _NO_ANSWER, b""
            readable, _, _ = select.select(sources, [], [], patience)
            if commands in readable:
                message = _receive(commands)
                return None if message is None else (_NO_ANSWER, b"")
            if output in readable:
                part = os.read(output, 1 << 16)
                answer += part
                if len(answer) >= 9 and len(answer) == 9 + struct.unpack("<Q", answer[1:9])[0]:
                    return answer[0], answer[9:]
                if not part:
                    return _RAISED, b""

    def _crashed(self, status: int) -> tuple[int, bytes]:
        if self.on_crash != "raise":
            return (_YES if self.on_crash == "yes" else _NO), b""
        if os.WIFSIGNALED(status):
            how = f"was killed by {signal.Signals(os.WTERMSIG(status)).name}"
        else:
            how = f"exited with status {os.WEXITSTATUS(status)}"
        error = TrialCrashed(f"the process of a test {how}; on_crash='yes' or 'no' makes that an answer")
        return _RAISED, _dump_error(error)


def _work(commands: socket.socket, others: list[socket.socket], trial: _Trial) -> None:
    """Serves until the socket is closed, and ends this process."""
    status = 1
    try:
        for other in others:
            other.close()
        # Ctrl-C is for the process that waits for us.
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _dwindle.adopt_orphans()
        while (data := _receive(commands)) is not None:
            # A cancellation that came after the end of its trial.
            if isinstance(data, int):
                continue
            reply = trial.run(data, commands)
            if reply is None:
                break
            commands.sendall(_framed(*reply))
        status = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status)


def _receive(commands: socket.socket) -> bytes | int | None:
    """Returns a candidate, `_CANCEL`, or None at the end."""
    head = _read(commands, 8)
    if head is None:
        return None
    (length,) = struct.unpack("<Q", head)
    return _CANCEL if length == _CANCEL else _read(commands, length)


def _read(commands: socket.socket, length: int) -> Optional[bytes]:
    parts = []
    while length > 0:
        part = commands.recv(min(length, 1 << 20))
        if not part:
            return None
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _framed(kind: int, message: bytes) -> bytes:
    return struct.pack("<BQ", kind, len(message)) + message


def _dump_error(error: BaseException) -> bytes:
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    try:
        pickled = pickle.dumps(error)
        pickle.loads(pickled)
    except Exception:
        # It holds what cannot be sent, or cannot be made again from its arguments.
        pickled = b""
    return pickle.dumps((pickled, text))


def _kill(pid: int) -> None:
    """Kills a trial that was not reaped yet, and its group."""
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
