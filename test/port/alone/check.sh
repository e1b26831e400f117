#!/usr/bin/env bash
# check.sh BOARD IMAGE - the port's tests where no host answers, neither debugger nor emulator: all
# pass but the one that asks for the command line, which is told -1; and the end is silence.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.." || exit 2

asks='port_command_line_begins_with_the_image'
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Nobody can be told that the image has ended: it is over when it has said its last line.
coproc image { TAKT_HOST=off exec tools/qemu "$1" "$2" 2>&1; }
pid=$!
while IFS= read -r -t 100 line <&"${image[0]}"; do
    echo "$line" >>"$log"
    [[ $line == *' passed, '*' failed' ]] && break
done
said_more=no
read -r -t 2 <&"${image[0]}" && said_more=yes
kill "$pid"

passed=0
failed=0
verdict() {
    if [[ $2 == "$3" ]]; then
        echo "ok alone $1"
        passed=$((passed + 1))
    else
        echo "FAILED alone $1: $2, not $3"
        failed=$((failed + 1))
    fi
}

verdict 'all but one pass' "$(tail -n 1 "$log")" "$(grep -c '^ok ' "$log") passed, 1 failed"
verdict 'some have passed' "$(($(grep -c '^ok ' "$log") > 20))" 1
verdict 'the one is told -1' "$(grep '^FAILED' "$log" | cut -d ' ' -f 2 | sort -u)" "$asks"
verdict 'files are refused' "$(grep -c '^ok port_file_that_cannot_be_is_refused$' "$log")" 1
verdict 'the end is silence' "$said_more" no
echo "$passed passed, $failed failed"
((failed == 0))
