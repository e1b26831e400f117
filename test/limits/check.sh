#!/usr/bin/env bash
# test/limits/check.sh BUILD COMPILER - every figure and formula of docs/limits.md is what the images
# of this build measure. With another compiler than the page names figures differ: none may be more
# than a quarter above, and the windows grow as they are said to. The comparison is shown pages with
# one mistake first.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$1
compiler=$2
page=$root/docs/limits.md

passed=0
failed=0

# verdict STATUS WHAT
verdict() {
    if (($1 == 0)); then
        passed=$((passed + 1))
    else
        echo "FAILED $2"
        failed=$((failed + 1))
    fi
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
measured=$scratch/measured
edited=$scratch/edited
told=$scratch/told
"$root/bench/page" "$build" >"$measured"
verdict $? "windows grow as bench/masked says"

# compare LOOSE PAGE
compare() {
    awk -v loose="$1" -f "$root/test/limits/compare.awk" "$2" "$measured"
}

# with ANSWER LOOSE EDIT: the measured page, edited, must be taken (0) or refused (1).
with() {
    sed "$3" "$measured" >"$edited"
    ! cmp -s "$edited" "$measured"
    verdict $? "$3 edits nothing"
    compare "$2" "$edited" >"$told"
    [[ $? == "$1" ]]
    verdict $? "compare with loose=$2 of $3"
}

with 1 0 's/^\(| takt_yield | \)[0-9]*/\1999/'
with 1 0 's/^\(| queue_receive before N[^|]*| [0-9]* + \)[0-9]*/\110/'
with 1 0 's/^\(| thread_exit, N joiners .* | \)[0-9]* |$/\17000 |/'
with 1 0 '/^| takt_yield /d'
with 1 0 's/^| takt_yield /| takt_wield /'
with 1 0 's/^A window goes/A window comes/'
with 0 1 's/^\(| takt_yield | \)[0-9]*/\1999/'
with 1 1 's/^\(| takt_yield | \)[0-9]*/\11/'
with 1 1 's/^\(| thread_exit, N joiners .* | \)[0-9]* |$/\15000 |/'

named=$(grep -oE 'arm-none-eabi-gcc [0-9.]+' "$page" | head -n 1)
found="arm-none-eabi-gcc $("$compiler" -dumpfullversion)"
loose=1
if [[ $named == "$found" ]]; then
    loose=0
fi
compare "$loose" "$page"
verdict $? "docs/limits.md (of $named; this is $found); ./run bench --page writes it anew"
echo "$passed passed, $failed failed"
((failed == 0))
