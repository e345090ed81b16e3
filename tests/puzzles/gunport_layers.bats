#!/usr/bin/env bats
# Logs of gunport's frontier search, checked by a program that shares no code with it (bench/layers_check.c).

bats_require_minimum_version 1.5.0

setup_file() { ${CC:-gcc} -O2 -std=c11 -o "$BATS_FILE_TMPDIR/layers_check" "$BATS_TEST_DIRNAME/../../bench/layers_check.c"; }

setup() {
    cd "$BATS_TEST_TMPDIR"
    ln -s "$BATS_FILE_TMPDIR/layers_check" .
}

# The file with a right checksum in its last line: a change is to be found out by what it says. Counts of rows are made to fit, too.
seal() {
    awk '/^row/ { if (head) print head " " n body; head = $1 " " $2; n = 0; body = ""; next }
        /^end/ { print head " " n body; next }
        head { n++; body = body "\n" $0; next }
        { print }' "$1" >sealed
    printf 'end %s\n' "$(gzip -c sealed | tail -c 8 | od -An -tx4 -N4 | tr -d ' ')" >>sealed
    mv sealed "$1"
}

# bats test_tags=long
@test "sweeps leave certificates, also of boards on which Pearce's conjecture fails" {
    for board in "14x16 72" "17x16 88" "11x13 47" "7x7 15" "6x9 18" "2x2 0" "13x16 68"; do
        run -30 "$LOOPHOLE" solve gunport ${board% *} --engine frontier --log log --quiet
        [ "$(tr -cd o <<<"$output" | wc -c)" -eq ${board#* } ]
        run -0 ./layers_check ${board% *} <log
        [[ $output == "checked: "*"${board% *}"*"defects"*"none has more than ${board#* } gunports"* ]]
        ./layers_check ${board% *} trim <log >less 2>/dev/null
        run -0 ./layers_check ${board% *} exact <less
        [[ $output == "checked: "*"none has more than ${board#* } gunports"* ]]
    done
    run -1 ./layers_check 14x17 <log
    [[ "$output" == "refused: "*"another board"*"row 0"* ]]
}

@test "the certificates that are published" {
    command -v xz >/dev/null || skip "xz is not installed"
    for file in "$BATS_TEST_DIRNAME"/../../bench/results/layers/*.xz; do
        board=${file##*/gunport-}
        xz -dc "$file" >list
        run -0 ./layers_check "${board%.layers.xz}" exact <list
        # They say what the table of all boards says.
        [[ $output == *"none has more than $(awk -F'[| ]+' -v b="${board%.layers.xz}" '$2 == b {print $3; exit}' \
            "$BATS_TEST_DIRNAME/../../bench/results/gunport-table.md") gunports; "* ]]
    done
}

# bats test_tags=long
@test "a trimmed certificate is refused after any single change" {
    run -30 "$LOOPHOLE" solve gunport 14x16 --engine frontier --log log --quiet
    ./layers_check 14x16 trim <log >good 2>/dev/null
    cp good same
    seal same
    cmp good same
    run -0 ./layers_check 14x16 exact <same
    lines=$(wc -l <good)
    [ "$lines" -gt 500 ]
    refuses() {
        run -1 ./layers_check 14x16 exact <bad
        [[ $output == "refused: "* ]]
    }
    for ((i = 2; i < lines; i += 37)); do
        row=$(sed -n "${i}p" good)
        [[ $row == row* ]] && continue
        sed "${i}d" good >bad && seal bad && refuses
        sed "${i}s/.*/${row% *} $((${row##* } + 1))/" good >bad && seal bad && refuses
        sed "${i}s/.*/${row% *} $((${row##* } - 1))/" good >bad && seal bad && refuses
        # Two cells of the row are others, where that leaves a row at all.
        sed "${i}s/<>/^^/" good >bad
        cmp -s good bad || { seal bad && refuses; }
    done
    # A byte, without the checksum.
    for at in 20 1000 9000; do
        { head -c $at good; printf '\001'; tail -c +$((at + 2)) good; } >bad
        refuses
    done
    # Another claim, with its checksum: fewer defects leave too much, more of them too little.
    for most in 7 9 20; do
        sed "1s/8$/$most/" good >bad && seal bad && refuses
    done
}

@test "a log is for engines that log" {
    run -1 --separate-stderr "$LOOPHOLE" solve gunport 6x6 --log none
    [[ "$stderr" == *"log"*"steps"*"--engine"* ]]
    [ ! -e none ]
}

# bats test_tags=long
@test "the checker against brute force: it accepts just what is so, on small boards" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    run -0 python3 "$BATS_TEST_DIRNAME/gunport_layers.py" ./layers_check "$LOOPHOLE"
    # One kind of defects too many, or too few, is found out.
    sed 's/level && upright ? 2 : 0/level \&\& upright ? 3 : 0/' "$BATS_TEST_DIRNAME/../../bench/layers_check.c" >more.c
    sed '/n += x == .v. && domino(corner)/d' "$BATS_TEST_DIRNAME/../../bench/layers_check.c" >fewer.c
    for broken in more fewer; do
        ! cmp -s $broken.c "$BATS_TEST_DIRNAME/../../bench/layers_check.c" || false
        ${CC:-gcc} -O2 -std=c11 -o broken $broken.c
        run -1 python3 "$BATS_TEST_DIRNAME/gunport_layers.py" ./broken "$LOOPHOLE"
        [[ $output == *"wrong" ]]
    done
}
