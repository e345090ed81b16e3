#!/usr/bin/env bats
# What the pages say is what the program prints.
bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/.."
    command -v python3 || skip "python3 is not installed"
}

@test "every command of the README, the tutorial and the puzzles' pages prints what the page says" {
    command -v cadical || skip "cadical is not installed"
    tests/transcripts README.md docs/tutorial.md docs/puzzles/*.md || { echo "tests/transcripts --renew PAGE writes what is printed into it"; return 1; }
    [ "$(ls docs/puzzles | wc -l)" -ge 6 ]
}

@test "a page that is stale is seen" {
    sed 's/4 gunports, proved/5 gunports, proved/' docs/tutorial.md >"$BATS_TEST_TMPDIR/stale.md"
    run -1 tests/transcripts "$BATS_TEST_TMPDIR/stale.md"
    [[ $output == *"loophole solve gunport 4x4"*"says:"*"5 gunports"*"printed:"*"4 gunports"* ]]
}

@test "no page links to a file that is not there" {
    for page in README.md CONTRIBUTING.md encodings/README.md docs/*.md docs/puzzles/*.md; do
        grep -oE '\]\([^)#]+' "$page" | sed 's/^](//' | grep -v '^http' | while read -r link; do
            [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
        done
    done >"$BATS_TEST_TMPDIR/dead"
    cat "$BATS_TEST_TMPDIR/dead"
    [ ! -s "$BATS_TEST_TMPDIR/dead" ]
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
    [[ $stderr == *"for a square one type 7x7, not '7'." ]]
    run -30 "$LOOPHOLE" solve gunport 4X4 -q
    [ "$("$LOOPHOLE" -V)" = "$("$LOOPHOLE" version)" ]
    [ "$("$LOOPHOLE" -V)" = "loophole $(cat VERSION)" ]
}

@test "help wraps to the terminal, and knows its topics" {
    for topic in formats solvers formulations searches files json exit evidence; do
        [ "$(COLUMNS=60 "$LOOPHOLE" help $topic | awk 'length > 60' | grep -vcE '^ +[^ ]+ *$')" -le 3 ]
        [ "$("$LOOPHOLE" help $topic | wc -l)" -gt 5 ]
    done
    [ "$(COLUMNS=50 "$LOOPHOLE" help json | wc -l)" -gt "$(COLUMNS=90 "$LOOPHOLE" help json | wc -l)" ]
}

@test "the last line of CI is the sum of both targets, and the only tally" {
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
    run -0 "$BATS_TEST_DIRNAME/../.ci/run"
    [ "${#lines[@]}" -eq 2 ]
    [ "${lines[1]}" = "41 passed, 0 failed, 2 skipped" ]
    FAILED=3 STATUS=2 run -1 "$BATS_TEST_DIRNAME/../.ci/run"
    [ "${lines[-1]}" = "41 passed, 3 failed, 2 skipped" ]
    STATUS=2 run -1 "$BATS_TEST_DIRNAME/../.ci/run" # a build that fails has no tally
    [ "${lines[-1]}" = "41 passed, 1 failed, 2 skipped" ]
}
