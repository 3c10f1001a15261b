"""Results of a static analysis (SARIF, JSON): rules by index and id, artifacts by index and address,
artifacts in artifacts, messages by id with enough arguments, regions within their files."""

import json
import random
import re

SMALLEST = """{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"","rules":[{"id":"",
"messageStrings":{"a":{"text":""}}}]}},"artifacts":[{"parentIndex":1},{}],"results":[{
"ruleIndex":0,"message":{"id":"a","arguments":[""]},"locations":[{"physicalLocation":{
"artifactLocation":{"index":0}}}],"suppressions":[{"kind":"external"}]}]}]}
"""


def make():
    r = random.Random(87)
    rules = []
    rows = """java/sql-injection|Query built from user-controlled sources|error|This query depends on a [user-provided value](1).
java/path-injection|Uncontrolled data used in path expression|error|This path depends on a [user-provided value](1).
java/unused-import|Unused import|note|The import {0} is never used.
java/hardcoded-secret|Secret in source or archive|error|A {0} is stored in {1}.
java/empty-catch|Empty catch block|warning|This block swallows {0}.
java/weak-hash|Use of a weak hash|warning|{0} is not strong enough.
java/dead-code|Unreachable code|note|This code is never executed.
java/outdated-library|Library with known flaws|warning|Version {1} of {0} has known flaws.""".split("\n")
    for n, row in enumerate(rows):
        name, title, level, message = row.split("|")
        rules.append({"id": name, "name": name, "shortDescription": {"text": title},
                      "defaultConfiguration": {"level": level},
                      "messageStrings": {"default": {"text": message}},
                      "properties": {"precision": r.choice(["high", "very-high", "medium"]), "tags": ["maintainability", "java"][n % 2:]}})
    files = ["src/main/java/shop/Cart.java", "src/main/java/shop/Query.java", "src/main/java/shop/Upload.java", "lib/legacy.jar",
             "lib/tools.war", "src/main/java/shop/Login.java", "legacy/keys.properties", "legacy/Main.class",
             "tools/WEB-INF/web.xml", "tools/WEB-INF/lib/old.jar", "old/Digest.class", "src/test/java/shop/CartTest.java"]
    parents = {6: 3, 7: 3, 8: 4, 9: 4, 10: 9}
    artifacts = []
    for n, name in enumerate(files):
        own = {"location": {"uri": name, **({} if n in parents else {"uriBaseId": "SRCROOT"}), "index": n}}
        if n in parents:
            own["parentIndex"] = parents[n]
        own |= {"length": r.randint(3000, 30000), "mimeType": "text/x-java-source" if name.endswith(".java") else "application/octet-stream"}
        if r.random() < 0.4:
            own["hashes"] = {"sha-256": r.randbytes(32).hex()}
        artifacts.append(own)

    def place(n, binary=False):
        own = {"uri": files[n], **({} if n in parents else {"uriBaseId": "SRCROOT"}), "index": n}
        line = r.randint(3, 280)
        start = r.randint(1, 30)
        region = {"startLine": line, "startColumn": start, "endColumn": start + r.randint(3, 40)}
        if binary:
            offset = r.randint(0, artifacts[n]["length"] - 64)
            region = {"byteOffset": offset, "byteLength": r.randint(4, 64)}
        return {"physicalLocation": {"artifactLocation": own, "region": region}}

    results = []
    fill = {2: ["java.util.List"], 3: ["password", "a properties file"], 4: ["IOException"], 5: ["MD5"], 7: ["commons-text", "1.8"]}
    plan = [(0, 1), (2, 0), (6, 0), (3, 6), (4, 5), (1, 2), (5, 10), (2, 11), (7, 9), (4, 1), (3, 8), (0, 5), (2, 5), (6, 7), (5, 0), (7, 3), (1, 2)]
    for n, (rule, file) in enumerate(plan):
        message = {"id": "default", **({"arguments": fill[rule]} if rule in fill else {})}
        if file in parents and n not in (3, 8):
            text = re.sub(r"\{(\d)\}", lambda m: fill[rule][int(m[1])], rules[rule]["messageStrings"]["default"]["text"])
            message = {"text": text}
        own = {"ruleId": rules[rule]["id"], "ruleIndex": rule, "level": rules[rule]["defaultConfiguration"]["level"],
               "message": message, "locations": [place(file, file > 5 and file < 11)]}
        if rule < 2:
            own["relatedLocations"] = [{"id": 1, **place(file), "message": {"text": "user-provided value"}}]
            steps = [{"location": {**place(x), "message": {"text": word}}} for x, word in
                     ((file, "getParameter(...) : String"), (0, "id : String"), (file, "... + ..."))]
            own["codeFlows"] = [{"threadFlows": [{"locations": steps}]}]
        own["partialFingerprints"] = {"primaryLocationLineHash": f"{r.getrandbits(64):016x}:1"}
        if n in (3, 4, 6, 9, 11, 12):
            own["suppressions"] = [{"kind": "external" if n in (3, 6) else "inSource", "status": "accepted",
                                    "justification": r.choice(["Only for tests.", "Will be gone with the next release."])}]
        results.append(own)
    run = {"tool": {"driver": {"name": "CodeScan", "organization": "Acme", "semanticVersion": "2.16.3",
                               "informationUri": "https://scan.example.com", "rules": rules}},
           "invocations": [{"executionSuccessful": True, "startTimeUtc": "2024-03-11T09:20:11Z", "endTimeUtc": "2024-03-11T09:24:40Z"}],
           "originalUriBaseIds": {"SRCROOT": {"uri": "file:///home/ci/src/build/shop/"}},
           "artifacts": artifacts, "results": results, "columnKind": "utf16CodeUnits"}
    return json.dumps({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def unique(pairs):
    need(len(dict(pairs)) == len(pairs))
    return dict(pairs)


def check(item, forms):
    """An object with known fields of the right sorts; ! marks a field that must be there."""
    sorts = {"s": str, "i": int, "o": dict, "l": list, "b": bool}
    forms = [form.split(":") for form in forms.split()]
    need(type(item) is dict and set(item) <= {name for name, _ in forms})
    for name, form in forms:
        need(name in item or "!" not in form)
        need(name not in item or type(item[name]) is sorts[form[0]])


def shows_bug(text):
    """A result with a message by id is suppressed from outside, in an artifact inside of another one."""
    log = json.loads(text, object_pairs_hook=unique)
    check(log, "$schema:s version:s! runs:l!")
    need(log["version"] == "2.1.0")
    return any([scan(run) for run in log["runs"]])


def scan(run):
    check(run, "tool:o! invocations:l originalUriBaseIds:o artifacts:l results:l columnKind:s properties:o")
    check(run["tool"], "driver:o!")
    driver = run["tool"]["driver"]
    check(driver, "name:s! organization:s semanticVersion:s version:s informationUri:s rules:l")
    need(re.fullmatch(r"\d+\.\d+\.\d+", driver.get("semanticVersion", "1.0.0")))
    need(run.get("columnKind", "utf16CodeUnits") in ("utf16CodeUnits", "unicodeCodePoints"))
    rules, artifacts = driver.get("rules", []), run.get("artifacts", [])
    for own in rules, artifacts:
        need(len({json.dumps(x, sort_keys=True) for x in own}) == len(own))
    levels = "none note warning error".split()
    for rule in rules:
        check(rule, "id:s! name:s shortDescription:o fullDescription:o help:o helpUri:s defaultConfiguration:o messageStrings:o properties:o")
        for own in [*rule.get("messageStrings", {}).values(), rule.get("shortDescription", {"text": ""}), rule.get("fullDescription", {"text": ""})]:
            check(own, "text:s! markdown:s")
        check(rule.get("defaultConfiguration", {}), "level:s enabled:b")
        need(rule.get("defaultConfiguration", {}).get("level", "note") in levels)
    for own in run.get("invocations", []):
        check(own, "executionSuccessful:b! startTimeUtc:s endTimeUtc:s exitCode:i commandLine:s")
        times = [own[key] for key in ("startTimeUtc", "endTimeUtc") if key in own]
        need(times == sorted(times) and all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", x) for x in times))

    def address(own):
        """The index of the artifact to which an address leads, if it has one."""
        check(own, "uri:s uriBaseId:s index:i")
        need(own.get("uriBaseId", "") in {"", *run.get("originalUriBaseIds", {})} and " " not in own.get("uri", ""))
        if own.get("index", -1) == -1:
            return need("uri" in own)
        need(0 <= own["index"] < len(artifacts))
        other = artifacts[own["index"]].get("location", {})
        need(all(other[key] == own[key] for key in ("uri", "uriBaseId") if key in own and other))
        return own["index"]

    for own in run.get("originalUriBaseIds", {}).values():
        check(own, "uri:s uriBaseId:s")
        need(own.get("uri", "/").endswith("/"))
    for n, own in enumerate(artifacts):
        check(own, "location:o parentIndex:i length:i mimeType:s hashes:o roles:l")
        need(own.get("length", -1) >= -1)
        if "location" in own:
            need(address(own["location"]) in (None, n))
        above, up = set(), n
        while up != -1:
            need(0 <= up < len(artifacts) and up not in above)
            above.add(up)
            up = artifacts[up].get("parentIndex", -1)

    def message(own, rule, links):
        check(own, "text:s id:s arguments:l markdown:s")
        need("text" in own or "id" in own)
        text = own["text"] if "text" in own else rule["messageStrings"][own["id"]]["text"]
        need(all(int(n) < len(own.get("arguments", [])) for n in re.findall(r"\{(\d+)\}", text)))
        need(all(type(x) is str for x in own.get("arguments", [])))
        need(all(int(n) in links for n in re.findall(r"\[[^\]]*\]\((\d+)\)", text)))
        return "text" not in own

    def location(own, rule, links):
        check(own, "id:i physicalLocation:o message:o")
        if "message" in own:
            message(own["message"], rule, links)
        if "physicalLocation" not in own:
            return None
        check(own["physicalLocation"], "artifactLocation:o! region:o")
        file = address(own["physicalLocation"]["artifactLocation"])
        region = own["physicalLocation"].get("region", {"startLine": 1})
        check(region, "startLine:i startColumn:i endLine:i endColumn:i byteOffset:i byteLength:i charOffset:i charLength:i snippet:o")
        need({"startLine", "charOffset", "byteOffset"} & set(region))
        line, column = region.get("startLine", 1), region.get("startColumn", 1)
        need("startLine" in region or not {"startColumn", "endColumn", "endLine"} & set(region))
        need(line > 0 and column > 0 and (line, column) <= (region.get("endLine", line), region.get("endColumn", column)))
        need("byteOffset" in region or "byteLength" not in region)
        start, long = region.get("byteOffset", 0), region.get("byteLength", 0)
        size = artifacts[file].get("length", -1) if file is not None else -1
        need(start >= 0 and long >= 0 and (size == -1 or start + long <= size))
        return file

    found = False
    for result in run.get("results", []):
        check(result, "ruleId:s ruleIndex:i level:s kind:s message:o! locations:l relatedLocations:l codeFlows:l partialFingerprints:o "
              "suppressions:l properties:o guid:s rank:i")
        rule = None
        if result.get("ruleIndex", -1) != -1:
            need(result["ruleIndex"] >= 0)
            rule = rules[result["ruleIndex"]]
            need(result.get("ruleId", rule["id"]) in (rule["id"],) or result["ruleId"].startswith(rule["id"] + "/"))
        else:
            named = [own for own in rules if own["id"] == result["ruleId"]]
            rule = named[0] if len(named) == 1 else None
        need(result.get("level", "none") in levels)
        need(result.get("kind", "fail") in "notApplicable pass fail review open informational".split())
        need(result.get("kind", "fail") == "fail" or result.get("level", "none") == "none")
        related = [own["id"] for own in result.get("relatedLocations", []) if "id" in own]
        need(len(set(related)) == len(related))
        by_id = message(result["message"], rule, related)
        places = [location(own, rule, related) for own in result.get("locations", [])]
        for own in result.get("relatedLocations", []):
            location(own, rule, related)
        for flow in result.get("codeFlows", []):
            check(flow, "threadFlows:l! message:o")
            need(flow["threadFlows"])
            for own in flow["threadFlows"]:
                check(own, "locations:l! id:s")
                need(own["locations"])
                for step in own["locations"]:
                    check(step, "location:o index:i importance:s")
                    if "location" in step:
                        location(step["location"], rule, related)
        kinds = set()
        for own in result.get("suppressions", []):
            check(own, "kind:s! status:s justification:s")
            need(own["kind"] in ("inSource", "external"))
            need(own.get("status", "accepted") in ("accepted", "underReview", "rejected"))
            kinds.add(own["kind"])
        found = found or by_id and bool(result["message"].get("arguments")) and "external" in kinds and any(
            file is not None and artifacts[file].get("parentIndex", -1) != -1 for file in places)
    return found
