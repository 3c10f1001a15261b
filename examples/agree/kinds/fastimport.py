"""A git fast-import stream: lengths of data, marks, parents, paths that must exist."""

import random
import re

SMALLEST = """blob
mark :1
data 1
#
commit refs/heads/a
mark :2
committer a <a> 1 +0000
data 0
M 120000 :1 a
commit refs/heads/a
mark :3
committer a <a> 2 +0000
data 0
from :2
merge :2
"""

WORDS = "alpha beta gamma delta index value table cache reader writer token merge state".split()


def make():
    r = random.Random(11)
    out, mark, time = [], 0, 1700000000
    heads, files = {}, {}

    def data(text):
        out.append(f"data {len(text)}\n{text}\n")

    def text(n):
        return "\n".join(" ".join(r.choice(WORDS) for _ in range(r.randint(2, 6))) for _ in range(n))

    for step in range(70):
        branch = {40: "dev", 45: "main"}.get(step) or r.choice(["main", "main", "dev", "fix"])
        if branch not in heads and branch != "main":
            if "main" not in heads:
                continue
            heads[branch], files[branch] = heads["main"], dict(files["main"])
        blobs = []
        for _ in range(r.randint(1, 3)):
            mark += 1
            out.append(f"blob\nmark :{mark}\n")
            data(("#link " if step == 40 else "") + text(r.randint(1, 4)))
            blobs.append(mark)
        mark += 1
        time += r.randint(60, 9000)
        who = r.choice(["Ann Lee <ann@example.org>", "Bo Ray <bo@example.org>"])
        out.append(f"commit refs/heads/{branch}\nmark :{mark}\ncommitter {who} {time} +0000\n")
        data(text(1))
        if branch in heads:
            out.append(f"from :{heads[branch]}\n")
        other = [b for b in heads if b != branch]
        if other and (step == 45 or r.random() < 0.12):
            pick = "dev" if step == 45 else other[0]
            out.append(f"merge :{heads[pick]}\n")
            files.setdefault(branch, {}).update(files[pick])
        here = files.setdefault(branch, {})
        if here and r.random() < 0.3:
            path = r.choice(sorted(here))
            del here[path]
            out.append(f"D {path}\n")
        for blob in blobs:
            path = f"src/{r.choice(WORDS)}_{r.randint(1, 30)}.txt"
            mode = "120000" if step == 40 else r.choice(["100644", "100644", "100755"])
            here[path] = mode
            out.append(f"M {mode} :{blob} {path}\n")
        heads[branch] = mark
    return "".join(out)


def shows_bug(text):
    at, kind, trees, found, last = 0, {}, {}, False, None

    def line():
        nonlocal at
        end = text.index("\n", at)
        got, at = text[at:end], end + 1
        return got

    def data():
        nonlocal at
        n = int(re.fullmatch(r"data (0|[1-9]\d*)", line())[1])
        got = text[at:at + n]
        if len(got) != n:
            raise ValueError
        at += n
        if text[at:at + 1] == "\n":
            at += 1
        return got

    def define(what):
        mark = re.fullmatch(r"mark (:[1-9]\d*)", line())[1]
        if mark in kind:
            raise ValueError
        kind[mark] = what
        return mark

    def peek(prefix):
        return text.startswith(prefix, at)

    links, heads = {}, {}
    while at < len(text):
        head = line()
        if head == "blob":
            mark = define("blob")
            links[mark] = data()
            continue
        branch = re.fullmatch(r"commit refs/heads/(\w+)", head)[1]
        mark = define("commit")
        time = int(re.fullmatch(r"committer [\w ]*<[\w@.]+> (\d+) \+0000", line())[1])
        if last is not None and time <= last:
            raise ValueError
        last = time
        data()
        tree = {}
        if peek("from "):
            parent = line()[5:]
            if kind[parent] != "commit":
                raise ValueError
            tree = dict(trees[parent])
        elif branch in heads:
            raise ValueError
        merges = False
        while peek("merge "):
            parent = line()[6:]
            if kind[parent] != "commit":
                raise ValueError
            tree.update(trees[parent])
            merges = True
        while peek("M ") or peek("D "):
            change = line()
            if change[0] == "D":
                del tree[change[2:]]
            else:
                mode, blob, path = re.fullmatch(r"M (100644|100755|120000) (:\d+) (\S+)", change).groups()
                if kind[blob] != "blob":
                    raise ValueError
                tree[path] = mode, links[blob]
        trees[mark] = tree
        heads[branch] = mark
        found = found or merges and any(m == "120000" and b.startswith("#") for m, b in tree.values())
    return found
