#!/usr/bin/env bash
# test/threadmetric/check.sh BUILD COMPILER - all tests of Thread-Metric pass in every configuration,
# and each figure of bench/threadmetric/results.txt is what its image measures: instructions of all
# four, exceptions and cycles of the bare one. By another compiler than the results were taken with,
# figures may be up to a quarter above. The comparison is shown spoilt results first.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bench=$root/bench/threadmetric
build=$1
compiler=$2
results=$bench/results.txt

# shellcheck source=test/figures.sh
source "$root/test/figures.sh"
measured=$scratch/measured
seconds=$(sed -n 's/^# interval  \([0-9]*\) s.*/\1/p' "$results")
"$bench/all" "$build" "$seconds" quick >"$scratch/rows"
verdict $? "all images end"
grep '^# configuration' "$results" | cat - "$scratch/rows" >"$measured"

# compare LOOSE RESULTS
compare() {
    "$bench/compare" "$2" "$measured" "$1"
}

with 1 0 's/^\(bare cooperative \)[0-9.]*/\199.00/'
with 1 0 's/^\(bare interrupt [0-9.]* \)[0-9.]*/\12.00/'
with 1 0 's/^\(bare message [0-9.]* [0-9.]* \)[0-9.]*/\199.0/'
with 1 0 '/^full memory /d'
with 1 0 's/^full memory /full remembrance /'
with 1 0 's/^\(full memory .*\)PASS/\1FAIL/'
with 1 0 's/^\(bare basic [0-9]*\)[0-9][0-9][.]/\199./'
with 0 0 's/^bare basic [0-9.]*/&9/'
with 0 1 's/^\(bare cooperative \)[0-9.]*/\199.00/'
with 1 1 's/^\(bare cooperative \)[0-9.]*/\15.00/'
with 1 1 's/^\(full memory .*\)PASS/\1FAIL/'

awk -f "$bench/table.awk" "$bench/peers.txt" "$measured" >"$scratch/table"
verdict $? "every test of the suite passes"
[[ $(tail -n 1 "$scratch/table") == "32 passed, 0 failed" ]]
verdict $? "all eight are there, in four configurations"

# What the interval's ticks cost, and a tick of 1 ms in place of one of 10 ms.
awk '/^a tick of 1 ms/ { seen = 1; exit !($(NF - 4) > 0 && $(NF - 4) <= 0.2) } END { if (!seen) exit 1 }' \
    "$scratch/table"
verdict $? "a tick of 1 ms costs at most 0.2 % of preemptive throughput"

# H08, why: 900 more ticks a second, of 15625000 instructions, each of which takes so many.
tick=$(awk -F ' *[|] *' '$1 == "bare" && $2 == "a tick, 1 sleeps" { print $3 }' \
    "$root/bench/primitives/results.txt")
awk -v tick="$tick" '
    $2 == "preemptive" { took[$1] = $3 }
    END {
        cost = 1 - took["bare"] / took["bare_1ms"]
        explained = 900 * tick / 15625000
        exit !(explained > 0.8 * cost && explained < 1.25 * cost)
    }' "$scratch/rows"
verdict $? "ticks of $tick instructions explain what a tick of 1 ms costs"

named=$(sed -n 's/^# compiler .*) \([0-9.]*\).*/\1/p' "$results")
compare_kept "$results" "$named" "$("$compiler" -dumpfullversion)" "./run bench threadmetric --keep"
summary
