"""SubRip subtitles: numbered, times that rise, speakers that are declared at the top and have lines."""

import random
import re

SMALLEST = """SPEAKER A a
SPEAKER B a

1
00:00:00,000 --> 00:00:00,001
A: a

2
00:00:00,001 --> 00:00:00,002
- A: a
- B: a
"""

SPEAKERS = ["ANNA Anna Hill", "BORIS Boris Novak", "CARLA Carla Ruiz", "DEV Dev Mehta", "ELSE Else Lund", "FINN Finn Marsh",
            "GUARD Night guard"]


def clock(ms):
    return f"{ms // 3600000:02d}:{ms // 60000 % 60:02d}:{ms // 1000 % 60:02d},{ms % 1000:03d}"


def make():
    r = random.Random(32)
    words = "the door is open we must go before they hear you where did she leave it nobody saw him again tonight".split()
    names = [speaker.split()[0] for speaker in SPEAKERS]

    def speech(a, b):
        said = [r.choice(words) for _ in range(r.randint(a, b))]
        return " ".join(said).capitalize() + r.choice([".", ".", "?", "!"])

    out = [f"SPEAKER {speaker}" for speaker in SPEAKERS] + [""]
    now = 1200
    for n in range(1, 71):
        both = n == 43 or r.random() < 0.2
        gap = 0 if n == 43 or not both and r.random() < 0.25 else r.randint(40, 2500)
        start = now + gap if n > 1 else now
        now = start + r.randint(900, 4200)
        out += [str(n), f"{clock(start)} --> {clock(now)}"]
        if both:
            out += [f"- {name}: {speech(2, 6)}" for name in r.sample(names, 2)]
        elif r.random() < 0.2:
            out += [f"{r.choice(names)}: <i>{speech(3, 7)}", f"{speech(3, 7)}</i>"]
        else:
            out.append(f"{r.choice(names)}: {speech(3, 8)}")
            if r.random() < 0.3:
                out.append(speech(3, 7))
        out.append("")
    return "\n".join(out[:-1]) + "\n"


def shows_bug(text):
    lines = text.split("\n")
    if lines.pop() != "":
        raise ValueError
    blocks = [[]]
    for line in lines:
        if line:
            blocks[-1].append(line)
        else:
            blocks.append([])
    speakers = [re.fullmatch(r"SPEAKER ([A-Z]+) \w+(?: \w+)*", line)[1] for line in blocks[0]]
    if len(set(speakers)) != len(speakers) or len(blocks) < 2:
        raise ValueError
    used, last, found = set(), 0, False
    for number, block in enumerate(blocks[1:], 1):
        if block[0] != str(number) or not 3 <= len(block) <= 4:
            raise ValueError
        times = re.fullmatch(r"(\d\d):([0-5]\d):([0-5]\d),(\d{3}) --> (\d\d):([0-5]\d):([0-5]\d),(\d{3})", block[1])
        h, m, s, ms, h2, m2, s2, ms2 = map(int, times.groups())
        start, end = ((h * 60 + m) * 60 + s) * 1000 + ms, ((h2 * 60 + m2) * 60 + s2) * 1000 + ms2
        if not last <= start < end:
            raise ValueError
        both = block[2].startswith("- ")
        said = []
        for n, line in enumerate(block[2:]):
            m = re.fullmatch(r"(- )?(?:([A-Z]+): )?(\S.*)", line)
            if (m[1] is not None) != both or (m[2] is not None) != (both or n == 0):
                raise ValueError
            if m[2]:
                if m[2] not in speakers:
                    raise ValueError
                said.append(m[2])
        if both and len(set(said)) != 2:
            raise ValueError
        if re.findall(r"</?\w+>", " ".join(block[2:])) not in ([], ["<i>", "</i>"]):
            raise ValueError
        used |= set(said)
        found = found or both and number > 1 and start == last
        last = end
    if used != set(speakers):
        raise ValueError
    return found
