"""A netlist in brackets: parts of a library, nets with numbers, each with at least two pins."""

import random
import re

SMALLEST = """(export
(components
(comp (ref U1) (part opamp))
(comp (ref U2) (part opamp)))
(libparts
(libpart opamp
(pin 1 output)))
(nets 1
(net (code 1) (name n)
(node (ref U1) (pin 1))
(node (ref U2) (pin 1)))))
"""


def make():
    r = random.Random(32)
    library = {"res": ["passive"] * 2, "cap": ["passive"] * 2, "led": ["passive"] * 2, "npn": ["input", "output", "passive"],
               "opamp": ["output", "input", "input", "power", "power"],
               "mcu": ["power", "power"] + ["input"] * 5 + ["output"] * 5, "reg": ["input", "power", "output"]}
    letters = dict(res="R", cap="C", led="D", npn="Q", opamp="U", mcu="U", reg="U")
    count, comps = {}, []
    for part in r.choices(list(library), weights=[14, 12, 4, 5, 5, 2, 2], k=56) + ["mcu", "opamp"]:
        letter = letters[part]
        count[letter] = count.get(letter, 0) + 1
        comps.append((f"{letter}{count[letter]}", part))
    outputs = [(c, i + 1) for c, p in comps for i, k in enumerate(library[p]) if k == "output"]
    rest = [(c, i + 1) for c, p in comps for i, k in enumerate(library[p]) if k != "output"]
    r.shuffle(outputs)
    r.shuffle(rest)
    nets = [[outputs.pop(), outputs.pop()]]
    while outputs:
        nets.append([outputs.pop()])
    while len(nets) < 50:
        nets.append([rest.pop()])
    for net in nets[1:]:
        net.append(rest.pop())
    for node in rest:
        r.choice(nets).append(node)
    r.shuffle(nets)
    out = ["(export", "(components"]
    out += [f"(comp (ref {c}) (part {p}))" for c, p in comps]
    out[-1] += ")"
    out.append("(libparts")
    for part, pins in library.items():
        out.append(f"(libpart {part}")
        out += [f"(pin {i} {kind})" for i, kind in enumerate(pins, 1)]
        out[-1] += ")"
    out[-1] += ")"
    out.append(f"(nets {len(nets)}")
    for i, net in enumerate(nets, 1):
        out.append(f"(net (code {i}) (name {r.choice(['SIG', 'BUS', 'CLK', 'NET'])}{i * 7})")
        out += [f"(node (ref {c}) (pin {p}))" for c, p in net]
        out[-1] += ")"
    out[-1] += "))"
    return "\n".join(out) + "\n"


def parse(text):
    stack = [[]]
    for token in re.findall(r"[()]|[^()\s]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    [[root]] = stack
    return root


def shows_bug(text):
    export, (c, *components), (l, *libparts), (n, n_nets, *nets) = parse(text)
    if [export, c, l, n] != ["export", "components", "libparts", "nets"] or int(n_nets) != len(nets):
        raise ValueError
    library = {}
    for kind, name, *pins in libparts:
        if kind != "libpart" or name in library or not pins:
            raise ValueError
        library[name] = {number: what for word, number, what in pins if word == "pin"}
        if list(library[name]) != [str(i) for i in range(1, len(pins) + 1)]:
            raise ValueError
    comps = {}
    for comp, (ref, name), (part, what) in components:
        if [comp, ref, part] != ["comp", "ref", "part"] or name in comps:
            raise ValueError
        comps[name] = library[what]
    if set(what for _, _, (_, what) in components) != set(library):
        raise ValueError
    seen, names, found = set(), set(), False
    for number, (net, (code, i), (word, name), *nodes) in enumerate(nets, 1):
        if [net, code, word] != ["net", "code", "name"] or int(i) != number or name in names or len(nodes) < 2:
            raise ValueError
        names.add(name)
        outputs = 0
        for node, (ref, comp), (pin, at) in nodes:
            if [node, ref, pin] != ["node", "ref", "pin"] or (comp, at) in seen:
                raise ValueError
            seen.add((comp, at))
            outputs += comps[comp][at] == "output"
        found = found or outputs >= 2
    if seen != {(c, p) for c, pins in comps.items() for p in pins}:
        raise ValueError
    return found
