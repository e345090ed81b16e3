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
    [[ "$stderr" == *"bad.opb:1:"*"'a'"*"control"* ]]
    name=$(printf 'ä%.0s' {1..150}) # a comment goes on in the midst of it
    printf 'min: +1 %s +1 €b ;\n+1 %s +1 €b >= 2 ;\n' "$name" "$name" >good.opb
    "$LOOPHOLE" encode good.opb -o good.cnf --names --bound optimum
    iconv -f UTF-8 -t UTF-16 good.cnf >/dev/null
    printf 's SATISFIABLE\nv 1 2 0\n' | "$LOOPHOLE" decode --from good.cnf -q >answer
    [ "$(cat answer)" = "v $name €b" ]
    "$LOOPHOLE" verify good.opb --answer answer
}

refused_in_a_line() { # FILE
    run -1 --separate-stderr "$LOOPHOLE" solve "$1"
    [ -z "$output" ] && [ "${#stderr_lines[@]}" -eq 1 ]
}

@test "names, rules, pictures and captions with line breaks, control or bidirectional characters are refused in JSON" {
    for bad in 000a 0009 000d 0001 001b 007f 0085 009b 061c 200e 200f 2028 2029 202a 202e 2066 2069; do
        for fields in '"variables": ["a@b"]' '"variables": [{"derived": "a@b"}]' '"integers": [{"name": "a@b", "lo": 0, "hi": 1}]' \
            '"constraints": [{"rule": "a@b", "clause": []}]' '"picture": ["grid 1 1", "caption \"a@b\""]' \
            '"picture": ["grid 1 1", "given 0 0 symbol \"a@b\""]' '"a@b": 1'; do
            echo "{\"loophole-model\": 1, ${fields//@/\\u$bad}}" >f.json
            refused_in_a_line f.json
        done
    done
}

@test "and in comments of CNF, WCNF and OPB, also where a byte is not UTF-8" {
    for bad in '\t' '\001' '\033[1m' '\177' '\302\233' '\302\205' '\330\234' '\342\200\216' '\342\200\250' '\342\200\256' '\342\201\246' '\377'; do
        for comment in 'name 1 a@b' 'rule from 1: a@b' 'int direct 1 1 1 a@b' 'picture caption "a@b"'; do
            words=${comment//@/$bad}
            printf "c picture grid 1 1\nc $words\np cnf 1 1\n1 0\n" >f.cnf
            printf "c picture grid 1 1\nc $words\nh 1 0\n" >f.wcnf
            printf "* picture grid 1 1\n* $words\n+1 y >= 1 ;\n" >f.opb
            refused_in_a_line f.cnf
            refused_in_a_line f.wcnf
            [[ $comment = name* ]] || refused_in_a_line f.opb # it has names already
        done
    done
}

@test "JSON has C1, DEL and bidirectional characters as escapes" {
    printf '+1 a >= 1 ;\n' >f.opb
    printf 'v \302\233\177ä\342\200\256\342\200\250\330\234\n' >wrong
    run -1 --separate-stderr "$LOOPHOLE" verify f.opb --answer wrong --json
    [[ "$output" == *'\u009b\u007fä\u202e\u2028\u061c'* ]]
}

# bats test_tags=long
@test "HTML and Markdown in rows and suites are text in the report" {
    printf 'about a\nsection one\ninstances gunport 3x3 4x4\nformulation monomino matching\nseed 1 2\n' >suite
    "$LOOPHOLE" bench suite -o out
    python3 "$BATS_TEST_DIRNAME/foreign_report.py"
}
