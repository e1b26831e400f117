# table.awk - Thread-Metric's figures in words. Reads peers.txt, then what measure prints.

BEGIN {
    title["bare"] = "bare: no checks, trace, statistics, slices and guard; -O2"
    title["bare_small"] = "bare, -Os"
    title["bare_1ms"] = "bare, -O2, a tick of 1 ms"
    title["full"] = "full: with all of that, no trace is recorded; -O2"
}

/^#/ || NF == 0 { next }

FILENAME ~ /peers/ {
    instructions["bare", $1] = $2
    instructions["bare_small", $1] = $6
    cycles["bare", $1] = $4
    whose["bare", $1] = $3
    whose["bare_small", $1] = $7
    whose_cycles["bare", $1] = $5
    next
}

$1 != configuration {
    configuration = $1
    printf "\n== %s\n%-21s %12s %11s %8s %10s %9s %6s\n", title[$1], "test", "instructions", \
        "exceptions", "cycles", "iterations", "max_delta", "errors"
}

# "behind" or "ahead", and counts it.
function place(what, figure, best) {
    compared[what]++
    ahead[what] += figure < best
    return figure < best ? "" : "behind "
}

{
    line = sprintf("%-21s %12s %11s %8s %10s %9s %6s %s", $2, $3, $4, $5, $6, $7, $8, $9)
    if (($1, $2) in instructions) {
        best = instructions[$1, $2]
        line = line "  " place($1 ", instructions", $3, best) "best of others " best " " whose[$1, $2]
    }
    if (($1, $2) in cycles && $5 != "-") {
        best = cycles[$1, $2]
        line = line "; " place($1 ", cycles", $5, best) best " " whose_cycles[$1, $2]
    }
    print line
    failed += $9 != "PASS"
    rows++
    figure[$1, $2] = $3
}

function tell(what) {
    if (what in compared) {
        printf "%s: ahead of the best of others in %d of %d\n", what, ahead[what], compared[what]
    }
}

END {
    print ""
    tell("bare, instructions")
    tell("bare, cycles")
    tell("bare_small, instructions")
    slow = figure["bare_1ms", "preemptive"]
    fast = figure["bare", "preemptive"]
    if (fast > 0 && slow > 0) {
        printf "a tick of 1 ms instead of 10 costs %.2f %% of preemptive throughput\n", \
            100 * (1 - fast / slow)
    }
    printf "%d passed, %d failed\n", rows - failed, failed
    exit failed > 0
}
