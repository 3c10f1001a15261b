"""A bill of materials (CycloneDX, JSON): references that are unique and defined, a graph in which
each dependency has an entry of its own, vulnerabilities of components, hashes of the right length."""

import json
import random
import re

SMALLEST = """{"bomFormat":"CycloneDX","specVersion":"1.5","components":[
{"type":"file","name":"","bom-ref":"a"},{"type":"file","name":"","bom-ref":"b","scope":"excluded"}],
"dependencies":[{"ref":"a","dependsOn":["b"]},{"ref":"b"}],
"vulnerabilities":[{"affects":[{"ref":"b"}]}]}
"""

TYPES = ("application framework library container platform operating-system device device-driver "
         "firmware file machine-learning-model data").split()
HASHES = {"MD5": 32, "SHA-1": 40, "SHA-256": 64, "SHA-384": 96, "SHA-512": 128}
STATES = "resolved resolved_with_pedigree exploitable in_triage false_positive not_affected".split()
COMPONENT = {"type": str, "bom-ref": str, "name": str, "version": str, "group": str, "scope": str,
             "description": str, "purl": str, "hashes": list, "licenses": list, "components": list,
             "externalReferences": list, "publisher": str, "properties": list}


def make():
    r = random.Random(81)
    names = ("express accepts body-parser bytes content-type cookie debug depd destroy ee-first encodeurl "
             "escape-html etag finalhandler fresh http-errors iconv-lite inherits ipaddr.js media-typer "
             "merge-descriptors methods mime mime-db mime-types ms negotiator on-finished parseurl qs "
             "raw-body safe-buffer send statuses type-is vary").split()
    ref, parts, graph = {}, [], {}
    for n, name in enumerate(names):
        version = f"{r.randint(0, 4)}.{r.randint(0, 19)}.{r.randint(0, 9)}"
        ref[name] = f"pkg:npm/{name}@{version}"
        part = {"type": "framework" if not n else "library", "bom-ref": ref[name], "name": name,
                "version": version}
        if n in (7, 12, 21, 30) or r.random() < 0.15:
            part["scope"] = "excluded" if n in (7, 12, 21, 30) else r.choice(["required", "optional"])
        if r.random() < 0.8:
            part["hashes"] = [{"alg": "SHA-512", "content": r.randbytes(64).hex()}]
            part["hashes"] += [{"alg": "SHA-1", "content": r.randbytes(20).hex()}] * (r.random() < 0.2)
        part["licenses"] = [{"license": {"id": r.choice(["MIT", "MIT", "ISC", "BSD-3-Clause"])}}]
        part["purl"] = ref[name]
        if r.random() < 0.5:
            part["externalReferences"] = [{"type": "vcs", "url": f"git+https://github.com/jshttp/{name}.git"}]
        parts.append(part)
    # Two packages come inside of others.
    for inner, outer in ((30, 2), (25, 6)):
        parts[outer]["components"] = [parts[inner]]
    components = [part for n, part in enumerate(parts) if n not in (25, 30)]
    for n, name in enumerate(names):
        graph[name] = []
    for n, name in list(enumerate(names))[1:]:
        # No more than one of the excluded ones that are needed has a vulnerability.
        graph[names[r.randrange(0, min(n, 15))] if n != 12 else "send"].append(name)
        if r.random() < 0.6 and n > 3:
            by = names[r.randrange(0, n)]
            graph[by] += [name] * (name not in graph[by])
    for n in (7, 30):
        for deps in graph.values():
            if names[n] in deps:
                deps.remove(names[n])
    app = {"type": "application", "bom-ref": "shop-api@3.4.0", "name": "shop-api", "version": "3.4.0"}
    edges = [{"ref": app["bom-ref"], "dependsOn": [ref["express"], ref["debug"]]}]
    for name in sorted(names):
        edges.append({"ref": ref[name], **({"dependsOn": sorted(ref[x] for x in graph[name])} if graph[name] else {})})
    flaws = []
    for n, own, state in ((16, [24, 3], "in_triage"), (7, [7], "not_affected"), (29, [29], "exploitable"),
                          (33, [12, 33], "not_affected"), (5, [30, 5], "resolved"), (8, [32], "exploitable")):
        number = f"CVE-2024-{r.randint(21000, 52000)}"
        flaws.append({"bom-ref": f"vuln-{n}", "id": number,
                      "source": {"name": "NVD", "url": f"https://nvd.nist.gov/vuln/detail/{number}"},
                      "ratings": [{"score": r.randint(30, 98) / 10, "severity": r.choice(["high", "medium"]),
                                   "method": "CVSSv31"}], "cwes": [r.choice([79, 400, 1333])],
                      "analysis": {"state": state, "detail": "Checked by hand."},
                      "affects": [{"ref": ref[names[x]]} for x in own]})
    bom = {"$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json", "bomFormat": "CycloneDX",
           "specVersion": "1.5", "serialNumber": "urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79", "version": 1,
           "metadata": {"timestamp": "2024-03-11T09:21:04Z",
                        "tools": [{"vendor": "@cyclonedx", "name": "cyclonedx-npm", "version": "1.16.1"}],
                        "component": app},
           "components": components, "dependencies": edges, "vulnerabilities": flaws}
    return json.dumps(bom, indent=2) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def unique(pairs):
    need(len(dict(pairs)) == len(pairs))
    return dict(pairs)


def check(item, forms, *needed):
    """An object with known fields of the right sorts, some of which must be there."""
    need(type(item) is dict and set(needed) <= set(item) <= set(forms))
    need(all(isinstance(value, forms[key]) and type(value) is not bool for key, value in item.items()))
    for value in item.values():
        need(type(value) is not list or len({json.dumps(x, sort_keys=True) for x in value}) == len(value))


def shows_bug(text):
    """A vulnerability affects an excluded component that one that is not excluded depends on."""
    bom = json.loads(text, object_pairs_hook=unique)
    check(bom, {"$schema": str, "bomFormat": str, "specVersion": str, "serialNumber": str, "version": int,
                "metadata": dict, "components": list, "dependencies": list, "vulnerabilities": list},
          "bomFormat", "specVersion")
    need(bom["bomFormat"] == "CycloneDX" and bom["specVersion"] == "1.5" and bom.get("version", 1) >= 1)
    need(bom.get("$schema", "http://cyclonedx.org/schema/bom-1.5.schema.json").endswith("/bom-1.5.schema.json"))
    uuid = r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    need("serialNumber" not in bom or re.fullmatch(uuid, bom["serialNumber"]))
    known = {}

    def component(item):
        check(item, COMPONENT, "type", "name")
        need(item["type"] in TYPES and item.get("scope", "required") in ("required", "optional", "excluded"))
        if "bom-ref" in item:
            need(item["bom-ref"] and item["bom-ref"] not in known)
            known[item["bom-ref"]] = item
        for own in item.get("hashes", []):
            check(own, {"alg": str, "content": str}, "alg", "content")
            need(re.fullmatch("[0-9a-fA-F]{%d}" % HASHES[own["alg"]], own["content"]))
        for own in item.get("licenses", []):
            check(own, {"license": dict, "expression": str})
            need(len(own) == 1)
            if "license" in own:
                check(own["license"], {"id": str, "name": str, "url": str})
                need(("id" in own["license"]) != ("name" in own["license"]))
        for own in item.get("externalReferences", []):
            check(own, {"type": str, "url": str, "comment": str}, "type", "url")
        need("purl" not in item or re.fullmatch(r"pkg:[a-z]+/[^@\s]+(@[^@\s]+)?", item["purl"]))
        for own in item.get("components", []):
            component(own)

    meta = bom.get("metadata", {})
    check(meta, {"timestamp": str, "tools": list, "component": dict})
    need(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", meta.get("timestamp", "2024-01-01T00:00:00Z")))
    for tool in meta.get("tools", []):
        check(tool, {"vendor": str, "name": str, "version": str})
    if "component" in meta:
        component(meta["component"])
    for item in bom.get("components", []):
        component(item)
    edges = {}
    for item in bom.get("dependencies", []):
        check(item, {"ref": str, "dependsOn": list}, "ref")
        need(item["ref"] in known and item["ref"] not in edges)
        edges[item["ref"]] = item.get("dependsOn", [])
    # What has no dependencies of its own must be an empty entry of the graph.
    need(all(ref in edges for own in edges.values() for ref in own))
    needed = {ref for by, own in edges.items() for ref in own if known[by].get("scope") != "excluded"}
    found = False
    for flaw in bom.get("vulnerabilities", []):
        check(flaw, {"bom-ref": str, "id": str, "source": dict, "ratings": list, "cwes": list, "analysis": dict,
                     "affects": list, "description": str})
        need(flaw.get("bom-ref", "-") and flaw.get("bom-ref") not in known)
        if "bom-ref" in flaw:
            known[flaw["bom-ref"]] = {}
        check(flaw.get("source", {}), {"name": str, "url": str})
        check(flaw.get("analysis", {}), {"state": str, "detail": str, "justification": str})
        need(flaw.get("analysis", {}).get("state", "resolved") in STATES)
        need(all(type(cwe) is int and cwe > 0 for cwe in flaw.get("cwes", [])))
        for own in flaw.get("ratings", []):
            check(own, {"score": (int, float), "severity": str, "method": str, "vector": str})
            need(own.get("severity", "low") in "critical high medium low info none unknown".split())
        for own in flaw.get("affects", []):
            check(own, {"ref": str, "versions": list}, "ref")
            need("type" in known[own["ref"]])
            found = found or known[own["ref"]].get("scope") == "excluded" and own["ref"] in needed
    return found
