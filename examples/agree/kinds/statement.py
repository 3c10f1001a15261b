"""A bank statement in CSV: amounts with decimals, a running balance, opening and closing balance, a count."""

import random
import re

SMALLEST = """Account;A;Opening;0.00
Closing;0.00;Entries;2
1;2024-01-01;Fee;;-1.00;-1.00
2;2024-01-01;Refund;1;1.00;0.00
"""


def money(cents):
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def make():
    r = random.Random(61)
    day, balance, rows = 1, 125430, []
    opening = balance
    for n in range(1, 91):
        day = min(day + r.randint(0, 1), 31)
        kind = r.choice(["Card", "Transfer", "Salary", "Rent", "Fee"])
        amount = r.randint(1000, 250000) if kind == "Salary" else -r.randint(100, 15000)
        back = ""
        fees = [row for row in rows if row[2] == "Fee" and not any(other[3] == str(row[0]) for other in rows)]
        if fees and (n == 57 or r.random() < 0.1):
            kind, back, amount = "Refund", str(fees[-1][0]), -fees[-1][4] if n == 57 else -fees[-1][4] // 2
        balance += amount
        rows.append((n, f"2024-03-{day:02d}", kind, back, amount, balance))
    text = [f"Account;NL91ABNA0417164300;Opening;{money(opening)}", f"Closing;{money(balance)};Entries;{len(rows)}"]
    text += [f"{n};{date};{kind};{back};{money(amount)};{money(after)}" for n, date, kind, back, amount, after in rows]
    return "\n".join(text) + "\n"


def cents(text):
    if not re.fullmatch(r"-?\d+\.\d\d", text):
        raise ValueError(text)
    return int(text.replace(".", ""))


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "":
        raise ValueError
    head, foot = lines[0].split(";"), lines[1].split(";")
    if [len(head), head[0], head[2], len(foot), foot[0], foot[2]] != [4, "Account", "Opening", 4, "Closing", "Entries"] or not head[1]:
        raise ValueError
    balance, day, fees, found = cents(head[3]), "", {}, False
    if int(foot[3]) != len(lines) - 2:
        raise ValueError
    for place, line in enumerate(lines[2:], 1):
        n, date, kind, back, amount, after = line.split(";")
        amount = cents(amount)
        balance += amount
        if int(n) != place or date < day or not re.fullmatch(r"\d{4}-\d\d-\d\d", date) or cents(after) != balance:
            raise ValueError
        if kind not in ("Card", "Transfer", "Salary", "Rent", "Fee", "Refund") or (kind == "Refund") != (back != ""):
            raise ValueError
        if kind == "Fee":
            fees[n] = amount
        if back:
            # Each fee is paid back at most once.
            found |= fees.pop(back) == -amount
        day = date
    if balance != cents(foot[1]):
        raise ValueError
    return found
