"""A score (MusicXML): parts with as many measures each, numbers of measures, lengths of notes that
fill each measure and voice, types of notes by their lengths, ties and slurs with two ends."""

import random
import re

SMALLEST = """<score-partwise version="4.0">
<part-list><score-part id="a"><part-name/></score-part></part-list>
<part id="a">
<measure number="1">
<attributes><divisions>1</divisions>
<time><beats>1</beats><beat-type>4</beat-type></time></attributes>
<note><pitch><step>A</step><octave>4</octave></pitch><duration>1</duration><tie type="start"/>
<voice>1</voice><type>quarter</type></note>
</measure>
<measure number="2">
<attributes><time><beats>2</beats><beat-type>4</beat-type></time></attributes>
<note><pitch><step>A</step><octave>4</octave></pitch><duration>2</duration><tie type="stop"/>
<voice>1</voice><type>half</type></note>
</measure>
</part>
</score-partwise>
"""

TYPES = {"whole": 4.0, "half": 2.0, "quarter": 1.0, "eighth": 0.5, "16th": 0.25}


def make():
    r = random.Random(79)
    parts = [("P1", "Flute", 4, 1), ("P2", "Clarinet", 4, 1), ("P3", "Piano", 8, 2),
             ("P4", "Cello", 4, 1)]
    times, size = [], 3
    for n in range(14):
        if n and n % 4 == 0:
            size = r.choice([2, 3, 4])
        times.append(size)
    out = ['<?xml version="1.0" encoding="UTF-8"?>', '<score-partwise version="4.0">',
           "  <part-list>"]
    for part, name, *_ in parts:
        out += [f'    <score-part id="{part}">', f"      <part-name>{name}</part-name>",
                "    </score-part>"]
    out.append("  </part-list>")

    def fill(beats):
        """Gives a list of lengths in quarters that fill a measure."""
        found = []
        while beats:
            most = [length for length in (4, 3, 2, 1.5, 1, 1, 0.5, 0.5) if length <= beats]
            length = r.choice(most)
            found += [length] if length != 0.5 or beats < 1 else [0.5, 0.5]
            beats -= sum(found[-2:]) if found[-1] == 0.5 and beats >= 1 else length
        return found

    for part, name, divisions, voices in parts:
        out.append(f'  <part id="{part}">')
        tied, slurred = {}, {}
        for n, beats in enumerate(times, 1):
            out.append(f'    <measure number="{n}">')
            if n == 1 or beats != times[n - 2]:
                out.append("      <attributes>")
                if n == 1:
                    out.append(f"        <divisions>{divisions}</divisions>")
                    out.append(f"        <key><fifths>{r.randint(-2, 2)}</fifths></key>")
                out.append(f"        <time><beats>{beats}</beats><beat-type>4</beat-type></time>")
                out.append("      </attributes>")
            for voice in range(1, voices + 1):
                if voice > 1:
                    out.append(f"      <backup><duration>{beats * divisions}</duration></backup>")
                lengths = fill(beats)
                for k, length in enumerate(lengths):
                    last = k == len(lengths) - 1
                    pitch, stop = tied.pop(voice, None), True
                    if not pitch:
                        stop = False
                        pitch = (r.choice("CDEFGAB"), r.choice([0, 0, 0, 1, -1]), r.randint(3, 5))
                    rest = not stop and r.random() < 0.12
                    start = not rest and r.random() < (0.3 if last else 0.12)
                    start = start and not (n == len(times) and last)
                    step, alter, octave = pitch
                    marks = []
                    if rest:
                        out.append("      <note><rest/>")
                    else:
                        change = f"<alter>{alter}</alter>" if alter else ""
                        out += ["      <note>", f"        <pitch><step>{step}</step>{change}"
                                f"<octave>{octave}</octave></pitch>"]
                    out.append(f"        <duration>{int(length * divisions)}</duration>")
                    out += ['        <tie type="stop"/>'] if stop else []
                    out += ['        <tie type="start"/>'] if start else []
                    if start:
                        tied[voice] = pitch
                    out.append(f"        <voice>{voice}</voice>")
                    dot = "<dot/>" if length in (3, 1.5) else ""
                    kind = next(key for key, value in TYPES.items()
                                if value == (length / 1.5 if dot else length))
                    out.append(f"        <type>{kind}</type>{dot}")
                    if not rest and voice in slurred and r.random() < 0.4:
                        marks.append(f'<slur type="stop" number="{voice}"/>')
                        del slurred[voice]
                    elif not rest and voice not in slurred and r.random() < 0.15 and n < 13:
                        marks.append(f'<slur type="start" number="{voice}"/>')
                        slurred[voice] = True
                    elif voice in slurred and n == len(times) and last:
                        marks.append(f'<slur type="stop" number="{voice}"/>')
                        del slurred[voice]
                    if r.random() < 0.1 and not rest:
                        marks.append("<staccato/>")
                    if marks:
                        out.append(f"        <notations>{''.join(marks)}</notations>")
                    out.append("      </note>")
            out.append("    </measure>")
        out.append("  </part>")
    return "\n".join([*out, "</score-partwise>"]) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def parse(text):
    """Reads elements as lists of a name, attributes, text and the elements inside."""
    text = re.sub(r"\A<\?xml[^<>]*\?>\s*", "", text)
    stack, at = [["", {}, "", []]], 0
    pattern = re.compile(r'<(/?)([a-z-]+)((?: [a-z]+="[^"<&]*")*)\s*(/?)>|([^<>&]+)')
    while at < len(text):
        found = pattern.match(text, at)
        end, name, marks, empty, data = found.groups()
        at = found.end()
        if data:
            stack[-1][2] += data.strip()
            need(len(stack) > 1 or not data.strip())
        elif end:
            need(not marks and not empty and stack.pop()[0] == name)
        else:
            pairs = re.findall(r' ([a-z]+)="([^"]*)"', marks)
            need(len(dict(pairs)) == len(pairs))
            item = [name, dict(pairs), "", []]
            stack[-1][3].append(item)
            if not empty:
                stack.append(item)
    need(len(stack) == 1 and len(stack[0][3]) == 1)
    return stack[0][3][0]


def inside(item, *names):
    """Gives the elements of an item by name, in the order of the names, some of which may lack."""
    need(not item[1] or item[0] in ("measure", "part", "score-part", "score-partwise"))
    need(not item[2])
    places = [names.index(child[0]) for child in item[3]]
    need(places == sorted(places))
    return {name: [child for child in item[3] if child[0] == name] for name in names}


def leaf(items, pattern, default=None):
    if not items and default is not None:
        return default
    (_, marks, text, children), = items
    need(not marks and not children and re.fullmatch(pattern, text))
    return text


def length_of(note, divisions):
    duration = int(leaf(note["duration"], r"[1-9]\d*"))
    need(len(note["dot"]) < 2)
    base = TYPES[leaf(note["type"], r"\w+")] * divisions
    need(duration == base * (1.5 if note["dot"] else 1))
    return duration


def shows_bug(text):
    """A tie leads over a bar line to a longer note, and the measure after it has another time."""
    score = parse(text)
    need(score[0] == "score-partwise" and score[1] == {"version": "4.0"})
    parts = inside(score, "part-list", "part")
    heads, = parts["part-list"]
    heads = inside(heads, "score-part")["score-part"]
    ids = [head[1]["id"] for head in heads]
    need(ids and len(set(ids)) == len(ids) and [part[1]["id"] for part in parts["part"]] == ids)
    for head in heads:
        leaf(inside(head, "part-name")["part-name"], ".*")
    bug, meters = False, []
    for part in parts["part"]:
        measures = inside(part, "measure")["measure"]
        divisions, beats, ties, slurs, here = None, None, {}, set(), []
        for n, measure in enumerate(measures, 1):
            need(measure[1] == {"number": f"{n}"} and not measure[2])
            children, new = measure[3][::-1], False
            if children and children[-1][0] == "attributes":
                known = inside(children.pop(), "divisions", "key", "time")
                divisions = int(leaf(known["divisions"], r"[1-9]\d*", divisions))
                if known["key"]:
                    key, = known["key"]
                    leaf(inside(key, "fifths")["fifths"], "-?[0-7]")
                if known["time"]:
                    time, = known["time"]
                    time = inside(time, "beats", "beat-type")
                    before = beats
                    beats = int(leaf(time["beats"], r"[1-9]\d*"))
                    leaf(time["beat-type"], "4")
                    new = before not in (None, beats)
            here.append(beats)
            whole, at, voices = beats * divisions, 0, {}
            while children:
                item = children.pop()
                if item[0] == "backup":
                    at -= int(leaf(inside(item, "duration")["duration"], r"[1-9]\d*"))
                    need(at >= 0)
                    continue
                need(item[0] == "note")
                note = inside(item, "pitch", "rest", "duration", "tie", "voice", "type", "dot",
                              "notations")
                need(len(note["pitch"]) + len(note["rest"]) == 1)
                voice = leaf(note["voice"], "[1-4]")
                duration = length_of(note, divisions)
                need(voices.get(voice, 0) == at)
                at = voices[voice] = at + duration
                need(at <= whole)
                pitch = None
                if note["pitch"]:
                    pitch = inside(note["pitch"][0], "step", "alter", "octave")
                    pitch = (leaf(pitch["step"], "[A-G]"), leaf(pitch["alter"], "-?1", "0"),
                             leaf(pitch["octave"], "[0-9]"))
                kinds = [tie[1]["type"] for tie in note["tie"]]
                need(kinds in ([], ["stop"], ["start"], ["stop", "start"]))
                need(not kinds or pitch)
                before = ties.pop(voice, None)
                need(("stop" in kinds) == (before is not None))
                if before:
                    need(before[0] == pitch)
                    bug |= new and before[1] == n - 1 and duration > before[2]
                if "start" in kinds:
                    ties[voice] = pitch, n, duration
                for marks in note["notations"]:
                    for mark in (one for group in inside(["", {}, *marks[2:]], "slur", "staccato")
                                 .values() for one in group):
                        need(mark[0] == "staccato" or set(mark[1]) == {"type", "number"})
                        if mark[0] == "slur":
                            number = mark[1]["number"]
                            need(pitch and re.fullmatch("[1-6]", number))
                            need((mark[1]["type"] == "stop") == (number in slurs))
                            need(mark[1]["type"] in ("start", "stop"))
                            slurs ^= {number}
            need(voices and set(voices.values()) == {whole})
        need(not ties and not slurs)
        meters.append(here)
    need(meters[0] and all(here == meters[0] for here in meters))
    return bug
