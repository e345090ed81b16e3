#!/usr/bin/env bats
# The output of --json is valid by docs/model/json-schema.json, which a small validator in this file reads, and docs/model/json.md describes both.
bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR"
    docs=$BATS_TEST_DIRNAME/../../docs
    command -v python3 || skip "python3 is not installed"
}

judged() { "$BATS_TEST_DIRNAME/../tools/judged" "$docs/model/json-schema.json" members; }

# bats test_tags=long
@test "every command's answer is as the schema says, and no member is always null" {
    asked=0
    ask() { "$LOOPHOLE" "$@" --json >>answers || true; asked=$((asked + 1)); }
    ask solve gunport 5x5
    ask solve gunport 6x6 --solver picosat --seed 3 --search down --time-limit 50
    ask solve gunport 14x14 --time-limit 0.01 --formulation monomino
    grep -q '"reason": "time limit"' answers
    ask solve fivers 5 --unique
    ask solve tank 4
    ask solve squarest 50 3 6 9 12 15 30 21 25 27 30
    ask solve squarest 9007199254740995 9007199254740993 1 1
    ask count tank 4 --print-solutions
    ask count archer 100 16 17 23 24 39 40 --all-costs
    ask solve gunport 3x3 --bound 2 --unique
    ask count gunport 2x2 --forced
    printf 'p cnf 2 1\n1 2 0\nc p show 1 0\n' >shown.cnf
    ask count shown.cnf
    ask explain squarest 50 3 6 9 12 15 30 21 25 27 30
    "$LOOPHOLE" cubes gunport 5x5 --formulation matching --bound 8 --parts 2 -o cubed
    ask conquer cubed
    "$LOOPHOLE" solve gunport 5x5 -q >solution || true
    ask verify gunport 5x5 --answer solution
    tr '<' '.' <solution >wrong
    ask verify gunport 5x5 --answer wrong
    printf 'h 1 2 0\n5 -1 0\n4 -2 0\n' >soft.wcnf
    printf 's OPTIMUM FOUND\no 3\nv 01\n' >reply
    ask solve -f soft.wcnf
    ask decode -f soft.wcnf -F wcnf --answer reply
    ask list
    ask list samples
    # the examples of the help with --json, where the last command takes it: at least one of each such command is answered
    load ../tools/examples
    help_examples_begin
    help_examples | while IFS= read -r line; do
        command=${line##*loophole }
        command=${command%% *}
        help_example "$line" >/dev/null 2>&1 || true
        "$LOOPHOLE" help "$command" | grep -qE -- '(^| )--json' || continue
        line=${line/ --json/}
        help_example "${line%"loophole $command"*}loophole $command --json${line##*"loophole $command"}" >answer 2>/dev/null || [ $? -ne 2 ] || continue
        cat answer >>answers
        echo "$command" >>answered
        echo >>examples
    done
    for command in $("$LOOPHOLE" help json | sed -n 's/^  commands  //p'); do grep -qx "$command" answered; done
    asked=$((asked + $(wc -l <examples)))
    run -0 judged <answers || { echo "$output"; return 1; }
    [[ $output == *" $asked objects" ]]
    sort -u members >seen
    python3 -c "import json; print('\n'.join(json.load(open('$docs/model/json-schema.json'))['properties']))" | sort | comm -23 - seen | tee unseen
    [ ! -s unseen ]
}

# bats test_tags=long
@test "the judge sees what is wrong" {
    "$LOOPHOLE" solve gunport 4x4 --json >answer || true
    sed 's/"status": "optimal"/"status": "best"/' answer >wrong
    run -1 judged <wrong
    sed 's/"objective_value": \([0-9]*\)/"objective_value": "many"/' answer >wrong
    run -1 judged <wrong
    grep -v '"seed"' answer >wrong
    run -1 judged <wrong
    sed 's/"seed"/"colour"/' answer >wrong
    run -1 judged <wrong
    "$LOOPHOLE" list --json | sed 's/"permanent_bounds": true/"permanent_bounds": 1/' >wrong
    run -1 judged <wrong
    "$LOOPHOLE" list --json | sed 's/"suites"/"sweets"/' >wrong
    run -1 judged <wrong
}

@test "verify --json of a wrong board says what is wrong on standard output too, with status 1" {
    printf '...\n...\n...\n' >wrong
    run -1 --separate-stderr "$LOOPHOLE" verify gunport 3x3 --answer wrong --json
    [ -n "$stderr" ]
    python3 -c "
import json, sys
a = json.loads(sys.argv[1])
assert a['verified'] is False and a['objective_value'] is None and 'loophole: ' + a['error'] == sys.argv[2], a" "$output" "$stderr"
}

@test "docs/model/json.md names every member" {
    python3 -c "import json; print('\n'.join(json.load(open('$docs/model/json-schema.json'))['properties']))" >names
    while read -r name; do
        grep -q "\`[^|]*$name" "$docs/model/json.md" || { echo "not described: $name"; return 1; }
    done <names
}

@test "a trace begins with the first bound, and is empty where there is none" {
    for puzzle in "gunport 6x6" "tank 4"; do
        "$LOOPHOLE" solve $puzzle --json >answer || true
        python3 -c "
import json
a = json.load(open('answer'))
assert all((t['lower_bound'], t['upper_bound']) != (None, None) for t in a['trace']), a['trace']
assert bool(a['trace']) == (a['objective_value'] is not None)
assert not a['trace'] or a['trace'][-1]['lower_bound'] == a['trace'][-1]['upper_bound'] == a['objective_value']"
    done
}

@test "list WORD --json is one part of list --json" {
    python3 - <<'END'
import json, os, subprocess
listed = lambda *words: json.loads(subprocess.check_output([os.environ["LOOPHOLE"], "list", *words, "--json"]))
all_ = listed()
for what in (k for k, v in all_.items() if isinstance(v, list)):
    assert listed(what) == {k: all_[k] for k in ("loophole", "schema", what)}, what
END
    "$LOOPHOLE" list encodings --json >part
    judged <part
    "$LOOPHOLE" list encodings --json | sed 's/"loophole": /"puzzle": "tank", &/' >wrong # neither the one nor the other
    run -1 judged <wrong
}

@test "list --json has everything that list has" {
    "$LOOPHOLE" list --json >all
    for what in puzzles encodings formats suites; do
        "$LOOPHOLE" list $what | awk '{ print $1 }' >names
        python3 -c "
import json, sys
for x in json.load(open('all'))['$what']: print(x if isinstance(x, str) else x['name'])" | diff names -
    done
}

# bats test_tags=long
@test "solver, search, formula and encoders are what was used, and null where no solver was called" {
    used() { # EXPECTED COMMAND...
        local expected=$1
        shift
        "$LOOPHOLE" "$@" --json >answer || [ $? -ge 10 ]
        judged <answer
        run -0 python3 -c '
import json
o = json.load(open("answer"))
print(o["solver"], o["engine"], o["search"], *("null" if o[k] is None else "set" for k in
      ("solver_version", "variables", "clauses", "literals", "encoders_used")), o["solver_calls"] > 0)'
        echo "$*: $output"
        [ "$output" = "$expected" ]
    }
    used "cadical sat up set set set set set True" solve gunport 4x4
    used "picosat sat down set set set set set True" solve gunport 4x4 --solver picosat --search down
    used "None None None null null null null null False" solve gunport 12x12 # a packing that meets the arithmetic bound
    used "None None None null null null null null False" solve gunport 12x12 --solver picosat
    used "None frontier None null null null null null False" solve gunport 8x8 --engine frontier
    used "None tables None null null null null null False" count tank 4 --engine tables
    used "None None None null null null null null False" solve fivers 5 # by elimination
    used "cadical None None set set set set set True" explain squarest 50 3
    printf 'instance gunport 12x12\ninstance gunport 4x4\n' >suite
    "$LOOPHOLE" bench suite -o rows
    python3 - <<'END'
import csv
rows = {r["instance"]: r for r in csv.DictReader(open("rows/rows.csv"))}
used = ("solver", "solver_version", "engine", "search", "variables", "clauses", "literals", "amo", "card")
assert not any(rows["gunport 12x12"][k] for k in used), rows["gunport 12x12"]
assert all(rows["gunport 4x4"][k] for k in used), rows["gunport 4x4"]
END
    "$LOOPHOLE" report rows
    "$LOOPHOLE" report --compare rows rows
}
