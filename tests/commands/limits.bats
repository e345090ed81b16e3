#!/usr/bin/env bats
# Time and memory limits: the program stops in time and prints the best answer so far. Each command would take minutes without its
# limit. bench/limits measures how late the program stops.

setup() {
    cd "$BATS_TEST_TMPDIR"
    bats_require_minimum_version 1.5.0
}

is_json() { python3 -m json.tool <"$1" >/dev/null; }
field() { sed -n "s/^  \"$2\": \(.*\)/\1/p" "$1" | tr -d ','; }

# bats test_tags=long
@test "a time limit holds while posing and eliminating, counting, explaining, reading and for uniqueness" {
    for command in "solve fivers 79" "solve tank 100" "solve fivers 61 --unique" "explain tank 60" "count fivers 79"; do
        status=0
        timeout 20 "$LOOPHOLE" $command --time-limit 0.3 --json >out || status=$?
        echo "$command: $status"
        case $command in solve*--unique | explain* | count*) [ $status -eq 5 ] ;; *) [ $status -eq 0 ] ;; esac
        is_json out
    done
    { echo archer; echo 5000000; seq 3000000; } >archer.txt
    timeout 20 "$LOOPHOLE" solve -f archer.txt --time-limit 0.1 --json >out
    is_json out
    [ "$(field out status)" = '"unknown"' ]
}

# bats test_tags=long
@test "a limit keeps the best solution and both bounds" {
    for limit in 0.5 3 30; do # until it suffices for a first solution
        timeout 60 "$LOOPHOLE" solve gunport 20x20 --formulation monomino --search down --time-limit $limit --json >out
        [ "$(field out objective_value)" = null ] || break
    done
    is_json out
    [ "$(field out status)" = '"unknown"' ]
    [ "$(field out verified)" = true ]
    [ "$(field out lower_bound)" = "$(field out objective_value)" ]
    [ "$(field out upper_bound)" -gt "$(field out lower_bound)" ]
}

# bats test_tags=long
@test "a limit draws the best solution into a file, whatever the search is at" {
    for seconds in 0.2 0.6; do
        timeout 20 "$LOOPHOLE" solve tank 100 --time-limit $seconds --svg x.svg >/dev/null
    done
    for limit in 0.5 3 30; do
        timeout 60 "$LOOPHOLE" solve gunport 20x20 --formulation monomino --search down --time-limit $limit --svg x.svg >out
        grep -q "no solution yet" out || break
    done
    grep -q "time limit" out
    grep -q "</svg>" x.svg
    [ "$(ls)" = $'out\nx.svg' ]
}

strike_search() { # sends the signal to a search, child, that has found its first solution; its answer goes into out
    "$LOOPHOLE" solve gunport 31x29 --formulation monomino --search down --progress json --time-limit 100 --json >out 2>seen 3>&- &
    child=$!
    for _ in {1..900}; do
        ! grep -q '"solution": *"' seen || break
        sleep 0.1
    done
    kill -"$1" $child
}

@test "Ctrl-C keeps the best solution and both bounds" {
    strike_search INT
    wait $child || [ $? -eq 0 ]
    is_json out
    [ "$(field out status)" = '"unknown"' ]
    [ "$(field out reason)" = '"interrupted"' ]
    [ "$(field out verified)" = true ]
    [ "$(field out lower_bound)" = "$(field out objective_value)" ]
    [ "$(field out upper_bound)" -gt "$(field out lower_bound)" ]
}

@test "encode, within a limit that is too short, leaves no file and says so" {
    mkdir new
    run -5 --separate-stderr timeout 20 "$LOOPHOLE" encode tank 100 -o new/x.cnf --time-limit 0.2
    [[ "$stderr" == *"time limit"*"nothing was written"* ]]
    [ -z "$(ls -A new)" ]
}

@test "a limit while the problem is read is no answer" {
    local command
    for command in "5 count cnf --quiet" "5 count cnf --forced" "5 explain cnf" "5 agree cnf" "0 solve cnf" "5 solve cnf --unique" \
        "0 solve cnf --format competition" "5 encode cnf -o x.opb" "5 verify cnf --answer x" "5 draw cnf"; do
        run --separate-stderr "$LOOPHOLE" ${command#* } -f - --time-limit 0.2 < <(printf 'p cnf 1 2\n1 0\n' && exec sleep 5)
        [ "$status" -eq "${command%% *}" ] || fail "$command: $status"
        [[ $stderr = *"was not read to its end"* ]]
        if [[ $command = *competition ]]; then [ "$output" = "s UNKNOWN" ]; else [ -z "$output" ]; fi
    done
}

@test "a limit while a large model is built or read again is no verdict" {
    awk 'BEGIN { n = 100000; print "c picture grid 1 3\np cnf", n, 2 * n - 1
        for (i = 1; i <= n; i++) print i, 0
        for (i = 1; i < n; i++) print i, -i - 1, 1 + int(i / 2), 0 }' >big.cnf
    "$LOOPHOLE" certify cnf -f big.cnf --all -o big >/dev/null
    local limit stopped=0
    for limit in 0.02 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.5; do
        run --separate-stderr "$LOOPHOLE" play cnf -f big.cnf --script --time-limit $limit <<<q
        [[ $status = [05] ]]
        stopped=$((stopped + status))
        run --separate-stderr "$LOOPHOLE" check big --time-limit $limit
        [[ $status = [05] ]] || { echo "$limit: $status $stderr"; return 1; }
        stopped=$((stopped + status))
    done
    [ $stopped -gt 5 ]
}

@test "a CPU limit stops as a time limit does, and child processes too" {
    run -5 --separate-stderr "$LOOPHOLE" count gunport 9x9 --all-costs --json --cpu-limit 0.2
    [[ $output == *'"complete": false'* && $output == *'"cpu_seconds": 0.2'* ]]
    run -0 --separate-stderr "$LOOPHOLE" solve tank 100 --json --cpu-limit 0.05
    [[ $output == *'"reason": "CPU limit"'* ]]
    run -0 --separate-stderr "$LOOPHOLE" solve gunport 20x20 --formulation monomino --cpu-limit 0.3
    [[ $output == *"stopped by the CPU limit"* ]]
    run -5 --separate-stderr "$LOOPHOLE" encode tank 100 -o x.cnf --cpu-limit 0.1
    [[ $stderr == *"the CPU limit"* ]]
    printf '#!/bin/sh\nwhile :; do :; done\n' >busy && chmod +x busy
    run -0 --separate-stderr timeout 60 "$LOOPHOLE" solve tank 4 --solver process:./busy --cpu-limit 0.3
    [[ $output == *"stopped by the CPU limit"* ]]
    # time that passes without work is no CPU time
    printf 'p cnf 1 1\n1 0\n' >one.cnf
    run -10 "$LOOPHOLE" solve cnf -f - --quiet --cpu-limit 0.5 < <(cat one.cnf && sleep 1)
}

# bats test_tags=long
@test "every command that can run long has a time limit: what is judged, made and reported too" {
    "$LOOPHOLE" certify gunport 8x8 -o certificate >/dev/null
    run -0 "$LOOPHOLE" check certificate --time-limit 60 --memory-limit 1000
    run -2 "$LOOPHOLE" check certificate --time-limit x
    run -5 --separate-stderr timeout 20 "$LOOPHOLE" check certificate --time-limit 0.000001
    [[ "$stderr" == *"not proved"*"topped"* || "$stderr" == *"; nothing is proved." ]]
    run -5 --separate-stderr timeout 20 "$LOOPHOLE" audit --time-limit 0.1 --quiet
    [[ "$stderr" == *"not tried"* ]]
    run -5 --separate-stderr timeout 20 "$LOOPHOLE" generate tank 6 --time-limit 0.1
    [[ "$stderr" == *"topped"*"board"* || "$stderr" == *"; no board was made." ]]
    run -5 timeout 20 "$LOOPHOLE" certify tank 100 -o new --time-limit 0.1
    [ ! -e new ] || [ -z "$(ls new)" ]
    run -5 timeout 20 "$LOOPHOLE" certify gunport 20x20 -o new --time-limit 0.5 # while it proves
    [ -z "$(ls new)" ]
    run -5 timeout 20 "$LOOPHOLE" cubes tank 100 -o new --time-limit 0.1
    [ -z "$(ls new)" ]
    run -5 timeout 20 "$LOOPHOLE" agree gunport 60x60 --time-limit 0.1
    run -5 --separate-stderr timeout 20 "$LOOPHOLE" decode tank 100 --json --time-limit 0.1
    echo "$output" >out
    is_json out
    mkdir rows && cp "$BATS_TEST_DIRNAME/tiny/rows.csv" rows
    run -5 --separate-stderr timeout 20 "$LOOPHOLE" report rows --time-limit 0.001
    [[ "$stderr" == *"topped by the time limit"* ]]
    for command in verify draw report; do
        run -2 "$LOOPHOLE" $command tank 3 --time-limit x
        [[ "$output" == *"--time-limit"*"'x'"* ]]
    done
}

# bats test_tags=long
@test "a memory limit ends in an answer" {
    run -0 --separate-stderr timeout 60 "$LOOPHOLE" solve tank 100 --memory-limit 150 --json
    echo "$output" >out
    is_json out
    run -2 "$LOOPHOLE" solve tank 3 --memory-limit none
    [[ "$output" == *"--memory-limit"*"'none'"* ]]
}

# bats test_tags=long
@test "CPU seconds from outside end in an answer, though the signal comes every second" {
    (ulimit -St 1; timeout 60 "$LOOPHOLE" solve fivers 79 --json >out)
    is_json out
    [ "$(field out status)" = '"unknown"' ]
}

# bats test_tags=long
@test "Ctrl-C ends in an answer while posing; a second one at once" {
    for signal in INT TERM HUP; do
        "$LOOPHOLE" solve tank 100 --json >out &
        child=$!
        sleep 0.5
        kill -$signal $child
        wait $child
        is_json out
    done
    "$LOOPHOLE" solve tank 100 --json >out 3>&- &
    child=$!
    sleep 0.5
    for _ in {1..12}; do # those of the first tenth of a second are one
        kill -INT $child 2>/dev/null || break
        sleep 0.03
    done
    status=0
    wait $child || status=$?
    [ "$status" -eq 130 ]
}

# Waits until the hidden directory of an incomplete one has a file, then sends the signal.
strike() {
    for _ in {1..600}; do
        [ -z "$(find . -path '*.partial/*' -type f)" ] || break
        sleep 0.05
    done
    kill -"$1" "$2"
    wait "$2" || status=$?
}

@test "a signal leaves nothing of a directory, SIGKILL nothing that blocks the next run" {
    mkdir empty
    for dir in new empty; do
        for signal in HUP TERM KILL; do
            "$LOOPHOLE" certify gunport 20x20 -o $dir 2>/dev/null 3>&- &
            status=0
            strike $signal $!
            [ $signal = KILL ] || { [ "$status" -eq 1 ] && [ "$(ls -A)" = empty ] && [ -z "$(ls -A empty)" ]; }
        done
        run -0 "$LOOPHOLE" certify gunport 4x4 -o $dir
        run -0 "$LOOPHOLE" check $dir
        [ -z "$(find . -name '*partial*')" ]
        rm -r new empty && mkdir empty || true
    done
}

@test "two runs do not write one directory; a directory that is there keeps its place" {
    "$LOOPHOLE" certify gunport 20x20 -o new 2>/dev/null 3>&- &
    child=$!
    for _ in {1..600}; do
        [ ! -e .new.partial/instance.txt ] || break
        sleep 0.05
    done
    run -1 "$LOOPHOLE" certify gunport 4x4 -o new
    [[ "$output" == *"nother run"* ]]
    kill -INT $child
    wait $child || [ $? -eq 5 ]
    mkdir there
    ln -s there link
    run -0 "$LOOPHOLE" certify gunport 4x4 -o link/
    run -0 "$LOOPHOLE" check there
    [ -L link ]
    mkdir here && cd here
    run -0 "$LOOPHOLE" cubes gunport 4x4 --bound 4 -o .
    run -10 "$LOOPHOLE" conquer ../here
    [ "$(ls -A)" = $'cubes.txt\nproblem.cnf\nrows' ]
}

@test "SIGHUP keeps the best solution; nohup ignores it" {
    strike_search HUP
    wait $child
    is_json out
    [ "$(field out reason)" = '"interrupted"' ]
    [ "$(field out verified)" = true ]
    nohup "$LOOPHOLE" solve fivers 79 --time-limit 3 --json >out 2>/dev/null 3>&- &
    child=$!
    sleep 0.5
    kill -HUP $child
    wait $child
    [ "$(field out reason)" = '"time limit"' ]
}

# bats test_tags=long
@test "a signal that comes twice at once, as timeout sends it, is one" {
    for _ in 1 2 3; do
        timeout -s INT 0.5 "$LOOPHOLE" solve tank 100 --json >out || true
        is_json out
    done
}

@test "a closed pipe ends the work" {
    timeout 60 "$LOOPHOLE" count gunport 9x9 --all-costs --print-solutions 2>said | head -n 1 >first
    [ -s first ]
    [ ! -s said ]
    run -3 --separate-stderr sh -c '"$LOOPHOLE" --version >/dev/full'
    [[ "$stderr" == *"tandard output cannot be written"* ]]
}

@test "a background child that holds the pipe neither delays nor discards an answer" {
    for late in "sleep 30 &" "(sleep 30; echo rubbish) &"; do
        run -30 timeout 20 "$LOOPHOLE" solve gunport 4x4 --solver "process:$late cadical -q" --quiet
    done
}

# bats test_tags=long
@test "a worker of a portfolio that refuses drops out" {
    run -30 timeout 60 "$LOOPHOLE" solve gunport 8x8 --formulation monomino --card pairwise --jobs 3 --json
    [ "$(echo "$output" | sed -n 's/^  "status": "\(.*\)",/\1/p')" = optimal ]
}

@test "the program is hardened: position-independent, its tables read-only, its stacks guarded" {
    [[ $LOOPHOLE != */san/* && $LOOPHOLE != */coverage/* ]] || skip "sanitizers stand in for it, or nothing is optimised"
    command -v readelf >/dev/null || skip "readelf is not installed: hardening is NOT checked"
    readelf -h "$LOOPHOLE" | grep -q 'Type:.*DYN'
    readelf -lW "$LOOPHOLE" | grep -q GNU_RELRO
    readelf -dW "$LOOPHOLE" | grep -q 'FLAGS.*NOW'
    readelf -sW "$LOOPHOLE" | grep -q __stack_chk_fail
    # Every file of ours, as its compiler has noted (gcc does).
    readelf --debug-dump=info --dwarf-depth=1 "$LOOPHOLE" 2>/dev/null | grep 'DW_AT_producer.*GNU C' >made || true
    [ -z "$(grep -v -- -fstack-protector-strong made)" ]
    # Copies are checked where the compiler optimises at all.
    [[ ${CFLAGS--O2} != *-O[1-3sf]* ]] || readelf -sW "$LOOPHOLE" | grep -qE '__memcpy_chk|_chk@'
}

# bats test_tags=long
@test "failing allocations, writes, forks and opens end well" {
    [[ $LOOPHOLE != */san/* ]] || skip "sanitizers take the calls that would fail"
    BUILD="$BUILD" timeout 900 "$BATS_TEST_DIRNAME"/../tools/faults --spread 5 >said || { cat said; false; }
}

# bats test_tags=long
@test "a fault that is badly taken is seen" {
    # A program that takes no notice of what it cannot have: other words, a half file, a status of its own.
    # The first takes faults as the program itself does.
    for wrong in : 'echo "$FAULT"' 'case $* in *"encode "*) echo half >x.cnf ;; esac' '[ -z "$FAULT" ] || exit 7' '[ -z "$FAULT" ] || kill -11 $$'; do
        printf '#!/bin/sh\n%s\nexec "%s" "$@"\n' "$wrong" "$LOOPHOLE" >careless
        chmod +x careless
        BUILD="$BUILD" LOOPHOLE=$PWD/careless run "$BATS_TEST_DIRNAME"/../tools/faults --spread 1 "encode gunport 4x4 -o x.cnf"
        echo "$wrong: $output"
        [[ $wrong == : && "${lines[-1]}" == *" faults, 0 badly taken" && $status -eq 0 ]] ||
            [[ $wrong != : && "${lines[-1]}" == *" faults, "[1-9]*" badly taken" && $status -eq 1 ]]
    done
}

# bats test_tags=long
@test "signals at any moment, little memory, small disks and strange children end well" {
    kinds="signals memory disk children"
    [[ $LOOPHOLE != */san/* ]] || kinds="signals disk children" # a sanitizer ends for want of memory
    # shellcheck disable=SC2086 # several words
    BUILD="$BUILD" timeout 900 "$BATS_TEST_DIRNAME"/../tools/sweeps --spread 1 $kinds >said || { cat said; false; }
    [ "$(grep -c ', 0 badly taken$' said)" -eq "$(wc -w <<<"$kinds")" ]
}

# bats test_tags=long
@test "a sweep sees what is badly taken" {
    # Programs that die of a small file, leave half of one, end with a status of their own, die of little memory.
    for wrong in 'disk: trap "kill -9 $$" XFSZ; ulimit -f | grep -q unlimited || kill -9 $$' 'disk: echo half >x.cnf' \
        'memory: ulimit -v | grep -q unlimited || kill -11 $$' 'signals: trap "echo {; exit 6" INT TERM XCPU; "$LOOPHOLE" "$@"; sleep 1; exit 7'; do
        printf '#!/bin/bash\nLOOPHOLE=%q\n%s\nexec "$LOOPHOLE" "$@"\n' "$LOOPHOLE" "${wrong#*: }" >careless
        chmod +x careless
        BUILD="$BUILD" LOOPHOLE=$PWD/careless run -1 "$BATS_TEST_DIRNAME"/../tools/sweeps --spread 2 --lines "encode gunport 4x4 -o x.cnf" "${wrong%%:*}"
        echo "$wrong: $output"
        [[ "${lines[-1]}" == *" badly taken" && "${lines[-1]}" != *" 0 badly taken" ]]
    done
}
