"""A LAMMPS data file: counts at the top, sections with dense ids, types that are all in use."""

import random
import re

SMALLEST = """a

3 atoms
2 bonds
1 angles
1 atom types
1 bond types
1 angle types

0 1 xlo xhi
0 1 ylo yhi
0 1 zlo zhi

Masses

1 1

Bond Coeffs

1 0 1

Angle Coeffs

1 1 1

Atoms

1 1 1 0 0 0 0
2 1 1 0 0 0 0
3 1 1 0 0 0 0

Bonds

1 1 1 2
2 1 2 3

Angles

1 1 1 2 3
"""

# Molecules: types of the atoms with charges, bonds and angles with types.
WATER = [(1, -0.82), (2, 0.41), (2, 0.41)], [(1, 0, 1), (1, 0, 2)], [(1, 1, 0, 2)]
METHANOL = [(3, 0.27), (1, -0.7), (2, 0.43)], [(2, 0, 1), (1, 1, 2)], [(2, 0, 1, 2)]
CHAIN = [(3, 0), (4, 0), (4, 0), (3, 0)], [(3, 0, 1), (3, 1, 2), (3, 2, 3)], [(3, 0, 1, 2), (3, 1, 2, 3)]
PAIR = [(5, 1), (6, -1)], [(4, 0, 1)], []
ODD = [(5, 1), (6, -1), (4, 0)], [(4, 0, 1), (5, 1, 2)], [(4, 0, 1, 2)]
SOLO = [(7, 0)], [], []


def make():
    r = random.Random(33)
    atoms, bonds, angles = [], [], []
    kinds = [WATER] * 17 + [METHANOL] * 6 + [CHAIN] * 5 + [PAIR] * 6 + [ODD] + [SOLO] * 4
    r.shuffle(kinds)
    for molecule, (parts, links, corners) in enumerate(kinds, 1):
        first = len(atoms) + 1
        x, y, z = (r.uniform(3, 37) for _ in "xyz")
        for kind, charge in parts:
            place = " ".join(f"{v + r.uniform(-1.5, 1.5):.3f}" for v in (x, y, z))
            atoms.append(f"{molecule} {kind} {charge:.2f} {place}")
        bonds += [f"{kind} {first + a} {first + b}" for kind, a, b in links]
        angles += [f"{kind} {first + a} {first + b} {first + c}" for kind, a, b, c in corners]
    sections = [
        ("Masses", ["15.999", "1.008", "15.035", "14.027", "22.990", "35.453", "39.948"]),
        ("Bond Coeffs", ["554.1 1.000", "382.0 1.430", "260.0 1.530", "0.0 2.800", "95.5 2.100"]),
        ("Angle Coeffs", ["45.8 109.5", "55.4 108.5", "62.1 114.0", "20.0 120.0"]),
        ("Atoms", atoms),
        ("Bonds", bonds),
        ("Angles", angles),
    ]
    out = ["LAMMPS data file of a mixed box", "", f"{len(atoms)} atoms", f"{len(bonds)} bonds", f"{len(angles)} angles"]
    out += ["7 atom types", "5 bond types", "4 angle types", "", *(f"0.0 40.0 {c}lo {c}hi" for c in "xyz")]
    for name, rows in sections:
        out += ["", name, "", *(f"{n} {row}" for n, row in enumerate(rows, 1))]
    return "\n".join(out) + "\n"


NUMBER = re.compile(r"-?\d+(\.\d+)?")


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "" or not lines[0].strip():
        raise ValueError
    counts, box, sections, at = {}, {}, {}, 1
    while at < len(lines) and not re.fullmatch(r"[A-Z][a-z]+( Coeffs)?", lines[at]):
        if m := re.fullmatch(r"(\d+) ((?:atom|bond|angle)(?:s| types))", lines[at]):
            if m[2] in counts:
                raise ValueError
            counts[m[2]] = int(m[1])
        elif m := re.fullmatch(r"(\S+) (\S+) ([xyz])lo \3hi", lines[at]):
            box[m[3]] = float(m[1]), float(m[2])
            if m[3] != "xyz"[len(box) - 1] or box[m[3]][0] >= box[m[3]][1]:
                raise ValueError
        elif lines[at]:
            raise ValueError
        at += 1
    need = {"Masses": ("atom types", 1), "Bond Coeffs": ("bond types", 2), "Angle Coeffs": ("angle types", 2)}
    need |= {"Atoms": ("atoms", 6), "Bonds": ("bonds", 3), "Angles": ("angles", 4)}
    while at < len(lines):
        # A section is its name, an empty line, as many rows as the header says, an empty line.
        name = lines[at]
        what, width = need[name]
        rows = lines[at + 2:at + 2 + counts[what]]
        at += 2 + counts[what]
        if name in sections or lines[at - counts[what] - 1] or at > len(lines) or at < len(lines) and lines[at]:
            raise ValueError
        at += 1
        sections[name] = {}
        for row in rows:
            key, *values = row.split(" ")
            if len(values) != width or not all(NUMBER.fullmatch(v) for v in values) or not 1 <= int(key) <= len(rows):
                raise ValueError
            sections[name][int(key)] = values
        if len(sections[name]) != len(rows):
            raise ValueError
    if len(box) != 3 or {need[name][0] for name in sections} != {what for what in counts if counts[what]}:
        raise ValueError
    atoms, bonds, angles = (sections.get(name, {}) for name in ("Atoms", "Bonds", "Angles"))
    for what, used in (("atom types", [a[1] for a in atoms.values()]), ("bond types", [b[0] for b in bonds.values()]),
                       ("angle types", [a[0] for a in angles.values()])):
        if {int(kind) for kind in used} != set(range(1, counts.get(what, 0) + 1)):
            raise ValueError
    if any(not box[c][0] <= float(v) <= box[c][1] for a in atoms.values() for c, v in zip("xyz", a[3:])):
        raise ValueError
    if any(float(mass[0]) <= 0 for mass in sections["Masses"].values()):
        raise ValueError
    joined = {}
    for kind, *ends in bonds.values():
        a, b = map(int, ends)
        if a == b or frozenset((a, b)) in joined or atoms[a][0] != atoms[b][0]:
            raise ValueError
        joined[frozenset((a, b))] = float(sections["Bond Coeffs"][int(kind)][0])
    found = False
    for _, *ends in angles.values():
        a, b, c = map(int, ends)
        if a == c:
            raise ValueError
        found = 0 in (joined[frozenset((a, b))], joined[frozenset((b, c))]) or found
    return found
