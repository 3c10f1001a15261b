"""MT940 bank statements: balances that follow from entries and from each other, numbers of
statements and pages, unique references, reversals, transfers between own accounts on both sides."""

import random
import re

SMALLEST = """:20:A
:25:1
:28C:1/1
:60F:C240101EUR1,
:61:240101D1,NTRFA//1
:86:/IBAN/2
:62F:C240101EUR0,
-
:20:A
:25:2
:28C:1/1
:60F:C240101EUR0,
:61:240101C1,NTRFA//2
:86:/IBAN/1
:61:240101RC1,NTRFA//3
:86:/RREF/2
:62F:C240101EUR0,
-
"""

NAMES = ["BAKKER EN ZN", "ENERGIE DIRECT BV", "GEMEENTE UTRECHT", "J DE VRIES", "HOSTING NOORD",
         "KANTOOR24", "M JANSEN-SMIT", "VERZEKERING OVERAL NV"]
TEXTS = ["INVOICE", "RENT MARCH", "SALARY", "REFUND OF ORDER", "MEMBERSHIP", "SUPPLIES"]


def money(cents):
    return f"{cents // 100},{cents % 100:02d}"


def make():
    r = random.Random(41)
    accounts = [f"NL{r.randint(10, 99)}ABNA{r.randint(10**9, 10**10 - 1)}" for _ in range(4)]
    entries = {(a, week): [] for a in accounts for week in range(4)}
    banks = r.sample(range(10000, 99999), 400)

    def enter(account, week, day, mark, cents, code, reference, text):
        bank = f"B{banks.pop()}"
        date = 4 + 7 * week + day
        entries[account, week].append((date, mark, cents, code, reference, bank, text))
        return bank

    for n in range(12):
        one, two = r.sample(accounts, 2)
        week, day, cents = r.randrange(3), r.randrange(5), r.randint(20, 900) * 100
        key = f"OWN{n + 61}"
        sides = [(one, "D", two), (two, "C", one)]
        keys = [enter(a, week, day, m, cents, "TRF", key, f"/IBAN/{b}/NAME/OWN ACCOUNT")
                for a, m, b in sides]
        for (account, mark, _), bank in list(zip(sides, keys))[1 if n == 7 else 0:]:
            if n in (2, 7, 10):
                text = f"/RREF/{bank}/REMI/RETURNED"
                enter(account, week + (n == 7), 5, f"R{mark}", cents, "TRF", key, text)
    for account, week in entries:
        for _ in range(r.randint(2, 5)):
            day, mark, cents = r.randrange(5), r.choice("DDC"), r.randint(500, 90000)
            key = r.choice(["NONREF", f"PO{r.randint(1000, 9999)}"])
            other = f"NL{r.randint(10, 99)}RABO{r.randint(10**9, 10**10 - 1)}"
            text = f"/IBAN/{other}/NAME/{r.choice(NAMES)}\n/REMI/{r.choice(TEXTS)}"
            text += f" {r.randint(100, 999)}" if r.random() < 0.5 else ""
            code = r.choice(["TRF", "DDT", "MSC"])
            bank = enter(account, week, day, mark, cents, code, key, text)
            if r.random() < 0.15:
                enter(account, week, 5, f"R{mark}", cents, code, key, f"/RREF/{bank}")
    out = []
    for account in accounts:
        balance, number = r.randint(-500, 9000) * 100, r.randint(9, 40)
        opened = "240301"
        for week in range(4):
            rows = sorted(entries[account, week], key=lambda row: row[0])
            pages = [rows[at:at + 5] for at in range(0, len(rows), 5)]
            for page, part in enumerate(pages, 1):
                out += [f":20:ABN{number:03d}{page}{account[-4:]}", f":25:{account}"]
                out += [f":28C:{number:05d}/{page:03d}"]
                out += [f":60{'M' if page > 1 else 'F'}:{'CD'[balance < 0]}{opened}"
                        f"EUR{money(abs(balance))}"]
                for date, mark, cents, code, reference, bank, text in part:
                    balance += cents if mark in ("C", "RD") else -cents
                    out += [f":61:2403{date:02d}03{date:02d}{mark}{money(cents)}N{code}"
                            f"{reference}//{bank}", f":86:{text}"]
                last = page == len(pages)
                opened = f"2403{10 + 7 * week:02d}" if last else f"2403{part[-1][0]:02d}"
                end = f"{'CD'[balance < 0]}{opened}EUR{money(abs(balance))}"
                out += [f":62{'F' if last else 'M'}:{end}"]
                out += [f":64:{end}"] if last and r.random() < 0.4 else []
                out += ["-"]
            number += 1
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def cents(text):
    m = re.fullmatch(r"(0|[1-9]\d*),(\d{0,2})", text)
    return int(m[1]) * 100 + int(m[2].ljust(2, "0"))


def date(text):
    """A day of a year, as six digits."""
    need(1 <= int(text[2:4]) <= 12 and 1 <= int(text[4:6]) <= 31)
    return text


def balance(text):
    mark, day, currency, amount = re.fullmatch(r"([CD])(\d{6})([A-Z]{3})([\d,]+)", text).groups()
    value = cents(amount)
    need(value or mark == "C")
    return value if mark == "C" else -value, date(day), currency


def fields(lines):
    """The fields of a message: the tag, and its text with the lines that go on."""
    found = []
    for line in lines:
        need(line and len(line) <= 85 and line.isascii())
        if m := re.fullmatch(r":(\d\d[A-Z]?):(.+)", line):
            found.append((m[1], [m[2]]))
        else:
            need(found and found[-1][0] == "86" and len(found[-1][1]) < 6 and line[0] not in ":-")
            found[-1][1].append(line)
    return [(tag, "".join(parts)) for tag, parts in found]


ENTRY = re.compile(r"(\d{6})(\d{4})?(R?[CD])([\d,]+)N([A-Z]{3})([A-Z0-9]{1,16})//([A-Z0-9]{1,16})")


def shows_bug(text):
    """A transfer between own accounts was returned by the receiver, and not booked back."""
    lines = text.split("\n")
    need(lines.pop() == "" and lines[-1] == "-")
    accounts, entries, message, pages = {}, {}, [], set()
    for line in lines:
        if line != "-":
            message.append(line)
            continue
        parts = fields(message)
        message = []
        tags = [tag for tag, _ in parts]
        m = re.fullmatch(r"20 25 28C 60[FM]( 61 86)* 62[FM]( 64)?", " ".join(tags))
        key, account, numbers, opening = (value for _, value in parts[:4])
        need(m and re.fullmatch("[A-Z0-9]{1,16}", key) and re.fullmatch("[A-Z0-9]+", account))
        number, page = map(int, re.fullmatch(r"(\d{1,5})/(\d{1,3})", numbers).groups())
        value, day, currency = balance(opening)
        if account in accounts:
            # It goes on where the last message of the account ended.
            last, last_number, last_page, kind = accounts[account]
            need(opening == last)
            need((number, page) == ((last_number, last_page + 1) if kind == "M"
                                    else (last_number + 1, 1)))
            need(tags[3][2] == kind)
        else:
            need(number and page == 1 and tags[3] == "60F")
        for at in range(4, len(tags), 2):
            if tags[at] != "61":
                break
            when, posted, mark, amount, code, own, bank = ENTRY.fullmatch(parts[at][1]).groups()
            need(date(when) >= day and posted in (None, when[2:]) and bank not in entries)
            day, amount = when, cents(amount)
            need(amount)
            value += amount if mark in ("C", "RD") else -amount
            info = re.fullmatch(r"/(IBAN|RREF)/([A-Z0-9]+)(?:/NAME/[^/]+)?(?:/REMI/[^/]+)?",
                                parts[at + 1][1])
            if info[1] == "RREF":
                old = entries[info[2]]
                need(mark == f"R{old['mark']}" and not old["reversed"])
                need((account, amount, code, own) == old["same"])
                old["reversed"] = True
            else:
                need(mark in "CD")
            entries[bank] = {"mark": mark, "same": (account, amount, code, own),
                             "to": info[2] if info[1] == "IBAN" else None, "reversed": False}
        at = 4 + 2 * tags.count("61")
        end, closed, unit = balance(parts[at][1])
        need(end == value and closed >= day and unit == currency)
        need(at + 1 == len(parts) or tags[at] == "62F" and parts[at + 1][1] == parts[at][1])
        accounts[account] = parts[at][1], number, page, tags[at][2]
        need((account, key) not in pages)
        pages.add((account, key))
    need(all(kind == "F" for _, _, _, kind in accounts.values()))
    found = False
    moves = {}
    for entry in entries.values():
        account, amount, code, own = entry["same"]
        if entry["to"] in accounts:
            need(entry["to"] != account)
            move = account, entry["to"], amount, code, own, entry["mark"]
            need(move not in moves)
            moves[move] = entry
    for (account, to, amount, code, own, mark), entry in moves.items():
        # A transfer is in both accounts.
        other = moves[to, account, amount, code, own, "D" if mark == "C" else "C"]
        found = found or mark == "C" and entry["reversed"] and not other["reversed"]
    return found
