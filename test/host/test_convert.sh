#!/usr/bin/env bash
# test_convert.sh BUILD - `takt convert` from outside: what protoc, with a schema of our own, reads
# in its output, compared with what the command says and with the log of the traced programs.
set -uo pipefail

build=$(cd "$1" && pwd)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
takt=$build/takt
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

passed=0
failed=0

check() { # check NAME FOUND WANTED
    if [[ $2 == "$3" ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1: \"$2\", not \"$3\""
    fi
}

decode() {
    protoc --proto_path="$here" --decode=Trace perfetto_check.proto <"$1"
}

# The decoded text as lines "number-of-packet path value".
flatten() {
    awk '
        / \{$/ { path[++depth] = $1; if (depth == 1) packet++; next }
        /^ *\}$/ { depth--; next }
        {
            name = depth > 1 ? path[2] : ""
            for (i = 3; i <= depth; i++) name = name "." path[i]
            key = $1
            sub(/:$/, "", key)
            value = $0
            sub(/^ *[^:]*: /, "", value)
            print packet, (name == "" ? key : name "." key), value
        }'
}

# The number after "NAME": in the line that convert prints.
said() {
    sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" said.txt
}

count() {
    grep -c " $1\$" flat.txt
}

# All sends, receives, replies and returns as the output shows them, in the form of the log.
requests() {
    awk '
        function text(from) { s = substr($0, from); gsub(/^"|"$/, "", s); return s }
        $1 != packet { finish(); packet = $1; type = ""; name = 0 }
        $2 == "clock_snapshot.clocks.clock_id" { clock = $3 }
        $2 == "clock_snapshot.clocks.timestamp" && clock == 64 { time = $3 }
        $2 == "track_descriptor.uuid" { uuid = $3 }
        $2 == "track_descriptor.process.pid" { pid = $3 }
        $2 == "track_descriptor.process.process_name" {
            process[pid] = text(index($0, "\""))
        }
        $2 == "track_descriptor.thread.pid" { pid = $3 }
        $2 == "track_descriptor.thread.thread_name" {
            thread[uuid] = process[pid] "/" text(index($0, "\""))
        }
        $2 == "interned_data.event_names.iid" { iid = $3 }
        $2 == "interned_data.event_names.name" { names[iid] = text(index($0, "\"")) }
        $2 == "trusted_packet_sequence_id" { sequence = $3 }
        $2 == "timestamp" && sequence == 1 { time += $3 }
        $2 == "track_event.type" { type = $3 }
        $2 == "track_event.name_iid" { name = $3 }
        $2 == "track_event.track_uuid" { track = $3 }
        $2 == "track_event.correlation_id" { exchange = $3 }
        END { finish() }
        function finish() {
            if (sequence != 1 || !(track in thread)) return
            if (type == "SLICE_BEGIN") {
                open[track, ++depth[track]] = names[name]
                if (names[name] ~ /^send -> /) client[exchange] = thread[track]
                if (names[name] == "SEND") send[exchange] = time
                if (names[name] ~ /^handle /) { server[exchange] = thread[track]; received[exchange] = time }
                if (names[name] == "return") reply[exchange] = time
                now[track, depth[track]] = exchange
            } else if (type == "SLICE_END") {
                if (open[track, depth[track]] ~ /^send -> /) {
                    e = now[track, depth[track]]
                    number[client[e]]++
                    print client[e] "," server[e] "," number[client[e]] "," send[e] "," received[e] "," reply[e] "," time
                }
                depth[track]--
            }
        }' flat.txt
}

# Lines of both, and how many of their times are further apart than the log is exact.
compare_log() {
    awk -F, '
        NR == FNR { if (NF == 7) { seen++; for (i = 4; i <= 7; i++) shown[$1, $2, $3, i] = $i }; next }
        /^ts_/ {
            logged++
            for (i = 4; i <= 7; i++) {
                gap = shown[$1, $2, $3, i] - $i
                if (!(($1, $2, $3, i) in shown) || gap > 50000 || gap < -50000) far++
            }
        }
        END { print seen + 0, logged + 0, far + 0 }' requests.txt trace.csv
}

mkdir trace
"$build/inversion" fixed 5 trace trace.csv >image.txt || check "the image runs" "$?" 0
"$takt" convert trace >said.txt
check "status" "$?" 0
check "the line begins" "$(cut -d' ' -f1-2 said.txt | head -1)" "wrote trace.perfetto-trace:"
check "one line" "$(wc -l <said.txt)" 1
decode trace.perfetto-trace >decoded.txt
check "protoc" "$?" 0
check "fields that the schema does not know" "$(grep -cE '^ *[0-9]+(: | \{)' decoded.txt)" 0
flatten <decoded.txt >flat.txt

check "exchanges: 2 a period" "$(said exchanges)" 10
check "slices" "$(count 'track_event.type SLICE_BEGIN')" "$(said slices)"
check "ends" "$(count 'track_event.type SLICE_END')" "$(said slices)"
check "instants" "$(count 'track_event.type INSTANT')" "$(said instants)"
check "priorities" "$(count 'track_event.type COUNTER')" "$(said priority_changes)"
check "interrupts" "$(grep -c 'irq_handler_entry.irq' flat.txt)" "$(said interrupts)"
check "ends of interrupts" "$(grep -c 'irq_handler_exit.irq' flat.txt)" "$(said interrupts)"
check "switches, and one to begin with" "$(grep -c 'switch_next_pid' flat.txt)" \
    "$(($(said sched_switch) + 1))"
check "wake-ups" "$(grep -c 'waking_pid' flat.txt)" "$(said sched_waking)"
check "threads" "$(grep -c 'track_descriptor.thread.tid' flat.txt)" "$(said threads)"
check "arrows begin" "$(grep -c 'track_event.flow_ids' flat.txt)" "$(said flows)"
check "arrows end" "$(grep 'track_event.terminating_flow_ids' flat.txt | cut -d' ' -f3 | sort -u | wc -l)" \
    "$(said flows)"
check "two arrows an exchange" "$(said flows)" 20

requests >requests.txt
check "requests shown, requests logged, times too far apart" "$(compare_log)" "10 10 0"

check "at most five times the size of the trace" \
    "$(($(stat -c %s trace.perfetto-trace) <= 5 * $(cat trace/* | wc -c)))" 1
cp trace.perfetto-trace first
"$takt" convert trace -o second >/dev/null
check "the same again" "$(cmp first second && echo same)" same

(cd trace && "$takt" convert . >../dot.txt)
check "a trace called ." "$(cut -d: -f1 dot.txt | sed 's,.*/,,')" "trace.perfetto-trace"
"$takt" convert trace/ -o third >/dev/null
check "a slash behind the name" "$(cmp first third && echo same)" same

# What is left of a trace is shown, and what is missing is said.
mkdir cut
head -c $(($(stat -c %s trace/stream_0) * 5 / 9)) trace/stream_0 >cut/stream_0
cp trace/metadata cut
"$takt" convert cut >cut.txt
check "a part: status" "$?" 0
check "a part: note" "$(grep -c '^note: the trace is not complete: ' cut.txt)" 1
check "a part: decodes" "$(decode cut.perfetto-trace | grep -c SLICE_END)" \
    "$(sed -n 's/.*"slices": \([0-9]*\).*/\1/p' cut.txt)"

# A failure is one line and status 2, and changes nothing.
fails() { # fails NAME WANTED-LINE ARGUMENT...
    local name=$1 wanted=$2 status

    shift 2
    "$takt" convert "$@" >out.txt 2>err.txt
    status=$?
    check "$name: status" "$status" 2
    check "$name: line" "$(cat err.txt)" "takt convert: $wanted"
    check "$name: output" "$(wc -c <out.txt)" 0
}

fails "no name" "needs one trace, not 0 names; see takt convert --help"
fails "two names" "needs one trace, not 2 names; see takt convert --help" trace first
fails "unknown option" "unknown option -q; see takt convert --help" trace -q
fails "no output name" "option -o needs a value; see takt convert --help" trace -o
fails "empty output name" "-o takes the name of a file" trace -o ""
fails "no such folder" "cannot write none/out: No such file or directory" trace -o none/out
fails "a file as a folder" "cannot write first/out: Not a directory" trace -o first/out
fails "a folder as a file" "cannot write .: it is a directory" trace -o .
fails "into the trace" "trace/metadata would change the trace itself" trace -o trace/metadata
fails "beside its files" "trace/new would change the trace itself" trace -o trace/new
fails "full disk" "/dev/full: cannot write: No space left on device" trace -o /dev/full
# The limit kills the writer only if it does not ignore the signal.
(
    trap '' XFSZ
    ulimit -f 1
    exec "$takt" convert trace -o second
) >/dev/null 2>limit.txt
check "file too large: status" "$?" 2
check "file too large: line" "$(cat limit.txt)" \
    "takt convert: second: cannot write: File too large"
check "the old file is still there" "$(cmp first second && echo same)" same
check "nothing else was left" "$(find . -name '*partial*' | wc -l)" 0

# A trace that was cut between two packets looks whole but for its end.
mkdir short
cp trace/metadata short
for bytes in 0 4096; do
    head -c "$bytes" trace/stream_0 >short/stream_0
    check "cut after $bytes bytes: said" \
        "$("$takt" info short | grep -c '"problem": "the end of the trace is missing')" 1
done
check "uncut: whole" "$("$takt" info trace | grep -c '"partial": false')" 1

echo "$passed passed, $failed failed"
((failed == 0))
