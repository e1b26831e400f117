#!/usr/bin/env bash
# latency.sh COMMAND... - sessions with `zyclictest`: what it measures, when it ends, what it refuses.
# COMMAND is what runs the image `shell`, its standard input the keyboard.
set -uo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/session.sh"

# The table's columns, each row of it counted once: what is in the histogram is what was counted.
adds_up() {
    awk '
        $1 == "Count:" { for (i = 2; i <= NF; i++) { count[i] = $i } columns = NF }
        $1 == "Overflow:" { for (i = 2; i <= NF; i++) { sum[i] += $i } }
        rows && $1 ~ /^[0-9]+$/ { for (i = 2; i <= NF; i++) { sum[i] += $i } shown++ }
        $1 == "Histogram:" { rows = 1 }
        END {
            if (columns < 3 || shown == 0) { print "no table"; exit 1 }
            for (i = 2; i <= columns; i++) {
                if (sum[i] != count[i]) { print "column " i ": " sum[i] " in rows, not " count[i]; exit 1 }
            }
        }' "$scratch/said"
}

session ends_by_itself_when_looped 0 'zyclictest start -i 400 -l 300 -p 31\nwait\nzyclictest stop\nexit\n' \
    'zyclictest: all 300 cycles are done; zyclictest stop shows them' 'status 0' \
    'Interval: 400 us; .*' ' +IRQ +Thread 31' 'Count: +300 +300' 'Max-Latency:( +[0-9]+\.[0-9]{3}){2}' \
    'Errors: +0 +0' 'Overflow: +0 +0' 'Min:( +[0-9]+\.[0-9]{3}){2}' 'Mean:( +[0-9]+\.[0-9]{3}){2}' \
    'p50:( +[0-9]+){2}' 'p99:( +[0-9]+){2}' 'p99.9:( +[0-9]+){2}' 'Histogram:' ' +[0-9]+( +[0-9]+){2}'
verdict rows_add_up "$(adds_up && echo ok)"

# The same command, the same histogram, where it comes at the same instant.
again() {
    local words='zyclictest start -i 400 -l 300 -p 31 -t 2 ; wait ; zyclictest stop ; exit'

    type_in 0 "$words" </dev/null || return 1
    adds_up || return 1
    cp "$scratch/said" "$scratch/before"
    type_in 0 "$words" </dev/null || return 1
    cmp "$scratch/before" "$scratch/said"
}

verdict measures_the_same_twice "$(again && echo ok)"

# Who is less urgent is later, and all are later than the interrupt.
in_order() {
    awk '$1 == "Min:" { seen = 1; for (i = 3; i <= NF; i++) { if ($i <= $(i - 1)) { exit } } ok = NF == 5 }
        END { if (!(seen && ok)) { print "not in order"; exit 1 } }' "$scratch/said"
}

session measures_several_threads 0 'zyclictest start -l 100 -p 20 -t 3\nwait\nzyclictest stop -q\nexit\n' \
    ' +IRQ +Thread 20 +Thread 19 +Thread 18' 'Count:( +100){4}' 'p99.9:.*' 'takt> exit'
verdict less_urgent_threads_are_later "$(in_order && echo ok)"
verdict summary_has_no_rows "$(grep -q Histogram "$scratch/said" && echo "there is a histogram" || echo ok)"

started runs_until_it_is_stopped 0 'zyclictest start -i 500 ; sleep 50 ; zyclictest stop -q ; exit' \
    'Interval: 500 us; .*' 'Count:( +(98|99|100|101)){2}'
session shows_the_last_one_again 0 'zyclictest start -l 7\nwait\nzyclictest stop -q\nzyclictest stop -q\nexit\n' \
    'Count: +7 +7' 'Count: +7 +7'
session keeps_a_loop_from_stop 0 'zyclictest start -l 100000\nzyclictest stop\nzyclictest stop -c -q\nexit\n' \
    'zyclictest: [0-9]+ of 100000 cycles are done; stop -c ends it early' 'Count: .*' 'takt> exit' 'exit 0'
session refuses_a_second_start 0 \
    'zyclictest start -i 700 -l 3000\nzyclictest start -i 300\nwait\nzyclictest stop -q\nexit\n' \
    'zyclictest: a measurement runs; zyclictest stop ends it' 'zyclictest: all 3000 cycles .*' \
    'Interval: 700 us; .*' 'Count: +3000 +3000'
session begins_anew 0 'zyclictest start -l 9\nwait\nzyclictest start -l 5 -p 3\nwait\nzyclictest stop -q\nexit\n' \
    ' +IRQ +Thread 3' 'Count: +5 +5'
session counts_wide_rows 0 'zyclictest start -l 50 -w 1000\nwait\nzyclictest stop\nexit\n' \
    'Histogram:' ' +0 +50 +50'

refused measuring_nothing zyclictest 'zyclictest: start or stop was expected, not ""'
refused measuring_nonsense 'zyclictest now' 'zyclictest: start or stop was expected, not "now"'
refused stop_of_nothing 'zyclictest stop' 'zyclictest: nothing was measured; zyclictest start begins'
refused intervals_too_short 'zyclictest start -i 9' 'zyclictest: -i takes a number from 10 to 1000000, not "9"'
refused loops_of_none 'zyclictest start -l 0' 'zyclictest: -l takes a number from 1 to 4294967295, not "0"'
refused priorities_too_high 'zyclictest start -p 32' 'zyclictest: -p takes a number from 1 to 31, not "32"'
refused negative_priorities 'zyclictest start -p -11' 'zyclictest: -p takes a number from 1 to 31, not "-11"'
refused too_many_threads 'zyclictest start -t 5' 'zyclictest: -t takes a number from 1 to 4, not "5"'
refused threads_below_priority_1 'zyclictest start -p 2 -t 3' \
    'zyclictest: 3 threads of different priorities take -p 3 at least'
refused thresholds_of_nothing 'zyclictest start -b' 'zyclictest: -b takes a number from 1 to 1000000, not ""'
refused rows_of_no_width 'zyclictest start -w 0' 'zyclictest: -w takes a number from 1 to 1000, not "0"'
refused options_of_stop 'zyclictest stop -i 3' 'zyclictest: unexpected "-i"; help zyclictest tells its options'
session knows_nothing_after_a_refusal 2 'zyclictest start -i 9\nzyclictest stop\nexit\n' \
    'zyclictest: nothing was measured; .*' 'exit 2'

# What takes time only where instructions do, and as much as these lines have it.
if [[ $# -gt 1 && $2 == mps2_* ]]; then
    session breaks_off_what_nobody_keeps_up_with 1 'zyclictest start -i 20 -t 2\nsleep 100\nversion\nzyclictest stop -q\nexit\n' \
        'zyclictest: broken off in cycle 1000: more than half .*' 'Takt .*' \
        'warning: the interval of 20 us is below the worst latency; it should be [0-9]+ us or more'
    started warns_of_short_intervals 0 'zyclictest start -i 50 -l 100 ; wait ; zyclictest stop -q ; exit' \
        'warning: the interval of 50 us is less than twice the worst latency; it should be [0-9]+ us or more'
    session stops_the_trace_when_exceeded 0 \
        'trace start -n\nzyclictest start -b 5\nsleep 20\ntrace status\nexit\n' \
        'zyclictest: latency [0-9]+\.[0-9]{3} us, above 5 us, in cycle 1; the trace was stopped: .*' 'stopped, .*'
    started exceeding_is_told_of_the_first 1 \
        'trace start -n ; zyclictest start -i 100 -t 4 -b 80 ; sleep 20 ; zyclictest stop -q ; exit' \
        'zyclictest: latency [89][0-9]\.[0-9]{3} us, above 80 us, in cycle [0-9]+; the trace was stopped: .*'
    started exceeding_does_not_measure_itself 1 \
        'trace start -n ; zyclictest start -i 100 -b 25 ; sleep 20 ; zyclictest stop -q ; exit' \
        'Count: +1 +1' 'Max-Latency: +[0-9]{1,2}\.[0-9]{3} +[234][0-9]\.[0-9]{3}' 'Errors: +0 +0'
    started exceeding_in_the_last_cycle_is_told 0 \
        'trace start -n ; zyclictest start -l 1 -b 1 ; wait ; trace status ; exit' \
        'zyclictest: latency .*, in cycle 1; the trace was stopped: .*' 'stopped, .*'
    started exceeding_after_a_full_trace_is_told 0 \
        'trace start ; zyclictest start -l 1000 -i 200 ; wait ; zyclictest start -b 1 ; sleep 10 ; exit' \
        'zyclictest: latency .*; the trace was full before: trace start -n keeps the newest'
    session tells_that_there_was_no_trace 0 'zyclictest start -b 5 -l 10\nwait\nexit\n' \
        'zyclictest: latency .*, in cycle 1; no trace was being recorded'
fi

# least COLUMN: of the last table, in instructions of 64 ns, rounded.
least() {
    awk -v column="$1" '$1 == "Min:" { printf "%.0f\n", $(column + 1) * 1000 / 64 }' "$scratch/said"
}

# docs/shell.md says what the least latencies are, of the compiler that it was written with.
least_is_as_written() {
    local found

    type_in 0 'zyclictest start -l 1000 ; wait ; zyclictest stop -q ; exit' </dev/null || return 1
    found=$(sed -n '/least latency: checked/,/^$/s/^| \(IRQ\|Thread\) | \([0-9]*\) .*/\2/p' \
        "$(dirname "${BASH_SOURCE[0]}")/../../docs/shell.md" | xargs)
    [[ $found == "$(least 1) $(least 2)" ]] ||
        { echo "docs/shell.md says $found, found were $(least 1) $(least 2)"; return 1; }
}

[[ " $* " != *" mps2_an385 "* ]] || verdict least_is_as_written "$(least_is_as_written && echo ok)"

# worst COLUMN: of the last table, in ns.
worst() {
    awk -v column="$1" '$1 == "Max-Latency:" { sub(/\./, "", $(column + 1)); print $(column + 1) + 0 }' "$scratch/said"
}

# A flood of lines is typed while a measurement of $1 us and $2 cycles runs: each line is run, or it
# is said that one was not; no cycle is missing; and nobody is later than by what the console's own
# interrupt may take, which is $3 ns.
flood() {
    local lines=300 run lost quiet

    printf '%s\n' "zyclictest start -i $1 -l $2" wait 'zyclictest stop -q' exit | type_in 0 || return 1
    quiet=$(worst 2)
    { echo "zyclictest start -i $1 -l $2"; for ((i = 0; i < lines; i++)); do echo nonsense; done; sleep 2
        printf '%s\n' '' wait 'zyclictest stop -q' exit; } | type_in 0 || return 1
    grep -qE "^Count: +$2 +$2\$" "$scratch/said" || { echo "cycles are missing"; return 1; }
    grep -qE '^Errors: +0 +0$' "$scratch/said" || { echo "errors"; return 1; }
    (($(worst 2) <= quiet + $3)) || { echo "$(worst 2) ns, where it was $quiet"; return 1; }
    run=$(grep -c '^nonsense: no such command' "$scratch/said")
    lost=$(grep -c '^shell: input was lost' "$scratch/said")
    ((run == lines ? lost == 0 : run < lines && lost > 0)) || { echo "$run of $lines run, $lost told of"; return 1; }
}

verdict flood_of_input_disturbs_nothing "$(flood 400 5000 30000 && echo ok)"
verdict flood_of_interrupts_loses_nothing_unsaid "$(flood 80 20000 30000 && echo ok)"

echo "$passed passed, $failed failed"
((failed == 0))
