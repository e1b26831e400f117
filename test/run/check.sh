#!/usr/bin/env bash
# check.sh BUILD BOARD [TAKT] - `takt run` from outside, with the images `shell` and `mumble` of a
# build for a board. Without TAKT, the command, it is built first.
set -uo pipefail

build=$(cd "$1" && pwd)
board=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
ending=.elf
[[ $board != host ]] || ending=
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/../checks.sh" run
folder=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT

if (($# < 3)); then
    takt=$build/command/takt
    if ! { cmake -S "$root" -B "$build/command" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DTAKT_SANITIZE=ON &&
        cmake --build "$build/command" --target takt; } >"$build/command.txt" 2>&1; then
        echo "FAILED run takt_builds: see $build/command.txt"
        echo "0 passed, 1 failed"
        exit 1
    fi
else
    takt=$(cd "$(dirname "$3")" && pwd)/takt
fi
# As ./run build leaves them, below a directory that nothing else is in.
cd "$folder" || exit 1
mkdir -p "build/$board"
ln -s "$build/shell$ending" "$build/mumble$ending" "build/$board/"

# run STATUS WORD...: takt run, which must end with that status; what it says is in out and err.
run() {
    local wanted=$1 status
    shift

    timeout 60 "$takt" run "$@" >out 2>err
    status=$?
    sed -i 's/\r//g' out
    [[ $status == "$wanted" ]] || { echo "status $status, not $wanted: $(tail -n 3 out err)"; return 1; }
}

commands() {
    local status=$1
    shift
    run "$status" shell --board "$board" "${@/#/--command=}"
}

says() {
    [[ $(<out) == "$1" ]] || { echo "said: $(<out)"; return 1; }
}

complains() {
    [[ $(<err) == "takt run: $1" ]] || { echo "complained: $(<err)"; return 1; }
}

# refuses NAME LINE WORD...: status 2, one line, and nothing else.
refuses() {
    local name=$1 line=$2
    shift 2
    check "refuses_$name" refused "$line" "$@"
}

refused() {
    local line=$1
    shift
    run 2 "$@" </dev/null && says '' && complains "$line"
}

# Images and emulators that run in this test's directory.
running() {
    local process
    for process in /proc/[0-9]*; do
        if [[ $(readlink "$process/cwd") == "$folder"* && $(readlink "$process/exe") =~ /(qemu-system-arm|mumble|shell)$ ]]; then
            echo "${process#/proc/}"
        fi
    done
}

nothing_is_left() {
    local left
    left=$(running)
    [[ -z $left ]] || { echo "left: $left"; return 1; }
}

# Commands.

one_after_the_other() {
    commands 0 'sleep 1' status 'sleep 2' &&
        says $'shell on '"$board"$'\ntakt> sleep 1\ntakt> status\nstatus 0\ntakt> sleep 2' && complains_not
}

complains_not() {
    [[ ! -s err ]] || { cat err; return 1; }
}

first_failure_ends_it() {
    commands 2 'sleep 1' nonsense 'sleep 2' &&
        says $'shell on '"$board"$'\ntakt> sleep 1\ntakt> nonsense\nnonsense: no such command; help lists them' &&
        complains_not && nothing_is_left
}

command_may_end_the_image() {
    commands 0 'sleep 1' exit && grep -qx 'exit 0' out && complains_not
}

command_must_not_end_it_before_others() {
    commands 2 exit 'sleep 1' && complains 'it ended in the command "exit"'
}

# What was measured is complete, though nobody has said how long to wait.
end_is_waited_for() {
    commands 0 'zyclictest start -i 1000 -l 200' wait 'zyclictest stop -q' && grep -qE '^Count' out
}

# The same command gives the same to the last digit: what is measured does not depend on when the
# command was typed.
same_again() {
    local measure=('zyclictest start -i 400 -l 500 -p 31' wait 'zyclictest stop')
    commands 0 "${measure[@]}" && cp out first && commands 0 "${measure[@]}" && cmp first out && grep -qE '^Histogram' out
}

time_runs_out_in_a_command() {
    [[ $board != host ]] || return 0 # there an hour is over at once
    run 124 shell --board "$board" --command 'threadmetric message -t 3600000' --timeout 2 &&
        complains 'after 2 s the command "threadmetric message -t 3600000" had not ended' && nothing_is_left
}

image_without_a_shell() {
    run 2 mumble --board "$board" --command version -- well && complains 'it ended before there was a prompt of a shell' &&
        run 124 mumble --board "$board" --command version --timeout 1 -- never &&
        complains 'after 1 s there was no prompt of a shell' && nothing_is_left
}

# Only the shell's last words are kept back, no other line that begins as they do.
list_is_whole() {
    commands 0 help && grep -q '^exit  *wait for' out && grep -q '^zyclictest ' out && ! grep -q '^exit 0' out
}

# As many as there may be, each as long as a line.
many_and_long() {
    local -a words=()

    for ((i = 0; i < 256; i++)); do
        words+=("$(printf 'sleep %-115s' 0)")
    done
    commands 0 "${words[@]}" && [[ $(grep -c '^takt> sleep 0' out) == 256 ]]
}

check list_is_whole list_is_whole
check many_and_long many_and_long
check one_after_the_other one_after_the_other
check first_failure_ends_it first_failure_ends_it
check command_may_end_the_image command_may_end_the_image
check command_must_not_end_it_before_others command_must_not_end_it_before_others
check end_is_waited_for end_is_waited_for
check same_again same_again
check time_runs_out_in_a_command time_runs_out_in_a_command
check image_without_a_shell image_without_a_shell

# Images.

status_is_the_image_s() {
    run 0 mumble --board "$board" -- well </dev/null && run 7 mumble --board "$board" -- otherwise </dev/null &&
        run 7 "build/$board/mumble$ending" --board "$board" -- otherwise </dev/null && complains_not &&
        cd "build/$board" && run 7 "mumble$ending" --board "$board" -- otherwise </dev/null
}

input_is_typed() {
    run 2 shell --board "$board" < <(printf 'sleep 1\nnonsense') && grep -qx 'nonsense: no such command; help lists them' out &&
        grep -qx 'exit 2' out && complains_not
}

time_runs_out() {
    run 124 mumble --board "$board" --timeout 1 -- never </dev/null && says begun &&
        complains 'after 1 s it had not ended' && nothing_is_left
}

crash_is_told() {
    if [[ $board == host ]]; then
        run 2 mumble --board host -- crash </dev/null && grep -qx 'takt run: it ended by signal 4, Illegal instruction' err
    else
        run 70 mumble --board "$board" -- crash </dev/null && grep -q '^takt: usage fault at .* in thread mumble$' out
    fi
}

flood_is_shown() {
    run 0 mumble --board "$board" -- flood </dev/null && [[ $(sort out | uniq -c) == *" 20000 what nobody"* && $(wc -l <out) == 20000 ]]
}

garbage_is_shown() {
    run 0 mumble --board "$board" -- garbage </dev/null && [[ $(tail -n 1 out) == 'end of it' ]] &&
        grep -qxF '~file ../x' out && [[ $(grep -acE '^~{5000}$' out) == 1 ]] &&
        run 0 mumble --board "$board" --save none -- garbage </dev/null
    [[ $(tail -n 1 out) == 'end of it' ]] && grep -qxF '~file ../x' out && [[ $(grep -acE '^~{5000}$' out) == 1 && ! -e none ]]
}

# With commands control characters are not passed on; what looks like a prompt is taken for one.
garbage_harms_no_command() {
    run 2 mumble --board "$board" --command x -- garbage && [[ $(tail -n 1 out) == 'end of it' ]] &&
        complains 'it ended in the command "x"' && ! grep -q $'\x1b' out
}

reader_may_go() {
    "$takt" run mumble --board "$board" -- flood </dev/null 2>err | head -n 1 >/dev/null
    [[ ${PIPESTATUS[0]} == 2 ]] && complains 'cannot write the result: Broken pipe' && nothing_is_left
}

# It ends in time, though nobody reads.
reader_may_stand_still() {
    local start=$SECONDS status took
    {
        "$takt" run mumble --board "$board" --timeout 2 -- flood </dev/null 2>err
        echo "$? $((SECONDS - start))" >stopped
    } | { sleep 8; cat; } >/dev/null
    read -r status took <stopped
    [[ $status == 124 ]] && ((took < 8)) && complains 'after 2 s it had not ended' && nothing_is_left
}

# Let an image run on in process `pid`.
begin_never() {
    "$takt" run mumble --board "$board" -- never </dev/null >out 2>err &
    pid=$!
    for ((i = 0; i < 100; i++)); do
        grep -q begun out && [[ -n $(running) ]] && return 0
        sleep 0.1
    done
    echo "it did not begin"
    return 1
}

# Also the one that cannot be caught.
signals_end_both() {
    local signal pid status

    for signal in TERM:143 HUP:129 KILL:137; do
        begin_never || return 1
        kill -s "${signal%:*}" "$pid"
        wait "$pid" 2>/dev/null
        status=$?
        [[ $status == "${signal#*:}" ]] || { echo "${signal%:*}: status $status"; return 1; }
        sleep 0.3
        nothing_is_left || return 1
    done
}

check status_is_the_image_s status_is_the_image_s
check input_is_typed input_is_typed
check time_runs_out time_runs_out
check crash_is_told crash_is_told
check flood_is_shown flood_is_shown
check garbage_is_shown garbage_is_shown
check garbage_harms_no_command garbage_harms_no_command
check reader_may_go reader_may_go
check reader_may_stand_still reader_may_stand_still
check signals_end_both signals_end_both

# A terminal.

at_a_terminal() {
    script -qec "stty -g; $takt run shell --board $board; echo status \$?; stty -g" /dev/null | tr -d '\r'
}

# shows TEXT LAST: that is in `typed`; the last line is this, and the terminal is as it was before.
shows() {
    if ! grep -q "$1" typed || ! grep -qx "$2" typed || [[ $(head -n 1 typed) != $(tail -n 1 typed) ]]; then
        echo "shown: $(<typed)"
        return 1
    fi
}

keys_are_typed() {
    { sleep 1; printf 'sleep 1\r'; sleep 1; printf 'nonsense\rexit\r'; sleep 1; } | at_a_terminal >typed 2>&1
    shows 'nonsense: no such command' 'status 2'
}

key_leaves() {
    { sleep 1; printf 'sleep 1\r\003'; sleep 1; printf '\035'; sleep 0.5; } | at_a_terminal >typed
    shows '\^C' 'status 0' && nothing_is_left
}

check keys_are_typed keys_are_typed
check key_leaves key_leaves

# Traces.

is_a_trace() {
    "$takt" info "$1" >facts || return 1
    jq -e '.partial == false and .duration_us >= 20000 and .threads == 2' facts >told || head facts
    [[ $(<told) == true ]]
}

trace_is_written() {
    mkdir written
    commands 0 'trace start' 'sleep 20' 'trace stop' 'trace dump written' && grep -qx 'written: written' out && is_a_trace written
}

trace_is_saved() {
    run 0 shell --board "$board" --command 'trace start' --command 'sleep 20' --command 'trace stop' \
        --command 'trace dump' --save saved && [[ $(tail -n 1 out) == 'saved: saved' ]] && ! grep -q '^~' out && is_a_trace saved
}

typed_trace_is_saved() {
    run 0 shell --board "$board" --save typed_trace < <(printf '%s\n' 'trace start' 'sleep 20' 'trace stop' 'trace dump') &&
        grep -qx 'saved: typed_trace' out && ! grep -q '^~' out && is_a_trace typed_trace
}

other_lines_are_shown() {
    mkdir empty
    run 0 mumble --board "$board" --save empty -- trace </dev/null && says $'shown before\nshown between\nsaved: empty\nshown after' &&
        [[ $(<empty/stream_0) == 123456789 ]]
}

# spoilt WORD LINE: nothing is left, and it is told.
spoilt() {
    run 2 mumble --board "$board" --save spoilt -- "$1" </dev/null && complains "$2" && ! grep -q '^~' out &&
        [[ -z $(find . .. -maxdepth 1 -name '*spoilt*' -o -maxdepth 1 -name '*escaped*') ]]
}

check trace_is_written trace_is_written
check trace_is_saved trace_is_saved
check typed_trace_is_saved typed_trace_is_saved
check other_lines_are_shown other_lines_are_shown
check damaged_trace_is_not_saved spoilt damaged 'stream_0 was damaged on its way: its name, length or check sum is not what was sent'
check unfinished_trace_is_not_saved spoilt unfinished 'no trace was saved: the end of it has not come'
check escape_is_not_saved spoilt escape 'the trace was damaged on its way: a file begins that cannot'
check no_trace_is_told spoilt well 'no trace was saved: none has come; trace dump prints one'

# A serial port, behind which QEMU is.

serve() {
    qemu-system-arm -M mps2-an385 -icount shift=6,align=off,sleep=off -semihosting-config enable=off \
        -kernel "$build/shell.elf" -display none -audiodev none,id=none -monitor none -serial pty >served 2>&1 &
    server=$!
    for ((i = 0; i < 100; i++)); do
        port=$(grep -o '/dev/pts/[0-9]*' served) && return 0
        sleep 0.1
    done
    echo "FAILED run serial: no port: $(<served)"
    failed=$((failed + 1))
    return 1
}

at_port() {
    local status=$1
    shift
    run "$status" --serial "$port" --baud 57600 "$@"
}

port_runs_commands() {
    at_port 0 --command 'sleep 1' --command status && says $'takt> sleep 1\ntakt> status\nstatus 0' && complains_not
}

port_stays() {
    at_port 2 --command 'nonsense' --command 'sleep 1' && ! grep -q sleep out &&
        at_port 0 < <(printf 'sleep 1\n\nstatus\n') && says $'takt> sleep 1\ntakt> status\nstatus 0'
}

# Somebody has left half a line there.
port_forgets_half_lines() {
    printf 'nonse' >"$port"
    at_port 0 --command 'sleep 1' && [[ $(tail -n 1 out) == 'takt> sleep 1' ]]
}

port_gives_a_trace() {
    at_port 0 --command 'trace start' --command 'sleep 20' --command 'trace stop' --command 'trace dump' --save from_port &&
        is_a_trace from_port
}

port_waits_at_the_end() {
    at_port 0 --command 'zyclictest start -l 100' && at_port 0 --command 'zyclictest stop -q' && grep -qE '^Count' out
}

port_may_go() {
    { sleep 2; kill "$server"; } &
    at_port 2 --command 'threadmetric message -t 3600000' && complains 'the serial port has gone'
}

if [[ $board == mps2_an385 ]] && serve; then
    check port_runs_commands port_runs_commands
    check port_stays port_stays
    check port_forgets_half_lines port_forgets_half_lines
    check port_gives_a_trace port_gives_a_trace
    check port_waits_at_the_end port_waits_at_the_end
    check port_may_go port_may_go
    server=
fi

# What is wrong.

refuses no_image 'needs one image, not 0 names; words for the image come after --' --board "$board"
refuses two_images 'needs one image, not 2 names; words for the image come after --' shell version --board "$board"
refuses no_board 'needs --board, or --serial; see takt run --help' shell
boards='de10_nano, host, mps2_an385, mps2_an386, mps2_an500, nucleo_f103rb, stm32vldiscovery, vexpress_a9'
refuses boards_that_are_not "there is no board 'x'; Takt has $boards" shell --board x
refuses boards_without_emulator 'QEMU has no board nucleo_f103rb: flash the image, and --serial speaks with it' shell --board nucleo_f103rb
refuses images_that_are_not "no image none: neither it nor build/$board/none$ending is a file here; ./run build makes the latter" none --board "$board"
refuses paths_that_are_not './none: there is no such file' ./none --board "$board"
refuses directories './build: there is no such file' ./build --board "$board"
echo text >text
chmod +x text
refuses what_is_no_image './text is no image: not an ELF file' text --board "$board"
refuses empty_commands "--command takes 1 to 127 characters, not ' '" shell --board "$board" --command ' '
refuses long_commands "--command takes 1 to 127 characters, not '$(printf 'x%.0s' {1..128})'" shell --board "$board" --command "$(printf 'x%.0s' {1..128})"
refuses two_commands_in_one "--command takes one command, without ';', not 'a; b'" shell --board "$board" --command 'a; b'
refuses commands_of_two_lines "--command takes one line, without control characters, not 'a?b'" shell --board "$board" --command $'a\nb'
refuses times_that_are_none "--timeout takes whole seconds from 1 to 1000000, not '0'" shell --board "$board" --timeout 0
refuses times_with_units "--timeout takes whole seconds from 1 to 1000000, not '5s'" shell --board "$board" --timeout 5s
refuses missing_values 'option --timeout needs a value; see takt run --help' shell --board "$board" --timeout
refuses unknown_options 'option --frob is not known, not clear, or takes no value; see takt run --help' shell --board "$board" --frob
refuses rates_that_are_none "--baud takes a rate from 1200 to 4000000 that ports have, as 115200, not '12'" --serial /dev/null --baud 12
refuses rates_without_a_port '--baud belongs to --serial' shell --board "$board" --baud 9600
refuses ports_that_are_not '/dev/none: No such file or directory' --serial /dev/none --command x
refuses files_as_ports '/dev/null is not a serial port' --serial /dev/null --command x
refuses images_at_ports '--serial speaks with an image that runs already: no IMAGE, --board or words for it' shell --serial /dev/null
refuses ports_without_work 'nothing to do: neither --command nor a line of input' --serial /dev/null
refuses directories_that_are_full 'build is there already, and is not an empty directory' shell --board "$board" --save build
refuses directories_that_cannot_be 'cannot write none/deep: No such file or directory' shell --board "$board" --save none/deep

wrong_processor() {
    if [[ $board == host ]]; then
        run 2 "build/host/shell" --board mps2_an385 </dev/null && complains 'build/host/shell is not for board mps2_an385: not for an ARM processor'
    else
        run 2 "build/$board/shell.elf" --board host </dev/null && says '' &&
            complains "build/$board/shell.elf cannot be started: Exec format error"
    fi
}

missing_program() {
    cp "$build/shell$ending" arm.elf
    printf '\x28\x00' | dd of=arm.elf bs=1 seek=18 conv=notrunc status=none
    timeout 20 env PATH=/nowhere "$takt" run arm.elf --board mps2_an385 </dev/null >out 2>err
    [[ $? == 2 ]] && complains "there is no program qemu-system-arm; Debian's package qemu-system-arm has it"
}

check refuses_another_processor_s wrong_processor
check tells_what_is_missing missing_program
check leaves_nothing nothing_is_left

echo "$passed passed, $failed failed"
((failed == 0))
