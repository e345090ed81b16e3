#!/usr/bin/env bats
# Written here, solved there, decoded here: cnf and opb through one program for every puzzle and formulation; other formats of
# clauses, and the other programs, for the instances of the quick tests; or for those of PUZZLE alone. A program that is not
# installed is skipped.

# instance | formulation | marks: q = among the quick tests, g = quick enough for glpsol, c = for cbc, m = for MiniZinc's Gecode
chosen() {
    cat <<END
gunport 6x6|monomino|qgcm
gunport 6x6|matching|gcm
gunport 6x6|defects|gc
gunport 3x4|indexed|m
tank 4|lines|qgm
tank 4|unary|gcm
tank 4|linear|qgcm
tank 5|lines|
tank 5|unary|g
tank 5|linear|gc
squarest 50 3 6 9 12 15 19 21 25 27 30|equation|qgcm
squarest 50 3 6 9 12 15 19 21 25 27 30|columns|gcm
squarest 50 3 6 9 12 15 30 21 25 27 30|equation|qgcm
archer 100 16 17 23 24 39 40 --objective shots|unary|gcm
archer 100 16 17 23 24 39 40 --objective shots|binary|qgcm
archer 100 16 17 23 24 39 40 --objective shots|columns|gcm
archer 100 16 17 23 24 39 40|unary|gcm
cans|slots|qgcm
cans|heights|gcm
fivers 5|parity|qgcm
fivers 5|integer|qgcm
fivers 3|parity|gcm
fivers 3|integer|m
END
}

# The chosen ones, and for each formulation of any other puzzle the example of its help, if it is no file.
instances() {
    chosen
    "$LOOPHOLE" list puzzles | while read -r puzzle about; do
        example=$("$LOOPHOLE" help "$puzzle" | sed -n 's/^Example: *loophole solve //p')
        case $example in *" -f "*) continue ;; esac
        for formulation in ${about##*formulations }; do
            chosen | grep -q "^$puzzle[ |].*|$formulation|" || chosen | grep -q "^$puzzle|$formulation|" || echo "$example|$formulation|q"
        done
    done
}

# The values of these members of a JSON object, in the order of the object, with | between them.
value() {
    local IFS='|'
    sed -nE "s/^ *\"($*)\": *\"?([^,\"]*)\"?,?\$/\2/p" | paste -sd'|'
}

# What the program itself finds, once.
setup_file() {
    export QUICK=${QUICK-}
    cd "$BATS_FILE_TMPDIR"
    instances >list
    [ -z "$QUICK" ] || sed -i '/|[a-z]*q[a-z]*$/!d' list
    [ -z "${PUZZLE-}" ] || sed -i "/^$PUZZLE[ |]/!d" list
    while IFS='|' read -r instance formulation marks; do
        json=$("$LOOPHOLE" solve $instance --formulation $formulation --json) || true
        echo "$instance|$formulation|$marks|$(value status objective_value <<<"$json")"
    done <list >expected
    [ -s expected ]
    awk -F"|" '$4 == "" || ($4 == "optimal" && $5 !~ /^-?[0-9]+$/) { print; bad = 1 } END { exit bad }' expected
}

setup() { cd "$BATS_TEST_TMPDIR"; }

# round FORMAT PROGRAM MARK COMMAND...: every instance (of that mark), where FILE is the file and the
# answer is in the file `answer`, else on standard output. What several programs read is written once.
round() {
    format=$1 program=$2 mark=$3
    shift 3
    command -v "$program" >/dev/null || skip "$program is not installed"
    bad="" rounds=0 at=0
    while IFS='|' read -r instance formulation marks outcome objective; do
        at=$((at + 1))
        case $mark in
        ?) case $marks in *$mark*) ;; *) continue ;; esac ;;
        esac
        rounds=$((rounds + 1))
        bound=""
        case $format in cnf | xcnf) [ "$outcome" = optimal ] && bound="--bound optimum" ;; esac
        rm -f answer
        file=$BATS_FILE_TMPDIR/$at.$format quoted="'$BATS_FILE_TMPDIR/$at.$format'"
        pattern='"objective_value": *"?'$objective'[^0-9]'
        new=""
        [ -e "$file" ] || { "$LOOPHOLE" encode $instance --formulation $formulation -F $format $bound -o "$file" && new=1; }
        eval "${*//FILE/$quoted}" >out 2>err </dev/null || true
        [ -s answer ] || mv out answer
        status=0 output=$("$LOOPHOLE" decode --from "$file" --answer answer --json 2>&1) || status=$?
        case $outcome in
        unsatisfiable) [ "$status" = 20 ] && [[ $output == *'"claim": "unsatisfiable"'* ]] || bad="$bad ($instance $formulation)" ;;
        *)
            [[ $output == *'"verified": true'* ]] || bad="$bad ($instance $formulation: $output)"
            [ "$outcome" != optimal ] || [[ $output =~ $pattern ]] ||
                bad="$bad ($instance $formulation: not $objective but $output)"
            ;;
        esac
        # The same answer without the file, by the same choices: of one program for each format.
        if [ -n "$new" ] && [ -z "$bound" ] && [ "$outcome" != unsatisfiable ]; then
            "$LOOPHOLE" decode $instance --formulation $formulation -F $format --answer answer --quiet >again ||
                bad="$bad ($instance $formulation: not without its file)"
            "$LOOPHOLE" verify $instance --answer again >/dev/null || bad="$bad ($instance $formulation: not verified)"
        fi
    done <"$BATS_FILE_TMPDIR/expected"
    echo "$rounds of $format by $program:$bad"
    [ "$rounds" -gt 0 ] || [ -z "${PUZZLE-}" ] || skip "no instance of $PUZZLE for $program"
    [ -z "$bad" ] && [ "$rounds" -gt 0 ]
}

@test "cnf through cadical" { round cnf cadical "" cadical -q FILE; }
@test "cnf through kissat" { round cnf kissat q kissat -q FILE; }
@test "cnf through picosat" { round cnf picosat q picosat FILE; }
@test "cnf through minisat" { round cnf minisat q minisat FILE answer; }
@test "cnf through cryptominisat5" { round cnf cryptominisat5 q cryptominisat5 --verb 0 FILE; }
@test "cnf through clasp" { round cnf clasp q clasp FILE; }
# bats test_tags=long
@test "xcnf through cryptominisat5" { round xcnf cryptominisat5 q cryptominisat5 --verb 0 FILE; }
# bats test_tags=long
@test "opb through clasp" { round opb clasp "" clasp FILE; }
# bats test_tags=long
@test "opb through minisat+" { round opb minisat+ q minisat+ FILE; }
# bats test_tags=long
@test "formulas without clauses, and with variables in none, through minisat and minisat+" {
    command -v minisat >/dev/null && command -v minisat+ >/dev/null || skip "minisat or minisat+ is not installed"
    for lines in 'p cnf 0 0' 'p cnf 4 0' 'p cnf 5 1|1 2 0' 'p cnf 5 2|1 0|-1 2 0' 'p cnf 3 2|-3 0|x 3 2 0'; do
        echo "$lines" | tr '|' '\n' >file.cnf
        "$LOOPHOLE" encode cnf -f file.cnf -o given.cnf
        minisat given.cnf answer >/dev/null 2>&1 || true
        "$LOOPHOLE" decode --from given.cnf --answer answer --quiet >said
        "$LOOPHOLE" verify cnf -f file.cnf --answer said >/dev/null
        run "$LOOPHOLE" solve cnf -f file.cnf --quiet --solver "process:minisat -verb=0 /dev/stdin /dev/stdout 2>&1"
        [ "$status" -eq 10 ]
    done
    for lines in '* #variable= 3 #constraint= 0|min: +1 x1 ;' 'min: +1 x1 ;|+1 x1 +1 x3 >= 1 ;' '+1 x4 >= 0 ;' 'min: ;' \
        '* #variable= 5 #constraint= 1|min: -1 x2 ;|+1 x4 >= 1 ;'; do
        echo "$lines" | tr '|' '\n' >file.opb
        "$LOOPHOLE" encode opb -f file.opb -o given.opb
        minisat+ -v0 given.opb >answer
        "$LOOPHOLE" decode --from given.opb --answer answer --quiet >said
        "$LOOPHOLE" verify opb -f file.opb --answer said >/dev/null
    done
}
# bats test_tags=long
@test "wcnf-old through clasp" { round wcnf-old clasp q clasp FILE; }
# bats test_tags=long
@test "icnf through cadical" { round icnf cadical q cadical -q FILE; }
# bats test_tags=long
@test "lp through glpsol's report" { round lp glpsol g glpsol --lp FILE -o answer; }
@test "lp through glpsol's terse file" { round lp glpsol g glpsol --lp FILE -w answer; }
# bats test_tags=long
@test "lp through cbc" { round lp cbc c cbc FILE solve solution answer; }
# bats test_tags=long
@test "mzn through minizinc" { round mzn minizinc m minizinc FILE; }

@test "instances without constraints or without solutions" {
    command -v glpsol >/dev/null && command -v clasp >/dev/null || skip "glpsol or clasp is not installed"
    printf '##\n##\n' >board
    "$LOOPHOLE" encode gunport -f board -o a.lp
    glpsol --lp a.lp -o answer >out || { cat out; false; }
    "$LOOPHOLE" decode --from a.lp --answer answer
    for format in cnf opb wcnf-old; do
        "$LOOPHOLE" encode gunport -f board -o a.$format
        clasp a.$format >answer || true
        "$LOOPHOLE" decode --from a.$format --answer answer
        "$LOOPHOLE" encode squarest 5 6 7 -o b.$format # no number fits
        clasp b.$format >answer || true
        run "$LOOPHOLE" decode --from b.$format --answer answer
        [ "$status" = 20 ]
        [[ "$output" == *"no solution"*"claim"* ]]
    done
}

# bats test_tags=long
@test "solvers as children and as libraries find the same optimum" {
    library=$(cd "$(dirname "$LOOPHOLE")" && pwd)/tests/libipasir_picosat.so
    for question in "gunport 5x5" "fivers 5" "archer 100 16 17 23 24 39 40 --objective shots"; do
        echo "$question|$("$LOOPHOLE" solve $question --json | value objective_value)"
    done >expected
    for spec in "process:cadical -q" "process:picosat" "process:minisat -verb=0 /dev/stdin /dev/stdout" "process:clasp" \
        "process:cryptominisat5 --verb 0" "process-xor:cryptominisat5 --verb 0" "ipasir:$library"; do
        program=${spec#*:}
        program=${program%% *}
        command -v "$program" >/dev/null || [ -e "$program" ] || continue
        while IFS='|' read -r question expected; do
            run "$LOOPHOLE" solve $question --solver "$spec" --json
            echo "$spec on $question: $output"
            [ "$status" -eq 30 ]
            [[ $output == *"\"objective_value\": $expected,"* ]]
        done <expected
    done
}
