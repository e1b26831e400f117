# page.awk - a table of docs/limits.md from what an image prints, or, mode calls, from rows of
# bench/primitives. mode: flat, growing, calls, records.
#
# In what images print names have a fixed width, since they hold blanks; figures stand behind them.

BEGIN {
    width["flat"] = width["growing"] = 42
    width["records"] = 45
    title("flat", "call|N = 1|10|100")
    title("growing", "call|longest window|N = 1|10|100")
    title("calls", "call|bare|among 200 others|exceptions|cycles|full|aim|best of others")
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

function present(text) {
    return text == "-" ? "" : text
}

# All of the bare rows come before the full ones.
mode == "calls" {
    split($0, cell, / *[|] */)
    if (cell[1] == "bare") {
        figures = cell[10] != "-" && cell[3] > cell[10] + 0 ? "**" cell[3] "**" : cell[3]
        bare[cell[2]] = figures " | " cell[8] " | " cell[4] + 0 " | " present(cell[5])
    } else {
        print "| " cell[2] " | " bare[cell[2]] " | " cell[3] " | " present(cell[10]) " | " \
            present(cell[11]) " |"
    }
    next
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
mode == "records" { print "| " name " | " figure[1] " |" }
