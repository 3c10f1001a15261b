"""A module of LLVM IR: dense numbers of values and blocks in each function, types of all operands,
a value per way into a block, uses after definitions, declared functions, lengths of strings."""

import random
import re

SMALLEST = """declare i32 @a()
define void @b() {
br label %1
%2 = phi i32 [ 0, %0 ], [ %3, %1 ]
%3 = call i32 @a()
br label %1
}
"""

WORDS = "open read send close wait done lost full empty ready".split()


class Function:
    """Writes a function with names of its own for the values, which are numbered at the end."""

    def __init__(self, r, module, result, params):
        self.r, self.module, self.lines, self.count = r, module, [], 0
        self.known = {"i32": [], "i64": [], "ptr": [], "i1": []}
        self.params = [(kind, self.name()) for kind in params]
        for kind, name in self.params:
            self.known[kind].append(name)
        self.block = self.entry = self.name()
        for kind in ("i32", "i64"):
            self.put("ptr", f"alloca {kind}, align {int(kind[1:]) // 8}")
        for _ in range(r.randint(2, 3)):
            self.statement(0)
        self.end(f"ret {result} {self.value(result)}" if result != "void" else "ret void")

    def name(self):
        self.count += 1
        return f"%<{self.count}>"

    def put(self, kind, text, name=None):
        name = name or self.name()
        self.lines.append(f"  {name} = {text}")
        self.known[kind].append(name)
        return name

    def end(self, text):
        self.lines.append(f"  {text}")

    def start(self, block, *before):
        self.block = block
        note = f"; preds = {', '.join(before)}"
        self.lines += ["", f"{block[1:]}:".ljust(50) + note]

    def value(self, kind):
        known = self.known[kind]
        if kind == "ptr" or known and self.r.random() < 0.8:
            return self.r.choice(known[-6:])
        return str(self.r.randint(-8, 99)) if kind != "i1" else self.r.choice(["true", "false"])

    def scope(self):
        return {kind: list(names) for kind, names in self.known.items()}

    def simple(self):
        r, choice = self.r, self.r.random()
        kind = r.choice(["i32", "i32", "i64"])
        if choice < 0.35:
            op = r.choice(["add nsw", "sub nsw", "mul", "xor", "and", "or"])
            self.put(kind, f"{op} {kind} {self.value(kind)}, {self.value(kind)}")
        elif choice < 0.5:
            self.put(kind, f"load {kind}, ptr {self.value('ptr')}, align {int(kind[1:]) // 8}")
        elif choice < 0.6:
            self.end(f"store {kind} {self.value(kind)}, ptr {self.value('ptr')},"
                     f" align {int(kind[1:]) // 8}")
        elif choice < 0.7:
            op, old, new = r.choice(["sext i32 i64", "trunc i64 i32", "zext i1 i32"]).split()
            self.put(new, f"{op} {old} {self.value(old)} to {new}")
        elif choice < 0.77:
            one, two = (f"{kind} {self.value(kind)}" for _ in range(2))
            self.put(kind, f"select i1 {self.test()}, {one}, {two}")
        elif choice < 0.83:
            self.put("ptr", f"getelementptr inbounds i8, ptr {self.value('ptr')},"
                     f" i64 {self.value('i64')}")
        else:
            name, (result, params) = r.choice(sorted(self.module.items()))
            fields = [f"{kind} {self.value(kind)}" if kind != "ptr" or r.random() < 0.5 else
                      f"ptr @.str.{r.randrange(len(WORDS))}" for kind in params]
            call = f"call {result} @{name}({', '.join(fields)})"
            self.put(result, call) if result != "void" else self.end(call)

    def test(self):
        kind = self.r.choice(["i32", "i64"])
        how = self.r.choice(["eq", "ne", "slt", "sgt", "ult"])
        return self.put("i1", f"icmp {how} {kind} {self.value(kind)}, {self.value(kind)}")

    def statement(self, depth):
        choice = self.r.random()
        for _ in range(self.r.randint(1, 4)):
            self.simple()
        if depth > 2 or choice < 0.2:
            return
        if choice < 0.55:
            test, before, kind = self.test(), self.block, self.r.choice(["i32", "i64", "ptr"])
            one, two, join = self.name(), self.name(), self.name()
            scope, ends = self.scope(), []
            self.end(f"br i1 {test}, label {one}, label {two}")
            for block in (one, two):
                self.start(block, before)
                self.known = {key: list(names) for key, names in scope.items()}
                self.statement(depth + 1)
                ends.append((self.value(kind), self.block))
                self.end(f"br label {join}")
            self.known = scope
            self.start(join, ends[0][1], ends[1][1])
            ways = ", ".join(f"[ {value}, {block} ]" for value, block in ends)
            self.put(kind, f"phi {kind} {ways}")
            return
        head, after, before = self.name(), self.name(), self.block
        kinds = self.r.sample(["i32", "i64", "i32"], self.r.randint(1, 2))
        starts = [self.value(kind) for kind in kinds]
        self.end(f"br label {head}")
        self.start(head, before, "<>")
        place, names = len(self.lines) - 1, [self.name() for _ in kinds]
        for kind, name in zip(kinds, names):
            self.put(kind, "", name)
        self.statement(depth + 1)
        test, ends = self.test(), [self.value(kind) for kind in kinds]
        self.end(f"br i1 {test}, label {head}, label {after}")
        self.lines[place] = self.lines[place].replace("<>", self.block)
        for n, (kind, name) in enumerate(zip(kinds, names)):
            self.lines[place + 1 + n] = (f"  {name} = phi {kind} [ {starts[n]}, {before} ],"
                                         f" [ {ends[n]}, {self.block} ]")
        self.start(after, self.block)

    def text(self):
        order = [name for _, name in self.params] + [self.entry]
        order += [f"%{found[1]}" for line in self.lines
                  if (found := re.match(r"(?:  %)?(<\d+>)(?:  |:| = )", line))]
        numbers = {name[1:]: str(n) for n, name in enumerate(order)}
        return [re.sub(r"<\d+>", lambda found: numbers[found[0]], line) for line in self.lines]


def make():
    r = random.Random(77)
    module = {"read_word": ("i32", ["ptr"]), "clock": ("i64", []), "put": ("void", ["i32", "ptr"]),
              "find": ("ptr", ["ptr", "i64"])}
    declared = dict(module)
    out = ["; ModuleID = 'queue.c'", 'source_filename = "queue.c"', ""]
    out += [f'@.str.{n} = private unnamed_addr constant [{len(word) + 1} x i8] c"{word}\\00",'
            " align 1" for n, word in enumerate(WORDS)]
    out += ["@total = global i64 0, align 8", ""]
    for n in range(9):
        name = f"{r.choice(['queue', 'list', 'ring'])}_{r.choice(WORDS)}{n}"
        kind = (r.choice(["i32", "i64", "void"]),
                [r.choice(["i32", "i64", "ptr"]) for _ in range(r.randint(0, 3))])
        module[name] = kind
        function = Function(r, module, *kind)
        params = ", ".join(f"{kind} %{n}" for n, kind in enumerate(kind[1]))
        out += [f"define {kind[0]} @{name}({params}) #0 {{", *function.text(), "}", ""]
    out += [f"declare {result} @{name}({', '.join(params)}) #1"
            for name, (result, params) in declared.items()]
    out += ["", "attributes #0 = { nounwind uwtable }", "attributes #1 = { nofree }"]
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


TYPE = r"(i1|i32|i64|ptr)"
VALUE = r"(%\d+|@[\w.]+|-?\d+|true|false)"
ALIGN = r"(?:, align (?:1|2|4|8|16|32|64))?"


def operands(text, names):
    """Gives the type of the result, the pairs of types and operands, the ways in, the targets."""
    rules = [
        (rf"(?:add|sub|mul)(?: nsw)? {TYPE} {VALUE}, {VALUE}", lambda a, b, c: (a, [a, b, a, c])),
        (rf"(?:xor|and|or) {TYPE} {VALUE}, {VALUE}", lambda a, b, c: (a, [a, b, a, c])),
        (rf"icmp (?:eq|ne|slt|sgt|ult) {TYPE} {VALUE}, {VALUE}",
         lambda a, b, c: ("i1", [a, b, a, c])),
        (rf"alloca {TYPE}{ALIGN}", lambda a: ("ptr", [])),
        (rf"load {TYPE}, ptr {VALUE}{ALIGN}", lambda a, b: (a, ["ptr", b])),
        (rf"store {TYPE} {VALUE}, ptr {VALUE}{ALIGN}", lambda a, b, c: ("void", [a, b, "ptr", c])),
        (rf"select i1 {VALUE}, {TYPE} {VALUE}, {TYPE} {VALUE}",
         lambda a, b, c, d, e: need(b == d) or (b, ["i1", a, b, c, b, e])),
        (rf"getelementptr(?: inbounds)? i8, ptr {VALUE}, (i32|i64) {VALUE}",
         lambda a, b, c: ("ptr", ["ptr", a, b, c])),
        (rf"ret {TYPE} {VALUE}", lambda a, b: ("ret", [a, b])),
        (r"br label %(\d+)", lambda a: ("br", [], a)),
        (rf"br i1 {VALUE}, label %(\d+), label %(\d+)", lambda a, b, c: ("br", ["i1", a], b, c)),
        (r"ret void", lambda: ("ret", [])), (r"unreachable", lambda: ("br", []))]
    for pattern, rule in rules:
        found = re.fullmatch(pattern, text)
        if found:
            kind, fields, *targets = rule(*found.groups())
            need(not re.match(r"add|sub|mul|xor|and|or", text) or kind != "ptr")
            return kind, list(zip(fields[::2], fields[1::2])), [], targets
    found = re.fullmatch(rf"(sext|zext|trunc) {TYPE} {VALUE} to {TYPE}", text)
    if found:
        sizes = [int(found[n].replace("ptr", "no")[1:]) for n in (2, 4)]
        need(sizes[0] > sizes[1] if found[1] == "trunc" else sizes[0] < sizes[1])
        return found[4], [(found[2], found[3])], [], []
    found = re.fullmatch(rf"phi {TYPE} (\[ .+ \])", text)
    if found:
        ways = [re.fullmatch(rf"\[ {VALUE}, %(\d+) \]", way).groups()
                for way in re.split(r"(?<=\]), ", found[2])]
        return found[1], [], [(block, (found[1], value)) for value, block in ways], []
    found = re.fullmatch(rf"call (void|{TYPE}) @([\w.]+)\((.*)\)", text)
    fields = [re.fullmatch(rf"{TYPE} {VALUE}", field).groups()
              for field in found[4].split(", ") if found[4]]
    need(names[found[3]] == (found[1], [kind for kind, _ in fields]))
    return found[1], fields, [], []


class Code:
    """One function: blocks in order, each with its instructions."""

    def __init__(self, result, params, lines, names):
        self.kinds, self.place, self.calls = {}, {}, {}
        blocks, self.ways, uses = {}, {}, []
        for n, (kind, name) in enumerate(params):
            need(name in ("", f"%{n}"))
            self.kinds[f"%{n}"], self.place[f"%{n}"] = kind, ("", 0)
        count, block, closed = len(params), None, True
        first = str(count)
        for n, line in enumerate(lines):
            label = re.fullmatch(r"(\d+):", line)
            # The number of a block may be left out.
            if label or closed:
                need(closed and (not label or int(label[1]) == count))
                block, closed, count, heads = str(count), False, count + 1, True
                blocks[block] = []
                if label:
                    continue
            name, text = re.fullmatch(r"(?:(%\d+) = )?(.+)", line).groups()
            kind, fields, ways, targets = operands(text, names)
            closed = kind in ("br", "ret")
            if closed:
                need(not name and (kind == "br" or [pair[0] for pair in fields]
                                   == [result] * (result != "void")))
                blocks[block] = targets
            need(bool(name) == (kind not in ("br", "ret", "void")))
            if name:
                need(name == f"%{count}")
                self.kinds[name], self.place[name] = kind, (block, n)
                count += 1
                if text.startswith("call"):
                    self.calls[name] = re.search(r"@([\w.]+)", text)[1]
            heads = heads and bool(ways)
            need(heads or not ways)
            if ways:
                self.ways[name] = block, ways
            uses += [(pair, block, n) for pair in fields]
        need(closed and blocks)
        need(all(target in blocks and target != first for part in blocks.values()
                 for target in part))
        before = {name: sorted({one for one, part in blocks.items() if name in part})
                  for name in blocks}
        for name, (block, ways) in self.ways.items():
            need(sorted(set(way for way, _ in ways)) == before[block])
            need(len(ways) == sum(part.count(block) for part in blocks.values()))
            uses += [(pair, way, len(lines)) for way, pair in ways]
        self.dominators(blocks, before, first)
        for (kind, value), block, n in uses:
            self.check(kind, value, block, n, names)

    def dominators(self, blocks, before, first):
        reached, todo = {first}, [first]
        while todo:
            new = set(blocks[todo.pop()]) - reached
            reached |= new
            todo += new
        self.above = {name: set(reached) for name in reached} | {first: {first}}
        again = True
        while again:
            again = False
            for name in reached - {first}:
                parts = [self.above[other] for other in before[name] if other in reached]
                new = set.intersection(*parts) | {name}
                again |= new != self.above[name]
                self.above[name] = new

    def check(self, kind, value, block, n, names):
        if value[0] == "@":
            need(kind == "ptr" and value[1:] in names)
        elif value[0] == "%":
            need(self.kinds[value] == kind)
            where, line = self.place[value]
            need(block not in self.above or where == "" or where in self.above[block]
                 and (where != block or line < n))
        else:
            need(kind == "i1" if value in ("true", "false") else kind in ("i32", "i64"))


def shows_bug(text):
    """A loop of a single block carries round the result of a call to a function that is only
    declared."""
    lines = [re.sub(r"\s*;.*", "", line).strip() for line in text.split("\n")]
    need("\n" == text[-1])
    names, bodies, groups, used, declared = {}, [], set(), set(), set()
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if not line or re.fullmatch(r'source_filename = "[^"]*"', line):
            continue
        attributes = re.fullmatch(r"attributes #(\d+) = \{ (?:(?:nounwind|uwtable|nofree) )*\}",
                                  line)
        string = re.fullmatch(r"@([\w.]+) = (?:private unnamed_addr )?constant \[(\d+) x i8\]"
                              rf' c"((?:[^"\\]|\\[0-9A-F]{{2}})*)"{ALIGN}', line)
        number = re.fullmatch(rf"@([\w.]+) = global (?:i32|i64) -?\d+{ALIGN}", line)
        if attributes:
            need(attributes[1] not in groups)
            groups.add(attributes[1])
            continue
        if string or number:
            name = (string or number)[1]
            need(name not in names)
            names[name] = None
            need(not string or len(re.sub(r"\\..", "x", string[3])) == int(string[2]))
            continue
        what, result, name, params, group, more = re.fullmatch(
            r"(declare|define) (void|i1|i32|i64|ptr) @([\w.]+)\((.*)\)(?: #(\d+))?( \{)?",
            line).groups()
        need(name not in names and bool(more) == (what == "define"))
        used |= {group} - {None}
        params = [re.fullmatch(rf"{TYPE}(?: (%\d+))?", field).groups("")
                  for field in params.split(", ") if params]
        names[name] = result, [kind for kind, _ in params]
        if what == "declare":
            declared.add(name)
            need(not any(name for _, name in params))
            continue
        end = lines.index("}", at)
        bodies.append((result, params, [line for line in lines[at:end] if line]))
        at = end + 1
    need(used <= groups)
    bug = False
    for body in bodies:
        code = Code(*body, names)
        for name, (block, ways) in code.ways.items():
            bug |= any(way == block and code.calls.get(value) in declared
                       for way, (_, value) in ways)
    return bug
