"""The state of Terraform in JSON: unique ids, ids in attributes, dependencies that follow from
them and go on, networks in networks, dense index keys, outputs, peered networks for rules."""

import ipaddress
import json
import random

SMALLEST = """{"version":4,"serial":1,"lineage":"a","outputs":{},"resources":[
{"mode":"managed","type":"aws_vpc","name":"a","instances":[
{"attributes":{"id":"a","cidr_block":"10.0.0.0/16"}}]},
{"mode":"managed","type":"aws_vpc","name":"b","instances":[
{"attributes":{"id":"b","cidr_block":"10.1.0.0/16"}}]},
{"mode":"managed","type":"aws_vpc_peering_connection","name":"a","instances":[
{"attributes":{"id":"c","vpc_id":"a","peer_vpc_id":"b","auto_accept":false},
"dependencies":["aws_vpc.a","aws_vpc.b"]}]},
{"mode":"managed","type":"aws_security_group","name":"a","instances":[
{"attributes":{"id":"d","name":"a","vpc_id":"a"},"dependencies":["aws_vpc.a"]}]},
{"mode":"managed","type":"aws_security_group","name":"b","instances":[
{"attributes":{"id":"e","name":"a","vpc_id":"b"},"dependencies":["aws_vpc.b"]}]},
{"mode":"managed","type":"aws_security_group_rule","name":"a","instances":[
{"attributes":{"id":"f","security_group_id":"d","source_security_group_id":"e","from_port":1,
"to_port":1},"dependencies":["aws_security_group.a","aws_security_group.b","aws_vpc.a",
"aws_vpc.b"]}]}]}
"""

# The attributes of each type: those that hold an id have the type of what they mean.
TYPES = {
    "aws_vpc": {"cidr_block": ""},
    "aws_subnet": {"cidr_block": "", "vpc_id": "aws_vpc"},
    "aws_security_group": {"name": "", "vpc_id": "aws_vpc"},
    "aws_vpc_peering_connection": {"vpc_id": "aws_vpc", "peer_vpc_id": "aws_vpc",
                                   "auto_accept": False},
    "aws_security_group_rule": {"security_group_id": "aws_security_group",
                                "source_security_group_id": "aws_security_group",
                                "from_port": 0, "to_port": 0},
    "aws_instance": {"instance_type": "", "subnet_id": "aws_subnet",
                     "vpc_security_group_ids": ["aws_security_group"]},
}


def make():
    r = random.Random(46)
    resources, names, needs = {}, {}, {}

    def add(kind, label, key=None, /, **attributes):
        short = {"aws_vpc": "vpc", "aws_subnet": "subnet", "aws_security_group": "sg",
                 "aws_vpc_peering_connection": "pcx", "aws_security_group_rule": "sgrule",
                 "aws_instance": "i"}[kind]
        own = f"{short}-{r.getrandbits(48):012x}"
        address, needed = f"{kind}.{label}", set()
        for value in attributes.values():
            for other in value if isinstance(value, list) else [value]:
                if isinstance(other, str) and other in names:
                    needed |= {names[other]} | needs[names[other]]
        instance = {"schema_version": 1 if kind == "aws_instance" else 0,
                    "attributes": {"id": own, **attributes}}
        if key is not None:
            instance = {"index_key": key, **instance}
        instance["dependencies"] = sorted(needed)
        resources.setdefault((kind, label), []).append(instance)
        names[own] = address
        needs[address] = needs.get(address, set()) | needed
        return own

    vpcs = [add("aws_vpc", name, cidr_block=f"10.{n}.0.0/16", enable_dns_support=True)
            for n, name in enumerate(["main", "shared", "lab", "backup"], 20)]
    subnets = [[add("aws_subnet", f"{name}_{part}", cidr_block=f"10.{n + 20}.{k}.0/24",
                    vpc_id=vpcs[n]) for k, part in enumerate(("front", "back"))]
               for n, name in enumerate(["main", "shared", "lab", "backup"])]
    groups = [[add("aws_security_group", f"{name}_{part}", name=f"{name}-{part}",
                   description=f"{part} of {name}", vpc_id=vpcs[n])
               for part in ("web", "db", "ssh")]
              for n, name in enumerate(["main", "shared", "lab", "backup"])]
    for one, two, accept in ((0, 1, True), (1, 2, True), (0, 3, False), (2, 3, True)):
        add("aws_vpc_peering_connection", f"p{one}{two}", vpc_id=vpcs[one], peer_vpc_id=vpcs[two],
            auto_accept=accept)
    pairs = [(a, b) for n in range(4) for a in groups[n] for b in groups[n] if a != b]
    pairs = r.sample(pairs, 8)
    pairs += [(groups[0][0], groups[1][1]), (groups[1][2], groups[2][0]),
              (groups[3][1], groups[0][2]), (groups[3][0], groups[2][2])]
    r.shuffle(pairs)
    for n, (one, two) in enumerate(pairs):
        port = r.choice([22, 80, 443, 5432, 9100])
        add("aws_security_group_rule", f"rule_{n:02d}", type="ingress", protocol="tcp",
            security_group_id=one, source_security_group_id=two, from_port=port,
            to_port=port + r.choice([0, 0, 10]))
    for n, name in enumerate(["web", "worker", "jump", "store", "probe"]):
        many = r.randint(1, 3)
        net = r.randrange(4)
        place, part = r.choice(subnets[net]), r.sample(groups[net], r.randint(1, 2))
        for key in range(many):
            add("aws_instance", name, key if many > 1 else None, instance_type="t3.small",
                subnet_id=place, vpc_security_group_ids=part, tags={"Name": f"{name}-{key}"})
    outputs = {name: {"value": own, "type": "string"} for name, own in (
        ("main_vpc", vpcs[0]), ("lab_vpc", vpcs[2]), ("db_group", groups[0][1]),
        ("jump_subnet", subnets[1][0]))}
    provider = 'provider["registry.terraform.io/hashicorp/aws"]'
    state = {"version": 4, "terraform_version": "1.7.4", "serial": 118,
             "lineage": "6f0c2b0e-3f0b-4f53-8a55-0f6b1c0d9f1e", "outputs": outputs, "resources": [
                 {"mode": "managed", "type": kind, "name": name, "provider": provider,
                  "instances": instances} for (kind, name), instances in resources.items()],
             "check_results": None}
    return json.dumps(state, indent=2) + "\n"


def need(condition):
    if not condition:
        raise ValueError


def pairs(items):
    """An object of JSON; no key may be there twice."""
    need(len(dict(items)) == len(items))
    return dict(items)


def keys(found, needed, optional=""):
    need(isinstance(found, dict))
    need(set(needed.split()) <= set(found) <= {*needed.split(), *optional.split()})


def shows_bug(text):
    """A rule joins groups of two networks, and their peering is not accepted on its own."""
    state = json.loads(text, object_pairs_hook=pairs)
    keys(state, "version serial lineage outputs resources", "terraform_version check_results")
    need(state["version"] == 4 and type(state["serial"]) is int and state["serial"] > 0)
    need(isinstance(state["lineage"], str) and state["lineage"])
    things, place, instances = {}, {}, {}
    for resource in state["resources"]:
        keys(resource, "mode type name instances", "provider")
        kind, name = resource["type"], resource["name"]
        need(resource["mode"] == "managed" and kind in TYPES and name.isidentifier())
        need(f"{kind}.{name}" not in instances and resource["instances"])
        instances[f"{kind}.{name}"] = resource["instances"]
        for number, instance in enumerate(resource["instances"]):
            keys(instance, "attributes", "index_key schema_version dependencies")
            need(len(resource["instances"]) == 1 or "index_key" in instance)
            need(type(instance.get("index_key", 0)) is int)
            need(instance.get("index_key", 0) == number)
            own = instance["attributes"]["id"]
            need(isinstance(own, str) and own and own not in things)
            things[own] = instance["attributes"]
            place[own] = f"{kind}.{name}"

    def targets(address, instance):
        """The ids in the attributes; each must be of a thing of the right type."""
        for key, sort in TYPES[address.partition(".")[0]].items():
            value = instance["attributes"][key]
            need(type(value) is type(sort) and (value or sort == 0 or sort is False))
            values = value if isinstance(value, list) else [value]
            sort = sort[0] if isinstance(sort, list) else sort
            if sort:
                need(len(set(values)) == len(values))
                for own in values:
                    need(place[own].startswith(f"{sort}."))
                    yield own

    direct = {address: {place[own] for instance in many for own in targets(address, instance)}
              for address, many in instances.items()}

    def all_of(found):
        """Those and what they depend on."""
        return found.union(*(all_of(direct[address]) for address in found))

    for address, many in instances.items():
        for instance in many:
            full = all_of({place[own] for own in targets(address, instance)})
            need(instance.get("dependencies", []) == sorted(full))
    keys(state["outputs"], "", " ".join(state["outputs"]))
    for output in state["outputs"].values():
        keys(output, "value type")
        need(output["value"] in things and output["type"] == "string")

    def each(kind):
        return [thing for own, thing in things.items() if place[own].startswith(f"{kind}.")]

    def network(text):
        need("/" in text)
        return ipaddress.ip_network(text)

    nets = {vpc["id"]: network(vpc["cidr_block"]) for vpc in each("aws_vpc")}
    nets_in = []
    for subnet in each("aws_subnet"):
        net = network(subnet["cidr_block"])
        need(net.subnet_of(nets[subnet["vpc_id"]]))
        nets_in.append((subnet["vpc_id"], net))
    need(not any(a[0] == b[0] and a[1].overlaps(b[1])
                 for n, a in enumerate(nets_in) for b in nets_in[:n]))
    groups = [(group["vpc_id"], group["name"]) for group in each("aws_security_group")]
    need(len(set(groups)) == len(groups))
    peers = {}
    for peer in each("aws_vpc_peering_connection"):
        ends = frozenset((peer["vpc_id"], peer["peer_vpc_id"]))
        one, two = ends
        need(ends not in peers and not nets[one].overlaps(nets[two]))
        peers[ends] = peer["auto_accept"]
    for host in each("aws_instance"):
        net = things[host["subnet_id"]]["vpc_id"]
        need(all(things[own]["vpc_id"] == net for own in host["vpc_security_group_ids"]))
    found = False
    for rule in each("aws_security_group_rule"):
        need(0 <= rule["from_port"] <= rule["to_port"] < 65536)
        ends = frozenset(things[rule[key]]["vpc_id"] for key in
                         ("security_group_id", "source_security_group_id"))
        if len(ends) == 2:
            found = not peers[ends] or found
    return found
