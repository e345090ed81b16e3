#!/usr/bin/env python3
"""What the measuring scripts share: the program, runs with limits and CPU seconds, means, and Markdown tables.

In Python, `import lib`. In a shell, the CPU seconds of a command and its children; FILE gets what it prints:

    bench/lib.py SECONDS FILE COMMAND...
"""
import json
import math
import os
import resource
import signal
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOOPHOLE = os.environ.get("LOOPHOLE", os.path.join(HERE, "build/loophole"))
with open(os.path.join(HERE, "VERSION")) as file:
    VERSION = file.read().strip()
SOLVED = ("optimal", "satisfiable", "unsatisfiable")


class Run:
    """A command that has ended: what it printed, its exit status (a signal is negative), and its CPU seconds, children included."""

    def __init__(self, command, seconds=None, gigabytes=4, wall=None, grace=2):
        """At most so many CPU seconds, gigabytes of addresses and seconds of wall time; None: no limit.

        grace: CPU seconds after which a command is killed that goes on at the limit; 0: it cannot end by itself.
        """
        def limit():
            os.setpgrp()
            if seconds:
                resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + grace))
            resource.setrlimit(resource.RLIMIT_AS, (gigabytes << 30, gigabytes << 30))

        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=limit) as process:
            watch = threading.Timer(wall or 1e6, os.killpg, (process.pid, signal.SIGKILL))
            watch.daemon = True
            watch.start()
            self.text = process.stdout.read().decode(errors="replace")
            _, status, used = os.wait4(process.pid, 0)
            watch.cancel()
            self.status = process.returncode = os.waitstatus_to_exitcode(status)
        self.cpu = used.ru_utime + used.ru_stime

    def json(self):
        """The object that `--json` printed; {}: none."""
        try:
            return json.loads(self.text)
        except ValueError:
            return {}


def solve(*words, seconds=None):
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
