"""Makes an input, checks a candidate, or prints the smallest file of one kind.

run.py make KIND       prints the input
run.py smallest KIND   prints the smallest file, made by hand
run.py check KIND FILE exits with 0 if the reader accepts the file and it shows the bug
"""

import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def load(kind):
    spec = importlib.util.spec_from_file_location(kind, f"{HERE}/kinds/{kind}.py")
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = False
    spec.loader.exec_module(module)
    return module


def shows_bug(module, text):
    """Whether the reader accepts the text, and the text shows the bug."""
    try:
        return bool(module.shows_bug(text))
    except (ValueError, IndexError, KeyError, AttributeError, TypeError, StopIteration, RecursionError):
        return False


def main():
    what, kind = sys.argv[1:3]
    module = load(kind)
    if what == "make":
        sys.stdout.write(module.make())
    elif what == "smallest":
        sys.stdout.write(module.SMALLEST)
    else:
        with open(sys.argv[3], encoding="utf-8", errors="surrogateescape", newline="") as file:
            sys.exit(not shows_bug(module, file.read()))


main()
