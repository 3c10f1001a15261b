"""A lock file of npm: packages found by their folder, versions in range, all reachable, what is for development only."""

import base64
import json
import random
import re

SMALLEST = """{
  "name": "a",
  "lockfileVersion": 3,
  "packages": {
    "": {
      "name": "a",
      "dependencies": {
        "a": "1.0.0",
        "b": "1.0.0"
      }
    },
    "node_modules/a": {
      "version": "1.0.0",
      "dependencies": {
        "b": "2.0.0"
      }
    },
    "node_modules/a/node_modules/b": {
      "version": "2.0.0",
      "peerDependencies": {
        "a": "1.0.0"
      }
    },
    "node_modules/b": {
      "version": "1.0.0"
    }
  }
}
"""

FIELDS = {"version", "resolved", "integrity", "dev", "license", "dependencies", "peerDependencies"}


def make():
    r = random.Random(35)
    names = ("router body-reader cookie-jar send-file mime-list debug-log ms-text safe-buffer accept-list on-end "
             "path-match tiny-glob brace-list wrap-text color-term arg-list lint-core lint-rules test-run diff-text "
             "assert-deep watch-dir").split()
    version = {name: f"{r.randint(2, 6)}.{r.randint(1, 9)}.{r.randint(0, 9)}" for name in names}
    deps = {name: {} for name in names}

    def need(by, name):
        major, minor, patch = version[name].split(".")
        by[name] = r.choice([f"^{major}.{r.randint(0, int(minor))}.0", f"^{version[name]}", f"~{major}.{minor}.0"])

    root, dev = {}, {}
    for i, name in enumerate(names):
        if i in (0, 1, 10):
            need(root, name)
        elif i in (16, 18, 21):
            need(dev, name)
        else:
            for by in r.sample(range(16 if i > 16 else 0, i), 2 if i > 2 and i != 17 and r.random() < 0.5 else 1):
                need(deps[names[by]], name)
    entries = {f"node_modules/{name}": {"version": version[name], "dependencies": deps[name]} for name in names}
    for outer, name in [(0, 6), (1, 7), (16, 14), (18, 12)]:
        # The outer package needs an older version than the one that all others use.
        old = f"1.{r.randint(0, 9)}.{r.randint(0, 9)}"
        deps[names[outer]][names[name]] = f"^{old}"
        entries[f"node_modules/{names[outer]}/node_modules/{names[name]}"] = {"version": old}
    for path, name in [("node_modules/lint-rules", "lint-core"), ("node_modules/router/node_modules/ms-text", "router")]:
        need(entries[path].setdefault("peerDependencies", {}), name)
    found = reach(entries, {"dependencies": root})
    packages = {"": {"name": "shop-front", "version": "2.3.1", "dependencies": root, "devDependencies": dev}}
    for path in sorted(entries):
        entry, name = entries[path], path.rpartition("node_modules/")[2]
        whole = {"version": entry["version"], "resolved": f"https://registry.npmjs.org/{name}/-/{name}-{entry['version']}.tgz"}
        whole["integrity"] = "sha512-" + base64.b64encode(r.randbytes(64)).decode()
        if path not in found:
            whole["dev"] = True
        whole["license"] = r.choice(["MIT", "MIT", "ISC"])
        whole |= {field: dict(sorted(value.items())) for field, value in entry.items() if field != "version" and value}
        packages[path] = whole
    lock = {"name": "shop-front", "version": "2.3.1", "lockfileVersion": 3, "requires": True, "packages": packages}
    return json.dumps(lock, indent=2) + "\n"


def numbers(version):
    return [int(n) for n in re.fullmatch(r"(\d+)\.(\d+)\.(\d+)", version).groups()]


def fits(version, wanted):
    has, want = numbers(version), numbers(wanted[1:] if wanted[0] in "^~" else wanted)
    same = {"^": 1, "~": 2}.get(wanted[0], 3)
    return has[:same] == want[:same] and has >= want


def reach(packages, root):
    """The folders of the packages that the root needs, where each name is looked up from the inside out."""
    todo, found = [("", root)], set()
    while todo:
        path, package = todo.pop()
        for field in ("dependencies", "devDependencies", "peerDependencies"):
            for name, wanted in package.get(field, {}).items():
                folder = path.rpartition("/node_modules/")[0] if field == "peerDependencies" else path
                while f"{folder}/node_modules/{name}".lstrip("/") not in packages:
                    if not folder:
                        raise KeyError(name)
                    folder = folder.rpartition("/node_modules/")[0]
                at = f"{folder}/node_modules/{name}".lstrip("/")
                if not fits(packages[at]["version"], wanted):
                    raise ValueError
                if at not in found:
                    found.add(at)
                    todo.append((at, packages[at]))
    return found


def unique(pairs):
    if len(dict(pairs)) != len(pairs):
        raise ValueError
    return dict(pairs)


def shows_bug(text):
    lock = json.loads(text, object_pairs_hook=unique)
    packages = lock["packages"]
    root = packages.pop("")
    if lock["lockfileVersion"] != 3 or not lock["name"] or lock["name"] != root["name"]:
        raise ValueError
    if lock.get("version") != root.get("version") or not set(lock) <= {"name", "version", "lockfileVersion", "requires", "packages"}:
        raise ValueError
    if not set(root) <= {"name", "version", "dependencies", "devDependencies"}:
        raise ValueError
    for path, package in packages.items():
        if not re.fullmatch(r"node_modules/[\w-]+(/node_modules/[\w-]+)*", path) or not set(package) <= FIELDS:
            raise ValueError
        outer, _, name = path.rpartition("node_modules/")
        tail = f"/{name}/-/{name}-{package['version']}.tgz"
        if "resolved" in package and package["resolved"] != f"https://registry.npmjs.org{tail}":
            raise ValueError
        if "integrity" in package and len(base64.b64decode(package["integrity"].removeprefix("sha512-"), validate=True)) != 64:
            raise ValueError
        # A package is inside of another one only if it cannot be shared.
        if outer and (outer[:-1] not in packages or packages[f"node_modules/{name}"]["version"] == package["version"]):
            raise ValueError
    shipped = reach(packages, {"dependencies": root.get("dependencies", {})})
    if reach(packages, root) != set(packages):
        raise ValueError
    if any(package.get("dev", False) is not (path not in shipped) for path, package in packages.items()):
        raise ValueError
    return any(path.startswith(f"node_modules/{peer}/node_modules/")
               for path, package in packages.items() for peer in package.get("peerDependencies", {}))
