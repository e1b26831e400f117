# summary.awk - what ctest --verbose wrote, as a line per test program; and the sum in a file.
#
# A program that ends with "N passed, N failed" counts as N tests; one that does not (it has
# crashed, or is not ours) counts as one. One that fails without saying so counts as a failure.

/^[0-9]+: / {
    number = $1 + 0
    line = $0
    sub(/^[0-9]+: /, "", line)
    if (line ~ /^[0-9]+ passed, [0-9]+ failed$/) {
        split(line, words, " ")
        said[number] = 1
        passed[number] = words[1]
        failed[number] = words[3]
    }
    if (line ~ /^FAILED /) {
        failures[number] = failures[number] "    " line "\n"
    }
    output[number] = output[number] "    " line "\n"
    lines[number]++
    next
}

# "1/9 Test #1: name ......   Passed    0.05 sec"; ***Failed, ***Timeout, ***Exception otherwise.
/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
    number = $0
    sub(/^.*Test +#/, "", number)
    number += 0
    name[number] = $0
    sub(/^.*#[0-9]+: /, "", name[number])
    sub(/ .*/, "", name[number])
    good[number] = / Passed /
    seconds[number] = $(NF - 1)
    if (number > last) {
        last = number
    }
}

function last_lines(text, count,    all, total, result, i) {
    total = split(text, all, "\n")
    for (i = total > count ? total - count : 1; i <= total; i++) {
        result = result all[i] "\n"
    }
    return result
}

function finish_one(number) {
    if (!said[number]) {
        passed[number] = good[number] ? 1 : 0
        failed[number] = 1 - passed[number]
    } else if (!good[number] && failed[number] == 0) {
        failed[number] = 1
    }
    printf "%s %s: %d passed, %d failed (%s s)\n", preset, name[number], passed[number],
        failed[number], seconds[number]
    if (failed[number] > 0) {
        printf "%s", failures[number] != "" ? failures[number] : last_lines(output[number], 30)
    }
    all_passed += passed[number]
    all_failed += failed[number]
}

END {
    for (number = 1; number <= last; number++) {
        if (number in name) {
            finish_one(number)
        }
    }
    if (last == 0) {
        print preset ": no test ran"
        all_failed = 1
    }
    print all_passed + 0, all_failed + 0 > counts
}
