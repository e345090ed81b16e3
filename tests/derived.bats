#!/usr/bin/env bats
# What a sweep of gunport excludes, derived in extended resolution: certify --search profiles.

setup() {
    bats_require_minimum_version 1.5.0
    cd "$BATS_TEST_TMPDIR"
}

@test "a sweep's refutation is a bundle as any other, which check and drat-trim accept" {
    for words in "13x13 55" "13x7 29" "7x13 29 --proof lrat" "10x10 32 --twice" "7x7 15 --amo ladder" "7x7 15 --every-bound" "2x2 0"; do
        read -r board figure more <<<"$words"
        # shellcheck disable=SC2086
        run -0 "$LOOPHOLE" certify gunport $board --search profiles $more -o bundle
        [[ $output == *"gunport $board: $figure gunports, and no solution is better."* ]]
        run -0 "$LOOPHOLE" check bundle
        [ "${lines[0]}" = "gunport $board: $figure gunports, and no solution is better." ]
        [[ $output == *"formulation swept"*"the defect identity"* ]]
        [[ $output != *"mirror images"* ]]
        grep -q '"break-symmetry": "no"' bundle/manifest.json
        if command -v drat-trim >/dev/null && [[ $more != *lrat* ]]; then
            drat-trim bundle/formula.cnf bundle/proof.drat | tr '\r' '\n' | grep "^s VERIFIED"
        fi
        rm -r bundle
    done
}

# bats test_tags=long
@test "it is refused after any single change" {
    "$LOOPHOLE" certify gunport 7x7 --search profiles -o good
    for file in good/*; do
        size=$(wc -c <"$file")
        for step in 0 1 2 3; do
            rm -rf bad
            cp -r good bad
            at=$((step * (size - 1) / 3))
            byte=$(od -An -tu1 -j$at -N1 "$file")
            # shellcheck disable=SC2059
            printf "\\x$(printf %x $((byte ^ 1 << 2 * step)))" | dd of="bad/${file##*/}" bs=1 seek=$at conv=notrunc status=none
            run -1 "$LOOPHOLE" check bad
            [[ $output == "loophole: bad: not proved. "* ]]
        done
    done
}

@test "pieces laid beforehand are part of it" {
    printf '%s\n' ........ .'<><>'... .'<><>'... .'<><>'... .o...... ........ ...'<>'... ........ >laid
    run -0 "$LOOPHOLE" certify gunport -f laid --search profiles -o bundle
    [ "${lines[1]}" = "gunport 8x8, 8 laid: 18 gunports, and no solution is better." ]
    run -0 "$LOOPHOLE" check bundle
    # none at all: nothing is derived
    printf '%s\n' .o. '.<>' ... ..o '.^.' .v. ... ... >none
    run -0 "$LOOPHOLE" certify gunport -f none --search profiles -o no
    [ "${lines[0]}" = "gunport 8x3, 4 laid: there is no solution." ]
    run -0 "$LOOPHOLE" check no
}

@test "what is derived from has the same answers" {
    run -30 "$LOOPHOLE" solve gunport 6x7 --formulation swept --search up --sweep no
    [[ $output == *"14 gunports, proved optimal."* ]]
    run -0 "$LOOPHOLE" count gunport 4x5 --formulation swept
    [[ $output == *"51 solutions with 6 gunports, "* ]]
}

@test "its length is known before" {
    run -0 "$LOOPHOLE" certify gunport 14x16 --search profiles --estimate
    [[ $output =~ ^"The derivation of profiles: "[0-9]+" states, "[0-9]+" steps, "[0-9.]+" MB before it is trimmed."$ ]]
    first=${output%% states*}
    run -0 "$LOOPHOLE" certify gunport 16x14 --search profiles --estimate
    [ "${output%% states*}" = "$first" ]
    run -0 "$LOOPHOLE" certify gunport 7x7 --search profiles -o bundle
    [[ ${lines[0]} == "The derivation of profiles: "*" steps, "*" MB before it is trimmed." ]]
    run -2 "$LOOPHOLE" certify gunport 7x7 --estimate
    [[ $output == "loophole: The option --estimate is for a search that derives the proof, "* ]]
}
