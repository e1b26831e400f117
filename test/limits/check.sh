#!/usr/bin/env bash
# test/limits/check.sh BUILD COMPILER - every figure and formula of docs/limits.md is what the images
# of this build measure. With another compiler than the page names figures differ: none may be more
# than a quarter above, and the windows grow as they are said to. The comparison is shown pages with
# one mistake first.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$1
compiler=$2
page=$root/docs/limits.md

# shellcheck source=test/figures.sh
source "$root/test/figures.sh"
measured=$scratch/measured
"$root/bench/page" "$build" >"$measured"
verdict $? "windows grow as bench/masked says"

# compare LOOSE PAGE
compare() {
    awk -v loose="$1" -f "$root/test/limits/compare.awk" "$2" "$measured"
}

with 1 0 's/^\(| takt_yield | \)[0-9]*/\1999/'
with 1 0 's/^\(| queue_receive before N[^|]*| [0-9]* + \)[0-9]*/\110/'
with 1 0 's/^\(| thread_exit, N joiners .* | \)[0-9]* |$/\17000 |/'
with 1 0 '/^| takt_yield /d'
with 1 0 's/^| takt_yield /| takt_wield /'
with 1 0 's/^A window goes/A window comes/'
with 0 1 's/^\(| takt_yield | \)[0-9]*/\1999/'
with 1 1 's/^\(| takt_yield | \)[0-9]*/\11/'
with 1 1 's/^\(| thread_exit, N joiners .* | \)[0-9]* |$/\15000 |/'

named=$(grep -oE 'arm-none-eabi-gcc [0-9.]+' "$page" | head -n 1)
compare_kept "$page" "$named" "arm-none-eabi-gcc $("$compiler" -dumpfullversion)" "./run bench --page"
summary
