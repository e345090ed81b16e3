#!/usr/bin/env bats
# Tests `make install` and `make uninstall`: the program, library, manuals, completions and Python module work from where they are
# installed, and every installed file is removed again.

bats_require_minimum_version 1.5.0

setup_file() {
    export ROOT=$BATS_FILE_TMPDIR/root
    cd "$BATS_TEST_DIRNAME/../.."
    INSIDE=$(realpath --relative-to=. "$BUILD") # make takes no blanks in a path
    export INSIDE
    install_into() { make -s --no-print-directory BUILD="$INSIDE" "$@"; }
    [[ $BUILD != */san* && $BUILD != */coverage ]] || return 0
    install_into install PREFIX="$ROOT" >"$BATS_FILE_TMPDIR/said" 2>&1 || { cat "$BATS_FILE_TMPDIR/said"; return 1; }
}

setup() {
    [[ $BUILD != */san* && $BUILD != */coverage ]] || skip "a library with sanitizers or counters in it is not installed"
    cd "$BATS_TEST_TMPDIR"
    export PKG_CONFIG_PATH=$ROOT/lib/pkgconfig LD_LIBRARY_PATH=$ROOT/lib
    PATH=$ROOT/bin:$PATH
    unset LOOPHOLE
}

flags() { pkg-config --cflags --libs loophole; }

@test "the installed program runs, and finds its suites" {
    run -30 --separate-stderr loophole solve gunport 6x6 --quiet
    run -0 loophole list suites
    [[ $output == *"smoke"* ]]
}

@test "minizinc --solver loophole, after make install into an empty directory" {
    command -v minizinc >/dev/null || skip "minizinc is not installed"
    export MZN_SOLVER_PATH=$ROOT/share/minizinc/solvers
    models=$BATS_TEST_DIRNAME/../../bench/minizinc
    solved() { minizinc --solver loophole "$@" >out 2>err || { cat err; return 1; }; }
    cat >sudoku.dzn <<'END'
given = [| 5,3,0,0,7,0,0,0,0 | 6,0,0,1,9,5,0,0,0 | 0,9,8,0,0,0,0,6,0 | 8,0,0,0,6,0,0,0,3 | 4,0,0,8,0,3,0,0,1
 | 7,0,0,0,2,0,0,0,6 | 0,6,0,0,0,0,2,8,0 | 0,0,0,4,1,9,0,0,5 | 0,0,0,0,8,0,0,7,9 |];
END
    solved -a "$models/sudoku.mzn" sudoku.dzn
    [[ "$(tr -d ' \n' <out)" == "[|5,3,4,6,7,8,9,1,2|"*"|3,4,5,2,8,6,1,7,9|]----------==========" ]]
    cat >queens.mzn <<'END'
include "alldifferent.mzn";
array[1..8] of var 1..8: q;
constraint alldifferent(q) /\ alldifferent([q[i] + i | i in 1..8]) /\ alldifferent([q[i] - i | i in 1..8]);
solve satisfy;
END
    solved -n 3 queens.mzn
    [ "$(grep -c -- ---------- out)" = 3 ]
    solved -a --fzn-flags "--int order --alldiff bounds" "$models/magic_square.mzn" -D 'n = 3; given = [| 0,0,0 | 0,0,0 | 0,0,0 |];'
    [ "$(grep -c -- ---------- out)" = 8 ]
    cat >knapsack.mzn <<'END'
array[1..6] of int: w = [12, 7, 9, 4, 20, 11];
array[1..6] of int: v = [10, 8, 9, 3, 22, 12];
array[1..6] of var 0..2: x;
constraint sum(i in 1..6)(w[i] * x[i]) <= 41;
solve maximize sum(i in 1..6)(v[i] * x[i]);
END
    solved -f -r 3 -p 2 -s --output-objective knapsack.mzn
    grep -q '_objective = 45;' out && grep -q mzn-stat: out && [ "$(grep -v '^%' out | tail -n 1)" = ========== ]
    # Slitherlink: the loop around the 3 x 3 cells in the middle of 5 x 5
    solved -a "$models/slitherlink.mzn" -D 'n = 5; clue = [| 0,1,1,1,0 | 1,2,1,2,1 | 1,1,0,1,1 | 1,2,1,2,1 | 0,1,1,1,0 |];'
    [ "$(grep -c -- ---------- out)" = 1 ] && [ "$(tail -n 1 out)" = ========== ]
    # and a loop through all corners
    cat >circuit.mzn <<'END'
include "circuit.mzn";
int: n = 3;
set of int: CORNER = 0..n;
function int: at(int: r, int: c) = r * (n + 1) + c + 1;
array[1..(n + 1) * (n + 1)] of var 1..(n + 1) * (n + 1): next;
array[1..n, 1..n] of int: clue = [| 3,1,-1 | -1,2,-1 | -1,-1,3 |];
function var bool: edge(int: a, int: b) = next[a] = b \/ next[b] = a;
constraint circuit(next);
constraint forall(r, c in CORNER)(next[at(r, c)] in {at(i, j) | i, j in CORNER where abs(i - r) + abs(j - c) = 1});
constraint forall(r, c in 1..n where clue[r, c] >= 0)(
  edge(at(r - 1, c - 1), at(r - 1, c)) + edge(at(r, c - 1), at(r, c)) +
  edge(at(r - 1, c - 1), at(r, c - 1)) + edge(at(r - 1, c), at(r, c)) = clue[r, c]);
constraint next[1] = 2;
solve satisfy;
END
    solved -a circuit.mzn
    [ "$(grep -c -- ---------- out)" = 1 ] && [ "$(tail -n 1 out)" = ========== ]
}

# bats test_tags=long
@test "the installed program makes a report, from where it was installed" {
    printf 'instance gunport 3x3\n' >suite
    loophole bench suite -o rows
    run -0 loophole report rows
    [ -s rows/report.html ] && [ -z "$(find "$ROOT" -name __pycache__)" ]
}

# bats test_tags=long
@test "what the installed pages link to is there" {
    cd "$ROOT/share/doc/loophole"
    grep -roE --include='*.md' '\]\([^)# ]+' . | sort -u | while IFS=: read -r page link; do
        [[ $link == "](http"* || -e ${page%/*}/${link#"]("} ]] || echo "$page: $link"
    done >"$BATS_TEST_TMPDIR/dead"
    cat "$BATS_TEST_TMPDIR/dead"
    [ -f README.md ] && [ ! -s "$BATS_TEST_TMPDIR/dead" ]
}

# bats test_tags=long
@test "nothing installed points back into the source tree" {
    cp -r "$ROOT" copy
    strip copy/bin/loophole copy/lib/libloophole.so.1 copy/lib/libloophole.a
    source=$(realpath "$BATS_TEST_DIRNAME/../..")
    grep -rlF "$source" copy | tee bad
    [ ! -s bad ]
}

@test "the shared library shows loophole_* only, and has a soname" {
    nm -D --defined-only "$ROOT/lib/libloophole.so.1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >shown
    [ "$(wc -l <shown)" -gt 60 ]
    grep -v '^loophole_' shown && return 1
    readelf -d "$ROOT/lib/libloophole.so.1" | grep 'SONAME.*\[libloophole.so.1\]'
    nm -g --defined-only "$ROOT/lib/libloophole.a" | awk '$2 ~ /[A-U]/ { print $3 }' | sort | comm -3 - shown | tee bad
    [ ! -s bad ]
}

@test "one version, and one number of the library, wherever they are said" {
    version=$(cat "$BATS_TEST_DIRNAME/../../VERSION")
    [[ "$(loophole --version) " = "loophole $version "* ]]
    [ "$(pkg-config --modversion loophole)" = "$version" ]
    [ -z "$(grep -L "^\.TH .* \"loophole $version\"\$" "$ROOT"/share/man/man?/*)" ]
    ! command -v python3 || [ "$(PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$ROOT/lib/python3/dist-packages python3 -c 'import loophole; print(loophole.__version__)')" = "$version" ]
    soname=$(readelf -d "$ROOT/lib/libloophole.so.1" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
    cd "$BATS_TEST_DIRNAME/../.."
    [ "$(sed -n 's/^## \([0-9.]*\) (20[0-9-]*)$/\1/p' NEWS.md | head -1)" = "$version" ]
    [ "$(sed -n 's/^version: //p' CITATION.cff)" = "$version" ]
    [ "$(sed -n '1s/^loophole (\(.*\)-[^-]*) .*/\1/p' packaging/debian/changelog)" = "$version" ]
    [ "$(grep -ohE 'libloophole\.so\.[0-9]+' docs/model/python.md lib/python/loophole/_library.py | sort -u)" = "$soname" ]
    [ "$(grep -ohE 'libloophole[0-9]+' packaging/debian/control | sort -u)" = "libloophole${soname#libloophole.so.}" ]
    [ -e "packaging/debian/libloophole${soname#libloophole.so.}.install" ]
}

@test "the packages that make deps installs are those of the Debian package, the container and the page" {
    packages=$BATS_TEST_TMPDIR/packages lacking=$BATS_TEST_TMPDIR/lacking
    cd "$BATS_TEST_DIRNAME/../.."
    sed -n '/^    build)/,/;;/s/.*="$[a-z]* \(.*\)".*/\1/p' tests/tools/deps | tr ' ' '\n' | sort >"$packages"
    grep -xq libncurses-dev "$packages"
    # A Debian package is always built with compilers and make.
    for list in "gcc g++ make $(sed -n 's/^Build-Depends://p' packaging/debian/control)" "$(cat packaging/Containerfile)" "$(cat docs/install.md)"; do
        grep -oE '[a-z0-9+-]+' <<<"$list" | sort -u | comm -13 - "$packages"
    done | tee "$lacking"
    [ ! -s "$lacking" ]
}

@test "the header, the library, the manual and the tests have the same functions" {
    nm -D --defined-only "$ROOT/lib/libloophole.so.1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >shown
    sed -n '/^LOOPHOLE_API/,/;/p' "$ROOT/include/loophole.h" | grep -oE 'loophole_[a-z_]+\(' | tr -d '(' | sort -u | diff - shown
    mandoc "$ROOT/share/man/man3/loophole.3" | sed 's,.\x08,,g' >page
    for file in page "$BATS_TEST_DIRNAME/calls.c"; do
        grep -oE 'loophole_[a-z_]+\(' "$file" | tr -d '(' | sort -u | comm -23 shown - >lacking
        cat lacking # which this file does not name
        [ ! -s lacking ]
    done
}

# bats test_tags=long
@test "every call does what the header says, from C and from C++" {
    # shellcheck disable=SC2046
    gcc -std=c99 -D_POSIX_C_SOURCE=200809L -pedantic -Wall -Wextra -Werror "$BATS_TEST_DIRNAME/calls.c" $(flags) -lpthread -o calls
    [ "$(./calls)" = "all right" ]
    # shellcheck disable=SC2046
    g++ -x c++ -std=c++11 -Wall -Wextra -Werror "$BATS_TEST_DIRNAME/calls.c" -x none $(flags) -lpthread -o calls++
    [ "$(./calls++)" = "all right" ]
}

# bats test_tags=long
@test "the examples build by pkg-config, and say what they should" {
    # shellcheck disable=SC2046
    gcc "$ROOT/share/doc/loophole/lib/examples/rota.c" $(flags) -o rota
    run -0 ./rota
    [ "${lines[0]}" = "regret 12, proved optimal" ]
    [ "$(grep -c '^day [1-7]: 2 by day, 1 by night$' <<<"$output")" = 7 ]
    [[ $output == *"with four: no rota; "*" rules clash, none of which can be left out" ]]
    # shellcheck disable=SC2046
    g++ "$ROOT/share/doc/loophole/lib/examples/encode_one.cc" $(flags) -o encode_one
    run -0 ./encode_one
    [[ $output == *"card_totalizer: 45 clauses, 20 new variables, GAC"* ]]
    # shellcheck disable=SC2046
    gcc "$ROOT/share/doc/loophole/lib/examples/tighten.c" "$BUILD/tests/libipasir_picosat.so" $(flags) -Wl,-rpath,"$BUILD/tests" -o tighten
    run -0 ./tighten
    [[ $output == "100 is the most, after "*" clauses" ]]
    # shellcheck disable=SC2046
    gcc "$ROOT/share/doc/loophole/lib/examples/certify.c" $(flags) -o certify
    run -0 ./certify
    [[ $output == "100 is the most: "*" clauses refute 101, by a proof of "*" bytes that was checked" ]]
    # shellcheck disable=SC2046
    gcc "$ROOT/share/doc/loophole/lib/examples/tighten.c" $(flags) ${LDFLAGS-} -lcadical -lstdc++ -lm -o tighten
    run -0 ./tighten
    [[ $output == "100 is the most, after "*" clauses" ]]
}

# bats test_tags=long
@test "the examples whose first comments have their output print it" {
    compared=0
    for source in "$ROOT"/share/doc/loophole/lib/examples/*.c; do
        sed -n '1,/\*\//s,^ \*     ,,p' "$source" | sed '/^cc /d; s, \*/$,,' >expected
        [ -s expected ] || continue
        # shellcheck disable=SC2046
        gcc -std=c11 -pedantic -Wall -Wextra -Werror "$source" $(flags) -o example
        timeout 120 ./example 2>&1 | diff expected - || { echo "$source"; return 1; }
        compared=$((compared + 1))
    done
    [ "$compared" -ge 9 ]
}

# bats test_tags=long
@test "the C guide: its programs print what the page says, and it names every function" {
    command -v python3 || skip "python3 is not installed"
    page=$BATS_TEST_DIRNAME/../../docs/model/c.md
    # shellcheck disable=SC2046
    run -0 "$BATS_TEST_DIRNAME/guide" "$page" gcc -std=c11 -pedantic -Wall -Wextra -Werror $(flags)
    [ "${lines[-1]}" = "2 programs" ]
    # a program that does not compile and a false output are seen
    sed 's/loophole_sink_kept(s, /loophole_sink_kpet(s, /; s/^13: tent book lamp$/14: tent book lamp/' "$page" >stale.md
    # shellcheck disable=SC2046
    run -1 "$BATS_TEST_DIRNAME/guide" stale.md gcc $(flags)
    [[ $output == *"program 1, status 1"*"program 2, status 0"*"says:"*"14: tent"*"printed:"*"13: tent"*"2 programs" ]]
    # a function is named in full, or after others of its object by its end: `_vars`
    nm -D --defined-only "$ROOT/lib/libloophole.so.1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | while read -r name; do
        end=${name#loophole}
        grep -qE "$name\b|\`($end|_${end#_*_})\`" "$page" || echo "$name"
    done >unnamed
    cat unnamed
    [ ! -s unnamed ]
}

# bats test_tags=long
@test "a program finds the library below a prefix that the loader does not know, as the header says" {
    unset LD_LIBRARY_PATH
    export PKG_CONFIG_PATH=$ROOT/lib/pkgconfig
    # shellcheck disable=SC2046
    gcc "$ROOT/share/doc/loophole/lib/examples/rota.c" $(pkg-config --cflags --libs loophole) -o rota
    { PATH=$PATH:/sbin ldconfig -p 2>/dev/null | grep -q libloophole; } || run -127 ./rota # unless this machine has one where its loader looks
    LD_LIBRARY_PATH=$ROOT/lib run -0 ./rota
    # shellcheck disable=SC2046
    gcc "$ROOT/share/doc/loophole/lib/examples/rota.c" $(pkg-config --cflags --libs loophole) -Wl,-rpath,"$ROOT/lib" -o rota
    run -0 ./rota
    [ "${lines[0]}" = "regret 12, proved optimal" ]
    grep -q 'LD_LIBRARY_PATH=PREFIX/lib' "$ROOT/include/loophole.h"
    [ "$(mandoc "$ROOT/share/man/man3/loophole.3" | sed 's,.\x08,,g' | grep -c '#include <loophole.h>')" = 1 ]
}

@test "after the variables of docs/install.md the program, module, manuals and pkg-config are found" {
    unset LD_LIBRARY_PATH PKG_CONFIG_PATH PYTHONPATH
    sed -n '/^```sh$/,/^```$/p' "$BATS_TEST_DIRNAME/../../docs/install.md" | grep '^export ' | sed "s|\$HOME/loophole|$ROOT|g" >variables
    [ "$(wc -l <variables)" -ge 5 ]
    PATH=/usr/bin:/bin . ./variables
    [ "$(command -v loophole)" = "$ROOT/bin/loophole" ]
    [ "$LD_LIBRARY_PATH" = "$ROOT/lib" ] && [ -e "$ROOT/share/man/man1/loophole.1" ] && [ "$MANPATH" = "$ROOT/share/man:" ]
    ! command -v man || [ "$(man -w 3 loophole)" = "$ROOT/share/man/man3/loophole.3" ]
    [ "$(pkg-config --variable=libdir loophole)" = "$ROOT/lib" ]
    [ ! -x /usr/bin/python3 ] || PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c 'import loophole'
}

# bats test_tags=long
@test "the C and the Python of README run, and print what README says" {
    block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$BATS_TEST_DIRNAME/../../README.md" | grep -v '^```'; }
    grep -q '^Both print 15\.' "$BATS_TEST_DIRNAME/../../README.md"
    block c >pack.c
    # shellcheck disable=SC2046
    gcc -std=c11 -Wall -Wextra -Werror pack.c $(flags) -o pack
    [ "$(./pack)" = 15 ]
    command -v python3 || skip "python3 is not installed"
    block python >pack.py
    [ "$(PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$ROOT/lib/python3/dist-packages python3 pack.py)" = 15 ]
}

# bats test_tags=long
@test "the Python module, from where it was installed: brute force, its docstrings, the guide and the page for users of PySAT" {
    command -v python3 || skip "python3 is not installed"
    unset LD_LIBRARY_PATH LOOPHOLE_LIBRARY
    export PYTHONPATH=$ROOT/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1
    export IPASIR=$BUILD/tests/libipasir_picosat.so LOOPHOLE_PUZZLES=$ROOT/share/doc/loophole/lib/examples/puzzles
    for test in python pysat integers lazy conditions functions constraints arguments questions puzzles second_method; do
        LOOPHOLE=$ROOT/bin/loophole QUICK=1 python3 "$BATS_TEST_DIRNAME/../python/test_$test.py" >said 2>&1 || { cat said; false; }
    done
    run -0 python3 - "$BATS_TEST_DIRNAME/../../docs/model" <<'END'
import doctest, loophole, sys
import subprocess
with open("reference.md", "w", encoding="utf-8") as page:
    subprocess.run([sys.argv[1] + "/../../lib/python/reference"], stdout=page, check=True)
names = {n: getattr(loophole, n) for n in loophole.__all__}
if not (tried := doctest.testfile("reference.md", False, optionflags=doctest.ELLIPSIS, globs=names)).attempted or tried.failed:
    sys.exit("the reference: {} of {} failed".format(tried.failed, tried.attempted))
for page in "from-pysat", "python", "guide", "cookbook":
    failed, tried = doctest.testfile(f"{sys.argv[1]}/{page}.md", False, optionflags=doctest.ELLIPSIS)
    if failed or not tried:
        sys.exit(f"{page}: {failed} of {tried} failed")
END
}

# bats test_tags=long
@test "CPMpy solves its models with the installed module" {
    python3 -c 'import cpmpy' || skip "cpmpy is not installed"
    unset LD_LIBRARY_PATH LOOPHOLE_LIBRARY
    PYTHONPATH=$ROOT/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1 run -0 python3 "$BATS_TEST_DIRNAME/../python/test_cpmpy.py"
}

# bats test_tags=long
@test "the types of the Python module have no contradiction" {
    [[ "$(mypy --version)" =~ ^mypy\ [2-9] ]] || skip "mypy 2 or later is not installed"
    run -0 mypy --ignore-missing-imports --cache-dir "$BATS_TEST_TMPDIR" "$ROOT/lib/python3/dist-packages/loophole"
}

# bats test_tags=long
@test "the reference of the Python module has every public name, with parameters, results and errors" {
    command -v python3 || skip "python3 is not installed"
    unset LD_LIBRARY_PATH
    reference=$BATS_TEST_DIRNAME/../../lib/python/reference
    export LOOPHOLE_LIBRARY=$ROOT/lib/libloophole.so.1
    run -0 "$reference" check
    "$reference" >page.md
    [ "$(grep -c '^###* ' page.md)" -gt 150 ] && [ "$(grep -c '^| `' page.md)" -gt 20 ]
    # the guide names what it lists, and nothing else
    python3 - "$BATS_TEST_DIRNAME/../../docs/model/python.md" <<'END'
import re, sys
sys.path.insert(0, sys.argv[1].replace("docs/model/python.md", "lib/python"))
import loophole
table = open(sys.argv[1], encoding="utf-8").read().split("## Names")[1]
named = {n for row in table.splitlines() for n in re.findall(r"`(\w+)`", row.split("|")[1] if row.startswith("|") else "")}
assert named == set(loophole.__all__), named ^ set(loophole.__all__)
END
    # the check fails where something is missing
    export LOOPHOLE_MODULE=$PWD
    damaged() { # SED WORDS
        rm -rf loophole && cp -r "$BATS_TEST_DIRNAME/../../lib/python/loophole" .
        sed -i "$1" loophole/*.py
        run -1 "$reference" check
        [[ $output == *"$2"* ]] || { echo "$output"; return 1; }
    }
    damaged 's/^            constant: .*//' "Model.minimize has the parameters ['lits', 'weights', 'constant'] and describes ['lits', 'weights']"
    damaged '/^    def nof_vars/,/^        return/ { /^        Returns:/,/^$/d }' "Solver.nof_vars returns something and does not describe it"
    damaged 's/^    def clause(/    def rule2(self): ...\n\n    def clause(/' "Model.rule2 has no docstring"
    damaged 's/"parse", "prove"/"parse", "_text", "prove"/; s/^import Answer/&/; s/^from ._answer import Answer/from ._encode import _text\n&/' "_text is not on the page"
}

# bats test_tags=long
@test "Python looks by itself where /usr/local and /usr put the module" {
    [ -x /usr/bin/python3 ] || skip "python3 is not installed"
    cd "$BATS_TEST_DIRNAME/../.."
    for prefix in /usr/local /usr; do
        dir=$(packaging/python-directory $prefix $prefix/lib /usr/bin/python3)
        [[ $dir == *-packages ]]
        /usr/bin/python3 -c 'import site, sys; sys.exit(sys.argv[1] not in site.getsitepackages())' "$dir"
    done
}

# bats test_tags=long
@test "the archive links too" {
    # shellcheck disable=SC2046
    gcc "$ROOT/share/doc/loophole/lib/examples/rota.c" -I"$ROOT/include" "$ROOT/lib/libloophole.a" $(grep '^Libs.private' "$ROOT/lib/pkgconfig/loophole.pc" | cut -d: -f2) -o rota
    run -0 ./rota
}

# bats test_tags=long
@test "CMake and pkg-config find both libraries, and CMake refuses what this version is not" {
    # shellcheck disable=SC2046
    gcc -static "$ROOT/share/doc/loophole/lib/examples/rota.c" $(pkg-config --static --cflags --libs loophole) -o rota 2>linker || cat linker
    run -0 ./rota
    command -v cmake || skip "cmake is not installed"
    cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.13)
project(consumer C CXX)
find_package(loophole \${WANTED} REQUIRED)
foreach(library loophole static)
    add_executable(with_\${library} "$ROOT/share/doc/loophole/lib/examples/rota.c")
    target_link_libraries(with_\${library} PRIVATE loophole::\${library})
endforeach()
END
    series=$(pkg-config --modversion loophole | cut -d. -f1,2)
    for wanted in 99 "${series%.*}.99"; do
        run ! cmake -S . -B refused -D CMAKE_PREFIX_PATH="$ROOT" -D WANTED="$wanted"
    done
    cmake -S . -B made -D CMAKE_PREFIX_PATH="$ROOT" -D WANTED="$series"
    cmake --build made
    for library in loophole static; do
        run -0 "made/with_$library"
        [ "${lines[0]}" = "regret 12, proved optimal" ]
    done
    readelf -d made/with_loophole | grep NEEDED.*libloophole
    run ! grep -q libloophole <(readelf -d made/with_static)
}

# bats test_tags=long
@test "the manual pages have no faults" {
    command -v mandoc || skip "mandoc is not installed"
    [ "$(ls "$ROOT"/share/man/man1 | wc -l)" -gt 15 ]
    for page in "$ROOT"/share/man/man?/*; do mandoc -T lint -W warning "$page"; done
    mandoc "$ROOT/share/man/man1/loophole-solve.1" | sed 's,.\x08,,g' | grep -A1 -e '--time-limit SECONDS'
}

# What one bash in a terminal offers, for each WORDS after which Tab is pressed: a line ": WORDS", then what appears.
pressed() {
    python3 - "$ROOT" "$@" <<'END'
import os, pty, select, sys, time
root, *all_words = sys.argv[1:]
pid, fd = pty.fork()
if pid == 0:
    os.environ.update(PS1="$ ", TERM="dumb", INPUTRC="/dev/null")
    os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
def read(until, seconds=10):
    got, end = b"", time.time() + seconds
    while time.time() < end:
        if select.select([fd], [], [], 0.3)[0]:
            try: got += os.read(fd, 65536)
            except OSError: break
        if until(got): break
    return got
def say(s): os.write(fd, s.encode())
say("bind 'set show-all-if-ambiguous on'; bind 'set page-completions off'; bind 'set completion-query-items 0'; bind 'set bell-style none'\n")
say(". %s/share/bash-completion/completions/loophole; echo re''ady\n" % root)
read(lambda b: b"ready" in b)
read(lambda b: False, 0.4)
for typed in all_words:
    say(typed + "\t\x15echo re''ady\n")  # Ctrl-U takes the line back, once the Tab is answered
    print(":", typed)
    print(read(lambda b: b"ready" in b).decode(errors="replace").replace("\r", ""), flush=True)
    read(lambda b: False, 0.1)
os.close(fd)
END
}

offered() { # WORDS: what appeared after them
    awk -v words=": $1" '/^: / { on = $0 == words; next } on' seen
}

completes() { # WORDS GLOB
    [[ $(offered "$1") == *$2* ]] || { echo "$1:"; offered "$1"; return 1; }
}

# bats test_tags=long
@test "Tab completes commands, puzzles, options and their values in bash" {
    command -v python3 || skip "python3 is not installed"
    pressed "loophole so" "loophole solve gun" "loophole solve tank 5 --ca" "loophole solve gunport 7x7 --card tot" \
        "loophole solve gunport 7x7 --formulation mono" "loophole bench smo" "loophole encode gunport 7x7 -F op" \
        "loophole solve fivers 7 --engine f" "loophole solve tank 7 --symmetry half" "loophole list encodings --js" "loophole list for" >seen
    completes "loophole so" "loophole solve "
    completes "loophole solve gun" "gunport "
    completes "loophole solve tank 5 --ca" "--cap*--card"
    completes "loophole solve gunport 7x7 --card tot" "totalizer "
    completes "loophole solve gunport 7x7 --formulation mono" "monomino "
    completes "loophole bench smo" "smoke"
    completes "loophole encode gunport 7x7 -F op" "opb "
    [ -n "$(offered "loophole solve fivers 7 --engine f")" ]
    [[ $(offered "loophole solve fivers 7 --engine f") != *frontier* ]] # the engine frontier belongs to gunport
    completes "loophole solve tank 7 --symmetry half" "half-turn "
    completes "loophole list encodings --js" "--json "
    completes "loophole list for" "formats "
}

# bats test_tags=long
@test "the completions of zsh and fish are scripts that they read" {
    for shell in zsh fish; do
        command -v $shell || continue
        file=$(find "$ROOT" -name "_loophole" -o -name "loophole.fish" | grep $shell)
        $shell -n "$file"
    done
    grep -q "help --complete" "$ROOT/share/zsh/site-functions/_loophole"
    grep -q "help --complete" "$ROOT/share/fish/vendor_completions.d/loophole.fish"
    [ "$(loophole help --complete -- solve gunport 7x7 --card = tot | cut -f1)" = totalizer ]
    [ "$(loophole help --complete -- solve gunport 7x7 --svg '')" = FILE ]
    [ -z "$(loophole help --complete -- solve fivers 7 --engine fron)" ] # gunport's own
    if command -v fish; then
        cp "$ROOT/share/fish/vendor_completions.d/loophole.fish" .
        run -0 env HOME="$PWD" fish -c 'source loophole.fish; complete -C "loophole solve gunport --card tot"'
        [[ $output == *totalizer* ]]
        run -0 env HOME="$PWD" fish -c 'source loophole.fish; complete -C "loophole solve tank 5 --formulation "; complete -C "loophole solve gun"'
        [[ $output == *unary* && $output != *monomino* && $output == *gunport* ]]
    fi
}

# bats test_tags=long
@test "a tree without apt and dpkg builds with what it is told, or says what is missing" {
    mkdir bin
    for program in sh sed awk grep cat rm mktemp printf id env dirname basename; do ln -s "$(command -v $program)" bin/; done
    for program in gcc g++ as ld; do ln -s "$(PATH=/usr/bin:/bin command -v $program)" bin/; done
    cd "$BATS_TEST_DIRNAME/../.."
    bare=(env -i PATH="$BATS_TEST_TMPDIR/bin" CC=gcc CXX=g++ CPPFLAGS="${CPPFLAGS-}" LDFLAGS="${LDFLAGS-}")
    run -1 "${bare[@]}" CADICAL_LIBS=-lnowhere tests/tools/deps build
    [[ $output == *"Loophole cannot be built"*"CaDiCaL (cadical.hpp and libcadical)"*"CPPFLAGS=-I/DIR/include LDFLAGS=-L/DIR/lib"* ]]
    [[ $output != *"PicoSAT (picosat.h"* ]]
    run -0 "${bare[@]}" tests/tools/deps build
    [ -z "$output" ]
    run -1 "${bare[@]}" tests/tools/deps --install test
    ln -s "$(command -v bats)" "$BATS_TEST_TMPDIR/bin/"
    run -0 "${bare[@]}" tests/tools/deps --install test
    [[ $output == *skipped*minisat* ]]
    run -1 "${bare[@]}" tests/tools/deps chromium
}

# Programs that would install: each call is a line of the file calls, and a line of standard error.
fake_installers() {
    mkdir fakes
    for program in apt-get sudo; do
        printf '#!/bin/sh\necho "called: %s $*" >>"%s/calls"; echo "called: %s $*" >&2\n' $program "$PWD" $program >fakes/$program
        chmod +x fakes/$program
    done
    printf '#!/bin/sh\n' >fakes/dpkg-query
    chmod +x fakes/dpkg-query
}

# bats test_tags=long
@test "make prints one line a file, or with V=1 every command" {
    object=$BATS_TEST_TMPDIR/b/src/base/clock.o
    made() { rm -f "$object" && make --no-print-directory -C "$BATS_TEST_DIRNAME/../.." CC=gcc BUILD="$BATS_TEST_TMPDIR/b" "$object" "$@"; }
    [ "$(made)" = "  CC   src/base/clock.c" ]
    [[ "$(made V=1)" == "gcc -std=c11 "*"src/base/clock.c" ]]
    [ -z "$(made -s)" ]
}

# bats test_tags=long
@test "make installs nothing and names make deps, which prints the packages before it installs them" {
    fake_installers
    inside=("PATH=$PWD/fakes:$PATH" make --no-print-directory -C "$BATS_TEST_DIRNAME/../.." "BUILD=$PWD/b" CC=gcc CADICAL_LIBS=-lnowhere)
    run -2 env "${inside[@]}" "$PWD/b/src/base/clock.o"
    [[ $output == *CaDiCaL*"make deps"* && ! -e calls ]]
    for target in deps demo test; do
        run -2 env "${inside[@]}" $target
        [[ "${output%%called:*}" == *libcadical-dev* ]]
        grep -q 'called: .*install.* libcadical-dev' calls
        rm calls
    done
    run -2 --separate-stderr env "${inside[@]}" deps
    [[ $output == *libcadical-dev* ]] # on standard output
}

@test "tests/tools/deps asks apt for nothing that another package provides, or that this release does not have" {
    fake_installers
    sed -i '/^echo/s/^/case "$1 $2" in indextargets*) echo list ;; "install -s") exit 100 ;; esac; /' fakes/apt-get
    sed -n 's/^more="\(.*\)"$/\1/p' "$BATS_TEST_DIRNAME/../tools/deps" | tr ' ' '\n' | sed 's/^/installed /; s/$/, /' |
        sed '/clang-format-14/d; s/installed flatzinc, /installed gecode-flatzinc, flatzinc (= 6.2), other/' >packages
    printf '#!/bin/sh\ncat "%s"\n' "$PWD/packages" >fakes/dpkg-query
    run -0 env "PATH=$PWD/fakes:$PATH" "$BATS_TEST_DIRNAME/../tools/deps" --install more
    [[ $output == "clang-format-14 cannot be installed"* && $output != *flatzinc* ]]
    run ! grep -e update -e 'sudo' calls
}

# bats test_tags=long
@test "an archive of a dirty tree is refused, a clean one builds from its archive" {
    git clone -q --shared "$BATS_TEST_DIRNAME/../.." tree 2>/dev/null || skip "the sources are no repository"
    cd tree
    run -0 make -s dist BUILD=build
    tar -tzf "$output" | grep -q '/src/main.c$'
    tar -xzf "$output"
    (cd loophole-*/ && [ -f Makefile ] && make -n all BUILD=build >/dev/null)
    echo >>README.md
    run -2 make -s dist BUILD=build
    [[ $output == *"not committed"* ]]
}

# bats test_tags=long
@test "make refuses places with blanks, before it removes or writes half of their names" {
    cd "$BATS_TEST_DIRNAME/../.."
    for place in BUILD WEBCACHE PREFIX DESTDIR; do
        run -2 make -n clean install BUILD="$INSIDE" "$place=$BATS_TEST_TMPDIR/a b"
        [[ $output == *"$place"*blanks*"$BATS_TEST_TMPDIR/a b"* ]]
    done
}

@test "make refuses a BUILD that is or holds a part of the sources, before clean removes it" {
    cd "$BATS_TEST_DIRNAME/../.."
    for place in "" / . .. src src/base ./lib/../tests "$PWD"; do
        run -2 make -n clean BUILD="$place"
        [[ $output == *BUILD*"$place"*"of its own"* ]]
    done
    for place in build build/asan src2 ../loophole-build; do
        [ "$(make -n --no-print-directory clean BUILD=$place CC=gcc)" = "rm -rf $place" ]
    done
}

# What a new user does: a shell that has nothing but the system's paths, and the exports that make install printed.
shell_with() { # EXPORTS COMMAND
    env -i HOME="$PWD" PATH=/usr/bin:/bin:/usr/sbin:/sbin PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8 sh -c ". '$1'; $2"
}

# bats test_tags=long
@test "make install ends with the exports that are needed, and each of them is" {
    cd "$BATS_TEST_DIRNAME/../.."
    dirs=("$ROOT/bin" "$ROOT/share" "$ROOT/lib" "$ROOT/lib/python3/dist-packages")
    env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin packaging/exports "${dirs[@]}" >"$BATS_TEST_TMPDIR/printed"
    cd "$BATS_TEST_TMPDIR"
    cat printed
    head -1 printed | grep -q 'startup file'
    grep '^    export ' printed >exports
    [ "$(wc -l <exports)" -eq "$(($(wc -l <printed) - 1))" ]
    gcc "$ROOT/share/doc/loophole/lib/examples/rota.c" -I"$ROOT/include" -L"$ROOT/lib" -lloophole -o rota
    while read -r name command; do
        # shellcheck disable=SC2016
        case $name in
        PYTHONPATH) [ -x /usr/bin/python3 ] || continue ;;
        MANPATH) continue ;;
        esac
        shell_with ./exports "$command" || { echo "$command fails with all exports"; return 1; }
        grep -q "export $name=" exports || { echo "no export of $name"; return 1; }
        grep -v "export $name=" exports >fewer
        [ "$name" != LD_LIBRARY_PATH ] || { PATH=$PATH:/sbin ldconfig -p | grep -q libloophole && continue; }
        ! shell_with ./fewer "$command" >/dev/null 2>&1 || { echo "$name is not needed"; return 1; }
    done <<'END'
PATH loophole --version
PYTHONPATH /usr/bin/python3 -c "import loophole"
PKG_CONFIG_PATH pkg-config --exists loophole
LD_LIBRARY_PATH ./rota
END
    ! command -v man || shell_with ./exports "man -w loophole-solve && man -w 3 loophole"
    # with the exports in place there is nothing to add
    run -0 shell_with ./exports "$BATS_TEST_DIRNAME/../../packaging/exports ${dirs[*]}"
    [ -z "$output" ]
}

# bats test_tags=long
@test "make install prints no PYTHONPATH where Python knows the prefix; import works there at once" {
    cd "$BATS_TEST_DIRNAME/../.."
    python3 -m venv --without-pip "$BATS_TEST_TMPDIR/venv" || skip "python3 makes no virtual environment; python3-venv is missing"
    run -0 make -s --no-print-directory BUILD="$INSIDE" install PREFIX="$BATS_TEST_TMPDIR/venv" PYTHON="$BATS_TEST_TMPDIR/venv/bin/python3"
    [[ $output == *"export PATH=$BATS_TEST_TMPDIR/venv/bin:"* && $output != *PYTHONPATH* ]]
    cd "$BATS_TEST_TMPDIR"
    env -i "$BATS_TEST_TMPDIR/venv/bin/python3" -c 'import loophole; assert loophole.puzzle("gunport", "4x4").solve().objective == 4'
}

# bats test_tags=long
@test "the source distribution is what pip makes the wheel of" {
    python3 -m venv --without-pip "$BATS_TEST_TMPDIR/venv" || skip "python3 makes no virtual environment; python3-venv is missing"
    cd "$BATS_TEST_DIRNAME/../.."
    call() { PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=packaging python3 -c "import python_build; print(python_build.$1('$BATS_TEST_TMPDIR'))"; }
    run -0 call build_sdist
    cd "$BATS_TEST_TMPDIR"
    tar -xf "${lines[-1]}"
    cd loophole-*/
    [ -s PKG-INFO ] && [ ! -e build ]
    CFLAGS=-O0 run -0 --separate-stderr env -u BUILD bash -c "$(declare -f call); call build_wheel"
    [ -d build/wheel ]
    cd "$BATS_TEST_TMPDIR"
    python3 -m zipfile -e "${lines[-1]}" here
    chmod +x here/loophole/bin/loophole
    run -30 here/loophole/bin/loophole solve gunport 5x5 --quiet
    PYTHONPATH=here PYTHONDONTWRITEBYTECODE=1 run -0 venv/bin/python3 -c 'import loophole; assert loophole.puzzle("gunport", "4x4").solve().objective == 4'
}

# bats test_tags=long
@test "make wheel: pip installs it in a fresh virtual environment, without a compiler and without a network" {
    command -v readelf ldd strip >/dev/null || skip "binutils is missing"
    ldd --version 2>&1 | grep -qiE 'glibc|gnu libc' || skip "wheels need glibc"
    # pip as python3-venv has it, next to the environment: to install it there takes longer than all the rest
    bundle=$(python3 -c 'import ensurepip, glob, os
found = glob.glob(os.path.dirname(ensurepip.__file__) + "/_bundled/pip-*.whl") + glob.glob("/usr/share/python-wheels/pip-*.whl")
print(found[0])') && python3 -m venv --without-pip "$BATS_TEST_TMPDIR/venv" || skip "python3 makes no virtual environment with pip; python3-venv is missing"
    python3 -m zipfile -e "$bundle" "$BATS_TEST_TMPDIR/pip"
    cd "$BATS_TEST_DIRNAME/../.."
    run -0 --separate-stderr make -s --no-print-directory BUILD="$INSIDE" ZIG=false wheel
    wheel=$(realpath "${lines[-1]}")
    before=$(sha256sum <"$wheel")
    make -s --no-print-directory BUILD="$INSIDE" ZIG=false wheel
    [ "$(sha256sum <"$wheel")" = "$before" ]
    cd "$BATS_TEST_TMPDIR"
    # pip sees the wheel alone, and no compiler
    mkdir bin
    for program in sh env uname ldconfig gzip; do ln -s "$(PATH=$PATH:/sbin command -v $program)" bin/ || true; done
    find venv | sort >before
    alone=(env -i PATH="$PWD/venv/bin:$PWD/bin" HOME="$PWD" PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8)
    pip() { "${alone[@]}" PYTHONDONTWRITEBYTECODE= PYTHONPATH="$PWD/pip" venv/bin/python -m pip --disable-pip-version-check "$@"; }
    run -0 pip install --no-index --no-build-isolation --no-compile "$wheel"
    [ "$("${alone[@]}" venv/bin/python -c 'import loophole; print(loophole.__version__)')" = "$(cat "$BATS_TEST_DIRNAME/../../VERSION")" ]
    # the module, its library and the libraries that this needs are those of the wheel
    run -0 "${alone[@]}" venv/bin/python -c '
import loophole, re, sys
loophole.Solver("picosat", [[1]]).solve()
inside = {line.split()[-1] for line in open("/proc/self/maps") if re.search(r"lib(loophole|picosat|jansson)\.so", line)}
assert len(inside) == 3 and all(path.startswith(sys.prefix) for path in inside), inside'
    # The wheel's module is the installed one, with which all tests of the module run; its library is linked in another way.
    diff -r -x __pycache__ -x '*.so*' -x bin -x share -x libexec "$BATS_TEST_DIRNAME/../../lib/python/loophole" venv/lib/python3*/site-packages/loophole
    for start in venv/bin/loophole "venv/bin/python -m loophole"; do
        # shellcheck disable=SC2086
        run -30 "${alone[@]}" $start solve gunport 6x6 --quiet
    done
    [[ "$("${alone[@]}" venv/bin/loophole list suites)" == *smoke* ]]
    cp "$BATS_TEST_DIRNAME/../python/test_pysat.py" .
    run -0 "${alone[@]}" TMPDIR="$PWD" venv/bin/python test_pysat.py
    # the platform tag is the newest glibc that a library in the wheel needs, and RECORD has every file with its hash
    run -0 python3 - "$wheel" <<'END'
import base64, csv, hashlib, io, re, subprocess, sys, tempfile, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
floor = re.search(r"-manylinux_2_(\d+)_\w+\.whl$", sys.argv[1]).group(1)
versions = []
with tempfile.TemporaryDirectory() as d:
    for name in wheel.namelist():
        if ".so" in name or "/bin/" in name:
            symbols = subprocess.run(["objdump", "-T", wheel.extract(name, d)], capture_output=True, text=True, check=True).stdout
            versions += map(int, re.findall(r"\(?GLIBC_2\.(\d+)", symbols))
            if "libloophole" in name:
                dynamic = subprocess.run(["readelf", "-d", wheel.extract(name, d)], capture_output=True, text=True, check=True).stdout
                assert "[$ORIGIN]" in dynamic and "libstdc++" not in dynamic, dynamic
assert max(versions) == int(floor), (max(versions), floor)
record = {row[0]: row[1:] for row in csv.reader(io.StringIO(wheel.read(next(n for n in wheel.namelist() if n.endswith("/RECORD"))).decode()))}
assert set(record) == set(wheel.namelist())
for name, (digest, size) in record.items():
    if not name.endswith("/RECORD"):
        data = wheel.read(name)
        assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode() and int(size) == len(data), name
END
    pip uninstall -q -y loophole
    find venv | sort | diff before -
}

# bats test_tags=long
@test "make install prints no exports below DESTDIR; uninstall leaves nothing, and what was there before" {
    cd "$BATS_TEST_DIRNAME/../.."
    stage=$BATS_TEST_TMPDIR/none/yet
    run -0 timeout 60 make -s --no-print-directory BUILD="$INSIDE" install DESTDIR="$stage" PREFIX=/opt/loophole
    [ "${#lines[@]}" -eq 1 ] && [ -x "$stage/opt/loophole/bin/loophole" ]
    # again, as if two of the directories had been there before
    installed=$stage/opt/loophole/share/loophole/installed
    grep -vx -e /opt/loophole/lib/ -e /opt/loophole/share/man/ "$installed" >"$BATS_TEST_TMPDIR/list"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/list")" -eq $(($(wc -l <"$installed") - 2)) ]
    cp "$BATS_TEST_TMPDIR/list" "$installed"
    make -s --no-print-directory BUILD="$INSIDE" install DESTDIR="$stage" PREFIX=/opt/loophole >/dev/null
    make -s --no-print-directory BUILD="$INSIDE" uninstall DESTDIR="$stage" PREFIX=/opt/loophole
    cd "$stage"
    [ "$(find . -mindepth 2 | sort | xargs)" = "./opt/loophole ./opt/loophole/lib ./opt/loophole/share ./opt/loophole/share/man" ]
}

# bats test_tags=long
@test "packaging/release: of what is committed only, with checksums, and the parts that failed are named" {
    git clone -q "$BATS_TEST_DIRNAME/../.." tree 2>/dev/null || skip "the sources are not in git"
    cd tree
    commit() { git -c user.name=x -c user.email=x@example.org commit -q --allow-empty -am x; }
    cp "$BATS_TEST_DIRNAME/../../packaging/"{release,python_build.py,wheel} packaging/
    commit
    # `make` takes long, so another one makes files of the same names; the source distribution is the real one
    mkdir ../bin
    cat >../bin/make <<'END'
#!/bin/sh
case $* in
*dist) mkdir -p build && echo sources >build/loophole-"$(cat VERSION)".tar.gz ;;
*wheel) mkdir -p build/wheel && echo wheel >build/wheel/loophole-1-py3-none-any.whl && echo second >build/wheel/loophole-1-py3-none-other.whl ;;
*npm) mkdir -p build/npm && echo package >build/npm/loophole.tgz ;;
*site) mkdir -p build/site && echo page >build/site/index.html ;;
*) echo "no such tool here" >&2 && exit 1 ;;
esac
END
    chmod +x ../bin/make
    PATH=$(realpath ../bin):$PATH
    unset PYTHON
    run -2 packaging/release
    # uncommitted changes and untracked files are refused, and so are a directory with files and a tag of another commit
    echo >>README.md
    run -1 packaging/release ../out
    [ ! -e ../out ] && [[ $output == *commit* ]]
    git checkout -q README.md
    touch new
    run -1 packaging/release ../out
    [ ! -e ../out ]
    rm new
    mkdir ../full && touch ../full/file
    run -1 packaging/release ../full
    [ "$(ls ../full)" = file ]
    git tag -f "v$(cat VERSION)"
    commit
    run -1 packaging/release ../out
    [[ $output == *tag* ]] && [ -z "$(ls -A ../out)" ]
    git tag -d "v$(cat VERSION)" >/dev/null
    # all but the Debian packages
    run -1 packaging/release ../out
    [[ $output == *"no such tool here"*"Not made: debian."* ]]
    cd ../out
    sha256sum --check --quiet SHA256SUMS
    version=$(cat ../tree/VERSION)
    ls | diff - <(printf '%s\n' MADE SHA256SUMS loophole-1-py3-none-{any,other}.whl "loophole-$version"{-site,-sources,}.tar.gz loophole.tgz | sort)
    [ "$(cut -c 67- SHA256SUMS)" = "$(ls -- *.*)" ]
    grep -qF "$(git -C ../tree rev-parse HEAD)" MADE && grep -q '^machine: Linux' MADE && grep -q '^compilers: .' MADE
    [ "$(sed -n 's/^\([a-z]*\): made$/\1/p' MADE | xargs)" = "archive sdist wheels npm site" ] && grep -qx 'debian: not made' MADE
    diff <(git -C ../tree ls-files | sed "s,^,loophole-$version/,; \$a loophole-$version/PKG-INFO" | sort) <(tar -tzf "loophole-$version.tar.gz" | sort)
    [ "$(tar -xzOf "loophole-$version-site.tar.gz" site/index.html)" = page ]
    [ -z "$(git -C ../tree status --porcelain)" ]
}
