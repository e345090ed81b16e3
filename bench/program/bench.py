"""Runs a suite, a child process for each run, and keeps a row of each on the disk before the next one starts.

A run is one `solve` with limits; a row is what came out, a line of CSV.
"""
import fcntl
import json
import os
import re
import signal
import sys
import time

import rows
from child import Child, Files, wait
from common import STOPPED, BadInput, SystemFailure, clean, complain, read_text, say, write
from suite import BadUsage, Program, Run, Suite, join, split

LOOK_SECONDS = 0.5  # a line of progress is written again that often
CRASHED = 4  # the external program left no answer, and a status that no solver has
NOT_UNIQUE, UNDECIDED = 4, 5  # of solve --unique

# One shell runs encode, the program and decode, so that limits and CPU seconds are of all of them.
SCRIPT = r"""self=$1 FILE=$2/file.$3 answer=$2/answer format=$3 command=$4
export FILE
trap 'rm -f "$FILE"*' EXIT
shift 4
"$self" encode "$@" -F "$format" -o "$FILE" >/dev/null || exit
(eval "$command") >"$answer" 2>/dev/null </dev/null
ended=$?
"$self" decode --from "$FILE" --answer "$answer" --json
judged=$?
[ $judged -eq 3 ] || exit $judged
case $ended in 0 | 10 | 20 | 30) exit 3 ;; esac
[ $ended -gt 128 ] && kill -$((ended - 128)) $$
exit 4
"""


# ---- one run ------------------------------------------------------------------------------------


def start(run, program):
    chosen, given = program.options(run.choices), dict(program.options(f"{run.instance} {run.choices}"))
    words, files = [program.path, "solve", *split(run.instance), *split(run.choices), f"--seed={run.seed}", "--json"], None
    if run.external:
        files = Files()
        kept = [f"--{name}" + (value and f"={value}") for name, value in chosen if name not in program.solving]
        words = ["sh", "-c", SCRIPT, "sh", program.path, files.directory, run.external.format, run.external.command,
                 *split(run.instance), *kept]
    else:
        if not given.keys() & {"search", "engine"}:
            words.append("--engine=sat")  # encodings are compared at work
        if "proof-check" not in given:
            words.append("--proof-check=never")  # solving is measured, not checking
    try:
        return Child(words, run.time_limit, 10 * run.time_limit + 10, run.memory_mb if program.limits_memory else 0, files)
    except OSError as error:
        raise SystemFailure(f"The program '{words[0]}' cannot be started ({error.strerror}).") from error


def as_text(value):
    """A value of the JSON as a row has it; None: it is not in a row."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6f}"
    return str(value) if isinstance(value, (int, str)) else None


def trace_text(trace):
    def number(value):
        return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)

    return " ".join(":".join(number(step.get(k)) for k in ("seconds", "lower_bound", "upper_bound")) for step in trace or [])


def has_spent(cpu, limit):
    """The kernel counts CPU time by ticks: a program that was stopped at its limit of 10 seconds may report 8.2."""
    return cpu > 0.8 * limit - 0.5


def external_status(answer, child, limit):
    """The status of an external solver's run; None: neither a claim nor a reason. An objective value that the program does not call
    the optimum answers nothing; a wrong solution is a false claim."""
    claim = answer.get("claim")
    if not isinstance(claim, str):
        return None
    if child.code == 0:
        return "satisfiable" if answer.get("objective_value") is None else claim if claim == "optimal" else "unknown"
    if child.code == 1:
        return "failed"
    if child.code in (3, CRASHED) and has_spent(child.cpu, limit):
        return "timeout"
    return {3: "unknown", CRASHED: "crashed", 20: claim}.get(child.code)


def ending(child, limit, note):
    """The status of a run without an answer. A child that is killed before its limit lacked memory."""
    if child.timed_out or child.code == 128 + signal.SIGXCPU:
        return "timeout"
    if child.code == 128 + signal.SIGKILL:
        return "machine" if child.cpu < limit else "timeout"
    if child.code in (1, 2):
        return "refused"
    if child.code == 3:
        return "failed" if note and "memory" not in note else "machine"
    return "machine" if b"bad_alloc" in child.complaint else "crashed"


def why_unanswered(child):
    why = child.complaint.decode(errors="replace").removeprefix("loophole: ")
    if why:
        return why
    if child.code < 128:
        return f"Ended with the status {child.code}."
    return f"Ended by the signal {child.code - 128} ({signal.strsignal(child.code - 128)})."


def answer_of(child):
    try:
        answer = json.loads(child.output)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def without_effect(chosen, answer):
    """A note that names the encodings that were chosen and that no constraint used."""
    used = answer.get("encoders_used") or {}
    idle = [f"--{name}" for name, _ in chosen if used.get(name) in ("none", "native")]
    return f"No constraint used {', '.join(idle)}." if idle else ""


def row_of(run, child, program):
    answer, chosen = answer_of(child), program.options(run.choices)
    row = {c: as_text(answer.get(c)) or "" for c in rows.COLUMNS}
    row["note"] = as_text(answer.get("error")) or without_effect(chosen, answer)
    row.update({k: as_text(v) or "" for k, v in (answer.get("encoders_used") or {}).items() if k in row})
    row["trace"] = trace_text(answer.get("trace"))
    judged = external_status(answer, child, run.time_limit) if run.external else None
    ends = (0, 10, 20, 30) if run.external else (0, 10, 20, 30, NOT_UNIQUE, UNDECIDED)
    answered = answer and (judged or child.code in ends)
    if judged:
        row["status"] = judged
    elif answered and child.code == UNDECIDED:
        row["status"] = "unknown"
    if answered:
        asked = dict(chosen).get("formulation")
        if asked and asked != row["formulation"]:  # another one's answer is not this competitor's
            row["note"] = f"The formulation '{asked}' does not take this instance; '{row['formulation']}' would."
            row["status"] = "refused"
    else:
        row["status"] = ending(child, run.time_limit, row["note"])
        row["note"] = row["note"] or why_unanswered(child)
    if run.external:
        row.update(solver=run.external.name, engine="external")
        if row["status"] == "optimal":
            row["lower_bound"] = row["upper_bound"] = row["objective_value"]
        if row["status"] == "unsatisfiable":
            row["note"] = row["verified"] = ""
    row.update(suite=run.suite, section=run.section, instance=run.instance, choices=run.choices, seed=str(run.seed),
               cpu_seconds=f"{child.cpu:.3f}", time_limit=str(run.time_limit), peak_rss_kb=str(child.peak_kb),
               host=os.uname().nodename, program_version=program.version,
               proof_check="" if run.external else dict(chosen).get("proof-check", "never"), commit=program.commit)
    return row


# ---- the directory ------------------------------------------------------------------------------


class Store:
    """A file of rows, which this process alone may write."""

    def __init__(self, directory, name, resume):
        make_directory(directory)
        path = os.path.join(directory, name)
        exists = os.path.exists(path)
        if exists and not resume:
            raise BadInput(f"{path} exists already; choose a new directory, or --resume to go on with it.")
        try:
            self.fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        except OSError as error:
            raise BadInput(f"{path} cannot be written ({error.strerror}).") from error
        try:
            fcntl.flock(self.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError) as error:
            raise BadInput(f"{path} is being written by another bench; wait for its end.") from error
        except OSError:
            pass  # a file system without locks
        self.done = []
        text = read_text(path)
        if exists and "\n" in text:
            self.done, whole = rows.parse(text, path)
            text = text[:whole]
        else:
            text = ""
        os.ftruncate(self.fd, len(text.encode(errors="surrogateescape")))  # a line that was being written when the program was killed
        if not text:
            self.append(rows.HEADER)
        self.keys = {(r["section"], r["instance"], r["choices"], r["seed"]) for r in self.done}

    def append(self, line):
        data = line.encode(errors="surrogateescape")
        try:
            while data:
                data = data[os.write(self.fd, data):]
            os.fsync(self.fd)
        except OSError as error:
            raise SystemFailure(f"The row could not be written ({error.strerror}); make room and use --resume.") from error


def make_directory(name):
    try:
        os.makedirs(name, exist_ok=True)
    except OSError as error:
        raise BadInput(f"The directory {name} cannot be made ({error.strerror}); choose another.") from error


def write_suite(suite, directory):
    """What the report wants to know of the suite."""
    make_directory(directory)
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = re.search(r"model name\s*: (.*)", file.read())
    except OSError:
        model = None
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    text = (f"machine {os.cpu_count()} processors{', ' + model[1] if model else ''}, {memory:.0f} GiB of memory\n"
            f"name {suite.name}\nabout {suite.about}\n"
            f"{''.join(suite.baselines)}date {time.strftime('%Y-%m-%d')}\n" +
            (f"absent {', '.join(suite.absent)}\n" if suite.absent else ""))
    write(directory, "suite.txt", text)


# ---- all runs -----------------------------------------------------------------------------------


class Progress:
    """A line on a terminal, written again and again; or a log."""

    def __init__(self, total, done, quiet, log):
        self.total, self.done, self.fresh, self.log, self.began, self.last = total, done, 0, log, time.monotonic(), ""
        self.line = not log and not quiet and os.isatty(2) and os.environ.get("TERM", "dumb") != "dumb"

    def show(self, now=None):
        if not (self.line or self.log):
            return
        spent, text = time.monotonic() - self.began, f"{self.done}/{self.total}"
        left = spent / self.fresh * (self.total - self.done) if self.fresh > 2 else 0
        if left >= 1:
            text += f", about {left:.0f} s left"
        if now and self.line:
            text += f", now: {now.instance} {now.choices}"
        if self.last:
            text += f", last: {self.last}"
        text = f"{spent:6.1f} s  {clean(text)}"
        if self.line:
            say("\r\033[K" + text[:(os.get_terminal_size(2).columns or 80) - 1])
        else:
            say(text + "\n")

    def row(self, row):
        self.done += 1
        self.fresh += 1
        self.last = f"{row['instance']} {row['choices']}, {row['status']} in {float(row['cpu_seconds']):.2f} s CPU"
        self.show()

    def end(self):
        if self.line:
            say("\r\033[K")


def run_all(suite, store, jobs, progress):
    waiting = [run for run in suite.runs if run.key not in store.keys][::-1]
    running = []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append((waiting[-1], start(waiting[-1], suite.program)))
                waiting.pop()
            if progress.line:
                progress.show(running[-1][0])
            wait([child for _, child in running], LOOK_SECONDS if progress.line else 1e6)
            for run, child in [r for r in running if r[1].code is not None]:
                running.remove((run, child))
                row = row_of(run, child, suite.program)
                progress.row(row)
                store.append(rows.line(row))
    finally:
        for _, child in running:
            child.kill()
        progress.end()


def list_runs(suite, directory):
    """One self-contained command for each run."""
    write_suite(suite, directory)
    for number, run in enumerate(suite.runs, 1):
        line = (f"cd {quoted(os.getcwd())} && {quoted(suite.program.path)} bench {quoted(run.suite)} --section {quoted(run.section)} "
                f"--run {quoted(run.instance)} --choices {quoted(run.choices)}")
        line += f" --seed {run.seed} --time-limit {run.time_limit} --memory-limit {run.memory_mb} --number {number}"
        if run.external:
            line += " --external " + quoted(join([run.external.name, run.external.format, run.external.command]))
        print(f"{line} -o {quoted(directory)}")


def quoted(word):
    return "'" + word.replace("'", "'\\''") + "'"


def single(given, program):
    """A suite of the one run that --run describes, and the name of its row's file: in their order the files are in the suite's."""
    suite = Suite(given["suite"], program)
    if "external" in given:
        suite.line_external(None, split(given["external"]), "--external")
    suite.add(Run(suite.name, given.get("section", "all"), given["run"], given.get("choices", ""), int(given.get("seed", 0)),
                  int(given.get("time-limit", 60)), int(given["memory-limit"])))
    hashed = 14695981039346656037
    for byte in "\n".join(suite.runs[0].key).encode(errors="surrogateescape"):
        hashed = (hashed ^ byte) * 1099511628211 % 2**64
    return suite, f"row-{int(given.get('number', 0)):06d}-{hashed:016x}.csv"


def judge(directory):
    """Contradictions among all rows of the directory, refused runs, and sections that compare nothing."""
    found = rows.directory(directory)
    n, text = rows.contradictions(found)
    if n:
        complain("These rows contradict each other or were caught:\n" + text.rstrip("\n"))
    refused = [r for r in found if r["status"] == "refused"]
    if refused:
        complain(f"{len(refused)} of {len(found)} runs {'was' if len(refused) == 1 else 'were'} refused; the first one, "
                 f"{clean(refused[0]['instance'])}: {clean(refused[0]['note'])}")
    good = {r["section"] for r in found if r["status"] != "refused"}
    empty = [s for s in dict.fromkeys(r["section"] for r in found) if s not in good] if not n else []
    for section in empty:
        complain(f"All runs of the section {clean(section)} were refused; it compares nothing.")
    return int(bool(n or empty))


def main(path, given):
    directory, one = given.get("output"), "run" in given
    if not directory and "print-jobs" not in given:
        raise BadUsage(f"Say where the rows go: 'loophole bench {given['suite']} -o DIR'.")
    program = Program(path, given.get("suites", ""), "unlimited-memory" not in given)
    if one:
        suite, file = single(given, program)
    else:
        suite, file = Suite(given["suite"], program), "rows.csv"
        suite.read(int(given.get("time-limit", 0)))
        if "print-jobs" not in given:
            suite.check_files()
    for solver in suite.absent:
        complain(f"{solver} is not installed; its runs are left out.")
    for command in [] if suite.shipped else suite.commands():
        complain(f"The suite {suite.name} runs {command}.")
    if "print-jobs" in given:
        list_runs(suite, directory or "rows")
        return 0
    store = Store(directory, file, one or "resume" in given)
    if not one:
        write_suite(suite, directory)
    progress = Progress(len(suite.runs), sum(run.key in store.keys for run in suite.runs), "quiet" in given, "verbose" in given)
    if not one and progress.done < len(store.done):
        complain(f"The directory {directory} has rows of runs that the suite does not have ({len(store.done) - progress.done}); the report "
                 "shows them, too.")
    try:
        run_all(suite, store, int(given["jobs"]), progress)
    except KeyboardInterrupt:
        complain(f"Stopped after {progress.done} of {len(suite.runs)} runs; --resume goes on.")
        return STOPPED
    return 0 if one else judge(directory)
