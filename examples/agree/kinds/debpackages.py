"""The index of a Debian repository (Packages): unique packages and files, required fields, and
dependencies with versions that packages of the file, or what these provide, satisfy."""

import hashlib
import random
import re

SMALLEST = """Package: aa
Version: 0
Architecture: all
Maintainer: a
Pre-Depends: cc (= 0)
Filename: a
Size: 0
SHA256: 0000000000000000000000000000000000000000000000000000000000000000
Description: a

Package: bb
Version: 0
Architecture: all
Maintainer: a
Provides: cc (= 0)
Conflicts: cc
Filename: b
Size: 0
SHA256: 0000000000000000000000000000000000000000000000000000000000000000
Description: a
"""

REQUIRED = "Package Version Architecture Maintainer Filename Size SHA256 Description".split()
RELATIONS = "Depends Pre-Depends Recommends Suggests Enhances Breaks Conflicts Provides Replaces".split()
OTHERS = ("Source Installed-Size Priority Section Multi-Arch Homepage Tag MD5sum SHA1 Description-md5 Essential "
          "Original-Maintainer Bugs Origin").split()


def make():
    r = random.Random(83)
    people = ["Debian QA Group <packages@qa.example.org>", "Ana Ruiz <ana@example.org>",
              "GNU Libc Maintainers <debian-glibc@lists.example.org>", "Jo Blau <jblau@example.org>"]
    rows = """libc6 2.36-9+deb12u4 libs|gcc-12-base 12.2.0-14 libs|libgcc-s1 12.2.0-14 libs|libcrypt1 1:4.4.33-2 libs
zlib1g 1:1.2.13.dfsg-1 libs|libzstd1 1.5.4+dfsg2-5 libs|liblzma5 5.4.1-0.2 libs|libbz2-1.0 1.0.8-5+b1 libs
libselinux1 3.4-1+b6 libs|libpcre2-8-0 10.42-1 libs|dpkg 1.21.22 admin|tar 1.34+dfsg-1.2 utils|mawk 1.3.4.20200120-3.1 utils
gawk 1:5.2.1-2 utils|libssl3 3.0.11-1~deb12u2 libs|openssl 3.0.11-1~deb12u2 utils|perl-base 5.36.0-7+deb12u1 perl
debconf 1.5.82 admin|cdebconf 0.270 utils|libsystemd0 252.22-1~deb12u1 libs|libelogind0 246.10-5 libs
exim4-base 4.96-15+deb12u4 mail|postfix 3.7.10-0+deb12u1 mail|bsd-mailx 8.1.2-0.20220412cvs-1 mail|curl 7.88.1-10+deb12u5 web
libcurl4 7.88.1-10+deb12u5 libs|ca-certificates 20230311 misc|login 1:4.13+dfsg1-1+b1 admin|sysvinit-utils 3.06-4 admin
procps 2:4.0.2-3 admin|base-files 12.4+deb12u5 admin|tzdata 2024a-0+deb12u1 localization""".replace("\n", "|").split("|")
    version = {row.split()[0]: row.split()[1] for row in rows}
    more = {"dpkg": "Pre-Depends: libc6 (>= 2.34), tar (>= 1.28-1)", "mawk": "Provides: awk",
            "gawk": "Provides: awk\nPre-Depends: libc6 (>= 2.34)", "base-files": "Pre-Depends: awk",
            "cdebconf": "Provides: debconf-2.0\nConflicts: debconf-2.0\nReplaces: debconf-2.0",
            "debconf": "Pre-Depends: perl-base (>= 5.20.1-3~)\nProvides: debconf-2.0",
            "libelogind0": "Provides: libsystemd0 (= 252.5), default-logind\n"
                           "Conflicts: libsystemd0\nReplaces: libsystemd0",
            "exim4-base": "Provides: mail-transport-agent\nConflicts: mail-transport-agent",
            "postfix": "Pre-Depends: libssl3 (>= 3.0.0), libsystemd0\n"
                       "Provides: mail-transport-agent, postfix-abi (= 3.7)\nConflicts: mail-transport-agent, postfix-abi",
            "bsd-mailx": "Depends: default-mta | mail-transport-agent, libc6 (>= 2.34)\n"
                         "Pre-Depends: debconf (>= 0.5) | debconf-2.0, postfix-abi (>= 3.5~), postfix-abi (<< 4)",
            "openssl": "Depends: libssl3 (>= 3.0.11)\nSuggests: ca-certificates",
            "ca-certificates": "Depends: openssl (>= 1.1.1), debconf (>= 0.5) | debconf-2.0\nEnhances: openssl",
            "curl": f"Depends: libc6 (>= 2.34), libcurl4 (= {version['curl']}), zlib1g (>= 1:1.1.4)",
            "libgcc-s1": "Depends: gcc-12-base (= 12.2.0-14), libc6 (>= 2.35)\nReplaces: libgcc1 (<< 1:10)",
            "tzdata": "Depends: debconf (>= 0.5) | debconf-2.0\nProvides: tzdata-bookworm",
            "procps": "Depends: libc6 (>= 2.34), sysvinit-utils (>= 2.96)\nRecommends: psmisc\nBreaks: guymager (<= 0.5.9)"}
    out = []
    for row in sorted(rows):
        name, own, section = row.split()
        arch = "all" if name in ("ca-certificates", "debconf", "tzdata") else "amd64"
        library = name.startswith("lib") or name.startswith("zlib")
        short = f"{'shared library' if library else r.choice(['tool', 'utility', 'program'])} {name.rstrip('0123456789')}"
        source = r.choice(["", "", name.rstrip("0123456789-.")])
        rels = dict(line.split(": ", 1) for line in more.get(name, "").split("\n") if line)
        if arch == "amd64" and name != "gcc-12-base" and "libc6" not in str(rels) and name != "libc6":
            rels["Depends"] = f"libc6 (>= 2.{r.randint(14, 36)})" + r.choice(["", ", zlib1g (>= 1:1.1.4)", ", libzstd1",
                              ", libselinux1 (>= 3.1~)", ", libpcre2-8-0 (>= 10.22)"]) * ("Depends" not in rels)
            if "Depends: " in more.get(name, "").replace("Pre-Depends: ", ""):
                rels["Depends"] = dict(x.split(": ", 1) for x in more[name].split("\n"))["Depends"] + ", " + rels["Depends"]
        if name in rels.get("Depends", ""):
            rels["Depends"] = "libc6"
        item = {"Package": name, **({"Source": source} if source and source != name else {}), "Version": own,
                "Installed-Size": r.randint(40, 9000), "Maintainer": r.choice(people), "Architecture": arch}
        item |= {field: rels[field] for field in
                 "Replaces Provides Depends Pre-Depends Recommends Suggests Conflicts Breaks Enhances".split() if field in rels}
        item["Description"] = short
        if library:
            item["Multi-Arch"] = "same"
        if r.random() < 0.4:
            item["Homepage"] = f"https://www.{name.rstrip('0123456789-.')}.org/"
        item["Description-md5"] = hashlib.md5(f"{short}\n".encode()).hexdigest()
        if r.random() < 0.6:
            item["Tag"] = "role::shared-lib" if library else "implemented-in::c, interface::commandline,\n role::program"
        item |= {"Section": section, "Priority": r.choice(["required", "optional", "optional", "important"])}
        folder = (source or name)
        item["Filename"] = f"pool/main/{folder[:4] if folder.startswith('lib') else folder[0]}/{folder}/{name}_{own.split(':')[-1]}_{arch}.deb"
        item |= {"Size": r.randint(9000, 3000000), "MD5sum": r.randbytes(16).hex(), "SHA256": r.randbytes(32).hex()}
        out.append("".join(f"{field}: {value}\n" for field, value in item.items()))
    return "\n".join(out)


def need(condition):
    if not condition:
        raise ValueError


def parts(text):
    """The parts of a version that compare: an epoch, and two lists of texts and numbers in turn."""
    epoch, upstream, revision = re.fullmatch(r"(?:(\d+):)?(\d[\w.+~-]*?)(?:-([\w.+~]+))?", text, re.A).groups()

    def split(own):
        # A tilde sorts before the end, the end before letters, and letters before the rest.
        out = []
        for word, number in re.findall(r"([^\d]*)(\d*)", own):
            out += [[-1 if c == "~" else ord(c) + (0 if c.isalpha() else 256) for c in word] + [0], int(number or 0)]
        return out + [[0], 0]

    return int(epoch or 0), split(upstream), split(revision or "0")


def holds(has, sign, wanted):
    a, b = parts(has), parts(wanted)
    return {"<<": a < b, "<=": a <= b, "=": a == b, ">=": a >= b, ">>": a > b}[sign]


def relations(text, field):
    out = []
    for group in re.split(r"\s*,\s*", text.strip()):
        ways = []
        for way in re.split(r"\s*\|\s*", group):
            name, _, sign, wanted = re.fullmatch(
                r"([a-z0-9][a-z0-9+.-]+)(:any)?(?: ?\((<<|<=|=|>=|>>) ?(\S+)\))?", way).groups()
            need(sign is None or parts(wanted))
            need(field != "Provides" or sign in (None, "="))
            ways.append((name, sign, wanted))
        need(len(ways) == 1 or field in ("Depends", "Pre-Depends", "Recommends", "Suggests"))
        out.append(ways)
    return out


def shows_bug(text):
    """A versioned pre-dependency is satisfied only by what another package provides and conflicts with."""
    need(text.endswith("\n"))
    items = {}
    files = set()
    for block in re.split(r"\n\n+", text.strip("\n")):
        item = {}
        for line in re.sub(r"\n[ \t]+(?=\S)", "\0", block).split("\n"):
            field, value = re.fullmatch(r"([A-Z][\w-]*):[ \t]*(\S.*?)[ \t]*", line, re.A).groups()
            need(field not in item and (field in REQUIRED or field in RELATIONS or field in OTHERS))
            need("\0" not in value or field in ("Description", "Tag", *RELATIONS))
            item[field] = value.replace("\0", " ")
        need(all(field in item for field in REQUIRED))
        need(re.fullmatch(r"[a-z0-9][a-z0-9+.-]+", item["Package"]) and parts(item["Version"]))
        need(item["Architecture"] in ("all", "amd64") and item["Package"] not in items)
        need(item.get("Multi-Arch", "no") in ("no", "same", "foreign", "allowed"))
        need(item.get("Multi-Arch") != "same" or item["Architecture"] != "all")
        need(item.get("Priority", "optional") in "required important standard optional extra".split())
        need(not re.search(r"\D", item["Size"] + item.get("Installed-Size", "0")))
        need(item["Filename"] not in files and " " not in item["Filename"])
        files.add(item["Filename"])
        for field, size in (("MD5sum", 32), ("SHA1", 40), ("SHA256", 64), ("Description-md5", 32)):
            need(re.fullmatch("[0-9a-f]{%d}" % size, item.get(field, "0" * size)))
        items[item["Package"]] = {**item, **{x: relations(item[x], x) for x in RELATIONS if x in item}}
    offers = {}
    for name, item in items.items():
        offers.setdefault(name, []).append((name, item["Version"]))
        for [(own, _, version)] in item.get("Provides", []):
            offers.setdefault(own, []).append((name, version))
    found = False
    for name, item in items.items():
        for field in ("Depends", "Pre-Depends"):
            for ways in item.get(field, []):
                by = [(other, own) for own, sign, wanted in ways for other, has in offers.get(own, [])
                      if sign is None or has is not None and holds(has, sign, wanted)]
                need(by)
                if field == "Pre-Depends" and len(ways) == 1 and ways[0][1]:
                    found = found or all(name != other != own and any(x == own for [(x, _, _)] in
                                         items[other].get("Conflicts", [])) for other, own in by)
    return found
