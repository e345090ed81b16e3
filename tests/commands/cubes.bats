#!/usr/bin/env bats
# Cubes and cube runs: a problem in cases, workers killed at random, rows of other programs, certificates.

setup() {
    bats_require_minimum_version 1.5.0
    cd "$BATS_TEST_TMPDIR"
    L=$LOOPHOLE
    LOOPHOLE_DOCS=$BATS_TEST_DIRNAME/../../docs
    load ../tools/examples
}

# How many rows say this of their cube?
rows() { cat "$1"/rows/*.txt | grep -c "^state $2" || true; }

@test "a refutation that nobody checked is a claim, and no fact" {
    "$L" cubes gunport 4x4 --bound 3 --parts 4 -o lied
    run -20 "$L" conquer lied --solver 'process:cat >/dev/null; echo s UNSATISFIABLE; exit 20'
    [[ "$output" == *"claimed by the solvers"*unchecked* ]]
    run -1 "$L" check lied
}

@test "a question is split, answered, and exits as solve does" {
    run -0 "$L" cubes gunport 7x7 --formulation matching --bound 17 --parts 8 -o none
    [[ "$output" == "8 cubes"*"'loophole conquer none'"* ]]
    run -20 "$L" conquer none
    [[ "$output" == *"no solution with at least 17 gunports"*claimed*unchecked* ]]
    [[ "$output" == *"9 refuted, 0 split, 0 open"* ]]
    "$L" cubes gunport 7x7 --bound 15 --parts 8 -o some
    run -10 "$L" conquer some --quiet
    echo "$output" | "$L" verify gunport 7x7
    [ "$(echo "$output" | tr -cd o | wc -c)" -ge 15 ]
    run -20 "$L" conquer none --json
    echo "$output" | grep '"status": "unsatisfiable"'
    [[ "$output" == *'"evidence": '*'"kind": "'*' refutation"'* ]]
    run -2 "$L" conquer none --split-after soon
    run -0 "$L" conquer some --print-jobs
    [ -z "$output" ]
}

@test "cases of the formulation, posed variables, names, a file of cubes" {
    "$L" cubes tank 6 --parts 1 -o cases
    grep -c . cases/cubes.txt | grep -x 25
    "$L" cubes tank 4 --parts 3 -o plain
    run -10 "$L" conquer plain --quiet
    echo "$output" | "$L" verify tank 4
    "$L" cubes gunport 6x6 --formulation matching --split-by model --split-variables 'right 1,*' --parts 4 -o model
    [ "$(grep -c . model/cubes.txt)" -eq 4 ]
    "$L" encode gunport 6x6 --formulation matching --names | sed -n 's/^c name \([0-9]*\) right 1,.$/\1/p' >first
    tr -d 'a-' <model/cubes.txt | tr -s ' ' '\n' | grep -vx 0 | grep . | sort -u >used
    [ -s used ] && [ -z "$(grep -vxFf first used)" ]
    run -1 --separate-stderr "$L" cubes gunport 6x6 --split-variables 'nosuch*' -o bad
    [[ "$stderr" == *"variable"*"'nosuch*'"* ]]
    # A formula without variables has one case, which is open or not.
    printf 'p cnf 0 0\n' | "$L" cubes cnf -f - -o void
    run -10 "$L" conquer void --quiet
    printf 'p cnf 0 1\n0\n' | "$L" cubes cnf -f - -o empty
    run -20 "$L" conquer empty --certify
    "$L" check empty
    # A file that covers nothing but one corner: the rest answers.
    printf 'c by hand\np inccnf\na 1 2 0\n' >one
    "$L" cubes gunport 6x6 --bound 12 --split-by one -o few
    run -10 "$L" conquer few --quiet
    echo "$output" | "$L" verify gunport 6x6
    printf 'a 1 1 0\n' >bad
    run -1 --separate-stderr "$L" cubes gunport 6x6 --split-by bad -o worse
    [[ "$stderr" == *"bad:1:"*"invalid cube"*"1 to 240"* ]]
    [ ! -e worse ]
}

@test "a cube run's files are regular ones: no device is read, and no pipe is waited for" {
    "$L" cubes gunport 4x4 --bound 5 --formulation monomino --parts 2 -o run
    run -20 "$L" conquer run --certify
    "$L" check run
    memory="ulimit -v 2000000;"
    [[ $LOOPHOLE != */san/* ]] || memory= # a sanitizer takes all addresses
    for file in problem.cnf cubes.txt rows/1.txt proofs/1.drat; do
        for kind in pipe device; do
            cp -r run odd
            rm odd/$file
            if [ $kind = pipe ]; then mkfifo odd/$file; else ln -s /dev/zero odd/$file; fi
            for command in check conquer; do
                [ "$file $command" = "proofs/1.drat conquer" ] && continue # which reads no proofs
                run -1 bash -c "$memory exec timeout 20 \"$L\" $command odd"
                echo "$file $kind $command: $output"
                [[ "$output" == "loophole: "*"odd/$file is not a regular file." ]]
            done
            rm -r odd
        done
    done
}

# bats test_tags=long
@test "a cube that is too hard splits itself" {
    "$L" cubes gunport 7x7 --formulation matching --bound 17 --parts 2 -o hard
    run -20 "$L" conquer hard --split-after 0.02
    [ "$(rows hard split)" -ge 1 ]
    # Nothing is open, and every cube has one row.
    [ "$("$L" conquer hard --print-jobs | wc -l)" -eq 0 ]
    [ "$(cat hard/rows/*.txt | grep '^cube ' | sort | uniq -d | wc -l)" -eq 0 ]
    # A split that leaves a part out is no row.
    split=$(grep -l '^state split' hard/rows/*.txt | head -n 1)
    awk '/^a / && ++n == 2 {next} {print}' "$split" >less
    cp less "$split"
    run -1 --separate-stderr "$L" conquer hard
    [[ "$stderr" == *"$split is damaged"* ]]
}

# bats test_tags=long
@test "conquer and its workers are killed at random: no row is lost, none counts twice" {
    "$L" cubes gunport 7x7 --formulation matching --bound 17 --parts 20 -o far
    cp -r far calm
    run -20 "$L" conquer calm --split-after 0
    RANDOM=7
    for _ in {1..6}; do
        "$L" conquer far --split-after 0 >said 2>&1 3>&- &
        pid=$!
        sleep 0.$((RANDOM % 3))$((RANDOM % 10))
        kill -9 $pid 2>/dev/null || true
        wait $pid || true
    done
    "$BATS_TEST_DIRNAME/../tools/kill-workers" 4 3>&- &
    while "$L" conquer far --split-after 0 --print-jobs >open && [ -s open ]; do xargs -d '\n' -n 1 -P 2 sh -c <open || true; done
    touch over
    wait $!
    run -20 "$L" conquer far
    diff <(grep -h '^cube\|^state\|^a ' calm/rows/*.txt) <(grep -h '^cube\|^state\|^a ' far/rows/*.txt)
    [ "$(rows far refuted)" -eq 21 ]
}

@test "where a solution is known, no cube is answered" {
    "$L" cubes gunport 5x5 --bound 4 --parts 2 -o far
    "$L" conquer far --cube 1
    [ "$(rows far solved)" -eq 1 ]
    "$L" conquer far --cube 2
    run -10 "$L" conquer far
    [ "$(ls far/rows | wc -l)" -eq 1 ]
}

@test "rows made elsewhere merge by copying; those of another question are refused" {
    "$L" cubes gunport 7x7 --formulation matching --bound 17 --parts 6 -o here
    cp -r here there
    for id in 1 2 3; do "$L" conquer here --cube $id; done
    for id in 3 4 5 6 rest; do "$L" conquer there --cube $id; done
    run -1 "$L" conquer here --cube 9
    cp there/rows/* here/rows
    run -20 "$L" conquer here --time-limit 0.001
    [[ "$output" == *"7 cubes: 7 refuted, 0 split, 0 open"* ]]
    "$L" cubes gunport 7x7 --formulation matching --bound 19 --parts 6 -o other
    cp here/rows/1.txt other/rows
    run -1 --separate-stderr "$L" conquer other
    [[ "$stderr" == *"other/rows/1.txt"*"another problem or cube"* ]]
    head -c 120 here/rows/2.txt >cut
    cp cut here/rows/2.txt
    run -1 --separate-stderr "$L" conquer here
    [[ "$stderr" == *"here/rows/2.txt is damaged"* ]]
}

@test "a solution that somebody wrote into a row is recounted" {
    "$L" cubes gunport 5x5 --bound 8 --parts 2 -o far
    "$L" conquer far --cube rest
    sed -e 's/^state refuted/state solved/' -e 's/^end/solution\no<>o.\nend/' far/rows/rest.txt >forged
    cp forged far/rows/rest.txt
    run -3 --separate-stderr "$L" conquer far
    [[ "$stderr" == *"cube rest is wrong"* ]]
}

@test "cubes answered without a proof are proved with --certify" {
    "$L" cubes gunport 7x7 --formulation matching --bound 17 --parts 6 -o far
    run -20 "$L" conquer far
    run -1 --separate-stderr "$L" check far
    [[ "$stderr" == *"far: not proved"*"Cube 1"*"without a proof"*"conquer far --certify"* ]]
    run -20 "$L" conquer far --certify
    [[ "$output" == *"proof"*"'loophole check far'"* ]]
    run -0 "$L" check far
}

# bats test_tags=long
@test "a cube run is certified, and the check refuses what was changed" {
    "$L" cubes gunport 7x7 --formulation matching --bound 17 --parts 6 -o far
    run -1 --separate-stderr "$L" check far
    [[ "$stderr" == *"far: not proved"*"Cube 1 is open"* ]]
    run -20 "$L" conquer far --certify --split-after 0.02
    [[ "$output" != *"unchecked"* ]]
    [[ "$output" == *"proof"*"'loophole check far'"* ]]
    run -0 "$L" check far
    [[ "${lines[0]}" == "gunport 7x7:"*"no solution with at least 17 gunports"* ]]
    refuses() {
        run -1 --separate-stderr "$L" check "$1"
        [ -z "$output" ]
        [[ "$stderr" == "loophole: "* ]]
        rm -r "$1"
    }
    biggest=$(ls -S far/proofs | head -n 1)
    cp -r far bad && : >"bad/proofs/$biggest" && refuses bad
    cp -r far bad && rm bad/proofs/rest.drat && refuses bad
    cp -r far bad && rm bad/rows/rest.txt && refuses bad
    cp -r far bad && sed -i '1d' bad/cubes.txt && refuses bad
    cp -r far bad && sed -i '$d' bad/problem.cnf && refuses bad
    # With a question whose hash was made to fit, the formula is still not the question's.
    cp -r far bad && sed -i 's/^word: 7x7/word: 7x8/; s/^c word: 7x7/c word: 7x8/' bad/problem.cnf
    hash=$(cat bad/problem.cnf bad/cubes.txt | sha256sum | cut -d' ' -f1)
    sed -i "s/^question .*/question $hash/" bad/rows/*.txt
    run -1 --separate-stderr "$L" check bad
    [[ "$stderr" == *"not the formula"* ]]
    # The proof of one cube is none of another.
    cp -r far bad && cp "far/proofs/rest.drat" "bad/proofs/$biggest" && [ "$biggest" != rest.drat ] && rm -rf refuse && mv bad refuse
    run -1 "$L" check refuse
}

@test "one cube without literals is the whole question, not the rest" {
    "$L" cubes gunport 8x8 --formulation matching --bound 20 --parts 1 -o one
    [ "$(cat one/cubes.txt)" = "a 0" ]
    run -10 "$L" conquer one --quiet
    echo "$output" | "$L" verify gunport 8x8
    "$L" cubes gunport 7x7 --formulation matching --bound 17 --parts 1 -o none
    run -20 "$L" conquer none --certify
    run -0 "$L" check none
    [ "$(wc -c <none/proofs/1.drat)" -gt 100 ]
}

@test "what cannot be done is said" {
    run -2 --separate-stderr "$L" cubes gunport 6x6
    [[ "$stderr" == *"-o DIR"* ]]
    run -2 --separate-stderr "$L" cubes tank 3 --bound 3 -o x
    [[ "$stderr" == *"tank"*"objective"*"--bound"* ]]
    run -2 --separate-stderr "$L" conquer
    [[ "$stderr" == *"Name the directory"* ]]
    run -1 "$L" conquer nosuch
    mkdir full && touch full/x
    run -1 --separate-stderr "$L" cubes gunport 4x4 -o full
    [[ "$stderr" == *"full is not empty"* ]]
}

# bats test_tags=long
@test "the example with xargs" {
    small_suite
    split_cubes xargs
    [ "$(wc -l <killed)" -ge 1 ]
}

# bats test_tags=long
@test "the example with GNU parallel" {
    command -v parallel >/dev/null || skip "GNU parallel is not installed"
    small_suite
    split_cubes parallel
    [ "$(wc -l <killed)" -ge 1 ]
}
