#!/usr/bin/env bats
# Bounds, second solutions and forced values, compared with all solutions that `count` or brute force lists.

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

@test "random integers: the values that are left are exactly those of all solutions, whatever the form" {
    python3 - "$LOOPHOLE" <<'EOF'
import itertools, json, os, random, subprocess, sys
random.seed(30)
for trial in range(12 if "QUICK" in os.environ else 60):
    n = random.randint(1, 3)
    ends = [sorted((random.randint(-6, 12), random.randint(-6, 12))) for _ in range(n)]
    cons, tests = [], []
    for _ in range(random.randint(0, 3)):
        kind = random.choice(["linear", "gap", "iff", "alldiff", "table"])
        if kind == "alldiff":
            cons.append({"alldiff": list(range(1, n + 1))})
            tests.append(lambda x: len(set(x[1:])) == n)
        elif kind == "table":
            rows = [[random.randint(lo, hi) for lo, hi in ends] for _ in range(random.randint(1, 6))]
            cons.append({"table": list(range(1, n + 1)), "rows": sum(rows, [])})
            tests.append(lambda x, rows=rows: list(x[1:]) in rows)
        else:
            w, lo = [random.randint(-2, 3) for _ in range(n + 1)], random.randint(-8, 8)
            hi = lo + random.randint(0, 9)
            c = {"linear": [1], "integers": list(range(1, n + 1)), "weights": w, "lo": lo, "hi": hi}
            if kind == "gap": c["fails"] = True
            if kind == "iff": c.update(linear=[], weights=w[1:], iff=1)
            cons.append(c)
            if kind == "iff": w = [0] + w[1:]
            tests.append(lambda x, w=w, lo=lo, hi=hi, kind=kind: (lo <= sum(a * b for a, b in zip(w, x)) <= hi)
                         == {"linear": True, "gap": False, "iff": x[0]}[kind])
    model = {"loophole-model": 1, "variables": ["b"],
             "integers": [{"name": f"x{i}", "lo": lo, "hi": hi} for i, (lo, hi) in enumerate(ends)], "constraints": cons}
    cost = [random.randint(-2, 2) for _ in range(n)] if random.random() < 0.4 else None
    if cost: model["objective"] = {"minimize": [], "integers": list(range(1, n + 1)), "weights": cost}
    all_ = [x for x in itertools.product((0, 1), *(range(lo, hi + 1) for lo, hi in ends)) if all(t(x) for t in tests)]
    dot = lambda x: sum(a * b for a, b in zip(cost, x[1:]))
    best = [x for x in all_ if dot(x) == min(map(dot, all_))] if cost else all_
    json.dump(model, open("m.json", "w"))
    for form, words, sets in [(f, [], best) for f in ("direct", "order", "log")] + [(random.choice(["order", "log"]), ["--all-costs"], all_)]:
        run = [sys.argv[1], "count", "-f", "m.json", "--forced", "--int", form, *words]
        found = json.loads(subprocess.run(run + ["--json"], capture_output=True, text=True, check=True).stdout)
        text = subprocess.run(run + ["--quiet"], capture_output=True, text=True, check=True).stdout
        assert found["complete"], trial
        if not sets:
            assert found["status"] == "unsatisfiable", trial
            continue
        assert (found["forced_true"] == ["b"]) == all(x[0] for x in sets), (trial, form)
        assert (found["forced_false"] == ["b"]) == (not any(x[0] for x in sets)), (trial, form)
        assert len(found["integers"]) == n
        for i, integer in enumerate(found["integers"]):
            values = {x[i + 1] for x in sets}
            left = [v for lo, hi in integer["left"] for v in range(lo, hi + 1)]
            assert integer["name"] == f"x{i}" and integer["exact"] and left == sorted(values), (trial, form, values, left)
            assert all(a[1] + 1 < b[0] for a, b in zip(integer["left"], integer["left"][1:])), (trial, form, integer)
            assert (f"x{i} = {min(values)}" in text) == (len(values) == 1), (trial, form, text)
EOF
}

@test "values that a limit leaves open are not listed as left; many values are found one by one" {
    echo '{"loophole-model": 1, "variables": [], "integers": [{"name": "x", "lo": 0, "hi": 1099511627776}, {"name": "y", "lo": 0, "hi": 9}],
        "constraints": [{"linear": [], "integers": [2], "weights": [1], "lo": 4, "hi": 6, "fails": true}]}' >m.json
    run -5 --separate-stderr "$LOOPHOLE" count -f m.json --forced --quiet --time-limit 1
    [[ $output = *"1 of 2 variables are open"*"left:     y: 0..3 7..9"*"open:     x: 0..1099511627776" ]]
    run -5 --separate-stderr "$LOOPHOLE" count -f m.json --forced --time-limit 1
    [[ $output = *"at least 1 of 2 "* || $output = *"at least 0 of 2 "* ]]
    run -5 --separate-stderr "$LOOPHOLE" count -f m.json --forced --json --time-limit 1
    python3 -c 'import json, sys
a = json.loads(sys.argv[1])
assert not a["complete"] and [i["exact"] for i in a["integers"]] == [False, True] and a["integers"][1]["left"] == [[0, 3], [7, 9]]' "$output"
    for limit in 0.1 0.3 1 3; do # until it suffices for a first solution, but not for all
        run --separate-stderr "$LOOPHOLE" count gunport 11x11 --bound 38 --forced --quiet --time-limit $limit
        [[ ${lines[0]} = "; "*" variables are open" ]] && break
    done
    [ "$status" -eq 5 ]
    run -5 --separate-stderr "$LOOPHOLE" count gunport 11x11 --bound 38 --forced --json --time-limit $limit
    [[ $output = *'"complete": false'*'"forced_board": null'* ]]
    echo '{"loophole-model": 1, "variables": [], "integers": [{"name": "x", "lo": 0, "hi": 1099511627776}, {"name": "y", "lo": -50, "hi": 1200}],
        "constraints": [{"linear": [], "integers": [1, 2], "weights": [1, -1000000], "lo": 5, "hi": 7},
                        {"linear": [], "integers": [2], "weights": [3], "lo": 290, "hi": 320}]}' >m.json
    for form in order log; do
        run -0 "$LOOPHOLE" count -f m.json --forced --int $form
        [[ $output = *"x: 97000005..97000007 98000005..98000007 "*" 106000005..106000007, y: 97..106"* ]]
    done
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
    run -4 "$LOOPHOLE" solve gunport 3x3 --unique
    [[ $output == *"not unique. Another one:"*"differs in "*" cells: "* ]]
    run -5 "$LOOPHOLE" count tank 40 --forced --time-limit 0.5
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

@test "explain, where there is a solution: it is shown, found by a solver or by elimination alone" {
    run "$LOOPHOLE" explain gunport 3x3
    [[ "$output" == *"o │"* ]]
    run "$LOOPHOLE" explain fivers 3
    [[ "$output" == *"X"* ]]
}
