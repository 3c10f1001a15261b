"""Bulk data for finite elements: fields of eight characters, points, elements, properties, materials."""

import random


def card(*fields):
    return "".join(f"{str(f):<8}" for f in fields).rstrip()


SMALLEST = "\n".join([
    "$ 6", card("GRID", 1, "", 0, 0, 0), card("GRID", 2, "", 0, 0, 0), card("GRID", 3, "", 0, 0, 0),
    card("CTRIA3", 1, 1, 1, 2, 3), card("PSHELL", 1, 1, 1), card("MAT1", 1, 0), "ENDDATA"]) + "\n"


def make():
    r = random.Random(35)
    points = sorted(r.sample(range(1, 900), 120))
    out = [card("GRID", p, "", *(f"{r.uniform(-9, 9):.2f}" for _ in range(3))) for p in points]
    properties = {100 + i: r.choice([1, 2, 3, 4]) for i in range(12)}
    element = 1000
    used = set()
    while len(used) < len(points):
        element += r.randint(1, 9)
        at = r.randint(0, len(points) - 4)
        free = [p for p in points if p not in used]
        corners = {r.choice(free)} | set(r.sample(points[at:at + 4], 3))
        corners = r.sample(sorted(corners), 3)
        used |= set(corners)
        out.append(card("CTRIA3", element, r.choice(list(properties)), *corners))
    out += [card("PSHELL", p, m, f"{r.uniform(0, 3):.3f}") for p, m in properties.items()]
    out += [card("MAT1", m, "0" if m == 3 else f"{r.uniform(1, 9):.2f}+7") for m in (1, 2, 3, 4)]
    return f"$ {len(out)}\n" + "\n".join(out) + "\nENDDATA\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "" or lines.pop() != "ENDDATA" or lines[0] != f"$ {len(lines) - 1}":
        raise ValueError
    points, elements, properties, materials = set(), {}, {}, {}
    for line in lines[1:]:
        fields = [line[i:i + 8] for i in range(0, len(line), 8)]
        if any(f.strip() and f[0] == " " or " " in f.strip() for f in fields):
            raise ValueError
        kind, *fields = [f.strip() for f in fields]
        number = int(fields[0])
        into = {"GRID": points, "CTRIA3": elements, "PSHELL": properties, "MAT1": materials}[kind]
        if number in into:
            raise ValueError
        if kind == "GRID":
            if fields[1] or [float(v) for v in fields[2:]][2:] == [] or len(fields) != 5:
                raise ValueError
            points.add(number)
        elif kind == "CTRIA3":
            elements[number] = int(fields[1]), {int(v) for v in fields[2:]}
            if len(elements[number][1]) != 3 or len(fields) != 5:
                raise ValueError
        elif kind == "PSHELL":
            properties[number] = int(fields[1])
            float(fields[2])
        else:
            materials[number] = fields[1]
            if not fields[1]:
                raise ValueError
    if set().union(*(corners for _, corners in elements.values())) != points:
        raise ValueError
    if {p for p, _ in elements.values()} != set(properties) or set(properties.values()) != set(materials):
        raise ValueError
    return any(materials[properties[p]] == "0" for p, _ in elements.values())
