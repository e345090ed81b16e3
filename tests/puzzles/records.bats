#!/usr/bin/env bats
# The table of best known bounds (bench/records.txt): verify accepts each of its solutions, check each of its certificates.

setup() {
    bats_require_minimum_version 1.5.0
    cd "$BATS_TEST_DIRNAME/../.." || return
    table=$BATS_TEST_TMPDIR/table
    grep -vE '^;|^puzzle ' bench/records.txt >"$table"
}

# Prints `puzzle|instance|lower|upper|evidence|file...` for each row.
rows() { sed -E 's/ {2,}/|/g' "$table"; }

@test "each row has bounds, evidence and files that exist; no file is left over" {
    run -0 rows
    [ "${#lines[@]}" -ge 30 ]
    while IFS='|' read -r puzzle instance lower upper evidence files more; do
        [ -n "$files" ] && [ -z "$more" ]
        [[ $lower$upper =~ ^(--|[0-9]+)$ ]]
        if [ "$lower" != - ]; then [ "$lower" -le "$upper" ]; fi
        for file in ${files#-}; do
            [ -e "$file" ]
            echo "$file" >>"$BATS_TEST_TMPDIR/files"
        done
    done < <(rows)
    [ -z "$(sort "$BATS_TEST_TMPDIR/files" | uniq -d)" ]
    diff <(grep ^bench/records/ "$BATS_TEST_TMPDIR/files" | sort) <(ls bench/records/* | sort)
    diff <(grep ^bench/results/ "$BATS_TEST_TMPDIR/files" | sort) <(ls -d bench/results/certificates/* bench/results/layers/* | sort)
}

@test "verify accepts each solution, with the best known objective value" {
    while IFS='|' read -r puzzle instance lower upper evidence files; do
        for file in $files; do
            [[ $file == bench/records/* ]] || continue
            # shellcheck disable=SC2086
            run -0 "$LOOPHOLE" verify $puzzle $instance --answer "$file" --json
            value=$(sed -n 's/.*"objective_value": \([0-9]*\),.*/\1/p' <<<"$output")
            if [ "$lower" = - ]; then [ -z "$value" ]; else [ "$value" = "$lower" ] || [ "$value" = "$upper" ]; fi
        done
    done < <(rows)
}

# bats test_tags=long
@test "check accepts each certificate, of the row's instance" {
    while IFS='|' read -r puzzle instance lower upper evidence files; do
        for file in $files; do
            [ -d "$file" ] || continue
            run -0 "$LOOPHOLE" check "$file"
            [[ $output == "$puzzle ${instance%% --*}"* ]]
            if [ "$lower" = - ]; then [[ $output == *"no solution"* ]]; else [[ $output == *" $lower "* ]]; fi
        done
    done < <(rows)
}

@test "a row without a solution says that there is none, or that it is open" {
    while IFS='|' read -r puzzle instance lower upper evidence files; do
        [[ $files == *bench/records/* || $evidence == none:* || $evidence == open ]]
    done < <(rows)
}
