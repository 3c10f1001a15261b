"""A map (OpenStreetMap XML): sorted nodes, ways and relations with unique ids, members that exist,
areas whose outer ways close, restrictions of turns whose ways meet."""

import random
import re
import xml.etree.ElementTree as ET

SMALLEST = """<osm version="0.6">
<node id="1" lat="0" lon="0"/>
<node id="2" lat="0" lon="0"/>
<node id="3" lat="0" lon="0"/>
<way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/></way>
<way id="2"><nd ref="1"/><nd ref="2"/></way>
<relation id="1"><member type="way" ref="1" role="outer"/><tag k="type" v="multipolygon"/></relation>
<relation id="2"><member type="way" ref="2" role="from"/><member type="way" ref="1" role="via"/>
<member type="way" ref="2" role="to"/><tag k="type" v="restriction"/><tag k="restriction" v="no_u_turn"/></relation>
</osm>
"""

META = {"version": r"[1-9]\d*", "timestamp": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "changeset": r"\d+", "uid": r"\d+",
        "user": ".*", "visible": "true"}


def make():
    r = random.Random(86)
    nodes, ways, relations = [], [], []
    grid = {}

    def attributes():
        user, uid = r.choice([("mapper_jo", 291112), ("Streetview", 98410), ("lena.k", 8123404), ("fixbot", 12277)])
        return (f'visible="true" version="{r.randint(1, 9)}" changeset="{r.randint(4 * 10**7, 14 * 10**7)}" '
                f'timestamp="20{r.randint(15, 24)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}T{r.randint(0, 23):02}:'
                f'{r.randint(0, 59):02}:{r.randint(0, 59):02}Z" user="{user}" uid="{uid}"')

    def node(tags=""):
        number = nodes[-1][0] + r.randint(1, 4000) if nodes else 240109189
        nodes.append((number, f'lat="{54.09 + r.random() / 100:.7f}" lon="{12.24 + r.random() / 100:.7f}"', tags))
        return number

    def way(refs, tags):
        ways.append((ways[-1][0] + r.randint(1, 90000) if ways else 26659127, refs, tags))
        return ways[-1][0]

    def relation(members, tags):
        relations.append((relations[-1][0] + r.randint(1, 9000) if relations else 56688, members, tags))

    for x in range(5):
        for y in range(5):
            grid[x, y] = node(r.choice(["", "", "", "highway=traffic_signals", "highway=crossing|crossing=zebra"]))
    # Streets from crossing to crossing.
    streets = {}
    for y, name in enumerate(["Pastower Straße", "Lange Straße", "Am Markt", "Kröpeliner Straße", "Hafenweg"]):
        for a, b in ((0, 2), (2, 4)):
            refs = [grid[a, y], *[z for x in range(a + 1, b + 1) for z in ([node()] if r.random() < 0.4 else []) + [grid[x, y]]]]
            streets["h", a, y] = way(refs, f"highway={r.choice(['residential', 'unclassified', 'tertiary'])}|name={name}"
                                     + r.choice(["", "|oneway=yes", "|maxspeed=30"]))
    for x in range(5):
        refs = [grid[x, 0], grid[x, 1], grid[x, 2], grid[x, 3], grid[x, 4]]
        streets["v", x] = way(refs, r.choice(["highway=service", "highway=residential|name=Querweg|surface=asphalt"]))
    # Outlines of areas: of one way, of several, and with a hole.
    plaza = way([grid[1, 1], grid[1, 2], grid[2, 2], grid[2, 1], grid[1, 1]], "highway=pedestrian")
    half = way([grid[3, 1], grid[4, 1], grid[4, 2]], "highway=footway")
    other = way([grid[4, 2], grid[3, 2], grid[3, 1]], "")
    lake = [node() for _ in range(5)]
    shore = way([*lake, lake[0]], "")
    island = [node() for _ in range(3)]
    inner = way([*island, island[0]], "")
    for n in range(2):
        corners = [node() for _ in range(4)]
        way([*corners, corners[0]], f"building=yes|addr:housenumber={r.randint(1, 90)}|addr:street=Am Markt")
    node("amenity=cafe|name=Kaffee & Kuchen")
    stop = node("highway=bus_stop|name=Am Markt|public_transport=platform")
    relation([f"way {plaza} outer"], "type=multipolygon|highway=pedestrian|area=yes|name=Neuer Markt")
    relation([f"way {half} outer", f"way {other} outer"], "type=multipolygon|landuse=grass")
    relation([f"way {shore} outer", f"way {inner} inner"], "type=multipolygon|natural=water|name=Schwanenteich")
    relation([f"way {streets['h', 0, 3]} from", f"node {grid[2, 3]} via", f"way {streets['v', 2]} to"],
             "type=restriction|restriction=no_left_turn")
    relation([f"way {streets['v', 1]} from", f"way {streets['h', 0, 4]} via", f"way {streets['v', 2]} to"],
             "type=restriction|restriction=no_u_turn|except=psv")
    relation([f"node {stop} platform", f"way {streets['h', 0, 2]} ", f"way {streets['h', 2, 2]} ", f"way {streets['v', 4]} "],
             "type=route|route=bus|ref=23|from=Hafen|to=Markt")
    relation([f"way {streets['h', 0, 1]} from", f"way {plaza} via", f"way {streets['h', 0, 2]} to"],
             "type=restriction|restriction=only_straight_on")
    relation([f"relation {relations[5][0]} ", f"relation {relations[0][0]} "], "type=site|name=Innenstadt")
    out = ['<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6" generator="CGImap 0.9.2 (2430 spike-07)">',
           ' <bounds minlat="54.0900000" minlon="12.2400000" maxlat="54.1000000" maxlon="12.2500000"/>']

    def tags(text):
        for pair in text.split("|") if text else []:
            key, _, value = pair.replace("&", "&amp;").partition("=")
            out.append(f'  <tag k="{key}" v="{value}"/>')

    for number, place, own in nodes:
        out.append(f' <node id="{number}" {attributes()} {place}{">" if own else "/>"}')
        if own:
            tags(own)
            out.append(" </node>")
    for number, refs, own in ways:
        out.append(f' <way id="{number}" {attributes()}>')
        out.extend(f'  <nd ref="{ref}"/>' for ref in refs)
        tags(own)
        out.append(" </way>")
    for number, members, own in relations:
        out.append(f' <relation id="{number}" {attributes()}>')
        for sort, ref, role in (member.split(" ") for member in members):
            out.append(f'  <member type="{sort}" ref="{ref}" role="{role}"/>')
        tags(own)
        out.append(" </relation>")
    return "\n".join([*out, "</osm>"]) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def number(text, limit):
    need(re.fullmatch(r"-?\d+(\.\d+)?", text, re.A) and -limit <= float(text) <= limit)
    return float(text)


def fields(item, needed, more=()):
    """The attributes of an element, which must have no text of its own."""
    need(set(needed) <= set(item.attrib) <= {*needed, *more})
    need(not (item.text or "").strip() and not (item.tail or "").strip())
    return item.attrib


def shows_bug(text):
    """A restriction leads through a way that is part of the outline of an area."""
    try:
        root = ET.fromstring(text.encode())
    except ET.ParseError:
        raise ValueError from None
    need(root.tag == "osm" and fields(root, ["version"], ["generator", "copyright", "attribution", "license"])["version"] == "0.6")
    known, last, bounds = {"node": {}, "way": {}, "relation": {}}, (0, 0), 0
    for item in root:
        if item.tag == "bounds":
            own = fields(item, ["minlat", "minlon", "maxlat", "maxlon"], ["origin"])
            need(number(own["minlat"], 90) <= number(own["maxlat"], 90) and not len(item))
            need(number(own["minlon"], 180) <= number(own["maxlon"], 180) and last == (0, 0) and not bounds)
            bounds = 1
            continue
        own = fields(item, ["id", "lat", "lon"] if item.tag == "node" else ["id"], META)
        need(all(re.fullmatch(META[key], value, re.A) for key, value in own.items() if key in META))
        need(re.fullmatch(r"[1-9]\d*", own["id"], re.A))
        place = ["node", "way", "relation"].index(item.tag) + 1, int(own["id"])
        need(last < place)
        last, refs, tags, sizes = place, [], {}, 0
        if item.tag == "node":
            number(own["lat"], 90)
            number(own["lon"], 180)
        for child in item:
            need(not len(child))
            if child.tag == "tag":
                pair = fields(child, ["k", "v"])
                need(pair["k"] and pair["k"] not in tags and len(pair["k"]) <= 255 and len(pair["v"]) <= 255)
                tags[pair["k"]] = pair["v"]
            elif child.tag == "nd":
                need(item.tag == "way")
                refs.append(fields(child, ["ref"])["ref"])
            else:
                need(child.tag == "member" and item.tag == "relation")
                member = fields(child, ["type", "ref", "role"])
                refs.append((member["type"], member["ref"], member["role"]))
        known[item.tag][own["id"]] = refs, tags
    for refs, _ in known["way"].values():
        need(1 < len(refs) <= 2000 and all(ref in known["node"] for ref in refs))
    outlines, through = set(), set()
    for refs, tags in known["relation"].values():
        need(all(ref in known[sort] for sort, ref, _ in refs))
        if tags.get("type") in ("multipolygon", "boundary"):
            # The ways must join to rings: at each end, two of them meet.
            for wanted in ("outer", "inner"):
                ends, edges = {}, []
                for sort, ref, role in refs:
                    if sort == "way" and role == wanted:
                        nodes = known["way"][ref][0]
                        need(nodes[0] != nodes[-1] or len(set(nodes)) > 2)
                        edges += [frozenset(edge) for edge in zip(nodes, nodes[1:])]
                        for end in (nodes[0], nodes[-1]):
                            ends[end] = ends.get(end, 0) + 1
                need(len(set(edges)) == len(edges) and all(len(edge) == 2 for edge in edges))
                need((ends or wanted == "inner") and all(many % 2 == 0 for many in ends.values()))
            need(all(role in ("outer", "inner") for sort, _, role in refs if sort == "way"))
            outlines |= {ref for _, ref, role in refs if role == "outer"}
        if tags.get("type") == "restriction":
            need(re.fullmatch(r"(no|only)_(left_turn|right_turn|straight_on|u_turn)", tags["restriction"]))
            by = {wanted: [(sort, ref) for sort, ref, role in refs if role == wanted] for wanted in ("from", "via", "to")}
            [(one, start)], [(two, end)] = by["from"], by["to"]
            need(one == two == "way" and by["via"] and sum(map(len, by.values())) == len(refs))
            need(not {by["from"][0], by["to"][0]} & set(by["via"]))
            need(by["via"][0][0] == "way" or len(by["via"]) == 1 and by["via"][0][0] == "node")
            chain = [known["way"][start][0]]
            chain += [known["way"][ref][0] if sort == "way" else [ref] for sort, ref in by["via"]]
            chain.append(known["way"][end][0])
            need(all(set(a) & set(b) for a, b in zip(chain, chain[1:])))
            through |= {ref for sort, ref in by["via"] if sort == "way"}
    return bool(outlines & through)
