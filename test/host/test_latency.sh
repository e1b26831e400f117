#!/usr/bin/env bash
# test_latency.sh BUILD - a thread of image `loop` is later than it may be: the trace that ends there
# names the cause.
set -uo pipefail

build=$(cd "$1" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/../checks.sh" latency

says() {
    grep -qxE -- "$2" "$1" || { echo "no line \"$2\" in:" && cat "$1" && return 1; }
}

# The rows add up to the latency; each is rounded to 0.1 us.
adds_up() {
    awk '
        / late by / { late = $(NF - 1); seen++; next }
        seen && / us / { sum += $1; rows++; next }
        seen && NF == 0 { exit }
        END {
            off = sum - late
            exit !(seen == 1 && rows > 2 && off < 0.05 * rows + 0.1 && off > -0.05 * rows - 0.1)
        }' "$folder/analysis"
}

# In drive's 200 us and control's 120 us a thread of priority 11 does not run: their sum is 320 us.
timeout 60 "$build/loop" "trace start -n ; zyclictest start -i 1700 -p 11 -b 310 ; sleep 1000 ; trace status ; trace dump $folder ; exit" \
    </dev/null >"$folder/said" 2>&1
check loop_ends test $? = 0
tr -d '\r' <"$folder/said" >"$folder/lines"
check tells_the_latency says "$folder/lines" \
    'zyclictest: latency 3[12][0-9]\.[0-9]{3} us, above 310 us, in cycle [0-9]+; the trace was stopped: trace dump saves it'
check stops_the_trace says "$folder/lines" 'stopped, .*'
"$build/takt" analyze "$folder" >"$folder/analysis"
check is_a_finding test $? = 1
check tells_who_was_late says "$folder/analysis" 'loop/zyclic0 late by 3[12][0-9]\.[0-9] us:'
check names_the_cause says "$folder/analysis" '  200\.[0-9] us READY, CPU held by loop/drive \(prio 15\) on CPU 0 \(the cause\)'
check names_the_next says "$folder/analysis" '  120\.[0-9] us READY, CPU held by loop/control \(prio 20\) on CPU 0'
check adds_up adds_up
"$build/takt" analyze --json "$folder" >"$folder/json"
check json_names_the_thread grep -q '"thread": "loop/zyclic0"' "$folder/json"
check json_names_the_cause grep -q '"text": "READY, CPU held by loop/drive (prio 15) on CPU 0"' "$folder/json"

echo "$passed passed, $failed failed"
((failed == 0))
