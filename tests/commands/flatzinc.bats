#!/usr/bin/env bats
# Models in FlatZinc, and MiniZinc with Loophole as its solver.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR" || exit 1
    cat >small.fzn <<'END'
predicate loophole_table(array [int] of var int: x, array [int] of int: t);
array [1..2] of int: w = [3,-2]; % weights
var 1..9: x :: output_var;
var {2,30,700}: y :: output_var;
var bool: b :: var_is_introduced :: is_defined_var;
var 0..1: i :: var_is_introduced;
var set of 1..3: s :: output_var;
array [1..2] of var int: xs :: output_array([1..2]) = [x,y];
constraint int_lin_le(w,xs,0) :: mzn_constraint_name("small");
constraint int_le_reif(x,4,b) :: defines_var(b);
constraint bool2int(b,i);
constraint set_card(s,i);
constraint set_in(3,s);
solve :: int_search([x,y],first_fail,indomain_min,complete) maximize x;
END
}

@test "drawn files in FlatZinc have the solutions and the optima of all assignments" {
    python3 "$BATS_TEST_DIRNAME/flatzinc_brute.py" "$LOOPHOLE" "${FUZZ_ROUNDS:-120}" "${SEED:-7}"
}

@test "an optimum, its outputs and its verification" {
    run -30 --separate-stderr "$LOOPHOLE" solve -f small.fzn -q
    grep -qx 'x = 4;' <<<"$output"
    grep -qxE 'y = (30|700);' <<<"$output"
    grep -qx 's = 3\.\.3;' <<<"$output"
    grep -qxE 'xs = array1d\(1..2,\[4,(30|700)\]\);' <<<"$output"
    printf '%s\n' "$output" >answer
    run -0 "$LOOPHOLE" verify -f small.fzn --answer answer
    printf 'x = 4;\ny = 30;\ns = {3};\n' >answer # what is missing follows
    run -0 "$LOOPHOLE" verify -f small.fzn --answer answer
    printf 'x = 4;\ny = 2;\ns = {3};\n%% b = true;\n%% i = 1;\n' >answer
    run -1 "$LOOPHOLE" verify -f small.fzn --answer answer
    [[ "$output" == *small* ]]
    printf 'x = 4;\ny = 3;\ns = {3};\n' >answer
    run -1 "$LOOPHOLE" verify -f small.fzn --answer answer
}

@test "count distinguishes outputs only" {
    [ "$("$LOOPHOLE" count -f small.fzn --all-costs -q)" = 9 ]
    printf 'var 1..3: x :: output_var;\nvar 1..50: y;\nconstraint int_lt(x,y);\nsolve satisfy;\n' >two.fzn
    [ "$("$LOOPHOLE" count -f two.fzn -q)" = 3 ]
    sed -i 's/ :: output_var//' two.fzn
    [ "$("$LOOPHOLE" count -f two.fzn -q)" = 144 ]
}

@test "functions of one integer are sums over its values, and wide sums are sums of bits" {
    cat >functions.fzn <<'END'
array [1..4] of int: c = [7,-3,7,20];
var -2..6: x :: output_var;
var -100..100: y;
var -100..100: z :: output_var;
var -400..400: w;
var 1..20: e;
var bool: r :: output_var;
constraint int_times(x,x,y);
constraint int_div(12,x,z);
constraint int_times(y,x,w);
constraint int_lin_le([1,1],[w,z],60);
constraint array_int_element(x,c,e);
constraint int_lin_eq_reif([1,-1],[e,y],3,r);
solve satisfy;
END
    run -0 "$LOOPHOLE" count -f functions.fzn --print-solutions -q
    [ "$(grep -E '^[xzr] ' <<<"$output" | sort | tr '\n' ' ')" = 'r = false; r = false; x = 1; x = 3; z = 12; z = 4; ' ]
    sed 's/var -100..100: z ::/var 4..4: z ::/' functions.fzn >one.fzn # a value of the function that its domain excludes
    [ "$("$LOOPHOLE" count -f one.fzn -q)" = 1 ]
    "$LOOPHOLE" encode -f functions.fzn -o functions.cnf
    [ "$(sed -n 's/^p cnf \([0-9]*\) .*/\1/p' functions.cnf)" -le 9 ] # a literal for each of two values, r, and few others
    cat >wide.fzn <<'END'
var 0..9: a :: output_var;
var 0..9: b :: output_var;
var 0..9: c :: output_var;
var 0..9: d :: output_var;
var 0..9999: x;
var 0..9999: y :: output_var;
constraint int_lin_eq([1,-1000,-100,-10,-1],[x,a,b,c,d],0) :: defines_var(x);
constraint int_lin_eq([1,-1000,-100,-10,-1],[y,d,c,b,a],0) :: defines_var(y);
constraint int_lin_eq([4,-1],[x,y],0);
solve satisfy;
END
    run -0 "$LOOPHOLE" count -f wide.fzn --print-solutions -q
    [ "$(grep -E '^y ' <<<"$output" | sort | tr '\n' ' ')" = 'y = 0; y = 8712; ' ]
    "$LOOPHOLE" encode -f wide.fzn -o wide.cnf
    [ "$(sed -n 's/^p cnf [0-9]* \([0-9]*\).*/\1/p' wide.cnf)" -le 2000 ]
}

@test "equations of two integers take a clause for each of many scattered values" {
    python3 - >scattered.fzn <<'END'
import random
values = sorted(random.Random(1).sample(range(2000), 400))
print(f"var {{{','.join(map(str, values))}}}: x :: output_var;\nvar 0..2: y :: output_var;\nvar bool: b :: output_var;")
print(f"constraint int_lin_ne([3, -2], [x, y], {3 * values[7] - 2});\nconstraint int_lin_ne([0, 1], [x, y], 5);")
print(f"constraint int_lin_eq_reif([1, -5], [x, y], {values[9] - 10}, b);\nsolve satisfy;")
END
    run -0 "$LOOPHOLE" count -f scattered.fzn
    [[ $output == *" 1199 solutions"* ]]
    "$LOOPHOLE" encode -f scattered.fzn -o - | awk '/^p cnf/ { print $4 < 5000 }' | grep -qx 1
}

@test "explain, certify, check and encode" {
    sed 's/maximize x/satisfy/; s/^constraint set_in.*/&\nconstraint int_le(6,x) :: mzn_path("large");/' small.fzn >none.fzn
    run -0 "$LOOPHOLE" explain -f none.fzn
    [[ "$output" == *large* && "$output" == *set_in* ]]
    "$LOOPHOLE" certify -f none.fzn -o none
    "$LOOPHOLE" check none
    "$LOOPHOLE" certify -f small.fzn -o best
    "$LOOPHOLE" check best
    for ending in cnf opb wcnf json; do "$LOOPHOLE" encode -f small.fzn -o "f.$ending"; done
    [ "$("$LOOPHOLE" count -f f.json --all-costs -q)" = 9 ]
    run -30 "$LOOPHOLE" solve -f f.opb -q
}

@test "floats, integers without bounds, unknown constraints and wrong arguments are refused by name and line" {
    wrong() { # LINE WORD TEXT
        printf '%b' "$3" >wrong.fzn
        run -1 --separate-stderr "$LOOPHOLE" solve -f wrong.fzn
        [[ "$stderr" == *"wrong.fzn:$1: "*"$2"* ]] || { echo "$stderr" && return 1; }
    }
    wrong 1 temperature 'var float: temperature;\nsolve satisfy;\n'
    wrong 2 float_lin_le 'var 0.5..2.5: t;\nconstraint float_lin_le([1.5],[t],2.0);\nsolve satisfy;\n'
    wrong 2 far 'var 1..2: near;\nvar int: far;\nconstraint int_lt(near,far);\nsolve satisfy;\n'
    wrong 2 int_frob 'var 1..2: x;\nconstraint int_frob(x,x);\nsolve satisfy;\n'
    wrong 2 int_eq 'var 1..2: x;\nconstraint int_eq(x,true,x,x);\nsolve satisfy;\n'
    wrong 2 int_eq 'var bool: x;\nconstraint int_eq(x,1);\nsolve satisfy;\n'
    wrong 1 nothing 'constraint int_eq(nothing,1);\nsolve satisfy;\n'
    wrong 2 solve 'var 1..2: x;\n'
    wrong 2 beyond 'array [1..1] of int: a = [1];\nconstraint int_eq(a[2],1);\nsolve satisfy;\n'
    wrong 2 twice 'var 1..2: x;\nvar 1..2: x;\nsolve satisfy;\n'
    # an integer gets its bounds from a constraint
    printf 'var 1..2: x;\nvar int: y;\nconstraint int_times(x,x,y);\nsolve maximize y;\n' >bounded.fzn
    run -30 "$LOOPHOLE" solve -f bounded.fzn
}

@test "what MiniZinc reads: all solutions, better ones, statistics, the last lines" {
    run -0 --separate-stderr "$LOOPHOLE" solve -f small.fzn --format flatzinc --statistics
    [[ "$output" != *%\ * && "$output" == *"x = 4;"*----------*mzn-stat:*mzn-stat-end*========== ]]
    printf 'var 1..3: x :: output_var;\nsolve satisfy;\n' >three.fzn
    [ "$("$LOOPHOLE" solve -f three.fzn --format flatzinc --solutions all | sort | uniq -c | awk '{ print $1 $2 }' | sort | tr '\n' ' ')" = "1========== 1x 1x 1x 3---------- " ]
    [ "$("$LOOPHOLE" solve -f three.fzn --format flatzinc --solutions all --limit 2 | grep -c -- ---)" = 2 ]
    printf 'var 1..3: x :: output_var;\nconstraint int_lt(x,x);\nsolve satisfy;\n' >none.fzn
    run -0 "$LOOPHOLE" solve -f none.fzn --format flatzinc
    [ "$output" = =====UNSATISFIABLE===== ]
    printf 'var 1..30: x :: output_var;\nsolve maximize x;\n' >better.fzn
    run -0 "$LOOPHOLE" solve -f better.fzn --format flatzinc --solutions better
    [[ "$output" == *"x = 30;"$'\n'----------$'\n'========== ]]
    run -2 "$LOOPHOLE" solve tank 4 --format flatzinc
}

# A cover of drawn triples: soon solved, and long not proved to be best.
cover() {
    awk 'BEGIN {
        for (i = 0; i < 70; i++) print "var 0..1: x" i ";"
        print "var 0..70: s :: output_var;"
        srand(5)
        for (k = 0; k < 380; k++) {
            for (i = 0; i < 3; i++) a[i] = int(70 * rand())
            printf "constraint int_lin_le([-1,-1,-1],[x%d,x%d,x%d],-1);\n", a[0], a[1], a[2]
        }
        for (i = 0; i < 70; i++) { w = w "1,"; x = x "x" i "," }
        print "constraint int_lin_eq([" w "-1],[" x "s],0);\nsolve minimize s;"
    }' >cover.fzn
}

@test "interrupted or at a limit it ends with the best answer, and without the line of a proof" {
    cover
    best() { # the last value is printed once, and is the smallest
        [ "$(tail -n 1 out)" = ---------- ]
        [ "$(grep -c '^s = ' out)" = "$(grep -c -- ----- out)" ]
        [ "$(grep '^s = ' out | sort -t= -k2 -n | head -n 1)" = "$(grep '^s = ' out | tail -n 1)" ]
    }
    "$LOOPHOLE" solve -f cover.fzn --format flatzinc --solutions better >out 3>&- &
    solver=$!
    for ((i = 0; i < 600; i++)); do grep -q -- ----- out && break || sleep .1; done
    kill -INT "$solver"
    wait "$solver"
    best
    run -0 "$LOOPHOLE" solve -f cover.fzn --format flatzinc --time-limit 3
    printf '%s\n' "$output" >out
    best
    [ "$(grep -c '^s = ' out)" = 1 ]
}

@test "a warm start is tried first" {
    cat >warm.fzn <<'END'
var 1..1000: x :: output_var;
var bool: b :: output_var;
var set of 1..9: s :: output_var;
var {3,900,70000}: z :: output_var;
constraint int_le_imp(x,5,b);
solve :: seq_search([warm_start([x,z],[777,900]),warm_start([b],[false]),warm_start([s],[{2,5}])]) satisfy;
END
    run -0 --separate-stderr "$LOOPHOLE" solve -f warm.fzn --format flatzinc
    [ "$(xargs <<<"$output")" = "x = 777; b = false; s = {2,5}; z = 900; ----------" ]
    run -0 --separate-stderr "$LOOPHOLE" solve -f warm.fzn --format flatzinc --int order
    [[ "$output" == *"x = 777;"* ]]
}

@test "models of MiniZinc are refused with what to do" {
    for text in 'var 1..3: x;\nconstraint x < 2;' '% a model\ninclude "globals.mzn";' '%\nint: n = 3 + 1;'; do
        printf "%b\nsolve satisfy;\n" "$text" >model.mzn
        run -1 --separate-stderr "$LOOPHOLE" solve -f model.mzn
        [[ "$stderr" == *"'minizinc --solver loophole model.mzn'"* ]]
    done
    printf '%% Generated\nvar 1..3: x :: output_var;\nsolve maximize x;\n' >flat
    run -30 "$LOOPHOLE" solve -f flat -q
    printf '%% a page\n\\documentclass{article}\n' >page.tex
    run -2 "$LOOPHOLE" solve -f page.tex
}

# The solver as it is to be installed, with the program under test.
minizinc_here() {
    command -v minizinc >/dev/null || skip "minizinc is not installed"
    share=$BATS_TEST_DIRNAME/../../share/minizinc
    mkdir -p solvers
    sed "s|@VERSION@|0|; s|@SOLVER@|$share/fzn-loophole|; s|\.\./loophole|$share/loophole|" "$share/solvers/loophole.msc" >solvers/loophole.msc
    export MZN_SOLVER_PATH=$PWD/solvers
}

@test "minizinc: one solution, all, some, an optimum, none, a limit" {
    minizinc_here
    cat >queens.mzn <<'END'
include "globals.mzn";
int: n;
array[1..n] of var 1..n: q;
constraint alldifferent(q) /\ alldifferent([q[i] + i | i in 1..n]) /\ alldifferent([q[i] - i | i in 1..n]);
solve satisfy;
END
    echo 'n = 6;' >six.dzn
    run -0 minizinc --solver loophole queens.mzn six.dzn
    [[ "$output" == "q = ["*]\;$'\n'---------- ]]
    [ "$(minizinc --solver loophole -a queens.mzn six.dzn | grep -c -- ---)" = 4 ]
    [ "$(minizinc --solver loophole -n 2 queens.mzn -D 'n = 8;' | grep -c -- ---)" = 2 ]
    [ "$(minizinc --solver loophole -r 3 -f -p 1 -t 60000 queens.mzn -D 'n = 3;')" = =====UNSATISFIABLE===== ]
    cat >knapsack.mzn <<'END'
array[1..6] of int: w = [12, 7, 9, 4, 20, 11];
array[1..6] of int: v = [10, 8, 9, 3, 22, 12];
array[1..6] of var 0..2: x;
var set of 1..6: used;
constraint forall(i in 1..6)(i in used <-> x[i] > 0) /\ card(used) <= 3 /\ sum(i in 1..6)(w[i] * x[i]) <= 41;
solve maximize sum(i in 1..6)(v[i] * x[i]);
END
    run -0 minizinc --solver loophole -s -i --fzn-flags "--int order --pb gte" knapsack.mzn
    [[ "$output" == *"x = [0, 0, 0, 0, 2, 0]"*----------*mzn-stat:*==========* ]]
}

@test "minizinc: our global constraints have as many solutions as those of the standard library" {
    minizinc_here
    counted() { # SOLVER MODEL
        minizinc --solver "$1" -a "$2" 2>&1 | grep -c -- ----------
    }
    cp -r "$share/loophole" standard && rm standard/fzn_*.mzn && sed 's|"mznlib": .*|"mznlib": "'"$PWD/standard"'",|; s/"id": "[^"]*"/"id": "org.loophole.standard"/' solvers/loophole.msc >solvers/standard.msc
    try() { # DECLARATIONS
        printf 'include "globals.mzn";\n%s\nsolve satisfy;\n' "$1" >model.mzn
        ours=$(counted org.loophole.loophole model.mzn) theirs=$(counted org.loophole.standard model.mzn)
        [ "$ours" = "$theirs" ] || { echo "$1: $ours, but $theirs" && return 1; }
    }
    try 'array[0..4] of var 0..4: x; constraint circuit(x);'
    try 'array[1..3] of var 1..3: x; array[0..2] of var 0..5: y; constraint inverse(x, array1d(1..3, y));'
    try 'array[1..4] of var 0..3: x; array[1..2] of var 0..4: c; constraint global_cardinality(x, [1, 3], c);'
    try 'array[1..4] of var 0..3: x; constraint alldifferent_except_0(x);'
    try 'array[1..4] of var 1..2: x; constraint regular(x, 2, 2, [| 1, 2 | 2, 0 |], 1, {2});'
    try 'array[1..4] of var 0..3: x; constraint regular_nfa(x, 2, 3, [| {1, 2}, {}, {2} | {1}, {2}, {} |], 1, {2});'
    try 'array[1..3] of var 0..3: x; constraint table(x, [| 0, 1, 2 | 3, 3, 3 | 1, 1, 1 |]);'
    try 'array[1..4] of var bool: x; array[1..4] of var bool: e; constraint connected([1, 2, 3, 1], [2, 3, 4, 4], x, e);'
    try 'array[1..4] of var 1..3: x; var 0..4: c; var 1..3: y; constraint count(x, y, c) /\ among(2, x, {1, 3});'
    try 'array[1..3] of var {1, 40, 700}: x; constraint increasing(x) /\ value_precede(1, 40, x) /\ lex_less(x, [40, 40, 40]);'
    try 'array[0..2] of var 0..3: x; array[1..2] of var 0..2: y; constraint strictly_increasing(x) /\ decreasing(y) /\ lex_less(y, x);'
    try 'array[1..2] of var 0..2: x; array[1..3] of var 0..1: y; constraint lex_lesseq(y, x) /\ strictly_decreasing(x);'
    try 'array[1..3] of var bool: x; array[1..3] of var bool: y; constraint lex_less(x, y) /\ table(y, [| true, true, false | false, true, true |]);'
    try 'array[0..3] of var 0..5: x; array[1..4] of var 0..3: y; constraint inverse(x, array1d(0..3, y));'
    try 'array[1..4] of var 1..3: x; constraint at_most(2, x, 1) /\ exactly(1, x, 2) /\ at_least(1, x, 3);'
    try 'array[1..4] of var 1..3: x; var 1..3: m; constraint value_precede_chain([3, 1, 2], x) /\ m = max(x) - min(x) + 1;'
    try 'array[1..4] of var 1..3: x; array[1..3] of var 0..2: c; constraint global_cardinality_closed(x, [1, 2, 3], c);'
    try 'array[1..4] of var bool: x; array[1..5] of var bool: e; constraint subgraph(4, 5, [1, 2, 3, 1, 2], [2, 3, 4, 4, 4], x, e);'
    try 'var 1..4: s; var 1..4: t; array[1..4] of var bool: x; array[1..5] of var bool: e; constraint path(4, 5, [1, 2, 3, 1, 2], [2, 3, 4, 4, 4], s, t, x, e);'
    try 'var 0..2: s; array[0..2] of var bool: x; array[1..3] of var bool: e; constraint path([0, 1, 2], [1, 2, 0], s, 0, x, e);'
    try 'array[1..3] of var 1..3: x; var bool: b; constraint b <-> (increasing(x) \/ alldifferent(x) /\ lex_less(x, [2, 2, 2]));'
    try 'array[1..3] of var 0..4: s; constraint cumulative(s, [2, 1, 2], [1, 1, 2], 2);'
}

@test "minizinc: small models have the status, the optimum and the solutions that Gecode finds" {
    minizinc_here
    command -v fzn-gecode >/dev/null || skip "Gecode is not installed"
    mkdir models
    awk '/^== / { file = "models/small_" $2 ".mzn"; print "include \"globals.mzn\";" >file; next } file { print >file }' "$BATS_TEST_DIRNAME/minizinc_models"
    run -0 "$BATS_TEST_DIRNAME/../../bench/minizinc-gecode" --seconds 60 --all models
    [[ "${lines[-1]}" == "$(ls models | wc -l) same" ]] || { echo "$output" && return 1; }
}
