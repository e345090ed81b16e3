#!/usr/bin/env bats
# The template of CONTRIBUTING.md: a puzzle in one file, built into a program of its own.

bats_require_minimum_version 1.5.0

setup() { cd "$BATS_TEST_DIRNAME/../.."; }

# bats test_tags=long
@test "the template is short, passes what a puzzle must pass, and is not in the program" {
    [ "$(wc -l <tests/puzzles/template/template.c)" -le 250 ]
    run ! grep -w template <("$LOOPHOLE" list puzzles)
    # without what bats itself has set
    run env -i PATH="${PATH//"$BATS_LIBEXEC:"/}" HOME="$HOME" PUZZLE=template BUILD="$BUILD" LOOPHOLE="$BUILD/loophole-template" tests/run puzzle.bats verify.bats roundtrip.bats
    echo "$output" | grep -v "^ok"
    [ "$status" -eq 0 ]
    [[ $output == *" 0 failed,"* ]]
}

@test "its board is drawn with bold lines around regions and thin ones between cells" {
    run -0 "$BUILD/loophole-template" draw template AAB CCB
    [ "$output" = "┏━━━┯━━━┳━━━┓
┃   │   ┃   ┃
┣━━━┿━━━╉───┨
┃   │   ┃   ┃
┗━━━┷━━━┻━━━┛" ]
}

@test "hints name the letters of its cells, and the mark of a cell that stays empty" {
    hints() { printf "$1" | "$BUILD/loophole-template" play template --script | grep -o '"sentence":"[^"]*"'; }
    [[ $(hints 'touch 1,1\nhint\n') == *'Forced: row 1, column 2: no stone."' ]]
    [[ $(hints 'touch 1,1\ntouch 1,2\ntouch 1,2\nask\n') == *"Yes: this can still be completed."* ]] # a mark
    [[ $(hints 'touch 1,1\ntouch 1,1\ntouch 1,2\ntouch 1,2\ntouch 2,1\ntouch 2,1\ntouch 3,1\ntouch 3,1\nask\n') == *"No: "* ]] # no cell of A is left
    [ "$(hints 'hint\n')" = '"sentence":"Try row 1, column 1: a stone; a solution stays in reach, proved."' ]
    printf 'complete\nstate\n' | "$BUILD/loophole-template" play template --script | grep -q '"position":"[o-]*\\n[^.]*"done":true'
}

@test "a puzzle whose drawing has margins is played: nothing is there to touch" {
    sed 's/canvas_new(in->rows, in->cols)/canvas_new(in->rows + 1, in->cols + 2)/' tests/puzzles/template/template.c >"$BATS_TEST_TMPDIR/template.c"
    ${CC:-gcc} -std=c11 -D_GNU_SOURCE -Isrc -I. -O1 -c -o "$BATS_TEST_TMPDIR/template.o" "$BATS_TEST_TMPDIR/template.c"
    libs=$(make -s BUILD="$BUILD" --eval 'libs: ; @echo $(LIBS)' libs)
    # shellcheck disable=SC2086
    g++ ${LDFLAGS-} -o "$BATS_TEST_TMPDIR/margins" "$BUILD/src/main.o" "$BATS_TEST_TMPDIR/template.o" "$BUILD/tests/puzzles/template/puzzle.o" "$BUILD/objects.a" $libs
    printf 'touch 1,1\nhint\ntouch 6,7\nstate\n' | "$BATS_TEST_TMPDIR/margins" play template --script >"$BATS_TEST_TMPDIR/printed"
    grep -q '"refused":"Touch one cell of the 5 x 5 board."' "$BATS_TEST_TMPDIR/printed"
    [ "$(tail -1 "$BATS_TEST_TMPDIR/printed" | grep -o '"where":' | wc -l)" -eq 25 ]
}
