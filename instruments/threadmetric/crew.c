/* crew.c - the threads of a test, made and ended. */
#include "crew.h"

enum { PRIORITY = 10, STACK_BYTES = 640 };

struct crew_member crew[THREADMETRIC_COUNTERS_MAX];
static TAKT_STACK(stacks[THREADMETRIC_COUNTERS_MAX], STACK_BYTES);
static bool present[THREADMETRIC_COUNTERS_MAX];
static volatile uint32_t errors;

void crew_reset(void)
{
    for (unsigned i = 0; i < THREADMETRIC_COUNTERS_MAX; i++) {
        crew[i].count = 0;
        present[i] = false;
    }
    errors = 0;
}

static void add(unsigned index, unsigned priority, bool suspended, void (*entry)(void *member))
{
    const struct takt_thread_options options = { .name = "threadmetric",
                                                 .priority = priority,
                                                 .entry = entry,
                                                 .argument = &crew[index],
                                                 .stack = stacks[index],
                                                 .stack_bytes = sizeof stacks[index],
                                                 .suspended = suspended };

    present[index] = takt_thread_create(&crew[index].thread, &options) == TAKT_OK;
    if (!present[index]) {
        crew_failed();
    }
}

void crew_add(unsigned index, void (*entry)(void *member))
{
    add(index, PRIORITY, false, entry);
}

void crew_add_above(unsigned index, void (*entry)(void *member))
{
    add(index, PRIORITY + index, true, entry);
}

void crew_failed(void)
{
    errors++;
}

uint32_t crew_errors(void)
{
    return errors;
}

void crew_end(void)
{
    for (unsigned i = 0; i < THREADMETRIC_COUNTERS_MAX; i++) {
        if (present[i]) {
            (void)takt_thread_cancel(&crew[i].thread);
        }
    }
}
