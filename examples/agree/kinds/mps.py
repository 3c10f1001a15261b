"""A linear program in fixed MPS: names in columns of fixed width, every row and column used."""

import random
import re

SMALLEST = """NAME
ROWS
 N  C
 E  R
COLUMNS
    X         C                    1   R                    1
RHS
    B         R                   -1
BOUNDS
 FR D         X
ENDATA
"""


def make():
    r = random.Random(15)
    out = ["NAME          PLAN", "ROWS", " N  COST"]
    rows = [f"R{i:04d}" for i in range(1, 61)]
    kinds = {row: r.choice("LLGGE") for row in rows}
    out += [f" {kinds[row]}  {row}" for row in rows]
    out.append("COLUMNS")
    columns = [f"X{i:05d}" for i in range(1, 101)]
    pairs = []
    used = {row: 0 for row in rows}
    entries = {}
    for column in columns:
        chosen = sorted(set(r.sample(rows, r.randint(2, 5))), key=rows.index)
        entries[column] = ["COST"] + chosen
        for row in chosen:
            used[row] += 1
    for row in rows:
        if used[row] == 0:
            entries[r.choice(columns)].append(row)

    def field(name, value):
        return f"{name:<8}  {value:>12}"

    def lines(name, items):
        for i in range(0, len(items), 2):
            out.append("    " + f"{name:<8}  " + "   ".join(field(*item) for item in items[i:i + 2]))

    for column in columns:
        lines(column, [(row, f"{r.randint(1, 99)}.{r.randint(0, 9)}") for row in entries[column]])
    out.append("RHS")
    special = next(row for row in entries[columns[57]][1:])
    kinds_line = out.index(f" {kinds[special]}  {special}")
    out[kinds_line] = f" E  {special}"
    lines("RHS", [(row, "-7.5" if row == special else f"{r.randint(1, 900)}") for row in rows])
    out.append("BOUNDS")
    for i, column in enumerate(columns):
        if i == 57:
            out.append(f" FR BND       {column:<8}")
        elif i % 3 == 0:
            out.append(f" UP BND       {column:<8}  {r.randint(1, 50):>12}")
    out.append("ENDATA")
    return "\n".join(line.rstrip() for line in out) + "\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "" or lines[0].split()[:1] != ["NAME"] or lines[-1] != "ENDATA":
        raise ValueError
    rows, columns, rhs, free, section, order = {}, {}, {}, set(), 0, ["ROWS", "COLUMNS", "RHS", "BOUNDS"]
    current = None
    for line in lines[1:-1]:
        if line in order:
            if section == 4 or order[section] != line:
                raise ValueError
            section += 1
            continue
        if section == 1:
            kind, name = re.fullmatch(r" ([NLGE])  (\w{1,8})", line).groups()
            if name in rows:
                raise ValueError
            rows[name] = kind
        elif section in (2, 3):
            m = re.fullmatch(r"    (\w{1,8} *)", line[:14].ljust(14))
            name = m[1].strip()
            rest = line[14:]
            if rest == "" or len(m[1]) != 10:
                raise ValueError
            if section == 2 and name != current:
                if name in columns:
                    raise ValueError
                columns[name] = {}
                current = name
            for start in range(0, len(rest), 25):
                part = rest[start:start + 22]
                if len(part) != 22 or rest[start + 22:start + 25].strip():
                    raise ValueError
                row, value = part[:8].strip(), float(part[8:])
                if part[8:10] != "  " or row not in rows or " " in row:
                    raise ValueError
                into = columns[name] if section == 2 else rhs
                if row in into:
                    raise ValueError
                into[row] = value
        elif section == 4:
            m = re.fullmatch(r" (FR|UP|LO) (\w{1,8} *)(\w{1,8} *)( *[\d.]+)?", line)
            if len(line) < 15 or line[4:14].strip() == "" or len(m[2]) != 10:
                raise ValueError
            name = line[14:22].strip()
            if name not in columns or (m[1] == "FR") != (m[4] is None):
                raise ValueError
            if m[4] and len(line) != 36:
                raise ValueError
            if m[1] == "FR":
                free.add(name)
        else:
            raise ValueError
    if section != 4 or list(rows.values()).count("N") != 1 or set(rhs) != {n for n, k in rows.items() if k != "N"}:
        raise ValueError
    used = {row for entries in columns.values() for row in entries}
    objective = next(n for n, k in rows.items() if k == "N")
    if used != set(rows) or any(objective not in e or len(e) < 2 for e in columns.values()):
        raise ValueError
    return any(rows[row] == "E" and rhs[row] < 0 for name in free for row in columns[name] if row != objective)
