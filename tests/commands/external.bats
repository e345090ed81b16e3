#!/usr/bin/env bats
# External solvers in a bench: encode, a program that solves the whole problem, decode. Missing programs are skipped.

setup() {
    bats_require_minimum_version 1.5.0
    cd "$BATS_TEST_TMPDIR"
    export TMPDIR=$PWD/tmp
    mkdir tmp bin
}

# Prints a column of the rows. All columns become files as soon as one of newer rows is asked for.
column() {
    [ "columns/$1" -nt out/rows.csv ] || { rm -rf columns && mkdir columns && python3 -c 'import csv
with open("out/rows.csv") as rows:
    for name, *values in zip(*csv.reader(rows)):
        with open("columns/" + name, "w") as column: column.writelines(value + "\n" for value in values)'; } || return
    cat "columns/$1"
}

# suite LINE...: runs the instances of those lines by cadical and by the solver x that the lines define.
suite() {
    printf 'time-limit 60\nsection all\n' >suite
    printf '%s\n' "$@" >>suite
    printf 'solver cadical x\nbaseline --solver cadical\n' >>suite
    "$LOOPHOLE" bench suite -o out
}

# same LINE PROGRAM INSTANCE...: the program comes to the same status and objective value as Loophole.
same() {
    command -v "$2" >/dev/null || skip "$2 is not installed"
    suite "external x $1" "${@:3}"
    for c in status objective_value lower_bound upper_bound; do
        column $c >values
        diff <(sed -n 1~2p values) <(sed -n 2~2p values)
    done
    ! column status | grep -vE '^(optimal|satisfiable|unsatisfiable)$' || false
    [ "$(column solver | sed -n 2p)" = x ]
    [ "$(column engine | sed -n 2p)" = external ]
    ! column cpu_seconds | grep -vE '^[0-9]+\.[0-9]+$' || false
    [ -z "$(ls tmp)" ]
}

optimum="instance gunport 4x4"
shots="instance archer 100 16 17 23 24 39 40 --objective shots"
tank="instance tank 4"
none="instance squarest 50 3 6 9 12 15 30 21 25 27 30"
some="instance squarest 50 3 6 9 12 15 30 19 25 27 30"

# bats test_tags=long
@test "clasp" { same 'opb clasp --quiet=1 $FILE' clasp "$optimum" "$tank" "$none" "$some" "$shots"; }
# bats test_tags=long
@test "minisat+" { same 'opb minisat+ -v0 $FILE' minisat+ "$optimum" "$tank" "$none" "$some"; }
# bats test_tags=long
@test "cryptominisat5" { same 'xcnf cryptominisat5 --verb 0 $FILE' cryptominisat5 "$tank" "$none" "$some"; }
@test "cadical" { same 'cnf cadical -q $FILE' cadical "$tank" "$none" "$some"; }
# bats test_tags=long
@test "minisat, which writes a file" { same 'cnf "minisat $FILE $FILE.out >$FILE.log; cat $FILE.out"' minisat "$tank" "$none" "$some"; }
# bats test_tags=long
@test "glpsol" { same 'lp "glpsol --lp $FILE -w $FILE.out >$FILE.log; cat $FILE.out"' glpsol "$optimum" "$tank" "$none" "$some"; }
# bats test_tags=long
@test "minizinc" { same 'mzn minizinc $FILE' minizinc "$optimum" "$tank" "$none" "$some" "$shots"; }
# bats test_tags=long
@test "cbc" { same 'lp "cbc $FILE solve solution $FILE.out >$FILE.log; cat $FILE.out"' cbc "$optimum" "$none" "$some"; }

# bats test_tags=long
@test "highs, of which only the answer's form is known here" {
    command -v glpsol >/dev/null || skip "glpsol is not installed"
    cat >bin/highs <<'S'
#!/bin/sh
# Solves by glpsol, answers as HiGHS does.
glpsol --lp "$3" -w "$3.terse" >/dev/null
awk '$1 == "s" {print "Model status"; print ($5 == "o" ? "Optimal" : "Infeasible"); print ""; print "# Primal solution values"
                print ($5 == "o" ? "Feasible\nObjective " $6 "\n# Columns " $4 : "None"); solved = $5 == "o"}
     $1 == "j" && solved {print "x" $2, $3} END {if (solved) print "# Rows 0"}' "$3.terse" >"$2"
S
    chmod +x bin/highs
    PATH=$PWD/bin:$PATH
    same 'lp "highs --solution_file $FILE.out $FILE >$FILE.log; cat $FILE.out"' highs "$optimum" "$tank" "$none" "$some"
}

@test "what a program prints decides the status" {
    cat >bin/fake <<'S'
#!/bin/sh
case $1 in
none) printf 's UNSATISFIABLE\n' ;;
nothing) printf 's UNKNOWN\n' ;;
silent) ;;
broken) exit 7 ;;
killed) kill -SEGV $$ ;;
busy) while :; do :; done ;;
wrong) printf 's OPTIMUM FOUND\nv'; i=0; while [ $i -lt 40 ]; do i=$((i + 1)); printf ' x%d' $i; done; echo ;;
first) printf 's SATISFIABLE\nv'; i=0; while [ $i -lt 40 ]; do i=$((i + 1)); printf ' -x%d' $i; done; echo ;;
esac
S
    chmod +x bin/fake
    PATH=$PWD/bin:$PATH
    printf 'time-limit 1\nsection all\ninstances gunport 3x3\nformulation monomino\n' >suite
    for w in nothing silent broken killed busy; do echo "external $w opb fake $w" >>suite; done
    echo "solver nothing silent broken killed busy" >>suite
    run -0 "$LOOPHOLE" bench suite -o out
    [ "$(column status | xargs)" = "unknown unknown crashed crashed timeout" ]
    [ -z "$(ls tmp)" ]
    # A lie is an alarm.
    for w in none wrong; do
        printf 'section all\nexternal x opb fake %s\ninstance gunport 3x3\nformulation monomino\nsolver cadical x\n' $w >suite
        run -1 --separate-stderr "$LOOPHOLE" bench suite -o lie-$w
    done
    [[ "$stderr" == *"a check caught"* ]]
    # A solution that nobody calls the best one is no answer.
    printf 'section all\nexternal x opb "clasp --opt-mode=ignore $FILE"\ninstance gunport 4x4\nsolver x\n' >suite
    command -v clasp >/dev/null || return 0
    rm -r out
    run -0 "$LOOPHOLE" bench suite -o out
    [ "$(column status)" = unknown ]
    [ "$(column objective_value)" -le 4 ]
}

# bats test_tags=long
@test "a program that is absent is left out; a bad line is named" {
    printf 'external x opb nobody $FILE\nsection all\ninstance gunport 4x4\nsolver cadical x\n' >suite
    run -0 "$LOOPHOLE" bench suite -o out
    [[ "$output" == *"x is not installed; its runs are left out."* ]]
    [ "$(column solver)" = cadical ]
    for line in 'x opb' 'x nosuch true' 'cadical cnf true' 'a:b cnf true'; do
        printf 'external %s\nsection all\ninstance gunport 3x3\n' "$line" >suite
        run -1 "$LOOPHOLE" bench suite -o bad
        [[ "$output" == "loophole: suite:1: "* ]]
    done
    run -2 "$LOOPHOLE" solve gunport 3x3 --solver x
}

# bats test_tags=long
@test "--print-jobs prints commands that bring the external solver along" {
    command -v clasp >/dev/null || skip "clasp is not installed"
    printf 'external x opb "clasp --quiet=1 $FILE"\nsection all\ninstances gunport 3x3 4x4\nsolver x\n' >suite
    "$LOOPHOLE" bench suite --print-jobs -o out >commands
    [ "$(wc -l <commands)" -eq 2 ]
    rm suite
    sh -e commands
    [ "$(cat out/row-*.csv | grep -c ',external,,x,,optimal,')" -eq 2 ]
}

# bats test_tags=long
@test "what a killed bench has left goes with the next one; what is in use stays" {
    printf '#!/bin/sh\n: >"%s/up"\nexec sleep 1000\n' "$PWD" >bin/sleeper
    printf '#!/bin/sh\necho s UNKNOWN\n' >bin/quick
    chmod +x bin/*
    PATH=$PWD/bin:$PATH
    printf 'external x opb sleeper\nsection all\ninstance gunport 3x3\nsolver x\n' >slow
    printf 'external x opb quick\nsection all\ninstance gunport 3x3\nsolver x\n' >fast
    "$LOOPHOLE" bench slow -o slept 2>/dev/null 3>&- &
    bench=$!
    while [ ! -e up ]; do sleep 0.05; done
    [ "$(ls tmp | wc -l)" -eq 1 ]
    "$LOOPHOLE" bench fast -o first
    [ "$(ls tmp | wc -l)" -eq 1 ]
    kill -9 $bench
    wait $bench || true
    [ "$(ls tmp | wc -l)" -eq 1 ]
    mkdir tmp/loophole-files-mine tmp/loophole-other # no lock, not ours
    echo precious >tmp/loophole-files-mine/answer
    "$LOOPHOLE" bench fast -o second
    [ "$(ls tmp | sort | xargs)" = "loophole-files-mine loophole-other" ] && [ "$(cat tmp/loophole-files-mine/answer)" = precious ]
}
