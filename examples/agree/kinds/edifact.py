"""EDIFACT: counts of segments, lines and messages, invoices that refer to lines of orders, amounts and totals."""

import random
import re

SMALLEST = """UNB+UNOA:2+A+A+240101:0000+1'
UNH+1+ORDERS:D:96A:UN'
BGM+220+1'
LIN+1++1:EN'
QTY+21:2'
PRI+AAA:1'
UNS+S'
CNT+2:1'
UNT+8+1'
UNH+2+INVOIC:D:96A:UN'
BGM+380+2'
LIN+1++1:EN'
QTY+47:1'
PRI+AAA:1'
RFF+ON:1:1'
ALC+A'
MOA+203:1'
UNS+S'
MOA+86:1'
CNT+2:1'
UNT+12+2'
UNZ+2+1'
"""


def make():
    r = random.Random(36)
    out = ["UNA:+.? '", "UNB+UNOA:2+4012345000016:14+5412345000013:14+240311:0930+REF0081'"]
    orders, messages = [], 0

    def message(kind, body):
        nonlocal messages
        messages += 1
        out.append(f"UNH+ME{messages:04d}+{kind}:D:96A:UN'")
        out.extend(f"{segment}'" for segment in body)
        out.append(f"UNT+{len(body) + 2}+ME{messages:04d}'")

    for n in range(9):
        number, lines = f"PO{r.randint(10**4, 10**5)}", []
        body = [f"BGM+220+{number}+9", f"DTM+137:202403{r.randint(1, 28):02d}:102", "NAD+BY+5412345000013::9"]
        body += [f"NAD+DP+{r.randint(10**12, 10**13 - 1)}::9"] if r.random() < 0.5 else []
        for line in range(1, r.randint(3, 6)):
            code, count, price = f"40{r.randint(10**10, 10**11 - 1)}", r.randint(4, 60), r.randint(2, 90)
            lines.append((code, count, price))
            body += [f"LIN+{line}++{code}:EN"]
            body += [f"FTX+AAI+++{r.choice(['DON?+T BEND', 'BUYER?' + chr(39) + 'S LABEL', 'KEEP DRY'])}"] if r.random() < 0.2 else []
            body += [f"QTY+21:{count}", f"PRI+AAA:{price}"]
        orders.append((number, lines))
        message("ORDERS", [*body, "UNS+S", f"CNT+2:{len(lines)}"])
    for n in range(8):
        body, total, billed = [f"BGM+380+IN{n + 511}+9", f"DTM+137:202404{r.randint(1, 28):02d}:102"], 0, 0
        for number, lines in (orders[n], orders[(n + 3) % 9]) if n % 2 else (orders[n],):
            for line, (code, count, price) in enumerate(lines, 1):
                odd = n == 5 and line == 2 and not number == orders[n][0]
                less, allowance = odd or r.random() < 0.2, r.random() < 0.2
                if r.random() < 0.3 and not odd:
                    continue
                if less:
                    count -= r.randint(1, 3)
                billed += 1
                total += count * price
                body += [f"LIN+{billed}++{code}:EN", f"QTY+47:{count}", f"PRI+AAA:{price}", f"RFF+ON:{number}:{line}"]
                body += ["ALC+A" if odd or not less else "ALC+C"] if odd or allowance else []
                body += [f"MOA+203:{count * price}"]
        message("INVOIC", [*body, "UNS+S", f"MOA+86:{total}", f"CNT+2:{billed}"])
    return "\n".join([*out, f"UNZ+{messages}+REF0081'"]) + "\n"


def split(text, mark):
    """The parts between the marks; a mark after a question mark is text."""
    parts = [""]
    for piece in re.findall(r"\?.|.", text, re.S):
        if piece == mark:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def shows_bug(text):
    text = text.removeprefix("UNA:+.? '\n")
    segments = split(text, "'")
    if segments.pop() != "\n" or any(not s.startswith("\n") for s in segments[1:]):
        raise ValueError
    rows = [[split(part, ":") for part in split(s.removeprefix("\n"), "+")] for s in segments]
    at = 0

    def take(name, optional=False):
        nonlocal at
        row = rows[at]
        if row[0] != [name]:
            if optional:
                return None
            raise ValueError
        at += 1
        return row[1:]

    def number(value):
        if not re.fullmatch(r"[1-9]\d*", value):
            raise ValueError
        return int(value)

    unb = take("UNB")
    if unb[0] != ["UNOA", "2"] or not unb[1][0] or not unb[2][0] or not re.fullmatch(r"\d{6}:\d{4}", ":".join(unb[3])):
        raise ValueError
    orders, documents, references, found = {}, set(), set(), False
    while rows[at][0] == ["UNH"]:
        first = at
        unh = take("UNH")
        kind = unh[1][0]
        if unh[0][0] in references or unh[1][1:] != ["D", "96A", "UN"]:
            raise ValueError
        references.add(unh[0][0])
        bgm = take("BGM")
        document = bgm[1][0]
        if bgm[0][0] != {"ORDERS": "220", "INVOIC": "380"}[kind] or not document or document in documents:
            raise ValueError
        documents.add(document)
        while row := take("DTM", True) or take("NAD", True):
            if len(row[0]) > 1 and not re.fullmatch(r"137:\d{8}:102", ":".join(row[0])):
                raise ValueError
        lines, total = [], 0
        while lin := take("LIN", True):
            if number(lin[0][0]) != len(lines) + 1 or lin[1] != [""] or not re.fullmatch(r"\d+", lin[2][0]) or lin[2][1] != "EN":
                raise ValueError
            take("FTX", True)
            [[what, count]] = take("QTY")
            [[how, price]] = take("PRI")
            if what != {"ORDERS": "21", "INVOIC": "47"}[kind] or how != "AAA":
                raise ValueError
            lines.append((lin[2][0], number(count), number(price)))
            if kind == "INVOIC":
                [[what, order, line]] = take("RFF")
                code, ordered, agreed = orders[order][number(line) - 1]
                if what != "ON" or code != lin[2][0] or int(price) != agreed or int(count) > ordered:
                    raise ValueError
                extra = take("ALC", True) or [["C"]]
                if extra not in ([["A"]], [["C"]]):
                    raise ValueError
                found = found or extra == [["A"]] and int(count) < ordered
                if take("MOA") != [["203", str(int(count) * int(price))]]:
                    raise ValueError
                total += int(count) * int(price)
        if kind == "ORDERS":
            orders[document] = lines
        if take("UNS") != [["S"]] or kind == "INVOIC" and take("MOA") != [["86", str(total)]]:
            raise ValueError
        if not lines or take("CNT") != [["2", str(len(lines))]] or take("UNT") != [[str(at - first)], unh[0]]:
            raise ValueError
    if take("UNZ") != [[str(len(references))], unb[4]] or at != len(rows):
        raise ValueError
    return found
