#!/usr/bin/env bats
# The study of encodings: selection, runs that are checked and go on, shuffles, and an analysis that recovers planted effects.

bats_require_minimum_version 1.5.0

setup() {
    command -v cadical >/dev/null && command -v picosat >/dev/null || skip "cadical and picosat are not there"
    cd "$BATS_TEST_TMPDIR"
    mkdir -p tree/bench/study files/card/small
    cp "$BATS_TEST_DIRNAME"/../../bench/study/{study,shuffle.c} tree/bench/study
    study=tree/bench/study/study
    export KISSAT=cadical
    echo "card seqcounter totalizer" >tree/bench/study/encodings.txt
    printf 'p knf 6 3\nk 3 1 2 3 4 5 6 0\nk 2 -1 -2 -3 -4 0\n-5 -6 0\n' >files/card/small/some.knf
}

# CLAIM: a list of the one instance.
list() {
    printf 'kind,family,name,origin,commit,path,sha256,claim,bound\ncard,small,some.knf,owner/name,abc,some.knf,%s,%s,\n' \
        "$(sha256sum <files/card/small/some.knf | cut -d' ' -f1)" "$1" >tree/bench/study/instances.csv
    printf 'card,other,other.knf,owner/name,abc,other.knf,0,sat,\n' >>tree/bench/study/instances.csv
}

@test "a shuffled formula has the same solutions, by the renaming that shuffle takes back" {
    gcc -O1 -Wall -Werror -o shuffle "$BATS_TEST_DIRNAME/../../bench/study/shuffle.c"
    "$LOOPHOLE" encode -f files/card/small/some.knf --card totalizer -o some.cnf
    for seed in 1 2 3; do
        ./shuffle $seed some.cnf >shuffled
        ./shuffle $seed some.cnf | cmp - shuffled
        lengths() { grep -v '^[cp]' "$1" | awk '{ print NF }' | sort; }
        diff <(lengths some.cnf) <(lengths shuffled)
        cadical -q shuffled >answer || [ $? -eq 10 ]
        ./shuffle $seed some.cnf answer >restored
        run -0 "$LOOPHOLE" decode --from some.cnf --answer restored
    done
    run -1 cmp <(./shuffle 1 some.cnf) shuffled
    (sed '$d' some.cnf; echo "1 2") >truncated
    run -1 ./shuffle 1 truncated
}

@test "study run: complete blocks, resumed without a run too many; a contradiction stops all" {
    list sat
    for family in small other; do "$study" list | grep -c "measured $family" || true; done >counts
    measured=$([ "$(head -1 counts)" = 1 ] && echo "" || echo --held-out)
    rows=rows/card${measured#-}.csv
    run -0 "$study" run files rows --kind card $measured
    [ "$(wc -l <"$rows")" -eq 10 ] # two encodings with four runs each, the control, and the head
    [ "$(cut -d, -f7 "$rows" | sort -u | tr '\n' ' ')" = "sat status " ]
    run -1 "$study" run files rows --kind card $measured
    cp "$rows" before
    "$study" run files rows --kind card $measured --resume
    cmp "$rows" before
    run -0 "$study" again files rows
    [[ $output == "9 rows stand"* ]]
    sed -i 's/^\(card,small,some.knf,totalizer.*\),[0-9a-f]\{64\},/\1,0,/' "$rows"
    run -1 "$study" again files rows
    [[ $output == *"totalizer"*"5 rows stand, 4 "* ]]
    list unsat
    run -1 "$study" run files wrong --kind card $measured
    [[ $output == *"CONTRADICTION"* ]]
    [ -s wrong/STOP ]
    run -1 "$study" check files
    [[ $output == *"missing: 1 files of owner/name at abc"* ]]
    echo >>files/card/small/some.knf
    run -1 "$study" check files
    [[ $output == *"other hash: 1"* ]]
}

@test "study select: what waits is judged once, and its files are checked" {
    list sat
    mv tree/bench/study/instances.csv tree/bench/study/waiting.csv
    run -1 "$study" check files --waiting
    [[ $output == *"1 of 2 instances are there"* ]]
    run -0 "$study" select files
    [[ $output == *"small some.knf easy "* ]]
    [[ $output == *"other other.knf missing"* ]]
    grep -q '^card,small,some.knf,.*,easy,' tree/bench/study/candidates.csv
    run -0 "$study" select files
    [[ $output != *"some.knf"* ]]
}

@test "study committee: an easy candidate is out, and one whose encodings hardly differ" {
    run -0 "$study" committee card files/card/small/some.knf --origin owner/name --commit abc --path folder/
    grep -q '^card,small,some.knf,owner/name,folder/some.knf,easy,' tree/bench/study/candidates.csv
    [ ! -e tree/bench/study/instances.csv ]
    run -0 "$study" committee pb files/card/small/some.knf
    grep -q '^pb,small,some.knf,,,kind,' tree/bench/study/candidates.csv
    [ "$(wc -l <tree/bench/study/candidates.csv)" -eq 3 ]
}

# bats test_tags=long
@test "study analyse: features of the constraints of each instance" {
    /usr/bin/python3 -c "import statsmodels, matplotlib" 2>/dev/null || skip "statsmodels or matplotlib is not there"
    list sat
    sed -i '/^card,other/d' tree/bench/study/instances.csv
    cp "$BATS_TEST_DIRNAME"/../../bench/study/analyse tree/bench/study
    /usr/bin/python3 -B tree/bench/study/analyse features files
    cat tree/bench/study/features.csv
    [ "$(tail -1 tree/bench/study/features.csv | cut -d, -f1-6)" = "card,small,some.knf,6,2,5" ]
}

@test "study analyse: recovers planted effects" {
    /usr/bin/python3 -c 'import matplotlib, pandas, scipy, statsmodels' 2>/dev/null || skip "pandas, scipy, statsmodels or matplotlib are not there"
    run -0 "$BATS_TEST_DIRNAME/../../bench/study/analyse" check
    [[ $output == *"totalizer: planted 0.5"*"faster"* ]]
}

@test "the lists of the study: sorted, no instance twice, hashes and claims, generated files as listed" {
    cd "$BATS_TEST_DIRNAME/../.."
    LOOPHOLE_LIBRARY="$BUILD/lib/libloophole.so.1" python3 - <<'P'
import csv, hashlib, os, re, subprocess, sys
def rows(name):
    with open(f"bench/study/{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
wrong, made = [], set()
for name in ("instances", "candidates"):
    keys = [(r["kind"], r["family"], r["name"]) for r in rows(name)]
    if keys != sorted(set(keys)):
        wrong.append(f"{name}.csv is not sorted, or has an instance twice")
judged = {(r["kind"], r["family"], r["name"]): r["outcome"] for r in rows("candidates")}
for r in rows("instances"):
    key = r["kind"], r["family"], r["name"]
    public = r["origin"] != "generated"
    if judged.get(key) != "in":
        wrong.append(f"{key}: not judged to be in")
    if r["kind"] not in ("amo", "card", "pb", "xor") or r["claim"] not in ("sat", "unsat", "unknown") or not re.fullmatch("[0-9a-f]{64}", r["sha256"]):
        wrong.append(f"{key}: kind, claim or hash")
    if public and not (re.fullmatch("[0-9a-f]{40}", r["commit"]) and re.fullmatch(r"[^/\s]+/[^/\s]+", r["origin"])):
        wrong.append(f"{key}: repository or commit")
    if not public and r["family"] not in made and os.path.exists(os.environ["LOOPHOLE_LIBRARY"]):
        made.add(r["family"])
        text = subprocess.run(["bench/study/generate", *r["path"].removeprefix("bench/study/generate ").split()], stdout=subprocess.PIPE, check=True).stdout
        if hashlib.sha256(text).hexdigest() != r["sha256"]:
            wrong.append(f"{key}: generate makes another file")
print("\n".join(wrong))
sys.exit(bool(wrong))
P
}

@test "xors: the pieces of a long XOR become one again, in plain DIMACS and XNF; hashes add XORs over the variables shown" {
    xors="$BATS_TEST_DIRNAME/../../bench/study/xors"
    # 1 + 2 + 3 + 4 = 1 in two pieces, and clauses of 1 to 4
    printf 'p cnf 5 11\n1 2 -5 0\n1 -2 5 0\n-1 2 5 0\n-1 -2 -5 0\n5 3 4 0\n5 -3 -4 0\n-5 3 -4 0\n-5 -3 4 0\n1 2 3 0\n-1 -4 0\n2 4 0\n' >cut.cnf
    run -0 "$xors" cut.cnf
    [ "${lines[1]}" = "x1 2 3 4 0" ]
    [ "${#lines[@]}" -eq 5 ]
    "$xors" cut.cnf >whole.cnf
    [[ $("$LOOPHOLE" count -f cut.cnf) == *": 3 solutions"* ]]
    [[ $("$LOOPHOLE" count -f whole.cnf) == *": 6 solutions"* ]] # the variable 5 is free
    # a piece without its fourth clause is no XOR
    sed -i '/^-1 -2 -5 0/d; s/ 11$/ 10/' cut.cnf
    [ "$("$xors" cut.cnf | grep -c ^x)" -eq 1 ]
    printf 'p xnf 3 2\n1+2 -3+2 0\n1+2+3 0\n' >sums.xnf
    [ "$("$xors" sums.xnf)" = "$(printf 'p cnf 5 2\nx2 5 4 0\n4 -5 0')" ]
    (echo "c ind 1 2 3 4 0"; cat cut.cnf) >shown.cnf
    [ "$("$xors" shown.cnf~3-1 | grep -vc '^[pc]')" -eq 10 ] # seven and three
    cmp <("$xors" shown.cnf~3-1) <("$xors" shown.cnf~3-1)
}

@test "study copy gives each file the name in the list" {
    mkdir -p checkout/deep
    cp files/card/small/some.knf checkout/deep/file.knf
    git -C checkout init -q && git -C checkout add . && git -C checkout -c user.name=a -c user.email=a@b commit -qm files
    hash=$(sha256sum <checkout/deep/file.knf | cut -d' ' -f1)
    printf 'kind,family,name,origin,commit,path,sha256,claim,bound\ncard,small,deep-1.knf,owner/name,%s,deep/file.knf,%s,sat,\n' \
        "$(git -C checkout rev-parse HEAD)" "$hash" >tree/bench/study/instances.csv
    run -0 "$study" copy there owner/name=checkout/.git
    [[ $output == *"1 of 1 instances are there"* ]]
    cmp checkout/deep/file.knf there/card/small/deep-1.knf
}
