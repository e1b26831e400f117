# expected.awk - what babeltrace2 must print for the mode `events`, from the table of fields.
#
# The sets of values are those of simple.c. Of texts only the last set is of letters; babeltrace2
# 2.0.4 shows an empty text as the one before, so that the others' texts are left out here.

function word(name, set) {
    return substr(name, 1, 1) == "a" ? a[set] : b[set]
}

function value(kind, set,    whole) {
    if (kind == "t8") {
        return set == 5 ? "\"abcdefgh\"" : "-"
    }
    if (kind == "t4") {
        return set == 5 ? "\"efgh\"" : "-"
    }
    if (kind == "sb") {
        return sprintf("%.0f", b[set] >= 2147483648 ? b[set] - 4294967296 : b[set])
    }
    whole = word(kind, set)
    if (kind ~ /0$/) {
        whole = whole % 65536
    } else if (kind ~ /1$/) {
        whole = int(whole / 65536)
    }
    return sprintf("%.0f", whole)
}

BEGIN {
    split("0 65535 32768 32767 1", thread, " ")
    split("0 4294967295 2147516415 65538 1684234849", a, " ")
    split("0 4294967295 2147450880 2147483648 1751606885", b, " ")
}

/^[a-z]/ {
    count++
    line[count] = $0
}

END {
    for (set = 1; set <= 5; set++) {
        for (i = 1; i <= count; i++) {
            fields = split(line[i], parts, " ")
            text = parts[1] ": { cpu_id = 0, reserved = 0 }, { thread = " thread[set] " }, {"
            for (f = 2; f <= fields; f++) {
                split(parts[f], pair, "=")
                text = text (f > 2 ? ", " : " ") pair[1] " = " value(pair[2], set)
            }
            print text " }"
        }
    }
}
