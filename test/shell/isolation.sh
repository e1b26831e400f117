#!/usr/bin/env bash
# isolation.sh COMMAND... - the image `isolation`: each source that is stopped alone is gone from CPU
# 1, and with all stopped nothing interrupts it while CPU 0 works. COMMAND is what runs the image.
set -uo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/session.sh"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
window=1100 # ms: a source that comes once a second comes

# number ROW COLUMN: what the table has there; columns are spikes, turns, clock, kicks, devices, work,
# and instructions of handlers.
number() {
    sed -n "s/^$1  *//p" "$scratch/said" | awk -v column="$2" '{ print $column }'
}

# within ROW COLUMN LEAST MOST
within() {
    local found

    found=$(number "$1" "$2")
    if ! [[ $found =~ ^[0-9]+$ ]] || ((found < $3 || found > $4)); then
        echo "$1: column $2 is \"$found\", not $3 to $4"
        return 1
    fi
}

# Ticks come every ms and slices end every 4 ms; two that fall together are one interrupt.
table() {
    type_in 0 "isolation -w $window ; exit" </dev/null || return 1
    says 'With all stopped, CPU 1 was interrupted by nothing\.' || return 1
    within 'nothing stopped' 3 $((window * 9 / 8)) $((window * 5 / 4 + 3)) || return 1
    within 'nothing stopped' 4 1 2 || return 1
    within 'tick stopped' 3 $((window / 4 - 2)) $((window / 4 + 2)) || return 1
    within 'tick stopped' 4 1 2 || return 1
    within 'sampling stopped' 3 $((window * 9 / 8)) $((window * 5 / 4 + 3)) || return 1
    within 'sampling stopped' 4 0 0 || return 1
    within 'slices stopped' 3 $((window - 2)) $((window + 2)) || return 1
    within 'slices stopped' 4 1 2 || return 1
    for column in 1 3 4 5; do
        within 'all stopped' "$column" 0 0 || return 1
    done
    within 'all stopped' 6 1000 100000 || return 1
    cp "$scratch/said" "$scratch/$1"
}

verdict each_source_is_stopped_alone_and_all "$(table first && echo ok)"
verdict table_is_the_same_twice "$(table second && cmp "$scratch/first" "$scratch/second" && echo ok)"

session isolation_takes_a_window 2 'isolation -w 0\nexit\n' 'isolation: .*-w.*' 'exit 2'
session isolation_takes_no_words 2 'isolation now\nexit\n' 'isolation: .*"now".*' 'exit 2'
session spikes_of_a_cpu_that_is_not 2 'spikes -c 2\nexit\n' 'spikes: .*-c.*0 to 1.*' 'exit 2'
session spikes_names_the_tick 0 'cpus include 1\ncpus upkeep 1 tick\nspikes -l 20000 -t 1\nexit\n' \
    'interrupts of cpu 1: tick.*'
# By the plugin: a handler is never shorter than 20 instructions, and there is none in the last row.
handlers() {
    "$root/bench/handlers/table" "${command[-1]}" "isolation -w $window ; exit" >"$scratch/said" ||
        return 1
    for row in 'nothing stopped' 'tick stopped' 'sampling stopped' 'slices stopped'; do
        within "$row" 7 $((20 * $(number "$row" 3))) $((2000 * $(number "$row" 3))) || return 1
    done
    within 'all stopped' 7 0 0
}

# On the host an interrupt takes no time; on a board's clock its handler takes some.
if [[ ${#command[@]} -gt 1 ]]; then
    verdict handlers_execute_nothing_there "$(handlers && echo ok)"
    session spikes_names_the_handler 0 \
        'cpus upkeep 1 tick\ntrace start -n\nspikes -l 3000 -t 2\ntrace stop\nexit\n' \
        ' *[0-9]+ .* tick; handler of clock [1-9][0-9]* ns'
fi
session spikes_finds_nothing_there 0 'cpus isolate 1\nspikes -l 20000 -t 1\nexit\n' \
    'interrupts of cpu 1: none'
session boot_cpu_is_not_isolated 2 'cpus isolate 0\nexit\n' \
    'cpus: CPU 0 keeps house and cannot be isolated' 'exit 2'
session cpu_beyond_is_refused 2 'cpus isolate 2\nexit\n' 'cpus: .*from 0 to 1 were expected' 'exit 2'
session unknown_part_is_refused 2 'cpus upkeep 1 noise\nexit\n' \
    'cpus: parts are tick, sampling, slices' 'exit 2'

echo "$passed passed, $failed failed"
((failed == 0))
