/* validation_counts_running_time.c - a program that is preempted between its clock and its call
 * does not lie; one that logs a time at which it cannot have read the clock does. Microseconds.
 */
#include "harness.h"
#include "story.h"
#include "validation.h"

/* The server (3) is woken at 10 and runs from 300 on; before its reply at 900 it is preempted
 * from 500 to 800. The client (2) runs until 10, and from 900 on. */
static const char *const lines[] = { "0 channel 7 work",
                                     "0 thread 1 app/hog 20",
                                     "0 thread 2 app/client 10",
                                     "0 thread 3 srv/rx 10",
                                     "0 blocks 1 SLEEP 0",
                                     "0 blocks 3 RECEIVE 7",
                                     "0 run 2",
                                     "10 send 2 7 1",
                                     "10 receive 3 7 1",
                                     "10 blocks 2 REPLY 7",
                                     "10 ready 3",
                                     "10 ready 1",
                                     "10 run 1",
                                     "300 blocks 1 SLEEP 0",
                                     "300 run 3",
                                     "500 ready 1",
                                     "500 run 1",
                                     "800 blocks 1 SLEEP 0",
                                     "800 run 3",
                                     "900 reply 3 1",
                                     "900 ready 2",
                                     "900 blocks 3 RECEIVE 7",
                                     "900 run 2",
                                     "900 return 2 1",
                                     "1000 mark 2" };

/* How many the lists in a map hold. */
static uint64_t listed(const struct value *map)
{
    uint64_t count = 0;

    for (const struct value *value = map->first; value != NULL; value = value->next) {
        const struct value *one = value->kind == VALUE_LIST ? value->first : NULL;

        for (; one != NULL; one = one->next) {
            count++;
        }
    }
    return count;
}

/* Differences that are found, with a bound of 50 us. */
static uint64_t differences(uint64_t receive_us, uint64_t reply_us, uint64_t return_us)
{
    const struct logged_request request = { .client = "app/client",
                                            .server = "srv/rx",
                                            .number = 1,
                                            .times = { 10000, receive_us * 1000, reply_us * 1000,
                                                       return_us * 1000 },
                                            .line = 3,
                                            .replied = true };
    const struct request_log log = { "log", &request, 1 };
    const struct validate_options options = { 50000, 10 };
    struct picture picture;
    struct report report;
    struct error error;
    uint64_t count;

    STORY_TELL(&picture, 1000, lines);
    report_init(&report, &picture.arena);
    CHECK(analyze_validation(&picture.model, &log, &options, &report, &error));
    count = listed(&report.sections->values);
    CHECK_EQUAL(report.finding, count > 0);
    picture_free(&picture);
    return count;
}

TEST(validation_counts_only_running_time)
{
    CHECK_EQUAL(differences(300, 900, 900), 0);
    CHECK_EQUAL(differences(350, 850, 950), 0); /* 50 of running time each */
    CHECK_EQUAL(differences(351, 850, 950), 1);
    CHECK_EQUAL(differences(350, 849, 950), 1);
    CHECK_EQUAL(differences(350, 850, 951), 1);
    /* the server cannot have read the clock while hog ran, but shortly before or after */
    CHECK_EQUAL(differences(150, 900, 900), 1); /* 150 from 300 */
    CHECK_EQUAL(differences(260, 900, 900), 0); /* 40 from 300 */
    CHECK_EQUAL(differences(300, 840, 900), 1); /* 60 of running time */
    CHECK_EQUAL(differences(300, 770, 900), 1); /* 30 from 800 and 100 from there */
}
