"""Tables of a timetable for on-board computers (VDV 452): counts of records and tables, columns and
formats, keys in other tables, dense numbers of stops, times for each section, chained trips."""

import random
import re

SMALLEST = """mod; DD.MM.YYYY; HH:MM:SS; free
src; "a"; "01.01.2024"; "00:00:00"
chs; "ASCII"
ver; "1.4"
ifv; "1.4"
dve; "1.4"
fft; ""
tbl; BASIS_VER_GUELTIGKEIT
atr; VER_GUELTIGKEIT; BASIS_VERSION
frm; num[8.0]; num[1.0]
rec; 20240101; 1
end; 1
tbl; MENGE_TAGESART
atr; BASIS_VERSION; TAGESART_NR; TAGESART_TEXT
frm; num[1.0]; num[1.0]; char[1]
rec; 1; 1; ""
end; 1
tbl; MENGE_FGR
atr; BASIS_VERSION; FGR_NR; FGR_TEXT
frm; num[1.0]; num[1.0]; char[1]
rec; 1; 1; ""
end; 1
tbl; REC_ORT
atr; BASIS_VERSION; ORT_NR; ORT_NAME
frm; num[1.0]; num[1.0]; char[1]
rec; 1; 1; ""
rec; 1; 2; ""
end; 2
tbl; REC_SEL
atr; BASIS_VERSION; ORT_NR; SEL_ZIEL; SEL_LAENGE
frm; num[1.0]; num[1.0]; num[1.0]; num[1.0]
rec; 1; 1; 2; 1
end; 1
tbl; SEL_FZT_FELD
atr; BASIS_VERSION; FGR_NR; ORT_NR; SEL_ZIEL; SEL_FZT
frm; num[1.0]; num[1.0]; num[1.0]; num[1.0]; num[1.0]
rec; 1; 1; 1; 2; 1
end; 1
tbl; REC_LID
atr; BASIS_VERSION; LI_NR; STR_LI_VAR; LI_KUERZEL
frm; num[1.0]; num[1.0]; char[1]; char[1]
rec; 1; 1; "a"; ""
end; 1
tbl; LID_VERLAUF
atr; BASIS_VERSION; LI_LFD_NR; LI_NR; STR_LI_VAR; ORT_NR
frm; num[1.0]; num[1.0]; num[1.0]; char[1]; num[1.0]
rec; 1; 1; 1; "a"; 1
rec; 1; 2; 1; "a"; 2
end; 2
tbl; REC_UMLAUF
atr; BASIS_VERSION; TAGESART_NR; UM_UID; ANF_ORT; END_ORT
frm; num[1.0]; num[1.0]; num[1.0]; num[1.0]; num[1.0]
rec; 1; 1; 1; 1; 2
end; 1
tbl; REC_FRT
atr; BASIS_VERSION; FRT_FID; FRT_START; LI_NR; TAGESART_NR; STR_LI_VAR; FGR_NR; UM_UID
frm; num[1.0]; num[1.0]; num[5.0]; num[1.0]; num[1.0]; char[1]; num[1.0]; num[1.0]
rec; 1; 1; 86399; 1; 1; "a"; 1; 1
end; 1
eof; 10
"""


def make():
    r = random.Random(75)
    out = ["mod; DD.MM.YYYY; HH:MM:SS; free", 'src; "Verkehrsbetrieb"; "17.05.2024"; "09:12:44"',
           'chs; "ISO8859-1"', 'ver; "1.4"', 'ifv; "1.4"', 'dve; "1.4"', 'fft; ""']
    version, count = 20240501, 0

    def table(name, columns, rows):
        nonlocal count
        count += 1
        columns = [column.split(":") for column in columns.split()]
        out.extend([f"tbl; {name}", "atr; " + "; ".join(column for column, _ in columns)])
        forms = [f"num[{size}.0]" if size[0] != "c" else f"char[{size[1:]}]" for _, size in columns]
        out.append("frm; " + "; ".join(forms))
        for row in rows:
            fields = [f'"{field}"' if form[0] == "c" else f"{field}"
                      for field, form in zip(row, forms)]
            out.append("rec; " + "; ".join(fields))
        out.append(f"end; {len(rows)}")

    names = "Markt Bahnhof Kirche Rathaus Hafen Park Schule Post Tor Brunnen Ring Feld".split()
    stops = {100 + 7 * n: f"{a}{b}" for n, (a, b) in enumerate(
        (a, b) for b in ("", "platz", "weg") for a in r.sample(names, 8))}
    days = {1: "Montag-Freitag", 2: "Samstag", 3: "Sonntag"}
    groups = {1: "normal", 2: "Spitze", 3: "Nacht"}
    sections, times, lines = {}, {}, {}
    for line in range(1, 6):
        there = r.sample(sorted(stops), r.randint(4, 7))
        for variant, course in (("H", there), ("R", there[::-1])):
            lines[line, variant] = course
            for pair in zip(course, course[1:]):
                sections.setdefault(pair, r.randint(250, 1900))
                for group in groups:
                    times.setdefault((group, *pair), 20 * r.randint(3, 12))
    trips, blocks = [], []
    for block in range(1, 15):
        line, day, now = r.randint(1, 5), r.choice([1, 1, 2, 3]), 60 * r.randint(300, 1100)
        if block % 5 == 2:
            now = 60 * r.randint(1400, 1420)
        variant, first = r.choice("HR"), None
        for _ in range(r.randint(2, 5)):
            group = 3 if now > 79200 else r.choice([1, 2])
            course = lines[line, variant]
            first = first or course[0]
            trips.append((1, 1000 + len(trips) * 3, now, line, day, variant, group, block))
            now += sum(times[(group, *pair)] for pair in zip(course, course[1:]))
            now += 60 * r.randint(0, 9)
            variant = "R" if variant == "H" else "H"
        blocks.append((1, day, block, first, course[-1]))
    r.shuffle(trips)
    table("BASIS_VER_GUELTIGKEIT", "VER_GUELTIGKEIT:8 BASIS_VERSION:9", [(version, 1)])
    table("MENGE_TAGESART", "BASIS_VERSION:9 TAGESART_NR:3 TAGESART_TEXT:c40",
          [(1, *pair) for pair in days.items()])
    table("MENGE_FGR", "BASIS_VERSION:9 FGR_NR:9 FGR_TEXT:c40",
          [(1, *pair) for pair in groups.items()])
    table("REC_ORT", "BASIS_VERSION:9 ORT_NR:6 ORT_NAME:c40 ORT_REF_ORT_KUERZEL:c8 ZONE_WABE_NR:5",
          [(1, stop, name, name[:4].upper(), r.randint(10, 14)) for stop, name in stops.items()])
    table("REC_SEL", "BASIS_VERSION:9 ORT_NR:6 SEL_ZIEL:6 SEL_LAENGE:5",
          [(1, *pair, far) for pair, far in sorted(sections.items())])
    table("SEL_FZT_FELD", "BASIS_VERSION:9 FGR_NR:9 ORT_NR:6 SEL_ZIEL:6 SEL_FZT:6",
          [(1, *key, time) for key, time in sorted(times.items())])
    table("REC_LID", "BASIS_VERSION:9 LI_NR:6 STR_LI_VAR:c6 LI_KUERZEL:c6 LIDNAME:c40",
          [(1, line, variant, f"L{line}", f"{stops[course[0]]} - {stops[course[-1]]}")
           for (line, variant), course in lines.items()])
    table("LID_VERLAUF", "BASIS_VERSION:9 LI_LFD_NR:3 LI_NR:6 STR_LI_VAR:c6 ORT_NR:6",
          [(1, n, *key, stop) for key, course in lines.items()
           for n, stop in enumerate(course, 1)])
    table("REC_UMLAUF", "BASIS_VERSION:9 TAGESART_NR:3 UM_UID:8 ANF_ORT:6 END_ORT:6", blocks)
    table("REC_FRT", "BASIS_VERSION:9 FRT_FID:10 FRT_START:6 LI_NR:6 TAGESART_NR:3 STR_LI_VAR:c6"
          " FGR_NR:9 UM_UID:8", trips)
    return "\n".join([*out, f"eof; {count}"]) + "\n"


def need(condition):
    if not condition:
        raise ValueError


# The columns of each table, how many of them are the key, and those that may be left out.
TABLES = {
    "BASIS_VER_GUELTIGKEIT": ("VER_GUELTIGKEIT BASIS_VERSION", 1, ""),
    "MENGE_TAGESART": ("BASIS_VERSION TAGESART_NR TAGESART_TEXT", 2, ""),
    "MENGE_FGR": ("BASIS_VERSION FGR_NR FGR_TEXT", 2, ""),
    "REC_ORT": ("BASIS_VERSION ORT_NR ORT_NAME", 2, "ORT_REF_ORT_KUERZEL ZONE_WABE_NR"),
    "REC_SEL": ("BASIS_VERSION ORT_NR SEL_ZIEL SEL_LAENGE", 3, ""),
    "SEL_FZT_FELD": ("BASIS_VERSION FGR_NR ORT_NR SEL_ZIEL SEL_FZT", 4, ""),
    "REC_LID": ("BASIS_VERSION LI_NR STR_LI_VAR LI_KUERZEL", 3, "LIDNAME"),
    "LID_VERLAUF": ("BASIS_VERSION LI_LFD_NR LI_NR STR_LI_VAR ORT_NR", 4, ""),
    "REC_UMLAUF": ("BASIS_VERSION TAGESART_NR UM_UID ANF_ORT END_ORT", 3, ""),
    "REC_FRT": ("BASIS_VERSION FRT_FID FRT_START LI_NR TAGESART_NR STR_LI_VAR FGR_NR UM_UID", 2,
                "")}
HEAD = [r"mod; DD\.MM\.YYYY; HH:MM:SS; free", r'src; ".+"; "\d\d\.\d\d\.\d{4}"; "\d\d:\d\d:\d\d"',
        'chs; "(ASCII|ISO8859-1)"', 'ver; "1.4"', 'ifv; "1.4"', 'dve; "1.4"', 'fft; ""']


def shows_bug(text):
    """A trip begins before midnight and ends at midnight or later."""
    need(text.endswith("\n"))
    lines = text[:-1].split("\n")[::-1]
    for pattern in HEAD:
        need(re.fullmatch(pattern, lines.pop()))

    def row(mark):
        first, *fields = lines.pop().split("; ")
        need(first == mark)
        return fields

    tables = {}
    while lines[-1].startswith("tbl"):
        name, = row("tbl")
        columns, forms = row("atr"), row("frm")
        must, size, may = TABLES[name]
        need(name not in tables and len(forms) == len(columns) == len(set(columns)))
        need({*must.split()} <= set(columns) <= {*must.split(), *may.split()})
        sizes = [re.fullmatch(r"num\[([1-9]\d*)\.0\]|char\[([1-9]\d*)\]", form).groups()
                 for form in forms]
        records = {}
        while lines[-1].startswith("rec"):
            fields = row("rec")
            need(len(fields) == len(columns))
            values = {}
            for column, field, (digits, letters) in zip(columns, fields, sizes):
                found = re.fullmatch(r"(\d+)" if digits else r'"([^";]*)"', field)[1]
                need(len(found) <= int(digits or letters))
                values[column] = int(found) if digits else found
            key = tuple(values[column] for column in must.split()[:size])
            need(key not in records)
            records[key] = values
        need(row("end") == [str(len(records))] and records)
        tables[name] = records
    need(row("eof") == [str(len(tables))] and not lines and set(tables) == set(TABLES))
    versions = [record["BASIS_VERSION"] for record in tables["BASIS_VER_GUELTIGKEIT"].values()]
    need(len(set(versions)) == len(versions))
    need(all(re.fullmatch(r"\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])", str(key[0]))
             for key in tables["BASIS_VER_GUELTIGKEIT"]))

    def refer(name, other, *columns):
        need(all(tuple(record[column] for column in ("BASIS_VERSION", *columns)) in tables[other]
                 for record in tables[name].values()))

    need(all(record["BASIS_VERSION"] in versions
             for records in tables.values() for record in records.values()))
    for name, column in (("REC_SEL", "ORT_NR"), ("REC_SEL", "SEL_ZIEL"), ("LID_VERLAUF", "ORT_NR"),
                         ("REC_UMLAUF", "ANF_ORT"), ("REC_UMLAUF", "END_ORT")):
        refer(name, "REC_ORT", column)
    need(all(start != end for _, start, end in tables["REC_SEL"]))
    refer("SEL_FZT_FELD", "REC_SEL", "ORT_NR", "SEL_ZIEL")
    refer("SEL_FZT_FELD", "MENGE_FGR", "FGR_NR")
    refer("LID_VERLAUF", "REC_LID", "LI_NR", "STR_LI_VAR")
    refer("REC_UMLAUF", "MENGE_TAGESART", "TAGESART_NR")
    refer("REC_FRT", "REC_LID", "LI_NR", "STR_LI_VAR")
    refer("REC_FRT", "MENGE_FGR", "FGR_NR")
    refer("REC_FRT", "REC_UMLAUF", "TAGESART_NR", "UM_UID")

    # The stops of each variant of a line are numbered from 1.
    courses = {key: [] for key in tables["REC_LID"]}
    for (version, place, line, variant), record in sorted(tables["LID_VERLAUF"].items()):
        course = courses[version, line, variant]
        course.append(record["ORT_NR"])
        need(place == len(course))
    for (version, *_), course in courses.items():
        need(len(course) > 1)
        need(all((version, *pair) in tables["REC_SEL"] for pair in zip(course, course[1:])))

    # The trips of a block follow each other in time and place.
    last, bug = {}, False
    for record in sorted(tables["REC_FRT"].values(), key=lambda record: record["FRT_START"]):
        version, start = record["BASIS_VERSION"], record["FRT_START"]
        course = courses[version, record["LI_NR"], record["STR_LI_VAR"]]
        end = start + sum(tables["SEL_FZT_FELD"][version, record["FGR_NR"], *pair]["SEL_FZT"]
                          for pair in zip(course, course[1:]))
        block = version, record["TAGESART_NR"], record["UM_UID"]
        place, time = last.get(block, (tables["REC_UMLAUF"][block]["ANF_ORT"], 0))
        need(course[0] == place and start >= time)
        last[block] = course[-1], end
        bug |= start < 86400 <= end
    need(all(block in last and last[block][0] == record["END_ORT"]
             for block, record in tables["REC_UMLAUF"].items()))
    return bug
