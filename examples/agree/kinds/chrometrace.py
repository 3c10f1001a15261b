"""A trace of events: begins and ends that nest, flows with both ends, threads that are declared."""

import json
import random

SMALLEST = json.dumps({"events": 6, "threads": [1, 2], "traceEvents": [
    {"ph": "B", "tid": 1, "ts": 1, "name": "gc"},
    {"ph": "s", "tid": 1, "ts": 2, "id": 1},
    {"ph": "E", "tid": 1, "ts": 3, "name": "gc"},
    {"ph": "B", "tid": 2, "ts": 4, "name": ""},
    {"ph": "f", "tid": 2, "ts": 5, "id": 1},
    {"ph": "E", "tid": 2, "ts": 6, "name": ""},
]}) + "\n"


def make():
    r = random.Random(23)
    threads = sorted(r.sample(range(100, 999), 9))
    stacks = {t: [] for t in threads}
    events, flows, ts, flow = [], [], 0, 0
    names = "parse layout paint load script style idle fetch".split()

    def emit(**event):
        nonlocal ts
        ts += r.randint(1, 40)
        events.append({"ph": event.pop("ph"), "tid": event.pop("tid"), "ts": ts, **event})

    forced = []
    while len(events) < 330:
        t = r.choice(threads)
        p = r.random()
        if len(events) > 180 and not forced and not stacks[t]:
            forced = [t, flow + 1]
            stacks[t].append("gc")
            emit(ph="B", tid=t, name="gc")
            flow += 1
            emit(ph="s", tid=t, id=flow)
            flows.append((flow, t))
        elif p < 0.4 and len(stacks[t]) < 4:
            name = r.choice(names)
            stacks[t].append(name)
            emit(ph="B", tid=t, name=name)
        elif p < 0.7 and stacks[t]:
            emit(ph="E", tid=t, name=stacks[t].pop())
        elif p < 0.85 and stacks[t]:
            flow += 1
            emit(ph="s", tid=t, id=flow)
            flows.append((flow, t))
        elif flows and stacks[t] and any(src != t for _, src in flows):
            pick = next(f for f in flows if f[1] != t)
            flows.remove(pick)
            emit(ph="f", tid=t, id=pick[0])
    for f, src in flows:
        t = next(x for x in threads if x != src and stacks[x])
        emit(ph="f", tid=t, id=f)
    for t in threads:
        while stacks[t]:
            emit(ph="E", tid=t, name=stacks[t].pop())
    rows = ",\n".join("  " + json.dumps(e) for e in events)
    return f'{{"events": {len(events)}, "threads": {json.dumps(threads)},\n "traceEvents": [\n{rows}\n]}}\n'


def shows_bug(text):
    trace = json.loads(text)
    events = trace["traceEvents"]
    if trace["events"] != len(events) or len(set(trace["threads"])) != len(trace["threads"]):
        raise ValueError
    stacks = {t: [] for t in trace["threads"]}
    flows, done, last, found = {}, set(), 0, False
    for e in events:
        if e["ts"] <= last:
            raise ValueError
        last = e["ts"]
        stack = stacks[e["tid"]]
        if e["ph"] == "B":
            stack.append(e["name"])
        elif e["ph"] == "E":
            if stack.pop() != e["name"]:
                raise ValueError
        elif e["ph"] == "s":
            if e["id"] in flows or e["id"] != len(flows) + 1 or not stack:
                raise ValueError
            flows[e["id"]] = e["tid"], stack[-1]
        elif e["ph"] == "f":
            if e["id"] in done or not stack or flows[e["id"]][0] == e["tid"]:
                raise ValueError
            done.add(e["id"])
            found = found or flows[e["id"]][1] == "gc"
        else:
            raise ValueError
    if any(stacks.values()) or done != set(flows):
        raise ValueError
    if {e["tid"] for e in events} != set(trace["threads"]):
        raise ValueError
    return found
