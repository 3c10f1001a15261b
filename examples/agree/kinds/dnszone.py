"""A DNS zone: a count of records, aliases and mail hosts that exist, addresses with their reverse."""

import random
import re

SMALLEST = """$ORIGIN a.
$SERIAL 1
$RECORDS 4
@ NS n
n A 10.0.0.1
c CNAME n
@ MX 1 n
$REVERSE 10.0.0
1 PTR n.a.
"""


def make():
    r = random.Random(21)
    hosts = sorted({a + str(r.randint(1, 60)) for a in "web db mail cache log build auth store".split() for _ in range(9)})
    address = dict(zip(hosts, r.sample(range(1, 250), len(hosts))))
    lines = ["@ NS " + hosts[3], "@ NS " + hosts[9]]
    lines += [f"{h} A 10.0.0.{address[h]}" for h in hosts]
    names = r.sample("www ftp smtp imap docs wiki git api cdn news shop blog test stage".split(), 14)
    for n in names:
        lines.append(f"{n} CNAME {r.choice(hosts)}")
    for p in (10, 20, 30):
        lines.append(f"@ MX {p} {r.choice(hosts)}")
    lines.append(f"www2 CNAME {lines[-1].split()[-1]}")
    for h in r.sample(hosts, 20):
        lines.append(f'{h} TXT "{r.choice(["rack", "room", "owner"])} {r.randint(1, 99)}"')
    out = ["$ORIGIN example.", "$SERIAL 2024051701", f"$RECORDS {len(lines)}", *lines, "$REVERSE 10.0.0"]
    out += [f"{a} PTR {h}.example." for h, a in sorted(address.items(), key=lambda pair: pair[1])]
    return "\n".join(out) + "\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "":
        raise ValueError
    origin = re.fullmatch(r"\$ORIGIN (\w+\.)", lines[0])[1]
    re.fullmatch(r"\$SERIAL (\d+)", lines[1])[0]
    n = int(re.fullmatch(r"\$RECORDS (\d+)", lines[2])[1])
    records = lines[3:3 + n]
    if not re.fullmatch(r"\$REVERSE 10.0.0", lines[3 + n]):
        raise ValueError
    a, cname, mx, ns, txt = {}, {}, [], [], []
    for line in records:
        name, kind, rest = line.split(" ", 2)
        if kind == "A":
            if name in a:
                raise ValueError
            a[name] = int(re.fullmatch(r"10\.0\.0\.(\d+)", rest)[1])
        elif kind == "CNAME":
            if name in cname:
                raise ValueError
            cname[name] = rest
        elif kind == "MX":
            int(rest.split(" ")[0])
            mx.append(rest.split(" ")[1])
        elif kind == "NS":
            ns.append(rest)
        elif kind == "TXT" and re.fullmatch(r'"[\w ]*"', rest):
            txt.append(name)
        else:
            raise ValueError
    if not ns or set(a) & set(cname) or any(name not in a for name in [*cname.values(), *mx, *ns, *txt]):
        raise ValueError
    reverse = {}
    for line in lines[4 + n:]:
        number, host = re.fullmatch(r"(\d+) PTR (\w+)\." + re.escape(origin), line).groups()
        if int(number) in reverse or reverse and int(number) <= max(reverse):
            raise ValueError
        reverse[int(number)] = host
    if reverse != {v: k for k, v in a.items()}:
        raise ValueError
    return any(target in mx for target in cname.values())
