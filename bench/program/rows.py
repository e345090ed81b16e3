"""Rows: what came out of the runs of a bench, one line of CSV each (RFC 4180); and whether rows contradict each other."""
import csv
import io
import os
import re

from common import MOST_BYTES, BadInput, clean, read_text

COLUMNS = """suite section instance choices seed puzzle formulation amo card pb xor parity engine search solver solver_version status
objective_value lower_bound upper_bound variables clauses literals encode_seconds solve_seconds cpu_seconds best_seconds solver_calls
conflicts peak_rss_kb verified time_limit note trace host program_version proof_check commit""".split()
HEADER = ",".join(COLUMNS) + "\n"
BEFORE = COLUMNS[:-2]  # the columns up to version 0.3.0, whose runs checked no proofs

csv.field_size_limit(MOST_BYTES)


def line(row):
    """A row as CSV, with its newline."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(row[c] for c in COLUMNS)
    return out.getvalue()


def parse(text, name):
    """The rows of a file's text, as dictionaries, and the length of what was read: an unfinished last line is left out. Fields are
    as they were written: who shows them cleans them."""
    if text.startswith((HEADER.rstrip("\n") + "\r", ",".join(BEFORE) + "\r")):
        raise BadInput(f"{name} has lines that end with CR and LF; convert it, for example with sed -i 's/\\r$//'.")
    if not text.startswith((HEADER, ",".join(BEFORE) + "\n")):
        raise BadInput(f"{name} does not begin with the header line of a bench file; use another directory.")
    lines = text.replace("\r", " ").split("\n")
    end = lines.pop()  # what follows the last newline is unfinished
    whole = len(text) - len(end)
    reader = csv.reader(each + "\n" for each in lines)
    rows, begin = [], 0
    for fields in reader:
        raw, begin = lines[begin:reader.line_num], reader.line_num
        if sum(each.count('"') for each in raw) % 2:  # the program was killed while it wrote this field
            whole -= sum(len(each) + 1 for each in raw)
            break
        if fields in (COLUMNS, BEFORE):  # again, in files that were joined
            continue
        if len(fields) == len(BEFORE):
            fields += ["", ""]
        if len(fields) != len(COLUMNS):
            raise BadInput(f"{name}:{reader.line_num}: a row has {len(fields)} fields, expected {len(COLUMNS)}.")
        rows.append(dict(zip(COLUMNS, fields)))
    return rows, whole


def directory(name):
    """All rows of all .csv files of a directory, by file name."""
    try:
        files = sorted(f for f in os.listdir(name) if f.endswith(".csv") and not f.startswith("."))
    except OSError as error:
        raise BadInput(f"The directory {name} cannot be read ({error.strerror}); check the name.") from error
    if not files:
        raise BadInput(f"The directory {name} holds no .csv file; 'loophole bench SUITE -o {name}' makes one.")
    found = []
    for file in files:
        path = os.path.join(name, file)
        found += parse(read_text(path), path)[0]
    return found


def cleaned(row):
    return {column: clean(field) for column, field in row.items()}


# ---- contradictions -----------------------------------------------------------------------------


def number(text):
    found = re.match(r" *[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", text, re.ASCII)
    if not found:
        return None
    return int(found[0]) if re.fullmatch(r" *[-+]?\d{1,400}", found[0], re.ASCII) else float(found[0])


def above(low, high):
    return low is not None and high is not None and low > high


def trace_bounds(trace):
    """The greatest lower and the least upper bound of "seconds:lower:upper ..."; None: there is none."""
    steps = [step.split(":") for step in trace.split(" ")]
    bounds = [[number(s[k]) for s in steps if len(s) > k and number(s[k]) is not None] for k in (1, 2)]
    return max(bounds[0], default=None), min(bounds[1], default=None)


def clash_within(row):
    """What a row says that cannot be true by itself; None: nothing. A bound holds for all of the run."""
    if above(number(row["lower_bound"]), number(row["upper_bound"])):
        return "the lower bound lies above the upper bound"
    if above(*trace_bounds(row["trace"])):
        return "a lower bound of the trace lies above an upper bound of it"
    return None


def clash(a, b):
    """What two rows of one instance say that cannot both be true; None: nothing."""
    if a["status"] == "unsatisfiable" and (b["objective_value"] or b["status"] == "satisfiable"):
        return "one proved that there is no solution, the other has one"
    if a["status"] == b["status"] == "optimal" and a["objective_value"] != b["objective_value"]:
        return "they proved different optima"
    if above(number(a["lower_bound"]), number(b["upper_bound"])):
        return "one's lower bound lies above the other's upper bound"
    return None


def contradictions(rows):
    """How many rows, and pairs of rows of one instance, cannot be true; with a text that names them."""
    n, out, instances = 0, [], {}

    def report(what, *pair):
        nonlocal n
        n += 1
        out.append(f"{clean(pair[0]['instance'])}: {what}:\n")
        for r in pair:
            out.append("  {choices} --seed {seed} says {status} {objective_value} (bounds {lower_bound}..{upper_bound})\n"
                       .format(**cleaned(r)))

    for row in rows:
        instances.setdefault(row["instance"], []).append(row)
    for a in rows:
        if a["status"] == "failed":
            n += 1
            out.append("{instance}: a check caught {choices} --seed {seed}: {note}\n".format(**cleaned(a)))
        if clash_within(a):
            report(clash_within(a), a)
        same = instances[a["instance"]]
        place = next(i for i, r in enumerate(same) if r is a)
        for i, b in enumerate(same):
            what = clash(a, b) if b is not a else None
            if what and not (i < place and clash(b, a)):  # reported once
                report(what, a, b)
    return n, "".join(out)
