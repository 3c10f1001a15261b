"""A process in XML: nodes that list their flows, flows with both ends, shapes with dense ids."""

import random
import re

SMALLEST = """<process nodes="3" flows="2">
<start id="N1">
<out>F1</out>
</start>
<task id="N2" script="boom">
<in>F1</in>
<out>F2</out>
</task>
<end id="N3">
<in>F2</in>
</end>
<flow id="F1" from="N1" to="N2"/>
<flow id="F2" from="N2" to="N3"/>
<shape of="N1"/>
<shape of="N2"/>
<shape of="N3"/>
</process>
"""


def make():
    r = random.Random(16)
    n = 70
    edges = []
    for i in range(2, n + 1):
        for source in sorted({r.randint(max(1, i - 6), i - 1), r.randint(max(1, i - 6), i - 1)})[:2 if r.random() < 0.3 else 1]:
            if source != n:
                edges.append((source, i))
    has_out = {s for s, _ in edges}
    for i in range(1, n):
        if i not in has_out:
            edges.append((i, n))
    edges = sorted(set(edges))
    name = {e: f"F{k:03d}" for k, e in enumerate(edges, 1)}
    out = [f'<process nodes="{n}" flows="{len(edges)}">']
    for i in range(1, n + 1):
        tag = "start" if i == 1 else "end" if i == n else r.choice(["task", "task", "gate"])
        if i == 37:
            tag = "task"
        extra = ""
        if tag == "task":
            script = "boom" if i == 37 else r.choice(["load", "save", "check", "send"])
            extra = f' script="{script}"'
        out.append(f'<{tag} id="N{i:03d}"{extra}>')
        out += [f"<in>{name[e]}</in>" for e in edges if e[1] == i]
        out += [f"<out>{name[e]}</out>" for e in edges if e[0] == i]
        out.append(f"</{tag}>")
    out += [f'<flow id="{name[e]}" from="N{e[0]:03d}" to="N{e[1]:03d}"/>' for e in edges]
    out += [f'<shape of="N{i:03d}" x="{r.randint(0, 900)}" y="{r.randint(0, 900)}"/>' for i in range(1, n + 1)]
    out.append("</process>")
    return "\n".join(out) + "\n"


def shows_bug(text):
    lines = text.strip().split("\n")
    head = re.fullmatch(r'<process nodes="(\d+)" flows="(\d+)">', lines[0])
    if lines[-1] != "</process>":
        raise ValueError
    nodes, flows, shapes, current, found = {}, {}, [], None, False
    for line in lines[1:-1]:
        if m := re.fullmatch(r'<(start|task|gate|end) id="N(\d+)"(?: script="(\w+)")?>', line):
            if current or (m[1] == "task") != (m[3] is not None) or int(m[2]) != len(nodes) + 1:
                raise ValueError
            current = m[1], [], []
            nodes[int(m[2])] = current
            found = found or m[3] == "boom"
        elif m := re.fullmatch(r"<(in|out)>F(\d+)</\1>", line):
            current[1 if m[1] == "in" else 2].append(int(m[2]))
        elif m := re.fullmatch(r"</(\w+)>", line):
            if current[0] != m[1]:
                raise ValueError
            current = None
        elif m := re.fullmatch(r'<flow id="F(\d+)" from="N(\d+)" to="N(\d+)"/>', line):
            if int(m[1]) != len(flows) + 1:
                raise ValueError
            flows[int(m[1])] = int(m[2]), int(m[3])
        elif m := re.fullmatch(r'<shape of="N(\d+)"(?: x="\d+")?(?: y="\d+")?/>', line):
            shapes.append(int(m[1]))
        else:
            raise ValueError
    if len(nodes) != int(head[1]) or len(flows) != int(head[2]) or shapes != list(nodes):
        raise ValueError
    for number, (tag, ins, outs) in nodes.items():
        if ins != [f for f, (_, to) in flows.items() if to == number]:
            raise ValueError
        if outs != [f for f, (source, _) in flows.items() if source == number]:
            raise ValueError
        if not ins and tag != "start" or not outs and tag != "end":
            raise ValueError
        if tag == "start" and ins or tag == "end" and outs:
            raise ValueError
    return found
