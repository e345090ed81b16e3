#!/usr/bin/env bats
# Runs every case of tests/regress/*.case: commands whose faults were mended. tests/regress/README describes the form of a case.

# agrees EXACT WORDS FILE: has the file all the words, one a line, or, if there are none, exactly this text?
agrees() {
    local found word
    if IFS= read -r -d '' found <"$3"; then echo "a zero byte in $3" && return 1; fi
    if [ -z "$2" ]; then
        [ "$found" = "$1" ] || { diff <(printf '%s' "$1") "$3"; return 1; }
    else
        while IFS= read -r word; do
            [[ $found == *"$word"* ]] || { printf "no '%s' in:\n%s" "$word" "$found"; return 1; }
        done <<<"${2%$'\n'}"
    fi
}

# Replays the case $1 in a folder of its own; false, with words, if it does not end as told.
replay() (
    folder=$BATS_TEST_TMPDIR/case.$BASHPID
    mkdir "$folder"
    cd "$folder"
    exit='' command='' given='' out='' out_words='' err='' err_words=''
    while IFS= read -r line; do
        case $line in
        '= '*' '*) line=${line#= } && printf '%s\n' "${line#* }" >>"${line%% *}" ;;
        '= '*) echo >>"${line#= }" ;;
        '<'*) line=${line#<} given+=${line# }$'\n' ;;
        '$ '*) command+=${line#'$ '}$'\n' ;;
        'exit '*) exit=$line ;;
        '>* '*) out_words+=${line#'>* '}$'\n' ;;
        '!* '*) err_words+=${line#'!* '}$'\n' ;;
        '>'*) line=${line#>} out+=${line# }$'\n' ;;
        '!'*) line=${line#!} err+=${line# }$'\n' ;;
        esac
    done <"$1"
    printf '%s' "$given" >"$folder.in"
    loophole() { "$LOOPHOLE" "$@"; }
    status=0
    eval "$command" <"$folder.in" >"$folder.out" 2>"$folder.err" || status=$?
    [ "exit $status" = "$exit" ] || { echo "exit $status"; cat "$folder.err"; return 1; }
    agrees "$out" "$out_words" "$folder.out" && agrees "$err" "$err_words" "$folder.err"
)

@test "no failure comes back" {
    failed="" cases=0
    for file in "$BATS_TEST_DIRNAME"/../regress/*.case; do
        if [ -n "${WEB:-}" ] && grep -qE '/dev/full|\.bz2' "$file"; then continue; fi # WebAssembly has no such device, and starts no program
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
