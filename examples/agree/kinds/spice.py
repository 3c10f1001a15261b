"""A circuit for SPICE: subcircuits with ports, models, nodes that connect two devices at least."""

import random
import re

SMALLEST = """t
.subckt a 1
r1 1 0 0
.ends
x1 1 a
x2 1 a
.end
"""


def make():
    r = random.Random(33)
    out = ["amplifier with filters"]
    subs = {}
    for s in range(9):
        name = f"{r.choice(['amp', 'filter', 'buf', 'mix'])}{s}"
        ports = [f"p{i}" for i in range(r.randint(1, 4))]
        inner = [f"n{i}" for i in range(r.randint(1, 4))]
        nodes = ports + inner + ["0"]
        body, degree = [], dict.fromkeys(ports + inner, 0)
        n = 0
        while n < 6 or any(degree[v] < (1 if v in ports else 2) for v in degree):
            n += 1
            low = [v for v in degree if degree[v] < (1 if v in ports else 2)]
            a = low[0] if low else r.choice(nodes)
            b = r.choice([v for v in nodes if v != a])
            kind = r.choice("rrcld")
            value = r.choice(["dfast", "dslow"]) if kind == "d" else f"{r.randint(1, 99)}{r.choice(['k', 'n', 'u', ''])}"
            body.append(f"{kind}{n} {a} {b} {value}")
            for v in (a, b):
                if v in degree:
                    degree[v] += 1
        subs[name] = len(ports)
        out += [f".subckt {name} {' '.join(ports)}", *body, ".ends"]
    out += [".model dfast d is=1e-14", ".model dslow d is=2e-12"]
    nodes = [f"w{i}" for i in range(30)]
    names = list(subs)
    one = next(n for n in names if subs[n] >= 1)
    calls = [r.choice(names) for _ in range(36)] + names
    count = {v: 0 for v in nodes}
    for i, name in enumerate(calls, 1):
        chosen = sorted(nodes, key=lambda v: (count[v], r.random()))[:subs[name]]
        for v in chosen:
            count[v] += 1
        out.append(f"x{i} {' '.join(chosen)} {name}")
    for i in (91, 92):
        others = r.sample(nodes, subs[one] - 1)
        out.append(f"x{i} {' '.join(['w7', *others])} {one}")
    for i, v in enumerate([v for v in nodes if count[v] < 2], 1):
        out.append(f"r{i} {v} 0 1k")
    out.append(".end")
    return "\n".join(out) + "\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "" or lines.pop() != ".end" or not lines[0]:
        raise ValueError
    subs, models, used_models, calls, scope = {}, set(), set(), [], None
    top = ({}, set(), {})

    def device(words, into):
        nodes, names, _ = into
        name = words[0]
        if name in names or name[0] not in "rcldx":
            raise ValueError
        names.add(name)
        ends = words[1:-1]
        if name[0] != "x" and len(ends) != 2:
            raise ValueError
        for node in ends:
            nodes[node] = nodes.get(node, 0) + 1
        if name[0] == "d":
            used_models.add(words[-1])
        elif name[0] == "x":
            calls.append((ends, words[-1]))
        elif not re.fullmatch(r"\d+[knu]?", words[-1]):
            raise ValueError

    for line in lines[1:]:
        words = line.split(" ")
        if words[0] == ".subckt":
            name, ports = words[1], words[2:]
            if scope or name in subs or not ports or len(set(ports)) != len(ports):
                raise ValueError
            scope = ({}, set(), dict.fromkeys(ports))
            subs[name] = scope
        elif words[0] == ".ends":
            nodes, names, ports = scope
            if any(p not in nodes for p in ports):
                raise ValueError
            if any(n < 2 for v, n in nodes.items() if v not in ports and v != "0"):
                raise ValueError
            scope = None
        elif words[0] == ".model":
            if words[1] in models:
                raise ValueError
            models.add(words[1])
        elif scope:
            if words[0][0] == "x":
                raise ValueError
            device(words, scope)
        else:
            device(words, top)
    if used_models != models or scope or any(n < 2 for v, n in top[0].items() if v != "0"):
        raise ValueError
    if {name for _, name in calls} != set(subs) or any(len(subs[n][2]) != len(ends) for ends, n in calls):
        raise ValueError
    first = [(ends[0], name) for ends, name in calls]
    return len(set(first)) < len(first)
