"""damage.py - damages the stopped image's structures, one at a time, and looks at what `takt` says."""

import gdb

# Where neither board has memory; the address sanitizer has much.
NOWHERE = next(address for address in (0xF8000000, 0x1000) if read(address, 16) is None)


def names():
    print("  ".join(thread.name for thread in Snapshot().threads))


def doing(name):
    now = Snapshot()
    print(now.doing(find_thread(now, name)))


def number(place):
    return int(gdb.parse_and_eval(f"(unsigned long) {place}"))


def look(title, function):
    print("== " + title)
    complaints.clear()
    try:
        function()
    except gdb.GdbError as error:
        print(error)


def damage(title, place, value, function):
    before = number(place)
    gdb.execute(f"set var {place} = {value}")
    look(title, function)
    gdb.execute(f"set var {place} = {before}")


damage("an entry that does not point back", "threads[HIGH].registry_node.previous", 0, names)
damage("an entry where there is no memory", "threads[MIDDLE].registry_node.next", NOWHERE, names)
damage("a circle that leaves the head out", "threads[HIGH].registry_node.next",
       number("&threads[MIDDLE].registry_node"), names)
damage("a name from nowhere", "threads[MIDDLE].name", NOWHERE, names)
damage("a name of no letters", "threads[MIDDLE].name", "(char *) stacks[LOW]", names)
damage("a state that there is not", "threads[HIGH].state", 77, lambda: doing("high"))
damage("a wait that is none", "threads[HIGH].waiting_on", NOWHERE, lambda: doing("high"))
damage("an owner that is no thread", "outer.wait.owner", NOWHERE, lambda: doing("high"))
damage("servers that are lost", "busy.senders.servers.next", number("&threads[LOW].node"),
       lambda: doing("queued"))
damage("a stack of no size", "threads[HIGH].stack_bytes", 0,
       lambda: print(stack_use(find_thread(Snapshot(), "high"))))
damage("two of a name", "threads[MIDDLE].name", "threads[HIGH].name",
       lambda: show_backtrace("high"))
look("no such thread", lambda: show_backtrace("nobody"))
damage("the list of threads is none", "kernel.threads.next", NOWHERE, show_threads)
damage("chains are shown as far as they can be read", "threads[LOW].waiting_on", NOWHERE,
       lambda: Chains().show(find_thread(Snapshot(), "high"), []))
damage("objects that are no list", "kernel.objects.next", number("&outer.wait.registry_node"), show_objects)


# Not damaged, but seldom met: a timeout that stands before its place.
def until(name):
    now = Snapshot()
    thread = find_thread(now, name)
    print(str(number("threads[TAKER].timeout.goal")) in now.doing(thread),
          str(int(thread.value["timeout"]["when"])) in now.doing(thread))


number_of_when = number("threads[TAKER].timeout.when")
gdb.execute(f"set var threads[TAKER].timeout.goal = {number_of_when + 77}")
look("a limit in its place, whose goal is of no matter", lambda: until("taker"))
damage("a limit on its way, which shows its goal", "threads[TAKER].timeout.early", 1, lambda: until("taker"))
look("after all that it is whole again", names)
