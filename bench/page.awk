# page.awk - a table of docs/limits.md from what an image prints. mode: flat, growing, calls,
# records.
#
# Names have a fixed width, since they hold blanks; figures stand behind them.

BEGIN {
    width["flat"] = width["growing"] = 42
    width["calls"] = 53
    width["records"] = 45
    title("flat", "call|N = 1|10|100")
    title("growing", "call|longest window|N = 1|10|100")
    title("calls", "call|bare|full|aim|best of others")
    title("records", "call|instructions")
}

function title(of, words) {
    if (of != mode) {
        return
    }
    gsub(/\|/, " | ", words)
    print "| " words " |"
    gsub(/[^|]+/, "---", words)
    print "|" words "|"
}

# A whole number where it nearly is one.
function short(number) {
    return sprintf(number - int(number) > 0.1 && number - int(number) < 0.9 ? "%.1f" : "%.0f", number)
}

# The straight line through what was measured at 10 and at 100, the parabola through all three.
function formula(growth, at1, at10, at100, slope, bend) {
    slope = (at100 - at10) / 90
    if (growth == "linear") {
        return sprintf("%.0f", at10 - 10 * slope) " + " short(slope) " N"
    }
    bend = (slope - (at10 - at1) / 9) / 99
    slope = (at10 - at1) / 9 - 11 * bend
    return sprintf("%.0f", at1 - slope - bend) " + " short(slope) " N + " short(bend) " N²"
}

FNR == 1 { next }

{
    name = substr($0, 1, width[mode])
    sub(/ +$/, "", name)
    split(substr($0, width[mode] + 1), figure, " ")
    growth = figure[4]
}

mode == "flat" && growth == "once" { print "| " name " | " figure[1] " | | |" }
mode == "flat" && (growth == "flat" || growth == "steps") {
    print "| " name " | " figure[1] " | " figure[2] " | " figure[3] " |"
}
mode == "growing" && (growth == "linear" || growth == "square") {
    print "| " name " | " formula(growth, figure[1], figure[2], figure[3]) " | " figure[1] " | " \
        figure[2] " | " figure[3] " |"
}
mode == "calls" {
    bare = figure[3] != "-" && figure[1] > figure[3] + 0 ? "**" figure[1] "**" : figure[1]
    others = figure[4] == "-" ? "" : figure[4] " " figure[5]
    print "| " name " | " bare " | " figure[2] " | " (figure[3] == "-" ? "" : figure[3]) " | " \
        others " |"
}
mode == "records" { print "| " name " | " figure[1] " |" }
