#!/usr/bin/env bats
# Comparing two runs of a suite, and comparing this version with an earlier one by conflicts and clauses.

bats_require_minimum_version 1.5.0

setup() {
    kept=$BATS_TEST_DIRNAME/tiny
    cd "$BATS_TEST_DIRNAME/../.." || return
}

changed() { # SED: the kept rows with one thing changed, compared
    mkdir -p "$BATS_TEST_TMPDIR/new"
    sed "$1" "$kept/rows.csv" >"$BATS_TEST_TMPDIR/new/rows.csv"
    ! cmp -s "$kept/rows.csv" "$BATS_TEST_TMPDIR/new/rows.csv" || return 9
    run "$LOOPHOLE" report --compare "$kept" "$BATS_TEST_TMPDIR/new"
    echo "$output"
}

# bats test_tags=long
@test "the tiny suite needs no more conflicts and clauses than it did" {
    run -0 "$LOOPHOLE" bench tiny -o "$BATS_TEST_TMPDIR/tiny"
    # another version of the solver makes other conflicts: only clauses can be compared
    if ! cut -d, -f16 "$BATS_TEST_TMPDIR/tiny/rows.csv" | cmp -s - <(cut -d, -f16 "$kept/rows.csv"); then
        skip "another solver than the kept rows'"
    fi
    run "$LOOPHOLE" report --compare "$kept" "$BATS_TEST_TMPDIR/tiny"
    echo "$output"
    [ "$status" -eq 0 ]
}

# bats test_tags=long
@test "a wrong answer, a lost one, more clauses are seen" {
    changed 's/,optimal,72,72,72,/,optimal,74,74,74,/'
    [ "$status" -eq 1 ]
    [[ "$output" == *"Wrong: two answers (1)"*"gunport 14x16"*": 74, was 72"* ]]
    changed 's/,optimal,72,72,72,/,unknown,,70,74,/'
    [ "$status" -eq 1 ]
    [[ "$output" == *"Not solved any more (1)"* ]]
    # clauses are the 21st column
    mkdir -p "$BATS_TEST_TMPDIR/more"
    awk -F, -v OFS=, '/gunport 9x9/ && /blocks/ { $22 *= 2 } 1' "$kept/rows.csv" >"$BATS_TEST_TMPDIR/more/rows.csv"
    run -1 "$LOOPHOLE" report --compare "$kept" "$BATS_TEST_TMPDIR/more"
    [[ "$output" == *"More than before (1)"*"clauses"*"(2.00)"* ]]
    run -0 "$LOOPHOLE" report --compare "$kept" "$BATS_TEST_TMPDIR/more" --tolerance 150
    run -0 "$LOOPHOLE" report --compare "$kept" "$kept"
    [[ "$output" == *"| all | 1.00 (1.00 to 1.00) |"* ]]
}

# bats test_tags=long
@test "tables for spreadsheets and papers" {
    mkdir -p "$BATS_TEST_TMPDIR/tables"
    cp "$kept/rows.csv" "$BATS_TEST_TMPDIR/tables"
    "$LOOPHOLE" report "$BATS_TEST_TMPDIR/tables" --baseline blocks >/dev/null
    "$LOOPHOLE" report "$BATS_TEST_TMPDIR/tables" --baseline blocks >/dev/null # its own tables are no rows
    grep -q '^"blocks",2,2,[0-9.]*,1.0000,,,,2,1.0000,1.0000$' "$BATS_TEST_TMPDIR/tables/tables/counters.csv"
    grep -q '^blocks & \\textbf{2/2} & .* \\\\$' "$BATS_TEST_TMPDIR/tables/tables/counters.tex"
    # valid names: no two parts of the page are called alike
    [ -z "$(grep -oE ' id="[^"]*"' "$BATS_TEST_TMPDIR/tables/report.html" | sort | uniq -d)" ]
}

@test "a number that nobody told is a dash, and why is said" {
    n=$(head -n 1 "$kept/rows.csv" | tr , '\n' | grep -nx conflicts | cut -d: -f1)
    mkdir -p "$BATS_TEST_TMPDIR/peers"
    awk -F, -v OFS=, -v n="$n" 'NR > 1 { $n = "" } 1' "$kept/rows.csv" >"$BATS_TEST_TMPDIR/peers/rows.csv"
    run -0 "$LOOPHOLE" report --compare "$BATS_TEST_TMPDIR/peers" "$BATS_TEST_TMPDIR/peers"
    [[ "$output" == *" – |"*"A dash: no run has that number before and now;"* ]]
    run -0 "$LOOPHOLE" report --compare "$kept" "$kept"
    [[ "$output" != *"A dash"* ]]
}

@test "bad directories and percentages are said" {
    run -1 "$LOOPHOLE" report --compare /nosuch "$kept"
    run -2 "$LOOPHOLE" report --compare "$kept" "$kept" --tolerance x
}
