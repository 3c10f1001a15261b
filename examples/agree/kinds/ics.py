"""A calendar (iCalendar): components that nest, zones that are declared and used, changed instances
that are instances of a series, delegates and groups in the list of attendees, folded lines."""

import datetime
import random
import re

SMALLEST = "\r\n".join("""BEGIN:VCALENDAR VERSION:2.0 PRODID:a BEGIN:VTIMEZONE TZID:a
BEGIN:STANDARD DTSTART:19700101T000000 TZOFFSETFROM:+0000 TZOFFSETTO:+0000 END:STANDARD
END:VTIMEZONE BEGIN:VEVENT UID:a DTSTAMP:20240101T000000Z DTSTART:20240101T000000Z
RRULE:FREQ=DAILY SEQUENCE:0 END:VEVENT BEGIN:VEVENT UID:a DTSTAMP:20240101T000000Z
RECURRENCE-ID:20240101T000000Z SEQUENCE:0 DTSTART;TZID=a:20240101T000000 ORGANIZER:mailto:a
ATTENDEE;DELEGATED-TO="mailto:c":mailto:b ATTENDEE;DELEGATED-FROM="mailto:b":mailto:c END:VEVENT
END:VCALENDAR""".split()) + "\r\n"

ZONES = [("Europe/Berlin", "+0200", "+0100"), ("Australia/Sydney", "+1100", "+1000"),
         ("America/New_York", "-0400", "-0500"), ("", "", "")]
PEOPLE = [f"{name}@example.org" for name in "ann bert carla dina emil fay gus hana".split()]
TOPICS = "Planning Stand-up Budget Design Interview Release Lunch Board Review Training".split()


def make():
    r = random.Random(67)
    out = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Planner 5.2//EN", "METHOD:PUBLISH"]
    for zone, summer, winter in ZONES[:3]:
        out += f"""BEGIN:VTIMEZONE TZID:{zone} BEGIN:DAYLIGHT DTSTART:19700329T020000
            TZOFFSETFROM:{winter} TZOFFSETTO:{summer} END:DAYLIGHT BEGIN:STANDARD
            DTSTART:19701025T030000 TZOFFSETFROM:{summer} TZOFFSETTO:{winter} TZNAME:{zone[0]}T
            END:STANDARD END:VTIMEZONE""".split()

    def stamp(time, zone):
        return f"{f';TZID={zone}' if zone else ''}:{time:%Y%m%dT%H%M%S}{'' if zone else 'Z'}"

    def event(zone, start, sends, *rows):
        end = start + datetime.timedelta(minutes=r.choice([30, 45, 60, 90]))
        host, *guests = r.sample(PEOPLE, r.randint(3, 5))
        rows = ["BEGIN:VEVENT", *rows, "DTSTAMP:20240226T091500Z", f"DTSTART{stamp(start, zone)}",
                f"DTEND{stamp(end, zone)}", f"ORGANIZER:mailto:{host}"]
        rows += ["ATTENDEE;CUTYPE=GROUP:mailto:team@example.org"] * (len(guests) == 4)
        for n, guest in enumerate(guests):
            more = r.choice(["ACCEPTED", "TENTATIVE", "NEEDS-ACTION", "DECLINED"])
            more += f';DELEGATED-{"FROM" if n else "TO"}="mailto:{guests[n < 1]}"' * sends * (n < 2)
            more += ';MEMBER="mailto:team@example.org"' * (len(guests) == 4 and n > 1)
            rows.append(f"ATTENDEE;PARTSTAT={more}:mailto:{guest}")
        return rows + ["END:VEVENT"]

    for n, topic in enumerate(TOPICS):
        start = datetime.datetime(2024, 3, r.randint(1, 28), r.randint(6, 17), r.choice([0, 30]))
        zone, number, count = ZONES[n % 4][0], r.randint(0, 4), r.randint(5, 12)
        rule, step = r.choice([("DAILY", 1), ("WEEKLY", 7), ("WEEKLY;INTERVAL=2", 14)])
        days = [start + datetime.timedelta(days=step * k) for k in r.sample(range(count), 3)]
        head = [f"UID:{r.getrandbits(48):012x}@example.org", f"SUMMARY:{topic}",
                f"SEQUENCE:{number}", f"RRULE:FREQ={rule};COUNT={count}",
                f"EXDATE{stamp(days[0], zone)}"]
        out += event(zone, start, n in (3, 5, 9), *head[:5 if n % 3 < 2 else 3])
        for k in range(1, 1 + (n % 3 < 2) * (2 if n == 7 else r.randint(1, 2))):
            other, sends = (n, k) in ((7, 2), (0, 1), (4, 1)), (n, k) in ((7, 2), (3, 1), (1, 1))
            out += event("Australia/Sydney" if other else zone, days[k], sends, head[0],
                         f"RECURRENCE-ID{stamp(days[k], zone)}", f"SUMMARY:{topic} (moved)",
                         f"SEQUENCE:{number + k}")
    return "".join(re.sub("(.{74})(?=.)", "\\1\r\n ", line) + "\r\n"
                   for line in [*out, "END:VCALENDAR"])


def need(condition):
    if not condition:
        raise ValueError


LINE = re.compile(r'([A-Z-]+)((?:;[A-Z-]+=(?:"[^"]*"|[^";:]+))*):(.+)')
RULE = r"FREQ=(DAILY|WEEKLY)(?:;INTERVAL=([1-9]\d?))?(?:;COUNT=([1-9]\d*))?"
VALUES = {"VERSION": r"2\.0", "RRULE": RULE, "TZOFFSETFROM": r"[+-]\d{4}", "SEQUENCE": r"\d+",
          "TZOFFSETTO": r"[+-]\d{4}", "ORGANIZER": "mailto:.+", "ATTENDEE": "mailto:.+"}
# What may be in a component: components and properties, of which it must have the last ones.
PARTS = {
    "": ("VCALENDAR", "", 0),
    "VCALENDAR": ("VTIMEZONE VEVENT", "METHOD VERSION PRODID", 2),
    "VTIMEZONE": ("STANDARD DAYLIGHT", "TZID", 1),
    "STANDARD": ("", "TZNAME DTSTART TZOFFSETFROM TZOFFSETTO", 3),
    "DAYLIGHT": ("", "TZNAME DTSTART TZOFFSETFROM TZOFFSETTO", 3),
    "VEVENT": ("", "DTEND SUMMARY ORGANIZER ATTENDEE RRULE EXDATE RECURRENCE-ID "
               "UID DTSTAMP DTSTART SEQUENCE", 4),
}


def shows_bug(text):
    """An instance is moved to another zone than its series, and a guest sends somebody else."""
    need(text.endswith("\r\n") and all(len(line) <= 75 for line in text.encode().split(b"\r\n")))
    stack = [("", {})]
    for line in text[:-2].replace("\r\n ", "").split("\r\n"):
        name, params, value = LINE.fullmatch(line).groups()
        inner, fields, must = PARTS[stack[-1][0]]
        if name == "BEGIN":
            need(value in inner.split())
            stack.append((value, {}))
        elif name == "END":
            kind, own = stack.pop()
            need(value == kind and set(fields.split()[-must:]) <= set(own))
            stack[-1][1].setdefault(kind, []).append(own)
        else:
            need(name in fields.split() and re.fullmatch(VALUES.get(name, ".+"), value))
            own = stack[-1][1].setdefault(name, [])
            own.append((value, dict(re.findall(';([A-Z-]+)=("[^"]*"|[^";:]+)', params))))
            need(len(own) == 1 or name in ("ATTENDEE", "EXDATE"))
    [calendar] = stack.pop()[1]["VCALENDAR"]
    zones, used, marks, found = [], set(), [], False
    for zone in calendar.get("VTIMEZONE", []):
        rules = zone["STANDARD"] + zone.get("DAYLIGHT", [])
        zones.append(zone["TZID"][0][0])
        need({rule["TZOFFSETFROM"][0][0] for rule in rules}
             == {rule["TZOFFSETTO"][0][0] for rule in rules})

    def moment(value, params):
        need(re.fullmatch(r"\d{8}T\d{6}" + "Z" * ("TZID" not in params), value))
        used.add(params.get("TZID", "Z"))
        return params.get("TZID", "Z"), datetime.datetime.strptime(value[:15], "%Y%m%dT%H%M%S")

    def mark(whole, own):
        way, step, count = re.fullmatch(RULE, whole["RRULE"][0][0]).groups()
        (one, first), (two, time) = moment(*whole["DTSTART"][0]), moment(*own)
        days = (time - first) / datetime.timedelta(7 if way == "WEEKLY" else 1) / int(step or 1)
        need(one == two and days == int(days) and 0 <= days < int(count or 1000))
        marks.append((whole["UID"][0][0], time))

    series = {event["UID"][0][0]: event for event in calendar["VEVENT"]
              if "RECURRENCE-ID" not in event}
    for event in calendar["VEVENT"]:
        whole, (zone, start) = series[event["UID"][0][0]], moment(*event["DTSTART"][0])
        need(moment(*event["DTSTAMP"][0])[0] == "Z")
        for other, end in [moment(*end) for end in event.get("DTEND", [])]:
            need(other == zone and start < end)
        for away in event.get("EXDATE", []):
            mark(event, away)
        people = dict(event.get("ATTENDEE", []))
        need(len(people) == len(event.get("ATTENDEE", [])))
        need(bool(people) == ("ORGANIZER" in event))
        for name, params in people.items():
            for one, two in (("TO", "FROM"), ("FROM", "TO")):
                if other := params.get(f"DELEGATED-{one}"):
                    need(people[other[1:-1]][f"DELEGATED-{two}"] == f'"{name}"' != other)
        groups = {name for name, params in people.items() if params.get("CUTYPE") == "GROUP"}
        need(groups == {params["MEMBER"][1:-1] for params in people.values() if "MEMBER" in params})
        if event is not whole:
            mark(whole, event["RECURRENCE-ID"][0])
            need(int(event["SEQUENCE"][0][0]) >= int(whole["SEQUENCE"][0][0]))
            found = found or (zone != moment(*whole["DTSTART"][0])[0]
                              and any("DELEGATED-TO" in params for params in people.values()))
    need(len({*zones, *marks}) == len(zones + marks) and used == {*zones, "Z"})
    return found
