"""A series of patches as sent by mail: numbers of the patches, sizes and places of hunks, counts
of lines per file and in all, names of contents before and after, lines of files that are new."""

import random
import re

SMALLEST = """From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
From: a
Subject: [PATCH 1/2] a
---
 a | 1 +
 1 file changed, 1 insertion(+)

diff --git a/a b/a
new file mode 100644
index 0000000..0000001
--- /dev/null
+++ b/a
@@ -0,0 +1 @@
+
-- 
2

From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
From: a
Subject: [PATCH 2/2] a
---
 a | 1 -
 1 file changed, 1 deletion(-)

diff --git a/a b/a
index 0000001..0000002 100644
--- a/a
+++ b/a
@@ -1 +0,0 @@
-
-- 
2
"""

NAMES = "buffer cache index parser queue socket table timer token worker".split()
VERBS = "add check clear close drop find flush get init load open push read reset set".split()


def line(r):
    name, other = r.sample(NAMES, 2)
    return r.choice([
        f"\tint {name} = {other}_{r.choice(VERBS)}({r.randint(0, 64)});", "",
        f"\tif ({name}_{r.choice(VERBS)}(&{other}) < 0)", "\t\treturn -1;", "}", "{",
        f"static void {name}_{r.choice(VERBS)}(struct {other} *{other})",
        f"\t{name}->{other} += {r.randint(1, 9)};", f"/* The {name} keeps its {other}. */",
        f"#define {name.upper()}_{other.upper()} {r.randint(1, 99)}"])


def mark(r):
    return f"{r.randrange(16 ** 7):07x}"


def span(start, size):
    return f"{start}" if size == 1 else f"{start},{size}"


def total(files, plus, minus):
    parts = [f" {files} file{'s' * (files > 1)} changed"]
    parts += [f"{plus} insertion{'s' * (plus > 1)}(+)"] if plus or not minus else []
    parts += [f"{minus} deletion{'s' * (minus > 1)}(-)"] if minus else []
    return ", ".join(parts)


def make():
    r = random.Random(75)
    paths = [f"src/{name}.{end}" for name in NAMES for end in ("c", "h")]
    disk = {path: [line(r) for _ in range(r.randint(40, 160))] for path in paths[:14]}
    blobs = {path: mark(r) for path in disk}
    out, count = [], 9
    for number in range(1, count + 1):
        stat, body, plus, minus = [], [], 0, 0
        changed = r.sample(sorted(disk), r.randint(1, 4))
        changed += [path for path in r.sample(paths, 2) if path not in disk] if number < 6 else []
        for path in sorted(changed):
            old, blob = disk.get(path, []), mark(r)
            new, hunks = [], []
            places = range(5, len(old) - 5, 12)
            places = sorted(r.sample(places, r.randint(1, min(2, len(places))))) if old else [0]
            at = 0
            for place in places:
                first = max(place - 3, 0)
                new += old[at:first]
                start = len(new) + 1
                cut = r.randint(0, 4) if old else 0
                put = [line(r) for _ in range(r.randint(not cut, 5) if old else r.randint(18, 40))]
                after = old[place + cut:place + cut + 3]
                rows = [" " + text for text in old[first:place]]
                rows += ["-" + text for text in old[place:place + cut]]
                rows += ["+" + text for text in put] + [" " + text for text in after]
                new += old[first:place] + put + after
                at = place + cut + len(after)
                sizes = at - first, len(rows) - cut
                head = f"@@ -{span(first + 1 if old else 0, sizes[0])} +{span(start, sizes[1])} @@"
                hunks += [head, *rows]
            new += old[at:]
            added = sum(row[0] == "+" for row in hunks)
            gone = sum(row[0] == "-" for row in hunks)
            plus, minus = plus + added, minus + gone
            stat.append(f" {path:14} | {added + gone:2} {'+' * added}{'-' * gone}")
            body += [f"diff --git a/{path} b/{path}"]
            body += ([f"index {blobs[path]}..{blob} 100644", f"--- a/{path}"] if old else
                     ["new file mode 100644", f"index 0000000..{blob}", "--- /dev/null"])
            body += [f"+++ b/{path}", *hunks]
            disk[path], blobs[path] = new, blob
        what = f"{r.choice(NAMES)}: {r.choice(VERBS)} the {r.choice(NAMES)}"
        out += [f"From {r.randrange(16 ** 40):040x} Mon Sep 17 00:00:00 2001",
                f"From: {r.choice(['Ann Lee', 'Bo Dahl'])} <dev{r.randint(1, 4)}@example.org>",
                f"Date: Fri, 17 May 2024 {r.randint(9, 17):02}:{r.randint(10, 59)}:00 +0200",
                f"Subject: [PATCH {number}/{count}] {what}", "",
                f"The {r.choice(NAMES)} did not {r.choice(VERBS)} the {r.choice(NAMES)} in time.",
                "---", *stat, total(len(stat), plus, minus), "", *body, "-- ", "2.43.0", ""]
    return "\n".join(out)


def need(condition):
    if not condition:
        raise ValueError


def shows_bug(text):
    """A hunk takes away more lines than it adds, in a file that a patch before has made."""
    lines = text.split("\n")[::-1]
    need(lines[0] == "")
    state = {"made": {}, "blobs": {}, "bug": False}
    number, count = 0, None
    while len(lines) > 1:
        need(re.fullmatch(r"From [0-9a-f]{40} Mon Sep 17 00:00:00 2001", lines.pop()))
        head = {}
        while lines[-1] not in ("", "---"):
            key, value = re.fullmatch(r"(From|Date|Subject): (.+)", lines.pop()).groups()
            need(key not in head)
            head[key] = value
        number += 1
        found = re.fullmatch(r"\[PATCH (\d+)/(\d+)\] .+", head["Subject"])
        need(head["From"] and int(found[1]) == number and count in (None, found[2]))
        count = found[2]
        while lines[-1] != "---":
            need(not lines.pop().startswith("diff "))
        lines.pop()
        stat = {}
        while " | " in lines[-1]:
            found = re.fullmatch(r" (\S+) +\| +(\d+) (\+*)(-*)", lines.pop())
            need(found[1] not in stat and int(found[2]) == len(found[3] + found[4]) > 0)
            need(list(stat) == sorted(stat) and found[1] > max(stat, default=""))
            stat[found[1]] = len(found[3]), len(found[4])
        need(stat)
        need(lines.pop() == total(len(stat), *map(sum, zip(*stat.values()))))
        need(lines.pop() == "")
        for path, sizes in stat.items():
            need(file(lines, path, state) == sizes)
        need(lines.pop() == "-- " and re.fullmatch(r"\d[\d.]*", lines.pop()))
        need(lines == [""] or lines.pop() == "")
    need(number == int(count))
    return state["bug"]


def file(lines, path, state):
    """Reads the part of one file, and gives the counts of lines added and taken away."""
    made, blobs = state["made"], state["blobs"]
    need(lines.pop() == f"diff --git a/{path} b/{path}")
    new = lines[-1] == "new file mode 100644"
    if new:
        need(lines.pop() and path not in blobs)
    found = re.fullmatch(r"index ([0-9a-f]{7})\.\.([0-9a-f]{7})( 100644)?", lines.pop())
    need(bool(found[3]) != new and found[1] != found[2] and int(found[2], 16))
    need(found[1] == ("0" * 7 if new else blobs.get(path, found[1])))
    need(new or int(found[1], 16))
    blobs[path] = found[2]
    need(lines.pop() == ("--- /dev/null" if new else f"--- a/{path}"))
    need(lines.pop() == f"+++ b/{path}")
    if new:
        made[path] = []
    known = made.get(path)
    text, at, plus, minus = [], 0, 0, 0
    while lines[-1].startswith("@@ "):
        found = re.fullmatch(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@( .*)?", lines.pop())
        left, right = (int(found[n] or 1) for n in (2, 4))
        first = int(found[1]) - (left > 0)
        need(first >= at and int(found[3]) - (right > 0) == first + plus - minus)
        need(first == at == 0 or first > at)
        sizes = found[2], found[4]
        need("1" not in sizes)
        if known is not None:
            need(first <= len(known))
            text += known[at:first]
        at, more, less = first, 0, 0
        while left or right:
            row = lines.pop()
            need(row[0] in " +-")
            if row[0] != "+":
                left -= 1
                need(known is None or known[at] == row[1:])
                at += 1
            if row[0] != "-":
                right -= 1
                text.append(row[1:])
            more += row[0] == "+"
            less += row[0] == "-"
            need(left >= 0 and right >= 0)
        need(more or less)
        plus, minus = plus + more, minus + less
        state["bug"] |= not new and known is not None and less > more
    need(plus or minus)
    if known is not None:
        made[path] = text + known[at:]
    return plus, minus
