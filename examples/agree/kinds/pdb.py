"""A PDB structure: fields in fixed columns, serial numbers, bonds, a count of records at the end."""

import random
import re

ATOM = "ATOM  {:>5} {:<4} {:>3} {}{:>4}    {:>8.3f}{:>8.3f}{:>8.3f}"


def conect(*serials):
    return "CONECT" + "".join(f"{s:>5}" for s in serials)


def master(atoms, bonds, chains):
    return f"MASTER    {atoms:>5}{chains:>5}{bonds:>5}"


SMALLEST = "\n".join([
    ATOM.format(1, "SG", "CYS", "A", 1, 0, 0, 0), "TER       2      CYS A   1",
    ATOM.format(3, "SG", "CYS", "B", 1, 0, 0, 0), "TER       4      CYS B   1",
    conect(1, 3), conect(3, 1), master(2, 2, 2), "END"]) + "\n"


def make():
    r = random.Random(31)
    out, serial, atoms, sg = [], 0, 0, {}
    backbone = {"GLY": [], "ALA": ["CB"], "CYS": ["CB", "SG"], "SER": ["CB", "OG"], "VAL": ["CB", "CG1", "CG2"]}
    bonds = {}
    for chain, length in (("A", 30), ("B", 26), ("C", 18)):
        previous = None
        for number in range(1, length + 1):
            name = r.choice(list(backbone))
            if (chain, number) in (("A", 19), ("B", 11)):
                name = "CYS"
            first = None
            for atom in ["N", "CA", "C", "O"] + backbone[name]:
                serial += 1
                atoms += 1
                out.append(ATOM.format(serial, atom, name, chain, number, *(r.uniform(-40, 40) for _ in range(3))))
                if atom == "SG":
                    sg[chain, number] = serial
                if atom == "N" and previous:
                    bonds.setdefault(serial, set()).add(previous)
                    bonds.setdefault(previous, set()).add(serial)
                if atom == "C":
                    previous = serial
        serial += 1
        out.append(f"TER   {serial:>5}      {name:>3} {chain}{length:>4}")
    a, b = sg["A", 19], sg["B", 11]
    bonds.setdefault(a, set()).add(b)
    bonds.setdefault(b, set()).add(a)
    for s in sorted(bonds):
        out.append(conect(s, *sorted(bonds[s])))
    out += [master(atoms, len(bonds), 3), "END"]
    return "\n".join(out) + "\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "" or lines.pop() != "END":
        raise ValueError
    last = lines.pop()
    m = re.fullmatch(r"MASTER    ([ \d]{5})([ \d]{5})([ \d]{5})", last)
    counts = [int(v) for v in m.groups()]
    serial, atoms, closed, current, residue, bonds = 0, {}, set(), None, None, {}
    for line in lines:
        if line.startswith("ATOM  ") and not bonds:
            if len(line) != 54 or line[11] != " " or line[16] != " " or line[26:30] != "    ":
                raise ValueError
            serial += 1
            if int(line[6:11]) != serial or not re.fullmatch(r" *-?\d+\.\d{3} *-?\d+\.\d{3} *-?\d+\.\d{3}", line[30:]):
                raise ValueError
            [float(line[c:c + 8]) for c in (30, 38, 46)]
            chain, number = line[21], int(line[22:26])
            if chain in closed or current not in (None, chain) or not chain.strip():
                raise ValueError
            if residue != number and number != (residue or 0) + 1:
                raise ValueError
            current, residue = chain, number
            atoms[serial] = line[12:16].strip(), line[17:20], chain
        elif line.startswith("TER   ") and not bonds:
            serial += 1
            if int(line[6:11]) != serial or line[21] != current or int(line[22:26]) != residue or len(line) != 26:
                raise ValueError
            if line[17:20] != atoms[serial - 1][1]:
                raise ValueError
            closed.add(current)
            current = residue = None
        elif line.startswith("CONECT"):
            if (len(line) - 6) % 5 or len(line) < 16:
                raise ValueError
            own, *others = [int(line[c:c + 5]) for c in range(6, len(line), 5)]
            if own in bonds or any(o not in atoms for o in others) or own not in atoms:
                raise ValueError
            bonds[own] = others
        else:
            raise ValueError
    if current or counts != [len(atoms), len(closed), len(bonds)]:
        raise ValueError
    found = False
    for own, others in bonds.items():
        for other in others:
            if own not in bonds[other]:
                raise ValueError
            found = found or atoms[own][0] == atoms[other][0] == "SG" and atoms[own][2] != atoms[other][2]
    return found
