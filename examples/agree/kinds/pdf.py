"""A document as PDF: offsets of all objects in a table, lengths of streams, a tree of pages with
counts and parents, links, fonts that pages use by name, an outline whose items are chained."""

import random
import re

SMALLEST = """%PDF-1.4
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Kids[3 0 R]/Count 1>>
endobj
3 0 obj
<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Rotate 90
/Resources<</Font<</F<</Type/Font/Subtype/TrueType/BaseFont/A>>>>>>
/Contents 4 0 R/Annots[<</Subtype/Link/Rect[0 0 9 9]/Dest[3 0 R/Fit]>>]>>
endobj
4 0 obj
<</Length 18>>
stream
BT /F 9 Tf ()Tj ET
endstream
endobj
xref
0 5
0000000000 65535 f 
0000000009 00000 n 
0000000054 00000 n 
0000000105 00000 n 
0000000316 00000 n 
trailer
<</Size 5/Root 1 0 R>>
startxref
382
%%EOF
"""

WORDS = """valve pump shaft housing seal bolt torque pressure remove install check clean replace
before after cover ring bearing oil filter drain plug washer gasket align turn mark spring
lever""".split()


def make():
    r = random.Random(72)
    objects = []

    def new():
        objects.append("")
        return len(objects)

    root, tree, info, outline = new(), new(), new(), new()
    fonts = [(f"F{n}", new(), kind, name) for n, (kind, name) in enumerate(
        [("Type1", "Helvetica"), ("Type1", "Helvetica-Bold"), ("Type1", "Courier"),
         ("TrueType", "Garamond"), ("TrueType", "Garamond-Italic")], 1)]
    for _, number, kind, name in fonts:
        objects[number - 1] = (f"<< /Type /Font /Subtype /{kind} /BaseFont /{name}"
                               " /Encoding /WinAnsiEncoding >>")
    groups = [(new(), [(new(), new()) for _ in range(size)]) for size in (3, 5, 2, 4)]
    pages = [page for _, part in groups for page, _ in part]
    turned = set(r.sample(pages, 4))
    for group, part in groups:
        kids = " ".join(f"{page} 0 R" for page, _ in part)
        objects[group - 1] = (f"<< /Type /Pages /Parent {tree} 0 R /Kids [ {kids} ]"
                              f" /Count {len(part)} /MediaBox [ 0 0 595 842 ] >>")
        for page, content in part:
            used = r.sample(fonts, r.randint(1, 3))
            if page in turned:
                used = list(dict.fromkeys([*used, fonts[3]]))
            lines = ["q", f"0.{r.randint(1, 9)} w 50 800 m 545 800 l S", "Q"]
            for name, *_ in used:
                lines += ["BT", f"/{name} {r.randint(8, 14)} Tf", f"{r.randint(50, 90)} 780 Td"]
                for _ in range(r.randint(1, 5)):
                    words = " ".join(r.choice(WORDS) for _ in range(r.randint(3, 8)))
                    lines += [f"({words.capitalize()}.) Tj", f"0 -{r.randint(11, 18)} Td"]
                lines.append("ET")
            data = "\n".join(lines)
            objects[content - 1] = f"<< /Length {len(data)} >>\nstream\n{data}\nendstream"
            links = []
            for _ in range(r.randint(0, 3)):
                x, y = r.randint(50, 300), r.randint(100, 700)
                links.append(new())
                objects[links[-1] - 1] = (
                    f"<< /Type /Annot /Subtype /Link /Rect [ {x} {y} {x + 80} {y + 12} ] /Border"
                    f" [ 0 0 0 ] /Dest [ {r.choice(pages)} 0 R /XYZ 0 {r.randint(100, 800)} 0 ] >>")
            font = " ".join(f"/{name} {number} 0 R" for name, number, *_ in sorted(used))
            objects[page - 1] = "\n".join([
                f"<< /Type /Page /Parent {group} 0 R /Contents {content} 0 R",
                f"/Resources << /Font << {font} >> /ProcSet [ /PDF /Text ] >>",
                *(["/Rotate 90"] if page in turned else []),
                *(["/Annots [ " + " ".join(f"{n} 0 R" for n in links) + " ]"] if links else []),
                ">>"])
    items = [new() for _ in range(7)]
    for n, item in enumerate(items):
        title = " ".join(r.sample(WORDS, 2)).capitalize()
        around = f" /Prev {items[n - 1]} 0 R" if n else ""
        around += f" /Next {items[n + 1]} 0 R" if item != items[-1] else ""
        objects[item - 1] = (f"<< /Title ({title}) /Parent {outline} 0 R{around}"
                             f" /Dest [ {pages[2 * n]} 0 R /Fit ] >>")
    objects[outline - 1] = (f"<< /Type /Outlines /First {items[0]} 0 R /Last {items[-1]} 0 R"
                            f" /Count {len(items)} >>")
    objects[root - 1] = (f"<< /Type /Catalog /Pages {tree} 0 R /Outlines {outline} 0 R"
                         " /PageMode /UseOutlines >>")
    objects[tree - 1] = ("<< /Type /Pages /Kids [ " + " ".join(f"{g} 0 R" for g, _ in groups)
                         + f" ] /Count {len(pages)} >>")
    objects[info - 1] = "<< /Title (Service manual) /Producer (press 2.1) >>"
    out, table = "%PDF-1.4\n", ["0000000000 65535 f "]
    for n, body in enumerate(objects, 1):
        table.append(f"{len(out):010} 00000 n ")
        out += f"{n} 0 obj\n{body}\nendobj\n"
    size = len(table)
    return (out + f"xref\n0 {size}\n" + "\n".join(table) + f"\ntrailer\n<< /Size {size}"
            f" /Root {root} 0 R /Info {info} 0 R >>\nstartxref\n{len(out)}\n%%EOF\n")


def need(condition):
    if not condition:
        raise ValueError


TOKEN = re.compile(r"\s*(<<|>>|[\[\]]|/[\w.-]+|\((?:[^()\\]|\\.)*\)|\d+ \d+ R\b|-?\d+(?:\.\d+)?"
                   r"|true\b|false\b|null\b|\Z)")


def read(text, at):
    """Reads one object and says where it ends. References are pairs of a mark and a number."""
    found = TOKEN.match(text, at)
    token, at = found[1], found.end()
    need(token not in ("", ">>", "]"))
    if token not in ("<<", "["):
        if token.endswith(" R"):
            need(token.split(" ")[1] == "0")
            return ("ref", int(token.split(" ")[0])), at
        return (float(token) if re.match(r"[-\d]", token) else token), at
    items, end = [], {"<<": ">>", "[": "]"}[token]
    while TOKEN.match(text, at)[1] != end:
        item, at = read(text, at)
        items.append(item)
    at = TOKEN.match(text, at).end()
    if token == "[":
        return items, at
    keys = items[::2]
    need(len(items) % 2 == 0 and len(set(keys)) == len(keys))
    need(all(isinstance(key, str) and key[0] == "/" for key in keys))
    return dict(zip(keys, items[1::2])), at


def references(item):
    if isinstance(item, tuple):
        return [item[1]]
    parts = item.values() if isinstance(item, dict) else item if isinstance(item, list) else []
    return [number for part in parts for number in references(part)]


def fonts_of(data):
    """Reads the marks of a page: the names of the fonts in which it shows text."""
    shown, stack, mode, font, depth = set(), [], "", None, 0
    counts = {"w": 1, "m": 2, "l": 2, "S": 0, "q": 0, "Q": 0, "BT": 0, "ET": 0, "Tf": 2, "Td": 2,
              "Tj": 1}
    for token in re.findall(r"\((?:[^()\\]|\\.)*\)|/[\w.-]+|[A-Za-z]+|-?[\d.]+|\S", data):
        if token[0] in "(/" or re.fullmatch(r"-?\d+(\.\d+)?", token):
            stack.append(token)
            continue
        need(len(stack) == counts[token])
        if token in ("BT", "ET"):
            need(mode == ("" if token == "BT" else "BT"))
            mode = "BT" if token == "BT" else ""
        if token in "qQ":
            depth += 1 if token == "q" else -1
            need(depth >= 0 and not mode)
        if token in ("Tf", "Td", "Tj"):
            need(mode == "BT")
        if token == "Tf":
            need(stack[0][0] == "/" and float(stack[1]) > 0)
            font = stack[0]
        elif token == "Tj":
            need(font and stack[0][0] == "(")
            shown.add(font)
        else:
            need(all(re.match(r"[-\d]", field) for field in stack))
        stack = []
    need(not stack and not mode and not depth)
    return shown


def shows_bug(text):
    """A link leads to a turned page that shows text in a TrueType font."""
    need(text.isascii() and re.match(r"%PDF-1\.[0-7]\n", text))
    start = int(re.search(r"\nstartxref\n(\d+)\n%%EOF\n\Z", text)[1])
    head = re.compile(r"xref\n0 (\d+)\n").match(text, start)
    size, at = int(head[1]), head.end()
    need(text[at:at + 20] == "0000000000 65535 f \n")
    rows = [text[at + 20 * n:at + 20 * n + 20] for n in range(1, size)]
    need(all(re.fullmatch(r"\d{10} 00000 n \n", row) for row in rows))
    offsets = [int(row[:10]) for row in rows]
    at += 20 * size
    need(text[at:at + 8] == "trailer\n")
    trailer, at = read(text, at + 8)
    need(re.compile(r"\s*startxref\n\d+\n%%EOF\n").fullmatch(text, at) and trailer["/Size"] == size)

    # Objects fill the file up to the table.
    objects, data = {}, {}
    ends = dict(zip(sorted(offsets), sorted(offsets)[1:] + [start]))
    need(len(ends) == len(offsets) and min(offsets) == 9)
    for number, offset in enumerate(offsets, 1):
        mark = f"{number} 0 obj\n"
        need(text.startswith(mark, offset))
        objects[number], at = read(text, offset + len(mark))
        if text.startswith("\nstream\n", at):
            length = objects[number]["/Length"]
            need(isinstance(length, float) and length == int(length))
            data[number] = text[at + 8:at + 8 + int(length)]
            at += 8 + int(length)
            need(text.startswith("\nendstream", at))
            at += len("\nendstream")
        need(re.compile(r"\s*endobj\s*").fullmatch(text, at, ends[offset]))
    need(all(n in objects for item in [trailer, *objects.values()] for n in references(item)))

    def get(item):
        return objects[item[1]] if isinstance(item, tuple) else item

    root = get(trailer["/Root"])
    need(root["/Type"] == "/Catalog" and root["/Pages"][0] == "ref")
    pages, seen = {}, set()

    def walk(number, parent, box):
        need(number not in seen)
        seen.add(number)
        node = objects[number]
        need(node.get("/Parent") == (parent and ("ref", parent)))
        box = node.get("/MediaBox", box)
        if node["/Type"] == "/Page":
            need(len(box) == 4 and box[0] < box[2] and box[1] < box[3])
            need(node.get("/Rotate", 0.0) % 90 == 0)
            pages[number] = node
            return 1
        need(node["/Type"] == "/Pages" and "/Rotate" not in node)
        need(all(kid[0] == "ref" for kid in node["/Kids"]))
        total = sum(walk(kid[1], number, box) for kid in node["/Kids"])
        need(total == node["/Count"])
        return total

    need(walk(root["/Pages"][1], None, None))

    def target(dest):
        need(dest[0][1] in pages and dest[1] in ("/Fit", "/XYZ"))
        need(len(dest) == (2 if dest[1] == "/Fit" else 5))
        return dest[0][1]

    targets, kinds = set(), {}
    for number, page in pages.items():
        fonts = {key: get(item) for key, item in get(page["/Resources"]).get("/Font", {}).items()}
        for font in fonts.values():
            need(font["/Type"] == "/Font" and font["/BaseFont"][0] == "/")
            need(font["/Subtype"] in ("/Type1", "/TrueType"))
        shown = fonts_of(data[page["/Contents"][1]]) if "/Contents" in page else set()
        kinds[number] = {fonts[name]["/Subtype"] for name in shown}
        for link in map(get, page.get("/Annots", [])):
            need(link["/Subtype"] == "/Link" and len(link["/Rect"]) == 4)
            targets.add(target(link["/Dest"]))
    if "/Outlines" in root:
        outline = get(root["/Outlines"])
        before, item, count = None, outline["/First"], 0
        while item:
            entry = get(item)
            need(entry.get("/Prev") == before and entry["/Parent"] == root["/Outlines"])
            need(entry["/Title"][0] == "(" and target(entry["/Dest"]))
            before, item, count = item, entry.get("/Next"), count + 1
            need(count < size)
        need(outline["/Last"] == before and outline["/Count"] == count)
    return any(pages[n].get("/Rotate") == 90 and "/TrueType" in kinds[n] for n in targets)
