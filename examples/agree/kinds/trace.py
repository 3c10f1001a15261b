"""Requirements and tests with numbered names: each is covered, and a matrix lists both."""

import random
import re

SMALLEST = """Requirements: 1
R001 shall fail
Tests: 1
T001 R001 x
Matrix
R001 T001
"""


def make():
    r = random.Random(37)
    n, m = 60, 75
    verbs = "open close load save print send show sort find".split()
    kinds = "quickly safely twice offline again daily".split()
    covers = {t: sorted(r.sample(range(1, n + 1), r.randint(1, 3))) for t in range(1, m + 1)}
    done = {q for c in covers.values() for q in c}
    for q in range(1, n + 1):
        if q not in done:
            t = r.randint(1, m)
            covers[t] = sorted({*covers[t], q})
    fail = covers[41][0]
    out = [f"Requirements: {n}"]
    for q in range(1, n + 1):
        out.append(f"R{q:03d} shall " + ("fail" if q == fail else f"{r.choice(verbs)} {r.choice(kinds)}"))
    out.append(f"Tests: {m}")
    out += [f"T{t:03d} {' '.join(f'R{q:03d}' for q in covers[t])} {r.choice(verbs)}" for t in range(1, m + 1)]
    out.append("Matrix")
    out += [f"R{q:03d} " + " ".join(f"T{t:03d}" for t in covers if q in covers[t]) for q in range(1, n + 1)]
    return "\n".join(out) + "\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "":
        raise ValueError
    n = int(re.fullmatch(r"Requirements: (\d+)", lines[0])[1])
    requirements = [re.fullmatch(r"R(\d{3}) shall( \w+)*", line)[0] for line in lines[1:n + 1]]
    m = int(re.fullmatch(r"Tests: (\d+)", lines[n + 1])[1])
    tests = lines[n + 2:n + 2 + m]
    if lines[n + 2 + m] != "Matrix":
        raise ValueError
    if [line[:4] for line in requirements] != [f"R{q:03d}" for q in range(1, n + 1)]:
        raise ValueError
    covers = {}
    for t, line in enumerate(tests, 1):
        name, *rest = re.fullmatch(r"(T\d{3})((?: R\d{3})+) \w+", line).groups()
        if name != f"T{t:03d}":
            raise ValueError
        covers[name] = rest[0].split()
    want = [" ".join([f"R{q:03d}"] + [t for t in covers if f"R{q:03d}" in covers[t]]) for q in range(1, n + 1)]
    if lines[n + 3 + m:] != want or not all(" " in line for line in want):
        raise ValueError
    if any(int(q[1:]) > n for c in covers.values() for q in c):
        raise ValueError
    return any(line.endswith(" fail") for line in requirements)
