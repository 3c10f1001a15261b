"""A VCD waveform: scopes, declared signals, initial values of all, times that rise."""

import random
import re

SMALLEST = """$scope module a $end
$var wire 1 ! overflow $end
$var reg 3 # state $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
0!
b101 #
$end
#1
1!
"""


def make():
    r = random.Random(13)
    out = ["$date today $end", "$version sim 1.2 $end", "$timescale 1ns $end"]
    ids = [chr(c) for c in range(33, 127)] + [a + b for a in "!\"#$%" for b in "abcdef"]
    signals, n = [], 0
    for module in ["top", "cpu", "alu", "fpu", "bus", "dma", "uart", "timer"]:
        out.append(f"$scope module {module} $end")
        for s in r.sample("clk rst data addr valid ready state count sum carry mode flag irq ack".split(), 8):
            width = 1 if s in ("clk", "rst", "valid", "ready", "carry", "flag", "irq", "ack") else r.choice([3, 4, 8])
            kind = r.choice(["wire", "reg"])
            out.append(f"$var {kind} {width} {ids[n]} {s} $end")
            signals.append((ids[n], width))
            n += 1
        if module == "alu":
            out.append(f"$var wire 1 {ids[n]} overflow $end")
            signals.append((ids[n], 1))
            special = ids[n]
            n += 1
            out.append(f"$var reg 3 {ids[n]} state $end") if not any(" state $end" in o for o in out[-9:]) else None
            if " state $end" in out[-1]:
                signals.append((ids[n], 3))
                n += 1
        out.append("$upscope $end") if module not in ("top", "cpu") else None
    out += ["$upscope $end", "$upscope $end", "$enddefinitions $end", "#0", "$dumpvars"]
    state = next(o.split()[3] for o in out if o.endswith(" state $end") and o.split()[2] == "3" and o.split()[3] > special or False) \
        if any(o.endswith(" state $end") and o.split()[2] == "3" and o.split()[3] > special for o in out) else None

    def value(id, width, v):
        return f"{v & 1}{id}" if width == 1 else f"b{v:0{width}b} {id}"

    for id, width in signals:
        out.append(value(id, width, 0))
    out.append("$end")
    time = 0
    for step in range(160):
        time += r.randint(1, 20)
        out.append(f"#{time}")
        for id, width in r.sample(signals, r.randint(1, 6)):
            if id not in (special, state):
                out.append(value(id, width, r.getrandbits(width)))
        if step == 90:
            out.append(value(state, 3, 5))
        if step == 101:
            out.append(value(special, 1, 1))
    return "\n".join(out) + "\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "":
        raise ValueError
    at, scopes, vars, now, found = 0, [], {}, {}, False
    while lines[at] != "$enddefinitions $end":
        line = lines[at]
        at += 1
        if m := re.fullmatch(r"\$scope module (\w+) \$end", line):
            scopes.append([m[1], 0])
        elif line == "$upscope $end":
            if scopes.pop()[1] == 0:
                raise ValueError
            if scopes:
                scopes[-1][1] += 1
        elif m := re.fullmatch(r"\$var (wire|reg) (\d+) (\S+) (\w+) \$end", line):
            if m[3] in vars or int(m[2]) < 1:
                raise ValueError
            scopes[-1][1] += 1
            vars[m[3]] = int(m[2]), m[4]
        elif not re.fullmatch(r"\$(date|version|timescale) .* \$end", line):
            raise ValueError
    if scopes or lines[at + 1] != "#0" or lines[at + 2] != "$dumpvars":
        raise ValueError
    at += 3
    dumping, time, previous = True, 0, {}
    for line in lines[at:]:
        if line == "$end" and dumping:
            if set(now) != set(vars):
                raise ValueError
            dumping = False
        elif line.startswith("#") and not dumping:
            new = int(line[1:])
            if new <= time:
                raise ValueError
            time = new
        else:
            m = re.fullmatch(r"b([01]+) (\S+)|([01])(\S+)", line)
            value, id = (m[1], m[2]) if m[1] else (m[3], m[4])
            width, name = vars[id]
            if len(value) != width or dumping and id in now:
                raise ValueError
            rises = not dumping and name == "overflow" and value == "1" and now[id] == "0"
            found = found or rises and any(vars[i][1] == "state" and v == "101" for i, v in now.items())
            now[id] = value
    if dumping:
        raise ValueError
    return found
