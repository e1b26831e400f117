# rows.awk - lines of results.txt: reads a row of each run, with 0, 1, 10 and 100 bystanders, side by
# side as net.awk prints them. A call grows if it takes one instruction more or less with any of
# these than alone.

BEGIN { FS = "|" }

function differs(figure) {
    return figure - $2 >= 1 || $2 - figure >= 1
}

{
    if ($7 != $1 || $13 != $1 || $19 != $1) {
        print "rows of different calls: " $0 >"/dev/stderr"
        exit 1
    }
    printf "%s | %-50s | %4.0f | %4.2f | %4s | %4.0f | %4.0f | %4.0f | %-3s | %3s | %s\n", \
        configuration, $1, $2, $3, $4, $8, $14, $20, \
        differs($8) || differs($14) || differs($20) ? "yes" : "no", $5, $6
}
