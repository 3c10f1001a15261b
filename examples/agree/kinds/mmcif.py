"""A structure in mmCIF: loops whose rows fill their columns, keys that are unique, and atoms, residues,
chains, entities, components and links that refer to each other."""

import random
import re

# The fields that must be there, by category, and those that make the key.
NEEDED = {"entry": "id", "entity": "id type", "entity_poly": "entity_id",
          "entity_poly_seq": "entity_id num mon_id", "chem_comp": "id type", "struct_asym": "id entity_id",
          "atom_type": "symbol", "struct_conn_type": "id",
          "atom_site": "id type_symbol label_atom_id label_alt_id label_comp_id label_asym_id label_entity_id "
                       "label_seq_id Cartn_x Cartn_y Cartn_z",
          "struct_conn": "id conn_type_id ptnr1_label_asym_id ptnr1_label_comp_id ptnr1_label_seq_id "
                         "ptnr1_label_atom_id ptnr2_label_asym_id ptnr2_label_comp_id ptnr2_label_seq_id "
                         "ptnr2_label_atom_id"}
KEYS = {"entry": "id", "entity": "id", "entity_poly": "entity_id", "entity_poly_seq": "entity_id num mon_id",
        "chem_comp": "id", "struct_asym": "id", "atom_type": "symbol", "struct_conn_type": "id", "atom_site": "id",
        "struct_conn": "id"}
PARENTS = """entity_poly.entity_id entity.id|entity_poly_seq.entity_id entity_poly.entity_id
entity_poly_seq.mon_id chem_comp.id|struct_asym.entity_id entity.id|atom_site.type_symbol atom_type.symbol
atom_site.label_comp_id chem_comp.id|atom_site.label_asym_id struct_asym.id|atom_site.label_entity_id entity.id
struct_conn.conn_type_id struct_conn_type.id|cell.entry_id entry.id|symmetry.entry_id entry.id|exptl.entry_id entry.id
""".replace("\n", "|")

SMALLEST = """data_a
_entity_poly.entity_id a
_entity_poly_seq.entity_id a
_entity_poly_seq.num 1
_entity_poly_seq.mon_id a
_chem_comp.id a
_chem_comp.type other
_atom_type.symbol a
_struct_conn_type.id covale
loop_
_entity.id
_entity.type
a polymer
b non-polymer
loop_
_struct_asym.id
_struct_asym.entity_id
a a
b b
loop_
_atom_site.id
_atom_site.type_symbol
_atom_site.label_atom_id
_atom_site.label_alt_id
_atom_site.label_comp_id
_atom_site.label_asym_id
_atom_site.label_entity_id
_atom_site.label_seq_id
_atom_site.Cartn_x
_atom_site.Cartn_y
_atom_site.Cartn_z
1 a a . a a a 1 0 0 0
2 a a a a b b . 0 0 0
_struct_conn.id a
_struct_conn.conn_type_id covale
_struct_conn.ptnr1_label_asym_id a
_struct_conn.ptnr1_label_comp_id a
_struct_conn.ptnr1_label_seq_id 1
_struct_conn.ptnr1_label_atom_id a
_struct_conn.ptnr2_label_asym_id b
_struct_conn.ptnr2_label_comp_id a
_struct_conn.ptnr2_label_seq_id .
_struct_conn.ptnr2_label_atom_id a
"""


def make():
    r = random.Random(84)
    out = ["data_7QXK", "#", "_entry.id   7QXK", "#"]

    def loop(category, fields, rows, single=False):
        if single:
            width = max(len(field) for field in fields.split()) + len(category) + 5
            for field, value in zip(fields.split(), rows[0]):
                out.append(f"_{category}.{field}".ljust(width) + quote(value))
        else:
            out.append("loop_")
            out.extend(f"_{category}.{field}" for field in fields.split())
            cells = [[quote(value) for value in row] for row in rows]
            widths = [max(len(row[n]) for row in cells) for n in range(len(cells[0]))]
            out.extend(" ".join(x.ljust(w) for x, w in zip(row, widths)) + " " for row in cells)
        out.append("#")

    def quote(value):
        text = str(value)
        return f"'{text}'" if " " in text else f'"{text}"' if "'" in text else text

    sequences = {1: "ASN GLY CYS SER LYS THR HIS VAL".split(), 2: "CYS PRO ALA ASN HIS".split()}
    loop("cell", "entry_id length_a length_b length_c angle_alpha angle_beta angle_gamma Z_PDB",
         [["7QXK", "61.420", "61.420", "110.830", "90.00", "90.00", "120.00", 6]], True)
    loop("symmetry", "entry_id space_group_name_H-M Int_Tables_number", [["7QXK", "P 31 2 1", 152]], True)
    loop("exptl", "entry_id method crystals_number", [["7QXK", "X-RAY DIFFRACTION", 1]], True)
    loop("entity", "id type src_method pdbx_description formula_weight pdbx_number_of_molecules",
         [[1, "polymer", "man", "Toxin subunit A", "841.912", 2], [2, "polymer", "man", "Toxin subunit B", "512.550", 1],
          [3, "non-polymer", "man", "2-acetamido-2-deoxy-beta-D-glucopyranose", "221.208", 2],
          [4, "non-polymer", "syn", "ZINC ION", "65.409", 1], [5, "water", "nat", "water", "18.015", 9]])
    loop("entity_poly", "entity_id type nstd_linkage nstd_monomer pdbx_seq_one_letter_code",
         [[1, "polypeptide(L)", "no", "no", "NGCSKTHV"], [2, "polypeptide(L)", "no", "no", "CPANH"]])
    loop("entity_poly_seq", "entity_id num mon_id hetero",
         [[e, n + 1, x, "n"] for e, seq in sequences.items() for n, x in enumerate(seq)])
    weights = [("ALA", "ALANINE", "C3 H7 N O2"), ("ASN", "ASPARAGINE", "C4 H8 N2 O3"), ("CYS", "CYSTEINE", "C3 H7 N O2 S"),
               ("GLY", "GLYCINE", "C2 H5 N O2"), ("HIS", "HISTIDINE", "C6 H10 N3 O2 1"), ("HOH", "WATER", "H2 O"),
               ("LYS", "LYSINE", "C6 H15 N2 O2 1"), ("NAG", "2-acetamido-2-deoxy-beta-D-glucopyranose", "C8 H15 N O6"),
               ("PRO", "PROLINE", "C5 H9 N O2"), ("SER", "SERINE", "C3 H7 N O3"), ("THR", "THREONINE", "C4 H9 N O3"),
               ("VAL", "VALINE", "C5 H11 N O2"), ("ZN", "ZINC ION", "Zn 2")]
    loop("chem_comp", "id type mon_nstd_flag name formula",
         [[x, "non-polymer" if x in ("HOH", "ZN") else "D-saccharide, beta linking" if x == "NAG" else "L-peptide linking",
           "." if x in ("HOH", "ZN", "NAG") else "y", *rest] for x, *rest in weights])
    chains = [("A", 1), ("B", 2), ("C", 1), ("D", 3), ("E", 3), ("F", 4), ("G", 5)]
    loop("struct_asym", "id pdbx_blank_PDB_chainid_flag pdbx_modified entity_id details",
         [[x, "N", "N", e, "?"] for x, e in chains])
    loop("atom_type", "symbol", [[x] for x in ("C", "N", "O", "S", "ZN")])
    side = {"ASN": "CB CG ND2", "CYS": "CB SG", "SER": "OG", "HIS": "CB NE2", "THR": "OG1"}
    rows = []
    for x, e in chains:
        if e in sequences:
            own = [(n + 1, comp, ["N", "CA", "C", *side.get(comp, "").split()])
                   for n, comp in enumerate(sequences[e]) if not (x == "C" and n > 5)]
        else:
            own = {3: [(".", "NAG", ["C1", "C2", "O3", "O5'"[:2]])], 4: [(".", "ZN", ["ZN"])],
                   5: [(".", "HOH", ["O"])] * 9}[e]
        for serial, (seq, comp, atoms) in enumerate(own):
            for atom in atoms:
                alts = ["A", "B"] if (x, atom) == ("E", "C1") or (x, seq, atom) == ("B", 1, "SG") else ["."]
                for alt in alts:
                    symbol = "ZN" if atom == "ZN" else atom[0]
                    rows.append(["ATOM" if e < 3 else "HETATM", len(rows) + 1, symbol, atom, alt, comp, x, e, seq,
                                 *[f"{r.uniform(-40, 40):.3f}" for _ in "xyz"], "0.50" if alt != "." else "1.00",
                                 f"{r.uniform(12, 70):.2f}", seq if e < 3 else 401 + serial, x if e < 3 else "A", 1])
    loop("struct_conn_type", "id criteria reference", [["covale", "?", "?"], ["disulf", "?", "?"], ["metalc", "?", "?"]])
    links = [("disulf1", "disulf", "A CYS 3 SG", "B CYS 1 SG", "2.031"), ("covale1", "covale", "A ASN 1 ND2", "D NAG . C1", "1.442"),
             ("covale2", "covale", "C ASN 1 ND2", "E NAG . C1", "1.437"), ("metalc1", "metalc", "A HIS 7 NE2", "F ZN . ZN", "2.114"),
             ("metalc2", "metalc", "B HIS 5 NE2", "F ZN . ZN", "2.087")]
    fields = " ".join(f"ptnr{n}_label_{f}_id" for n in (1, 2) for f in ("asym", "comp", "seq", "atom"))
    loop("struct_conn", "id conn_type_id " + fields + " pdbx_dist_value",
         [[name, kind, *one.split(), *two.split(), dist] for name, kind, one, two, dist in links])
    loop("atom_site", "group_PDB id type_symbol label_atom_id label_alt_id label_comp_id label_asym_id label_entity_id "
         "label_seq_id Cartn_x Cartn_y Cartn_z occupancy B_iso_or_equiv auth_seq_id auth_asym_id pdbx_PDB_model_num", rows)
    return "\n".join(out) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def words(text):
    """The words of the file: values in quotes and in semicolons get a mark in front."""
    at, end = 0, re.compile(r"\s*(?:#[^\n]*\s*)*")
    form = re.compile(r"'((?:[^'\n]|'(?=\S))*)'(?=\s|\Z)|\"((?:[^\"\n]|\"(?=\S))*)\"(?=\s|\Z)|([^\s'\"#;]\S*)|;((?:.|\n(?!;))*)\n;(?=\s|\Z)")
    at = end.match(text).end()
    while at < len(text):
        match = form.match(text, at)
        need(match and (match[4] is None or text[at - 1] == "\n"))
        yield match[3] if match[3] is not None else "'" + (match[1] or match[2] or match[4] or "")
        at = end.match(text, match.end()).end()


def shows_bug(text):
    """A covalent link from a polymer to an atom of something else that has an alternative place."""
    own = [*words(text), "loop_"]
    need(re.fullmatch(r"data_\S+", own[0]))
    tables, looped, at = {}, set(), 1
    special = re.compile(r"_|loop_$|data_|save_|stop_$|global_$")
    while at < len(own) - 1:
        tags, single = [], own[at] != "loop_"
        if not single:
            at += 1
            while own[at][0] == "_":
                tags.append(own[at])
                at += 1
            values = []
            while not special.match(own[at]):
                values.append(own[at])
                at += 1
            need(tags and values and len(values) % len(tags) == 0)
        else:
            tags, values = [own[at]], [own[at + 1]]
            need(own[at][0] == "_" and not special.match(own[at + 1]))
            at += 2
        names = [re.fullmatch(r"_(\w+)\.([\w\[\]-]+)", tag).groups() for tag in tags]
        category = names[0][0]
        need({name for name, _ in names} == {category} and len(set(names)) == len(names))
        columns = [field for _, field in names]
        rows = [dict(zip(columns, values[n:n + len(tags)])) for n in range(0, len(values), len(tags))]
        if single and category in tables:
            # One more item of a category that is not in a loop.
            need(category not in looped and columns[0] not in tables[category][0])
            tables[category][0] |= rows[0]
        else:
            need(category not in tables)
            tables[category] = rows
            looped |= set() if single else {category}
    for category, rows in tables.items():
        for row in rows:
            for field in NEEDED.get(category, "").split():
                need(field in row and row[field] != "?")
            need(all(row[field] != "." for field in KEYS.get(category, "").split()))
        keys = {tuple(row[field] for field in KEYS.get(category, "").split()) for row in rows}
        need(category not in KEYS or len(keys) == len(rows))
    for pair in PARENTS.strip("|").split("|"):
        (child, field), (parent, key) = [name.split(".") for name in pair.split()]
        known = {row[key] for row in tables.get(parent, [])}
        need(all(row[field] in known for row in tables.get(child, []) if field in row))
    kinds = {row["id"]: row["type"] for row in tables.get("entity", [])}
    need(set(kinds.values()) <= {"polymer", "non-polymer", "water", "branched", "macrolide"})
    need(all(kinds[row["entity_id"]] == "polymer" for row in tables.get("entity_poly", [])))
    chains = {row["id"]: row["entity_id"] for row in tables.get("struct_asym", [])}
    residues = {(row["entity_id"], row["num"], row["mon_id"]) for row in tables.get("entity_poly_seq", [])}
    need(all(re.fullmatch(r"[1-9]\d*", row["num"], re.A) for row in tables.get("entity_poly_seq", [])))
    atoms, places = {}, set()
    for row in tables.get("atom_site", []):
        entity = row["label_entity_id"]
        need(chains[row["label_asym_id"]] == entity and re.fullmatch(r"\d+", row["id"], re.A))
        if kinds[entity] == "polymer":
            need((entity, row["label_seq_id"], row["label_comp_id"]) in residues)
        else:
            need(row["label_seq_id"] == ".")
        need(row.get("group_PDB", "ATOM") in ("ATOM", "HETATM"))
        for field in ("Cartn_x", "Cartn_y", "Cartn_z", "occupancy", "B_iso_or_equiv"):
            need(re.fullmatch(r"-?\d+(\.\d+)?", row.get(field, "0"), re.A))
        label = tuple(row[f"label_{field}_id"] for field in ("asym", "comp", "seq", "atom"))
        place = *label, row["label_alt_id"], row.get("auth_seq_id"), row.get("pdbx_PDB_model_num")
        need(place not in places)
        places.add(place)
        atoms.setdefault(label, set()).add(row["label_alt_id"])
    found = False
    for row in tables.get("struct_conn", []):
        ends = [tuple(row[f"ptnr{n}_label_{field}_id"] for field in ("asym", "comp", "seq", "atom")) for n in (1, 2)]
        need(all(end in atoms for end in ends) and row["conn_type_id"] in "covale disulf metalc hydrog".split())
        one, two = [kinds[chains[end[0]]] for end in ends]
        found = found or row["conn_type_id"] == "covale" and any(
            a == "polymer" != b and atoms[end] != {"."} for a, b, end in ((one, two, ends[1]), (two, one, ends[0])))
    return found
