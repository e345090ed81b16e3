#!/usr/bin/env bats
# Games: turns, the referee, hints that lead to the end; by orders, and in a terminal by tmux.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR"
    export XDG_DATA_HOME=$PWD/data # games enter what they reach
}

orders() { # orders on standard input, the game in the arguments
    "$LOOPHOLE" play "$@" --script
}

# Follows hints until the game is done; prints how many.
follow() {
    [ -e follows ] || printf 'follow\n%.0s' {1..200} >follows
    orders "$@" <follows >followed
    awk '/"hint":"satisfiable"/ { hints++ } /"refused"/ { exit } { last = $0 }
        END { print hints + 0; exit !(hints && last ~ /"hint":"done"/) }' followed
}

@test "turns: touch, undo, redo, reset; the position is the puzzle's own notation" {
    run orders gunport 2x3 <<'END'
touch 1,1 1,2
touch 2,2 2,3
undo
redo
state
reset
undo
touch 1,1
state
END
    [ "$status" = 0 ]
    [ "$(grep -o '"position":"[^"]*"' <<<"$output" | head -1)" = '"position":"<>.\n.<>\n"' ]
    [ "$(grep -o '"position":"[^"]*"' <<<"$output" | tail -1)" = '"position":"...\n.<>\n"' ]
    grep -q '"turn":3,"turns":3,"done":false,"objective_value":null,"best":null' <<<"$output"
}

@test "a cell whose number is beyond all boards is none" {
    run orders gunport 2x3 <<'END'
touch 4294967297,1 1,2
mark 99999999999999999999,1
END
    [ "$output" = "{\"refused\":\"Write 'touch ROW,COLUMN', perhaps followed by another cell or a number.\"}
{\"refused\":\"Write 'mark ROW,COLUMN'.\"}" ]
}

@test "gunport 5x5 played to its 7" {
    run orders gunport 5x5 <<'END'
ask
touch 1,2 2,2
touch 1,4 2,4
complete
state
ask
END
    [ "$status" = 0 ]
    [[ ${lines[0]} = *'Yes'*'best, 7 gunports'* ]]
    [[ $output = *'It is complete: the best, 7 gunports, proved.'* ]]
    grep -q '"done":true,"objective_value":7,"best":7' <<<"$output"
    solution=$(grep -o '"solution":"[^"]*"' <<<"$output" | cut -d'"' -f4)
    printf "$solution" | "$LOOPHOLE" verify gunport 5x5 | grep 'right, with 7 gunports'
}

@test "what is out of reach is said to be, and no hint is given" {
    run orders gunport 3x3 <<'END'
touch 1,1 1,2
touch 2,1 2,2
touch 3,1 3,2
touch 1,3 2,3
ask
hint
END
    [[ ${lines[0]} = *'"ask":"unsatisfiable"'*'No: the best, 3 gunports, is out of reach'*'"lost":2,'* ]] # the first move that lost it
    [[ ${lines[1]} = *'"hint":"unsatisfiable"'* ]]
}

# bats test_tags=long
@test "only what was checked is proved: bests, answers and hints of other solvers are claims" {
    for solver in 'process:cat >/dev/null; echo s UNSATISFIABLE; exit 20' process:picosat picosat; do
        [ "$solver" = picosat ] && word=checked || word="claimed by process:"
        for question in "gunport 4x4" "tank 4"; do
            run -0 orders $question --solver "$solver" <<<$'ask\ncomplete\nbest\nstate'
            said=${output//'"proved":false'/} said=${said//'"best_proved":false'/}
            [[ $said != *proved* && ($question != gun* || $said == *"$word"*) ]]
        done
    done
    # The best is Loophole's own arithmetic; what follows from the position is the solver's.
    run -0 orders fivers 4 --solver 'process:cat >/dev/null; echo s UNSATISFIABLE; exit 20' <<<ask
    [[ $output == *"out of reach"*"claimed by "*'"verdict":"proved"'* ]]
    run -0 orders gunport 4x4 <<<$'ask\nbest\nstate\nhint'
    [[ ${lines[1]} == *'"best":4,"verdict":"proved","best_proved":true}' && ${lines[2]} == *"the proved best: 4"* && ${lines[3]} == *proved* ]]
}

@test "without a best nothing is said of it; a best that is given is as good as its giver" {
    run -0 orders gunport 4x4 --solver 'process:cat >/dev/null; exit 1' <<<$'ask\ncomplete'
    [[ $output == *"ended with status 1"* && $output != *"cannot be completed"* ]]
    run -0 orders gunport 3x3 <<<$'best 4\nask\nstate\nbest 3 proved\nstate'
    [[ ${lines[0]} == *'"ask":"unsatisfiable"'*"4 gunports"*"out of reach"*"as given"* ]]
    [[ ${lines[1]} == *"; the best: 4 gunports (as given)"* && ${lines[2]} == *"; the proved best: 3 gunports"* ]]
}

@test "completing says how it ended; a given best that cannot be is named; a hint is checked here" {
    run -0 orders gunport 3x3 <<<$'best 5 proved\nhint\nbest 3 proved\ncomplete'
    [[ ${lines[1]} == '{"complete":"satisfiable","sentence":"Completed to the best, proved.","touches":[{"row":'*'],"best":3,"verdict":"proved","best_proved":true}' ]]
    [[ ${lines[0]} == *"5 gunports as given, is out of reach from the start"* && ${lines[0]} != *", proved"* ]]
    # A deduction by cases that are tried here needs no solver's word.
    printf 'tank\n3 . 1 . 2 1\n. 2 3 . 1 .\n3 . . 4 . 1\n1 4 4 . . 3\n. 1 . 3 . .\n1 2 3 1 . 3\n' >tank
    run -0 orders tank -f tank --solver picosat <<<hint
    [[ $output == *"Forced: row 1, column 4: 3."*"Suppose the opposite"*'"proved":true'* && $output != *"no proof"* ]]
}

@test "clashing rules of a file are in the order of the file" {
    printf -- '+1 a +1 b >= 2;\n+1 c >= 1;\n-1 a >= 0;\n' >bad.opb
    run -0 "$LOOPHOLE" explain -f bad.opb
    [[ $output == *"no solution, proved"*"- constraint 1"*"- constraint 3"* ]]
}

@test "programs read fields: facts, contents of cells, reasons with ids and cells" {
    printf 'touch 1,1\nstate\n' | orders fivers 3 >fivers
    printf 'hint\nstate\n' | orders cans >cans
    printf 'tank\n3 . 1 . 2 1\n. 2 3 . 1 .\n3 . . 4 . 1\n1 4 4 . . 3\n. 1 . 3 . .\n1 2 3 1 . 3\n' >tank
    printf 'hint\nstate\n' | orders tank -f tank >moves
    python3 - "$LOOPHOLE" <<'EOF'
import json, re, subprocess, sys
read = lambda name: [json.loads(line) for line in open(name)]
[s] = read("fivers")
assert s["facts"] == {"presses": 1, "to_turn": 6}, s["facts"]
cell = {(c["row"], c["col"]): c for c in s["cells"]}
assert cell[1, 1]["is"] == ["black", "pressed"] and cell[1, 2]["is"] == ["black"] and cell[3, 3]["is"] == ["white", "turns"]
assert all(c["name"].startswith(c["where"] + ", ") for c in s["cells"])
for p in json.loads(subprocess.run([sys.argv[1], "list", "puzzles", "--json"], capture_output=True, text=True, check=True).stdout)["puzzles"]:
    board = subprocess.run([sys.argv[1], "generate", p["name"]], capture_output=True, text=True) # of a puzzle that is a file: none
    if board.returncode:
        continue
    with open("board", "w") as file:
        file.write(board.stdout)
    out = subprocess.run([sys.argv[1], "play", "-f", "board", "--script"], input="state", capture_output=True, text=True, check=True).stdout
    for c in json.loads(out)["cells"]:
        row, col = c.get("at", [0, 0])
        words = re.fullmatch(r"row (\d+), column (\d+)", c["where"])
        assert [row, col] == [int(n) for n in words.groups()] if words else not row and f"pile {col}," in c["where"] + "pile 0,", c
h, s = read("cans")
assert s["facts"] == {"sum": 0, "target": 50, "throws_made": 0, "throws": 3}, s["facts"]
assert h["reach"] == "solution" and h["proved"] and h["move"] == "pile 3, can 1", h
assert len(h["reasons"]) == len(h["why"]) > 3 and h["because"] and any(r["rule"] for r in h["reasons"])
assert all((r["id"] is None) == (not r["rule"]) for r in h["reasons"]), h
h, s = read("moves")
[c] = [c for c in s["cells"] if (c["row"], c["col"]) == (2, 2)]
assert c["value"] == 2 and c["is"] == ["given"], c
assert h["forced"] and any(not r["obvious"] and "attack" in r["words"] and r["cell"] for r in h["reasons"]), h
EOF
}

@test "mistakes are named as they are made" {
    run orders gunport 2x2 <<'END'
touch 1,1
touch 1,2
state
ask
END
    grep -q '"mistakes":\[{"row":1,"col":2,"why":"The gunports in row 1, column 1 and row 1, column 2 are side by side; a domino fits there.","cells":\[\[1,2\],\[1,1\]\]}\]' <<<"$output"
    grep -q '"ask":"unsatisfiable".*"lost":1,' <<<"$output"
    run orders tank 3 <<'END'
touch 1,1 1
touch 1,2 1
touch 2,1 1
touch 1,3 2
state
END
    grep -q 'The tank in row 1, column 1 has the value 1, but 3 attack it.' <<<"$output"
    run orders squarest 10 6 7 <<'END'
touch 1,1
touch 1,2
state
END
    grep -q 'The numbers hit make 13, more than the target 10.' <<<"$output"
}

@test "a forced move is forced by the rules that are told" {
    run orders cans <<<'hint'
    [[ $output = *'"sentence":"Forced: pile 3, can 1.","forced":true'*'"the throws must score 50"'* ]]
    printf '#.#\n..#\n###\n' >board
    run orders gunport -f board <<<$'touch 1,2 2,2\nhint'
    [[ $output = *'"hint":"done"'* ]]
}

@test "a reason of a sum is arithmetic, and that of a gunport domino is next to it, where there is one" {
    run -0 orders squarest 50 3 6 9 12 15 19 30 21 25 27 <<<hint
    [[ $output = *'"forced":true'*'"why":["50 is left. Without '*' is needed"]'* ]]
    run -0 orders archer 100 16 17 23 24 39 40 <<<hint
    [[ $output = *'"forced":true'*'"why":["100 is left. Without '*' is needed"]'* ]]
    run -0 orders archer 33 16 17 <<<hint # 16 + 17, and no other way
    [[ $output = *'"forced":true'*'"why":["33 is left. Without '*'33 lies between. So 1'[67]' is needed"]'* ]]
    run -0 orders archer 34 17 34 <<<hint # 34, or 17 twice
    [[ $output = *'"forced":false'*'"why":["34 is left. It can be made with '*', and also without '* ]]
    run -0 orders archer 34 17 34 --objective shots <<<hint
    [[ $output = *'"forced":true'*'"why":["34 is left for 1 shot. Without 34, '*'takes at least 2 shots. So 34 is needed"]'* ]]
    run -0 orders squarest 2000001 1000000 1000001 5 <<<hint # sums that are too large to compute: the rules
    [[ $output = *'"why":["the numbers make 2000001"]'* ]]
    printf '..\n##\n..\n' >board
    run -0 orders gunport -f board <<<hint
    [[ $output = *'"forced":true'*'"why":["no other domino fits'* ]]
}

@test "what every other move leaves is the next worse value, whatever the formulation counts" {
    printf '%s\n' hint follow hint follow hint >in # the objective of defects goes in steps of 12
    orders gunport 6x6 <in | grep -qF '"because":"Every other move there leaves at most 10 gunports."'
}

@test "of several steps, a hint takes the one with the easiest reason" {
    # Each other dummy of a solution can be spared: 20 = 8 + 12 = 8 + 3 + 9.
    run -0 orders squarest 20 8 3 9 12 7 <<<hint
    [[ $output = *'"forced":true'*'modulo 3'*'So 8 is needed"]'* ]]
}

# bats test_tags=long
@test "hints lead to a solution, or to the proved best" {
    follow gunport 6x6
    follow gunport 4x7
    follow tank 4
    follow fivers 5
    follow squarest 50 3 6 9 12 15 19 30 21 25 27
    follow archer 100 16 17 23 24 39 40 --objective shots
    follow cans
}

@test "a saved game is loaded again; another one's is refused" {
    orders tank 3 <<<$'touch 1,1 2\ntouch 2,2\nmark 3,3\nsave' | sed 's/^{"save"://; s/}$//' >saved
    run orders tank 3 <<<"load $(cat saved)"$'\nstate'
    [[ $output = *'"position":"2 . .\n. 1 .\n. . .\n"'* ]]
    [[ $output = *'"row":3,"col":3,"name":"row 3, column 3, free","mark":true'* ]]
    run orders tank 4 <<<"load $(cat saved)"
    [[ $output = *'{"refused":'*'of tank 3, cap 2, not of tank 4, cap 3'* ]]
}

@test "a saved game may end its lines as others do, and names no cell beyond all boards" {
    orders tank 3 <<<$'touch 1,1 2\nsave' | sed 's/^{"save"://; s/}$//' >saved
    run orders tank 3 <<<"load $(sed 's/\\n/\\r\\n/g' saved)"$'\nstate'
    [[ $output = *'"position":"2 . .'* ]]
    run orders tank 3 <<<"load $(sed 's/touch 1,1/touch 4294967297,1/' saved)"
    [[ $output = *'cell'*'touch 4294967297,1 '* ]]
}

@test "a saved game says which it is: loaded by its name alone, and a file of the puzzle, too" {
    saved() { sed 's/^{"save":"//; s/"}$//; s/\\n/\n/g'; }
    orders tank 3 <<<$'touch 1,1 2\nmark 3,3\nsave' | saved >tank.play
    [ "$(head -n 1 tank.play)" = 'tank 3' ]
    run -0 orders --load-game tank.play <<<state
    [[ $output = *'"problem":"tank 3, cap 2"'*'"position":"2 . .\n. . .\n. . .\n"'* ]]
    run -0 orders tank --load-game tank.play <<<state
    [[ $output = *'"position":"2 . .\n. . .\n. . .\n"'* ]]
    run -1 orders tank 4 --load-game tank.play <<<state
    [[ $output == *"of tank 3, cap 2, not of tank 4, cap 3"* ]]
    "$LOOPHOLE" draw -f tank.play --ascii | cmp - <("$LOOPHOLE" draw tank 3 --ascii)
    printf 'gunport\n..#\n...\n...\n' >board
    orders gunport -f board <<<$'touch 1,1 1,2\nsave' | saved >board.play
    run -0 orders --load-game board.play <<<state
    [[ $output = *'"problem":"gunport 3x3, 1 blocked"'*'"position":"<>#\n...\n...\n"'* ]]
    "$LOOPHOLE" draw -f board.play --ascii | cmp - <("$LOOPHOLE" draw -f board --ascii)
    run -1 orders --load-game board <<<state
    [[ $output == *"no saved game"*"'play'"* ]]
    run -2 orders nosuch --load-game tank.play <<<state
    [[ $output == *"There is no puzzle 'nosuch'"* ]]
}

@test "without an instance the first sample is played" {
    for puzzle in $("$BATS_TEST_DIRNAME/../tools/listed" puzzles example); do
        run -0 orders $puzzle <<<state
        [[ $output = '{"puzzle":"'$puzzle'"'* ]]
    done
}

@test "each order is answered at once, before the next is there" {
    coproc game { timeout 60 "$LOOPHOLE" play gunport 3x3 --script; }
    for i in 1 2; do
        echo "touch 9,9" >&"${game[1]}"
        read -r -t 50 answer <&"${game[0]}"
        [ "$answer" = '{"refused":"The board has 3 rows and 3 columns."}' ]
    done
}

@test "bad orders and puzzles without moves are refused in a sentence" {
    run orders gunport 2x2 <<<$'touch 3,1\ntouch 1\ntouch 1,1 2,2\njump'
    [ "${lines[0]}" = '{"refused":"The board has 2 rows and 2 columns."}' ]
    [[ ${lines[1]} = *"Write 'touch ROW,COLUMN'"* ]]
    [[ "${lines[2]}" == '{"refused":"'*domino*'"}' ]]
    [[ ${lines[3]} = *"There is no order 'jump'"* ]]
    run orders gunport 2x2 <<<$'undo\nredo\nreset\nmark 3,1\nmark\nmark 1,1 2,2\nundo it\nstate now\nbest x\ntouch 1,1 2,1 9 9'
    [ "${#lines[@]}" = 10 ] # each is refused, none in silence
    [ "$(grep -c '^{"refused":"' <<<"$output")" = 10 ]
    [ "${lines[0]}" = '{"refused":"There is nothing to undo."}' ]
    [ "${lines[3]}" = '{"refused":"There is no cell 3,1 on the board."}' ]
    [ "${lines[6]}" = "{\"refused\":\"Unexpected words after 'undo': 'it'.\"}" ]
    run orders gunport 2x2 <<<$'touch 1,1 1,2 \n\nmark 2,2\r\nbest 0\nundo'
    [ -z "$output" ]
    printf 'p cnf 1 1\n1 0\n' >f.cnf
    run orders cnf -f f.cnf
    [ "$status" = 2 ]
    [[ $output = *'no picture'* ]]
    run "$LOOPHOLE" play gunport 3x3 </dev/null
    [ "$status" = 2 ]
    [[ $output = *"'play' needs a terminal"* ]]
}

# bats test_tags=long
@test "hints lead to the end on four made puzzles of each kind" {
    for seed in $(seq "${QUICK:-4}"); do
        for made in "gunport 4x5" "tank 4" "squarest 7" "archer 4" "cans 3" "fivers 4x5 --presses 4"; do
            # shellcheck disable=SC2086
            "$LOOPHOLE" generate $made --seed "$seed" >made
            follow -f made
        done
    done
}

# ---- new puzzles ----------------------------------------------------------------------------------------------

# bats test_tags=long
@test "made puzzles have one solution, as counted; the same seed makes the same" {
    for made in "gunport 5x6" "tank 5" "squarest 9" "archer 5" "cans 3x4"; do
        for seed in 4 5; do
            # shellcheck disable=SC2086
            "$LOOPHOLE" generate $made --seed "$seed" >made
            # shellcheck disable=SC2086
            "$LOOPHOLE" generate $made --seed "$seed" | cmp - made
            "$LOOPHOLE" count -f made | grep ': 1 solution.*and no more, proved'
        done
        # shellcheck disable=SC2086
        ! "$LOOPHOLE" generate $made --seed 6 | cmp -s - made || false
    done
}

# bats test_tags=long
@test "where large targets have several ways, smaller ones are proposed" {
    "$LOOPHOLE" generate archer 6 --seed 47 >made
    "$LOOPHOLE" count -f made | grep ': 1 solution.*and no more, proved'
}

@test "what is made differs in more than its numbers: how many of them are hit, and how many throws there are" {
    for made in squarest archer cans; do
        for seed in 1 2 3 4 5 6 7 8; do
            "$LOOPHOLE" generate "$made" --seed "$seed" >made
            "$LOOPHOLE" solve -f made -q | tr ' ' '\n' | case $made in
            squarest) grep -c . ;;
            archer) awk -Fx '{n += $1} END {print n}' ;;
            cans) grep -c pile ;;
            esac
        done | sort -u >several
        [ "$(wc -l <several)" -ge 2 ]
    done
}

@test "a made stall has a throw for each row, so that every can could be hit" {
    for size in 3x3 4x4 5x5; do
        for seed in 1 2 3; do
            "$LOOPHOLE" generate cans "$size" --seed "$seed" >made
            [ "$("$LOOPHOLE" solve -f made -q | grep -c pile)" -ge "${size%x*}" ]
        done
    done
}

# bats test_tags=long
@test "one of each kind of made puzzles is verified by count, in two ways" {
    cd "$BATS_TEST_DIRNAME/../.."
    run -0 env MOST_TANK=5 bench/generated 1 77
    [[ $output == *"19 puzzles, each with one solution."* ]]
}

@test "a made tank board can spare none of its givens" {
    "$LOOPHOLE" generate tank 5 --seed 11 >made
    head -n 2 made | tail -n 1 | grep -x 'tank 5'
    for line in $(grep -n '[0-9]' made | tail -n +3 | cut -d: -f1); do
        sed "${line}s/[0-9]/./" made >fewer
        [ "$("$LOOPHOLE" count -f fewer -q)" -gt 1 ]
    done
}

@test "a made position takes as many presses as asked for, and no fewer" {
    "$LOOPHOLE" generate fivers 6x5 --presses 9 --seed 1 >made
    run "$LOOPHOLE" solve -f made --json
    [[ $output == *'"objective_value": 9,'* ]]
    run -1 "$LOOPHOLE" generate fivers 5 --presses 16
    [[ $output == *'2000 tries'* ]]
    run -2 "$LOOPHOLE" generate cnf
    [[ $output == *"A file in cnf marks no values"* ]]
    run -1 "$LOOPHOLE" generate tank 7
    [[ $output == *"a side of 4 to 6"* ]]
    run -2 "$LOOPHOLE" generate tank 4 --presses 3
    [[ $output == *"--presses"*"not for tank"* ]]
}

# bats test_tags=long
@test "every hint of a board of level 1 or 2 has a reason" {
    LEVELS=2 "$BATS_TEST_DIRNAME/../tools/levels" 3 $("$LOOPHOLE" list puzzles --json | python3 -c 'import json, sys; print(*[p["name"] for p in json.load(sys.stdin)["puzzles"] if "sizes" in p])')
}

@test "levels: a board has the level that was asked for, or a lower one that is named" {
    for level in 1 2; do
        "$LOOPHOLE" generate tank 5 --level $level --seed 1 --difficulty >made
        grep "^; Level: $level of 5" made
        "$LOOPHOLE" count -f made | grep ': 1 solution.*and no more, proved'
        grep -o '[1-9]' made | wc -l >"givens$level"
    done
    [ "$(<givens1)" -gt "$(<givens2)" ]
    "$LOOPHOLE" generate tank 5 --seed 1 --difficulty | grep "^; Level: at most 5 of 5"
    "$LOOPHOLE" generate fivers 4 --level 2 --seed 1 --difficulty | grep "^; Level: 2 of 5"
    run -2 "$LOOPHOLE" generate gunport 4 --level forced
    [[ $output == *"--level"* ]]
}

@test "each number of dummies and of rings that the page offers is made; more dummies are refused, and what to choose is said" {
    offered() { sed -n "/^  $1: {/,/^  },/s/^    sizes: \[\(.*\)\],/\1/p" "$BATS_TEST_DIRNAME/../../web/puzzles.js" | tr -d "',"; }
    for puzzle in squarest archer; do
        [ -n "$(offered "$puzzle")" ]
        for size in $(offered "$puzzle"); do "$LOOPHOLE" generate "$puzzle" "$size" >made; done
    done
    most=$(offered squarest) most=${most##* }
    run -1 "$LOOPHOLE" generate squarest $((most + 1))
    [[ $output == *" 3 to $most numbers, not $((most + 1))."* ]]
    run -1 "$LOOPHOLE" generate archer 40 --seed 101
    [[ $output == *"choose at most $most numbers, or another --seed." ]]
}

@test "a level that no try reaches is refused" {
    run -1 "$LOOPHOLE" generate gunport 6 --level 1
    [[ $output == *" tries; choose another size or --seed." ]]
    run -1 timeout 1 "$LOOPHOLE" generate fivers 30 --level 1
    [[ $output == *"at most 200 cells." ]]
}

# bats test_tags=long
@test "the puzzle of a day: one solution, level 2 at most on weekdays, 3 on Sunday; the comment makes it again" {
    for day in $(seq 16 29); do # a Monday to a Sunday, twice
        "$LOOPHOLE" generate --day "2026-11-$day" --difficulty >made
        "$LOOPHOLE" count -f made | grep ': 1 solution.*and no more, proved'
        level=$(sed -n 's/; Level: \(at most \)\?\([1-5]\) of 5.*/\2/p' made)
        if [ $((day % 7)) = 1 ]; then [ "$level" = 3 ]; else [ "$level" -le 2 ]; fi
        sed -n 's/^; loophole generate //p' made >words
        read -ra words <words
        "$LOOPHOLE" generate "${words[@]}" | grep -v '^;' >again
        grep -v '^;' made | diff - again
        echo "${words[0]}" >>week
    done
    [ "$(sort -u week | wc -l)" = 7 ]
    "$LOOPHOLE" generate --day 2024-02-28 | sed -n 2p | grep -x 'tank 6' # a Wednesday
    run -2 "$LOOPHOLE" generate --day 2026-02-29
    [[ $output == *"'2026-02-29'"* ]]
    run -2 "$LOOPHOLE" generate tank 5 --day 2026-11-23
}

@test "generators take the puzzle's own options, and the file has them" {
    for made in "tank 4 --cap 2" "tank 5 --symmetry half-turn" "archer 5 --objective shots" "cans 3 --multipliers 2,1"; do
        # shellcheck disable=SC2086
        "$LOOPHOLE" generate $made >made
        read -r puzzle size option value <<<"$made"
        grep "^$puzzle .*$option=$value" made
        "$LOOPHOLE" count -f made | grep ': 1 solution.*and no more, proved'
    done
    run -2 "$LOOPHOLE" generate tank 4 --cap x
    [[ $output == *"--cap"*"'x'"* ]]
}

@test "a header with the side may stand above a tank board, if it says the truth" {
    printf 'tank 3\n. 2 .\n. . .\n. . .\n' >board
    "$LOOPHOLE" draw -f board | grep 2
    sed -i 's/tank 3/tank 4/' board
    run -1 "$LOOPHOLE" draw -f board
    [[ $output == *'board:2: the board has 3 rows, but the size given is 4.' ]]
}

# ---- in a terminal: tmux types and looks -----------------------------------------------------------------------

terminal() { # COLUMNS ROWS WORDS...: a shell that plays, and tells how the terminal is before and after
    command -v tmux >/dev/null || skip "tmux is not installed: the screen is not tested"
    run "$LOOPHOLE" play gunport 2x2 </dev/null
    [[ $output != *libncurses* ]]
    terminals=$((${terminals:-0} + 1)) # a server that ends is still there for a moment
    export SHELL=/bin/sh # not that of the account, which may be fish or nologin
    [ -n "${nothing-}" ] || { mkfifo nothing && exec {nothing}<>nothing; } # to wait without a process
    T="tmux -L loophole-$BATS_TEST_NUMBER-$$-$terminals -f /dev/null"
    $T new-session -d -x "$1" -y "$2" "stty -g >before; '$LOOPHOLE' play ${*:3}; stty -g >after; echo The game has ended; cat"
    shown "help"
}

teardown() {
    [ -z "${T:-}" ] || $T kill-server 2>/dev/null || true
}

keys() { $T send-keys "$@"; }

press() { # the mouse, at these bytes of its protocol
    keys -l $'\e[M '"$1"
    sleep 0.3
}
release() { keys -l $'\e[M#'"$1"; }

shown() { # until the screen shows a text
    local text
    for _ in {1..100}; do
        text=$($T capture-pane -p)
        if [[ $text == *"$1"* ]]; then
            echo "$text" >screen
            return
        fi
        read -r -t 0.1 -u "$nothing" || true
    done
    echo "$text"
    false
}

restored() {
    shown "The game has ended"
    cmp before after
    [ "$($T display -p '#{alternate_on}#{mouse_any_flag}')" = 00 ]
}

@test "terminal: gunport 5x5 played to its 7 by keys, with undo, and left" {
    terminal 80 24 gunport 5x5
    keys Right S-Down Right Right d Down
    shown '21 uncovered'
    keys u
    shown '23 uncovered'
    keys r
    shown '21 uncovered'
    keys b
    shown 'the proved best: 7 gunports'
    keys '!'
    shown 'as good as it gets'
    shown 'Completed to the best'
    keys '!'
    shown 'complete: the best, 7 gunports'
    keys q
    restored
}

@test "terminal: ASCII where the locale is not UTF-8, no colours where NO_COLOR is set" {
    export LC_ALL=C NO_COLOR=1
    terminal 80 24 gunport 5x5
    shown '+---+'
    ! LC_ALL=C grep -q '[^ -~]' screen || false
    keys d Right
    shown '23 uncovered'
    $T capture-pane -p -e >coloured
    ! grep -qE $'\e\\[[0-9;]*(3[0-7]|4[0-7]|9[0-7]|10[0-7])m' coloured || false
    keys q
    restored
    $T kill-server
    unset NO_COLOR
    terminal 80 24 gunport 5x5
    keys d Right
    shown '23 uncovered'
    $T capture-pane -p -e >coloured
    grep -qE $'\e\\[[0-9;]*(3[0-7]|4[0-7]|9[0-7]|10[0-7])m' coloured
    keys q
    restored
}

# bats test_tags=long
@test "terminal: help in a low terminal goes on by keys, its words whole" {
    terminal 40 12 cans
    keys '?'
    shown 'any key: more'
    page=$(<screen)
    for _ in {1..20}; do
        echo "$page" >>pages
        [[ $page != *' any key '* ]] || break
        keys x
        for _ in {1..100}; do # until it shows another page
            next=$($T capture-pane -p)
            [ "$next" = "$page" ] || break
            read -r -t 0.02 -u "$nothing" || true
        done
        page=$next
    done
    for words in 'move the cursor' 'Touch the top can' 'undo, redo' 'stop a'; do grep -F "$words" pages; done
    keys x
    shown '? help'
    keys q
    restored
}

# bats test_tags=long
@test "terminal: a game that was begun is dropped when it was said twice; keys and numbers are whole on a narrow screen" {
    terminal 30 20 archer
    shown '? help  q leave  space touch'
    run ! grep -qF 'd+' screen
    shown '│ 16 │ 17 │ 23 │ 24 │ 39 │'
    keys Space n
    shown 'Press n again to abandon this'
    keys p
    shown 'Press p again to abandon this'
    keys Right n n
    shown '0 of 100 in 0 shots'
    keys n
    shown 'archer 86 16'
    keys q
    restored
}

# bats test_tags=long
@test "terminal: the solver looks at the board of each genre without waiting for a key" {
    load ../tools/genres
    for size in nurikabe/10x10 $(genres | tr ' ' /); do
        terminal 100 40 "${size%/*}" "${size#*/}" --seed 1 # waits ten seconds for it at most
        echo "$size" >>seen
        keys q
        restored
        $T kill-server
    done
    [ "$(wc -l <seen)" -ge 12 ]
}

# bats test_tags=long
@test "terminal: without colours the cans that are hit have a sign" {
    terminal 80 24 cans --color never
    keys Space
    shown '*8 '
    run ! grep -qF '*10' screen
    keys q
    restored
}

# bats test_tags=long
@test "terminal: without an objective there is no figure to tell" {
    terminal 80 24 archer 16 16 17
    keys '!'
    shown ' - it fits'
    ! grep -q 'fits,' screen || false
    shown Completed.
    keys q
    restored
}

@test "terminal: a game leaves no file behind unless it is saved" {
    export HOME=$PWD/home XDG_DATA_HOME=$PWD/data
    mkdir home
    printf 'fivers\nX.X\n...\n.X#\n' >board
    terminal 80 24 -f board
    keys '!'
    shown 'as good as it gets'
    keys q
    restored
    [ -z "$(ls -A home)" ]
    [ ! -e data ]
    [ ! -e fivers.play ]
}

@test "terminal: the mouse lays a domino, and lifts it" {
    terminal 80 24 gunport 3x3
    press '#$'
    release "'$"
    shown '7 uncovered'
    press '#$'
    release '#$'
    shown '9 uncovered'
    keys q
    restored
}

@test "terminal: a hint, followed to the end, and help" {
    terminal 80 30 squarest 50 3 6 9 12 15 19 30 21 25 27
    keys '?'
    shown 'Knock down dummies, each at most once'
    keys x h
    shown 'dummy'
    keys f f f f
    shown '50 of 50 - it fits'
    keys C-c
    restored
}

@test "terminal: the start shows the rules and the goal; a hint comes in stages; the win counts its own moves" {
    terminal 100 40 gunport 3x3
    shown '3 gunports, the best (proved)'
    shown 'until no more fit'
    keys h
    shown 'Look at row'
    run ! grep -qF 'stays in reach' screen
    keys h
    shown '(h: the move)'
    keys h
    shown '(f makes it)'
    keys f f f
    shown 'Proved: nobody can do better.'
    shown '3 moves, 3 hints'
    keys R '!'
    shown 'this game does not count'
    keys q
    restored
}

@test "terminal: the move that lost the best is named" {
    terminal 100 40 gunport 3x3
    keys Right d Down Left d Down Down Down d Right c
    shown 'lost it'
    keys q
    restored
}

# bats test_tags=long
@test "terminal: numbers of two digits, clearing, mistakes" {
    terminal 80 24 tank 3 --cap none
    keys 1 2
    shown '12'
    keys DC
    shown '0 of 9 cells'
    keys 1 Right 1 Down 1
    shown '3 of 9 cells'
    keys q
    restored
}

# bats test_tags=long
@test "terminal: a model shows its rules at the start; 0 clears unless it is a value; a second line means none" {
    cat >own.json <<'JSON'
{"loophole-model": 1, "variables": ["star", "wall", "spare"],
 "integers": [{"name": "a", "lo": 0, "hi": 4}, {"name": "b", "lo": 5, "hi": 8}],
 "constraints": [{"rule": "a star or a wall", "clause": [1, 2, 3]}],
 "picture": ["grid 1 3", "cell 0 0 i1 digit", "cell 0 1 i2 digit", "cell 0 2 x1 symbol *", "cell 0 2 x2 line east"]}
JSON
    terminal 80 24 -f own.json
    shown 'a star or a wall.'
    keys 0
    shown '1 put in'
    shown '  0'
    keys Right 5
    shown '2 put in'
    keys 0
    shown '1 put in'
    keys Right Space Space
    shown '·'
    keys S-Right
    shown '2 put in'
    keys S-Right
    shown '×'
    keys S-Right
    shown '1 put in'
    keys q
    restored
}

# bats test_tags=long
@test "terminal: it fits into 20 columns and 10 rows" {
    terminal 80 24 gunport 10x12
    $T resize-window -x 20 -y 10
    shown '·····'
    keys Down Down Down Down Down Down Down Down Down Down Down Down
    shown '····'
    [ "$(wc -l <screen)" -le 10 ]
    keys q
    restored
}

# bats test_tags=long
@test "terminal: restored after SIGTERM, SIGHUP and a crash" {
    for signal in TERM HUP SEGV ABRT; do
        terminal 80 24 gunport 5x5
        pkill -"$signal" -P "$($T display -p '#{pane_pid}')" -x loophole
        restored
        $T kill-server
    done
}

@test "terminal: a key stops a long search" {
    terminal 80 24 gunport 22x22
    keys b
    shown 'Esc stops it'
    keys Escape
    shown 'Stopped before it was known.'
    keys q
    restored
}

# bats test_tags=long
@test "terminal: Ctrl-C during a search and a hint ends that, then the game; too little memory is said on the screen that stays" {
    terminal 80 24 gunport 22x22
    for key in b h c; do
        keys $key
        shown 'Esc stops it'
        keys C-c
        shown 'Stopped before'
    done
    keys C-c
    restored
    $T kill-server
    nm "$LOOPHOLE" | grep -q __asan && return 0 # addresses without number
    ulimit -v 60000
    terminal 80 24 gunport 200x200 || true # it may be out of memory before it shows anything
    keys b
    restored
    shown 'not enough memory'
}

# bats test_tags=long
@test "scripts: the picture of a position has a place for every cell; rings are round, and no caption moves the board" {
    for puzzle in 'gunport 4x5' 'tank 4' 'fivers 4' 'squarest 50 25 27 1003 12 6 15 9 30 21 19' 'archer 100 16 17 23 24 39 40' 'cans 50 8,10,7 10,7,9 7,9,1008'; do
        # shellcheck disable=SC2086
        printf 'state\nhint\nfollow\nstate\n' | "$LOOPHOLE" play $puzzle --script >states
        python3 - states <<'PYTHON'
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
first, last = rows[0], rows[-1]
assert first["position"] != last["position"]
assert (first["width"], first["height"]) == (last["width"], last["height"]), first["puzzle"]
assert [c["place"] for c in first["cells"]] == [c["place"] for c in last["cells"]]
middles = set()
for cell in first["cells"]:
    x, y, width, height = cell["place"]
    assert 0 <= x and 0 <= y and width > 0 and height > 0, cell
    assert x + width <= first["width"] and y + height <= first["height"], cell
    assert cell.get("round", False) == (first["puzzle"] == "archer")
    middles.add((x + width / 2, y + height / 2, width))
assert len(middles) == len(first["cells"]) > 5
shape = {"squarest": "rotate(", "cans": "<ellipse", "archer": "×", "gunport": 'rx="6"', "tank": "lp-tick", "fivers": "<circle"}
assert shape[first["puzzle"]] in last["svg"], "the drawing of solve --svg"
PYTHON
    done
}

@test "the page offers every puzzle that is played" {
    "$LOOPHOLE" list samples --json | python3 -c '
import json, re, sys
played = {sample.split()[0] for sample in json.load(sys.stdin)["samples"]}
offered = set(re.findall(r"^  (\w+): \{$", open(sys.argv[1]).read(), re.M))
assert played == offered, (played, offered)' "$BATS_TEST_DIRNAME/../../web/puzzles.js"
}

@test "in a model, hints have short reasons: a Hidato; after a mistake, the first wrong move is named" {
    python3 - <<'PYTHON'
import itertools, json, os, subprocess
n = 5
cells = list(itertools.product(range(n), repeat=2))
is_at = {(cell, v): i + 1 for i, (cell, v) in enumerate(itertools.product(cells, range(1, n * n + 1)))}
rules = [{"linear": [], "integers": [cells.index(cell) + 1], "weights": [1], "lo": v, "hi": v, "iff": x} for (cell, v), x in is_at.items()]
rules.append({"rule": "each number once", "alldiff": list(range(1, n * n + 1))})
for (r, c), v in is_at:
    if v < n * n:
        near = [is_at[cell, v + 1] for cell in cells if max(abs(cell[0] - r), abs(cell[1] - c)) == 1]
        rules.append({"rule": f"{v + 1} is next to {v}", "clause": [-is_at[(r, c), v], *near]})
rules.sort(key=lambda rule: int(rule.get("rule", "0").split()[0]) if rule.get("rule", "0")[0].isdigit() else 0)
model = {"loophole-model": 1, "variables": [{"derived": f"x{i + 1}"} for i in range(len(is_at))],
         "integers": [{"name": f"row {r + 1}, column {c + 1}", "lo": 1, "hi": n * n} for r, c in cells], "constraints": rules,
         "picture": [f"grid {n} {n}", *(f"cell {r} {c} i{i + 1} digit" for i, (r, c) in enumerate(cells))],
         "givens": [{"integer": i + 1} for i in range(len(cells))]}
json.dump(model, open("all.json", "w"))
program = os.environ["LOOPHOLE"]
subprocess.run([program, "generate", "-f", "all.json", "--seed", "1"], stdout=open("hidato.json", "w"), check=True)
def answers(orders):
    done = subprocess.run([program, "play", "hidato.json", "--script"], input=orders, capture_output=True, check=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]
hints = [a for a in answers("follow\n" * n * n) if a["hint"] == "satisfiable"]
why = [a["why"] for a in hints]
print(len(hints), [len(w) for w in why])
assert len(hints) >= 12 and sum(not w for w in why) <= 4 and sum(1 <= len(w) <= 6 for w in why) >= 6, why
assert not any("otherwise" in rule for w in why for rule in w), why
touch = hints[0]["touch"]
wrong = touch["value"] % (n * n) + 1
lost = answers(f"touch {touch['row']},{touch['col']} {wrong}\nfollow\nhint\n")[-1]
assert lost["hint"] == "unsatisfiable" and "Move 1 lost it" in lost["sentence"], lost
PYTHON
}

@test "a move in a model costs little after the first question: its formula is kept" {
    python3 - <<'PYTHON'
import itertools, json, os, random, resource, subprocess
random.seed(1)
n = 16
black = [[random.random() < .55 for _ in range(n)] for _ in range(n)]
lines = [[(r, c) for c in range(n)] for r in range(n)] + [[(r, c) for r in range(n)] for c in range(n)]
variables, integers, rules = n * n, [], []
for cells in lines: # a nonogram: each block has a start, and a cell is as black as the number of blocks that cover it
    blocks = []
    for full, group in itertools.groupby(black[r][c] for r, c in cells):
        length = len(list(group))
        if full:
            integers.append({"name": f"i{len(integers)}", "lo": 0, "hi": n - length})
            blocks.append((len(integers), length))
    for (a, length), (b, _) in zip(blocks, blocks[1:]):
        rules.append({"linear": [], "integers": [b, a], "weights": [1, -1], "lo": length + 1})
    for i, (r, c) in enumerate(cells):
        terms = [r * n + c + 1]
        for start, length in blocks:
            for most in (i, i - length):
                variables += 1
                terms.append(variables)
                rules.append({"linear": [], "integers": [start], "weights": [1], "hi": most, "iff": variables})
        rules.append({"linear": terms, "integers": [], "weights": [1] + [-1, 1] * len(blocks), "lo": 0, "hi": 0})
json.dump({"loophole-model": 1, "variables": [f"x{i + 1}" for i in range(variables)], "integers": integers, "constraints": rules,
           "picture": [f"grid {n} {n}"] + [f"cell {r} {c} x{r * n + c + 1} fill" for r in range(n) for c in range(n)]}, open("nonogram.json", "w"))
def cost(touches):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    orders = "state\n" + "".join(f"touch {r + 1},{c + 1}\nstate\n" for r, c in touches)
    subprocess.run([os.environ["LOOPHOLE"], "play", "nonogram.json", "--script"], input=orders, stdout=subprocess.DEVNULL, check=True, text=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
first, then = cost([]), cost([(r, c) for r in range(3) for c in range(n) if black[r][c]][:20])
assert then < 5 * first, (first, then)
PYTHON
}

@test "a figure that no solution can have is out of reach, without a search" {
    run -0 "$LOOPHOLE" play gunport 2x2 --script <<<$'best 100\nask'
    [[ "$output" == *'"ask":"unsatisfiable","sentence":"No: '* ]]
}
