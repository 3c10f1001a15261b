"""A scene in glTF: nodes that form a tree, meshes, materials and textures by index, accessors with
counts that agree, views that fill the buffer, and nothing that is not in use."""

import json
import random

SMALLEST = """{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,
"scale":[1,1,-1]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[
{"POSITION":0}],"material":0}]}],"materials":[{"alphaMode":"BLEND"}],"accessors":[
{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"uri":"a","byteLength":36}]}
"""

LISTS = "scenes nodes meshes materials textures images accessors bufferViews buffers".split()
LENGTHS = {("SCALAR", 5123): 2, ("VEC2", 5126): 8, ("VEC3", 5126): 12, ("VEC4", 5121): 4}
FORMS = {"POSITION": ("VEC3", 5126), "NORMAL": ("VEC3", 5126), "TEXCOORD_0": ("VEC2", 5126),
         "COLOR_0": ("VEC4", 5121)}


def make():
    r = random.Random(63)
    g = {"asset": {"version": "2.0"}, "scene": 0, **{name: [] for name in LISTS}}
    end = 0

    def store(target, *items):
        """A view with accessors: their forms, counts and more."""
        nonlocal end
        start = end
        for form, count, more in items:
            g["accessors"].append({"bufferView": len(g["bufferViews"]), "byteOffset": end - start,
                                   "componentType": form[1], "count": count, "type": form[0],
                                   **more})
            end += count * LENGTHS[form]
        g["bufferViews"].append({"buffer": 0, "byteOffset": start, "byteLength": end - start,
                                 "target": target})
        return len(g["accessors"]) - len(items)

    def numbers(low, high, many=3):
        return [round(r.uniform(low, high), 2) for _ in range(many)]

    g["images"] = [{"uri": "textures/planks.png"}, {"uri": "textures/wall.jpg"}]
    g["textures"] = [{"source": 0}, {"source": 1}]
    for n, (name, mode) in enumerate([("planks", "OPAQUE"), ("wall", "OPAQUE"), ("leaf", "MASK"),
                                      ("cloth", "BLEND"), ("fur", "OPAQUE"), ("water", "BLEND")]):
        own = {"baseColorFactor": numbers(0, 1, 4)} if n > 1 else {"baseColorTexture": {"index": n}}
        g["materials"].append({"name": name, "pbrMetallicRoughness": own, "alphaMode": mode})
    for row in ("house 0 1 0", "tree 0 2 0", "pond 0 5 1", "flag 1 0 3", "fox 2 4", "lamp 1 0",
                "curtain 1 3"):
        parts, rows = [], []
        morphs, *materials = map(int, row.split()[1:])
        for material in materials:
            many = 4 * r.randint(5, 60)
            keys = ["POSITION", "NORMAL", "TEXCOORD_0" if material < 2 else "COLOR_0"]
            shapes = [{key: store(34962, (FORMS[key], many, {
                "min": numbers(-3, 0), "max": numbers(0, 4)} if key == "POSITION" else {}))
                for key in shape} for shape in [keys] + [["POSITION"]] * morphs]
            more = {"targets": shapes[1:]} if morphs else {}
            parts.append({"attributes": shapes[0], "indices": 0, "material": material, **more})
            rows.append((("SCALAR", 5123), many // 4 * 6, {"max": [many - 1]}))
        first = store(34963, *rows)
        for part in parts:
            part["indices"], first = first, first + 1
        weights = {"weights": [0] * morphs} if morphs else {}
        g["meshes"].append({"name": row.split()[0], "primitives": parts, **weights})
    deep = []
    for n, row in enumerate("""village 0,house 1 0,curtain 2 6,lamp 2 5,lamp-2 2 5,garden 1,
            tree 2 1,tree-2 2 1,pond 2 2,fox 1 4,field 1,pole 2,flag 3 3,pole.2 2,flag-2 3 3
            """.split(",")):
        name, depth, *mesh = row.split()
        deep[int(depth):] = [n]
        g["nodes"].append({"name": name, "translation": numbers(-20, 20)})
        g["nodes"][n] |= {"mesh": int(x) for x in mesh}
        if n:
            g["nodes"][deep[-2]].setdefault("children", []).append(n)
        if r.random() < 0.4 or "-" in name:
            g["nodes"][n]["scale"] = [1, -1 if "-" in name else r.randint(1, 2), 1]
    g["scenes"].append({"name": "village", "nodes": [0]})
    g["buffers"].append({"uri": "village.bin", "byteLength": end})
    return json.dumps(g, indent=1) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def fills(spans, size):
    """Whether parts, without overlap and with gaps for alignment only, fill so many bytes."""
    end = 0
    for start, length in sorted(spans):
        need(end <= start < end + 4 and start % 4 == 0 and length > 0)
        end = start + length
    return end == size


def shows_bug(text):
    """A node that is mirrored has a mesh that changes its shape and has a material that blends."""
    g = json.loads(text)
    need(set(g) <= {"asset", "scene", *LISTS} and g["asset"]["version"] == "2.0")
    used, targets, spans, blends, found = {name: set() for name in LISTS}, {}, {}, set(), False

    def use(name, index):
        need(type(index) is int and index >= 0)
        used[name].add(index)
        return g[name][index]

    def count(index, target, form):
        item = use("accessors", index)
        need((item["type"], item["componentType"]) == form and type(item["count"]) is int)
        need(targets.setdefault(item["bufferView"], target) == target)
        span = item.get("byteOffset", 0), item["count"] * LENGTHS[form]
        spans.setdefault(item["bufferView"], {})[index] = span
        return item["count"]

    for number, mesh in enumerate(g["meshes"]):
        for part in mesh["primitives"]:
            shapes = [part["attributes"], *part.get("targets", [])]
            [many] = {count(index, 34962, FORMS[key])
                      for shape in shapes for key, index in shape.items()}
            for shape in shapes:
                box = g["accessors"][shape["POSITION"]]
                need(set(shape) <= set(shapes[0]) and len(box["min"]) == len(box["max"]) == 3)
            need(len(mesh.get("weights", shapes[1:])) == len(shapes) - 1)
            if "indices" in part:
                need(g["accessors"][part["indices"]]["max"] == [many - 1])
                many = count(part["indices"], 34963, ("SCALAR", 5123))
            look = use("materials", part["material"])
            paint = {"baseColorFactor": "rgba", **look.get("pbrMetallicRoughness", {})}
            color = paint.get("baseColorTexture")
            need(many > 0 and many % 3 == 0 and len(paint["baseColorFactor"]) == 4)
            need((color is not None) == ("TEXCOORD_0" in shapes[0]))
            need(color is None or use("images", use("textures", color["index"])["source"])["uri"])
            blends |= {number} if shapes[1:] and look.get("alphaMode") == "BLEND" else set()
    todo = list(use("scenes", g["scene"])["nodes"])
    while todo:
        need(todo[-1] not in used["nodes"])
        node = use("nodes", todo.pop())
        todo += node.get("children", [])
        (x, y, z), [_, _, _] = node.get("scale", [1, 1, 1]), node.get("translation", [0, 0, 0])
        need(x * y * z and ("mesh" not in node or use("meshes", node["mesh"])))
        found = found or x * y * z < 0 and node.get("mesh") in blends
    for n, target in targets.items():
        view = use("bufferViews", n)
        need(view.get("target", target) == target and (target == 34963 or len(spans[n]) == 1))
        need(use("buffers", view["buffer"])["uri"] and fills(spans[n].values(), view["byteLength"]))
    spans = [(view.get("byteOffset", 0), view["byteLength"]) for view in g["bufferViews"]]
    need(fills(spans, g["buffers"][0]["byteLength"]))
    need(all(used[name] == set(range(len(g.get(name, [])))) for name in LISTS))
    return found
