#!/usr/bin/env bats
# A puzzle's `verify` is an independent check only if it shares no code with the formulation that it judges. These tests read the
# call graphs of the sources, which the compiler writes before it inlines functions.

# What verify may share with pose and decode: it reads the notation or the shape of a board, and knows no rule.
shared() {
    cat <<END
src/puzzles/gunport/gunport.c: gunport_partner
src/puzzles/words.c: words_release
src/puzzles/words.c: words_split
src/puzzles/gunport/gunport.h: at
src/puzzles/gunport/gunport.h: on_board
src/puzzles/grid.c: grid_image
src/puzzles/grid.c: grid_next
src/declared/formula.c: formula_name_find
src/declared/formula.c: formula_name
src/declared/flatzinc.c: flatzinc_of
src/declared/flatzinc.h: flatzinc_size
src/declared/flatzinc.h: flatzinc_at
src/declared/flatzinc.h: flatzinc_place
END
}

# The files of all puzzles, or of the one named by PUZZLE and of those next to it. The instance of "model" is a model, so
# it has a test of its own; boards of clues (src/genres) are models, too, and compared with brute force.
sources() {
    [ -n "${PUZZLE-}" ] || { ls src/puzzles/*/*.c src/declared/formula*.c src/declared/flatzinc*.c; return; }
    for file in $(grep -rl "^const struct puzzle puzzle_$PUZZLE = " src tests/puzzles/template); do
        case $file in src/declared/*) echo "${file%%[_.]*}"*.c ;; *) echo "${file%/*}"/*.c ;; esac
    done
}

# Makes NAME.ci, the call graph of FILE, and NAME.roots, the functions that verify or pose.
graph() { # FILE NAME
    gcc -std=c11 -D_GNU_SOURCE -Isrc -I. -E "$1" -o "$2.i"
    CCACHE_DISABLE=1 gcc -std=c11 -O0 -fcallgraph-info -S "$2.i" -o "$2.s"
    # After the preprocessor, because macros may hold these members.
    awk 'BEGIN { RS = "\001" } # the whole file
        {
            gsub(/(^|\n)#[^\n]*/, "")
            gsub(/\n/, " ")
            for (rest = $0; match(rest, /\.verify = [a-z_0-9]+/); rest = substr(rest, RSTART + RLENGTH))
                print "verify " substr(rest, RSTART + 10, RLENGTH - 10)
            for (rest = $0; match(rest, /struct formulation [a-z_0-9]*\[\] = [{][^;]*;/); rest = substr(rest, RSTART + RLENGTH)) {
                n = split(substr(rest, RSTART, RLENGTH), word, /[^a-z_0-9]+/)
                for (i = 1; i <= n; i++) if (word[i] != "" && !(word[i] in seen)) print "pose " word[i]
                for (i = 1; i <= n; i++) seen[word[i]]
            }
        }' "$2.i" >"$2.roots"
}

# What is shared in the tree $1; on standard error, how many functions verify, and how many pose or decode. Graphs of the files of
# this tree are made once for all tests.
twins() (
    cd "$1"
    graphs=()
    for file in src/puzzles/*.c $(sources); do
        name=$BATS_FILE_TMPDIR/${file//[\/.]/-}
        if ! cmp -s "$file" "$BATS_TEST_DIRNAME/../../$file"; then
            name=$BATS_TEST_TMPDIR/${file//[\/.]/-}
            graph "$file" "$name"
        elif [ ! -e "$name.roots" ]; then
            graph "$file" "$name"
        fi
        graphs+=("$name")
    done
    cat "${graphs[@]/%/.roots}" >"$BATS_TEST_TMPDIR/roots"
    awk -f "$BATS_TEST_DIRNAME/verify.awk" "$BATS_TEST_TMPDIR/roots" "${graphs[@]/%/.ci}" | sort
)

setup() { cd "$BATS_TEST_DIRNAME/../.."; }

# bats test_tags=long
@test "no verify shares code with what poses and decodes, nor sees a model" {
    twins . >"$BATS_TEST_TMPDIR/found" 2>"$BATS_TEST_TMPDIR/counted"
    read -r verifies poses <"$BATS_TEST_TMPDIR/counted"
    [ "$verifies" = "$(grep '^verify' "$BATS_TEST_TMPDIR/roots" | sort -u | wc -l)" ]
    [ -n "${PUZZLE-}" ] || [ "$(grep -c '^verify' "$BATS_TEST_TMPDIR/roots")" = "$("$LOOPHOLE" list puzzles | awk '!/; formulations model$/ || /^fzn /' | wc -l)" ]
    [ "$poses" -gt "$verifies" ]
    shared | grep -vxF -f - "$BATS_TEST_TMPDIR/found" && return 1
    true
}

# bats test_tags=long
@test "the verify of a model of your own reads that model, and shares the judgement of a row only" {
    [ -z "${PUZZLE-}" ] || skip "it is about one puzzle"
    PUZZLE=declared twins . >"$BATS_TEST_TMPDIR/found" 2>"$BATS_TEST_TMPDIR/counted"
    read -r verifies poses <"$BATS_TEST_TMPDIR/counted"
    [ "$verifies" -eq 1 ]
    [ "$poses" -eq 3 ] # declared_build, declared_decode and declared_objective
    readers="given_at given_words givens goal goal_value int_name integer ints name next objective row_holds rule_name vars"
    {
        printf 'a verify calls model_%s\n' $readers
        echo 'src/declared/declared.c: declared_row_holds'
    } | diff - "$BATS_TEST_TMPDIR/found"
}

# bats test_tags=long
@test "planted twins of a verify are seen" {
    [ -z "${PUZZLE-}" ] || skip "it plants them in archer"
    tree=$BATS_TEST_TMPDIR/tree
    plant() { # STATEMENT, the first of the archer's verify; all who decode begin with planted()
        rm -rf "$tree"
        mkdir "$tree"
        cp -r src "$tree"
        find "$tree/src/puzzles" -mindepth 1 -type d ! -name fair -exec rm -r {} +
        sed -i -e "/^static bool archer_verify/,/^{/ s/^{/{ $1/" -e '/^static void [a-z_]*decode(/,/^{/ s/^{/{ planted();/' \
            -e '0,/^#include/ s/^#include/static void planted(void) {}\n#include/' "$tree/src/puzzles/fair/archer.c"
        twins "$tree"
    }
    plant 'planted();' | grep 'archer.c: planted'
    plant 'model_free(model_new());' | grep 'a verify calls model_new'
    plant 'puzzle_find("archer")->verify(in, solution, objective_value, err);' | grep 'a verify calls __indirect_call'
}
