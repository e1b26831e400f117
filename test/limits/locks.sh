#!/usr/bin/env bash
# test/limits/locks.sh BUILD COMPILER - bench/locks/results.txt and the table that docs/limits.md has
# of it are what the images of this build measure. With another compiler than the figures name they
# differ: none may be more than a quarter above. What compares and judges is shown spoilt figures
# first.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
locks=$root/bench/locks
results=$locks/results.txt
build=$1
compiler=$2

# shellcheck source=test/figures.sh
source "$root/test/figures.sh"
"$locks/measure" "$build" >"$scratch/rows"
verdict $? "images and plugin measure"
"$locks/measure" "$build" | cmp -s - "$scratch/rows"
verdict $? "twice the same"

measured=$scratch/measured
grep '^# configuration' "$results" | cat - "$scratch/rows" >"$measured"
compare() {
    "$root/bench/compare" "$2" "$scratch/rows" "$1"
}
with 1 0 's/^\(2 CPUs . takt_yield *| *\)[0-9]*/\1999/'
with 1 0 's/^\(4 CPUs .*| *\)[0-9]*$/\11/'
with 0 1 's/^\(2 CPUs . takt_yield *| *\)[0-9]*/\1999/'

version=$("$compiler" -dumpfullversion)
named=$(sed -n 's/^# compiler .*) \([0-9.]*\).*/\1/p' "$results")
compare_kept "$results" "$named" "$version" "./run bench locks --keep"

"$locks/page" "$results" >"$scratch/page"
verdict $? "no wait is longer than a hold of each other CPU"
diff <(sed '1,/^<!-- locks -->$/d; /^<!-- end of the locks/,$d' "$root/docs/limits.md") "$scratch/page"
verdict $? "docs/limits.md has the table; ./run bench locks --keep writes it anew"
sed 's/^\(4 CPUs .*| *\)[0-9]*$/\199999/' "$measured" >"$scratch/edited"
! "$locks/page" "$scratch/edited" >/dev/null 2>&1
verdict $? "a wait that is too long is refused"
! "$locks/page" /dev/null >/dev/null 2>&1
verdict $? "no rows are refused"
summary
