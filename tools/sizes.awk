# sizes.awk - lengths of functions (from brace to brace, as clang-tidy counts) and of files.

BEGIN {
    FUNCTION_MAX = 60
    MEDIAN_MAX = 15
    TENTH_MAX = 40
    FILE_MAX = 500
    CONDITIONS_PER_THOUSAND = 5
}

FNR == 1 {
    end_file()
    file = FILENAME
}

{
    lines = FNR
}

/^\{$/ {
    begin = FNR
    name = previous
}

/^\}$/ && begin > 0 {
    length_here = FNR - begin
    group = file ~ /^kernel\// ? "kernel" : "others"
    times[group, length_here]++
    count[group]++
    if (length_here > longest[group]) {
        longest[group] = length_here
    }
    if (length_here > FUNCTION_MAX) {
        complain(file ":" begin ": a function of " length_here " lines, over " FUNCTION_MAX ": " name)
    }
    begin = 0
}

/^[ \t]*#[ \t]*(if|ifdef|ifndef|elif)/ && file ~ /^kernel\// {
    conditions++
}

{
    previous = $0
}

function complain(text) {
    print text
    problems++
}

function end_file() {
    if (file == "") {
        return
    }
    if (lines > FILE_MAX) {
        complain(file ": " lines " lines, over " FILE_MAX)
    }
    if (file ~ /^kernel\//) {
        kernel_lines += lines
    }
    file = ""
}

# The length that `share` of the group's functions do not exceed.
function quantile(group, share,    size, sum) {
    for (size = 0; size <= longest[group]; size++) {
        sum += times[group, size]
        if (sum >= share * count[group]) {
            return size
        }
    }
    return 0
}

function check_group(group,    median, tenth) {
    median = quantile(group, 0.5)
    tenth = quantile(group, 0.9)
    result = result group ": " count[group] + 0 " functions, median " median ", nine in ten up to " \
        tenth ", longest " longest[group] + 0 "; "
    if (median > MEDIAN_MAX && group == "kernel") {
        complain(group ": the median function has " median " lines, over " MEDIAN_MAX)
    }
    if (tenth > TENTH_MAX) {
        complain(group ": one function in ten is longer than " tenth " lines, over " TENTH_MAX)
    }
}

END {
    end_file()
    check_group("kernel")
    check_group("others")
    if (conditions * 1000 > CONDITIONS_PER_THOUSAND * kernel_lines) {
        complain("kernel: " conditions " conditions of the preprocessor in " kernel_lines " lines")
    }
    print result "kernel has " conditions + 0 " #if in " kernel_lines + 0 " lines"
    exit problems > 0
}
