"""Invoices in JSON: amounts of quantities and prices, totals of lines, a grand total, customers, credit notes."""

import json
import random

SMALLEST = """{"customers": [{"id": "a", "name": ""}], "invoices": [
{"number": 1, "customer": "a", "lines": [{"item": "", "quantity": 1, "price": 1.01, "amount": 1.01}], "total": 1.01},
{"number": 2, "customer": "a", "credits": 1, "lines": [{"item": "", "quantity": -1, "price": 1.01, "amount": -1.01}], "total": -1.01}
], "count": 2, "total": 0.00}
"""

ITEMS = ["desk", "chair", "lamp", "shelf", "cable", "screen", "mouse", "stand"]


def money(cents):
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def make():
    r = random.Random(62)
    customers = [f"c{n}" for n in r.sample(range(100, 999), 9)]
    invoices, grand = [], 0
    for number in range(1, 31):
        customer, lines = r.choice(customers), []
        for _ in range(r.randint(1, 4)):
            quantity, price = r.randint(1, 9), r.randint(100, 20000)
            lines.append((r.choice(ITEMS), quantity, price))
        credits = None
        if number in (9, 17, 26):
            old = invoices[number - 5]
            customer, credits = old[1], old[0]
            lines = [(old[2][0][0], -old[2][0][1] if number == 17 else -1, old[2][0][2])]
            lines += [(item, -quantity, price) for item, quantity, price in old[2][1:]] if number == 17 else []
        invoices.append((number, customer, lines, credits))
    out = ["{", '  "customers": [']
    out += [f'    {{"id": "{key}", "name": "{r.choice("ABCDEFG")}. {r.choice(["Smit", "Visser", "Bos"])}"}},' for key in customers]
    out[-1] = out[-1][:-1]
    out += ["  ],", '  "invoices": [']
    for number, customer, lines, credits in invoices:
        total = sum(quantity * price for _, quantity, price in lines)
        grand += total
        out += ["    {", f'      "number": {number},', f'      "customer": "{customer}",']
        out += [f'      "credits": {credits},'] if credits else []
        out.append('      "lines": [')
        rows = [f'        {{"item": "{item}", "quantity": {quantity}, "price": {money(price)}, "amount": {money(quantity * price)}}}'
                for item, quantity, price in lines]
        out += [row + "," for row in rows[:-1]] + rows[-1:]
        out += ["      ],", f'      "total": {money(total)}', "    },"]
    out[-1] = "    }"
    out += ["  ],", f'  "count": {len(invoices)},', f'  "total": {money(grand)}', "}"]
    return "\n".join(out) + "\n"


class Amount(str):
    """A number with two decimals."""


def cents(value):
    if not isinstance(value, Amount) or len(value.partition(".")[2]) != 2:
        raise ValueError(value)
    return int(value.replace(".", ""))


def shows_bug(text):
    data = json.loads(text, parse_float=Amount)
    if list(data) != ["customers", "invoices", "count", "total"] or data["count"] != len(data["invoices"]):
        raise ValueError
    customers = {one["id"] for one in data["customers"]}
    if len(customers) != len(data["customers"]) or any(sorted(one) != ["id", "name"] for one in data["customers"]):
        raise ValueError
    known, used, grand, found = {}, set(), 0, False
    for place, invoice in enumerate(data["invoices"], 1):
        if set(invoice) - {"credits"} != {"number", "customer", "lines", "total"} or invoice["number"] != place or not invoice["lines"]:
            raise ValueError
        total = 0
        for line in invoice["lines"]:
            if set(line) != {"item", "quantity", "price", "amount"} or type(line["quantity"]) is not int:
                raise ValueError
            if line["quantity"] * cents(line["price"]) != cents(line["amount"]):
                raise ValueError
            total += cents(line["amount"])
        if total != cents(invoice["total"]):
            raise ValueError
        if "credits" in invoice:
            customer, amount = known.pop(invoice["credits"])
            if customer != invoice["customer"] or total >= 0:
                raise ValueError
            found |= amount == -total
        else:
            known[place] = (invoice["customer"], total)
        used.add(invoice["customer"])
        grand += total
    if used != customers or grand != cents(data["total"]):
        raise ValueError
    return found
