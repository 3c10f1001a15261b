"""A system of equations in the format of Matrix Market: a symmetric matrix with a count of entries, indices in
range, each once and in order of columns, and a vector of right sides of the same size."""

import random
import re

SMALLEST = """%%MatrixMarket matrix coordinate integer symmetric
2 2 3
1 1 1
2 1 1
2 2 -1
%%MatrixMarket matrix array integer general
2 1
0
1
"""


def make():
    r = random.Random(92)
    size = 140
    place = r.sample(range(1, size + 1), size)
    entries = {(n, n): r.uniform(4, 90) for n in range(1, size + 1)}
    right = {n: 0.0 if r.random() < 0.5 else r.uniform(-20, 20) for n in range(1, size + 1)}
    bars = set()
    for n in range(size):
        # A frame of bars: neighbours in a grid of width 12, in another order.
        for step in (1, 12, 13):
            if n + step < size and (step == 12 or n % 12 < 11) and r.random() < 0.8:
                a, b = place[n], place[n + step]
                entries[max(a, b), min(a, b)] = -r.uniform(0.2, 8)
                bars.add((a, b))
    # Rows with a negative entry in the diagonal: one of them has a load, unlike a neighbour.
    negative = r.sample(place[20:], 9)
    for n in negative:
        entries[n, n] *= -1
    near = {n: sorted(a if b == n else b for a, b in bars if n in (a, b)) for n in place}
    for n in negative:
        for other in near[n]:
            right[other] = r.uniform(1, 20)
    last = [n for n in negative if any(x not in negative for x in near[n])][-1]
    for n in negative:
        right[n] = r.uniform(-9, -1) if n == last or all(right[x] for x in near[n]) else 0.0
    right[[x for x in near[last] if x not in negative][0]] = 0.0
    out = ["%%MatrixMarket matrix coordinate real symmetric", "%" + "-" * 70, "% name: HB/frame140, stiffness of a small frame",
           "% author: J. Lewis; date: 1982", "% kind: structural problem", "%" + "-" * 70, f"{size} {size} {len(entries)}"]
    out += [f"{i} {j} {value:.6g}" for (i, j), value in sorted(entries.items(), key=lambda item: item[0][::-1])]
    out += ["%%MatrixMarket matrix array real general", "% right side, one load case", f"{size} 1"]
    out += [f"{right[n]:.5g}" for n in range(1, size + 1)]
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def integers(line, many):
    own = line.split()
    need(len(own) == many and all(re.fullmatch(r"\d+", word, re.A) for word in own))
    return [int(word) for word in own]


def value(word, field):
    need(re.fullmatch(r"[-+]?\d+" if field == "integer" else r"[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?", word, re.A))
    return float(word)


def shows_bug(text):
    """A row without load has an entry in a column with load whose own entry is negative, unlike that of the row."""
    parts = re.split(r"^(?=%%MatrixMarket)", text, flags=re.M)
    need(len(parts) == 3 and not parts[0] and text.endswith("\n"))
    (one, *rows), (two, *loads) = [[line for line in part[:-1].split("\n") if line.strip()] for part in parts[1:]]
    field = re.fullmatch(r"%%MatrixMarket matrix coordinate (real|integer) symmetric", one)[1]
    while rows[0][0] == "%":
        rows.pop(0)
    high, wide, many = integers(rows[0], 3)
    need(high == wide and many == len(rows) - 1)
    entries, last = {}, (0, 0)
    for line in rows[1:]:
        i, j, number = line.split()
        i, j = integers(f"{i} {j}", 2)
        need(1 <= j <= i <= high and last < (j, i))
        last, entries[i, j] = (j, i), value(number, field)
    field = re.fullmatch(r"%%MatrixMarket matrix array (real|integer) general", two)[1]
    while loads[0][0] == "%":
        loads.pop(0)
    size, columns = integers(loads[0], 2)
    need(size == high and columns >= 1 and len(loads) - 1 == size * columns)
    right = [value(line.strip(), field) for line in loads[1:]]
    return any(own and i != j and entries.get((a, a), 0) > 0 > entries.get((b, b), 0) and right[a - 1] == 0 != right[b - 1]
               for (i, j), own in entries.items() for a, b in ((i, j), (j, i)))
