"""G-code: numbered lines with a checksum of their bytes, tools that are declared, a count of layers."""

import random
import re


def line(number, body):
    text = f"N{number} {body}"
    sum = 0
    for byte in text.encode():
        sum ^= byte
    return f"{text}*{sum}"


def program(tools, layers, bodies):
    head = [f";LAYERS {layers}", *(f";TOOL {tool} {size}" for tool, size in tools)]
    return "\n".join(head + [line(n, body) for n, body in enumerate(bodies)]) + "\n"


SMALLEST = program([(1, 1)], 1, ["M110", "L0", "T1", "G2 X0 Y0 I1 J1", "M2"])


def make():
    r = random.Random(24)
    tools = [(n, r.randint(2, 40)) for n in range(1, 9)]
    bodies = ["M110"]
    for layer in range(24):
        bodies.append(f"L{layer}")
        for _ in range(r.randint(1, 3)):
            bodies.append(f"T{r.randint(1, 8)}")
            for _ in range(r.randint(2, 7)):
                if r.random() < 0.1:
                    bodies.append(f"M{r.choice([3, 5, 8, 9])}")
                bodies.append(f"G{r.choice([0, 1])} X{r.randint(0, 200)} Y{r.randint(0, 200)}")
            if layer == 13:
                bodies.append("G2 X10 Y20 I3 J4")
    bodies.append("M2")
    return program(tools, 24, bodies)


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "":
        raise ValueError
    layers = int(re.fullmatch(r";LAYERS (\d+)", lines[0])[1])
    at, tools, used, found = 1, set(), set(), False
    while m := re.fullmatch(r";TOOL (\d+) (\d+)", lines[at]):
        if m[1] in tools or int(m[2]) < 1:
            raise ValueError
        tools.add(m[1])
        at += 1
    layer, tool = -1, None
    bodies = []
    for number, got in enumerate(lines[at:]):
        body = re.fullmatch(r"N\d+ (.*)\*\d+", got)[1]
        if got != line(number, body):
            raise ValueError
        bodies.append(body)
    if bodies[0] != "M110" or bodies[-1] != "M2":
        raise ValueError
    for body in bodies[1:-1]:
        if m := re.fullmatch(r"L(\d+)", body):
            layer += 1
            if int(m[1]) != layer:
                raise ValueError
        elif m := re.fullmatch(r"T(\d+)", body):
            if m[1] not in tools or layer < 0:
                raise ValueError
            tool = m[1]
            used.add(tool)
        elif re.fullmatch(r"M(3|5|8|9)", body):
            pass
        elif m := re.fullmatch(r"G([012]) X(\d+) Y(\d+)(?: I(\d+) J(\d+))?", body):
            if tool is None or (m[1] == "2") != (m[4] is not None):
                raise ValueError
            found = found or m[1] == "2"
        else:
            raise ValueError
    if layer + 1 != layers or used != tools:
        raise ValueError
    return found
