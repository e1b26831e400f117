#!/usr/bin/env bash
# loop.sh COMMAND... - the image `loop`: the control loop misses nothing while it is measured, and who
# is measured beside it sees what the loop's design says. COMMAND is what runs the image.
set -uo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/session.sh"

# measured PRIORITY LEAST MOST: the worst latency of a thread, in ns, lies between these. 1700 us and
# the loop's 2000 us meet in every phase of 100 us.
measured() {
    local worst

    type_in 0 "zyclictest start -i 1700 -l 600 -p $1 ; wait ; zyclictest stop -q ; loop ; exit" </dev/null || return 1
    says 'zyclictest: all 600 cycles .*' 'Errors: +0 +0' \
        '[1-9][0-9]* samples, 0 lost; [1-9][0-9]* outputs, 0 late, worst [0-9]+ us; [1-9][0-9]* plans' || return 1
    worst=$(awk '$1 == "Max-Latency:" { sub(/\./, "", $3); print $3 + 0 }' "$scratch/said")
    ((worst >= $2 && worst <= $3)) || { echo "worst latency $worst ns, not between $2 and $3"; return 1; }
}

# Nobody is more urgent; drive's and control's work is, 200 and 120 us, and so may be the planner's,
# 300 us, while control waits for its mutex.
verdict most_urgent_thread_waits_for_nobody "$(measured 31 0 100000 && echo ok)"
verdict thread_below_the_loop_waits_for_it "$(measured 11 320000 800000 && echo ok)"
verdict thread_below_control_waits_for_it "$(measured 16 120000 600000 && echo ok)"

session loop_takes_no_words 2 'loop x\nexit\n' 'loop: takes no words, not "x"' 'exit 2'

echo "$passed passed, $failed failed"
((failed == 0))
