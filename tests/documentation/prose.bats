#!/usr/bin/env bats
# The English of pages, help, messages and comments: tests/tools/prose.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    command -v python3 || skip "python3 is not installed"
}

@test "pages, help, man pages, messages and comments have no retired term, long sentence, wide line or vague heading" {
    tests/tools/prose || { echo "tests/tools/prose FILE checks one file"; return 1; }
}

long="It reads the instance and the options and the files and then it builds a model
and encodes it and calls a solver and checks the solution and prints it and writes
the proof and the picture as well and stops."

@test "a page, a comment, a message and a help page with one fault each are reported" {
    fails() { # WORDS FILE TEXT: the only finding in a file of this text has these words
        printf '%s\n' "$3" >"$BATS_TEST_TMPDIR/$2"
        run -1 tests/tools/prose "$BATS_TEST_TMPDIR/$2"
        [ "${#lines[@]}" -eq 1 ] && [[ $output == *"$1"* ]] || { echo "$output"; return 1; }
    }
    fails "'rests on'" a.md "The answer rests on a proof."
    fails "'witnesses'" a.md "| a | three witnesses |"
    fails "'told'" a.md "- The solver is told the bound."
    fails "sentence of 41" a.md "$long"
    fails "5 short main clauses" a.md "It reads a file. It makes a model. It calls a solver. It checks the answer. It prints a board."
    fails "105 columns" a.md "$(printf 'word %.0s' {1..20}; echo words)"
    fails "heading" a.md "## What was meant"
    fails "heading" a.md "# Where it is"
    fails "sentence that begins" a.md "It stops. What cannot stop is ended."
    fails "'recount'" a.h "/* A recount of the board. */"
    fails "'behind'" a.h "// The word
// behind it."
    fails "sentence of 41" a.c "/* $long */"
    fails "101 columns" a.h "/* $(printf 'word %.0s' {1..19}) */"
    fails "'question'" messages.txt 'loophole: The question is not known.'
    cat >"$BATS_TEST_TMPDIR/loophole" <<'S'
#!/bin/sh
[ "$*" = "help --manual loophole-x" ] && printf '.SH NAME\nx \\- read the \\fIroom\\fR\n' && exit
printf 'loophole x\n\nOptions\n  --x N  take the figure\n         of the board\n'
S
    chmod +x "$BATS_TEST_TMPDIR/loophole"
    LOOPHOLE=$BATS_TEST_TMPDIR/loophole run -1 tests/tools/prose "help x"
    [[ ${#lines[@]} = 1 && $output == "help x:4: 'figure'"* ]]
    LOOPHOLE=$BATS_TEST_TMPDIR/loophole run -1 tests/tools/prose "man loophole-x"
    [[ ${#lines[@]} = 1 && $output == "man loophole-x:2: 'room'"* ]]
}

@test "code, links, tables and short sentences are not reported" {
    cat >"$BATS_TEST_TMPDIR/a.md" <<'S'
# Twelve boards

Run `rests on`, as in [the page](witness.md). Was it read? What is SAT?

It reads a file. It makes a model. It calls a solver, because a model needs one.
It checks the answer. It prints.

    loophole solve gunport 5x5 --card seqcounter --search down --verbose --break-symmetry no --told room peer

| a table's row may be as wide as it needs to be, | because a row cannot be wrapped in Markdown, whoever reads it |

```
the figure that a twin told
```

[a link that stands alone](https://example.org/a/path/that/is/too/long/to/wrap/and/cannot/be/wrapped/at/all/index.html)
S
    printf '/* Reads\n *\n *     the figure told\n */\nint model_witness(void); /* one */\n' >"$BATS_TEST_TMPDIR/a.h"
    printf '$ loophole rests on\nloophole: invalid size.\n' >"$BATS_TEST_TMPDIR/messages.txt"
    run -0 tests/tools/prose "$BATS_TEST_TMPDIR"/{a.md,a.h,messages.txt}
}
