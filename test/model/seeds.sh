#!/usr/bin/env bash
# test/model/seeds.sh IMAGE FOLDER FIRST COUNT - play the programs of so many seeds. Of a program
# that fails, the folder is given its text, its smallest part that still fails, and what happens in
# that; the latter two are printed. Ends with "N passed, N failed".
set -uo pipefail

image=$1 folder=$2 first=$3 count=$4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$folder"
log=$folder/seeds_${image##*/}_$first.txt

if "$image" seeds "$first" "$count" >"$log" 2>&1; then
    tail -n 1 "$log"
    echo "1 passed, 0 failed"
    exit 0
fi

# The seed is printed before its program begins; what comes after it is why it ended.
seed=$(sed -n 's/^seed \([0-9]*\)$/\1/p' "$log" | tail -n 1)
if [[ -z $seed ]]; then
    echo "FAILED: no program has begun, see $log"
    echo "0 passed, 1 failed"
    exit 1
fi
name=$folder/seed_$seed
cpus=${image##*/model}
cpus=${cpus/_cpus/--cpus }
echo "FAILED: the program of seed $seed; ./run model ${cpus:+$cpus }--seed $seed plays it again"
sed '1,/^seed '"$seed"'$/d' "$log" | head -n 5
"$image" print "$seed" >"$name.txt"
if "$here/shrink" "$image" "$name.txt" >"$name.least.txt"; then
    echo "-- its least part that fails, $name.least.txt:"
    cat "$name.least.txt"
    echo "-- what happens in it:"
    timeout 10 "$image" play "$name.least.txt" 2>&1 | tee "$name.course.txt" | head -n 60
fi
echo "0 passed, 1 failed"
exit 1
