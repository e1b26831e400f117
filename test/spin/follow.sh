#!/usr/bin/env bash
# follow.sh FOLDER IMAGE COUNT - the model takes the steps that the kernel takes in COUNT random
# programs of IMAGE (spin_programs), and comes to the same each time. And it can tell: a step of
# which one number is changed is refused. A line for each.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

folder=$1
image=$2
count=$3
mkdir -p "$folder" && cd "$folder" || exit

fail() {
    echo "FAILED spin $1: $2"
    failed=1
}

# Read steps.txt; what the model says is in log.txt.
follow() {
    local depth=$(($(wc -l <steps.txt) * 14 + 1000))

    rm -f follow.pml.trail
    ./pan -E "-m$depth" >log.txt 2>&1
}

# A column of "step CALL ME WHAT HOW PULSE RESULT... PRIORITY... QUEUE...", changed in one line, of
# a time when nobody is dead.
refused() {
    local name=$1 column=$2

    awk -v column="$column" '
        NR > 20 && !done && $7 < 9 && $8 < 9 && $9 < 9 && $10 < 9 && $11 < 9 && $2 > 0 {
            $column = ($column + 1) % 8
            done = 1
        }
        { print }' told.txt >steps.txt
    follow
    if grep -q '^pan:1: assertion violated agreed' log.txt; then
        echo "ok spin $name: refused"
    else
        fail "$name" "accepted"
    fi
}

failed=0
if ! { spin -a "$here/follow.pml" && gcc -O2 -w -DSAFETY -DNOREDUCE -DNOFAIR -o pan pan.c; } >log.txt 2>&1; then
    fail kernel_is_followed "$(tail -n 3 log.txt)"
    exit 1
fi
"$image" programs_are_told "$count" >output.txt || fail programs "$(grep -v '^step' output.txt | tail -n 3)"
grep '^step' output.txt >told.txt
cp told.txt steps.txt
follow
steps=$(wc -l <told.txt)
if ((steps > count)) && grep -q "^followed $steps steps\$" log.txt && grep -q 'errors: 0$' log.txt; then
    echo "ok spin kernel_is_followed: $count programs, $steps steps, each as in the model"
else
    fail kernel_is_followed "$(grep -E '^step|violated' log.txt | head -n 8)"
fi
refused wrong_result 9
refused wrong_priority 13
refused wrong_queue 18
((failed == 0))
