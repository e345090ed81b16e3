#!/usr/bin/env bats
# The puzzles of src/genres: whatever has `sizes` in the list of puzzles.

bats_require_minimum_version 1.5.0
load ../tools/genres

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# bats test_tags=long
@test "genres: small boards have as many solutions as the rules alone give them" {
    python3 "$BATS_TEST_DIRNAME/genres.py" "$LOOPHOLE"
}

@test "genres: each board of a size is generated with one solution, drawn, and the same again" {
    genres >list
    [ "$(wc -l <list)" -eq 12 ]
    while read -r name size; do
        "$LOOPHOLE" generate "$name" "$size" --seed 5 >board
        "$LOOPHOLE" generate "$name" "$size" --seed 5 | cmp - board
        "$LOOPHOLE" generate "$name" "$size" --seed 6 | cmp -s - board && return 1
        "$LOOPHOLE" count -f board | grep "^$name $size: 1 solution, and no more, proved"
        "$LOOPHOLE" draw -f board --svg board.svg >/dev/null
        grep -q '</svg>' board.svg
    done <list
}

# bats test_tags=long
@test "genres: played wrong, hinted, won and certified" {
    genres >list
    while read -r name size; do
        "$LOOPHOLE" generate "$name" "$size" --seed 4 >board
        python3 - "$LOOPHOLE" "$name" <<'END'
import json, subprocess, sys

def play(orders):
    out = subprocess.run([sys.argv[1], "play", "-f", "board", "--script"], input="\n".join(orders) + "\n", capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]

touches = play(["complete"])[0]["touches"]
wrong = [t for t in touches if t["value"] < 1000][-1]
number = play(["state"])[0]["top"]
value = (wrong["value"] % number + 1) if number else 1001
place = "{row},{col} {row2},{col2}".format(**wrong)
answers = play([f"touch {place} {value}", "ask", "undo", "ask", "hint", "follow", "follow", "complete", "state"])
lost, found, hint, follow, again, completed, state = answers
assert lost["ask"] == "unsatisfiable", lost
assert found["ask"] == "satisfiable" and hint["touch"], (found, hint)
assert "refused" not in follow and "refused" not in again, (follow, again)
assert state["done"] and not state["mistakes"], state["mistakes"]
assert state["title"] and state["rules"] and state["how"]
END
        rm -rf certificate
        "$LOOPHOLE" certify -f board --all -o certificate
        "$LOOPHOLE" check certificate
    done <list
}

@test "genres: a size is a board of that size to play, and other words are the board" {
    run -0 "$LOOPHOLE" play light-up 5x5 --script <<<state
    [[ "$output" == *'"problem":"light-up 5x5"'* ]]
    run -0 "$LOOPHOLE" play tents --script <<<state
    [[ "$output" == *'"problem":"tents 8x8"'* ]]
    run -0 "$LOOPHOLE" play sudoku 1... ..3. .4.. ...2 --script <<<state
    [[ "$output" == *'"problem":"sudoku 4x4"'* ]]
    run -2 "$LOOPHOLE" play sudoku 5x6 --script
    [[ "$output" == *square* ]]
}

@test "genres: a link that generate writes is the board, and other links are refused" {
    links=0
    genres >list
    while read -r name size; do
        "$LOOPHOLE" generate "$name" "$size" --seed 5 >board
        link=$(sed -n 's/^; \(https:.*\)/\1/p' board)
        [ -n "$link" ] || continue
        "$LOOPHOLE" draw "$link" | cmp - <("$LOOPHOLE" draw -f board)
        "$LOOPHOLE" encode -f board -o board.json
        grep -F "\"link\": \"$link\"" board.json
        links=$((links + 1))
    done <list
    [ "$links" -eq 10 ]
    run -10 "$LOOPHOLE" solve 'https://puzz.link/p?slither/4/4/dgdh2c71' --unique
    # of other editors, and with givens next to the clues; an island of unknown size; a line without a number has no black cell
    run -10 "$LOOPHOLE" solve 'http://pzv.jp/p.html?type=player&slither_edit/4/4/dgdh2c71' --unique
    run -10 "$LOOPHOLE" solve 'https://puzz.link/p?skyscrapers/4/4/v1g2l4k'
    run -0 "$LOOPHOLE" count 'https://puzz.link/p?nurikabe/3/3/.n'
    [[ "$output" == *"41 solutions"* ]]
    run -0 "$LOOPHOLE" count 'https://puzz.link/p?nonogram/2/2/j'
    [[ "$output" == *"1 solution"* ]]
    run -1 "$LOOPHOLE" solve 'https://puzz.link/p?nonogram/2/2/.1h'
    run -1 "$LOOPHOLE" solve 'https://puzz.link/p?slither/f/4/4/dgdh2c71'
    [[ "$output" == *"variant"* ]]
    run -1 "$LOOPHOLE" solve 'https://puzz.link/p?slither/v:other/4/4/dgdh2c71'
    run -1 "$LOOPHOLE" solve 'https://puzz.link/p?slither/4/4/dgdh2c71zzz'
    run -1 "$LOOPHOLE" solve 'https://puzz.link/p?slither/4/4/!'
    run -1 "$LOOPHOLE" solve 'https://puzz.link/p?slither/400/4/dg'
    run -1 "$LOOPHOLE" solve 'https://puzz.link/p?nobody/4/4/dg'
    [[ "$output" == *"of no puzzle here: 'nobody'"* ]]
    # as an address bar shows it; without a board; after the puzzle, which it already has
    run -10 "$LOOPHOLE" solve 'puzz.link/p?slither/4/4/dgdh2c71'
    run -1 "$LOOPHOLE" solve 'https://puzz.link/p?slither'
    [[ "$output" == *"has no board"* ]]
    run -2 "$LOOPHOLE" solve slitherlink 'https://puzz.link/p?slither/4/4/dgdh2c71'
    [[ "$output" == *"leave 'slitherlink' out"* ]]
}

@test "genres: no hint names a known value twice, each counts its rules in English, and obvious rules are named" {
    cat >kenken <<'END'
kenken
ABCDD
EBFDG
EBFFG
EHHIJ
KKIIL

3   8+  4   10+ .
7+  .   9+  .   5+
.   .   .   .   .
.   1-  .   8x  5
1-  .   .   .   3
END
    cat >sudoku <<'END'
sudoku
2.7.4....
35.2....9
....1....
7..9...3.
.6.1.8.7.
.2...7..5
....6....
4....5.23
....7.4.8
END
    "$LOOPHOLE" generate heyawake 5x5 >heyawake
    "$LOOPHOLE" generate skyscrapers 5x5 --seed 5 --level 1 >skyscrapers # the clue 5 alone gives its line
    for genre in star-battle light-up tents; do "$LOOPHOLE" generate "$genre" --seed 3 --level 1 >"$genre"; done
    python3 - "$LOOPHOLE" <<'END'
import json, subprocess, sys
for board in "kenken", "sudoku", "heyawake", "skyscrapers", "star-battle", "light-up", "tents":
    out = subprocess.run([sys.argv[1], "play", "-f", board, "--script"], input="follow\n" * 80, capture_output=True, text=True, check=True).stdout
    hints = [json.loads(line) for line in out.splitlines()]
    assert hints[-1]["hint"] == "done", board
    for hint in hints:
        words = [reason["words"] for reason in hint.get("reasons") or []]
        assert len(set(words)) == len(words), hint
        assert "boxs" not in (hint.get("because") or ""), hint
        assert "blue" not in hint["sentence"], hint
        assert "which cannot be" not in (hint.get("because") or ""), hint
        assert "known there decides it." not in (hint.get("because") or ""), hint
END
}

@test "genres that paint cells name them in play as their rules do" {
    genres >list
    while read -r name size; do "$LOOPHOLE" generate "$name" "$size" --seed 5 >"$name"; done <list
    # shellcheck disable=SC2046
    python3 - "$LOOPHOLE" $(cut -d' ' -f1 list) <<'END'
import json, subprocess, sys
def play(board, *orders):
    out = subprocess.run([sys.argv[1], "play", "-f", board, "--script"], input="\n".join(orders), capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]
painted = 0
for board in sys.argv[2:]:
    state, = play(board, "state")
    if not state["rules"].startswith("Paint cells black"):
        continue
    painted += 1
    cell = next(i for i, c in enumerate(state["cells"]) if "free" in c["is"])
    touch = "touch {row},{col}".format(**state["cells"][cell])
    black, white, hint = play(board, touch, "state", touch, "state", "reset", "hint")
    assert [s["count"] for s in (black, white)] == ["1 black", "0 black, 1 white"], board
    assert [s["cells"][cell]["name"].split(", ")[-1] for s in (black, white)] == ["black", "white"], board
    assert hint["move"].split(", ")[-1] in ("black", "white"), hint
assert painted == 3, painted
END
}

@test "genres: a board is generated at each of the smallest sizes, or a sentence says that there is none" {
    while read -r name least; do
        for seed in 0 1 2; do
            run timeout 60 "$LOOPHOLE" generate "$name" "$least" --seed "$seed"
            [ "$status" -eq 0 ] || [[ "$status" -eq 1 && "$output" == *"choose another size"* ]]
        done
    done <<'END'
slitherlink 2x2
slitherlink 3x2
star-battle 4x4
nonogram 2x2
light-up 2x2
sudoku 4x4
skyscrapers 3x3
nurikabe 3x3
masyu 4x4
heyawake 3x3
hidato 2x2
tents 3x3
kenken 3x3
END
}

@test "a model has a title, a rule and how to play, which generate keeps" {
    cat >two.json <<'END'
{"loophole-model": 1, "variables": ["x", "y"], "constraints": [{"rule": "one", "card": [1, 2], "lo": 1, "hi": 1}], "givens": [{"literal": 1}],
 "title": "Two", "rule": "One of two.", "how": "Tap it.", "picture": ["grid 1 2", "cell 0 0 x1 symbol *", "cell 0 1 x2 symbol *"]}
END
    "$LOOPHOLE" generate -f two.json | "$LOOPHOLE" encode model -f - -o new.json
    "$LOOPHOLE" play -f new.json --script <<<state | grep '"how":"Tap it.","rules":"One of two.".*"title":"Two"'
    run -1 "$LOOPHOLE" solve -f - <<<'{"loophole-model": 1, "title": 7}'
    [[ "$output" == *"title"* ]]
}

@test "a generated board of a genre's model has no link to the board before" {
    "$LOOPHOLE" encode sudoku 1... ..3. .4.. ...2 -o four.json
    grep '"link": "https://puzz.link/p?sudoku/' four.json
    "$LOOPHOLE" generate -f four.json --seed 2 >new.json
    run -1 grep '"link"' new.json
    grep '"value"' new.json
}

@test "genres: boards of the help and of their page have one solution" {
    genres >list
    while read -r name _; do
        example=$("$LOOPHOLE" help "$name" | sed -n 's/^Example: loophole solve //p')
        sh -c "\"\$0\" count $example" "$LOOPHOLE" >said # as a shell reads it
        grep -q "1 solution, and no more, proved" said || { echo "$name: $(cat said)"; false; }
    done <list
    sed -n "s/^    loophole solve \\([a-z].*\\)/\\1/p" "$BATS_TEST_DIRNAME/../../docs/play/genres.md" >lines
    [ "$(wc -l <lines)" -ge 12 ]
    while IFS= read -r line; do
        sh -c "\"\$0\" count $line" "$LOOPHOLE" >said
        grep -q "1 solution, and no more, proved" said || { echo "$line: $(cat said)"; false; }
    done <lines
}
