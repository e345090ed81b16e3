#!/usr/bin/env bats
# Other programs and libraries as solvers: those that are not there, crash, hang, lie or talk too much.

setup() {
    bats_require_minimum_version 1.5.0
    cd "$BATS_TEST_TMPDIR"
}

# solver STATUS WORD SPEC: tank 4 ends with this status and one sentence that has the word.
refused() {
    run --separate-stderr timeout 60 "$LOOPHOLE" solve tank 4 --solver "$3"
    echo "$3: $status $stderr"
    [ "$status" -eq "$1" ] && [ "${#stderr_lines[@]}" -eq 1 ] && [[ $stderr == "loophole: "*"$2"*. ]]
}

@test "a program that is not there, or is none, is told in one sentence" {
    mkdir directory
    echo text >text
    for command in nonsense "nonsense -q" ./nonsense ./directory ./text; do refused 3 "'$command' was not found" "process:$command"; done
}

@test "programs that crash, lie, say nothing or too much" {
    refused 3 "ended by a signal" 'process:cat >/dev/null; kill -SEGV $$'
    refused 3 "gives none" 'process:cat >/dev/null; echo s SATISFIABLE; exit 10'
    refused 3 "answer is empty" 'process:cat >/dev/null; exit 20'
    refused 3 "break a clause" 'process:cat >/dev/null; echo s SATISFIABLE; echo v 1 0'
    refused 3 "'x'" 'process:echo s SATISFIABLE; echo v 1 x 0'
    refused 3 "exit status" 'process:cat >/dev/null; echo s UNSATISFIABLE; exit 10'
    for command in 'yes error | head -c 3000000 >&2; cadical -q' "cadical -q | sed 's/$/\\r/'" cadical; do
        run -10 --separate-stderr "$LOOPHOLE" solve tank 4 --quiet --solver "process:$command"
        echo "$output" | "$LOOPHOLE" verify tank 4
    done
}

# A library whose solve says $1; without `functions` only the first two are there.
library() {
    cat >bad.c <<END
#include <stdlib.h>
const char *ipasir_signature(void) { return "bad"; }
void *ipasir_init(void) { return malloc(1); }
#if $2
void ipasir_release(void *s) { free(s); }
void ipasir_add(void *s, int l) { (void)s, (void)l; }
void ipasir_assume(void *s, int l) { (void)s, (void)l; }
int ipasir_solve(void *s) { (void)s; return $1; }
int ipasir_val(void *s, int l) { (void)s; return l; }
int ipasir_failed(void *s, int l) { (void)s, (void)l; return 0; }
void ipasir_set_terminate(void *s, void *t, int (*f)(void *)) { (void)s, (void)t, (void)f; }
#endif
END
    "${CC:-gcc}" -shared -fPIC -o "bad$1$2.so" bad.c
}

@test "libraries that are none, lack functions or lie" {
    library 10 1
    library 7 1
    library 10 0
    refused 3 "break a clause" ipasir:./bad101.so
    refused 3 "unknown status 7" ipasir:./bad71.so
    refused 1 "no function ipasir_release" ipasir:./bad100.so
    refused 1 "cannot be loaded" ipasir:./nosuch.so
    refused 1 "cannot be loaded" ipasir:/etc/passwd
}

@test "Ctrl-C and a time limit end a child that ignores both" {
    printf '#!/bin/sh\ntrap "" TERM INT\n: >up\ncat >/dev/null\necho $$ >pid\nwhile :; do sleep 1; done\n' >stubborn
    chmod +x stubborn
    run -0 timeout 60 "$LOOPHOLE" solve tank 4 --solver process:./stubborn --time-limit 0.2
    [[ $output == *"stopped by the time limit; no solution yet."* ]]
    rm -f up pid
    "$LOOPHOLE" solve tank 4 --solver process:./stubborn >said 3>&- &
    ours=$!
    while [ ! -s pid ] || [ ! -e up ]; do sleep 0.05; done
    kill -TERM $ours
    wait $ours
    grep -q "stopped; no solution yet." said
    ! kill -0 "$(cat pid)" 2>/dev/null
}
