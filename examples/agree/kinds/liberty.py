"""A Liberty library of cells: templates and the sizes of their tables, pins and bits of buses in
functions, an arc with the right sense from each input, registers with clocks, all in use."""

import random
import re
from itertools import product

SMALLEST = """library (a) {
lu_table_template (a) {
variable_1 : input_net_transition;
index_1 ("1");
}
lu_table_template (b) {
variable_1 : input_net_transition;
index_1 ("1");
}
type (a) {
base_type : array;
data_type : bit;
bit_width : 1;
bit_from : 0;
bit_to : 0;
}
cell (a) {
area : 1;
bus (A) {
bus_type : a;
direction : input;
}
pin (B) {
direction : output;
function : "A[0]";
timing () {
related_pin : "A[0]";
timing_sense : positive_unate;
cell_rise (a) {
values ("1");
}
cell_fall (b) {
values ("1");
}
}
}
}
}
"""

SIZES = {"delay_3x3": ([0.01, 0.08, 0.4], [0.002, 0.02, 0.1]), "delay_2x4": ([0.02, 0.3],
         [0.001, 0.01, 0.04, 0.2]), "delay_4x2": ([0.01, 0.05, 0.2, 0.6], [0.004, 0.09])}
CELLS = [("INV_X1", "", "!A"), ("INV_X2", "", "!A"), ("BUF_X1", "", "A"),
         ("NAND2_X1", "", "!(A & B)"), ("NOR2_X1", "", "!(A | B)"), ("AND2_X1", "", "A & B"),
         ("XOR2_X1", "", "A ^ B"), ("AOI21_X1", "", "!((A & B) | C)"),
         ("OR4_BUS", "bus4", "D[0] | D[1] | D[2] | D[3]"),
         ("MUX2_BUS", "bus2", "(D[0] & !S) | (D[1] & S)"), ("DFF_X1", "ff", "D"),
         ("AND2_BUS", "bus2", "D[0] & D[1]"), ("DFFE_X1", "ff", "(E & D) | (!E & IQ)"),
         ("OAI21_X1", "", "!((A | B) & C)")]


def quote(numbers):
    return '"' + ", ".join(f"{n:g}" for n in numbers) + '"'


def make():
    r = random.Random(44)
    out = ["/* slow corner, made for a test */", "library (demo_ss) {",
           "  delay_model : table_lookup;", '  time_unit : "1ns";',
           "  capacitive_load_unit (1, pf);",
           "  default_operating_conditions : slow;", "  operating_conditions (slow) {",
           "    process : 1;", "    voltage : 1.08;", "    temperature : 125;", "  }"]
    for name, (one, two) in SIZES.items():
        out += [f"  lu_table_template ({name}) {{", "    variable_1 : input_net_transition;",
                "    variable_2 : total_output_net_capacitance;", f"    index_1 ({quote(one)});",
                f"    index_2 ({quote(two)});", "  }"]
    out += ["  lu_table_template (setup_3) {", "    variable_1 : input_net_transition;",
            '    index_1 ("0.01, 0.1, 0.5");', "  }"]
    for width in (2, 4):
        out += [f"  type (bus{width}) {{", "    base_type : array;", "    data_type : bit;",
                f"    bit_width : {width};", f"    bit_from : {width - 1};", "    bit_to : 0;",
                "  }"]

    def table(kind, template):
        one, two = SIZES.get(template, ([1], [1, 1, 1]))
        rows = [quote(sorted(round(r.uniform(0.01, 2), 4) for _ in two)) for _ in one]
        joint = ", \\\n                  "
        return [f"        {kind} ({template}) {{", f"          values ({joint.join(rows)});",
                "        }"]

    def arc(pin, sense, kind, one, two):
        return ["      timing () {", f'        related_pin : "{pin}";',
                *([f"        timing_sense : {sense};"] if sense else []),
                *([f"        timing_type : {kind};"] if kind else []), *one, *two, "      }"]

    for name, kind, function in CELLS:
        out += [f"  cell ({name}) {{", f"    area : {r.randint(4, 40) / 4:g};"]
        inputs = sorted(set(re.findall(r"[A-Z]+(?:\[\d\])?", function)) - {"IQ"})
        if kind == "ff":
            out += ["    ff (IQ, IQN) {", f'      next_state : "{function}";',
                    '      clocked_on : "CK";', "    }", "    pin (CK) {",
                    "      direction : input;", "      clock : true;",
                    f"      capacitance : {r.uniform(0.001, 0.01):.4f};", "    }"]
        for bus in ["D"] if kind.startswith("bus") else []:
            out += [f"    bus ({bus}) {{", f"      bus_type : {kind};", "      direction : input;",
                    f"      capacitance : {r.uniform(0.001, 0.01):.4f};", "    }"]
        for pin in inputs:
            if "[" not in pin:
                out += [f"    pin ({pin}) {{", "      direction : input;",
                        f"      capacitance : {r.uniform(0.001, 0.01):.4f};"]
                if kind == "ff":
                    out += arc("CK", "", "setup_rising", table("rise_constraint", "setup_3"),
                               table("fall_constraint", "setup_3"))
                out += ["    }"]
        out += ["    pin (Y) {", "      direction : output;"]
        out += [f'      function : "{"IQ" if kind == "ff" else function}";']
        out += [f"      max_capacitance : {r.randint(1, 9) / 10};"] if r.random() < 0.7 else []
        for pin in ["CK"] if kind == "ff" else inputs:
            one = r.choice(list(SIZES))
            two = r.choice(list(SIZES)) if not kind.startswith("bus") or pin == "S" else one
            if (name, pin) == ("OR4_BUS", "D[2]"):
                one, two = "delay_2x4", "delay_4x2"
            sense, type_ = ("", "rising_edge") if kind == "ff" else (unate(function, pin), "")
            out += arc(pin, sense, type_, table("cell_rise", one), table("cell_fall", two))
        out += ["    }", "  }"]
    return "\n".join([*out, "}"]) + "\n"


def need(condition):
    if not condition:
        raise ValueError


NAME = r"[A-Za-z_]\w*(?:\[\d+\])?"


def evaluate(text, values):
    """The value of a function of pins."""
    tokens = re.findall(rf"{NAME}|[!&|^()]", text)
    need("".join(tokens) == re.sub(r"\s", "", text))
    tokens.append("")

    def atom():
        token = tokens.pop(0)
        if token == "!":
            return not atom()
        if token == "(":
            value = level(0)
            need(tokens.pop(0) == ")")
            return value
        return values[token]

    def level(n):
        if n == 3:
            return atom()
        value = level(n + 1)
        while tokens[0] == "|^&"[n]:
            tokens.pop(0)
            other = level(n + 1)
            value = (value or other, value != other, value and other)[n]
        return value

    value = level(0)
    need(tokens == [""])
    return value


def unate(function, pin):
    """How the function follows the pin: up, down or both ways."""
    names = sorted(set(re.findall(NAME, function)))
    up = down = False
    for bits in product([False, True], repeat=len(names) - 1):
        values = dict(zip([name for name in names if name != pin], bits))
        low, high = (evaluate(function, {**values, pin: bit}) for bit in (False, True))
        up, down = up or high > low, down or low > high
    need(up or down)
    return "non_unate" if up and down else "positive_unate" if up else "negative_unate"


TOKEN = re.compile(r"(?:\s|\\\n|/\*.*?\*/)*(?:(\"[^\"\n]*\"|[\w.+-]+|[(){}:;,])|$)", re.S)


def parse(text):
    """The groups: a name, arguments, attributes and the groups in it."""
    tokens, at = [], 0
    while at < len(text):
        m = TOKEN.match(text, at)
        at = m.end()
        if m[1]:
            tokens.append(m[1])
    tokens.reverse()

    def statement(group):
        name = tokens.pop()
        need(re.fullmatch(r"[a-z]\w*", name))
        mark = tokens.pop()
        if mark == ":":
            value = tokens.pop()
            need(value not in list("(){}:;,") and tokens.pop() == ";" and name not in group[2])
            group[2][name] = value
            return
        need(mark == "(")
        arguments = []
        while (token := tokens.pop()) != ")":
            if arguments:
                need(token == ",")
                token = tokens.pop()
            need(token not in list("(){}:;,"))
            arguments.append(token)
        mark = tokens.pop()
        if mark == ";":
            need(arguments and name not in group[2])
            group[2][name] = arguments
            return
        need(mark == "{")
        inner = name, arguments, {}, []
        while tokens[-1] != "}":
            statement(inner)
        tokens.pop()
        group[3].append(inner)

    root = "", [], {}, []
    while tokens:
        statement(root)
    need(not root[2])
    return root[3]


def attributes(group, needed, optional=""):
    needed, optional = needed.split(), optional.split()
    need(set(needed) <= set(group[2]) <= {*needed, *optional})
    return group[2]


def numbers(text):
    need(text[0] == text[-1] == '"')
    return [float(word) for word in text[1:-1].split(",")]


def text_of(value):
    need(value[0] == value[-1] == '"' and len(value) > 2)
    return value[1:-1]


def shows_bug(text):
    """An arc from a bit of a bus has tables of two templates for rise and fall."""
    [(kind, names, heads, groups)] = parse(text)
    need(kind == "library" and len(names) == 1)
    need(set(heads) <= {"delay_model", "time_unit", "capacitive_load_unit",
                        "default_operating_conditions"})
    templates, types, conditions, cells, used = {}, {}, [], [], set()
    for group in groups:
        kind, [name], _, inner = group
        need(re.fullmatch(r"[A-Za-z]\w*", name))
        if kind == "cell":
            need(name not in [cell[1][0] for cell in cells])
            cells.append(group)
            continue
        need(not inner and not cells)
        if kind == "operating_conditions":
            need(name not in conditions)
            conditions.append(name)
            need(all(float(v) for v in attributes(group, "process voltage temperature").values()))
        elif kind == "lu_table_template":
            need(name not in templates)
            values = attributes(group, "variable_1 index_1", "variable_2 index_2")
            need(("variable_2" in values) == ("index_2" in values))
            need(values["variable_1"] == "input_net_transition")
            need(values.get("variable_2", "total_output_net_capacitance")
                 == "total_output_net_capacitance")
            templates[name] = []
            for index in sorted(key for key in values if key.startswith("index")):
                [steps] = values[index]
                need(all(a < b for a, b in zip(numbers(steps), numbers(steps)[1:])))
                templates[name].append(len(numbers(steps)))
        else:
            need(kind == "type" and name not in types)
            values = attributes(group, "base_type data_type bit_width bit_from bit_to")
            need(values["base_type"] == "array" and values["data_type"] == "bit")
            high, low = int(values["bit_from"]), int(values["bit_to"])
            need(low == 0 and 0 <= high < 64 and int(values["bit_width"]) == high - low + 1)
            types[name] = high + 1
    need(conditions == ([heads["default_operating_conditions"]]
                        if "default_operating_conditions" in heads else []))

    def tables(group, kinds):
        need([inner[0] for inner in group[3]] == kinds)
        for _, [template], values, deeper in group[3]:
            rows = [numbers(row) for row in values["values"]]
            need(list(values) == ["values"] and not deeper)
            need([len(row) for row in rows] == [templates[template][-1]] * len(rows))
            need(len(rows) == (templates[template][0] if len(templates[template]) > 1 else 1))
            used.add(template)
        return [inner[1][0] for inner in group[3]]

    found = False
    for cell in cells:
        need(float(attributes(cell, "area")["area"]) > 0)
        inputs, bits, outputs, register = {}, [], [], None
        for group in cell[3]:
            kind, names, values, inner = group
            if kind == "ff":
                need(register is None and len(names) == 2 and not inner)
                register = names, attributes(group, "next_state clocked_on")
                continue
            [name] = names
            need(re.fullmatch("[A-Z]+", name) and name not in inputs and name not in outputs)
            if kind == "bus":
                attributes(group, "bus_type direction", "capacitance")
                need(values["direction"] == "input" and not inner)
                used.add(values["bus_type"] + "[]")
                bits += [f"{name}[{n}]" for n in range(types[values["bus_type"]])]
                inputs[name] = None
            elif values["direction"] == "output":
                need(kind == "pin" and outputs == [])
                attributes(group, "direction function", "max_capacitance")
                outputs.append(name)
                output = group
            else:
                need(kind == "pin")
                attributes(group, "direction", "clock capacitance")
                need(values["direction"] == "input" and values.get("clock", "true") == "true")
                inputs[name] = group
            need(float(values.get("capacitance", 1)) > 0)
            need(float(values.get("max_capacitance", 1)) > 0)
        function = text_of(output[2]["function"])
        pins = [name for name in inputs if inputs[name]] + bits
        clocks = [name for name in inputs if inputs[name] and "clock" in inputs[name][2]]
        if register:
            clock = text_of(register[1]["clocked_on"])
            need(clocks == [clock] and function in register[0] and not bits)
            state = text_of(register[1]["next_state"])
            data = set(re.findall(NAME, state)) - set(register[0])
            need(data == set(pins) - {clock} and not inputs[clock][3])
            evaluate(state, dict.fromkeys([*pins, *register[0]], True))
            for name in data:
                [(kind, _, values, _)] = inputs[name][3]
                need(kind == "timing" and values == {"related_pin": f'"{clock}"',
                                                     "timing_type": "setup_rising"})
                tables(inputs[name][3][0], ["rise_constraint", "fall_constraint"])
            sources = [clock]
        else:
            need(not clocks and not any(inputs[name] and inputs[name][3] for name in inputs))
            need(set(re.findall(NAME, function)) == set(pins))
            sources = pins
        arcs = output[3]
        need(sorted(text_of(arc[2]["related_pin"]) for arc in arcs) == sorted(sources))
        for arc in arcs:
            pin = text_of(arc[2]["related_pin"])
            need(arc[0] == "timing" and not arc[1])
            if register:
                need(attributes(arc, "related_pin timing_type")["timing_type"] == "rising_edge")
            else:
                sense = attributes(arc, "related_pin timing_sense")["timing_sense"]
                need(sense == unate(function, pin))
            rise, fall = tables(arc, ["cell_rise", "cell_fall"])
            found = found or pin in bits and rise != fall
    need(used == {*templates, *(f"{name}[]" for name in types)})
    return found
