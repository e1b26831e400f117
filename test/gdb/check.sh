#!/usr/bin/env bash
# check.sh BOARD IMAGE - what the debugger tells of the image `held_up`, stopped where its threads
# hold each other up, and of the same with damaged structures: against expected.txt and damaged.txt.
# Instants and the use of stacks differ with the machine: they read T, and N of M; the use of stacks
# is compared with what the kernel says. Addresses read A. Of backtraces only the image's own
# functions are compared.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

board=$1
image=$2
passed=0
failed=0
go="continue"
[[ $board != host ]] || go="run"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# gdb on the image at the place, with these commands; what it prints from there on. What the image
# prints comes when it likes, and on the host from gdb's own output: it is left in two files.
debug() {
    local commands=() command
    for command in "$@"; do
        commands+=(-ex "$command")
    done
    timeout 120 "$here/../../tools/gdb/debug" "$board" "$image" -- -batch \
        -ex 'break everybody_waits' -ex "$go" -ex 'echo \n== here\n' "${commands[@]}" \
        2>&1 >"$work/output" </dev/null | cat >"$work/console"
    sed -e '1,/^== here$/d' -e '/^went on$/d' "$work/output"
}

title() {
    printf '%s' "echo == $1\\n"
}

# compare NAME FILE TEXT
compare() {
    if diff "$2" - <<<"$3" >&2; then
        echo "ok gdb $1"
        passed=$((passed + 1))
    else
        echo "FAILED gdb $1"
        failed=$((failed + 1))
    fi
}

# Of backtraces the functions of the image's own; none of the debugger's chatter.
own_frames() {
    sed -E -e 's,^#[0-9]+ +(0x[0-9a-f]+ in )?([a-z_0-9]+) \(.*/test/gdb/main\.c:[0-9]+$,\2,' |
        grep -vE '^#|^\[Inferior|^$'
}

neutral() {
    sed -E -e 's/until [0-9]+/until T/' -e 's/ [0-9]+ of [0-9]+ +/ N of M  /' -e 's/  stack +state/  stack   state/' \
        -e 's/0x[0-9a-f]+/A/g'
}

# What docs/debugging.md shows of the three tables.
documented() {
    sed -nE '/^    \(gdb\) takt (threads|waits|objects)$/,/^$/p' "$here/../../docs/debugging.md" |
        sed -E -e '/^$/d' -e 's/^    //' -e 's/^\(gdb\) takt /== /' | neutral
}

commands=()
for word in threads waits objects 'bt high' 'bt server' 'bt worker' 'bt 13' 'bt watcher'; do
    commands+=("$(title "$word")" "takt $word")
done

# The processor must be as it was, also for the program.
same="python print('same' if registers() == before else 'changed')"
define='python registers = lambda: gdb.execute("info registers", to_string=True)'
used='python print([stack_use(thread).split()[0] == str(int(gdb.parse_and_eval(f"stack_used[{place}]")))'
used+=' for place, thread in enumerate(Snapshot().threads[1:-1])])'
commands+=("$(title 'the registers are as before')" "$same" "$(title 'the stacks are used as the kernel says')"
    "$used" continue)

compare all "$here/expected.txt" \
    "$(debug "$define" 'python before = registers()' "${commands[@]}" | own_frames | neutral)"
compare goes_on <(echo "went on") "$(grep -hx 'went on' "$work/output" "$work/console")"
compare damaged "$here/damaged.txt" \
    "$(debug "source $here/damage.py" kill | own_frames | neutral)"
compare docs <(sed '/^== bt/,$d' "$here/expected.txt") "$(documented)"
echo "$passed passed, $failed failed"
((failed == 0))
