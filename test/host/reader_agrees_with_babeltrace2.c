/* reader_agrees_with_babeltrace2.c - every field of every event, compared with what another reader
 * of the format makes of the same bytes (programs/ctf_compare.c). */
#include "harness.h"
#include "synth.h"

#include <stdlib.h>

enum { SEED = 12345 };

static uint32_t random_state;

static uint32_t any(uint32_t below)
{
    random_state = random_state * 1664525U + 1013904223U;
    return (random_state >> 8) % below;
}

static int compare(const char *directory)
{
    char command[128];

    (void)snprintf(command, sizeof(command), "./ctf_compare %s", directory);
    return system(command); // NOLINT(cert-env33-c): a test's own command
}

TEST(babeltrace2_agrees_on_the_workload)
{
    CHECK(synth_inversion("synth_compare", true, 20));
    CHECK_EQUAL(compare("synth_compare"), 0);
}

/* F02: every kind of event with all bits, no bits, and bits by chance in its words. */
TEST(babeltrace2_agrees_on_every_event)
{
#define NUMBER_OF(constant, number, name, fields) TRACE_##constant,
    static const enum trace_event_id ids[] = { TRACE_EVENTS(NUMBER_OF) };
#undef NUMBER_OF
    struct synth synth;

    random_state = SEED;
    synth_begin(&synth, "synth_compare", 2);
    for (unsigned i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
        bool is_text = ids[i] == TRACE_THREAD_NAME || ids[i] == TRACE_THREAD_GROUP;
        uint32_t letters = 0x64636261; /* only letters look the same in every reader */

        synth.cpu = any(2);
        synth.us += any(1000);
        synth_record(&synth, ids[i], 0xFFFF, is_text ? letters : UINT32_MAX,
                     is_text || ids[i] == TRACE_OBJECT_NAME ? letters : UINT32_MAX);
        synth_record(&synth, ids[i], 0, 0, 0);
        synth_record(&synth, ids[i], 1, is_text ? letters : any(UINT32_MAX),
                     ids[i] == TRACE_OBJECT_NAME ? letters >> 8 : 0);
    }
    CHECK(synth_finish(&synth));
    CHECK_EQUAL(compare("synth_compare"), 0);
}

/* F01: long times, for which a record has only the low half, and losses between packets. */
TEST(babeltrace2_agrees_on_times_and_losses)
{
    struct synth synth;

    random_state = SEED;
    synth_begin(&synth, "synth_compare", 1);
    for (unsigned i = 0; i < 2000; i++) {
        synth.us += any(10) == 0 ? any(40000000) : any(100);
        synth_record(&synth, TRACE_MARK, 0, i, any(UINT32_MAX));
        if (any(100) == 0) {
            synth_lose(&synth, 1 + any(1000));
        }
    }
    CHECK(synth_finish(&synth));
    CHECK_EQUAL(compare("synth_compare"), 0);
}
