#!/usr/bin/env python3
"""HTML and Markdown in each column of a bench's rows and in each line of its suite are text in the report, in Markdown and HTML.

    foreign_report.py          in a directory with the bench `out`"""
import csv
import html
import os
import re
import shutil
import contextlib
import io
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bench/program"))
import common
import report as program  # as `loophole report` runs it, without a process for each of a thousand reports

MARKUP = "<script>alert(1)</script> &lt;b> **bold** [link](http://a.b) ![x](y.svg) `code` | <!-- \\<i>"
ACTIVE = ["<script", "</script", "<!--", "<i>", "[link](", "![x](", "**bold"]
faults = 0


def fault(what, why):
    global faults
    faults += 1
    print(f"{what}: {why}")


def run(given):
    """The status of `loophole report` with these options, and what it printed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            return program.main(given), out.getvalue(), ""
        except common.BadInput as error:
            return 1, "", str(error)


def judge(what, markdown, page, shown):
    for line in markdown.split("\n"):
        text = re.sub(r"`[^`]*`", "", line)  # code is text, but for what code() would have left out
        for sign in ACTIVE:
            if re.search(r"(?<!\\)" + re.escape(sign), text):
                fault(what, f"{sign} in {line!r}")
    if "<script" in markdown:
        fault(what, "a script in Markdown, even as code")
    if page is None:
        return
    body = page.split("<body>")[1].rsplit("<script>", 1)[0]
    for tag in ("<script", "<i>", "<!--", 'href="http', "<b>bold"):
        if tag in body:
            fault(what, f"{tag} in HTML")
    words = html.unescape(re.sub(r"<[^>]*>", "", body))
    if shown and MARKUP not in words:
        fault(what, "the page does not show the text as it was")


def report(what, rows, suite, shown):
    shutil.rmtree("odd", ignore_errors=True)
    os.mkdir("odd")
    with open("odd/rows.csv", "w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows(rows)
    with open("odd/suite.txt", "w") as out:
        out.write(suite)
    status, _, said = run({"directory": "odd"})
    if status not in (0, 1):
        fault(what, f"status {status}: {said}")
        return
    with open("odd/report.md") as text, open("odd/report.html") as page:
        judge(what, text.read(), page.read(), shown)
    status, compared, said = run({"directory": "odd", "compare": "out", "tolerance": "25"})
    if status not in (0, 1):
        fault(what, f"compare: status {status}: {said}")
    judge(what + ", compared", compared, None, False)


with open("out/rows.csv", newline="") as lines:
    ROWS = list(csv.reader(lines))
with open("out/suite.txt") as lines:
    SUITE = lines.read()
SHOWN, SHOWN_IN_ALARM = ("instance", "program_version"), ("instance", "note")
QUICK = "QUICK" in os.environ  # each place, without the words before
for k, column in enumerate(ROWS[0]):
    for prefix in ("", "7 ", "- ", "--card ")[:1 if QUICK else None]:
        rows = [list(r) for r in ROWS]
        for row in rows[1:]:
            row[k] = prefix + MARKUP
        report(f"column {column}, '{prefix}'", rows, SUITE, prefix == "" and column in SHOWN)
        if prefix and column not in SHOWN_IN_ALARM:
            continue
        clash = [list(r) for r in rows]  # an alarm, and runs that are not solved
        status, best = ROWS[0].index("status"), ROWS[0].index("objective_value")
        for i, row in enumerate(clash[1:]):
            if k not in (status, best):
                row[status] = ["optimal", "failed", "unknown"][i % 3]
                row[best] = str(i)
        report(f"column {column}, '{prefix}', alarm", clash, SUITE, prefix == "" and column in SHOWN_IN_ALARM)
for key in ("name", "about", "machine", "date", "absent", "baseline"):
    for prefix in ("", "# ", "1. ", "```", "> ", "!")[:1 if QUICK else None]:
        suite = "".join(line + "\n" for line in SUITE.split("\n") if not line.startswith(key + " "))
        report(f"suite's {key}, '{prefix}'", ROWS, f"{key} {prefix}{MARKUP}\n" + suite, prefix == "" and key != "baseline")
print(f"{faults} faults")
sys.exit(faults > 0)
