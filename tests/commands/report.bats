#!/usr/bin/env bats
# The report as a page: valid HTML, every configuration in each plot, colors that can be told apart.

bats_require_minimum_version 1.5.0

setup_file() {
    export REPORT=$BATS_FILE_TMPDIR/card
    mkdir -p "$REPORT"
    cp "$BATS_TEST_DIRNAME"/../../bench/results/card/rows.csv "$BATS_TEST_DIRNAME"/../../bench/results/card/suite.txt "$REPORT"
    "$LOOPHOLE" report "$REPORT" >"$BATS_FILE_TMPDIR/said"
}

# A report without plots, which take most of the time.
tables_only() { # DIRECTORY
    mkdir "$BATS_TEST_TMPDIR/bin"
    ln -s "$(python3 -c 'import sys; print(sys.executable)')" "$BATS_TEST_TMPDIR/bin/python3"
    PATH=$BATS_TEST_TMPDIR/bin "$LOOPHOLE" report "$1"
}

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
}

@test "a gnuplot that draws nothing is named, and the report has its tables" {
    mkdir bin rows
    printf '#!/bin/sh\nsed -n "s/^set output .\\(.*\\)./\\1/p" "$1" | xargs touch\n' >bin/gnuplot
    chmod +x bin/gnuplot
    cp "$REPORT"/rows.csv "$REPORT"/suite.txt rows
    PATH=$PWD/bin:$PATH run --separate-stderr "$LOOPHOLE" report rows
    [[ $stderr == *"gnuplot could not draw rows/"* && $stderr != *Traceback* ]]
    [ -s rows/report.html ]
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

# bats test_tags=long
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

# bats test_tags=long
@test "in both themes lines have a contrast of 3, words of 4.5, and no two lines the same mark" {
    python3 - "$REPORT/report.html" "$REPORT/gunport-cactus.gp" "$REPORT/gunport-scaling.gp" "$REPORT/gunport-bounds.gp" <<'END'
import re, sys
def light(c):
    v = [int(c[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    v = [x / 12.92 if x <= .03928 else ((x + .055) / 1.055) ** 2.4 for x in v]
    return .2126 * v[0] + .7152 * v[1] + .0722 * v[2]
def contrast(c, ground):
    one, two = sorted([light(c), light(ground)])
    return (two + .05) / (one + .05)
page = open(sys.argv[1]).read()
dark = dict(re.findall(r"--p(\w{6}):(#\w{6});", page))
dark = {"#" + name: paint for name, paint in dark.items()}
assert len(set(dark.values())) == len(dark)
themes = [dict(re.findall(r"--(\w+):(#\w+)", part)) for part in re.findall(r":root{([^}]*)}", page)[:2]]
for theme in themes:
    theme = {name: paint if len(paint) == 7 else "#" + "".join(2 * c for c in paint[1:]) for name, paint in theme.items()}
    for ground in ("ground",):
        for ink in ("ink", "link"):
            assert contrast(theme[ink], theme[ground]) >= 4.5, (theme, ink, ground)
assert dark["#ffffff"] == themes[1]["ground"]
seen = set()
for name in sys.argv[2:]:
    text = open(name).read()
    for line in re.findall(r"using [^,\n]*lc rgb '(#\w+)'", text):
        seen.add(line)
        assert contrast(line, "#ffffff") >= 3, (name, line, contrast(line, "#ffffff"))
        assert contrast(dark[line], dark["#ffffff"]) >= 3, (name, line, "dark")
    for ink in re.findall(r"tc rgb '(#\w+)'", text):
        assert contrast(ink, "#ffffff") >= 4.5, (name, ink)
        assert contrast(dark[ink], dark["#ffffff"]) >= 4.5, (name, ink, "dark")
    marks = re.findall(r"set label \d+ .* point pt (\d+)", text)
    assert len(marks) == len(set(marks)), marks
assert len(seen) >= 9, seen
# every colour of a drawing is one of these
drawn = re.sub(r"<defs>.*?</defs>", "", "".join(re.findall(r"<svg.*?</svg>", page, re.S)), flags=re.S)
for name, value in re.findall(r"\b(fill|stroke|color)\s*=\s*[\"']([^\"']*)[\"']", drawn):
    assert value.startswith("var(--p") or value in ("none", "currentColor", "gray") or (name, value) == ("color", "#FFFFFF"), (name, value)
END
}

# bats test_tags=long
@test "in a browser: nothing but tables is wider than a phone, and no page of paper is half empty" {
    chromium=$("$BATS_TEST_DIRNAME/../page/browser") || skip "Chromium is not installed"
    command -v pdftoppm >/dev/null || skip "poppler-utils is not installed"
    cd "$BATS_TEST_TMPDIR"
    browse() { "$chromium" --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" "$@" "file://$PWD/page.html" 2>/dev/null; }
    cat - "$REPORT/report.html" >whole.html <<'END'
<script>addEventListener('load', function () {
  var said = 'seen ' + innerWidth + ' ' + document.documentElement.scrollWidth;
  document.querySelectorAll('svg').forEach(function (s) {
    var least = 99, box = s.getBoundingClientRect();
    s.querySelectorAll('text').forEach(function (t) {
      var r = t.getBoundingClientRect();
      least = Math.min(least, parseFloat(getComputedStyle(t).fontSize) * box.width / s.viewBox.baseVal.width);
      if (r.width && (r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 1)) said += ' cut:' + t.textContent;
    });
    said += '\nplot ' + Math.round(box.left) + ' ' + Math.round(box.right) + ' ' + least;
  });
  parent.document.title = said;
});</script>
END
    for width in 420 1280; do # a frame, as windows have a least width
        python3 -c 'import html, sys; print("<title></title><iframe width=%s height=900 style=border:0 srcdoc=\"%s\">" % (sys.argv[1],
            html.escape(open("whole.html").read())))' $width >page.html
        browse --window-size=1400,900 --dump-dom | sed -n '/<title>seen/,/<\/title>/p' | sed 's/.*<title>//; s/<.*//' | tee seen
        awk -v width=$width '/^seen/ { ok = $2 == width && $3 <= width && NF == 3 } /^plot/ { n++; ok = ok && $2 >= 0 && $3 <= width && $4 >= 9.5 }
            END { exit !(ok && n >= 4) }' seen
    done
    cp "$REPORT/report.html" page.html
    browse --no-pdf-header-footer --print-to-pdf=paper.pdf
    pdftoppm -r 20 -gray paper.pdf page
    python3 - page-*.pgm <<'END'
import sys
assert len(sys.argv) > 3
for name in sys.argv[1:-1]:
    kind, size, most, pixels = open(name, "rb").read().split(b"\n", 3)
    width, height = map(int, size.split())
    last = max(i // width for i, p in enumerate(pixels) if p < 200)
    print(name, last / height)
    assert last / height > 0.7, name
END
}

# bats test_tags=long
@test "a name in somebody's rows is no address" {
    mkdir "$BATS_TEST_TMPDIR/theirs"
    sed '2,$s/^[^,]*/[click](javascript:alert)/' "$REPORT/rows.csv" >"$BATS_TEST_TMPDIR/theirs/rows.csv"
    tables_only "$BATS_TEST_TMPDIR/theirs"
    grep -q 'click' "$BATS_TEST_TMPDIR/theirs/report.html"
    ! grep -q 'href="javascript' "$BATS_TEST_TMPDIR/theirs/report.html" || false
}

@test "rows whose lines end with CR and LF are refused, and what to do is said" {
    mkdir "$BATS_TEST_TMPDIR/windows"
    sed 's/$/\r/' "$BATS_TEST_DIRNAME/tiny/rows.csv" >"$BATS_TEST_TMPDIR/windows/rows.csv"
    run -1 "$LOOPHOLE" report "$BATS_TEST_TMPDIR/windows"
    [[ $output == *"windows/rows.csv"*"CR and LF"*"sed -i"* ]]
}

# bats test_tags=long
@test "a line's end or an escape in somebody's rows begins no line of the report and colours nothing" {
    mkdir "$BATS_TEST_TMPDIR/lines"
    python3 -c '
import csv, sys
rows = list(csv.reader(open(sys.argv[1])))
for row in rows[1:]:
    row[0], row[1] = "a\n![x](y.svg)\nb", "\x1b[31mred"
csv.writer(open(sys.argv[2], "w"), lineterminator="\n").writerows(rows)' "$REPORT/rows.csv" "$BATS_TEST_TMPDIR/lines/rows.csv"
    "$LOOPHOLE" report "$BATS_TEST_TMPDIR/lines"
    grep -q '31mred' "$BATS_TEST_TMPDIR/lines/report.md"
    ! grep -q '^!\[x\]' "$BATS_TEST_TMPDIR/lines/report.md" || false
    ! grep -q $'\x1b' "$BATS_TEST_TMPDIR/lines/report.md" "$BATS_TEST_TMPDIR/lines/report.html" || false
}

# bats test_tags=long
@test "p-values are those of all choices of signs, and Holm's are those of his steps" {
    python3 -B - "$BATS_TEST_DIRNAME/../../bench/program" <<'END'
import itertools, math, random, sys
sys.path.insert(0, sys.argv[1])
from results import holm, signed_rank
assert math.isnan(signed_rank([])) and math.isnan(signed_rank([0, 0]))
assert signed_rank([3]) == 1 and signed_rank([1, 2, 3, 4, 5, 6]) == 2 / 64
r = random.Random(1)
for _ in range(60):
    d = [r.choice((-3, -2, -1, 0, 1, 2, 3, 4)) for _ in range(r.randint(1, 9))]
    kept = [x for x in d if x]
    if not kept:
        continue
    rank = [sum(abs(y) < abs(x) for y in kept) + (sum(abs(y) == abs(x) for y in kept) + 1) / 2 for x in kept]
    found = [sum(k for k, s in zip(rank, signs) if s) for signs in itertools.product((0, 1), repeat=len(kept))]
    mine, middle = sum(k for k, x in zip(rank, kept) if x > 0), sum(rank) / 2
    extreme = sum(abs(f - middle) >= abs(mine - middle) for f in found) / len(found)
    assert abs(signed_rank(d) - extreme) < 1e-12, (d, signed_rank(d), extreme)
    assert signed_rank(d) == signed_rank([-x for x in d])
many = [x if x % 3 else -x for x in range(1, 51)]
assert abs(signed_rank(many) - signed_rank(many + [51])) < 0.03  # exact, and by the normal approximation
assert [round(p, 9) for p in holm([0.01, 0.04, 0.03, math.nan])[:3]] == [0.03, 0.06, 0.06] and math.isnan(holm([math.nan])[0])
assert holm([0.9, 0.8]) == [1, 1]
END
}

# bats test_tags=long
@test "competitors with the same formulas are named, others are not" {
    # as counters of an objective both are one encoding
    grep -q '^Same formulas, .*: seqcounter and knuth\.$' "$REPORT/report.md"
    mkdir "$BATS_TEST_TMPDIR/changed"
    python3 - "$REPORT/rows.csv" "$BATS_TEST_TMPDIR/changed/rows.csv" <<'END'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
for section in {row["section"] for row in rows}:
    one = [row for row in rows if row["section"] == section and "knuth" in row["choices"]][-1]
    one["conflicts"] = str(int(one["conflicts"]) + 1)
out = csv.DictWriter(open(sys.argv[2], "w"), rows[0], lineterminator="\n")
out.writeheader()
out.writerows(rows)
END
    tables_only "$BATS_TEST_TMPDIR/changed"
    run ! grep 'Same formulas' "$BATS_TEST_TMPDIR/changed/report.md"
}

@test "what report prints is there; LaTeX tables are sorted like the page, the best in bold, and compile; plots are PDF, too" {
    for made in $(<"$BATS_FILE_TMPDIR/said"); do ls $made; done # patterns
    order=$(awk -F'|' '/^\| competitor/ { on = 1; next } !/^\|/ { on = 0 } on && !/---/ { gsub(/ /, "", $2); print $2 }' "$REPORT/report.md")
    [ "$(sed -n '/midrule/,/bottomrule/{/rule/d;s/ &.*//;p}' "$REPORT"/tables/{gunport,tank}.tex)" = "$order" ]
    [ "$(sed -n 's/^"\([^"]*\)".*/\1/p' "$REPORT"/tables/{gunport,tank}.csv)" = "$order" ]
    awk -F' & ' '/textbf/ { for (i = 2; i <= NF; i++) bold[i] += $i ~ /textbf/ } END { exit !(bold[3] == 1 && bold[4] && !bold[5] && bold[8]) }' \
        "$REPORT/tables/gunport.tex"
    if command -v rsvg-convert >/dev/null; then
        for plot in "$REPORT"/*.svg; do [ "$(head -c 5 "${plot%svg}pdf")" = "%PDF-" ]; done
    fi
    mkdir "$BATS_TEST_TMPDIR/odd"
    python3 -c '
import sys
text = open(sys.argv[1]).read()
open(sys.argv[2], "w").write(text.replace("--card knuth", "--card a_b#c%d&e{f}^~<g>|h\\i$"))' "$REPORT/rows.csv" "$BATS_TEST_TMPDIR/odd/rows.csv"
    tables_only "$BATS_TEST_TMPDIR/odd"
    grep -q 'textbackslash' "$BATS_TEST_TMPDIR/odd/tables/gunport.tex"
    command -v pdflatex >/dev/null || skip "LaTeX is not installed"
    cd "$BATS_TEST_TMPDIR"
    {
        echo '\documentclass{article}\usepackage{booktabs}\usepackage[T1]{fontenc}\begin{document}'
        for table in "$REPORT"/tables/*.tex odd/tables/*.tex; do echo "\\input{$table}\\par"; done
        echo '\end{document}'
    } >paper.tex
    pdflatex -interaction=nonstopmode -halt-on-error paper.tex
}
