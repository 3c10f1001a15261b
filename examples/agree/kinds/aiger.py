"""A circuit of and-gates and inverters in ASCII (AIGER): counts, literals that are dense and in
order, each gate once and in use, start values of latches, names of all inputs, latches, outputs."""

import random
import re

SMALLEST = """aag 3 1 1 1 1
2
4 7 1
6
6 5 2
i0 a
l0 a
o0 a
"""

INPUTS = ["reset", "enable", "load", "mode", *(f"a[{n}]" for n in range(6)),
          *(f"b[{n}]" for n in range(6))]
LATCHES = [*(f"count[{n}]" for n in range(6)), *(f"shift[{n}]" for n in range(7)),
           *(f"sum[{n}]" for n in range(8)), "armed", "seen", "hold", "locked", "busy"]


def make():
    r = random.Random(65)
    base = 1 + len(INPUTS) + len(LATCHES)
    gates = {}

    def both(one, two):
        one, two = max(one, two), min(one, two)
        if two < 2 or one ^ two < 2:
            return one if two == 1 or one == two else 0
        return gates.setdefault((one, two), 2 * (base + len(gates)))

    def either(one, two):
        return both(one ^ 1, two ^ 1) ^ 1

    def xor(one, two):
        return both(both(one, two) ^ 1, both(one ^ 1, two ^ 1) ^ 1)

    def choose(test, one, two):
        return both(both(test, one) ^ 1, both(test ^ 1, two) ^ 1) ^ 1

    def add(ones, twos, carry=0):
        total = []
        for one, two in zip(ones, twos):
            half = xor(one, two)
            total.append(xor(half, carry))
            carry = either(both(one, two), both(half, carry))
        return total + [carry]

    literals = iter(range(2, 2 * base, 2))
    names = {name: next(literals) for name in INPUTS + LATCHES}

    reset, enable, load, mode = (names[name] for name in INPUTS[:4])
    armed, seen, hold, locked, busy = (names[name] for name in LATCHES[-5:])
    a, b, count, shift, total = (
        [names[name] for name in INPUTS + LATCHES if name.startswith(f"{word}[")]
        for word in ("a", "b", "count", "shift", "sum"))
    starts = {name: r.choice([0, 0, 1]) for name in LATCHES}
    starts |= {"armed": 1, "seen": 0, "hold": 1, "locked": 1, "busy": names["busy"]}
    follow = {f"count[{n}]": both(choose(load, a[n], up), reset ^ 1)
              for n, up in enumerate(add(count, [enable] + [0] * 5)[:6])}
    turned = [xor(shift[6], both(mode, shift[2])), *shift[:6]]
    for n in range(7):
        follow[f"shift[{n}]"] = choose(enable, turned[n], xor(shift[n], both(load, b[n % 6])))
    product = [0] * 8
    for n in range(6):
        row = [0] * n + [both(x, b[n]) for x in a] + [0] * 8
        product = add(product, row[:8])[:8]
    least = add(a, [x ^ 1 for x in b], 1)[6]
    picked = [choose(mode, product[n], (shift + [least])[n]) for n in range(8)]
    summed = add(total, picked)
    for n in range(8):
        follow[f"sum[{n}]"] = both(choose(enable, summed[n], total[n]), reset ^ 1)
    same = 1
    for one, two in zip(count, b):
        same = both(same, xor(one, two) ^ 1)
    kept = {name: both(names[name] ^ 1, signal) for name, signal in
            (("armed", xor(same, mode)), ("seen", same), ("hold", either(load, reset)))}
    follow |= {name: gate ^ 1 for name, gate in kept.items()}
    follow |= {"locked": both(either(locked, least), armed), "busy": xor(busy, both(hold, seen))}
    ends = {"alarm": kept["armed"], "missed": kept["seen"] ^ 1, "over": summed[8], "done": same,
            "free": busy ^ 1, "safe": both(locked ^ 1, hold), "odd": xor(total[0], shift[6])}

    # Only gates that are in use are numbered.
    fans = {literal: pair for pair, literal in gates.items()}
    live, todo = set(), [x & ~1 for x in (*follow.values(), *ends.values())]
    while todo:
        gate = todo.pop()
        if gate in fans and gate not in live:
            live.add(gate)
            todo += [x & ~1 for x in fans[gate]]
    new = {literal: 2 * (base + n) for n, literal in enumerate(sorted(live))}

    def renamed(literal):
        return new.get(literal & ~1, literal & ~1) | literal & 1

    out = [f"aag {base - 1 + len(live)} {len(INPUTS)} {len(LATCHES)} {len(ends)} {len(live)}"]
    out += [f"{names[name]}" for name in INPUTS]
    out += [f"{names[name]} {renamed(follow[name])} {starts[name]}".removesuffix(" 0")
            for name in LATCHES]
    out += [f"{renamed(literal)}" for literal in ends.values()]
    out += [" ".join(str(renamed(x)) for x in (gate, *fans[gate])) for gate in sorted(live)]
    for mark, part in (("i", INPUTS), ("l", LATCHES), ("o", ends)):
        out += [f"{mark}{n} {name}" for n, name in enumerate(part)]
    return "\n".join(out + ["c", "counter, shift register and sum", "netlist 0.9"]) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def shows_bug(text):
    """An output is a gate that also keeps a latch, by its negation, and the latch starts at 1."""
    need(text.endswith("\n"))
    graph, mark, _ = text.partition("\nc\n")
    lines = (graph if mark else text[:-1]).split("\n")[::-1]

    def row(*sizes):
        fields = lines.pop().split(" ")
        need(len(fields) in sizes and all(re.fullmatch(r"0|[1-9]\d*", field) for field in fields))
        return [int(field) for field in fields]

    need(lines[-1].startswith("aag "))
    lines[-1] = lines[-1][4:]
    most, *counts, n_gates = row(5)
    n_in, n_latches, n_out = counts
    need(most == n_in + n_latches + n_gates)
    literals = iter(range(2, 2 * most + 2, 2))
    need(all(row(1) == [next(literals)] for _ in range(n_in)))
    latches = [row(2, 3) for _ in range(n_latches)]
    need(all(latch[0] == next(literals) and (latch + [0])[2] in (0, 1, latch[0])
             for latch in latches))
    outputs = [row(1)[0] for _ in range(n_out)]
    gates = {}
    for literal, one, two in [row(3) for _ in range(n_gates)]:
        need(literal == next(literals) and literal > one > two > 1 and one != two ^ 1)
        need((one, two) not in gates.values())
        gates[literal] = one, two
    # Each variable is read somewhere.
    read = [latch[1] for latch in latches] + outputs + [x for pair in gates.values() for x in pair]
    need({x // 2 for x in read} - {0} == set(range(1, most + 1)))
    for mark, count in zip("ilo", counts):
        names = [re.fullmatch(rf"{mark}{n} (\S.*)", lines.pop())[1] for n in range(count)]
        need(len(set(names)) == count)
    need(not lines)
    return any(latch[1] & 1 and latch[2:] == [1] and latch[1] ^ 1 in outputs
               and latch[0] ^ 1 in gates.get(latch[1] ^ 1, ()) for latch in latches)
