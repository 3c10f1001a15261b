"""Lists."""

from __future__ import annotations

import pytest

import dwindle


@pytest.mark.parametrize("algorithm", [None, *dwindle.ALGORITHMS])
def test_every_search_minimizes_a_list(algorithm: str | None) -> None:
    kept = dwindle.minimize(range(200), lambda kept: {17, 99} <= set(kept), algorithm=algorithm)
    assert kept == [17, 99]


def test_any_objects_are_items() -> None:
    items = [object() for _ in range(9)]
    assert dwindle.minimize(items, lambda kept: items[4] in kept) == [items[4]]


def test_what_cannot_be_is_an_error() -> None:
    with pytest.raises(dwindle.NotInteresting):
        dwindle.minimize([1, 2], lambda kept: False)
    with pytest.raises(ValueError, match="there is no algorithm"):
        dwindle.minimize([1, 2], lambda kept: True, algorithm="dmin")
    with pytest.raises(ZeroDivisionError):
        dwindle.minimize([1, 2], lambda kept: 1 / len(kept) > 0)


def test_a_limit_on_tests_returns_what_was_found() -> None:
    calls = []
    kept = dwindle.minimize(range(1000), lambda kept: calls.append(kept) or 500 in kept, max_tests=5)
    assert len(calls) == 5 and 500 in kept and 1 < len(kept)
