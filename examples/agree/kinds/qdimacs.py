"""A quantified formula: counts in the header, dense variables, each bound once and used."""

import random

SMALLEST = """p cnf 3 2
e 1 0
a 2 0
e 3 0
-1 2 3 0
1 -2 0
"""


def make():
    r = random.Random(26)
    n = 90
    blocks, v, kind = [], 1, "e"
    while v <= n:
        size = min(r.randint(4, 14), n - v + 1)
        blocks.append((kind, list(range(v, v + size))))
        v += size
        kind = "a" if kind == "e" else "e"
    clauses = [[r.choice([-1, 1]) * x for x in r.sample(range(1, n + 1), r.randint(2, 5))] for _ in range(210)]
    have = {abs(x) for c in clauses for x in c}
    clauses += [[x, -(x % n + 1)] for x in range(1, n + 1) if x not in have]
    a = blocks[3][1][2]
    inner = blocks[4][1][1]
    outer = blocks[2][1][3]
    clauses.insert(100, [-outer, a, inner])
    clauses.insert(150, [outer, -a])
    out = ["c made by a planner", f"p cnf {n} {len(clauses)}"]
    out += [f"{k} {' '.join(map(str, vs))} 0" for k, vs in blocks]
    out += [f"{' '.join(map(str, c))} 0" for c in clauses]
    return "\n".join(out) + "\n"


def shows_bug(text):
    lines = [line.split(" ") for line in text.strip("\n").split("\n") if line[:1] != "c"]
    p, cnf, n, m = lines[0]
    n, m = int(n), int(m)
    depth, kinds, at, last = {}, {}, 1, None
    while lines[at][0] in "ae":
        kind, *vs = lines[at]
        if kind == last or vs.pop() != "0" or not vs:
            raise ValueError
        for v in map(int, vs):
            if v in depth or not 1 <= v <= n:
                raise ValueError
            depth[v], kinds[v] = at, kind
        last = kind
        at += 1
    clauses = [[int(x) for x in line] for line in lines[at:]]
    if (p, cnf) != ("p", "cnf") or len(clauses) != m or len(depth) != n or last != "e":
        raise ValueError
    used = set()
    for c in clauses:
        if c.pop() != 0 or not c or 0 in c or len({abs(x) for x in c}) != len(c):
            raise ValueError
        used |= {abs(x) for x in c}
    if used != set(range(1, n + 1)):
        raise ValueError
    sets = {frozenset(c) for c in clauses}
    for c in clauses:
        if len(c) == 3:
            for a in c:
                for o in c:
                    if kinds[abs(a)] == "a" and a > 0 and o < 0 and depth[-o] < depth[a] and frozenset([-o, -a]) in sets:
                        return True
    return False
