"""GEDCOM: people and families that name each other, counts of children, parents older than children."""

import random
import re

SMALLEST = """0 HEAD
1 SUBM @U1@
0 @U1@ SUBM
0 @I1@ INDI
1 NAME a
1 SEX F
1 FAMS @F1@
1 FAMS @F2@
0 @I2@ INDI
1 NAME a
1 SEX F
1 FAMC @F1@
1 FAMC @F2@
2 PEDI adopted
0 @F1@ FAM
1 WIFE @I1@
1 CHIL @I2@
0 @F2@ FAM
1 WIFE @I1@
1 CHIL @I2@
0 TRLR
"""

# The tags that may be below a tag.
BELOW = {"HEAD": "SOUR GEDC CHAR SUBM", "GEDC": "VERS", "SUBM": "NAME", "INDI": "NAME SEX BIRT DEAT OCCU FAMS FAMC",
         "FAM": "HUSB WIFE CHIL NCHI MARR", "BIRT": "DATE PLAC", "DEAT": "DATE PLAC", "MARR": "DATE PLAC", "FAMC": "PEDI"}


def make():
    r = random.Random(31)
    people, families = [], []

    def person(sex, year, surname):
        first = r.choice(["John", "Henry", "Paul", "Emil", "Otto"] if sex == "M" else ["Mary", "Anne", "Clara", "Ida", "Rosa"])
        people.append({"name": f"{first} /{surname}/", "surname": surname, "sex": sex, "year": year, "fams": [], "famc": []})
        return len(people) - 1

    def wed(husband, wife):
        families.append({"parents": [husband, wife], "children": [], "year": max(people[p]["year"] for p in (husband, wife)) + 22})
        for p in (husband, wife):
            people[p]["fams"].append(len(families) - 1)
        return len(families) - 1

    def adopt(child, family, how):
        families[family]["children"].append(child)
        people[child]["famc"].append((family, how))

    couples = [wed(person("M", r.randint(1802, 1809), name), person("F", r.randint(1804, 1812), other))
               for name, other in [("Hill", "Marsh"), ("Weber", "Stone"), ("Novak", "Brook"), ("Lund", "Field")]]
    for _ in range(3):
        born = {"M": [], "F": []}
        for family in couples:
            for n in range(r.randint(2, 3)):
                father = people[families[family]["parents"][0]]
                child = person(r.choice("MF"), families[family]["year"] + 2 * n + 1, father["surname"])
                adopt(child, family, "birth" if r.random() < 0.2 else None)
                born[people[child]["sex"]].append(child)
        men, women = born["M"], born["F"][1:] + born["F"][:1]
        couples = [wed(h, w) for h, w in zip(men, women) if people[h]["famc"][0][0] != people[w]["famc"][0][0]]
    adopt(families[0]["children"][0], 3, "adopted")
    adopt(families[2]["children"][1], 1, "adopted")
    mother = families[5]["parents"][1]
    again = wed(person("M", people[mother]["year"] - 2, "Quist"), mother)
    adopt(families[5]["children"][0], again, "adopted")

    def event(tag, year):
        place = r.choice(["Leeds", "Graz", "Bergen", "Brno", "Turin"])
        return [f"1 {tag}", f"2 DATE {r.randint(1, 28)} {r.choice(['JAN', 'MAR', 'MAY', 'AUG', 'NOV'])} {year}", f"2 PLAC {place}"]

    out = ["0 HEAD", "1 SOUR TREES", "1 GEDC", "2 VERS 5.5.1", "1 CHAR UTF-8", "1 SUBM @U1@", "0 @U1@ SUBM", "1 NAME Ida Lund"]
    for n, p in enumerate(people, 1):
        out += [f"0 @I{n}@ INDI", f"1 NAME {p['name']}", f"1 SEX {p['sex']}", *event("BIRT", p["year"])]
        if r.random() < 0.3:
            out.append(f"1 OCCU {r.choice(['miller', 'smith', 'teacher'])}")
        if r.random() < 0.4:
            out += event("DEAT", p["year"] + r.randint(55, 90))
        for family, how in p["famc"]:
            out.append(f"1 FAMC @F{family + 1}@")
            if how:
                out.append(f"2 PEDI {how}")
        out += [f"1 FAMS @F{family + 1}@" for family in p["fams"]]
    for n, f in enumerate(families, 1):
        out += [f"0 @F{n}@ FAM", f"1 HUSB @I{f['parents'][0] + 1}@", f"1 WIFE @I{f['parents'][1] + 1}@"]
        out += [f"1 CHIL @I{child + 1}@" for child in f["children"]]
        out += [f"1 NCHI {len(f['children'])}", *event("MARR", f["year"])]
    return "\n".join(out + ["0 TRLR"]) + "\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "":
        raise ValueError
    records, stack = [], []
    for line in lines:
        level, key, tag, value = re.fullmatch(r"(\d) (?:@(\w+)@ )?([A-Z]+)(?: (\S.*))?", line).groups()
        level, node = int(level), (tag, key, value, [])
        if level > len(stack) or level and (key or tag not in BELOW[stack[level - 1][0]].split()):
            raise ValueError
        (stack[level - 1][3] if level else records).append(node)
        stack[level:] = [node]
    if records[0][0] != "HEAD" or records.pop()[:3] != ("TRLR", None, None) or stack[0][3]:
        raise ValueError
    by_key = {node[1]: node for node in records[1:]}
    if len(by_key) != len(records) - 1 or None in by_key:
        raise ValueError

    def values(node, tag):
        return [below[2] for below in node[3] if below[0] == tag]

    def links(node, tag, kind):
        """The keys that a record refers to, which must be of the kind."""
        keys = [re.fullmatch(r"@(\w+)@", value)[1] for value in values(node, tag)]
        if len(set(keys)) != len(keys) or any(by_key[key][0] != kind for key in keys):
            raise ValueError
        return keys

    if len(links(records[0], "SUBM", "SUBM")) != 1:
        raise ValueError
    spouses, children, year = set(), set(), {}
    adopted, own = {}, {}
    for key, node in by_key.items():
        if node[0] == "INDI":
            if len(values(node, "NAME")) != 1 or not values(node, "NAME")[0] or values(node, "SEX") not in (["M"], ["F"]):
                raise ValueError
            spouses |= {(family, key) for family in links(node, "FAMS", "FAM")}
            children |= {(family, key) for family in links(node, "FAMC", "FAM")}
            for below in node[3]:
                if below[0] in ("BIRT", "DEAT"):
                    [date] = values(below, "DATE")
                    year[below[0], key] = int(re.fullmatch(r"(?:\d+ [A-Z]{3} )?(\d{4})", date)[1])
                elif below[0] == "FAMC":
                    how = values(below, "PEDI") or ["birth"]
                    {"adopted": adopted, "birth": own}[how[0]].setdefault(key, []).append(below[2].strip("@"))
        elif node[0] not in ("FAM", "SUBM"):
            raise ValueError
    if any(not any((f, key) in spouses | children for f in by_key) for key in by_key if by_key[key][0] == "INDI"):
        raise ValueError
    parents = {}
    for key, node in by_key.items():
        if node[0] == "FAM":
            husbands, wives, kids = (links(node, tag, "INDI") for tag in ("HUSB", "WIFE", "CHIL"))
            parents[key] = set(husbands + wives)
            if any(values(by_key[p], "SEX") != [sex] for sex, ps in (("M", husbands), ("F", wives)) for p in ps):
                raise ValueError
            if max(len(husbands), len(wives)) > 1 or not parents[key] or len(parents[key]) + len(kids) < 2:
                raise ValueError
            if parents[key] != {p for f, p in spouses if f == key} or set(kids) != {p for f, p in children if f == key}:
                raise ValueError
            if any(year.get(("BIRT", p), 0) >= year.get(("BIRT", kid), 9999) for p in parents[key] for kid in kids):
                raise ValueError
            if values(node, "NCHI") not in ([], [str(len(kids))]):
                raise ValueError
    return any(parents[f] & parents[g] for key in adopted for f in adopted[key] for g in own.get(key, []))
