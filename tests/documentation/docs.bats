#!/usr/bin/env bats
# The pages agree with what the program prints: options, tables, transcripts and links.
bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    command -v python3 || skip "python3 is not installed"
}

# The pages that people read. docs/model/from-pysat.md is a
# doctest (install.bats).
pages() {
    git ls-files '*.md' 2>/dev/null || find . -name '*.md' -not -path './build/*' | sed 's|^\./||'
}

@test "every transcript of every page is what the program prints" {
    version=$("$LOOPHOLE" list solvers | awk '$1 == "cadical" { print $2 }')
    [[ $version == 1.* ]] || skip "the pages show the solutions that CaDiCaL 1 finds, and this is $version"
    command -v cadical || skip "cadical is not installed"
    pages | xargs grep -l '^\$ ' >"$BATS_TEST_TMPDIR/pages"
    for page in README.md docs/model/tutorial.md docs/research/proofs.md docs/play/squarest.md; do grep -qx "$page" "$BATS_TEST_TMPDIR/pages"; done
    [ "$(grep -c '^docs/play/' "$BATS_TEST_TMPDIR/pages")" -ge 6 ]
    xargs tests/tools/transcripts <"$BATS_TEST_TMPDIR/pages" || { echo "tests/tools/transcripts --renew PAGE writes what is printed into it"; return 1; }
}

@test "no output stands on a page where no test sees it" {
    run grep -nE '^ +\$ (loophole|make|build/)|^    (evidence:|method:)|^    .*(, proved optimal\.|: right, with )' $(pages | grep -v '^bench/results/')
    [ "$status" -eq 1 ] || { echo "$output"; echo "a transcript is a block of \`\`\`, its commands begin with '\$ '"; return 1; }
}

@test "every option of every command on a page exists" {
    for topic in $(ls src/commands src/extras/* | sed -n 's/^command_\(.*\)\.c$/\1/p') $("$LOOPHOLE" list puzzles | awk '{ print $1 }'); do
        "$LOOPHOLE" help "$topic"
    done | grep -oE -- '--[a-z][a-z-]+' | sort -u >"$BATS_TEST_TMPDIR/known"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/known")" -gt 60 ]
    pages | grep -vE '^(NEWS.md|bench/results/)' | xargs grep -hE '^(\$ |    )(build/)?loophole ' | sed 's/#.*//; s/[|&;>].*//' |
        grep -oE -- ' --[a-z][a-z-]+' | tr -d ' ' | sort -u | comm -23 - "$BATS_TEST_TMPDIR/known" >"$BATS_TEST_TMPDIR/unknown"
    cat "$BATS_TEST_TMPDIR/unknown"
    [ ! -s "$BATS_TEST_TMPDIR/unknown" ]
}

@test "pages state no more checks, proofs and encodings than there are" {
    run grep -rniE 'three witnesses|every answer is (seen|checked)|not in a week|enumeration has no certificate' README.md CONTRIBUTING.md docs encodings lib
    [ "$status" -eq 1 ] || { echo "$output"; return 1; }
    run grep -rniE "(claim|claims)[^.]* proved by .loophole audit|audit. (proves|prove) (each|what|every)" README.md docs encodings lib src --include=*.md --include=*.h --include=*.py --include=*.c
    [ "$status" -eq 1 ] || { echo "$output"; return 1; }
    # the exhaustive range of the audit is the program's
    tried() { "$LOOPHOLE" audit "$1" --table | sed -n "s/^| $1.* \([0-9]*\), .*size.*/\1/p"; }
    grep -q "pseudo-Boolean: up to $(tried pb_gte) inputs" encodings/README.md
    grep -q "cardinality: up to $(tried card_totalizer) inputs" encodings/README.md
    grep -q "at most one: up to $(tried amo_ladder) inputs" encodings/README.md
    # a search without SAT: no solver is called, so nothing but the rules can have judged its solution
    tr '\n' ' ' <README.md | grep -q "Every solution is checked against the puzzle's rules"
    "$LOOPHOLE" solve tank 5 --json | grep -q '"solver_calls": 0'
    most=$(tr '\n' ' ' <README.md | sed -n 's/.* more than \([0-9]*\) encodings.*/\1/p')
    [ "$most" -lt "$("$LOOPHOLE" list encodings --json | grep -c '"name"')" ]
    [ "$(grep -cE '[0-9]+ encodings' README.md)" -eq 1 ]
}

@test "README: purpose, users, other tools, a rule, all puzzles, pictures with captions, two commands, in 150 lines" {
    [ "$(wc -l <README.md)" -le 150 ]
    head -60 README.md >"$BATS_TEST_TMPDIR/screen"
    cd "$BATS_TEST_TMPDIR"
    for words in 'SAT' 'Use it to' 'Use another tool' 'The rule:' '<img src="docs/play/gallery/gunport' 'make demo' 'make test'; do grep -qF -- "$words" screen; done
    for puzzle in $("$BATS_TEST_DIRNAME/../tools/listed" puzzles example); do
        grep -q "^| \[.*\`$puzzle\`.*\](" screen || { echo "the table of puzzles has no row for $puzzle"; return 1; }
    done
    for tool in PySAT PBLib clasp RoundingSat CP-SAT MiniZinc; do
        grep -q "^| $tool | " screen && grep -q "^## .*\b$tool" "$BATS_TEST_DIRNAME/../../docs/model/comparison.md"
    done
}

@test "README's numbers of tests and mutations are those of the tree" {
    tests=$(sed -n 's/.*more than \([0-9]*\) (.make test.).*/\1/p' README.md)
    [ "$tests" -lt "$(cat tests/*/*.bats tests/*/test_*.c | grep -cE '^@test|cmocka_unit_test')" ]
    grep -q " $(grep -c '^bug ' tests/tools/planted) mutations in .make planted." README.md
    loop=$(sed -n 's/.*LOOP_SECONDS = \([0-9]*\) .*/\1/p' src/search/strategy.h) # what --engine auto goes by
    tr '\n' ' ' <README.md | grep -q "expects SAT to take more than $loop s,"
    "$LOOPHOLE" help searches | tr '\n' ' ' | grep -q "to take more than $loop seconds, and the other engine less"
}

@test "make demo and README show the loop: several bounds, then UNSAT" {
    loop='solve gunport 8x10 --formulation monomino --card seqcounter --search down -v'
    grep -qF "$loop" README.md
    grep -qF "$loop" tests/tools/demo
    cd "$BATS_TEST_TMPDIR"
    "$LOOPHOLE" $loop >out 2>bounds || [ $? -eq 30 ]
    [ "$(grep -c ' <= gunports <= ' bounds)" -ge 3 ]
    awk '/ <= gunports <= / { if ($3 < low) exit 1; low = $3 } END { exit low != 26 }' bounds
    grep -q '26 gunports, proved optimal' out
}

@test "a page that is stale is seen" {
    sed 's/4 gunports, proved/5 gunports, proved/' docs/model/tutorial.md >"$BATS_TEST_TMPDIR/stale.md"
    run -1 tests/tools/transcripts "$BATS_TEST_TMPDIR/stale.md"
    [[ $output == *"loophole solve gunport 4x4"*"says:"*"5 gunports"*"printed:"*"4 gunports"* ]]
}

@test "every link leads to a file and a heading, and README.md leads to every page" {
    tests/tools/links
}

@test "a dead link, a dead heading and a page that nothing links to are reported" {
    mkdir -p "$BATS_TEST_TMPDIR"/tree/{docs,bench,encodings}
    cd "$BATS_TEST_TMPDIR/tree"
    printf '# A\n\n[b](docs/b.md#to-do-1)\n' >README.md
    printf '# B\n## To do\n## To `do`!\n\n`[x](y)`\n\n```\n[x](y)\n```\n\n[up](../README.md)\n' >docs/b.md
    run -0 "$BATS_TEST_DIRNAME/../tools/links" .
    [ -z "$output" ]
    echo '[x](c.md) [y](b.md#to-do-2)' >>docs/b.md
    echo '[b](b.md)' >docs/orphan.md
    run -1 "$BATS_TEST_DIRNAME/../tools/links" .
    [ "$output" = "docs/b.md: c.md: no such file
docs/b.md: b.md#to-do-2: no such heading
docs/orphan.md: no link from README.md leads here" ]
}

@test "the worked example of docs/research/gunport-theory.md: its packing has the figure's defects, and others would be seen" {
    sed -n '/^## A worked example/,/^## Upright/s/^    \([o<>^v]*\)$/\1/p' docs/research/gunport-theory.md >"$BATS_TEST_TMPDIR/packing"
    run -0 bench/defects-figure --svg "$BATS_TEST_TMPDIR/defects.svg" <"$BATS_TEST_TMPDIR/packing"
    [ "${lines[-1]}" = "D = 6, W = 2, C = 4; T = 12 = 2·25 + 4 − 6·7; 6 upright, 6 level" ]
    diff "$BATS_TEST_TMPDIR/defects.svg" docs/research/gunport-defects.svg
    [ "$("$LOOPHOLE" verify gunport 5x5 --answer "$BATS_TEST_TMPDIR/packing" --json | grep -c '"objective_value": 7')" = 1 ]
    run -1 bench/defects-figure <<<"$(printf '<>o\n...\n<>o\n')" # free cells side by side: no packing
}

@test "the pictures and the refutation of docs/model/how-it-works.md are those of bench/how-it-works" {
    run -0 bench/how-it-works "$BATS_TEST_TMPDIR"
    [ "${lines[0]}" = "learn not g1: assume g1; not g2 from not g1 or not g2; g3 from g2 or g3; g4 from g2 or g4; not g3 or not g4 is false" ]
    [[ ${lines[1]} == "learn the empty clause: "*" is false" ]]
    for picture in loop refutation; do diff "$BATS_TEST_TMPDIR/how-$picture.svg" "docs/play/gallery/how-$picture.svg"; done # the board changes with make gallery
    [ "$(ls "$BATS_TEST_TMPDIR"/how-*.svg | wc -l)" -eq 3 ]
    [ "$(grep -c 'gallery/how-' docs/model/how-it-works.md)" -eq 3 ]
    sed 's/STEPS = .*/STEPS = [[]]/' bench/how-it-works >"$BATS_TEST_TMPDIR/wrong" # a step that does not follow
    PYTHONPATH=bench run -1 python3 -B "$BATS_TEST_TMPDIR/wrong" "$BATS_TEST_TMPDIR"
    [[ $output == *"does not follow by unit propagation"* ]]
}

@test "a mistyped name is answered with the one that was meant" {
    meant() { # WORD COMMAND...
        word=$1
        shift
        run -2 --separate-stderr "$LOOPHOLE" "$@"
        [[ $stderr == *"Did you mean $word?" ]] || { echo "$*: $stderr"; return 1; }
    }
    meant solve sovle gunport 7x7
    meant gunport solve gunprot 7x7
    meant totalizer solve gunport 5x5 --card totaliser
    meant --formulation solve gunport 5x5 --formulaton x
    meant monomino solve gunport 5x5 --formulation monomimo
    meant cadical solve gunport 5x5 --solver cadicla
    meant puzzles list puzles
    meant tank help tnak
    run --separate-stderr "$LOOPHOLE" bench smokke -o "$BATS_TEST_TMPDIR/o"
    [[ $stderr == *"Did you mean smoke?" ]]
    run -2 --separate-stderr "$LOOPHOLE" gunport 7x7
    [[ $stderr == *"type: loophole solve gunport 7x7" ]]
    run -1 --separate-stderr "$LOOPHOLE" solve gunport 7
    [[ $stderr == *"7x7, not '7'"* ]]
    run -30 "$LOOPHOLE" solve gunport 4X4 -q
    [ "$("$LOOPHOLE" -V)" = "$("$LOOPHOLE" version)" ]
    [[ "$("$LOOPHOLE" -V) " = "loophole $(cat VERSION) "* ]]
}

@test "docs/model/formats.md has a row for each format, and no other" {
    diff <("$BATS_TEST_DIRNAME/../tools/listed" formats | sort) <(sed -n 's/^| `\([a-z0-9-]*\)` |.*/\1/p' docs/model/formats.md | sort)
}

@test "docs/model/models.md has a row for each kind of constraint that files state, and no other" {
    stated=$(sed -n 's/^ROW([A-Z_]*, \([a-z_]*\)).*/\1/p' src/model/row_list.h | grep -vx int | sort)
    [ "$(wc -w <<<"$stated")" -ge 9 ]
    diff <(echo "$stated") <(sed -n 's/^| `{"\([a-z_]*\)": \[.*/\1/p' docs/model/models.md | sort)
}

@test "help wraps to the terminal, and knows its topics" {
    for topic in formats solvers formulations searches files json exit evidence; do
        [ "$(COLUMNS=60 "$LOOPHOLE" help $topic | awk 'length > 60' | grep -vcE '^ +[^ ]+ *$')" -le 3 ]
        [ "$("$LOOPHOLE" help $topic | wc -l)" -gt 5 ]
    done
    [ "$(COLUMNS=50 "$LOOPHOLE" help json | wc -l)" -gt "$(COLUMNS=90 "$LOOPHOLE" help json | wc -l)" ]
}

@test "CI counts the lines; its last line is the sum of both targets, and the only tally" {
    mkdir "$BATS_TEST_TMPDIR/bin"
    cat >"$BATS_TEST_TMPDIR/bin/make" <<'S'
#!/bin/sh
case $* in
*test-cluster) echo "1 passed, 0 failed, 2 skipped" ;;
*) echo "noise"; echo "40 passed, ${FAILED-0} failed"; exit "${STATUS-0}" ;;
esac
S
    chmod +x "$BATS_TEST_TMPDIR/bin/make"
    PATH=$BATS_TEST_TMPDIR/bin:$PATH
    run -0 "$BATS_TEST_DIRNAME/../../.ci/run"
    [ "$(grep -c ' passed, ' <<<"$output")" -eq 1 ]
    grep -qE '^ +[0-9]+ lines +[0-9]+ files  total$' <<<"$output" # tests/lines
    [ "${lines[-1]}" = "41 passed, 0 failed, 2 skipped" ]
    FAILED=3 STATUS=2 run -1 "$BATS_TEST_DIRNAME/../../.ci/run"
    [ "${lines[-1]}" = "41 passed, 3 failed, 2 skipped" ]
    STATUS=2 run -1 "$BATS_TEST_DIRNAME/../../.ci/run" # a build that fails has no tally
    [ "${lines[-1]}" = "41 passed, 1 failed, 2 skipped" ]
}

# bats test_tags=long
@test "the site: all pages, and no link that leads nowhere" {
    command -v mkdocs || skip "mkdocs is not installed"
    cd "$BATS_TEST_DIRNAME/../.."
    run -0 packaging/site "$BATS_TEST_TMPDIR"
    [ -s "$BATS_TEST_TMPDIR/site/docs/model/tutorial.html" ] && [ -s "$BATS_TEST_TMPDIR/site/search/search_index.json" ]
    run -1 grep -rlE '<th[^>]*></th>' "$BATS_TEST_TMPDIR/site"
    run -1 grep -qF '"location":"bench/results/' "$BATS_TEST_TMPDIR/site/search/search_index.json"
    cache=${WEBCACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/loophole-web}
    if chromium=$(tests/page/browser) && [ -e "$cache/node_modules/axe-core" ]; then
        # one page of each kind: links, code, the reference, pictures, tables
        NODE_PATH=$cache/node_modules run -0 node tests/page/site.js "$BATS_TEST_TMPDIR/site" "$chromium" index.html CONTRIBUTING.html docs/model/python-reference.html \
            docs/play/genres.html bench/results/limits.html
    fi
    # a dead link is found
    echo '[nowhere](docs/none.txt)' >>"$BATS_TEST_TMPDIR/site-source/README.md"
    run ! python3 -B -c 'import importlib.machinery, sys
site = importlib.machinery.SourceFileLoader("site_maker", "packaging/site").load_module()
site.stage = lambda source: None
site.main(sys.argv[1])' "$BATS_TEST_TMPDIR"
    [[ $output == *"index.html: docs/none.txt"* ]]
}

@test "references.bib has each source that an encoder or a page cites, and complete entries" {
    cd "$BATS_TEST_DIRNAME/../.."
    run -0 tests/tools/cited
    [ "$(tests/tools/cited --list | grep -c ': ')" -gt 50 ]
    printf 'As Nobody and Noone, CP 2019, show; see doi:10.9999/x(1)2 and arXiv 1999.99999, and N. Noone, *A Title*, JAR 3 (1977).\n' >"$BATS_TEST_TMPDIR/page.md"
    run -1 tests/tools/cited "$BATS_TEST_TMPDIR/page.md"
    [ "${#lines[@]}" -eq 4 ] && [[ $output == *"Nobody and Noone, 2019"*"Noone, 1977"*"1999.99999"*"10.9999/x(1)2: no entry"* ]] || { echo "$output"; return 1; }
}
