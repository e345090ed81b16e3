#!/usr/bin/env bats
# Published results can be reproduced: reports follow from their rows, and every link of the findings has a target.

@test "each page of results says of which version it is, and the bench's README names it" {
    cd "$BATS_TEST_DIRNAME/../../bench"
    for page in results/*; do
        grep -q "$(basename "$page")" README.md
        case $page in
        */sizes.md | *.csv | */certificates | */layers | */pb-rule | */sums | */wild) ;; # held against the program, or beside a page
        *.md) grep -qiE 'loophole [0-9]+\.[0-9]+\.[0-9]+' "$page" ;;
        *) grep -qE 'CPU seconds; Loophole [0-9]+\.[0-9]+\.[0-9]+' "$page/report.md" ;;
        esac
    done
    ./figures --list | while read -r name _; do grep -q "$name" README.md; done
}

# bats test_tags=long
@test "figures: nothing half made is published, what is made is not made again, what was stopped is" {
    mkdir -p "$BATS_TEST_TMPDIR/tree/bench/results/smoke" && cd "$BATS_TEST_TMPDIR/tree"
    cp "$BATS_TEST_DIRNAME/../../bench/figures" bench
    cp "$BATS_TEST_DIRNAME/../../VERSION" .
    step() { # COMMANDS: what the step does
        printf '#!/bin/sh\n%s\n' "$1" >bench/gunport-ablation
        chmod +x bench/gunport-ablation
        run bench/figures gunport-ablation
        echo "$output"
    }
    echo old >bench/results/gunport-ablation.md
    step 'echo half; exit 1'
    [ "$status" -eq 1 ]
    [[ $output == *"not made: gunport-ablation" ]]
    step 'echo half; kill -9 $PPID' # of the step, the shell that runs it, too
    [ "$status" -ne 0 ]
    [ "$(cat bench/results/gunport-ablation.md)" = old ]
    [ "$(bench/figures --list | grep -c ' CPU s ')" -eq 0 ]
    step 'echo whole'
    [ "$status" -eq 0 ]
    [ "$(cat bench/results/gunport-ablation.md)" = whole ]
    bench/figures --list | grep -q '^gunport-ablation *0 CPU s '
    step 'exit 1'
    [ "$status" -eq 0 ]
    echo 0.0.1 >VERSION
    step 'echo whole'
    [ "$status" -eq 1 ]
    [[ $output == *"the figures would be of 0.0.1"* ]]
}

# bats test_tags=long
@test "three published reports follow from their rows, byte for byte" {
    cd "$BATS_TEST_TMPDIR"
    mkdir bin # report.bats tests the drawings
    printf '#!/bin/sh\necho "<svg/>" >"$(sed -n "s/^set output .\\(.*\\).$/\\1/p" "$1")"\n' >bin/gnuplot
    printf '#!/bin/sh\nexit 1\n' >bin/rsvg-convert
    chmod +x bin/*
    PATH=$PWD/bin:$PATH
    for suite in book formulations peers; do
        from=$BATS_TEST_DIRNAME/../../bench/results/$suite
        mkdir $suite
        cp "$from/rows.csv" "$from/suite.txt" $suite
        "$LOOPHOLE" report $suite >/dev/null
        grep -q '^!\[' $suite/report.md
        "$BATS_TEST_DIRNAME/../../bench/without-plots" $suite/report.md | diff "$from/report.md" -
        for plot in "$from"/*.svg; do [ ! -e "$plot" ] || [ -e "$suite/$(basename "$plot")" ]; done
    done
}

# Every claim "0.37 (0.29 to 0.47)" of a page, with the next link to a section: CLAIM LOW HIGH FILE SECTION.
claims() {
    awk -v RS= '{
        gsub(/\n/, " ")
        text = $0
        while (match(text, /[0-9.]+ \([0-9.]+ to [0-9.]+\)|\]\([^)#]*#[^)]*\)/)) {
            found = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            if (found !~ /^\]/) {
                gsub(/[()]|to/, " ", found)
                claim[++n] = found
                continue
            }
            gsub(/^\]\(|\)$/, "", found)
            sub(/#/, " ", found)
            for (i = 1; i <= n; i++) print claim[i], found
            n = 0
        }
        if (n) print claim[n], "no link"
    }' "$1"
}

@test "the ratios of the findings and of encodings/README.md stand in the reports that they link to" {
    cd "$BATS_TEST_DIRNAME/../.."
    for page in encodings/README.md docs/research/findings.md bench/results/observations.md; do
        sed '/^## Encodings$/,/^## Formulations$/d' "$page" >"$BATS_TEST_TMPDIR/page" # of findings, the study
        claims "$BATS_TEST_TMPDIR/page" | sed 's|\(\.\./\)*bench/|bench/|'
    done >"$BATS_TEST_TMPDIR/claims"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/claims")" -ge 15 ]
    while read -r ratio low high file section; do
        # the competitors of that section, rounded as the claim is: "| name | solved | PAR-2 | ratio | low to high | p |"
        awk -F '|' -v ratio="$ratio" -v low="$low" -v high="$high" -v section="## $section" '
            function same(text, claim, unit) { # as far as it was rounded, twice
                unit = index(claim, ".") ? 10 ^ (index(claim, ".") - length(claim)) : 1
                return text - claim <= unit / 2 + 0.0051 && claim - text <= unit / 2 + 0.0051
            }
            /^## / {here = $0 == section}
            here && NF == 11 {split($6, at, / to /); if (same($5, ratio) && same(at[1], low) && same(at[2], high)) found = 1}
            END {exit !found}' "$file" || { echo "$file#$section has no $ratio ($low..$high)"; wrong=1; }
    done <"$BATS_TEST_TMPDIR/claims"
    [ -z "${wrong-}" ]
}

@test "the ratios of the study on the page of findings are those of its report or of its referee" {
    cd "$BATS_TEST_DIRNAME/../.."
    python3 - <<'P'
import re, sys
def read(name):
    with open(name, encoding="utf-8") as file:
        return file.read()
part = re.search(r"\n## Encodings\n(.*?)\n## ", read("docs/research/findings.md"), re.S)[1]
report, referee = read("bench/results/study/report.md") + read("bench/results/study/held-out.md"), re.sub(r"(?<=\d)-(?=\d)", " to ", " ".join(read("bench/results/study/referee.md").split()))
claims = re.findall(r"([0-9.]+) \(([0-9.]+ to [0-9.]+)\)", " ".join(part.split()))
wrong = [f"{r} ({i})" for r, i in claims if f"{r} ({i})" not in report + referee]
families = {f: set(re.findall(r"\b" + f + r" \| \d+ (\|[^\n]*)\|\n", report)) for f in ("magic", "tours")}
for e, magic, tours in re.findall(r"\| `(\w+)` \|[^|]*\|[^|]*\| ([0-9.]+) \| ([0-9.]+) \|", part):
    wrong += [f"{e} {f} {x}" for f, x in (("magic", magic), ("tours", tours)) if not any(f"| {x} " in row for row in families[f])]
print(wrong)
sys.exit(bool(wrong) or len(claims) < 10)
P
}

@test "observations: a ratio of runs below a tenth of a second is marked, others are not; none is noise" {
    cd "$BATS_TEST_DIRNAME/../../bench/results"
    python3 - <<'P'
import csv, re, statistics, sys
seconds, wrong, marks = {}, [], 0
for paragraph in open("observations.md", encoding="utf-8").read().split("\n\n"):
    waiting = []
    for found in re.finditer(r"([0-9.]+) \(([0-9.]+) to ([0-9.]+)\)(†?)|\]\(([^)#]+)/report\.md#([^)]*)\)", paragraph.replace("\n", " ")):
        if found[1]:
            waiting.append(found)
            continue
        if (found[5], found[6]) not in seconds:
            rows = [r for r in csv.DictReader(open(found[5] + "/rows.csv", encoding="utf-8")) if r["section"] == found[6] and r["cpu_seconds"]]
            seconds[found[5], found[6]] = statistics.median(float(r["cpu_seconds"]) for r in rows)
        for claim in waiting:
            marks += 1 if claim[4] else 0
            if bool(claim[4]) != (seconds[found[5], found[6]] < 0.1):
                wrong.append(f"{claim[0]}: the median run of {found[5]} {found[6]} takes {seconds[found[5], found[6]]} s")
            if 0.9 < float(claim[1]) < 1.1 and claim.groups()[:3] != ("0.97", "0.92", "1.02"):  # the control
                wrong.append(f"{claim[0]} is noise")
            if float(claim[2]) < 1 < float(claim[3]) and claim[1] != "0.97":
                wrong.append(f"{claim[0]} is no clear difference")
        waiting = []
print("\n".join(wrong))
sys.exit(bool(wrong) or marks < 3)
P
}

@test "the table contradicts Pearce's conjecture on the 57 boards of the published rule, and nowhere Sands's theorem" {
    cd "$BATS_TEST_DIRNAME/../../bench/results"
    sed -n '/^## All boards/,$p' gunport-table.md | awk '
        /^ +2 +3 / { for (i = 1; i <= NF; i++) side[i] = $i; last = NF; next }
        /^ *[0-9]+ +[0-9]/ {
            m = $1
            for (i = 2; i <= NF; i++) {
                n = side[last - NF + i]; holes = $i; marked = sub(/\*/, "", holes); boards++
                r = m % 3; s = n % 3; low = m < n ? m : n
                conjecture = !r || !s ? m * n / 3 : (m * n - (r == s ? 4 : 2)) / 3
                rule = r && s && low >= (r != s ? 14 : r == 1 ? 19 : 23)
                if (holes != conjecture - 2 * rule || marked != rule) { print m "x" n ": " $i; wrong = 1 }
                off += rule
            }
        }
        END { print boards, off; exit wrong || boards != 465 || off != 57 }'
}

@test "no page calls Pearce's conjecture a count of Sands, a theorem or published; who conjectured it is said where it fails" {
    cd "$BATS_TEST_DIRNAME/../.."
    run grep -rniE 'sands-pearce|counts of sands and pearce|pearce.s (theorem|count)|published counts? of gunports|off the (published )?count' \
        README.md NEWS.md CITATION.cff docs src bench --include=*.md --include=*.c --include=*.cff --include=strips --include=gunport-table
    [ "$status" -eq 1 ] || { echo "$output"; return 1; }
    for page in README.md NEWS.md docs/research/gunport.md bench/results/gunport-disagreements.md bench/results/gunport-table.md; do
        grep -q "Pearce" "$page" && grep -q "gunport" "$page"
    done
    grep -q 'Cibulis and Trump' docs/research/gunport.md
    tr '\n' ' ' <docs/research/gunport.md | grep -q 'claim no priority'
    "$LOOPHOLE" help gunport | tr -s ' \n' ' ' | grep -q 'minimum maximal matching'
}

@test "README's seconds of four models on 10x10 are those of the report" {
    cd "$BATS_TEST_DIRNAME/../.."
    row=$(grep '^| gunport 10x10 | 32 ' bench/results/formulations/report.md | tr -d ' *')
    [ "$(awk -F '|' '{ printf "%s %.1f %.2f %.2f", $4, $5, $6, $7 }' <<<"$row")" = "– 1.0 0.09 0.02" ]
    tr '\n' ' ' <README.md | grep -q 'more than 10 s, 1.0 s, 0.09 s and 0.02 s'
}

bats_require_minimum_version 1.5.0

# bats test_tags=long
@test "MiniZinc finds that eight of the ten puzzles have one solution" {
    command -v minizinc >/dev/null || skip "minizinc is not installed"
    [ -e "$BATS_TEST_DIRNAME/../../build/lib/libloophole.so.1" ] || skip "make lib was not run"
    run -0 "$BATS_TEST_DIRNAME/../../bench/puzzle-tools" --runs 1 sudoku kakuro skyscrapers queens magic_square nonogram light_up star_battle
    [ "$(grep -cE '^\| [a-z ]+ \| [0-9]+, [0-9.]+ s \| [0-9]+, [0-9.]+ s \|$' <<<"$output")" -eq 8 ]
}
