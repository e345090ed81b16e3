"""Plots: scripts for gnuplot, with their data. A script is complete by itself, so that a reader can change it."""
import contextlib
import math
import os
import re
import subprocess

from markdown import escape, short_instance
from results import NAN, exp, largest, log, number, smallest
from suite import split

# Lines that differ for color-blind readers and in print: the colors of Okabe and Ito, the light ones darker, so that all
# have a contrast of 3 on white; and a mark each.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#bd8000", "#3a97d0", "#000000", "#8a8a2e")
MARKS = (7, 5, 9, 11, 13, 6, 4, 8)
WIDEST = 17  # characters of a name in a line
WIDTH, HEIGHT = 420, 350  # as wide as a phone: two fit next to each other on a screen and on paper
WORTH_A_PLOT = 0.05  # CPU seconds of the longest run; below, plots show noise
LEAST = 0.008  # seconds at the bottom of an axis


def quoted(text):
    """In gnuplot's double quotes, where a backquote would run a command."""
    return '"' + re.sub(r'["\\`\n]', "", text) + '"'


def shortened(name):
    """Quoted, and cut in the middle to what fits: long names differ at their ends."""
    return quoted(name if len(name) <= WIDEST else name[: WIDEST // 3] + "…" + name[len(name) - WIDEST * 2 // 3:])


def label_lines(name):
    """A name on one line, or on two, split at the blank for which the longer one is shortest."""
    blanks = [i for i, c in enumerate(name) if c == " "]
    if len(name) <= WIDEST - 2 or not blanks:
        return [name]
    at = min(blanks, key=lambda i: max(i, len(name) - i - 1))
    return [name[:at], name[at + 1:]]


def push_apart(at, gap, low, high):
    """Moves rising places apart by at least `gap`, each as little as possible, and into low..high.

    The sum of squares is least: neighbors that are too near move as one pool [mean, size].
    """
    pools = []
    for k, place in enumerate(at):
        pools.append([place - k * gap, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            place, size = pools.pop()
            both = pools[-1][1] + size
            pools[-1] = [(pools[-1][0] * pools[-1][1] + place * size) / both, both]
    places = [place for place, size in pools for _ in range(size)]
    return [largest(low, smallest(place, high - (len(at) - 1) * gap)) + k * gap for k, place in enumerate(places)]


def tick_step(extent):
    """1, 2 or 5 times a power of ten, so that an axis has at most seven ticks."""
    power = 1
    while extent > 70 * power:
        power *= 10
    return power * (1 if extent <= 7 * power else 2 if extent <= 14 * power else 5 if extent <= 35 * power else 10)


class Plot:
    """A script that grows, and the note under the drawing. The best eight competitors are in color, the others gray."""

    def __init__(self, section):
        self.section, self.script, self.note = section, "", ""
        self.lines = section.ranking[: len(COLORS)]
        if section.baseline not in self.lines:
            self.lines[-1] = section.baseline
        self.others = [c for c in section.competitors if c not in self.lines]
        self.index = {c: i for i, c in enumerate(section.competitors)}
        self.limit = largest(0, *(number(row.time_limit) for row in section.rows))
        self.timeouts = not all(row.solved for row in section.rows)
        most = largest(0.1, *(row.cpu for row in section.rows if row.solved))
        self.top = 2 * largest(most, self.limit) if self.timeouts else 1.3 * most

    def head(self, x, y, more):
        self.script += (
            f"set terminal svg size {WIDTH},{HEIGHT} font 'DejaVu Sans,12' background rgb 'white'\nset grid lc rgb '#bbbbbb'\n"
            f"set border lc rgb '#444444'\nset key above noenhanced\nset xlabel {quoted(x)} noenhanced\n"
            f"set ylabel {quoted(y)} noenhanced\n{more}\n")

    def multiplot(self, x, y, height, down, across, first):
        """Small plots on the same axes, which are labelled once, with the first plot. Returns the commands around those plots."""
        left, right, below, above, apart = 54 / WIDTH, 1 - 12 / WIDTH, 46 / height, 1 - 22 / height, 40
        return (
            f"set terminal svg size {WIDTH},{height} font 'DejaVu Sans,11' background rgb 'white'\n"
            f"set multiplot layout {down},{across} margins screen {left:.3f},{right:.3f},{below:.3f},{above:.3f} "
            f"spacing screen {apart / WIDTH:.3f},{(apart + 8) / height:.3f}\n"
            f"set label 101 {quoted(x)} noenhanced at screen {(left + right) / 2:.3f},{11 / height:.3f} center\n"
            f"set label 102 {quoted(y)} noenhanced at screen {11 / WIDTH:.3f},{(below + above) / 2:.3f} center rotate\n"
            f"{first}unset label 101\nunset label 102\n")

    def block(self, name, points):
        lines = [" ".join(f"{v:g}" for v in point).replace("nan", "NaN") + "\n" for point in points]
        self.script += f"${name} << EOD\n" + "".join(lines) + "EOD\n"

    def style(self, line):
        return f" lc rgb '{COLORS[line]}' pt {MARKS[line]} title {quoted(self.lines[line].name)}"

    def end_labels(self, last):
        """Names on the right, each with its mark next to the end of its line. last: a value for each line, NaN: none."""
        order = sorted((i for i, v in enumerate(last) if not math.isnan(v)), key=lambda i: last[i])
        names = [label_lines(self.lines[i].name) for i in order]
        widest = max([11] + [min(WIDEST, max(map(len, name))) for name in names])
        extent = log(self.top / LEAST)
        gap = extent / (largest(6.5, len(order) - 1) if any(len(name) > 1 for name in names) else 17)
        places = push_apart([log(last[i]) for i in order], gap, log(LEAST), log(self.top))
        self.script += f"unset key\nset rmargin {widest + 2}\n"
        for k, (i, name, place) in enumerate(zip(order, names, places)):
            label = '."\\n".'.join(map(shortened, name))
            self.script += (f"set label {k + 1} {label} noenhanced at graph 1.04, first {exp(place):g} tc rgb '#222222' "
                            f"point pt {MARKS[i]} ps 0.7 lc rgb '{COLORS[i]}' offset 0.3,0\n")

    def finish_frame(self):
        """Names the gray lines in the note, and draws the limit if a run exceeded it."""
        if self.others:
            self.note += (" " if self.note else "") + "In grey: " + ", ".join(escape(c.name) for c in self.others) + "."
        if self.timeouts:
            self.script += (
                f"set arrow 99 from graph 0, first {self.limit:g} to graph 1, first {self.limit:g} nohead dt 3 lc rgb '#666666'\n"
                f"set label 99 'limit' at graph 0.01, first {self.limit:g} offset 0,0.6 tc rgb '#666666'\n")


def cactus(plot):
    """The sorted times of each competitor."""
    section = plot.section
    most = max([1] + [c.solved for c in section.competitors])
    plot.head("runs solved", "CPU seconds each", "set logscale y")
    plot.script += f"set yrange [{LEAST:g}:{plot.top:g}]\nset xtics {tick_step(most):g}\nset xrange [0:{most * 1.02:g}]\n"
    last = {}
    for c in plot.others + plot.lines:
        times = sorted(row.cpu for row in section.rows if row.choices == c.choices and row.solved)
        plot.block(f"c{plot.index[c]}", list(enumerate(times, 1)) or [(NAN, NAN)])
        last[c] = times[-1] if times else NAN
    plot.end_labels([last[c] for c in plot.lines])
    plot.finish_frame()
    drawn = [f"$c{plot.index[c]} using 1:2 with lines lw 1 lc rgb '#949494'" for c in plot.others]
    drawn += [f"$c{plot.index[c]} using 1:2 with linespoints lw 2 ps 0.7" + plot.style(i) for i, c in enumerate(plot.lines)]
    plot.script += "plot " + ", ".join(drawn) + "\n"
    return True


def scatter(plot):
    """The only challenger against the baseline. Runs at one place are one point, as large as they are many."""
    section = plot.section
    best = next((c for c in plot.lines if c is not section.baseline and c.common > 1), None)
    if not best or len(challengers(section)) > 1:
        return False
    plot.head(f"{section.baseline.name} (CPU s)", f"{best.name} (CPU s)", "set logscale xy\nset size square\nunset key")
    ties = {}
    for row in section.rows:
        base = section.first.get((section.baseline.choices, row.instance, row.seed))
        if row.choices == best.choices and base:
            at = tuple(r.cpu if r.solved else number(r.time_limit) for r in (base, row))
            ties[at] = ties.get(at, 0) + 1
    most = largest(0.1, *(v for at in ties for v in at)) * 1.5
    plot.block("d", [at + (0.8 * math.sqrt(n),) for at, n in ties.items()])
    plot.script += (
        f"set xrange [{LEAST:g}:{most:g}]\nset yrange [{LEAST:g}:{most:g}]\nplot x with lines lc rgb '#888888' lw 1, "
        "x*10 with lines lc rgb '#aaaaaa' dt 2, x/10 with lines lc rgb '#aaaaaa' dt 2, "
        "$d using 1:2:3 with points pt 7 ps variable lc rgb '#0072b2'\n")
    return True


def challengers(section):
    return [c for c in section.ranking if c is not section.baseline and c.common]


def pairs(plot):
    """Every challenger against the baseline, run by run: a small plot for each, on the same axes. Runs that were not solved lie on
    the limit."""
    most_plots, columns = 24, 4
    section = plot.section
    against = challengers(section)
    shown, left_out = against[:most_plots], against[most_plots:]
    if len(shown) < 2:
        return False
    down, most = (len(shown) + columns - 1) // columns, plot.top if plot.timeouts else 0.1
    drawn = []
    for c in shown:
        points = []
        for row in section.rows:
            base = section.first.get((section.baseline.choices, row.instance, row.seed))
            if row.choices == c.choices and base:
                points.append(tuple(r.cpu if r.solved else number(r.time_limit) for r in (base, row)))
        most = largest(most, *(1.5 * v for point in points for v in point))
        plot.block(f"p{plot.index[c]}", points)
        drawn.append(f"set title {quoted(c.name)} noenhanced offset 0,-0.7\nplot x with lines lc rgb '#888888' lw 1, "
                     f"$p{plot.index[c]} using 1:2 with points pt 7 ps 0.5 lc rgb '#0072b2'\n")
    plot.script += (
        f"set border lc rgb '#444444'\nset grid lc rgb '#dddddd'\nunset key\nset logscale xy\nset format '%g'\n"
        f"set xrange [{LEAST:g}:{most:g}]\nset yrange [{LEAST:g}:{most:g}]\nset xtics 100 offset 0,0.3\nset ytics 100 offset 0.6\n"
        + plot.multiplot(f"CPU seconds of {section.baseline.name}", "CPU seconds of each", 42 + 124 * down, down, columns, drawn[0])
        + "".join(drawn[1:]) + "unset multiplot\n")
    plot.note = (f"CPU seconds of each run: across, {escape(section.baseline.name)}; up, the name above the plot. Below the line is "
                 "faster than the baseline." + (" A run that was not solved is on its limit." if plot.timeouts else ""))
    if left_out:
        plot.note += f" Not drawn, as there is no room: {', '.join(escape(c.name) for c in left_out)}."
    return True


def board(instance):
    """Height and width: 8, 10 of "gunport 8x10 ..." and 6, 6 of "tank 6"; None for "archer 100 16 17"."""
    found = re.match(r"[^ ]* (\d+(?:\.\d+)?)(?:x(\d+(?:\.\d+)?))?(?: (?!\d)|$)", instance, re.ASCII)
    return (float(found[1]), float(found[2] or found[1])) if found else None


def scaling(plot):
    """CPU seconds by board size: a line joins squares, which only size distinguishes; other shapes are points."""
    section = plot.section
    puzzle = section.instances[0].split(" ")[0]
    boards = {i: board(i) for i in section.instances if i.startswith(puzzle + " ") and board(i) and math.prod(board(i)) > 0}
    cells = {i: height * width for i, (height, width) in boards.items()}
    if len(set(cells.values())) < 3:
        return False
    plot.note = "Lines join squares; crosses: not solved."
    plot.head(f"cells of the {puzzle} board", "CPU seconds (median)", "set logscale y")
    extent = max(cells.values()) - min(cells.values())
    plot.script += f"set yrange [{LEAST:g}:{plot.top:g}]\nset xtics {tick_step(extent):g}\n"
    last = {}
    for c in plot.others + plot.lines:
        parts = {"s": [], "o": [], "t": []}  # squares, other boards, and at the limit: not solved
        for i, (height, width) in boards.items():
            median = section.median(c, i)
            if math.isinf(median):
                parts["t"].append((cells[i], plot.limit))
            elif not math.isnan(median):
                parts["s" if height == width else "o"].append((cells[i], largest(median, 0.01)))
        for part, points in parts.items():
            plot.block(f"{part}{plot.index[c]}", points + [(NAN, NAN)])
        last[c] = largest(*(seconds for points in parts.values() for _, seconds in points))
    plot.end_labels([last[c] for c in plot.lines])
    plot.finish_frame()
    drawn = ["plot NaN notitle"]
    for c in plot.others:
        k = plot.index[c]
        drawn += [f"$s{k} using 1:2 smooth unique with lines lw 1 lc rgb '#949494'",
                  f"$o{k} using 1:2 with points pt 7 ps 0.3 lc rgb '#949494'",
                  f"$t{k} using 1:2 with points pt 2 ps 0.7 lc rgb '#949494'"]
    for i, c in enumerate(plot.lines):
        k = plot.index[c]
        drawn += [f"$s{k} using 1:2 smooth unique with linespoints lw 2 ps 0.7" + plot.style(i),
                  f"$o{k} using 1:2 with points ps 0.7" + plot.style(i),
                  f"$t{k} using 1:2 with points pt 2 lw 2 lc rgb '{COLORS[i]}' notitle"]
    plot.script += ", ".join(drawn) + "\n"
    return True


def bound_steps(trace, which):
    """Points (seconds, bound) of a trace "seconds:lower:upper ...", as gnuplot reads them; which: 1 lower, 2 upper."""
    steps = [word.split(":") for word in split(trace)]
    return [(largest(number(s[0]), 0.001), number(f"{number(s[which]):g}")) for s in steps if len(s) > which and s[which]]


def bounds(plot):
    """Bounds against time on the hardest instance: a small plot for each competitor, on the same axes."""
    most_plots, columns = 24, 2
    section = plot.section
    effort = {i: 0.0 for i in section.instances}
    for row in section.rows:
        if row.objective_value:
            effort[row.instance] += number(row.cpu_seconds)
    instance = max(effort, key=lambda i: effort[i] if effort[i] > 0 else 0)
    if not effort[instance] > 0:
        return False
    rows = [row for row in section.rows if row.instance == instance]
    traced = {c: next((row for row in section.runs(c, instance) if row.trace), None) for c in section.competitors}
    plot.script += (
        "set border lc rgb '#444444'\nset grid lc rgb '#dddddd'\nunset key\nset logscale x\nset format x '%g'\n")
    # Bounds near the answer are worth seeing; the trivial one, as far away as the board has cells, is not.
    valued = [row for row in rows if row.objective_value]
    answer = number(next((row for row in reversed(valued) if row.solved), valued[0]).objective_value)
    away = [largest(0, *(abs(bound - answer) for row in rows for _, bound in bound_steps(row.trace, which))) for which in (1, 2)]
    room = largest(2, 1.5 * min(away))
    low, high = answer - room if answer < 0 else largest(0, answer - room), answer + room
    plot.script += f"set yrange [{low:g}:{high:g}]\n" + ("set ytics 1\n" if room < 10 else "")
    shown, without, frame, plot.script = [], [], plot.script, ""
    for c in section.competitors:
        trace = traced[c].trace if traced[c] and len(shown) < most_plots else ""
        steps = [bound_steps(trace, which) for which in (1, 2)]
        for edge, name, points in zip((low - 1, high + 1), "lu", steps):
            if trace:
                plot.block(f"b{plot.index[c]}{name}", [(t, edge) for t, _ in points[:1]] + points + [(NAN, NAN)])
        (shown if any(steps) else without).append(c)
    if not shown:
        return False
    last = largest(0.01, *(number(traced[c].cpu_seconds) for c in shown))
    plot.script = frame + f"set xrange [0.001:{1.3 * last:g}]\n" + plot.script
    across = min(len(shown), columns)
    down = (len(shown) + across - 1) // across

    def both_bounds(c, color, width):
        return ", ".join(f"$b{plot.index[c]}{bound} using 1:2 with steps lw {width}{dashes} lc rgb '{color}'"
                         for bound, dashes in (("l", ""), ("u", " dt 2")))

    panels = []
    for c in shown:
        gray = c is not section.baseline and traced[section.baseline]
        drawn = ([both_bounds(section.baseline, "#949494", 1)] if gray else []) + [both_bounds(c, COLORS[0], 2)]
        panels.append(f"set title {quoted(c.name)} noenhanced offset 0,-0.7\nplot " + ", ".join(drawn) + "\n")
    height = 42 + (220 if across < columns else 124) * down
    plot.script += (plot.multiplot("CPU seconds", "bounds on the objective value", height, down, across, panels[0])
                    + "".join(panels[1:]) + "unset multiplot\n")
    plot.note = (f"The bounds of {escape(short_instance(instance))} over CPU seconds, upper ones dashed; "
                 "they meet where the answer is proved.")
    if len(shown) > 1:
        plot.note += f" In grey: {escape(section.baseline.name)}."
    if without:
        names = ", ".join(escape(c.name) for c in without)
        plot.note += f" Not drawn, as they left no bounds or there is no room: {names}."
    return True


PLOTS = (("cactus", "How many runs are solved within a time", cactus),
         ("scatter", "The challenger against the baseline, run by run", scatter),
         ("pairs", "Each challenger against the baseline, run by run", pairs),
         ("scaling", "CPU seconds by board size", scaling),
         ("bounds", "Bounds against time on the hardest instance", bounds))


def draw(section, directory, write):
    """Writes SECTION-NAME.gp, has gnuplot make SECTION-NAME.svg, and rsvg-convert, if it is there, SECTION-NAME.pdf. Returns
    (name, title, note) of each plot drawn, and the script that gnuplot could not draw, or None."""
    drawn = []
    if not largest(0, *(number(row.cpu_seconds) for row in section.rows)) >= WORTH_A_PLOT:
        return drawn, None
    for name, title, make in PLOTS:
        plot, script = Plot(section), f"{section.name}-{name}.gp"
        if not make(plot):
            continue
        write(directory, script, f"set output '{section.name}-{name}.svg'\n{plot.script}")
        try:
            subprocess.run(["gnuplot", f"./{script}"], cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, timeout=60, check=True)
            with open(os.path.join(directory, f"{section.name}-{name}.svg"), encoding="utf-8") as drawing:
                whole = "<svg" in drawing.read()
        except (OSError, ValueError, subprocess.SubprocessError):
            whole = False
        if not whole:
            return drawn, script
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run(["rsvg-convert", "-f", "pdf", "-o", f"./{section.name}-{name}.pdf", f"./{section.name}-{name}.svg"],
                           cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60,
                           check=True)
        drawn.append((name, title, plot.note))
    return drawn, None
