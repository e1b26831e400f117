"""takt.py - what gdb can tell of Takt's threads: `takt threads`, `waits`, `objects`, `bt`.

    (gdb) source tools/gdb/takt.py

Everything is read from the stopped target through the debug information, by the names that the
kernel's own sources use; no offset is known here. Whatever went wrong may have gone wrong in the
kernel's structures too, so nothing that is read is trusted: a list is followed only as long as each
node points back to the one before, and what cannot be read is said and left out.
"""

import re

import gdb

LIST_MAX = 1000  # nodes; a list that is longer is damaged
NAME_BYTES = 23
STACK_FILL = 0xC5  # kernel/core/stack.h fills a stack with this byte

# How a state reads. Others read "waits for" and the enumerator's own name.
WORDS = {
    "SLEEP": "sleeps",
    "SEND": "SEND-blocked on",
    "RECEIVE": "RECEIVE-blocked on",
    "REPLY": "REPLY-blocked on",
    "MUTEX": "waits for mutex",
    "QUEUE_SEND": "waits for room in queue",
    "QUEUE_RECEIVE": "waits for an item of queue",
    "POOL": "waits for a block of pool",
    "JOIN": "waits for the end of",
}


complaints = set()


def complain(text):
    """Say what is damaged, once in a command."""
    if text not in complaints:
        complaints.add(text)
        print("takt: " + text)


def kernel():
    symbol = gdb.lookup_global_symbol("kernel")
    if symbol is None:
        raise gdb.GdbError("takt: no symbol `kernel`: is this an image of Takt with debug information?")
    value = symbol.value()
    if int(value["threads"]["next"]) == 0:
        raise gdb.GdbError("takt: the kernel has not started yet")
    return value


def read(address, size):
    """Bytes of the target, or None."""
    try:
        return bytes(gdb.selected_inferior().read_memory(address, size))
    except (gdb.MemoryError, OverflowError):
        return None


def text_at(pointer):
    """A name; what is no printable character, and a name that cannot be read, is a `?`."""
    text = ""
    while len(text) < NAME_BYTES:
        byte = read(int(pointer) + len(text), 1)
        if byte == b"\0":
            return text
        text += chr(byte[0]) if byte and 32 <= byte[0] < 127 else "?"
        if byte is None:
            return text
    return text


def enumerator(enum, value):
    """The name of a value without what all names of its enum begin with; None for no such value."""
    prefixes = {"thread_state": "THREAD_", "trace_thread_state": "TRACE_STATE_"}
    for field in gdb.lookup_type("enum " + enum).fields():
        if field.enumval == int(value):
            return field.name[len(prefixes[enum]):]
    return None


def container(address, struct, member):
    """The structure whose member lies at the address."""
    target = gdb.lookup_type("struct " + struct)
    offset = next(field.bitpos // 8 for field in target.fields() if field.name == member)
    return gdb.Value(address - offset).cast(target.pointer()).dereference()


def walk(head, what, struct, member):
    """The structures of a list, as far as the list is whole."""
    before = head.address
    node = head["next"]
    for _ in range(LIST_MAX):
        if int(node) == int(head.address):
            return
        try:
            back, after = int(node["previous"]), node["next"]
            after.fetch_lazy()
        except gdb.MemoryError:
            complain(f"{what}: broken, it leads to {int(node):#x}, where nothing can be read")
            return
        if back != int(before):
            complain(f"{what}: broken, {int(node):#x} does not point back to {int(before):#x}")
            return
        yield container(int(node), struct, member)
        before, node = node, after
    complain(f"{what}: broken, more than {LIST_MAX} entries")


def due(timeout):
    """When a timeout ends; on the way to its place it stands at an earlier instant."""
    return int(timeout["goal" if int(timeout["early"]) else "when"])


class Thread:
    """A thread's record. The value must be in readable memory."""

    def __init__(self, value):
        value.fetch_lazy()
        self.value = value
        self.address = int(value.address)
        self.name = text_at(value["name"])
        self.id = int(value["id"])
        self.priority = int(value["priority"])
        self.base = int(value["base"])
        self.state = enumerator("thread_state", value["state"])
        self.suspended = int(value["ties"]["each"]["suspended"])
        self.limited = int(value["ties"]["each"]["limited"]) != 0

    def label(self):
        return f"{self.name} ({self.priority})"

    def wait(self):
        """The wait that the thread is in, or None."""
        if self.state != "BLOCKED":
            return None
        try:
            wait = self.value["waiting_on"].dereference()
            wait.fetch_lazy()
            return wait
        except gdb.MemoryError:
            complain(f"{self.name} waits at {int(self.value['waiting_on']):#x}, where nothing can be read")
            return None

    def waits_for(self):
        """What kind of wait it is in: an enumerator of trace_thread_state, or None."""
        wait = self.wait()
        try:
            return wait and enumerator("trace_thread_state", wait["kind"]["state"])
        except gdb.MemoryError:
            complain(f"{self.name} waits for something of no kind")
            return None


class Snapshot:
    """All threads and objects at one stop."""

    def __init__(self):
        image = kernel()
        self.threads = [Thread(value) for value in
                        walk(image["threads"], "list of threads", "takt_thread", "registry_node")]
        self.objects = list(walk(image["objects"], "list of objects", "takt_wait", "registry_node"))
        self.by_address = {thread.address: thread for thread in self.threads}
        low, high = image["cpus"].type.range()
        self.running = {int(image["cpus"][cpu]["current"]) for cpu in range(low, high + 1)}

    def known(self, pointer, whose):
        """The listed thread at the address; none for NULL."""
        thread = self.by_address.get(int(pointer))
        if thread is None and int(pointer) != 0:
            complain(f"{whose}: {int(pointer):#x} is no thread that is listed")
        return [thread] if thread else []

    def servers(self, wait, whose):
        listed = walk(wait["servers"], f"servers of {whose}", "takt_thread", "serve_node")
        return [found for value in listed for found in self.known(value.address, whose)]

    def holders(self, thread):
        """The threads of which one can end this one's wait."""
        wait, kind = thread.wait(), thread.waits_for()
        if kind is None:
            return []
        if kind == "JOIN":
            return self.known(container(int(wait.address), "takt_thread", "joiners").address,
                              thread.name)
        if kind == "REPLY":
            return self.known(thread.value["server"], thread.name)
        return (self.known(wait["owner"], f"owner of what {thread.name} waits for") +
                self.servers(wait, f"what {thread.name} waits for"))

    def object_name(self, number):
        return next((text_at(wait["name"]) for wait in self.objects if int(wait["id"]) == number),
                    None)

    def waiting(self, thread):
        """What a blocked thread waits for, in words."""
        kind = thread.waits_for()
        if kind is None:
            return "blocked"
        words = WORDS.get(kind, "waits for " + kind.lower())
        name = None if kind in ("JOIN", "SLEEP") else self.object_name(int(thread.wait()["id"]))
        words += f" `{name}`" if name else ""
        names = ", ".join(holder.name for holder in self.holders(thread))
        if names:
            joints = {"JOIN": " ", "MUTEX": ", held by ", "REPLY": ", asked "}
            words += joints.get(kind, ", served by ") + names
        return words + (f", until {due(thread.value['timeout'])}" if thread.limited else "")

    def doing(self, thread):
        """Where a thread stands, in words."""
        if thread.address in self.running:
            return "running"
        if thread.state == "BLOCKED":
            words = self.waiting(thread)
            return words + (", suspended" if thread.suspended else "")
        if thread.state is None:
            return f"in no state there is ({int(thread.value['state'])})"
        return thread.state.lower()


def stack_use(thread):
    """Bytes from the high end down to the lowest that was ever written. A stack is what is aligned
    of its memory; the lowest piece of the running thread's may be a guard that nobody can read."""
    size = int(thread.value["stack_bytes"])
    align = int(gdb.parse_and_eval("(unsigned long) PORT_STACK_ALIGN"))
    low = -(-int(thread.value["stack"]) // align) * align
    high = (int(thread.value["stack"]) + size) // align * align
    if not low < high < low + (1 << 24):
        return "?"
    memory = read(low, high - low) or read(low + align, high - low - align)
    if memory is None:
        return "?"
    return f"{len(memory.lstrip(bytes([STACK_FILL])))} of {size}"


def show_table(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def show_threads():
    now = Snapshot()
    rows = [("id", "name", "priority", "base", "stack", "state")]
    for thread in now.threads:
        rows.append((str(thread.id), thread.name, str(thread.priority), str(thread.base),
                     stack_use(thread), now.doing(thread)))
    show_table(rows)


def object_kind(wait):
    """What an object is: the file of the function that describes it is called so."""
    try:
        place = gdb.find_pc_line(int(wait["kind"]["describe"]))
    except gdb.MemoryError:
        return "?"
    return place.symtab.filename.split("/")[-1].split(".")[0] if place.symtab else "?"


def show_objects():
    now = Snapshot()
    rows = [("id", "kind", "name", "held or served by", "waiting")]
    for wait in now.objects:
        name = text_at(wait["name"])
        holders = now.known(wait["owner"], f"owner of {name}") + now.servers(wait, name)
        waiting = [thread for thread in now.threads if thread.waits_for() not in (None, "JOIN", "SLEEP")
                   and int(thread.wait()["id"]) == int(wait["id"])]
        rows.append((str(int(wait["id"])), object_kind(wait), name,
                     ", ".join(thread.name for thread in holders) or "-",
                     ", ".join(f"{thread.name} ({thread.waits_for().lower()})" for thread in waiting)
                     or "-"))
    show_table(rows)


class Chains:
    """Who waits for whom, each thread once."""

    def __init__(self):
        self.now = Snapshot()
        self.holders = {thread.address: self.now.holders(thread) for thread in self.now.threads}
        self.shown = set()

    def show_circle(self, path, first):
        circle = path[path.index(first):]
        names = " -> ".join(thread.name for thread in circle + [first])
        limited = [thread.name for thread in circle if thread.limited]
        several = [thread.name for thread in circle if len(self.holders[thread.address]) > 1]
        if limited:
            end = f"until the time limit of {limited[0]}"
        elif several:
            end = f"unless another serves {several[0]}"
        else:
            end = "for ever"
        print(f"{'  ' * len(path)}deadlock, {end}: {names}")

    def show(self, thread, path):
        """A thread, and below it those who hold it up."""
        again = thread.address in self.shown and self.holders[thread.address]
        print(f"{'  ' * len(path)}{thread.label()}: "
              f"{'as above' if again else self.now.doing(thread)}")
        if again:
            return
        self.shown.add(thread.address)
        path = path + [thread]
        for holder in self.holders[thread.address]:
            if holder in path:
                self.show_circle(path, holder)
            else:
                self.show(holder, path)

    def show_all(self):
        """First the chains with a beginning, then the circles that nobody else waits for."""
        held = {holder.address for holders in self.holders.values() for holder in holders}
        waiting = [thread for thread in self.now.threads if self.holders[thread.address]]
        for thread in ([thread for thread in waiting if thread.address not in held] + waiting):
            if thread.address not in self.shown:
                self.show(thread, [])
        if not waiting:
            print("no thread waits for another")


def words_at(address, count):
    memory = read(address, 4 * count)
    if memory is None:
        raise gdb.GdbError(f"takt: the context at {address:#x} cannot be read")
    return [int.from_bytes(memory[4 * i:4 * i + 4], "little") for i in range(count)]


def address_of(function):
    return int(gdb.parse_and_eval(f"(unsigned long) &{function}")) & ~1


def registers_armv7m(context):
    """port/armv7m/port.c: r3-r11 and the address to go on at; for an interrupted thread that is
    port_resume, and what the processor stacked lies above."""
    saved = words_at(context, 10)
    registers = {f"r{3 + i}": saved[i] for i in range(9)}
    registers.update(pc=saved[9] & ~1, sp=context + 40)
    if registers["pc"] == address_of("port_resume"):
        frame = words_at(context + 40, 8)
        registers.update({f"r{i}": frame[i] for i in range(4)})
        registers.update(r12=frame[4], lr=frame[5], pc=frame[6] & ~1,
                         sp=context + 72 + (4 if frame[7] & 0x200 else 0))
    return registers


def registers_armv7a(context):
    """port/armv7a/port.c: the same, but that floating point registers lie below what an interrupt
    stored, if r3 is not 0."""
    saved = words_at(context, 10)
    registers = {f"r{3 + i}": saved[i] for i in range(9)}
    registers.update(pc=saved[9] & ~1, sp=context + 40)
    if registers["pc"] == address_of("port_resume"):
        at = context + 40 + (192 if saved[0] != 0 else 0)
        frame = words_at(at, 8)
        registers.update({f"r{i}": frame[i] for i in range(4)})
        registers.update(r12=frame[4], lr=frame[5], pc=frame[6] & ~1, sp=at + 32)
    return registers


def registers_host(context):
    """port/host/context.c: a ucontext, whose registers are in the order of Linux on x86-64."""
    target = gdb.lookup_type("struct context").pointer()
    machine = gdb.Value(context).cast(target)["registers"]["uc_mcontext"]
    # glibc's name for them depends on what else a program wants of it.
    saved = machine[next(field for field in machine.type.fields() if "gregs" in field.name)]
    order = {"r12": 4, "r13": 5, "r14": 6, "r15": 7, "rbp": 10, "rbx": 11, "rsp": 15, "rip": 16}
    return {name: int(saved[index]) & (2**64 - 1) for name, index in order.items()}


def saved_registers(thread):
    machine = gdb.selected_inferior().architecture().name()
    context = int(thread.value["context"])
    if machine.startswith("arm"):
        has_map = gdb.lookup_global_symbol("mmu_start") is not None
        return registers_armv7a(context) if has_map else registers_armv7m(context)
    if machine == "i386:x86-64":
        return registers_host(context)
    raise gdb.GdbError(f"takt: contexts of {machine} are not known here")


def load(registers):
    """Put values into the processor's registers, which are those of the newest frame, and that
    changes with each value; returns what was there."""
    gdb.newest_frame().select()
    before = {name: int(gdb.parse_and_eval(f"(unsigned long) ${name}")) for name in registers}
    for name, value in registers.items():
        gdb.newest_frame().select()
        gdb.execute(f"set ${name} = {value:#x}", to_string=True)
    return before


def find_thread(now, argument):
    found = [thread for thread in now.threads if argument in (thread.name, str(thread.id))]
    if len(found) != 1:
        which = "several threads are" if found else "no thread is"
        raise gdb.GdbError(f"takt: {which} called `{argument}`; `takt threads` lists names and ids")
    return found[0]


def backtrace():
    """The frames up to a thread's first function; nobody has called that, which its return address,
    0, says, and gdb has its own thoughts about."""
    for line in gdb.execute("backtrace", to_string=True).splitlines():
        if re.match(r"#\d+ +0x0+ in |Backtrace stopped", line):
            return
        print(line)


def show_backtrace(argument):
    now = Snapshot()
    thread = find_thread(now, argument)
    if thread.address in now.running:
        backtrace()
        return
    registers = saved_registers(thread)
    frame = gdb.selected_frame()
    level = 0
    while frame.newer() is not None:
        frame, level = frame.newer(), level + 1
    before = load(registers)
    try:
        backtrace()
    finally:
        load(before)
        gdb.execute(f"frame {level}", to_string=True)


class Takt(gdb.Command):
    """Takt's threads: `takt threads`, `takt waits`, `takt objects`, `takt bt NAME-OR-ID`."""

    def __init__(self):
        super().__init__("takt", gdb.COMMAND_DATA, prefix=True)

    def invoke(self, argument, from_tty):
        raise gdb.GdbError("usage: takt threads | waits | objects | bt NAME-OR-ID")


class Word(gdb.Command):
    """One word of `takt`."""

    def __init__(self, name, takes, help_text, function):
        self.__doc__ = help_text
        self.takes = takes
        self.function = function
        super().__init__("takt " + name, gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        if (argument != "") != self.takes:
            raise gdb.GdbError("usage: " + self.__doc__.split(":")[0])
        complaints.clear()
        try:
            self.function(*([argument] if self.takes else []))
        except gdb.MemoryError as error:
            raise gdb.GdbError(f"takt: {error}")


Takt()
Word("threads", False, "takt threads: all threads, with what they do and the stack that they have used",
     show_threads)
Word("waits", False, "takt waits: who waits for whom, as chains; deadlocks are named",
     lambda: Chains().show_all())
Word("objects", False, "takt objects: mutexes, channels and so on, who holds them and who waits",
     show_objects)
Word("bt", True, "takt bt NAME-OR-ID: where a thread is that does not run", show_backtrace)
