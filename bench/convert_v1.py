#!/usr/bin/env python3
"""Converts result rows of version 1 (Loophole 0.1 and 0.2) to version 2, in place.

    bench/convert_v1.py PATH...      CSV files of bench, or directories that hold some

A file of version 2 stays as it is.
"""
import csv
import io
import os
import sys

ENGINES = {"profiles": "frontier", "tables": "tables", "enumerate": "kernel", "meet": "kernel", "external": "external", "": ""}
SEARCHES = {"profiles": "", "tables": "", "external": "", "objective": "by-model"}
OPTIONS = {
    "--impose": "--symmetry", "--sweep": "--frontier", "--settled": "--dominance", "--apart": "--separate-bounds",
    "--redundant": "--redundant-rows", "--order": "--variable-order", "--groups": "--amo-groups", "--preset": "--solver-config",
}
VALUES = {
    ("--impose", "greedy"): ("--heuristic", "greedy"), ("--order", "posed"): ("--variable-order", "model"),
    ("--preset", "sat-false"): ("--solver-config", "sat,phase=false"),
}
COLUMNS = {"objective": "objective_value", "vars": "variables", "first_seconds": "best_seconds"}


def choices(words):
    """The options of solve, as a row holds them."""
    old, new = words.split(" "), []
    while old:
        word = old.pop(0)
        if word == "--search" and old:
            value = old.pop(0)
            word, value = ("--engine", ENGINES.get(value, value)) if value in ("sat", "auto", "profiles", "tables") else (
                "--search", SEARCHES.get(value, value))
            new += [word, value]
        elif old and (word, old[0]) in VALUES:
            new += VALUES[word, old.pop(0)]
        else:
            new.append(OPTIONS.get(word, word))
    return " ".join(new)


def rows(text):
    table = list(csv.reader(io.StringIO(text)))
    if not table or table[0][:2] != ["suite", "section"] or "engine" in table[0]:
        return text
    search = table[0].index("search")
    chosen = table[0].index("choices")
    new = []
    for row in table:
        if row[0] == "suite" and row[1] == "section":
            row = [COLUMNS.get(name, name) for name in row]
            row.insert(search, "engine")
        else:
            value = row[search]
            row[search] = SEARCHES.get(value, value)
            row[chosen] = choices(row[chosen])
            row.insert(search, ENGINES.get(value, "sat"))
        new.append(row)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(new)
    return out.getvalue()


def convert(path):
    if os.path.isdir(path):
        for name in sorted(os.listdir(path)):
            if os.path.isdir(os.path.join(path, name)) or name.endswith(".csv"):
                convert(os.path.join(path, name))
        return
    with open(path, newline="") as f:
        old = f.read()
    new = rows(old)
    if new != old:
        with open(path, "w", newline="") as f:
            f.write(new)
        print(path)


for path in sys.argv[1:] or sys.exit(__doc__):
    convert(path)
