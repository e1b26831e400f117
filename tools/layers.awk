# layers.awk - compares includes with the table of layers. Reads lines "table ROOM SEES...",
# "file PATH" and "include PATH:LINE:#include ...", in this order.

function folder_of(path) {
    return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : ""
}

function name_of(path) {
    sub(/^.*\//, "", path)
    return path
}

# The longest folder of the table that holds the path; "" if none does.
function room_of(path,    folder) {
    for (folder = folder_of(path); folder != ""; folder = folder_of(folder)) {
        if (folder in sees) {
            return folder
        }
    }
    return ""
}

function complain(text) {
    print path ":" line ": " text
    problems++
}

function may_see(room, target, header,    words, count, i) {
    if (room == target) {
        return 1
    }
    count = split(sees[room], words, " ")
    for (i = 1; i <= count; i++) {
        if (words[i] == "*" || words[i] == target || words[i] == target ":" header ||
            (words[i] ~ /\/\*$/ && folder_of(target) == folder_of(words[i]))) {
            return 1
        }
    }
    return 0
}

# Where a plainly named header lies: beside its user, under include/, else where its name is. Users
# outside the tree find lib's headers among the public ones.
function find_header(header, user,    beside) {
    beside = folder_of(user) "/" header
    if (beside in exists) {
        return beside
    }
    if (("include/" header) in exists) {
        return "include/" header
    }
    if (header ~ /^takt\// && ("lib/" name_of(header)) in exists) {
        return "lib/" name_of(header)
    }
    return header in place ? place[header] : ""
}

function check_ours(header,    found, target) {
    found = find_header(header, path)
    target = room_of(found)
    if (found == "") {
        complain("\"" header "\" is in no room")
    } else if (!may_see(room, target, name_of(header))) {
        complain(room " may not include " target " (" header ")")
    }
}

# On the target the compiler's own headers, and the declarations of the four functions (memcpy and
# so on) that it calls by itself.
function check_system(header) {
    if (header ~ /^(stdint|stddef|stdbool|stdarg|stdalign|stdnoreturn|limits|float|string)\.h$/) {
        return
    }
    if (" " sees[room] " " !~ / (libc|\*) /) {
        complain(room " may not include the C library (" header ")")
    }
}

$1 == "table" && $2 ~ /^[a-z]/ {
    sees[$2] = ""
    for (i = 3; i <= NF; i++) {
        sees[$2] = sees[$2] " " $i
    }
}

$1 == "file" {
    path = $2
    line = 1
    exists[path] = 1
    if (path ~ /\.proto$/) {
        name = name_of(path)
        sub(/\.proto$/, ".pb-c.h", name)
        place[name] = path
    }
    # Public headers are named with their folder (takt/wait.h); others by their name alone.
    if (path ~ /\.h$/ && path !~ /^include\//) {
        name = name_of(path)
        if (name in place && name !~ /^(port_inline|board_here|board_irqs)\.h$/) {
            complain("the name " name " is already that of " place[name])
        }
        place[name] = path
    }
}

$1 == "include" {
    rest = substr($0, 9)
    path = substr(rest, 1, index(rest, ":") - 1)
    rest = substr(rest, index(rest, ":") + 1)
    line = substr(rest, 1, index(rest, ":") - 1)
    room = room_of(path)
    if (room == "") {
        complain("the file is in no room of tools/layers.txt")
        next
    }
    if (match(rest, /"[^"]*"/)) {
        check_ours(substr(rest, RSTART + 1, RLENGTH - 2))
        includes++
    } else if (match(rest, /<[^>]*>/)) {
        check_system(substr(rest, RSTART + 1, RLENGTH - 2))
        includes++
    } else if (path !~ /^test\//) {
        complain("an include that cannot be read")
    }
}

END {
    print includes + 0 " includes"
    exit problems > 0
}
