"""An Xcode project: sections with a begin and an end, sorted ids of 24 digits, comments that repeat
names, groups of files, targets with phases of built files, everything in use and in one place."""

import random
import re


def layout(objects, root):
    def shown(value):
        if isinstance(value, list):
            return "(\n" + "".join(f"\t\t\t\t{shown(v)},\n" for v in value) + "\t\t\t)"
        if isinstance(value, int):  # a reference to an object
            return f"{value:024X} /* {objects[value][1]} */".replace(" /*  */", "")
        return value

    out = "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tobjectVersion = 46;\n\tobjects = {\n"
    for isa in sorted({isa for isa, *_ in objects.values()}):
        out += f"/* Begin {isa} section */\n"
        for key in sorted(key for key in objects if objects[key][0] == isa):
            rows = (f"\t\t\t{k} = {shown(v)};\n" for k, v in objects[key][2].items())
            out += f"\t\t{shown(key)} = {{\n\t\t\tisa = {isa};\n{''.join(rows)}\t\t}};\n"
        out += f"/* End {isa} section */\n"
    return out + f"\t}};\n\trootObject = {shown(root)};\n}}\n"


HERE, BUILT = '"<group>"', "BUILT_PRODUCTS_DIR"
SMALLEST = layout({
    1: ("PBXBuildFile", "a in Resources", {"fileRef": 3}),
    2: ("PBXBuildFile", "a in Resources", {"fileRef": 4}),
    3: ("PBXFileReference", "a", {"path": "a", "sourceTree": HERE}),
    4: ("PBXFileReference", "a", {"path": "b/a", "sourceTree": HERE}),
    5: ("PBXFileReference", "a", {"path": "a", "sourceTree": BUILT}),
    6: ("PBXGroup", "", {"children": [3, 4, 5], "sourceTree": HERE}),
    7: ("PBXNativeTarget", "a", {"buildPhases": [9], "name": "a", "productReference": 5}),
    8: ("PBXProject", "Project object", {"mainGroup": 6, "targets": [7]}),
    9: ("PBXResourcesBuildPhase", "Resources", {"files": [1, 2]})}, 8)

# What an object must have: values (=), links (-), and one or some things that it owns (+ or *).
FIELDS = {row.split()[0]: row.split()[1:] for row in r"""PBXBuildFile fileRef-PBXFileReference;
PBXFileReference path=[\w.]+(?:/[\w.]+)* sourceTree=<group>|BUILT_PRODUCTS_DIR; PBXGroup
children*PBX(?:Group|FileReference) sourceTree=<group>; PBXProject mainGroup+PBXGroup
targets*PBXNativeTarget; PBXFrameworksBuildPhase files*PBXBuildFile; PBXNativeTarget
buildPhases*PBX.*BuildPhase productReference-PBXFileReference name; PBXResourcesBuildPhase
files*PBXBuildFile; PBXSourcesBuildPhase files*PBXBuildFile""".split(";")}
FILES = """App/main.m App/Menu.h App/Menu.m App/Icons.xcassets App/UI.xib App/Views/List.h
App/Views/List.m App/Net/Client.m App/Net/Client.h App/Net/hosts.json Kit/Kit.h Kit/Store.m
Kit/Store.h Kit/Sync.m Kit/Sync.h Kit/Feeds/Feed.m Kit/Feeds/Feed.h Kit/Data/hosts.json
Kit/Data/units.json Tests/Store.m Tests/Sync.m Tests/Data/hosts.json Tests/Data/one.json""".split()
TARGETS = [("Kit", "Kit.framework", "", "Kit/Data/hosts.json Kit/Data/units.json"),
           ("App", "App.app", "Kit.framework", "App/UI.xib App/Net/hosts.json Kit/Data/hosts.json"),
           ("Tests", "Tests.xctest", "Kit.framework", "Tests/Data/one.json Tests/Data/hosts.json")]


def make():
    r = random.Random(68)
    objects, groups, refs, targets = {}, {"": []}, {}, []

    def add(isa, note, **fields):
        objects[own := r.getrandbits(96)] = isa, note, fields
        return own

    for path in FILES:
        folder, _, name = path.rpartition("/")
        refs[path] = add("PBXFileReference", name, fileEncoding="4", path=name, sourceTree=HERE)
        groups.setdefault(folder, []).append(refs[path])
    for folder in sorted(groups, reverse=True)[:-1]:
        up, _, name = folder.rpartition("/")
        groups[up] += [add("PBXGroup", name, children=groups[folder], path=name, sourceTree=HERE)]
    for name, product, links, data in TARGETS:
        refs[product] = add("PBXFileReference", product, path=product, sourceTree=BUILT)
        sources, phases = " ".join(path for path in FILES if re.match(f"{name}/.*m$", path)), []
        for phase, paths in (("Sources", sources), ("Frameworks", links), ("Resources", data)):
            files = [add("PBXBuildFile", f"{objects[refs[path]][1]} in {phase}",
                         fileRef=refs[path]) for path in paths.split()]
            phases.append(add(f"PBX{phase}BuildPhase", phase, files=files))
        targets.append(add("PBXNativeTarget", name, buildPhases=phases, name=name,
                           productReference=refs[product]))
    groups[""].append(add("PBXGroup", "Built", children=[refs[row[1]] for row in TARGETS],
                          name="Built", sourceTree=HERE))
    main = add("PBXGroup", "", children=groups[""], sourceTree=HERE)
    return layout(objects, add("PBXProject", "Project object", mainGroup=main, targets=targets))


def need(condition):
    if not condition:
        raise ValueError


NAME = r'\s*([\w./]+|"[^"\n]*")(?:\s*/\*\s([^*\n]+)\s\*/)?\s*'
FILE = re.compile(r"// !\$\*UTF8\*\$!\s*\{\s*archiveVersion\s*=\s*1;\s*objectVersion\s*=\s*\d+;\s*"
                  r"objects\s*=\s*\{(.*)\};\s*rootObject\s*=" + NAME + r";\s*\}\s*", re.S)
SECTION = re.compile(r"\s*/\*\sBegin\s(\w+)\ssection\s\*/(.*?)/\*\sEnd\s\1\ssection\s\*/", re.S)
OBJECT, ITEM = re.compile(NAME + r"=\s*\{(.*?)\}\s*;", re.S), re.compile(NAME + ",")
FIELD = re.compile(r"\s*(\w+)\s*=(?:\s*\((.*?)\)\s*|" + NAME + ");", re.S)


def pieces(pattern, text):
    need(not pattern.sub("", text).strip())
    return pattern.findall(text)


def shows_bug(text):
    """A target copies two resources of the same name."""
    body, root, note = FILE.fullmatch(text).groups()
    items, notes, owner, todo, paths = {}, [(root, note)], {root: None}, [root], {None: ""}
    sections = pieces(SECTION, body)
    need([isa for isa, _ in sections] == sorted({isa for isa, _ in sections}))
    for isa, inner in sections:
        rows = pieces(OBJECT, inner)
        need(rows == sorted(rows) != [])
        for key, note, fields in rows:
            need(re.fullmatch("[0-9A-F]{24}", key) and key not in items)
            notes.append((key, note))
            items[key] = item = {}
            for field, several, one, note in pieces(FIELD, fields):
                need(field not in item)
                item[field] = (one.strip('"'), note) if one else pieces(ITEM, several)
            need(item["isa"] == (isa, ""))
    for key in todo:
        item = items[key]
        for spec in FIELDS[item["isa"][0]]:
            field, sign, kind = re.fullmatch(r"(\w+)([-+*=]?)(.*)", spec).groups()
            need(isinstance(item[field], list) == (sign == "*"))
            need(sign != "=" or re.fullmatch(kind, item[field][0]))
            for other, note in item[field] if sign == "*" else [item[field]] * (sign in ("-", "+")):
                need(re.fullmatch(kind, items[other]["isa"][0]))
                notes.append((other, note))
                if sign != "-":
                    need(other not in owner)
                    owner[other] = key
                    todo.append(other)
        paths[key] = paths[owner[key]] + (f"/{item['path'][0]}" if "path" in item else "")

    def name(key):
        item = items[key]
        if "fileRef" in item:
            return f"{name(item['fileRef'][0])} in {name(owner[key])}"
        label = item.get("name", [item.get("path", [""])[0].split("/")[-1]])[0]
        label = "Project object" if key == root else label
        return item["isa"][0][3:-10] if "files" in item else label

    need(set(owner) == set(items) and all(note == name(key) for key, note in notes))
    refs = [key for key, item in items.items() if item["isa"][0] == "PBXFileReference"]
    built = [item["productReference"][0] for item in items.values() if "productReference" in item]
    need(all(built.count(key) == (items[key]["sourceTree"][0] != "<group>") for key in refs))
    need(len({(paths[key], key in built) for key in refs}) == len(refs))
    copied = [{items[key]["fileRef"][0] for key, _ in item["files"]} for item in items.values()
              if item["isa"][0] == "PBXResourcesBuildPhase"]
    return any(len({name(key) for key in files}) < len(files) for files in copied)
