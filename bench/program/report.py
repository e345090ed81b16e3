"""Makes the report of a directory of result rows, or compares two such directories."""
import os

import markdown
import plots
import results
import rows
from common import BadInput, clean, complain, read_text, write
from page import page


def read(directory, name):
    with open(os.path.join(directory, name), encoding="utf-8", errors="replace") as file:
        return file.read()


def make(directory, baseline):
    """Writes report.md, report.html, plots and tables into the directory, and prints what it wrote."""
    raw = rows.directory(directory)
    if not raw:
        raise BadInput(f"The directory {directory} holds no finished run yet.")
    suite = os.path.join(directory, "suite.txt")  # absent where rows of a suite run on many machines were gathered
    about = "\n".join(map(clean, read_text(suite).split("\n"))) if os.path.exists(suite) else ""
    contradictions, alarm = rows.contradictions(raw)
    found = results.Results(results.read_rows(map(rows.cleaned, raw)), about)
    if not found.choose_baseline(baseline):
        complain(f"No run has the choices '{baseline}' for a baseline; take a name of the tables, or a value of the column choices, "
                 f"as '{found.rows[0].choices}'.")
        return 1
    lines, undrawn = markdown.head_text(found, contradictions, alarm), None
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
    made = sorted(os.listdir(directory))
    endings = [end for end in ("svg", "pdf", "gp") if any(f.endswith("." + end) for f in made)]
    for name in ["report.md", "report.html", "tables/*.csv", "tables/*.tex"] + [f"*.{end}" for end in endings]:
        print(f"{directory}/{name}")
    if contradictions:
        complain(f"These rows contradict each other or were caught:\n{alarm}".rstrip("\n"))
    return int(contradictions > 0)


def compare(before, after, percent):
    """Prints what changed; status 1 if a run is worse."""
    found = []
    for directory in (before, after):
        found.append(results.read_rows(map(rows.cleaned, rows.directory(directory))))
        if not found[-1]:
            raise BadInput(f"The directory {directory} holds no finished run yet.")
    lines, worse = markdown.comparison(*found, 1 + percent / 100)
    print("\n".join(lines))
    return int(worse)


def main(given):
    if "compare" in given:
        return compare(given["compare"], given["directory"], int(given.get("tolerance", 0)))
    return make(given["directory"], given.get("baseline"))


