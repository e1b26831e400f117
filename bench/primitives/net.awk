# net.awk - what each call took by itself: reads the image's lines, each with the plugin's counts
# (instructions, cycles, exceptions) behind it. The image's first two rows tell what an interval and
# a round of a loop are (a whole number, the loop's beginning apart), which is taken off. Prints
# name, instructions, exceptions, cycles, how many bystanders, aim, best of others. Fails where the clock, by which the image has counted, says another number of
# instructions.
#
# An interrupt that comes by itself, into a loop of many rounds, may come behind a branch, whose
# cycles the model then misses: these are left out.

BEGIN { FS = "|" }

{
    split($9, counted, " ")
}

# What is left of one of the counts, for each time.
function net(i) {
    return (counted[i] - $4 * interval[i] - $5 * round[i]) / $3
}

$1 == "an interval" {
    for (i = 1; i <= 3; i++) {
        interval[i] = counted[i] / $4
    }
    next
}

$1 == "a loop" {
    for (i = 1; i <= 3; i++) {
        round[i] = int(net(i) + 0.5)
    }
    next
}

{
    instructions = net(1)
    if (instructions - $2 >= 1 || $2 - instructions >= 1) {
        print $1 ": " $2 " instructions by the clock, " instructions " counted" >"/dev/stderr"
        disagree = 1
    }
    printf "%s|%.2f|%.2f|%s|%s|%s|%s\n", $1, instructions, net(3), \
        (($5 > $3) ? "-" : sprintf("%.0f", net(2))), $6, $7, $8
}

END { exit disagree }
