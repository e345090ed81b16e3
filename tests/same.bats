#!/usr/bin/env bats
# Bounds, second solutions and what all solutions share, compared with all solutions that `count` or brute force lists.

bats_require_minimum_version 1.5.0

setup() { cd "$BATS_TEST_TMPDIR" || exit 1; }

@test "random sums: the forced variables, the second solution and the bound agree with brute force" {
    python3 - "$LOOPHOLE" <<'EOF'
import itertools, json, os, random, subprocess, sys

def run(*words):
    r = subprocess.run([sys.argv[1], *words, "-f", "r.opb", "--json"], capture_output=True, text=True)
    return json.loads(r.stdout) if r.stdout else None

random.seed(28)
for trial in range(10 if "QUICK" in os.environ else 15):
    n, goal = random.randint(1, 6), random.choice(["", "min", "max"])
    cost = [random.randint(-4, 4) for _ in range(n)]
    rows = [([random.randint(-3, 3) for _ in range(n)], random.choice([">=", "<=", "="]), random.randint(-2, 3))
            for _ in range(random.randint(1, 4))]
    terms = lambda w: " ".join(f"{c:+d} x{i + 1}" for i, c in enumerate(w))
    with open("r.opb", "w") as f:
        print(f"* #variable= {n} #constraint= {len(rows)}", file=f)
        if goal: print(f"{goal}: {terms(cost)} ;", file=f)
        for w, sign, k in rows: print(f"{terms(w)} {sign} {k} ;", file=f)
    dot = lambda w, x: sum(a * b for a, b in zip(w, x))
    holds = {">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b, "=": lambda a, b: a == b}
    all_ = [x for x in itertools.product([0, 1], repeat=n) if all(holds[s](dot(w, x), k) for w, s, k in rows)]
    pick = min if goal == "min" else max
    best = [x for x in all_ if not goal or dot(cost, x) == pick(dot(cost, y) for y in all_)]

    def same(found, sets):
        for truth, name in ((1, "forced_true"), (0, "forced_false")):
            want = [f"x{i + 1}" for i in range(n) if all(x[i] == truth for x in sets)]
            assert found["complete"] and found[name] == want, (trial, name, found[name], want)

    found = run("count", "--forced")
    assert found["status"] == ("satisfiable" if all_ else "unsatisfiable"), trial
    if all_:
        same(found, best)
        same(run("count", "--forced", "--all-costs"), all_)
    answer = run("solve", "--unique")
    assert answer["unique"] == (len(best) == 1 if all_ else None), trial
    assert ("second_solution" in answer) == (len(best) > 1), trial
    if len(best) > 1:
        words = answer["second_solution"].split()[1:]
        assert tuple(int(w[0] != "-") for w in words) in best and answer["second_solution"] != answer["solution"], trial
    for bound in range(-6, 7, 3) if goal else []:
        within = [x for x in all_ if (dot(cost, x) <= bound if goal == "min" else dot(cost, x) >= bound)]
        answer = run("solve", "--bound", str(bound))
        assert answer["status"] == ("satisfiable" if within else "unsatisfiable") and answer["bound"] == bound, trial
        assert not within or (answer["objective_value"] <= bound if goal == "min" else answer["objective_value"] >= bound)
        assert run("count", "--bound", str(bound))["solution_count"] == len(within), (trial, bound)
        reasons = run("explain", "--bound", str(bound))
        assert reasons["status"] == answer["status"], (trial, bound)
        if not within and all_:  # without the bound there are solutions, so it is a reason
            assert any("objective" in rule for rule in reasons["rules"]), (trial, reasons["rules"])
        if within: same(run("count", "--forced", "--bound", str(bound)), within)
EOF
}

@test "the values left for integers are those of all solutions, whatever the encoding" {
    python3 - "$LOOPHOLE" <<'EOF'
import itertools, json, random, subprocess, sys
random.seed(30)
for trial in range(7):
    ends = [sorted((random.randint(-3, 4), random.randint(-3, 4))) for _ in range(3)]
    rows = [([random.randint(-2, 2) for _ in range(4)], random.randint(-6, 3)) for _ in range(2)]
    model = {"loophole-model": 1, "variables": ["b"],
             "integers": [{"name": f"x{i}", "lo": lo, "hi": hi} for i, (lo, hi) in enumerate(ends)],
             "constraints": [{"linear": [1], "integers": [1, 2, 3], "weights": w, "lo": lo, "hi": lo + 2} for w, lo in rows]}
    json.dump(model, open("m.json", "w"))
    all_ = [x for x in itertools.product((0, 1), *(range(lo, hi + 1) for lo, hi in ends))
            if all(lo <= sum(a * b for a, b in zip(w, x)) <= lo + 2 for w, lo in rows)]
    for form in ("direct", "order", "log"):
        run = [sys.argv[1], "count", "-f", "m.json", "--forced", "--int", form]
        found = json.loads(subprocess.run(run + ["--json"], capture_output=True, text=True, check=True).stdout)
        text = subprocess.run(run + ["--quiet"], capture_output=True, text=True, check=True).stdout
        if not all_:
            assert found["status"] == "unsatisfiable", trial
            continue
        assert (found["forced_true"] == ["b"]) == all(x[0] for x in all_), (trial, form)
        assert (found["forced_false"] == ["b"]) == (not any(x[0] for x in all_)), (trial, form)
        for i, integer in enumerate(found["integers"]):
            values = {x[i + 1] for x in all_}
            left = {v for lo, hi in integer["left"] for v in range(lo, hi + 1)}
            assert integer["name"] == f"x{i}" and values <= left, (trial, form, values, left)
            if form == "direct": assert left == values, (trial, values, left)
            if form == "order": assert left == set(range(min(values), max(values) + 1)), (trial, values, left)
            if len(values) == 1: assert left == values, (trial, form, values, left)
            assert (f"x{i} = {min(values)}" in text) == (len(values) == 1), (trial, form, text)
EOF
}

@test "the forced cells of boards are those that all listed solutions share, in each formulation" {
    problems=("gunport 2x2" "gunport 3x4" "gunport 3x4 --formulation monomino" "gunport 3x3 --all-costs" "fivers 5" "fivers 4" "tank 4"
        "tank 4 --formulation unary" "gunport 4x4 --bound 3")
    [ -n "${QUICK-}" ] || problems+=("tank 5" "tank 5 --formulation unary")
    for problem in "${problems[@]}"; do
        # shellcheck disable=SC2086
        "$LOOPHOLE" count $problem --forced --quiet >forced.txt
        # shellcheck disable=SC2086
        "$LOOPHOLE" count $problem --print-solutions --json | python3 -c '
import json, sys
boards = [b.splitlines() for b in json.load(sys.stdin)["solution_list"]]
split = lambda line: line.split() if " " in line else list(line)
for rows in zip(*boards):
    cells = [c[0] if len(set(c)) == 1 else "?" for c in zip(*map(split, rows))]
    print((" " if " " in rows[0] else "").join(cells))' >listed.txt
        diff forced.txt listed.txt
    done
}

@test "a bound is decided with evidence; options that cannot act with it are refused" {
    run -20 "$LOOPHOLE" solve gunport 5x5 --bound 9
    [[ $output == *"no solution has at least 9 gunports, proved"*"proof, checked"* ]]
    run -10 "$LOOPHOLE" solve fivers 5 --bound 15
    [[ $output == *"15 presses, within the bound (at most 15 presses)"*"solution verified"* ]]
    run -20 "$LOOPHOLE" solve fivers 5 --bound 14
    run -0 "$LOOPHOLE" count gunport 4x4 --bound 4
    [[ $output == *"100 solutions with at least 4 gunports"* ]]
    run -0 "$LOOPHOLE" explain gunport 3x3 --bound 4
    [[ $output == *"at least 4 gunports"* ]]
    for words in "solve tank 4 --bound 3" "solve gunport 3x3 --bound x" "solve gunport 3x3 --bound 2 --search up" \
        "count gunport 3x3 --bound 2 --all-costs" "count tank 3 --bound 1" "explain tank 3 --bound 1" \
        "count gunport 3x3 --forced --limit 2"; do
        # shellcheck disable=SC2086
        run -2 --separate-stderr "$LOOPHOLE" $words
        [[ -z $output && $(wc -l <<<"$stderr") -eq 1 ]]
    done
}

@test "another solution is drawn with the cells that differ; a limit leaves what is known" {
    run -30 "$LOOPHOLE" solve gunport 3x3 --unique
    [[ $output == *"not unique. Another one:"*"differs in "*" cells: "* ]]
    run -0 "$LOOPHOLE" count tank 40 --forced --time-limit 0.5
    [[ $output == *"time limit"* ]]
}

# bats test_tags=long
@test "explain: given cells are minimized while the rules of every board hold" {
    python3 - "$LOOPHOLE" <<'EOF'
import itertools, json, random, subprocess, sys

def run(*words):
    r = subprocess.run([sys.argv[1], *words, "--json"], capture_output=True, text=True)
    return json.loads(r.stdout)

boards = [b.split("\n") for b in run("count", "tank", "3", "--cap", "4", "--print-solutions")["solution_list"]]
boards += [b.split("\n") for b in run("count", "tank", "5", "--print-solutions")["solution_list"]]
cells = [tuple(w for row in b for w in row.split()) for b in boards]
cells = [c for c in cells if len(c) == 25]
assert cells
random.seed(5)
seen = 0
for trial in range(7):
    given = {random.randrange(25): random.randint(1, 4) for _ in range(random.randint(1, 4))}
    fits = lambda g: any(all(c[i] == str(k) for i, k in g.items()) for c in cells)
    with open("board.txt", "w") as f:
        for r in range(5): print(*[given.get(5 * r + c, ".") for c in range(5)], file=f)
    answer = run("explain", "tank", "-f", "board.txt")
    assert answer["status"] == ("satisfiable" if fits(given) else "unsatisfiable"), trial
    if fits(given): continue
    seen += 1
    named = {}
    for rule in answer["rules"][:answer["givens"]]:
        place, value = rule.removeprefix("cell ").split(" is given as ")
        r, c = map(int, place.split(","))
        named[5 * r + c - 6] = int(value)
    assert named and answer["minimal"] and named.items() <= given.items() and not fits(named), trial
    assert all(fits({i: k for i, k in named.items() if i != j}) for j in named), (trial, named)
assert seen > 3
EOF
    printf '* #variable= 3 #constraint= 3\n+1 x1 +1 x2 >= 2 ;\n\n+1 x1\n +1 x3 <= 1 ;\n+1 x3 >= 1 ;\n' >clash.opb
    run -0 "$LOOPHOLE" explain -f clash.opb
    [[ $output == *"3 rules"*"constraint 1 (line 2)"*"constraint 2 (line 4)"*"constraint 3 (line 6)"* ]]
    printf 'c a\np cnf 1 2\n1 0\n-1 0\n' >clash.cnf
    run -0 "$LOOPHOLE" explain -f clash.cnf
    [[ $output == *"clause 1 (line 3)"*"clause 2 (line 4)"* ]]
}
