"""A directory as LDIF: entries below their parents, groups and members that name each other."""

import random
import re

SMALLEST = """dn: o=a

dn: uid=a,o=a
memberOf: cn=a,o=a
title: boss

dn: cn=a,o=a
member: uid=a,o=a

# entries: 3
"""


def make():
    r = random.Random(34)
    root = "dc=example"
    entries = [(root, [])]
    units = [root]
    for name in "people staff guests north south east groups lab office field".split():
        parent = r.choice(units[:4])
        dn = f"ou={name},{parent}"
        units.append(dn)
        entries.append((dn, [f"description: {r.choice(['main', 'old', 'new'])} unit"]))
    people = []
    for i in range(54):
        dn = f"uid={r.choice(['ann', 'bob', 'cat', 'dan', 'eve'])}{i},{r.choice(units[1:])}"
        people.append(dn)
    groups = [f"cn={g},{r.choice(units[1:])}" for g in "admins devs ops users sales legal press board".split()]
    member = {g: sorted(r.sample(people, r.randint(3, 9)), key=people.index) for g in groups}
    for i, dn in enumerate(people):
        own = [g for g in groups if dn in member[g]]
        lines = [f"memberOf: {g}" for g in own]
        title = r.choice(["clerk", "chief", "nurse"])
        if dn == member[groups[4]][1]:
            title = "boss"
        lines.append(f"title: {title}")
        if r.random() < 0.5:
            lines.append(f"phone: {r.randint(1000, 9999)}")
        entries.append((dn, lines))
    entries += [(g, [f"member: {p}" for p in member[g]]) for g in groups]
    blocks = ["\n".join([f"dn: {dn}", *lines]) + "\n" for dn, lines in entries]
    return "\n".join(blocks) + f"\n# entries: {len(blocks)}\n"


def shows_bug(text):
    *blocks, last = text.split("\n\n")
    if int(re.fullmatch(r"# entries: (\d+)\n", last)[1]) != len(blocks):
        raise ValueError
    entries = {}
    for block in blocks:
        pairs = [re.fullmatch(r"(\w+): (.+)", line).groups() for line in block.split("\n")]
        if pairs[0][0] != "dn" or pairs[0][1] in entries:
            raise ValueError
        dn = pairs[0][1]
        if entries and dn.split(",", 1)[1] not in entries or not re.fullmatch(r"(\w+=\w+,?)+", dn):
            raise ValueError
        entries[dn] = pairs[1:]
    both = {key: {(dn, v) for dn, pairs in entries.items() for k, v in pairs if k == key} for key in ("member", "memberOf")}
    if {(v, dn) for dn, v in both["member"]} != both["memberOf"]:
        raise ValueError
    for dn, pairs in entries.items():
        keys = [k for k, _ in pairs]
        if not set(keys) <= {"member", "memberOf", "title", "phone", "description"}:
            raise ValueError
        if dn.startswith("cn=") and "member" not in keys or any(v not in entries for k, v in pairs if k.startswith("member")):
            raise ValueError
        if dn.startswith("uid=") and keys.count("title") > 1:
            raise ValueError
    return any(("title", "boss") in entries[v] for _, v in both["member"])
