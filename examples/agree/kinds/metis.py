"""A graph to be partitioned (METIS): counts of points and edges, neighbours by line number, each
edge at both ends with one weight, as many weights per point as the header says."""

import random
import re

SMALLEST = """3 3 011 2
9 1 2 1 3 1
9 1 1 1 3 1
0 0 1 1 2 1
"""


def make():
    r = random.Random(71)
    wide, high = 19, 15
    places = [(x, y) for y in range(high) for x in range(wide) if r.random() < 0.93]
    r.shuffle(places)
    number = {place: n for n, place in enumerate(places, 1)}
    edges = {}
    for x, y in places:
        for other in ((x + 1, y), (x, y + 1), (x + 1, y + 1)):
            if other in number and r.random() < (0.85 if other != (x + 1, y + 1) else 0.3):
                edges[(x, y), other] = r.choice([1, 1, 2, 3, 5, 8, 13])
    out = ["% mesh of a plate with holes", "% weights: cells, cost",
           f"{len(places)} {len(edges)} 011 2"]
    for place in places:
        fields = [r.choice([2, 4, 4, 6, 8, 9]), r.choice([0, 0, 1, 3])]
        near = [(b if a == place else a, w) for (a, b), w in edges.items() if place in (a, b)]
        for other, weight in sorted(near, key=lambda pair: number[pair[0]]):
            fields += [number[other], weight]
        out.append(" ".join(map(str, fields)))
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def shows_bug(text):
    """Two neighbours of nine cells and some cost each have a neighbour in common that costs
    nothing."""
    need(text.endswith("\n"))
    lines = [line for line in text[:-1].split("\n") if not line.startswith("%")]
    need(all(re.fullmatch(r"\d+( \d+)*|", line) for line in lines))
    head = lines[0].split(" ")
    need(2 <= len(head) <= 4 and len(lines) - 1 == int(head[0]) > 0)
    form = (head[2:3] or ["000"])[0].zfill(3)
    need(re.fullmatch("0[01]{2}", form))
    n_weights = int((head[3:] or [form[1]])[0])
    need(n_weights > 0 if form[1] == "1" else n_weights == 0)
    step = 1 + int(form[2])
    weights, edges = [None], {}
    for point, line in enumerate(lines[1:], 1):
        row = [int(field) for field in line.split()]
        need(len(row) >= n_weights and (len(row) - n_weights) % step == 0)
        weights.append(row[:n_weights])
        for at in range(n_weights, len(row), step):
            other = row[at]
            weight = row[at + 1] if step == 2 else 1
            need(1 <= other < len(lines) and other != point and weight > 0)
            need((point, other) not in edges)
            edges[point, other] = weight
    need(len(edges) == 2 * int(head[1]))
    need(all(edges.get((b, a)) == weight for (a, b), weight in edges.items()))
    heavy = [n for n, row in enumerate(weights) if n and row[:1] == [9] and any(row[1:])]
    return any((a, b) in edges and (a, c) in edges and (b, c) in edges and not any(weights[c][1:])
               for a in heavy for b in heavy for c in range(1, len(lines)))
