#!/usr/bin/env python3
"""What the measuring scripts share: the program, runs with limits and CPU seconds, means, and Markdown tables.

In Python, `import lib`. In a shell, the CPU seconds of a command and its children; FILE gets what it prints:

    bench/lib.py SECONDS FILE COMMAND...
"""
import importlib.machinery
import importlib.util
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


def script(path):
    """A program of this directory, whose name has no ending, as a module."""
    name = os.path.basename(path).replace("-", "_")
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(HERE, "bench", path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


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


# Classes of shapes, which follow the reader's light or dark theme.
LIGHT = """.ground{fill:#ffffff}.line{stroke:#30343a;fill:none}.word{fill:#1f2328}.dim{fill:#5c636b}.box{fill:#dbe9f4}.start{fill:#f2f2f2}.end{fill:#f6c9a8}
.warm{fill:none;stroke:#d55e00}.cold{fill:#0072b2}"""
DARK = """.ground{fill:#16191d}.line{stroke:#aab1bb}.word{fill:#e6e8eb}.dim{fill:#a5adb7}.box{fill:#22455e}.start{fill:#3b3d41}.end{fill:#7a4321}
.warm{stroke:#ff9d57}.cold{fill:#7cc7f5}"""


def svg(path, width, height, title, about, shapes):
    """Writes a picture; the marker `tip` is an arrow's head."""
    head = f"""<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" viewBox="0 0 {width} {height}"
 font-family="DejaVu Sans, Verdana, sans-serif" font-size="13">
<title>{title}</title>
<desc>{about}</desc>
<style>
{LIGHT}
@media (prefers-color-scheme:dark){{
{DARK}
}}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="line" d="M1 1l6 3l-6 3"/></marker></defs>
<rect class="ground" width="100%" height="100%"/>
"""
    with open(path, "w", encoding="utf-8") as drawing:
        drawing.write(head + "\n".join(shapes) + "\n</svg>\n")


if __name__ == "__main__":
    measured = Run(sys.argv[3:], int(sys.argv[1]))
    with open(sys.argv[2], "w") as file:
        file.write(measured.text)
    print(f"{measured.cpu:.2f}")
