"""A thesaurus in Turtle: broader and narrower, related, top concepts and replacements both ways,
labels in every declared language, prefixes that are declared and used, a count."""

import random
import re

SMALLEST = """@prefix s: <http://www.w3.org/2004/02/skos/core#> .
@prefix d: <http://purl.org/dc/terms/> .
@prefix o: <http://www.w3.org/2002/07/owl#> .
@prefix v: <http://rdfs.org/ns/void#> .
<> a v:Dataset ; v:entities 2 ; v:rootResource <a> .
<a> a s:ConceptScheme ; d:language "a" ; s:hasTopConcept <b> , <c> .
<b> a s:Concept ; s:inScheme <a> ; s:topConceptOf <a> ; s:prefLabel "b"@a ; s:related <c> ;
o:deprecated true ; d:isReplacedBy <c> .
<c> a s:Concept ; s:inScheme <a> ; s:topConceptOf <a> ; s:prefLabel "c"@a ; s:related <b> ;
d:replaces <b> .
<d> a s:Collection ; s:member <b> , <c> .
"""

SKOS, DCT = "http://www.w3.org/2004/02/skos/core#", "http://purl.org/dc/terms/"
OWL, VOID = "http://www.w3.org/2002/07/owl#", "http://rdfs.org/ns/void#"
EN = ["Cereals", "Barley", "Winter barley", "Rye", "Oats", "Wheat", "Durum", "Legumes", "Peas",
      "Lentils", "Chickpeas", "Clover", "Roots", "Beets", "Sugar beets", "Carrots", "Parsnips",
      "Tools", "Ploughs", "Harrows", "Seed drills", "Scythes", "Soils", "Clay", "Loam", "Peat",
      "Pests", "Aphids", "Rust", "Mildew", "Wireworms", "Voles", "Weather", "Frost", "Hail",
      "Drought", "Storage", "Silos", "Barns", "Root cellars"]
DE = ["Getreide", "Gerste", "Wintergerste", "Roggen", "Hafer", "Weizen", "Hartweizen",
      "Leguminosen", "Erbsen", "Linsen", "Kichererbsen", "Klee", "Wurzeln", "R\u00fcben",
      "Zuckerr\u00fcben", "M\u00f6hren", "Pastinaken", "Ger\u00e4te", "Pfl\u00fcge", "Eggen",
      "S\u00e4maschinen", "Sensen", "B\u00f6den", "Ton", "Lehm", "Torf", "Sch\u00e4dlinge",
      "Blattl\u00e4use", "Rost", "Mehltau", "Drahtw\u00fcrmer", "W\u00fchlm\u00e4use", "Wetter",
      "Frost", "Hagel", "D\u00fcrre", "Lagerung", "Silos", "Scheunen", "Erdkeller"]
TOPS = (0, 7, 12, 17, 22, 26, 32, 36)


def make():
    r = random.Random(42)
    ids = [f"t:c{n}" for n in r.sample(range(100, 999), len(EN))]
    up = {}
    for n in range(len(EN)):
        if n not in TOPS:
            up[n] = max(top for top in TOPS if top < n)
    up |= {2: 1, 6: 5, 14: 13}
    odd, mate = 24, 30
    related = {frozenset((odd, mate))}
    while len(related) < 14:
        one, two = r.sample(range(len(EN)), 2)
        apart = max(t for t in TOPS if t <= one) != max(t for t in TOPS if t <= two)
        if apart and not {one, two} & {odd, *TOPS}:
            related.add(frozenset((one, two)))
    replaced = {odd: 23, 11: 10, 21: 20, 38: 37}
    members = [[1, 4, 5, 13, 15], [18, 19, 20, 21], [23, odd, 27, mate, 33], [8, 9, 10, 37]]
    out = [f"@prefix skos: <{SKOS}> .", f"@prefix dct: <{DCT}> .", f"@prefix owl: <{OWL}> .",
           f"@prefix void: <{VOID}> .", "@prefix t: <https://example.org/farm/> .", "",
           f"<> a void:Dataset ;\n    void:entities {len(EN)} ;\n"
           "    void:rootResource t:scheme .", "",
           't:scheme a skos:ConceptScheme ;\n    dct:title "Farming"@en ;\n'
           '    dct:language "en" , "de" ;\n    skos:hasTopConcept '
           + " ,\n        ".join(ids[n] for n in TOPS) + " ."]
    for n in range(len(EN)):
        rows = ["a skos:Concept", "skos:inScheme t:scheme",
                f'skos:prefLabel "{EN[n]}"@en , "{DE[n]}"@de']
        if r.random() < 0.2:
            word = f"{r.choice(['The', 'Some', 'All'])} {EN[n].lower()}"
            rows.append(f'skos:altLabel "{word}"@en')
        if r.random() < 0.6:
            rows.append(f'skos:notation "{n // 8}.{n % 8}"')
        if n in up:
            rows.append(f"skos:broader {ids[up[n]]}")
        else:
            rows.append("skos:topConceptOf t:scheme")
        if down := [ids[m] for m in up if up[m] == n]:
            rows.append(f"skos:narrower {' , '.join(sorted(down))}")
        if pairs := [ids[m] for pair in related if n in pair for m in pair - {n}]:
            rows.append(f"skos:related {' , '.join(sorted(pairs))}")
        if n in replaced:
            rows += ["owl:deprecated true", f"dct:isReplacedBy {ids[replaced[n]]}"]
        if n in replaced.values():
            rows += [f"dct:replaces {ids[m]}" for m in replaced if replaced[m] == n]
        out += ["", f"{ids[n]} " + " ;\n    ".join(rows) + " ."]
    for n, part in enumerate(members):
        name = ["plants", "implements", "hazards", "stores"][n]
        out += ["", f't:{name} a skos:Collection ;\n    skos:prefLabel "{name}"@en ;\n'
                f"    skos:member {' , '.join(ids[m] for m in part)} ."]
    return "\n".join(out) + "\n"


TOKEN = re.compile(r"""\s+|\#[^\n]*|(?P<t><[^<>"{}|^`\\\s]*>|"(?:[^"\\\n]|\\["\\nt])*"(?:@[a-z]+)?
    |@prefix(?=\s)|[A-Za-z]*:[A-Za-z0-9_-]*|a(?=\s)|true|false|\d+|[.,;])""", re.X)


def need(condition):
    if not condition:
        raise ValueError


def triples(text):
    """The statements; every prefix must be declared once, before it is used, and used."""
    tokens, at = [], 0
    while at < len(text):
        m = TOKEN.match(text, at)
        need(m)
        at = m.end()
        if m["t"]:
            tokens.append(m["t"])
    prefixes, used, found = {}, set(), []

    def term(token):
        if token == "a":
            return "a"
        if token[0] == "<":
            return token[1:-1]
        if token[0] != '"' and ":" in token:
            prefix, _, name = token.partition(":")
            used.add(prefix)
            return prefixes[prefix] + name
        need(token[0] == '"' or token in ("true", "false") or token.isdigit())
        return token if token[0] == '"' else f"={token}"

    tokens.reverse()
    while tokens:
        token = tokens.pop()
        if token == "@prefix":
            name, iri = tokens.pop(), tokens.pop()
            need(re.fullmatch("[A-Za-z]*:", name) and iri[0] == "<" and name[:-1] not in prefixes)
            prefixes[name[:-1]] = iri[1:-1]
            need(tokens.pop() == ".")
            continue
        need(token[0] == "<" or ":" in token and token[0] != '"')
        subject, end = term(token), ";"
        while end == ";":
            token = tokens.pop()
            need(token == "a" or token[0] == "<" or ":" in token and token[0] != '"')
            predicate, end = term(token), ","
            while end == ",":
                token = tokens.pop()
                need(token != "a")
                triple = subject, predicate, term(token)
                need(triple not in found)
                found.append(triple)
                end = tokens.pop()
        need(end == ".")
    need(used == set(prefixes))
    return found


PROPERTIES = {
    VOID + "Dataset": [VOID + "entities", VOID + "rootResource"],
    SKOS + "ConceptScheme": [DCT + "title", DCT + "language", SKOS + "hasTopConcept"],
    SKOS + "Collection": [SKOS + "prefLabel", SKOS + "member"],
    SKOS + "Concept": [SKOS + "inScheme", SKOS + "topConceptOf", SKOS + "broader",
                       SKOS + "narrower", SKOS + "related", SKOS + "prefLabel", SKOS + "altLabel",
                       SKOS + "notation", OWL + "deprecated", DCT + "isReplacedBy",
                       DCT + "replaces"],
}
BOTH = [(SKOS + "broader", SKOS + "narrower"), (SKOS + "related", SKOS + "related"),
        (SKOS + "topConceptOf", SKOS + "hasTopConcept"),
        (DCT + "isReplacedBy", DCT + "replaces")]


def shows_bug(text):
    """A collection has two members that are related, and one of them is deprecated."""
    nodes = {}
    for subject, predicate, value in triples(text):
        nodes.setdefault(subject, {}).setdefault(predicate, []).append(value)
    kinds = {kind: [] for kind in PROPERTIES}
    for name, node in nodes.items():
        [kind] = node["a"]
        kinds[kind].append(name)
        need(set(node) <= {"a", *PROPERTIES[kind]})

    def get(name, prop):
        return nodes[name].get(prop, [])

    concepts = kinds[SKOS + "Concept"]
    [data], [scheme] = kinds[VOID + "Dataset"], kinds[SKOS + "ConceptScheme"]
    need(get(data, VOID + "entities") == [f"={len(concepts)}"])
    need(get(data, VOID + "rootResource") == [scheme])
    languages = [re.fullmatch('"([a-z]+)"', word)[1] for word in get(scheme, DCT + "language")]
    for one, two in BOTH:
        for name in nodes:
            need(all(name in get(other, two) and other != name for other in get(name, one)))
            need(all(name in get(other, one) for other in get(name, two)))
    labels, notations, above = [], [], {}
    for name in concepts:
        need(get(name, SKOS + "inScheme") == [scheme])
        need(get(name, SKOS + "topConceptOf") in ([], [scheme]))
        need(len(get(name, SKOS + "broader")) == (not get(name, SKOS + "topConceptOf")))
        prefer = [re.fullmatch('"(.+)"@([a-z]+)', v) for v in get(name, SKOS + "prefLabel")]
        need(sorted(m[2] for m in prefer) == sorted(languages))
        other = [re.fullmatch('"(.+)"@([a-z]+)', v) for v in get(name, SKOS + "altLabel")]
        need(all(m[2] in languages for m in other))
        labels += [m[0] for m in prefer + other]
        marks = get(name, SKOS + "notation")
        need(len(marks) < 2 and all(mark[0] == mark[-1] == '"' for mark in marks))
        notations += marks
        need(get(name, OWL + "deprecated") in ([], ["=true"]))
        instead = get(name, DCT + "isReplacedBy")
        need(len(instead) == len(get(name, OWL + "deprecated")))
        need(not any(get(new, OWL + "deprecated") for new in instead))
        # The concepts above, up to a top concept.
        above[name], at = [], name
        while not get(at, SKOS + "topConceptOf"):
            [at] = get(at, SKOS + "broader")
            need(at not in above[name] and at in concepts)
            above[name].append(at)
    need(len(set(labels)) == len(labels) and len(set(notations)) == len(notations))
    for name in concepts:
        need(not any(other in above[name] for other in get(name, SKOS + "related")))
    found = False
    for name in kinds[SKOS + "Collection"]:
        need(all(re.fullmatch('"(.+)"@([a-z]+)', v)[2] in languages
                 for v in get(name, SKOS + "prefLabel")))
        part = get(name, SKOS + "member")
        need(part and set(part) <= set(concepts))
        found = found or any(get(one, OWL + "deprecated") and two in get(one, SKOS + "related")
                             for one in part for two in part)
    return found
