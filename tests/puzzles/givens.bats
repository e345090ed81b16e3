#!/usr/bin/env bats
# Models of your own with givens: the program generates puzzles of them, which are played on their picture.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# A Latin square of side n as a model, each cell of which is marked; further members of the JSON object may follow.
latin() { # SIDE [OBJECTIVE]
    python3 - "$@" <<'END_OF_PROGRAM'
import json, sys
n = int(sys.argv[1])
cell = lambda r, c: n * r + c + 1
lines = [(f"the digits of row {i + 1} differ", [cell(i, c) for c in range(n)]) for i in range(n)]
lines += [(f"the digits of column {i + 1} differ", [cell(r, i) for r in range(n)]) for i in range(n)]
model = {
    "loophole-model": 1,
    "integers": [{"name": f"row {r + 1}, column {c + 1}", "lo": 1, "hi": n} for r in range(n) for c in range(n)],
    "constraints": [{"rule": name, "alldiff": x} for name, x in lines],
    "givens": [{"integer": i + 1} for i in range(n * n)],
    "picture": [f"grid {n} {n}"] + [f"cell {i // n} {i % n} i{i + 1} digit" for i in range(n * n)],
}
if len(sys.argv) > 2:
    model["objective"] = json.loads(sys.argv[2])
print(json.dumps(model))
END_OF_PROGRAM
}

# One loop of lines around cells, whose numbers of lines are clues; a cell is inside or not. A sign and a color in a row below.
loop() { # prints a board of 2 rows and 2 columns with a line for each of the 12 sides
    python3 - <<'END_OF_PROGRAM'
import json
side = {}  # (row, column, direction): the variable
lines = []
for r in range(3):
    for c in range(2):
        side[r, c, "h"] = len(side) + 1
        lines.append(f"cell {min(r, 1)} {c} x{len(side)} line {'north' if r < 2 else 'south'}")
for r in range(2):
    for c in range(3):
        side[r, c, "v"] = len(side) + 1
        lines.append(f"cell {r} {min(c, 1)} x{len(side)} line {'west' if c < 2 else 'east'}")
rows, integers = [], []
for r in range(2):
    for c in range(2):
        around = [side[r, c, "h"], side[r + 1, c, "h"], side[r, c, "v"], side[r, c + 1, "v"]]
        integers.append({"name": f"clue {r + 1},{c + 1}", "lo": 0, "hi": 4})
        rows.append({"rule": f"the clue of row {r + 1}, column {c + 1}", "linear": around, "integers": [len(integers)],
                     "weights": [1, 1, 1, 1, -1], "lo": 0, "hi": 0})
for r in range(3):
    for c in range(3):
        at = [side[k] for k in ((r, c - 1, "h"), (r, c, "h"), (r - 1, c, "v"), (r, c, "v")) if k in side]
        rows += [{"rule": "no end", "xor": at, "parity": 0}, {"rule": "no branch", "card": at, "hi": 2}]
rows.append({"rule": "some line", "clause": list(side.values())})
picture = ["grid 2 2"] + lines + [f"given {i // 2} {i % 2} i{i + 1} digit" for i in range(4)]
print(json.dumps({"loophole-model": 1, "variables": [f"side {v}" for v in side.values()], "integers": integers,
                  "constraints": rows, "givens": [{"integer": i + 1} for i in range(4)], "picture": picture}))
END_OF_PROGRAM
}

# Counts the Latin squares with the givens of a file, by trying all; then those of each file with one given less: "1 2 3 2".
recount() { # FILE
    python3 - "$1" <<'END_OF_PROGRAM'
import json, sys
with open(sys.argv[1]) as file:
    model = json.load(file)
n = int(len(model["integers"]) ** 0.5)
given = {g["integer"] - 1: g["value"] for g in model["givens"] if "value" in g}

def count(given, cells=()):
    i = len(cells)
    if i == n * n:
        return 1
    free = [v for v in range(1, n + 1) if given.get(i, v) == v and v not in cells[i - i % n:i] and v not in cells[i % n:i:n]]
    return sum(count(given, cells + (v,)) for v in free)

print(count(given), *(count({k: v for k, v in given.items() if k != left}) for left in given))
END_OF_PROGRAM
}

orders() { # FILE; orders on standard input
    "$LOOPHOLE" play "$1" --script
}

@test "a puzzle of a model has the level that was asked for, or the hardest below it" {
    latin 4 >latin.json
    for level in 1 3; do
        "$LOOPHOLE" generate -f latin.json --level $level --seed 3 --difficulty >rated 2>notes
        grep -qx "; Level: [1-$level] of 5. .*" rated
        [ $level = 1 ] || grep -q "No board of the level 3" notes
        sed 1d rated >made.json
        [ "$("$LOOPHOLE" count -f made.json --quiet | tail -1)" = 1 ]
    done
}

@test "only a row of one literal or integer gives a value, not a sum of several that forces it" {
    printf '* #variable= 3 #constraint= 2\n* picture grid 1 3\n' >sum.opb
    for i in 1 2 3; do echo "* picture cell 0 $((i - 1)) x$i fill black"; done >>sum.opb
    printf '%s\n' '+1 x1 +1 x2 = 2 ;' '+1 x3 >= 1 ;' >>sum.opb
    [[ $(echo state | "$LOOPHOLE" play -f sum.opb --script) == *'"done":false'* ]]
    [[ $(printf 'touch 1,2\n' | "$LOOPHOLE" play -f sum.opb --script) == "" ]]
    [[ $(printf 'touch 1,2 7\n' | "$LOOPHOLE" play -f sum.opb --script) == *'no sign number 7'* ]]
    [[ $(printf 'touch 1,3\n' | "$LOOPHOLE" play -f sum.opb --script) == *"This is given"* ]]
}

@test "a generated puzzle has one solution, and none of its givens can be left out, as counted by hand" {
    latin 4 >latin.json
    for seed in 1 2 3 4 5; do
        "$LOOPHOLE" generate -f latin.json --seed $seed >$seed.json
        counts=$(recount $seed.json)
        [[ $counts = '1 '* && " ${counts#1}" != *' 1 '* && " ${counts#1} " != *' 0 '* ]]
        [[ " ${counts#1 } " != *' 1 '* ]]
        [ "$("$LOOPHOLE" count -f $seed.json --quiet | tail -1)" = 1 ]
    done
    [ "$(cat [1-5].json | sha256sum)" != "$(cat 1.json 1.json 1.json 1.json 1.json | sha256sum)" ]
    "$LOOPHOLE" generate latin.json --seed 3 | cmp - 3.json
    "$LOOPHOLE" generate model -f - --seed 3 <latin.json | cmp - 3.json
    "$LOOPHOLE" generate -f 5.json --seed 3 | cmp - 3.json # new givens replace old ones
}

@test "integers of every form are given; large ones too" {
    for form in order log; do
        latin 4 | sed "s/\"hi\": 4/\"hi\": 4, \"form\": \"$form\"/g" >$form.json
        for seed in 1 2 3; do
            "$LOOPHOLE" generate -f $form.json --seed $seed >made.json
            counts=$(recount made.json)
            [[ $counts = '1 '* && " ${counts#1 } " != *' 1 '* && " ${counts#1 } " != *' 0 '* ]]
            [ "$("$LOOPHOLE" count -f made.json --quiet | tail -1)" = 1 ]
        done
    done
    echo '{"loophole-model": 1, "integers": [{"name": "x", "lo": 0, "hi": 100000}, {"name": "y", "lo": -70000, "hi": 70000}],
        "constraints": [{"linear": [], "integers": [1, 2], "weights": [1, 1], "lo": 3000, "hi": 3000}],
        "givens": [{"integer": 1}, {"integer": 2}]}' >large.json
    "$LOOPHOLE" generate -f large.json --seed 4 >made.json
    [ "$(grep -c '"value"' made.json)" = 1 ]
    [ "$("$LOOPHOLE" count -f made.json --quiet | tail -1)" = 1 ]
}

@test "with an objective, the optimal solution is the only one" {
    latin 3 '{"maximize": [], "integers": [1, 5, 9], "weights": [1, 2, 4]}' >latin.json
    for seed in 1 2 3; do
        "$LOOPHOLE" generate -f latin.json --seed $seed >made.json
        [ "$("$LOOPHOLE" count -f made.json --quiet | tail -1)" = 1 ]
        [ "$("$LOOPHOLE" solve -f made.json --json | grep -c '"objective_value": 21,')" = 1 ]
    done
}

@test "clues that are integers of the model are given, and drawn only then" {
    loop >loop.json
    "$LOOPHOLE" generate -f loop.json --seed 4 >made.json
    [ "$("$LOOPHOLE" count -f made.json --quiet | tail -1)" = 1 ]
    given=$(grep -c '"value"' made.json)
    [ "$given" -ge 1 ] && [ "$given" -lt 4 ]
    [ "$("$LOOPHOLE" draw made.json --ascii | grep -o '[0-4]' | wc -l)" = "$given" ]
    [ "$("$LOOPHOLE" draw loop.json --ascii | grep -c '[0-4]')" = 0 ]
}

# bats test_tags=long
@test "models of which no puzzle can be made, and wrong files, are refused in a sentence" {
    latin 2 | sed 's/"givens": \[[^]]*\]/"givens": []/' >bare.json
    run -1 "$LOOPHOLE" generate -f bare.json
    [[ $output = *'No variable of this model is marked; mark those'* ]]
    latin 2 | sed 's/"alldiff": \[1, 2\]/"linear": [], "integers": [1, 2], "weights": [1, 1], "lo": 9/' >none.json
    run -1 "$LOOPHOLE" generate -f none.json
    [[ $output = *'This model has no solution, so no puzzle can be made of it.' ]]
    latin 3 | sed 's/"givens": \[[^]]*\]/"givens": [{"integer": 1}]/' >few.json
    run -1 "$LOOPHOLE" generate -f few.json
    [[ $output = *'Two solutions have the same values of all marked variables'* ]]
    latin 2 | sed 's/"integer": 1}/"integer": 1, "value": 3}/' >wrong.json
    run -1 "$LOOPHOLE" generate -f wrong.json
    [[ $output = *'wrong.json: given 1: expected a value that it can have.' ]]
    latin 2 | sed 's/"integer": 1}/"integer": 9}/' >wrong.json
    run -1 "$LOOPHOLE" generate -f wrong.json
    [[ $output = *'wrong.json: given 1: expected either a literal or an integer of the model.' ]]
    run -1 "$LOOPHOLE" generate -f missing.json
    latin 2 >latin.json
    run -1 "$LOOPHOLE" generate model
    [[ $output = *"Name the file of the model: 'loophole generate -f model.json'."* ]]
    printf '+1 x1 +1 x2 = 1 ;\n' >two.opb
    run -2 "$LOOPHOLE" generate -f two.opb
    [[ $output = "loophole: A file in opb marks no values to give; encode it as JSON, and add marks to its list 'givens'." ]]
    run -2 "$LOOPHOLE" generate tank 4 -f latin.json
    run -2 "$LOOPHOLE" generate model 4 -f latin.json
    run -2 "$LOOPHOLE" generate -f latin.json --level 6
}

@test "a given value is a constraint of every command, and an explanation names it" {
    latin 2 | sed 's/"integer": 1}/"integer": 1, "value": 2}/' >one.json
    [ "$("$LOOPHOLE" solve -f one.json --quiet)" = $'v 0\ni 2 1 1 2' ]
    run -1 "$LOOPHOLE" verify -f one.json --answer - <<<$'v 0\ni 1 2 2 1'
    [[ $output = *'Not satisfied: row 1, column 1 is 2.'* ]]
    sed 's/"integer": 4}/"integer": 4, "value": 1}/' one.json >two.json
    run "$LOOPHOLE" explain -f two.json
    [[ $output = *'row 1, column 1 is 2'*'row 2, column 2 is 1'* ]]
    "$LOOPHOLE" encode -f one.json --format opb | "$LOOPHOLE" count opb -f - --quiet | tail -1 | grep -qx 1
}

@test "a certificate proves that the solution of a generated puzzle is the only one" {
    latin 3 >latin.json
    "$LOOPHOLE" generate -f latin.json --seed 2 >made.json
    "$LOOPHOLE" certify made.json --all -o proof >/dev/null
    run -0 "$LOOPHOLE" check proof
    sed 's/, "value": [0-9]*//' made.json >open.json
    run -0 "$LOOPHOLE" count -f open.json --quiet
    [ "${lines[-1]}" = 12 ]
}

@test "play: a value that several may have, and a rule whose condition is open, are not broken" {
    cat >except.json <<'MODEL'
{"loophole-model": 1, "variables": ["y"],
 "integers": [{"name": "a", "lo": 0, "hi": 3}, {"name": "b", "lo": 0, "hi": 3}, {"name": "c", "lo": 0, "hi": 3}, {"name": "d", "lo": 0, "hi": 3}],
 "constraints": [{"rule": "digits differ", "alldiff": [1, 2, 3], "except": 0}, {"rule": "if y", "alldiff": [3, 4], "if": 1}],
 "picture": ["grid 1 4", "cell 0 0 i1 digit", "cell 0 1 i2 digit", "cell 0 2 i3 digit", "cell 0 3 i4 digit"]}
MODEL
    run -0 orders except.json <<'ORDERS'
touch 1,1 0
touch 1,2 0
touch 1,3 1
touch 1,4 1
state
touch 1,2 1
state
ORDERS
    [[ ${lines[0]} = *'"position":"v 0\ni 0 0 1 1\n"'*'"mistakes":[]'* ]]
    [[ ${lines[1]} = *'"why":"Broken: digits differ."'* && ${lines[1]} != *'Broken: if y'* ]]
}

@test "play: digits, given cells, mistakes in the words of the rules, hints to the end" {
    latin 3 | sed 's/"integer": 1}/"integer": 1, "value": 2}/; s/"integer": 6}/"integer": 6, "value": 2}/; s/"integer": 2}/"integer": 2, "value": 1}/' >made.json
    [ "$("$LOOPHOLE" count -f made.json --quiet | tail -1)" = 1 ]
    run -0 orders made.json <<'ORDERS'
touch 1,1
touch 2,1 7
touch 2,2
touch 2,2
state
touch 2,2 2
touch 2,2 0
touch 2,2 -1
state
hint
ORDERS
    [[ ${lines[0]} = *'This is given and cannot be changed.'* ]]
    [[ ${lines[1]} = *'The values here are from 1 to 3.'* ]]
    [[ ${lines[2]} = *'"count":"1 put in"'* && ${lines[2]} = *'i 2 1 . . 2 2 . . .'* ]]
    [[ ${lines[2]} = *'"mistakes":[{"row":2,"col":2,"why":"Broken: the digits of row 2 differ.","cells":[[2,2]]}]'* ]]
    [[ ${lines[3]} = *'i 2 1 . . . 2 . . .'*'"mistakes":[]'* ]]
    [[ ${lines[4]} = *'"hint":"satisfiable"'*'"forced":true'*'the digits of '* ]]
    yes follow | head -n 9 | orders made.json >followed
    [ "$(grep -c '"hint":"satisfiable"' followed)" = 6 ]
    tail -n 1 followed | grep '"hint":"done"'
    ! grep refused followed || false
}

@test "play: lines inside and at the edge, drawn and taken back; other lines are absent in a solution" {
    loop >loop.json
    sed 's/"integer": 1}/"integer": 1, "value": 4}/' loop.json >made.json
    run -0 orders made.json <<'ORDERS'
touch 1,1
touch 1,1 2,1
touch 1,1 2,1
state
touch 1,1 2,1
state
touch 1,1 0,1
touch 1,1 1,0
touch 1,2 1,1
state
touch 1,1 2,1
state
ORDERS
    [[ ${lines[0]} = *'a line may be drawn on a side of the cell'* ]]
    [[ ${lines[1]} = *'"position":"v -3 0\ni 4 . . .\n"'*'row 1, column 1'*'l8 8m0 -8l-8 8'* ]]
    [[ ${lines[1]} = *'"rules":"Rules, the first of each kind: the clue of row 1, column 1; no end; no branch; some line."'*'"row 2, column 1, no line north"'* ]]
    [[ ${lines[2]} = *'"position":"v 0\ni 4 . . .\n"'* && ${lines[2]} != *'l8 8m0 -8l-8 8'* ]]
    [[ ${lines[3]} = *'"count":"3 put in"'*'"done":false'* ]]
    [[ ${lines[4]} = *'"count":"4 put in"'*'"done":true'* ]]
    run -0 orders made.json <<<$'touch 1,1 3,1\ntouch 1,3 1,2\nhint'
    [[ ${lines[0]} = *refused* && ${lines[1]} = *refused* && ${lines[2]} = *'the clue of row 1, column 1'* ]]
}

@test "play: a row of a file about one literal or integer gives the value that it forces, whatever the texts of rules say" {
    cat >lies.opb <<'OPB'
* int direct 1 3 1 a
* int order 1 3 4 b
* int log 1 4 6 c
* name 8 star
* rule from 1: a is 2
* rule from 2: b is 3
* rule from 3: c is 1
* rule from 4: star
* rule from 5: one of each
* picture grid 1 4
* picture cell 0 0 i1 digit
* picture cell 0 1 i2 digit
* picture cell 0 2 i3 digit
* picture cell 0 3 x8 symbol S
+1 x1 +1 x2 +1 x8 >= 1 ;
+1 x4 +1 x5 +1 x8 >= 1 ;
+1 x6 +1 x7 <= 1 ;
+1 x8 +1 x1 >= 1 ;
+1 x1 +1 x2 +1 x3 = 1 ;
+1 x4 -1 x5 >= 0 ;
OPB
    run -0 orders lies.opb <<<$'touch 1,1 3\ntouch 1,2 1\ntouch 1,3 2\ntouch 1,4\nstate'
    [[ ${lines[0]} = *'"position":"v 8 0\ni 3 1 2\n"'* && ${lines[0]} != *', given"'* ]]
    sed '/^\* rule/d; /^+/d' lies.opb >true.opb
    printf -- '+3 x2 +2 x3 >= 3 ;\n-2 x5 -1 x4 >= -1 ;\n+3 x4 >= 2 ;\n-1 x7 >= 0 ;\n+1 x6 -1 x7 >= 1 ;\n+1 x8 <= 0 ;\n' >>true.opb
    run -0 orders true.opb <<<state
    [[ ${lines[0]} = *'"position":"v -8 0\ni 2 2 2\n"'*'row 1, column 4, no S, given"'* ]]
    latin 2 | sed 's/"integer": 1}/"integer": 1, "value": 2}/; s/"hi": 2}/"hi": 2, "form": "FORM"}/g' >latin.json
    for form in direct order log; do
        for format in opb cnf wcnf; do
            sed "s/FORM/$form/g" latin.json | "$LOOPHOLE" encode model -f - -o made.$format
            run -0 orders made.$format <<<state
            [[ ${lines[0]} = *'"position":"v 0\ni 2 . . .\n"'* ]]
        done
    done
}

@test "play: cells with several signs, digits and lines, some of them given, to the end" {
    "$BATS_TEST_DIRNAME/../tools/random_games" 0 60
}

@test "play: what a model does not have is not explained; fills have a name; absent signs are counted" {
    cat >fills.json <<'JSON'
{"loophole-model": 1, "variables": ["one", "two"], "constraints": [{"rule": "some", "clause": [1, 2]}],
 "picture": ["grid 1 3", "given 0 0 symbol 3", "cell 0 0 x1 fill black", "cell 0 1 x2 fill orange", "given 0 2 symbol 4"]}
JSON
    run -0 orders fills.json <<<$'touch 1,3\ntouch 1,1\ntouch 1,2\nstate\ntouch 1,1\ntouch 1,2\nstate'
    [[ ${lines[0]} = *'"This cell takes no value."'* ]]
    [[ ${lines[1]} = *'"count":"2 put in"'*'row 1, column 1, filled"'*'row 1, column 2, filled orange"'* ]]
    [[ ${lines[1]} != *'Shift and an arrow'* && ${lines[1]} != *'Digits'* ]]
    [[ ${lines[2]} = *'"count":"0 put in, 2 marked as absent"'*'column 1, not filled"'*'column 2, not filled orange"'* ]]
    loop >loop.json
    run -0 orders loop.json <<<state
    [[ $output = *'Shift and an arrow'* && $output != *'Digits'* && $output != *'signs'* ]]
}

@test "generate reports that a model has one solution without any given" {
    latin 2 '{"maximize": [], "integers": [1], "weights": [1]}' >one.json
    run -0 --separate-stderr "$LOOPHOLE" generate -f one.json
    [[ $stderr = *'only one solution'* && $output != *'"value"'* ]]
    run -0 --separate-stderr "$LOOPHOLE" generate -f one.json --quiet
    [ -z "$stderr" ]
    latin 2 >two.json
    run -0 --separate-stderr "$LOOPHOLE" generate -f two.json
    [ -z "$stderr" ]
}

@test "play: a sign is put in, marked as absent, and cleared; a saved game and a model without a picture" {
    cat >stars.json <<'JSON'
{"loophole-model": 1, "variables": ["star 1", "star 2", "star 3"],
 "constraints": [{"rule": "one star", "card": [1, 2, 3], "lo": 1, "hi": 1}],
 "objective": {"maximize": [1, 2, 3], "weights": [1, 2, 3]},
 "picture": ["grid 1 3", "cell 0 0 x1 symbol *", "cell 0 1 x2 symbol *", "cell 0 2 x3 symbol *"]}
JSON
    run -0 orders stars.json <<'ORDERS'
touch 1,1
state
touch 1,1
state
touch 1,1
state
touch 1,2
touch 1,3
state
reset
best
hint
touch 1,2
ask
reset
follow
state
ORDERS
    [[ ${lines[0]} = *'row 1, column 1, *"'*'"position":"v 1 0\n"'* || ${lines[0]} = *'"position":"v 1 0\n"'*'row 1, column 1, *"'* ]]
    [[ ${lines[1]} = *'"position":"v -1 0\n"'*'row 1, column 1, no *"'* ]]
    [[ ${lines[2]} = *'"position":"v 0\n"'*'row 1, column 1, free"'* ]]
    [[ ${lines[3]} = *'"why":"Broken: one star."'* ]]
    [[ ${lines[4]} = '{"status":"optimal","maximize":true,"best":3,"verdict":"proved","best_proved":true}' ]]
    [[ ${lines[5]} = *'row 1, column 3, *'* ]]
    [[ ${lines[6]} = *'No: the best, value 3, is out of reach from here, proved'* ]]
    [[ ${lines[8]} = *'"done":true,"objective_value":3'* ]]
    orders stars.json <<<$'touch 1,2\nsave' | python3 -c 'import json, sys; print(json.load(sys.stdin)["save"], end="")' >saved
    "$LOOPHOLE" play --load-game saved --script <<<state | grep '"position":"v 2 0'
    sed 's/, *"picture".*/}/; /"picture"/d; s/\[1, 2, 3\]},$/[1, 2, 3]}}/' stars.json >bare.json
    run -2 orders bare.json <<<state
    [[ $output = *'This model has no picture, so it has no board to play on: docs/model/guide.md.' ]]
}

@test "a bound on the value: in JSON, and as one of the rules of an explanation" {
    cat >two.json <<'JSON'
{"loophole-model": 1, "integers": [{"name": "x", "lo": 0, "hi": 9}, {"name": "y", "lo": 0, "hi": 9}],
 "constraints": [{"rule": "the sum is at most 7", "linear": [], "integers": [1, 2], "weights": [1, 1], "hi": 7},
                 {"rule": "y is at least 3", "linear": [], "integers": [2], "weights": [1], "lo": 3}],
 "objective": {"maximize": [], "integers": [1], "weights": [2], "constant": 1}}
JSON
    for bound in 5 9 10; do
        "$LOOPHOLE" encode -f two.json --bound $bound -o bounded.json
        [ "$("$LOOPHOLE" count -f bounded.json --all-costs --quiet | tail -1)" = "$("$LOOPHOLE" count -f two.json --bound $bound --quiet | tail -1)" ]
    done
    run -0 "$LOOPHOLE" explain -f two.json --bound 10
    [[ $output = *'These 3 rules already clash'*'the sum is at most 7'*'y is at least 3'*'value at least 10'* ]]
}

@test "an explanation of a model with a wrong given names all rules that clash" {
    latin 4 | sed 's/"integer": 1}/"integer": 1, "value": 2}/; s/"integer": 2}/"integer": 2, "value": 3}/; s/"integer": 7}/"integer": 7, "value": 1}/; s/"integer": 12}/"integer": 12, "value": 1}/' >wrong.json
    sed -i 's/"integer": 3}/"integer": 3, "value": 4}/' wrong.json
    run -0 "$LOOPHOLE" explain wrong.json
    [[ $output == *"none of them can be left out"* && $output != *"of every board"* ]]
    [[ $output == *"the digits of row 1 differ"*"row 1, column 1 is 2"* ]]
}
