#!/usr/bin/env bash
# test/limits/check.sh BUILD COMPILER - every figure and formula of docs/limits.md, and every one of
# bench/primitives/results.txt, is what the images of this build measure, and no call grows with
# threads that have nothing to do with it. With another compiler than the figures name they differ:
# none may be more than a quarter above, and the windows grow as they are said to. What compares and
# judges is shown spoilt figures first.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
primitives=$root/bench/primitives
build=$1
compiler=$2
page=$root/docs/limits.md
results=$primitives/results.txt

# shellcheck source=test/figures.sh
source "$root/test/figures.sh"
"$root/bench/measure" "$build" "$scratch"
verdict $? "images measure, clock and plugin agree, and windows grow as bench/masked says"
version=$("$compiler" -dumpfullversion)

# The page. compare LOOSE PAGE
measured=$scratch/page
"$root/bench/page" "$scratch" >"$measured"
verdict $? "bench/page writes the page"
compare() {
    awk -v loose="$1" -f "$root/bench/page_compare.awk" "$2" "$measured"
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
compare_kept "$page" "$named" "arm-none-eabi-gcc $version" "./run bench --keep"

# The calls. compare LOOSE RESULTS; the names of columns are those of the kept file.
measured=$scratch/measured
grep '^# configuration' "$results" | cat - "$scratch/calls" >"$measured"
compare() {
    "$root/bench/compare" "$2" "$measured" "$1"
}

# tells LINE EDIT: of kept figures edited so, the comparison prints this line and no other.
tells() {
    sed "$2" "$measured" >"$scratch/edited"
    [[ $(compare 0 "$scratch/edited") == "$1" ]]
    verdict $? "$2 is told as: $1"
}

with 1 0 's/^\(bare . yield, alone *| *\)[0-9]*/\1999/'
with 1 0 's/^\(full . a tick, 1 sleeps *| *[0-9]* | \)[0-9.]*/\12.00/'
with 1 0 's/^\(bare . yield, alone *| *[0-9]* | 0.00 | *\)[0-9]*/\1999/'
with 1 0 's/^\(bare . yield, alone .*\)| no /\1| yes /'
with 1 1 's/^\(bare . yield, alone .*\)| no /\1| yes /'
with 0 1 's/^\(bare . yield, alone *| *\)[0-9]*/\1999/'
with 1 1 's/^\(bare . yield, alone *| *\)[0-9]*/\11/'
alone=$(sed -n 's/^bare . yield, alone *| *\([0-9]*\) .*/\1/p' "$measured")
tells "bare yield, alone: instructions $alone, was 999" 's/^\(bare . yield, alone *| *\)[0-9]*/\1999/'
tells "bare yield, alone: is new" '/^bare . yield, alone /d'
tells "bare yield, afar: is missing" 's/^\(bare . yield, \)alone \(.*\)/&\n\1afar \2/'
tells "" ''

"$primitives/report" "$scratch/calls" >/dev/null
verdict $? "no call grows"
sed '1s/| no /| yes /' "$scratch/calls" >"$scratch/edited"
! "$primitives/report" "$scratch/edited" >/dev/null
verdict $? "a call that grows fails the report"

# judged FIGURE [BYSTANDERS]: whether a call of 10 instructions grows that takes so many among 100.
judged() {
    local figures="0.00|20"

    echo "a|10.00|$figures|0|-|-|a|10.00|$figures|1|-|-|a|10.00|$figures|10|-|-|a|$1|$figures|${2:-100}|-|-" |
        awk -v configuration=c -f "$primitives/rows.awk" | awk -F ' *[|] *' '{ print $9 }'
}
[[ $(judged 10.00) == no && $(judged 11.00) == yes && $(judged 9.00) == yes ]]
verdict $? "one instruction more, or less, is growth"
[[ -z $(judged 10.00 0 2>/dev/null) ]]
verdict $? "a run without its bystanders is refused"

# An interval is 5 instructions, a round of a loop 2, and by the clock the call takes 30.
counted() {
    printf '%s\n' "an interval|0|10|10|0|0|-|-|50 100 0" "a loop|2|10|1|0|0|-|-|25 50 0" \
        "call|30.00|10|1|10|0|-|-|$1" | awk -f "$primitives/net.awk"
}
[[ $(counted "325 650 20") == "call|30.00|2.00|60|0|-|-" ]]
verdict $? "what an interval and a loop are is taken off"
! counted "336 650 20" >/dev/null 2>&1
verdict $? "a plugin that counts otherwise than the clock is refused"

# H12: what is counted does not depend on where code lies. The image lies elsewhere, and all rows of it
# are what those of the other are, cycles too.
"$primitives/all" "$build" moved >"$scratch/moved"
verdict $? "the image whose code is moved measures"
address() {
    arm-none-eabi-nm "$build/$1.elf" | awk '$3 == "takt_semaphore_give" { print $1 }'
}
[[ $(address primitives_bare) != "$(address primitives_bare_moved)" ]]
verdict $? "it is moved"
diff <(head -n "$(wc -l <"$scratch/moved")" "$scratch/calls") "$scratch/moved" && [[ -s $scratch/moved ]]
verdict $? "where code lies changes no figure"

named=$(sed -n 's/^# compiler .*) \([0-9.]*\).*/\1/p' "$results")
compare_kept "$results" "$named" "$version" "./run bench --keep"
summary
