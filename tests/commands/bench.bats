#!/usr/bin/env bats
# Benchmarks: suites, rows that survive a kill, alarms about wrong answers, reports.

bats_require_minimum_version 1.5.0

# The suite, and its rows in `out`: run once for all tests, each of which has its own copy.
setup_file() {
    cd "$BATS_FILE_TMPDIR"
    cat >suite <<'S'
about a test
time-limit 20
section one
instances gunport 3x3 4x4
formulation monomino matching
card totalizer seqcounter
section two
instance tank 3
S
    "$LOOPHOLE" bench suite -o out
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    cp "$BATS_FILE_TMPDIR/suite" .
}

rows_of() { cp -r "$BATS_FILE_TMPDIR/out" "$1"; } # DIRECTORY

# The columns that do not depend on time, sorted.
facts() { cut -d, -f3-6,16,17,18,19 "$1" | sort; }

# bats test_tags=long
@test "the suite on docs/research/bench.md runs as it is written, with a baseline in each section that names one" {
    sed -n '/^about Which counter/,/^```/p' "$BATS_TEST_DIRNAME/../../docs/research/bench.md" | grep -v '^```' >page
    [ "$(grep -cE '^(section|baseline|competitor|instances?) ' page)" -ge 6 ]
    run -0 "$LOOPHOLE" bench page --print-jobs
    for words in "gunport 10x10' --choices '--formulation defects" "tank 6 --cap none' --choices '--card totalizer"; do
        [[ $output == *"$words"* ]] || { echo "no job for $words"; return 1; }
    done
    sed 's/ 10x10//; s/8x8/3x3/; s/^amo all /amo pairwise ladder /; s/tank 6/tank 3/; s/^seed .*/seed 0/' page >small
    run -0 "$LOOPHOLE" bench small -o out --time-limit 20
    [ "$(wc -l <out/rows.csv)" -eq 10 ] # 2 * 3 and a competitor, 2 of tank
    ! grep -qE ',(refused|failed|crashed),' out/rows.csv || false
}

@test "mistakes in a suite end with the status that docs/research/bench.md states" {
    mistake() { # STATUS LINE: as the last line of a section
        printf 'section s\ninstances gunport 3x3\ncard seqcounter\n%s\n' "$2" >wrong
        run -"$1" "$LOOPHOLE" bench wrong -o out
        [ ! -e out ]
    }
    for line in 'nonsense 1' 'seed x' 'baseline --card blocks'; do mistake 1 "$line"; done
    for line in 'pb magic' 'instances magic 3'; do mistake 2 "$line"; done # more of these below
}

@test "a suite runs, and its report is complete" {
    rows_of out
    [ "$(wc -l <out/rows.csv)" -eq 10 ]
    [ "$(grep -c ',optimal,' out/rows.csv)" -eq 8 ]
    [ "$(grep -c ',unsatisfiable,' out/rows.csv)" -eq 1 ]
    run -0 "$LOOPHOLE" report out
    grep -q '## one' out/report.md
    grep -q '| gunport 4x4 | 4 |' out/report.md
    ! grep -q ALARM out/report.md || false
}

# Rows with CPU seconds that do not depend on the machine: timed AWK, where $26 is the column.
timed() { awk -F, -v OFS=, "NR > 1 {$1} 1" out/rows.csv >rows && mv rows out/rows.csv; }

# bats test_tags=long
@test "runs that take their time are plotted" {
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
    printf 'section s\ninstances gunport 3x3 4x4 5x5\nformulation matching\ncard seqcounter blocks\n' >plotted
    "$LOOPHOLE" bench plotted -o out
    timed '$26 = 0.01'
    "$LOOPHOLE" report out
    grep -q '^No plots.*long enough' out/report.md
    timed '$26 = NR / 10'
    run -0 "$LOOPHOLE" report out
    for plot in cactus scatter scaling bounds; do
        grep -q "(s-$plot.svg)" out/report.md
        grep -q '</svg>' out/s-$plot.svg
    done
    [ "$(grep -c '<svg' out/report.html)" -eq 4 ]
    # every competitor's bounds are there, though the quickest finds its one upper bound in the last moment
    [ "$(grep -c 'set title' out/s-bounds.gp)" -eq 2 ]
    [ "$(grep -c '^\$b[01][lu]' out/s-bounds.gp)" -eq 4 ]
    ! grep -A1 '^\$b[01][lu]' out/s-bounds.gp | grep -q NaN || false
}

# bats test_tags=long
@test "without gnuplot there are tables, and a word about the plots" {
    printf 'section s\ninstances gunport 3x3 4x4 5x5\nformulation matching monomino\n' >plotted
    "$LOOPHOLE" bench plotted -o out
    timed '$26 = NR / 10'
    mkdir bin
    ln -s "$(python3 -c 'import sys; print(sys.executable)')" bin/python3
    PATH=$PWD/bin run -0 "$LOOPHOLE" report out
    [[ "$output" == *"loophole: gnuplot could not draw "* ]]
    grep -q '^No plots.*gnuplot' out/report.md
    grep -q '^| gunport 5x5 |' out/report.md
    rm bin/python3
    run -3 --separate-stderr env PATH="$PWD/bin" "$LOOPHOLE" report out
    [[ "$stderr" == "loophole: "*python3* ]]
}

# bats test_tags=long
@test "report runs its own program, whatever lies in the directory and in the environment" {
    rows_of out
    for module in json html markdown results; do echo 'open("/dev/stderr", "w").write("foreign\n")' | tee $module.py >out/$module.py; done
    for place in . out; do PYTHONPATH=$PWD run -0 --separate-stderr env -C $place "$LOOPHOLE" report "$PWD/out"; done
    [ -z "$stderr" ]
    [ ! -e "$BATS_TEST_DIRNAME/../../bench/program/__pycache__" ]
}

# bats test_tags=long
@test "a report that cannot be written is reported, and no half of it is left" {
    rows_of out
    mkdir out/report.html
    run -3 --separate-stderr "$LOOPHOLE" report out
    [[ "$stderr" == "loophole: out/report.html cannot be written"* ]]
    [ -z "$(find out -name '.*.new')" ]
}

@test "the report's figures are those of the rows" {
    printf 'section s\ntime-limit 20\ninstances gunport 3x3 4x4 5x5\nseed 1 2\nformulation monomino matching\nsection few\ninstances gunport 3x3 4x4\nformulation monomino matching\n' >figures
    "$LOOPHOLE" bench figures -o out
    # By instance and seed monomino takes 1 s; matching 2 and 8, so 4; 1 and 1, so 1; 0.001 (counts as 0.01) and, unsolved, 20.
    timed '$26 = 1'
    timed 'if ($2 == "s" && /matching/) {split("2 8 1 1 0.001 20", t, " "); $26 = t[++n]}'
    timed 'if ($26 == 20) {$17 = "unknown"; $18 = ""}'
    "$LOOPHOLE" report out
    cat out/report.md
    # means: (2+8+1+1+.001+2*20)/6; (4 * 1 * 0.01)^(1/3)
    grep -q '^| matching | 5/6 | 8.67 | 0.34 | 0.01 to 4.00 | 1.000 | 3 |' out/report.md
    grep -q '^| monomino | 6/6 | 1.00 | 1.00 | 1.00 to 1.00 | – | 3 |' out/report.md
    grep -q '^| gunport 3x3 | [0-9]* | \*\*1.00\*\* | 5.00 |' out/report.md
    grep -q '^| gunport 5x5 | [0-9]* | \*\*1.00\*\* | – |' out/report.md
    grep -q '^| matching | 2/2 | 1.00 | 1.00 | – | – | 2 |' out/report.md
}

# bats test_tags=long
@test "a run that stands twice among the rows counts once, but may contradict itself" {
    rows_of out
    sed -n '1p; 3p' out/rows.csv >out/again.csv
    "$LOOPHOLE" report out
    grep -q '^9 runs, .* 1 row left out' out/report.md
    sed -i '2s/,optimal,[0-9]*,[0-9]*,[0-9]*,/,optimal,999,999,999,/' out/again.csv
    run -1 "$LOOPHOLE" report out
    grep -q 'they proved different optima' out/report.md
}

# bats test_tags=long
@test "bounds of one row that cross are a contradiction, at the end and in the trace" {
    rows_of out
    run -0 "$LOOPHOLE" report out
    cp -r out final
    sed -Ei '2s/,optimal,([0-9]+),[0-9]+,/,optimal,\1,\19,/' final/rows.csv
    run -1 "$LOOPHOLE" report final
    grep -q ALARM final/report.md
    grep -q 'lower bound.*above.*upper bound' final/report.md
    sed -Ei '2s/ (0[0-9.]*):[0-9]*:([0-9]+)/ \1:\29:\2 \1::\2/' out/rows.csv # a lower bound ten times the upper one
    run -1 "$LOOPHOLE" report out
    grep -q ALARM out/report.md
    grep -q 'lower bound of the trace.*above' out/report.md
}

@test "a bound in a trace has all its digits" {
    printf 'min: +123456789012 x1 +9007199254740993 x2 ;\n+1 x1 +1 x2 >= 2 ;\n' >large.opb
    printf 'section large\ninstance opb -f %s/large.opb\n' "$PWD" >large
    "$LOOPHOLE" bench large -o out
    grep -q ':9007322711530005:9007322711530005,' out/rows.csv
}

# bats test_tags=long
@test "the baseline can be chosen, and must be there" {
    rows_of out
    run -0 "$LOOPHOLE" report out --baseline "--formulation matching --card seqcounter"
    grep -q 'baseline \*\*matching seqcounter\*\*' out/report.md
    run -1 --separate-stderr "$LOOPHOLE" report out --baseline "--card nosuch"
    [[ "$stderr" == *"'--card nosuch'"*"baseline"* ]]
}

# bats test_tags=long
@test "a section in which nothing was solved has no winner" {
    printf 'instance gunport nosize\nformulation monomino matching\n' >none
    run -1 "$LOOPHOLE" bench none -o out
    run -0 "$LOOPHOLE" report out
    grep -qF '| [all](#all) | 0/2 | nobody | nothing was solved |' out/report.md
    ! grep -qiw nan out/report.md || false
}

# bats test_tags=long
@test "names of sections from foreign rows do no harm" {
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
    printf 'section odd\ninstances gunport 3x3 4x4 5x5\nformulation monomino matching\n' >odd
    "$LOOPHOLE" bench odd -o out
    timed '$26 = 1; $2 = "../o$(touch evil)"'
    run -0 "$LOOPHOLE" report out
    [ -e 'out/.._o__touch_evil_-cactus.svg' ]
    ! [ -e evil ] && ! [ -e out/evil ] || false
}

@test "competitors alternate within an instance" {
    rows_of out
    [ "$(sed -n '2,5p' out/rows.csv | cut -d, -f3 | uniq)" = "gunport 3x3" ]
}

@test "an existing directory is not overwritten" {
    rows_of out
    run -1 --separate-stderr "$LOOPHOLE" bench suite -o out
    [[ "$stderr" == *"exists already"* ]]
}

lines() { cat "$1" 2>/dev/null | wc -l; }

# until_lines N FILE PID: waits until the file has N lines or the process has ended.
until_lines() {
    until [ "$(lines "$2")" -ge "$1" ] || ! kill -0 "$3" 2>/dev/null; do sleep 0.01; done
}

# bats test_tags=long
@test "killed at any moment, --resume gives the rows of an undisturbed run" {
    rows_of whole
    facts whole/rows.csv >a
    for moment in "0 1" "1 2" "2 1" "5 2" "9 1"; do
        jobs=${moment#* }
        rm -rf broken
        "$LOOPHOLE" bench suite -o broken --jobs $jobs 2>/dev/null 3>&- &
        pid=$!
        until_lines ${moment% *} broken/rows.csv $pid
        kill -9 $pid 2>/dev/null || true # it may have ended
        wait $pid || true
        rows=$(lines broken/rows.csv)
        [ "$rows" -lt 10 ] && [ -e broken/rows.csv ] && printf 'suite,one,gunport 4x4,--form' >>broken/rows.csv # in the middle of a line
        "$LOOPHOLE" bench suite -o broken --resume --jobs $jobs
        facts broken/rows.csv >b
        echo "killed after $rows lines"
        diff a b
    done
}

# bats test_tags=long
@test "a bench that is asked to stop says so, and goes on later" {
    cat >waits <<'S'
#!/bin/sh
# Answers only when there is a file `go`.
[ -e go ] || exec sleep 1000
exec picosat
S
    chmod +x waits
    command -v picosat >/dev/null || skip "picosat is not installed"
    printf 'instance gunport 3x3\nformulation monomino\nsolver cadical process:./waits\n' >stopped
    "$LOOPHOLE" bench stopped -o out 2>said 3>&- &
    pid=$!
    until_lines 2 out/rows.csv $pid
    kill -TERM $pid
    wait $pid && status=0 || status=$?
    [ $status -eq 5 ]
    grep -q "Stopped after 1 of 2 runs; --resume goes on." said
    touch go
    run -0 "$LOOPHOLE" bench stopped -o out --resume
    [ "$(grep -c ',optimal,' out/rows.csv)" -eq 2 ]
}

# bats test_tags=long
@test "rows of another suite in the directory are told" {
    rows_of out
    sed -i '/^section two/,$d' suite
    run -0 --separate-stderr "$LOOPHOLE" bench suite -o out --resume
    [[ "$stderr" == *"out has rows"*"(1)"* ]]
}

# bats test_tags=long
@test "two benches do not write to one directory" {
    printf '#!/bin/sh\nexec sleep 1000\n' >waits
    chmod +x waits
    printf 'instance gunport 3x3\nformulation monomino\nsolver cadical process:./waits\n' >slow
    "$LOOPHOLE" bench slow -o out 2>/dev/null 3>&- &
    pid=$!
    until_lines 2 out/rows.csv $pid
    run -1 --separate-stderr "$LOOPHOLE" bench slow -o out --resume
    kill -TERM $pid
    wait $pid || true
    [[ "$stderr" == *"another bench"* ]]
    [ "$(lines out/rows.csv)" -eq 2 ]
}

# bats test_tags=long
@test "a full disk is told, and nothing is lost" {
    (ulimit -f 1 && trap '' XFSZ && exec "$LOOPHOLE" bench suite -o out) 2>said && status=0 || status=$?
    [ $status -eq 3 ]
    grep -q "row.*not be written" said
    "$LOOPHOLE" bench suite -o out --resume
    rows_of whole
    facts whole/rows.csv >a
    facts out/rows.csv >b
    diff a b
}

@test "a lying solver is caught and named" {
    cat >liar <<'S'
#!/bin/sh
cat >/dev/null
echo 's UNSATISFIABLE'
exit 20
S
    cat >giver <<'S'
#!/bin/sh
# claims a model that is none
cat >/dev/null
echo 's SATISFIABLE'
echo 'v 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 0'
exit 10
S
    chmod +x liar giver
    printf 'section lies\ninstances gunport 3x3\nformulation monomino\nsolver cadical process:%s process:%s\n' "$PWD/liar" "$PWD/giver" >lies
    run -1 "$LOOPHOLE" bench lies -o out
    [[ "$output" == *"no solution"*"other has one"* ]]
    [[ "$output" == *"process:$PWD/liar"* ]]
    [[ "$output" == *"a check caught"*"process:$PWD/giver"* ]]
    run -1 "$LOOPHOLE" report out
    grep -q 'ALARM' out/report.md
}

@test "a row says why its run was refused" {
    printf 'instance gunport nosize\ninstance gunport 3x3\n' >odd
    run -0 "$LOOPHOLE" bench odd -o out
    [[ "$output" == *"1 of 2 runs"*"gunport nosize"*"size"* ]]
    grep -q ",refused,.*A board's size is written" out/rows.csv
    "$LOOPHOLE" report out
    grep -q "| defaults | 0 | refused | .* A board's size is written" out/report.md
}

# bats test_tags=long
@test "a suite's choices are checked before anything runs: formulations, encoders, searches, solvers, a puzzle's options" {
    for options in "-o none" "-o none --print-jobs"; do
        printf 'section a\ninstances gunport 3x3 4x4\nformulation monominoo\n' >wrong
        # shellcheck disable=SC2086
        run -2 --separate-stderr "$LOOPHOLE" bench wrong $options
        [[ "$stderr" == "loophole: wrong:3: "*"no formulation 'monominoo'; choose one of: defects monomino "* ]]
        [ -z "$output" ] && [ ! -e none ]
    done
    # each of these lines as the third of a section, read as bench reads it: LINE; WORDS
    python3 -B - "$BATS_TEST_DIRNAME/../../bench/program" "$LOOPHOLE" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import suite
LINES = """\
card totalizer nonsuch; 'nonsuch'
competitor --card nonsuch; 'nonsuch'
competitor --formulation monomino --card=nonsuch; 'nonsuch'
competitor --search=nonsuch; nonsuch
break-symmetry nonsuch; nonsuch
formulation monomino matchng; no formulation 'matchng'
formulation lines; The puzzle gunport has no formulation 'lines'
search downn; There is no search 'downn'
solver cadicl; There is no solver 'cadicl'
parity kernl; not 'kernl'
solver-config best; not 'best'
variable-order rising; not 'rising'
dominance perhaps; The option --dominance takes yes or no
cap 3; The option --cap is not for gunport
competitor --formulation monominoo; no formulation 'monominoo'
competitor --formulaton monomino; There is no option '--formulaton'
competitor --search; The option --search needs a value
competitor monomino; 'monomino' is not an option of solve
instance gunport 3x3 --setled no; There is no option '--setled'
instance tank 3 --tables many; not 'many'
"""
program, tried = suite.Program(sys.argv[2]), 0
for line, words in (each.split("; ") for each in LINES.splitlines()):
    with open("wrong", "w") as file:
        print("section a\ninstances gunport 3x3 4x4", line, sep="\n", file=file)
    try:
        suite.Suite("wrong", program).read()
    except suite.BadUsage as error:
        assert str(error).startswith("wrong:3: ") and words in str(error), (line, str(error))
        tried += 1
assert tried == 20, tried
END
    printf 'section good\ninstance gunport 3x3\nsection bad\ninstance tank 3\nformulation lins\n' >late
    run -2 --separate-stderr "$LOOPHOLE" bench late -o none
    [[ "$stderr" == "loophole: late:5: "*"Did you mean lines?"* ]]
    [ ! -e none ]
    printf 'instances qeens 6\n' >wrong
    run -2 "$LOOPHOLE" bench wrong -o none
    [[ $output == *"wrong:1:"*"'qeens'"*"gunport"* ]]
    printf 'section a\ninstance gunport 3x3\ntime-limit never\n' >limit
    run -1 "$LOOPHOLE" bench limit -o none
    [ ! -e none ]
    printf 'external mine cnf true $FILE\nsection a\ninstance gunport 3x3\nsolver mine cadical picosat "process:true x"\n' >right
    printf 'dominance yes\ncompetitor --verbose --formulation monomino\ncompetitor --redundant-rows no\n' >>right
    run -0 "$LOOPHOLE" bench right --print-jobs -o rows
}

@test "a section whose runs were all refused ends the bench with status 1" {
    printf 'section good\ninstance gunport 3x3\nsection bad\ninstances gunport nosize 0x3\n' >half
    run -1 --separate-stderr "$LOOPHOLE" bench half -o out
    [[ "$stderr" == *"section bad"*refused* ]]
    [ "$(grep -c ',refused,' out/rows.csv)" -eq 2 ] && [ "$(grep -c ',optimal,' out/rows.csv)" -eq 1 ]
}

@test "a run that was killed from outside lacked memory, and says how it ended" {
    printf 'instance gunport 3x3\nformulation monomino\nsolver "process:true && kill -9 $PPID"\n' >killed
    run -0 "$LOOPHOLE" bench killed -o out
    grep -q ',machine,.*Ended by the signal 9' out/rows.csv
}

# bats test_tags=long
@test "a solver without memory is the machine's failure, no lie" {
    printf 'memory-limit 400\ninstance squarest 736810 1207 2817 3807 28391 28677 29058 30261 30551 37983 45312 49966 54550 55328 57395 60242 64988 69158 70965 72465 72936 88716 89979 95139 99739\nformulation equation\npb seqweight\n' >much
    run -0 "$LOOPHOLE" bench much -o out
    grep ',machine,.*memory' out/rows.csv
}

@test "a formulation that gives way to another has not won" {
    printf '...\n.#.\n...\n' >grid
    printf 'instance gunport --file grid\nformulation defects monomino\n' >way
    run -0 "$LOOPHOLE" bench way -o out
    grep -q -- "--formulation defects,.*,refused,.*'defects'" out/rows.csv
    grep -q -- "--formulation monomino,.*,optimal," out/rows.csv
}

@test "a row names the objective's counter" {
    printf 'instance gunport 4x4\nformulation matching\nsearch down\ncard blocks knuth\n' >counted
    "$LOOPHOLE" bench counted -o out
    [ "$(cut -d, -f9 out/rows.csv | xargs)" = "card blocks knuth" ]
}

# bats test_tags=long
@test "runs are limited in time" {
    printf 'time-limit 1\ninstance gunport 40x40\nformulation monomino\n' >long
    run -0 "$LOOPHOLE" bench long -o out
    grep -qE ',(unknown|timeout),' out/rows.csv
}

# bats test_tags=long
@test "a child solver that spends its CPU seconds is no liar" {
    cat >endless <<'S'
#!/bin/sh
# never answers
while :; do :; done
S
    chmod +x endless
    printf 'time-limit 1\ninstance gunport 3x3\nformulation monomino\nsolver process:%s "process:cat >/dev/null; %s"\n' "$PWD/endless" "$PWD/endless" >limits
    run -0 "$LOOPHOLE" bench limits -o out
    [ "$(grep -cE ',(unknown|timeout),' out/rows.csv)" -eq 2 ]
}

# bats test_tags=long
@test "--print-jobs: self-contained commands whose rows report merges" {
    "$LOOPHOLE" bench suite --print-jobs -o rows >runs.txt
    [ "$(wc -l <runs.txt)" -eq 9 ]
    here=$PWD
    cd / # as on another host
    sh "$here/runs.txt" 2>/dev/null
    cd "$here"
    rows_of whole
    "$LOOPHOLE" report rows
    cat rows/*.csv | grep -v ^suite,section | cut -d, -f3-6,16,17,18,19 | sort >a
    facts whole/rows.csv | grep -v ^instance >b
    diff a b
}

# bats test_tags=long
@test "rows that were joined or copied are read" {
    "$LOOPHOLE" bench suite --print-jobs -o rows | sed -n '1p; 9p' | sh 2>/dev/null
    mkdir joined
    cat rows/row*.csv >joined/all.csv
    "$LOOPHOLE" report joined
    grep -q '^2 runs, ' joined/report.md
}

# bats test_tags=long
@test "names with commas, quotes and bars stay what they are" {
    mkdir 'd, | e'
    printf '...\n...\n' >'d, | e/grid'
    printf 'instance gunport --file "d, | e/grid"\nformulation monomino matching\n' >odd
    "$LOOPHOLE" bench odd -o out
    "$LOOPHOLE" bench odd -o out --resume
    [ "$(grep -c ',"gunport --file ""d, | e/grid""",.*,optimal,' out/rows.csv)" -eq 2 ]
    "$LOOPHOLE" report out
    grep -qF '| gunport --file "d, \| e/grid" | 2 |' out/report.md
    grep -qF '<td> gunport --file "d, | e/grid" </td>' out/report.html
}

# bats test_tags=long
@test "a directory of formulas is a suite" {
    mkdir formulas
    "$LOOPHOLE" encode gunport 3x3 -o formulas/a.cnf
    "$LOOPHOLE" encode gunport 3x3 -o formulas/b.opb
    run -0 "$LOOPHOLE" bench formulas -o out
    [ "$(grep -c ',optimal,' out/rows.csv)" -eq 2 ]
    [ "$(grep -c ',satisfiable,' out/rows.csv)" -eq 2 ]
    printf 'section formulas\ndirectory formulas\nsolver cadical\nseed 1 2\n' >chosen
    run -0 "$LOOPHOLE" bench chosen -o chosen.out
    [ "$(grep -c 'cnf --file formulas/a.cnf,--solver cadical,' chosen.out/rows.csv)" -eq 2 ]
    mkdir none
    run -1 --separate-stderr "$LOOPHOLE" bench none -o none.out
    [[ "$stderr" == *"none holds no"*.cnf* ]]
}

# bats test_tags=long
@test "models in JSON are instances, with encodings of integers, all-different and connectivity as axes" {
    mkdir models
    printf '{"loophole-model": 1, "integers": [{"name": "a", "lo": 1, "hi": 3}, {"name": "b", "lo": 1, "hi": 3}], "constraints": [{"alldiff": [1, 2]}, {"linear": [], "integers": [1, 2], "weights": [1, 2], "hi": 4}]}' >models/m.json
    printf '{"loophole-model": 1, "variables": ["p", "q", "r"], "constraints": [{"clause": [1]}, {"clause": [3]}, {"connected": [1, 2, 3], "edges": [0, 1, 1, 2]}]}' >models/n.json
    printf 'section numbers\ndirectory models\nint all\nsection different\ninstance model --file models/m.json\nalldiff all\nsection regions\ninstance model --file models/n.json\nconnectivity all\ncompetitor --connectivity tree --unique\n' >suite
    run -0 "$LOOPHOLE" bench suite -o out
    [ "$(grep -c '^suite,numbers,model --file models/[mn].json,--int [a-z]*,.*,satisfiable,' out/rows.csv)" -eq 6 ]
    [ "$(grep -c '^suite,different,.*,--alldiff [a-z]*,.*,satisfiable,' out/rows.csv)" -eq 3 ]
    [ "$(grep -c '^suite,regions,.*,--connectivity [a-z]*,.*,satisfiable,' out/rows.csv)" -eq 2 ]
    grep -q '^suite,regions,.*,--connectivity tree --unique,.*,satisfiable,' out/rows.csv
    # a row of a solution whose uniqueness was not decided is no answer
    printf 'section other\ninstance gunport 3x3\ninstance tank 60\ncompetitor --unique\ntime-limit 1\n' >unique
    run -0 "$LOOPHOLE" bench unique -o two --quiet
    grep -q '^unique,other,gunport 3x3,--unique,.*,optimal,' two/rows.csv
    grep -q '^unique,other,tank 60,--unique,.*,unknown,' two/rows.csv
    run -0 "$LOOPHOLE" report out
    grep -qF '| distance | 1/1 |' out/report.md
}

@test "a directory with a shipped suite's name is not taken for it" {
    mkdir smoke
    run -0 "$LOOPHOLE" bench smoke --print-jobs -o rows
    [[ "$output" == *"'gunport 8x8'"* ]]
}

@test "suites that mean nothing are refused with file and line" {
    printf 'instance gunport 3x3\ncolour blue\n' >bad
    run -1 --separate-stderr "$LOOPHOLE" bench bad -o out
    [[ "$stderr" == *"bad:2:"*"'colour ...'"* ]]
    run -1 --separate-stderr "$LOOPHOLE" bench nosuch -o out
    [[ "$stderr" == "loophole: There is no suite 'nosuch'"* ]]
    run -1 --separate-stderr "$LOOPHOLE" report nosuch
    [[ "$stderr" == "loophole: "*nosuch*"cannot be read"* ]]
}

@test "a suite with too long a line is refused" {
    (printf 'instance squarest 5' && seq 30000 | tr '\n' ' ') >bad
    run -1 --separate-stderr "$LOOPHOLE" bench bad --print-jobs
    [[ "$stderr" == "loophole: bad:1: the line is too long"* ]]
}

@test "comments, line ends of other systems and repetitions do no harm" {
    printf '; first\r\n  # second\r\ninstances gunport 3x3 4x4 3x3 ; third\r\ninstance gunport 3x3\r\ncard blocks blocks # fourth\r\nseed 1 01\r\nsolver "process:cat; cat # it"\r\n' >suite
    run -0 --separate-stderr "$LOOPHOLE" bench suite --print-jobs -o rows
    [ ${#lines[@]} -eq 2 ]
    [[ "${lines[0]}" == *" --run 'gunport 3x3' --choices '--card blocks --solver \"process:cat; cat # it\"' --seed 1 "* ]]
}

# bats test_tags=long
@test "rows and suites with random faults are read or refused" {
    run -0 python3 "$BATS_TEST_DIRNAME/bench_fuzz.py" "$LOOPHOLE" 1000
}

@test "the shipped suites can all be read" {
    run -0 "$LOOPHOLE" list suites
    [[ "$output" == *"smoke"* ]]
    ! [[ "$output" == *"unexpected"* ]] || false
}

# bats test_tags=long
@test "a suite whose files are not there says so before it runs anything" {
    run -1 "$LOOPHOLE" bench wild -o out
    [[ "$output" == *"wild-files/128ebits_0.opb"*"bench/wild copy CHECKOUT wild-files"* ]]
    [ ! -e out ]
    [ "$("$LOOPHOLE" bench wild --print-jobs -o out | grep -c -- "--run .*--engine auto")" -eq 62 ]
}

# bats test_tags=long
@test "the published rows say that --pb auto is near the best, on problems it saw and on others" {
    for rows in training unseen; do
        run -0 "$BATS_TEST_DIRNAME/../../bench/pb-rule" table "$BATS_TEST_DIRNAME/../../bench/results/pb-rule/$rows.csv"
        means=$(sed -n 's/.*\(\*\*[0-9.]*\*\* ([0-9.]* to [0-9.]*); of one encoder.*\)/\1/p' <<<"${output//$'\n'/ }")
        [ -n "$means" ]
        tr '\n' ' ' <"$BATS_TEST_DIRNAME/../../bench/results/pb-rule.md" | grep -qF "$means"
    done
    sed 's/,auto,satisfiable,\([^,]*,[^,]*,[^,]*\),[^,]*,/,auto,satisfiable,\1,1.9,/' "$BATS_TEST_DIRNAME/../../bench/results/pb-rule/unseen.csv" >slow.csv
    run -1 "$BATS_TEST_DIRNAME/../../bench/pb-rule" table slow.csv
    "$BATS_TEST_DIRNAME/../../bench/pb-rule" make unseen made # the problems are always the same
    [ "$(cat made/* | sha256sum | cut -c1-8)" = 69207d18 ]
}

# bats test_tags=long
@test "all stands for every encoding of a kind" {
    printf 'about all\ninstances gunport 2x2\nformulation indexed\namo all\n' >suite
    "$LOOPHOLE" bench suite -o out
    [ "$(grep -c ',optimal,' out/rows.csv)" -eq "$("$LOOPHOLE" list encodings | grep -c '^amo_')" ]
}

# bats test_tags=long
@test "somebody's suite says first which commands it runs; a shipped one need not" {
    printf 'instance gunport 2x2\nsolver cadical "process:sh -c true"\n' >theirs
    run --separate-stderr "$LOOPHOLE" bench theirs --print-jobs
    [ "$status" -eq 0 ]
    [[ "$stderr" == "loophole: "*"theirs"*"process:sh -c true"* ]]
    run --separate-stderr "$LOOPHOLE" bench smoke --print-jobs
    [ -z "$stderr" ]
}

# bats test_tags=long
@test "the example with GNU parallel" {
    command -v parallel >/dev/null || skip "GNU parallel is not installed"
    LOOPHOLE_DOCS=$BATS_TEST_DIRNAME/../../docs
    load ../tools/examples
    small_suite
    sweep parallel
    [ "$(wc -l <sweep.log)" -eq 10 ]
}

# bats test_tags=long
@test "files whose names differ in bytes that are no UTF-8, or that hold a line's end, are different instances" {
    mkdir odd
    printf 'p cnf 1 1\n1 0\n' | tee "odd/$(printf 'a\377.cnf')" "odd/$(printf 'l\nb.cnf')" "odd/$(printf 't\tb.cnf')" >/dev/null
    printf 'p cnf 1 2\n1 0\n-1 0\n' >"odd/$(printf 'a\376.cnf')"
    run -0 --separate-stderr "$LOOPHOLE" bench odd -o out
    [ -z "$stderr" ]
    cp out/rows.csv rows
    run -0 --separate-stderr "$LOOPHOLE" bench odd -o out --resume
    [ -z "$stderr" ]
    cmp rows out/rows.csv
    run -0 "$LOOPHOLE" report out
    [ "$(grep -c '^| cnf --file' out/report.md)" -eq 8 ]
}

# bats test_tags=long
@test "closed standard streams: no sentence goes into a file, and no traceback anywhere" {
    printf 'instances gunport 4x4\nformulation monomino\nsolver cadical process:true\n' >closed
    for closed in '2>&-' '>&-' '<&-' '<&- >&- 2>&-' '2>/dev/full'; do
        rm -rf out
        run -1 bash -c '"$LOOPHOLE" bench closed -v -o out '"$closed"
        [[ "$output" != *Traceback* ]]
        [ "$(wc -l <out/rows.csv)" -eq 3 ]
        ! grep -q '^loophole\|^ ' out/rows.csv || false
    done
    run -3 bash -c '"$LOOPHOLE" report out >&- 2>said'
    grep -q 'cannot be written' said
    ! grep -q Traceback said || false
}

# bats test_tags=long
@test "report needs little memory, and says if it has too little" {
    [[ $LOOPHOLE != */san/* ]] || skip "a sanitizer reserves more addresses than that"
    rows_of out
    run -0 bash -c 'ulimit -v 400000; "$LOOPHOLE" report out'
    for number in "$(printf '%05000d' 7)" 1e999 -1e999; do
        sed "2s/,optimal,4,/,optimal,$number,/" out/rows.csv >rows
        mkdir -p forged && cp rows forged/rows.csv
        run "$LOOPHOLE" report forged
        [ "$status" -le 1 ]
        [[ "$output" != *Traceback* ]]
    done
}

@test "abbreviated options of a suite mean what the whole ones do, for external programs too" {
    printf 'external x opb "echo s UNKNOWN"\nsection all\ninstance gunport 3x3\ncompetitor --proof-ch=always --sear down\ncompetitor --solver x --sear down\n' >suite
    run -0 "$LOOPHOLE" bench suite -o rows
    python3 - <<'P'
import csv
rows = list(csv.DictReader(open("rows/rows.csv")))
assert rows[0]["proof_check"] == "always" and rows[0]["status"] == "optimal", rows[0]
assert rows[1]["status"] == "unknown", rows[1]
P
}
