#!/usr/bin/env bash
# check.sh BUILD BOARD [TOOLCHAIN] - other projects use Takt: as a subdirectory, and as it is
# installed from the folder BUILD, which was built for BOARD. They are built, run, and what they
# print is compared. What docs/using.md says is tried here.
set -uo pipefail

build=$1
board=$2
toolchain=${3:-}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

ok() {
    echo "ok package $1"
    passed=$((passed + 1))
}

fail() {
    echo "FAILED package $1: $2"
    failed=$((failed + 1))
}

# expect NAME WANTED GOT
expect() {
    if [[ $3 == "$2" ]]; then
        ok "$1"
    else
        fail "$1" "wanted:"$'\n'"$2"$'\n'"got:"$'\n'"$3"
    fi
}

# configure SOURCE FOLDER [ARGUMENT...] - for the board, with its compiler.
configure() {
    local source=$1 folder=$2 compiler=()
    shift 2
    [[ -z $toolchain ]] || compiler=("-DCMAKE_TOOLCHAIN_FILE=$toolchain")
    cmake -S "$source" -B "$folder" -G Ninja "${compiler[@]}" "$@" 2>&1
}

# project NAME SOURCE [ARGUMENT...] - configure and build; what went wrong, if something did.
project() {
    local name=$1 source=$2 output
    shift 2
    output=$(configure "$source" "$work/$name" "$@" && cmake --build "$work/$name" 2>&1) ||
        fail "$name" "$(grep -iE -A 6 'error|warning' <<<"$output" | head -n 30)"
}

# run BOARD PATH-WITHOUT-SUFFIX
run() {
    if [[ -n $toolchain ]]; then
        timeout 60 "$root/tools/qemu" "$1" "$2.elf" 2>&1
    else
        timeout 60 "$2" 2>&1
    fi
}

# refused NAME REASON SOURCE [ARGUMENT...] - the configuration fails and says why.
refused() {
    local name=$1 reason=$2 source=$3 output
    shift 3
    if output=$(configure "$source" "$work/$name" "$@"); then
        fail "$name" "it was accepted"
    elif [[ $(tr -s ' \n' ' ' <<<"$output") != *"$reason"* ]]; then
        fail "$name" "not said: $reason"$'\n'"$output"
    else
        ok "$name"
    fi
}

example=$root/examples/blinky_app
changes=$(<"$root/test/package/blinky.txt")
source=("-DTAKT_FOLDER=$root" "-DTAKT_BOARD=$board" -DCMAKE_BUILD_TYPE=Release)

found_installed() {
    local output

    output=$(cmake --install "$build" --prefix "$work/first" 2>&1) || fail install "$output"
    mv "$work/first" "$work/prefix"
    project found "$example" "-DCMAKE_PREFIX_PATH=$work/prefix"
    expect found "blinky on $board"$'\n'"$changes" "$(run "$board" "$work/found/blinky")"
    # It was moved, and nothing of it may lead back to there, to the tree or to the build.
    output=$(grep -rlIF -e "$root/" -e "$build/" -e "$work/first" "$work/prefix")
    expect moved "" "$output"
}

subdirectory() {
    project below "$example" "${source[@]}"
    expect below "blinky on $board"$'\n'"$changes" "$(run "$board" "$work/below/blinky")"
}

# A board outside the tree: the chosen one under another name, with all of its family's in a folder.
own_board() {
    local folder=$work/boards/mine family

    mkdir -p "$folder"
    cp "$root/board/$board"/* "$folder"
    family=$(sed -n 's,^include(.*/\([a-z0-9_]*\)/family.cmake)$,\1,p' "$folder/board.cmake")
    if [[ -n $family ]]; then
        cp "$root/board/$family"/* "$folder"
        sed -i '/TAKT_BOARD_FAMILY/d' "$folder/family.cmake"
        sed -i 's,/../.*/family.cmake,/family.cmake,' "$folder/board.cmake"
    fi
    sed -i 's/^#define BOARD_NAME .*/#define BOARD_NAME "mine"/' "$folder/board_here.h"
    project own_board "$example" "-DTAKT_FOLDER=$root" "-DTAKT_BOARD=$folder"
    expect own_board "blinky on mine"$'\n'"$changes" "$(run "$folder" "$work/own_board/blinky")"
}

# The flags of one file of the consumer's build, one a line, that begin so.
flags_of() {
    grep -F "\"command\"" "$work/options/compile_commands.json" | grep -F -e "$1\"," |
        grep -oE -e " $2[^ ]*"
}

# Takt's files are compiled with its warnings, which are no errors here; the project's with none.
flags() {
    expect own_flags "" "$(flags_of consumer/deeper/main.c -W)"
    expect own_source " -c" "$(flags_of consumer/deeper/main.c '-c')"
    expect takt_flags " -Wall" "$(flags_of kernel/core/wait.c '-W(all|error)\b')"
    expect no_tests "Total Tests: 0" "$(ctest --test-dir "$work/options" -N | tail -n 1)"
}

# consumer NAME ARGUMENT... - what the consumer prints, and its exit status.
consumer() {
    local name=$1 output
    shift
    project "$name" "$root/test/package/consumer" "${source[@]}" "$@"
    output=$(run "$board" "$work/$name/deeper/consumer")
    echo "$output with status $?" | sed 's/mutex.c:[0-9]*/mutex.c/'
}

options() {
    local line='check 1, trace on, copies of 64 bytes'
    local stopped='takt: contract broken at kernel/objects/mutex.c in thread consumer: '

    stopped+='(flags & ~(unsigned)TAKT_MUTEX_RECURSIVE) == 0 with status 70'
    expect options "$line"$'\n'"$stopped" "$(consumer options)"
    line='check 0, trace off, copies of 32 bytes'
    expect options_chosen "$line"$'\n'"nobody noticed with status 3" \
        "$(consumer chosen -DTAKT_CHECK=0 -DUNTRACED=1 -DTAKT_OPTIONS=TAKT_COPY_CHUNK=32)"
}

refusals() {
    refused no_board "TAKT_BOARD is not set" "$example" "-DTAKT_FOLDER=$root"
    refused unknown_board "there is no board \`abacus\`. Takt has " "$example" \
        "-DTAKT_FOLDER=$root" -DTAKT_BOARD=abacus
    refused unknown_folder "there is no board \`./abacus\`" "$example" \
        "-DTAKT_FOLDER=$root" -DTAKT_BOARD=./abacus
    refused wrong_check "TAKT_CHECK must be 0, 1 or 2, not \`3\`" "$example" "${source[@]}" \
        -DTAKT_CHECK=3
    refused wrong_trace "TAKT_TRACE must be 0 or 1, not \`ON\`" "$example" "${source[@]}" \
        -DTAKT_TRACE=ON
    refused other_board "It was installed with TAKT_BOARD=$board, not abacus." "$example" \
        "-DCMAKE_PREFIX_PATH=$work/prefix" -DTAKT_BOARD=abacus
    refused other_check "It was installed with TAKT_CHECK=" "$example" \
        "-DCMAKE_PREFIX_PATH=$work/prefix" -DTAKT_CHECK=9
}

# The compiler does not fit the board.
wrong_compiler() {
    if [[ -n $toolchain ]]; then
        toolchain='' refused host_compiler "\`$board\` needs a cross compiler" "$example" \
            "${source[@]}"
        toolchain='' refused found_host_compiler "It was compiled for $board by " "$example" \
            "-DCMAKE_PREFIX_PATH=$work/prefix"
    else
        toolchain=$root/cmake/arm-none-eabi.cmake refused cross_compiler \
            "runs on this machine" "$example" "${source[@]}"
    fi
}

found_installed
subdirectory
own_board
options
flags
refusals
wrong_compiler
echo "$passed passed, $failed failed"
((failed == 0))
