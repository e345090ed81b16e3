#!/usr/bin/env bats
# Files that 0.3.0 wrote, and names that it promised, are read and understood by this version (docs/develop/promises.md).
bats_require_minimum_version 1.5.0

setup() {
    kept=$BATS_TEST_DIRNAME/earlier_files
    cd "$BATS_TEST_TMPDIR"
}

# 0.3.0 made the files from model.json, suite and a pack.opb as in docs/research/proofs.md:
#     loophole encode fivers 3 --bound optimum -o encoded.cnf && cadical -q encoded.cnf >reply
#     loophole encode -f model.json -o encoded.opb; loophole encode -f model.json -o encoded.wcnf
#     loophole certify -f pack.opb -o certificate; loophole certify -f parity.xcnf -o parity (with the default of --xor, cut:4)
#     loophole cubes gunport 4x4 --formulation matching --bound 6 --parts 3 -o cubes && loophole conquer cubes --certify
#     loophole bench suite -o rows
@test "what 0.3.0 wrote is read: encoded files, a model, a certificate, a cube run, rows" {
    run -0 "$LOOPHOLE" decode --from "$kept/encoded.cnf" --answer "$kept/reply"
    [[ $output == *"fivers 3x3: right, with 5 presses."* ]]
    while read -r file best better; do
        run -30 "$LOOPHOLE" solve -f "$kept/$file" --ascii
        [[ $output == *"| 9 | 7 |"*" $best, proved optimal."* ]] || { echo "$file: $output"; return 1; }
        run -20 "$LOOPHOLE" solve -f "$kept/$file" --bound "$better" --quiet
    done <<'END'
model.json 11 12
encoded.opb -10 -11
encoded.wcnf 62 61
END
    run -0 "$LOOPHOLE" explain -f "$kept/encoded.opb" --bound -11
    [[ $output == *"the sum is 16"* ]]
    run -0 "$LOOPHOLE" check "$kept/certificate"
    [[ $output == *"proof.pbp: proves it by cutting planes"* ]]
    run -0 "$LOOPHOLE" check "$kept/parity"
    run -0 "$LOOPHOLE" check "$kept/cubes"
    cp -r "$kept/cubes" "$kept/rows" .
    run -20 "$LOOPHOLE" conquer cubes
    run -0 "$LOOPHOLE" bench "$kept/suite" -o rows --resume
    diff rows/rows.csv "$kept/rows/rows.csv"
    run -0 "$LOOPHOLE" report rows
    grep -q 'Loophole 0.3.0' rows/report.md
}
