"""Command lines, each run in a fresh place, for tests/tools/faults and tests/tools/sweeps."""
import json, os, re, shutil, subprocess, sys

LOOPHOLE = os.path.realpath(os.environ.get("LOOPHOLE", "build/loophole"))
BUILD = os.path.realpath(os.environ.get("BUILD", "build"))
PATIENCE = 300  # seconds, after which a process hangs
SENTENCE = re.compile(rb"^(loophole|\S+): .*[.;:?!\w]\n", re.M)

SUITE = "printf 'instances gunport 2x2\\nsolver cadical\\n' >suite\n"
# What lies there before a line that names it: made by these, in a folder of its own, once.
MADE = {
    "f.cnf": "printf 'p cnf 3 2\\n1 -2 0\\n2 3 0\\n' >f.cnf",
    "f.opb": "printf '* #variable= 2 #constraint= 1\\nmin: +1 x1 +2 x2 ;\\n+1 x1 +1 x2 >= 1 ;\\n' >f.opb",
    "claim": "printf 's UNSATISFIABLE\\n' >claim",
    "orders": "printf 'touch 1,1\\nhint\\nundo\\n' >orders",
    "suite": SUITE,
    "foreign": "printf 'external x opb minisat+ -v0 $FILE\\ninstances gunport 2x2\\nsolver x\\n' >foreign",
    "given.cnf": "loophole encode gunport 4x4 -o given.cnf",
    "packed.cnf.gz": "loophole encode gunport 4x4 -o packed.cnf.gz",
    "answer": "loophole solve gunport 4x4 -q >answer",
    "certificate": "loophole certify gunport 3x4 -o certificate",
    "cubes": "loophole cubes gunport 4x4 --formulation matching --bound 7 --parts 3 -o cubes",
    "conquered": "loophole cubes gunport 4x4 --formulation matching --bound 7 --parts 3 -o conquered\nloophole conquer conquered --certify",
    "rows": SUITE + "loophole bench suite -o rows",
}

# In each, x.NAME is what it writes; `NAME > x.NAME` copies what lies there first.
ANY = 1  # the solution may be another one of the same figure
AGAIN = 2  # the line resumes what it began
FOREIGN = 4  # somebody's library in this process, which may abort or not be loaded when there is no memory
SAYS = 8  # goes on after a fault, and says in the words it prints what it could not do
PYTHON = 16  # starts Python, whose calls are many and are not ours
LINES = [
    ("solve gunport 4x5 --json", 0),
    ("solve gunport 4x4 --formulation monomino --card totalizer --search bisect --solver picosat -q", 0),
    ("solve gunport 4x4 --formulation monomino --search core --parity kernel", 0),
    ("solve gunport 3x4 --engine frontier", 0),
    ("solve gunport 3x3 --formulation monomino --jobs 2 --json", ANY),
    ("solve gunport 3x3 --solver process:cadical\\ -q", 0),
    ("solve gunport 3x3 --solver ipasir:build/tests/libipasir_picosat.so", FOREIGN),
    ("solve gunport 3x3 --svg x.svg", 0),
    ("solve tank 3", 0),
    ("solve fivers 5 --unique --json", 0),
    ("solve fivers 9 --search enumerate", 0),
    ("solve squarest 50 25 27 3 12 6 --json", 0),
    ("solve archer 10 3 4 --objective shots", 0),
    ("solve cans", 0),
    ("solve cnf -f f.cnf", 0),
    ("solve opb -f f.opb --json", 0),
    ("count tank 3 --json", 0),
    ("count gunport 3x3 --print-solutions --json", 0),
    ("count tank 3 --engine tables", 0),
    ("explain squarest 50 3 6 9 12", 0),
    ("encode gunport 4x4 -o x.cnf", 0),
    ("encode fivers 4 -o x.opb", 0),
    ("encode tank 3 -o x.cnf.gz", 0),
    ("decode --from given.cnf --answer claim", 0),
    ("decode --from packed.cnf.gz --answer answer --json", 0),
    ("verify gunport 4x4 --answer answer --json", 0),
    ("draw gunport 4x4 --answer answer --svg x.svg", 0),
    ("audit amo_pairwise --seed 1", 0),
    ("agree tank 2", 0),
    ("certify gunport 3x4 -o x.certificate", 0),
    ("check certificate", 0),
    ("cubes gunport 4x4 --formulation matching --bound 7 --parts 3 -o x.cubes", 0),
    ("cubes > x.cubes: conquer x.cubes --certify", AGAIN),
    ("check conquered", 0),
    ("generate tank 4 --seed 1", 0),
    ("generate fivers 4", 0),
    ("play gunport 3x3 --script < orders", SAYS),
    ("bench suite -o x.rows --resume", AGAIN | PYTHON),
    ("bench foreign -o x.rows --resume", AGAIN | PYTHON),
    ("rows > x.rows: report x.rows", AGAIN | PYTHON),
    ("list solvers", SAYS),
    ("help gunport", 0),
]


def still(text):
    """What is printed without what no two runs have in common: times, memory, names of folders."""
    text = re.sub(rb'"(\w*seconds\w*|peak_rss_kb|solver_calls)": [^,\n]*', rb"", text)
    text = re.sub(rb"\d+\.\d+(e-?\d+)?|\d+ ms|\d+ seconds?", b"#", text)
    text = re.sub(rb"<desc>.*?</desc>", b"", text)  # a picture of the best answer says how good it is known to be
    text = re.sub(rb'^  "sha256": .*', b"", text, flags=re.M)
    text = re.sub(rb"\b\d{4}-\d\d-\d\dT?[\d:]*Z?", b"date", text)
    return re.sub(rb"^c command.*", b"", text, flags=re.M)


def facts(text, line, flags):
    if not flags & ANY:
        return still(text)
    if "--json" in line:
        try:
            o = json.loads(text)
        except ValueError:
            return text
        return repr([o[k] for k in ("status", "objective_value", "verified")]).encode()
    return b"\n".join(re.findall(rb"\d+ gunports?, .*", still(text)))


def files(place):
    """Every file below, with its bytes."""
    found = {}
    for folder, _, names in os.walk(place):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                with open(path, "rb") as f:
                    found[os.path.relpath(path, place)] = f.read()
    return found


class Line:
    def __init__(self, line, flags, given, place):
        self.line, self.flags, self.given, self.place = line, flags, given, place
        copy, colon, rest = line.partition(": ")
        if not colon or " > " not in copy:
            copy, rest = "", line
        words, _, stdin = rest.partition(" < ")
        self.copy = copy.split(" > ") if copy else None
        self.stdin = os.path.join(given, stdin) if stdin else os.devnull
        self.words = [w.replace("\0", " ") for w in words.replace("\\ ", "\0").split()]

    def fresh(self):
        shutil.rmtree(self.place, ignore_errors=True)
        os.makedirs(self.place + "/tmp")
        for name in os.listdir(self.given):
            os.symlink(os.path.join(self.given, name), os.path.join(self.place, name))
        if self.copy:
            shutil.copytree(os.path.join(self.given, self.copy[0]), os.path.join(self.place, self.copy[1]))

    def start(self, before=None, **environment):
        """Starts it, its output going to files; before: what the child does to itself."""
        env = dict(os.environ, **{"TMPDIR": self.place + "/tmp", "LC_ALL": "C.UTF-8", **environment})
        self.out, self.err = open(self.place + "/../out", "w+b"), open(self.place + "/../err", "w+b")
        with open(self.stdin, "rb") as stdin:
            return subprocess.Popen([LOOPHOLE] + self.words, cwd=self.place, env=env, stdin=stdin, stdout=self.out, stderr=self.err,
                                    preexec_fn=before)

    def finish(self, child):
        """Waits for it: the exit status (None: it hangs), standard output and standard error."""
        try:
            status = child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            status = None
        printed = []
        for f in (self.out, self.err):
            f.seek(0)
            printed.append(f.read())
            f.close()
        return status, *printed

    def run(self, **environment):
        return self.finish(self.start(**environment))

    def made(self):
        """What lies there that did not before: name -> bytes."""
        return {k: v for k, v in files(self.place).items() if not os.path.islink(os.path.join(self.place, k))}


def lay_out(given, lines):
    """Makes what the lines name."""
    os.symlink(BUILD, given + "/build")  # what is loaded lies on a path without blanks
    named = {word for text, _ in lines for word in text.split()}
    commands = "\n".join(command for name, command in MADE.items() if name in named)
    made = subprocess.run(["sh", "-ec", "loophole() { \"$LOOPHOLE\" \"$@\" || [ $? -ge 10 ]; }\n" + commands], cwd=given, capture_output=True,
                          env=dict(os.environ, LOOPHOLE=LOOPHOLE))
    if made.returncode:
        sys.exit("what must lie there cannot be made: %r" % made.stderr)
