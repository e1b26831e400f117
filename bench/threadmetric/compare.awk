# compare.awk - what is otherwise than in the results that were kept: reads those, then what measure
# prints. Of each test instructions, exceptions, cycles and the verdict. Exit status 1 if something
# is. With loose=1, for another compiler, only what is more than a quarter above, and verdicts.

/^#/ || NF == 0 { next }

NR == FNR {
    kept[$1, $2] = $0
    next
}

function otherwise(what, before, now) {
    if (before == now || before == "-" || now == "-") {
        return
    }
    if (loose && what != "verdict" && now <= before * 1.25) {
        return
    }
    printf "%s %s: %s %s, was %s\n", $1, $2, what, now, before
    changed++
}

{
    if (!(($1, $2) in kept)) {
        printf "%s %s: is new\n", $1, $2
        changed++
        next
    }
    split(kept[$1, $2], was)
    otherwise("instructions", was[3], $3)
    otherwise("exceptions", was[4], $4)
    otherwise("cycles", was[5], $5)
    otherwise("verdict", was[9], $9)
    seen[$1, $2] = 1
}

END {
    for (row in kept) {
        if (!(row in seen)) {
            split(row, names, SUBSEP)
            printf "%s %s: is missing\n", names[1], names[2]
            changed++
        }
    }
    exit changed > 0
}
