/* rows_are_what_they_say.c - latencies, percentiles and deadlines; what a diff names and what it
 * does not; what writers make of hostile names. Values are worked out by hand.
 */
#include "harness.h"
#include "story.h"
#include "write_json.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 64, LINES_MAX = 1200 };

static char lines[LINES_MAX][LINE_BYTES];
static const char *line_list[LINES_MAX];
static size_t line_count;

static void line(const char *text)
{
    if (CHECK(line_count < LINES_MAX)) {
        (void)snprintf(lines[line_count], LINE_BYTES, "%s", text);
        line_list[line_count] = lines[line_count];
        line_count++;
    }
}

static void line_at(unsigned long long time, const char *rest)
{
    char text[LINE_BYTES];

    (void)snprintf(text, sizeof text, "%llu %s", time, rest);
    line(text);
}

/* Client 2 asks server 3 `count` times; the request number i takes i us, in an order that is not
 * theirs. The client waits all the time: nobody runs in between. */
static void tell_requests(struct picture *picture, unsigned count)
{
    unsigned long long time = 10;

    line_count = 0;
    line("0 channel 7 work");
    line("0 thread 2 app/client 10");
    line("0 thread 3 srv/rx 10");
    line("0 blocks 3 RECEIVE 7");
    line("0 run 2");
    for (unsigned i = 0; i < count; i++) {
        unsigned takes = (i * 7) % count + 1; /* 7 and count have no common divisor */
        char text[LINE_BYTES];

        (void)snprintf(text, sizeof text, "send 2 7 %u", i + 1);
        line_at(time, text);
        (void)snprintf(text, sizeof text, "receive 3 7 %u", i + 1);
        line_at(time, text);
        line_at(time, "blocks 2 REPLY 7");
        line_at(time, "run 3");
        time += takes;
        (void)snprintf(text, sizeof text, "reply 3 %u", i + 1);
        line_at(time, text);
        line_at(time, "ready 2");
        line_at(time, "blocks 3 RECEIVE 7");
        line_at(time, "run 2");
        (void)snprintf(text, sizeof text, "return 2 %u", i + 1);
        line_at(time, text);
        time += 1;
    }
    line_at(time, "mark 2");
    story_tell(picture, 1000, line_list, line_count);
}

static void check_row(unsigned count, const char *wanted)
{
    const struct analyze_options options = { .top = 10, .threshold_ns = 100000 };
    struct picture picture;
    const char *text;
    const char *row;

    tell_requests(&picture, count);
    text = story_section(&picture, &options, "latency");
    row = strstr(text, "  app/client@10");
    if (CHECK(row != NULL)) {
        CHECK_TEXT(row, wanted);
    }
    picture_free(&picture);
}

/* Nearest rank: of n values in order, the one at place n * percent / 100, rounded up. */
TEST(percentiles_are_nearest_rank)
{
    check_row(1, "  app/client@10           srv                  1       1.0       1.0       1.0"
                 "       1.0\n");
    check_row(2, "  app/client@10           srv                  2       1.0       2.0       2.0"
                 "       2.0\n");
    check_row(10, "  app/client@10           srv                 10       5.0       9.0      10.0"
                  "      10.0\n");
    check_row(11, "  app/client@10           srv                 11       6.0      10.0      11.0"
                  "      11.0\n");
    check_row(100, "  app/client@10           srv                100      50.0      90.0      99.0"
                   "     100.0\n");
    check_row(101, "  app/client@10           srv                101      51.0      91.0     100.0"
                   "     101.0\n");
}

/* A request that fails, and one that is never answered. */
static const char *const failures[] = { "0 channel 7 work",
                                        "0 thread 2 app/client 10",
                                        "0 thread 3 srv/rx 10",
                                        "0 thread 4 app/late 9",
                                        "0 ready 3",
                                        "0 ready 4",
                                        "0 run 2",
                                        "10 send 2 7 1",
                                        "10 blocks 2 SEND 7",
                                        "10 run 4",
                                        "15 send 4 7 2",
                                        "15 blocks 4 SEND 7",
                                        "30 ready 2",
                                        "30 run 2",
                                        "31 error 2 1",
                                        "31 return 2 1",
                                        "40 send 2 7 3",
                                        "40 receive 3 7 3",
                                        "40 blocks 2 REPLY 7",
                                        "40 run 3",
                                        "44 reply 3 3",
                                        "44 ready 2",
                                        "44 run 2",
                                        "45 return 2 3",
                                        "60 mark 2" };

TEST(deadline_counts_failures_and_names_who_still_waits)
{
    static const struct deadline deadlines[] = { { "client", 50000 },
                                                 { "app/late", 40000 },
                                                 { "late", 45000 } };
    const struct analyze_options options = {
        .deadlines = deadlines, .deadline_count = 3, .top = 10, .threshold_ns = 100000
    };
    struct picture picture;

    STORY_TELL(&picture, 1000, failures);
    CHECK_TEXT(story_section(&picture, &options, "deadlines"),
               "deadline client=50 us on srv: 1 of 2 requests missed, max 21.0 us\n"
               "  1 of them failed: no answer at all\n"
               "deadline app/late=40 us on srv: 0 of 0 requests missed, max 0.0 us\n"
               "  1 more still waited when the trace ended, late already\n"
               "deadline late=45 us: not checked, no trustworthy request of such a client\n");
    CHECK(strstr(story_section(&picture, &options, "latency"),
                 "  1 requests failed and are not in the table\n")
          != NULL);
    picture_free(&picture);
}

/* Diff. */

static const struct analyze_options plain = { .top = 10, .threshold_ns = 100000 };

TEST(diff_of_a_trace_with_itself_names_nothing)
{
    struct picture picture;
    bool finding;

    tell_requests(&picture, 10);
    CHECK(strstr(story_diff(&picture, &picture, &plain, &finding), "no difference worth naming\n")
          != NULL);
    CHECK(!finding);
    picture_free(&picture);
}

/* The same roles with other ids, on two CPUs, with more threads: only the server is slower. */
static const char *const small[] = { "0 channel 7 work",
                                     "0 thread 2 app/client 10",
                                     "0 thread 3 srv/rx 10",
                                     "0 blocks 3 RECEIVE 7",
                                     "0 run 2",
                                     "10 send 2 7 1",
                                     "10 receive 3 7 1",
                                     "10 blocks 2 REPLY 7",
                                     "10 ready 3",
                                     "10 run 3",
                                     "20 reply 3 1",
                                     "20 ready 2",
                                     "20 run 2",
                                     "20 return 2 1",
                                     "30 mark 2" };
static const char *const large[] = { "0 channel 70 other",
                                     "0 thread 9 idle/one 0",
                                     "0 thread 30 srv/rx 10 1",
                                     "0 thread 20 app/client 10 1",
                                     "0 thread 21 app/more 12",
                                     "0 blocks 30 RECEIVE 70",
                                     "0 run 20",
                                     "0 run 21",
                                     "10 send 20 70 5",
                                     "10 receive 30 70 5",
                                     "10 blocks 20 REPLY 70",
                                     "10 ready 30",
                                     "10 run 30",
                                     "50 reply 30 5",
                                     "50 ready 20",
                                     "50 run 20",
                                     "50 return 20 5",
                                     "60 mark 20" };

/* F30: comparing traces with different threads or CPUs. */
TEST(diff_matches_by_role_whatever_the_ids_and_cpus)
{
    struct picture before;
    struct picture after;
    const char *text;
    bool finding;

    STORY_TELL(&before, 1000, small);
    STORY_TELL(&after, 1000, large);
    text = story_diff(&before, &after, &plain, &finding);
    CHECK(finding);
    CHECK(strstr(text, "1 pairs compared (trustworthy requests on both sides), 0 only before, 0 "
                       "only after\n")
          != NULL);
    CHECK(strstr(text, "  server running         before      10.0 | after      40.0  (+30.0)\n")
          != NULL);
    text = story_diff(&after, &before, &plain, &finding);
    CHECK(finding);
    CHECK(strstr(text, "  server running         before      40.0 | after      10.0  (-30.0)\n")
          != NULL);
    picture_free(&before);
    picture_free(&after);
}

TEST(diff_with_an_empty_trace)
{
    static const char *const nothing[] = { "0 thread 1 app/alone 10", "0 run 1", "10 mark 1" };
    static const struct deadline deadlines[] = { { "client", 5000 } };
    const struct analyze_options options = {
        .deadlines = deadlines, .deadline_count = 1, .top = 10, .threshold_ns = 100000
    };
    struct picture before;
    struct picture after;
    const char *text;
    bool finding;

    STORY_TELL(&before, 1000, small);
    STORY_TELL(&after, 1000, nothing);
    text = story_diff(&before, &after, &options, &finding);
    CHECK(finding);
    CHECK(strstr(text, "deadline client=5 us on srv: before 1/1 missed, max 10.0 us | after no "
                       "request\n")
          != NULL);
    CHECK(strstr(text, "0 pairs compared (trustworthy requests on both sides), 1 only before, 0 "
                       "only after\n")
          != NULL);
    text = story_diff(&after, &after, &options, &finding);
    CHECK(strstr(text, "deadline client=5 us: before no request | after no request\n") != NULL);
    CHECK(!finding);
    picture_free(&before);
    picture_free(&after);
}

/* Writers. */

TEST(writers_are_safe_from_names)
{
    struct arena arena;
    struct report report;
    struct section *section;
    struct error error;
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    json_t *json;

    arena_init(&arena, PICTURE_BYTES);
    report_init(&report, &arena);
    section = report_section(&report, "names", VALUE_MAP);
    report_line(&report, section, "a\033[2Jb\nc\x7f %s", "caf\xC3\xA9");
    value_text(&report, &section->values, "bad\xFFkey", "bad\xFFtext");
    value_us(&report, &section->values, "time", 1234567);
    CHECK_TEXT(story_text(&arena, &report), "a?[2Jb?c? caf\xC3\xA9\n");
    CHECK(write_json(file, &report, &error));
    (void)fclose(file);
    json = json_loads(text, 0, NULL);
    if (CHECK(json != NULL)) {
        json_t *names = json_object_get(json, "names");

        CHECK_TEXT(json_string_value(json_object_get(names, "bad?key")), "bad?text");
        CHECK(json_real_value(json_object_get(names, "time")) == 1234.567);
        json_decref(json);
    }
    free(text);
    arena_free(&arena);
}

TEST(report_without_memory_only_fails)
{
    struct arena arena;
    struct report report;
    struct section *section;

    arena_init(&arena, 0);
    report_init(&report, &arena);
    section = report_section(&report, "nothing", VALUE_LIST);
    CHECK(section == NULL);
    report_line(&report, section, "%d", 1);
    CHECK(report_mark_add(&report) == NULL);
    CHECK(value_add(&report, NULL, NULL, VALUE_MAP) == NULL);
    value_int(&report, NULL, "a", 1);
    value_us(&report, NULL, "b", 1);
    CHECK(report.failed);
    arena_free(&arena);
}
