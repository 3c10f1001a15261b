"""PostScript with structuring comments: a count and numbers of pages, boxes in boxes, fonts and
procedure sets that are listed where they are used, operands of operators, saved states."""

import random
import re

SMALLEST = """%!PS-Adobe-3.0
%%BoundingBox: 0 0 1 1
%%Pages: 1
%%DocumentNeededResources: font a
%%EndComments
%%BeginSetup
%%IncludeResource: font a
%%EndSetup
%%Page: 1 1
%%PageBoundingBox: 0 0 1 1
%%PageResources: font a
gsave
/a findfont setfont
grestore
0 0 moveto
(a) show
showpage
%%EOF
"""

SETS = {
    "text": [("fnt", "exch findfont exch scalefont setfont"), ("txt", "moveto show"),
             ("gray", "0.5 setgray")],
    "lines": [("rule", "newpath moveto lineto stroke"),
              ("thick", "gsave 2 setlinewidth rule grestore")],
    "shapes": [("tri", "newpath moveto lineto lineto closepath fill"),
               ("pale", "gsave 0.9 setgray tri grestore")],
}
FONTS = ["Helvetica", "Helvetica-Bold", "Times-Roman", "Times-Italic", "Courier"]
WORDS = ["Harbour", "Tide table", "Notes \\(draft\\)", "High water", "Low water", "Page",
         "Moon", "Wind from W", "Pilots", "Depth in m", "Buoys", "Fog"]


def listed(key, names):
    """A comment with a list of resources, one on a line."""
    return [f"{'%%+' if n else key} {name}" for n, name in enumerate(names)]


def make():
    r = random.Random(48)
    labels, pages, boxes, fonts = ["i", "ii", "iii", "iv", *map(str, range(1, 11))], [], [], set()
    for number, label in enumerate(labels, 1):
        x, y, right, top = box = (r.randint(20, 60), r.randint(20, 60), r.randint(500, 560),
                                  r.randint(740, 810))
        boxes.append(box)
        body, used, sets = [], set(), set()

        def place():
            return f"{r.randint(x, right)} {r.randint(y, top)}"

        def text():
            return f"({r.choice(WORDS)} {r.randint(1, 99)})"

        def font():
            used.add(name := r.choice(FONTS))
            if r.random() < 0.6:
                sets.add("text")
                return f"/{name} {r.randint(8, 24)} fnt"
            return f"/{name} findfont {r.randint(8, 24)} scalefont setfont"

        if number == 9:
            body += ["gsave", font(), "0.2 setgray", f"{place()} moveto {text()} show", "grestore",
                     f"{place()} moveto", f"{text()} show", font()]
        else:
            body += [font()]
        for _ in range(r.randint(5, 9)):
            kind = r.choice(["text", "text", "plain", "rule", "tri", "group", "thick", "pale"])
            if kind == "text":
                sets.add("text")
                body += [f"{text()} {place()} txt"]
            elif kind == "plain":
                body += [f"{place()} moveto {text()} show"]
            elif kind in ("rule", "thick"):
                sets.add("lines")
                body += [f"{place()} {place()} {kind}"]
            elif kind in ("tri", "pale"):
                sets.add("shapes")
                body += [f"{place()} {place()} {place()} {kind}"]
            else:
                sets.add("text")
                body += ["gsave", font(), f"gray {text()} {place()} txt", "grestore"]
        fonts |= used
        pages += [f"%%Page: {label} {number}", "%%PageBoundingBox: " + " ".join(map(str, box))]
        pages += listed("%%PageResources:", [f"font {name}" for name in sorted(used)]
                        + [f"procset {name}" for name in sorted(sets)])
        pages += [*body, "showpage"]
    sides = [f(box[n] for box in boxes) for n, f in enumerate((min, min, max, max))]
    out = ["%!PS-Adobe-3.0", "%%Title: (Harbour \\(draft\\))", "%%Creator: made for a test",
           "%%BoundingBox: " + " ".join(map(str, sides)), f"%%Pages: {len(labels)}",
           "%%PageOrder: Ascend"]
    out += listed("%%DocumentNeededResources:", [f"font {name}" for name in sorted(fonts)])
    out += listed("%%DocumentSuppliedResources:", [f"procset {name}" for name in SETS])
    out += ["%%EndComments", "%%BeginProlog"]
    for name, procedures in SETS.items():
        out += [f"%%BeginResource: procset {name}"]
        out += [f"/{key} {{ {code} }} bind def" for key, code in procedures]
        out += ["%%EndResource"]
    out += ["%%EndProlog", "%%BeginSetup"]
    out += [f"%%IncludeResource: font {name}" for name in sorted(fonts)]
    return "\n".join([*out, "%%EndSetup", *pages, "%%Trailer", "%%EOF"]) + "\n"


def need(condition):
    if not condition:
        raise ValueError


TOKEN = re.compile(r"\s+|(?P<t>\((?:[^()\\\n]|\\[()\\])+\)|[{}]|/?[A-Za-z][\w-]*|-?\d+(?:\.\d+)?)"
                   r"(?=[\s{}]|$)")


def tokens_of(text):
    found, at = [], 0
    while at < len(text):
        m = TOKEN.match(text, at)
        at = m.end()
        found += [m["t"]] if m["t"] else []
    return found


# The operands of each operator: n is a number, s a string, / a name, f a font, * anything.
OPERATORS = {"moveto": "nn", "lineto": "nn", "newpath": "", "closepath": "", "stroke": "",
             "fill": "", "setgray": "n", "setlinewidth": "n", "gsave": "", "grestore": "",
             "findfont": "/", "scalefont": "fn", "setfont": "f", "show": "s", "exch": "**"}


class Page:
    """Runs a page: what it uses, and whether a text is shown without a font that was lost."""

    def __init__(self, box, procedures):
        self.box, self.procedures = box, procedures
        self.stack, self.saved, self.state = [], [], {"font": None, "point": False}
        self.fonts, self.called, self.lost = set(), set(), False

    def run(self, tokens):
        for token in tokens:
            if re.match(r"-?\d", token):
                self.stack.append(("n", float(token)))
            elif token[0] in "(/":
                self.stack.append(("s" if token[0] == "(" else "/", token[1:]))
            elif token in self.procedures:
                self.called.add(token)
                self.run(self.procedures[token][1])
            else:
                self.operator(token, OPERATORS[token])

    def operator(self, name, kinds):
        need(len(self.stack) >= len(kinds))
        values = self.stack[len(self.stack) - len(kinds):]
        del self.stack[len(self.stack) - len(kinds):]
        need(all(kind in ("*", value[0]) for kind, value in zip(kinds, values)))
        if name in ("moveto", "lineto"):
            (_, x), (_, y) = values
            need(self.box[0] <= x <= self.box[2] and self.box[1] <= y <= self.box[3])
            need(name == "moveto" or self.state["point"])
            self.state["point"] = True
        elif name in ("newpath", "stroke", "fill"):
            need(name == "newpath" or self.state["point"])
            self.state["point"] = False
        elif name in ("setgray", "setlinewidth"):
            need(0 <= values[0][1] <= (1 if name == "setgray" else 100))
        elif name == "gsave":
            self.saved.append(dict(self.state))
        elif name == "grestore":
            self.state = self.saved.pop()
        elif name == "findfont":
            self.fonts.add(values[0][1])
            self.stack.append(("f", values[0][1]))
        elif name == "scalefont":
            need(values[1][1] > 0)
            self.stack.append(values[0])
        elif name == "setfont":
            self.state["font"] = values[0][1]
        elif name == "show":
            need(self.state["point"] and self.fonts)
            self.lost = self.lost or self.state["font"] is None
        elif name == "exch":
            self.stack += values[::-1]


def shows_bug(text):
    """A text is shown without a font, which was set and then lost with the saved state."""
    lines = text.split("\n")
    need(lines.pop() == "")
    lines.reverse()

    def value(key):
        """The text after the comment on the next line."""
        line = lines.pop()
        need(line.startswith(f"{key} ") and len(line) <= 255)
        return line[len(key) + 1:]

    def more(first):
        found = [first]
        while lines[-1].startswith("%%+"):
            found.append(value("%%+"))
        need(len(set(found)) == len(found))
        need(all(re.fullmatch(r"(font|procset) [A-Za-z][\w-]*", item) for item in found))
        return found

    def box(words):
        need(re.fullmatch(r"\d+ \d+ \d+ \d+", words))
        x, y, right, top = sides = [*map(int, words.split(" "))]
        need(x < right and y < top)
        return sides

    need(lines.pop() == "%!PS-Adobe-3.0")
    heads = {"%%DocumentNeededResources:": [], "%%DocumentSuppliedResources:": []}
    seen = set()
    while lines[-1] != "%%EndComments":
        key = lines[-1].partition(" ")[0]
        need(key not in seen)
        seen.add(key)
        words = value(key)
        if key in heads and isinstance(heads[key], list):
            heads[key] = more(words)
        else:
            need(key in ("%%Title:", "%%Creator:", "%%BoundingBox:", "%%Pages:", "%%PageOrder:"))
            heads[key] = words
    lines.pop()
    need(heads.get("%%PageOrder:", "Ascend") == "Ascend")
    procedures, sets = {}, []
    if lines[-1] == "%%BeginProlog":
        lines.pop()
        while lines[-1] != "%%EndProlog":
            sets.append(value("%%BeginResource:"))
            code = ""
            while lines[-1] != "%%EndResource":
                need(lines[-1][0] != "%")
                code += lines.pop() + "\n"
            lines.pop()
            tokens = tokens_of(code)
            need(tokens)
            while tokens:
                end = tokens.index("}")
                name = tokens[0]
                need(name[0] == "/" and name[1:] not in procedures and tokens[1] == "{")
                need(tokens[end + 1:end + 3] == ["bind", "def"] and name[1:] not in OPERATORS)
                inner = tokens[2:end]
                # A procedure may call the procedures before it.
                need(inner and all(token[0] in "(/-0123456789" or token in OPERATORS
                                   or token in procedures for token in inner))
                procedures[name[1:]] = sets[-1], inner
                del tokens[:end + 3]
        lines.pop()
        need(sets)
    need(all(name.startswith("procset ") for name in sets))
    need(sets == heads["%%DocumentSuppliedResources:"])
    included = []
    if lines[-1] == "%%BeginSetup":
        lines.pop()
        while lines[-1] != "%%EndSetup":
            included.append(value("%%IncludeResource:"))
        lines.pop()
    need(included == heads["%%DocumentNeededResources:"])
    pages, labels, boxes, fonts, called = 0, set(), [], set(), set()
    found = False
    while lines[-1].startswith("%%Page:"):
        label, number = value("%%Page:").split(" ")
        pages += 1
        need(label and label not in labels and number == str(pages))
        labels.add(label)
        boxes.append(box(value("%%PageBoundingBox:")))
        told = more(value("%%PageResources:")) if "%%PageResources:" in lines[-1] else []
        code = ""
        while lines[-1] != "showpage":
            need(not lines[-1].startswith("%"))
            code += lines.pop() + "\n"
        lines.pop()
        page = Page(boxes[-1], procedures)
        page.run(tokens_of(code))
        need(not page.stack and not page.saved)
        uses = {f"font {name}" for name in page.fonts}
        fonts |= uses
        need(set(told) == uses | {procedures[name][0] for name in page.called})
        called |= page.called
        found = found or page.lost
    need(lines in (["%%EOF"], ["%%EOF", "%%Trailer"]))
    need(heads["%%Pages:"] == str(pages) and fonts == set(included) and called == set(procedures))
    sides = [f(box[n] for box in boxes) for n, f in enumerate((min, min, max, max))]
    need(box(heads["%%BoundingBox:"]) == sides)
    return found
