#!/usr/bin/env bats
# Peers: other programs that solve the whole question, alone and as competitors in a bench. Missing ones are skipped.

setup() {
    bats_require_minimum_version 1.5.0
    cd "$BATS_TEST_TMPDIR"
    export TMPDIR=$PWD/tmp
    mkdir tmp
}

value() { sed -n "s/^ *\"$1\": *\"\{0,1\}\([^,\"]*\)\"\{0,1\},\{0,1\}$/\1/p"; }

# same PEER QUESTION...: the peer comes to the same status and figure, and its answer was recounted.
same() {
    peer=$1
    shift
    command -v "$peer" >/dev/null || skip "$peer is not installed"
    for question in "$@"; do
        ours=$("$LOOPHOLE" solve $question --json) && wanted=0 || wanted=$?
        theirs=$(timeout 600 "$LOOPHOLE" solve $question --solver peer:$peer --json) && got=0 || got=$?
        echo "$question: $theirs"
        [ $got -eq $wanted ]
        [ "$(echo "$theirs" | value objective)" = "$(echo "$ours" | value objective)" ]
        [ $got -eq 20 ] || [ "$(echo "$theirs" | value verified)" = true ]
        [ "$(echo "$theirs" | value solver)" = "peer:$peer" ]
    done
    [ -z "$(ls tmp)" ]
}

optima="gunport 5x5 --formulation monomino"
shots="archer 100 16 17 23 24 39 40 --minimize shots"
none="squarest 50 3 6 9 12 15 30 21 25 27 30 --formulation equation"
some="squarest 50 3 6 9 12 15 30 19 25 27 30 --formulation equation"

@test "clasp" { same clasp "$optima" "tank 4" "$none" "$some" "$shots"; }
@test "minisat+" { same minisat+ "$optima" "tank 4" "$none" "$some"; }
@test "cryptominisat5" { same cryptominisat5 "tank 4" "$none" "$some"; }
@test "glpsol" { same glpsol "$optima" "tank 4" "$none" "$some"; }
# bats test_tags=long
@test "minizinc" { same minizinc "$optima" "tank 4" "$none" "$some" "$shots"; }
# bats test_tags=long
@test "cbc" { same cbc "$optima" "$none" "$some"; }

@test "highs, of which only the answer's form is known here" {
    command -v glpsol >/dev/null || skip "glpsol is not installed"
    mkdir bin
    cat >bin/highs <<'S'
#!/bin/sh
# Solves by glpsol, answers as HiGHS does.
glpsol --lp "$3" -w terse >/dev/null
awk '$1 == "s" {print "Model status"; print ($5 == "o" ? "Optimal" : "Infeasible"); print ""; print "# Primal solution values"
                print ($5 == "o" ? "Feasible\nObjective 0\n# Columns " $4 : "None"); solved = $5 == "o"}
     $1 == "j" && solved {print "x" $2, $3} END {if (solved) print "# Rows 0"}' terse >"$2"
rm terse
S
    chmod +x bin/highs
    PATH=$PWD/bin:$PATH
    same highs "$optima" "tank 4" "$none" "$some"
}

@test "what a peer cannot do is refused with a sentence" {
    run -1 --separate-stderr "$LOOPHOLE" solve gunport 3x3 --solver peer:nobody
    [[ "$stderr" == "loophole: There is no peer 'nobody'; choose one of: clasp minisat+ "* ]]
    run -1 --separate-stderr "$(command -v env)" PATH=/nowhere "$LOOPHOLE" solve gunport 3x3 --solver peer:clasp
    [ "$stderr" = "loophole: The program clasp is not installed." ]
    if command -v cryptominisat5 >/dev/null; then
        run -1 --separate-stderr "$LOOPHOLE" solve gunport 3x3 --solver peer:cryptominisat5
        [[ "$stderr" == "loophole: cryptominisat5 optimises nothing; "* ]]
    fi
    [ -z "$(ls tmp)" ]
}

@test "a peer is stopped by a limit, and nothing stays behind" {
    command -v glpsol >/dev/null || skip "glpsol is not installed"
    run -0 timeout 200 "$LOOPHOLE" solve gunport 14x14 --formulation monomino --solver peer:glpsol --time-limit 1 --json
    [ "$(echo "$output" | value status)" = unknown ]
    [ -z "$(ls tmp)" ]
}

@test "what a killed run has left goes with the next one; what is in use stays" {
    command -v clasp >/dev/null || skip "clasp is not installed"
    mkdir bin
    printf '#!/bin/sh\n: >"%s/up"\nexec sleep 1000\n' "$PWD" >bin/minisat+
    chmod +x bin/minisat+
    PATH=$PWD/bin:$PATH "$LOOPHOLE" solve gunport 3x3 --formulation monomino --solver peer:minisat+ >/dev/null 3>&- &
    peer=$!
    while [ ! -e up ]; do sleep 0.05; done
    [ "$(ls tmp | wc -l)" -eq 1 ]
    run -30 "$LOOPHOLE" solve gunport 3x3 --formulation monomino --solver peer:clasp
    [ "$(ls tmp | wc -l)" -eq 1 ]
    kill -9 $peer
    wait $peer || true
    [ "$(ls tmp | wc -l)" -eq 1 ]
    mkdir tmp/loophole-peer-mine tmp/loophole-other # no lock, not ours
    echo precious >tmp/loophole-peer-mine/answer
    run -30 "$LOOPHOLE" solve gunport 3x3 --formulation monomino --solver peer:clasp
    [ "$(ls tmp | sort | xargs)" = "loophole-other loophole-peer-mine" ] && [ "$(cat tmp/loophole-peer-mine/answer)" = precious ]
}

@test "peers in a bench: a liar is named, who is absent is left out" {
    command -v clasp >/dev/null || skip "clasp is not installed"
    mkdir bin
    real=$(command -v clasp)
    cat >bin/clasp <<S
#!/bin/sh
# Gives the first solution for the best one.
"$real" --opt-mode=ignore file.opb | sed 's/^s SATISFIABLE/s OPTIMUM FOUND/'
S
    cat >bin/minisat+ <<'S'
#!/bin/sh
# Gives what is no solution.
printf 's OPTIMUM FOUND\nv'
sed -n '1s/.*#variable= *\([0-9]*\).*/\1/p; 1q' file.opb | xargs seq | sed 's/^/ x/' | tr -d '\n'
echo
S
    chmod +x bin/*
    printf 'section lies\ninstances gunport 4x4\nformulation monomino\nsolver cadical peer:clasp peer:minisat+ "process:nobody -q"\n' >lies
    PATH=$PWD/bin:$PATH run -1 "$LOOPHOLE" bench lies -o out
    echo "$output"
    [ "$(wc -l <out/rows.csv)" -eq 4 ]
    [[ "$output" == *"process:nobody -q is not installed; its runs are left out."* ]]
    [[ "$output" == *"they proved different optima"*"peer:clasp"* ]]
    [[ "$output" == *"a witness caught"*"peer:minisat+"* ]]
}

# bats test_tags=long
@test "a peer whose own child spent the CPU seconds is no liar" {
    mkdir bin
    cat >bin/minizinc <<'S'
#!/bin/sh
# As minizinc does when its solver is stopped.
sh -c 'while :; do :; done'
echo =====ERROR=====
exit 1
S
    chmod +x bin/minizinc
    printf 'time-limit 1\nsection spent\ninstances gunport 3x3\nformulation monomino\nsolver peer:minizinc\n' >spent
    PATH=$PWD/bin:$PATH run -0 "$LOOPHOLE" bench spent -o out
    grep -qE ',(unknown|timeout),' out/rows.csv
}
