"""Turned parts in STEP (ISO 10303-21): instances that refer back and ahead by number, all reachable
from one root and of the right types, edges with two sides, points on circles, a count of faces."""

import math
import re

SMALLEST = """ISO-10303-21;HEADER;FILE_DESCRIPTION(('','faces: 2'),'');
FILE_NAME('','',(''),(''),'','','');FILE_SCHEMA((''));ENDSEC;DATA;
#1=ADVANCED_BREP_SHAPE_REPRESENTATION('',(#3),#2);#2=GEOMETRIC_REPRESENTATION_CONTEXT('','',3);
#3=MANIFOLD_SOLID_BREP('',#4);#4=CLOSED_SHELL('',(#5,#6));#5=ADVANCED_FACE('',(#7),#9,.F.);
#6=ADVANCED_FACE('',(#8),#10,.F.);#7=FACE_BOUND('',#11,.T.);#8=FACE_BOUND('',#12,.T.);
#9=CYLINDRICAL_SURFACE('',#18,1.);#10=CONICAL_SURFACE('',#18,1.,1.);#11=EDGE_LOOP('',(#13));
#12=EDGE_LOOP('',(#14));#13=ORIENTED_EDGE('',*,*,#15,.T.);#14=ORIENTED_EDGE('',*,*,#15,.F.);
#15=EDGE_CURVE('',#16,#16,#17,.F.);#16=VERTEX_POINT('',#20);#17=CIRCLE('',#18,1.);
#18=AXIS2_PLACEMENT_3D('',#19,$,$);#19=CARTESIAN_POINT('',(0.,0.,0.));
#20=CARTESIAN_POINT('',(1.,0.,0.));ENDSEC;END-ISO-10303-21;
"""

HEAD = """ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('Turned parts, as designed','faces: {}'),'2;1');
FILE_NAME('a-17.stp','2024-03-11T10:12:45',('R. de Boer'),('workshop'),'kernel 8.1','cad 4','');
FILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n"""
# Parts: an origin, an axis, and a round of radii and heights of circles, some of them turned.
PARTS = [((0, 0, 0), (0, 0, 1), "4,0 12,0 12,6- 9,6 9,20- 7.5,22 4,22"),
         ((40, 0, 0), (0, 0, 1), "5,0 15,0- 15,12 8,12 5,9-"),
         ((-30, 25, 5), (1, 0, 0), "3,0 7.5,0 7.5,4 5,4 5,30.5 4,30.5- 3,28")]


def make():
    known, out = {}, []

    def add(text, own=None):
        # The number is new, or was kept free for this.
        own = own or f"#{len(out) + 1}"
        out[int(own[1:]) - 1:int(own[1:])] = [f"{own}={text};\n"]
        return own

    def triple(name, values):
        text = f"{name}('',({','.join(str(float(value)) for value in values)}))"
        known[text] = known.get(text) or add(text)
        return known[text]

    shape, space, solids = add(""), add("GEOMETRIC_REPRESENTATION_CONTEXT('','3D',3)"), []
    for origin, axis, profile in PARTS:
        shell, rings, faces, way = add(""), [], [], axis[1:] + axis[:1]
        solids.append(add(f"MANIFOLD_SOLID_BREP('a-17/{len(solids) + 1}',{shell})"))
        for corner in profile.split():
            radius, height = map(float, corner.strip("-").split(","))
            edge, center = add(""), [o + height * a for o, a in zip(origin, axis)]
            point = triple("CARTESIAN_POINT", [c + radius * w for c, w in zip(center, way)])
            center, vertex = triple("CARTESIAN_POINT", center), add(f"VERTEX_POINT('',{point})")
            ways = f"{triple('DIRECTION', axis)},{triple('DIRECTION', way)}"
            frame = add(f"AXIS2_PLACEMENT_3D('',{center},{ways})")
            circle, turn = add(f"CIRCLE('',{frame},{radius})"), "-" in corner
            add(f"EDGE_CURVE('',{vertex},{vertex},{circle},{['.T.', '.F.'][turn]})", edge)
            rings.append((radius, height, frame, edge, turn))
        for low, high in zip(rings, rings[1:] + rings[:1]):
            faces, bounds = [*faces, add("")], []
            for kind, ring, end in (("FACE_OUTER_BOUND", low, 0), ("FACE_BOUND", high, 1)):
                use = add(f"ORIENTED_EDGE('',*,*,{ring[3]},{['.T.', '.F.'][ring[4] ^ end]})")
                loop = add(f"EDGE_LOOP('',({use}))")
                bounds.append(add(f"{kind}('',{loop},.T.)"))
            wide, up = high[0] - low[0], high[1] - low[1]
            surface = f"CYLINDRICAL_SURFACE('',{low[2]},{low[0]})" if up else f"PLANE('',{low[2]})"
            if up and wide:
                surface = f"CONICAL_SURFACE('',{low[2]},{low[0]},{math.atan(abs(wide / up)):.6f})"
            flag = ".T." if (up, -wide) > (0, 0) else ".F."
            add(f"ADVANCED_FACE('',({','.join(bounds)}),{add(surface)},{flag})", faces[-1])
        add(f"CLOSED_SHELL('',({','.join(faces)}))", shell)
    add(f"ADVANCED_BREP_SHAPE_REPRESENTATION('a-17',({','.join(solids)}),{space})", shape)
    return HEAD.format("".join(out).count("_FACE(")) + "".join(out) + "ENDSEC;\nEND-ISO-10303-21;\n"


def need(condition):
    if not condition:
        raise ValueError


S = r"\s*'[^']*'\s*"
FILE = re.compile(rf"""ISO-10303-21;\s*HEADER;\s*FILE_DESCRIPTION\(\({S},'faces:\ (\d+)'\),{S}\);
    \s*FILE_NAME\({S},{S},\({S}\),\({S}\),{S},{S},{S}\);\s*FILE_SCHEMA\(\({S}\)\);\s*ENDSEC;
    \s*DATA;(.*)ENDSEC;\s*END-ISO-10303-21;\s*""", re.S | re.X)
ROW = re.compile(r"\s*(#\d+)\s*=\s*([A-Z][A-Z0-9_]*)\s*(\((?:[^';]|'[^']*')*\))\s*;\s*")
TOKEN = re.compile(r"'[^']*'|#\d+|\.[TF]\.|-?\d+\.\d*|\d+|[(),*$]")
FLAGS, SURFACES = {".T.", ".F."}, ["PLANE", "CYLINDRICAL_SURFACE", "CONICAL_SURFACE"]


def values(tokens):
    need(tokens.pop() == "(")
    found, end = [], ","
    while end == ",":
        found.append(values(tokens) if tokens[-1] == "(" else tokens.pop())
        need(found[-1] not in (")", ","))
        end = tokens.pop()
    need(end == ")")
    return found


def shows_bug(text):
    """An inner cylinder and an inner cone meet in an edge that runs against its circle."""
    told, data = FILE.fullmatch(text).groups()
    parts, seen, sides, at = {}, [], {}, 0
    while at < len(data):
        m = ROW.match(data, at)
        key, name, inner, at = *m.groups(), m.end()
        need(not TOKEN.sub("", inner).strip() and key not in parts)
        tokens = [float(t) if re.match(r"-?\d+\.", t) else t for t in TOKEN.findall(inner)][::-1]
        parts[key] = [name, *values(tokens)]
        need(not tokens)

    def args(key, *names):
        seen.append(key)
        need(parts[key][0] in names and parts[key][1].startswith("'"))
        return parts[key][2:]

    def triple(key, name):
        [(x, y, z)] = args(key, name)
        return [x + 0.0, y + 0.0, z + 0.0]

    def frame(key):
        place, *ways = args(key, "AXIS2_PLACEMENT_3D")
        need(len(ways) == 2 and all(way == "$" or any(triple(way, "DIRECTION")) for way in ways))
        return triple(place, "CARTESIAN_POINT")

    [root] = [key for key, row in parts.items() if row[0] == "ADVANCED_BREP_SHAPE_REPRESENTATION"]
    solids, space = args(root, "ADVANCED_BREP_SHAPE_REPRESENTATION")
    need(args(space, "GEOMETRIC_REPRESENTATION_CONTEXT")[1:] == ["3"])
    for solid in solids:
        for face in sum(args(*args(solid, "MANIFOLD_SOLID_BREP"), "CLOSED_SHELL"), []):
            bounds, surface, side = args(face, "ADVANCED_FACE")
            (place, *sizes), kind = args(surface, *SURFACES), SURFACES.index(parts[surface][0])
            need(frame(place) and len(sizes) == kind and all(size > 0.0 for size in sizes))
            for bound in bounds:
                loop, way = args(bound, "FACE_OUTER_BOUND", "FACE_BOUND")
                [[use]] = args(loop, "EDGE_LOOP")
                *unset, edge, flag = args(use, "ORIENTED_EDGE")
                start, end, circle, turn = args(edge, "EDGE_CURVE")
                place, radius = args(circle, "CIRCLE")
                need([*unset, start] == ["*", "*", end] and {side, way, flag, turn} <= FLAGS)
                point = triple(*args(start, "VERTEX_POINT"), "CARTESIAN_POINT")
                need(abs(math.dist(point, frame(place)) - radius) < 0.001 < radius)
                need(kind != 1 or sizes == [radius])
                sides.setdefault((solid, edge), []).append((way == flag, kind, side, turn))
    need(all(sorted(way for way, *_ in pair) == [False, True] for pair in sides.values()))
    need(len({edge for _, edge in sides}) == len(sides) and set(seen) == set(parts))
    once = ("MANIFOLD", "CLOSED", "ADVANCED", "FACE", "EDGE_LOOP", "ORIENTED")
    need(all(seen.count(key) == 1 or not row[0].startswith(once) for key, row in parts.items()))
    need(int(told) == sum(row[0] == "ADVANCED_FACE" for row in parts.values()))
    return any({kind for _, kind, *_ in pair} == {1, 2}
               and all(more == [".F.", ".F."] for _, _, *more in pair) for pair in sides.values())
