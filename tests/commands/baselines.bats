#!/usr/bin/env bats
# bench/baselines: the same models for all tools; an answer counts as agreement only if it is one, and right.

bats_require_minimum_version 1.5.0

# A solver of FlatZinc that prints TEXT.
gecode() { # TEXT
    mkdir -p bin
    printf '#!/bin/sh\n[ "$1" = --version ] && exec echo 1.0\ncat <<S\n%s\nS\n' "$1" >bin/fzn-gecode
    chmod +x bin/fzn-gecode
}

baselines() { PATH=$PWD/bin:$PATH "$BATS_TEST_DIRNAME/../../bench/baselines" --limit 20 --tools loophole,loophole-plain,gecode "$@"; }

setup() { cd "$BATS_TEST_TMPDIR"; }

@test "the puzzle's command and its plain model agree on each of the six puzzles" {
    gecode "%"
    for problem in "gunport 6x6" "tank 4" "squarest 50 " "archer 100$" "cans 50 " "fivers 5"; do
        run -0 --separate-stderr baselines --only "$problem" --rows rows.csv
        [ "$(grep -c ",loophole,[osu]" rows.csv)" -eq 1 ]
        [ "$(sed -n 's/^[^,]*,loophole,\([a-z]*,[^,]*\),.*/\1/p' rows.csv)" = "$(sed -n 's/^[^,]*,loophole-plain,\([a-z]*,[^,]*\),.*/\1/p' rows.csv)" ]
    done
    # an OPB file, with a negated literal, equal in all
    mkdir files
    printf '* #variable= 3 #constraint= 2\nmin: 2 x1 3 ~x2 1 x3 ;\n1 x1 1 x2 1 ~x3 >= 2 ;\n1 x1 1 x3 >= 1 ;\n' >files/a.opb
    run -0 --separate-stderr baselines --files files --only "^a.opb" --rows rows.csv
    [ "$(cut -d, -f3,4 rows.csv | sort | uniq -c | awk '$2 == "optimal,2" { print $1 }')" -eq 2 ]
}

@test "a refusal is no agreement, and a wrong solution or another answer fails" {
    gecode "% too large"
    run -0 --separate-stderr baselines --only "squarest 50 "
    [[ $output == *"| Gecode | 0 | 0 | 1 | 0 | – | 0 | 0 |"* ]]
    gecode "x0 = 1;
----------
=========="
    run -1 --separate-stderr baselines --only "squarest 50 "
    [[ $stderr == *"gecode wrong"* ]]
    gecode "=====UNSATISFIABLE====="
    run -1 --separate-stderr baselines --only "squarest 50 "
    [[ $stderr == *"gecode unsat"* ]]
    [[ $output == *"| Gecode | 1 | 0 |"* ]]
}

@test "the published page follows from its rows" {
    results=$BATS_TEST_DIRNAME/../../bench/results/baselines
    "$BATS_TEST_DIRNAME/../../bench/baselines" --again --rows "$results/rows.csv" | diff "$results/report.md" -
    sed 's/^\(gunport 6x6,gecode,optimal\),-12,/\1,-13,/' "$results/rows.csv" >rows.csv
    run -1 --separate-stderr "$BATS_TEST_DIRNAME/../../bench/baselines" --again --rows rows.csv
    [[ $stderr == *"gunport 6x6"* ]]
}
