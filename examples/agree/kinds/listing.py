"""A listing of an assembler: hexadecimal addresses, bytes, jumps, a table of symbols, a size."""

import random
import re

SMALLEST = """0000 4C 03 00 JMP a
0003 00 a BRK
SYMBOLS 1
a 0003
SIZE 0004
"""
LENGTH = {"JMP": 3, "JSR": 3, "LDA": 2, "STA": 2, "ADC": 2, "NOP": 1, "RTS": 1, "INX": 1, "BRK": 1}
CODE = {"JMP": 0x4C, "JSR": 0x20, "LDA": 0xA9, "STA": 0x85, "ADC": 0x69, "NOP": 0xEA, "RTS": 0x60, "INX": 0xE8, "BRK": 0}


def make():
    r = random.Random(36)
    labels = r.sample([a + b for a in "init read send loop wait done fail next skip" .split() for b in ("_a", "_b", "_c", "1", "")], 34)
    program = []
    for i, label in enumerate(labels):
        for n in range(r.randint(3, 9)):
            op = r.choice(["LDA", "STA", "ADC", "NOP", "INX", "JSR", "JSR", "JMP"])
            program.append([label if n == 0 else "", op, r.choice(labels) if op in ("JSR", "JMP") else r.randint(0, 255)])
        program.append(["", "RTS", 0])
    brk = next(i for i, (label, _, _) in enumerate(program) if label == labels[20])
    program[brk][1:] = ["BRK", 0]
    program[brk + 30][1:] = ["JMP", labels[20]]
    at, address = 0, {}
    for label, op, _ in program:
        if label:
            address[label] = at
        at += LENGTH[op]
    out, place = [], 0
    for label, op, arg in program:
        words = [f"{CODE[op]:02X}"]
        text = op
        if LENGTH[op] == 3:
            words += [f"{address[arg] & 255:02X}", f"{address[arg] >> 8:02X}"]
            text = f"{op} {arg}"
        elif LENGTH[op] == 2:
            words.append(f"{arg:02X}")
        out.append(" ".join([f"{place:04X}", *words, *([label] if label else []), text]))
        place += LENGTH[op]
    out.append(f"SYMBOLS {len(labels)}")
    out += [f"{label} {address[label]:04X}" for label in sorted(labels)]
    out.append(f"SIZE {place:04X}")
    return "\n".join(out) + "\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "":
        raise ValueError
    place, labels, jumps, at, ops = 0, {}, [], 0, {}
    while not lines[at].startswith("SYMBOLS "):
        m = re.fullmatch(r"([0-9A-F]{4})((?: [0-9A-F]{2}){1,3})(?: ([a-z]\w*))? ([A-Z]{3})(?: (\w+))?", lines[at])
        code = [int(v, 16) for v in m[2].split()]
        if int(m[1], 16) != place or len(code) != LENGTH[m[4]] or code[0] != CODE[m[4]]:
            raise ValueError
        if m[3]:
            if m[3] in labels:
                raise ValueError
            labels[m[3]] = place
        ops[place] = m[4]
        if (m[4] in ("JMP", "JSR")) != (m[5] is not None):
            raise ValueError
        if m[5]:
            jumps.append((m[4], m[5], code[1] + 256 * code[2]))
        place += len(code)
        at += 1
    n = int(lines[at].split(" ")[1])
    table = [line.split(" ") for line in lines[at + 1:-1]]
    if n != len(table) or {a: int(b, 16) for a, b in table} != labels or table != sorted(table):
        raise ValueError
    if any(not re.fullmatch(r"[0-9A-F]{4}", b) for _, b in table) or lines[-1] != f"SIZE {place:04X}":
        raise ValueError
    if any(labels[name] != to for _, name, to in jumps):
        raise ValueError
    return any(op == "JMP" and ops[to] == "BRK" for op, _, to in jumps)
