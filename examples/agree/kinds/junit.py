"""A JUnit report in XML: counts per suite and in all, unique ids, names with dense numbers, properties that name a test."""

import random
import re
import xml.etree.ElementTree as tree

SMALLEST = """<testsuites tests="1" failures="1">
<testsuite name="a" tests="1" failures="1">
<properties>
<property name="flaky" value="t1"/>
</properties>
<testcase id="t1" classname="a.a" name="1. a">
<failure type="Timeout"/>
</testcase>
</testsuite>
</testsuites>
"""


def make():
    r = random.Random(37)
    suites = ["cart", "billing", "search", "login", "stock", "mail", "export"]
    verbs, things = ["adds", "drops", "keeps", "sorts", "finds"], ["an item", "the total", "a user", "two rows", "an empty list"]
    ids = r.sample(range(100, 1000), 90)
    totals = dict.fromkeys(("tests", "failures", "skipped"), 0)
    body = []
    for suite in suites:
        counts = dict.fromkeys(totals, 0)
        flaky, cases = [], []
        for n in range(1, r.randint(9, 13)):
            key = f"t{ids.pop()}"
            odd = suite == "stock" and n == 6
            luck = 0 if odd else r.random()
            kind = "Timeout" if odd or r.random() < 0.3 else r.choice(["AssertionError", "ValueError"])
            counts["tests"] += 1
            start = (f'    <testcase id="{key}" classname="{suite}.{r.choice(["Basic", "Edge", "Load"])}" '
                     f'name="{n}. {r.choice(verbs)} {r.choice(things)}" time="{r.uniform(0, 3):.3f}"')
            if luck < 0.15:
                counts["failures"] += 1
                cases += [f"{start}>", f'      <failure type="{kind}" message="{r.choice(["too late", "not equal", "no value"])}">']
                cases += [f"at {suite}_test.py:{r.randint(10, 400)}" for _ in range(r.randint(1, 2))]
                cases += ["      </failure>", "    </testcase>"]
            elif luck < 0.25:
                counts["skipped"] += 1
                cases += [f"{start}>", "      <skipped/>", "    </testcase>"]
            else:
                cases.append(f"{start}/>")
            if odd or r.random() < 0.2 and not (luck < 0.15 and kind == "Timeout"):
                flaky.append(key)
        for what in totals:
            totals[what] += counts[what]
        body.append(f'  <testsuite name="{suite}" {" ".join(f"{what}={chr(34)}{n}{chr(34)}" for what, n in counts.items())}>')
        body += ["    <properties>", f'      <property name="seed" value="{r.randint(1, 9999)}"/>']
        body += [f'      <property name="flaky" value="{key}"/>' for key in flaky]
        body += ["    </properties>", *cases, "  </testsuite>"]
    head = " ".join(f'{what}="{n}"' for what, n in totals.items())
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites {head}>", *body, "</testsuites>"]) + "\n"


def check(element, tag, needed, optional=""):
    """The element must be of this tag, with these attributes, and without text of its own."""
    needed, optional = set(needed.split()), set(optional.split())
    if element.tag != tag or not needed <= set(element.attrib) <= needed | optional or not all(element.attrib.values()):
        raise ValueError
    if tag != "failure" and (element.text or "").strip() or any((below.tail or "").strip() for below in element):
        raise ValueError


def counts(element, tests):
    """The counts in the attributes must be those of the tests."""
    outcomes = [below[0].tag for below in tests if len(below)]
    for name, count in (("tests", len(tests)), ("failures", outcomes.count("failure")), ("skipped", outcomes.count("skipped"))):
        if element.get(name, "0") != str(count):
            raise ValueError


def shows_bug(text):
    try:
        root = tree.fromstring(text)
    except tree.ParseError as error:
        raise ValueError from error
    check(root, "testsuites", "tests failures", "skipped")
    every, suites, found = [], set(), False
    for suite in root:
        check(suite, "testsuite", "name tests failures", "skipped")
        if suite.get("name") in suites:
            raise ValueError
        suites.add(suite.get("name"))
        parts = list(suite)
        flaky = set()
        if parts[0].tag == "properties":
            properties = parts.pop(0)
            check(properties, "properties", "")
            for entry in properties:
                check(entry, "property", "name value")
                if len(entry) or entry.get("name") == "flaky" and entry.get("value") in flaky:
                    raise ValueError
                if entry.get("name") == "flaky":
                    flaky.add(entry.get("value"))
        if not parts:
            raise ValueError
        for number, test in enumerate(parts, 1):
            check(test, "testcase", "id classname name", "time")
            if not re.fullmatch(r"t\d+", test.get("id")) or not re.fullmatch(rf"{number}\. \S.*", test.get("name")):
                raise ValueError
            if not re.fullmatch(r"\d+(\.\d+)?", test.get("time", "0")):
                raise ValueError
            suite_of, _, rest = test.get("classname").partition(".")
            if suite_of != suite.get("name") or not rest or len(test) > 1:
                raise ValueError
            for outcome in test:
                if outcome.tag == "failure":
                    check(outcome, "failure", "type", "message")
                    found = found or outcome.get("type") == "Timeout" and test.get("id") in flaky
                else:
                    check(outcome, "skipped", "")
                if len(outcome):
                    raise ValueError
        if not flaky <= {test.get("id") for test in parts}:
            raise ValueError
        counts(suite, parts)
        every += parts
    counts(root, every)
    if len({test.get("id") for test in every}) != len(every):
        raise ValueError
    return found
