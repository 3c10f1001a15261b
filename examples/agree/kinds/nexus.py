"""NEXUS: numbers of taxa and characters, one row of equal length per taxon, sets that list taxa and columns."""

import random
import re

SMALLEST = """#NEXUS
BEGIN TAXA;
DIMENSIONS NTAX=2;
TAXLABELS a b;
END;
BEGIN CHARACTERS;
DIMENSIONS NCHAR=2;
FORMAT DATATYPE=DNA GAP=-;
MATRIX
a A-
b A-
;
END;
BEGIN SETS;
TAXSET a = a b;
CHARSET a = 2;
END;
"""


def make():
    r = random.Random(34)
    genera = ["Parus", "Corvus", "Turdus", "Sitta", "Apus", "Picus"]
    kinds = ["major", "minor", "montanus", "niger", "alpinus", "viridis"]
    taxa = [f"{genus}_{kind}" for genus in genera for kind in r.sample(kinds, 5)]
    width = 66
    base = [r.choice("ACGT") for _ in range(width)]
    sets = {f"genus_{genus}": [t for t in taxa if t.startswith(genus)] for genus in genera}
    sets["ringed"] = [taxa[i] for i in (3, 11, 19, 28)]
    sets["captive"] = [taxa[i] for i in (2, 13, 22)]
    sets["alpine"] = [t for t in taxa if t.endswith(("alpinus", "montanus"))]
    rows = {t: [b if r.random() < 0.8 else r.choice("ACGT") for b in base] for t in taxa}
    for t in taxa:
        for column in r.sample(range(width), r.randint(4, 12)):
            if column != 40:
                rows[t][column] = r.choice("--?")
    # Only one column has gaps in all of the taxa of a set.
    for members in sets.values():
        for column in range(width):
            if all(rows[t][column] == "-" for t in members):
                rows[members[0]][column] = base[column]
    for t in sets["ringed"]:
        rows[t][40] = "-"
    out = ["#NEXUS", "", "BEGIN TAXA;", f"  DIMENSIONS NTAX={len(taxa)};", "  TAXLABELS"]
    out += [f"    {t}" for t in taxa] + ["  ;", "END;", "", "BEGIN CHARACTERS;", f"  DIMENSIONS NCHAR={width};"]
    out += ["  FORMAT DATATYPE=DNA MISSING=? GAP=-;", "  MATRIX"]
    out += [f"    {t:<16} {''.join(rows[t])}" for t in taxa] + ["  ;", "END;", "", "BEGIN SETS;"]
    out += [f"  TAXSET {name} = {' '.join(members)};" for name, members in sets.items()]
    out += ["  CHARSET first = 1-33\\3;", "  CHARSET second = 2-33\\3;", "  CHARSET third = 3-33\\3;"]
    out += ["  CHARSET spacer = 34-48;", "  CHARSET tail = 49-66;", "  CHARSET sites = 5 17 52-58;", "END;"]
    return "\n".join(out) + "\n"


def columns(words, width):
    """The columns that a set of characters lists, as in `1-9\\3 12`."""
    found = []
    for word in words:
        first, last, step = re.fullmatch(r"(\d+)(?:-(\d+)(?:\\(\d))?)?", word).groups()
        first, last = int(first), int(last or first)
        if not 1 <= first <= last <= width:
            raise ValueError
        found += range(first - 1, last, int(step or 1))
    if not found or len(set(found)) != len(found):
        raise ValueError
    return found


def shows_bug(text):
    head, rest = text.split("\n", 1)
    if head != "#NEXUS" or re.sub(r"BEGIN \w+;.*?\nEND;\n", "", rest, flags=re.S).strip():
        raise ValueError
    blocks = re.findall(r"BEGIN (\w+);(.*?)\nEND;\n", rest, re.S)
    if [name for name, _ in blocks] not in (["TAXA", "CHARACTERS"], ["TAXA", "CHARACTERS", "SETS"]):
        raise ValueError
    taxa, rows, sets, places = None, None, {}, {}
    ntax = width = symbols = None
    for block, body in blocks:
        *statements, tail = body.split(";")
        if tail.strip():
            raise ValueError
        for statement in statements:
            word, *words = statement.split()
            if (block, word) == ("TAXA", "DIMENSIONS"):
                ntax = int(re.fullmatch(r"NTAX=(\d+)", words[0])[1])
            elif (block, word) == ("TAXA", "TAXLABELS"):
                taxa = words
                if len(taxa) != ntax or len(set(taxa)) != ntax or not all(re.fullmatch(r"\w+", t) for t in taxa):
                    raise ValueError
            elif (block, word) == ("CHARACTERS", "DIMENSIONS"):
                width = int(re.fullmatch(r"NCHAR=(\d+)", words[0])[1])
            elif (block, word) == ("CHARACTERS", "FORMAT"):
                symbols = dict(re.fullmatch(r"(DATATYPE|MISSING|GAP)=(\S+)", w).groups() for w in words)
                if symbols["DATATYPE"] != "DNA" or len(symbols) != len(words):
                    raise ValueError
            elif (block, word) == ("CHARACTERS", "MATRIX"):
                rows = {}
                for line in statement.strip().split("\n")[1:]:
                    taxon, row = line.split()
                    known = "ACGT" + symbols.get("MISSING", "") + symbols.get("GAP", "")
                    if taxon in rows or taxon not in taxa or len(row) != width or not set(row) <= set(known):
                        raise ValueError
                    if not set(row) & set("ACGT"):
                        raise ValueError
                    rows[taxon] = row
                if len(rows) != ntax:
                    raise ValueError
            elif block == "SETS" and word in ("TAXSET", "CHARSET"):
                name, equals, *members = words
                known = sets if word == "TAXSET" else places
                if equals != "=" or name in known:
                    raise ValueError
                known[name] = members if word == "TAXSET" else columns(members, width)
                if word == "TAXSET" and (not members or len(set(members)) != len(members) or not set(members) <= set(taxa)):
                    raise ValueError
            else:
                raise ValueError
    if taxa is None or rows is None:
        raise ValueError
    gap = symbols.get("GAP")
    return any(len(members) > 1 and all(rows[t][c] == gap for t in members)
               for members in sets.values() for place in places.values() for c in place)
