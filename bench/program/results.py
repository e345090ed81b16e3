"""Result rows: sections, competitors, and the statistics over them."""
import functools
import itertools
import math
import operator
import re

import rows
from suite import join, split

NAN = math.nan
LEAST_CPU = 0.01  # seconds: shorter runs count as this long, because noise dominates them
MOST_SHORT = 1 / 3  # of the compared runs: if more are as short as that, their ratio is not printed
SIGNIFICANT = 0.05  # a difference is one if its corrected p-value is below
RESAMPLES = 1000
LEAST_SAMPLE = 3
EXACT = 50  # pairs; more are tested by the normal approximation
SOLVED = ("optimal", "satisfiable", "unsatisfiable")


def number(text):
    """The number that a field begins with: NaN if the field is empty, 0 if it begins with none."""
    found = rows.number(text)
    return float(found) if found is not None else 0.0 if text else NAN


def largest(*values):
    return max((v for v in values if not math.isnan(v)), default=NAN)


def smallest(*values):
    return min((v for v in values if not math.isnan(v)), default=NAN)


def log(x):
    return math.log(x) if x > 0 else -math.inf if x == 0 else NAN


def exp(x):
    return math.exp(x) if x < 709 else math.inf


def total(values):
    """Adds from left to right; the built-in sum rounds differently from Python 3.12 on."""
    return functools.reduce(operator.add, values, 0.0)


def mean(values):
    return total(values) / len(values)


def unique(values):
    return list(dict.fromkeys(values))


class Row:
    """One run. Its attributes are the columns of rows.csv, as text."""

    def __init__(self, fields):
        self.__dict__.update(fields)
        self.run = (self.section, self.choices, self.instance, self.seed)
        self.solved = self.status in SOLVED
        self.cpu = largest(number(self.cpu_seconds), LEAST_CPU)


def read_rows(table):
    return [Row(fields) for fields in table]


# ---- intervals ----------------------------------------------------------------------------------


@functools.lru_cache(None)
def resamples(size):
    """Which elements each resample of that size takes: splitmix64 from a fixed seed, so that a report is repeatable."""
    mask, state, taken = 2**64 - 1, 1, []
    for _ in range(RESAMPLES):
        sample = []
        for _ in range(size):
            state = state + 0x9E3779B97F4A7C15 & mask
            z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
            z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
            sample.append((z ^ z >> 31) % size)
        taken.append(sample)
    return taken


def interval(values):
    """The 95 % percentile bootstrap (Efron 1979) of the exponential of the mean; NaN: too few values."""
    if len(values) < LEAST_SAMPLE:
        return NAN, NAN
    means = sorted(mean([values[i] for i in sample]) for sample in resamples(len(values)))
    return exp(means[RESAMPLES // 40]), exp(means[RESAMPLES - 1 - RESAMPLES // 40])


def mid_ranks(values):
    """The rank of each value, doubled: equal values share the mean of their ranks."""
    order = sorted(values)
    first, last = {}, {}
    for rank, value in enumerate(order, 1):
        first.setdefault(value, rank)
        last[value] = rank
    return [first[value] + last[value] for value in values]


def signed_rank(differences):
    """The two-sided p-value of Wilcoxon's signed-rank test (1945) that differences are symmetric about 0. Zeros are left out.
    Exact, also with ties, for at most EXACT differences; NaN: there is none."""
    kept = [d for d in differences if d]
    ranks = mid_ranks([abs(d) for d in kept])
    positive, most = sum(r for r, d in zip(ranks, kept) if d > 0), sum(ranks)
    least = min(positive, most - positive)
    if not kept:
        return NAN
    if len(kept) > EXACT:
        deviation = math.sqrt(total(r * r for r in ranks)) / 2
        return math.erfc(max(0, most / 2 - least - 1) / deviation / math.sqrt(2))
    ways = [1] + [0] * most  # ways[s]: choices of signs with which the positive ranks add up to s
    for rank in ranks:
        ways = [ways[s] + (ways[s - rank] if s >= rank else 0) for s in range(most + 1)]
    return min(1.0, 2 * sum(ways[:least + 1]) / 2 ** len(kept))


def holm(values):
    """The p-values, adjusted for all that are not NaN (Holm 1979)."""
    order = sorted((p, i) for i, p in enumerate(values) if not math.isnan(p))
    adjusted, least = [NAN] * len(values), 0.0
    for place, (p, i) in enumerate(order):
        least = max(least, min(1.0, (len(order) - place) * p))
        adjusted[i] = least
    return adjusted


# ---- the names of competitors -------------------------------------------------------------------


def split_options(choices):
    """Pairs (option, value) and single words (option,)."""
    options = []
    for word in split(choices):
        if options and len(options[-1]) == 1 and not word.startswith("--"):
            options[-1] += (word,)
        else:
            options.append((word,))
    return options


def option_name(option):
    """The value, and the option's name if the value alone means little, such as `yes` or `4`."""
    name, value = option[0].lstrip("-"), "".join(option[1:])
    if value not in ("yes", "no", "none") and value.strip("0123456789."):
        return value.split(" ")[0]  # process:minisat, without its own options
    return f"{name} {value}" if len(option) > 1 else name


def name_competitors(all_choices):
    """The names of competitors, which are the options that not all of them have; and the options that all have."""
    options = [split_options(choices) for choices in all_choices]
    common = [o for o in options[0] if len(options) > 1 and all(o in other for other in options)]
    names = [" ".join(option_name(o) for o in own if o not in common) or "defaults" for own in options]
    if len(set(names)) < len(names):
        return [choices or "defaults" for choices in all_choices], ""
    return names, join(word for option in common for word in option)


# ---- sections -----------------------------------------------------------------------------------


class Competitor:
    """One set of choices.

    par2: CPU seconds, an unsolved run counting twice its limit; the mean over instances of the mean over their runs.
    ratio: geometric mean of CPU seconds relative to the baseline, with the interval low..high, over the `common`
    instances that both solved; NaN, too, if MOST_SHORT of the runs of either are too short to be timed. variables, clauses: such
    ratios of formula sizes. p: the signed-rank test of all instances
    against the baseline, adjusted for the section's comparisons. NaN: there is none.
    """

    def __init__(self, choices, name, rows):
        self.choices, self.name, self.runs = choices, name, len(rows)
        self.solved = sum(row.solved for row in rows)
        scores = {}
        for row in rows:
            scores.setdefault(row.instance, []).append(number(row.cpu_seconds) if row.solved else 2 * number(row.time_limit))
        self.par2 = mean([mean(times) for times in scores.values()])

    def compare(self, section):
        ratios = section.log_ratios(self, lambda row: row.cpu)
        self.common = len(ratios)
        self.short = self is not section.baseline and section.too_short(self)
        self.ratio = exp(mean(ratios)) if ratios and not self.short else NAN
        self.low, self.high = (NAN, NAN) if self.short else interval(ratios)
        sizes = [section.log_ratios(self, column) for column in (lambda row: number(row.variables), lambda row: number(row.clauses))]
        self.variables, self.clauses = [exp(mean(values)) if values else NAN for values in sizes]
        self.p = signed_rank(section.differences(self))


class Section:
    """The rows of one section: the same competitors on the same instances."""

    def __init__(self, name, rows):
        self.name = re.sub(r"[^A-Za-z0-9._-]", "_", name)  # files and links contain it
        self.rows = rows
        self.instances = unique(row.instance for row in rows)
        self.cells, self.first = {}, {}
        for row in rows:
            self.cells.setdefault((row.choices, row.instance), []).append(row)
            self.first.setdefault((row.choices, row.instance, row.seed), row)
        all_choices = unique(row.choices for row in rows)
        names, self.shared = name_competitors(all_choices)
        self.competitors = [Competitor(choices, name, [row for row in rows if row.choices == choices])
                            for choices, name in zip(all_choices, names)]
        self.ranking = sorted(self.competitors, key=lambda c: c.par2)

    def choose_baseline(self, wanted, default):
        """Compares all with the competitor `wanted`, else with `default`, else with the first. Is `wanted` there?"""
        named = [[c for c in self.competitors if choices in (c.choices, c.name)] for choices in (wanted, default)]
        self.baseline = (named[0] + named[1] + self.competitors)[0]
        for competitor in self.competitors:
            competitor.compare(self)
        for competitor, p in zip(self.competitors, holm([c.p for c in self.competitors])):
            competitor.p = p
        against = [c for c in self.ranking[:2] if c is not self.baseline]
        self.decided = bool(against) and against[0].p < SIGNIFICANT  # whether the best, or the next if that is the baseline, differs
        return bool(named[0])

    def runs(self, competitor, instance):
        return self.cells.get((competitor.choices, instance), [])

    def log_ratios(self, competitor, value, unsolved=False):
        """For each instance that both solved (or not, if `unsolved`), the mean over its seeds of the logarithm of the ratio to the
        baseline.

        Seeds are averaged first, because runs of one instance are not independent: most solvers change little.
        """
        ratios = []
        for instance in self.instances:
            logs = []
            for row in self.runs(competitor, instance):
                base = self.first.get((self.baseline.choices, instance, row.seed))
                if base and (unsolved or row.solved and base.solved) and value(row) > 0 and value(base) > 0:
                    logs.append(log(value(row) / value(base)))
            if logs:
                ratios.append(mean(logs))
        return ratios

    def too_short(self, competitor):
        """Whether the clock decides the ratio: of the runs that both solved, MOST_SHORT of one's are as short as LEAST_CPU."""
        pairs = [(row, self.first.get((self.baseline.choices, row.instance, row.seed))) for row in self.rows
                 if row.choices == competitor.choices]
        pairs = [(a, b) for a, b in pairs if b and a.solved and b.solved]
        return any(sum(pair[k].cpu <= LEAST_CPU for pair in pairs) >= MOST_SHORT * len(pairs) > 0 for k in (0, 1))

    def differences(self, competitor):
        """What the signed-rank test is of: the logarithms of the ratios over all instances, an unsolved run counting twice its limit."""
        return self.log_ratios(competitor, lambda row: row.cpu if row.solved else 2 * number(row.time_limit), True)

    def same_formulas(self):
        """Pairs of competitors whose runs cannot be told apart: the sizes of their formulas are equal in all runs, and so are the
        conflicts where both solved. Their ratio is noise."""
        def differ(a, b):
            columns = ["variables", "clauses", "literals", "solver", "solver_version", "engine", "search", "parity"]
            return any(getattr(a, c) != getattr(b, c) for c in columns + ["conflicts"] * (a.solved and b.solved))

        pairs = []
        for a, b in itertools.combinations(self.competitors, 2):
            runs = [(row, self.first.get((b.choices, row.instance, row.seed))) for row in self.rows if row.choices == a.choices]
            runs = [(x, y) for x, y in runs if y and x.literals and y.literals]
            if runs and not any(differ(x, y) for x, y in runs):
                pairs.append((a, b))
        return pairs

    def median(self, competitor, instance):
        """Median CPU seconds over the seeds; infinite if half or more were not solved, NaN if there was no run."""
        runs = self.runs(competitor, instance)
        times = sorted(number(row.cpu_seconds) if row.solved else math.inf for row in runs)
        return (times[(len(times) - 1) // 2] + times[len(times) // 2]) / 2 if times else NAN


class Results:
    """All sections of a directory, and what its suite.txt says."""

    def __init__(self, rows, suite):
        self.suite = suite
        first = {row.run: row for row in reversed(rows)}
        kept = [row for row in rows if first[row.run] is row]  # merged files may contain a run twice
        groups = {}
        for row in kept:
            groups.setdefault(row.section, []).append(row)
        self.sections = [Section(name, group) for name, group in groups.items()]
        self.runs = [row for group in groups.values() for row in group]
        self.repeated = [row for row in rows if first[row.run] is not row]
        self.rows = self.runs + self.repeated
        self.names = list(groups)

    def line(self, key):
        """The rest of the first line of suite.txt that begins with the key."""
        return next((line[len(key) + 1:] for line in self.suite.split("\n") if line.startswith(key + " ")), "")

    def choose_baseline(self, wanted):
        """Is the competitor `wanted` in a section? None: each section's own baseline."""
        return any([section.choose_baseline(wanted, self.line(f"baseline {name}"))
                    for section, name in zip(self.sections, self.names)]) or wanted is None
