#!/usr/bin/env bats
# The rooms of the house: who may include whom, and who may touch what. The first line of each header says its layer;
# a file includes only lower layers or its own, and the dangerous things live in one room each.

setup() {
    cd "$BATS_TEST_DIRNAME/.."
    objects=$(dirname "$LOOPHOLE")
}

# The layer of a file: of its own header, or of its family's (search_count.c belongs to search.h).
layer() {
    case $1 in
    src/main.c) echo 6 ; return ;;
    src/command*) echo 5 ; return ;;
    src/format* | src/puzzles/*.c) echo 3 ; return ;;
    encodings/*.c) echo 2 ; return ;;
    */list.h | */*_list.h) echo 0 ; return ;;
    esac
    header=${1%.[ch]}.h
    [ -e "$header" ] || header=$(dirname "$1")/$(basename "${1%%_*}").h
    [ -e "$header" ] || { echo none ; return ; }
    sed -n 's/.*(layer \([0-9]\).*/\1/p' "$header" | head -n 1
}

@test "every file has a layer and includes no higher one" {
    bad=""
    for file in src/*.[ch] src/puzzles/*.[ch] encodings/*.[ch]; do
        own=$(layer "$file")
        case $own in [0-6]) ;; *) bad="$bad $file(no layer)" ; continue ;; esac
        for name in $(sed -n 's/^#include "\([^"]*\)".*/\1/p' "$file"); do
            path=src/$name
            [ -e "$path" ] || path=$(dirname "$file")/$name
            other=$(layer "$path")
            [ "${other:-9}" -le "$own" ] || bad="$bad $file->$name"
        done
    done
    echo "against the layers:$bad"
    [ -z "$bad" ]
}

# Every object but the allowed ones leaves these symbols alone.
only_in() {
    allowed=$1
    shift
    bad=""
    for object in $(find "$objects/src" "$objects/encodings" -name '*.o'); do
        name=${object#"$objects"/}
        echo "$name" | grep -qE "^($allowed)$" && continue
        for symbol in "$@"; do
            nm -u "$object" | grep -qE " $symbol(@.*)?$" && bad="$bad $name:$symbol"
        done
    done
    echo "outside its room:$bad"
    [ -z "$bad" ]
}

@test "memory is taken in base.c only" { only_in 'src/base.o' malloc calloc realloc free strdup; }
@test "only base.c and main.c end the program" { only_in 'src/(base|main).o' exit abort; }
@test "only a forked child ends at once" { only_in 'src/child.o' _exit; }
@test "only commands open files and print" { only_in 'src/(command_.*|main|solver_process).o' fopen stdout printf puts putchar; }
@test "time is told by clock.c only" { only_in 'src/clock.o' clock_gettime time gettimeofday getrusage clock; }
@test "processes are started by child.c only" {
    only_in 'src/child.o' fork vfork posix_spawn posix_spawnp execv execvp execl execlp pipe pipe2
}
@test "libraries are loaded by solver_ipasir.c only" { only_in 'src/solver_ipasir.o' dlopen dlmopen; }

@test "each third-party solver's header is included in one file" {
    for header in ccadical.h picosat.h; do
        files=$(grep -lE "#include [<\"](picosat/)?$header" src/*.[ch] src/puzzles/*.c encodings/*.[ch])
        echo "$header: $files"
        [ "$(echo "$files" | wc -w)" = 1 ]
    done
}

@test "encodings and puzzles see only what they may" {
    ! grep -nE '#include "' encodings/*.c | grep -vE '"(base|lit|cnf|constraint|encoder|[a-z0-9_]*)\.h"'
    ! grep -lE '#include "(model|lower|solver|search|hunt|puzzle|canvas|command|parity)[a-z_]*\.h"' encodings/*.[ch]
    ! grep -lE '#include "(cnf|encoder|solver|lower|search|hunt|command)[a-z_]*\.h"' src/puzzles/*.c
}

@test "there is no mutable global but the interrupt flag" {
    bad=""
    for object in $(find "$objects/src" "$objects/encodings" -name '*.o'); do
        found=$(nm -f sysv "$object" | awk -F'|' '$7 ~ /^\.(data|bss)(\.[^r].*)?$/ && $4 ~ /OBJECT/ { gsub(/ /, "", $1); print $1 }')
        for symbol in $found; do
            case $symbol in __odr_asan.*) continue ;; esac # made by the sanitizer
            [ "$object:$symbol" = "$objects/src/main.o:stopped" ] || bad="$bad ${object#"$objects"/}:$symbol"
        done
    done
    echo "mutable:$bad"
    [ -z "$bad" ]
}
