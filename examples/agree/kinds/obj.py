"""A model in Wavefront OBJ with its materials in front: vertices, texture coordinates and normals by index,
faces of one form each, materials that are defined, groups."""

import math
import random
import re

SMALLEST = """newmtl a
map_Kd a
d 0
v 0 0 0
v 0 0 0
v 0 0 0
vn 0 0 0
usemtl a
s 1
f 1//1 2//1 3//1
"""


def make():
    r = random.Random(90)
    out = ["# Blender 3.6.5 MTL File: 'boat.blend'", "# www.blender.org", ""]
    for name, alpha, picture in (("hull", 1, "hull.png"), ("deck", 1, "wood.png"), ("glass", 0.35, None), ("sail", 0.9, "sail.png"),
                                 ("metal", 1, None), ("flag", 1, "flag.png"), ("water", 0.6, "waves.png")):
        color = lambda top: " ".join(f"{r.uniform(0, top):.3f}" for _ in "rgb")
        out += [f"newmtl {name}", f"Ns {r.randint(10, 400)}.0", "Ka 1.0 1.0 1.0", f"Kd {color(0.9)}", f"Ks {color(0.5)}", "Ni 1.45", f"d {alpha}",
                f"illum {2 if alpha == 1 else 9}"]
        out += [f"map_Kd textures/{picture}"] if picture else []
        out += [f"map_Bump -bm 0.8 textures/{picture}"] if picture and r.random() < 0.4 else []
        out.append("")
    out += ["# Blender 3.6.5", "# www.blender.org"]
    base = [0, 0, 0]

    def part(name, wide, high, materials, uv, smooth=0):
        """A bent sheet of so many points, whose rows have materials and texture coordinates or not."""
        out.append(f"o {name}")
        for j in range(high):
            for i in range(wide):
                at = 2 * math.pi * i / wide
                out.append(f"v {math.cos(at) * (1 + j / 5):.3f} {j / 2 - 1:.2f} {math.sin(at) * 2 + r.uniform(-.1, .1):.3f}")
        normals = [f"vn {math.cos(at):.3f} {math.sin(at):.3f} 0" for at in (2 * math.pi * n / wide for n in range(wide - 1))]
        out.extend(normals)
        coordinates = [f"vt {i / (wide - 1):.3f} {j / (high - 1):.3f}" for j in range(high) for i in range(wide)] if any(uv) else []
        out.extend(coordinates)
        for j in range(high - 1):
            out.append(f"g {name}_{j}")
            if j == 0 or materials[j] != materials[j - 1]:
                out.append(f"usemtl {materials[j]}")
            if j == 0:
                out.append(f"s {smooth or 'off'}")
            for i in range(wide - 1):
                square = [j * wide + i, j * wide + i + 1, (j + 1) * wide + i + 1, (j + 1) * wide + i]
                own = [f"{base[0] + n + 1}/{base[1] + n + 1 if uv[j] else ''}/{base[2] + i + 1}" for n in square]
                if r.random() < 0.2:
                    out.extend(["f " + " ".join(own[:3]), "f " + " ".join([own[0], *own[2:]])])
                else:
                    out.append("f " + " ".join(own))
        base[0] += wide * high
        base[1] += len(coordinates)
        base[2] += wide - 1

    part("Hull", 6, 5, ["hull", "hull", "deck", "deck"], [1, 1, 1, 1], 1)
    part("Cabin", 5, 4, ["deck", "glass", "metal"], [1, 0, 0])
    part("Mast", 4, 3, ["metal", "metal"], [0, 0], 1)
    part("Sail", 5, 4, ["sail", "sail", "sail"], [1, 0, 1], 2)
    part("Flag", 4, 2, ["flag"], [0])
    part("Sea", 5, 4, ["water", "water", "water"], [1, 0, 1])
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


NUMBER = r"[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?"


def shows_bug(text):
    """A face in a smoothing group has a transparent material with a picture, but no texture coordinates."""
    materials, now, counts, found = {}, None, {"v": 0, "vt": 0, "vn": 0}, False
    material, smooth, objects = None, False, 0
    limits = {"Ns": (1, 1), "Ni": (1, 1), "d": (1, 1), "Tr": (1, 1), "Ka": (3, 3), "Kd": (3, 3), "Ks": (3, 3), "Ke": (3, 3)}
    for line in text.split("\n"):
        word, *own = line.partition("#")[0].split() or ["#"]
        if word == "#":
            continue
        if word == "newmtl":
            [name] = own
            need(name not in materials and objects == 0)
            now = materials[name] = {}
        elif word in limits or word == "illum" or word.startswith("map_"):
            need(now is not None and word not in now)
            now[word] = own
            if word in limits:
                need(limits[word][0] == len(own) and all(re.fullmatch(NUMBER, x, re.A) for x in own))
                need(word not in ("d", "Tr") or 0 <= float(own[0]) <= 1)
                need(not {"d", "Tr"} <= set(now))
            elif word == "illum":
                need(re.fullmatch(r"\d|10", *own))
            else:
                need(word in ("map_Ka", "map_Kd", "map_Ks", "map_Bump", "map_d") and own and own[-1][0] != "-")
        else:
            now, objects = None, 1
            if word in counts:
                need(all(re.fullmatch(NUMBER, x, re.A) for x in own))
                need(len(own) in {"v": (3, 4, 6), "vt": (1, 2, 3), "vn": (3,)}[word])
                counts[word] += 1
            elif word == "usemtl":
                [material] = own
                need(material in materials)
            elif word == "s":
                [value] = own
                need(value == "off" or re.fullmatch(r"\d+", value, re.A))
                smooth = value not in ("off", "0")
            elif word in ("o", "g"):
                need(own or word == "g")
            else:
                need(word in ("f", "l") and len(own) > (2 if word == "f" else 1))
                forms, places = set(), []
                for corner in own:
                    v, vt, vn = re.fullmatch(r"(-?\d+)(?:/(-?\d+)?(?:/(-?\d+))?)?", corner, re.A).groups()
                    need(not corner.endswith("/") and (word == "f" or vn is None))
                    forms.add((vt is None, vn is None))
                    for key, index in (("v", v), ("vt", vt), ("vn", vn)):
                        need(index is None or 0 < int(index) <= counts[key] or -counts[key] <= int(index) < 0)
                    places.append(int(v) if int(v) > 0 else counts["v"] + 1 + int(v))
                need(len(forms) == 1 and len(set(places)) == len(places))
                if word == "f" and smooth and material and forms == {(True, False)}:
                    look = materials[material]
                    clear = float(look.get("d", ["1"])[0]) < 1 or float(look.get("Tr", ["0"])[0]) > 0
                    found = found or clear and "map_Kd" in look
    return found
