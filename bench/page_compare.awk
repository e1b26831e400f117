# compare.awk - the page of limits and the same page as it is measured: the words must be equal, and
# the figures to one. A window is the difference of two readings of a clock that counts 1.6 times an
# instruction, so that its length depends by one on where between two counts it begins.
#
# With -v loose=1 the page is of another compiler: a figure may be lower, and a quarter higher.
# Formulas are not compared then, as what they say of 10 and 100 is.
#
# Prints what differs; exit status 1 if anything does.

function words_of(line) {
    gsub(/[0-9]+(\.[0-9]+)?/, "#", line)
    gsub(/\*\*/, "", line)
    return line
}

function agrees(written, found) {
    return loose ? found <= written * 1.25 + 1 : written - found <= 1 && found - written <= 1
}

# In a table, each figure of one line and its pair in the other.
function figures_agree(written, found, own, others, count, i) {
    if (written !~ /^\|/) {
        return written == found
    }
    if (loose) {
        gsub(/[^|]* N[^|]*/, "", written)
        gsub(/[^|]* N[^|]*/, "", found)
    }
    count = figures_of(written, own)
    figures_of(found, others)
    for (i = 1; i <= count; i++) {
        if (!agrees(own[i], others[i])) {
            return 0
        }
    }
    return 1
}

function figures_of(line, figures, count) {
    gsub(/[^0-9.]+/, " ", line)
    count = split(line, figures, " ")
    return count
}

FNR == NR { page[FNR] = $0; lines = FNR; next }

{
    if (words_of(page[FNR]) != words_of($0) || !figures_agree(page[FNR], $0)) {
        differs[++different] = "line " FNR ", written:  " page[FNR] "\nline " FNR ", measured: " $0
    }
    measured = FNR
}

# With another number of lines all that follow differ: the first one tells enough.
END {
    if (measured != lines) {
        print lines " lines are written, " measured + 0 " measured"
    }
    for (i = 1; i <= different && (i == 1 || measured == lines); i++) {
        print differs[i]
    }
    exit different > 0 || measured != lines
}
