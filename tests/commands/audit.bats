#!/usr/bin/env bats
# The audit on the command line: its table, its verdict, its exit codes.

@test "the audit proves an encoding and prints its claims" {
    run "$LOOPHOLE" audit amo_product
    [ "$status" -eq 0 ]
    [[ "$output" == *"| amo_product "* ]]
    [[ "${lines[-1]}" == "1 encoding, tried on "*": every claim holds." ]]
}

@test "the audit takes kinds and short names" {
    run "$LOOPHOLE" audit amo --table
    [ "$status" -eq 0 ]
    [ "$(grep -c '^| amo_' <<<"$output")" -eq "$(grep -c 'ENCODING(amo_' encodings/encoder_list.h)" ]
    run "$LOOPHOLE" audit ladder --table
    [[ "$output" == *"amo_ladder"* ]]
}

@test "the audit refuses an encoding that is unknown" {
    run "$LOOPHOLE" audit amo_magic
    [ "$status" -eq 2 ]
    [[ "$output" == *"There is no encoding 'amo_magic'"* ]]
}

@test "the tables in encodings/README.md are the audit's and the exact sizes'" {
    under() { awk -v name="$1" '/^##/ { on = $0 ~ "^#+ " name "$" } on && /^\|/' encodings/README.md; }
    diff <("$LOOPHOLE" audit --table) <(under Properties) || { echo "make tables renews it"; return 1; }
    diff <(bench/encoding-counts formulas) <(under "Exact sizes")
}

# bats test_tags=long
@test "the exact sizes are those of the program" {
    run -0 bench/encoding-counts check
    mkdir "$BATS_TEST_TMPDIR/bench"
    cp -r bench/encoding-counts bench/lib.py bench/program "$BATS_TEST_TMPDIR/bench"
    cp VERSION "$BATS_TEST_TMPDIR"
    sed -i 's/5\*n\*k+n-9\*k+1/5*n*k+n-9*k+2/' "$BATS_TEST_TMPDIR/bench/encoding-counts"
    run -1 "$BATS_TEST_TMPDIR/bench/encoding-counts" check card_seqcounter
    [[ "$output" == *"card_seqcounter n=5 k=2: "* ]]
}

@test "the list names each encoding that the files of encodings/ export, and no other" {
    diff <(sed -n 's/^ENCODING(\(.*\))/\1/p' encodings/encoder_list.h | sort) \
        <(nm -g --defined-only $(for file in encodings/*_*.c; do echo "$BUILD/${file%.c}.o"; done) | awk '$2 ~ /[DRdr]/ { print $3 }' | sort)
}

@test "published sizes: Sinz's counter and cuts of size 3 and 4" {
    run "$LOOPHOLE" audit --sizes
    [ "$status" -eq 0 ]
    # each published line is printed, in this order; encodings that came since are none of them
    ! diff <(echo "$output") "$BATS_TEST_DIRNAME/../../bench/results/sizes.md" | grep '^>' || false
    # 2nk+n-3k-1 for n = 1024, k = 8, then 512
    [[ "$output" == *"| seqcounter | "*" | 17383 / 8184 |"*" | 1048063 / 523776 |"* ]]
    # 4(n-2) clauses of 3 literals; 8 of 4 literals for each of (n-2)/2 cuts
    [[ "$output" == *"| cut:3 |"*" | 12264 / 1021 |"* ]]
    [[ "$output" == *"| cut:4 |"*" | 16352 / 510 |"* ]]
}
