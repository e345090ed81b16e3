#!/usr/bin/env bats
# The template of CONTRIBUTING.md: a puzzle in one file, built into a program of its own.

bats_require_minimum_version 1.5.0

setup() { cd "$BATS_TEST_DIRNAME/.."; }

@test "the template is short, passes what a puzzle must pass, and is not in the program" {
    [ "$(wc -l <tests/template/template.c)" -le 250 ]
    run ! grep -w template <("$LOOPHOLE" list puzzles)
    LOOPHOLE=$BUILD/loophole-template QUICK='' run -0 tests/run --puzzle template
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
