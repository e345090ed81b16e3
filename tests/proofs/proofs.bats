#!/usr/bin/env bats
# Evidence: the lines after an answer, certificates and their check, other checkers, agreement, and planted faults that are
# caught by these.

setup() {
    bats_require_minimum_version 1.5.0
    root=$BATS_TEST_DIRNAME/../..
    cd "$BATS_TEST_TMPDIR"
}

@test "an answer lists its evidence" {
    run -30 "$LOOPHOLE" solve gunport 7x7
    [[ $output == *"15 gunports, proved optimal."* ]]
    grep -qE '^evidence: solution verified; "17 or more" refuted \(DRAT proof, checked, [0-9.]+ kB\)$' <<<"$output"
    grep -qE '^          .*parity argument; theorems: defect identity, canonical packing \(loophole help evidence\)$' <<<"$output"
    run -30 "$LOOPHOLE" solve gunport 7x7 --proof-check=never
    [[ $output == *"15 gunports, optimal (refuted by cadical, unchecked)."* ]]
    [[ $output == *"evidence: "*'"17 or more" refuted by cadical (unchecked: --proof-check never was given)'* ]]
    run -20 "$LOOPHOLE" solve tank 3 --solver picosat
    [[ $output == *"no solution exists, refuted by picosat, unchecked."* ]]
    run -20 "$LOOPHOLE" solve tank 3 --solver "process:cadical -q"
    [[ $output == *"no solution exists, claimed by process:cadical -q, unchecked."* ]]
    run -30 "$LOOPHOLE" solve gunport 7x7 --engine frontier
    [[ $output == *"proved optimal."*"exhaustive search (frontier)"* ]]
    run -30 "$LOOPHOLE" solve fivers 5 --search enumerate
    [[ $output == *"proved optimal."*"GF(2) elimination, repeated"*"(enumerate)"*"parity argument"* ]]
    run -30 "$LOOPHOLE" solve gunport 30x30 # a model that is too large to check the parity
    [[ $output == *"proved optimal."*"parity theorem"* && $output != *unchecked* ]]
    run -30 "$LOOPHOLE" solve gunport 11x11 --formulation monomino --proof-check always
    [[ $output == *"proved optimal."*"(DRAT proof, checked, "* ]]
    run -20 "$LOOPHOLE" solve tank 3 --json
    [[ $output == *'"kind": "checked refutation"'*'"by": "cadical"'* ]]
    printf 'min: +3 x1 -2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n' >met.opb
    for search in down up core turns; do # the least sum there can be, met
        run -30 "$LOOPHOLE" solve -f met.opb --search $search
        [[ $output == *"evidence: solution verified; arithmetic bound"* ]]
    done
    printf 'X..\n...\n' >none.txt # no objective value, so no parity of it
    run -20 "$LOOPHOLE" solve fivers -f none.txt
    [[ $output == *"evidence: GF(2) elimination, repeated; exhaustive search (enumerate)"* ]]
    run -0 "$LOOPHOLE" count tank 5
    [[ $output == *"2 solutions, 1 up to symmetry, and no more, proved."*"evidence: solution verified; other solutions refuted ("*"DRAT proof"* ]]
}

@test "an unchecked refutation says why, and what to add" {
    why() { # WHY SOLVER OPTION...: in words and in JSON
        run -20 "$LOOPHOLE" solve tank 3 --solver "$2" "${@:3}"
        [[ $(grep -A1 ^evidence: <<<"$output" | tr -s '\n ' ' ') == *"(unchecked: $1)"* ]]
        run -20 "$LOOPHOLE" solve tank 3 --solver "$2" "${@:3}" --json
        [[ $output == *"\"why\": \"$1\""* ]]
    }
    why "--proof-check never was given" cadical --proof-check never
    why "it logs no proof here; add --solver cadical" picosat
    why "it logs no proof here; add --solver cadical" "process:cadical -q"
    why "it logs no proof here; add --solver cadical" cuts
}

@test "a certificate lists the lazy clauses of its proof, and check names them" {
    local rows=".0.......1 .......3.. 21..0120.2 .3..2...3. 2.11.1..2. 22...0011. .2..1..... .2....1..3 3..0.....2 .3..11.3.2"
    "$LOOPHOLE" certify slitherlink $rows --all -o lazy
    run -0 "$LOOPHOLE" check lazy
    [[ $output == *"1 solution, and no other."*"lazy.txt: the last $(wc -l <lazy/lazy.txt) of these, lazy clauses, each checked"* ]]
    [ -s lazy/lazy.txt ]
    grep -q '^    "[0-9]* lazy clauses, each checked against the rule of its row"$' lazy/manifest.json
    if command -v drat-trim; then drat-trim lazy/formula.cnf lazy/proof.drat | grep -q "^s VERIFIED"; fi
    sed -i '1s/ 0$/ 1 0/; 2s/^[0-9]*/1/' lazy/lazy.txt
    run -1 "$LOOPHOLE" check lazy # damaged: the hash
    "$LOOPHOLE" certify slitherlink .3.. 2..3 ..2. 3.3. --all --connectivity distance -o eager
    "$LOOPHOLE" check eager
    [ ! -e eager/lazy.txt ]
}

# bats test_tags=long
@test "a proof whose check takes longer than 2 s is checked if solving took longer" {
    python3 - >hard.cnf <<'END'
import random
r = random.Random(1)
n, m = 260, 1157
print("p cnf", n, m)
for _ in range(m):
    print(*(v * r.choice((1, -1)) for v in r.sample(range(1, n + 1), 3)), 0)
END
    run -20 "$LOOPHOLE" solve -f hard.cnf
    [[ $output == *"no solution exists, proved."* ]]
}

@test "a graph without an edge has a certificate of either kind" {
    printf 'var bool: b0 :: output_var;\nconstraint loophole_subcircuit([-3], 1);\nsolve satisfy;\n' >outside.fzn
    for proof in drat rules; do
        run -0 "$LOOPHOLE" certify -f outside.fzn --proof $proof -o $proof
        run -0 "$LOOPHOLE" check $proof
    done
}

@test "incremental searches are checked too: bounds for good, assumed, by cores" {
    for search in down down-assume bisect core up; do
        run -30 "$LOOPHOLE" solve gunport 6x7 --formulation monomino --search $search --proof-check always
        echo "$search: $output"
        [[ $output == *"14 gunports, proved optimal."* ]]
        [[ $output == *"DRAT proof"*"checked"* ]]
    done
}

@test "every puzzle has a certificate, which check and drat-trim accept" {
    command -v drat-trim >/dev/null || echo "# drat-trim is not on the PATH: certificates are checked by Loophole alone" >&3
    while read -r words; do
        # shellcheck disable=SC2086
        run -0 "$LOOPHOLE" certify $words -o certificate
        claim=${lines[0]}
        run -0 "$LOOPHOLE" check certificate
        echo "$words: $output"
        [ "${lines[0]}" = "$claim" ]
        [ "${lines[1]}" = Proved: ]
        if [ -e certificate/proof.pbp ]; then
            from_rules=$((from_rules + 1))
            run -0 "$root/tests/tools/planes" certificate/formula.opb certificate/proof.pbp
            [[ $output != NONE ]]
        fi
        if command -v drat-trim >/dev/null; then
            for formula in certificate/formula*.cnf; do
                [ -e "$formula" ] || continue
                proof=${formula/formula/proof}
                drat-trim "$formula" "${proof%.cnf}.drat" | tr '\r' '\n' | tee trimmed
                grep -q "^s VERIFIED" trimmed
            done
        fi
        [[ $words == *drat || ! -e certificate/formula.cnf ]]
        [ ! -e certificate/parity.pbp ] || "$root/tests/tools/planes" certificate/parity.opb certificate/parity.pbp
        rm -r certificate
    done < <(
        certified
        certified | grep -v -- "--all" | sed 's/$/ --proof drat/' | grep -v "^gunport 6x7"
        certified | grep -v -- "--all\|kernel\|gunport\|fivers\|shots" | sed 's/$/ --all/'
    )
    [ "$from_rules" -gt 20 ]
}

@test "every example model has a certificate from the rules: of its optimum, or of all its solutions" {
    export PYTHONPATH=$root/lib/python PYTHONDONTWRITEBYTECODE=1 LOOPHOLE_LIBRARY=${LOOPHOLE%/*}/lib/libloophole.so.1
    [ -e "$LOOPHOLE_LIBRARY" ] || skip "the library is not built"
    for program in "$root"/lib/examples/puzzles/*.py; do
        name=$(basename "$program" .py)
        case $name in magic_square | pentominoes | peg_solitaire | queens) continue ;; esac # they have many solutions
        [[ -n ${QUICK-} && $name > i ]] && continue
        (grep -v '^print' "$program"; echo "m.write('$name.json')") | python3 - >/dev/null
        all=--all
        case $name in golomb | still_life) all= ;; esac
        # shellcheck disable=SC2086
        run -0 "$LOOPHOLE" certify -f "$name.json" $all --proof rules -o "$name"
        run -0 "$LOOPHOLE" check "$name"
        [[ $output == *"no encoder is trusted"* ]]
        run -0 "$root/tests/tools/planes" "$name/formula.opb" "$name/proof.pbp"
        [[ $output != NONE ]]
    done
}

@test "rows that are no sums are named as those whose encoders are trusted" {
    echo '{"loophole-model": 1, "variables": ["a", "b"], "constraints": [{"lex": [1, 2]}, {"clause": [1, 2]}]}' >lex.json
    run -0 "$LOOPHOLE" certify -f lex.json --all --proof rules -o lex
    run -0 "$LOOPHOLE" check lex
    [[ $output == *"you trust the encoders of rows of the kind lex"* ]]
}

# Prints the lines on standard input, which begin with puzzles, and the example of each puzzle of the command line that is missing.
and_others() {
    instances=$(cat)
    echo "$instances"
    for puzzle in $("$BATS_TEST_DIRNAME/../tools/listed" puzzles example); do
        grep -q "^$puzzle\b" <<<"$instances" || "$LOOPHOLE" help "$puzzle" | sed -n 's/^Example: *loophole solve //p'
    done
}

certified() {
    and_others <<'END'
gunport 6x6
gunport 5x5 --all
gunport 6x7 --formulation defects
gunport 4x4 --all --formulation defects
gunport 3x4 --all --formulation defects
gunport 4x4 --all --formulation defects --dominance no
tank 3
tank 4 --all
fivers 5
fivers 3 --all
fivers 9 --parity kernel
fivers 4 --all --parity kernel
fivers 8x7 --parity kernel
squarest 50 3 6 9 12 15 30 21 25 27 30
squarest 50 25 27 3 12 6 15 9 30 21 19 --all
archer 100 16 17 23 24 39 40 --all
archer 14 1 5 9 --objective shots
cans --all
END
}

@test "a header of wrong counts, and an empty file, have certificates too" {
    printf '* #variable= 9 #constraint= 1\nx1 >= 1 ;\n~x1 >= 1 ;\n' >none.opb
    printf '* #variable= 9 #constraint= 0\nmin: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n' >best.opb
    : >empty.opb
    for words in none.opb best.opb "best.opb --all" empty.opb "empty.opb --all"; do
        # shellcheck disable=SC2086
        run -0 "$LOOPHOLE" certify opb -f $words -o certificate
        run -0 "$LOOPHOLE" check certificate
        rm -r certificate
    done
}

@test "certify checks what it wrote: a wrong answer is blamed on who claimed it, and nothing is left" {
    # Answers as PicoSAT does, HONEST times; then nothing has a solution.
    cat >liar <<'END'
#!/bin/sh
n=$(cat calls 2>/dev/null || echo 0)
echo $((n + 1)) >calls
[ "$n" -ge "$HONEST" ] || exec picosat
cat >/dev/null
echo s UNSATISFIABLE
END
    chmod +x liar
    printf 'max: 1 ~a 12 ~a ;\n' >lie0.opb
    printf 'min: +1 a +1 b +1 c ;\n+1 a +1 b >= 1 ;\n+1 b +1 c >= 1 ;\n' >lie1.opb
    for HONEST in 0 1; do
        export HONEST
        for words in "" --all; do
            rm -f calls
            # shellcheck disable=SC2086
            run -3 --separate-stderr "$LOOPHOLE" certify opb -f lie$HONEST.opb --search down $words --solver process:./liar -o certificate
            echo "$HONEST $words: $output $stderr"
            [ -z "$output" ]
            [[ $stderr == *"claimed by process:./liar, unchecked, is wrong."* ]]
            [ -z "$(ls -A certificate)" ]
        done
    done
    rm -f calls
    run -0 "$LOOPHOLE" encode opb -f lie1.opb --search down --solver process:./liar --bound optimum -F cnf
    [[ $output == *"the optimum (claimed by process:./liar, unchecked)"* ]]
    run -0 "$LOOPHOLE" encode opb -f lie1.opb --bound optimum -F cnf
    [[ $output == *"objective at most 1, the optimum"$'\n'* ]]
}

@test "the next figure is the next: with parity, without, by theorems" {
    for words in "8x8:22" "8x8 --formulation defects:22"; do
        # shellcheck disable=SC2086
        run -0 "$LOOPHOLE" certify gunport ${words%:*} --proof drat -o certificate
        [[ "${lines[0]}" == "gunport 8x8: 20 gunports,"*better* ]]
        run -0 "$LOOPHOLE" check certificate
        echo "$words: $output"
        [[ $output == *", ${words#*:} gunports or better"* ]]
        rm -r certificate
    done
}

# bats test_tags=long
@test "a formulation whose rows do not prove steps of two gets a proof of clauses, before it takes long" {
    run -0 bash -c "ulimit -t 40 && '$LOOPHOLE' certify gunport 14x16 --formulation defects -o certificate"
    [[ "${lines[1]}" == "The refutation is one of clauses."*"steps of two"* ]]
    [ -e certificate/proof.drat ]
}

# bats test_tags=long
@test "all solutions are all but mirror images, if those are left out" {
    run -0 "$LOOPHOLE" certify tank 5 --all -o whole
    [[ "${lines[0]}" == "tank 5, cap 4: 2 solutions, and no other"* && $output != *mirror* ]]
    run -0 "$LOOPHOLE" certify tank 5 --all --break-symmetry yes -o half
    [[ "${lines[0]}" == "tank 5, cap 4: 1 solution, and no other"*mirror* ]]
    run -0 "$LOOPHOLE" check half
    [[ ${lines[0]} == *"1 solution, and no other"*mirror* && $output == *"leaves out mirror images"* ]]
    run -0 "$LOOPHOLE" check whole
    [[ ${lines[0]} == *"2 solutions, and no other"* && $output != *"mirror"* ]]
}

# bats test_tags=long
@test "kernel forms are certified: the elimination is done again, the formula is small, lies are seen" {
    run -0 "$LOOPHOLE" certify fivers 9 --parity kernel --proof drat -o kernel
    run -0 "$LOOPHOLE" check kernel
    [[ $output == *kernel*"dimension 8"*twice* ]]
    run -0 "$LOOPHOLE" certify fivers 9 --proof drat -o plain
    [ "$(stat -c %s kernel/proof.drat)" -lt "$(stat -c %s plain/proof.drat)" ]
    sed 's/"parity": "kernel"/"parity": "none"/' kernel/manifest.json >changed
    python3 - changed kernel/manifest.json <<'END'
import hashlib, sys
text = open(sys.argv[1]).read()
text = text[:text.rindex(',\n  "sha256"')]
open(sys.argv[2], 'w').write(text + ',\n  "sha256": "' + hashlib.sha256(text.encode()).hexdigest() + '"\n}\n')
END
    run -1 "$LOOPHOLE" check kernel
    [[ $output == *formula.cnf*"not the formula"* ]]
}

@test "kernel forms are derived from the rules: the rows are those of the board, and the proof is small" {
    while read -r words most; do
        # shellcheck disable=SC2086
        run -0 "$LOOPHOLE" certify fivers ${words//_/ } --proof rules -o certificate
        run -0 "$LOOPHOLE" check certificate
        [[ $output == *"no encoder is trusted"* ]]
        [ "$(stat -c %s certificate/proof.pbp)" -lt "$most" ]
        "$root/tests/tools/planes" certificate/formula.opb certificate/proof.pbp >said
        cp certificate/formula.opb rows
        rm -r certificate
        [[ $words != 9_* ]] || cp rows nine
    done <<'END'
9_--parity_kernel 300000
9_--parity_none 900000
14 100000
40x40 1000000
5_--all 20000
END
    [ "$(grep -c '=' nine)" -eq 81 ]
}

@test "formulas, objectives, packed certificates, provers" {
    printf 'p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n' >none.cnf
    run -0 "$LOOPHOLE" certify cnf -f none.cnf -o none
    [[ "${lines[0]}" == "cnf"*"2 variables"*"4 clauses"*"no solution"* ]]
    run -0 "$LOOPHOLE" check none
    packed=$root/bench/results/certificates/gunport-14x16
    [ -e "$packed/proof.pbp.xz" ]
    run -0 "$LOOPHOLE" check "$packed"
    if command -v cadical >/dev/null; then
        run -0 "$LOOPHOLE" certify gunport 6x6 -o outside --proof-program "cadical -q"
        run -0 "$LOOPHOLE" check outside
    fi
    run -3 "$LOOPHOLE" certify gunport 6x6 -o liar --proof-program "true"
    [[ $output == *"'true'"*"status 0"*20* ]]
    run -3 "$LOOPHOLE" certify gunport 6x6 -o empty --proof-program "touch \"\$2\"; exit 20 #"
    [ ! -e empty/manifest.json ]
}

@test "what is not to be: directories, words, damage" {
    mkdir full
    touch full/file
    run -1 timeout 60 "$LOOPHOLE" certify gunport 200x200 -o full # said before the search
    [[ "$output" == *"full is not empty"* ]]
    run -2 "$LOOPHOLE" certify gunport 3x3
    [[ "$output" == *"-o DIR"* ]]
    run -2 "$LOOPHOLE" check
    run -1 "$LOOPHOLE" check nowhere
    [[ $output == *"nowhere: not proved"*"nowhere/manifest.json cannot be read"* ]]
    run -0 "$LOOPHOLE" certify gunport 5x5 --proof drat -o good
    touch good/.more
    run -1 "$LOOPHOLE" check good
    [[ "$output" == *"good: not proved"*"good/.more"*"manifest"* ]]
    rm good/.more
    cp -r good bad
    printf 'x' | dd of=bad/solution.txt bs=1 conv=notrunc status=none
    run -1 "$LOOPHOLE" check bad
    [[ "$output" == *"bad: not proved"*"bad/solution.txt"*"hash"* ]]
    rm bad/proof.drat
    run -1 "$LOOPHOLE" check bad
    [[ $output == *"not proved."*"proof.drat"* || $output == *"solution.txt"* ]]
}

@test "a certificate whose names write lines of the report, or whose file is a pipe, is not checked" {
    "$LOOPHOLE" certify gunport 4x4 --proof drat -o good
    cp -r good forged
    python3 - forged <<'END'
import hashlib, json, os, sys
d = sys.argv[1]
o = json.load(open(d + '/manifest.json'))
name = 'f\x1b[31m\n  solution   recounted.cnf'
os.rename(d + '/formula.cnf', d + '/' + name)
o['refutations'][0]['formula'] = name
o['files'][name] = o['files'].pop('formula.cnf')
del o['sha256']
text = json.dumps(o, indent=2)[:-2]
seal = hashlib.sha256(text.encode()).hexdigest()
open(d + '/manifest.json', 'w').write(text + ',\n  "sha256": "' + seal + '"\n}\n')
END
    run -1 "$LOOPHOLE" check forged
    [[ "$output" == *"forged: not proved"*"forged/manifest.json"*"invalid name"* ]]
    cp -r good piped
    rm piped/proof.drat
    mkfifo piped/proof.drat
    run -1 timeout 20 "$LOOPHOLE" check piped
    [[ "$output" == *"piped: not proved"*"piped/proof.drat"*"regular file"* ]]
}

# bats test_tags=long
@test "the shipped certificates of 14x16 and 16x17 are proved" {
    run -0 "$LOOPHOLE" check "$root/bench/results/certificates/gunport-14x16"
    [[ "${lines[0]}" == "gunport 14x16: 72 gunports,"*better* ]]
    run -0 "$LOOPHOLE" check "$root/bench/results/certificates/gunport-16x17"
    [[ "${lines[0]}" == "gunport 16x17: 88 gunports,"*better* ]]
    if command -v veripb >/dev/null; then
        xz -dc "$root/bench/results/certificates/gunport-14x16/proof.pbp.xz" >proof
        veripb "$root/bench/results/certificates/gunport-14x16/formula.opb" proof | grep "VERIFIED BOUNDS"
    else
        echo "# veripb is not on the PATH: skipped" >&3
    fi
}

# bats test_tags=long
@test "formulations, searches, solvers and brute force agree, for each puzzle" {
    while read -r words; do
        # shellcheck disable=SC2086
        run -0 "$LOOPHOLE" agree $words
        echo "$words: ${lines[-1]}"
        [[ ${lines[-1]} == *" ways agree: "* ]]
    done < <(printf '%s\n' "gunport 2x4" "gunport 4x5" "tank 3" "tank 4" "fivers 4" "squarest 50 25 27 3 12 6 15 9 30 21 19" \
        "squarest 7 2 4 6" "archer 20 3 5 7" "archer 14 1 5 9 --objective shots" "cans" | and_others)
    run -0 "$LOOPHOLE" agree gunport 2x4
    [[ $output == *"  monomino, brute force"*"2 gunports, 6 solutions"* ]]
    [[ ${lines[-1]} =~ ^"gunport 2x4: "[0-9]+" ways agree: 2 gunports, 6 solutions."$ ]]
}

# planted FILE FROM TO: the program with one fault in one file.
planted() {
    object=$BATS_TEST_TMPDIR/planted.o
    sed "s/$2/$3/" "$root/$1" >planted.c
    ! cmp -s planted.c "$root/$1" || false
    gcc -std=c11 -D_GNU_SOURCE -O1 -I"$root/src" -I"$root" -c -o "$object" planted.c
    build=$(dirname "$LOOPHOLE")
    # shellcheck disable=SC2046
    g++ ${LDFLAGS-} -o planted "$build/src/main.o" "$object" "$build/objects.a" $(make -s -C "$root" BUILD=build --eval 'libs: ; @echo $(LIBS)' libs)
}

# bats test_tags=long
@test "a formulation that leaves a direction out is caught by agree" {
    [ -e "$(dirname "$LOOPHOLE")/objects.a" ] && [[ $LOOPHOLE != */san/* ]] || skip "the program was not built here, or with sanitizers"
    planted src/puzzles/gunport/gunport_places.c 'if (p->down\[i\]) x\[n++\]' 'if (0) x[n++]'
    run ./planted agree gunport 2x4
    echo "$output"
    # With the solutions that CaDiCaL 2 finds, a number of gunports comes out as a fraction, which an assertion refuses.
    version=$("$LOOPHOLE" list solvers | awk '$1 == "cadical" { print $2 }')
    if [[ $version != 1.* && $output == *"this must hold, and does not"* ]]; then return; fi
    [ "$status" -eq 1 ]
    [[ $output == *" ways disagree with the first: "* ]]
}

# bats test_tags=long
@test "an encoder that excludes too much is caught by audit" {
    [ -e "$(dirname "$LOOPHOLE")/objects.a" ] && [[ $LOOPHOLE != */san/* ]] || skip "the program was not built here, or with sanitizers"
    planted encodings/amo_commander.c '^    cnf_pairs(f, x, n);' \
        '    for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) cnf_2(f, -x[i], i ? -x[j] : -x[i]);'
    run ./planted audit amo_commander
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == *"commander"* ]]
}

# bats test_tags=long
@test "evidence cites the theorems that were used, and no others" {
    cites() { # THEOREMS COMMAND...: 0, 1 (the identity), 2
        local n=$1 out
        shift
        out=$("$LOOPHOLE" "$@" --json) || [ $? -ge 10 ]
        echo "$*: $n, $(echo "$out" | grep theorem -A1)"
        case $n in
            0) [[ "$out" != *'"theorem"'* ]] ;;
            1) [[ "$out" == *"defect identity"* && "$out" != *canonical* ]] ;;
            2) [[ "$out" == *"defect identity, canonical packing"* ]] ;;
        esac
    }
    cites 0 count gunport 4x4 --all-costs --formulation defects # all packings, whatever their defects
    cites 1 count gunport 4x4 --all-costs --formulation defects --redundant-rows yes
    cites 2 count gunport 4x4 --formulation defects
    cites 2 solve gunport 4x4 --formulation defects
    cites 1 solve gunport 4x4 --formulation defects --dominance no
    cites 1 solve gunport 4x4 --formulation defects --search down # which leaves no packing out
    cites 1 solve gunport 4x4 --engine frontier
    cites 0 solve gunport 4x4 --formulation monomino
    cites 0 count gunport 4x4 --formulation matching --all-costs
    "$LOOPHOLE" solve squarest 50 3 6 9 12 | grep -q 'theorem: residues of sums (loophole help evidence)'
}

# Makes the hashes of the certificate $1 fit its files. $2: the claim, if not its own.
reseal() {
    python3 - "$@" <<'END'
import hashlib, json, sys
place = sys.argv[1]
o = json.load(open(place + "/manifest.json"))
for name in o["files"]:
    data = open(f"{place}/{name}", "rb").read()
    o["files"][name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
o["claim"] = (sys.argv[2:] or [o["claim"]])[0]
del o["sha256"]
text = json.dumps(o, indent=2)[:-2]
open(place + "/manifest.json", "w").write(text + ',\n  "sha256": "' + hashlib.sha256(text.encode()).hexdigest() + '"\n}\n')
END
}

@test "an OPB file is certified as it stands: its bytes, a cutting-planes proof, and no encoder" {
    printf '* a file\nmin: 3 xa +2 xb +4 xc ;\n+2 xa +3 xb +4 xc >= 5 ;\n+1 xa +1 xb +1 xc <= 2 ;\n' >sums.opb
    run -0 "$LOOPHOLE" certify -f sums.opb -o sums
    cmp sums.opb sums/formula.opb
    [ ! -e sums/formula.cnf ]
    run -0 "$LOOPHOLE" check sums
    [[ $output == *"no encoder is trusted"* ]]
    # Another file, another bound, a step less: none of them is the claim's proof, whatever the hashes say.
    for change in 's/>= 5/>= 4/;formula.opb' 's/BOUNDS 5/BOUNDS 4/;proof.pbp' '0,/^pol/{/^pol/d};proof.pbp' \
        's/^conclusion .*/conclusion NONE;/;proof.pbp'; do
        cp -r sums changed
        sed -i "${change%;*}" "changed/${change##*;}"
        reseal changed
        run -1 "$LOOPHOLE" check changed
        [[ $output == *"not proved"*[!h]* && $output != *"damaged"* && $output != *"proof.pbp: proves"* ]]
        [[ $change != *NONE* || $output == *"proof.pbp: The proof concludes nothing."* ]]
        rm -r changed
    done
    printf '+1 xa +1 xb >= 2 ;\n+1 xa +1 xb <= 1 ;\n' >none.opb
    run -0 "$LOOPHOLE" certify -f none.opb -o none
    run -0 "$LOOPHOLE" check none
    [[ $output == *"cutting planes"* ]]
}

# Forges a certificate that the OPB file $1 of $2 variables and $3 constraints has no solution, with the proof on standard input.
forge() {
    printf '+1 xa +1 xb >= 2 ;\n+1 xa +1 xb <= 1 ;\n' >none.opb
    run -0 "$LOOPHOLE" certify -f none.opb -o forged
    { echo opb; cat "$1"; } >forged/instance.txt
    cp "$1" forged/formula.opb
    cat >forged/proof.pbp
    reseal forged "opb of $2 and $3: there is no solution."
}

@test "an OPB file that the checker of the proof might read otherwise proves nothing" {
    # A minus after a bracket belongs to the name: the proof is about a[ - bb >= 1.
    printf '+1 a[-bb >= 1 ;\n+1 bb >= 1 ;\n' >bracket.opb
    printf '%s\n' 'pseudo-Boolean proof version 3.0' 'f 2 ;' 'pol 1 2 + ~a[ + ;' 'output NONE ;' 'conclusion UNSAT : 3 ;' \
        'end pseudo-Boolean proof ;' | forge bracket.opb "2 variables" "2 constraints"
    run -10 "$LOOPHOLE" solve -f bracket.opb
    run -1 "$LOOPHOLE" check forged
    [[ $output == *"proof.pbp: proof, line 3: "* ]]
    rm -r forged
    # A star after a block comment multiplies: the proof is about +1 aa >= -1 and -3 +1 aa >= -1.
    printf 'min: +1 aa ;\n-3\n/* c */* aa >= -3 ;\n+1 aa >= -1 ;\n' >star.opb
    printf '%s\n' 'pseudo-Boolean proof version 3.0' 'f 1 ;' 'pol 1 ~aa + ;' 'output NONE ;' 'conclusion BOUNDS INF : 2 INF ;' \
        'end pseudo-Boolean proof ;' | forge star.opb "1 variable" "2 constraints"
    run -30 "$LOOPHOLE" solve -f star.opb
    run -1 "$LOOPHOLE" check forged
    [[ $output == *"proof.pbp: proof, line 2: "* ]]
}

@test "names with a minus in brackets get their proofs" {
    printf 'min: 3 x[-1] +2 y{-2} +4 zz ;\n+2 x[-1] +3 y{-2} +4 zz >= 5 ;\n+1 x[-1]-1 zz <= 0 ;\n' >names.opb
    run -30 --separate-stderr "$LOOPHOLE" solve -f names.opb --solver cuts --search down
    [[ $output == *"cutting-planes proof, checked"* && -z $stderr ]]
    run -0 "$LOOPHOLE" certify -f names.opb -o names
    run -0 "$LOOPHOLE" check names
    [[ $output == *"no encoder is trusted"* ]]
}

@test "an optimum of sums is proved by a proof for VeriPB, whichever search finds it" {
    printf 'min: 3 xa +2 xb +4 xc +5 xd ;\n+2 xa +3 xb +4 xc +2 xd >= 6 ;\n+1 xa +1 xb +1 xc <= 2 ;\n+3 xa +5 xd >= 3 ;\n' >sums.opb
    for words in "--solver cuts --search down" "--search turns" "--solver picosat --search down" "--search mixed"; do
        # shellcheck disable=SC2086
        run -30 "$LOOPHOLE" solve -f sums.opb $words --proof-check always --log proof.pbp
        [[ $output == *", proved optimal."* ]]
        [[ $(head -1 proof.pbp) == "pseudo-Boolean proof version 3.0" ]]
        [[ $(tail -2 proof.pbp) == "conclusion BOUNDS 7 "*" 7;"* ]]
    done
    run -30 "$LOOPHOLE" solve -f sums.opb --solver cuts --search down --json
    [[ $output == *'"cutting-planes proof"'* ]]
    run -30 "$LOOPHOLE" solve -f sums.opb --solver cuts --search down --proof-check never
    [[ $output == *"refuted by cuts, unchecked"* ]]
}

@test "every search with cuts logs a proof of the optimum; a file with a short name gets none, and a note" {
    printf 'min: -4 x1 -22 x2 -15 x3 -11 x4 -8 x5 ;\n-16 x1 -21 x2 -16 x3 -6 x4 -16 x5 >= -25 ;\n' >knapsack.opb
    for search in by-model core bisect mixed up turns down down-assume; do
        run -30 --separate-stderr "$LOOPHOLE" solve -f knapsack.opb --solver cuts --search $search
        [[ "$output" == *"objective -26"*"cutting-planes proof, checked"* ]]
        run -30 --separate-stderr "$LOOPHOLE" solve -f knapsack.opb --solver cuts --search $search --log proof.pbp
        [ -z "$stderr" ]
        [ "$(tail -1 proof.pbp)" = "end pseudo-Boolean proof;" ]
        grep -q '^conclusion BOUNDS -26 : [0-9]* -26;' proof.pbp
        ! grep '?' proof.pbp || false # no variable that the file does not have
    done
    printf 'min: 4 x 22 y ;\n1 x 1 y >= 1 ;\n' >short.opb
    run -30 --separate-stderr "$LOOPHOLE" solve -f short.opb --log proof.pbp
    ! grep -q conclusion proof.pbp || false
    [[ "$stderr" == *proof.pbp* ]]
    printf 'min: 4 x:1 22 yy ;\n1 x:1 1 yy >= 1 ;\n' >colon.opb
    run -30 --separate-stderr "$LOOPHOLE" solve -f colon.opb --log proof.pbp
    ! grep -q conclusion proof.pbp || false
    [[ "$stderr" == *"without a colon"* ]]
}

@test "proofs of files with named rows, and with variables that are in no row" {
    printf '* #variable= 9 #constraint= 3\nmin: 3 x1 +2 x2 +4 x7 ;\n@first +2 x1 +3 x2 +4 x7 >= 5 ;\n@c-2\n +1 x1 +1 x2 +1 x7 <= 2 ;\nthird: 1 x2 1 x5 >= 1 ;\n' >gaps.opb
    for words in "" "--solver cuts" "--solver picosat" "--search turns"; do
        # shellcheck disable=SC2086
        run -30 --separate-stderr "$LOOPHOLE" solve -f gaps.opb $words --proof-check always --log proof.pbp
        [[ -z $stderr && $output == *"cutting-planes proof, checked"* ]]
        ! grep -E 'x(3|4|6|8|9)' proof.pbp || false
    done
    run -0 "$LOOPHOLE" certify -f gaps.opb -o gaps
    [ -e gaps/proof.pbp ]
    printf '* #variable= 3 #constraint= 1\n1 x1 1 x3 >= 1 ;\n' >sat.opb
    run -10 --separate-stderr "$LOOPHOLE" solve -f sat.opb --log proof.pbp
    [ -z "$stderr" ]
    grep -q '^conclusion SAT :' proof.pbp
    ! grep x2 proof.pbp || false
}

@test "cuts alone takes turns with clauses, and their size is not lost" {
    printf 'max: 5 xa 4 xb 3 xc 7 xd ;\n2 xa 3 xb 1 xc 4 xd <= 5 ;\n4 xa 1 xb 2 xc 3 xd <= 11 ;\n3 xa 4 xb 2 xc 5 xd <= 8 ;\n' >small.opb
    for words in "" "--solver cuts"; do
        # shellcheck disable=SC2086
        run -30 "$LOOPHOLE" solve -f small.opb $words --proof-check always
        [[ $output == *"cutting-planes proof, checked"* && $output != *" 0 clauses"* ]]
    done
}

@test "a proof from the rules: made, checked twice, and by VeriPB where it is installed" {
    for board in 3x3 5x5 8x8; do
        "$LOOPHOLE" certify gunport $board --proof rules --card blocks -o rules-$board
        run -0 "$LOOPHOLE" check rules-$board
        [[ $output == *"no encoder is trusted"* ]]
        [[ ! -e rules-$board/formula.cnf && ! -e rules-$board/parity.pbp ]]
        run -0 "$root/tests/tools/planes" rules-$board/formula.opb rules-$board/proof.pbp
        [[ $output == BOUNDS* ]]
    done
    mkdir samples
    env -u ONLY QUICK=1 SAMPLES=samples "$BUILD/tests/test_derivations" >/dev/null
    proofs=(samples/*[05].pbp)
    for proof in "${proofs[@]}"; do pairs+=("${proof%.pbp}.opb" "$proof"); done
    run -0 "$root/tests/tools/planes" "${pairs[@]}"
    [ ${#proofs[@]} -gt 100 ]
    [ "$(grep -cx NONE <<<"$output")" -eq ${#proofs[@]} ] && [ ${#lines[@]} -eq ${#proofs[@]} ]
    run -1 "$root/tests/tools/planes" "${pairs[@]}" samples/a.opb # no proof
    sed '2a rup >= 1;' "${pairs[1]}" >false.pbp # a refused proof between others is seen
    run -1 "$root/tests/tools/planes" "${pairs[@]:2:2}" "${pairs[0]}" false.pbp "${pairs[@]:4:2}"
    [[ $output == *"false.pbp: line 3"* ]]
    # a row that is missing, and one that is stronger, are not those of the rules
    for change in '$d' '2s/= 1/= 0/'; do
        "$LOOPHOLE" certify gunport 3x3 --proof rules --card blocks -o bad
        sed -i "$change" bad/formula.opb
        python3 - bad formula.opb <<'END'
import hashlib, json, sys
directory, name = sys.argv[1:]
manifest = json.load(open(directory + "/manifest.json"))
content = open(directory + "/" + name, "rb").read()
manifest["files"][name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
del manifest["sha256"]
text = json.dumps(manifest, indent=2)[:-2]
digest = hashlib.sha256(text.encode()).hexdigest()
open(directory + "/manifest.json", "w").write(text + ',\n  "sha256": "' + digest + '"\n}\n')
END
        run -1 "$LOOPHOLE" check bad
        [[ $output == *"not that of the problem"* ]]
        rm -r bad
    done
}

@test "random OPB, WBO, WCNF and CNF files are certified from their rules; no proof suits another file" {
    run -0 "$root/tests/tools/random_files" 25
    [[ $output == *"forged, proof: "* ]]
}

@test "VeriPB accepts proofs from the rules" {
    command -v veripb >/dev/null || skip "veripb is not installed: cargo install veripb"
    for board in 3x3 5x5 8x8; do
        "$LOOPHOLE" certify gunport $board --proof rules --card blocks -o rules
        run -0 veripb rules/formula.opb rules/proof.pbp
        [[ $output == *"VERIFIED BOUNDS"* ]]
        rm -r rules
    done
    mkdir samples
    env -u ONLY QUICK=1 SAMPLES=samples "$BUILD/tests/test_derivations" >/dev/null
    for proof in samples/*.pbp; do
        run -0 veripb "${proof%.pbp}.opb" "$proof"
    done
}

# bats test_tags=long
@test "VeriPB accepts the proofs of 200 random files" {
    command -v veripb >/dev/null || skip "veripb is not installed: cargo install veripb"
    run -0 "$root/tests/tools/random_files" 200 1000
}
