#!/usr/bin/env bash
# check.sh BUILD [RUNNER...] - let the image `traces` make traces, and read them with babeltrace2.
#
# RUNNER is what runs an image that cannot run here. Every reading must be without a warning, but
# for the losses that were made on purpose.
set -uo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "$1" && pwd)
shift
runner=("$@")
suffix=${runner[0]:+.elf}
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/../checks.sh" tracer

rm -rf "$build/traces_made"
mkdir -p "$build/traces_made"
cd "$build/traces_made" || exit 2

# run IMAGE ARGUMENT...
run() {
    local image=$1
    shift
    "${runner[@]}" "$build/$image$suffix" "$@" >output.txt 2>&1 || cat output.txt
}

# read_trace DIRECTORY: its text in DIRECTORY.txt; warnings in DIRECTORY.err.
read_trace() {
    babeltrace2 --clock-cycles --no-delta "$1" >"$1.txt" 2>"$1.err" || echo "babeltrace2 failed" >>"$1.err"
}

make() {
    local directory
    for directory in "${@:2}"; do
        mkdir "$directory"
    done
    run traces "$@"
    for directory in "${@:2}"; do
        read_trace "$directory"
    done
}

silent() {
    cat "$1.err"
    [[ -s $1.txt && ! -s $1.err ]]
}

# The values of `mark` in a trace, one a line.
marks() {
    sed -n 's/.* mark: .* value = \([0-9]*\) }$/\1/p' "$1.txt"
}

# Everything between the first mark and the end of the trace, without times; texts only where they
# are letters: in the last of five sets.
events_found() {
    local others=$((4 * $(grep -c '^[a-z]' "$here/fields.txt")))

    sed '1,/ mark: /d; $d; s/^\[[0-9]*\] //' events.txt |
        awk -v others="$others" 'NR <= others { sub(/text = ".*" }$/, "text = - }") } { print }'
}

events_are_all_there() {
    diff <(awk -f "$here/expected.awk" "$here/fields.txt") <(events_found)
}

# The table has every event of the vocabulary, and no other.
events_are_all_known() {
    diff <(sed -nE 's/^ *EVENT\([A-Z_]+, *[0-9]+, "([a-z_]+)".*/\1/p' "$here/../../trace/events.h") \
        <(sed -nE 's/^([a-z_]+) .*/\1/p' "$here/fields.txt")
}

same() {
    [[ $1 == "$2" ]] || { echo "\"$1\", not \"$2\""; return 1; }
}

discarded() {
    sed -nE "s/^WARNING: Tracer discarded ([0-9]+) $2.*/\1/p" "$1.err"
}

# Four packets of 253 records; what is missing is missing at the end, and is counted exactly.
stop_counts() {
    local kept lost=$((2500 - $(marks stop | wc -l)))

    kept=$(wc -l <stop.txt)
    same "$(marks stop)" "$(seq 0 $((2499 - lost)))" &&
        same "$kept" $((4 * 253 + 1)) &&
        same "$(tail -n 1 stop.txt | sed 's/^.*records = \([0-9]*\),.*/\1/')" "$lost" &&
        same "$(discarded stop events)" "$lost" &&
        same "$(wc -l <stop.err)" 1
}

# The marks that are there are the last; whole packets are missing before them.
newest_counts() {
    local lost=$((2500 - $(marks newest | wc -l)))

    ((lost > 0)) &&
        same "$(marks newest)" "$(seq "$lost" 2499)" &&
        same "$(discarded newest events)" "$lost" &&
        same $(($(discarded newest packets) * 253)) "$lost" &&
        same "$(wc -l <newest.err)" 2
}

newest_has_both_snapshots() {
    same "$(grep -o 'snapshot_[a-z]*: .*at_end = [01]' newest.txt | sed 's/: .*= / /')" \
        $'snapshot_begin 0\nsnapshot_end 0\nsnapshot_begin 1\nsnapshot_end 1' &&
        tail -n 1 newest.txt | grep -q snapshot_end
}

# What the kernel told between the two marks, without times.
script_is_told() {
    diff "$here/$1.txt" <(sed -nE '/ mark: /d; /snapshot_end/,$ s/^\[[0-9]*\] ([a-z_]+): \{[^}]*\}, \{ thread = ([0-9]+) \}, /\1 \2 /p' \
        "$1.txt" | sed '1d; / lost /d; /^lost /d')
}

# With inheritance one boost from the queue a period; with a fixed priority nothing but what the
# snapshot tells of its two threads.
boosts_have_reasons() {
    same "$(grep -c 'thread_priority: .*{ priority = 30, base = 10, reason = 3 }' inherit_inversion.txt)" 20 &&
        same "$(grep -c 'thread_priority: ' fixed_inversion.txt)" 2
}

sessions_are_separate() {
    local end begin

    end=$(tail -n 1 first.txt | sed 's/^\[0*\([0-9][0-9]*\)\].*/\1/')
    begin=$(head -n 1 second.txt | sed 's/^\[0*\([0-9][0-9]*\)\].*/\1/')
    same "$(marks first)" "$(seq 0 99)" &&
        same "$(marks second)" "$(seq 200 299)" &&
        same "$(tail -n 2 first.txt | head -n 1 | sed 's/.*value/value/')" "value = 99 }" &&
        same "$(tail -n 1 first.txt | sed 's/.* lost: .*{ records/records/')" "records = 0, unused = 0 }" &&
        same "$(head -n 1 second.txt | sed 's/^.*\] \([a-z_]*\):.*/\1/')" snapshot_begin &&
        ((begin >= end))
}

# thread_id NAME: its number, by the snapshot.
thread_id() {
    sed -n "/snapshot_end/q; s/^.* thread_name: .*{ thread = \([0-9]*\) }, { text = \"$1\" }$/\1/p" middle.txt
}

object_id() {
    sed -n "/snapshot_end/q; s/^.* object_name: .*{ object = \([0-9]*\), text = \"$1\" }$/\1/p" middle.txt
}

# In the snapshot: an event of that kind with these fields.
snapshot_tells() {
    sed '/snapshot_end/q' middle.txt | grep -F " $1: " | grep -F "$2" ||
        { echo "no $1 with $2 in the snapshot"; return 1; }
}

middle_tells_all() {
    local owner waiter client server precious fixed

    owner=$(thread_id owner)
    waiter=$(thread_id waiter)
    client=$(thread_id client)
    server=$(thread_id server)
    precious=$(object_id prec)
    fixed=$(object_id fixe)
    snapshot_tells thread_priority "{ thread = $owner }, { priority = 12, base = 5, reason = 1 }" &&
        snapshot_tells thread_state "{ thread = $owner }, { state = 7, cause = 6, object = $(object_id gate) }" &&
        snapshot_tells thread_state "{ thread = $waiter }, { state = 6, cause = 6, object = $precious }" &&
        snapshot_tells mutex_create "{ mutex = $precious, owner = $owner }" &&
        snapshot_tells object_name "{ object = $precious, text = \"ious\" }" &&
        snapshot_tells thread_state "{ thread = $client }, { state = 5, cause = 6, object = $fixed }" &&
        snapshot_tells thread_state "{ thread = $server }, { state = 7, cause = 6" &&
        snapshot_tells thread_priority "{ thread = $server }, { priority = 3, base = 3, reason = 0 }" &&
        snapshot_tells channel_create "{ channel = $fixed, flags = 1 }" &&
        snapshot_tells object_name "{ object = $fixed, text = \"d\" }" &&
        snapshot_tells semaphore_create "count = 0 }" &&
        snapshot_tells thread_group "{ thread = $owner }, { text = \"f things\" }" &&
        (($(grep -c thread_switch middle.txt) > 5))
}

# inversion DIRECTORY ARGUMENT...: the seed's image, its trace and the text of it.
inversion() {
    mkdir "$1"
    run inversion "${@:2:2}" "$1" "$1.csv" "${@:4}"
    read_trace "$1"
}

# Only losses are warned of; both snapshots are there; the last request has all its events.
inversion_newest_is_whole() {
    grep -v '^WARNING: Tracer discarded ' newest_inversion.err && return 1
    same "$(grep -c 'snapshot_begin\|snapshot_end' newest_inversion.txt)" 4 &&
        ((0 < $(discarded newest_inversion packets))) &&
        same $(($(discarded newest_inversion packets) * 253)) "$(discarded newest_inversion events)" &&
        (($(grep -c message_return newest_inversion.txt) > 10))
}

# reader_agrees DIRECTORY LOST: our own reader finds the same losses and nothing to repair.
reader_agrees() {
    local found

    found=$("$takt" info "$1" | jq -c '[.partial, .lost_records, .repaired_states]') || return 1
    same "$found" "[false,$2,0]"
}

# F02: events that the description does not know.
check "events_are_all_known" events_are_all_known
make events events
check "events_without_warning" silent events
# F02: events that the description does not know.
check "events_are_all_there" events_are_all_there
make stop stop
# F09, F27: pairs formed across a loss; the last events are lost at stop.
check "stop_when_full_counts_what_is_lost" stop_counts
make newest newest
# F09: pairs formed across a loss.
check "keep_newest_counts_what_is_lost" newest_counts
check "keep_newest_has_both_snapshots" newest_has_both_snapshots
make sessions first second
check "first_session_without_warning" silent first
check "second_session_without_warning" silent second
# F27: the last events are lost at stop.
check "sessions_are_separate" sessions_are_separate
make middle middle
check "middle_without_warning" silent middle
# F32: a trace that starts in the middle of things.
check "middle_of_things_is_told" middle_tells_all
make script script
check "script_without_warning" silent script
check "script_is_told" script_is_told script
make containers containers
check "containers_without_warning" silent containers
check "containers_are_told" script_is_told containers
make random random
check "random_without_warning" silent random
# F03, F28: switched in without switched out; the time is taken before the lock.
check "random_history_is_legal" awk -f "$here/legal.awk" random.txt
inversion fixed_inversion fixed 20
check "inversion_fixed_without_warning" silent fixed_inversion
inversion inherit_inversion inherit 20
check "inversion_inherit_without_warning" silent inherit_inversion
check "boosts_have_reasons" boosts_have_reasons
inversion newest_inversion inherit 200 newest 32
check "inversion_keeps_the_newest" inversion_newest_is_whole

# Our own reader is in the build of the host, which may lie beside this one.
for takt in "$build/takt" "$build/../host/takt" "$build/../takt"; do
    if [[ -x $takt ]]; then
        check "reader_agrees_about_stop" reader_agrees stop $((2500 - $(marks stop | wc -l)))
        check "reader_agrees_about_newest" reader_agrees newest $((2500 - $(marks newest | wc -l)))
        check "reader_agrees_about_random" reader_agrees random 0
        check "reader_agrees_about_middle" reader_agrees middle 0
        break
    fi
done
for compare in "$build/ctf_compare" "$build/../host/ctf_compare"; do
    if [[ -x $compare ]]; then
        for trace in stop newest first second middle script containers random {fixed,inherit,newest}_inversion; do
            check "every_field_of_${trace}_is_read_the_same" "$compare" "$trace"
        done
        break
    fi
done

echo "$passed passed, $failed failed"
((failed == 0))
