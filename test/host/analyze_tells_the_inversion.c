/* analyze_tells_the_inversion.c - one period of the workload, worked out by hand, and what is said
 * of it, byte for byte: with a fixed-priority channel and with inheritance.
 *
 * All times in microseconds. lo (10) asks at 0 for 4000 of work; hog (20) burns 10000 from 2000;
 * hi (30) asks at 4000 for 500. The kernel takes 2 to block a thread and switch, and 1 to wake.
 */
#include "harness.h"
#include "story.h"

#define CAST                                                                                \
    "0 thread 1 ts_pload/lo 10", "0 thread 2 ts_pload/hog 20", "0 thread 3 ts_pload/hi 30", \
        "0 thread 4 ts_psrv/psrv-rx 10", "0 blocks 2 SLEEP 0", "0 blocks 3 SLEEP 0",        \
        "0 blocks 4 RECEIVE 7", "0 run 1"

/* lo's request is received at once and worked on until hog comes. */
#define OPENING                                                                      \
    "0 send 1 7 1", "1 receive 4 7 1", "1 blocks 1 REPLY 7", "1 ready 4", "2 run 4", \
        "2000 ready 2", "2002 run 2", "4000 irq 8", "4003 ready 3", "4004 irqend 8", "4005 run 3"

static const char *const fixed[] = {
    "0 channel 7 psrv fixed", CAST, OPENING,
    /* hi asks; the server keeps its 10 and hog goes on */
    "4010 send 3 7 2", "4012 blocks 3 SEND 7", "4014 run 2",
    /* hog is done at 12010: 2 of 10000 it had lost to hi's 14 */
    "12016 blocks 2 SLEEP 0", "12018 run 4",
    /* the server goes on with lo's request, of which 2000 are left */
    "14020 reply 4 1", "14020 ready 1", "14025 receive 4 7 2", "14026 blocks 3 REPLY 7",
    "14525 reply 4 2", "14526 ready 3", "14528 run 3", "14530 return 3 2", "14540 blocks 3 SLEEP 0",
    "14542 run 4", "14550 blocks 4 RECEIVE 7", "14552 run 1", "14553 return 1 1", "14560 mark 1"
};

static const char *const inherit[] = {
    "0 channel 7 psrv", CAST, OPENING,
    /* hi asks; the server is raised to 30 and runs before hog */
    "4010 send 3 7 2", "4011 prio 4 30", "4012 blocks 3 SEND 7", "4014 run 4", "6014 reply 4 1",
    "6014 ready 1", "6025 receive 4 7 2", "6026 blocks 3 REPLY 7", "6525 reply 4 2", "6526 ready 3",
    "6530 blocks 4 RECEIVE 7", "6530 prio 4 10", "6531 run 3", "6533 return 3 2",
    "6540 blocks 3 SLEEP 0", "6542 run 2", "14560 blocks 2 SLEEP 0", "14562 run 1",
    "14563 return 1 1", "14570 mark 1"
};

static const struct deadline deadlines[] = { { "hi", 5000000 } };

static const struct analyze_options hi_only = { .deadlines = deadlines,
                                                .deadline_count = 1,
                                                .client = "ts_pload/hi",
                                                .top = 3,
                                                .slowest = 1,
                                                .threshold_ns = 100000 };

TEST(analyze_tells_the_inversion_on_a_fixed_channel)
{
    struct picture picture;
    bool finding;

    STORY_TELL(&picture, 1000, fixed);
    CHECK_TEXT(
        story_analyze(&picture, &hi_only, &finding),
        "trace told: 2 message exchanges, 2 trustworthy (analyses use only those)\n"
        "\n"
        "send latency of trustworthy requests, 1 slowest client@priority -> server pairs (us):\n"
        "  client                  server               n       p50       p90       p99       "
        "max\n"
        "  ts_pload/hi@30          ts_psrv              1   10520.0   10520.0   10520.0   "
        "10520.0\n"
        "\n"
        "deadline hi=5000 us on ts_psrv: 1 of 1 requests missed, max 10520.0 us\n"
        "\n"
        "suspected priority inversions: 1 (checked 1 exchanges and 0 mutex waits, 0 excluded as "
        "untrustworthy, 0 with insufficient evidence, threshold 100 us)\n"
        "  txn 2: ts_pload/hi (prio 30) waited 10520.0 us in send; for 8004.0 us of it "
        "(SEND-blocked 8004.0 us) ts_psrv/psrv-rx was READY at prio 10 while the CPU it is pinned "
        "to (CPU 0) ran a thread above prio 10 and below the client's 30; most of the time "
        "ts_pload/hog (prio 20) on CPU 0, 8004.0 us; the server was busy with ts_pload/lo's "
        "request (txn 1).\n"
        "\n"
        "channels created with TAKT_CHANNEL_FIXED_PRIORITY: ts_psrv channel psrv\n"
        "\n"
        "server priority while handling each client's request (share of the server's running "
        "time):\n"
        "  ts_psrv/psrv-rx for ts_pload/hi: prio 10 100%\n"
        "\n"
        "txn 2: ts_pload/hi -> ts_psrv, send latency 10520.0 us\n"
        "   start us       us      %  what\n"
        "        0.0      2.0    0.0  ts_pload/hi running\n"
        "        2.0   8006.0   76.1  ts_psrv/psrv-rx READY at prio 10, CPU held by ts_pload/hog "
        "(prio 20) on CPU 0 8004.0 us, ts_pload/hi (prio 30) on CPU 0 2.0 us\n"
        "     8008.0   2002.0   19.0  ts_psrv/psrv-rx running ts_pload/lo's request (txn 1)\n"
        "    10010.0      5.0    0.0  ts_psrv/psrv-rx running, not in a request\n"
        "    10015.0    500.0    4.8  ts_psrv/psrv-rx running this request\n"
        "    10515.0      1.0    0.0  ts_psrv/psrv-rx replying\n"
        "    10516.0      2.0    0.0  ts_pload/hi READY at prio 30, not explained by the trace: "
        "CPU held by ts_psrv/psrv-rx (prio 10) on CPU 0\n"
        "    10518.0      2.0    0.0  ts_pload/hi running\n"
        "   by kind: server preempted 8006.0 us, server busy 2007.0 us, server running 501.0 us, "
        "client running 4.0 us, unexplained ready 2.0 us\n");
    CHECK(finding);
    picture_free(&picture);
}

TEST(analyze_finds_nothing_with_inheritance)
{
    struct picture picture;
    bool finding;

    STORY_TELL(&picture, 1000, inherit);
    CHECK_TEXT(
        story_analyze(&picture, &hi_only, &finding),
        "trace told: 2 message exchanges, 2 trustworthy (analyses use only those)\n"
        "\n"
        "send latency of trustworthy requests, 1 slowest client@priority -> server pairs (us):\n"
        "  client                  server               n       p50       p90       p99       "
        "max\n"
        "  ts_pload/hi@30          ts_psrv              1    2523.0    2523.0    2523.0    "
        "2523.0\n"
        "\n"
        "deadline hi=5000 us on ts_psrv: 0 of 1 requests missed, max 2523.0 us\n"
        "\n"
        "suspected priority inversions: 0 (checked 1 exchanges and 0 mutex waits, 0 excluded as "
        "untrustworthy, 0 with insufficient evidence, threshold 100 us)\n"
        "\n"
        "channels created with TAKT_CHANNEL_FIXED_PRIORITY: none\n"
        "\n"
        "server priority while handling each client's request (share of the server's running "
        "time):\n"
        "  ts_psrv/psrv-rx for ts_pload/hi: prio 30 100%\n"
        "\n"
        "txn 2: ts_pload/hi -> ts_psrv, send latency 2523.0 us\n"
        "   start us       us      %  what\n"
        "        0.0      2.0    0.1  ts_pload/hi running\n"
        "        2.0      2.0    0.1  ts_psrv/psrv-rx READY at prio 30, CPU held by ts_pload/hi "
        "(prio 30) on CPU 0\n"
        "        4.0   2000.0   79.3  ts_psrv/psrv-rx running ts_pload/lo's request (txn 1)\n"
        "     2004.0     11.0    0.4  ts_psrv/psrv-rx running, not in a request\n"
        "     2015.0    500.0   19.8  ts_psrv/psrv-rx running this request\n"
        "     2515.0      1.0    0.0  ts_psrv/psrv-rx replying\n"
        "     2516.0      4.0    0.2  ts_pload/hi READY at prio 30, CPU held by ts_psrv/psrv-rx "
        "(prio 30) on CPU 0\n"
        "     2520.0      1.0    0.0  ts_pload/hi READY at prio 30, not explained by the trace: "
        "CPU held by ts_psrv/psrv-rx (prio 10) on CPU 0\n"
        "     2521.0      2.0    0.1  ts_pload/hi running\n"
        "   by kind: server busy 2011.0 us, server running 501.0 us, client running 4.0 us, "
        "client ready 4.0 us, server preempted 2.0 us, unexplained ready 1.0 us\n");
    CHECK(!finding);
    picture_free(&picture);
}

TEST(diff_tells_that_the_inversion_is_gone)
{
    struct picture before;
    struct picture after;
    bool finding;

    STORY_TELL(&before, 1000, fixed);
    STORY_TELL(&after, 1000, inherit);
    CHECK_TEXT(
        story_diff(&before, &after, &hi_only, &finding),
        "before: told\n"
        "after:  told\n"
        "client filter: 'ts_pload/hi' (applies to every row below)\n"
        "message exchanges: before 2 (2 trustworthy, 0 loss records) | after 2 (2 trustworthy, 0 "
        "loss records)\n"
        "\n"
        "deadline hi=5000 us on ts_psrv: before 1/1 missed, max 10520.0 us | after 0/1 missed, "
        "max 2523.0 us\n"
        "\n"
        "suspected priority inversions: before 1 | after 0 (checked 1 | 1 exchanges, 0 | 0 mutex "
        "waits; insufficient evidence: 0 | 0)\n"
        "\n"
        "fixed-priority channels: before ts_psrv channel psrv | after none\n"
        "\n"
        "send latency (us) by client@priority -> server: 1 pairs compared (trustworthy requests "
        "on both sides), 0 only before, 0 only after\n"
        "largest p99 change:\n"
        "  client@priority         server                       n       p50       p90       p99   "
        "    max\n"
        "  ts_pload/hi@30          ts_psrv            before    1   10520.0   10520.0   10520.0   "
        "10520.0\n"
        "  ts_pload/hi@30          ts_psrv            after     1    2523.0    2523.0    2523.0   "
        " 2523.0\n"
        "\n"
        "server priority while handling each client's request (share of the server's running "
        "time, changes of 1 point or more):\n"
        "  ts_psrv/psrv-rx for ts_pload/hi: before prio 10 100% | after prio 30 100%\n"
        "\n"
        "critical paths of trustworthy requests, mean us a request by kind:\n"
        "  client running         before       4.0 | after       4.0  (0.0)\n"
        "  client ready           before       0.0 | after       4.0  (+4.0)\n"
        "  server running         before     501.0 | after     501.0  (0.0)\n"
        "  server busy            before    2007.0 | after    2011.0  (+4.0)\n"
        "  server preempted       before    8006.0 | after       2.0  (-8004.0)\n"
        "  unexplained ready      before       2.0 | after       1.0  (-1.0)\n");
    CHECK(finding);
    picture_free(&before);
    picture_free(&after);
}
