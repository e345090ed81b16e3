#!/usr/bin/env bats
# Searches on problems beyond everyday size: ones that take turns, weights in the millions, kernels of many dimensions.

bats_require_minimum_version 1.5.0

setup() { cd "$BATS_TEST_TMPDIR" || exit 1; }

objective() { "$LOOPHOLE" solve "$@" --json | sed -n 's/^  "objective_value": \(.*\),/\1/p'; }

pigeons() { # N holes, one pigeon more; clauses, or sums
    awk -v h="$1" -v kind="$2" 'BEGIN { p = h + 1
        if (kind == "cnf") print "p cnf", p * h, p + h * p * (p - 1) / 2; else print "* #variable=", p * h, "#constraint=", p + h
        for (i = 0; i < p; i++) { s = ""
            for (j = 1; j <= h; j++) s = s (kind == "cnf" ? i * h + j " " : "+1 x" i * h + j " ")
            print s (kind == "cnf" ? 0 : ">= 1 ;") }
        for (j = 1; j <= h; j++) { s = ""
            for (i = 0; i < p; i++) { s = s "-1 x" i * h + j " "
                for (k = 0; k < i && kind == "cnf"; k++) print -(i * h + j), -(k * h + j), 0 }
            if (kind != "cnf") print s ">= -1 ;" } }'
}

# bats test_tags=long
@test "core-guided search and search for better solutions take turns" {
    [ "$(objective gunport 10x10 --formulation monomino --search mixed)" = 32 ]
}

@test "sums and clauses take turns, with an objective and without one" {
    awk 'BEGIN { srand(3); n = 24; print "* #variable=", n, "#constraint= 4"; s = "min:"
        for (i = 1; i <= n; i++) s = s " +" int(10 + 50 * rand()) " x" i
        print s " ;"
        for (r = 0; r < 4; r++) { s = ""; t = 0
            for (i = 1; i <= n; i++) { w = int(5 + 36 * rand()); t += w; s = s "+" w " x" i " " }
            print s ">= " int(t / 2) " ;" } }' >sums.opb
    best=$(objective opb -f sums.opb --solver cuts --search down)
    [ "$best" ]
    [ "$(objective opb -f sums.opb --search turns)" = "$best" ]
    pigeons 8 cnf >pigeons.cnf
    run -20 "$LOOPHOLE" solve cnf -f pigeons.cnf --search turns
    pigeons 8 opb >pigeons.opb
    run -20 "$LOOPHOLE" solve opb -f pigeons.opb --search turns --card seqcounter
}

# bats test_tags=long
@test "a sum of many heavy weights is watched, by networks where lists are long" {
    # of each pair the lighter one is enough
    awk 'BEGIN { srand(7); n = 80; print "* #variable=", n, "#constraint=", n / 2; s = "min:"
        for (i = 1; i <= n; i++) { w[i] = int(1 + 1e6 * rand()); s = s " +" w[i] " x" i }
        print s " ;"
        for (i = 1; i < n; i += 2) { print "+1 x" i " +1 x" i + 1 " >= 1 ;"; t += w[i] < w[i + 1] ? w[i] : w[i + 1] }
        print t >"least" }' >pairs.opb
    [ "$(objective opb -f pairs.opb --search down)" = "$(cat least)" ]
}

@test "few ones to minimise under a row of weights" {
    printf '* #variable= 3 #constraint= 1\nmin: +1 x1 +1 x2 +1 x3 ;\n+3 x1 +2 x2 +2 x3 >= 5 ;\n' >few.opb
    [ "$(objective opb -f few.opb)" = 2 ]
}

@test "a kernel of more than 63 dimensions: its classes are defined one by one" {
    # 2 rows over 80 variables; the clauses ask for classes of one coordinate and of many
    { echo 'p cnf 80 6'; echo "x$(seq -s ' ' 1 79) 0"; echo 'x-3 4 80 0'; printf '3 -7 8 0\n-3 80 0\n79 3 0\n-80 -4 0\n'; } >wide.cnf
    "$LOOPHOLE" solve cnf -f wide.cnf --parity kernel --json >out || [ $? = 10 ]
    grep -q '"parity": "kernel"' out
    grep -q '"kernel_dimension": 78' out
    grep -q '"verified": true' out
    { echo 'p cnf 80 5'; echo "x$(seq -s ' ' 1 79) 0"; echo 'x-3 4 80 0'; printf '3 80 0\n-3 80 0\n-80 0\n'; } >none.cnf
    run -20 "$LOOPHOLE" solve cnf -f none.cnf --parity kernel
    run -20 "$LOOPHOLE" solve cnf -f none.cnf --parity none
}
