"""Genes in GFF3: regions with bounds, ids and parents, parts that fill their parents, ranks of
exons, phases of coding parts, a mark after each gene."""

import random
import re

SMALLEST = """##gff-version 3
##sequence-region a 1 4
a	a	gene	1	4	.	-	.	ID=a
a	a	mRNA	1	4	.	-	.	ID=b;Parent=a
a	a	exon	1	2	.	-	.	Parent=b;rank=2
a	a	exon	4	4	.	-	.	Parent=b;rank=1
a	a	CDS	1	2	.	-	2	ID=c;Parent=b
a	a	CDS	4	4	.	-	0	ID=c;Parent=b
###
"""

REGIONS = [("chr1", 61200, 5), ("chr2", 48500, 4), ("scaffold_17", 23250, 3)]
WORDS = ["kinase", "ligase", "permease", "histone H3", "ribosomal protein L7", "zinc finger"]
SIDES = ["five_prime_UTR", "three_prime_UTR"]


def make():
    r = random.Random(66)
    out = ["##gff-version 3", *(f"##sequence-region {name} 1 {end}" for name, end, _ in REGIONS),
           "#!genome-build Test_v2", "#!annotation-source model 5.1"]
    places = [(name, n) for name, _, many in REGIONS for n in range(many)]
    for number, (seqid, nth) in enumerate(places, 1):
        gene, odd, minus = f"G{number:05d}", number == 7, number in (2, 3, 7, 9, 10)
        sizes = [r.randint(40, 400) for _ in range(r.randint(3, 5))]
        if odd:
            sizes = [210, 96, 13, 121, 181]
        elif not minus and r.random() < 0.6:
            sizes[1] = r.randint(9, 28)
        at = r.randint(200, 1500) + (top[1] if nth else 700)
        exons, lines, spans = [], [], []
        for size in sizes:
            exons.append((at, at + size - 1))
            at += size + r.randint(60, 700)
        lost = len(exons) - 1 if odd else r.randrange(len(exons))
        forms = [exons, exons[:lost] + exons[lost + 1:]][:2 if odd else r.randint(1, 2)]
        for form, parts in enumerate(forms, 1):
            own, rows, read = f"{gene}.{form}", [], 0
            inner = [x for start, end in parts for x in range(start, end + 1)]
            inner = inner[r.randint(5, 30):-9 if odd else -r.randint(5, 30)]
            first, last = inner[len(inner) % 3], inner[-1]
            for rank, (start, end) in enumerate(parts[::-1] if minus else parts, 1):
                rows.append((start, end, "exon", ".", f"Parent={own};rank={rank}"))
                for kind, low, high in ((SIDES[minus], start, min(end, first - 1)),
                                        ("CDS", max(start, first), min(end, last)),
                                        (SIDES[not minus], max(start, last + 1), end)):
                    if low <= high:
                        coding = kind == "CDS"
                        rows.append((low, high, kind, -read % 3 if coding else ".",
                                     f"ID={own}.p;" * coding + f"Parent={own}"))
                        read += (high - low + 1) * coding
            spans.append((parts[0][0], parts[-1][1]))
            lines += [(*spans[-1], "mRNA", ".", f"ID={own};Parent={gene}"), *sorted(rows)]
        note = f"ID={gene};Name={r.choice('abdkpt')}{r.choice('xyz')}{r.choice('ABC')}"
        note += f";product={r.choice(WORDS)}" * (r.random() < 0.7)
        top, source = (min(spans)[0], max(s[1] for s in spans)), r.choice(["model", "curated"])
        out += [f"{seqid}\t{source}\t{kind}\t{low}\t{high}\t.\t{'+-'[minus]}\t{phase}\t{rest}"
                for low, high, kind, phase, rest in [(*top, "gene", ".", note), *lines]]
        out.append("###")
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


FEATURE = re.compile(r"(?P<seqid>\w+)\t(?P<source>\w+)\t(?P<type>\w+)\t([1-9]\d*)\t([1-9]\d*)\t"
                     r"(?:\.|\d+\.\d)\t(?P<strand>[+-])\t(?P<phase>[.012])\t([^\t]+)")
ABOVE = {"mRNA": "gene", "exon": "mRNA", "CDS": "mRNA", **dict.fromkeys(SIDES, "mRNA")}


def bases(spans):
    """How many bases there are in parts that do not overlap."""
    spans = sorted(spans)
    need(all(low <= high for low, high in spans))
    need(all(one[1] < two[0] for one, two in zip(spans, spans[1:])))
    return sum(high - low + 1 for low, high in spans)


def shows_bug(text):
    """On the minus strand, an exon of less than 30 bases is read from phase 2."""
    version, *lines, rest = text.split("\n")
    need(version == "##gff-version 3" and rest == "" and lines[-1] == "###")
    bounds, used, ids, last, block, found = {}, [], set(), 0, [], False
    for line in lines:
        if m := re.fullmatch(r"##sequence-region (\w+) 1 ([1-9]\d*)", line):
            need(m[1] not in bounds and not used and not block)
            bounds[m[1]] = int(m[2])
        elif line != "###" and not line.startswith("#!"):
            m = FEATURE.fullmatch(line)
            pairs = [re.fullmatch(r"(\w+)=([^=,]+)", pair).groups() for pair in m[8].split(";")]
            part = dict(pairs)
            need(len(part) == len(pairs) and not set(part) & {"span", *m.groupdict()})
            block.append(part | m.groupdict() | {"span": (int(m[4]), int(m[5])), "": {}})
        elif line == "###":
            # A gene is complete: it comes first, and then what is in it, after its parent.
            gene, *below = block
            block, kept, seqid, minus = [], {gene["ID"]: gene}, gene["seqid"], gene["strand"] == "-"
            need(gene["type"] == "gene" and "Parent" not in gene)
            if seqid not in used:
                used, last = used + [seqid], 0
            need(seqid == used[-1] and last < gene["span"][0] and gene["span"][1] <= bounds[seqid])
            last = gene["span"][0]
            for part in below:
                parent = kept[part["Parent"]]
                need(parent["type"] == ABOVE[part["type"]])
                need(all(part[key] == gene[key] for key in ("seqid", "source", "strand")))
                need(("ID" in part) == (part["type"] in ("mRNA", "CDS")))
                need((part["phase"] == ".") == (part["type"] != "CDS"))
                if part["type"] == "mRNA":
                    need(part["ID"] not in kept)
                    kept[part["ID"]] = part
                parent[""].setdefault(part["type"], []).append(part)
            ends = [end for rna in gene[""]["mRNA"] for end in rna["span"]]
            need((min(ends), max(ends)) == gene["span"])
            for rna in gene[""]["mRNA"]:
                # In the order in which they are read.
                order = {kind: sorted(parts, key=lambda part: part["span"], reverse=minus)
                         for kind, parts in rna[""].items()}
                spans = [exon["span"] for exon in order["exon"]]
                need((min(spans)[0], max(spans)[1]) == rna["span"])
                need([exon["rank"] for exon in order["exon"]]
                     == [str(rank) for rank, _ in enumerate(spans, 1)])
                # The coding parts, and what is before and after them, make up the exons.
                inner = [part["span"] for kind in (SIDES[0], "CDS", SIDES[1])
                         for part in order.get(kind, [])]
                need(inner == sorted(inner, reverse=minus))
                need(bases(inner) == bases(spans))
                need(all(any(exon[0] <= low and high <= exon[1] for exon in spans)
                         for low, high in inner))
                [own], read = {part["ID"] for part in order["CDS"]}, 0
                need(own not in kept)
                kept[own] = rna
                for part in order["CDS"]:
                    need(part["phase"] == str(-read % 3))
                    found = found or (minus and part["phase"] == "2" and part["span"] in spans
                                      and bases([part["span"]]) < 30)
                    read += bases([part["span"]])
                need(read % 3 == 0)
            need(ids.isdisjoint(kept))
            ids |= set(kept)
    need(not block and set(used) == set(bounds))
    return found
