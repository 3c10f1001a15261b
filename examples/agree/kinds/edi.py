"""EDI (X12): counts of segments, lines and sets, control numbers, levels with parents, totals."""

import random

SMALLEST = """ISA*1~
GS*PO*1~
ST*850*1~
HL*1**S~
HL*2*1*O~
PO1*1*1*CA*V~
CTT*1*1~
SE*6*1~
GE*1*1~
IEA*1*1~
"""


def make():
    r = random.Random(14)
    out = ["ISA*000000317~"]
    groups = 0
    for group in range(1, 4):
        groups += 1
        out.append(f"GS*PO*{group}~")
        for n in range(1, 7):
            number = f"{n:04d}"
            body = [f"ST*850*{number}~", f"BEG*00*SA*{r.randint(10**6, 10**7)}~", f"DTM*002*2024{r.randint(1, 12):02d}{r.randint(1, 28):02d}~"]
            level, parents = 0, [None]
            line = qty = 0
            for s in range(r.randint(1, 3)):
                level += 1
                ship = level
                body.append(f"HL*{level}**S~")
                body.append(f"N1*ST*{r.choice(['NORTH', 'SOUTH', 'WEST', 'EAST'])} DEPOT*92*{r.randint(100, 999)}~")
                for o in range(r.randint(1, 3)):
                    level += 1
                    body.append(f"HL*{level}*{ship}*O~")
                    for i in range(r.randint(1, 3)):
                        line += 1
                        amount = r.randint(1, 60)
                        qty += amount
                        unit = "CA" if (group, n, line) == (2, 4, 2) else r.choice(["EA", "BX", "PK"])
                        code = "VX991" if unit == "CA" else f"{r.choice('ABC')}{r.randint(100, 999)}"
                        body.append(f"PO1*{line}*{amount}*{unit}*{code}~")
                        if r.random() < 0.5:
                            body.append(f"PID*F****{r.choice(['SMALL', 'LARGE'])} {r.choice(['BOLT', 'NUT', 'GEAR'])}~")
            body.append(f"CTT*{line}*{qty}~")
            body.append(f"SE*{len(body) + 1}*{number}~")
            out += body
        out.append(f"GE*6*{group}~")
    out.append(f"IEA*{groups}*000000317~")
    return "\n".join(out) + "\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "" or not all(line.endswith("~") for line in lines):
        raise ValueError
    rows = [line[:-1].split("*") for line in lines]
    at, found = 0, False

    def take(*names):
        nonlocal at
        row = rows[at]
        if row[0] not in names:
            raise ValueError
        at += 1
        return row

    isa = take("ISA")
    n_groups = 0
    while rows[at][0] == "GS":
        gs = take("GS")
        n_groups += 1
        if gs[1] != "PO" or int(gs[2]) != n_groups:
            raise ValueError
        n_sets = 0
        while rows[at][0] == "ST":
            first = at
            st = take("ST")
            n_sets += 1
            if st[1] != "850" or int(st[2]) != n_sets:
                raise ValueError
            level = line = qty = 0
            kinds, has_order = {}, False
            while rows[at][0] != "CTT":
                row = take("BEG", "DTM", "HL", "N1", "PO1", "PID")
                if row[0] == "HL":
                    level += 1
                    if int(row[1]) != level or row[3] not in "SO":
                        raise ValueError
                    kinds[row[1]] = row[3]
                    if row[3] == "O" and kinds[row[2]] != "S" or row[3] == "S" and row[2]:
                        raise ValueError
                    has_order = row[3] == "O"
                elif row[0] == "PO1":
                    line += 1
                    if int(row[1]) != line or not has_order or int(row[2]) < 1:
                        raise ValueError
                    qty += int(row[2])
                    found = found or row[3] == "CA" and row[4][0] == "V"
                elif row[0] == "PID" and rows[at - 2][0] not in ("PO1", "PID"):
                    raise ValueError
            ctt = take("CTT")
            if line == 0 or [int(v) for v in ctt[1:]] != [line, qty]:
                raise ValueError
            se = take("SE")
            if int(se[1]) != at - first or se[2] != st[2]:
                raise ValueError
        ge = take("GE")
        if n_sets == 0 or int(ge[1]) != n_sets or ge[2] != gs[2]:
            raise ValueError
    iea = take("IEA")
    if int(iea[1]) != n_groups or iea[2] != isa[1] or at != len(rows):
        raise ValueError
    return found
