"""A chess tournament in the report format of FIDE: fixed columns, counts, games that both players
have, sums of points, ranks, dates of rounds, teams that list every player once."""

import random
import re

SMALLEST = """012 a
062 2
072 0
082 1
XXR 1
132                                                                                        24/01/01
001    1      a                                                                  1.0    1     2 w +
001    2      b                                                                  0.0    2     1 b -
013 a                                   1    2
"""

FIRST = ["Anna", "Bram", "Carla", "Dmitri", "Elif", "Femi", "Goran", "Hana", "Igor", "Jun"]
LAST = ["Aalto", "Bakker", "Costa", "Dvorak", "Eriksen", "Fischer", "Garcia", "Horvat", "Ivanov",
        "Jansen", "Kovacs", "Lopez", "Moreau", "Novak", "Olsen", "Petrov", "Quist", "Rossi",
        "Silva", "Tamm", "Ueda", "Varga", "Weber", "Yilmaz"]
WORTH = {"1": 2, "+": 2, "U": 2, "=": 1, "H": 1, "0": 0, "-": 0, "Z": 0}


def make():
    r = random.Random(43)
    count, rounds = 24, 5
    last = r.sample(LAST, len(LAST))
    rows = [[] for _ in range(count)]
    team = [n % 6 for n in range(count)]
    odd, mate = 9, 15
    met, points = {(odd, mate)}, [0] * count
    for number in range(rounds):
        free = sorted(range(count), key=lambda n: (-points[n], r.random()))
        if number == 2:
            pairs, free = [(odd, mate)], [n for n in free if n not in (odd, mate)]
        else:
            pairs = []
        out = [(n, code) for n in r.sample(free, 2) for code in [r.choice("UHZ")]]
        free = [n for n in free if n not in [n for n, _ in out]]
        while free:
            one = free.pop(0)
            near = [n for n in free if (min(one, n), max(one, n)) not in met][:3] or free[:1]
            two = r.choice(near)
            free.remove(two)
            pairs.append(r.choice([(one, two), (two, one)]))
        for n, code in out:
            rows[n].append(f"0000 - {code}")
        for one, two in pairs:
            result = r.choice(["10", "01", "==", "10", "==", "01", "+-"])
            if team[one] == team[two]:
                result = "+-" if (one, two) == (odd, mate) else result.replace("+-", "10")
            met.add((min(one, two), max(one, two)))
            rows[one].append(f"{two + 1:4d} w {result[0]}")
            rows[two].append(f"{one + 1:4d} b {result[1]}")
        points = [sum(WORTH[cell[-1]] for cell in row) for row in rows]
    order = sorted(range(count), key=lambda n: (-points[n], n))
    players, rated = [], 0
    for n in range(count):
        rating = 2410 - 31 * n - r.randint(0, 25) if n < 21 else 0
        rated += rating > 0
        name = f"{last[n]},{r.choice(FIRST)}"
        title = ["GM", "IM", "IM", "FM"][n] if n < 4 else ""
        line = f"001 {n + 1:4d} {r.choice('mmw')}{title:>3s} {name:33s} {rating or '':>4} "
        line += f"{r.choice(['NED', 'GER', 'FRA', 'TUR'])} {r.randint(10**6, 10**7):11d} "
        line += f"{r.randint(1960, 2010)}/{r.randint(1, 12):02d}/{r.randint(1, 28):02d} "
        line += f"{points[n] / 2:4.1f} {order.index(n) + 1:4d}"
        players.append(line + "".join(f"  {cell}" for cell in rows[n]))
    dates = [f"24/05/{day:02d}" for day in (9, 10, 10, 11, 12)]
    out = ["012 Open of the Harbour", "022 Delft", "032 NED", "042 2024/05/09", "052 2024/05/12",
           f"062 {count}", f"072 {rated}", "082 6", "092 Individual: Swiss-System",
           "102 Smit,Karel", "122 90 min/40 moves + 30 min, 30 sec/move", f"XXR {rounds}",
           "132" + " " * 88 + "  ".join(dates), *players]
    clubs = ["De Toren", "Caissa", "Het Paard", "Oude Dame", "Rokade", "Zugzwang"]
    out += [f"013 {club:32s}" + "".join(f" {n + 1:4d}" for n in range(count) if team[n] == k)
            for k, club in enumerate(clubs)]
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def number(text, width):
    """A number at the right of its columns."""
    need(len(text) == width and re.fullmatch(r" *(0|[1-9]\d*)", text))
    return int(text)


PLAYER = re.compile(r"001 (.{4}) ([mw ])( GM| IM| FM|WGM|   ) (.{33}) (.{4}) ([A-Z]{3}|   ) "
                    r"(.{11}) (\d{4}/\d\d/\d\d| {10}) (.{4}) (.{4})((?:  .{8})*)")


def shows_bug(text):
    """A player won without a game against a player of the same team."""
    lines = text.split("\n")
    need(lines.pop() == "")
    heads, players, teams = {}, [], []
    for line in lines:
        code = line[:3]
        need(line[3:4] == " " and line == line.rstrip())
        if code == "001":
            need(not teams)
            players.append(PLAYER.fullmatch(line).groups())
        elif code == "013":
            teams.append(re.fullmatch(r"013 (.{32})((?: .{4})+)", line).groups())
        else:
            need(code in "012 022 032 042 052 062 072 082 092 102 112 122 132 XXR".split())
            need(code not in heads and not players and not teams and len(line) > 4)
            heads[code] = line[4:]
    need(heads["012"].strip())
    rounds = number(heads["XXR"], len(heads["XXR"]))
    need(rounds and number(heads["062"], len(heads["062"])) == len(players))
    need(number(heads["082"], len(heads["082"])) == len(teams))
    # The dates of the rounds are above the columns of the rounds.
    dates = re.fullmatch(r" {87}((?:\d\d/\d\d/\d\d(?:  |$))+)", heads["132"])[1].split()
    need(len(dates) == rounds and dates == sorted(dates))
    first, last = heads.get("042", "20" + dates[0]), heads.get("052", "20" + dates[-1])
    need(first == "20" + dates[0] and last == "20" + dates[-1])
    games, ranks, rated, names = [], [], [], set()
    for n, player in enumerate(players, 1):
        start, _, _, name, rating, _, own, birth, points, rank, cells = player
        need(number(start, 4) == n and name[0] != " " and name not in names)
        names.add(name)
        rated.append(number(rating, 4) if rating.strip() else 0)
        need(not own.strip() or number(own, 11))
        need(len(cells) == 10 * rounds)
        row, total = [], 0
        for at in range(0, len(cells), 10):
            m = re.fullmatch(r"  (?:0000 - ([UHZ])|( {0,3}[1-9]\d*) ([wb]) ([10=+-]))",
                             cells[at:at + 10])
            row.append((int(m[2]), m[3], m[4]) if m[2] else None)
            total += WORTH[m[1] or m[4]]
        need(points == f"{total / 2:4.1f}")
        need(len({game[0] for game in row if game}) == len([game for game in row if game]))
        games.append(row)
        ranks.append(number(rank, 4))
    need(sorted(ranks) == list(range(1, len(players) + 1)))
    need(number(heads["072"], len(heads["072"])) == sum(value > 0 for value in rated))
    need(rated == sorted(rated, reverse=True))
    team = {}
    for name, part in teams:
        need(name[0] != " ")
        for at in range(0, len(part), 5):
            n = number(part[at + 1:at + 5], 4)
            need(n not in team and 1 <= n <= len(players))
            team[n] = name
    need(len(team) == len(players) and len({name for name, _ in teams}) == len(teams))
    found = False
    answer = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
    for n, row in enumerate(games, 1):
        for at, game in enumerate(row):
            if game:
                other, side, result = game
                need(games[other - 1][at] == (n, "wb"[side == "w"], answer[result]))
                found = found or result == "+" and team[n] == team[other]
    return found
