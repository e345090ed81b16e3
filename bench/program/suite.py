"""Suites: a cross product of instances and choices in a few lines of text, and the runs that it comes to."""
import itertools
import json
import os
import re
import shutil
import subprocess

from common import BadInput, SystemFailure, read_text

LONGEST = 100000  # what a command line can take
MOST_SECONDS, MOST_MEMORY, MOST_SEED = 100000000, 1000000, 2**31 - 1
FOREIGN = ("process:", "process-xor:", "ipasir:")


class BadUsage(BadInput):
    """A suite that names a puzzle or a choice that there is not."""


def split(text):
    """Words between blanks; "double quotes" hold blanks together."""
    return [re.sub('"', "", word) for word in re.findall(r'(?:"[^"]*"?|[^ \t\r"])+', text)]


def join(words):
    return " ".join(f'"{w}"' if not w or " " in w or "\t" in w else w for w in words)


class External:
    """A program that solves the whole problem: its command reads $FILE, which encode wrote, and prints what decode reads."""

    def __init__(self, name, format, command):
        self.name, self.format, self.command = name, format, command


class Run:
    """What is solved, and how: words of a command line. time_limit: seconds of CPU; ten times as many of wall clock end a run that
    hangs. external: an External, or None."""

    def __init__(self, suite, section, instance, choices, seed, time_limit, memory_mb, external=None):
        self.suite, self.section, self.instance, self.choices = suite, section, instance, choices
        self.seed, self.time_limit, self.memory_mb, self.external = seed, time_limit, memory_mb, external

    @property
    def key(self):
        return self.section, self.instance, self.choices, str(self.seed)


class Section:
    """What a section says while it is read. Values of dictionaries are places, "file:line"; axes: a dictionary of dictionaries."""

    def __init__(self, name=None):
        self.name, self.baseline = name, None
        self.instances, self.competitors, self.axes, self.seeds = {}, {}, {}, {}

    def is_empty(self):
        return not (self.name or self.instances or self.competitors or self.axes or self.seeds or self.baseline)

    def choices(self):
        """All combinations of the axes' values, the first axis slowest; then single competitors."""
        product = [" ".join(c) for c in itertools.product(*self.axes.values())] if self.axes or not self.competitors else []
        return list(dict.fromkeys([*product, *self.competitors]))


class Program:
    """The program `loophole`, which knows what the words of a suite mean."""

    def __init__(self, path, suites="", limits_memory=True):
        self.path, self.limits_memory = path, limits_memory
        tables = json.loads(self.ask("list", "--json"))
        self.version, self.commit, self.suites = tables["loophole"], tables["commit"], suites
        self.suite_names, self.solvers, self.formats = ([o["name"] for o in tables[k]] for k in ("suites", "solvers", "formats"))
        self.endings = {p["name"]: p.get("endings", "").split() for p in tables["puzzles"]}
        self.encodings = {}
        for encoding in tables["encodings"]:
            self.encodings.setdefault(encoding["option"], []).append(encoding["name"].partition("_")[2])
        self.axes = {o["name"] for t in (tables, *tables["puzzles"]) for o in t["options"]} | {"proof-check"}
        self.solving = {o["name"] for o in tables["options"] if not o["encode"]}  # what encode refuses

    def options(self, choices):
        """(name, value) of each option in the words of a choice, abbreviated or not; the value "": it has none."""
        found = []
        for word in split(choices):
            if word.startswith("--"):
                name, _, value = word[2:].partition("=")
                full = [name] if name in self.axes else [o for o in self.axes if o.startswith(name)]
                found.append((full[0] if len(full) == 1 else name, value))
            elif found and not found[-1][1]:
                found[-1] = found[-1][0], word
        return found

    def ask(self, *words, **more):
        answer = subprocess.run([self.path, *words], capture_output=True, encoding="utf-8", errors="surrogateescape", check=False, **more)
        if answer.returncode == 2:
            raise BadUsage(answer.stderr.removeprefix("loophole: ").rstrip("\n"))
        if answer.returncode:
            raise SystemFailure(f"The program '{self.path}' ended with the status {answer.returncode} when asked about a suite's words.")
        return answer.stdout

    def check(self, checks):
        """Are all these words known? Each check is [place, kind, puzzle, words]."""
        checks = [[w.encode(errors="replace").decode() for w in c] for c in dict.fromkeys(map(tuple, checks))]
        self.ask("bench", "--check-words", input=json.dumps(checks))

    def puzzle_of_file(self, name):
        """The puzzle whose files have such a name, packed or not; None: there is none."""
        base = re.sub(r"\.(gz|bz2|xz|lzma|zst)$", "", name)
        return next((p for p, endings in self.endings.items() for e in endings
                     if base.endswith(e) and len(base) > len(e)), None)


class Suite:
    """The runs that its lines come to: none until they are read."""

    def __init__(self, name, program):
        self.name, self.about, self.shipped = name, "", False
        self.program, self.externals, self.runs, self.baselines, self.absent = program, {}, [], [], []
        self.time_limit, self.memory_mb, self.checks = 60, 4000, []

    def read(self, time_limit=0):
        """Reads the file, shipped suite or directory of formulas; time_limit: of each run, instead of the suite's."""
        name, program, self.shipped = self.name, self.program, True
        self.name, self.time_limit = os.path.basename(name) or name, time_limit or 60
        shipped = os.path.join(program.suites, name) if program.suites else ""
        if self.is_formulas(name, shipped):
            text = f'directory "{name}"\nsolver cadical picosat\n'  # for the solver axis
        else:
            self.shipped = not os.path.isfile(name)
            path = shipped if self.shipped else name
            if not os.path.isfile(path):
                import difflib  # rarely needed, and slow
                near = difflib.get_close_matches(name, program.suite_names, 1)
                raise BadInput(f"There is no suite '{name}'; 'loophole list suites' shows those that are shipped."
                               + "".join(f" Did you mean {word}?" for word in near))
            text = read_text(path, 16 << 20)
        self.parse(text, name)
        if time_limit:
            for run in self.runs:
                run.time_limit = time_limit

    def is_formulas(self, name, shipped):
        """A directory of formulas; not one that happens to have a shipped suite's name, where its rows were put."""
        return os.path.isdir(name) and (any(map(self.program.puzzle_of_file, os.listdir(name))) or not os.path.exists(shipped))

    # ---- lines ----

    def parse(self, text, name):
        section, where = Section(), name
        for number, line in enumerate(text.removesuffix("\n").split("\n") if text else [], 1):
            where = f"{name}:{number}"
            line, unclosed = self.without_comment(line)
            if unclosed:
                raise BadInput(f"{where}: a quotation mark has no partner on the line.")
            if len(line) > LONGEST:
                raise BadInput(f"{where}: the line is too long; put the instance into a file and write '--file FILE'.")
            words = split(line)
            if words[:1] == ["section"] and len(words) > 1:
                if len(words) > 2 or not re.fullmatch(r"[A-Za-z0-9._-]*", words[1]):  # plots are files of that name
                    raise BadInput(f"{where}: a section's name is one word of letters, digits, '.', '_' and '-'.")
                self.end(section, where)
                section = Section(words[1])
            elif words:
                self.line(section, words, where)
        self.end(section, where)
        self.program.check(self.checks)
        if not self.runs:
            raise BadInput(f"{name} runs nothing, as {self.absent[0]} is not installed." if self.absent else
                           f"{name} has no instance; add a line like 'instance gunport 8x8'.")

    @staticmethod
    def without_comment(line):
        """The line up to a word that begins with ; or #; and whether a quotation does not end."""
        quoted = False
        for i, c in enumerate(line):
            quoted ^= c == '"'
            if not quoted and c in ";#" and (not i or line[i - 1] in " \t"):
                return line[:i], False
        return line, quoted

    def line(self, section, words, where):
        key, rest = words[0], words[1:]
        if key != "external" and not rest:
            raise BadInput(f"{where}: '{key}' needs a value.")
        if key == "about":
            self.about = join(rest)
        elif key == "baseline":
            section.baseline = join(rest)
        elif key == "instance":
            self.instance(section, rest[0], join(rest), where)
        elif key == "competitor":
            section.competitors.setdefault(join(rest), where)
        elif key in ("time-limit", "memory-limit"):
            self.limit(key, rest, where)
        elif key in ("external", "instances", "directory", "seed"):
            getattr(self, "line_" + key)(section, rest, where)
        elif key in self.program.axes:
            self.axis(section, key, rest, where)
        else:
            raise BadInput(f"{where}: the line '{key} ...' means nothing in a suite; instance, instances, directory, competitor, section, "
                           "about, baseline, external, seed, time-limit, memory-limit and the options of solve do.")

    def instance(self, section, puzzle, words, where):
        section.instances.setdefault(words, where)

    def line_instances(self, section, words, where):
        if len(words) < 2:
            raise BadInput(f"{where}: 'instances' takes a puzzle and its instances, as in 'instances gunport 8x8'.")
        for word in words[1:]:
            self.instance(section, words[0], join([words[0], word]), where)

    def line_directory(self, section, words, where):
        if len(words) != 1:
            raise BadInput(f"{where}: 'directory' takes one name.")
        try:
            files = sorted(f for f in os.listdir(words[0]) if not f.startswith("."))
        except OSError as error:
            raise BadInput(f"The directory {words[0]} cannot be read ({error.strerror}); check the name.") from error
        formulas = [(self.program.puzzle_of_file(f), f) for f in files]
        for puzzle, file in formulas:
            if puzzle:
                section.instances.setdefault(f"{puzzle} --file {join([f'{words[0]}/{file}'])}", where)
        if not any(puzzle for puzzle, _ in formulas):
            raise BadInput(f"The directory {words[0]} holds no .cnf, .opb, .wcnf or .json file.")

    def line_seed(self, section, words, where):
        for word in words:
            if not re.fullmatch(r"[0-9]{1,10}", word) or int(word) > MOST_SEED:
                raise BadInput(f"{where}: a seed is a whole number from 0 to {MOST_SEED}, not '{word}'.")
            section.seeds.setdefault(int(word), where)

    def line_external(self, _, words, where):
        if len(words) < 3:
            raise BadInput(f"{where}: 'external' takes a name, a format and a command, as in 'external clasp opb clasp $FILE'.")
        name = words[0]
        if name in self.externals or name in self.program.solvers or name.startswith("-") or ":" in name:
            raise BadInput(f"{where}: '{name}' cannot name an external solver; choose a new word without ':'.")
        if words[1] not in self.program.formats:
            raise BadInput(f"{where}: there is no format '{words[1]}'; 'loophole list formats' shows them.")
        self.externals[name] = External(name, words[1], " ".join(words[2:]))

    def limit(self, key, words, where):
        what, most = ("CPU seconds", MOST_SECONDS) if key == "time-limit" else ("megabytes", MOST_MEMORY)
        if len(words) != 1 or not re.fullmatch(r"[0-9]{1,10}", words[0]) or not 1 <= int(words[0]) <= most:
            raise BadInput(f"{where}: {key} takes whole {what}, 1 to {most}, not '{words[0]}'.")
        if key == "time-limit":
            self.time_limit = int(words[0])
        else:
            self.memory_mb = int(words[0])

    def axis(self, section, key, words, where):
        if key in section.axes:
            raise BadInput(f"{where}: the section has a line '{key}' already; name all values in one.")
        values = section.axes[key] = {}
        for word in words:
            for value in self.program.encodings.get(key, [word]) if word == "all" else [word]:
                values.setdefault(join(["--" + key, value]), where)

    # ---- sections ----

    def end(self, section, where):
        """Appends the section's runs: for each instance and seed all competitors, one after the other, so that noise hits all alike."""
        if section.is_empty():
            return
        name, choices = section.name or "all", section.choices()
        if not section.instances:
            raise BadInput(f"{where}: the section '{name}' ends without an instance; add a line like 'instance gunport 8x8'.")
        if any(run.section == name for run in self.runs):
            raise BadInput(f"{where}: there are two sections '{name}'; give one another name.")
        if section.baseline is not None and section.baseline not in choices:
            raise BadInput(f"{where}: the baseline '{section.baseline}' of the section '{name}' is none of its competitors; "
                           f"the first one is '{choices[0] or 'defaults'}'.")
        self.take_checks(section)
        if section.baseline is not None:
            self.baselines.append(f"baseline {name} {section.baseline}\n")
        for instance, seed, chosen in itertools.product(section.instances, section.seeds or [0], choices):
            absent = self.absent_solver(chosen)
            if not absent:
                self.add(Run(self.name, name, instance, chosen, seed, self.time_limit, self.memory_mb))
            elif absent not in self.absent:
                self.absent.append(absent)

    def add(self, run):
        run.external = self.external_of(run.choices)
        self.runs.append(run)

    def take_checks(self, section):
        """A run that is refused would be a competitor that solves nothing: each word is checked before anything runs."""
        def known(words):  # solve does not know external solvers
            words = split(words)
            return join("cadical" if i and words[i - 1] == "--solver" and w in self.externals else w for i, w in enumerate(words))

        choices = [(w, at) for values in (*section.axes.values(), section.competitors) for w, at in values.items()]
        checked = set()
        for instance, where in section.instances.items():
            puzzle = instance.split(" ")[0]
            puzzle = "" if puzzle.startswith("-") else puzzle
            self.checks.append((where, "instance", puzzle, known(instance)))
            if puzzle not in checked:
                self.checks += [(at, "choices", puzzle, known(w)) for w, at in choices]
            checked.add(puzzle)

    def external_of(self, choices):
        words = split(choices)
        return next((self.externals[b] for a, b in zip(words, words[1:]) if a == "--solver" and b in self.externals), None)

    def absent_solver(self, choices):
        """The solver of these choices, if it is a program that is not installed."""
        def installed(command):
            program = re.match(r"[^ ;|&<>]*", command)[0]
            return not program or shutil.which(program)

        external, words = self.external_of(choices), split(choices)
        if external:
            return None if installed(external.command) else external.name
        return next((b for a, b in zip(words, words[1:]) if a == "--solver" and b.startswith("process") and ":" in b and
                     not installed(b.split(":", 1)[1])), None)

    # ---- what bench asks ----

    def commands(self):
        """The solvers that are commands or libraries, as the suite names them."""
        found = [e.command for e in self.externals.values()]
        for words in (w for run in self.runs for w in split(run.choices) + split(run.instance)):
            found += [words[words.index(kind):] for kind in FOREIGN if kind in words]
        return list(dict.fromkeys(found))

    def check_files(self):
        for instance in dict.fromkeys(run.instance for run in self.runs):
            words = split(instance)
            for a, b in zip(words, words[1:]):
                if a == "--file" and not os.path.exists(b):
                    raise BadInput(f"The suite {self.name} takes the instance {b}, which is not there; bring its files first."
                                   f"{' ' if self.about else ''}{self.about}")
