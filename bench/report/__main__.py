"""Makes the report of result rows. `loophole report` runs this program:

    python3 bench/report DIR [BASELINE]        writes report.md, report.html, plots and tables into DIR
    python3 bench/report --compare PERCENT     prints what changed; status 1 if a run is worse

Standard input is one JSON object. `rows` is a table whose first line has the columns' names; `suite` is the text of suite.txt,
`contradictions` and `alarm` are what the check of the rows found. With --compare, `before` is a second table.
"""
import contextlib
import json
import os
import sys

import markdown
import plots
import results
from page import page


def complain(sentence):
    """A sentence on standard error; names of files may hold anything."""
    sentence = "".join(c if c.isprintable() else "?" for c in sentence)
    with contextlib.suppress(OSError):  # a full disk may hold standard error, too
        os.write(2, f"loophole: {sentence}\n".encode(errors="replace"))


def write(directory, name, text):
    """The file appears complete or not at all."""
    path, unfinished = os.path.join(directory, name), os.path.join(directory, f".{name}.new")
    try:
        with open(unfinished, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(unfinished, path)
    except OSError as error:
        if os.path.lexists(unfinished):
            os.remove(unfinished)
        raise OSError(f"{path} cannot be written ({error.strerror}).") from error


def read(directory, name):
    with open(os.path.join(directory, name), encoding="utf-8", errors="replace") as file:
        return file.read()


def report(given, directory, baseline):
    found = results.Results(results.read_rows(given["rows"]), given["suite"])
    if not found.choose_baseline(baseline):
        complain(f"No run has the choices '{baseline}' for a baseline; take a name of the tables, or a value of the column choices, "
                 f"as '{found.rows[0].choices}'.")
        return 1
    lines, undrawn = markdown.head_text(found, given["contradictions"], given["alarm"]), None
    for section in found.sections:
        drawn = []
        if not undrawn:
            drawn, undrawn = plots.draw(section, directory, write)
        lines += markdown.section_text(section, drawn, undrawn)
    if undrawn:  # the tables are useful alone
        complain(f"gnuplot could not draw {directory}/{undrawn}; install the package gnuplot-nox.")
    tables = os.path.join(directory, "tables")  # not next to the rows, which are CSV too
    os.makedirs(tables, exist_ok=True)
    for section in found.sections:
        write(tables, f"{section.name}.csv", markdown.csv_table(section))
        write(tables, f"{section.name}.tex", markdown.latex_table(section))
    write(directory, "report.md", "\n".join(lines) + "\n")
    write(directory, "report.html", page(lines, lambda name: read(directory, name)))
    return 0


def main(arguments):
    given = json.load(sys.stdin)
    if arguments[0] != "--compare":
        return report(given, arguments[0], arguments[1] if len(arguments) > 1 else None)
    before, after = results.read_rows(given["before"]), results.read_rows(given["rows"])
    lines, worse = markdown.comparison(before, after, 1 + int(arguments[1]) / 100)
    print("\n".join(lines))
    return int(worse)


try:
    sys.exit(main(sys.argv[1:]))
except OSError as error:
    complain(str(error))
    sys.exit(3)
