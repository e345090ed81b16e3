#!/usr/bin/env bats
# Extras: the program builds, and the core works, without any one of them. Builds the program once for each.

bats_require_minimum_version 1.5.0

setup() { cd "$BATS_TEST_DIRNAME/../.."; }

# bats test_tags=long
@test "without any one extra, or engine of a puzzle, the program builds without a warning, and passes tests of the core" {
    tree=$BATS_TEST_TMPDIR/tree
    mkdir -p "$tree/tests/tools"
    cp -rp Makefile packaging VERSION src encodings lib "$tree" # with their times: what is the same is not compiled again
    cp tests/tools/deps "$tree/tests/tools"
    passes() {
        env -u BUILD make -s -j2 -C "$tree" CFLAGS="-O0 -Werror" build/loophole
        LOOPHOLE=$tree/build/loophole bats --tap tests/puzzles/puzzles.bats
    }
    extras=$(sed -n 's/^EXTRA(\([a-z]*\),.*/\1/p' src/extras/extra_list.h)
    [ "$(wc -w <<<"$extras")" -eq "$(find src/extras -mindepth 1 -type d | wc -l)" ]
    for extra in $extras; do
        cp -rp src/extras "$tree/src"
        rm -r "$tree/src/extras/$extra"
        awk -v entry="EXTRA($extra," '/^[^ ]/ { cut = index($0, entry) == 1 } !cut' src/extras/extra_list.h \
            >"$tree/src/extras/extra_list.h"
        passes
    done
    cp -rp src/extras "$tree/src"
    touch "$tree/src/extras/extra_list.h"
    puzzles=$(grep -l '\.engines = ' src/puzzles/*/*.c)
    [ "$(wc -w <<<"$puzzles")" -eq 2 ]
    for puzzle in $puzzles; do
        cp -rp src/puzzles "$tree/src"
        (cd "$tree" && touch $puzzles)
        sed -i '/\.engines = /d' "$tree/$puzzle"
        (cd "$tree/${puzzle%/*}" && rm -f gunport_frontier* gunport_layers* tank_tables* tank_log*)
        passes
    done
}
