#!/usr/bin/env bash
# test_readme.sh BUILD - the program that the README shows is the image that is built, and runs.
set -uo pipefail

build=$(cd "$1" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
passed=0
failed=0

check() { # check NAME FOUND WANTED
    if [[ $2 == "$3" ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s\n  found:  %s\n  wanted: %s\n' "$1" "$2" "$3"
    fi
}

shown=$(sed -n '/^    \/\* main\.c - the smallest program/,/^This is/p' "$root/README.md" |
    sed '/^This is/d; s/^    //')
check "README's program" "$shown" "$(cat "$root/images/blinker/main.c")"

said=$(timeout 20 "$build/blinker" 2>/dev/null | head -n 3)
check "what it says" "$said" $'tick\ntick\ntick'

while read -r page; do
    check "link to $page" "$([[ -e $root/$page ]] && echo there)" there
done < <(sed -n 's/.*](\(docs[^)]*\|[A-Z]*\.md\)).*/\1/p' "$root/README.md")

echo "$passed passed, $failed failed"
((failed == 0))
