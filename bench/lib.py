#!/usr/bin/env python3
"""What the measuring scripts share: the program, runs with limits and CPU seconds, means, and Markdown tables.

In Python, `import lib`. In a shell, the CPU seconds of a command and its children; FILE gets what it prints:

    bench/lib.py SECONDS FILE COMMAND...
"""
import json
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "program"))
from child import Child, wait  # noqa: E402

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOOPHOLE = os.environ.get("LOOPHOLE", os.path.join(HERE, "build/loophole"))
with open(os.path.join(HERE, "VERSION")) as file:
    VERSION = file.read().strip()
SOLVED = ("optimal", "satisfiable", "unsatisfiable")


class Run:
    """A command that has ended: what it printed, its exit status (128 + signal), and its CPU seconds, children included."""

    def __init__(self, command, seconds=0, gigabytes=4, wall=math.inf, grace=2):
        """At most so many CPU seconds (0: no limit), gigabytes of addresses and seconds of wall time; see Child."""
        child = Child(command, seconds, wall, gigabytes << 10, grace=grace)
        while child.code is None:
            wait([child])
        self.text, self.status, self.cpu = child.output.decode(errors="replace"), child.code, child.cpu

    def json(self):
        """The object that `--json` printed; {}: none."""
        try:
            return json.loads(self.text)
        except ValueError:
            return {}


def solve(*words, seconds=0):
    """`loophole WORDS --json`: the object and the run."""
    run = Run([LOOPHOLE, *words, "--json"], seconds)
    return run.json(), run


def median(values):
    """The middle one; of an even number the lower."""
    return sorted(values)[(len(values) - 1) // 2]


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def head(*names):
    """The first two lines of a Markdown table; a name that begins with > has its column aligned to the right."""
    return row(*(name.lstrip(">") for name in names)) + "\n|" + "".join("--:|" if n[0] == ">" else "---|" for n in names)


def row(*cells):
    return "| " + " | ".join(map(str, cells)) + " |"


if __name__ == "__main__":
    measured = Run(sys.argv[3:], int(sys.argv[1]))
    with open(sys.argv[2], "w") as file:
        file.write(measured.text)
    print(f"{measured.cpu:.2f}")
