/* inversion_is_proved_or_not_claimed.c - what is an inversion, what is none, and what cannot be
 * told: edges of priorities and of the threshold, chains through mutexes and servers, losses,
 * priorities that the trace does not show. Values are worked out by hand; times in microseconds.
 */
#include "harness.h"
#include "story.h"

#include <stdio.h>
#include <string.h>

static const struct analyze_options everything = { .top = 10, .threshold_ns = 100000 };

/* A client (2) at priority `client` waits from 10 to 500 for a server (3) that is READY at 10 from
 * 20 on while a thread (1) of priority `middle` has the CPU until 320: 300 us. */
static const char *one_wait(const char *server, const char *middle, const char *client,
                            const struct analyze_options *options, bool *finding)
{
    static char text[4096];
    char cast[3][48];
    struct picture picture;

    (void)snprintf(cast[0], sizeof cast[0], "0 thread 1 app/middle %s", middle);
    (void)snprintf(cast[1], sizeof cast[1], "0 thread 2 app/client %s", client);
    (void)snprintf(cast[2], sizeof cast[2], "0 thread 3 srv/rx %s", server);
    const char *const lines[] = { "0 channel 7 work fixed",
                                  cast[0],
                                  cast[1],
                                  cast[2],
                                  "0 blocks 3 RECEIVE 7",
                                  "0 ready 1",
                                  "0 run 2",
                                  "10 send 2 7 1",
                                  "10 receive 3 7 1",
                                  "10 blocks 2 REPLY 7",
                                  "20 ready 3",
                                  "20 run 1",
                                  "320 blocks 1 SLEEP 0",
                                  "320 run 3",
                                  "480 reply 3 1",
                                  "480 ready 2",
                                  "490 run 2",
                                  "500 return 2 1",
                                  "510 mark 2" };

    STORY_TELL(&picture, 1000, lines);
    (void)snprintf(text, sizeof text, "%s", story_section(&picture, options, "inversions"));
    (void)story_analyze(&picture, options, finding);
    picture_free(&picture);
    return text;
}

static bool found(const char *server, const char *middle, const char *client)
{
    bool finding;
    const char *text = one_wait(server, middle, client, &everything, &finding);

    CHECK_EQUAL(finding, strstr(text, "suspected priority inversions: 1 ") != NULL);
    return finding;
}

TEST(inversion_needs_a_priority_between_server_and_client)
{
    CHECK(found("10", "20", "30"));
    CHECK(found("10", "11", "12"));
    CHECK(!found("10", "30", "30")); /* as urgent as the client: it may be in front */
    CHECK(!found("10", "31", "30"));
    CHECK(!found("10", "10", "30")); /* no more urgent than the server: first come */
    CHECK(!found("10", "9", "30"));
    CHECK(!found("30", "20", "30"));
}

TEST(inversion_is_reported_from_the_threshold_on)
{
    struct analyze_options options = everything;
    bool finding;

    options.threshold_ns = 300000;
    CHECK(strstr(one_wait("10", "20", "30", &options, &finding), "inversions: 1 ") != NULL);
    CHECK(finding);
    options.threshold_ns = 300001;
    CHECK_TEXT(one_wait("10", "20", "30", &options, &finding),
               "suspected priority inversions: 0 (checked 1 exchanges and 0 mutex waits, 0 "
               "excluded as untrustworthy, 0 with insufficient evidence, threshold 300.001 us)\n");
    CHECK(!finding);
    options.threshold_ns = 0;
    CHECK(strstr(one_wait("10", "9", "30", &options, &finding), "inversions: 0 ") != NULL);
}

TEST(inversion_says_in_which_state_the_client_waited)
{
    bool finding;

    CHECK_TEXT(one_wait("10", "20", "30", &everything, &finding),
               "suspected priority inversions: 1 (checked 1 exchanges and 0 mutex waits, 0 "
               "excluded as untrustworthy, 0 with insufficient evidence, threshold 100 us)\n"
               "  txn 1: app/client (prio 30) waited 490.0 us in send; for 300.0 us of it "
               "(REPLY-blocked 300.0 us) srv/rx was READY at prio 10 while the CPU it is pinned "
               "to (CPU 0) ran a thread above prio 10 and below the client's 30; most of the "
               "time app/middle (prio 20) on CPU 0, 300.0 us; the server was busy with this "
               "request.\n");
}

/* A wait for a mutex whose owner (1, prio 10) cannot run because of 2 (20): 30 to 430. An
 * interrupt of 100 in between is nobody's fault. */
static const char *const mutex_wait[] = { "0 mutex 5 bus",
                                          "0 thread 1 app/low 10",
                                          "0 thread 2 app/middle 20",
                                          "0 thread 3 app/high 30",
                                          "0 blocks 2 SLEEP 0",
                                          "0 blocks 3 SLEEP 0",
                                          "0 run 1",
                                          "5 lock 1 5",
                                          "10 ready 3",
                                          "10 run 3",
                                          "20 wait 3 5 1",
                                          "20 blocks 3 MUTEX 5",
                                          "20 run 1",
                                          "30 ready 2",
                                          "30 run 2",
                                          "100 irq 4",
                                          "200 irqend 4",
                                          "430 blocks 2 SLEEP 0",
                                          "430 run 1",
                                          "440 unlock 1 5 3",
                                          "440 lock 3 5",
                                          "440 ready 3",
                                          "440 run 3",
                                          "450 mark 3" };

TEST(inversion_at_a_mutex)
{
    struct picture picture;
    bool finding;

    STORY_TELL(&picture, 1000, mutex_wait);
    CHECK_TEXT(story_section(&picture, &everything, "inversions"),
               "suspected priority inversions: 1 (checked 0 exchanges and 1 mutex waits, 0 "
               "excluded as untrustworthy, 0 with insufficient evidence, threshold 100 us)\n"
               "  app/high (prio 30) waited 420.0 us for mutex bus owned by app/low; for 300.0 us "
               "of it (MUTEX-blocked 300.0 us) app/low was READY at prio 10 while the CPU it is "
               "pinned to (CPU 0) ran a thread "
               "above prio 10 and below the waiter's 30; most of the time app/middle (prio 20) on "
               "CPU 0, 300.0 us.\n");
    (void)story_analyze(&picture, &everything, &finding);
    CHECK(finding);
    picture_free(&picture);
}

/* A chain: the client (4) waits for srv (3), which waits for the mutex of low (1), on another CPU
 * than middle's (2) victim: low is READY from 40 to 340 because of middle. */
static const char *const chain[] = { "0 channel 7 work",
                                     "0 mutex 5 bus",
                                     "0 thread 1 app/low 5 1",
                                     "0 thread 2 app/middle 20 1",
                                     "0 thread 3 srv/rx 30 0",
                                     "0 thread 4 app/client 30 0",
                                     "0 blocks 2 SLEEP 0",
                                     "0 blocks 3 RECEIVE 7",
                                     "0 run 1",
                                     "0 run 4",
                                     "5 lock 1 5",
                                     "10 send 4 7 9",
                                     "10 receive 3 7 9",
                                     "10 blocks 4 REPLY 7",
                                     "10 ready 3",
                                     "10 run 3",
                                     "30 wait 3 5 1",
                                     "30 blocks 3 MUTEX 5",
                                     "40 ready 2",
                                     "40 run 2",
                                     "340 blocks 2 SLEEP 0",
                                     "340 run 1",
                                     "350 unlock 1 5 3",
                                     "350 lock 3 5",
                                     "350 ready 3",
                                     "350 run 3",
                                     "400 reply 3 9",
                                     "400 ready 4",
                                     "410 run 4",
                                     "410 return 4 9",
                                     "420 mark 4" };

TEST(inversion_through_server_and_mutex_to_another_cpu)
{
    struct analyze_options options = {
        .top = 10, .threshold_ns = 100000, .slowest = 1, .client = "app/client"
    };
    struct picture picture;

    STORY_TELL(&picture, 1000, chain);
    CHECK_TEXT(story_section(&picture, &options, "inversions"),
               "suspected priority inversions: 1 (checked 1 exchanges and 0 mutex waits, 0 "
               "excluded as untrustworthy, 0 with insufficient evidence, threshold 100 us)\n"
               "  txn 9: app/client (prio 30) waited 400.0 us in send; for 300.0 us of it "
               "(REPLY-blocked 300.0 us) srv/rx waited for mutex bus, whose owner app/low was "
               "READY at prio 5 while the CPU it is pinned to (CPU 1) ran a thread above prio 5 "
               "and below the client's 30; most of the time app/middle (prio 20) on CPU 1, 300.0 "
               "us.\n");
    CHECK_TEXT(story_section(&picture, &options, "critical_paths"),
               "txn 9: app/client -> srv, send latency 400.0 us\n"
               "   start us       us      %  what\n"
               "        0.0     20.0    5.0  srv/rx running this request\n"
               "       20.0     10.0    2.5  srv/rx MUTEX-blocked on bus, owner app/low running\n"
               "       30.0    300.0   75.0  srv/rx MUTEX-blocked on bus, owner app/low READY at "
               "prio 5, CPU held by app/middle (prio 20) on CPU 1\n"
               "      330.0     10.0    2.5  srv/rx MUTEX-blocked on bus, owner app/low running\n"
               "      340.0     50.0   12.5  srv/rx running this request\n"
               "      390.0     10.0    2.5  app/client READY at prio 30, CPU held by srv/rx "
               "(prio 30) on CPU 0\n"
               "   by kind: mutex owner preempted 300.0 us, server running 70.0 us, mutex owner "
               "running 20.0 us, client ready 10.0 us\n");
    picture_free(&picture);
}

/* A server (3) that asks another one (4) on behalf of its client: the time of both is for the
 * request; what the second one does for somebody else (5) first is not. */
static const char *const servers[] = { "0 channel 7 front",
                                       "0 channel 8 disk",
                                       "0 thread 2 app/client 10",
                                       "0 thread 3 front/rx 10",
                                       "0 thread 4 disk/rx 10 1",
                                       "0 thread 5 app/other 10 1",
                                       "0 blocks 3 RECEIVE 7",
                                       "0 blocks 4 RECEIVE 8",
                                       "0 run 2",
                                       "0 run 5",
                                       "5 send 5 8 1",
                                       "5 receive 4 8 1",
                                       "5 blocks 5 REPLY 8",
                                       "5 ready 4",
                                       "5 run 4",
                                       "10 send 2 7 2",
                                       "10 receive 3 7 2",
                                       "10 blocks 2 REPLY 7",
                                       "10 ready 3",
                                       "10 run 3",
                                       "20 send 3 8 3",
                                       "20 blocks 3 SEND 8",
                                       "60 reply 4 1",
                                       "60 ready 5",
                                       "61 receive 4 8 3",
                                       "61 blocks 3 REPLY 8",
                                       "90 reply 4 3",
                                       "90 ready 3",
                                       "90 run 3",
                                       "91 return 3 3",
                                       "95 reply 3 2",
                                       "95 ready 2",
                                       "96 run 2",
                                       "97 return 2 2",
                                       "99 mark 2" };

TEST(path_follows_a_server_to_its_server)
{
    struct analyze_options options = {
        .slowest = 1, .client = "client", .top = 1, .threshold_ns = 100000
    };
    struct picture picture;

    STORY_TELL(&picture, 1000, servers);
    CHECK_TEXT(story_section(&picture, &options, "critical_paths"),
               "txn 2: app/client -> front, send latency 87.0 us\n"
               "   start us       us      %  what\n"
               "        0.0     10.0   11.5  front/rx running this request\n"
               "       10.0     40.0   46.0  front/rx SEND-blocked on disk, server disk/rx running "
               "app/other's request (txn 1)\n"
               "       50.0      1.0    1.1  front/rx SEND-blocked on disk, server disk/rx "
               "running, not in a request\n"
               "       51.0     29.0   33.3  front/rx REPLY-blocked on disk, server disk/rx "
               "running front/rx's request (txn 3)\n"
               "       80.0      5.0    5.7  front/rx running this request\n"
               "       85.0      1.0    1.1  app/client READY at prio 10, CPU held by front/rx "
               "(prio 10) on CPU 0\n"
               "       86.0      1.0    1.1  app/client running\n"
               "   by kind: server running 44.0 us, server busy 41.0 us, client running 1.0 us, "
               "client ready 1.0 us\n");
    picture_free(&picture);
}

/* F06: the same wait as in one_wait, but nothing tells who has the CPU in the middle of it. */
TEST(inversion_is_not_claimed_where_the_trace_does_not_show_it)
{
    static const char *const lines[] = { "0 channel 7 work",
                                         "0 thread 2 app/client 30",
                                         "0 thread 3 srv/rx 10",
                                         "0 blocks 3 RECEIVE 7",
                                         "0 run 2",
                                         "10 send 2 7 1",
                                         "10 receive 3 7 1",
                                         "10 blocks 2 REPLY 7",
                                         "20 ready 3",
                                         "20 run 9",
                                         "320 run 3",
                                         "480 reply 3 1",
                                         "480 ready 2",
                                         "490 run 2",
                                         "500 return 2 1",
                                         "510 mark 2" };
    struct picture picture;
    bool finding;

    STORY_TELL(&picture, 1000, lines);
    picture.model.occupancies[0].count = 1; /* nobody says who ran after the client */
    CHECK_TEXT(story_section(&picture, &everything, "inversions"),
               "suspected priority inversions: 0 (checked 1 exchanges and 0 mutex waits, 0 "
               "excluded as untrustworthy, 1 with insufficient evidence, threshold 100 us)\n");
    (void)story_analyze(&picture, &everything, &finding);
    CHECK(!finding);
    picture_free(&picture);
}

/* F09: pairs formed across a loss. */
TEST(inversion_across_a_loss_is_left_out)
{
    static const char *const lines[] = { "0 channel 7 work",
                                         "0 thread 1 app/middle 20",
                                         "0 thread 2 app/client 30",
                                         "0 thread 3 srv/rx 10",
                                         "0 blocks 3 RECEIVE 7",
                                         "0 ready 1",
                                         "0 run 2",
                                         "10 send 2 7 1",
                                         "10 receive 3 7 1",
                                         "10 blocks 2 REPLY 7",
                                         "20 ready 3",
                                         "20 run 1",
                                         "300 loss 0 200 3",
                                         "320 run 3",
                                         "480 reply 3 1",
                                         "480 ready 2",
                                         "490 run 2",
                                         "500 return 2 1",
                                         "510 mark 2" };
    struct picture picture;

    STORY_TELL(&picture, 1000, lines);
    CHECK_TEXT(story_section(&picture, &everything, "inversions"),
               "suspected priority inversions: 0 (checked 0 exchanges and 0 mutex waits, 1 "
               "excluded as untrustworthy, 0 with insufficient evidence, threshold 100 us)\n");
    CHECK(strstr(story_section(&picture, &everything, "latency"), ", 0 slowest") != NULL);
    picture_free(&picture);
}

/* Handlers while the server runs are told apart from its own time; handlers while it is READY are
 * among those who had its CPU. */
TEST(path_counts_interrupts)
{
    static const char *const lines[] = { "0 channel 7 work",
                                         "0 thread 1 app/hog 20",
                                         "0 thread 2 app/client 30",
                                         "0 thread 3 srv/rx 10",
                                         "0 blocks 3 RECEIVE 7",
                                         "0 ready 1",
                                         "0 run 2",
                                         "10 send 2 7 1",
                                         "10 receive 3 7 1",
                                         "10 blocks 2 REPLY 7",
                                         "10 ready 3",
                                         "10 run 1",
                                         "20 irq 65535",
                                         "25 irqend 65535",
                                         "30 irq 4",
                                         "32 irqend 4",
                                         "50 blocks 1 SLEEP 0",
                                         "50 run 3",
                                         "60 irq 4",
                                         "64 irqend 4",
                                         "90 reply 3 1",
                                         "90 ready 2",
                                         "90 run 2",
                                         "90 return 2 1",
                                         "99 mark 2" };
    const struct analyze_options options = { .top = 1, .slowest = 1, .threshold_ns = 100000 };
    struct picture picture;

    STORY_TELL(&picture, 1000, lines);
    CHECK_TEXT(
        story_section(&picture, &options, "critical_paths"),
        "txn 1: app/client -> srv, send latency 80.0 us\n"
        "   start us       us      %  what\n"
        "        0.0     40.0   50.0  srv/rx READY at prio 10, CPU held by app/hog (prio 20) "
        "on CPU 0 33.0 us, the clock interrupt on CPU 0 5.0 us, interrupt 4 on CPU 0 2.0 "
        "us\n"
        "       40.0     40.0   50.0  srv/rx running this request, of it interrupts 4.0 us\n"
        "   by kind: server preempted 40.0 us, server running 36.0 us, interrupts 4.0 us\n");
    picture_free(&picture);
}
