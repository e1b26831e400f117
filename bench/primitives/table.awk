# table.awk - the figures of both configurations side by side, and whether a call grows. Reads rows as
# `all` prints them. Exit status 1 if one does, or if there
# are none.

BEGIN {
    FS = " *[|] *"
    printf "%-50s %14s %10s %6s %11s %10s %6s %5s  %s\n", "call", "bare: instr.", "exceptions", \
        "cycles", "full: instr.", "exceptions", "cycles", "aim", "best of others"
}

$1 == "bare" { bare[$2] = sprintf("%14s %10s %6s", $3, $4, $5) }

$1 == "full" {
    printf "%-50s %s %11s %10s %6s %5s  %s\n", $2, bare[$2], $3, $4, $5, $10, $11
}

$9 != "no" {
    print $1 ", " $2 ": takes " $3 " alone, " $6 ", " $7 " and " $8 " among others"
    grown++
}

END {
    if (NR > 0 && !grown) {
        print "with 1, 10 and 100 more threads that are ready, and as many that wait: the same"
    }
    exit NR == 0 || grown > 0
}
