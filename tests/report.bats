#!/usr/bin/env bats
# The report as a page: valid HTML, nobody dropped from a plot, colours that can be told apart.

bats_require_minimum_version 1.5.0

setup_file() {
    export REPORT=$BATS_FILE_TMPDIR/card
    mkdir -p "$REPORT"
    cp "$BATS_TEST_DIRNAME"/../bench/results/card/rows.csv "$BATS_TEST_DIRNAME"/../bench/results/card/suite.txt "$REPORT"
    "$LOOPHOLE" report "$REPORT" >/dev/null
}

setup() {
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
}

@test "the page is valid HTML" {
    command -v tidy >/dev/null || skip "tidy is not installed"
    run -0 tidy -q -e "$REPORT/report.html"
    [ -z "$output" ]
    sed 's/<h2 /<h2 <p>/' "$REPORT/report.html" >"$BATS_TEST_TMPDIR/bad.html"
    run tidy -q -e "$BATS_TEST_TMPDIR/bad.html"
    [ "$status" -ne 0 ]
}

@test "one file: nothing is fetched" {
    run ! grep -E '<(script|link|img|iframe)[^>]* (src|href)=|@import' "$REPORT/report.html"
    grep -q '<script>' "$REPORT/report.html"
}

@test "nobody is dropped from a plot in silence" {
    names=$(cut -d, -f1 "$REPORT/tables/gunport.csv" | tail -n +2 | tr -d '"')
    [ "$(echo "$names" | wc -l)" -ge 9 ]
    for plot in cactus scaling bounds; do
        # what is named in the drawing, or below it
        { cat "$REPORT/gunport-$plot.gp" && sed -n "/(gunport-$plot.svg)/,/^### /p" "$REPORT/report.md"; } >"$BATS_TEST_TMPDIR/said"
        for name in $names; do
            echo "$plot: $name"
            grep -qwF "$name" "$BATS_TEST_TMPDIR/said"
        done
        # and as many are drawn
        echo "$plot: $(grep -oE '[$][csb][0-9]+' "$REPORT/gunport-$plot.gp" | sort -u | wc -l)"
        [ "$(grep -oE '[$][csb][0-9]+' "$REPORT/gunport-$plot.gp" | sort -u | wc -l)" -eq "$(echo "$names" | wc -l)" ]
    done
}

@test "lines have a contrast of 3 on white, names of 4.5, and no two lines the same mark" {
    python3 - "$REPORT/gunport-cactus.gp" "$REPORT/gunport-scaling.gp" "$REPORT/gunport-bounds.gp" <<'END'
import re, sys
def light(c):
    v = [int(c[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    v = [x / 12.92 if x <= .03928 else ((x + .055) / 1.055) ** 2.4 for x in v]
    return .2126 * v[0] + .7152 * v[1] + .0722 * v[2]
def contrast(c):
    return 1.05 / (light(c) + .05)
seen = set()
for name in sys.argv[1:]:
    text = open(name).read()
    for line in re.findall(r"using [^,\n]*lc rgb '(#\w+)'", text):
        seen.add(line)
        assert contrast(line) >= 3, (name, line, contrast(line))
    for ink in re.findall(r"tc rgb '(#\w+)'", text):
        assert contrast(ink) >= 4.5, (name, ink)
    marks = re.findall(r"set label \d+ .* point pt (\d+)", text)
    assert len(marks) == len(set(marks)), marks
assert len(seen) >= 9, seen
END
}
