#!/usr/bin/env bash
# check.sh EXPECTED IMAGE [RUNNER...] - run every case of EXPECTED and compare what is said.
#
#     case NAME STATUS     run it; the image must end with STATUS (`any`: but 0)
#     sweep NAME TO STEP   run it with 0, STEP ... TO as its argument: first everything is noticed,
#                          from somewhere on nothing, and never is anything lost
#     = REGEX              a line that must be there; the first of a case is the first that is said
#     report full|part     the lines of registers that a report has, with or without a frame
#     pc FUNCTION          the function that the first line's address lies in
#     caller FUNCTION      one of the callers' addresses lies in it
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2

expected=$1
image=$2
shift 2
run=("$@" "$image")
passed=0
failed=0
name=''

hex='[0-9a-f]{8}'
words="$hex +r[0-9]+ +$hex +r[0-9]+ +$hex +r[0-9]+ +$hex"
full=("takt:   r0  $words" "takt:   r4  $words" "takt:   r8  $words"
    "takt:   sp  $hex  r12 $hex  lr  $hex  pc  $hex" "takt:   (xpsr $hex cfsr $hex hfsr|cpsr $hex dfsr $hex ifsr) $hex"
    'takt:   callers, as lr and a scan of the stack have them:.*')
part=("takt:   r4  $words" "takt:   r8  $words" "takt:   sp  $hex  the others could not be saved"
    "takt:   cfsr $hex hfsr $hex" 'takt:   callers, as lr and a scan of the stack have them:.*')

wrong() {
    reasons+="    $1"$'\n'
}

finish() {
    [[ -n $name ]] || return
    if [[ -z $reasons ]]; then
        echo "ok faults $name"
        passed=$((passed + 1))
    else
        echo "FAILED faults $name"
        printf '%s' "$reasons"
        printf '    | %s\n' "${output//$'\n'/$'\n    | '}"
        failed=$((failed + 1))
    fi
}

# The functions that the addresses of a line lie in, one a line; addresses have eight digits each.
functions_of() {
    local address

    grep -oE "0x$hex" <<<"$1" | while read -r address; do
        { arm-none-eabi-nm "$image" | grep -iE ' [tw] [^$]' | grep -v ' text_start$'
          echo "${address#0x} ? here"; } |
            LC_ALL=C sort -k 1,1 -k 2,2r |
            awk '$3 == "here" { print name; exit } { name = $3 }'
    done
}

begin_case() {
    output=$("${run[@]}" "$name" 2>&1)
    local found=$?
    [[ $found == "$1" || ($1 == any && $found != 0) ]] || wrong "exit status $found"
}

must_have() {
    grep -qxE -- "$1" <<<"$output" || wrong "no line: $1"
}

must_begin_with() {
    [[ $lines != 0 ]] || grep -qxE -- "$1" <<<"${output%%$'\n'*}" || wrong "is not said first: $1"
    lines=$((lines + 1))
}

sweep() {
    local argument found unnoticed=0 noticed=0

    for ((argument = 0; argument <= $1; argument += $2)); do
        output=$("${run[@]}" "$name" "$argument" 2>&1)
        found=$?
        grep -qx 'deep: lost 0 bytes of the neighbour, 0 of the guard' <<<"$output" ||
            { wrong "lost something with $argument"; return; }
        if grep -qE '^takt: stack overflow of thread deep( at|$)' <<<"$output"; then
            noticed=$((noticed + 1))
            [[ $found == 70 && $unnoticed == 0 ]] || { wrong "noticed with $argument"; return; }
        else
            unnoticed=$((unnoticed + 1))
            [[ $found == 1 ]] || { wrong "exit status $found with $argument"; return; }
        fi
    done
    ((noticed > 0 && unnoticed > 0)) || wrong "$noticed noticed, $unnoticed not"
}

while read -r word rest; do
    case $word in
    case | sweep)
        finish
        read -r name first second <<<"$rest"
        reasons=''
        lines=0
        if [[ $word == case ]]; then begin_case "$first"; else sweep "$first" "$second"; fi
        ;;
    =)
        must_have "$rest"
        must_begin_with "$rest"
        ;;
    report)
        if [[ $rest == full ]]; then set -- "${full[@]}"; else set -- "${part[@]}"; fi
        for line; do must_have "$line"; done
        ;;
    pc)
        functions=$(functions_of "${output%%$'\n'*}")
        grep -qx "$rest" <<<"$functions" || wrong "pc is not in $rest"
        ;;
    caller)
        functions=$(functions_of "$(grep callers, <<<"$output")")
        grep -qx "$rest" <<<"$functions" || wrong "no caller $rest"
        ;;
    '' | \#*) ;;
    *)
        wrong "$expected: $word?"
        ;;
    esac
done <"$expected"
finish

known=$("${run[@]}" list | sort)
listed=$(sed -nE 's/^(case|sweep) ([a-z_]+) .*/\2/p' "$expected" | sort)
if [[ $(basename "$expected") == faults.txt && $known != "$listed" ]]; then
    echo "FAILED faults list: the image and $expected know different cases"
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
((failed == 0))
