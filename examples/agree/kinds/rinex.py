"""RINEX 3 observations of satellites: columns, types per system, counts of epochs, satellites and
values per satellite, first and last times, channels of all GLONASS satellites."""

import datetime
import random
import re


def head(content, label):
    return f"{content:60s}{label}\n"


SMALLEST = (
    head("     3.04           OBSERVATION DATA    R", "RINEX VERSION / TYPE")
    + head("a", "MARKER NAME")
    + head("R    1 L1C", "SYS / # / OBS TYPES")
    + head("  2024     1     1     0     0    0.0000000     GPS", "TIME OF FIRST OBS")
    + head("  2024     1     1     0     0    0.0000000     GPS", "TIME OF LAST OBS")
    + head("  1 R01 -1", "GLONASS SLOT / FRQ #")
    + head("     1", "# OF SATELLITES")
    + head("   R01     1", "PRN / # OF OBS")
    + head("", "END OF HEADER")
    + "> 2024 01 01 00 00  0.0000000  1  1\n"
    + "R01         1.0001\n"
)

TYPES = {"G": ["C1C", "L1C", "D1C", "S1C"], "R": ["C1C", "L1C", "S1C"], "E": ["C1X", "L1X"]}
CHANNELS = {"R01": 1, "R02": -4, "R07": 5, "R08": 6, "R17": 4, "R23": 3, "R24": -2}


def moment(time):
    return "".join(f"{n:6d}" for n in time.timetuple()[:5]) + f"{time.second:13.7f}     GPS"


def make():
    r = random.Random(47)
    every = [f"G{n:02d}" for n in (3, 5, 12, 18, 25, 29)] + list(CHANNELS) + ["E04", "E11", "E19"]
    start = datetime.datetime(2024, 3, 11, 23, 57, 30)
    counts = {name: [0] * len(TYPES[name[0]]) for name in every}
    body, times = "", []
    for n in range(15):
        time = start + datetime.timedelta(seconds=30 * (n + (n > 6)))
        times.append(time)
        part = [name for name in every if r.random() < 0.65 or (n, name) == (9, "R24")]
        flag = 1 if n in (4, 9) else 0
        stamp = f"> {time:%Y %m %d %H %M}{time.second:11.7f}"
        if n == 7:
            body += f"{stamp}  4  2\n" + head("antenna moved by the wind", "COMMENT")
            body += head("levelled again", "COMMENT")
        body += f"{stamp}  {flag}{len(part):3d}\n"
        for name in part:
            row, distance = name, r.uniform(19e6, 26e6)
            for at, kind in enumerate(TYPES[name[0]]):
                odd = (n, name, kind) == (9, "R24", "L1C")
                if r.random() < 0.12 and not odd:
                    row += " " * 16
                    continue
                value = {"C": distance, "L": distance * 5.25, "D": r.uniform(-3500, 3500),
                         "S": r.uniform(28, 52)}[kind[0]]
                mark = " "
                if kind[0] == "L" and (r.random() < 0.15 or odd):
                    mark = "1"
                    if flag and CHANNELS.get(name, 0) < 0 and not odd:
                        mark = " "
                counts[name][at] += 1
                row += f"{value:14.3f}{mark}{r.randint(3, 9)}"
            body += row.rstrip() + "\n"
    slots = [f" {name}{channel:3d}" for name, channel in CHANNELS.items()]
    text = head("     3.04           OBSERVATION DATA    M", "RINEX VERSION / TYPE")
    text += head(f"{'mkobs 1.2':20s}{'survey office':20s}20240312 081500 UTC",
                 "PGM / RUN BY / DATE")
    text += head("Harbour mole, 30 s, made for a test", "COMMENT")
    text += head("MOLE", "MARKER NAME") + head("R. de Boer          survey office",
                                               "OBSERVER / AGENCY")
    text += head(f"{3912345.6789:14.4f}{302456.1234:14.4f}{5011234.9876:14.4f}",
                 "APPROX POSITION XYZ")
    for system, kinds in TYPES.items():
        text += head(f"{system}  {len(kinds):3d} {' '.join(kinds)}", "SYS / # / OBS TYPES")
    text += head(f"{30:10.3f}", "INTERVAL")
    text += head(moment(times[0]), "TIME OF FIRST OBS")
    text += head(moment(times[-1]), "TIME OF LAST OBS")
    text += head(f"{len(slots):3d}{''.join(slots)}", "GLONASS SLOT / FRQ #")
    text += head(f"{len(every):6d}", "# OF SATELLITES")
    for name in every:
        text += head(f"   {name}" + "".join(f"{n:6d}" for n in counts[name]), "PRN / # OF OBS")
    return text + head("", "END OF HEADER") + body


def need(condition):
    if not condition:
        raise ValueError


def number(text):
    """A number at the right of its columns."""
    need(re.fullmatch(r" *-?(0|[1-9]\d*)(\.\d+)?", text))
    return float(text) if "." in text else int(text)


def instant(parts, second):
    second = float(second)
    need(0 <= second < 60 and second == int(second))
    return datetime.datetime(*map(int, parts), int(second))


FREE = ["PGM / RUN BY / DATE", "COMMENT", "OBSERVER / AGENCY"]
ONCE = ["MARKER NAME", "APPROX POSITION XYZ", "INTERVAL", "TIME OF FIRST OBS", "TIME OF LAST OBS",
        "GLONASS SLOT / FRQ #", "# OF SATELLITES"]
EPOCH = re.compile(r"> (\d{4})" + r" (\d\d)" * 4 + r"( [ \d]\d\.\d{7})  ([014])(.{3})")


def shows_bug(text):
    """After a power failure, a GLONASS satellite of a negative channel has lost its lock."""
    lines = text.split("\n")
    need(lines.pop() == "")
    lines.reverse()
    first = lines.pop()
    need(first[60:] == "RINEX VERSION / TYPE" and first[:20] == f"{'     3.04':20s}")
    need(first[20:40] == f"{'OBSERVATION DATA':20s}" and first[41:60].strip() == "")
    heads, types, told = {}, {}, {}
    while (line := lines.pop())[60:] != "END OF HEADER":
        content, label = line[:60], line[60:]
        need(content.isprintable())
        if label == "SYS / # / OBS TYPES":
            m = re.fullmatch(r"([GREC])  ( {2}[1-9])((?: [CLDS]\d[A-Z])+) *", content)
            need(m[1] not in types and int(m[2]) == len(m[3]) // 4)
            types[m[1]] = m[3].split()
            need(len(set(types[m[1]])) == len(types[m[1]]))
        elif label == "PRN / # OF OBS":
            m = re.fullmatch(r"   ([GREC]\d\d)((?:.{6})+?) *", content)
            need(m[1] not in told and types)
            told[m[1]] = [number(m[2][at:at + 6]) for at in range(0, len(m[2]), 6)]
        elif label not in FREE:
            need(label in ONCE and label not in heads)
            heads[label] = content
    need(line[:60].strip() == "" and heads["MARKER NAME"].strip())
    need(first[40] == ("M" if len(types) > 1 else [*types][0]))
    channels = {}
    if "R" in types:
        content = heads["GLONASS SLOT / FRQ #"].rstrip()
        parts = [content[at:at + 7] for at in range(3, len(content), 7)]
        need(number(content[:3]) == len(parts) <= 8)
        for part in parts:
            name = re.fullmatch(r" (R\d\d)(.{3})", part)[1]
            need(name not in channels and -7 <= number(part[4:]) <= 6)
            channels[name] = number(part[4:])
    else:
        need("GLONASS SLOT / FRQ #" not in heads)
    if "APPROX POSITION XYZ" in heads:
        content = heads["APPROX POSITION XYZ"].rstrip()
        need(len(content) == 42 and all(number(content[at:at + 14]) for at in (0, 14, 28)))
    step = number(heads["INTERVAL"][:10]) if "INTERVAL" in heads else 1
    counts, times, found = {}, [], False
    while lines:
        *parts, second, flag, many = EPOCH.fullmatch(lines.pop()).groups()
        time, many = instant(parts, second), number(many)
        need(many > 0)
        if flag == "4":
            # Lines of a header follow.
            need(not times or time > times[-1])
            need(all(lines.pop()[60:] == "COMMENT" for _ in range(many)))
            continue
        need(flag in "01" and (not times or time > times[-1]))
        need(not times or (time - times[-1]).total_seconds() % step == 0)
        times.append(time)
        seen = set()
        for _ in range(many):
            line = lines.pop()
            name, row = line[:3], line[3:]
            need(re.fullmatch(r"[GREC]\d\d", name) and name not in seen and row == row.rstrip())
            seen.add(name)
            kinds = types[name[0]]
            need(len(row) <= 16 * len(kinds))
            own = counts.setdefault(name, [0] * len(kinds))
            row = row.ljust(16 * len(kinds))
            for at, kind in enumerate(kinds):
                cell = row[16 * at:16 * at + 16]
                if not cell.strip():
                    continue
                need(re.fullmatch(r" *-?\d+\.\d{3}[ 0-7][ 1-9]", cell))
                number(cell[:14])
                own[at] += 1
                need(cell[14] == " " or kind[0] == "L")
                lost = kind[0] == "L" and cell[14] in "1357"
                found = found or lost and flag == "1" and channels.get(name, 0) < 0
    need(counts == told and number(heads["# OF SATELLITES"][:6]) == len(told))
    need(set(channels) == {name for name in told if name[0] == "R"})
    for system, kinds in types.items():
        # Each type of each system has a value.
        rows = [row for name, row in counts.items() if name[0] == system]
        need(all(any(row[at] for row in rows) for at in range(len(kinds))))
    for label, time in (("TIME OF FIRST OBS", times[0]), ("TIME OF LAST OBS", times[-1])):
        need(heads[label].rstrip() == moment(time))
    return found
