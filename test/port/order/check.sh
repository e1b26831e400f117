#!/usr/bin/env bash
# check.sh PORT COMPILER FLAG... - C19: compile probe.c in several ways and see in the machine's own
# instructions that each store stands between the mask and its opening.
set -uo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
port=$1
compiler=$2
shift 2
flags=("$@")
objdump=${compiler%gcc}objdump
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# The instructions that matter, as each port has them.
case $port in
    armv7m) mask='cpsid' open='cpsie|msr\tPRIMASK' store='\tstr' ;;
    armv7a) mask='cpsid' open='cpsie|msr\tCPSR_c' store='\tstr' ;;
    *)
        echo "FAILED order: nobody has said how $port masks"
        echo "0 passed, 1 failed"
        exit 1
        ;;
esac

# instructions FUNCTION: what it does, in order.
instructions() {
    "$objdump" -d --no-show-raw-insn "$work/probe.o" |
        awk -v function_name="<$1>:" -v mask="$mask" -v open="$open" -v store="$store" '
            /^[0-9a-f]+ </ { inside = $2 == function_name; next }
            !inside { next }
            $0 ~ mask { print "mask" }
            $0 ~ open { print "open" }
            $0 ~ store { print "store" }' | paste -sd ' '
}

expect() {
    local way=$1 name=$2 wanted=$3 found
    found=$(instructions "$name")
    if [[ $found == "$wanted" ]]; then
        echo "ok order $name $way"
        passed=$((passed + 1))
    else
        echo "FAILED order $name $way: \"$found\", not \"$wanted\""
        failed=$((failed + 1))
    fi
}

try() {
    local way=$*
    if ! "$compiler" -std=c11 "${flags[@]}" "$@" -c "$here/probe.c" -o "$work/one.o" ||
        ! "$compiler" "${flags[@]}" "$@" -r -flinker-output=nolto-rel -nostdlib "$work/one.o" \
            -o "$work/probe.o"; then
        echo "FAILED order: cannot compile with $way"
        failed=$((failed + 1))
        return
    fi
    expect "$way" probe "mask store open mask store open"
    expect "$way" probe_saved "mask store open mask store open"
    expect "$way" probe_unordered store
}

try -O1
try -O2
try -Os
try -O3
try -O3 -flto

echo "$passed passed, $failed failed"
((failed == 0))
