# compare.awk - what is otherwise than in the results that were kept: reads those, then rows as they
# are measured now. A row is known by its first two fields; the line of the kept file that begins
# with "# configuration" names them all. Exit status 1 if something is otherwise.
#
#     -v columns="a b"   only these are compared
#     -v within=F        figures are equal if they differ by no more than F times the kept one
#     -v loose=1         for another compiler: of figures only what is more than a quarter above
#
# "-" stands for what was not measured.

BEGIN {
    restricted = split(columns, names, " ")
    for (i in names) {
        compared[names[i]] = 1
    }
}

/^# configuration/ && NR == FNR {
    sub(/^# /, "")
    for (i = 1; i <= NF; i++) {
        title[i] = $i
    }
    next
}

/^#/ || NF == 0 { next }

NR == FNR {
    kept[$1, $2] = $0
    next
}

function is_figure(text) {
    return text ~ /^[0-9.]+$/
}

function near(before, now) {
    return loose && now <= before * 1.25 \
        || now - before <= before * within && before - now <= before * within
}

function otherwise(column, before, now) {
    if (before == now || restricted && !(title[column] in compared)) {
        return
    }
    if (is_figure(before) + is_figure(now) == 1 && (before == "-" || now == "-")) {
        return
    }
    if (is_figure(before) && is_figure(now) && near(before + 0, now + 0)) {
        return
    }
    printf "%s %s: %s %s, was %s\n", $1, $2, title[column], now, before
    changed++
}

{
    if (!(($1, $2) in kept)) {
        printf "%s %s: is new\n", $1, $2
        changed++
        next
    }
    split(kept[$1, $2], was)
    for (i = 3; i <= NF; i++) {
        otherwise(i, was[i], $i)
    }
    seen[$1, $2] = 1
}

END {
    for (row in kept) {
        if (!(row in seen)) {
            split(row, name, SUBSEP)
            printf "%s %s: is missing\n", name[1], name[2]
            changed++
        }
    }
    exit changed > 0
}
