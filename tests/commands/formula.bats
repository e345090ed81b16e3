#!/usr/bin/env bats
# OPB, WCNF and CNF files as other programs write them.

bats_require_minimum_version 1.5.0

setup() { cd "$BATS_TEST_TMPDIR" || exit 1; }

@test "opb: names, a star between weight and variable, terms without a number, strict relations, comments and blank lines anywhere" {
    cat >a.opb <<'END'

* a comment
min: +1*y_x1_5 - 2 * a[-3]
  +3 ~x0 + 0 ;
 * an indented comment
+1*y_x1_5 +1*x0
  +1*a[-3]
  > 1;
a[-3] + x0 < 2 ;
END
    run -30 --separate-stderr "$LOOPHOLE" solve -f a.opb -q
    [ "$output" = "v y_x1_5 -a[-3] x0" ]
    printf 'v y_x1_5 -a[-3] x0\n' | "$LOOPHOLE" verify opb -f a.opb
    run -0 "$LOOPHOLE" count opb -f a.opb
    [[ "$output" == *"1 solution with objective 1"* ]]
    "$LOOPHOLE" encode opb -f a.opb --bound optimum -o a.cnf
    printf 's SATISFIABLE\nv 1 -2 3 0\n' | run -0 "$LOOPHOLE" decode --from a.cnf
    grep -q "a\[-3\]" a.cnf
}

@test "opb: max, constants on the left, x0, numbers that skip, a wrong header said once" {
    printf '* #variable= 2 #constraint= 0\nmax: 3 x1 +2 x2 -1 ;\nx1 + x2 + 4 <= 5 ;\n' >m.opb
    run -30 --separate-stderr "$LOOPHOLE" solve opb -f m.opb
    [[ "$output" == *"objective 2, proved optimal"* ]]
    [ "$(grep -c '0 constraints.* 1' <<<"$output")" = 1 ]
    printf 'min: x0 +1 x5 ;\nx0 + x5 >= 1 ;\n' >z.opb
    run -30 --separate-stderr "$LOOPHOLE" solve opb -f z.opb -q
    [[ "$output" == "v x0 -x5" || "$output" == "v -x0 x5" ]]
}

@test "opb: products of literals, named rows and block comments give the optimum of a search over all values" {
    python3 "$BATS_TEST_DIRNAME/opb_products.py" "$LOOPHOLE" 40
}

@test "opb: rows with numbers of up to 99 bits have the solutions that Python's integers find" {
    python3 "$BATS_TEST_DIRNAME/opb_wide.py" "$LOOPHOLE" 300
}

@test "soft constraints, also opposite ones and such of 2^67 together: the optimum is that of a search over all values" {
    python3 "$BATS_TEST_DIRNAME/soft_costs.py" "$LOOPHOLE" 200
    printf 'h 1 2 0\n9223372036854775807 1 0\n9223372036854775807 -1 3 0\n7 -2 0\n5 -3 0\n4611686018427387904 2 0\n1000000000000000000 -2 0\n' >w.wcnf
    "$LOOPHOLE" encode -f w.wcnf -o e.wcnf
    "$LOOPHOLE" solve -f e.wcnf --format competition >reply || [ $? = 30 ]
    "$LOOPHOLE" decode --from e.wcnf --answer reply --json | grep '"objective_value": "1000000000000000012"'
    "$LOOPHOLE" certify wcnf -f w.wcnf -o proof
    run -0 "$LOOPHOLE" check proof
    [[ $output == *"cost 1000000000000000012"* ]]
    run -0 "$LOOPHOLE" count -f w.wcnf
    [[ $output == *"1 solution with cost 1000000000000000012"*"soft constraints cost more than 61 bits together"* ]]
}

@test "opb: explain and verify use the names of rows; a certificate of such a file is checked" {
    printf '/* two\n* rows */ R1: x1 x2 >= 1 ;\n@most x1 + x2 <= 1 ;\nx3 >= 1 ;\n' >n.opb
    run -0 --separate-stderr "$LOOPHOLE" explain -f n.opb
    [[ "$output" == *"- R1"* && "$output" == *"- most"* && "$output" != *"constraint 3"* ]]
    run -0 "$LOOPHOLE" certify opb -f n.opb -o none
    run -0 "$LOOPHOLE" check none
    printf 'min: 2 x1 ~x2 + x3 ;\n2 x1*x1 + x3 x4 >= 1 ;\n' >b.opb
    run -0 "$LOOPHOLE" certify opb -f b.opb -o best
    run -0 "$LOOPHOLE" check best
    [[ "$output" == *"objective 0"* ]]
    run -30 --separate-stderr "$LOOPHOLE" solve -f b.opb --solver cuts -q
    [[ "$output" == "v x1 x2 "* ]]
}

@test "wbo: soft constraints, also equalities, and the top cost" {
    printf 'soft: 6 ;\n[2] +1 x1 +2 x2 >= 4 ;\n[3] -1 x1 -1 x2 +1 x3 = -1 ;\n+1 x1 +1 x2 >= 1 ;\n[1] -1 x3 >= 0 ;\n' >w.wbo
    run -30 --separate-stderr "$LOOPHOLE" solve -f w.wbo -q
    [ "$output" = "v x1 -x2 -x3" ] || [ "$output" = "v -x1 x2 -x3" ]
    sed -i 's/soft: 6/soft: 2/' w.wbo
    run -20 --separate-stderr "$LOOPHOLE" solve -f w.wbo -q
}

@test "wcnf: old and new files have the same optimum, and bits are read back" {
    printf 'p wcnf 3 4 10\n10 1 2 0\n3 -1 0\n4 -2 3 0\n2 -3 0\n' >o.wcnf
    printf 'c new\nh 1 2 0\n3 -1 0\n4 -2 3 0\n2 -3 0\n' >n.wcnf
    for f in o n; do
        run -30 --separate-stderr "$LOOPHOLE" solve -f $f.wcnf
        [[ "$output" == *"cost 2, proved optimal"* ]]
    done
    printf 'v 011\n' | run -0 "$LOOPHOLE" verify wcnf -f n.wcnf
    printf 'p cnf 2 3\n1 0\n-1 0\n2 0\n' >p.wcnf
    run -30 --separate-stderr "$LOOPHOLE" solve -f p.wcnf
    [[ "$output" == *"cost 1, proved optimal"* ]]
}

@test "violated soft constraints are named by solve and decode: by their name, their rule, or their number and line" {
    violated() { # of the JSON on standard input
        python3 -c 'import json, sys; a = json.load(sys.stdin); print(*(v["name"] + ":" + str(v["cost"]) for v in a["violated"]), sep=";")
assert sum(v["cost"] for v in a["violated"]) == a["objective_value"]'
    }
    printf 'c rule from 3: be early\nh 1 2 0\n3 -1 0\n\n4 -2 -3 0\n9 3 0\n2 -2 0\n' >s.wcnf
    run -30 --separate-stderr "$LOOPHOLE" solve -f s.wcnf
    [ "$(grep '^violated' <<<"$output")" = "violated: clause 2 (line 3), cost 3" ]
    "$LOOPHOLE" solve -f s.wcnf --json | violated >found
    printf 's SATISFIABLE\nv 0111\n' | "$LOOPHOLE" decode -f s.wcnf -F wcnf --json | violated >>found
    [ "$(cat found)" = $'clause 2 (line 3):3\nbe early (clause 3):4;be early (clause 5):2' ]
    printf 's SATISFIABLE\nv 0111\n' | "$LOOPHOLE" decode -f s.wcnf -F wcnf | grep -qx 'violated: be early (clause 3), cost 4; be early (clause 5), cost 2'
    printf 'soft: 9 ;\n@late [2] 1 x1 2 x2 >= 4 ;\n[3] 1 x1 1 x1 x2 >= 1 ;\n1 x1 1 x2 >= 1 ;\n[1] -1 x2 >= 0 ;\n' >s.wbo
    "$LOOPHOLE" solve -f s.wbo --json | violated | grep -x 'late:2'
    printf 'v -x1 x2\n' | "$LOOPHOLE" verify opb -f s.wbo | grep -qx 'violated: late, cost 2; constraint 2 (line 3), cost 3; constraint 4 (line 5), cost 1'
    printf 'min: x1 ;\nx1 + x2 >= 1 ;\n' >o.opb
    run -30 "$LOOPHOLE" solve -f o.opb
    [[ $output != *violated* ]]
    cat >m.json <<'JSON'
{"loophole-model": 1, "variables": [{"derived": "soft constraint 1 is violated"}, {"derived": "soft constraint 2 is violated"}, {"derived": "other"}],
 "integers": [{"name": "x", "lo": 0, "hi": 9}], "constraints": [
  {"linear": [], "integers": [1], "weights": [1], "lo": 7, "iff": -1}, {"rule": "x is small", "linear": [], "integers": [1], "weights": [1], "hi": 3, "iff": -2},
  {"rule": "x is 5", "linear": [], "integers": [1], "weights": [1], "lo": 5, "hi": 5}, {"rule": "other", "clause": [3]}],
 "objective": {"minimize": [1, 2, 3], "weights": [2, 3, 4], "integers": []}}
JSON
    "$LOOPHOLE" solve -f m.json | grep -qx 'violated: soft constraint 1, cost 2; soft constraint 2 (x is small), cost 3'
}

@test "cnf: lines k and x, and minicard's comparisons" {
    printf 'p knf 4 3\nk 2 1 2 3 0\nx1 -3 0\nk 3 -1 -2 -3 -4 0\n' >k.knf
    run -20 --separate-stderr "$LOOPHOLE" solve -f k.knf
    printf 'p cnf+ 3 2\n1 2 3 >= 2\n1 2 <= 1\n' >m.cnf
    run -0 --separate-stderr "$LOOPHOLE" count -f m.cnf --print-solutions -q
    [ "$(grep -c '^v' <<<"$output")" = 2 ]
    run -0 --separate-stderr "$LOOPHOLE" explain -f k.knf
    [[ "$output" == *"clause 1"* && "$output" == *"clause 3"* ]]
}

@test "packed files are read where they are named or lie in a directory" {
    mkdir d
    printf 'p cnf 1 1\n1 0\n' >d/a.cnf
    printf 'min: x1 ;\nx1 + x2 >= 1 ;\n' >d/b.opb
    xz d/a.cnf
    gzip d/b.opb
    run -10 --separate-stderr "$LOOPHOLE" solve -f d/a.cnf.xz -q
    run -30 --separate-stderr "$LOOPHOLE" solve -f d/b.opb.gz -q
    run -0 "$LOOPHOLE" bench d -o out --print-jobs
    [[ "$output" == *"cnf --file"*"a.cnf.xz"* && "$output" == *"opb --file"*"b.opb.gz"* ]]
}

# Ten groups of four, exactly one of each; the cost in a row of its own.
knapsack() {
    awk 'BEGIN { srand(1); for (g = 0; g < 10; g++) { for (i = 1; i <= 4; i++) { w[4 * g + i] = 5000 + int(rand() * 3000)
        line = line " -" w[4 * g + i] " x" 4 * g + i; row[g] = row[g] " +1 x" 4 * g + i }; print row[g] " = 1 ;" }
        print line " >= -62000 ;" }'
}

# bats test_tags=long
@test "groups: an encoder that takes them writes a fraction of the clauses, and the answers are the same" {
    knapsack >k.opb
    run -0 "$LOOPHOLE" encode opb -f k.opb --pb gte -o yes.cnf
    [ "$(grep -vc '^c' yes.cnf)" -lt 30000 ]
    for encoder in dpw binmerge bdd rgte adder; do
        run -0 "$LOOPHOLE" encode opb -f k.opb --pb $encoder -o yes.cnf
        run -0 "$LOOPHOLE" encode opb -f k.opb --pb $encoder --amo-groups no -o no.cnf
        [ "$(grep -vc '^c' no.cnf)" -gt $((12 * $(grep -vc '^c' yes.cnf) / 10)) ]
    done
    for encoder in gte rgte bdd mtotalizer dpw adder; do run -10 "$LOOPHOLE" solve opb -f k.opb --pb $encoder -q; done
    run -10 "$LOOPHOLE" solve opb -f k.opb --pb adder --amo-groups no -q
    run -0 "$LOOPHOLE" list encodings
    [ "$(grep -c '^pb_.* groups ' <<<"$output")" -ge 10 ]
}

@test "groups: exclusions that follow by propagation are used; not told of them, the answer is the same" {
    # x1..x6: each two by a clause, or through y
    awk 'BEGIN { print "max: +5 x1 +6 x2 +7 x3 +8 x4 +9 x5 +4 x6 ;"; for (i = 1; i <= 6; i++) for (j = i + 1; j <= 6; j++)
        if ((i + j) % 2) print "+1 ~x" i " +1 ~x" j " >= 1 ;"; else { y++; print "+1 ~x" i " +1 y" y " >= 1 ;"
        print "+1 ~y" y " +1 ~x" j " >= 1 ;" } ; print "+5 x1 +6 x2 +7 x3 +8 x4 +9 x5 +4 x6 +7 z1 +9 z2 <= 24 ;" }' >p.opb
    for groups in yes no; do
        run -0 "$LOOPHOLE" encode opb -f p.opb --pb gte --amo-groups $groups -o $groups.cnf
        run -30 "$LOOPHOLE" solve opb -f p.opb --search core --amo-groups $groups --json
        [[ $output == *'"objective_value": 9,'* ]]
    done
    [ "$(grep -vc '^c' no.cnf)" -gt $((2 * $(grep -vc '^c' yes.cnf))) ]
}

@test "a search that falls decides false first what costs" {
    awk 'BEGIN { printf "min:"; for (i = 1; i <= 64; i++) printf " +1 x%d", i; print " ;"
        for (i = 1; i <= 64; i++) printf "+1 x%d ", i; print ">= 3 ;" }' >d.opb
    run -30 "$LOOPHOLE" solve opb -f d.opb --search down --json
    [[ $output == *'"objective_value": 3,'* ]]
    [ "$(grep -oP '"solver_calls": \K\d+' <<<"$output")" -le 8 ] # it began with all 64
}

@test "objectives: every search finds the same optimum, whatever the weights" {
    awk 'BEGIN { srand(7); printf "min:"; for (i = 1; i <= 24; i++) printf " +%d x%d", 1 + int(exp(rand() * 9)), i; print " ;"
        for (k = 0; k < 30; k++) { for (i = 1; i <= 5; i++) printf "+%d x%d ", 1 + int(rand() * 3), 1 + int(rand() * 24)
        print ">= 3 ;" } }' >w.opb
    for s in auto by-model mixed core down bisect; do
        "$LOOPHOLE" solve opb -f w.opb --search $s --json | grep '"objective_value":' >>found || true
    done
    [ "$(wc -l <found)" = 6 ]
    [ "$(sort -u found | wc -l)" = 1 ]
}

# bats test_tags=long
@test "auto takes weights of any size" {
    awk 'BEGIN { srand(3); printf "min:"; for (i = 1; i <= 60; i++) printf " +%d x%d", 100000000 + int(rand() * 900000000), i; print " ;"
        for (k = 0; k < 20; k++) { for (i = 1; i <= 60; i += 1 + int(rand() * 3)) printf "+%d x%d ", 1 + int(rand() * 1000000), i
        print ">= 9000000 ;" } }' >h.opb
    run -0 "$LOOPHOLE" encode opb -f h.opb -o h.cnf
    [ "$(grep -vc '^c' h.cnf)" -lt 1000000 ]
    grep -q "^c encoders: .*pb .*" h.cnf
}

@test "encode and solve -v say what auto chose for the sums, and why" {
    printf '+3 x1 +5 x2 +7 x3 +9 x4 +2 x5 <= 11 ;\n+3 x1 +5 x2 +7 x3 +4 x6 = 12 ;\n+1 x1 +1 x2 >= 1 ;\n' >s.opb
    run -0 --separate-stderr "$LOOPHOLE" encode opb -f s.opb -o s.cnf -v
    grep -q '^loophole: --pb auto: 1 sum of 5 terms, one bound: [a-z]*, [0-9]* clauses and auxiliaries; the smallest that propagates all$' <<<"$stderr"
    grep -q '^loophole: --pb auto: 1 sum of 3 terms, equations: [a-z]*, ' <<<"$stderr"
    run -10 --separate-stderr "$LOOPHOLE" solve opb -f s.opb -v
    [ "$(grep -c -- '--pb auto: ' <<<"$stderr")" = 2 ]
    for quiet in "--pb adder -v" "-q"; do
        # shellcheck disable=SC2086
        run -10 --separate-stderr "$LOOPHOLE" solve opb -f s.opb $quiet
        ! grep -q -- '--pb auto' <<<"$stderr" || false
    done
    run -0 --separate-stderr "$LOOPHOLE" encode opb -f s.opb -o s2.opb -v # sums stay as they are there
    ! grep -q -- '--pb auto' <<<"$stderr" || false
    knapsack >k.opb
    run -0 --separate-stderr "$LOOPHOLE" encode opb -f k.opb -o k.cnf -v
    grep -q 'most inputs in groups: ' <<<"$stderr"
}

@test "wcnf: weights of a million millions are climbed in leaps, not one by one" {
    awk 'BEGIN { srand(5); for (i = 0; i < 60; i++) print "h", int(1 + 20 * rand()), int(1 + 20 * rand()), 0
        for (v = 1; v <= 20; v++) printf "%.0f %d 0\n", 1 + 1e12 * rand(), -v }' >w.wcnf
    run -30 --separate-stderr timeout 60 "$LOOPHOLE" solve -f w.wcnf --search up --json
    best=$(grep '"objective_value"' <<<"$output")
    [[ "$best" == *[0-9]* ]]
    run -30 --separate-stderr "$LOOPHOLE" solve -f w.wcnf --search mixed --json
    [ "$(grep '"objective_value"' <<<"$output")" = "$best" ]
}

@test "a model in JSON is encoded in every form of its integers, and an answer is decoded in its words" {
    cat >m.json <<'END'
{"loophole-model": 1, "integers": [{"name": "a", "lo": 1, "hi": 3}, {"name": "b", "lo": 1, "hi": 3}],
 "constraints": [{"alldiff": [1, 2]}]}
END
    command -v cadical || skip "cadical is not installed"
    for form in direct order log; do
        "$LOOPHOLE" encode -f m.json --int $form -o m.cnf
        cadical m.cnf >answer || true
        "$LOOPHOLE" decode --from m.cnf --answer answer >decoded
        [ "$(grep -oE '[ab] = [1-3]' decoded | sort -u | wc -l)" = 2 ]
        [ "$(grep -oE '= [1-3]' decoded | sort -u | wc -l)" = 2 ]
    done
    for format in opb wcnf lp mzn knf xcnf; do
        "$LOOPHOLE" encode -f m.json -F $format -o m.$format
        [ -s m.$format ]
    done
    "$LOOPHOLE" count -f m.opb | grep -q ': 6 solutions'
    "$LOOPHOLE" count -f m.json | grep -q ' 2 integers and 1 constraint: 6 solutions'
}

@test "files keep the texts of rules, explain lists them, and a wrong rule line is refused with its number" {
    "$LOOPHOLE" explain tank 3 | tail -n +2 >own
    for format in cnf opb knf wcnf; do
        "$LOOPHOLE" encode tank 3 --names -o t.$format
        "$LOOPHOLE" explain -f t.$format | tail -n +2 >read
        grep -q '^  - cell r,c has one value, 6 times: 1,2-3 2,2 3,1-3$' read
        [ $format = opb ] || cmp own read
    done
    "$LOOPHOLE" encode gunport 4x4 --names --bound 9 -o g.cnf
    "$LOOPHOLE" explain -f g.cnf | grep -q 'the bound of the objective'
    printf 'c rule from 1: %s\np cnf 1 2\n1 0\n-1 0\n' "$(printf 'ab%.0s' {1..500})" >long.cnf
    "$LOOPHOLE" explain -f long.cnf | grep -qx "  - $(printf 'ab%.0s' {1..500})"
    refused() { # LINE WORDS: the line's refusal contains the words
        printf 'p cnf 2 2\n1 2 0\nc rule from 1: first\n-1 0\n%s\n' "$1" >wrong.cnf
        run -1 "$LOOPHOLE" explain -f wrong.cnf
        [[ $output == *"wrong.cnf:5: "*"$2"* ]] || { echo "$output"; return 1; }
    }
    refused 'c rule from 3: third' 'a rule begins with constraint 3, but the numbers rise from 1 to 2.'
    refused 'c rule from 1: again' 'begins with constraint 1'
    refused 'c rule from 99999999999999999999: far' 'begins with constraint'
    refused 'c rule from 2 second' "expected 'rule from FIRST: TEXT'"
    refused 'c rule from 2: ' "expected 'rule from FIRST: TEXT'"
    refused "c rule from 2: $(printf 'ab%.0s' {1..501})" 'at most 1000 bytes'
    printf 'p cnf 2 2\nc rule 30 is an automaton\n1 2 0\n-1 0\nc rule from 2: second\nc rule from here\n' >other.cnf
    "$LOOPHOLE" solve -f other.cnf -q || [ $? = 10 ]
}

@test "--true prints the true literals only, of solve and decode, in every notation of files" {
    printf 'max: +7 tent +5 stove +8 vrope +3 map ;\n+4 tent +3 stove +5 vrope +2 map <= 9 ;\n' >pack.opb
    run -30 "$LOOPHOLE" solve -f pack.opb --true
    [ "${lines[1]}" = "v tent vrope" ]
    run -30 "$LOOPHOLE" solve -f pack.opb --true -q
    [ "$output" = "v tent vrope" ]
    run -30 "$LOOPHOLE" solve -f pack.opb --true --json
    [[ $output == *'"v tent -stove vrope -map\n"'* ]]
    { echo 'p cnf 400 400' && for ((v = 1; v <= 400; v++)); do echo "$([ $((v % 2)) = 0 ] || echo -)$v 0"; done; } >even.cnf
    run -10 "$LOOPHOLE" solve -f even.cnf --true -q
    [ "$(tr -d 'v\n' <<<"$output")" = " $(seq -s ' ' 2 2 400) 0" ]
    [ "$(grep -cv '^v ' <<<"$output")" = 0 ] && [ "$(wc -L <<<"$output")" -le 95 ]
    seq 400 | awk 'BEGIN { printf "s SATISFIABLE\nv " } { printf "%s%d ", $1 % 2 ? "-" : "", $1 } END { print 0 }' >answer
    "$LOOPHOLE" decode cnf -f even.cnf --answer answer --true -q >decoded
    cmp decoded <(echo "$output")
    printf 'c name 1 tea\nc name 2 cake\nc picture grid 1 2\nc picture cell 0 0 -x1 symbol A\nc picture cell 0 1 x2 symbol B\np cnf 2 2\n-1 0\n2 0\n' >p.cnf
    cmp <("$LOOPHOLE" solve -f p.cnf --true | head -3) <("$LOOPHOLE" solve -f p.cnf | head -3)
    "$LOOPHOLE" solve -f p.cnf | grep -q 'A.*B'
    grep -v picture p.cnf >names.cnf
    run -10 "$LOOPHOLE" solve -f names.cnf --true
    [ "${lines[1]}" = cake ]
    cat >m.json <<'JSON'
{"loophole-model": 1, "variables": ["a", "b"], "integers": [{"name": "n", "lo": -7, "hi": -7}], "constraints": [{"clause": [2]}, {"clause": [-1]}]}
JSON
    run -10 "$LOOPHOLE" solve -f m.json --true -q
    [ "$output" = $'v 2 0\ni -7' ]
    run -2 "$LOOPHOLE" solve tank 5 --true
    [[ $output == *"--true acts on the variables of a file .opb, .wcnf or .cnf; tank is a puzzle."* ]]
}

@test "explain joins rules over the names of cells that the picture shows" {
    # Five names and four values: two of a kind, as signs, integers and whole words only.
    python3 - >names.json <<'END_OF_PROGRAM'
import itertools, json
names = ["ann", "bob", "annabel", "dan 4", "eve"]
rows = [{"rule": f"{a} and {b} differ", "alldiff": [names.index(a) + 1, names.index(b) + 1]} for a, b in itertools.combinations(names, 2)]
print(json.dumps({"loophole-model": 1, "integers": [{"name": name, "lo": 1, "hi": 4} for name in names], "constraints": rows,
                  "picture": ["grid 2 3", "caption five people"] + [f"cell {i // 3} {i % 3} i{i + 1} digit" for i in range(5)]}))
END_OF_PROGRAM
    "$LOOPHOLE" explain -f names.json | tee out
    grep -q '^  - r,c and r,c differ, 10 times: 1,1/1,2 1,1/1,3 1,1/2,1 1,1/2,2 1,2/1,3' out && [ "$(wc -l <out)" = 3 ]
    "$LOOPHOLE" explain -f names.json --json | grep -c 'differ"' | grep -qx 10
    sed 's/"lo": 1/"lo": 0/; s/"lo": 1/"lo": 0/' names.json >more.json # two have a value more
    run -0 "$LOOPHOLE" explain -f more.json
    [[ $output = *"the rules do not clash"* ]]
    sed 's/"grid 2 3".*/"grid 2 3"]}/' names.json >bare.json # a board without names: they stay
    "$LOOPHOLE" explain -f bare.json | grep -qx '  - ann and bob differ'
}

@test "explain joins the places of rules that differ only in row, column or a number, and keeps a given value" {
    rows() { # RULE CLAUSE...: a constraint with this rule
        printf '{"rule": "%s", "clause": [%s]},\n' "$1" "$2"
    }
    model() { # the constraints on standard input, over ten variables
        echo '{"loophole-model": 1, "variables": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"], "constraints": ['
        sed '$s/,$//'
        echo ']}'
    }
    for ((v = 1; v <= 9; v++)); do rows "row $((v == 9 ? 12 : v)) has a star" "-$((v > 1 ? v - 1 : 10)), $v"; done >chain
    { cat chain; rows "nine is off" -9; rows "ten is on" 10; } | model >m.json
    "$LOOPHOLE" explain -f m.json | tee out
    grep -qx '  - row n has a star, 9 times: 1-8 12' out
    grep -qx '  - ten is on' out && [ "$(wc -l <out)" = 4 ]
    cells=(2,3 2,4 2,5 3,7 4,7 5,7 7,1 9,9 9,8)
    for ((v = 1; v <= 9; v++)); do rows "cell ${cells[v - 1]} is free" "-$((v > 1 ? v - 1 : 10)), $v"; done >chain
    { cat chain; rows "nine is off" -9; rows "ten is on" 10; } | model >m.json
    "$LOOPHOLE" explain -f m.json | grep -qx '  - cell r,c is free, 9 times: 2,3-5 3-5,7 7,1 9,9 9,8'
    for ((v = 1; v <= 9; v++)); do rows "cell 1,$v is given $((10 - v))" "-$((v > 1 ? v - 1 : 10)), $v"; done >chain
    { cat chain; rows "nine is off" -9; rows "ten is on" 10; } | model >m.json
    "$LOOPHOLE" explain -f m.json | grep -qx '  - cell r,c is given n, 9 times: 1,1=9 1,2=8 1,3=7 1,4=6 1,5=5 1,6=4 1,7=3 1,8=2 1,9=1'
    "$LOOPHOLE" explain -f m.json --json | grep -c 'is given' | grep -qx 9
}

@test "--format competition prints s, o and v lines of each format, with the exit statuses of solvers" {
    competes() { # STATUS FILE TEXT: what is printed, without all but the last o line
        printf '%b' "$3" >"$2"
        run "-$1" --separate-stderr "$LOOPHOLE" solve -f "$2" --format competition
        [ -z "$stderr" ]
        awk '/^o / { o = $0; next } o != "" && /^s/ { print o } { print }' <<<"$output" | paste -sd' '
    }
    [ "$(competes 10 a.cnf 'p cnf 3 3\n1 0\n-2 0\n-1 3 0\n')" = "s SATISFIABLE v 1 -2 3 0" ]
    [ "$(competes 20 b.cnf 'p cnf 1 2\n1 0\n-1 0\n')" = "s UNSATISFIABLE" ]
    [ "$(competes 30 a.wcnf 'h 1 2 0\nh 3 0\n5 -1 0\n4 -2 0\n')" = "o 4 s OPTIMUM FOUND v 011" ]
    [ "$(competes 30 a.opb 'min: 2 x1 -3 x2 +10 ;\nx1 - x2 >= 0 ;\n')" = "o 9 s OPTIMUM FOUND v x1 x2" ]
    [ "$(competes 10 b.opb 'x1 - x2 >= 1 ;\n')" = "s SATISFIABLE v x1 -x2" ]
    [ "$(competes 20 c.opb 'min: x1 ;\nx1 - x2 >= 2 ;\n')" = "s UNSATISFIABLE" ]
    "$LOOPHOLE" encode gunport 16x17 -F wcnf -o big.wcnf # its optimum takes minutes
    "$LOOPHOLE" solve -f big.wcnf --format competition --time-limit 1 >reply
    awk '/^o / { if (best != "" && $2 >= best) exit 1; best = $2; n++ } END { exit !n }' reply
    grep -qx 's SATISFIABLE' reply
    "$LOOPHOLE" decode --from big.wcnf --answer reply -q >board
    "$LOOPHOLE" verify gunport 16x17 --answer board -q
    mkfifo pipe # each o line is there before the search ends
    "$LOOPHOLE" solve -f big.wcnf --format competition >pipe &
    solver=$!
    read -r first <pipe
    kill "$solver"
    [[ $first == "o "* ]]
    "$LOOPHOLE" encode tank 7 -o t.cnf
    [ "$("$LOOPHOLE" solve -f t.cnf --format competition --time-limit 0.3)" = "s UNKNOWN" ]
    run -2 "$LOOPHOLE" solve tank 5 --format competition
    run -2 "$LOOPHOLE" solve -f a.cnf --format competition --json
}

@test "loophole is a solver of its own: its replies are read by process: and decode, through cnf, wcnf and opb" {
    solver="process:$LOOPHOLE solve cnf -f - --format competition"
    for problem in "tank 4" "tank 3" "gunport 5x5 --formulation matching" "fivers 4" "squarest 50 3 6 9 12 15 30 21 25 27 30"; do
        # shellcheck disable=SC2086
        "$LOOPHOLE" solve $problem -q >own || own=$?
        # shellcheck disable=SC2086
        "$LOOPHOLE" solve $problem --search down --solver "$solver" --json >other || other=$?
        [ "$own" = "$other" ]
    done
    "$LOOPHOLE" solve fivers 4 --solver "process-xor:${solver#process:}" -q >board || [ $? = 30 ]
    "$LOOPHOLE" verify fivers 4 --answer board -q
    for problem in "gunport 6x6" "archer 100 16 17 23 24 39 40" "squarest 20 3 6 9 12"; do
        # shellcheck disable=SC2086
        value=$("$LOOPHOLE" solve $problem --json | grep '"objective_value"') || [ -n "$value" ]
        for format in wcnf wcnf-old opb; do
            # shellcheck disable=SC2086
            "$LOOPHOLE" encode $problem -F $format -o f.$format
            "$LOOPHOLE" solve "${format%%-*}" -f f.$format --format competition >reply || [[ $? =~ ^[123]0$ ]]
            status=0
            "$LOOPHOLE" decode --from f.$format --answer reply --json >decoded || status=$?
            [ "$(grep '"objective_value"' decoded)" = "$value" ]
            [ "$status" = 0 ] || [ "$status" = 20 ]
        done
    done
}

@test "decode and verify read what --format competition prints, of any formula file, whatever its encoding" {
    put() { printf '%b' "$2" >"$1"; }
    put a.cnf 'p cnf 4 3\n1 0\n-2 0\n-1 3 0\n'
    put counted.cnf 'c p show 1 0\np cnf 4 2\n1 2 0\n-1 3 0\n'
    put empty.cnf 'p cnf 0 0\n'
    put x.xnf 'p xnf 4 2\nx1 2 3 0\n-1 4 0\n'
    put k.knf 'p knf 5 2\nk 2 1 2 3 4 5 0\n-1 -2 0\n'
    put i.icnf 'p inccnf\n1 2 0\n-1 3 0\na 1 0\n'
    put new.wcnf 'h 1 2 3 0\n3 -1 -2 0\n2 -3 0\n4 -1 3 0\n1 2 -3 0\n'
    put old.wcnf 'p wcnf 3 5 10\n10 1 2 3 0\n3 -1 -2 0\n2 -3 0\n4 -1 3 0\n1 2 -3 0\n'
    put one.wcnf '3 1 0\n2 -1 0\n'
    put two.wcnf '2 -1 2 0\n3 -2 0\n1 1 0\n'
    put none.wcnf 'p wcnf 0 0 1\n'
    put names.opb 'min: +2 tent +3 a[1] -1 rope*tent ;\n+1 tent +1 a[1] +1 rope >= 2 ;\n'
    put order.opb 'min: +2 x2 +3 x1 -1 x3 ;\n+1 x2 +1 x1 +1 x3 >= 2 ;\n'
    put minus.opb 'min: +2 a[-1] +3 ~v -1 c ;\n+1 a[-1] +1 v +1 c >= 2 ;\n'
    put max.opb 'max: +2 x1 +3 x2 -1 x3 x1 ;\n+1 x1 +1 x2 +1 x3 <= 2 ;\n'
    put gap.opb 'min: 2 x7 -3 ~x2 +10 ;\nx7 - x2 >= 0 ;\n'
    put soft.wbo 'soft: 10 ;\n[2] +1 p +1 q >= 2 ;\n[3] -1 p >= 0 ;\n+1 q + 1 r >= 1 ;\n'
    put none.opb 'min: ;\n'
    cp "$BATS_TEST_DIRNAME"/earlier_files/encoded.{cnf,wcnf,opb} .
    for file in *.*; do
        case $file in *.wcnf) puzzle=wcnf ;; *.opb | *.wbo) puzzle=opb ;; *) puzzle=cnf ;; esac
        "$LOOPHOLE" solve -f "$file" --format competition >reply || [[ $? =~ ^[13]0$ ]]
        for format in cnf xcnf knf wcnf wcnf-old opb lp; do
            "$LOOPHOLE" decode $puzzle -f "$file" -F $format -q <reply >values || { echo "$file -F $format"; return 1; }
            "$LOOPHOLE" verify $puzzle -f "$file" -q <values >verdict
        done
        # another value of the objective, and a reply without its end, are refused
        grep -q '^o ' reply || continue
        sed 's/^o .*/o 7777/' reply >wrong
        run -1 "$LOOPHOLE" decode $puzzle -f "$file" --answer wrong
        head -c -3 reply >short
        run "$LOOPHOLE" decode $puzzle -f "$file" --answer short
        [[ $status = [13] ]] || { echo "$file"; return 1; }
    done
    put reply 'o 3\ns OPTIMUM FOUND\nv -1 2\n' # variable 3 costs something
    run -1 "$LOOPHOLE" decode wcnf -f new.wcnf --answer reply
    put unused.wcnf 'p wcnf 3 2 9\n9 1 2 0\n2 -2 0\n'
    put reply 'o 0\ns OPTIMUM FOUND\nv 1 -2\n'
    run -0 "$LOOPHOLE" decode wcnf -f unused.wcnf --answer reply -q
    [ "$output" = "v 1 -2 -3 0" ]
}
