"""Alignments in SAM: headers that are declared and used, programs in a chain, lengths of sequences,
qualities and CIGARs, mates that name each other, sorted positions, tags."""

import random
import re

SMALLEST = "\n".join([line.replace(" ", "\t") for line in [
    "@SQ SN:a LN:1", "@SQ SN:b LN:1",
    "a 73 a 1 0 1M a 1 0 * *", "a 133 a 1 0 * a 1 0 * *", "a 2121 b 1 0 1M a 1 0 * * SA:Z:a,1,+,1M,0,0;", ""]])


def make():
    r = random.Random(89)
    contigs = {"chr19": 58617616, "chr20": 64444167, "chrM": 16569}
    out = ["@HD\tVN:1.6\tSO:coordinate"] + [f"@SQ\tSN:{name}\tLN:{size}" for name, size in contigs.items()]
    groups = [f"H7YRL.{n}" for n in (1, 2)]
    out += [f"@RG\tID:{name}\tSM:NA12878\tLB:lib{n + 1}\tPL:ILLUMINA\tPU:H7YRLADXX.{n + 1}" for n, name in enumerate(groups)]
    out += ["@PG\tID:bwa\tPN:bwa\tVN:0.7.17-r1188\tCL:bwa mem -t 8 ref.fa r1.fq.gz r2.fq.gz",
            "@PG\tID:MarkDuplicates\tPN:MarkDuplicates\tVN:3.1.1\tPP:bwa", "@PG\tID:samtools\tPN:samtools\tPP:MarkDuplicates\tVN:1.19\tCL:samtools sort -"]
    order, rows, names = list(contigs), [], set()

    def read(name, end, chrom, pos, reverse, cigar, quality, size, more=()):
        seq = "".join(r.choice("ACGT") for _ in range(size))
        qual = "".join(r.choice("FFFFFFFFFF:F,") if r.random() < 0.2 else "F" for _ in range(size))
        return {"name": name, "end": end, "chrom": chrom, "pos": pos, "rev": reverse, "cigar": cigar, "mapq": quality,
                "seq": seq, "qual": qual, "more": list(more), "flag": 0x40 if end == 1 else 0x80}

    def span(cigar):
        return sum(int(n) for n, op in re.findall(r"(\d+)([MIDNSHP=X])", cigar) if op in "MDN=X")

    for pair in range(34):
        name = f"A00741:{r.randint(20, 90)}:H7YRL:{r.randint(1, 2)}:{r.randint(1101, 2278)}:{r.randint(1000, 32000)}:{r.randint(1000, 36000)}"
        while name in names:
            name += "1"
        names.add(name)
        group = r.choice(groups)
        chrom = r.choice(order[:2] if pair % 9 else order)
        pos = r.randint(1000, 15000) if chrom == "chrM" else 1000000 + r.randint(0, 90000)
        many = r.choice([75, 75, 75, 74, 76])
        cigar = r.choice([f"{many}M"] * 6 + [f"30M2I{many - 32}M", f"41M1D{many - 41}M", f"{many - 12}M12S", f"9S{many - 9}M"])
        one = read(name, 1, chrom, pos, False, cigar, r.choice([60, 60, 60, 37, 0]), many)
        two = read(name, 2, chrom, pos + r.randint(60, 420), True, f"{many}M", r.choice([60, 60, 48]), many)
        extra = []
        if pair in (5, 12, 20, 27, 31):
            # The mate is not mapped and has the place of the other one.
            two |= {"pos": pos, "cigar": "*", "rev": False, "mapq": 0, "flag": two["flag"] | 4}
        if pair in (3, 9, 12, 18, 25):
            other = {"chr19": "chr20", "chr20": "chr19"}.get(chrom, "chr19") if pair in (3, 12) else chrom
            at = 1200000 + r.randint(0, 9000) if other != "chrM" else 15500
            one["cigar"], clip = f"40M{many - 40}S", f"40H{many - 40}M"
            sup = read(name, 1, other, at, False, clip, 60, many - 40)
            sup["flag"] |= 0x800
            one["more"].append(f"SA:Z:{other},{at},+,40S{many - 40}M,60,0;")
            sup["more"].append(f"SA:Z:{chrom},{pos},+,{one['cigar']},{one['mapq']},0;")
            extra = [sup]
        if pair % 7 == 3:
            one["flag"] |= 0x400
            two["flag"] |= 0x400
        for own in (one, two, *extra):
            mate = two if own["end"] == 1 else one
            own["flag"] |= 1 | (0x10 if own["rev"] else 0) | (0x20 if mate["rev"] else 0) | (8 if mate["flag"] & 4 else 0)
            own["mate"] = ("=" if mate["chrom"] == own["chrom"] else mate["chrom"], mate["pos"])
            long = 0
            if not (one["flag"] | two["flag"]) & 4 and own is not (extra or [None])[0]:
                long = (two["pos"] + span(two["cigar"]) - one["pos"]) * (1 if own is one else -1)
                own["flag"] |= 2
            own["tags"] = ([] if own["flag"] & 4 else [f"NM:i:{2 * ('I' in own['cigar']) + ('D' in own['cigar'])}"])
            if not mate["flag"] & 4 and r.random() < 0.7:
                own["tags"].append(f"MC:Z:{mate['cigar']}")
            own["tags"] += own["more"] + [f"RG:Z:{group}"] + ([f"AS:i:{r.randint(30, 75)}"] if not own["flag"] & 4 else [])
            own["tags"] += ["PG:Z:MarkDuplicates"] if r.random() < 0.3 else []
            rows.append((order.index(own["chrom"]), own["pos"], len(rows), own, long))
    for _, pos, _, own, long in sorted(rows, key=lambda row: row[:3]):
        out.append("\t".join(map(str, [own["name"], own["flag"], own["chrom"], pos, own["mapq"], own["cigar"], *own["mate"],
                                      long, own["seq"], own["qual"], *own["tags"]])))
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


HEADS = {"HD": ("VN", "VN SO GO SS"), "SQ": ("SN LN", "SN LN AH AN AS DS M5 SP TP UR"),
         "RG": ("ID", "ID BC CN DS DT FO KS LB PG PI PL PM PU SM"), "PG": ("ID", "ID PN CL PP DS VN")}
TAGS = {"A": "[!-~]", "i": r"[-+]?\d+", "f": r"[-+]?\d*\.?\d+(e[-+]?\d+)?", "Z": "[ !-~]*", "H": "([0-9A-F]{2})*"}
TYPES = {"NM": "i", "MC": "Z", "SA": "Z", "RG": "Z", "AS": "i", "PG": "Z", "MQ": "i", "XS": "i", "MD": "Z"}
CIGAR = r"(\d+)([MIDNSHP=X])"


def count(text, limit=2**31 - 1):
    need(re.fullmatch(r"\d+", text, re.A) and int(text) <= limit)
    return int(text)


def shows_bug(text):
    """A read with a mate that is not mapped goes on in another contig, where the supplementary line names the first."""
    need(text.endswith("\n"))
    heads, rows, places = {kind: {} for kind in HEADS}, [], []
    for n, line in enumerate(text[:-1].split("\n")):
        if line[0] == "@":
            need(not rows)
            kind, *own = line[1:].split("\t")
            if kind == "CO":
                continue
            own = [field.partition(":") for field in own]
            item = {key: value for key, mark, value in own if need(mark and value) is None}
            first, known = HEADS[kind]
            need(len(item) == len(own) and set(first.split()) <= set(item) <= set(known.split()))
            need(kind != "HD" or n == 0 and re.fullmatch(r"\d+\.\d+", item["VN"]))
            need(item.get("SO", "unknown") in ("unknown", "unsorted", "queryname", "coordinate"))
            name = item.get({"HD": "VN", "SQ": "SN"}.get(kind, "ID"))
            need(name not in heads[kind])
            heads[kind][name] = item
            need(kind != "SQ" or 0 < count(item["LN"]) and re.fullmatch(r"[0-9A-Za-z!#$%&+./:;?@^_|~-][!-~]*", name))
            continue
        name, flag, chrom, pos, mapq, cigar, rnext, pnext, tlen, seq, qual, *tags = line.split("\t")
        own = {"name": name, "flag": count(flag, 0xFFF), "chrom": chrom, "pos": count(pos), "mapq": count(mapq, 255), "cigar": cigar,
               "mate": (chrom if rnext == "=" else rnext, count(pnext)), "tags": {}}
        need(re.fullmatch("[!-?A-~]{1,254}", name) and re.fullmatch(r"-?\d+", tlen, re.A))
        own["tlen"] = int(tlen)
        for tag in tags:
            key, sort, value = re.fullmatch(r"([A-Za-z][A-Za-z0-9]):([AifZHB]):(.*)", tag).groups()
            need(key not in own["tags"] and TYPES.get(key, sort) == sort and re.fullmatch(TAGS[sort], value, re.A))
            own["tags"][key] = value
        need(own["tags"].get("RG") in {None, *heads["RG"]} and own["tags"].get("PG") in {None, *heads["PG"]})
        parts = [(int(many), op) for many, op in re.findall(CIGAR, cigar)]
        need(cigar == "*" or re.fullmatch(f"({CIGAR})+", cigar, re.A) and all(many for many, _ in parts))
        ops = re.sub(r"\d", "", cigar)
        need(re.fullmatch(r"\*|H?S?[MIDNP=X]+S?H?", ops))
        need(re.fullmatch(r"\*|[A-Za-z=.]+", seq) and (qual == "*" or len(qual) == len(seq) and re.fullmatch("[!-~]+", qual)))
        need(qual == "*" or seq != "*")
        need(cigar == "*" or seq == "*" or sum(many for many, op in parts if op in "MIS=X") == len(seq))
        bits = own["flag"]
        need(bits & 1 or not bits & 0xEA)
        need(not bits & 1 or bits & 0xC0)
        need(not (bits & 2 and bits & 12))
        need(chrom in heads["SQ"] or chrom == "*" and pos == "0")
        need(chrom == "*" or rnext == "*" or rnext == "=" or rnext in heads["SQ"])
        if bits & 4:
            need(cigar == "*" and mapq == "0" and not bits & 0x900)
        else:
            need(chrom != "*" and own["pos"] > 0 and cigar != "*")
            end = own["pos"] - 1 + sum(many for many, op in parts if op in "MDN=X")
            need(end <= int(heads["SQ"][chrom]["LN"]))
        rows.append(own)
        places.append((list(heads["SQ"]).index(chrom) if chrom != "*" else len(heads["SQ"]), own["pos"]))
        for part in own["tags"].get("SA", "").split(";")[:-1]:
            other, at, strand, way, quality, edit = part.split(",")
            need(0 < count(at) <= int(heads["SQ"][other]["LN"]) and strand in ("+", "-"))
            need(re.fullmatch(f"({CIGAR})+", way) and count(quality, 255) >= 0 and count(edit) >= 0)
        need(own["tags"].get("SA", ";").endswith(";"))
    for item in heads["PG"].values():
        seen = set()
        while "PP" in item:
            need(item["ID"] not in seen)
            seen.add(item["ID"])
            item = heads["PG"][item["PP"]]
    order = next(iter(heads["HD"].values()), {}).get("SO")
    need(order != "coordinate" or places == sorted(places))
    first = {}
    for own in rows:
        if not own["flag"] & 0x900:
            key = own["name"], own["flag"] & 0xC0
            need(key not in first)
            first[key] = own
    found = False
    for own in rows:
        bits, name = own["flag"], own["name"]
        main = first[name, bits & 0xC0] if bits & 0x800 else own
        if bits & 1:
            mate = first[name, bits & 0xC0 ^ 0xC0]
            need(own["mate"] == (mate["chrom"], mate["pos"]))
            need(bool(bits & 8) == bool(mate["flag"] & 4) and bool(bits & 0x20) == bool(mate["flag"] & 0x10))
            need(own["tags"].get("MC", mate["cigar"]) == mate["cigar"])
            need(int(own["tags"].get("MQ", mate["mapq"])) == mate["mapq"])
            need(bits & 0x900 or own["tlen"] == -mate["tlen"])
        if bits & 0x800 and bits & 8 and own["chrom"] != main["chrom"]:
            there = f"{main['chrom']},{main['pos']},{'-' if main['flag'] & 16 else '+'},{main['cigar']},"
            found = found or own["tags"].get("SA", "").startswith(there)
    return found
