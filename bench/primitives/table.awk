# table.awk - the figures of both configurations side by side, how they stand beside aims and others,
# and whether a call grows. Reads rows as `all` prints them. Exit status 1 if one grows, or if there
# are no rows.

BEGIN {
    FS = " *[|] *"
    printf "%-50s %14s %10s %6s %11s %10s %6s %5s  %s\n", "call", "bare: instr.", "exceptions", \
        "cycles", "full: instr.", "exceptions", "cycles", "aim", "best of others"
}

$1 == "bare" {
    bare[$2] = sprintf("%14s %10s %6s", $3, $4, $5)
    if ($10 != "-") {
        aims++
        reached += $3 + 0 <= $10 + 0
    }
    if (split($11, other, " ") == 2) {
        others++
        behind += $3 + 0 > other[2] + 0
    }
}

$1 == "full" {
    printf "%-50s %s %11s %10s %6s %5s  %s\n", $2, bare[$2], $3, $4, $5, $10, $11
}

$9 != "no" {
    print $1 ", " $2 ": takes " $3 " alone, " $6 ", " $7 " and " $8 " among others"
    grown++
}

END {
    printf "bare: %d of %d aims reached, in %d of %d calls behind the best of others\n", reached, \
        aims, behind, others
    if (NR > 0 && !grown) {
        print "with 1, 10 and 100 more threads that are ready, and as many that wait: the same"
    }
    exit NR == 0 || grown > 0
}
