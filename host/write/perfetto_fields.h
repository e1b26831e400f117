/* perfetto_fields.h - the documented field numbers of the messages that we write, and no others.
 *
 * Each enum is one message of Perfetto's trace format, named before the first underscore.
 */
#pragma once

enum trace_field { TRACE_PACKET = 1 };

enum packet_field {
    PACKET_FTRACE_EVENTS = 1,
    PACKET_CLOCK_SNAPSHOT = 6,
    PACKET_TIMESTAMP = 8,
    PACKET_SEQUENCE_ID = 10,
    PACKET_TRACK_EVENT = 11,
    PACKET_INTERNED_DATA = 12,
    PACKET_SEQUENCE_FLAGS = 13,
    PACKET_PREVIOUS_DROPPED = 42,
    PACKET_SYSTEM_INFO = 45,
    PACKET_TIMESTAMP_CLOCK = 58,
    PACKET_DEFAULTS = 59,
    PACKET_TRACK_DESCRIPTOR = 60,
    PACKET_FIRST_ON_SEQUENCE = 87,
    PACKET_TRACE_ATTRIBUTES = 126
};

enum { FLAG_STATE_CLEARED = 1, FLAG_NEEDS_STATE = 2 };

/* Clocks 64 to 127 belong to a sequence. */
enum { VIEWER_MONOTONIC = 3, VIEWER_BOOTTIME = 6, OWN_INCREMENTAL = 64 };

enum clock_snapshot_field { SNAPSHOT_CLOCKS = 1, SNAPSHOT_PRIMARY = 2 };

enum clock_field { CLOCK_ID = 1, CLOCK_TIMESTAMP = 2, CLOCK_IS_INCREMENTAL = 3 };

enum system_info_field { SYSTEM_UTSNAME = 1 };

enum utsname_field {
    UTSNAME_SYSNAME = 1,
    UTSNAME_VERSION = 2,
    UTSNAME_RELEASE = 3,
    UTSNAME_MACHINE = 4
};

enum attributes_field { ATTRIBUTES_ATTRIBUTE = 1 };

enum attribute_field { ATTRIBUTE_KEY = 1, ATTRIBUTE_NUMBER = 2, ATTRIBUTE_TEXT = 3 };

enum descriptor_field {
    DESCRIPTOR_UUID = 1,
    DESCRIPTOR_NAME = 2,
    DESCRIPTOR_PROCESS = 3,
    DESCRIPTOR_THREAD = 4,
    DESCRIPTOR_PARENT = 5,
    DESCRIPTOR_COUNTER = 8,
    DESCRIPTOR_RANK = 12,
    DESCRIPTOR_DESCRIPTION = 14,
    DESCRIPTOR_MERGING = 15,
    DESCRIPTOR_PROCESS_ORDER = 19,
    DESCRIPTOR_THREAD_ORDER = 20
};

enum { MERGING_NONE = 2, ORDER_EXPLICIT = 1 };

enum process_field { PROCESS_PID = 1, PROCESS_NAME = 6 };

enum thread_field { THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5 };

enum counter_field { COUNTER_UNIT_NAME = 6, COUNTER_Y_AXIS = 7 };

enum track_event_field {
    TRACK_EVENT_ANNOTATIONS = 4,
    TRACK_EVENT_TYPE = 9,
    TRACK_EVENT_NAME_IID = 10,
    TRACK_EVENT_TRACK = 11,
    TRACK_EVENT_NAME = 23,
    TRACK_EVENT_COUNTER = 30,
    TRACK_EVENT_FLOWS = 47,
    TRACK_EVENT_ENDING_FLOWS = 48,
    TRACK_EVENT_CORRELATION = 52
};

enum { TYPE_BEGIN = 1, TYPE_END = 2, TYPE_INSTANT = 3, TYPE_COUNTER = 4 };

enum annotation_field {
    ANNOTATION_NAME_IID = 1,
    ANNOTATION_NUMBER = 3,
    ANNOTATION_SIGNED = 4,
    ANNOTATION_DOUBLE = 5,
    ANNOTATION_NAME = 10,
    ANNOTATION_TEXT_IID = 17
};

enum interned_field {
    INTERNED_EVENT_NAMES = 2,
    INTERNED_ANNOTATION_NAMES = 3,
    INTERNED_KERNEL_SYMBOLS = 26,
    INTERNED_ANNOTATION_TEXTS = 29
};

enum { INTERNED_IID = 1, INTERNED_TEXT = 2 };

enum bundle_field { BUNDLE_CPU = 1, BUNDLE_EVENT = 2, BUNDLE_SCHED = 4 };

enum ftrace_field {
    FTRACE_TIMESTAMP = 1,
    FTRACE_PID = 2,
    FTRACE_BLOCKED_REASON = 18,
    FTRACE_IRQ_ENTRY = 36,
    FTRACE_IRQ_EXIT = 37
};

enum { BLOCKED_PID = 1, BLOCKED_CALLER = 2 };
enum { IRQ_NUMBER = 1, IRQ_NAME = 2, IRQ_RESULT = 2 };

enum sched_field {
    SCHED_SWITCH_TIME = 1,
    SCHED_SWITCH_PREVIOUS_STATE = 2,
    SCHED_SWITCH_NEXT_PID = 3,
    SCHED_SWITCH_NEXT_PRIORITY = 4,
    SCHED_NAMES = 5,
    SCHED_SWITCH_NEXT_NAME = 6,
    SCHED_WAKING_TIME = 7,
    SCHED_WAKING_PID = 8,
    SCHED_WAKING_CPU = 9,
    SCHED_WAKING_PRIORITY = 10,
    SCHED_WAKING_NAME = 11,
    SCHED_WAKING_FLAGS = 12
};

/* Linux's letters for what a thread that leaves the CPU does next. */
enum linux_state {
    LINUX_RUNNABLE = 0,     /* R */
    LINUX_SLEEPING = 1,     /* S */
    LINUX_STOPPED = 4,      /* T */
    LINUX_DEAD = 0x10,      /* X */
    LINUX_PREEMPTED = 0x800 /* R+, where the system is not Linux */
};

enum { WAKING_BY_INTERRUPT = 8 };
