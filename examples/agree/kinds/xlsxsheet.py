"""Two parts of a workbook (xlsx), one after the other: shared strings with their counts, and a sheet whose cells
name rows, columns and strings, with merged cells, shared formulas and a dimension."""

import random
import re
import xml.etree.ElementTree as ET

SMALLEST = """==> xl/sharedStrings.xml <==
<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><r><t/></r></si></sst>
==> xl/worksheets/sheet1.xml <==
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row><c t="s"><v>0</v></c>
<c><v>0</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells></worksheet>
"""

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
NAMES = ["xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"]
ORDER = ("sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetProtection autoFilter mergeCells conditionalFormatting "
         "dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter").split()


def name(column):
    return chr(64 + column) if column <= 26 else chr(64 + (column - 1) // 26) + chr(65 + (column - 1) % 26)


def make():
    r = random.Random(93)
    strings, many = {}, 0

    def text(own):
        nonlocal many
        many += 1
        return strings.setdefault(own, len(strings))

    rich = lambda bold, rest: (f'<r><rPr><b/><sz val="11"/><rFont val="Calibri"/><family val="2"/></rPr><t>{bold}</t></r>'
                               f'<r><rPr><sz val="11"/><rFont val="Calibri"/></rPr><t xml:space="preserve"> {rest}</t></r>')
    plain = lambda own: f"<t>{own}</t>"
    rows, merges, links = {}, [], []

    def put(row, column, value=None, style=0, formula=""):
        kind = ' t="s"' if isinstance(value, str) else ""
        value = text(value) if isinstance(value, str) else value
        own = f'<c r="{name(column)}{row}"' + (f' s="{style}"' if style else "") + kind
        inner = formula + ("" if value is None else f"<v>{value}</v>")
        rows.setdefault(row, {})[column] = own + (f">{inner}</c>" if inner else "/>")

    put(1, 1, rich("Sales", "by region, 2023"), 5)
    for column in range(2, 9):
        put(1, column, None, 5)
    merges.append("A1:H1")
    put(2, 1, plain("as of 2024-01-15"), 3)
    heads = ["Region", "Shop", "Article", "Units", "Price", "Total", "Paid", "Remark"]
    for column, own in enumerate(heads, 1):
        put(4, column, plain(own), 2)
    shops = {"North": ["Kiel", "Rostock", "Bremen"], "South": ["Ulm", "Passau"], "West": ["Bonn", "Aachen", "Trier"]}
    at = 5
    for region, own in shops.items():
        top = at
        for shop in own:
            for k in range(r.randint(2, 4)):
                put(at, 1, plain(region) if at == top else None, 4)
                put(at, 2, plain(shop))
                put(at, 3, plain(r.choice(["Bicycle", "Helmet", "Lamp &amp; battery", "Lock", "Tyre 28&quot;"])))
                units, price = r.randint(1, 90), r.choice([19.9, 34.5, 12, 8.75, 399])
                put(at, 4, units)
                put(at, 5, price, 6)
                shared = '<f t="shared" ref="F5:F{0}" si="0">D5*E5</f>' if at == 5 else '<f t="shared" si="0"/>'
                put(at, 6, round(units * price, 2), 6, shared)
                if r.random() < 0.7:
                    put(at, 7, r.randint(45000, 45300), 7)
                if r.random() < 0.25:
                    put(at, 8, rich("Late:", "see mail") if r.random() < 0.3 else plain(r.choice(["new shop", "by phone", "returned 2"])), 1)
                at += 1
        merges.append(f"A{top}:A{at - 1}")
    last = at - 1
    rows[5][6] = rows[5][6].replace("{0}", str(last))
    put(at + 1, 1, plain("Total"), 2)
    put(at + 1, 4, 1234, 2, f"<f>SUM(D5:D{last})</f>")
    put(at + 1, 6, 30211.55, 6, f"<f>SUM(F5:F{last})</f>")
    # One cell in a merged area still has a value of its own.
    put(at + 3, 1, rich("Note:", "prices without tax"), 1)
    put(at + 3, 2, plain("draft"))
    put(at + 3, 3, None, 1)
    merges.append(f"A{at + 3}:C{at + 3}")
    put(at + 4, 1, plain("Contact"), 1)
    put(at + 4, 2, plain("sales@example.com"), 8)
    links.append(f"B{at + 4}")
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    out = [f"==> {NAMES[0]} <==\n{head}<sst xmlns=\"{MAIN}\" count=\"{many}\" uniqueCount=\"{len(strings)}\">"]
    out += [f"<si>{own}</si>" for own in strings]
    out += ["</sst>", f"==> {NAMES[1]} <==", head + f'<worksheet xmlns="{MAIN}">',
            f'<sheetPr><tabColor rgb="FF4472C4"/></sheetPr><dimension ref="A1:H{at + 4}"/>',
            '<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="4" topLeftCell="A5" activePane="bottomLeft" state="frozen"/>'
            '</sheetView></sheetViews>', '<sheetFormatPr defaultRowHeight="15"/>',
            '<cols><col min="1" max="2" width="12.7" customWidth="1"/><col min="3" max="3" width="22.4" customWidth="1"/>'
            '<col min="5" max="7" width="10.1" customWidth="1"/></cols>', "<sheetData>"]
    for row in sorted(rows):
        out.append(f'<row r="{row}" spans="1:8">')
        out += [rows[row][column] for column in sorted(rows[row])]
        out.append("</row>")
    out += ["</sheetData>", f'<autoFilter ref="A4:H{last}"/>', f'<mergeCells count="{len(merges)}">']
    out += [f'<mergeCell ref="{ref}"/>' for ref in merges] + ["</mergeCells>"]
    out += [f'<dataValidations count="1"><dataValidation type="whole" operator="greaterThan" sqref="D5:D{last}"><formula1>0</formula1>'
            '</dataValidation></dataValidations>']
    out += [f'<hyperlinks><hyperlink ref="{links[0]}" location="Sheet2!A1" display="mail"/></hyperlinks>',
            '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>', "</worksheet>"]
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def cell(text):
    letters, digits = re.fullmatch(r"([A-Z]{1,3})([1-9]\d{0,6})", text, re.A).groups()
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    need(column <= 16384 and int(digits) <= 1048576)
    return int(digits), column


def area(text):
    one, _, two = text.partition(":")
    (top, left), (bottom, right) = cell(one), cell(two or one)
    need(top <= bottom and left <= right)
    return top, left, bottom, right


def xml(text, root):
    try:
        tree = ET.fromstring(text)
    except (ET.ParseError, LookupError):
        raise ValueError from None
    for item in tree.iter():
        need(item.tag.startswith(f"{{{MAIN}}}"))
        item.tag = item.tag[len(MAIN) + 2:]
        need(item.tag in ("t", "v", "f", "formula1", "formula2") or not (item.text or "").strip())
        need(not (item.tail or "").strip())
    need(tree.tag == root)
    return tree


def fields(item, known):
    need(set(item.attrib) <= set(known.split()))
    return item.attrib


def count(text):
    need(re.fullmatch(r"\d+", text, re.A))
    return int(text)


def shows_bug(text):
    """A merged area begins with a string of several runs, and another cell of it has a value."""
    parts = re.split(r"^==> (\S+) <==\n", text, flags=re.M)
    need(parts[0] == "" and parts[1::2] == NAMES)
    table, sheet = xml(parts[2].strip("\n"), "sst"), xml(parts[4].strip("\n"), "worksheet")
    rich = []
    for item in table:
        tags = [own.tag for own in item]
        need(item.tag == "si" and not item.attrib and (tags == ["t"] or tags and set(tags) == {"r"}))
        for run in item if tags[0] == "r" else []:
            need([own.tag for own in run] in (["t"], ["rPr", "t"]))
        rich.append(tags[0] == "r")
    tags = [own.tag for own in sheet]
    places = [ORDER.index(tag) for tag in tags]
    need("sheetData" in tags and all(a < b or tags.count("conditionalFormatting") > 1 and a == b for a, b in zip(places, places[1:])))
    own = {item.tag: item for item in sheet}
    filled, boxes, used, last, groups, children = {}, {}, 0, 0, {}, []
    for row in own["sheetData"]:
        given = fields(row, "r spans ht customHeight s customFormat hidden outlineLevel")
        number, column = count(given["r"]) if "r" in given else last + 1, 0
        need(row.tag == "row" and last < number <= 1048576)
        last = number
        columns = []
        for item in row:
            more = fields(item, "r s t")
            need(item.tag == "c")
            at = cell(more["r"]) if "r" in more else (number, column + 1)
            need(at[0] == number and column < at[1])
            column = at[1]
            columns.append(column)
            need(more.get("t", "n") in ("n", "s", "b", "str", "e") and count(more.get("s", "0")) < 64)
            inner = [x.tag for x in item]
            need(inner in ([], ["v"], ["f"], ["f", "v"]))
            value = item.findtext("v")
            if more.get("t") == "s":
                used += 1
                need(count(value) < len(rich))
            elif more.get("t", "n") == "n" and value is not None:
                need(re.fullmatch(r"-?\d+(\.\d+)?(E[-+]?\d+)?", value, re.A))
            elif more.get("t") == "b":
                need(value in ("0", "1"))
            boxes[at] = more.get("t") == "s" and rich[int(value)]
            filled[at] = value is not None
            for formula in item.findall("f"):
                kind = fields(formula, "t ref si").get("t", "normal")
                need(kind in ("normal", "shared") and (kind == "shared") == ("si" in formula.attrib))
                if kind == "shared" and "ref" in formula.attrib:
                    top, left, bottom, right = groups.setdefault(formula.attrib["si"], area(formula.attrib["ref"]))
                    need(formula.text and (top, left, bottom, right) == area(formula.attrib["ref"]))
                    need(top <= at[0] <= bottom and left <= at[1] <= right)
                elif kind == "shared":
                    children.append((at, formula.attrib["si"]))
                else:
                    need(formula.text and "ref" not in formula.attrib)
        if "spans" in given:
            low, high = map(count, given["spans"].split(":"))
            need(1 <= low <= high and all(low <= x <= high for x in columns))
    for (row, column), group in children:
        top, left, bottom, right = groups[group]
        need(top <= row <= bottom and left <= column <= right)
    given = fields(table, "count uniqueCount")
    need(count(given.get("count", str(used))) == used and count(given.get("uniqueCount", str(len(rich)))) == len(rich))
    if "dimension" in own:
        box = area(fields(own["dimension"], "ref")["ref"])
        rows, columns = {at[0] for at in boxes} or {1}, {at[1] for at in boxes} or {1}
        need(box == (min(rows), min(columns), max(rows), max(columns)))
    past = 0
    for item in own.get("cols", []):
        given = fields(item, "min max width customWidth style hidden bestFit")
        need(item.tag == "col" and past < count(given["min"]) <= count(given["max"]) <= 16384)
        past = count(given["max"])
    for tag, child in (("mergeCells", "mergeCell"), ("dataValidations", "dataValidation"), ("hyperlinks", "hyperlink"), ("cols", "col")):
        if tag in own:
            given = fields(own[tag], "count" if tag in ("mergeCells", "dataValidations") else "")
            need(len(own[tag]) and all(item.tag == child for item in own[tag]))
            need(count(given.get("count", str(len(own[tag])))) == len(own[tag]))
    if "autoFilter" in own:
        area(fields(own["autoFilter"], "ref")["ref"])
    for item in own.get("hyperlinks", []):
        area(fields(item, "ref location display tooltip")["ref"])
    for item in own.get("dataValidations", []):
        for ref in fields(item, "type operator sqref allowBlank showErrorMessage")["sqref"].split():
            area(ref)
    merged, found = [], False
    for item in own.get("mergeCells", []):
        top, left, bottom, right = box = area(fields(item, "ref")["ref"])
        need((top, left) != (bottom, right))
        need(all(top > b[2] or bottom < b[0] or left > b[3] or right < b[1] for b in merged))
        merged.append(box)
        found = found or boxes.get((top, left), False) and any(
            full and at != (top, left) and top <= at[0] <= bottom and left <= at[1] <= right for at, full in filled.items())
    return found
