#!/usr/bin/env bash
# explore.sh FOLDER WANTED NAME SETTING... - explore one configuration, in FOLDER/NAME. WANTED is
# "holds", or a word of the assertion that must be violated. Prints a line; status 0 if what was
# wanted came out.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

folder=$1/$3
wanted=$2
name=$3
shift 3

declare -A setting=([THREADS]=3 [MUTEXES]=1 [CHANNELS]=1 [PRIORITIES]=3 [PULSES]=0 [FIXED]=0
    [CALLS]=0 [SHORTCUT]=0 [TIMEOUTS]=1 [NEW_PRIORITIES]=0 [ENDINGS]=0 [DESTROYING]=0
    [LATE_REPLIES]=0 [DEPTH]=2000000 [MODEL]=explore [CPUS]=2)
for word in "$@"; do
    if [[ -z ${setting[${word%%=*}]+known} ]]; then
        echo "FAILED spin $name: there is no setting ${word%%=*}"
        exit 1
    fi
    setting[${word%%=*}]=${word#*=}
done
definitions=()
for key in "${!setting[@]}"; do
    definitions+=("-D$key=${setting[$key]}")
done

fail() {
    echo "FAILED spin $name: $1"
    [[ ! -s $folder/log.txt ]] || tail -n 5 "$folder/log.txt"
    exit 1
}

# What must fail fails soon: compiling would take longer than running.
optimised=-O2
[[ $wanted == holds ]] || optimised=-O0

build() {
    rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" &&
        spin -a "${definitions[@]}" "$here/${setting[MODEL]}.pml" &&
        gcc "$optimised" -w -DSAFETY -DNOREDUCE -DNOFAIR -DMEMLIM=2900 -o pan pan.c
}

# A number of what pan says.
figure() {
    sed -nE "s/^ *$1\$/\1/p; s/^.*$1.*\$/\1/p" "$folder/log.txt" | head -n 1
}

# How far the first violation is: the model of messages tells its calls.
distance() {
    if [[ ${setting[MODEL]} == explore ]]; then
        echo "within $("$folder/pan" -E -r "$folder/explore.pml.trail" 2>/dev/null | grep -ac '^ *call [0-9]') calls"
    else
        echo "at depth $(sed -nE 's/^pan:.*\(at depth ([0-9]+)\)$/\1/p' "$folder/log.txt" | head -n 1)"
    fi
}

mkdir -p "${folder%/*}"
build >/dev/null 2>"$folder.err" || fail "$(cat "$folder.err")"
rm -f "$folder.err"
calls=${setting[CALLS]}
depth=$((calls > 0 ? calls * 12 + 50 : setting[DEPTH]))
./pan -E -w22 "-m$depth" >log.txt 2>&1

states=$(figure '([0-9.e+]+) states, stored')
violated=$(sed -nE 's/^pan:[0-9]+: assertion violated (.*) \(at depth [0-9]+\)$/\1/p' log.txt | head -n 1)
if [[ $wanted != holds ]]; then
    [[ $violated == *"$wanted"* ]] || fail "not found wrong, or for another reason: $violated"
    echo "ok spin $name: found wrong $(cd "$folder" && distance)"
    exit 0
fi
[[ -z $violated ]] || fail "$violated; replay: cd $folder && ./pan -E -r ${setting[MODEL]}.pml.trail"
if ! grep -q 'errors: 0$' log.txt || grep -qE 'not completed|too small|out of memory' log.txt; then
    fail "the search did not come to its end"
fi
echo "ok spin $name: $states states, depth $(figure 'depth reached ([0-9]+)'), $(
    ((calls > 0)) && echo "all of up to $calls calls" || echo "any number of calls"): no error"
