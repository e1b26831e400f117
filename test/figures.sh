#!/usr/bin/env bash
# figures.sh - for tests that compare kept figures with measured ones: verdicts, and a comparison that
# is shown spoilt figures first. Sourced, by a script that sets `measured`, a file, and defines
# compare LOOSE FILE, which fails unless what is measured is what FILE says; loosely (1), for
# another compiler, figures may be up to a quarter above.

passed=0
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# verdict STATUS WHAT
verdict() {
    if (($1 == 0)); then
        passed=$((passed + 1))
    else
        echo "FAILED $2"
        failed=$((failed + 1))
    fi
}

# with ANSWER LOOSE EDIT: what was measured, edited, must be taken (0) or refused (1).
with() {
    # shellcheck disable=SC2154 # the script sets it
    sed "$3" "$measured" >"$scratch/edited"
    ! cmp -s "$scratch/edited" "$measured"
    verdict $? "$3 edits nothing"
    compare "$2" "$scratch/edited" >/dev/null
    [[ $? == "$1" ]]
    verdict $? "compare with loose=$2 of $3"
}

# compare_kept FILE NAMED FOUND REMEDY: what is kept, taken with the compiler NAMED; this one is FOUND.
compare_kept() {
    local loose=1

    [[ $2 != "$3" ]] || loose=0
    compare "$loose" "$1"
    verdict $? "${1#"$root"/} (of $2; this is $3); $4 writes it anew"
}

# Ends the script.
summary() {
    echo "$passed passed, $failed failed"
    ((failed == 0))
}
