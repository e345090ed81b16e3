#!/usr/bin/env bats
# encode and decode on the command line: the contents of files, errors while writing, and the answers that decode refuses.

setup() {
    cd "$BATS_TEST_TMPDIR"
    export TMPDIR=$BATS_TEST_TMPDIR
    bats_require_minimum_version 1.5.0
}

loophole() { "$LOOPHOLE" "$@"; }

# Fails with a status and one sentence that has a word.
refused() {
    local expected=$1 word=$2
    shift 2
    run "$@"
    echo "$output"
    [ "$status" -eq "$expected" ] && [ "${#lines[@]}" -eq 1 ] && [[ $output == "loophole: "*"$word"*. ]]
}

@test "a file says what made it and what it is about" {
    loophole encode gunport 3x3 --bound 2 --names --formulation monomino --card totalizer -o "it's.cnf"
    grep -qx "c command: loophole encode gunport 3x3 --bound 2 --names --formulation monomino --card totalizer -o 'it'\\\\''s.cnf'" "it's.cnf"
    head -n 1 "it's.cnf" | grep -q '^c loophole [0-9.]*: gunport 3x3$'
    grep -q '^c puzzle: gunport$' "it's.cnf"
    grep -q '^c option: formulation=monomino$' "it's.cnf"
    grep -q '^c encoders: amo [a-z+]* card totalizer pb none xor none$' "it's.cnf"
    grep -q '^c bound: at least 2 gunports$' "it's.cnf"
    grep -q '^c name 1 hole 1,1$' "it's.cnf"
    set -- $(grep '^p cnf' "it's.cnf")
    grep -q "^c sizes: $3 variables, .*; $4 constraints$" "it's.cnf"
    [ "$(grep -vc '^[cp]' "it's.cnf")" = "$4" ]
}

@test "an objective that a file does not carry is said to be left out" {
    for format in cnf xcnf knf; do
        run -0 --separate-stderr loophole encode gunport 3x3 -F $format -o x
        [ -z "$output" ]
        [[ "$stderr" == *"gunports"*"left out"*"$format"*"--bound"* ]]
        run -1 grep -i -e '^c objective' -e 'minimi[sz]ed' x
        run -0 --separate-stderr loophole encode gunport 3x3 -F $format --bound 2 -o x
        [ -z "$stderr" ]
        grep -q '^c objective: maximize gunports' x
    done
    for format in opb wcnf icnf lp mzn; do
        run -0 --separate-stderr loophole encode gunport 3x3 -F $format -o x
        [ -z "$stderr" ]
        grep -q ' objective: maximize gunports' x
    done
    run -0 --separate-stderr loophole encode fivers 3 -F cnf -o x
    [[ $stderr == *"The objective ("*") is left out"* ]]
    run -0 --separate-stderr loophole encode tank 3 -F cnf -o x
    [ -z "$stderr" ]
}

@test "the command in the comments makes the same file again" {
    loophole encode gunport 3x4 --bound 4 -o a.cnf
    cp a.cnf before
    eval "$(sed -n 's/^c command: loophole/"$LOOPHOLE"/p' before)"
    cmp before a.cnf
}

@test "without -o the formula goes to standard output as cnf" {
    loophole encode fivers 3 >a
    loophole encode fivers 3 -o - >b
    diff <(grep -v '^c command' a) <(grep -v '^c command' b)
    grep -q '^p cnf ' a
}

@test "an instance from a file travels in the comments, blank lines and long rows too" {
    printf 'fivers\n; a start and a target\n.X.\n..X\n...\n\nX.X\n...\n.XX\n' >board
    loophole encode -f board -o a.cnf
    loophole solve -f board --quiet >expected || true
    cadical -q a.cnf | loophole decode --from a.cnf --quiet >got
    loophole verify -f board --answer got
    row=$(printf '.%.0s' $(seq 500))
    printf '%s\n' "$row" "$row" >long
    loophole encode gunport -f long -o b.opb
    [ "$(awk '/^\*/ { if (length > most) most = length } END { print most }' b.opb)" -le 210 ]
    loophole encode gunport -f long -o b.cnf
    cadical -q b.cnf | loophole decode --from b.cnf --quiet | loophole verify gunport -f long >/dev/null
}

# With names every stone has a rule of its own; without, a run of equal stones is stored as one row.
# bats test_tags=long
@test "a board of any shape is the same formula with names and without" {
    for seed in $(seq 4); do
        awk -v seed=$seed 'BEGIN { srand(seed); rows = 1 + int(rand() * 5); cols = 1 + int(rand() * 30); blocked = rand() * rand() / 2
            for (r = 0; r < rows; r++) {
                row = ""
                for (c = 0; c < cols; c++) row = row (rand() < blocked ? "#" : rand() < 0.1 ? "X" : ".")
                print row
            } }' >board
        grep -q '[.X]' board || continue
        for options in "-F cnf --xor direct" "-F cnf --xor cut:3,tree" "-F xcnf" "-F lp" "-F wcnf" "-F icnf" "-F cnf --formulation integer"; do
            loophole encode fivers -f board $options >a
            loophole encode fivers -f board $options --names >b
            diff <(grep -v '^[c\\] command' a) <(grep -v '^[c\\] \(command\|name\|rule\)' b) >difference || { echo "$seed $options"; cat board difference; false; }
        done
    done
}

# Without names a run of equal stones is stored as one row. Numbers grow longer within a run, also those of auxiliaries.
# bats test_tags=long
@test "long rows are the same formula with names and without" {
    for size in 3x19 4x28 11x120 9x1200; do
        for options in "-F cnf --xor direct" "-F cnf --xor cut:3" "-F cnf --xor cut:3,tree" "-F cnf --xor cut:4" "-F xcnf" "-F knf" "-F icnf"; do
            case "$size $options" in 9x1200*) case $options in *xcnf | *cut:3) ;; *) continue ;; esac ;; esac # the others take long
            loophole encode fivers $size $options | grep -v '^c' >a
            loophole encode fivers $size $options --names | grep -v '^c' >b
            cmp a b
        done
    done
    awk 'BEGIN { srand(5)
        for (r = 0; r < 9; r++) {
            row = ""
            for (c = 0; c < 300; c++) row = row (rand() < 0.004 ? "#" : rand() < r % 3 / 2 ? "." : "X")
            print row
        } }' >mixed
    for options in "-F cnf --xor direct" "-F cnf --xor cut:3" "-F cnf --xor cut:4" "-F xcnf" "-F wcnf" "-F lp"; do
        loophole encode fivers -f mixed $options | grep -v '^[c\\] ' >a
        loophole encode fivers -f mixed $options --names | grep -v '^[c\\] ' >b
        cmp a b
    done
    printf '%s\n' X..$(printf '.%.0s' $(seq 300))#$(printf 'X%.0s' $(seq 77)). $(printf '.%.0s' $(seq 382)) >board
    for options in "-F cnf --xor cut:3" "-F xcnf"; do
        loophole encode fivers -f board $options | grep -v '^c' >a
        loophole encode fivers -f board $options --names | grep -v '^c' >b
        cmp a b
    done
}

@test "a file that is read is also written: JSON has each puzzle's optimum and its count, and is its own copy" {
    for problem in "gunport 4x4 --formulation defects" "gunport 4x4 --formulation monomino" "tank 4" "tank 4 --formulation linear" "fivers 4" "cans" "archer 100 16 17 23 24 39 40" \
        "squarest 50 3 6 9 12 15 19 21 25 27 30"; do
        "$LOOPHOLE" encode $problem -o x.json
        "$LOOPHOLE" encode -f x.json -F json >y.json
        "$LOOPHOLE" encode -f y.json -F json | cmp y.json - # the order of an objective's terms may change once
        "$LOOPHOLE" encode $problem -o x.opb
        for file in x.json x.opb; do "$LOOPHOLE" count -f $file --quiet; done | uniq | grep -c . | grep -qx 1
        if "$LOOPHOLE" encode $problem --bound optimum -o z.json && "$LOOPHOLE" encode $problem --bound optimum -o z.opb; then
            for file in z.json z.opb; do "$LOOPHOLE" count -f $file --all-costs --quiet; done | uniq | grep -c . | grep -qx 1
        fi
        value=$("$LOOPHOLE" solve $problem --json | sed -n 's/^ *"objective_value": //p') || true
        case $problem in gunport*) continue ;; esac # a fraction of a sum becomes the sum
        "$LOOPHOLE" solve -f x.json --json | grep -qF "\"objective_value\": $value" || [ "$?" -gt 1 ]
    done
    for ending in cnf opb wcnf json; do
        "$LOOPHOLE" encode squarest 50 3 6 9 12 15 19 21 25 27 30 -o "w.$ending"
        run "$LOOPHOLE" solve -f "w.$ending"
        [ "$status" = 10 ] || [ "$status:$ending" = 30:wcnf ]
    done
    "$LOOPHOLE" list formats | grep -q "^json "
}

@test "packed files are written and read" {
    for ending in gz xz zst; do
        loophole encode gunport 4x4 -o a.cnf.$ending
        loophole encode gunport 4x4 -o a.cnf
        case $ending in gz) gzip -dc a.cnf.gz ;; xz) xz -dc a.cnf.xz ;; zst) zstd -qdc a.cnf.zst ;; esac >b.cnf
        diff <(grep -v '^c command' a.cnf) <(grep -v '^c command' b.cnf)
        cadical -q b.cnf | loophole decode --from a.cnf.$ending
    done
    [ "$(ls | wc -l)" -eq 5 ]
    echo nonsense >c.cnf.gz
    run loophole decode --from c.cnf.gz --answer /dev/null
    [ "$status" -eq 1 ] && [[ $output == *"loophole: "*"gzip"*. ]]
}

@test "packed answers are read; what is cut short is refused with a sentence" {
    loophole encode gunport 4x4 -o a.cnf
    cadical -q a.cnf >answer || true
    for ending in gz xz zst; do
        case $ending in gz) gzip -c answer ;; xz) xz -c answer ;; zst) zstd -qc answer ;; esac >answer.$ending
        loophole decode --from a.cnf --answer answer.$ending
        loophole encode gunport 4x4 -o a.cnf.$ending
        for bytes in 0 10 200; do
            head -c $bytes a.cnf.$ending >short.cnf.$ending
            run loophole decode --from short.cnf.$ending --answer answer
            echo "$output"
            [ "$status" -eq 1 ] && [ "${#lines[@]}" -eq 1 ]
        done
        loophole decode --from a.cnf <answer.$ending
    done
}

@test "bad questions are refused, and nothing is written" {
    refused 2 "format" loophole encode gunport 3x3 -F nosuch -o x
    refused 2 "ending" loophole encode gunport 3x3 -o x.txt
    refused 2 "bound" loophole encode gunport 3x3 --bound many -o x.cnf
    refused 2 "bound" loophole encode gunport 3x3 --bound 99999999999999999999 -o x.cnf
    refused 2 "objective" loophole encode tank 3 --bound 3 -o x.cnf
    refused 2 "objective" loophole encode tank 3 --bound optimum -o x.cnf
    refused 2 "parity" loophole encode fivers 3 --parity kernel -o x.cnf
    refused 1 "0x5" loophole encode gunport 0x5 -o x.cnf
    refused 3 "cannot be written" loophole encode gunport 3x3 -o no/such/place.cnf
    [ -z "$(ls -A)" ]
}

@test "what the parity rows imply goes into the file, too, and answers come back" {
    for n in 5 7; do
        loophole encode fivers $n --bound optimum --parity propagate -o a.cnf
        loophole encode fivers $n --bound optimum -o b.cnf
        [ "$(grep -vc '^[cp]' a.cnf)" -gt "$(grep -vc '^[cp]' b.cnf)" ]
        diff <(grep -v '^[cp]' b.cnf | sort) <(grep -v '^[cp]' a.cnf | sort) | grep -q '^<' && false
        grep -q '^c parity: [1-9][0-9]* clauses follow from the parity rows$' a.cnf
        cadical -q a.cnf >answer || true
        loophole decode --from a.cnf --answer answer --quiet >got
        loophole verify fivers $n --answer got
    done
    # All of 7x7 follows: one unit for each stone.
    [ "$(grep -c '^-*[0-9]* 0$' a.cnf)" -eq 49 ]
    echo 'X.' >board # whatever turns one stone turns the other
    loophole encode fivers -f board --parity propagate -o c.cnf
    grep -q '^c parity: .* contradict' c.cnf && grep -qx 0 c.cnf
    loophole encode gunport 3x3 --parity propagate -o d.cnf # has no such rows
    [ "$(grep -c '^c parity' d.cnf)" -eq 0 ]
}

@test "no optimum to bound by: whose claim it is that there is no solution" {
    run -1 --separate-stderr "$LOOPHOLE" encode gunport 3x3 --formulation monomino --bound optimum \
        --solver 'process:cat >/dev/null; echo s UNSATISFIABLE; exit 20'
    [[ $stderr == *"claimed by process:"*unchecked* && -z $output ]]
}

@test "a bound that cannot be met makes an unsatisfiable file" {
    loophole encode gunport 3x3 --bound 9 -o x.cnf
    run cadical -q x.cnf
    [ "$status" -eq 20 ]
    refused 20 "within the file's bound" loophole decode --from x.cnf --answer <(echo 's UNSATISFIABLE')
    loophole encode gunport 3x3 --bound optimum -o y.cnf
    run cadical -q y.cnf
    [ "$status" -eq 10 ]
}

# The loop sends its formulas to a solver that keeps them.
# bats test_tags=long
@test "a bounded file is the formula that the loop poses at that bound" {
    cat >keep <<'END'
#!/bin/sh
n=$(($(cat count 2>/dev/null || echo 0) + 1))
echo $n >count
tee posed.$n | cadical -q
END
    chmod +x keep
    while IFS='|' read -r question search bounds; do
        rm -f count posed.* encoded.*
        run loophole solve $question $search --solver process:./keep --quiet
        [ "$status" -eq 30 ]
        rm posed.1 # not bounded yet
        for bound in $bounds; do loophole encode $question --bound $bound | grep -v '^c' >encoded.$bound; done
        sha256sum encoded.* | cut -d' ' -f1 >sums
        sha256sum posed.* | grep -vFf sums | tee other # a formula of the loop that is no encoded one
        [ ! -s other ] || { echo "$question"; false; }
    done <<END
gunport 4x4|--frontier no|4 6
gunport 4x4 --dominance no|--frontier no|4 6
gunport 4x4 --break-symmetry no|--frontier no|4 6
gunport 4x6|--frontier no|4 6 8
gunport 4x4 --formulation monomino|--search up|2 4 6 8 10 12 14 16
fivers 5|--search up --parity none|0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
END
}

@test "a bound breaks symmetry and settles, unless that is forbidden, and answers come back with and without the file" {
    lines() { grep -vc '^[cp]' "$1"; }
    for options in "" "--dominance no" "--break-symmetry no" "--formulation monomino"; do
        loophole encode gunport 6x6 $options --bound 12 -o a.cnf
        cadical -q a.cnf >answer || true
        loophole decode --from a.cnf --answer answer --quiet >got
        loophole decode gunport 6x6 $options --bound 12 --answer answer --quiet >again
        cmp got again
        run loophole verify gunport 6x6 --answer got
        [[ ${lines[-1]} == "gunport 6x6: right, with 12 gunports." ]]
        loophole encode gunport 6x6 $options --bound 14 -o b.cnf
        run cadical -q b.cnf
        [ "$status" -eq 20 ]
        refused 20 "within the file's bound" loophole decode --from b.cnf --answer <(echo 's UNSATISFIABLE')
        refused 20 "within the file's bound" loophole decode gunport 6x6 $options --bound 14 --answer <(echo 's UNSATISFIABLE')
        mv a.cnf "a$options"
    done
    [ "$(lines a)" -gt "$(lines 'a--dominance no')" ]
    [ "$(lines 'a--dominance no')" -lt "$(lines 'a--break-symmetry no')" ] # turned, first halves are counted half as far
    for format in $("$BATS_TEST_DIRNAME/../tools/listed" formats); do # the same model in all
        loophole encode gunport 6x6 --bound 12 --formulation defects -F $format -o x
        grep 'sizes:' x | sed 's/.*, \([0-9]* of them\).*/\1/'
    done | sort -u >sizes
    [ "$(wc -l <sizes)" -eq 1 ]
}

@test "OPB has the formulation of certificates, unless another is named; so has decode" {
    loophole encode gunport 4x4 -F opb -o plain.opb
    loophole certify gunport 4x4 --proof rules -o made
    for file in plain.opb made/formula.opb; do # the same rows; those of <= are written in two ways
        grep -Evc '^(\*|min)' $file >rows-${file%%/*}
        grep '^[^*].* = ' $file | sed 's/+//g; s/ ;/;/' >>rows-${file%%/*}
    done
    cmp rows-plain.opb rows-made
    clasp plain.opb >answer || true
    loophole decode gunport 4x4 -F opb --answer answer
    loophole decode --from plain.opb --answer answer
    loophole encode gunport 4x4 --formulation defects -F opb -o named.opb
    grep -q '^\* option: formulation=defects' named.opb
    loophole encode gunport 4x4 --bound optimum -F opb -o best.opb
    grep -q '^\* bound: at least 4 gunports, the optimum' best.opb
    grep -q '^\* option: formulation=monomino' best.opb
}

@test "an answer that misses the bound is refused, with and without the file" {
    loophole encode gunport 4x4 --formulation monomino -F opb -o loose.opb
    clasp loose.opb >answer || true
    loophole decode --from loose.opb --answer answer
    loophole encode gunport 4x4 --formulation monomino --bound 6 -F opb -o tight.opb
    refused 1 "misses the bound" loophole decode --from tight.opb --answer answer
    refused 1 "misses the bound" loophole decode gunport 4x4 --formulation monomino -F opb --bound 6 --answer answer
    refused 2 "no effect on decode with --from" loophole decode --from tight.opb --bound 6 --answer answer
}

@test "a bound far out of range is no bound, or none that can be met" {
    for bound in -9223372036854775808 -1 9223372036854775807; do
        for question in "gunport 3x4" "gunport 3x4 --formulation monomino" "archer 100 16 17 23 24 39 40 --objective shots" \
            "archer 100 16 17 23 24 39 40 --objective shots --formulation binary" "fivers 5"; do
            loophole encode $question --bound $bound -o a.cnf
            status=0
            cadical -q a.cnf >answer || status=$?
            case $question$bound in
            gunport*-* | fivers*7 | archer*7) [ $status -eq 10 ] && loophole decode --from a.cnf --answer answer ;;
            *) [ $status -eq 20 ] ;;
            esac
        done
    done
}

@test "a full disk is status 3, and a closed pipe ends without a message" {
    run loophole encode gunport 30x30 -F cnf -o /dev/full
    [ "$status" -eq 3 ]
    [[ $output == *"No space left"* ]]
    set +e
    { loophole encode gunport 60x60 -F cnf -o - 2>err; echo $? >status; } | head -n 1 >/dev/null
    [ "$(cat status)" = 141 ]
    [ ! -s err ]
    mkfifo gone # a file that is named is another matter
    head -n 1 gone >/dev/null &
    loophole encode gunport 60x60 -F cnf -o gone 2>err
    [ $? -eq 3 ] && grep -q 'Broken pipe' err
}

@test "no half file is left: limits of size, signals" {
    # Ctrl-C while the formula is written, and a file size limit, which cuts the writing short.
    for after in 0.01 0.02 0.05 0.1 0.5; do
        run timeout --foreground -s INT $after "$LOOPHOLE" encode fivers 5000x5000 -o x.cnf
        [ "$status" -eq 124 ]
    done
    run sh -c 'ulimit -f 100; trap "" XFSZ; exec "$LOOPHOLE" encode gunport 60x60 -o y.cnf'
    [ "$status" -eq 3 ]
    ls -A
    [ -z "$(ls -A)" ]
    # An old file stays as it was.
    echo old >z.cnf
    run sh -c 'ulimit -f 100; trap "" XFSZ; exec "$LOOPHOLE" encode gunport 60x60 -o z.cnf'
    [ "$status" -eq 3 ] && [ "$(cat z.cnf)" = old ] && [ "$(ls -A)" = z.cnf ]
}

@test "what is no regular file is written, not replaced; a link's target is replaced, not the link" {
    mkfifo pipe
    timeout 300 cat pipe >got &
    loophole encode gunport 3x3 -F cnf -o pipe
    wait $!
    grep -q '^p cnf' got
    [ -p pipe ]
    echo old >target.cnf
    chmod 600 target.cnf
    ln -s target.cnf link.cnf
    loophole encode gunport 3x3 -o link.cnf
    [ -L link.cnf ] && grep -q '^p cnf' target.cnf
    [ "$(stat -c %a target.cnf)" = 600 ]
}

@test "a link to nothing is written through, chains too; a loop is refused" {
    mkdir there
    ln -s there/new.cnf a.cnf
    ln -s ../b.cnf there/chain.cnf
    ln -s "$PWD/there/chain.cnf" c.cnf
    loophole encode gunport 3x3 -o a.cnf
    loophole encode gunport 3x3 -o c.cnf
    [ -L a.cnf ] && [ -L c.cnf ] && [ -L there/chain.cnf ] && [ ! -L b.cnf ] && [ ! -L there/new.cnf ]
    grep -q '^p cnf' there/new.cnf
    grep -q '^p cnf' b.cnf
    loophole encode gunport 3x4 -o c.cnf # now it exists
    [ -L c.cnf ] && grep -q 'gunport 3x4' b.cnf
    ln -s loop.cnf loop.cnf
    refused 3 "symbolic links" loophole encode gunport 3x3 -o loop.cnf
    ln -s no/such/place.cnf d.cnf
    refused 3 "cannot be written" loophole encode gunport 3x3 -o d.cnf
    [ "$(ls -A | wc -l)" -eq 6 ] && [ "$(ls -A there | wc -l)" -eq 2 ]
}

@test "a file's name may be as long as names are, and no longer" {
    name=$(printf 'n%.0s' $(seq 251)).cnf
    loophole encode gunport 3x3 -o $name
    loophole encode gunport 3x4 -o $name # over the old one
    grep -q 'gunport 3x4' $name
    loophole solve gunport 3x3 --svg s${name#nnnnn}.svg >/dev/null || [ $? -eq 30 ]
    refused 3 "too long" loophole encode gunport 3x3 -o n$name
    [ "$(ls -A | wc -l)" -eq 2 ]
}

@test "answers to other instances, broken and truncated ones are refused" {
    loophole encode gunport 5x5 -o a.cnf
    loophole encode gunport 5x6 -o b.cnf
    loophole encode gunport 4x4 -o c.cnf
    cadical -q a.cnf >a || true
    cadical -q b.cnf >b || true
    cadical -q c.cnf >c || true
    loophole decode --from a.cnf --answer a
    refused 1 "another instance" loophole decode --from a.cnf --answer b
    refused 1 "no value" loophole decode --from a.cnf --answer c
    refused 1 "truncated" loophole decode --from a.cnf --answer <(head -c 60 a)
    refused 3 "empty" loophole decode --from a.cnf --answer /dev/null
    sed 's/ 1 / -1 /; s/-1 /1 /' a >flipped
    refused 1 "another instance" loophole decode --from a.cnf --answer flipped
    refused 1 "cannot be read" loophole decode --from a.cnf --answer nothing
    refused 1 "cannot be read" loophole decode --from nothing.cnf --answer a
    refused 1 "name the puzzle" loophole decode --from <(echo 'p cnf 1 0') --answer a
    refused 2 "leave 'gunport' out" loophole decode gunport 5x5 --from a.cnf --answer a
    refused 1 "leave --formulation out" loophole decode --from a.cnf --formulation matching --answer a
}

@test "lines may end as on other systems" {
    printf '.#.\r\n...\r\n' >board
    loophole encode gunport -f board -F cnf -o a.cnf
    sed 's/$/\r/' a.cnf >b.cnf
    cadical -q a.cnf | sed 's/$/\r/' >answer
    loophole decode --from b.cnf --answer answer --quiet >got
    loophole verify gunport -f board --answer got
}

@test "standard input cannot be two things, and a name cannot be empty" {
    loophole encode gunport 3x3 -o a.cnf
    cadical -q a.cnf >answer || true
    loophole decode --from - --answer answer <a.cnf
    refused 2 "not both" loophole decode --from - <a.cnf
    refused 2 "name of a file" loophole encode gunport 3x3 -F cnf -o ""
}

@test "a packer that fails is told in one sentence" {
    ln -s /dev/full full.cnf.gz
    refused 3 "gzip failed; the disk may be full" loophole encode gunport 3x3 -o full.cnf.gz
}

@test "a figure is told only where there is an objective" {
    question="archer 100 16 17 23 24 39 40"
    loophole encode $question -o a.cnf
    cadical -q a.cnf >answer || true
    [ "$(loophole decode --from a.cnf --answer answer | tail -n 1)" = "$question: right." ]
    loophole decode --from a.cnf --answer answer --json | grep -q '"objective_value": null'
    loophole decode --from a.cnf --answer answer --quiet >got
    [ "$(loophole verify $question --answer got | tail -n 1)" = "$question: right." ]
    [[ "$(loophole verify $question --objective shots --answer got | tail -n 1)" == *": right, with "*" shots." ]]
}

@test "a file that says its format twice is read" { # once it leaked: make asan
    loophole encode gunport 3x3 -o a.cnf
    cadical -q a.cnf >a || true
    sed 's/^c format: .*/&\n&/' a.cnf >b.cnf
    [ "$(grep -c '^c format' b.cnf)" -eq 2 ]
    loophole decode --from b.cnf --answer a
}

@test "a file's comments cannot make decode write files" {
    loophole encode gunport 3x3 -o a.cnf
    cadical -q a.cnf >a || true
    sed 's/^c option: .*/&\nc option: svg=owned.svg/' a.cnf >b.cnf
    refused 1 "not affect the formula" loophole decode --from b.cnf --answer a
    [ ! -e owned.svg ]
}

@test "decode shows the picture, the recount and the claim" {
    loophole encode gunport 4x4 -o a.opb
    clasp a.opb >a || true
    run loophole decode --from a.opb --answer a
    [[ ${lines[-1]} == "gunport 4x4: right, with 4 gunports"*optimum* ]]
    [[ ${lines[0]} == "┌"* ]]
    run loophole decode --from a.opb --answer a --json
    [[ $output == *'"objective_value": 4'* && $output == *'"verified": true'* && $output == *'"claim": "optimal"'* ]]
}

# bats test_tags=long
@test "mutated files are read or refused, never worse" {
    loophole encode gunport 4x4 --names -o a.cnf
    cadical -q a.cnf >a || true
    size=$(grep -n '^p cnf' a.cnf | cut -d: -f1)
    for seed in $(seq 30); do
        awk -v seed=$seed -v size=$size 'BEGIN { srand(seed); at = 1 + int(rand() * size); what = int(rand() * 5) }
            NR == at && what == 0 { next }
            NR == at && what == 1 { print substr($0, 1, int(rand() * length($0))); next }
            NR == at && what == 2 { print; print; next }
            NR == at && what == 3 { gsub(/[0-9]/, "9"); print; next }
            NR == at && what == 4 { n = int(rand() * length($0)); print substr($0, 1, n) "=:+" substr($0, n + 1); next }
            { print }' a.cnf >b.cnf
        run loophole decode --from b.cnf --answer a
        [ "$status" -le 3 ] || { echo "seed $seed: $status $output"; false; }
        [ "$status" -eq 0 ] || [[ $output == *"loophole: "*. ]]
    done
}

@test "list names the formats and the solvers of this machine" {
    for format in $("$BATS_TEST_DIRNAME/../tools/listed" formats); do loophole list formats | grep -q "^$format "; done
    loophole list solvers | grep -q '^cadical  *[^ ]* *CaDiCaL'
    loophole list solvers | grep -q '^    process:cadical -q'
    [[ ${LDFLAGS-} != *-L* ]] && packaged=$(dpkg-query -W -f '${Version}' libcadical-dev) || skip "no package to compare the version with"
    loophole list solvers | grep -qE "^cadical +${packaged%-*} "
}

@test "encode: auto takes blocks for a long bound, the smallest for a short one" {
    "$LOOPHOLE" encode gunport 8x9 --formulation monomino --bound 25 -o long.cnf
    grep -q '^c encoders: .* card blocks ' long.cnf
    "$LOOPHOLE" encode gunport 3x4 --formulation monomino --bound 2 -o short.cnf
    grep '^c encoders:' short.cnf
    ! grep -q '^c encoders: .* card blocks ' short.cnf || false
}

@test "without /proc, files are written whole and the program finds its suites" {
    hidden() { unshare -rm sh -c 'mount -t tmpfs none /proc && exec "$@"' sh "$@"; }
    [[ $LOOPHOLE != */san/* ]] || skip "sanitizers need /proc"
    hidden true 2>/dev/null || skip "unshare cannot hide /proc here"
    cd "$BATS_TEST_TMPDIR"
    run -0 hidden "$LOOPHOLE" encode tank 4 -o a.cnf
    cp a.cnf b.cnf
    "$LOOPHOLE" encode tank 4 -o a.cnf
    cmp a.cnf b.cnf
    [ "$(ls)" = "a.cnf
b.cnf" ]
    run -0 hidden "$LOOPHOLE" list suites
    [[ $output == *book* ]]
    run -10 hidden "$LOOPHOLE" solve tank 4 -q --memory-limit 1000
}

@test "what is too large or cannot be said is refused" {
    awk 'BEGIN { n = 40000; print "* #variable=", n, "#constraint= 1"; for (i = 1; i <= n; i++) printf "+1 x%d ", i; print ">= 20000 ;" }' >wide.opb
    run -1 "$LOOPHOLE" encode opb -f wide.opb --card totalizer -o x.cnf
    [[ "$output" == *"40000"*"20000"*"800000000"*"--card kmtotalizer"* ]]
    [ ! -e x.cnf ]
    printf '* #variable= 4 #constraint= 1\n+4503599627370497 x1 +4503599627370499 x2 +4503599627370502 x3 +3 x4 = 9007199254740999 ;\n' >heavy.opb
    run -1 "$LOOPHOLE" encode opb -f heavy.opb -o x.lp
    [[ "$output" == *"more than 2^53, which LP solvers round; choose another format." ]]
}

@test "names of a sum's residues speak of the equation that is built, not of the player's numbers" {
    "$LOOPHOLE" encode squarest 50 3 6 9 12 15 30 21 25 27 30 --formulation columns --names -F cnf >f.cnf
    grep -q '^c name [0-9]* after [0-9]* terms, the reduced sum is [0-9]* modulo 3$' f.cnf
    run -1 grep ' the first [0-9]* leave ' f.cnf
}
