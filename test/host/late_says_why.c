/* late_says_why.c - a latency test has found a thread too late: every nanosecond from the instant
 * at which it was to be woken has a reason, and they add up. Microseconds.
 */
#include "harness.h"
#include "story.h"

#include <stdio.h>
#include <string.h>

/* The instant is 100. Thread 2 computes then; interrupt 4 holds the CPU from 103 to 108, and the
 * clock's comes at 108 and wakes thread 1 at 110. Thread 3, more urgent, runs until 150. */
static const char *const lines[] = { "0 thread 1 test/zyclic0 20",
                                     "0 thread 2 app/worker 5",
                                     "0 thread 3 app/control 30",
                                     "0 blocks 1 SLEEP 0",
                                     "0 blocks 3 SLEEP 0",
                                     "0 run 2",
                                     "103 irq 4",
                                     "108 irqend 4",
                                     "108 irq 65535",
                                     "110 ready 1",
                                     "111 ready 3",
                                     "112 irqend 65535",
                                     "112 run 3",
                                     "150 blocks 3 SLEEP 0",
                                     "150 run 1",
                                     "152 late 1 52",
                                     "160 mark 2" };

static const char *late_section(const char *const *told, size_t count,
                                const struct analyze_options *options, bool *finding)
{
    static char text[2048];
    struct picture picture;

    story_tell(&picture, 1000, told, count);
    (void)story_analyze(&picture, options, finding);
    (void)snprintf(text, sizeof text, "%s", story_section(&picture, options, "late"));
    picture_free(&picture);
    return text;
}

TEST(late_names_the_cause_and_adds_up)
{
    const struct analyze_options options = { .top = DEFAULT_TOP };
    bool finding = false;

    CHECK_TEXT(late_section(lines, sizeof lines / sizeof lines[0], &options, &finding),
               "test/zyclic0 late by 52.0 us:\n"
               "  38.0 us READY, CPU held by app/control (prio 30) on CPU 0 (the cause)\n"
               "  5.0 us not woken yet, CPU held by interrupt 4 on CPU 0\n"
               "  3.0 us not woken yet, CPU held by app/worker (prio 5) on CPU 0\n"
               "  2.0 us not woken yet, CPU held by the clock interrupt on CPU 0\n"
               "  2.0 us READY, CPU held by the clock interrupt on CPU 0\n"
               "  2.0 us running\n");
    CHECK(finding);
}

TEST(late_is_of_the_client_that_was_asked_for)
{
    struct analyze_options options = { .top = DEFAULT_TOP, .client = "app/worker" };
    bool finding = true;

    CHECK_TEXT(late_section(lines, sizeof lines / sizeof lines[0], &options, &finding), "");
    CHECK(!finding);
    options.client = "zyclic0";
    CHECK(strstr(late_section(lines, sizeof lines / sizeof lines[0], &options, &finding), "52.0 us")
          != NULL);
}

/* The mark says more than the trace has, or stands alone. */
TEST(late_says_where_the_trace_begins)
{
    static const char *const short_trace[] = { "100 thread 1 test/zyclic0 20", "100 run 1",
                                               "104 late 1 1000" };
    static const char *const mark_alone[] = { "104 late 1 1000" };
    const struct analyze_options options = { .top = DEFAULT_TOP };
    bool finding = false;

    CHECK_TEXT(late_section(short_trace, 3, &options, &finding),
               "test/zyclic0 late by 1000.0 us:\n"
               "  4.0 us running (the cause)\n"
               "  the trace begins later than that\n");
    CHECK_TEXT(late_section(mark_alone, 1, &options, &finding),
               "thread 1 late by 1000.0 us:\n"
               "  the trace begins later than that\n");
}
