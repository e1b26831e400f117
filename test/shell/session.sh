#!/usr/bin/env bash
# session.sh - for scripts that talk to the image `shell`: what is typed, what must be answered, and
# the status with which the run ends. Sourced with the command that runs the image.
command=("$@")
suite=$(basename "$0" .sh)
suite=${suite/check/shell}
passed=0
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

verdict() {
    if [[ $2 == ok ]]; then
        echo "ok $suite $1"
        passed=$((passed + 1))
    else
        echo "FAILED $suite $1: $2"
        failed=$((failed + 1))
    fi
}

# type_in STATUS [ARGUMENTS]: standard input is typed; $scratch/said gets what is shown, without the
# terminal's sequences. Fails unless the run ends with that status.
type_in() {
    local status

    TAKT_INPUT=on timeout 60 "${command[@]}" "${@:2}" >"$scratch/raw" 2>&1
    status=$?
    sed -e 's/\r//g' -e 's/\x1b\[[0-9]*[A-Z]//g' "$scratch/raw" >"$scratch/said"
    [[ $status == "$1" ]] || { echo "status $status, not $1: $(tail -n 3 "$scratch/said")"; return 1; }
}

# says LINE...: each must have been said, as an extended regular expression of the whole line, in
# this order.
says() {
    local line from=1 found

    for line in "$@"; do
        found=$(tail -n +"$from" "$scratch/said" | grep -nxE -- "$line" | head -n 1 | cut -d: -f1)
        [[ -n $found ]] || { echo "no line \"$line\" from line $from on"; return 1; }
        from=$((from + found))
    done
}

# session NAME STATUS KEYS LINE...: typed; started NAME STATUS ARGUMENTS LINE...: nothing is typed.
session() {
    verdict "$1" "$(printf '%b' "$3" | type_in "$2" && says "${@:4}" && echo ok)"
}

started() {
    verdict "$1" "$(type_in "$2" "$3" </dev/null && says "${@:4}" && echo ok)"
}

# What is wrong is told in one line, as given, and the status is 2.
refused() {
    session "refuses_$1" 2 "$2\nexit\n" "takt> $2" "$3" 'takt> exit' 'exit 2'
}
