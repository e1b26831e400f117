# legal.awk - is this history of threads and interrupts one that can have happened?
#
# Reads what babeltrace2 prints with --clock-cycles --no-delta. Interrupts of one CPU do not nest
# here; switches happen outside of them, from who runs to the most urgent who is ready.

function field(name,    at, rest) {
    at = index($0, " " name " = ")
    rest = substr($0, at + length(name) + 4)
    return at == 0 ? "none" : rest + 0
}

function wrong(text) {
    if (errors < 10) {
        print "line " NR ": " text ": " $0
    }
    errors++
}

function check_most_urgent(thread,    other) {
    for (other in state) {
        if (state[other] == 0 && !idle[other] && priority[other] > priority[thread]) {
            wrong("thread " other " is ready and more urgent")
        }
    }
}

function switched(thread) {
    if (running != "" && field("previous") != running) {
        wrong(running " was running")
    }
    if (running != "" && thread == running) {
        wrong("a switch to who runs")
    }
    if (in_irq != "") {
        wrong("a switch inside interrupt " in_irq)
    }
    if (state[thread] != 0) {
        wrong("the thread is not ready")
    }
    if (field("priority") != priority[thread]) {
        wrong("the priority was " priority[thread])
    }
    check_most_urgent(thread)
    running = thread
    switches++
}

function changed(thread, to, cause) {
    if (cause != 6 && to == 0 && state[thread] == 0) {
        wrong("a thread becomes ready that is")
    }
    if (to > 1 && in_irq != "") {
        wrong("a thread blocks inside interrupt " in_irq)
    }
    if (cause != 6 && to > 1 && thread != running && !(state[thread] == 3 && to == 5)) {
        wrong("a thread blocks that does not run")
    }
    state[thread] = to
    states++
}

{
    time = substr($1, 2) + 0
    if (time < last) {
        wrong("time goes back")
    }
    last = time
    name = substr($2, 1, length($2) - 1)
    thread = field("thread")
    if (name != "thread_create" && thread != 0 && !(thread in state)) {
        wrong("an unknown thread")
    }
}

name == "thread_create" {
    if (thread in state) {
        wrong("the thread exists")
    }
    state[thread] = 9
    priority[thread] = field("priority")
    idle[thread] = field("idle")
}
name == "thread_state" { changed(thread, field("state"), field("cause")) }
name == "thread_priority" { priority[thread] = field("priority") }
name == "thread_switch" { switched(thread) }
name == "thread_exit" {
    if (thread != running) {
        wrong("a thread ends that does not run")
    }
    state[thread] = 9
    exits++
}
name == "irq_enter" {
    if (in_irq != "") {
        wrong("inside interrupt " in_irq)
    }
    if (thread != running) {
        wrong(running " is interrupted")
    }
    in_irq = field("irq")
    irqs++
}
name == "irq_exit" {
    if (in_irq != field("irq")) {
        wrong("the interrupt that ends is not " in_irq)
    }
    in_irq = ""
}

END {
    if (switches < 5000 || irqs < 2000 || states < 5000 || exits < 50) {
        print "too little happened: " switches + 0 " switches, " irqs + 0 " interrupts, " \
            states + 0 " states, " exits + 0 " exits"
        errors++
    }
    exit errors > 0
}
