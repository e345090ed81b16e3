# For tests of the examples in docs/ and in the help as they stand there.

# example WORD [PAGE]: prints the indented lines of docs/research/bench.md, or of another page, around the first line with that word.
example() {
    awk -v word="$1" '/^    /{block = block substr($0, 5) "\n"; next} index(block, word) {exit} {block = ""} END {printf "%s", block}' \
        "$LOOPHOLE_DOCS/research/${2:-bench.md}"
}

# Makes the suite `gunport`, and lets `loophole` be the program under test.
small_suite() {
    mkdir bin
    ln -s "$LOOPHOLE" bin/loophole
    PATH=$PWD/bin:$PATH
    cat >gunport <<'S'
time-limit 20
section small
instances gunport 3x3 4x4
formulation monomino matching
card totalizer seqcounter
baseline --formulation matching --card seqcounter
section least
instance tank 3
S
}

# Prints what does not depend on time, of the rows of a directory.
timeless() { cat "$1"/*.csv | grep -v ^suite, | cut -d, -f1-8,15,16,17,18 | sort; }

# sweep WORD: runs the example of docs/research/bench.md with that word, and compares with an undisturbed run.
sweep() {
    example "$1" >example
    grep -q "$1" example
    cat example
    timeout 250 sh -e example
    loophole bench gunport -o whole 2>/dev/null
    timeless rows >a
    timeless whole >b
    [ "$(wc -l <a)" -eq 9 ]
    diff a b
    loophole report whole >/dev/null
    # The same competitors in the same order, against the same baselines. Figures are drawn only of runs that took their time.
    diff <(grep -o '; baseline.*' rows/report.md) <(grep -o '; baseline.*' whole/report.md)
    diff <(grep '^| instance' rows/report.md) <(grep '^| instance' whole/report.md)
}

# split_cubes WORD: runs the loop of docs/research/cubes.md, with the line of that word in it, while the first four workers are killed.
split_cubes() {
    line=$(example "$1" cubes.md | grep "$1")
    example xargs cubes.md | LINE=$line awk '/^ *xargs / { print ENVIRON["LINE"]; next } { print }' >example
    grep -qF "$line" example
    "$LOOPHOLE_DOCS/../tests/tools/kill-workers" 4 3>&- &
    run -20 timeout 250 sh example
    touch over
    wait $!
    [[ "$output" == *"gunport 8x8: there is no solution with at least 22 gunports"* ]]
    [ "$(cat far/rows/*.txt | grep "^cube " | sort -u | wc -l)" -eq 13 ]
    [ "$(cat far/rows/*.txt | grep -c "^cube ")" -eq 13 ]
}

# Prints the examples of the help of every command, in the order of the commands.
help_examples() {
    for command in $("$LOOPHOLE" list commands | awk '{ print $1 }'); do
        "$LOOPHOLE" help --manual "loophole-$command" | sed -n '/^.SH EXAMPLES/,/^.SH/p' | sed -n 's/^.B //p' | sed 's/\\-/-/g; s/\\(ha/^/g'
    done
}

# Makes bin/, where `loophole` is the program under test, and a file in the place of the suite `smoke`, which takes a minute.
help_examples_begin() {
    mkdir bin && ln -s "$(realpath "$LOOPHOLE")" bin/loophole
    printf 'section counters\ninstances gunport 5x5 6x6 7x7\nformulation monomino\ncard totalizer seqcounter\n' >smoke
}

# Runs a line of them; play needs a terminal otherwise.
help_example() {
    case $1 in
    'loophole play '*) env PATH="$PWD/bin:$PATH" bash -c "$1 --script </dev/null" ;;
    *) env PATH="$PWD/bin:$PATH" bash -c "$1" ;;
    esac
}

# The files that the examples of puzzles with files name, in the help.
example_files() {
    printf 'p cnf 3 2\n1 -2 0\n2 3 0\n' >formula.cnf
    printf 'min: +2 x1 +3 x2 +1 x3 ;\n+1 x1 +1 x2 +1 x3 >= 2 ;\n' >problem.opb
    printf 'h 1 2 0\nh -1 3 0\n2 -2 0\n3 -3 0\n' >problem.wcnf
    printf '{"loophole-model": 1, "variables": ["a", "b"], "integers": [{"name": "x", "lo": 0, "hi": 4}], "constraints": [{"clause": [1, 2]}, {"linear": [1], "integers": [1], "weights": [2, 1], "lo": 3}], "objective": {"minimize": [1, 2], "weights": [3, 2, 1], "integers": [1], "constant": 1}}\n' >model.json
    printf 'var 1..5: x;\nvar 1..5: y;\nconstraint int_lin_le([1,1],[x,y],7);\nsolve maximize x;\n' >model.fzn
}
