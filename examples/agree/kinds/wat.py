"""A module of WebAssembly as text: types, functions, globals and locals by number, labels by depth,
stacks that hold the right types, a table that is large enough, unique names of exports."""

import random
import re

SMALLEST = """(module
(type (func))
(func (type 0) loop i32.const 0 call_indirect (type 0) end)
(table 1 funcref)
(export "" (func 0))
(elem (i32.const 0) func 0))
"""

BINARY = {"add": 0, "sub": 0, "mul": 0, "and": 0, "or": 0, "xor": 0, "shl": 0, "shr_u": 0,
          "eq": 1, "ne": 1, "lt_s": 1, "gt_s": 1, "le_u": 1, "ge_u": 1}


def make():
    r = random.Random(76)
    types = [(("i32",), ()), ((), ()), (("i32", "i32"), ("i32",)), (("i64",), ("i64",)),
             (("i32", "i64"), ()), (("i32",), ("i32",)), ((), ("i64",)), (("i64", "i32"), ("i32",))]
    imports = [("env", "log", 0), ("env", "now", 6), ("env", "abort", 1)]
    funcs = [kind for *_, kind in imports] + [r.randrange(len(types)) for _ in range(19)]
    globs = [(r.choice(["i32", "i64"]), n % 4 > 0) for n in range(6)]
    slots = r.sample(range(3, len(funcs)), 9) + [0]

    def signature(kind):
        params, results = types[kind]
        return "".join(f" ({word} {' '.join(part)})"
                       for word, part in (("param", params), ("result", results)) if part)

    def body(kind):
        params, results = types[kind]
        extra = [r.choice(["i32", "i64"]) for _ in range(r.randint(1, 4))]
        names = list(params) + extra
        out = []

        def put(text, depth):
            out.append("    " + "  " * depth + text)

        def value(want, level, depth):
            choice = r.random()
            known = [n for n, kind in enumerate(names) if kind == want]
            if level > 2 or choice < 0.25:
                if known and r.random() < 0.7:
                    return put(f"local.get {r.choice(known)}", depth)
                return put(f"{want}.const {r.randint(-9, 999)}", depth)
            if choice < 0.35:
                known = [n for n, (kind, _) in enumerate(globs) if kind == want]
                if known:
                    return put(f"global.get {r.choice(known)}", depth)
            if choice < 0.45:
                value("i32", level + 1, depth)
                return put(f"{want}.load offset={8 * r.randint(1, 40)}", depth)
            if choice < 0.6:
                able = [n for n, kind in enumerate(funcs) if types[kind][1] == (want,)]
                if able:
                    return call(r.choice(able), level, depth)
            if choice < 0.67:
                other = "i64" if want == "i32" else "i32"
                value(other, level + 1, depth)
                return put("i32.wrap_i64" if want == "i32" else "i64.extend_i32_s", depth)
            tests = want == "i32" and choice > 0.85
            kind = r.choice(["i32", "i64"]) if tests else want
            value(kind, level + 1, depth)
            value(kind, level + 1, depth)
            put(f"{kind}.{r.choice([op for op, test in BINARY.items() if test == tests])}", depth)

        def call(func, level, depth):
            for param in types[funcs[func]][0]:
                value(param, level + 1, depth)
            if func in slots and r.random() < 0.5:
                put(f"i32.const {slots.index(func)}", depth)
                put(f"call_indirect (type {funcs[func]})", depth)
            else:
                put(f"call {func}", depth)

        def statement(depth, labels):
            choice = r.random()
            if choice < 0.3:
                local = r.randrange(len(names))
                value(names[local], 0, depth)
                put(f"local.set {local}", depth)
            elif choice < 0.42:
                able = [n for n, (_, mutable) in enumerate(globs) if mutable]
                place = r.choice(able)
                value(globs[place][0], 0, depth)
                put(f"global.set {place}", depth)
            elif choice < 0.55:
                kind = r.choice(["i32", "i64"])
                value("i32", 1, depth)
                value(kind, 0, depth)
                put(f"{kind}.store offset={8 * r.randint(1, 40)}", depth)
            elif choice < 0.68:
                func = r.randrange(len(funcs))
                call(func, 0, depth)
                if types[funcs[func]][1]:
                    put("drop", depth)
            elif choice < 0.8 and labels:
                value("i32", 1, depth)
                put(f"br_if {r.randrange(labels)}", depth)
            elif depth < 3:
                word = r.choice(["block", "loop", "if"])
                if word == "if":
                    value("i32", 0, depth)
                put(word, depth)
                for _ in range(r.randint(1, 3)):
                    statement(depth + 1, labels + 1)
                if word == "if" and r.random() < 0.5:
                    put("else", depth)
                    statement(depth + 1, labels + 1)
                put("end", depth)

        for _ in range(r.randint(2, 5)):
            statement(0, 0)
        for result in results:
            value(result, 0, 0)
        return f"    (local {' '.join(extra)})", *out

    out = ["(module"]
    out += [f"  (type (;{n};) (func{signature(n)}))" for n in range(len(types))]
    out += [f'  (import "{module}" "{name}" (func (;{n};) (type {kind})))'
            for n, (module, name, kind) in enumerate(imports)]
    for n, kind in enumerate(funcs[3:], 3):
        lines = body(kind)
        out += [f"  (func (;{n};) (type {kind}){signature(kind)}", *lines[:-1], lines[-1] + ")"]
    out += [f"  (table (;0;) {len(slots)} {len(slots)} funcref)", "  (memory (;0;) 2)"]
    for n, (kind, mutable) in enumerate(globs):
        whole = f"(mut {kind})" if mutable else kind
        out.append(f"  (global (;{n};) {whole} ({kind}.const {r.randint(0, 4096)}))")
    out.append('  (export "memory" (memory 0))')
    names = "main step init done size area hash find".split()
    out += [f'  (export "{name}" (func {n}))'
            for name, n in zip(names, sorted(r.sample(range(3, len(funcs)), len(names))))]
    out.append(f"  (elem (;0;) (i32.const 0) func {' '.join(map(str, slots))})")
    for n, text in enumerate(("out of range", "not found", "done")):
        out.append(f'  (data (;{n};) (i32.const {1024 + 32 * n}) "{text}\\00")')
    return "\n".join(out) + ")\n"


def need(condition):
    if not condition:
        raise ValueError


def parse(text):
    text = re.sub(r"\(;.*?;\)", " ", text)
    stack = [[]]
    pattern = r'\s+|[()]|"(?:[^"\\\n]|\\[0-9a-f]{2})*"(?=[\s()])|[^\s()"]+(?=[\s()])'
    at = 0
    while at < len(text):
        token = re.compile(pattern).match(text, at)[0]
        at += len(token)
        if token == "(":
            stack.append([])
        elif token == ")":
            item = stack.pop()
            stack[-1].append(item)
        elif token.strip():
            stack[-1].append(token)
    need(len(stack) == 1 and len(stack[0]) == 1)
    return stack[0][0]


def number(text):
    need(re.fullmatch(r"0|[1-9]\d*", text))
    return int(text)


def values(parts, word):
    """Takes the lists that begin with a word away, and gives the types in them."""
    found = []
    while parts and isinstance(parts[0], list) and parts[0][0] == word:
        need(set(parts[0][1:]) <= {"i32", "i64"})
        found += parts.pop(0)[1:]
    return tuple(found)


def constant(item, kind):
    need(len(item) == 2 and item[0] == f"{kind}.const" and re.fullmatch(r"-?\d+", item[1]))
    return int(item[1])


class Body:
    """Checks the types of a function, as a loader does, and collects calls by the table."""

    def __init__(self, module, kind, extra):
        self.module, self.kind = module, kind
        self.locals = list(kind[0]) + list(extra)
        self.stack, self.frames, self.calls = [], [["func", (), 0, False]], []

    def pop(self, kind=None):
        base, dead = self.frames[-1][2:]
        if len(self.stack) == base:
            need(dead)
            return kind
        have = self.stack.pop()
        need(have is None or kind is None or have == kind)
        return have or kind

    def leave(self, results):
        for kind in results[::-1]:
            self.pop(kind)
        need(len(self.stack) == self.frames[-1][2])

    def dead(self):
        del self.stack[self.frames[-1][2]:]
        self.frames[-1][3] = True

    def apply(self, kind):
        for param in kind[0][::-1]:
            self.pop(param)
        self.stack += kind[1]

    def run(self, code):
        types, funcs, globs = (self.module[key] for key in ("type", "func", "global"))
        code, constant = code[::-1], None
        while code:
            word, before, constant = code.pop(), constant, None
            need(isinstance(word, str))
            kind, _, op = word.partition(".")
            if word in ("block", "loop", "if"):
                if word == "if":
                    self.pop("i32")
                self.frames.append([word, (), len(self.stack), False])
            elif word in ("else", "end"):
                need(len(self.frames) > 1)
                self.leave(())
                frame = self.frames.pop()
                if word == "else":
                    need(frame[0] == "if")
                    self.frames.append(["else", (), len(self.stack), False])
            elif word in ("br", "br_if"):
                depth = number(code.pop())
                if word == "br_if":
                    self.pop("i32")
                need(depth < len(self.frames))
                results = self.kind[1] if depth == len(self.frames) - 1 else ()
                self.apply((results, results))
                if word == "br":
                    self.dead()
            elif word == "return":
                self.apply((self.kind[1], ()))
                self.dead()
            elif word == "unreachable":
                self.dead()
            elif word == "drop":
                self.pop()
            elif word == "call":
                self.apply(types[funcs[number(code.pop())]])
            elif word == "call_indirect":
                use = code.pop()
                need(len(use) == 2 and use[0] == "type" and "table" in self.module)
                self.pop("i32")
                self.apply(types[number(use[1])])
                if before is not None and "loop" in [frame[0] for frame in self.frames]:
                    self.calls.append((before, number(use[1])))
            elif kind == "local":
                have = self.locals[number(code.pop())]
                need(op in ("get", "set", "tee"))
                self.apply({"get": ((), (have,)), "set": ((have,), ()),
                            "tee": ((have,), (have,))}[op])
            elif kind == "global":
                have, mutable = globs[number(code.pop())]
                need(op == "get" or mutable and op == "set")
                self.apply(((), (have,)) if op == "get" else ((have,), ()))
            elif word in ("i32.wrap_i64", "i64.extend_i32_s"):
                self.apply(((word[-3:],), ("i32",)) if op == "wrap_i64" else (("i32",), ("i64",)))
            else:
                need(kind in ("i32", "i64"))
                if op == "const":
                    constant = code.pop()
                    need(re.fullmatch(r"-?\d+", constant))
                    constant = int(constant)
                    self.stack.append(kind)
                elif op in ("load", "store"):
                    need("memory" in self.module)
                    if code and isinstance(code[-1], str) and code[-1].startswith("offset="):
                        number(code.pop()[7:])
                    self.apply((("i32",), (kind,)) if op == "load" else (("i32", kind), ()))
                else:
                    self.apply(((kind, kind), ("i32" if BINARY[op] else kind,)))
        need(len(self.frames) == 1)
        self.leave(self.kind[1])
        return self.calls


def shows_bug(text):
    """A loop calls a slot of the table by a constant, and an exported function is in this slot."""
    need(text.endswith(")\n"))
    word, *parts = parse(text)
    need(word == "module")
    module = {"type": [], "func": [], "global": [], "export": {}}
    bodies, elements, data, slots = [], [], [], {}

    def use(items):
        """Takes the type of a function, which may be written out a second time."""
        word, kind = items.pop(0)
        kind = number(kind)
        need(word == "type")
        written = values(items, "param"), values(items, "result")
        need(written in (((), ()), module["type"][kind]))
        return kind

    for word, *items in sorted(parts, key=lambda part: part[0] != "type"):
        if word == "type":
            (func, *rest), = items
            module["type"].append((values(rest, "param"), values(rest, "result")))
            need(func == "func" and not rest)
        elif word == "import":
            need(not bodies and len(items) == 3 and items[0][0] == items[1][0] == '"')
            func, *rest = items[2]
            need(func == "func")
            module["func"].append(use(rest))
            need(not rest)
        elif word == "func":
            module["func"].append(use(items))
            bodies.append((module["func"][-1], values(items, "local"), items))
        elif word in ("table", "memory"):
            if word == "table":
                need(items.pop() == "funcref")
            need(word not in module and 1 <= len(items) <= 2)
            limits = [number(item) for item in items]
            need(limits == sorted(limits))
            module[word] = limits[0]
        elif word == "global":
            kind, start = items
            mutable = isinstance(kind, list)
            if mutable:
                need(len(kind) == 2 and kind[0] == "mut")
                kind = kind[1]
            need(kind in ("i32", "i64"))
            constant(start, kind)
            module["global"].append((kind, mutable))
        elif word == "export":
            name, (what, place) = items
            need(name[0] == '"' and name not in module["export"])
            module["export"][name] = what, number(place)
        else:
            need(word in ("elem", "data"))
            (elements if word == "elem" else data).append(items)
    for what, place in module["export"].values():
        need(place < (len(module[what]) if what in ("func", "global") else what in module))
    for start, word, *places in elements:
        need(word == "func")
        for n, place in enumerate(places, constant(start, "i32")):
            module["func"][number(place)]
            need(0 <= n < module["table"])
            slots[n] = number(place)
    for start, string in data:
        need(string[0] == '"')
        size = len(re.sub(r"\\..", "x", string)) - 2
        need(0 <= constant(start, "i32") <= 65536 * module["memory"] - size)
    calls = [call for kind, extra, code in bodies
             for call in Body(module, module["type"][kind], extra).run(code)]
    exported = [place for what, place in module["export"].values() if what == "func"]
    return any(slots.get(slot) in exported and module["func"][slots[slot]] == kind
               for slot, kind in calls)
