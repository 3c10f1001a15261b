"""Orders and invoices in X12 (850 and 810): control numbers of envelopes, counts of segments, groups and lines,
fields of fixed width, totals, invoices for orders."""

import random
import re

ISA = "ISA*00*          *00*          *ZZ*A              *ZZ*B              *000101*0000*U*00401*000000000*0*P*>~\n"

SMALLEST = ISA + """GS*PO*AA*AA*20000101*0000*1*X*004010~
ST*850*0001~
BEG*00*SA*A**20000101~
PO1*1*0*CA~
SE*4*0001~
GE*1*1~
GS*IN*AA*AA*20000101*0000*2*X*004010~
ST*810*0001~
BIG*20000101*A**A~
IT1*1*0*EA*0~
TDS*0~
SE*5*0001~
GE*1*2~
IEA*2*000000000~
"""

# The order of segments; a loop is in a list of its own.
ORDER = {"850": ["BEG", "CUR", "REF", "PER", "DTM", "TD5", ["N1", "N3", "N4"], ["PO1", "PID", "REF", "DTM"], ["CTT", "AMT"]],
         "810": ["BIG", "CUR", "REF", ["N1", "N3", "N4"], "ITD", "DTM", ["IT1", "PID", "REF"], "TDS", "SAC", "CTT"]}
ONCE = {"BEG", "BIG", "CUR", "CTT", "TDS"}
NEEDED = {"850": {"BEG", "PO1"}, "810": {"BIG", "TDS"}}


def make():
    r = random.Random(91)
    items = [(f"{r.randint(10**11, 10**12 - 1)}", f"SKU-{r.randint(1000, 9999)}", word, r.randint(120, 9000)) for word in
             ("GARDEN HOSE 25FT", "STEEL RAKE", "WORK GLOVES L", "LED BULB 60W", "PAINT ROLLER 9IN", "WOOD SCREWS 100CT", "TAPE MEASURE",
              "EXTENSION CORD", "SMOKE DETECTOR", "PADLOCK 40MM", "DUCT TAPE", "UTILITY KNIFE", "TARP 8X10", "HAMMER 16OZ")]
    places = [("ST", "STORE 0114", "92", "0114", "1200 MAIN ST", "DAYTON*OH*45402"), ("ST", "DC COLUMBUS", "92", "0901", "44 FREIGHT RD", "COLUMBUS*OH*43085"),
              ("BT", "ACME RETAIL AP", "91", "AP1", "PO BOX 77", "CHICAGO*IL*60601")]
    orders, out = [], []
    money = lambda cents: f"{cents / 100:.2f}".rstrip("0").rstrip(".")

    def wrap(kind, number, body):
        own = [f"ST*{kind}*{number:04}", *body]
        return [*own, f"SE*{len(own) + 1}*{number:04}"]

    def group(code, number, date, sets):
        body = [line for n, own in enumerate(sets) for line in wrap({"PO": "850", "IN": "810"}[code], n + 1, own)]
        ends = ("ACMERETAIL", "TOOLSUPPLY") if code == "PO" else ("TOOLSUPPLY", "ACMERETAIL")
        return [f"GS*{code}*{ends[0]}*{ends[1]}*{date}*0931*{number}*X*004010", *body, f"GE*{len(sets)}*{number}"]

    def address(own):
        kind, name, code, number, street, city = own
        return [f"N1*{kind}*{name}*{code}*{number}", f"N3*{street}", f"N4*{city}*US"]

    sets = []
    for n in range(7):
        po, lines = f"45000{r.randint(10000, 99999)}", []
        body = [f"BEG*00*{r.choice(['SA', 'NE'])}*{po}**202403{n + 4:02}", "CUR*BY*USD", f"REF*DP*{r.randint(10, 99)}", f"REF*IA*{r.randint(10000, 99999)}"]
        body += [f"PER*BD*JO BUYER*TE*555{r.randint(1000000, 9999999)}"] if r.random() < 0.5 else []
        body += [f"DTM*002*202403{n + 14}", "TD5*O*2*UPSN*M*GROUND"][:r.randint(1, 2)]
        body += address(places[n % 2]) + address(places[2])
        for k, (upc, sku, word, price) in enumerate(r.sample(items, r.randint(3, 6))):
            unit = "CA" if k == 1 and n in (1, 2, 4) else "EA"
            quantity = r.randint(2, 96)
            lines.append((k + 1, quantity, unit, price, upc, sku, word))
            body += [f"PO1*{k + 1}*{quantity}*{unit}*{money(price)}**UP*{upc}*VN*{sku}", f"PID*F****{word}"]
        body += [f"CTT*{len(lines)}" + (f"*{sum(line[1] for line in lines)}" if r.random() < 0.7 else "")]
        body += [f"AMT*TT*{money(sum(line[1] * line[3] for line in lines))}"] if r.random() < 0.6 else []
        orders.append((po, lines))
        sets.append(body)
    out += group("PO", 1203, "20240311", sets)
    sets = []
    for n, (po, lines) in enumerate([orders[0], orders[2], orders[3], orders[4], orders[6], ("4499912034", orders[1][1])]):
        body = [f"BIG*202403{n + 16:02}*INV{r.randint(10000, 99999)}*202403{n + 4:02}*{po}", "CUR*SE*USD", f"REF*BM*{r.randint(10**7, 10**8)}"]
        body += address(places[n % 2]) + ["ITD*01*3*2**10**30*****2 PCT 10 NET 30"] * (n % 2) + [f"DTM*011*202403{n + 15}"]
        total = 0
        for number, quantity, unit, price, upc, sku, word in lines:
            # One invoice of all counts the pieces where the order has cases.
            if unit == "CA" and n == 3:
                unit, quantity, price = "EA", quantity * 12, price // 12
            total += quantity * price
            body += [f"IT1*{number}*{quantity}*{unit}*{money(price)}**UP*{upc}*VN*{sku}"] + [f"PID*F****{word}"] * (r.random() < 0.5)
        fee = r.choice([0, 0, 1250, 2200])
        body += [f"TDS*{total + fee}"] + [f"SAC*C*D240***{fee}**********FREIGHT"] * (fee > 0) + [f"CTT*{len(lines)}"]
        sets.append(body)
    out += group("IN", 1204, "20240318", sets)
    head = "ISA*00*          *00*          *ZZ*ACMERETAIL     *01*987654321      *240318*0931*U*00401*000004711*0*P*>"
    return "~\n".join([head, *out, "IEA*2*000004711"]) + "~\n"


def need(condition):
    if not condition:
        raise ValueError


def whole(text, most=9):
    need(re.fullmatch(r"\d{1,%d}" % most, text, re.A))
    return int(text)


def cents(text):
    need(re.fullmatch(r"\d+(\.\d{1,2})?", text, re.A))
    left, _, right = text.partition(".")
    return int(left) * 100 + int(right.ljust(2, "0"))


def date(text):
    need(re.fullmatch(r"\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])", text, re.A))


def shows_bug(text):
    """An invoice counts pieces for an order, of the same interchange, whose line of the same number has cases."""
    isa = re.match(r"ISA\*00\*.{10}\*00\*.{10}\*(ZZ|\d\d)\*[!-~][ -~]{14}\*(ZZ|\d\d)\*[!-~][ -~]{14}\*(\d{6})\*\d{4}\*U\*00401\*(\d{9})\*[01]\*[PT]\*>~\s*", text, re.A)
    need(isa and isa[0].count("*") == 16)
    date("20" + isa[3])
    rest = text[isa.end():]
    need(rest.rstrip().endswith("~") and all(x.isprintable() or x == "\n" for x in rest))
    segments = [own.lstrip("\n").split("*") for own in rest.rstrip()[:-1].split("~")]
    need(all(re.fullmatch("[A-Z][A-Z0-9]{1,2}", own[0]) and "\n" not in "".join(own) for own in segments))
    # An empty field at the end of a segment must be left out.
    need(all(len(own) > 1 and own[-1] for own in segments))
    orders, invoices, groups, at = {}, [], set(), 0
    while segments[at][0] == "GS":
        _, code, sender, receiver, day, time, number, agency, version = segments[at]
        kind = {"PO": "850", "IN": "810"}[code]
        date(day)
        need(2 <= len(sender) <= 15 and 2 <= len(receiver) <= 15)
        need(re.fullmatch(r"([01]\d|2[0-3])[0-5]\d(\d\d)?", time, re.A) and agency == "X" and version[:6] == "004010")
        need(whole(number) not in groups)
        groups.add(whole(number))
        at, sets = at + 1, set()
        while segments[at][0] == "ST":
            first = at
            _, sort, name = segments[at]
            need(sort == kind and re.fullmatch(r"\w{4,9}", name) and name not in sets)
            sets.add(name)
            while segments[at][0] != "SE":
                at += 1
            _, many, end = segments[at]
            need(end == name and whole(many) == at - first + 1)
            read(kind, segments[first + 1:at], orders, invoices)
            at += 1
        word, many, end = segments[at]
        need(word == "GE" and whole(many) == len(sets) > 0 and end == number)
        at += 1
    need(at == len(segments) - 1)
    word, many, end = segments[at]
    need(word == "IEA" and whole(many) == len(groups) > 0 and end == isa[4])
    return any(line in orders.get(po, {}) and orders[po][line] == "CA" and unit == "EA" for po, line, unit in invoices)


def read(kind, body, orders, invoices):
    """One transaction set: its segments in order, its lines and its totals."""
    order, place, inner = ORDER[kind], 0, 0
    for own in body:
        while True:
            here = order[place] if place < len(order) else need(False)
            here = here if type(here) is list else [here]
            # The first segment of a loop begins it; others follow in their order.
            if own[0] == here[0]:
                inner = 1
                break
            if inner and own[0] in here[1:] and here.index(own[0]) >= inner:
                inner = here.index(own[0])
                break
            place, inner = place + 1, 0
    names = [own[0] for own in body]
    need(NEEDED[kind] <= set(names) and all(names.count(name) < 2 for name in ONCE))
    lines, total, hash_total, taken = {}, 0, 0, 0
    for own in body:
        word, *cells = own
        cell = lambda n: cells[n] if n < len(cells) else ""
        if word == "BEG":
            need(cell(0) in ("00", "01", "05", "06") and cell(1) in ("SA", "NE", "RL", "BK") and cell(2))
            date(cell(4))
            need(cell(2) not in orders)
            po = cell(2)
        elif word == "BIG":
            date(cell(0))
            need(cell(1) and (not cell(2) or date(cell(2)) is None))
            po = cell(3)
        elif word in ("PO1", "IT1"):
            need(cell(2) in ("EA", "CA", "BX", "DZ") and cell(0) not in lines)
            need(not cells[5:] or len(cells[5:]) % 2 == 0 and all(cells[5:]))
            taken += 1
            lines[cell(0) or f"-{taken}"] = cell(2)
            hash_total += whole(cell(1))
            total += whole(cell(1)) * cents(cell(3)) if cell(3) or word == "IT1" else 0
            if word == "IT1":
                invoices.append((po, cell(0), cell(2)))
        elif word == "CTT":
            need(whole(cell(0)) == taken and (not cell(1) or whole(cell(1)) == hash_total))
        elif word == "SAC":
            need(cell(0) in ("A", "C") and cell(1))
            total += whole(cell(4)) * (1 if cell(0) == "C" else -1)
        elif word == "AMT":
            need(cell(0) == "TT" and cents(cell(1)) == total)
        elif word == "N1":
            need(re.fullmatch(r"[A-Z0-9]{2}", cell(0)) and (cell(1) or cell(3)) and bool(cell(2)) == bool(cell(3)))
        elif word == "DTM":
            need(re.fullmatch(r"\d{3}", cell(0)))
            date(cell(1))
        elif word == "REF":
            need(re.fullmatch("[A-Z0-9]{2,3}", cell(0)) and cell(1))
        elif word == "CUR":
            need(re.fullmatch("[A-Z]{2}", cell(0)) and re.fullmatch("[A-Z]{3}", cell(1)))
        elif word == "PID":
            need(cell(0) == "F" and cell(4))
        elif word == "PER":
            need(cell(0) and bool(cell(2)) == bool(cell(3)))
        elif word == "TDS":
            wanted = whole(cell(0))
    need(kind != "810" or wanted == total)
    if kind == "850":
        orders[po] = lines
