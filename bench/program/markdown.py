"""The report as Markdown, and as tables for other programs."""
import math
import re

from results import LEAST_CPU, SIGNIFICANT, NAN, exp, interval, log, mean, number, smallest, total, unique

WORTH = 1.25  # a ratio of seconds that the comparison lists
NOISE = 0.1  # CPU seconds; shorter runs are not listed for their seconds


# ---- text of suites and rows: none of it becomes markup or HTML ----------------------------------


def escape(text):
    """Within a line."""
    text = re.sub(r"[\\`*\[\]|~]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])", r"\\\g<0>", text.replace("\n", " "))
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_paragraph(text):
    """At the beginning of a paragraph, where a number or a sign would begin a list, a heading or a picture."""
    text = text.lstrip(" \t")
    digits = re.match("[0-9]*", text)[0]
    rest = text[len(digits):]
    if rest and rest[0] in (".)" if digits else "#+-=!"):
        digits, rest = f"{digits}\\{rest[0]}", rest[1:]
    return digits + escape(rest)


def escape_code(text):
    return escape(text) if re.search("[`<>&|\n]", text) else f"`{text}`"


def short_instance(instance):
    """A long list is cut in the middle."""
    shown, last = 40, instance.rfind(" ")
    if len(instance) <= shown + 10 or last < shown:
        return instance
    return instance[: max(1, instance.rfind(" ", 0, shown + 1))] + " …" + instance[last:]


def counted(n, what):
    return f"{n} {what}" + ("" if n == 1 else "s")


def rounded(value, digits=2, none="–"):
    return none if math.isnan(value) else f"{value:.{digits}f}"


def between(low, high, none="–"):
    """An interval, as all pages write it."""
    return none if math.isnan(low) else f"{low:.2f} to {high:.2f}"


def p_value(c, section, none="–"):
    """Three digits; the baseline has none."""
    return none if c is section.baseline or math.isnan(c.p) else f"{c.p:.3f}" if c.p >= 0.0005 else "<0.001"


def seconds(value):
    """Three digits, or milliseconds."""
    return f"{value:.{3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0}f}"


# ---- one section ---------------------------------------------------------------------------------


def competitors_table(section):
    lines = [f"{counted(len(section.rows), 'run')} of {counted(len(section.competitors), 'competitor')} on "
             f"{counted(len(section.instances), 'instance')}; baseline **{escape(section.baseline.name)}**."
             + (f" All with {escape_code(section.shared)}." if section.shared else ""), "",
             "| competitor | solved | PAR-2 (s) | CPU ratio | 95 % | p | common | variables | clauses |",
             "|---|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for c in section.ranking:
        lines.append(f"| {escape(c.name)} | {c.solved}/{c.runs} | {seconds(c.par2)} | {rounded(c.ratio)} | {between(c.low, c.high)} | "
                     f"{escape(p_value(c, section))} | {c.common} | {rounded(c.variables)} | {rounded(c.clauses)} |")
    same = [f"{escape(a.name)} and {escape(b.name)}" for a, b in section.same_formulas()]
    return lines + (["", f"Same formulas, by sizes and conflicts, whose ratios differ by noise: {'; '.join(same)}."] if same else [])


def names_head(section, first, rule):
    return [first + "".join(f"| {escape(c.name)} " for c in section.competitors) + "|",
            rule + "---:|" * len(section.competitors)]


def verdict(section, instance):
    """What the solved runs of an instance say: an objective value, or whether there is a solution."""
    solved = [row for row in section.rows if row.instance == instance and row.solved]
    plain = next((row.status for row in solved if not row.objective_value), None)
    return plain or (solved[-1].objective_value if solved else "open")


def instances_table(section):
    lines = ["", "### Instance by instance", "",
             "Median CPU seconds over the seeds; the fastest in bold, a dash where it was not solved.", ""]
    lines += names_head(section, "| instance | answer ", "|---|---|")
    for instance in section.instances:
        medians = [section.median(c, instance) for c in section.competitors]
        best = seconds(smallest(math.inf, *medians))
        cells = ["" if math.isnan(m) else " –" if math.isinf(m) else
                 f" **{best}**" if seconds(m) == best else f" {seconds(m)}" for m in medians]
        lines.append(f"| {escape(short_instance(instance))} | {escape(verdict(section, instance))} |"
                     + "".join(cell + " |" for cell in cells))
    return lines


def sizes_table(section):
    """Variables and clauses of the last formula; an enumeration has none, an external solver's file has constraints."""
    if not any(number(row.variables) > 0 for row in section.rows):
        return []
    lines = ["", "### Sizes", "", "Variables / clauses of the last formula; an external solver's file holds constraints instead "
             "of clauses.", ""] + names_head(section, "| instance ", "|---|")
    for instance in section.instances:
        cells = ""
        for row in (next(iter(section.runs(c, instance)), None) for c in section.competitors):
            clauses = row and number(row.clauses) > 0
            sized = clauses or row and number(row.variables) > 0
            cells += " " + (escape(row.variables) if sized else "") + (f" / {escape(row.clauses)}" if clauses else "") + " |"
        lines.append(f"| {escape(short_instance(instance))} |{cells}")
    return lines


def failures_table(section):
    name = {c.choices: c.name for c in section.competitors}
    lines = [f"| {escape(short_instance(row.instance))} | {escape(name[row.choices])} | {escape(row.seed)} | {escape(row.status)} "
             f"| {escape(row.lower_bound)}..{escape(row.upper_bound)} | {escape(row.note)} |"
             for row in section.rows if not row.solved]
    head = ["", "### Not solved", "", "| instance | competitor | seed | how it ended | bounds | note |", "|---|---|---:|---|---|---|"]
    return head + lines if lines else []


def section_text(section, plots, failed):
    """plots: (name, title, note) of each; failed: gnuplot could not draw one."""
    lines = ["", f"## {section.name}", ""] + competitors_table(section)
    if failed:
        lines += ["", "No plots, as gnuplot could not draw them."]
    elif not plots:
        lines += ["", "No plots, as no run took long enough for one."]
    for name, title, note in plots:
        lines += ["", f"### {title}", "", f"![{title}]({section.name}-{name}.svg)"] + (["", note] if note else [])
    return lines + instances_table(section) + sizes_table(section) + failures_table(section)


# ---- the head: what was found, before how --------------------------------------------------------


def ratio_text(c, of, more):
    """For example "0.58 (0.41 to 0.80) of totalizer, and solves more"."""
    interval_text = "" if math.isnan(c.low) else f" ({between(c.low, c.high)})"
    if not interval_text and not more:
        more = ", on too few instances for an interval"
    return f"{c.ratio:.2f}{interval_text} of {escape(of)}{more}"


def doubt(c):
    """What the corrected p-value says against a difference."""
    if c.p < SIGNIFICANT:
        return ""
    return ", not significant" + ("" if math.isnan(c.p) else f" (p = {c.p:.3f})")


def summary_line(section):
    best, base = section.ranking[0], section.baseline
    following = section.ranking[1] if len(section.ranking) > 1 else None
    if not best.solved:
        text = "nothing was solved"
    elif not following:
        text = "alone"
    elif best is base and not math.isnan(following.ratio):
        more = (", and solves less" if following.solved < best.solved else ", faster but on the hardest" if following.high < 1
                else "") + doubt(following)
        text = f"next: {escape(following.name)}, {ratio_text(following, 'its', more)}"
    elif math.isnan((following if best is base else best).ratio):
        text = "too short to be timed" if (following if best is base else best).short else "no run in common"
    else:
        more = (", and solves more" if best.solved > base.solved else ", faster on the hardest only" if best.low > 1
                else "") + doubt(best)
        text = ratio_text(best, base.name, more)
    solved = sum(c.solved for c in section.competitors)
    name = escape(best.name if best.solved else "nobody")
    return f"| [{section.name}](#{section.name}) | {solved}/{len(section.rows)} | {name} | {text} |"


def listed(rows, column):
    return ", ".join(escape(value) for value in unique(getattr(row, column) for row in rows))


def head_text(results, contradictions, alarm):
    name, machine, date, absent = [results.line(key) for key in ("name", "machine", "date", "absent")]
    name = name or results.rows[0].suite
    spent = total(number(row.cpu_seconds) for row in results.runs if row.cpu_seconds)
    hosts = unique(row.host for row in results.rows)
    repeated = counted(len(results.repeated), "row")
    lines = [f"# Bench: {escape(name)}"]
    lines += [escape_paragraph(results.line("about"))] if results.line("about") else []
    if contradictions:
        lines.append(f"**ALARM: {counted(contradictions, 'contradiction')}. Do not trust these numbers before they are explained.**")
    lines += [escape_paragraph(line) for line in alarm.split("\n") if line]
    lines.append(
        f"{counted(len(results.runs), 'run')}, {spent:.0f} CPU seconds; Loophole {listed(results.rows, 'program_version')}"
        + (f"; {escape(machine)}" if machine else "") + (f"; hosts {listed(results.rows, 'host')}" if len(hosts) > 1 else "")
        + f". No two rows contradict each other{', but those above' if contradictions else ''}."
        + (f" {repeated} left out, as the same runs stand there before." if results.repeated else ""))
    checks = unique(row.proof_check or "never" for row in results.rows if row.engine != "external")
    if checks:
        lines.append(f"The runs of Loophole have `--proof-check {', '.join(escape(c) for c in checks)}`: "
                     + ("their times contain no checks of proofs, which `solve` makes by default." if checks == ["never"] else
                        "their times contain those checks."))
    lines.append(
        f"Made by {escape_code(f'loophole bench {name} -o DIR')} and `loophole report DIR`" + (f" on {escape(date)}" if date else "")
        + f"; at most {listed(results.rows, 'time_limit')} CPU seconds a run. Every run: [rows.csv](rows.csv)."
        + (f" Not installed, and so left out: {escape(absent)}." if absent else ""))
    lines = "\n\n".join(lines).split("\n")
    lines += ["", "| section | solved | best by PAR-2 | its CPU seconds, as a ratio |", "|---|---|---|---|"]
    lines += [summary_line(section) for section in results.sections]
    return lines + ["",
                    "Ratios are geometric means of CPU seconds over the instances that both solved (each the mean of its seeds; times "
                    f"below {LEAST_CPU:g} s count as {LEAST_CPU:g}), against the section's baseline, with a 95 % bootstrap interval "
                    "(from three instances on); below 1 is faster. Variables and clauses are such ratios too. PAR-2 counts an unsolved run "
                    "as twice its limit. So does p, Wilcoxon's signed-rank test against the baseline of the logarithms of the ratios, each "
                    f"the mean of its seeds, Holm-corrected in its section. A difference is significant if p is below {SIGNIFICANT:g}. No "
                    "ratio stands where a third of the runs is too short to be timed."]


# ---- tables for spreadsheets and papers ----------------------------------------------------------


def csv_table(section):
    lines = ["competitor,solved,runs,par2,cpu_ratio,low,high,p,common,variables,clauses"]
    for c in section.ranking:
        name = c.name.replace('"', '""')
        ratio, low, high, variables, clauses = [rounded(v, 4, "") for v in (c.ratio, c.low, c.high, c.variables, c.clauses)]
        p = "" if c is section.baseline or math.isnan(c.p) else f"{c.p:.3g}"
        lines.append(f'"{name}",{c.solved},{c.runs},{c.par2:.4f},{ratio},{low},{high},{p},{c.common},{variables},{clauses}')
    return "\n".join(lines) + "\n"


LATEX = {"\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}", ">": "\\textgreater{}",
         "|": "\\textbar{}", '"': "\\textquotedbl{}", **{c: "\\" + c for c in "#$%&_{}"}}


def latex(text):
    """Text inside a LaTeX document of which nothing is a command."""
    return "".join(LATEX.get(c, c) for c in text)


TIMES = (1, 2)  # columns of times


def latex_table(section):
    """Sorted like the page; the best cell of each column in bold, but times only if the best differs from the baseline."""
    shown = [([f"{c.solved}/{c.runs}", seconds(c.par2), rounded(c.ratio, none="--"), between(c.low, c.high, "--"),
               latex(p_value(c, section, "--")), rounded(c.variables, none="--"), rounded(c.clauses, none="--")],
              [-c.solved, c.par2, c.ratio, NAN, NAN, c.variables, c.clauses]) for c in section.ranking]
    best = [smallest(*column) for column in zip(*(values for _, values in shown))]
    texts = [{cells[k] for cells, values in shown if values[k] == least} for k, least in enumerate(best)]
    lines = ["% \\usepackage{booktabs}; sizes and times are ratios to the baseline " + clean_comment(section.baseline.name),
             "\\begin{tabular}{lrrrrrrr}", "\\toprule",
             "competitor & solved & PAR-2 (s) & CPU ratio & 95\\,\\% CI & $p$ & variables & clauses \\\\", "\\midrule"]
    for c, (cells, _) in zip(section.ranking, shown):
        cells = [f"\\textbf{{{cell}}}" if cell in bold and len(shown) > 1 and (k not in TIMES or section.decided) else cell
                 for k, (cell, bold) in enumerate(zip(cells, texts))]
        lines.append(f"{latex(c.name)} & {' & '.join(cells)} \\\\")
    return "\n".join(lines + ["\\bottomrule", "\\end{tabular}"]) + "\n"


def clean_comment(text):
    return re.sub(r"[^ -~]", "?", text)


# ---- two runs of one suite, run by run -----------------------------------------------------------

# A count is the same on every machine, seconds are not.
MEASURES = (("CPU seconds", "cpu_seconds"), ("conflicts", "conflicts"), ("clauses", "clauses"))


def change(was, now, column):
    """The ratio now / before; NaN: one of them was not solved, or has no such number."""
    if not (was.solved and now.solved):
        return NAN
    if column == "cpu_seconds":
        return now.cpu / was.cpu
    before = number(getattr(was, column)) + 1
    return (number(getattr(now, column)) + 1) / before if before else math.inf


def run_name(row):
    seed = "" if row.seed == "0" else f" seed {escape(row.seed)}"
    return f"- {escape(row.section)}: {escape(short_instance(row.instance))} {escape_code(row.choices)}{seed}"


def means_table(pairs, rows):
    lines = ["| section |" + "".join(f" {name} |" for name, _ in MEASURES) + " runs |", "|---|---:|---:|---:|---:|"]
    for section in unique(row.section for row in rows) + [None]:
        cells, most = "", 0
        for _, column in MEASURES:
            changes = [change(was, now, column) for was, now in pairs if section in (None, now.section)]
            logs = [log(ratio) for ratio in changes if not math.isnan(ratio)]
            low, high = interval(logs)
            cells += f" {exp(mean(logs)):.2f}" if logs else " –"
            cells += " |" if math.isnan(low) else f" ({between(low, high)}) |"
            most = max(most, len(logs))
        lines.append(f"| {'all' if section is None else escape(section)} |{cells} {most} |")
    return lines


def made_with(row):
    solver = f" with {escape(row.solver)} {escape(row.solver_version)}" if row.solver else ""
    return f" {escape(row.program_version)}{solver}"


def comparison(before, after, tolerance):
    """The lines; and whether a run is worse: another answer, not solved any more, or conflicts or clauses grew by more
    than the factor `tolerance`; or no run is in both."""
    first = {row.run: row for row in reversed(before)}
    pairs = [(first[row.run], row) for row in after if row.run in first]
    lines = [f"{len(after)} runs, {len(pairs)} of them in both; before: Loophole{made_with(before[0])}, now{made_with(after[0])}.",
             "Ratios now / before are geometric means over the runs that both solved, with a 95 % bootstrap interval; "
             "below 1 is less.", ""] + means_table(pairs, after)
    if any("–" in line for line in lines):
        lines += ["", "A dash: no run has that number before and now; external solvers report no conflicts, nor do searches without "
                  "a solver."]
    wrong, lost, gained, more, less = [], [], [], [], []
    for was, now in pairs:
        different = was.solved and now.solved and (was.status, was.objective_value) != (now.status, now.objective_value)
        if different or was.solved != now.solved:
            said = [different and row.objective_value or row.status or "nothing" for row in (now, was)]
            (wrong if different else lost if was.solved else gained).append(
                f"{run_name(now)}: {escape(said[0])}, was {escape(said[1])}")
            continue
        for name, column in MEASURES:
            ratio, timed = change(was, now, column), column == "cpu_seconds"
            least = WORTH if timed else tolerance
            if not (timed and max(was.cpu, now.cpu) < NOISE) and (ratio > least or ratio < 1 / least):
                (more if ratio > 1 else less).append(f"{run_name(now)}: {name} {escape(getattr(now, column))}, was "
                                                     f"{escape(getattr(was, column))} ({ratio:.2f})")
    for title, runs in (("Wrong: two answers", wrong), ("Not solved any more", lost), ("Solved now", gained),
                        ("More than before", more), ("Less than before", less)):
        lines += ["", f"## {title} ({len(runs)})", ""] + runs if runs else []
    grown = any(change(was, now, column) > tolerance for was, now in pairs for _, column in MEASURES[1:])
    return lines, bool(wrong or lost or grown or not pairs)
