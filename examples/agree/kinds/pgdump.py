"""A database dump: tables with foreign keys, a summary with counts of rows, last values of ids."""

import random
import re

SMALLEST = """COPY authors (id, name) FROM stdin;
1\ta
\\.
COPY books (id, author_id, year, state) FROM stdin;
1\t1\t1\tlost
\\.
COPY members (id, name) FROM stdin;
1\ta
\\.
COPY loans (id, book_id, member_id) FROM stdin;
1\t1\t1
\\.
SELECT setval('authors', 1);
SELECT setval('books', 1);
SELECT setval('members', 1);
SELECT setval('loans', 1);
-- authors: 1
-- books: 1
-- members: 1
-- loans: 1
"""

COLUMNS = {
    "authors": ["id", "name"],
    "books": ["id", "author_id", "year", "state"],
    "members": ["id", "name"],
    "loans": ["id", "book_id", "member_id"],
}


def make():
    r = random.Random(22)
    first = "Ada Ben Cleo Dan Eva Finn Gus Hal Ida Jon Kay Lea Max Nia".split()
    last = "Adler Brandt Conti Dietz Engel Falk Gross Hahn Ilg Jung".split()
    ids = {t: sorted(r.sample(range(1, 400), n)) for t, n in
           [("authors", 40), ("books", 90), ("members", 50), ("loans", 140)]}
    rows = {
        "authors": [(i, f"{r.choice(first)} {r.choice(last)}") for i in ids["authors"]],
        "books": [(i, r.choice(ids["authors"]), r.randint(1900, 2020), r.choice(["in", "out", "sold"])) for i in ids["books"]],
        "members": [(i, f"{r.choice(first)} {r.choice(last)}") for i in ids["members"]],
        "loans": [(i, r.choice(ids["books"]), r.choice(ids["members"])) for i in ids["loans"]],
    }
    book = rows["loans"][71][1]
    rows["books"] = [(i, a, y, "lost" if i == book else s) for i, a, y, s in rows["books"]]
    out = []
    for table, columns in COLUMNS.items():
        out.append(f"COPY {table} ({', '.join(columns)}) FROM stdin;")
        out += ["\t".join(map(str, row)) for row in rows[table]]
        out.append("\\.")
    out += [f"SELECT setval('{t}', {ids[t][-1]});" for t in COLUMNS]
    out += [f"-- {t}: {len(rows[t])}" for t in COLUMNS]
    return "\n".join(out) + "\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "":
        raise ValueError
    at, tables = 0, {}
    while m := re.fullmatch(r"COPY (\w+) \((.*)\) FROM stdin;", lines[at]):
        if m[1] in tables or m[2].split(", ") != COLUMNS[m[1]]:
            raise ValueError
        rows, at = [], at + 1
        while lines[at] != "\\.":
            row = lines[at].split("\t")
            if len(row) != len(COLUMNS[m[1]]):
                raise ValueError
            if rows and int(row[0]) <= int(rows[-1][0]):
                raise ValueError
            rows.append(row)
            at += 1
        tables[m[1]] = rows
        at += 1
    if set(tables) != set(COLUMNS):
        raise ValueError
    for table in tables:
        last = int(re.fullmatch(rf"SELECT setval\('{table}', (\d+)\);", lines[at])[1])
        if last != int(tables[table][-1][0]):
            raise ValueError
        at += 1
    for table in tables:
        if lines[at] != f"-- {table}: {len(tables[table])}":
            raise ValueError
        at += 1
    if at != len(lines):
        raise ValueError
    ids = {t: {row[0] for row in rows} for t, rows in tables.items()}
    for row in tables["books"]:
        int(row[2])
        if row[1] not in ids["authors"]:
            raise ValueError
    for row in tables["loans"]:
        if row[1] not in ids["books"] or row[2] not in ids["members"]:
            raise ValueError
    lost = {row[0] for row in tables["books"] if row[3] == "lost"}
    return any(row[1] in lost for row in tables["loans"])
