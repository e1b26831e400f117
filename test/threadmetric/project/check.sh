#!/usr/bin/env bash
# test/threadmetric/project/check.sh BUILD BOARD [TOOLCHAIN] - programs of the Thread-Metric suite are
# linked as docs/threadmetric.md says: with Takt as a subdirectory, and as BUILD installs it. They run
# and pass.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
build=$1
board=$2
toolchain=${3:-}
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

port=$root/test/threadmetric/port
program="$port/program.c;$port/preemption.c;$root/test/harness.c"

run() {
    if [[ -n $toolchain ]]; then
        "$root/tools/qemu" "$board" "$1.elf"
    else
        "$1"
    fi
}

# linked NAME ARGUMENT...
linked() {
    local name=$1 output
    shift
    output=$(
        cmake -S "$root/test/threadmetric/project" -B "$work/$name" -G Ninja "-DPROGRAM=$program" \
            "-DINCLUDES=$root/test" ${toolchain:+"-DCMAKE_TOOLCHAIN_FILE=$toolchain"} "$@" 2>&1 &&
            cmake --build "$work/$name" --target program 2>&1 && run "$work/$name/program" 2>&1
    )
    if [[ $(tail -n 1 <<<"$output") == "1 passed, 0 failed" ]]; then
        passed=$((passed + 1))
    else
        echo "FAILED $name:"
        tail -n 20 <<<"$output"
        failed=$((failed + 1))
    fi
}

cmake --install "$build" --prefix "$work/prefix" >/dev/null || failed=$((failed + 1))
linked installed "-DCMAKE_PREFIX_PATH=$work/prefix"
linked subdirectory "-DTAKT_FOLDER=$root" "-DTAKT_BOARD=$board"
echo "$passed passed, $failed failed"
((failed == 0))
