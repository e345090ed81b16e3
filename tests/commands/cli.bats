#!/usr/bin/env bats
# The command line as a user types it: exit statuses and streams. tests/commands/messages.list has the bad input.

load ../tools/examples

setup() {
    cd "$BATS_TEST_TMPDIR"
    bats_require_minimum_version 1.5.0
}

# Every puzzle with the instance that its help gives, a line each: "gunport 7x7".
examples() {
    example_files
    for puzzle in ${PUZZLE:-$("$BATS_TEST_DIRNAME/../tools/listed" puzzles)}; do
        "$LOOPHOLE" help "$puzzle" | sed -n 's/^Example: *loophole solve //p'
    done
}

@test "solve: an optimum is proved, verified, and exits with 30" {
    run -30 "$LOOPHOLE" solve gunport 5x5
    [[ "$output" == *"gunport 5x5: 7 gunports, proved optimal."* ]]
}

@test "engine frontier: it proves what SAT proves" {
    run -30 "$LOOPHOLE" solve gunport 14x16 --engine frontier
    [[ "$output" == *"gunport 14x16: 72 gunports, proved optimal."* ]]
    [[ "$output" == *"engine frontier, no solver call"* ]]
}

@test "solve --quiet prints the solution, and verify accepts it" {
    run -30 --separate-stderr "$LOOPHOLE" solve gunport 4x6 --quiet
    [ -z "$stderr" ]
    [ "$(echo "$output" | wc -l)" -eq 4 ]
    echo "$output" | "$LOOPHOLE" verify gunport 4x6
    run -1 "$LOOPHOLE" verify gunport 6x4 <<<"$output"
}

@test "solve without a solution exits with 20" {
    run -20 "$LOOPHOLE" solve tank 3
    [[ "$output" == *"no solution exists, proved."* ]]
}

@test "solve without an objective exits with 10; --unique says whether there is another best solution" {
    run -10 "$LOOPHOLE" solve tank 4
    [[ "$output" == *"tank 4"*solved* ]]
    for board in 3x5 2x2; do
        run -4 "$LOOPHOLE" solve gunport $board --unique
        [[ "$output" == *"is not unique"* ]]
    done
    run -10 "$LOOPHOLE" solve tank 4 --unique
    [[ "$output" == *"is unique"* ]]
    run -20 "$LOOPHOLE" solve tank 3 --unique
    run -0 "$LOOPHOLE" solve tank 30 --time-limit 0.1
    run -5 "$LOOPHOLE" solve tank 30 --time-limit 0.1 --unique
}

@test "the status of count says whether all were counted; a part never looks like the whole" {
    local board="gunport 4x4" # 100 optimal boards
    run -0 "$LOOPHOLE" count $board --quiet
    [ "$output" = 100 ]
    run -0 "$LOOPHOLE" count $board --quiet --limit 100
    [ "$output" = 100 ]
    for engine in sat frontier; do
        run -4 "$LOOPHOLE" count $board --quiet --limit 99 --engine $engine
        [ "$output" = '>=99' ]
    done
    "$LOOPHOLE" count $board --quiet --limit 7 --print-solutions >out || [ $? -eq 4 ]
    [[ $(tail -n 1 out) = '>=7' && $(grep -c '^$' out) -eq 7 ]]
    run -4 --separate-stderr "$LOOPHOLE" count $board --json --limit 7 --print-solutions
    python3 -c 'import json, sys
a = json.loads(sys.argv[1])
assert (a["solution_count"], len(a["solution_list"]), a["complete"], a["more"]) == (7, 7, False, True)' "$output"
    run -0 --separate-stderr "$LOOPHOLE" count tank 4 --json --limit 1
    [[ $output == *'"complete": true'*'"more": false'* ]]
    run -5 --separate-stderr "$LOOPHOLE" count gunport 9x9 --all-costs --json --time-limit 0.3
    [[ $output == *'"complete": false'*'"more": null'* ]]
    run -5 --separate-stderr "$LOOPHOLE" count gunport 9x9 --all-costs --quiet --time-limit 0.3
    [[ $output =~ ^'>='[0-9]+$ ]]
}

@test "solve --json is one object with the documented fields" {
    run -4 --separate-stderr "$LOOPHOLE" solve gunport 5x5 --json --unique
    for field in puzzle instance formulation status objective_value lower_bound upper_bound solution verified solver encoders \
        engine search variables clauses literals encode_seconds solve_seconds solver_calls peak_rss_kb unique; do
        [[ "$output" == *"\"$field\":"* ]] || { echo "no $field"; false; }
    done
    [[ "$output" == *'"status": "optimal"'* ]]
    [[ "$output" == *'"objective_value": 7'* ]]
    [[ "$output" == *'"verified": true'* ]]
}

@test "a time limit ends with the best answer and both bounds, status 0" {
    for limit in 0.3 3 30; do # until it suffices for a first solution
        run -0 "$LOOPHOLE" solve gunport 20x20 --formulation monomino --time-limit $limit
        [[ "$output" == *"no solution yet"* ]] || break
    done
    [[ "$output" == *"stopped by the time limit; "*" <= gunports <= "*.* ]]
}

@test "help searches has what --engine and --search take" {
    [ "$("$LOOPHOLE" help searches | awk '/^  [a-z]/ { print $1 }' | head -n 5 | paste -sd' ')" = "sat kernel frontier tables down" ]
}

# bats test_tags=long
@test "a search of another engine is refused, and one of its own is chosen" {
    run -30 "$LOOPHOLE" solve fivers -f <(printf 'fivers 3\n') --engine kernel
    run -30 "$LOOPHOLE" solve gunport 3x3 --engine sat --search down
    for choice in "--engine frontier --search down" "--engine sat --search enumerate" "--engine kernel --search up"; do
        # shellcheck disable=SC2086 # several words
        for command in solve "encode --bound optimum -o never" count "certify -o never"; do
            run -2 "$LOOPHOLE" $command gunport 3x3 $choice
            [[ "$output" == *"belongs to the engine"*"--search"* ]]
        done
        printf 'instances gunport 3x3\ncompetitor %s\n' "$choice" >suite
        run -2 "$LOOPHOLE" bench suite -o never
        [[ "$output" == *"suite:2: "*"belongs to the engine"* ]]
    done
    [ ! -e never ]
    run -2 "$LOOPHOLE" solve gunport 3x3 --search frontier
    run -2 "$LOOPHOLE" solve gunport 3x3 --engine down
}

# bats test_tags=long
@test "a command refuses shared options that have no effect on it, and neither offers nor completes them" {
    # what each command on a problem refuses; all other shared options have an effect
    cat >refused <<'END'
solve
count
explain engine search break-symmetry
play svg png caption legend quiet verbose
encode
decode parity solver solver-config engine search verbose
verify
draw
certify
agree formulation engine search
cubes parity solver solver-config engine search verbose
conquer formulation amo card pb xor parity engine search amo-groups break-symmetry int alldiff connectivity
END
    names="formulation amo card pb xor int alldiff connectivity parity solver solver-config engine search variable-order amo-groups
        break-symmetry seed verbose time-limit cpu-limit memory-limit svg png caption legend quiet ascii color"
    declare -A fitting=([formulation]=monomino [amo]=pairwise [card]=totalizer [pb]=bdd [xor]=direct [int]=order [alldiff]=auto
        [connectivity]=tree [parity]=none [solver]=picosat [solver-config]=default [engine]=sat [search]=down [variable-order]=model
        [amo-groups]=yes [break-symmetry]=no [seed]=1 [verbose]= [time-limit]=9 [cpu-limit]=9 [memory-limit]=900 [svg]=x.svg [png]=x.png [caption]=x
        [legend]= [quiet]= [ascii]= [color]=never)
    tested=0
    while read -r command refused; do
        shared=" $("$LOOPHOLE" help "$command" | sed -n '/^Shared options/,$p' | tr -s ',.[:space:]' ' ') "
        case $command in
        conquer) instance= ;;
        encode) instance="gunport 3x3 --bound optimum" ;;
        *) instance="gunport 3x3" ;;
        esac
        # shellcheck disable=SC2086 # several words
        offered=$'\n'$("$LOOPHOLE" help --complete -- $command $instance --)$'\n'
        together=()
        for name in $names; do
            # a shared option is refused, offered in the help, or of other commands only
            if [[ " $refused " == *" $name "* ]]; then
                [[ $shared != *" --$name "* ]] || { echo "help $command offers --$name"; false; }
                [[ $offered != *$'\n'"--$name"$'\t'* ]] || { echo "--$name of $command is completed"; false; }
            elif [[ $offered == *$'\n'"--$name"$'\t'* && ! $name =~ ^(int|alldiff|connectivity)$ ]]; then
                together+=("--$name" ${fitting[$name]})
                continue
            fi
            # shellcheck disable=SC2086
            status=0 output=$("$LOOPHOLE" $command $instance --$name ${fitting[$name]} 2>&1 </dev/null) || status=$?
            if [[ " $refused " == *" $name "* ]]; then
                [[ $status = 2 && $output == *"The option --$name has no effect on $command; leave it out." ]] || { echo "$command --$name: $output"; false; }
                tested=$((tested + 1))
            else
                [[ $status = 2 && $output =~ ": There is no option '--$name' here"|": The option --$name acts on models" ]] ||
                    { echo "$command --$name: $output"; false; }
            fi
        done
        # shellcheck disable=SC2086
        run "$LOOPHOLE" $command $instance "${together[@]}" </dev/null
        [[ $output != *" option --"* ]] || { echo "$command ${together[*]}: $output"; false; }
    done <refused
    [ "$tested" -ge 30 ]
    rm -f gunport.play
}

@test "options that need another option are refused without it" {
    no_effect() { # OPTION CONDITION COMMAND...
        local name=$1 condition=$2
        shift 2
        run -2 --separate-stderr "$LOOPHOLE" "$@"
        [[ "$stderr" == "loophole: The option --$name has no effect on $1 $condition; leave it out." ]] || { echo "$*: $stderr"; false; }
    }
    for name in solver solver-config engine search; do
        no_effect $name "without --bound optimum" encode gunport 3x3 --$name sat
        no_effect $name "without --bound optimum" encode gunport 3x3 --bound 3 --$name sat
    done
    run -0 "$LOOPHOLE" encode gunport 3x3 --bound optimum --search down -o x.cnf
    for name in section number choices seed memory-limit external; do no_effect $name "without --run" bench smoke -o rows --$name 1; done
    for name in resume print-jobs "jobs=2"; do no_effect "${name%=*}" "with --run" bench smoke --run "gunport 3x3" "--$name"; done
    no_effect tolerance "without --compare" report rows --tolerance 3
    no_effect baseline "with --compare" report rows --compare rows --baseline card
    no_effect format "with --from" decode --from x.cnf -F opb
    no_effect bound "with --from" decode --from x.cnf --bound 3
    "$LOOPHOLE" cubes gunport 4x4 --parts 2 -o parts
    no_effect print-jobs "with --json" conquer parts --print-jobs --json
    no_effect cube "with --json" conquer parts --cube 1 --json
    [ ! -e rows ]
}

@test "a file that records an option of solving is read as before" {
    "$LOOPHOLE" encode gunport 3x3 --bound optimum -o x.cnf
    sed '0,/^c option: /s//c option: search=core\nc option: solver=picosat\nc option: engine=sat\n&/' x.cnf >old.cnf
    [ "$(grep -c '^c option: ' old.cnf)" -ge 4 ]
    cadical -q old.cnf >answer || true
    run -0 "$LOOPHOLE" decode --from old.cnf --answer answer
}

@test "a file is complete by itself: its first line names the puzzle and its options" {
    printf '; a board with a hole in it\ngunport --dominance no\n....\n.##.\n....\n' >board.txt
    run -30 "$LOOPHOLE" solve -f board.txt --formulation matching
    [[ "$output" == *"proved optimal"* ]]
    [[ "$output" == *"matching, "* ]]
    run -30 "$LOOPHOLE" solve gunport -f - <board.txt
}

@test "pictures: ASCII, SVG, and nothing half written" {
    run -30 "$LOOPHOLE" solve gunport 3x3 --ascii --svg board.svg
    [[ "$output" == *"+---"* ]]
    grep -q '</svg>' board.svg
    [ "$(ls)" = board.svg ]
    run -3 "$LOOPHOLE" solve gunport 3x3 --svg /nosuch/board.svg
    run -3 "$LOOPHOLE" solve gunport 3x3 --svg /dev/full
}

@test "JSON is what --json prints" {
    printf '<>o\no<>\n<>o\n' >answer.txt
    [ "$("$LOOPHOLE" verify gunport 3x3 --answer answer.txt --json | tr -d ' \n')" = \
        '{"loophole":"'"$(cat "$BATS_TEST_DIRNAME/../../VERSION")"'","schema":2,"puzzle":"gunport","instance":"3x3","objective_value":3,"verified":true}' ]
}

@test "help offers --json where it is answered, and nowhere else" {
    said=" $("$LOOPHOLE" help json | grep '^  ' | xargs) "
    for command in $("$LOOPHOLE" list commands | awk '{ print $1 }'); do
        offered=no
        "$LOOPHOLE" help $command | grep -qE -- '(^| )--json' && offered=yes
        [[ "$said" == *" $command "* ]] && told=yes || told=no
        echo "$command: $offered, $told"
        [ $offered = $told ]
    done
    [[ "$said" == *" solve "* && "$said" != *" draw "* ]]
}

@test "explain draws the instance where a file is asked for, play draws none" {
    run -0 "$LOOPHOLE" explain squarest 5 2 4 --svg board.svg
    grep -q '</svg>' board.svg
    [[ "$output" == "squarest 5 2 4: no solution, proved"* ]]
    run -0 "$LOOPHOLE" explain squarest 5 2 4
    [[ "$output" != *"┌"* ]]
    run -2 "$LOOPHOLE" play gunport 3x3 --script --svg game.svg
    [ ! -e game.svg ]
    "$LOOPHOLE" explain squarest 5 2 4 --json --svg too.svg | python3 -c "import json, sys; json.load(sys.stdin)"
    cmp board.svg too.svg
}

@test "count draws no picture, and offers none" {
    run -2 "$LOOPHOLE" count gunport 3x3 --svg board.svg
    [ ! -e board.svg ]
    [ "$("$LOOPHOLE" count gunport 3x3 -q)" = 4 ]
    run ! grep -qe --legend <("$LOOPHOLE" help count)
}

@test "--json and --svg FILE go together" {
    "$LOOPHOLE" solve gunport 3x3 --json --svg board.svg | python3 -c "import json, sys; json.load(sys.stdin)"
}

@test "help and list know every command, puzzle and encoding" {
    mkdir pages
    for word in $({ "$LOOPHOLE" list puzzles && "$LOOPHOLE" list encodings && "$LOOPHOLE" list commands; } | awk '{ print $1 }'); do
        "$LOOPHOLE" help "$word" >"pages/$word" || { echo "no help on $word"; false; }
    done
    [ "$(ls pages | wc -l)" -gt 60 ]
    run ! grep -E '.{81}' pages/* # too wide
    [ "$("$LOOPHOLE" help exit | sed -n 3p)" = "solve and conquer end with:" ]
    run -0 "$LOOPHOLE" count tank 4
    run -0 "$LOOPHOLE" explain squarest 5 2 4
    [ "$("$LOOPHOLE" help --manual loophole | grep -ci '^.SH "*exit status')" = 1 ]
}

@test "help shows the puzzles and the commands in 80 columns; list alone prints everything" {
    "$LOOPHOLE" help >page
    ! grep -E '.{81}' page || false
    page=$'\n'$(<page)
    for word in $({ "$LOOPHOLE" list puzzles && "$LOOPHOLE" list commands; } | awk '{ print $1 }'); do
        [[ $page =~ $'\n'"  $word "\ *[A-Za-z] ]] || { echo "no line on $word"; false; }
    done
    run -0 "$LOOPHOLE" list
    for name in puzzles encodings engines searches solvers formats suites commands; do grep -qx "$name:" <<<"$output"; done
    grep -q '^card_totalizer ' <<<"$output"
    run -0 "$LOOPHOLE" list encodings
    grep -q '^card_totalizer .*two-sided *incremental' <<<"$output"
    run -2 "$LOOPHOLE" list nothing
}

@test "the help of each command begins with a paragraph and one to three examples, and explains no shared option twice" {
    "$LOOPHOLE" help options | sed -nE 's/^  (-., )?(--[a-z-]+)( .*)?$/\2/p' | sort -u >options
    [ "$(wc -l <options)" -gt 20 ]
    for command in $("$LOOPHOLE" list commands | awk '{ print $1 }'); do
        "$LOOPHOLE" help "$command" >page
        "$LOOPHOLE" help --manual "loophole-$command" >manual
        awk -v command="$command" '
            function wrong(what) { print command ": " what; bad = 1 }
            FILENAME == "options" { known[$1]; next }
            FILENAME == "page" && FNR == 1 && index($0, "loophole " command) != 1 || FNR == 2 && $0 && FILENAME == "page" { wrong("no title") }
            FILENAME == "page" && FNR == 3 && (length($0) < 41 || !/^[A-Z]/) { wrong("no paragraph") }
            FILENAME == "page" && /^Examples$/ { on = 1 }
            on && /^$/ { on = 0 }
            on && /^  [a-z]/ { examples++ }
            FILENAME == "page" && /^  (-., )?--[a-z-]+ [a-z]+\|[a-z]+\|/ { wrong("values in the first column") }
            FILENAME == "page" && /^Shared options/ { shared = 1 }
            FILENAME == "page" && shared {
                for (rest = $0; match(rest, /--[a-z-]+/); rest = substr(rest, RSTART + RLENGTH))
                    if (!(substr(rest, RSTART, RLENGTH) in known)) wrong(substr(rest, RSTART, RLENGTH) " is not in help options")
            }
            FILENAME == "manual" && $0 == ".SH EXAMPLES" { manual++ }
            FILENAME == "manual" && described && FNR == described + 1 && length($0) >= 41 && /^[A-Z]/ { manual++ }
            FILENAME == "manual" && /^.SH DESCRIPTION/ { described = FNR }
            END {
                if (examples < 1 || examples > 3) wrong(examples + 0 " examples")
                if (manual != 2) wrong("the manual has no examples or no description")
                exit bad
            }' options page manual
    done
    "$LOOPHOLE" help solve | grep -q '^  -j, --jobs N  '
}

# bats test_tags=long
@test "every example of the help runs" {
    command -v cadical >/dev/null || skip "cadical is not installed"
    load ../tools/examples
    help_examples_begin
    help_examples >lines
    while IFS= read -r line; do
        run help_example "$line"
        [[ $status = 0 || $status = [123]0 ]] || { echo "$line: $status $output"; false; }
    done <lines
    [ "$(wc -l <lines)" -ge 50 ]
}

@test "every command is called by a test" {
    for command in $("$LOOPHOLE" list commands | awk '{ print $1 }'); do
        grep -qE "(\"\\\$LOOPHOLE\"|\\bloophole) $command\\b" "$BATS_TEST_DIRNAME"/../*/*.bats || { echo "no test of $command"; false; }
    done
}

@test "help explains what an option may be, and takes several words" {
    diff <("$LOOPHOLE" help sat) <("$LOOPHOLE" help searches)
    diff <("$LOOPHOLE" help amo) <("$LOOPHOLE" help encodings)
    diff <("$LOOPHOLE" help cadical) <("$LOOPHOLE" help solvers)
    diff <("$LOOPHOLE" help monomino) <("$LOOPHOLE" help formulations)
    diff <("$LOOPHOLE" help list puzzles) <("$LOOPHOLE" help list)
    diff <("$LOOPHOLE" help solve gunport) <("$LOOPHOLE" help solve; echo; "$LOOPHOLE" help gunport)
    [[ "$("$LOOPHOLE" help columns)" == "pb_columns: "* ]] # a formulation, too
}

# bats test_tags=long
@test "all searches agree, on every puzzle with an objective" {
    examples >list
    while read -r instance; do
        run "$LOOPHOLE" solve $instance --json
        [[ "$output" == *'"objective_value": null'* ]] || echo "$instance"
    done <list >instances
    for extra in "gunport 5x6 --formulation monomino" "gunport 6x7 --formulation matching" "fivers 6 --parity none" "archer 300 16 17 23 24 39 40 --objective shots"; do
        [[ -n ${PUZZLE-} && $extra != "$PUZZLE "* ]] || echo "$extra" >>instances
    done
    [ -n "${PUZZLE-}" ] || grep -q '^gunport 7x7' instances # an example
    while read -r instance; do
        best=""
        for search in down down-assume up bisect core; do
            run -30 "$LOOPHOLE" solve $instance --search $search --json
            [[ $output =~ \"objective_value\":\ (-?[0-9]+), ]] && found=${BASH_REMATCH[1]} || found=
            echo "$instance --search $search: $found"
            [ -n "$found" ]
            [ -z "$best" ] || [ "$found" = "$best" ]
            best=$found
        done
        run -30 "$LOOPHOLE" solve $instance --jobs 2 --json
        [[ "$output" == *"\"objective_value\": $best,"* ]]
    done <instances
}

@test "orders change the search, not the answer" {
    for order in model grouped reversed random; do
        run -30 "$LOOPHOLE" solve gunport 6x6 --formulation monomino --variable-order $order --seed 3
        [[ "$output" == *"12 gunports, proved optimal"* ]]
    done
}

@test "output that cannot be written is the machine's fault, said in one sentence" {
    for words in "solve gunport 3x3" "solve gunport 3x3 --json" "list encodings" "help" "count gunport 3x3 --print-solutions" \
        "explain squarest 50 3" "encode gunport 3x3 -F cnf"; do
        # shellcheck disable=SC2086
        run -3 bash -c '"$LOOPHOLE" '"$words"' 2>&1 >/dev/full'
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == "loophole: "*" cannot be written"*[.?] ]]
    done
    run -3 bash -c '"$LOOPHOLE" solve gunport 3x3 2>&1 >&-'
}

# bats test_tags=long
@test "every command whose reader has gone ends by SIGPIPE, without a message" {
    printf 'section s\ninstance gunport 3x3\n' >suite
    "$LOOPHOLE" bench suite -o rows
    "$LOOPHOLE" solve gunport 3x3 -q >right || true
    "$LOOPHOLE" cubes gunport 3x3 -o run
    "$LOOPHOLE" certify gunport 3x3 -o proved
    for words in "help" "help solve" "list encodings" "list --json" "--version" "solve gunport 3x3" "solve gunport 3x3 --json" \
        "solve gunport 3x3 -q" "solve gunport 3x3 -q --svg -" "count gunport 3x3 --print-solutions" "count gunport 3x3 --json" \
        "explain squarest 50 3" "explain squarest 50 3 --json" "encode gunport 3x3 -F cnf" "encode gunport 3x3 -F opb -o -" \
        "verify gunport 3x3 --answer right" "draw gunport 3x3" "generate tank 4" "agree gunport 3x3" \
        "audit amo_ladder" "report rows" "bench suite -o more --print-jobs" "conquer run" "check proved"; do
        { sleep 0.1; "$LOOPHOLE" $words 2>said && echo 0 >status || echo $? >status; } | true # which has ended by then
        echo "$words: $(cat status) $(cat said)"
        [ "$(cat status)" = 141 ] && [ ! -s said ]
    done
}

# bats test_tags=long
@test "an interrupt is an answer" {
    "$LOOPHOLE" solve archer 976543219 36013 49930 61687 81375 91111 104729 130003 --objective shots --search down >said 3>&- &
    until [ "$(cut -d' ' -f14 /proc/$!/stat)" -ge 50 ]; do sleep 0.1; done # ticks of CPU: it searches, however slow the machine
    kill -INT $!
    wait $!
    grep stopped said
}

@test "a solver that fails leaves one sentence, and no verdict" {
    run -3 --separate-stderr "$LOOPHOLE" solve tank 4 --solver process:false
    [ -z "$output" ]
    [[ "$stderr" == "loophole: "*"'false'"*"status 1"*. ]]
}

@test "a file is data: it chooses neither solver nor output, whatever its first line says" {
    for chosen in '--solver process:touch${IFS}x' '--solver ipasir:./libx.so' '--svg x' '--formulation monomino' '--search up' '--file x' '--time-limit 1'; do
        printf 'gunport 3x3 %s\n' "$chosen" >board.txt
        run --separate-stderr "$LOOPHOLE" solve -f board.txt
        echo "$chosen: $status '$stderr'"
        [ "$status" -eq 1 ]
        [[ "$stderr" == *"board.txt:1:"*"own options only"* ]]
        [ ! -e x ]
    done
    printf 'gunport 3x3 -o x\n' >board.txt
    run -1 "$LOOPHOLE" encode -f board.txt
    [ ! -e x ]
    printf 'tank --cap none 2\n' >board.txt
    run -0 "$LOOPHOLE" count -f board.txt --limit 1 --quiet
}

@test "what a file says never reaches the terminal raw" {
    printf 'gunport \033[31m3x3\n' >board.txt
    run --separate-stderr "$LOOPHOLE" solve -f board.txt
    [ "$status" -eq 1 ] && [[ "$stderr" == *"'?[31m3x3'"* ]]
    { printf 'gunport '; head -c 20000000 /dev/zero | tr '\0' 7; } >board.txt
    "$LOOPHOLE" solve -f board.txt 2>said && false
    [ "$(wc -c <said)" -lt 1000 ]
    printf '\033]0;x\007 1 0\n' >answer
    "$LOOPHOLE" decode gunport 2x2 --answer answer 2>said && false
    [ -z "$(tr -d '\n -~' <said)" ]
    # C1 controls, as one byte and as UTF-8; letters of people pass
    printf 'gunport \2333x3\302\233\303\244\n' >board.txt
    run -1 --separate-stderr "$LOOPHOLE" solve -f board.txt
    [[ "$stderr" == *"'?3x3??ä'"* ]]
}

@test "instances, answers and suites have a cap that says its name" {
    for command in "solve gunport -f" "decode gunport 2x2 --answer" "verify gunport 2x2 --answer" "decode --from"; do
        run --separate-stderr timeout 10 "$LOOPHOLE" $command /dev/zero
        echo "$command: $status $stderr"
        [ "$status" -eq 1 ] || [ "$status" -eq 3 ]
        [[ "$stderr" == *"/dev/zero"*"zero byte"* ]]
    done
    head -c 70000000 /dev/zero | tr '\0' . >long
    run -1 "$LOOPHOLE" solve gunport -f long
    [[ "$output" == *"64 MB"* ]]
    run -1 "$LOOPHOLE" bench long -o out
    [[ "$output" == *"16 megabytes"* ]]
}

@test "a formula's file needs no -f, and help knows encodings and what can be made" {
    printf 'min: +1 x1 +1 x2 ;\n+1 x1 +1 x2 >= 1 ;\n' >my.opb
    run -30 "$LOOPHOLE" solve my.opb -q
    [ "$output" = "v x1 -x2" ]
    run -30 "$LOOPHOLE" solve opb my.opb -q
    [ "$output" = "v x1 -x2" ]
    run -0 "$LOOPHOLE" help encodings
    [[ $output == *"  card  "*" totalizer"* ]]
    run -2 "$LOOPHOLE" generate nothing
    [[ "$output" == *"tank squarest"*"fivers"* ]]
}

# bats test_tags=long
@test "count: Ctrl-C is not called a limit" {
    run timeout --preserve-status -s INT 1 "$LOOPHOLE" count tank 7 --engine sat
    [[ "$output" == *"; stopped"* && "$output" != *"by a limit"* ]]
}

@test "an unknown option that other commands have names these commands" {
    run -2 "$LOOPHOLE" count gunport 3x3 --unique
    [[ "$output" == *"It is an option of solve."* ]]
    run -2 "$LOOPHOLE" check -f x
    [[ "$output" == *"It is an option of solve, count, explain and "*" more." ]]
    run -2 "$LOOPHOLE" count gunport 3x3 --frobnicate
    [[ "$output" != *"is an option of"* ]]
}
