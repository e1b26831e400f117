#!/usr/bin/env bash
# check.sh COMMAND... - sessions with the image `shell`. COMMAND is what runs the image, its standard
# input the keyboard.
set -uo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/session.sh"

ms=1000 # of a measurement; a kernel call takes 1 ns on the host
[[ $# -gt 1 ]] || ms=1

session ends_with_status_0 0 'exit\n' 'takt> exit' 'exit 0'
session ends_at_end_of_transmission 0 '\004' 'exit 0'
session lists_commands 0 'help\nexit\n' 'exit  .*' 'help  .*' 'irqs  .*' 'threads  .*' 'trace  .*' 'version  .*'
session tells_of_one_command 0 'help trace\nexit\n' 'trace start .*' 'record what .*'
session knows_its_threads 0 'threads\nexit\n' \
    ' *0 +0 +0 +[0-9]+ +[0-9]+ +[0-9]+/[0-9]+ +idle +READY' \
    ' *0 +1 +1 +[0-9]+ +[0-9]+ +[0-9]+/[0-9]+ +shell +running'
session counts_interrupts 0 'irqs\nexit\n' 'source +cpu 0' 'clock +[0-9]+' 'irq [0-9]+ +[1-9][0-9]*'
session tells_its_version 0 'version\nexit\n' 'Takt [0-9.]+, commit ([0-9a-f]{12}[+]?|unknown), image shell on [a-z0-9_]+' \
    'clock: .*' 'kernel: TAKT_CHECK=.*' 'compiler: (gcc|clang) [0-9]+[.][0-9]+.*, -O[0-3sgz]'
session edits_lines 0 'ex\001help \005xx\b\bit\nexit\n' 'help +.*|help exit|exit .*|.*help exit' 'wait for what goes on.*'
session completes_names 0 'vers\t\nexit\n' 'Takt .*'
session forgets_dropped_lines 0 'nonsense\003exit\n' 'takt> nonsense\^C' 'exit 0'
session repeats_lines 0 'irqs\n\033[A\nexit\n' 'source .*' 'source .*'
session records 0 'trace status\ntrace start\ntrace status\ntrace stop\nexit\n' \
    'stopped, 0 of 0 packets used, 0 records lost' 'recording, [1-9].*' 'stopped, [1-9].*'
session tells_the_last_status 2 'status\nnonsense\nstatus\nwait\nstatus\nexit\n' \
    'takt> status' 'status 0' 'takt> status' 'status 2' 'takt> wait' 'status 2' 'takt> status' 'status 2' 'exit 2'
session tells_who_asked 2 'nonsense\nstatus 17\nstatus 4294967295\nexit\n' 'status 2 \(17\)' 'status 2 \(4294967295\)' 'exit 2'
session sleeps 0 'sleep 0\nsleep 1\nstatus\nexit\n' 'takt> sleep 0' 'takt> sleep 1' 'status 0'
session measures 0 "threadmetric cooperative -t $ms\nexit\n" 'cooperative .*errors 0: PASS'

# Of a second, with a tick of so many ms: the clock comes that often.
ticks() {
    type_in 0 "threadmetric message -t 1000 $1 ; irqs ; exit" </dev/null && says "tick: every $2 ms" &&
        awk -v least="$((1000 / $2))" '$1 == "clock" { exit !($2 >= least && $2 <= least + 20) }' "$scratch/said" &&
        echo ok
}

if [[ $# -gt 1 ]]; then
    verdict ticks_every_10_ms "$(ticks '' 10)"
    verdict ticks_every_1_ms "$(ticks '-k 1' 1)"
fi
started runs_what_it_is_started_with 0 'version ; ; irqs ; exit' 'takt> version' 'Takt .*' 'takt> ' 'takt> irqs' 'exit 0'
started ends_with_the_first_that_fails 2 'irqs x ; version' 'irqs: takes no words, not "x"' 'exit 2'
started refuses_a_long_line_at_the_start 2 "irqs $(printf 'x%.0s' {1..200}) ; version" 'shell: longer than 127 .*' 'exit 2'
verdict reads_the_console_afterwards "$(printf 'irqs\nexit\n' | type_in 0 version &&
    says 'takt> version' 'takt> irqs' 'exit 0' && echo ok)"

refused unknown_commands nonsense 'nonsense: no such command; help lists them'
refused words_that_are_too_many 'threads now' 'threads: takes no words, not "now"'
refused words_of_version 'version x' 'version: takes no words, not "x"'
refused words_of_irqs 'irqs -a' 'irqs: takes no words, not "-a"'
refused help_of_nothing 'help nonsense' 'help: no such command "nonsense"'
refused help_of_two 'help irqs threads' 'help: takes one command at most'
refused words_of_exit 'exit 3' 'exit: takes no words; .*'
refused words_of_status 'status x' 'status: takes one number at most, not "x"'
refused two_words_of_status 'status 1 2' 'status: takes one number at most, not "2"'
refused words_of_wait 'wait 3' 'wait: takes no words, not "3"'
refused sleep_of_no_length sleep 'sleep: takes milliseconds from 0 to 3600000, not ""'
refused sleep_of_nonsense 'sleep 1s' 'sleep: takes milliseconds from 0 to 3600000, not "1s"'
refused sleep_too_long 'sleep 3600001' 'sleep: takes milliseconds from 0 to 3600000, not "3600001"'
refused sleep_of_two 'sleep 1 2' 'sleep: takes milliseconds from 0 to 3600000, not "2"'
refused trace_of_nothing trace 'trace: start, stop, status or dump was expected, not ""'
refused trace_of_nonsense 'trace nonsense' 'trace: start, stop, status or dump was expected, not "nonsense"'
refused trace_options 'trace start -x' 'trace: unexpected "-x"; help trace tells its options'
refused trace_that_does_not_run 'trace stop' 'trace: no trace is being recorded'
refused dump_of_nothing 'trace dump x' 'trace: nothing was recorded'
refused dump_of_nothing_as_text 'trace dump' 'trace: nothing was recorded'
refused dump_to_two 'trace dump x y' 'trace: dump takes one directory at most, .*'
refused tests_that_are_not 'threadmetric nonsense' 'threadmetric: no such test "nonsense"; help threadmetric names them'
refused numbers_that_are_none 'threadmetric message -t 1x' 'threadmetric: -t takes a number from 1 to 3600000, not "1x"'
refused numbers_too_small 'threadmetric message -t 0' 'threadmetric: -t takes a number from 1 to 3600000, not "0"'
refused numbers_too_large 'threadmetric message -t 99999999999999999999' 'threadmetric: -t takes a number from 1 to 3600000, not "9*"'
refused numbers_that_are_missing 'threadmetric message -t' 'threadmetric: -t takes a number from 1 to 3600000, not ""'
refused ticks_of_no_length 'threadmetric message -k 0' 'threadmetric: -k takes a number from 1 to 1000, not "0"'
refused options_twice 'threadmetric message -t 1 -t 1' 'threadmetric: twice "-t"; .*'
refused too_many_words 'irqs 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17' 'irqs: more than 16 words'

session refuses_a_second_trace 2 'trace start\ntrace start\nexit\n' 'trace: a trace is being recorded; .*'
session refuses_to_dump_what_runs 2 'trace start\ntrace dump x\nexit\n' 'trace: trace stop must come first'
session refuses_long_lines 2 "$(printf 'x%.0s' {1..200})\nexit\n" 'shell: longer than 127 characters, .*' 'exit 2'

session refuses_a_directory_that_is_not 2 "trace start\ntrace stop\ntrace dump $scratch/none\nexit\n" \
    "trace: $scratch/none could not be written"

# printed FILE: its bytes, out of the lines that $scratch/said has of it.
printed() {
    sed -n "/^~file $1\$/,/^~end /s/^~://p" "$scratch/said" | base64 -d
}

# The check sum that gzip finds, as the console writes it.
sum_of() {
    gzip -c "$1" | tail -c 8 | od -An -N4 -tx4 --endian=little | tr -d ' '
}

# A recording that slept leaves as files and as text: the same bytes, which another reader takes.
leaves() {
    local file folder=$scratch/left bytes

    mkdir "$folder"
    printf '%s\n' 'trace start' 'sleep 20' 'trace stop' "trace dump $folder" 'trace dump' exit |
        type_in 0 || return 1
    grep -qx "written: $folder" "$scratch/said" || { echo "not written"; return 1; }
    [[ $(grep -E '^~[a-z]' "$scratch/said" | cut -d ' ' -f 1 | xargs) == "~trace ~file ~end ~file ~end ~done" ]] ||
        { echo "not printed"; return 1; }
    for file in metadata stream_0; do
        printed "$file" >"$scratch/printed"
        cmp "$folder/$file" "$scratch/printed" || return 1
        bytes=$(stat -c %s "$folder/$file")
        grep -qx "~end $file $bytes $(sum_of "$folder/$file")" "$scratch/said" || { echo "no sum of $file"; return 1; }
    done
    babeltrace2 --clock-seconds "$folder" >"$scratch/read" 2>"$scratch/warned" || return 1
    [[ ! -s $scratch/warned ]] || { cat "$scratch/warned"; return 1; }
    awk -F '[][]' 'NR == 1 { first = $2 } { last = $2 }
        END { if (last - first < 0.02) { print "it lasted " last - first " s"; exit 1 } }' "$scratch/read"
}

verdict recording_leaves "$(leaves && echo ok)"

# Typed while a command runs, more than fits: each line is run, or it is said that one was not.
flood() {
    local lines=400 run lost

    { echo "threadmetric message -t $ms"; for ((i = 0; i < lines; i++)); do echo nonsense; done; sleep 3; echo; echo exit; } |
        type_in 2 || return 1
    run=$(grep -c '^nonsense: no such command' "$scratch/said")
    lost=$(grep -c '^shell: input was lost' "$scratch/said")
    grep -q 'message .*errors 0: PASS' "$scratch/said" || { echo "the measurement was disturbed"; return 1; }
    if ((run == lines)); then
        [[ $lost == 0 ]] || { echo "all were run, and $lost said to be lost"; return 1; }
    else
        ((run < lines && lost > 0)) || { echo "$run of $lines run, $lost told of"; return 1; }
    fi
}

# More than fits, and then the end: it is said that input was lost, and the run ends.
end_in_a_flood() {
    { echo 'sleep 100'; for ((i = 0; i < 60; i++)); do echo nonsense; done; printf '\004'; } | type_in 2 || return 1
    says 'shell: input was lost.*' 'exit 2'
}

[[ $# -gt 1 ]] || verdict flood_may_end "$(end_in_a_flood && echo ok)"
verdict flood_loses_nothing_unsaid "$(flood && echo ok)"

echo "$passed passed, $failed failed"
((failed == 0))
