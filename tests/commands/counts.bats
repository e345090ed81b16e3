#!/usr/bin/env bats
# Files from other programs: their comments about counting and projection, compression and file names, and the sizes in their headers.

bats_require_minimum_version 1.5.0

setup() { cd "$BATS_TEST_TMPDIR" || exit 1; }

# The formats whose files are read: their endings, one of each.
read_formats() { echo cnf xcnf knf icnf wcnf opb json; }

@test "projections, cubes and encodings of every kind: files have the counts of a search over all values" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    python3 "$BATS_TEST_DIRNAME/counts.py" "$LOOPHOLE" own
}

@test "the model counter pyganak counts files of models and puzzles as this program counts the models" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    python3 -c 'import pyganak' 2>/dev/null ||
        timeout 120 python3 -m pip install -q --no-deps --disable-pip-version-check --retries 0 --target "$PWD/ganak" pyganak 2>/dev/null ||
        skip "pyganak cannot be installed from PyPI here, so only searches over all values check the counts"
    PYTHONPATH="$PWD/ganak" python3 -c 'import pyganak' || skip "pyganak does not run here"
    PYTHONPATH="$PWD/ganak" python3 "$BATS_TEST_DIRNAME/counts.py" "$LOOPHOLE" ganak
}

@test "more than the first solutions are counted as a search over all values counts them; numbers of any size" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    python3 "$BATS_TEST_DIRNAME/counting.py" "$LOOPHOLE" 1 200
}

# bats test_tags=long
@test "1,000 problems are counted as a search over all values counts them" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    python3 "$BATS_TEST_DIRNAME/counting.py" "$LOOPHOLE" 1000 1000
}

@test "a count stops at a limit of time with a number that is not too high, and lists go on from case to case" {
    # Independent sets of a grid of 30x30: far too many for the time. Their number is at most 1.504^900 * 4.
    python3 - >grid.cnf <<'END'
n = 30
pairs = [(i * n + j + 1, k * n + l + 1) for i in range(n) for j in range(n) for k, l in ((i + 1, j), (i, j + 1)) if k < n and l < n]
print("p cnf", n * n, len(pairs))
for a, b in pairs:
    print(-a, -b, 0)
END
    run -5 "$LOOPHOLE" count grid.cnf --quiet --time-limit 1
    python3 -c "import sys; n = int(sys.argv[1].removeprefix('>=')); assert 64 <= n < 4 * 1.504**900" "$output"
    printf 'p cnf 12 1\n1 2 3 0\n' >free.cnf
    [ "$("$LOOPHOLE" count free.cnf --quiet --print-solutions | sort | uniq | grep -c v)" = 3584 ]
    run -4 "$LOOPHOLE" count free.cnf --quiet --limit 3583
    run -0 "$LOOPHOLE" count free.cnf --quiet --limit 3584
}

@test "a projection is obeyed and named by count, --print-solutions, --forced, --unique, certify and check" {
    printf 'c t pmc\nc p show 3 0\np cnf 4 2\n1 2 0\n3 0\nc p show 4 0\n' >p.cnf
    run -0 --separate-stderr "$LOOPHOLE" count p.cnf
    [[ "$output" == *"2 solutions, projected onto 2 variables"* ]]
    run -0 --separate-stderr "$LOOPHOLE" count p.cnf --print-solutions --quiet
    [ "${#lines[@]}" = 3 ] && [ "${lines[2]}" = 2 ]
    printf '%s\n' "${lines[0]}" | "$LOOPHOLE" verify p.cnf
    run -0 --separate-stderr "$LOOPHOLE" count p.cnf --forced
    [[ "$output" == *"1 of 2 variables"*"projected onto 2 variables"*"true:"*3* ]]
    run -10 --separate-stderr "$LOOPHOLE" solve opb -f <(printf '* ind 2 0\n+1 x1 +1 x2 >= 1 ;\n+1 x2 >= 1 ;\n') --unique --json
    [[ "$output" == *'"projected_variables": 1'*'"unique": true'* ]]
    "$LOOPHOLE" certify p.cnf --all -o c
    run -0 "$LOOPHOLE" check c
    [[ "$output" == *"2 solutions, and no other, projected onto 2 variables"* ]]
    "$LOOPHOLE" agree p.cnf
    for wrong in 'c p show 5 0' 'c p show 1 x 0' 'c p show -1 0' 'c ind 1 9 0'; do
        printf 'p cnf 4 1\n1 2 0\n%s\n' "$wrong" >w.cnf
        run -1 "$LOOPHOLE" count w.cnf
        [[ "$output" == *"w.cnf:3: "*"from 1 to 4"* ]]
    done
    printf 'c individual lines, a p show of words\nc t mc\np cnf 2 1\n1 2 0\n' >words.cnf
    [ "$("$LOOPHOLE" count words.cnf --quiet)" = 3 ]
}

@test "weights of literals are refused by count with their line; other commands do not need them" {
    for line in 'c t wmc' 'c t pwmc' 'c p weight 1 0.5 0' 'c MUST MULTIPLY BY 4'; do
        printf 'p cnf 2 1\n%s\n1 2 0\n' "$line" >w.cnf
        run -1 --separate-stderr "$LOOPHOLE" count w.cnf
        [[ -z "$output" && "$stderr" == *"w.cnf:2: weights"* ]]
        run -4 "$LOOPHOLE" solve w.cnf --unique --quiet
        run -0 "$LOOPHOLE" count w.cnf --forced --quiet
    done
}

@test "an empty model has one solution in every format that is read" {
    echo '{"loophole-model": 1, "variables": [], "constraints": []}' >e.json
    for format in $(read_formats); do
        [ $format = json ] || "$LOOPHOLE" encode -f e.json -o e.$format
        [ "$("$LOOPHOLE" count -f e.$format --quiet)" = 1 ]
    done
    "$LOOPHOLE" encode -f e.json -F wcnf-old | "$LOOPHOLE" count wcnf -f - --quiet | grep -qx 1
}

# header FORMAT VARIABLES CONSTRAINTS: a file of 2 variables and 2 constraints whose header announces those
header() {
    case $1 in
    opb) printf '* #variable= %s #constraint= %s\n+1 x1 +1 x2 >= 1 ;\n+1 x1 >= 1 ;\n' "$2" "$3" ;;
    wcnf) printf 'p wcnf %s %s 9\n9 1 2 0\n9 1 0\n' "$2" "$3" ;;
    cnfp) printf 'p cnf+ %s %s\n1 2 0\n1 >= 1\n' "$2" "$3" ;;
    knf | cnf | xcnf) printf 'p %s %s %s\n1 2 0\n1 0\n' "$1" "$2" "$3" ;;
    esac >h.$1
}

@test "headers: fewer constraints than announced are refused in every format, what is more is read with a note" {
    for format in cnf xcnf knf cnfp wcnf opb; do
        header $format 2 2
        run -0 --separate-stderr "$LOOPHOLE" count -f h.$format --all-costs
        [[ "$output" == *"2 solutions"* && "$output" != *announces* ]]
        for numbers in "1 2" "2 1" "2 0" "0 0"; do
            header $format $numbers
            run -0 --separate-stderr "$LOOPHOLE" count -f h.$format --all-costs
            [[ "$output" == *"2 solutions"*"h.$format: its header announces "*"but there are 2"* ]]
        done
        header $format 2 3
        run -1 "$LOOPHOLE" count -f h.$format --all-costs
        [[ "$output" == *"2 of the 3"* ]]
        header $format 3 2
        run -0 "$LOOPHOLE" count -f h.$format --all-costs
        [[ "$output" == *"4 solutions"* && "$output" != *announces* ]]
    done
}

@test "packed files are read by name, by contents and from standard input; encode writes them" {
    printf 'p cnf 2 1\n1 2 0\n' >a.cnf
    "$LOOPHOLE" solve a.cnf --quiet >answer || [ $? = 10 ]
    for packing in gz:gzip bz2:bzip2 xz:xz lzma:lzma zst:zstd; do
        program=${packing#*:} file=b.cnf.${packing%:*}
        command -v "$program" >/dev/null || { echo "# $program is not installed" >&3 && continue; }
        "$LOOPHOLE" encode a.cnf -o $file
        "$program" -q -d -c <$file | grep -q '^p cnf 2 1'
        for how in "count $file" "count cnf -f $file" "count -f - <$file" "count -f - <<(cat $file)" "count plain"; do
            cp $file plain
            [ "$(eval '"$LOOPHOLE"' "${how/<</< <}" --quiet)" = 3 ]
        done
        "$program" -q -c <answer >answer.packed
        "$LOOPHOLE" verify a.cnf --answer answer.packed
        "$LOOPHOLE" verify a.cnf <answer.packed
        head -c 30 $file >cut
        run -1 --separate-stderr "$LOOPHOLE" count cnf -f - <cut
        [[ "$stderr" == *"truncated"*"$program"* ]]
        printf '\0\0' | "$program" -q -c >zeros
        run -1 "$LOOPHOLE" count cnf -f zeros
        [[ "$output" == *"zero byte"* ]]
    done
}

@test "a file whose name names no format is recognized by its beginning, or refused with the formats that are read" {
    printf 'c hello\n\np  cnf 1 1\n1 0\n' >cnf.txt
    printf 'c hello\nh 1 0\n1 -1 0\n' >wcnf.dat
    printf 'p wcnf 1 1 2\n2 1 0\n' >old
    printf '* #variable= 1 #constraint= 1\nx1 >= 1 ;\n' >opb.txt
    printf 'min: x1 ;\nx1 >= 1 ;\n' >cost.txt
    printf 'p inccnf\n1 0\na 1 0\n' >cubes
    printf '{"loophole-model": 1, "variables": ["a"], "constraints": [{"clause": [1]}]}\n' >model.txt
    printf '; a hole\ngunport\n..\n.#\n' >board.txt
    for file in cnf.txt wcnf.dat old opb.txt cost.txt cubes model.txt board.txt; do
        "$LOOPHOLE" count $file --quiet
        [ $file = board.txt ] || [ "$("$LOOPHOLE" count $file --quiet)" = 1 ]
        [ $file = board.txt ] || [ "$("$LOOPHOLE" count -f - --quiet <$file)" = 1 ]
    done
    "$LOOPHOLE" encode tank 3 -o m.lp
    "$LOOPHOLE" encode tank 3 -o m.mzn
    printf 'NAME m\nROWS\n N obj\nENDATA\n' >m.mps
    echo hello >m.txt
    run -1 "$LOOPHOLE" solve m.mzn # what FlatZinc cannot say
    [[ "$output" == *"minizinc --solver loophole m.mzn"* ]]
    for file in m.lp m.mps m.txt; do
        for how in "$file" "-f $file"; do
            run -2 "$LOOPHOLE" solve $how
            [ "${#lines[@]}" = 1 ] && [[ "$output" == *"$file"*".cnf "*".opb "*".wcnf"*".json"* ]]
        done
    done
    run -2 "$LOOPHOLE" solve none.txt
    [[ "$output" == *"no puzzle 'none.txt'"* ]]
    printf 'p cnf+ 3 2\n1 2 3 >= 2\n1 2 <= 1\n' | tee m.cnfp >m.cnf+
    [ "$("$LOOPHOLE" count m.cnfp --quiet)$("$LOOPHOLE" count m.cnf+ --quiet)" = 22 ]
}

@test "icnf: one of the lines a holds, and without any, or with an empty one, all solutions count" {
    printf 'p inccnf\n1 2 3 0\n' >i.icnf
    [ "$("$LOOPHOLE" count i.icnf --quiet)" = 7 ]
    printf 'a 1 -2 0\na -1 3 0\n' >>i.icnf
    [ "$("$LOOPHOLE" count i.icnf --quiet)" = 4 ]
    printf 'v 1 2 3 0\n' | run -1 "$LOOPHOLE" verify i.icnf
    printf 'v 1 -2 3 0\n' | "$LOOPHOLE" verify i.icnf
    "$LOOPHOLE" certify i.icnf --all -o c
    "$LOOPHOLE" check c
    printf 'a 0\n' >>i.icnf
    [ "$("$LOOPHOLE" count i.icnf --quiet)" = 7 ]
    printf 'p inccnf\n1 0\na 2 -2 0\n' >none.icnf
    run -20 "$LOOPHOLE" solve none.icnf
    run -0 "$LOOPHOLE" explain none.icnf
    [[ "$output" == *"- one of the lines a holds"* ]]
    printf 'p cnf 1 1\na 1 0\n' >q.cnf
    run -1 "$LOOPHOLE" solve q.cnf
    # the lines of encode are bounds, of which the last one allows all solutions
    "$LOOPHOLE" encode gunport 3x3 -o g.icnf
    [ "$("$LOOPHOLE" count g.icnf --quiet)" = "$("$LOOPHOLE" count gunport 3x3 --all-costs --quiet)" ]
    "$LOOPHOLE" encode gunport 3x3 --bound optimum --break-symmetry no --dominance no -o g.icnf
    [ "$("$LOOPHOLE" count g.icnf --quiet)" = "$("$LOOPHOLE" count gunport 3x3 --quiet)" ]
}

@test "comments are read inside clauses and after the ; of OPB, also by check" {
    printf 'p cnf 3 2\n1\nc inside\n  c indented\n2 3 0 -1\nc again\n-2 0\n' >c.cnf
    [ "$("$LOOPHOLE" count c.cnf --quiet)" = 5 ]
    printf 'h 1\nc inside\n2 0\n3 -1\nc more\n0\n' >c.wcnf
    [ "$("$LOOPHOLE" count c.wcnf --all-costs --quiet)" = 3 ]
    printf 'p knf 3 1\nk 2\nc inside\n1 2\nc more\n3 0\n' >c.knf
    [ "$("$LOOPHOLE" count c.knf --quiet)" = 4 ]
    printf 'p cnf 2 1\n1 c 2 0\n' >no.cnf
    run -1 "$LOOPHOLE" solve no.cnf
    printf 'min: 2 x1 +1 x2 ; * the cost\n+1 x1 +1 x2 >= 1 ;* x2 >= 5 ;\n+1 x1 >= 0 ; * end' >c.opb
    run -30 "$LOOPHOLE" solve c.opb --proof-check always
    [[ "$output" == *"objective 1, proved optimal"* ]]
    "$LOOPHOLE" certify c.opb -o c
    "$LOOPHOLE" check c
}
