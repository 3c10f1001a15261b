"""A log of a trading session (FIX): length and sum of each message, numbers per side, repeated
groups with counts, reports that refer to orders, quantities that add up, times that never fall."""

import random
import re

SMALLEST = """8=FIX.4.4|9=52|35=A|49=a|56=b|34=1|52=20240517-00:00:00|98=0|108=1|10=181|
8=FIX.4.4|9=52|35=A|49=b|56=a|34=1|52=20240517-00:00:00|98=0|108=1|10=181|
8=FIX.4.4|9=91|35=D|49=a|56=b|34=2|52=20240517-00:00:00|11=1|453=1|448=1|447=D|452=24|55=1|54=1|\
38=2|40=1|10=127|
8=FIX.4.4|9=93|35=8|49=b|56=a|34=2|52=20240517-00:00:00|37=1|11=1|17=1|150=0|39=0|55=1|54=1|\
38=2|151=2|14=0|10=144|
8=FIX.4.4|9=103|35=8|49=b|56=a|34=3|52=20240517-00:00:00|37=1|11=1|17=2|150=F|39=1|55=1|54=1|\
38=2|32=1|31=1|151=1|14=1|10=120|
8=FIX.4.4|9=61|35=F|49=a|56=b|34=3|52=20240517-00:00:00|11=2|41=1|55=1|54=1|10=044|
8=FIX.4.4|9=98|35=8|49=b|56=a|34=4|52=20240517-00:00:00|37=1|11=2|41=1|17=3|150=4|39=4|55=1|\
54=1|38=2|151=0|14=1|10=117|
"""

DAY = "20240517"


def seal(fields):
    body = "".join(f"{tag}={value}|" for tag, value in fields)
    head = f"8=FIX.4.4|9={len(body)}|"
    total = sum((head + body).replace("|", "\1").encode()) % 256
    return f"{head}{body}10={total:03}|"


def make():
    r = random.Random(73)
    sides, numbers = ("FUND7", "BROKER"), {"FUND7": 0, "BROKER": 0}
    now, out, live, made = 34_200_000, [], [], 0

    def send(kind, sender, *fields):
        nonlocal now
        now += r.choice([0, 1, 3, 12, 40, 250, 1700])
        numbers[sender] += 1
        second, milli = divmod(now, 1000)
        time = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.{milli:03}"
        to = sides[sender == sides[0]]
        out.append(seal([(35, kind), (49, sender), (56, to), (34, numbers[sender]),
                         (52, f"{DAY}-{time}"), *fields]))

    def report(order, what, state, *more):
        nonlocal made
        made += 1
        left = 0 if state in "4" else order["size"] - order["done"]
        send("8", sides[1], (37, order["there"]), (11, order["id"]), *more, (17, f"X{made}"),
             (150, what), (39, state), (55, order["symbol"]), (54, order["side"]),
             (38, order["size"]), (151, left), (14, order["done"]))

    for side in sides:
        send("A", side, (98, 0), (108, 30))
    for n in range(1, 34):
        order = {"id": f"C{n}", "there": f"B{700 + n}", "done": 0, "side": r.choice([1, 2]),
                 "symbol": r.choice(["ABBN", "NESN", "ROG", "UBSG", "ZURN"]),
                 "size": 100 * r.randint(1, 20)}
        parties = r.sample([("desk4", 24), ("acct9", 3), ("clear1", 4), ("jd", 11)],
                           r.choice([0, 1, 1, 2, 3]))
        group = [(453, len(parties))] if parties else []
        for name, role in parties:
            group += [(448, name), (447, "D"), (452, role)]
        send("D", sides[0], (11, order["id"]), *group, (55, order["symbol"]), (54, order["side"]),
             (60, f"{DAY}-09:30:00"), (38, order["size"]), (40, 2),
             (44, f"{r.randint(2000, 9000) / 100}"))
        report(order, "0", "0")
        live.append(order)
        for order in r.sample(live, min(len(live), r.randint(1, 2))):
            left = order["size"] - order["done"]
            if r.random() < 0.25:
                made_id = f"{order['id']}x"
                send("F", sides[0], (11, made_id), (41, order["id"]), (55, order["symbol"]),
                     (54, order["side"]))
                order["id"] = made_id
                report(order, "4", "4", (41, made_id[:-1]))
                live.remove(order)
                continue
            part = left if r.random() < 0.4 else max(1, left * r.randint(1, 6) // 10)
            order["done"] += part
            report(order, "F", "2" if part == left else "1", (32, part),
                   (31, f"{r.randint(2000, 9000) / 100}"))
            if part == left:
                live.remove(order)
        if r.random() < 0.2:
            for side in sides:
                send("0", side)
    for side in sides:
        send("5", side, (58, "end of day"))
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


USED = {"A": {98, 108}, "0": {112}, "5": {58}, "F": {11, 41, 55, 54},
        "D": {11, 453, 55, 54, 60, 38, 40, 44},
        "8": {37, 11, 41, 17, 150, 39, 55, 54, 38, 32, 31, 151, 14}}
MUST = {"A": {98, 108}, "0": set(), "5": set(), "F": {11, 41, 55, 54}, "D": {11, 55, 54, 38, 40},
        "8": {37, 11, 17, 150, 39, 55, 54, 38, 151, 14}}


def shows_bug(text):
    """An order of which a part was done is canceled, and one of its parties has the role 24."""
    lines = text.split("\n")
    need(lines.pop() == "")
    numbers, closed, before, orders, reports, bug = {}, set(), "", {}, set(), False
    for line in lines:
        pairs = [re.fullmatch(r"([1-9]\d*)=([^=|]+)", field).groups()
                 for field in line.removesuffix("|").split("|")]
        need(line.endswith("|"))
        pairs = [(int(tag), value) for tag, value in pairs]
        need([tag for tag, _ in pairs[:7]] == [8, 9, 35, 49, 56, 34, 52] and pairs[-1][0] == 10)
        need(line == seal(pairs[2:-1]))
        kind, sender, to, number, time = (value for _, value in pairs[2:7])
        need(re.fullmatch(r"\d{8}-([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?", time))
        need(time >= before and sender != to)
        before = time
        if not numbers:
            numbers = {sender: 0, to: 0}
        numbers[sender] += 1
        need(to in numbers and int(number) == numbers[sender] and sender not in closed)
        need((kind == "A") == (number == "1") and (kind in "A5" or min(numbers.values()) > 0))
        if kind == "5":
            closed.add(sender)

        # Parties are a group of three fields each.
        body, parties = pairs[7:-1], []
        at = [tag for tag, _ in body].index(453) if kind == "D" and 453 in dict(body) else None
        if at is not None:
            end = at + 1 + 3 * int(body[at][1])
            parties, body = body[at + 1:end], body[:at + 1] + body[end:]
            need([tag for tag, _ in parties] == [448, 447, 452] * int(body[at][1]) and parties)
        fields = dict(body)
        need(len(fields) == len(body) and MUST[kind] <= set(fields) <= USED[kind])
        if kind == "D":
            need(fields[11] not in orders and int(fields[38]) > 0 and fields[54] in ("1", "2"))
            need((fields[40] == "2") == (44 in fields) and fields[40] in ("1", "2"))
            orders[fields[11]] = {"from": sender, "done": 0, "size": int(fields[38]), "there": None,
                                  "what": (fields[55], fields[54]), "state": "",
                                  "roles": {value for tag, value in parties if tag == 452}}
        elif kind == "F":
            need(fields[11] not in orders)
            order = orders[fields[11]] = orders[fields[41]]
            need(order["from"] == sender and order["what"] == (fields[55], fields[54]))
        elif kind == "8":
            order = orders[fields[11]]
            need(order["from"] == to and order["what"] == (fields[55], fields[54]))
            need(order["there"] in (None, fields[37]) and fields[17] not in reports)
            need(order["state"] not in ("2", "4") and int(fields[38]) == order["size"])
            reports.add(fields[17])
            order["there"] = fields[37]
            filled = int(fields.get(32, 0))
            need((fields[150] == "F") == (32 in fields) == (31 in fields) == (filled > 0))
            order["done"] += filled
            left = order["size"] - order["done"]
            state = {"0": "0", "4": "4", "F": "1" if left else "2"}[fields[150]]
            need((state == "0") == (order["state"] == "") and fields[39] == state and left >= 0)
            need(int(fields[14]) == order["done"])
            need(int(fields[151]) == (0 if state == "4" else left))
            need((state == "4") == (41 in fields))
            if state == "4":
                need(fields[41] != fields[11] and orders[fields[41]] is order)
                bug |= order["done"] > 0 and "24" in order["roles"]
            order["state"] = state
    return bug
