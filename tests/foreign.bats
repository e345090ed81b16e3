#!/usr/bin/env bats
# Text from files, replies and command lines, on its way to terminals, pages and written files.

bats_require_minimum_version 1.5.0

setup() { cd "$BATS_TEST_TMPDIR"; }

# bats test_tags=long
@test "no control character and no byte that is not UTF-8 gets out, whatever came in" {
    python3 "$BATS_TEST_DIRNAME/foreign_text.py" "$LOOPHOLE" 1 1
}

# bats test_tags=long
@test "no control character gets out: more of it" { # and more by make fuzz
    python3 "$BATS_TEST_DIRNAME/foreign_text.py" "$LOOPHOLE" 2 10
}

@test "a formula whose names have control characters is refused; other letters come back whole" {
    printf '+1 a\033[31mX +1 b >= 1 ;\n' >bad.opb
    run -1 --separate-stderr "$LOOPHOLE" solve bad.opb
    [[ "$stderr" == *"bad.opb:1:"*"'a?[31mX'"*"control character"* ]]
    name=$(printf 'ä%.0s' {1..150}) # a comment goes on in the midst of it
    printf 'min: +1 %s +1 €b ;\n+1 %s +1 €b >= 2 ;\n' "$name" "$name" >good.opb
    "$LOOPHOLE" encode good.opb -o good.cnf --names --bound optimum
    iconv -f UTF-8 -t UTF-16 good.cnf >/dev/null
    printf 's SATISFIABLE\nv 1 2 0\n' | "$LOOPHOLE" decode --from good.cnf -q >answer
    [ "$(cat answer)" = "v $name €b" ]
    "$LOOPHOLE" verify good.opb --answer answer
}

@test "JSON has C1 and DEL as escapes" {
    printf '+1 a >= 1 ;\n' >f.opb
    printf 'v \302\233\177ä\n' >wrong
    run -1 --separate-stderr "$LOOPHOLE" verify f.opb --answer wrong --json
    [[ "$output" == *'\u009b\u007fä'* ]]
}

# bats test_tags=long
@test "HTML and Markdown in rows and suites are text in the report" {
    printf 'about a\nsection one\ninstances gunport 3x3 4x4\nformulation monomino matching\nseed 1 2\n' >suite
    "$LOOPHOLE" bench suite -o out
    python3 "$BATS_TEST_DIRNAME/foreign_report.py"
}
