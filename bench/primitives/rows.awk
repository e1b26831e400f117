# rows.awk - lines of results.txt: reads a row of each run, with 0, 1, 10 and 100 bystanders, side by
# side as net.awk prints them. A call grows if it takes one instruction more or less with any of
# these than alone.

BEGIN { FS = "|" }

function differs(figure) {
    return figure - $2 >= 1 || $2 - figure >= 1
}

{
    if ($8 != $1 || $15 != $1 || $22 != $1 || $5 " " $12 " " $19 " " $26 != "0 1 10 100") {
        print "rows of different calls, or other bystanders: " $0 >"/dev/stderr"
        exit 1
    }
    printf "%s | %-50s | %4.0f | %4.2f | %4s | %4.0f | %4.0f | %4.0f | %-3s | %3s | %s\n", \
        configuration, $1, $2, $3, $4, $9, $16, $23, \
        differs($9) || differs($16) || differs($23) ? "yes" : "no", $6, $7
}
