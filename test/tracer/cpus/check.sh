#!/usr/bin/env bash
# check.sh BUILD [RUNNER...] - traces of two CPUs, read with babeltrace2 and with takt.
set -uo pipefail

build=$(cd "$1" && pwd)
shift
runner=("$@")
suffix=${runner[0]:+.elf}
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/../../checks.sh" tracer_cpus

rm -rf "$build/traces_made_cpus"
mkdir -p "$build/traces_made_cpus"
cd "$build/traces_made_cpus" || exit 2

make() {
    mkdir "$2"
    "${runner[@]}" "$build/traces_cpus2$suffix" "$1" "$2" >output.txt 2>&1 || cat output.txt
    babeltrace2 --clock-cycles --no-delta "$2" >"$2.txt" 2>"$2.err" || echo "babeltrace2 failed" >>"$2.err"
}

same() {
    [[ $1 == "$2" ]] || { echo "\"$1\", not \"$2\""; return 1; }
}

silent() {
    cat "$1.err"
    [[ -s $1.txt && ! -s $1.err ]]
}

has_streams() {
    same "$(cd "$1" && echo *)" "metadata stream_0 stream_1"
}

# thread_id TRACE NAME
thread_id() {
    sed -n "s/^.* thread_name: .*{ thread = \([0-9]*\) }, { text = \"$2\" }$/\1/p" "$1.txt" | head -n 1
}

# Who runs on which CPU is told by name, once for each.
snapshot_tells_who_runs() {
    same "$(sed '/snapshot_end/q' "$1.txt" | grep -c ' thread_switch: ')" 0 &&
        same "$(sed '/snapshot_end/q' "$1.txt" | sed -n 's/.* thread_runs: .*{ cpu = \([0-9]*\),.*/\1/p' | xargs)" "0 1" &&
        sed '/snapshot_end/q' "$1.txt" | grep -q "thread_runs: .*{ thread = $(thread_id "$1" control) }, { cpu = 0, priority = 20 }"
}

move_is_told() {
    same "$(sed -n 's/.* thread_move: .*{ thread = \([0-9]*\) }, { cpu = \([0-9]*\),.*/\1 \2/p' "$1.txt")" \
        "$(thread_id "$1" wanderer) 0"
}

# The holder gets control's priority from another CPU, and gives it back.
priority_goes_across() {
    same "$(sed -n "s/.* thread_priority: .*{ thread = $(thread_id "$1" holder) }, { priority = \([0-9]*\),.*reason = \([0-9]*\) }/\1 \2/p" "$1.txt" | xargs)" \
        "5 0 20 1 5 0"
}

# Times strictly grow where the CPU changes: the order of all records is certain.
order_is_certain() {
    grep -v ' lost: ' "$1.txt" | grep -oE '^\[[0-9]+\].*cpu_id = [0-9]+' |
        sed -E 's/^\[0*([0-9]+)\].*cpu_id = ([0-9]+)/\1 \2/' |
        awk '$2 != cpu && NR > 1 && $1 <= time { print "at " $1 " on both CPUs"; wrong = 1 }
            { time = $1; cpu = $2; seen[cpu] = 1 }
            END { exit wrong || !(0 in seen) || !(1 in seen) }'
}

# takt finds nothing to repair, and all three requests.
takt_understands() {
    same "$("$takt" info "$1" | jq -c '[.cpus, .partial, .lost_records, .repaired_states, .exchanges, .trustworthy_exchanges]')" \
        "[2,false,0,0,3,3]"
}

# verdict STATUS WORD ARGUMENT...
verdict() {
    local status=0 json

    json=$("$takt" analyze --json "${@:3}") || status=$?
    same "$status $(jq -r '.quiet.verdict // .[0].quiet.verdict' <<<"$json")" "$1 $2" || { echo "$json"; return 1; }
}

woken_by_a_kick() {
    { "$takt" analyze "$1" --quiet 1 --from 3 --to 4 || true; } | grep -qE '^  kick \(run\) +1 +first at .* us in handlers$'
}

refused() {
    local text status=0

    text=$("$takt" analyze "$@" 2>&1) || status=$?
    same "$status $(wc -l <<<"$text")" "2 1" || { echo "$text"; return 1; }
}

# Records of CPU 1 are missing, and of no other.
loss_is_on_cpu_1() {
    same "$("$takt" info "$1" | jq -c '[.partial, .repaired_states, ([.losses[].cpu] | unique)]')" "[false,0,[1]]" &&
        (($("$takt" info "$1" | jq .lost_records) > 0))
}

each_cpu_is_told() {
    same "$("$takt" analyze "$1" | grep -cE '^CPU [01]: in use ')" 2
}

# One entry with its reasons for each kick of the trace, on either CPU.
perfetto_shows_kicks() {
    "$takt" convert "$1" -o "$1.pftrace" >/dev/null &&
        same "$(grep -aoF 'kick (run)' "$1.pftrace" | wc -l)" \
            "$(grep -c 'irq_enter: .*{ irq = 65534, kicks = 1 }' "$1.txt")"
}

make story story
check "streams" has_streams story
check "story_without_warning" silent story
check "snapshot_tells_who_runs" snapshot_tells_who_runs story
check "move_is_told" move_is_told story
check "priority_goes_across" priority_goes_across story
check "order_is_certain" order_is_certain story
make full full
make newest newest
for seed in 1 2 3 4 5 6; do
    if [[ ${#runner[@]} == 0 ]]; then
        TAKT_TURNS=$seed make story "turns$seed"
        check "turns_${seed}_without_warning" silent "turns$seed"
        check "turns_${seed}_order_is_certain" order_is_certain "turns$seed"
        check "turns_${seed}_snapshot" snapshot_tells_who_runs "turns$seed"
    fi
done

for takt in "$build/takt" "$build/../host/takt" "$build/../takt"; do
    if [[ -x $takt ]]; then
        for trace in story turns?; do
            [[ -d $trace ]] && check "takt_understands_$trace" takt_understands "$trace"
        done
        check "loss_of_a_full_cpu" loss_is_on_cpu_1 full
        check "loss_of_a_cpu_that_keeps_the_newest" loss_is_on_cpu_1 newest
        check "each_cpu_is_told" each_cpu_is_told story
        check "perfetto_shows_kicks" perfetto_shows_kicks story
        check "quiet_is_quiet" verdict 0 quiet story --quiet 1 --from 1 --to 2
        check "woken_is_interrupted" verdict 1 interrupted story --quiet 1 --from 3 --to 4
        check "woken_by_a_kick" woken_by_a_kick story
        check "whole_trace_is_interrupted" verdict 1 interrupted story --quiet 1
        check "cannot_tell_after_a_loss" verdict 1 "cannot tell" full --quiet 1 --from 1 --to 2
        check "loss_on_another_cpu_is_no_matter" verdict 0 quiet full --quiet 0 --from 1 --to 2
        check "loss_before_is_no_matter" verdict 0 quiet newest --quiet 1 --from 1 --to 2
        cp -r story without
        rm without/stream_1
        check "cannot_tell_without_the_stream" verdict 1 "cannot tell" without --quiet 1
        check "no_such_cpu" refused story --quiet 2
        check "no_such_mark" refused story --quiet 1 --from 99
        check "window_of_no_kind" refused story --quiet 1 --from 1h
        break
    fi
done
for compare in "$build/ctf_compare" "$build/../host/ctf_compare"; do
    if [[ -x $compare ]]; then
        for trace in story full newest; do
            check "every_field_of_${trace}_is_read_the_same" "$compare" "$trace"
        done
        break
    fi
done

echo "$passed passed, $failed failed"
((failed == 0))
