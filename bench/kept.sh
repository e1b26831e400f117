#!/usr/bin/env bash
# kept.sh - results that are kept, and what is otherwise now. Sourced.

bench=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# results_header BUILD [BOARD]: the comments at the top of kept results, but for the names of columns.
results_header() {
    "$bench/identity" "$@" | sed 's/, TAKT_CHECK=.*//; s/^/# /'
}

# tell_changes FILE COMPARISON...: a command that prints what is otherwise than in FILE, a path from
# the root, and fails if anything is.
tell_changes() {
    printf '\n== what is otherwise than in %s\n' "$1"
    if [[ ! -e $bench/../$1 ]]; then
        echo "there is none yet; --keep writes it"
    elif "${@:2}"; then
        echo "nothing"
    fi
}
