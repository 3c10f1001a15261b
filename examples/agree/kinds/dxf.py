"""DXF: pairs of lines, unique hexadecimal handles, owners that exist, counts of entries and points, layers, blocks."""

import random
import re


def pairs(*items):
    """Lines of codes and values."""
    return [f"{code:>3}\n{value}" for code, value in items]


def section(name, *items):
    return pairs((0, "SECTION"), (2, name), *items, (0, "ENDSEC"))


def table(name, handle, *entries):
    rows = [(0, "TABLE"), (2, name), (5, handle), (330, "0"), (70, len(entries))]
    for key, *fields in entries:
        rows += [(0, name), (5, key), (330, handle), *fields]
    return [*rows, (0, "ENDTAB")]


def block(record, begin, end, name, *items):
    return [(0, "BLOCK"), (5, begin), (330, record), (2, name), *items, (0, "ENDBLK"), (5, end), (330, record)]


SMALLEST = "\n".join([
    *section("HEADER", (9, "$HANDSEED"), (5, "E")),
    *section("TABLES", *table("LAYER", "1", ("2", (2, "0"), (70, 0)), ("3", (2, "a"), (70, 1))),
             *table("BLOCK_RECORD", "4", ("5", (2, "*Model_Space")), ("6", (2, "a")))),
    *section("BLOCKS", *block("5", "7", "8", "*Model_Space"),
             *block("6", "9", "A", "a", (0, "POINT"), (5, "B"), (330, "6"), (8, "a"), (10, 0), (20, 0))),
    *section("ENTITIES", (0, "INSERT"), (5, "D"), (330, "5"), (8, "0"), (2, "a"), (10, 0), (20, 0), (41, -1)),
    *pairs((0, "EOF")),
"",
])


def make():
    r = random.Random(38)
    last = 0

    def handle():
        nonlocal last
        last += r.choice([1, 1, 1, 2, 5])
        return f"{last:X}"

    def shape(owner, layer):
        kind = r.choice(["LINE", "LINE", "CIRCLE", "POINT", "LWPOLYLINE"])
        head = [(0, kind), (5, handle()), (330, owner), (8, layer)]
        places = r.randint(2, 4) if kind == "LWPOLYLINE" else 1
        head += [(90, places)] if kind == "LWPOLYLINE" else []
        for _ in range(places):
            head += [(10, f"{r.uniform(0, 90):.1f}"), (20, f"{r.uniform(0, 90):.1f}")]
        if kind == "LINE":
            head += [(11, f"{r.uniform(0, 90):.1f}"), (21, f"{r.uniform(0, 90):.1f}")]
        return head + ([(40, f"{r.uniform(1, 9):.1f}")] if kind == "CIRCLE" else [])

    layers = ["0", "WALLS", "DOORS", "PIPES", "WIRES", "TEXT", "OLD"]
    blocks = ["*Model_Space", "DOOR", "LAMP", "VALVE", "SINK", "FAN"]
    keys = handle()
    layer_table = table("LAYER", keys, *((handle(), (2, name), (70, int(name == "OLD")), (62, r.randint(1, 7))) for name in layers))
    keys = handle()
    records = {name: handle() for name in blocks}
    record_table = table("BLOCK_RECORD", keys, *((records[name], (2, name)) for name in blocks))
    body = []
    for name in blocks:
        inside = []
        for n in range(0 if name == "*Model_Space" else r.randint(3, 5)):
            inside += shape(records[name], "OLD" if (name, n) == ("VALVE", 1) else r.choice(layers[:6]))
        body += block(records[name], handle(), handle(), name, *inside)
    drawn = []
    for n in range(46):
        layer = r.choice(layers)
        if n % 4:
            drawn += shape(records["*Model_Space"], layer)
            continue
        name = "VALVE" if n == 28 else r.choice(blocks[1:])
        scale = -1 if n == 28 or name != "VALVE" and r.random() < 0.4 else r.choice([1, 2])
        drawn += [(0, "INSERT"), (5, handle()), (330, records["*Model_Space"]), (8, "PIPES" if n == 28 else layer), (2, name)]
        drawn += [(10, f"{r.uniform(0, 90):.1f}"), (20, f"{r.uniform(0, 90):.1f}"), (41, scale)]
    out = section("HEADER", (9, "$ACADVER"), (1, "AC1015"), (9, "$HANDSEED"), (5, handle())) + section("TABLES", *layer_table, *record_table)
    return "\n".join(out + section("BLOCKS", *body) + section("ENTITIES", *drawn) + pairs((0, "EOF"))) + "\n"


NEEDS = {"TABLE": "2 5 330 70", "LAYER": "2 5 330 70", "BLOCK_RECORD": "2 5 330", "BLOCK": "2 5 330", "ENDBLK": "5 330",
         "POINT": "5 330 8 10 20", "LINE": "5 330 8 10 20 11 21", "CIRCLE": "5 330 8 10 20 40",
         "LWPOLYLINE": "5 330 8 90", "INSERT": "5 330 8 2 10 20 41", "SECTION": "2", "ENDTAB": "", "ENDSEC": "", "EOF": ""}


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "" or len(lines) % 2:
        raise ValueError
    items, handles, rows, seed = [], {"0"}, [], 0
    for code, value in zip(lines[::2], lines[1::2]):
        if not re.fullmatch(r" {0,2}\d{1,3}", code) or not value:
            raise ValueError
        if int(code) == 0:
            items.append((value, []))
        else:
            items[-1][1].append((int(code), value))
    for at, (kind, fields) in enumerate(items):
        row = dict(fields)
        if (kind, fields[:1]) == ("SECTION", [(2, "HEADER")]) and at == 0:
            variables = {fields[n][1]: fields[n + 1] for n in range(1, len(fields), 2) if fields[n][0] == 9}
            seed = int(variables["$HANDSEED"][1], 16)
            if len(variables) * 2 + 1 != len(fields) or variables["$HANDSEED"][0] != 5:
                raise ValueError
        else:
            needed = [int(code) for code in NEEDS[kind].split()]
            if kind == "LWPOLYLINE":
                needed += [10, 20] * int(row[90])
            given = sorted(code for code, _ in fields if (kind, code) != ("LAYER", 62))
            if given != sorted(needed) or any(not re.fullmatch(r"-?\d+(\.\d+)?", value) for code, value in fields if 10 <= code < 100):
                raise ValueError
            if 5 in row:
                if row[5] in handles or not re.fullmatch(r"[1-9A-F][0-9A-F]*", row[5]) or int(row[5], 16) >= seed:
                    raise ValueError
                handles.add(row[5])
        rows.append((kind, row))
    rows = iter(rows)
    frozen, records, filled, found = {}, {}, {}, False
    for name in ("HEADER", "TABLES", "BLOCKS", "ENTITIES"):
        kind, row = next(rows)
        if kind != "SECTION" or row[2] != name:
            raise ValueError
        around = None
        for kind, row in iter(lambda: next(rows), ("ENDSEC", {})):
            if name == "TABLES" and kind == "TABLE" and around is None and row[330] == "0":
                around, left = row, int(row[70])
            elif name == "TABLES" and kind in ("LAYER", "BLOCK_RECORD") and around[2] == kind and around[5] == row[330]:
                known = frozen if kind == "LAYER" else records
                if row[2] in known:
                    raise ValueError
                known[row[2]] = int(row[70]) & 1 if kind == "LAYER" else row[5]
                left -= 1
            elif name == "TABLES" and kind == "ENDTAB" and left == 0 and around:
                around = None
            elif name == "BLOCKS" and kind == "BLOCK" and around is None and records[row[2]] == row[330] and row[2] not in filled:
                around = row
                filled[row[2]] = []
            elif name == "BLOCKS" and kind == "ENDBLK" and around[330] == row[330]:
                around = None
            elif kind in ("POINT", "LINE", "CIRCLE", "LWPOLYLINE", "INSERT") and name in ("BLOCKS", "ENTITIES"):
                if row[330] != (around[330] if name == "BLOCKS" else records["*Model_Space"]):
                    raise ValueError
                hidden = frozen[row[8]]
                if kind == "INSERT":
                    found = not hidden and float(row[41]) < 0 and any(filled[row[2]]) or found
                if name == "BLOCKS":
                    filled[around[2]].append(hidden)
            else:
                raise ValueError
        if around:
            raise ValueError
    if next(rows)[0] != "EOF" or next(rows, None) or set(filled) != set(records) or frozen["0"]:
        raise ValueError
    return found
