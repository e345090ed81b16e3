#!/usr/bin/env bats
# Modules: which may include which, and which may use what. A directory is a module; docs/develop/architecture.md draws them from top to
# bottom; a folder includes only folders below it, and inside a folder no headers include each other in a circle. The core
# knows of extras only what their list says, which no header includes.

bats_require_minimum_version 1.5.0

# "OBJECT SYMBOL" a line of what objects want, and of what they define that can change: one run of nm each serves all.
setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    objects=$(find src encodings -name '*.c' -o -name '*.cc' | sed -E 's/\.cc?$/.o/') # what was built of files that are gone stays out
    cd "$(dirname "$LOOPHOLE")"
    nm -A -u $objects | sed -E 's/^([^:]*): *U ([A-Za-z0-9_]*).*/\1 \2/' >"$BATS_FILE_TMPDIR/wanted"
    nm -A -f sysv $objects |
        awk -F'|' '$7 ~ /^\.(data|bss)(\.[^r].*)?$/ && $4 ~ /OBJECT/ { gsub(/ /, "", $1); sub(/:/, " ", $1); print $1 }' >"$BATS_FILE_TMPDIR/mutable"
    nm -A -g --defined-only $objects |
        sed -E 's/^([^:]*):[^ ]* . ([^.]*).*/\1 \2/' >"$BATS_FILE_TMPDIR/exported"
    [ "$(wc -l <"$BATS_FILE_TMPDIR/wanted")" -gt 1000 ]
    [ "$(wc -l <"$BATS_FILE_TMPDIR/exported")" -gt 500 ]
}

setup() { cd "$BATS_TEST_DIRNAME/../.."; }

# "FILE INCLUDED" a line, of the tree $1.
includes() {
    (cd "$1" && grep -r --include='*.[ch]' --include='*.cc' -oE '^#include "[^"]*"' src encodings) |
        sed -E 's/^([^:]*):#include "(.*)"$/\1 \2/; s/ encodings/ @encodings/; s/ ([^@])/ src\/\1/; s/@//'
}

# What in the tree $1 is against the picture: upward, unknown, or in a circle of headers.
against_the_picture() {
    includes "$1" | awk '
        function room(path) { n = split(path, p, "/"); return p[1] == "encodings" ? "encodings/" : n == 2 ? p[2] : p[2] "/" }
        FNR == NR { if ($1 ~ /^([a-z0-9]+\/|main\.c)$/ && $1 != "src/" && !($1 in floor)) floor[$1] = ++floors; next }
        {
            a = room($1); b = room($2); list = $2 == "src/extras/extra_list.h"
            if (!(a in floor) || !(b in floor)) print "not in the picture: " $1 " -> " $2
            else if (floor[b] < floor[a] && !(list && $1 ~ /\.c$/)) print "upward: " $1 " -> " $2
            if ($1 ~ /\.h$/ && $2 ~ /\.h$/) edge[$1] = edge[$1] " " $2
        }
        function visit(h, way,   i, n, next_) {
            if (state[h] == 2) return
            if (state[h] == 1) { print "a circle:" way " " h; return }
            state[h] = 1
            n = split(edge[h], next_, " ")
            for (i = 1; i <= n; i++) visit(next_[i], way " " h)
            state[h] = 2
        }
        END { for (h in edge) visit(h, "") }' <(sed -n '/^src\/  /,/^```/p' docs/develop/architecture.md) -
}

@test "a folder includes only folders below it, and headers run in no circle" {
    against_the_picture . | tee "$BATS_TEST_TMPDIR/bad"
    [ ! -s "$BATS_TEST_TMPDIR/bad" ]
}

@test "a planted upward include and planted circles are seen" {
    tree=$BATS_TEST_TMPDIR/tree
    mkdir "$tree"
    cp -r src encodings "$tree"
    echo '#include "search/search.h"' >>"$tree/src/model/names.h"
    echo '#include "extras/cubes/cube.h"' >>"$tree/src/search/search.c"
    echo '#include "extras/extra_list.h"' >>"$tree/src/cli/help.h"
    against_the_picture "$tree" | tee "$BATS_TEST_TMPDIR/upward"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/upward")" -eq 3 ]
    grep 'upward: src/model/names.h -> src/search/search.h' "$BATS_TEST_TMPDIR/upward"
    cp -r src encodings "$tree"
    echo '#include "model/model.h"' >>"$tree/src/model/names.h"
    echo '#include "model/names.h"' >>"$tree/src/model/model.h"
    against_the_picture "$tree" | grep 'a circle:.*model/names.h'
    cp -r src encodings "$tree"
    echo '#include "gf2/reduction.h"' >>"$tree/src/gf2/gf2.h"
    echo '#include "gf2/gf2.h"' >>"$tree/src/gf2/parity.h"
    against_the_picture "$tree" | grep 'a circle:.*gf2/parity.h'
}

# Which of these symbols does an object want that may not have them?
only_in() {
    allowed=$1
    shift
    grep -vE "^($allowed) " "$BATS_FILE_TMPDIR/wanted" | grep -E " ($(echo "$*" | tr ' ' '|'))\$" | tee "$BATS_TEST_TMPDIR/bad"
    [ ! -s "$BATS_TEST_TMPDIR/bad" ]
}

@test "memory is taken in mem.c only" { only_in 'src/base/mem.o' malloc calloc realloc free strdup; }
@test "only failure.c and main.c end the program" { only_in 'src/(base/failure|main).o' exit abort; }
@test "only a forked child, the watchdog and main.c end at once" { only_in 'src/(base/(child|watchdog)|main).o' _exit; }
@test "only commands, requests and files open files and print" {
    only_in 'src/(commands/[a-z_]*|extras/[a-z]*/command_[a-z]*|cli/[a-z_]*|main|base/(file|json|terminal)|solvers/solver_process).o' fopen stdout printf puts putchar
}
@test "text is printed through text_clean: by terminal.c, progress.c, json.c, report_error.c" {
    # help, audit and main print words of the program's own; a picture has clean text and colors
    found=$(grep -rnE '(^|[^a-z_])(printf|puts|putchar|vprintf)\(|(fputs|fprintf|vfprintf|fwrite|putc)\(.*(stdout|stderr)' --include='*.c' src |
        grep -vE '^src/(base/(failure|progress|terminal)|main|cli/command_help|extras/audit/command_audit|commands/answer_picture)\.c:' || true)
    echo "$found"
    [ -z "$found" ]
}

@test "time is told by clock.c only" { only_in 'src/base/clock.o' clock_gettime time gettimeofday getrusage clock; }
@test "processes are started by child.c only" {
    only_in 'src/base/child.o' fork vfork posix_spawn posix_spawnp execv execvp execl execlp pipe pipe2
}
@test "libraries are loaded by solver_ipasir.c only" { only_in 'src/solvers/solver_ipasir.o' dlopen dlmopen; }

@test "the library's own files open, print, exit and allocate nothing, and nobody includes them" {
    grep -nE '\b(printf|fopen|exit|abort|malloc|calloc|realloc|free|puts)\(' lib/*.c | grep -v 'mem_' | tee "$BATS_TEST_TMPDIR/bad"
    grep -rn --include='*.[ch]' '"lib/' src encodings | tee -a "$BATS_TEST_TMPDIR/bad"
    grep -nE '#include "(commands|cli|play|extras)/' lib/*.[ch] | tee -a "$BATS_TEST_TMPDIR/bad"
    [ ! -s "$BATS_TEST_TMPDIR/bad" ]
}

# "OBJECT SYMBOL" lines whose symbol does not begin with a word of the object's name: job_over lies in job.o, file_read in
# file.o. puzzle_NAME is what NAME.c or FAMILY_NAME.c exports to its list; names of C++ and of sanitizers are the compiler's.
strays() {
    awk '{
        n = split($1, path, "/")
        stem = path[n]
        sub(/\.o$/, "", stem)
        words = split(stem, word, "_")
        split($2, first, "_")
        home = $2 == "puzzle_" word[words] || $2 == "puzzle_" stem || $2 ~ /^(_Z|DW|__)/
        for (i = 1; i <= words; i++) {
            sub(/s$/, "", word[i])
            if (index(first[1], word[i]) == 1) home = 1
        }
        if (!home) print
    }'
}

# Tags of structs and enums that are defined in two files, "struct NAME"; each puzzle has its own struct instance.
tags_twice() {
    grep -rhoE --include='*.[ch]' --include='*.cc' '^ *(struct|enum) [a-z_0-9]+ \{' "$@" | sed 's/^ *//; s/ {//' | sort | uniq -d |
        grep -vx 'struct instance'
}

@test "no tag of a struct or an enum has two meanings" {
    tags_twice src encodings | tee "$BATS_TEST_TMPDIR/bad"
    [ ! -s "$BATS_TEST_TMPDIR/bad" ]
    mkdir "$BATS_TEST_TMPDIR/twice"
    echo 'struct node {' >"$BATS_TEST_TMPDIR/twice/a.c"
    echo '    struct node {' >"$BATS_TEST_TMPDIR/twice/b.c"
    [ "$(tags_twice "$BATS_TEST_TMPDIR/twice")" = 'struct node' ]
}

@test "no two functions share a name that is not a member's of a descriptor" {
    command -v python3 || skip "python3 is not installed"
    tests/tools/names tests | tee "$BATS_TEST_TMPDIR/bad"
    tests/tools/names src encodings lib | tee -a "$BATS_TEST_TMPDIR/bad"
    [ ! -s "$BATS_TEST_TMPDIR/bad" ]
    mkdir "$BATS_TEST_TMPDIR/shared"
    cd "$BATS_TEST_TMPDIR/shared"
    echo 'struct encoder { void (*encode)(int n); };' >encoder.h
    printf 'static void encode(int n)\n{\n}\n\nstatic int over(int a,\n                int b)\n{\n}\n\nstruct encoder a = {.encode = encode};\n' >a.c
    sed 's/over/past/' a.c >b.c
    [ -z "$("$BATS_TEST_DIRNAME/../tools/names" .)" ]
    sed 's/= encode/= NULL/' a.c >b.c
    [ "$("$BATS_TEST_DIRNAME/../tools/names" .)" = 'encode ./b.c
over ./a.c ./b.c' ]
}

# Names of source files below the trees that two files have. The recipes of make, __init__.py and README have the names that tools want.
names_twice() {
    find "$@" -type f \( -name '*.[ch]' -o -name '*.cc' -o -name '*.js' -o -name '*.py' -o -name '*.bats' \) ! -name "__*__.py" |
        sed 's|.*/||' | sort | uniq -d
}

@test "no two source files share a name" {
    names_twice src encodings lib tests bench web | tee "$BATS_TEST_TMPDIR/bad"
    [ ! -s "$BATS_TEST_TMPDIR/bad" ]
    mkdir -p "$BATS_TEST_TMPDIR/trees/"{a,b}
    touch "$BATS_TEST_TMPDIR/trees/"{a,b}/model.c
    [ "$(names_twice "$BATS_TEST_TMPDIR/trees")" = model.c ]
}

# "FILE NAMED" lines: comments of C files below the trees that name a C file which no tree has.
names_no_file() {
    PYTHONPATH=tests/tools python3 -B - "$@" <<'END'
import os, re, sys
import sources
files = sources.files(sys.argv[1:], (".c", ".h", ".cc"))
there = {os.path.basename(path) for path in files}
for path in files:
    for comment in sources.COMMENT.finditer(sources.read(path)):
        for name in re.findall(r"\b[a-z][a-z0-9_]+\.(?:cc|[ch])\b", comment[0]) if comment[0][0] == "/" else []:
            if name not in there: print(path, name)
END
}

@test "the files that comments name exist" {
    command -v python3 || skip "python3 is not installed"
    names_no_file src encodings lib bench tests | tee "$BATS_TEST_TMPDIR/bad"
    [ ! -s "$BATS_TEST_TMPDIR/bad" ]
    mkdir "$BATS_TEST_TMPDIR/named"
    printf '/* See aa.c, bb.c. */\nchar *s = "cc.c"; // dd.h\n' >"$BATS_TEST_TMPDIR/named/aa.c"
    [ "$(names_no_file "$BATS_TEST_TMPDIR/named" | sed 's/.* //' | tr '\n' ' ')" = 'bb.c dd.h ' ]
}

@test "a name is an address: what a file exports begins with a word of the file's name" {
    strays <"$BATS_FILE_TMPDIR/exported" | grep -vx 'src/base/failure.o fatal' | tee "$BATS_TEST_TMPDIR/bad"
    [ ! -s "$BATS_TEST_TMPDIR/bad" ]
    [ "$(printf '%s\n' 'src/base/file.o read_all' 'src/base/file.o file_read' | strays)" = 'src/base/file.o read_all' ]
}

@test "each third-party solver's header is included in one file" {
    for header in cadical.hpp picosat.h; do
        files=$(grep -lE "#include [<\"](picosat/)?$header" $(find src encodings -name "*.[ch]" -o -name "*.cc"))
        echo "$header: $files"
        [ "$(echo "$files" | wc -w)" = 1 ]
    done
}

@test "no puzzle sees a clause sink, an encoder or a solver, not even through others" {
    # what the compiler noted
    cat $(for file in src/puzzles/*/*.c src/declared/*.c; do echo "$(dirname "$LOOPHOLE")/${file%.c}.d"; done) | tr ' ' '\n' >"$BATS_TEST_TMPDIR/included"
    [ "$(grep -c -E '^src/(puzzles|declared)/.*\.c$' "$BATS_TEST_TMPDIR/included")" -eq "$(ls src/puzzles/*/*.c src/declared/*.c | wc -l)" ]
    grep -E '^src/(cnf/(cnf|encoder)\.h|(lower|search|solvers|formats|extras)/)' "$BATS_TEST_TMPDIR/included" && return 1
    true
}

@test "the search names no puzzle, and no search of a puzzle's own" {
    puzzles=$(sed -n 's/^PUZZLE(\(.*\))/\1/p' src/puzzles/puzzle_list.h | grep -vx -e cnf -e opb | paste -sd'|') # those two are formats
    own=$("$LOOPHOLE" help searches | sed -nE "s/^ *([a-z-]+) +($puzzles): .*/\1/p" | paste -sd'|')
    [[ "$puzzles" == *gunport* && "$own" == *"|"* ]]
    grep -rnE "\"($puzzles|$own)\"" src/search src/lower src/gf2 src/model && return 1
    true
}

@test "there is no mutable global but the failure handler, the interrupt flag, the terminal to restore and temporary files" {
    [[ $BUILD != */coverage ]] || skip "every file counts its lines"
    # __odr_asan, __unnamed: made by sanitizers; DW.ref: by C++; members that a compiler keeps apart are of one
    sed 's/\.[0-9]*$//' "$BATS_FILE_TMPDIR/mutable" | grep -vE ' (__odr_asan|__unnamed|DW\.ref)' | sort -u >"$BATS_TEST_TMPDIR/all"
    diff "$BATS_TEST_TMPDIR/all" - <<<$'src/base/failure.o failed
src/base/interrupt.o stopped
src/base/temporary.o temporary
src/base/terminal.o terminal'
}

@test "tests/lines counts src, encodings and lib/*.c without blank lines and comments, core and extras apart, and tells what exceeds a budget" {
    command -v python3 || skip "python3 is not installed"
    mkdir -p "$BATS_TEST_TMPDIR/tree"/{src/{a,extras/b},encodings,lib/examples}
    printf '/* one\n * two */\n\n// three\nchar *s = "/*"; /* four\n */ int x; // five\n' | tee "$BATS_TEST_TMPDIR/tree/src/a/a.c" |
        tee "$BATS_TEST_TMPDIR/tree/lib/a.c" "$BATS_TEST_TMPDIR/tree/src/extras/b/b.c" | tee "$BATS_TEST_TMPDIR/tree/lib/a.h" >"$BATS_TEST_TMPDIR/tree/lib/examples/a.c"
    run -0 tests/lines "$BATS_TEST_TMPDIR/tree"
    [ "$output" = "     2 lines    1 files  lib
     2 lines    1 files  src/a
     2 lines    1 files  src/extras/b
     4 lines    2 files  core
     2 lines    1 files  extras
     6 lines    3 files  total" ]
    awk 'BEGIN { for (i = 0; i < 100000; i++) print "int x;" }' >"$BATS_TEST_TMPDIR/tree/encodings/long.c"
    run -0 tests/lines "$BATS_TEST_TMPDIR/tree"
    [[ ${lines[-1]} == "total: "*" lines above the budget of "* ]]
}

@test "each mutation of tests/tools/planted has one place in the code" {
    command -v python3 || skip "python3 is not installed"
    run -0 tests/tools/planted --places
    [[ $output == *" mutations, 0 without a place" ]]
}

@test "each negated command of a test ends in ||, because bash goes on after a ! that fails" {
    cd "$BATS_TEST_DIRNAME/.."
    run grep -nE '^ *! ' -- */*.bats
    found=$(grep -v '||' <<<"$output") || true
    echo "$found"
    [ -z "$found" ]
}

@test "no line of src and encodings is wider than 120 columns" {
    cd "$BATS_TEST_DIRNAME/../.."
    wide=$(find src encodings -name '*.[ch]' -exec env LC_ALL=C.UTF-8 grep -nE '^.{121}' {} +) || true
    echo "$wide"
    [ -z "$wide" ]
}

@test "sources are laid out by .clang-format (version 14)" {
    run tests/tools/format --check
    [ "$status" -ne 2 ] || skip "$output The layout is NOT checked"
    [ "$status" -eq 0 ] || { echo "$output"; echo "make format lays them out"; return 1; }
}

# Verdicts, bounds and evidence are values: src/ makes sentences of them, and reads none.
@test "no file compares or searches the words that are printed of evidence, bounds or games" {
    words='evidence_words|search_report_bounds|text_count|game_count|sentence|verdict'
    found=$(grep -rnE "(strcmp|strncmp|strstr|sscanf|strchr)\([^;]*\b(text_string\(&[a-z>.-]*($words)|[a-z>.-]*($words)\.s|h->sentence|bounds)\b" src | grep -v '^src/formats\|^src/solvers' || true)
    [ -z "$found" ] || { echo "$found"; false; }
    echo 'if (!strcmp(verdict.s, "proved")) x = strcmp(text_string(&now), text_string(&t->bounds));' | grep -qE "(strcmp|strncmp|strstr|sscanf|strchr)\([^;]*\b(text_string\(&[a-z>.-]*($words)|[a-z>.-]*($words)\.s|h->sentence|bounds)\b"
}
