#!/usr/bin/env bats
# Every failure that was ever found, replayed: tests/regress/*.case; their form is told in tests/regress/README.

# stream FILE MARK REAL: does what was printed agree with the case's lines?
agrees() {
    local word
    if grep -q "^$2\* " "$1"; then
        while IFS= read -r word; do
            grep -qF -- "$word" "$3" || { echo "no '$word' in:"; cat "$3"; return 1; }
        done < <(sed -n "s/^$2\* //p" "$1")
    else
        diff <(sed -n "s/^$2 \{0,1\}//p" "$1") "$3"
    fi
}

# Replays the case $1 in a folder of its own; false, with words, if it does not end as told.
replay() (
    folder=$(mktemp -d "$BATS_TEST_TMPDIR/case.XXXXXX")
    cd "$folder"
    sed -n 's/^= //p' "$1" | while IFS= read -r line; do
        name=${line%% *}
        case $line in *" "*) echo "${line#* }" ;; *) echo ;; esac >>"$name"
    done
    sed -n 's/^< \{0,1\}//p' "$1" >"$folder.in"
    loophole() { "$LOOPHOLE" "$@"; }
    status=0
    eval "$(sed -n 's/^\$ //p' "$1")" <"$folder.in" >"$folder.out" 2>"$folder.err" || status=$?
    [ "exit $status" = "$(grep '^exit ' "$1")" ] || { echo "exit $status"; cat "$folder.err"; return 1; }
    agrees "$1" '>' "$folder.out" && agrees "$1" '!' "$folder.err"
)

@test "no failure comes back" {
    failed="" cases=0
    for file in "$BATS_TEST_DIRNAME"/regress/*.case; do
        if [ -n "${WEB:-}" ] && grep -q /dev/full "$file"; then continue; fi # WebAssembly has no such device
        cases=$((cases + 1))
        replay "$file" >"$BATS_TEST_TMPDIR/said" 2>&1 || { failed="$failed $(basename "$file")"; cat "$file" "$BATS_TEST_TMPDIR/said"; }
    done
    echo "failed:$failed"
    [ -z "$failed" ] && [ "$cases" -gt 0 ]
}

@test "a case that does not end as told is seen" {
    cd "$BATS_TEST_TMPDIR"
    printf '$ loophole solve tank 3 --quiet\nexit 20\n' >good
    replay "$PWD/good"
    for wrong in 'exit 10' '> 1 2 3' '! words' '>* words'; do
        { echo '$ loophole solve tank 3 --quiet'; case $wrong in exit*) ;; *) echo "exit 20" ;; esac; echo "$wrong"; } >bad
        ! replay "$PWD/bad" || false
    done
}
