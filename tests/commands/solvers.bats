#!/usr/bin/env bats
# Other programs and libraries as solvers: missing ones, and ones that crash, hang, print a wrong answer or print too much.

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

@test "a missing program is reported before anything is printed" {
    for words in "solve gunport 5x5" "solve fivers 5" "count gunport 3x3" "explain squarest 5 2 4" \
        "certify gunport 3x3 -o made" "encode gunport 3x3 --bound optimum" "solve gunport 4x4 --jobs 2"; do
        for solver in process:nonsense "process-xor:./nonsense -q"; do
            # shellcheck disable=SC2086
            run -3 --separate-stderr timeout 60 "$LOOPHOLE" $words --solver "$solver"
            echo "$words: $output $stderr"
            [ -z "$output" ]
            [ "${#stderr_lines[@]}" -eq 1 ]
            [[ $stderr == *"was not found"* ]]
        done
    done
    run -3 --separate-stderr "$LOOPHOLE" solve gunport 5x5 --json --solver process:nonsense
    [[ $output == *'"solution": null'*"was not found"* ]]
}

@test "programs that crash, lie, say nothing or too much" {
    refused 3 signal 'process:cat >/dev/null; kill -SEGV $$'
    refused 3 "gives none" 'process:cat >/dev/null; echo s SATISFIABLE; exit 10'
    refused 3 empty 'process:cat >/dev/null; exit 20'
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
    refused 3 "status 7" ipasir:./bad71.so
    refused 1 ipasir_release ipasir:./bad100.so
    refused 1 "cannot be loaded" ipasir:./nosuch.so
    refused 1 "cannot be loaded" ipasir:/etc/passwd
}

# liar HOW: an IPASIR library that gives wrong answers (tests/tools/ipasir_picosat.c). process_yes: a program that says that all variables are true.
liar() {
    export LIAR=$1
    liar=ipasir:$(cd "$(dirname "$LOOPHOLE")" && pwd)/tests/libipasir_picosat.so
}
process_yes='process:awk "/^p/ { n = \$3 } END { print \"s SATISFIABLE\"; printf \"v\"; while (n) printf \" %d\", n--; print \" 0\" }"'

@test "a solver that ignores assumptions ends each search with status 3" {
    printf 'h 1 2 0\n3 -1 0\n4 -2 0\n' >s.wcnf
    for how in process yes forget; do
        liar $how
        [ $how != process ] || liar=$process_yes
        for search in auto core mixed turns bisect down-assume; do
            run -3 --separate-stderr timeout 60 "$LOOPHOLE" solve wcnf -f s.wcnf --solver "$liar" --search $search
            [ "${#stderr_lines[@]}" -eq 1 ]
            [[ $stderr == *"break an assumption"* ]]
        done
        run -3 timeout 60 "$LOOPHOLE" count wcnf -f s.wcnf --solver "$liar"
        run -3 timeout 60 "$LOOPHOLE" agree wcnf -f s.wcnf --solver "$liar"
        run -0 timeout 60 "$LOOPHOLE" play gunport 2x3 --script --solver "$liar" <<<$'ask\nhint\ncomplete\nbest'
    done
}

@test "explain names no domain as a rule, whatever the solver claims" {
    echo '{"loophole-model": 1, "integers": [{"name": "n1", "lo": 0, "hi": 4}, {"name": "n2", "lo": 0, "hi": 4}], "constraints":
        [{"rule": "small", "linear": [], "integers": [1], "hi": 3}, {"rule": "large", "linear": [], "integers": [2], "lo": 3}]}' >m.json
    for rule in 9 10 11 12; do # selectors follow the 8 variables: of two domains, then of the rules
        liar $rule
        run --separate-stderr timeout 60 "$LOOPHOLE" explain m.json --solver "$liar" --int order
        [[ $output != *"is from"* && $stderr != *"is from"* ]]
        [[ $status -eq 3 && $stderr == *"contradicts itself"* ]] # a solution without a rule satisfies that rule, too
    done
}

@test "a solver that keeps assumptions and breaks clauses of a core's counter ends each search with status 3" {
    for a in 1 2 3 4 5; do for b in 1 2 3 4 5; do [ $a -ge $b ] || echo "h $a $b 0"; done; echo "1 -$a 0"; done >w.wcnf
    liar obey
    for search in core mixed; do
        run -3 timeout 60 "$LOOPHOLE" solve wcnf -f w.wcnf --solver "$liar" --search $search
        [[ $output == *"break a clause"* ]]
    done
}

@test "a solver whose values change when they are asked again is to blame, no encoding" {
    printf 'h 1 2 0\n3 -1 0\n4 -2 0\n' >s.wcnf
    liar turn
    for search in auto core down bisect up; do
        run -3 timeout 60 "$LOOPHOLE" solve wcnf -f s.wcnf --solver "$liar" --search $search
        [[ $output == *"break a clause"* && $output != *encoding* ]]
    done
}

@test "explain: a core is of some rules, and what is left out can be; else the solver is wrong" {
    printf 'p cnf 3 4\n1 2 0\n-1 0\n-2 0\n1 3 0\n' >u.cnf
    liar no
    for solver in "$liar" 'process:cat >/dev/null; echo s UNSATISFIABLE; exit 20'; do
        run -3 --separate-stderr timeout 60 "$LOOPHOLE" explain cnf -f u.cnf --solver "$solver"
        [[ $stderr == *"without any rule"* && -z $output ]]
    done
    # Refutes what has as many clauses as rules, and else says that all variables are true.
    run -3 --separate-stderr timeout 60 "$LOOPHOLE" explain cnf -f u.cnf \
        --solver 'process:awk "/^p/ { n = \$3; m = \$4 } END { if (m == 4 || m == 8) print \"s UNSATISFIABLE\"; else { print \"s SATISFIABLE\"; printf \"v\"; while (n) printf \" %d\", n--; print \" 0\" } }"'
    [[ $stderr == *"break the rule"* && -z $output ]]
    for solver in cadical picosat; do
        run -0 "$LOOPHOLE" explain cnf -f u.cnf --solver $solver
        [[ $output == *"3 rules"*clash* ]]
    done
}

@test "Ctrl-C and a time limit end a child that ignores both" {
    printf '#!/bin/sh\ntrap "" TERM INT\n: >up\ncat >/dev/null\necho $$ >pid\nwhile :; do sleep 1; done\n' >stubborn
    chmod +x stubborn
    run -0 timeout 60 "$LOOPHOLE" solve tank 4 --solver process:./stubborn --time-limit 0.2
    [[ $output == *"time limit"*"no solution yet"* ]]
    rm -f up pid
    "$LOOPHOLE" solve tank 4 --solver process:./stubborn >said 3>&- &
    ours=$!
    while [ ! -s pid ] || [ ! -e up ]; do sleep 0.05; done
    kill -TERM $ours
    wait $ours
    grep -q "stopped.*no solution yet" said
    ! kill -0 "$(cat pid)" 2>/dev/null || false
}

@test "cuts refuses an order of variables" {
    printf '* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n' >two.opb
    run -1 "$LOOPHOLE" solve opb -f two.opb --solver cuts --variable-order random
    [[ "$output" == *"cuts"*"--variable-order model"* ]]
}

@test "the file for a solver in a process has all assumed variables in its header, which CaDiCaL demands" {
    printf 'p cnf 3 1\n1 2 3 0\n' >free.cnf
    cat >strict <<'END'
#!/usr/bin/awk -f
/^p/ { most = $3; next }
{ for (i = 1; i < NF; i++) if ($i > most || -$i > most) exit 1 }
END { print "s UNSATISFIABLE" }
END
    run -0 --separate-stderr "$LOOPHOLE" count -f free.cnf --quiet --solver "process:awk -f strict"
    [ "$output" = 0 ]
}
