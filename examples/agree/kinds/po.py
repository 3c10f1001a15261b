r"""A catalog of translations (gettext PO): a header with a rule for plurals, as many forms in each plural entry,
messages that are unique in their context, directives of formats and line ends that agree, old entries at the end."""

import random
import re

SMALLEST = r"""msgid ""
msgstr "Plural-Forms: nplurals=1; plural=0"
msgid " "
msgstr ""
#, c-format
msgctxt ""
msgid " "
msgid_plural "%d%d"
msgstr[0] "%2$d%1$d"
"""


def make():
    r = random.Random(94)
    out = ["# Polish translations for backup-tool.", "# Copyright (C) 2023 The backup-tool authors", "#", 'msgid ""', 'msgstr ""']
    for line in ("Project-Id-Version: backup-tool 3.2", "Report-Msgid-Bugs-To: bugs@example.org", "POT-Creation-Date: 2024-02-11 19:22+0100",
                 "PO-Revision-Date: 2024-03-02 08:15+0100", "Last-Translator: Marek Nowak <marek@example.org>", "Language-Team: Polish <pl@li.org>",
                 "Language: pl", "MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8", "Content-Transfer-Encoding: 8bit",
                 "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"):
        out.append('"' + line.replace('"', r"\"") + r'\n"')
    things = [("file", "plik pliki plików"), ("folder", "folder foldery folderów"), ("archive", "archiwum archiwa archiwów"),
              ("volume", "wolumin woluminy woluminów"), ("key", "klucz klucze kluczy"), ("snapshot", "migawka migawki migawek"),
              ("error", "błąd błędy błędów"), ("user", "użytkownik użytkownicy użytkowników")]
    acts = [("copied", "skopiowano"), ("removed", "usunięto"), ("checked", "sprawdzono"), ("skipped", "pominięto"), ("found", "znaleziono")]
    singles = [("cannot open %s: %s", "nie można otworzyć %s: %s"), ("cannot write to %s", "nie można pisać do %s"), ("Done.\\n", "Gotowe.\\n"),
               ("%s: no such volume\\n", "%s: nie ma takiego woluminu\\n"), ("Continue?", "Kontynuować?"), ("invalid key", "błędny klucz"),
               ("used %d of %d blocks", "użyto %d z %d bloków"), ("%s is newer than %s", "%s jest nowszy niż %s"),
               ("Read %d bytes from %s", "Z %2$s odczytano %1$d bajtów"), ("Password for %s: ", "Hasło dla %s: "), ("out of memory", "brak pamięci"),
               ("line %d: unknown option '%s'", "linia %d: nieznana opcja „%s”"), ("Options:\\n", "Opcje:\\n"), ("Usage: %s [OPTION]... FILE\\n", "Użycie: %s [OPCJA]... PLIK\\n"),
               ("  -q, --quiet   say less\\n", "  -q, --quiet   mniej komunikatów\\n"), ("Copying %s", ""), ("%s has %d entries", "%s ma %d wpisów"),
               ("Open", "Otwórz"), ("Close", "Zamknij"), ("progress: %d%%", "postęp: %d%%"), ("%d of %d done", "gotowe %d z %d")]
    sources, entries = ["src/main.c", "src/archive.c", "src/ui.c", "lib/crypt.c"], []

    def comment(*flags):
        own = []
        if r.random() < 0.25:
            own.append("#. TRANSLATORS: shown in the status line")
        own.append("#: " + " ".join(f"{r.choice(sources)}:{r.randint(10, 900)}" for _ in range(r.randint(1, 2))))
        return own + (["#, " + ", ".join(flags)] if flags else [])

    for one, two in singles:
        flags = (["fuzzy"] if r.random() < 0.08 else []) + (["c-format"] if "%" in one else [])
        own = comment(*flags)
        if "fuzzy" in flags:
            own.append(f'#| msgid "{one.lower()}"')
        if one.startswith("Usage"):
            own += ['msgid ""', '"Usage: %s "', '"[OPTION]... FILE\\n"', f'msgstr "{two}"']
        else:
            own += [f'msgid "{one}"', f'msgstr "{two}"']
        entries.append(own)
    for one, forms in things:
        act, done = r.choice(acts)
        forms, place = forms.split(), r.random() < 0.4
        tail, end = (" in %s", " w %s") if place else ("", "")
        entries.append([*comment("c-format"), f'msgid "%d {one} {act}{tail}"', f'msgid_plural "%d {one}s {act}{tail}"',
                        *(f'msgstr[{n}] "{done} %d {form}{end}"' for n, form in enumerate(forms))])
    for n, (context, (one, two)) in enumerate(zip(["menu", "button", "progress", "report", "title", "report"], [("Open", "Otwarte"), ("Close", "Zamknięte"),
                                      ("%d of %d done", "%d z %d"), ("%s has %d entries", ""), ("Options:\\n", "Opcje\\n"), ("Read %d bytes from %s", "")])):
        own = [*comment(*(["c-format"] if "%" in one else [])), f'msgctxt "{context}"', f'msgid "{one}"']
        if n == 3:
            own += ['msgid_plural "%s have %d entries"', 'msgstr[0] "%s ma %d wpis"', 'msgstr[1] "%s ma %d wpisy"', 'msgstr[2] "%2$d wpisów ma %1$s"']
        elif n == 5:
            own += [f'msgid_plural "{one} in all"', 'msgstr[0] "%d bajt z %s"', 'msgstr[1] "%d bajty z %s"', 'msgstr[2] "%d bajtów z %s"']
        else:
            own += [f'msgstr "{two}"']
        entries.append(own)
    # A plural with other words in another order, but without the like in another context.
    entries.append([*comment("c-format"), 'msgctxt "log"', 'msgid "%s lost %d block"', 'msgid_plural "%s lost %d blocks"', 'msgstr[0] "%2$d blok stracony w %1$s"',
                    'msgstr[1] "%2$d bloki stracone w %1$s"', 'msgstr[2] "%2$d bloków straconych w %1$s"'])
    r.shuffle(entries)
    for own in entries:
        out += ["", *own]
    for one, two in (("Abort", "Przerwij"), ("%d tapes left", "pozostało %d taśm"), ("Really quit?", "Na pewno zakończyć?")):
        out += ["", *(["#, c-format"] if "%" in one else []), f'#~ msgid "{one}"', f'#~ msgstr "{two}"']
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def plain(text):
    need(re.fullmatch(r'"([^"\\\n]|\\[ntrabfv"\\])*"', text))
    return re.sub(r"\\(.)", lambda match: ESCAPES[match[1]], text[1:-1])


def directives(text):
    """The sorts of the arguments of a format, by number."""
    out, order, numbered = {}, 0, set()
    found = []
    rest = re.sub(r"%(?:(\d+)\$)?([-+ #0']*)(\d*)(\.\d+)?(hh|h|ll|l|z|j|t|L)?([diouxXeEfgGcsp%])", lambda m: found.append(m) or "", text)
    need("%" not in rest)
    for match in found:
        number, _, _, _, size, sort = match.groups()
        if sort == "%":
            need(match[0] == "%%")
            continue
        numbered.add(number is not None)
        order += 1
        at = int(number or order)
        sort = (size or "") + ("d" if sort in "di" else "u" if sort in "ouxX" else "f" if sort in "eEfgG" else sort)
        need(at > 0 and out.setdefault(at, sort) == sort)
    need(len(numbered) < 2)
    return out


def formula(text):
    """An expression of C in n, as a function."""
    tokens = re.findall(r"\d+|n|\|\||&&|[=!<>]=|[-+*/%<>!?:()]", text)
    need("".join(tokens) == re.sub(r"\s", "", text))
    levels = [["||"], ["&&"], ["==", "!="], ["<", ">", "<=", ">="], ["+", "-"], ["*", "/", "%"]]
    tokens.append("")

    def choice():
        test = binary(0)
        if tokens[0] != "?":
            return test
        tokens.pop(0)
        one = choice()
        need(tokens.pop(0) == ":")
        two = choice()
        return lambda n: one(n) if test(n) else two(n)

    def binary(level):
        if level == len(levels):
            return unary()
        left = binary(level + 1)
        while tokens[0] in levels[level]:
            left = apply(tokens.pop(0), left, binary(level + 1))
        return left

    def apply(sign, a, b):
        def divide(n, whole):
            need(b(n))
            return a(n) // b(n) if whole else a(n) % b(n)
        return {"||": lambda n: int(bool(a(n) or b(n))), "&&": lambda n: int(bool(a(n) and b(n))), "==": lambda n: int(a(n) == b(n)),
                "!=": lambda n: int(a(n) != b(n)), "<": lambda n: int(a(n) < b(n)), ">": lambda n: int(a(n) > b(n)), "<=": lambda n: int(a(n) <= b(n)),
                ">=": lambda n: int(a(n) >= b(n)), "+": lambda n: a(n) + b(n), "-": lambda n: a(n) - b(n), "*": lambda n: a(n) * b(n),
                "/": lambda n: divide(n, True), "%": lambda n: divide(n, False)}[sign]

    def unary():
        word = tokens.pop(0)
        if word == "!":
            own = unary()
            return lambda n: int(not own(n))
        if word == "(":
            own = choice()
            need(tokens.pop(0) == ")")
            return own
        if word == "n":
            return lambda n: n
        number = int(word)
        return lambda n: number

    own = choice()
    need(tokens == [""])
    return own


def entries(text):
    """The entries: flags, fields in order, and whether they are old."""
    now, last, was = None, None, False
    out = []
    for line in text.split("\n"):
        if not line.strip():
            last = None
            continue
        if re.match(r"#(?!~)", line):
            last = None
            if now is None or now["fields"]:
                now = {"flags": set(), "fields": {}, "old": None}
                out.append(now)
            if line.startswith("#,"):
                now["flags"] |= {flag.strip() for flag in line[2:].split(",")}
            continue
        old = line.startswith("#~")
        line = line[2:].strip() if old else line.strip()
        if old and line.startswith("|"):
            continue
        word, value = re.fullmatch(r'(msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\])?\s*(".*")', line).groups()
        if word is None:
            need(last is not None and now["old"] == old)
            now["fields"][last] += plain(value)
            continue
        if now is None or now["fields"] and (word == "msgctxt" or word == "msgid" and list(now["fields"]) != ["msgctxt"]):
            now = {"flags": set(), "fields": {}, "old": None}
            out.append(now)
        need(word not in now["fields"] and now["old"] in (None, old))
        now["old"], last = old, word
        now["fields"][word] = plain(value)
    if out and not out[-1]["fields"]:
        out.pop()
    return out


def shows_bug(text):
    """A plural with a context has a form with arguments in another order; there is a message like it without plural."""
    known, plurals, found, header = {}, [], [], None
    was_old = False
    for own in entries(text):
        fields = own["fields"]
        names = [name for name in fields if name != "msgctxt"]
        need("msgctxt" not in fields or list(fields)[0] == "msgctxt")
        forms = names[2:] if "msgid_plural" in fields else names[1:]
        need(names[:1] == ["msgid"] and ("msgid_plural" not in fields or names[1] == "msgid_plural"))
        need(forms == ([f"msgstr[{n}]" for n in range(len(forms))] if "msgid_plural" in fields else ["msgstr"]) and forms)
        # Old entries come last.
        need(own["old"] or not was_old)
        was_old = own["old"]
        if own["old"]:
            continue
        key = fields.get("msgctxt"), fields["msgid"]
        need(key not in known)
        known[key] = own
        if key == (None, ""):
            need("msgid_plural" not in fields)
            header = fields["msgstr"]
            continue
        if "msgid_plural" in fields:
            plurals.append((own, forms))
        if "fuzzy" in own["flags"]:
            continue
        texts = [fields[name] for name in forms if fields[name]]
        for other in texts + ([fields["msgid_plural"]] if "msgid_plural" in fields else []):
            need(other.endswith("\n") == fields["msgid"].endswith("\n"))
            need(other.startswith("\n") == fields["msgid"].startswith("\n"))
    many, distribution, lines = 2, {}, {}
    if header is not None:
        lines = dict(line.split(": ", 1) for line in header.split("\n") if line)
        need("Content-Type" not in lines or re.fullmatch(r"text/plain; charset=(UTF-8|ASCII|utf-8)", lines["Content-Type"]))
    if plurals:
        many, rule = re.fullmatch(r"nplurals\s*=\s*(\d+);\s*plural\s*=\s*(.+?);?", lines["Plural-Forms"], re.A).groups()
        rule, many = formula(rule), int(many)
        for n in range(1001):
            form = rule(n)
            need(0 <= form < many)
            distribution[form] = distribution.get(form, 0) + 1
        need(all(len(forms) == many for _, forms in plurals))
    for key, own in known.items():
        fields = own["fields"]
        if "c-format" not in own["flags"] or "fuzzy" in own["flags"] or key == (None, ""):
            continue
        wanted = directives(fields.get("msgid_plural", fields["msgid"]))
        one = directives(fields["msgid"])
        need(all(wanted.get(at) == sort for at, sort in one.items()))
        for name, value in fields.items():
            if name.startswith("msgstr") and value:
                has = directives(value)
                # A form for just one number may leave out the number.
                lone = name != "msgstr" and distribution.get(int(name[7:-1]), 0) <= 1
                need(has == wanted or lone and all(wanted.get(at) == sort for at, sort in has.items()))
                order = [int(x) for x in re.findall(r"%(\d+)\$", value)]
                twin = known.get((None, key[1]))
                if "msgid_plural" in fields and key[0] is not None and order != sorted(order):
                    found.append(key[1] and twin and "msgid_plural" not in twin["fields"])
    return any(found)
