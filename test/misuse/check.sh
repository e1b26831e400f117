#!/usr/bin/env bash
# check.sh COMMAND... - run every case of cases.txt and compare what the image says.
#
# COMMAND is what runs the image; the case's name is added to it.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2

passed=0
failed=0

fail() {
    echo "FAILED misuse $1: $2"
    failed=$((failed + 1))
}

# The line of the source that was named must be the one with the check.
holds_check() {
    sed -n "$2p" "$1" | grep -qE 'REQUIRE'
}

check_case() {
    local name=$1 file=$2 who=$3 condition=$4 output status line

    output=$("${command[@]}" "$name" 2>&1)
    status=$?
    [[ $output =~ ^"takt: contract broken at $file:"([0-9]+)" in $who: $condition"$ ]] ||
        { fail "$name" "$output"; return; }
    line=${BASH_REMATCH[1]}
    holds_check "$file" "$line" || { fail "$name" "$file:$line has no check"; return; }
    [[ $status == 70 ]] || { fail "$name" "exit status $status"; return; }
    echo "ok misuse $name"
    passed=$((passed + 1))
}

command=("$@")
known=$("${command[@]}" list | sort)
listed=
while IFS='|' read -r name file who condition; do
    read -r name <<<"$name"
    read -r file <<<"$file"
    read -r who <<<"$who"
    read -r condition <<<"$condition"
    if [[ $name == '' || $name == \#* ]]; then
        continue
    fi
    # what the audit notices is a case only where it is built in
    if [[ $file == kernel/core/audit.c ]] && ! grep -qx "$name" <<<"$known"; then
        continue
    fi
    listed+=$name$'\n'
    check_case "$name" "$file" "$who" "$condition"
done <test/misuse/cases.txt

# Every check of the kernel's is a case, so that none is without one. Of REQUIRE_THREAD and its like
# docs/contexts.md names a case for each call (tools/check_contexts); and nobody locks a mutex 2^32
# times in a test.
while IFS=: read -r file _ condition; do
    if ! grep -qF "| $file |" <(grep -F "| $condition" test/misuse/cases.txt); then
        [[ $condition == "mutex->again < UINT32_MAX" ]] || fail list "$file: no case of $condition"
    fi
done < <(grep -rnoP '^    .*\bTAKT_REQUIRE\(\K.*(?=\);$)' kernel --include='*.[ch]')

[[ $known == "$(sort <<<"${listed%$'\n'}")" ]] || fail list "the image and cases.txt know different cases"
output=$("${command[@]}" nothing_such 2>&1)
[[ $? == 2 && $output == "misuse: no case has that name" ]] || fail nothing_such "$output"
echo "$passed passed, $failed failed"
((failed == 0))
