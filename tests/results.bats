#!/usr/bin/env bats
# What is published can be had again: the reports from their rows, and every link of the findings leads to something.

@test "published reports follow from their rows" {
    [ -z "${QUICK-}" ] || skip "long"
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
    cd "$BATS_TEST_TMPDIR"
    n=0
    for rows in "$BATS_TEST_DIRNAME"/../bench/results/*/rows.csv; do
        from=$(dirname "$rows")
        mkdir -p again
        cp "$from/rows.csv" "$from/suite.txt" again
        "$LOOPHOLE" report again >/dev/null
        diff "$from/report.md" again/report.md
        for plot in again/*.svg; do [ -e "$from/$(basename "$plot")" ]; done
        rm -r again
        n=$((n + 1))
    done
    [ $n -ge 5 ]
}

@test "the findings' links lead to files and sections" {
    cd "$BATS_TEST_DIRNAME/../docs"
    links=$(grep -o '](\([^)]*\))' findings.md | tr -d '()]')
    [ "$(echo "$links" | wc -l)" -ge 10 ]
    for link in $links; do
        file=${link%%#*}
        echo "$link"
        [ -e "$file" ]
        case $link in *#*) grep -q "^#* ${link#*#}$" "$file" ;; esac
    done
}
