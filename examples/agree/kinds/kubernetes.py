"""Kubernetes objects in YAML: selectors, labels, config maps, named ports, a list of resources."""

import random
import re

SMALLEST = """a.yaml
---
kind: ConfigMap
name: a
data:
  a: tls
---
kind: Deployment
name: a
labels:
  a: a
ports:
- name: a
  port: 1
env:
- from: a
  key: a
---
kind: Service
name: a
selector:
  a: a
target: a
"""


def make():
    r = random.Random(12)
    names = [a + "-" + b for a in "auth cart mail user shop order stock price image".split()
             for b in "api web worker cache".split()]
    r.shuffle(names)
    docs = []
    for i, name in enumerate(names[:22]):
        keys = r.sample("level mode timeout retries region bucket queue".split(), r.randint(2, 4))
        values = {k: r.choice("debug info fast slow east west blue green".split()) for k in keys}
        if i == 13:
            values[keys[0]] = "tls"
        body = "".join(f"  {k}: {v}\n" for k, v in values.items())
        docs.append(f"kind: ConfigMap\nname: {name}-config\ndata:\n{body}")
        labels = f"  app: {name}\n  tier: {r.choice(['front', 'back'])}\n  zone: z{r.randint(1, 9)}\n"
        ports = r.sample(["http", "admin", "metrics", "grpc"], r.randint(1, 3))
        plist = "".join(f"- name: {p}\n  port: {r.randint(3000, 9999)}\n" for p in ports)
        env = "".join(f"- from: {name}-config\n  key: {k}\n" for k in keys)
        docs.append(f"kind: Deployment\nname: {name}\nlabels:\n{labels}ports:\n{plist}env:\n{env}")
        for p in ports:
            docs.append(f"kind: Service\nname: {name}-{p}\nselector:\n  app: {name}\ntarget: {p}\n")
    index = "".join(f"{n}.yaml\n" for n in names[:22])
    return index + "---\n" + "---\n".join(docs)


def parse(text):
    obj, key = {}, None
    for line in text.splitlines():
        if m := re.fullmatch(r"(\w+): (\S+)", line):
            if m[1] in obj:
                raise ValueError
            obj[m[1]] = m[2]
            key = None
        elif m := re.fullmatch(r"(\w+):", line):
            key = obj[m[1]] = []
        elif m := re.fullmatch(r"- (\w+): (\S+)", line):
            key.append({m[1]: m[2]})
        elif m := re.fullmatch(r"  (\w+): (\S+)", line):
            if key and isinstance(key[-1], dict):
                key[-1][m[1]] = m[2]
            else:
                key.append((m[1], m[2]))
        else:
            raise ValueError
    if any(value == [] for value in obj.values()):
        raise ValueError
    return obj


def shows_bug(text):
    index, *docs = text.split("---\n")
    maps, deployments, services, used = {}, {}, [], set()
    for obj in map(parse, docs):
        kind = obj["kind"]
        if kind == "ConfigMap":
            if obj["name"] in maps:
                raise ValueError
            maps[obj["name"]] = dict(obj["data"])
        elif kind == "Deployment":
            if obj["name"] in deployments:
                raise ValueError
            deployments[obj["name"]] = obj
        elif kind == "Service":
            services.append(obj)
        else:
            raise ValueError
    if len({s["name"] for s in services}) != len(services):
        raise ValueError
    if [line + "" for line in index.splitlines()] != [f"{name}.yaml" for name in deployments]:
        raise ValueError
    found = False
    for d in deployments.values():
        if not dict(d["labels"]) or not d["ports"]:
            raise ValueError
        for e in d["env"]:
            used.add((e["from"], maps[e["from"]][e["key"]], d["name"]))
    if {u[0] for u in used} != set(maps):
        raise ValueError
    for s in services:
        want = set(s["selector"])
        match = [d for d in deployments.values() if want <= set(d["labels"])]
        if len(match) < 1:
            raise ValueError
        d = match[0]
        [port] = [p for p in d["ports"] if p["name"] == s["target"]]
        int(port["port"])
        found = found or any(value == "tls" and name == d["name"] for _, value, name in used)
    return found
