"""Variant calls (VCF): keys declared with number and type, in use, sorted places within contigs,
a column per declared sample, families of samples, counts and depths from the genotypes."""

import random
import re

SMALLEST = """##fileformat=VCFv4.3
##contig=<ID=a,length=1>
##INFO=<ID=AC,Number=A,Type=Integer,Description="">
##INFO=<ID=AN,Number=1,Type=Integer,Description="">
##FORMAT=<ID=GT,Number=1,Type=String,Description="">
##SAMPLE=<ID=a,Sex=F>
##SAMPLE=<ID=b,Sex=M>
##SAMPLE=<ID=c,Sex=F>
##PEDIGREE=<ID=a,Father=b,Mother=c>
#CHROM	POS	ID	REF	ALT	QUAL	FILTER	INFO	FORMAT	a	b	c
a	1	.	A	C,G	.	PASS	AC=1,0;AN=6	GT	0|1	0/0	0/0
"""

KEYS = {"contig": "ID length", "FILTER": "ID Description", "SAMPLE": "ID Sex",
        "INFO": "ID Number Type Description", "FORMAT": "ID Number Type Description",
        "PEDIGREE": "ID Father Mother"}
FORMS = {
    ("INFO", "AC"): ("A", "Integer", "Count of each alternative allele"),
    ("INFO", "AN"): ("1", "Integer", "Count of called alleles"),
    ("INFO", "DP"): ("1", "Integer", "Depth over all samples"),
    ("INFO", "DB"): ("0", "Flag", "Known before, in a data base"),
    ("INFO", "GENE"): (".", "String", "Genes that overlap"),
    ("FORMAT", "GT"): ("1", "String", "Genotype"),
    ("FORMAT", "DP"): ("1", "Integer", "Depth"),
    ("FORMAT", "AD"): ("R", "Integer", "Depth of each allele"),
}
HEAD = "#CHROM POS ID REF ALT QUAL FILTER INFO FORMAT".split()
TYPES = {"Flag": "", "Integer": r"-?\d+", "Float": r"-?\d+(\.\d+)?", "String": r"[^\s,;:=]+"}


def make():
    r = random.Random(62)
    names = r.sample([f"NA{n}" for n in range(12870, 12899)], 8)
    trios, sites = [(2, 0, 1), (6, 3, 5)], ["chr1"] * 12 + ["chr2"] * 11 + ["chrX"] * 8
    out = ["##fileformat=VCFv4.3", "##fileDate=20240311", "##source=caller-2.1",
           "##contig=<ID=chr1,length=21300>", "##contig=<ID=chr2,length=18250>",
           "##contig=<ID=chr7,length=9125>", "##contig=<ID=chrX,length=14071>",
           '##FILTER=<ID=q10,Description="Quality below 10">',
           '##FILTER=<ID=sb,Description="Bias, by a test of both strands">']
    for (kind, key), (number, sort, note) in FORMS.items():
        out.append(f'##{kind}=<ID={key},Number={number},Type={sort},Description="{note}">')
    out += [f"##SAMPLE=<ID={name},Sex={'MFMMMFFF'[n]}>" for n, name in enumerate(names)]
    out += [f"##PEDIGREE=<ID={names[a]},Father={names[b]},Mother={names[c]}>" for a, b, c in trios]
    out.append("\t".join(HEAD + names))
    for n, chrom in enumerate(sites):
        pos = r.randint(40, 1500) + (pos if n and sites[n - 1] == chrom else 0)
        # In some places the second child has an allele that its parents do not have.
        new = {5: "1|PASS", 9: "2/PASS", 17: "2|PASS", 21: "2|sb", 25: "1|PASS"}
        pick = new.get(n, r.choice("112") + r.choice(["/PASS", "|PASS", "/q10"]))
        many, mark, state = int(pick[0]), pick[1], pick[2:]
        ref, *alts = r.sample("ACGT", many + 1)
        if r.random() < 0.3:
            ref, alts = ref + r.choice(["AC", "GT"]), [ref, ref + "TTG"][:many]
        calls = [r.choices(range(many + 1), [6, 2, 2][:many + 1], k=2)
                 if n in new or r.random() < 0.93 else [] for _ in names]
        for child, *parents in trios:
            calls[child] = calls[child] and [r.choice(calls[p] or [0]) for p in parents]
        if n in new:
            calls[6], calls[3], calls[5] = [0, many], [0, 0], [many - 1, 0]
        keys, cells, depth = ["GT", "DP", "AD"][:r.randint(1, 3)], [], 0
        for call in calls:
            reads = [r.randint(4, 30) if a in call else 0 for a in range(many + 1)]
            own = [mark.join(map(str, call)), str(sum(reads)), ",".join(map(str, reads))]
            cells.append(":".join((own if call else ["./.", ".", "."])[:len(keys)]))
            depth += sum(reads)
        called = [a for call in calls for a in call]
        info = "AC=" + ",".join(str(called.count(a + 1)) for a in range(many))
        info += f";AN={len(called)}" + f";DP={depth}" * ("DP" in keys)
        info += r.choice(["", "", ";DB", ";GENE=KLF2", ";GENE=TP9,RAB3", ";DB;GENE=ORC1"])
        name = r.choice([f"rs{r.randint(10**5, 10**7)}", "."])
        row = [chrom, pos, name, ref, ",".join(alts), f"{r.uniform(5, 90):.1f}", state, info]
        out.append("\t".join(map(str, [*row, ":".join(keys), *cells])))
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def shows_bug(text):
    """Where two other alleles are called and pass, a phased child has one that no parent has."""
    last, *lines, first = text.split("\n")[::-1]
    need(first == "##fileformat=VCFv4.3" and last == "")
    known, used, places, ids, found = {kind: {} for kind in KEYS}, set(), [(0, 0)], set(), False
    while (line := lines.pop()).startswith("##"):
        kind, inner, _ = re.fullmatch(r"##(\w+)=(?:<(.*)>|([^<].*))", line).groups()
        need((kind in KEYS) == (inner is not None))
        if inner is not None:
            pairs = re.findall(r'(\w+)=("[^"]*"|[\w.]+)', inner)
            item = dict(pairs)
            need(",".join("=".join(pair) for pair in pairs) == inner)
            need(list(item) == KEYS[kind].split() and item["ID"] not in known[kind])
            known[kind][item["ID"]] = item
            told = list(item.values())[1:]
            need(list(FORMS.get((kind, item["ID"]), told))[:2] == told[:2])
    need(line.split("\t") == HEAD + list(known["SAMPLE"]))
    for child in known["PEDIGREE"].values():
        need(len({known["SAMPLE"][name]["ID"] for name in child.values()}) == 3)
        need([known["SAMPLE"][child[key]]["Sex"] for key in ("Father", "Mother")] == ["M", "F"])

    def values(kind, key, value, many):
        used.add((kind, key))
        _, number, sort, _ = known[kind][key].values()
        parts = value.split(",") if sort != "Flag" else []
        sizes = {"A": many - 1, "R": many, ".": len(parts)}
        need(len(parts) == int(sizes.get(number, number)))
        need(all(re.fullmatch(TYPES[sort], part) for part in parts or [value]))
        return [int(part) if sort == "Integer" else part for part in parts]

    while lines:
        chrom, pos, name, ref, alt, qual, state, info, form, *cells = lines.pop().split("\t")
        alleles = [ref, *alt.split(",")]
        need(all(re.fullmatch("[ACGT]+", a) for a in alleles) and len(set(alleles)) == len(alleles))
        places.append((list(known["contig"]).index(chrom) + 1, int(pos)))
        need(places[-2] < places[-1] and int(pos) > 0)
        need(int(pos) + len(ref) - 1 <= int(known["contig"][chrom]["length"]))
        need(name == "." or re.fullmatch(r"rs\d+", name) and name not in ids)
        need(ids.add(name) or qual == "." or float(qual) >= 0)
        used |= {("FILTER", own) for own in state.split(";") if state != "PASS"}
        told = [item.partition("=") for item in info.split(";")]
        told = {key: values("INFO", key, value, len(alleles)) for key, _, value in told}
        need(len(told) == info.count(";") + 1)
        calls, depth, keys = [], 0, form.split(":")
        for own in [cell.split(":") for cell in cells]:
            need(len(set(keys)) == len(keys) == len(own) and keys[0] == "GT")
            own = {key: own != "." and values("FORMAT", key, own, len(alleles))
                   for key, own in zip(keys, own)}
            call = re.fullmatch(r"\./\.|(\d)([/|])(\d)", own["GT"][0])
            calls.append(call[1] and (int(call[1]), int(call[3]), call[2]))
            depth += sum(own.get("DP") or [0])
            need(not own.get("AD") or own["DP"] == [sum(own["AD"])])
        need(len(cells) == len(known["SAMPLE"]) and told.get("DP", [depth]) == [depth])
        called = [a for call in calls if call for a in call[:2]]
        need(told["AC"] == [called.count(n) for n in range(1, len(alleles))])
        need(told["AN"] == [len(called)] and max(called, default=0) < len(alleles))
        calls = dict(zip(known["SAMPLE"], calls))
        for child in known["PEDIGREE"].values():
            own, *parents = (calls[child[key]] for key in ("ID", "Father", "Mother"))
            if own and all(parents) and own[2] == "|" and state == "PASS" and len(alleles) > 2:
                found = found or not set(own[:2]) <= {a for parent in parents for a in parent[:2]}
    need(used == {(kind, key) for kind in ("FILTER", "INFO", "FORMAT") for key in known[kind]})
    return found
