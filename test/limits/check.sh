#!/usr/bin/env bash
# test/limits/check.sh BUILD COMPILER - every figure and formula of docs/limits.md is what the images
# of this build measure. With another compiler than the page names figures differ, and only how the
# windows grow is looked at.
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

measured=$(mktemp)
trap 'rm -f "$measured"' EXIT
"$root/bench/page" "$build" >"$measured"
verdict $? "windows grow as bench/masked says"

named=$(grep -oE 'arm-none-eabi-gcc [0-9.]+' "$page" | head -n 1)
found="arm-none-eabi-gcc $("$compiler" -dumpfullversion)"
if [[ $named == "$found" ]]; then
    awk -f "$root/test/limits/compare.awk" "$page" "$measured"
    verdict $? "docs/limits.md is what is measured; ./run bench --page writes it anew"
else
    echo "figures are not compared: the page is of $named, this is $found"
fi
echo "$passed passed, $failed failed"
((failed == 0))
