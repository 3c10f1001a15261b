"""A PLY mesh: counts of elements, faces with indices of points, every point and material in use."""

import random
import re

SMALLEST = """ply
element vertex 5
element face 1
element edge 1
end_header
0 0 0
0 0 0
0 0 0
0 0 0
0 0 0
5 0 1 2 3 4
0 1
"""


def make():
    r = random.Random(25)
    n = 130
    points = [tuple(r.randint(-99, 99) for _ in range(3)) for _ in range(n)]
    faces = []
    for i in range(0, n - 4, 3):
        size = r.choice([3, 3, 4])
        faces.append([i] + sorted(r.sample(range(i + 1, i + 6 if i + 6 < n else n), size - 1)))
    faces[21] = [60, 63, 64, 66, 67]
    used = {v for f in faces for v in f}
    for v in range(n):
        if v not in used:
            faces.append([v] + r.sample([u for u in range(max(0, v - 5), min(n, v + 5)) if u != v], 2))
    edges = sorted({tuple(sorted(r.sample(r.choice(faces), 2))) for _ in range(60)} | {(63, 64)})
    r.shuffle(edges)
    out = ["ply", "comment made by a scanner", f"element vertex {n}", f"element face {len(faces)}",
           f"element edge {len(edges)}", "end_header"]
    out += [" ".join(map(str, p)) for p in points]
    out += [" ".join(map(str, [len(f), *f])) for f in faces]
    out += [f"{a} {b}" for a, b in edges]
    return "\n".join(out) + "\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "" or lines[0] != "ply":
        raise ValueError
    at, counts = 1, {}
    while lines[at] != "end_header":
        if m := re.fullmatch(r"element (vertex|face|edge) (\d+)", lines[at]):
            counts[m[1]] = int(m[2])
        elif not lines[at].startswith("comment"):
            raise ValueError
        at += 1
    rows = [[int(v) for v in line.split(" ")] for line in lines[at + 1:]]
    nv, nf, ne = counts["vertex"], counts["face"], counts["edge"]
    if list(counts) != ["vertex", "face", "edge"] or len(rows) != nv + nf + ne:
        raise ValueError
    if any(len(p) != 3 for p in rows[:nv]):
        raise ValueError
    faces = []
    for row in rows[nv:nv + nf]:
        if row[0] != len(row) - 1 or row[0] < 3 or len(set(row[1:])) != row[0] or not all(0 <= v < nv for v in row[1:]):
            raise ValueError
        faces.append(row[1:])
    if {v for f in faces for v in f} != set(range(nv)):
        raise ValueError
    found = False
    for a, b in rows[nv + nf:]:
        homes = [f for f in faces if a in f and b in f]
        if a == b or not homes:
            raise ValueError
        found = found or any(len(f) == 5 for f in homes)
    return found
