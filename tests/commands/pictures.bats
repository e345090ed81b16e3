#!/usr/bin/env bats
# Pictures of every kind of board, compared with stored ones; descriptions for screen readers; print in grey.

bats_require_minimum_version 1.5.0

setup() {
    here=$BATS_TEST_DIRNAME
    cd "$BATS_TEST_TMPDIR" || return
}

# near "ALL WORST": nobody sees the difference (see png_diff.py); the letters' edges may fall a little otherwise
near() {
    echo "$1" | awk '{ exit !($1 <= 1 && $2 <= 20) }'
}

# bats test_tags=long
@test "every kind of board is drawn as it was kept, and the pictures of the pages are current" {
    command -v rsvg-convert >/dev/null || skip "rsvg-convert is not installed"
    version=$("$LOOPHOLE" list solvers | awk '$1 == "cadical" { print $2 }')
    [[ $version == 1.* ]] || skip "the pictures show the solutions that CaDiCaL 1 finds, and this is $version"
    LOOPHOLE=$LOOPHOLE "$here/../../bench/gallery" "$PWD/made"
    names=() pairs=()
    for kept in "$here"/pictures/*.png; do
        names+=("$(basename "$kept" .png)")
        rsvg-convert "made/${names[-1]}.svg" -o "${names[-1]}.png"
        pairs+=("$kept" "${names[-1]}.png")
    done
    [ ${#names[@]} -ge 6 ]
    python3 "$here/png_diff.py" "${pairs[@]}" >far
    paste -d' ' far <(printf '%s\n' "${names[@]}")
    [ "$(wc -l <far)" -eq ${#names[@]} ]
    while read -r far; do near "$far"; done <far
    [ "$(ls made/*.svg | wc -l)" -ge 13 ]
    for picture in made/*.svg; do
        [[ $picture == */still-life.svg && $version != 1.5.* ]] && continue # which of several optima, a solver decides
        diff -q "$picture" "$here/../../docs/play/gallery"
    done
    [ "$(grep -o '<img src="docs/play/gallery/' "$here/../../README.md" | wc -l)" -ge 3 ]
}

# bats test_tags=long
@test "a picture that is another one is seen" {
    command -v rsvg-convert >/dev/null || skip "rsvg-convert is not installed"
    pairs=() n=0
    for kept in "$here"/pictures/*.png; do
        svg=$here/../../docs/play/gallery/$(basename "$kept" .png).svg
        pairs+=("$kept" "$kept")
        # one colour for another; no letters
        for change in 's/lp-3/lp-5/g' 's/<text/<!--/g; s/<.text>/-->/g'; do
            n=$((n + 1))
            sed "$change" "$svg" >other.svg
            rsvg-convert other.svg -o $n.png
            pairs+=("$kept" $n.png)
        done
    done
    python3 "$here/png_diff.py" "${pairs[@]}" | tee far
    [ "$(wc -l <far)" -eq $((n * 3 / 2)) ]
    while read -r same && read -r recolored && read -r wordless; do
        near "$same"
        run ! near "$recolored"
        run ! near "$wordless"
    done <far
}

@test "a picture says in words what it shows, and on what that rests" {
    run -30 "$LOOPHOLE" solve gunport 6x6 --svg a.svg --caption 'for <you>' --legend
    grep -q '<title>Gunport 6x6</title>' a.svg
    grep -q '<desc>gunport 6x6: 12 gunports, proved optimal.</desc>' a.svg
    grep -q 'for &lt;you&gt;' a.svg
    grep -q 'a domino, lying' a.svg
    grep -q 'prefers-color-scheme:dark' a.svg
    [[ "$output" == *"for <you>"* && "$output" == *" o   a gunport"* ]]
}

@test "--png FILE by rsvg-convert; what is missing is said" {
    command -v rsvg-convert >/dev/null || skip "rsvg-convert is not installed"
    "$LOOPHOLE" draw gunport 4x4 --png a.png >/dev/null
    [ "$(head -c 4 a.png | tail -c 3)" = PNG ]
    mkdir bin
    ln -s "$(command -v sh)" bin/sh
    run -3 --separate-stderr env PATH="$PWD/bin" "$LOOPHOLE" draw gunport 4x4 --png b.png
    [[ "$stderr" == *rsvg-convert* ]]
    [ ! -e b.png ]
}

@test "colours keep a contrast, on light and on dark ground" {
    "$LOOPHOLE" draw gunport 2x2 --svg a.svg >/dev/null
    python3 - a.svg <<'END'
import re, sys
def light(c):
    v = [int(c[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    v = [x / 12.92 if x <= .03928 else ((x + .055) / 1.055) ** 2.4 for x in v]
    return .2126 * v[0] + .7152 * v[1] + .0722 * v[2]
def contrast(a, b):
    a, b = sorted((light(a), light(b)))
    return (b + .05) / (a + .05)
def seen_by(kind, c): # Vienot, Brettel and Mollon 1999: without the cones for red, for green
    v = [(int(c[i:i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5)]
    m = {"all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
         "protan": ((.11238, .88762, 0), (.11238, .88762, 0), (.00401, -.00401, 1)),
         "deutan": ((.29275, .70725, 0), (.29275, .70725, 0), (-.02234, .02234, 1))}[kind]
    w = [min(1, max(0, sum(a * x for a, x in zip(row, v)))) for row in m]
    return "#%02x%02x%02x" % tuple(round(255 * x ** (1 / 2.2)) for x in w)
svg = open(sys.argv[1]).read()
themes = svg.split("@media")
assert len(themes) == 2
for theme in themes:
    fill = dict(re.findall(r"\.lp-(on\d|\d|ground){fill:(#\w+)}", theme))
    assert len(fill) == 17, fill
    for ink in range(8):
        assert contrast(fill[str(ink)], fill["on%d" % ink]) >= 4.5 or ink == 5, (ink, fill)
    for eyes in ("all", "protan", "deutan"):
        one, two, three = (seen_by(eyes, fill[str(i)]) for i in (1, 2, 3))
        assert contrast(one, two) >= 1.3 and contrast(one, three) >= 1.5, (eyes, one, two, three)
        for ink in range(8):
            assert contrast(seen_by(eyes, fill[str(ink)]), seen_by(eyes, fill["on%d" % ink])) >= 4.5 or ink == 5, (eyes, ink)
    line = re.search(r"stroke:(#\w+)", theme).group(1)
    assert contrast(line, fill["ground"]) >= 4.5
END
}

@test "colour when it is asked for; ASCII where the locale is not UTF-8" {
    run -30 "$LOOPHOLE" solve gunport 3x3 --color always
    [[ "$output" == *$'\033[30;46m'* ]]
    run -30 "$LOOPHOLE" solve gunport 3x3 --color never
    [[ "$output" != *$'\033'* ]]
    run -30 env LC_ALL=C "$LOOPHOLE" solve gunport 3x3
    [[ "$output" == *"+---"* && "$output" != *"┌"* ]]
    run -30 env -u LC_ALL -u LC_CTYPE -u LANG "$LOOPHOLE" solve gunport 3x3
    [[ "$output" == *"┌"* ]]
    run -2 "$LOOPHOLE" solve gunport 3x3 --color sometimes
    for set in "TERM=dumb" "TERM=xterm NO_COLOR=1" "TERM=xterm"; do
        # shellcheck disable=SC2086
        env $set script -qec "\"\$LOOPHOLE\" solve gunport 3x3 -q; \"\$LOOPHOLE\" draw gunport 3x3" raw >/dev/null </dev/null
        env $set script -qec "\"\$LOOPHOLE\" solve gunport 3x3" raw >/dev/null </dev/null || true
        case $set in TERM=xterm) grep -q $'\033\[30;46m' raw ;; *) run ! grep -q $'\033\[3' raw ;; esac
    done
}

# A board of clues with values and fills, played.
mixed() {
    cat >mixed.json <<'JSON'
{"loophole-model": 1, "variables": ["a", "b", "c", "d", "e"], "integers": [{"name": "x", "lo": 5, "hi": 5}],
 "constraints": [],
 "picture": ["grid 1 6", "given 0 0 symbol 3", "cell 0 0 x1 fill", "given 0 1 symbol 12 pale", "cell 0 1 x2 fill orange",
  "cell 0 2 x3 symbol Q", "given 0 2 symbol 6×", "cell 0 3 i1 digit", "given 0 3 symbol 11+", "given 0 4 symbol 4",
  "cell 0 4 x4 fill", "cell 0 5 x5 symbol S"]}
JSON
    "$LOOPHOLE" play mixed.json --script
}

@test "a cell shows a fill, a clue and a value at once, in pictures and in text" {
    mixed <<<$'touch 1,1 1\ntouch 1,2 1\ntouch 1,3 1\ntouch 1,4 5\ntouch 1,5 1001\nstate' >state
    python3 - state <<'END'
import json, re, sys
svg = json.load(open(sys.argv[1]))["svg"]
ink = {}  # of each cell, by its left side
for name, path in re.findall(r'<path class="lp-(\d)"[^>]* d="(.*?)"', svg):
    for x, wide in re.findall(r"M(\d+) 10h(\d+)v28", path):
        for left in range(int(x), int(x) + int(wide), 28):
            ink[(left - 10) // 28] = int(name)
assert ink[0] == 4 and ink[1] == 3 and ink[4] == 6, ink
words = {w: (int(on), float(x) - 10, float(size)) for on, x, size, w in
         re.findall(r'<text class="lp-on(\d)[^>]* x="([\d.]+)" y="[\d.]+" font-size="([\d.]+)">(.*?)</text>', svg)}
assert words["3"][0] == 4 and words["12"][0] == 3, words  # readable on their color
for clue, value, column in (("6×", "Q", 2), ("11+", "5", 3)):
    assert words[clue][1] < 28 * column + 14 and words[value][1] == 28 * column + 14, words
    assert words[clue][2] < words[value][2], words
dots = [(float(x) - 10, float(y) - 10) for x, y in re.findall(r'<circle class="lp-on6" cx="([\d.]+)" cy="([\d.]+)"', svg)]
assert len(dots) == 1 and 28 * 4.5 < dots[0][0] < 28 * 5 and dots[0][1] > 14, dots
END
    cat >mixed.opb <<'OPB'
* #variable= 4 #constraint= 2
* int direct 5 5 4 x
* picture grid 1 4
* picture given 0 0 symbol 3 none
* picture cell 0 0 x1 fill
* picture cell 0 1 x2 fill orange
* picture given 0 1 symbol 12
* picture given 0 2 symbol 6×
* picture cell 0 2 x3 symbol Q
* picture cell 0 3 i1 digit
* picture given 0 3 symbol 11+
+1 x1 +1 x2 +1 x3 = 3 ;
+1 x4 = 1 ;
OPB
    run -10 --separate-stderr "$LOOPHOLE" solve -f mixed.opb
    [ "${lines[1]}" = '│■■3■■│●●12●│6×  Q│11+ 5│' ]
    run -10 --separate-stderr "$LOOPHOLE" solve -f mixed.opb --ascii
    [ "${lines[1]}" = '|@@3@@|**12*|6x  Q|11+ 5|' ]
    run -10 --separate-stderr "$LOOPHOLE" solve -f mixed.opb --color always
    [[ ${lines[1]} = '│■■3■■│'$'\033[1;30;43m'*12* ]]
}

@test "the lines of a loop pass between linked cells" {
    cat >loop.opb <<'OPB'
* picture grid 2 2
* picture cell 0 0 x1 link east south
* picture cell 0 1 x1 link west south
* picture cell 1 0 x1 link north east
* picture cell 1 1 x1 link north west
+1 x1 = 1 ;
OPB
    run -10 --separate-stderr "$LOOPHOLE" solve -f loop.opb
    [ "${lines[1]}${lines[2]}${lines[3]}" = '│ ┌───┐ │├─│─┼─│─┤│ └───┘ │' ]
    run -10 --separate-stderr "$LOOPHOLE" solve -f loop.opb --ascii
    [ "${lines[1]}${lines[2]}${lines[3]}" = '| +---+ |+-|-+-|-+| +---+ |' ]
}

@test "a board that is too wide for the terminal says so" {
    TERM=xterm script -qec "stty cols 30; \"\$LOOPHOLE\" draw gunport 3x60" raw >/dev/null </dev/null
    tr '\r\n' '  ' <raw | tr -s ' ' | grep -q 'columns 31 to 60 cut off'
}

@test "numbers are never lost on a narrow terminal: such a board goes on below" {
    printf 'tank 7 --cap none\n10 . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n' >tank
    TERM=dumb script -qec "stty cols 30; \"\$LOOPHOLE\" solve archer 100 16 17 23 24 39 40; \"\$LOOPHOLE\" draw tank -f '$PWD/tank'" raw >/dev/null </dev/null
    for number in 16 17 23 24 39 40; do grep -q "│ *\($number\|.*│ $number\) " raw; done
    tr -d '\r' <raw | sed '/^Script /d; s/[┌├└│─┬┼┴┐┤┘]/+/g' | awk 'length > 30 { print "too long: " $0; bad = 1 } END { exit bad }'
    [ "$(tr -d '\r' <raw | grep '^Columns')" = "Columns 1 to 5:
Columns 6 to 7:" ]
}

@test "a legend names the signs that are there, and only those" {
    printf 'gunport\n.#.\no..\n...\n' >board
    run -0 "$LOOPHOLE" draw gunport -f board --ascii --legend
    [ "$(tail -n 2 <<<"$output")" = " o   a gunport
###  a blocked cell" ] || [ "$(tail -n 2 <<<"$output")" = " o   a gunport
 #   a blocked cell" ]
    run -10 "$LOOPHOLE" solve tank 4 --legend
    [[ "$output" != *"a tank"* ]]
    run -10 "$LOOPHOLE" solve tank 4 --legend --color always
    [[ "$output" == *"a tank"* && "$output" != *triangle* ]]
    "$LOOPHOLE" solve tank 4 --legend --svg tank.svg >/dev/null || true
    grep -q 'a tank; a small triangle' tank.svg
    "$LOOPHOLE" solve squarest 50 25 27 3 12 6 15 9 30 21 19 --legend --svg dummies.svg >said || true
    grep -q 'a dummy that is knocked down (hit)$' said
    grep -q '>a dummy that is knocked down<' dummies.svg
}

@test "pictures: free cells are empty, given pieces hatched, own ones not" {
    printf 'gunport\n<>.\n..#\n' >board
    "$LOOPHOLE" draw gunport -f board --svg a.svg >/dev/null
    run ! grep -q '>\.<' a.svg
    [ "$(grep -c 'fill="url(#lp-given)"' a.svg)" = 1 ]
    "$LOOPHOLE" solve gunport -f board --svg a.svg >/dev/null || true
    [ "$(grep -c 'class="lp-1 lp-edge"\|class="lp-2 lp-edge"' a.svg)" = 2 ]
    [ "$(grep -c 'fill="url(#lp-given)"' a.svg)" = 1 ]
    echo 'touch 2,1 2,2
state' | "$LOOPHOLE" play gunport -f board --script | tail -n 1 >state
    [ "$(grep -o 'fill=\\"url(#lp-given)' state | wc -l)" = 1 ]
}

@test "pictures: of two attackers in one line each has an arrow of its own, and none meets a number" {
    printf 'tank 6\n1 3 1 1 1 1\n1 2 1 1 1 1\n1 1 1 1 1 1\n1 3 1 1 1 1\n1 1 1 1 1 1\n1 1 1 1 1 1\n' >board
    "$LOOPHOLE" draw tank -f board --attacks 4,2 --svg a.svg >/dev/null
    python3 - a.svg <<'END'
import re, sys
svg = open(sys.argv[1]).read()
arrows = [[float(n) for n in re.findall(r"-?[\d.]+", d)] for d in re.findall(r'class="lp-arrow" d="([^"]*)"', svg)]
assert len(arrows) >= 3, arrows
assert len({tuple(a[-4:-2]) for a in arrows}) == len(arrows), "two heads in one place"
numbers = [(float(x), float(y) - 5) for x, y in re.findall(r'<text class="lp-on\d[^"]*" x="([\d.]+)" y="([\d.]+)">\d', svg)]
assert len(numbers) == 36
for a in arrows:
    for k in range(101):
        t = k / 100
        b = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
        x, y = (sum(w * a[2 * i + j] for i, w in enumerate(b)) for j in (0, 1))
        assert all(abs(x - nx) > 4.5 or abs(y - ny) > 5.5 for nx, ny in numbers), (x, y, a)
END
}

@test "pictures: a long legend is broken, and the board stands over its middle" {
    printf 'gunport\n<>.\n..#\n' >board
    "$LOOPHOLE" draw gunport -f board --svg a.svg --legend --caption "$(printf 'many words %.0s' $(seq 30))" >/dev/null
    [ "$(grep -o 'width="[0-9]*"' a.svg | head -n 1 | tr -dc 0-9)" -lt 300 ]
    grep -q '<g text-anchor="middle" transform="translate(' a.svg
    [ "$(grep -o 'many words' a.svg | wc -l)" = 30 ]
}

@test "pictures: stones that must turn and stones that must stay differ in colour" {
    "$LOOPHOLE" explain fivers -f "$here/../../bench/gallery-boards/unreachable.txt" --svg a.svg >/dev/null || true
    turn=$(grep -o 'class="lp-on[0-9]" [^>]*>!' a.svg | head -n 1 | cut -c 1-13)
    stay=$(grep -o 'class="lp-on[0-9]" [^>]*>=' a.svg | head -n 1 | cut -c 1-13)
    [ -n "$turn" ] && [ -n "$stay" ] && [ "$turn" != "$stay" ]
}

@test "on a terminal words are broken at blanks, in a pipe they are not" {
    TERM=dumb script -qec "stty cols 40; \"\$LOOPHOLE\" solve fivers 5; \"\$LOOPHOLE\" draw tank; \"\$LOOPHOLE\" count tank 4" raw >/dev/null </dev/null || true
    tr -d '\r' <raw | sed '/^Script /d; /[┌├└│]/d' >said
    awk 'length > 40 { print "too long: " $0; bad = 1 } END { exit bad }' said
    run -30 "$LOOPHOLE" solve fivers 5
    for words in "$(echo "$output" | sed -n '/^evidence/,/^parity/p' | head -2)" "$(echo "$output" | grep -o '^parity: [^;]*')"; do
        words=$(tr -d ';' <<<"$words" | xargs) # a line break takes the place of a semicolon
        [ "${#words}" -gt 40 ]
        tr -d ';' <said | xargs | grep -qF "$words"
    done
}

@test "who attacks a cell" {
    run -10 "$LOOPHOLE" solve tank 5 --attacks 3,3
    [[ "$output" == *"3,3 is attacked by 2,3 (1 away), 3,2 (1 away), 3,4 (1 away), 4,3 (1 away)"* ]]
    run -2 "$LOOPHOLE" solve tank 5 --attacks 6,1
    [[ "$output" == *--attacks*"from 1 to 5"*"'6,1'"* ]]
}
