#!/usr/bin/env bats
# The WebAssembly program gives the same answers as the native one; the page is played in Chromium by mouse, keys and touch.

bats_require_minimum_version 1.5.0

setup() {
    tests=${BATS_TEST_DIRNAME%/*}
    WEB=$(realpath "${BUILD:-build}")/web
    WEBCACHE=${WEBCACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/loophole-web}
    [ -e "$WEB/loophole.wasm" ] || [ -e "$WEB.log" ] || skip "build/web is not there; 'make web' builds it"
    [ -e "$WEB/loophole.wasm" ] || [ "$BATS_TEST_NUMBER" = 1 ] || skip "the page does not compile"
    command -v node >/dev/null || skip "node is not installed"
    cd "$BATS_TEST_TMPDIR"
}

web() {
    node --no-experimental-fetch "$tests/page/run_program.js" "$WEB" "$@"
}

# Both say and write the same, but for CPU seconds: the numbers with two decimals, and their parts, which a fast answer does not have.
same() {
    local native=0 wasm=0
    "$LOOPHOLE" "$@" >native.out 2>native.err || native=$?
    web "$@" >wasm.out 2>wasm.err || wasm=$?
    sed -i 's/([0-9.]* [kM]B, [0-9.]* s)//; s/ (encoding [^)]*)//; s/[0-9]*\.[0-9][0-9]//g' native.out wasm.out # seconds
    diff native.out wasm.out
    diff native.err wasm.err
    [ "$native" = "$wasm" ]
}

@test "the page compiles" {
    [ -e "$WEB/loophole.wasm" ] || { tail -n 30 "$WEB.log"; false; }
}

@test "in WebAssembly: the same answers, pictures, sentences and statuses" {
    printf 'gunport\n..#..\n.....\n#...#\n' >board
    printf '. 2 .\n. . .\n. . .\n' >tank3
    printf 'o<>\n<>o\no<>\n' >answer
    same solve gunport 7x7
    same solve gunport -f board
    same solve gunport 6x6 --formulation monomino --card totalizer --search down --solver picosat -q
    same solve squarest 50 25 27 3 12 6 15 9 30 21 19
    same solve cans --unique
    same solve fivers 6
    same count tank 5
    same count archer 100 16 17 23 24 39 40 --all-costs --print-solutions
    same explain tank -f tank3
    same verify gunport 3x3 --answer answer
    same draw gunport 3x3 --answer answer --ascii
    same list encodings
    same help gunport
    same generate cans --seed 5
    same audit amo_ladder --seed 1
    same solve gunport 5xx
    same solve nosuch 5
    same encode gunport 4x4 -o -
}

@test "in WebAssembly: games by orders" {
    printf 'touch 1,1 1,2\nhint\nask\ncomplete\nstate\n' >orders
    "$LOOPHOLE" play gunport 4x4 --script <orders >native
    web play gunport 4x4 --script <orders | diff native -
}

@test "in WebAssembly: what a browser has not is said" {
    run -3 web solve gunport 4x4 --formulation monomino --solver 'process:cadical -q'
    [[ $output == *"cannot be started"* ]]
}

@test "in WebAssembly: tests of the command line" { # all of them: make web-test
    env -i PATH="$(sed "s,[^:]*/libexec/bats-core:,,g" <<<"$PATH")" HOME="$HOME" BUILD="$(dirname "$WEB")" "$tests/page/commands" "$tests/commands/audit.bats" "$tests/commands/regress.bats"
}

@test "the folder is small, and holds the licences of all that is in it" {
    for words in "$(head -n 3 "$BATS_TEST_DIRNAME/../../LICENSE" | tail -n 1)" CaDiCaL PicoSAT Jansson Emscripten "AS IS"; do grep -qF "$words" "$WEB/licences.txt"; done
    [ "$(cat "$WEB"/* | wc -c)" -lt 2097152 ]
    [ "$(tar -C "$WEB" -c . | gzip -9 | wc -c)" -lt 1048576 ]
}

with_browser() { # sets chromium, and NODE_PATH for puppeteer-core
    chromium=$("$tests/page/browser") || skip "Chromium is not installed"
    export NODE_PATH=${NODE_PATH:-}:$WEBCACHE/node_modules
    node -e 'require.resolve("puppeteer-core")' 2>/dev/null || skip "puppeteer-core is not there; npm installs it"
}

browse() { # [MODELS]
    with_browser
    node "$tests/page/play_page.js" "$WEB" "$chromium" "$BATS_TEST_TMPDIR" "$@"
}

# bats test_tags=long
@test "the package for npm, in node and in a page that is not ours; it is small" {
    package=$WEB/../npm
    run -0 node "$tests/page/package.mjs" "$package"
    most=700000
    [[ $(emcc --version) == *" 3.1.6 "* ]] || most=750000 # that of Debian 13, 3.1.69, makes 716,000 bytes instead of 677,000
    [ "$(cat "$package"/*[!z] | gzip -9 | wc -c)" -le $most ]
    with_browser
    run -0 node "$tests/page/package.mjs" "$package" "$chromium"
}

@test "the page, in Chromium: play, hints, solving, stopping, links, names for those who cannot see" {
    browse
}

@test "the page, in Chromium: it plays every puzzle if all sentences are other words, and reads documented fields only" {
    with_browser
    node "$tests/page/reworded.js" "$WEB" "$chromium" >fields
    [ "$(wc -l <fields)" -gt 15 ]
    while read -r field; do
        grep -q "\`$field\`" "$tests/../docs/model/script.md" || grep -q "\"$field\":" "$tests/../docs/model/json-schema.json" || { echo "$field is documented neither in docs/model/script.md nor in docs/model/json-schema.json"; false; }
    done <fields
}

@test "the page, in Chromium: a reader's own puzzles, with integers, signs and lines" {
    export PYTHONPATH=$tests/../lib/python PYTHONDONTWRITEBYTECODE=1 LOOPHOLE_LIBRARY=${WEB%/web}/lib/libloophole.so
    [ -e "$LOOPHOLE_LIBRARY" ] || skip "the library is not built"
    mkdir models
    for name in sudoku star_battle slitherlink; do
        (cd models && grep -v '^print' "$tests/../lib/examples/puzzles/$name.py" | cat - <(echo "m.write('$name.json')") | python3 -)
    done
    (cd models && python3 "$tests/page/best.py")
    for ending in opb cnf; do "$LOOPHOLE" encode -f models/sudoku.json --format $ending -o models/sudoku.$ending; done
    browse models
}
