#!/usr/bin/env python3
"""Converts what Loophole 0.1 and 0.2 wrote (version 1) to version 2, in place: result rows and certificates.

    bench/convert_v1.py PATH...      CSV files of bench, certificates, or directories that hold some

What is of version 2 stays as it is. Options and members have the names that docs/renamed.md lists.
"""
import csv
import hashlib
import io
import json
import lzma
import os
import re
import sys

OPTIONS = {
    "impose": "symmetry", "sweep": "frontier", "settled": "dominance", "apart": "separate-bounds",
    "redundant": "redundant-rows", "order": "variable-order", "groups": "amo-groups", "preset": "solver-config",
    "minimize": "objective",
}
VALUES = {
    ("impose", "greedy"): ("heuristic", "greedy"), ("order", "posed"): ("variable-order", "model"),
    ("preset", "sat-false"): ("solver-config", "sat,phase=false"), ("search", "objective"): ("search", "by-model"),
    ("search", "profiles"): ("engine", "frontier"), ("search", "tables"): ("engine", "tables"),
    ("search", "sat"): ("engine", "sat"), ("search", "auto"): ("engine", "auto"),
}
ENGINES = {"profiles": "frontier", "tables": "tables", "enumerate": "kernel", "meet": "kernel", "external": "external", "": ""}
COLUMNS = {"objective": "objective_value", "vars": "variables", "first_seconds": "best_seconds"}
MEMBERS = {
    "bundle": "certificate", "figure": "objective_value", "solutions": "solution_count", "rests_on": "evidence",
    "prover": "proof_program", "prove_seconds": "proof_seconds",
}


def option(name, value):
    return VALUES.get((name, value)) or (OPTIONS.get(name, name), value)


def options(text):
    """The options among the words of a command line."""
    return re.sub(r"--([a-z-]+)([ =])([a-z][a-z-]*)", lambda m: "--%s%s%s" % ((o := option(m[1], m[3]))[0], m[2], o[1]), text)


def rows(text):
    table = list(csv.reader(io.StringIO(text)))
    if not table or table[0][:2] != ["suite", "section"] or "engine" in table[0]:
        return text
    search, at = table[0].index("search"), [table[0].index(name) for name in ("instance", "choices")]
    for row in table:
        if row[:2] == ["suite", "section"]:
            row[:] = [COLUMNS.get(name, name) for name in row]
            row.insert(search, "engine")
            continue
        for i in at:
            row[i] = options(row[i])
        name = row[search]
        row[search] = "" if name in ("profiles", "tables", "external") else option("search", name)[1]
        row.insert(search, ENGINES.get(name, "sat"))
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue()


def edit(path, change):
    """Rewrites a file of text if the change makes another of it; True: it did."""
    opened = lzma.open if path.endswith(".xz") else open
    with opened(path, "rt", newline="", encoding="utf-8") as f:
        old = f.read()
    new = change(old)
    if new != old:
        with opened(path, "wt", newline="", encoding="utf-8") as f:
            f.write(new)
    return new != old


def comments(text):
    """The options in the comments of a formula."""
    return re.sub(r"^c option: ([a-z-]+)=(\S+)$", lambda m: "c option: %s=%s" % option(m[1], m[2]), text, flags=re.M)


def renamed(value):
    if isinstance(value, list):
        return [renamed(v) for v in value]
    if not isinstance(value, dict):
        return value
    new = {}
    for name, v in value.items():
        if name == "choices":
            v = dict(option(*o) for o in v.items())
        elif name != "files":
            v = renamed(v)
        new[MEMBERS.get(name, name)] = options(v) if name == "command" and v else v
    return new


def certificate(directory):
    name = os.path.join(directory, "manifest.json")
    with open(name, encoding="utf-8") as f:
        manifest = json.load(f)
    if manifest.get("bundle") != 1:
        return
    for file in manifest["files"]:
        if file.startswith("formula.cnf") and not file.endswith((".gz", ".zst")):
            edit(os.path.join(directory, file), comments)
        elif file == "instance.txt":
            edit(os.path.join(directory, file), options)
    new = renamed(manifest)
    new["certificate"] = 2
    for file, known in new["files"].items():
        with open(os.path.join(directory, file), "rb") as f:
            data = f.read()
        known.update(bytes=len(data), sha256=hashlib.sha256(data).hexdigest())
    del new["sha256"]
    text = json.dumps(new, indent=2, ensure_ascii=False)[: -len("\n}")]
    with open(name, "w", encoding="utf-8") as f:
        f.write('%s,\n  "sha256": "%s"\n}\n' % (text, hashlib.sha256(text.encode()).hexdigest()))
    print(directory)


def convert(path):
    if not os.path.isdir(path):
        if edit(path, rows):
            print(path)
    elif os.path.exists(os.path.join(path, "manifest.json")):
        certificate(path)
    else:
        for name in sorted(os.listdir(path)):
            if os.path.isdir(os.path.join(path, name)) or name.endswith(".csv"):
                convert(os.path.join(path, name))


for given in sys.argv[1:] or sys.exit(__doc__):
    convert(given)
